/**
 * Integrals over the region that remains after the cuts: volume, centroid, areas and vector areas by fans of triangles
 * from one corner of each face, and the extent along the normal. Coordinates are relative to a corner of the region, so
 * no digits are lost when it is thin or far from A's centroid.
 */
import type { Pose } from '../body/pose';
import type { Overlap } from '../contact/overlap';
import { MAX_FACES } from '../polyhedron/convex-polyhedron';
import {
  CORNERS,
  corners,
  cornerX,
  cornerY,
  cornerZ,
  meshTotal,
  faceHalfEdge,
  FACES,
  faces,
  GONE,
  isShared,
  MAX_CLIP_CORNERS,
  nextEdge,
  originOf,
} from './clip-mesh';

/** Vector areas of the faces of the last region, x y z a face, in the order of `faces`. */
export const vectorArea = /* @__PURE__ */ new Float64Array(6 * MAX_FACES);
/** Extent of the last region along its normal n. */
export const extent = /* @__PURE__ */ new Float64Array(3);
/** Smallest n·x. */
export const LOWEST = 0;
/** Largest n·x. */
export const HIGHEST = 1;
/** The square of the largest distance of a corner from the first one. */
export const SPREAD_SQUARE = 2;

/** A sum of vector areas below this part of the sum of areas is only the rounding of a closed surface. */
const CLOSED = 2 ** -46;

/** By corner: its place in the list. */
const numberOf = /* @__PURE__ */ new Int32Array(MAX_CLIP_CORNERS);

/** Sums over the triangles of the region, relative to its first corner. */
const triangleSum = /* @__PURE__ */ new Float64Array(7);
/** Six times the volume. */
const VOLUME_6 = 0;
/** Moments: six times the volume of each tetrahedron times the sum of its corners, x y z. */
const MOMENT = 1;
/** Twice the vector area of the last face, x y z. */
const FACE_VECTOR = 4;

/** Writes all fields but the status. */
export function integrate(out: Overlap, pose: Pose): void {
  copyCorners(out);
  const { faceStart, faceVertices, faceSource } = out;
  const rows = faceStart.length - 1;
  faceStart[0] = 0;
  let used = 0;
  const all = meshTotal[CORNERS];
  const listed = meshTotal[FACES];
  const ox = cornerX[corners[0]];
  const oy = cornerY[corners[0]];
  const oz = cornerZ[corners[0]];
  triangleSum.fill(0);
  let areaA = 0;
  let areaB = 0;
  let ax = 0;
  let ay = 0;
  let az = 0;
  let bx = 0;
  let by = 0;
  let bz = 0;
  let shared = 0;
  let hx = 0;
  let hy = 0;
  let hz = 0;
  let kept = 0;
  for (let k = 0; k < listed; k++) {
    const face = faces[k];
    const first = faceHalfEdge[face];
    if (first === GONE) continue;
    used = addFan(first, faceVertices, used);
    const sx = triangleSum[FACE_VECTOR];
    const sy = triangleSum[FACE_VECTOR + 1];
    const sz = triangleSum[FACE_VECTOR + 2];
    vectorArea[3 * kept] = 0.5 * sx;
    vectorArea[3 * kept + 1] = 0.5 * sy;
    vectorArea[3 * kept + 2] = 0.5 * sz;
    if (kept < rows) {
      faceStart[kept + 1] = used;
      faceSource[2 * kept] = face < MAX_FACES ? 0 : 1;
      faceSource[2 * kept + 1] = face < MAX_FACES ? face : face - MAX_FACES;
    }
    faces[kept++] = face;
    const area = 0.5 * Math.sqrt(sx * sx + sy * sy + sz * sz);
    if (face < MAX_FACES) {
      areaA += area;
      if (isShared[face] !== 0) {
        shared += area;
        hx += 0.25 * sx;
        hy += 0.25 * sy;
        hz += 0.25 * sz;
      } else {
        ax += 0.5 * sx;
        ay += 0.5 * sy;
        az += 0.5 * sz;
      }
    } else {
      areaB += area;
      bx += 0.5 * sx;
      by += 0.5 * sy;
      bz += 0.5 * sz;
    }
  }
  meshTotal[FACES] = kept;
  out.faceCount = kept;

  const volume6 = triangleSum[VOLUME_6];
  out.volume = volume6 > 0 ? volume6 / 6 : 0;
  out.area = areaA + areaB;
  out.areaA = areaA;
  out.areaB = areaB;
  const centroid = out.centroid;
  if (volume6 > 0) {
    centroid[0] = ox + triangleSum[MOMENT] / (4 * volume6);
    centroid[1] = oy + triangleSum[MOMENT + 1] / (4 * volume6);
    centroid[2] = oz + triangleSum[MOMENT + 2] / (4 * volume6);
  } else {
    meanCorner(centroid);
  }

  // A's own part and half of the shared part, or minus B's own part and the other half. Both are equal except for
  // rounding, which is less for the smaller part.
  const own = areaA - shared;
  const normal = out.normal;
  const useA = own < areaB;
  const x = useA ? ax + hx : -(bx + hx);
  const y = useA ? ay + hy : -(by + hy);
  const z = useA ? az + hz : -(bz + hz);
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > CLOSED * ((useA ? own : areaB) + shared)) {
    out.normalArea = length;
    normal[0] = x / length;
    normal[1] = y / length;
    normal[2] = z / length;
  } else {
    // One body contains the other: the surface is closed, and its mean normal is zero. Any direction is equally good,
    // so the line of centroids is used.
    const distance = Math.sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]);
    out.normalArea = 0;
    normal[0] = distance > 0 ? pose[9] / distance : 1;
    normal[1] = distance > 0 ? pose[10] / distance : 0;
    normal[2] = distance > 0 ? pose[11] / distance : 0;
  }

  let low = Infinity;
  let high = -Infinity;
  let farthest2 = 0;
  for (let k = 0; k < all; k++) {
    const v = corners[k];
    const dx = cornerX[v] - ox;
    const dy = cornerY[v] - oy;
    const dz = cornerZ[v] - oz;
    const distance2 = dx * dx + dy * dy + dz * dz;
    if (distance2 > farthest2) farthest2 = distance2;
    const s = normal[0] * cornerX[v] + normal[1] * cornerY[v] + normal[2] * cornerZ[v];
    if (s < low) low = s;
    if (s > high) high = s;
  }
  extent[LOWEST] = low;
  extent[HIGHEST] = high;
  extent[SPREAD_SQUARE] = farthest2;
}

/**
 * Adds the triangles of the face of half-edge `first` to the sums, and sets FACE_VECTOR. Writes the corners of the face
 * to `faceVertices` from row `used`, as far as there is room. Returns the row after them.
 */
function addFan(first: number, faceVertices: Int32Array, used: number): number {
  const room = faceVertices.length;
  const ox = cornerX[corners[0]];
  const oy = cornerY[corners[0]];
  const oz = cornerZ[corners[0]];
  let volume6 = triangleSum[VOLUME_6];
  let mx = triangleSum[MOMENT];
  let my = triangleSum[MOMENT + 1];
  let mz = triangleSum[MOMENT + 2];
  let v = originOf[first];
  if (used + 1 < room) {
    faceVertices[used] = numberOf[v];
    faceVertices[used + 1] = numberOf[originOf[nextEdge[first]]];
  }
  used += 2;
  const px = cornerX[v] - ox;
  const py = cornerY[v] - oy;
  const pz = cornerZ[v] - oz;
  let h = nextEdge[first];
  v = originOf[h];
  let qx = cornerX[v] - ox;
  let qy = cornerY[v] - oy;
  let qz = cornerZ[v] - oz;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (h = nextEdge[h]; h !== first; h = nextEdge[h]) {
    v = originOf[h];
    if (used < room) faceVertices[used] = numberOf[v];
    used++;
    const rx = cornerX[v] - ox;
    const ry = cornerY[v] - oy;
    const rz = cornerZ[v] - oz;
    let ux = qx - px;
    let uy = qy - py;
    let uz = qz - pz;
    let wx = rx - px;
    let wy = ry - py;
    let wz = rz - pz;
    // The cross product of any two sides is the same. For a long thin triangle that of the two shorter ones has the
    // least rounding.
    const vx = rx - qx;
    const vy = ry - qy;
    const vz = rz - qz;
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    const ww = wx * wx + wy * wy + wz * wz;
    if (ww > uu && ww > vv) {
      wx = vx;
      wy = vy;
      wz = vz;
    } else if (uu > vv) {
      ux = -vx;
      uy = -vy;
      uz = -vz;
    }
    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    sx += nx;
    sy += ny;
    sz += nz;
    // Six times the tetrahedron between the origin and the triangle.
    const six = px * nx + py * ny + pz * nz;
    volume6 += six;
    mx += six * (px + qx + rx);
    my += six * (py + qy + ry);
    mz += six * (pz + qz + rz);
    qx = rx;
    qy = ry;
    qz = rz;
  }
  triangleSum[VOLUME_6] = volume6;
  triangleSum[MOMENT] = mx;
  triangleSum[MOMENT + 1] = my;
  triangleSum[MOMENT + 2] = mz;
  triangleSum[FACE_VECTOR] = sx;
  triangleSum[FACE_VECTOR + 1] = sy;
  triangleSum[FACE_VECTOR + 2] = sz;
  return used;
}

/** Numbers the corners in the order of the list, and copies as many as there is room for. */
function copyCorners(out: Overlap): void {
  const vertices = out.vertices;
  const room = vertices.length - 2;
  const all = meshTotal[CORNERS];
  out.vertexCount = all;
  for (let i = 0, k = 0; i < all; i++, k += 3) {
    const v = corners[i];
    numberOf[v] = i;
    if (k < room) {
      vertices[k] = cornerX[v];
      vertices[k + 1] = cornerY[v];
      vertices[k + 2] = cornerZ[v];
    }
  }
}

function meanCorner(out: Float64Array): void {
  const all = meshTotal[CORNERS];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < all; k++) {
    const v = corners[k];
    x += cornerX[v];
    y += cornerY[v];
    z += cornerZ[v];
  }
  out[0] = x / all;
  out[1] = y / all;
  out[2] = z / all;
}
