/** Contact points of a wall, one by one into a contact: its arrays keep those that fit, the count and the deepest gap are true. */
import type { Contact } from '../contact/contact';

/** The point on the wall (0..2) and its gap (3) that {@link addPoint} is to add; and the normal out of the wall (4..6). */
export const nextPoint = /* @__PURE__ */ new Float64Array(7);

/** Adds the point in `nextPoint`, and makes it the witness of the contact when it is the deepest so far. */
export function addPoint(out: Contact, featureA: number, featureB: number): void {
  const p = nextPoint;
  const at = out.count++;
  const gap = p[3];
  if (at < out.gaps.length) {
    for (let k = 0; k < 3; k++) out.points[3 * at + k] = p[k];
    out.gaps[at] = gap;
    out.features[2 * at] = featureA;
    out.features[2 * at + 1] = featureB;
  }
  if (at > 0 && !(gap < out.gap)) return;
  out.gap = gap;
  out.featureA = featureA;
  out.featureB = featureB;
  for (let k = 0; k < 3; k++) {
    out.pointA[k] = p[k] + gap * p[4 + k];
    out.pointB[k] = p[k];
    out.normal[k] = 0 - p[4 + k];
  }
}
