/** Places of a slider on its way over a floor where it has just entered another brick: the places that matter. */
import { createDetector, Status, type BodySet, type ContactList, type ContactMethod, type DetectorOptions } from '../../src/index';

/** Parts of the path that are looked at: bricks are longer than one. */
const STEPS = 25;

/** Puts the slider at `way` along the direction from its start. */
function put(bodies: BodySet, start: readonly number[], direction: readonly number[], way: number): void {
  for (let k = 0; k < 3; k++) bodies.positions[k] = start[k] + way * direction[k];
}

/** Ways from the start at which the slider begins to overlap another body, to 1e-9 of the path. */
export function entries(
  bodies: BodySet,
  method: ContactMethod,
  start: readonly number[],
  direction: readonly number[],
  path: number,
): number[] {
  const detector = createDetector({ bodies, method });
  const touched = (way: number): Set<number> => {
    put(bodies, start, direction, way);
    const list = detector.update();
    const found = new Set<number>();
    for (let c = 0; c < list.count; c++) if (list.bodyA[c] === 0 && list.status[c] === Status.Overlapping) found.add(list.bodyB[c]);
    return found;
  };
  const found: number[] = [];
  let before = touched(0);
  for (let s = 1; s <= STEPS; s++) {
    const after = touched((path * s) / STEPS);
    for (const body of after) {
      if (before.has(body)) continue;
      let [low, high] = [(path * (s - 1)) / STEPS, (path * s) / STEPS];
      for (let k = 0; k < 28; k++) {
        const middle = 0.5 * (low + high);
        if (touched(middle).has(body)) high = middle;
        else low = middle;
      }
      found.push(high);
    }
    before = after;
  }
  return found;
}

/** Largest part of a normal of the slider's overlapping contacts that is along the floor. */
export function sideways(list: ContactList): number {
  let largest = 0;
  for (let c = 0; c < list.count; c++) {
    if (list.bodyA[c] !== 0 || list.status[c] !== Status.Overlapping) continue;
    largest = Math.max(largest, Math.abs(list.normals[3 * c]), Math.abs(list.normals[3 * c + 1]));
  }
  return largest;
}

/**
 * At how many of the places just after each entry a contact pushes the slider along the floor, by more than `allowed`
 * of its force; and how many there are.
 */
export function countBad(
  bodies: BodySet,
  options: Omit<DetectorOptions, 'bodies'>,
  start: readonly number[],
  direction: readonly number[],
  ways: readonly number[],
  depth: number,
  allowed = 1e-9,
): { bad: number; places: number } {
  const detector = createDetector({ bodies, ...options });
  let bad = 0;
  let places = 0;
  for (const way of ways) {
    for (const part of [0.01, 0.1, 0.4, 0.7, 0.95, 1.1, 2]) {
      put(bodies, start, direction, way + part * depth);
      places++;
      if (sideways(detector.update()) > allowed) bad++;
    }
  }
  return { bad, places };
}
