/**
 * Closest point of one body of the loaded pair (pair-frame) to a point in A's frame, over all its features. The test
 * whether a point is over a face uses the body's own frame, where its edges are exact.
 */
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import { SQUARE } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { FACE_ROW, VERTEX_ROW, corner, edge, faceNormal, faceOffset, intoBody, loadEdge, own } from './pair-frame';

/** Lengths that depths are compared with. */
export const accuracy = /* @__PURE__ */ new Float64Array(2);
/** The rounding of a length. */
export const LENGTH_ROUNDING = 0;
/** g of the axis that the depths were measured along. */
export const MEASURED_GAP = 1;
/**
 * Point to project. It is in an array because engines allocate doubles that are passed to a function that is not
 * inlined.
 */
export const target = /* @__PURE__ */ new Float64Array(3);
/** Foot of a projection (0..2) and its squared distance (SQUARE). */
export const foot = /* @__PURE__ */ new Float64Array(4);

/**
 * Writes the closest point of one body to `target` to `foot`, and returns its feature. If the point is in front of a
 * face and projects strictly inside it, its foot is there (the face's plane supports the body). Otherwise the foot lies
 * on an edge or a vertex. A point that is in front of no face is on the body, or in it by rounding: then its foot lies
 * on the nearest face.
 */
export function closestOnBody(side: number, shape: ConvexPolyhedron): number {
  const x = target[0];
  const y = target[1];
  const z = target[2];
  const faceRow = FACE_ROW[side];
  let highest = -Infinity;
  let highestFace = 0;
  for (let f = 0; f < shape.faceCount; f++) {
    const o = 3 * (faceRow + f);
    const h = faceNormal[o] * x + faceNormal[o + 1] * y + faceNormal[o + 2] * z - faceOffset[faceRow + f];
    if (h > highest) {
      highest = h;
      highestFace = f;
    }
    if (h > 0 && projectsInside(side, shape, f)) {
      setFoot(x - h * faceNormal[o], y - h * faceNormal[o + 1], z - h * faceNormal[o + 2], h * h);
      return faceFeature(f);
    }
  }
  if (highest <= 0 && highest > -Infinity && projectsInside(side, shape, highestFace)) {
    const o = 3 * (faceRow + highestFace);
    setFoot(x - highest * faceNormal[o], y - highest * faceNormal[o + 1], z - highest * faceNormal[o + 2], highest * highest);
    return faceFeature(highestFace);
  }
  const { vertices, halfEdgeOrigin } = shape;
  if (shape.edgeCount === 0) return closestOnPoint(side);
  intoBody(side, x, y, z);
  const ox = own[0];
  const oy = own[1];
  const oz = own[2];
  let shortest = Infinity;
  let nearest = 0;
  let at = 0;
  for (let e = 0; e < shape.edgeCount; e++) {
    const p = 3 * halfEdgeOrigin[2 * e];
    const q = 3 * halfEdgeOrigin[2 * e + 1];
    const wx = ox - vertices[p];
    const wy = oy - vertices[p + 1];
    const wz = oz - vertices[p + 2];
    const ux = vertices[q] - vertices[p];
    const uy = vertices[q + 1] - vertices[p + 1];
    const uz = vertices[q + 2] - vertices[p + 2];
    const t = footOnEdge(wx, wy, wz, ux, uy, uz);
    const dx = t === 1 ? ox - vertices[q] : wx - t * ux;
    const dy = t === 1 ? oy - vertices[q + 1] : wy - t * uy;
    const dz = t === 1 ? oz - vertices[q + 2] : wz - t * uz;
    const d2 = dx * dx + dy * dy + dz * dz;
    if (d2 < shortest) {
      shortest = d2;
      nearest = e;
      at = t;
    }
  }
  placeOnEdge(side, shape, nearest, at);
  const dx = x - foot[0];
  const dy = y - foot[1];
  const dz = z - foot[2];
  foot[SQUARE] = dx * dx + dy * dy + dz * dz;
  return at === 0 || at === 1 ? vertexFeature(halfEdgeOrigin[2 * nearest + at]) : edgeFeature(nearest);
}

/** The same on a body that is a point. */
function closestOnPoint(side: number): number {
  const o = 3 * VERTEX_ROW[side];
  const dx = target[0] - corner[o];
  const dy = target[1] - corner[o + 1];
  const dz = target[2] - corner[o + 2];
  setFoot(corner[o], corner[o + 1], corner[o + 2], dx * dx + dy * dy + dz * dz);
  return vertexFeature(0);
}

/** Writes the point at t (0..1) along an edge to `foot`; 0 and 1 are the ends. */
function placeOnEdge(side: number, shape: ConvexPolyhedron, e: number, t: number): void {
  const o = 3 * (VERTEX_ROW[side] + shape.halfEdgeOrigin[2 * e + (t === 1 ? 1 : 0)]);
  for (let k = 0; k < 3; k++) foot[k] = corner[o + k];
  if (t === 0 || t === 1) return;
  loadEdge(side, shape, e);
  for (let k = 0; k < 3; k++) foot[k] += t * edge[k];
}

/**
 * The position (0..1) of the foot of point w on the edge with vector u; w is relative to the edge's origin. Exactly 0
 * and 1 are the ends.
 */
export function footOnEdge(wx: number, wy: number, wz: number, ux: number, uy: number, uz: number): number {
  const along = ux * wx + uy * wy + uz * wz;
  const length2 = ux * ux + uy * uy + uz * uz;
  return along <= 0 ? 0 : along >= length2 ? 1 : along / length2;
}

function setFoot(x: number, y: number, z: number, d2: number): void {
  foot[0] = x;
  foot[1] = y;
  foot[2] = z;
  foot[SQUARE] = d2;
}

/**
 * True when `target` projects strictly inside face f of a body along the face's normal: left of every edge of the
 * counter-clockwise loop. A point that is left by less than a rounding must also be beside the edge. Reason: a point
 * beyond the tip of a needle-thin face is left of both its sides by as little.
 */
export function projectsInside(side: number, shape: ConvexPolyhedron, f: number): boolean {
  const { vertices, normals, halfEdgeOrigin, halfEdgeNext } = shape;
  intoBody(side, target[0], target[1], target[2]);
  const x = own[0];
  const y = own[1];
  const z = own[2];
  const nx = normals[3 * f];
  const ny = normals[3 * f + 1];
  const nz = normals[3 * f + 2];
  const first = shape.faceHalfEdge[f];
  let h = first;
  for (let k = 0; k < shape.vertexCount; k++) {
    const p = 3 * halfEdgeOrigin[h];
    const q = 3 * halfEdgeOrigin[h ^ 1];
    const ux = vertices[q] - vertices[p];
    const uy = vertices[q + 1] - vertices[p + 1];
    const uz = vertices[q + 2] - vertices[p + 2];
    const wx = x - vertices[p];
    const wy = y - vertices[p + 1];
    const wz = z - vertices[p + 2];
    // (n x u)·w
    const left = (ny * uz - nz * uy) * wx + (nz * ux - nx * uz) * wy + (nx * uy - ny * ux) * wz;
    if (!(left > 0)) return false;
    const uu = ux * ux + uy * uy + uz * uz;
    if (left * left <= accuracy[LENGTH_ROUNDING] * accuracy[LENGTH_ROUNDING] * uu) {
      const along = ux * wx + uy * wy + uz * wz;
      if (along < 0 || along > uu) return false;
    }
    h = halfEdgeNext[h];
    if (h === first) return true;
  }
  return true;
}
