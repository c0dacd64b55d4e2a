/** The points of a basic contact on both blocks. Frame: A's. */
import { featureDimension, featureIndex } from '../contact/feature';
import { P, Q } from '../contact/layouts';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, faceNormal, faceOffset, foot, isNearEdge } from './block-pair';

/** Points of the last basic contact: on A (P, 0..2), on B (Q, 3..5). */
export const ends = /* @__PURE__ */ new Float64Array(6);

/**
 * Writes the points of a basic contact on A and on B to `ends`: corners, the foot of a corner on an edge or a face, or
 * the nearest points of two edges.
 */
export function placeBasic(a: ConvexPolyhedron, b: ConvexPolyhedron, codeA: number, codeB: number): void {
  const dimA = featureDimension(codeA);
  const dimB = featureDimension(codeB);
  if (dimA === 0 && dimB === 0) {
    putCorner(0, featureIndex(codeA));
    putCorner(3, MAX_VERTICES + featureIndex(codeB));
  } else if (dimA === 0) locateVertex(b, 0, featureIndex(codeA), codeB);
  else if (dimB === 0) locateVertex(a, 1, featureIndex(codeB), codeA);
  else locateEdges(a, b, 2 * featureIndex(codeA), 2 * featureIndex(codeB));
}

function putCorner(o: number, p: number): void {
  ends[o] = corner[3 * p];
  ends[o + 1] = corner[3 * p + 1];
  ends[o + 2] = corner[3 * p + 2];
}

/** A vertex of block `side`, and its nearest point on an edge of the other block, or its foot on a face. */
function locateVertex(other: ConvexPolyhedron, side: number, v: number, code: number): void {
  const p = side * MAX_VERTICES + v;
  const row = (1 - side) * MAX_VERTICES;
  putCorner(3 * side, p);
  const o = 3 * (1 - side);
  if (featureDimension(code) === 1) {
    const h = 2 * featureIndex(code);
    isNearEdge(p, row + other.halfEdgeOrigin[h], row + other.halfEdgeOrigin[h + 1]);
    ends[o] = foot[0];
    ends[o + 1] = foot[1];
    ends[o + 2] = foot[2];
    return;
  }
  const f = 3 * ((1 - side) * MAX_FACES + featureIndex(code));
  const mx = faceNormal[f];
  const my = faceNormal[f + 1];
  const mz = faceNormal[f + 2];
  const d = mx * corner[3 * p] + my * corner[3 * p + 1] + mz * corner[3 * p + 2] - faceOffset[f / 3];
  ends[o] = corner[3 * p] - d * mx;
  ends[o + 1] = corner[3 * p + 1] - d * my;
  ends[o + 2] = corner[3 * p + 2] - d * mz;
}

/** The nearest points of the lines of two edges, limited to their ends. */
function locateEdges(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): void {
  const p = 3 * a.halfEdgeOrigin[i];
  const q = 3 * a.halfEdgeOrigin[i + 1];
  const r = 3 * (MAX_VERTICES + b.halfEdgeOrigin[j]);
  const s = 3 * (MAX_VERTICES + b.halfEdgeOrigin[j + 1]);
  const ex = corner[q] - corner[p];
  const ey = corner[q + 1] - corner[p + 1];
  const ez = corner[q + 2] - corner[p + 2];
  const fx = corner[s] - corner[r];
  const fy = corner[s + 1] - corner[r + 1];
  const fz = corner[s + 2] - corner[r + 2];
  const x = corner[r] - corner[p];
  const y = corner[r + 1] - corner[p + 1];
  const z = corner[r + 2] - corner[p + 2];
  const cx = ey * fz - ez * fy;
  const cy = ez * fx - ex * fz;
  const cz = ex * fy - ey * fx;
  const cc = cx * cx + cy * cy + cz * cz;
  // Cross products: their error grows with 1 / sine of the angle. The error of the usual 2 x 2 system grows with its
  // square.
  const t = cc > 0 ? ((y * fz - z * fy) * cx + (z * fx - x * fz) * cy + (x * fy - y * fx) * cz) / cc : 0;
  const u = cc > 0 ? ((y * ez - z * ey) * cx + (z * ex - x * ez) * cy + (x * ey - y * ex) * cz) / cc : 0;
  const tIn = t > 0 ? (t < 1 ? t : 1) : 0;
  const uIn = u > 0 ? (u < 1 ? u : 1) : 0;
  ends[P] = corner[p] + tIn * ex;
  ends[P + 1] = corner[p + 1] + tIn * ey;
  ends[P + 2] = corner[p + 2] + tIn * ez;
  ends[Q] = corner[r] + uIn * fx;
  ends[Q + 1] = corner[r + 1] + uIn * fy;
  ends[Q + 2] = corner[r + 2] + uIn * fz;
}
