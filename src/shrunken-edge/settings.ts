/**
 * The two numbers of the shrunken edge algorithm (Wang, Li and Feng 2014, section 2.1): lambda, the fraction of the
 * distance to the centre of a face by which its corners move, and dTol, the distance up to which features are in
 * contact.
 *
 * dTol must be below every shrink distance: only then is a rim that just touches another rim not a contact. The shrink
 * distance of the paper is lambda |OV|, for a corner V and the centre O of a face at V. But the distance between an
 * edge and its shrunken edge is what separates rims. It is lambda times the distance of O from the edge, which is less
 * on long faces. The least such distance of the pair counts. Between faces at an angle t it is smaller by the factor
 * sin t. So the default dTol is a tenth of that distance: faces of a cut body that meet at 6 degrees or more stay
 * separate.
 */
import type { DetectOptions } from '../contact/method';
import { touchingBand } from '../contact/band';
import { statusOfGap } from '../contact/rounding';
import type { Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** Options of {@link shrunkenEdge}; fields that are missing or 0 have their defaults. */
export interface ShrunkenEdgeOptions extends DetectOptions {
  /**
   * 'corrected', the default. 'published': as printed, with one approaching face for each face of A, for comparison; it
   * is often wrong.
   */
  variant?: 'corrected' | 'published';
  /** lambda, 0.001 .. 0.01; default 0.01. */
  shrink?: number;
  /**
   * dTol, a length below the least shrink distance of the pair; default a tenth of that. A larger value gives
   * Status.Invalid.
   */
  tolerance?: number;
  /**
   * true: blocks of which only the rims touch (vertex-vertex, vertex-edge, parallel edges) are in contact. This is for
   * separate blocks. In a cut body it gives a contact at every place where corners and edges of many blocks coincide.
   * Default false.
   */
  rims?: boolean;
}

/** The range of lambda in the paper; it uses the upper end. */
export const MOST_SHRINK = 0.01;
export const LEAST_SHRINK = 0.001;

/** Slots of {@link settings}: lambda. */
export const LAMBDA = 0;
/** dTol. */
export const D_TOL = 1;
/** Rounding band of the pair. */
export const BAND = 2;
/** Least shrink distance of the pair. */
export const SHRINK_DISTANCE = 3;
/** Shift of the faces: "within dTol" refers to a face moved out by this length; < 0 for a contact deeper than dTol. */
export const FACE_SHIFT = 4;
/** Rims within this distance count as touching. */
export const RIM_REACH = 5;
/** Faces with a smaller g are not tested. */
export const LEAST_FACE_GAP = 6;
/** Largest g of a face, the outermost one. */
export const OUTER_GAP = 7;
export const settings = /* @__PURE__ */ new Float64Array(8);

/** The status of the gap in cells[at]. Engines would allocate the gap if it were an argument. */
export function statusAt(cells: Float64Array, at: number): Status {
  return statusOfGap(cells[at], settings[BAND]);
}

/**
 * Least distance of the centre of a face from a side of it: one entry for each shape, made at its first call. It is an
 * array, because engines allocate a returned double.
 */
const leastArms = /* @__PURE__ */ new WeakMap<ConvexPolyhedron, Float64Array>();

/** Writes {@link settings}; false when dTol is not below the shrink distance. */
export function setTolerances(a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions): boolean {
  const shrink = options.shrink ?? 0;
  const given = options.tolerance ?? 0;
  settings[LAMBDA] = shrink > 0 ? shrink : MOST_SHRINK;
  settings[BAND] = touchingBand(a, b);
  const most = settings[LAMBDA] * Math.min(leastArm(a)[0], leastArm(b)[0]);
  settings[SHRINK_DISTANCE] = most;
  settings[FACE_SHIFT] = 0;
  settings[RIM_REACH] = 0;
  settings[D_TOL] = given > 0 ? given : Math.max(0.1 * most, settings[BAND]);
  return settings[LAMBDA] < 1 && (given > 0 ? given < most : true);
}

/** The least distance of the centre of a face of a shape from a side of it, as an array of length 1. */
export function leastArm(shape: ConvexPolyhedron): Float64Array {
  const known = leastArms.get(shape);
  if (known !== undefined) return known;
  const { vertices, halfEdgeOrigin, halfEdgeNext, faceHalfEdge } = shape;
  let least = Infinity;
  for (let f = 0; f < shape.faceCount; f++) {
    const corners: number[] = [];
    let h = faceHalfEdge[f];
    do {
      corners.push(halfEdgeOrigin[h]);
      h = halfEdgeNext[h];
    } while (h !== faceHalfEdge[f]);
    const centre = [0, 1, 2].map((k) => corners.reduce((sum, v) => sum + vertices[3 * v + k], 0) / corners.length);
    corners.forEach((v, c) => {
      const w = corners[(c + 1) % corners.length];
      const e = [0, 1, 2].map((k) => vertices[3 * w + k] - vertices[3 * v + k]);
      const r = [0, 1, 2].map((k) => centre[k] - vertices[3 * v + k]);
      const along = (e[0] * r[0] + e[1] * r[1] + e[2] * r[2]) / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
      const x = r[0] - along * e[0];
      const y = r[1] - along * e[1];
      const z = r[2] - along * e[2];
      least = Math.min(least, Math.sqrt(x * x + y * y + z * z));
    });
  }
  const made = new Float64Array([least]);
  leastArms.set(shape, made);
  return made;
}
