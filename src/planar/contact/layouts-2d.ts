/** Slots of records in flat arrays that the methods in the plane share, as src/contact/layouts.ts for space. */

/** A direction or a line: unit normal n (0, 1) and the gap g(n) = lB(n) - hA(n). */
export const GAP_2D = 2;

/** A link: its end P on A (0, 1) and its end Q on B (2, 3). */
export const P_2D = 0;
export const Q_2D = 2;
