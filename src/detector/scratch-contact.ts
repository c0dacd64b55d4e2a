/**
 * The contact that a detector passes to methods and walls, with room for all points.
 *
 * Room for two of the largest bodies is made beforehand. Bodies with several faces each that overlap deeply can have
 * more crossings of edges than that. Then the contact has a number of dropped points, its room is doubled, and the
 * method is called again.
 */
import { contactRoom, createContact, type Contact } from '../contact/contact';
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

export interface Scratch {
  contact: Contact;
}

/** Points and rim corners that the kernels themselves have room for. */
export const MOST_POINTS = 8 * MAX_VERTICES;

export function createScratch(): Scratch {
  return { contact: createContact(0) };
}

/** Room for a body of this shape and one like it, and so, since a wall adds fewer points than a body, for a wall. */
export function reserveScratch(scratch: Scratch, shape: ConvexPolyhedron): void {
  const room = 2 * contactRoom(shape);
  if (room > scratch.contact.gaps.length) scratch.contact = createContact(room);
}

/** Room for this many points. */
export function reservePoints(scratch: Scratch, points: number): void {
  if (points > scratch.contact.gaps.length) scratch.contact = createContact(points);
}

/**
 * Whether the last result had more points than room. If so, the room is doubled, and the caller calls again.
 */
export function growScratch(scratch: Scratch): boolean {
  const room = scratch.contact.gaps.length;
  if (!(scratch.contact.dropped > 0 && room < MOST_POINTS)) return false;
  scratch.contact = createContact(Math.max(8, 2 * room));
  return true;
}
