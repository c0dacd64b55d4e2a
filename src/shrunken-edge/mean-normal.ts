/**
 * Normals of contacts at a rim (Wang et al. 2014, section 2.3): the mean of the normals of the faces around the
 * features, from A to B.
 *
 * The paper takes the faces of one of the two vertices, or of one of the two parallel edges. Here the faces of both are
 * used, so the normal does not depend on the order of the blocks.
 */
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { faceNormal } from './blocks';
import { BAND, D_TOL, settings, statusAt } from './settings';

/** The last computed mean normal (0..2). The caller sets the gap along it (GAP). */
export const mean = /* @__PURE__ */ new Float64Array(4);

/**
 * Whether a mean normal n with a gap (n[3]) may replace the best known direction. It must agree on whether the blocks
 * touch. Its depth may be at most twice as large; for blocks apart, its gap may be at most dTol smaller.
 */
export function isFit(n: Float64Array, best: Float64Array): boolean {
  const least = best[3] < 0 ? 2 * best[3] - settings[BAND] : best[3] - settings[D_TOL];
  return n[3] >= least && statusAt(n, 3) === statusAt(best, 3);
}

/** Sets the mean of the two faces of edge h of `target`, the block of row `side`. False when it is zero. */
export function meanOfEdge(target: ConvexPolyhedron, side: number, h: number): boolean {
  mean.fill(0);
  addEdge(target, side, h);
  return normalizeMean();
}

/** Sets the mean of the faces of edge h of `target` and edge i of `main`. */
export function meanOfEdges(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, h: number, i: number): boolean {
  mean.fill(0);
  addEdge(target, side, h);
  addEdge(main, 1 - side, i);
  return normalizeMean();
}

/** Sets the mean of the faces around corner v of `target`. */
export function meanOfVertex(target: ConvexPolyhedron, side: number, v: number): boolean {
  mean.fill(0);
  addAround(target, side, v);
  return normalizeMean();
}

/** Sets the mean of the faces around corner v of `target` and corner w of `main`. */
export function meanOfCorners(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, v: number, w: number): boolean {
  mean.fill(0);
  addAround(target, side, v);
  addAround(main, 1 - side, w);
  return normalizeMean();
}

/** A sum of unit normals shorter than this has lost half its digits. */
const LEAST_MEAN = 1e-8;

function normalizeMean(): boolean {
  const length = Math.sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
  if (!(length > LEAST_MEAN)) return false;
  for (let k = 0; k < 3; k++) mean[k] /= length;
  return true;
}

/** Adds the normal of face f of the block of row `side`, with the sign from A to B. */
function addFace(side: number, f: number): void {
  const sense = side === 0 ? 1 : -1;
  const o = 3 * (side * MAX_FACES + f);
  for (let k = 0; k < 3; k++) mean[k] += sense * faceNormal[o + k];
}

function addEdge(shape: ConvexPolyhedron, side: number, h: number): void {
  addFace(side, shape.halfEdgeFace[h]);
  addFace(side, shape.halfEdgeFace[h ^ 1]);
}

function addAround(shape: ConvexPolyhedron, side: number, v: number): void {
  const start = shape.vertexHalfEdge[v];
  let h = start;
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    addFace(side, shape.halfEdgeFace[h]);
    h = shape.halfEdgeNext[h ^ 1];
    if (h === start) break;
  }
}
