/**
 * What a contact is asked for, by slot: the rounding of a coordinate; the gap up to which corners are points; the gap
 * up to which a place is in the zone; what a level face may be out of level.
 */
export const contactBounds = /* @__PURE__ */ new Float64Array(4);
export const EPS = 0;
export const LIMIT = 1;
export const LEVEL = 2;
export const FLAT = 3;
