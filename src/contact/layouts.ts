/**
 * Slots of records in flat arrays that the methods share: one name for one thing. A single vector, and a list of
 * vectors, have no names: their coordinates are at 0, 1 and 2. The comment of each array says which of these slots it
 * has.
 */

/** A direction or a plane: unit normal n (0..2) and the gap g(n) = lB(n) - hA(n), or a place and the gap there. */
export const GAP = 3;
/** After GAP, in some records: a point that touches the plane (4..6). */
export const TOUCH = 4;

/** A plane n·x = offset: unit normal n (0..2) and offset. */
export const OFFSET = 3;

/** A vector or a point (0..2), then a squared length: of the vector, or of the distance from the point. */
export const SQUARE = 3;

/** Results of a scan along n: hA, the largest n·v of the corners of A; lB, the smallest of B; lB - hA. */
export const HIGH_A = 0;
export const LOW_B = 1;
export const SCANNED_GAP = 2;

/** A link: its end P on A (0..2), its end Q on B (3..5), and its length |Q - P|. */
export const P = 0;
export const Q = 3;
export const LENGTH = 6;

/** Two axes of a plane: x (0..2) and y (3..5). */
export const AXIS_X = 0;
export const AXIS_Y = 3;
