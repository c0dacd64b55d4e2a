/**
 * Bounds of a contact, by slot: the rounding of a coordinate; the largest gap of a point; the largest gap in the
 * contact zone; the largest height difference over a face that counts as level.
 */
export const contactBounds = /* @__PURE__ */ new Float64Array(4);
export const EPS = 0;
export const LIMIT = 1;
export const LEVEL = 2;
export const FLAT = 3;
