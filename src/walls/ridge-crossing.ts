/**
 * Where does the resting feature of a body cross an edge of a mesh wall? Both are projected along the normal in `resting`; the edge is that of the last ridgeAxis (ridgeFrame).
 *
 * A face keeps the part of the edge that lies under it: the ends are crossings with the sides of the face, or ends of the edge. A body's edge crosses it in one point, or runs along
 * it and shares a segment. A vertex has its foot on it. On which side of a body's edge an end of the mesh's edge lies is decided by one expression that knows only that end, so
 * a body's edge that crosses a chain of edges in a flat part crosses exactly one of them.
 */
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { resting } from './resting-feature';
import { ridgeFrame } from './ridge-axis';
import { nextPoint } from './wall-points';

/** Fractions along the edge of the first and second point (0, 1), the gaps there (2, 3). */
export const crossing = /* @__PURE__ */ new Float64Array(4);

/** Feature code of the body at both points (0, 1); and whether the point is an end of the mesh's edge: 0 or 1 for its first or second vertex, -1 for none (2, 3). */
export const crossingCode = /* @__PURE__ */ new Int32Array(4);

/** Number of points, 0 to 2. */
export function crossRidge(shape: ConvexPolyhedron, feature: number): number {
  const dimension = featureDimension(feature);
  const index = featureIndex(feature);
  if (dimension === 2) return underFace(shape, index, feature);
  return dimension === 1 ? crossEdge(shape, index, feature) : footOfVertex(shape, index, feature);
}

/** Ends of the edge (0: first, 1: second) against a half-edge of the body: positive to its left as the body's face has it. */
const sides = /* @__PURE__ */ new Float64Array(2);

function setSides(shape: ConvexPolyhedron, h: number): void {
  const { vertices, halfEdgeOrigin } = shape;
  const a = 3 * halfEdgeOrigin[h];
  const b = 3 * halfEdgeOrigin[h ^ 1];
  const ex = vertices[b] - vertices[a];
  const ey = vertices[b + 1] - vertices[a + 1];
  const ez = vertices[b + 2] - vertices[a + 2];
  const wx = ey * resting[2] - ez * resting[1];
  const wy = ez * resting[0] - ex * resting[2];
  const wz = ex * resting[1] - ey * resting[0];
  for (let end = 0; end < 2; end++) {
    const o = 3 * end;
    sides[end] =
      wx * (ridgeFrame[o] - vertices[a]) + wy * (ridgeFrame[o + 1] - vertices[a + 1]) + wz * (ridgeFrame[o + 2] - vertices[a + 2]);
  }
}

/** Whether any of the edge is inside the body. A body beside a thin solid may have corners far behind an edge that it does not meet. */
export function entersBody(shape: ConvexPolyhedron): boolean {
  const { faceCount, normals, offsets } = shape;
  const f = ridgeFrame;
  let low = 0;
  let high = 1;
  for (let face = 0; face < faceCount; face++) {
    const x = normals[3 * face];
    const y = normals[3 * face + 1];
    const z = normals[3 * face + 2];
    const h0 = x * f[0] + y * f[1] + z * f[2] - offsets[face];
    const h1 = x * f[3] + y * f[4] + z * f[5] - offsets[face];
    if (h0 > 0 && h1 > 0) return false;
    if (h0 > 0) low = Math.max(low, h0 / (h0 - h1));
    else if (h1 > 0) high = Math.min(high, h0 / (h0 - h1));
  }
  return low <= high;
}

/** Whether the point in `nextPoint` lies under a resting face, its rim included. */
export function isUnderFace(shape: ConvexPolyhedron, face: number): boolean {
  for (let k = 0; k < 3; k++) ridgeFrame[k] = nextPoint[k];
  const first = shape.faceHalfEdge[face];
  let h = first;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    setSides(shape, h);
    if (sides[0] < 0) return false;
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  return true;
}

function underFace(shape: ConvexPolyhedron, face: number, feature: number): number {
  crossing[0] = 0;
  crossing[1] = 1;
  crossingCode[0] = crossingCode[1] = feature;
  crossingCode[2] = 0;
  crossingCode[3] = 1;
  const first = shape.faceHalfEdge[face];
  let h = first;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    setSides(shape, h);
    const s0 = sides[0];
    const s1 = sides[1];
    if (s0 < 0 && s1 < 0) return 0;
    if (s0 < 0 || s1 < 0) {
      const t = s0 / (s0 - s1);
      const end = s0 < 0 ? 0 : 1;
      if (s0 < 0 ? t > crossing[0] : t < crossing[1]) {
        crossing[end] = t;
        crossingCode[end] = edgeFeature(h >> 1);
        crossingCode[2 + end] = -1;
      }
    }
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  if (crossing[0] > crossing[1]) return 0;
  const { normals, offsets } = shape;
  const bx = normals[3 * face];
  const by = normals[3 * face + 1];
  const bz = normals[3 * face + 2];
  // The face rests: its lean is at most 41 degrees, the divisor at most -3/4.
  const fall = bx * resting[0] + by * resting[1] + bz * resting[2];
  for (let end = 0; end < 2; end++) {
    const t = crossing[end];
    const x = ridgeFrame[0] + t * (ridgeFrame[3] - ridgeFrame[0]);
    const y = ridgeFrame[1] + t * (ridgeFrame[4] - ridgeFrame[1]);
    const z = ridgeFrame[2] + t * (ridgeFrame[5] - ridgeFrame[2]);
    crossing[2 + end] = (offsets[face] - (bx * x + by * y + bz * z)) / fall;
  }
  return 2;
}

function crossEdge(shape: ConvexPolyhedron, edge: number, feature: number): number {
  const { vertices, halfEdgeOrigin } = shape;
  const f = ridgeFrame;
  const m = resting;
  const v0 = halfEdgeOrigin[2 * edge];
  const v1 = halfEdgeOrigin[2 * edge + 1];
  const a = 3 * v0;
  const b = 3 * v1;
  const ex = vertices[b] - vertices[a];
  const ey = vertices[b + 1] - vertices[a + 1];
  const ez = vertices[b + 2] - vertices[a + 2];
  const rise = ex * m[0] + ey * m[1] + ez * m[2];
  const qx = ex - rise * m[0];
  const qy = ey - rise * m[1];
  const qz = ez - rise * m[2];
  const square = qx * qx + qy * qy + qz * qz;
  setSides(shape, 2 * edge);
  const s0 = sides[0];
  const s1 = sides[1];
  const dx = f[3] - f[0];
  const dy = f[4] - f[1];
  const dz = f[5] - f[2];
  const near = m[3] * Math.sqrt(square);
  if (Math.abs(s0) <= near && Math.abs(s1) <= near) {
    // One along the other, to rounding: the segment that they share.
    const length = dx * dx + dy * dy + dz * dz;
    const t0 = ((vertices[a] - f[0]) * dx + (vertices[a + 1] - f[1]) * dy + (vertices[a + 2] - f[2]) * dz) / length;
    const t1 = ((vertices[b] - f[0]) * dx + (vertices[b + 1] - f[1]) * dy + (vertices[b + 2] - f[2]) * dz) / length;
    const low = Math.min(t0, t1);
    const high = Math.max(t0, t1);
    crossing[0] = Math.max(low, 0);
    crossing[1] = Math.min(high, 1);
    if (!(crossing[0] <= crossing[1])) return 0;
    crossingCode[0] = low >= 0 ? vertexFeature(t0 <= t1 ? v0 : v1) : feature;
    crossingCode[1] = high <= 1 ? vertexFeature(t0 <= t1 ? v1 : v0) : feature;
    crossingCode[2] = low > 0 ? -1 : 0;
    crossingCode[3] = high < 1 ? -1 : 1;
    for (let end = 0; end < 2; end++) setGap(end, vertices[a], vertices[a + 1], vertices[a + 2], rise * ((crossing[end] - t0) / (t1 - t0)));
    return 2;
  }
  if (s0 < 0 === s1 < 0) return 0;
  const t = s0 / (s0 - s1);
  const x = f[0] + t * dx - vertices[a];
  const y = f[1] + t * dy - vertices[a + 1];
  const z = f[2] + t * dz - vertices[a + 2];
  const s = (x * qx + y * qy + z * qz) / square;
  if (!(s >= 0 && s <= 1)) return 0;
  crossing[0] = t;
  crossingCode[0] = feature;
  crossingCode[2] = -1;
  setGap(0, vertices[a], vertices[a + 1], vertices[a + 2], rise * s);
  return 1;
}

function footOfVertex(shape: ConvexPolyhedron, v: number, feature: number): number {
  const f = ridgeFrame;
  const dx = f[3] - f[0];
  const dy = f[4] - f[1];
  const dz = f[5] - f[2];
  const x = shape.vertices[3 * v];
  const y = shape.vertices[3 * v + 1];
  const z = shape.vertices[3 * v + 2];
  const t = ((x - f[0]) * dx + (y - f[1]) * dy + (z - f[2]) * dz) / (dx * dx + dy * dy + dz * dz);
  if (!(t >= 0 && t <= 1)) return 0;
  crossing[0] = t;
  crossingCode[0] = feature;
  crossingCode[2] = -1;
  setGap(0, x, y, z, 0);
  return 1;
}

/** The gap at a point: the body's feature is at x y z, and `rise` higher at the point. */
function setGap(end: number, x: number, y: number, z: number, rise: number): void {
  const f = ridgeFrame;
  const t = crossing[end];
  crossing[2 + end] =
    resting[0] * (x - f[0] - t * (f[3] - f[0])) +
    resting[1] * (y - f[1] - t * (f[4] - f[1])) +
    resting[2] * (z - f[2] - t * (f[5] - f[2])) +
    rise;
}
