/**
 * The position of a contact point on each body. A point lies midway between the two surfaces, along the normal. For a
 * positive gap, the surface of A is half the gap behind the point and the surface of B half the gap ahead of it. In
 * overlap it is the opposite. For swollen bodies these are the swollen surfaces.
 */
import type { Contact } from './contact';

/**
 * Writes the position of contact point k on A to `out`, length 3, in the frame of the contact.
 *
 * @example
 * ```ts
 * const onA = new Float64Array(3);
 * // contact.points[3 k ..] - contact.gaps[k] / 2 * contact.normal
 * for (let k = 0; k < contact.count; k++) console.log(pointOnA(onA, contact, k));
 * ```
 */
export function pointOnA(out: Float64Array, contact: Contact, k: number): Float64Array {
  return along(out, contact, k, -0.5);
}

/** Writes the position of contact point k on B to `out`, length 3, in the frame of the contact. */
export function pointOnB(out: Float64Array, contact: Contact, k: number): Float64Array {
  return along(out, contact, k, 0.5);
}

function along(out: Float64Array, { points, gaps, normal }: Contact, k: number, part: number): Float64Array {
  for (let i = 0; i < 3; i++) out[i] = points[3 * k + i] + part * gaps[k] * normal[i];
  return out;
}
