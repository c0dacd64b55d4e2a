/**
 * The two straightforward exact searches that the exact plane is compared with, written as well as they can be without
 * leaving anything out: flat arrays, scalars, no allocation, squared distances until the end, a scan given up as soon
 * as it cannot win.
 * - allFeatures: the distance of bodies that are apart, over all vertex-face and edge-edge pairs (vertex-vertex and
 *   vertex-edge are edge-edge clamped).
 * - allAxes: the depth of bodies that overlap, over all face normals and all cross products of edges (separating axis
 *   theorem without Gauss map).
 */
import type { ConvexPolyhedron, Pose } from 'dem-contact';

const CAPACITY = 3 * 256;
const cornersB = new Float64Array(CAPACITY);
const edgesA = new Float64Array(2 * CAPACITY);
const edgesB = new Float64Array(2 * CAPACITY);

function load(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  const v = b.vertices;
  for (let k = 0; k < 3 * b.vertexCount; k += 3) {
    cornersB[k] = pose[0] * v[k] + pose[1] * v[k + 1] + pose[2] * v[k + 2] + pose[9];
    cornersB[k + 1] = pose[3] * v[k] + pose[4] * v[k + 1] + pose[5] * v[k + 2] + pose[10];
    cornersB[k + 2] = pose[6] * v[k] + pose[7] * v[k + 1] + pose[8] * v[k + 2] + pose[11];
  }
  loadEdges(edgesA, a, a.vertices);
  loadEdges(edgesB, b, cornersB);
}

/** Origin and vector of each edge. */
function loadEdges(out: Float64Array, shape: ConvexPolyhedron, corners: Float64Array): void {
  for (let e = 0; e < shape.edgeCount; e++) {
    const p = 3 * shape.halfEdgeOrigin[2 * e];
    const q = 3 * shape.halfEdgeOrigin[2 * e + 1];
    for (let c = 0; c < 3; c++) {
      out[6 * e + c] = corners[p + c];
      out[6 * e + 3 + c] = corners[q + c] - corners[p + c];
    }
  }
}

/** Distance of two bodies that are apart. */
export function allFeatures(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): number {
  load(a, b, pose);
  let best2 = Infinity;
  for (let e = 0; e < 6 * a.edgeCount; e += 6) {
    const px = edgesA[e];
    const py = edgesA[e + 1];
    const pz = edgesA[e + 2];
    const ux = edgesA[e + 3];
    const uy = edgesA[e + 4];
    const uz = edgesA[e + 5];
    const uu = ux * ux + uy * uy + uz * uz;
    for (let f = 0; f < 6 * b.edgeCount; f += 6) {
      const vx = edgesB[f + 3];
      const vy = edgesB[f + 4];
      const vz = edgesB[f + 5];
      const wx = px - edgesB[f];
      const wy = py - edgesB[f + 1];
      const wz = pz - edgesB[f + 2];
      const vv = vx * vx + vy * vy + vz * vz;
      const uv = ux * vx + uy * vy + uz * vz;
      const uw = ux * wx + uy * wy + uz * wz;
      const vw = vx * wx + vy * wy + vz * wz;
      const det = uu * vv - uv * uv;
      let s = det > 1e-12 * uu * vv ? (uv * vw - vv * uw) / det : 0;
      s = s < 0 ? 0 : s > 1 ? 1 : s;
      let t = (uv * s + vw) / vv;
      if (t < 0) {
        t = 0;
        s = -uw / uu;
        s = s < 0 ? 0 : s > 1 ? 1 : s;
      } else if (t > 1) {
        t = 1;
        s = (uv - uw) / uu;
        s = s < 0 ? 0 : s > 1 ? 1 : s;
      }
      const dx = wx + s * ux - t * vx;
      const dy = wy + s * uy - t * vy;
      const dz = wz + s * uz - t * vz;
      const d2 = dx * dx + dy * dy + dz * dz;
      if (d2 < best2) best2 = d2;
    }
  }
  let best = Math.sqrt(best2);
  // A vertex over a face: compared by height first, since few are nearer than the best link so far.
  for (let f = 0; f < a.faceCount; f++) {
    const nx = a.normals[3 * f];
    const ny = a.normals[3 * f + 1];
    const nz = a.normals[3 * f + 2];
    for (let w = 0; w < 3 * b.vertexCount; w += 3) {
      const h = nx * cornersB[w] + ny * cornersB[w + 1] + nz * cornersB[w + 2] - a.offsets[f];
      if (h > 0 && h < best && over(a, f, a.vertices, nx, ny, nz, cornersB[w], cornersB[w + 1], cornersB[w + 2])) best = h;
    }
  }
  for (let f = 0; f < b.faceCount; f++) {
    const x = b.normals[3 * f];
    const y = b.normals[3 * f + 1];
    const z = b.normals[3 * f + 2];
    const nx = pose[0] * x + pose[1] * y + pose[2] * z;
    const ny = pose[3] * x + pose[4] * y + pose[5] * z;
    const nz = pose[6] * x + pose[7] * y + pose[8] * z;
    const offset = b.offsets[f] + nx * pose[9] + ny * pose[10] + nz * pose[11];
    for (let v = 0; v < 3 * a.vertexCount; v += 3) {
      const h = nx * a.vertices[v] + ny * a.vertices[v + 1] + nz * a.vertices[v + 2] - offset;
      if (h > 0 && h < best && over(b, f, cornersB, nx, ny, nz, a.vertices[v], a.vertices[v + 1], a.vertices[v + 2])) best = h;
    }
  }
  return best;
}

function over(
  shape: ConvexPolyhedron,
  f: number,
  corners: Float64Array,
  nx: number,
  ny: number,
  nz: number,
  x: number,
  y: number,
  z: number,
): boolean {
  const first = shape.faceHalfEdge[f];
  let h = first;
  do {
    const p = 3 * shape.halfEdgeOrigin[h];
    const q = 3 * shape.halfEdgeOrigin[h ^ 1];
    const ux = corners[q] - corners[p];
    const uy = corners[q + 1] - corners[p + 1];
    const uz = corners[q + 2] - corners[p + 2];
    const wx = x - corners[p];
    const wy = y - corners[p + 1];
    const wz = z - corners[p + 2];
    if ((ny * uz - nz * uy) * wx + (nz * ux - nx * uz) * wy + (nx * uy - ny * ux) * wz < 0) return false;
    h = shape.halfEdgeNext[h];
  } while (h !== first);
  return true;
}

/** Largest g over all axes: minus the depth of two bodies that overlap. */
export function allAxes(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): number {
  load(a, b, pose);
  let best = -Infinity;
  for (let f = 0; f < a.faceCount; f++) {
    const g = along(a, b, a.normals[3 * f], a.normals[3 * f + 1], a.normals[3 * f + 2], best);
    if (g > best) best = g;
  }
  for (let f = 0; f < b.faceCount; f++) {
    const x = -b.normals[3 * f];
    const y = -b.normals[3 * f + 1];
    const z = -b.normals[3 * f + 2];
    const g = along(
      a,
      b,
      pose[0] * x + pose[1] * y + pose[2] * z,
      pose[3] * x + pose[4] * y + pose[5] * z,
      pose[6] * x + pose[7] * y + pose[8] * z,
      best,
    );
    if (g > best) best = g;
  }
  for (let e = 0; e < 6 * a.edgeCount; e += 6) {
    const ux = edgesA[e + 3];
    const uy = edgesA[e + 4];
    const uz = edgesA[e + 5];
    for (let f = 0; f < 6 * b.edgeCount; f += 6) {
      const vx = edgesB[f + 3];
      const vy = edgesB[f + 4];
      const vz = edgesB[f + 5];
      const cx = uy * vz - uz * vy;
      const cy = uz * vx - ux * vz;
      const cz = ux * vy - uy * vx;
      const cc = cx * cx + cy * cy + cz * cz;
      if (cc < 1e-20 * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz)) continue;
      // Both senses of the axis in one pass over the corners.
      const g = alongEither(a, b, cx, cy, cz, Math.sqrt(cc));
      if (g > best) best = g;
    }
  }
  return best;
}

/** g along a unit vector; given up (with -Infinity) as soon as it is below `floor`. */
function along(a: ConvexPolyhedron, b: ConvexPolyhedron, nx: number, ny: number, nz: number, floor: number): number {
  const corners = a.vertices;
  let reach = -Infinity;
  for (let v = 0; v < 3 * a.vertexCount; v += 3) {
    const d = nx * corners[v] + ny * corners[v + 1] + nz * corners[v + 2];
    if (d > reach) reach = d;
  }
  const level = reach + floor;
  let near = Infinity;
  for (let w = 0; w < 3 * b.vertexCount; w += 3) {
    const d = nx * cornersB[w] + ny * cornersB[w + 1] + nz * cornersB[w + 2];
    if (d < near) {
      if (d < level) return -Infinity;
      near = d;
    }
  }
  return near - reach;
}

/** The larger g of both senses of an axis of the given length. */
function alongEither(a: ConvexPolyhedron, b: ConvexPolyhedron, x: number, y: number, z: number, length: number): number {
  const corners = a.vertices;
  let lowA = Infinity;
  let highA = -Infinity;
  for (let v = 0; v < 3 * a.vertexCount; v += 3) {
    const d = x * corners[v] + y * corners[v + 1] + z * corners[v + 2];
    if (d < lowA) lowA = d;
    if (d > highA) highA = d;
  }
  let lowB = Infinity;
  let highB = -Infinity;
  for (let w = 0; w < 3 * b.vertexCount; w += 3) {
    const d = x * cornersB[w] + y * cornersB[w + 1] + z * cornersB[w + 2];
    if (d < lowB) lowB = d;
    if (d > highB) highB = d;
  }
  return Math.max(lowB - highA, lowA - highB) / length;
}
