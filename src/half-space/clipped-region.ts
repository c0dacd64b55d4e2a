/**
 * A cut by all planes of B, and the integrals over what is left: volume, centroid, areas and vector areas by fans of triangles from each face's first
 * corner. Lengths are taken from a corner of the region, so nothing is lost when it is thin or far from A's centroid.
 */
import type { Pose } from '../body/pose';
import type { Overlap } from '../contact/overlap';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import {
  ball,
  clipFaceCount,
  clipX,
  clipY,
  clipZ,
  cornerCount,
  Cut,
  cut,
  firstCorner,
  firstCut,
  firstFace,
  firstSide,
  firstSideStart,
  isShared,
  plane,
  side,
  sideStart,
  snap,
  source,
} from './clip';

export const Clipped = { Nothing: 0, Region: 1, Full: 2 } as const;
export type Clipped = (typeof Clipped)[keyof typeof Clipped];

/** Vector areas of the faces of the last region, x y z a face. */
export const vectorArea = /* @__PURE__ */ new Float64Array(6 * MAX_FACES);
/** Extent of the last region along its normal: smallest and largest n·x. */
export const extent = /* @__PURE__ */ new Float64Array(2);

/** A sum of vector areas below this share of the areas in it is the rounding of a closed surface. */
const CLOSED = 2 ** -46;

/** Centre of the sphere about what is left, in B's frame. */
const centre = /* @__PURE__ */ new Float64Array(3);

/**
 * The region that A shares with B, whose planes are moved out by `outward`. Full (of it, as far as the cuts went) when the arrays are. `out.status` is the
 * caller's to write.
 */
export function clippedRegion(out: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, outward: number): Clipped {
  const { normals, offsets, faceCount } = b;
  // Planes are looked at in B's frame, so that only those that may cut have to be turned.
  ball[0] = ball[1] = ball[2] = 0;
  seeFromB(pose);
  let deepest = 0;
  let farthest = -Infinity;
  for (let f = 0, k = 0; f < faceCount; f++, k += 3) {
    const s = normals[k] * centre[0] + normals[k + 1] * centre[1] + normals[k + 2] * centre[2] - offsets[f];
    if (s > farthest) {
      farthest = s;
      deepest = f;
    }
  }
  if (farthest > a.radius + outward + snap[0]) return Clipped.Nothing;
  turnPlane(b, deepest, pose, outward);
  let cuts = 0;
  let found: Cut = firstCut(a, -1 - deepest);
  for (let f = 0, k = 0; ; f++, k += 3) {
    if (found === Cut.Empty) return Clipped.Nothing;
    if (found === Cut.Full) break;
    if (found === Cut.Done) {
      cuts++;
      seeFromB(pose);
    }
    const reach = ball[3] + outward + snap[0];
    const x = centre[0];
    const y = centre[1];
    const z = centre[2];
    while (f < faceCount && (f === deepest || normals[k] * x + normals[k + 1] * y + normals[k + 2] * z + reach < offsets[f])) {
      f++;
      k += 3;
    }
    if (f === faceCount) break;
    turnPlane(b, f, pose, outward);
    found = cut(-1 - f);
  }
  integrate(out, pose);
  out.iterations = cuts;
  return found === Cut.Full ? Clipped.Full : Clipped.Region;
}

/** Writes `centre`. */
function seeFromB(pose: Pose): void {
  const x = ball[0] - pose[9];
  const y = ball[1] - pose[10];
  const z = ball[2] - pose[11];
  centre[0] = pose[0] * x + pose[3] * y + pose[6] * z;
  centre[1] = pose[1] * x + pose[4] * y + pose[7] * z;
  centre[2] = pose[2] * x + pose[5] * y + pose[8] * z;
}

/** Writes `plane`: that of face f of B in A's frame, moved out. */
function turnPlane({ normals, offsets }: ConvexPolyhedron, f: number, pose: Pose, outward: number): void {
  const x = normals[3 * f];
  const y = normals[3 * f + 1];
  const z = normals[3 * f + 2];
  const nx = pose[0] * x + pose[1] * y + pose[2] * z;
  const ny = pose[3] * x + pose[4] * y + pose[5] * z;
  const nz = pose[6] * x + pose[7] * y + pose[8] * z;
  plane[0] = nx;
  plane[1] = ny;
  plane[2] = nz;
  plane[3] = offsets[f] + (nx * pose[9] + ny * pose[10] + nz * pose[11]) + outward;
}

/** Writes all fields but the status. */
function integrate(out: Overlap, pose: Pose): void {
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
  let shared = 0;
  let hx = 0;
  let hy = 0;
  let hz = 0;
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
      let ux = qx - px;
      let uy = qy - py;
      let uz = qz - pz;
      let wx = rx - px;
      let wy = ry - py;
      let wz = rz - pz;
      // The product of any two sides is the same; of the two shorter ones it loses least in a long thin triangle.
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
    vectorArea[3 * f] = 0.5 * sx;
    vectorArea[3 * f + 1] = 0.5 * sy;
    vectorArea[3 * f + 2] = 0.5 * sz;
    const area = 0.5 * Math.sqrt(sx * sx + sy * sy + sz * sz);
    const face = source[f0 + f];
    if (face >= 0) {
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

  // A's own part and half of the shared one, or minus B's own part and the other half: the same but for rounding, which is less for the smaller part.
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
    // One body holds the other: the surface is closed, its mean normal zero. Apart along the line of the centroids, as good as any.
    const distance = Math.sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]);
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
