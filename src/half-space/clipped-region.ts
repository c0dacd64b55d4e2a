/**
 * A cut by all planes of B, and the integrals over what is left: volume, centroid, areas and vector areas by fans of triangles from each face's first
 * corner. Lengths are taken from a corner of the region, so nothing is lost when it is thin or far from A's centroid.
 */
import type { Pose } from '../body/pose';
import type { Overlap } from '../contact/overlap';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import {
  clipFaceCount,
  clipX,
  clipY,
  clipZ,
  cornerCount,
  Cut,
  cut,
  firstCorner,
  firstFace,
  firstSide,
  firstSideStart,
  loadBody,
  plane,
  side,
  sideStart,
  source,
} from './clip';

export const Clipped = { Nothing: 0, Region: 1, Open: 2 } as const;
export type Clipped = (typeof Clipped)[keyof typeof Clipped];

/** Vector areas of the faces of the last region, x y z a face. */
export const vectorArea = /* @__PURE__ */ new Float64Array(6 * MAX_FACES);
/** Extent of the last region along its normal: smallest and largest n·x. */
export const extent = /* @__PURE__ */ new Float64Array(2);

/** Vector areas that add up to more than this share of the area leave a hole; */
const OPEN = 1e-11;
/** less than this many rounding steps of the products of sides is the rounding of the sum itself, which counts for needle-thin faces. */
const CROSS_ULPS = 4;

/**
 * The region that A shares with B, whose planes are moved out by `outward`. Open when cuts contradicted each other or the vector
 * areas do not add up to zero; then `out` holds what there is. `out.status` is the caller's to write.
 */
export function clippedRegion(out: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, outward: number): Clipped {
  const { normals, offsets, faceCount } = b;
  const tx = pose[9];
  const ty = pose[10];
  const tz = pose[11];
  let deepest = 0;
  for (let f = 0, k = 0, p = 0; f < faceCount; f++, k += 3, p += 4) {
    const x = normals[k];
    const y = normals[k + 1];
    const z = normals[k + 2];
    const nx = pose[0] * x + pose[1] * y + pose[2] * z;
    const ny = pose[3] * x + pose[4] * y + pose[5] * z;
    const nz = pose[6] * x + pose[7] * y + pose[8] * z;
    plane[p] = nx;
    plane[p + 1] = ny;
    plane[p + 2] = nz;
    plane[p + 3] = offsets[f] + (nx * tx + ny * ty + nz * tz) + outward;
    // The centroid of A is the origin: the plane it is farthest in front of.
    if (plane[p + 3] < plane[4 * deepest + 3]) deepest = f;
  }
  loadBody(a);
  let cuts = 0;
  for (let k = -1; k < faceCount; k++) {
    if (k === deepest) continue;
    const f = k < 0 ? deepest : k;
    const found = cut(f, -1 - f);
    if (found === Cut.Empty) return Clipped.Nothing;
    if (found === Cut.Broken) {
      integrate(out, pose);
      return Clipped.Open;
    }
    if (found === Cut.Done) cuts++;
  }
  const isClosed = integrate(out, pose);
  out.iterations = cuts;
  return isClosed ? Clipped.Region : Clipped.Open;
}

/** Writes all fields but the status; returns whether the vector areas add up to zero. */
function integrate(out: Overlap, pose: Pose): boolean {
  const c0 = firstCorner();
  const f0 = firstFace();
  const b0 = firstSideStart();
  const s0 = firstSide();
  const faces = clipFaceCount();
  const corners = cornerCount();
  const ox = clipX[c0];
  const oy = clipY[c0];
  const oz = clipZ[c0];
  let volume6 = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let areaA = 0;
  let areaB = 0;
  let ax = 0;
  let ay = 0;
  let az = 0;
  let bx = 0;
  let by = 0;
  let bz = 0;
  let squares = 0;
  for (let f = 0; f < faces; f++) {
    const start = s0 + sideStart[b0 + f];
    const end = s0 + sideStart[b0 + f + 1];
    let v = c0 + side[start];
    const px = clipX[v] - ox;
    const py = clipY[v] - oy;
    const pz = clipZ[v] - oz;
    v = c0 + side[start + 1];
    let qx = clipX[v] - ox;
    let qy = clipY[v] - oy;
    let qz = clipZ[v] - oz;
    let sx = 0;
    let sy = 0;
    let sz = 0;
    for (let k = start + 2; k < end; k++) {
      v = c0 + side[k];
      const rx = clipX[v] - ox;
      const ry = clipY[v] - oy;
      const rz = clipZ[v] - oz;
      const ux = qx - px;
      const uy = qy - py;
      const uz = qz - pz;
      const wx = rx - px;
      const wy = ry - py;
      const wz = rz - pz;
      const nx = uy * wz - uz * wy;
      const ny = uz * wx - ux * wz;
      const nz = ux * wy - uy * wx;
      sx += nx;
      sy += ny;
      sz += nz;
      squares += ux * ux + uy * uy + uz * uz + wx * wx + wy * wy + wz * wz;
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
    vectorArea[3 * f] = 0.5 * sx;
    vectorArea[3 * f + 1] = 0.5 * sy;
    vectorArea[3 * f + 2] = 0.5 * sz;
    const area = 0.5 * Math.sqrt(sx * sx + sy * sy + sz * sz);
    if (source[f0 + f] >= 0) {
      areaA += area;
      ax += 0.5 * sx;
      ay += 0.5 * sy;
      az += 0.5 * sz;
    } else {
      areaB += area;
      bx += 0.5 * sx;
      by += 0.5 * sy;
      bz += 0.5 * sz;
    }
  }

  out.volume = volume6 > 0 ? volume6 / 6 : 0;
  out.area = areaA + areaB;
  out.areaA = areaA;
  out.areaB = areaB;
  const centroid = out.centroid;
  if (volume6 > 0) {
    centroid[0] = ox + mx / (4 * volume6);
    centroid[1] = oy + my / (4 * volume6);
    centroid[2] = oz + mz / (4 * volume6);
  } else {
    meanCorner(centroid, c0, corners);
  }

  const normal = out.normal;
  const length = Math.sqrt(ax * ax + ay * ay + az * az);
  const distance = Math.sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]);
  if (areaA > 0 && areaB > 0 && length > 0) {
    out.normalArea = length;
    normal[0] = ax / length;
    normal[1] = ay / length;
    normal[2] = az / length;
  } else {
    // One body holds the other: the surface is closed, its mean normal zero. Apart along the line of the centroids, as good as any.
    out.normalArea = 0;
    normal[0] = distance > 0 ? pose[9] / distance : 1;
    normal[1] = distance > 0 ? pose[10] / distance : 0;
    normal[2] = distance > 0 ? pose[11] / distance : 0;
  }

  let low = Infinity;
  let high = -Infinity;
  out.vertexCount = corners;
  const vertices = out.vertices;
  for (let v = 0, k = 0; v < corners; v++, k += 3) {
    const x = clipX[c0 + v];
    const y = clipY[c0 + v];
    const z = clipZ[c0 + v];
    const s = normal[0] * x + normal[1] * y + normal[2] * z;
    if (s < low) low = s;
    if (s > high) high = s;
    if (k + 2 < vertices.length) {
      vertices[k] = x;
      vertices[k + 1] = y;
      vertices[k + 2] = z;
    }
  }
  extent[0] = low;
  extent[1] = high;
  copyFaces(out, faces, f0, b0, s0);
  out.iterations = 0;
  const cx = ax + bx;
  const cy = ay + by;
  const cz = az + bz;
  return Math.sqrt(cx * cx + cy * cy + cz * cz) <= OPEN * out.area + CROSS_ULPS * 2 ** -52 * squares;
}

function copyFaces(out: Overlap, faces: number, f0: number, b0: number, s0: number): void {
  const { faceStart, faceVertices, faceSource } = out;
  out.faceCount = faces;
  for (let f = 0; f < faces && f + 1 < faceStart.length; f++) {
    faceStart[f] = sideStart[b0 + f];
    faceStart[f + 1] = sideStart[b0 + f + 1];
    const name = source[f0 + f];
    faceSource[2 * f] = name >= 0 ? 0 : 1;
    faceSource[2 * f + 1] = name >= 0 ? name : -1 - name;
  }
  const sides = sideStart[b0 + faces];
  for (let k = 0; k < sides && k < faceVertices.length; k++) faceVertices[k] = side[s0 + k];
}

function meanCorner(out: Float64Array, c0: number, corners: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let v = c0; v < c0 + corners; v++) {
    x += clipX[v];
    y += clipY[v];
    z += clipZ[v];
  }
  out[0] = x / corners;
  out[1] = y / corners;
  out[2] = z / corners;
}
