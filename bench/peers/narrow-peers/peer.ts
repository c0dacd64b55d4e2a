/** What the bench of the narrow phase asks of every library. */

/** The answer about one pair; A stands at the origin, unturned. */
export interface Answer {
  /** Signed distance; NaN where the library reports no contact. */
  gap: number;
  /** Unit normal from A to B. */
  normal: Float64Array;
  /** Contact points. */
  points: number;
}

/** Asks about row p of the poses of B (x y z, then quaternion x y z w, 7 numbers a row). */
export type Ask = (answer: Answer, poses: Float64Array, p: number) => void;

export interface Peer {
  name: string;
  /**
   * Makes two bodies of one shape; `corners` are x y z packed, all of single precision. Texts tell why a shape is left
   * out. `reach`: the distance up to which an answer is wanted.
   */
  open: (corners: Float32Array, faces: readonly (readonly number[])[], reach: number) => Ask | string;
}

export function noContact(answer: Answer): void {
  answer.gap = NaN;
  answer.points = 0;
}

/** Writes the unit vector along x y z as the normal. */
export function setNormal(answer: Answer, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  answer.normal[0] = x / length;
  answer.normal[1] = y / length;
  answer.normal[2] = z / length;
}
