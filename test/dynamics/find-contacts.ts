import { createDetector, shortestLinkMethod, type BodySet, type ContactList, type Wall } from '../../src';

/** Contacts of the bodies with each other and with walls, as a scene would find them. */
export function contactFinder(bodies: BodySet, walls: readonly Wall[] = [], band = 0): () => ContactList {
  const detector = createDetector({ bodies, method: shortestLinkMethod, walls, band });
  return () => detector.update();
}
