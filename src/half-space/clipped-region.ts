/**
 * Cuts A by the planes of B, and integrates over the remaining part. The order of the planes is free, so planes that
 * leave little come first: the plane in front of which A's centroid is farthest, then planes with nearly the same
 * distance. A sphere around the remaining part excludes most of the other planes. It is computed again after 1, 2, 4,
 * 8... cuts, since it costs as much as testing several planes.
 */
import type { Pose } from '../body/pose';
import { OFFSET } from '../contact/layouts';
import type { Overlap } from '../contact/overlap';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { Cut, cut, firstCut, cutter, snap } from './clip';
import { corners, CORNERS, cornerX, cornerY, cornerZ, meshTotal } from './clip-mesh';
import { integrate } from './region-integrals';

export const Clipped = { Nothing: 0, Region: 1, Full: 2 } as const;
export type Clipped = (typeof Clipped)[keyof typeof Clipped];

/** With so few planes left, trying them all is faster than computing the sphere. */
const FEW = 8;

/**
 * Planes less than this part of B's inradius behind the deepest one come before all others: they leave a small part,
 * and most other planes miss it.
 */
const NEAR_DEEPEST = 0.5;

/** For each plane of B: the distance of A's centroid in front of it. */
const inFront = /* @__PURE__ */ new Float64Array(MAX_FACES);
const order = /* @__PURE__ */ new Int32Array(MAX_FACES);

/** Distance by which B's planes are moved out. Engines would allocate a double that is passed as an argument. */
export const outward = /* @__PURE__ */ new Float64Array(1);

/** A sphere that contains the remaining part: its centre (0..2) and its RADIUS. Planes that miss it do not cut. */
const ball = /* @__PURE__ */ new Float64Array(4);
/** Slot of `ball`. */
const RADIUS = 3;
/** Its centre in B's frame. */
const centre = /* @__PURE__ */ new Float64Array(3);

/**
 * The region that A shares with B, whose planes are moved out by {@link outward}. Returns Full when the arrays have no
 * room; the region is then that after the last complete cut. The caller writes `out.status`.
 */
export function clippedRegion(out: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): Clipped {
  const { normals, offsets, faceCount } = b;
  // Planes are tested in B's frame, so that only planes that may cut are transformed.
  ball[0] = ball[1] = ball[2] = 0;
  ball[RADIUS] = a.radius;
  seeFromB(pose);
  let deepest = 0;
  let farthest = -Infinity;
  for (let f = 0, k = 0; f < faceCount; f++, k += 3) {
    const s = normals[k] * centre[0] + normals[k + 1] * centre[1] + normals[k + 2] * centre[2] - offsets[f];
    inFront[f] = s;
    if (s > farthest) {
      farthest = s;
      deepest = f;
    }
  }
  if (farthest > a.radius + outward[0] + snap[0]) return Clipped.Nothing;
  turnPlane(b, deepest, pose);
  let cuts = 0;
  let found: Cut = firstCut(a, MAX_FACES + deepest);
  sortPlanes(b, deepest);
  for (let i = 0; ; i++) {
    if (found === Cut.Empty) return Clipped.Nothing;
    if (found === Cut.Full) break;
    if (found === Cut.Done) {
      cuts++;
      if ((cuts & (cuts - 1)) === 0 && faceCount - i > FEW) {
        enclose();
        seeFromB(pose);
      }
    }
    const reach = ball[RADIUS] + outward[0] + snap[0];
    const x = centre[0];
    const y = centre[1];
    const z = centre[2];
    let f = 0;
    for (; i < faceCount - 1; i++) {
      f = order[i];
      if (!(normals[3 * f] * x + normals[3 * f + 1] * y + normals[3 * f + 2] * z + reach < offsets[f])) break;
    }
    if (i === faceCount - 1) break;
    turnPlane(b, f, pose);
    found = cut(MAX_FACES + f);
  }
  integrate(out, pose);
  out.iterations = cuts;
  return found === Cut.Full ? Clipped.Full : Clipped.Region;
}

/** Writes the order in which the other planes are tried. */
function sortPlanes({ faceCount, inradius }: ConvexPolyhedron, deepest: number): void {
  const far = inFront[deepest] - NEAR_DEEPEST * inradius;
  let first = 0;
  let last = faceCount - 1;
  for (let f = 0; f < faceCount; f++) {
    if (f === deepest) continue;
    if (inFront[f] >= far) order[first++] = f;
    else order[--last] = f;
  }
}

/** Writes the sphere about the middle of the corners' bounding box to `ball`. */
function enclose(): void {
  const all = meshTotal[CORNERS];
  let x0 = cornerX[corners[0]];
  let x1 = x0;
  let y0 = cornerY[corners[0]];
  let y1 = y0;
  let z0 = cornerZ[corners[0]];
  let z1 = z0;
  for (let k = 1; k < all; k++) {
    const v = corners[k];
    const x = cornerX[v];
    const y = cornerY[v];
    const z = cornerZ[v];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  ball[0] = 0.5 * (x0 + x1);
  ball[1] = 0.5 * (y0 + y1);
  ball[2] = 0.5 * (z0 + z1);
  const dx = x1 - x0;
  const dy = y1 - y0;
  const dz = z1 - z0;
  ball[RADIUS] = 0.5 * Math.sqrt(dx * dx + dy * dy + dz * dz);
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

/** Writes `cutter`: the plane of face f of B in A's frame, moved out. */
function turnPlane({ normals, offsets }: ConvexPolyhedron, f: number, pose: Pose): void {
  const x = normals[3 * f];
  const y = normals[3 * f + 1];
  const z = normals[3 * f + 2];
  const nx = pose[0] * x + pose[1] * y + pose[2] * z;
  const ny = pose[3] * x + pose[4] * y + pose[5] * z;
  const nz = pose[6] * x + pose[7] * y + pose[8] * z;
  cutter[0] = nx;
  cutter[1] = ny;
  cutter[2] = nz;
  cutter[OFFSET] = offsets[f] + (nx * pose[9] + ny * pose[10] + nz * pose[11]) + outward[0];
}
