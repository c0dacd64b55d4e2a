/**
 * The contact that a detector hands to methods and walls, with room for all points.
 *
 * Room for two of the largest bodies is made beforehand. Bodies with several faces each that overlap deeply can have
 * more crossings of edges than that. Then the contact says how many points it has dropped, is made twice as large, and
 * the question is asked again.
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

/**
 * Whether the last answer had more points than there was room for. If so there is twice the room, for the same question
 * again.
 */
export function growScratch(scratch: Scratch): boolean {
  const room = scratch.contact.gaps.length;
  if (!(scratch.contact.dropped > 0 && room < MOST_POINTS)) return false;
  scratch.contact = createContact(Math.max(8, 2 * room));
  return true;
}
