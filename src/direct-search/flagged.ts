/**
 * The features of two blocks that can be near a contact: those in the regions of the virtual contact planes, VCP (Zheng
 * et al. 2017, sections 2.1.3 and 2.2.1, "only vertices, edges and faces within the VCP region are flagged").
 *
 * The VCPs are the two planes with normal n that touch A and B. A vertex of A is flagged when it is not farther than
 * dTol behind B's plane, a vertex of B when it is not farther than dTol behind A's. **This loses nothing**, for every
 * n: a contact within dTol joins points p of A and q of B with n·p >= n·q - dTol >= lB(n) - dTol. The vertex of p, or
 * an end of the edge of p, is at least as high. So flagged vertices over faces, and edges with a flagged end, give the
 * whole contact set. Only the part of an edge in the region counts. Pairs of edges are skipped if the boxes of their
 * parts are farther apart than dTol.
 *
 * Frame: A's, boxes along its axes.
 */
import { HIGH_A, LOW_B } from '../contact/layouts';
import { MAX_EDGES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, height, extremes } from './block-pair';
import { NEAR, ROUNDING, settings, WIDER } from './settings';

/**
 * Flagged vertices and edges (half-edges 2k) of A from row 0, of B from row MAX_VERTICES and MAX_EDGES, and their
 * numbers.
 */
export const flaggedVertex = /* @__PURE__ */ new Int32Array(2 * MAX_VERTICES);
export const flaggedEdge = /* @__PURE__ */ new Int32Array(2 * MAX_EDGES);
export const vertexTotal = /* @__PURE__ */ new Int32Array(2);
export const edgeTotal = /* @__PURE__ */ new Int32Array(2);
/** Boxes of the parts of flagged edges: least x y z and most x y z by row; those of A are wider by dTol. */
const box = /* @__PURE__ */ new Float64Array(12 * MAX_EDGES);
/** Where the most x y z start in a row. */
const MOST_X = 3;
const MOST_Y = 4;
const MOST_Z = 5;

/** Values of the current block. */
const region = /* @__PURE__ */ new Float64Array(3);
/** Least height of the kept part of the block. */
const LEAST_HEIGHT = 0;
/** The widening of its boxes. */
const WIDENING = 1;
/** The part of the current edge. */
const EDGE_PART = 2;

/** Flags the features of both blocks by the heights of the last gapAlong: within dTol, or within 2 dTol if `wide`. */
export function flag(a: ConvexPolyhedron, b: ConvexPolyhedron, wide: boolean): void {
  const width = (wide ? 2 : 1) * settings[NEAR] * WIDER + settings[ROUNDING];
  region[LEAST_HEIGHT] = extremes[LOW_B] - width;
  region[WIDENING] = width;
  flagSide(a, 0);
  region[LEAST_HEIGHT] = -extremes[HIGH_A] - width;
  region[WIDENING] = 0;
  flagSide(b, 1);
}

/** Flags the features of block `side` that reach the height of its region, along the direction or against it. */
function flagSide(shape: ConvexPolyhedron, side: number): void {
  const sense = 1 - 2 * side;
  const floor = region[LEAST_HEIGHT];
  const { halfEdgeNext, halfEdgeOrigin, vertexHalfEdge } = shape;
  const row = side * MAX_VERTICES;
  let vertices = row;
  let edges = side * MAX_EDGES;
  for (let v = 0; v < shape.vertexCount; v++) {
    const top = sense * height[row + v];
    if (!(top >= floor)) continue;
    flaggedVertex[vertices++] = v;
    const first = vertexHalfEdge[v];
    let h = first;
    for (let turns = shape.edgeCount; turns > 0; turns--) {
      // An edge with two flagged ends is listed by the lower one.
      const w = halfEdgeOrigin[h ^ 1];
      const end = sense * height[row + w];
      const whole = end >= floor;
      if (w > v || !whole) {
        region[EDGE_PART] = whole ? 1 : (top - floor) / (top - end);
        bound(6 * edges, 3 * (row + v), 3 * (row + w));
        flaggedEdge[edges++] = h & ~1;
      }
      h = halfEdgeNext[h ^ 1];
      if (h === first) break;
    }
  }
  vertexTotal[side] = vertices - row;
  edgeTotal[side] = edges - side * MAX_EDGES;
}

/** The box of the part of an edge from corner p towards q (offsets) that is in the region. */
function bound(o: number, p: number, q: number): void {
  const width = region[WIDENING];
  const part = region[EDGE_PART];
  for (let k = 0; k < 3; k++) {
    const from = corner[p + k];
    const to = from + part * (corner[q + k] - from);
    box[o + k] = (from < to ? from : to) - width;
    box[o + MOST_X + k] = (from < to ? to : from) + width;
  }
}

/** Whether the boxes of flagged edges k of A and l of B (rows) meet. */
export function doBoxesMeet(k: number, l: number): boolean {
  const o = 6 * k;
  const p = 6 * l;
  return (
    box[o] <= box[p + MOST_X] &&
    box[p] <= box[o + MOST_X] &&
    box[o + 1] <= box[p + MOST_Y] &&
    box[p + 1] <= box[o + MOST_Y] &&
    box[o + 2] <= box[p + MOST_Z] &&
    box[p + 2] <= box[o + MOST_Z]
  );
}
