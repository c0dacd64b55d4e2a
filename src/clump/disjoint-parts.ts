/**
 * Parts that overlap, cut so that they do not: hulls of a convex decomposition overlap by little, and a body that
 * touches two overlapping parts of one clump would be pushed twice.
 *
 * Each two parts that overlap are cut by one plane: one part keeps what is behind it, the other what is in front. The
 * planes tried are those of all faces of the shared region, which leave one part whole, and the plane through the
 * centroid of the region along its normal. The plane that keeps most volume is taken; one part is left out where the
 * other alone is more than that. Cuts only take away, so a pair that is cut stays disjoint, and one pass over all pairs
 * is enough. What is lost is what no plane can keep, near the rims of the regions; compare the volumes of the clumps
 * before and after.
 */
import { createPose, relativePose, type Pose } from '../body/pose';
import { OFFSET } from '../contact/layouts';
import { createOverlap, createOverlapFor, type Overlap } from '../contact/overlap';
import { Status } from '../contact/status';
import { Cut, cutter, firstCut, snap } from '../half-space/clip';
import { CORNERS, corners, cornerX, cornerY, cornerZ, meshTotal } from '../half-space/clip-mesh';
import { overlap } from '../half-space/overlap';
import { integrate } from '../half-space/region-integrals';
import { InputError } from '../math/input-error';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { placedParts, type ClumpPart } from './clump';
import { hullOf } from './union-mass';

/** A plane n·x = offset in some frame. */
type Plane = readonly [number, number, number, number];

/** Corners this many rounding steps of the radius from a plane are on it: those of a plane that is turned twice. */
const SNAP_ULPS = 16;

/**
 * The parts without their overlaps, for {@link createClump}. Parts that lie flush stay flush. A part of which nothing
 * is left, such as one inside another, is left out. Throws the errors of createClump
 * for bad parts, 'bad-option' for rounded ones.
 *
 * @example
 * ```ts
 * const parts = [{ shape: box(3, 1, 1) }, { shape: box(1, 3, 1) }]; // a cross; the middle is in both
 * const arms = disjointParts(parts);
 * console.log(createClump(arms).sharedVolume); // 0
 * ```
 */
export function disjointParts(parts: readonly ClumpPart[]): ClumpPart[] {
  const placed = placedParts(parts);
  const rounded = placed.rounding.findIndex((radius) => radius > 0);
  if (rounded >= 0) {
    throw new InputError('bad-option', `part ${rounded} is rounded: only sharp parts can be cut`, rounded, placed.rounding[rounded]);
  }
  const shapes: (ConvexPolyhedron | undefined)[] = placed.shapes.slice();
  const pose = createPose();
  for (let i = 0; i < parts.length; i++) {
    for (let j = i + 1; j < parts.length; j++) {
      const [a, b] = [shapes[i], shapes[j]];
      if (a === undefined) break;
      if (b === undefined) continue;
      relativePose(pose, placed, i, j);
      const region = createOverlapFor(a, b);
      if (overlap(region, a, b, pose) !== Status.Overlapping) continue;
      const { plane, volume } = bestPlane(region, a, b, pose);
      const isOneMore = Math.max(a.volume, b.volume) >= volume;
      if (isOneMore) {
        shapes[a.volume >= b.volume ? j : i] = undefined;
        continue;
      }
      keep(shapes, placed, i, behind(a, plane));
      keep(shapes, placed, j, behind(b, inFrameOfB(plane, pose)));
    }
  }
  return shapes.flatMap((shape, p) => {
    const [x, y, z] = placed.positions.subarray(3 * p, 3 * p + 3);
    const [qx, qy, qz, qw] = placed.orientations.subarray(4 * p, 4 * p + 4);
    return shape === undefined ? [] : [{ shape, position: [x, y, z], orientation: [qx, qy, qz, qw] }];
  });
}

/** The plane of A's frame that keeps most of A behind it and of B in front of it, and how much that is. */
function bestPlane(region: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): { plane: Plane; volume: number } {
  const [nx, ny, nz] = region.normal;
  const [cx, cy, cz] = region.centroid;
  const middle: Plane = [nx, ny, nz, nx * cx + ny * cy + nz * cz];
  const tried = [middle];
  const best = { plane: middle, volume: -1 };
  for (let f = 0; f < region.faceCount; f++) {
    const face = region.faceSource[2 * f + 1];
    tried.push(region.faceSource[2 * f] === 0 ? planeOf(a, face) : turnedBack(planeOf(b, face), pose));
  }
  for (const plane of tried) {
    const volume = volumeBehind(a, plane) + volumeBehind(b, inFrameOfB(plane, pose));
    if (volume > best.volume) Object.assign(best, { plane, volume });
  }
  return best;
}

const planeOf = ({ normals, offsets }: ConvexPolyhedron, f: number): Plane => [
  normals[3 * f],
  normals[3 * f + 1],
  normals[3 * f + 2],
  offsets[f],
];

/** A plane of B in A's frame, turned round: what is behind a face of B is in front of it. */
function turnedBack([x, y, z, d]: Plane, pose: Pose): Plane {
  const [nx, ny, nz] = [0, 3, 6].map((r) => -(pose[r] * x + pose[r + 1] * y + pose[r + 2] * z));
  const [tx, ty, tz] = pose.subarray(9);
  return [nx, ny, nz, nx * tx + ny * ty + nz * tz - d];
}

/** A plane of A's frame in B's, turned round: what is in front of it there is behind it here. */
function inFrameOfB([x, y, z, d]: Plane, pose: Pose): Plane {
  const [nx, ny, nz] = [0, 1, 2].map((c) => -(pose[c] * x + pose[3 + c] * y + pose[6 + c] * z));
  const [tx, ty, tz] = pose.subarray(9);
  return [nx, ny, nz, x * tx + y * ty + z * tz - d];
}

/** Cuts the shape, so that what is behind the plane is loaded; false when that is nothing. */
function cutBy(shape: ConvexPolyhedron, [x, y, z, d]: Plane): boolean {
  snap[0] = SNAP_ULPS * 2 ** -52 * shape.radius;
  cutter[0] = x;
  cutter[1] = y;
  cutter[2] = z;
  cutter[OFFSET] = d;
  const found = firstCut(shape, MAX_FACES);
  return found === Cut.Done || found === Cut.Missed;
}

const measured = /* @__PURE__ */ createOverlap(0, 0, 0);
const here = /* @__PURE__ */ createPose();

function volumeBehind(shape: ConvexPolyhedron, plane: Plane): number {
  if (!cutBy(shape, plane)) return 0;
  integrate(measured, here);
  return measured.volume;
}

/** What is behind the plane; the shape itself where that is all. */
function behind(shape: ConvexPolyhedron, plane: Plane): ConvexPolyhedron | undefined {
  const [x, y, z, d] = plane;
  const { vertices } = shape;
  let farthest = -Infinity;
  for (let v = 0; v < vertices.length; v += 3) {
    farthest = Math.max(farthest, x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2] - d);
  }
  if (farthest <= SNAP_ULPS * 2 ** -52 * shape.radius) return shape;
  if (!cutBy(shape, plane)) return undefined;
  const left = Array.from(corners.subarray(0, meshTotal[CORNERS]));
  return hullOf(Float64Array.from(left.flatMap((v) => [cornerX[v], cornerY[v], cornerZ[v]])));
}

/** The shape of a part, or what a cut has left of it; its centroid has moved by `origin` in the frame of the part. */
function keep(
  shapes: (ConvexPolyhedron | undefined)[],
  { positions, rotations }: ReturnType<typeof placedParts>,
  p: number,
  left: ConvexPolyhedron | undefined,
): void {
  if (left === shapes[p]) return;
  shapes[p] = left;
  if (left === undefined) return;
  const [x, y, z] = left.origin;
  for (let k = 0; k < 3; k++) {
    const r = 9 * p + 3 * k;
    positions[3 * p + k] += rotations[r] * x + rotations[r + 1] * y + rotations[r + 2] * z;
  }
}
