/**
 * A cut by the planes of B, and the integrals over what is left. The order of the planes is free, so those come first
 * that leave little: the one that A's centroid is farthest in front of, then those that it is nearly as far in front
 * of. A sphere around the remaining part excludes most of the others; it is computed again after 1, 2, 4, 8... cuts,
 * since it costs as much as several planes that are tried in vain.
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

/** With so few planes left it is quicker to try them all than to enclose what is left. */
const FEW = 8;

/**
 * Planes this share of B's inradius behind the deepest one come before all others: what they leave is small, and most
 * others miss it.
 */
const NEAR_DEEPEST = 0.5;

/** By plane of B: how far A's centroid is in front of it. */
const inFront = /* @__PURE__ */ new Float64Array(MAX_FACES);
const order = /* @__PURE__ */ new Int32Array(MAX_FACES);

/** How far B's planes are moved out: a cell, since doubles handed to a function that is not inlined are allocated. */
export const outward = /* @__PURE__ */ new Float64Array(1);

/** A sphere that holds what is left: its centre (0..2) and its RADIUS. Planes that miss it do not cut. */
const ball = /* @__PURE__ */ new Float64Array(4);
/** Slot of `ball`. */
const RADIUS = 3;
/** Its centre in B's frame. */
const centre = /* @__PURE__ */ new Float64Array(3);

/**
 * The region that A shares with B, whose planes are moved out by {@link outward}. Full (of it, as far as the cuts went)
 * when the arrays are. `out.status` is the caller's to write.
 */
export function clippedRegion(out: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): Clipped {
  const { normals, offsets, faceCount } = b;
  // Planes are looked at in B's frame, so that only those that may cut have to be turned.
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

/** Writes `plane`: that of face f of B in A's frame, moved out. */
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
