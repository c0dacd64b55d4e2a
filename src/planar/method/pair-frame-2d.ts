/**
 * A pair in A's frame: the corners of B there, and the gap along a direction. Results are in arrays, because engines
 * allocate a returned double.
 */
import { HIGH_A, LOW_B, SCANNED_GAP } from '../../contact/layouts';
import type { Pose2d } from '../body/pose-2d';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from '../polygon/convex-polygon';

/** Corners of B in A's frame, x y packed. */
export const cornersB = /* @__PURE__ */ new Float64Array(2 * MAX_POLYGON_VERTICES);

/** The unit direction (0, 1) of gapAlong. */
export const along = /* @__PURE__ */ new Float64Array(2);
/** Results of the last gapAlong: hA (HIGH_A), lB (LOW_B) and g = lB - hA (SCANNED_GAP). */
export const extremes = /* @__PURE__ */ new Float64Array(3);
/** The vertices of A and of B that gave hA and lB. */
export const support = /* @__PURE__ */ new Int32Array(2);

/**
 * Error of g in half rounding steps (2^-53) of the extent: g is a difference of two scalar products of two terms, on
 * coordinates that were rounded in the transformation into A's frame.
 */
export const ROUNDING = 4 * 2 ** -53;

export function loadCornersB(b: ConvexPolygon, pose: Pose2d): void {
  const { vertices, vertexCount } = b;
  const c = pose[0];
  const s = pose[1];
  const tx = pose[2];
  const ty = pose[3];
  for (let o = 0; o < 2 * vertexCount; o += 2) {
    const x = vertices[o];
    const y = vertices[o + 1];
    cornersB[o] = c * x - s * y + tx;
    cornersB[o + 1] = s * x + c * y + ty;
  }
}

/**
 * g(n) = lB(n) - hA(n) for the direction in `along`, by a full scan: for every unit vector a lower bound of the gap.
 */
export function gapAlong(a: ConvexPolygon, b: ConvexPolygon): void {
  const nx = along[0];
  const ny = along[1];
  const { vertices } = a;
  let high = -Infinity;
  let low = Infinity;
  let top = 0;
  let bottom = 0;
  for (let v = 0; v < a.vertexCount; v++) {
    const d = nx * vertices[2 * v] + ny * vertices[2 * v + 1];
    if (d > high) {
      high = d;
      top = v;
    }
  }
  for (let w = 0; w < b.vertexCount; w++) {
    const d = nx * cornersB[2 * w] + ny * cornersB[2 * w + 1];
    if (d < low) {
      low = d;
      bottom = w;
    }
  }
  support[0] = top;
  support[1] = bottom;
  extremes[HIGH_A] = high;
  extremes[LOW_B] = low;
  extremes[SCANNED_GAP] = low - high;
}
