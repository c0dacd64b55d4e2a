import { planeContact } from '../../../src/contact-points/plane-contact';
import {
  createCommonPlane,
  createContact,
  createContactFor,
  createDetectOptions,
  Status,
  statusOfGap,
  touchingBand,
  type Contact,
  type DetectOptions,
} from '../../../src/contact';
import { InputError } from '../../../src/math/input-error';
import type { ConvexPolyhedron } from '../../../src/polyhedron';
import { createMeshContacts, createTriangleList, meshWallContacts, wallBand, type MeshWall } from '../../../src/walls';
import { classTolerance } from '../../../src/walls/plane-classes';
import { surfaceOf } from '../../walls/surface-of';
import type { FuzzMethod, Tally } from '../fuzz-method';
import type { FuzzPair } from '../fuzz-pair';

/**
 * B as a wall of triangles, against B as a solid: one contact, whose gap is the exact one, and whose area, volume and
 * pressure centre are those of the two solids over its plane. That they are right is judged with the exact method.
 */
export const meshWallMethod: FuzzMethod = {
  name: 'mesh-wall',
  judge(pair, tally) {
    const mesh = wallOf(pair.b.shape);
    if (mesh === null) {
      tally.count('no surface of triangles with an area');
      return;
    }
    for (const part of [0, 0.5, 2]) judge(pair, mesh, part * Math.abs(pair.exact.gap), tally);
    for (const part of [0.1, 1]) judge(pair, mesh, part * pair.a.shape.radius, tally);
  },
};

const walls = new WeakMap<ConvexPolyhedron, MeshWall | null>();

/** Faces of needles have triangles narrower than rounding: those are no walls. */
function wallOf(shape: ConvexPolyhedron): MeshWall | null {
  let wall = walls.get(shape);
  if (wall === undefined) {
    try {
      wall = surfaceOf(shape);
    } catch (error) {
      if (!(error instanceof InputError && error.code === 'degenerate-face')) throw error;
      wall = null;
    }
    walls.set(shape, wall);
  }
  return wall;
}

const near = createTriangleList();

function judge(pair: FuzzPair, mesh: MeshWall, margin: number, tally: Tally): void {
  const { a, b, pose, exact } = pair;
  const options = createDetectOptions();
  options.margin = margin;
  const found = createMeshContacts(a.shape, 4).map(() => createContact(4000));
  const count = meshWallContacts(found, a.shape, mesh, near, pose, options);
  const band = wallBand(a.shape, mesh.tolerance);
  // Where more planes are touched than are told apart, those within this length count as one.
  const step = Math.max(band, classTolerance[0]);
  // The solid of the touched faces has its corners where planes meet: at sharp wedges these are farther off.
  const allowed = (8 * (pair.allowed + step)) / sharpest(b.shape);
  if (margin === 0) {
    tally.status(count > 0 ? found[0].status : Status.Separated);
    if (exact.gap < -allowed) {
      tally.count('overlaps');
      if (count === 0) tally.count('lost');
      if (found.slice(0, count).some(({ gap }) => gap < 2 * exact.gap)) tally.count('ghosts');
    }
  }
  const limit = Math.max(margin, band);
  if (count === 0) {
    if (exact.gap < limit - allowed) tally.fault(`no contact at a gap of ${exact.gap}, margin ${margin}`);
    return;
  }
  if (exact.gap > limit + allowed) tally.fault(`a contact at a gap of ${exact.gap}, margin ${margin}`);
  if (count > 1) tally.fault(`${count} contacts: ${String(found.slice(0, count).map(({ gap }) => gap))}`);
  const [contact] = found;
  const faults = faultsOf(pair, contact, allowed);
  for (const fault of faults) tally.fault(`${fault}, margin ${margin}`);
  if (faults.length > 0 || count > 1) return;
  const size = a.shape.radius + b.shape.radius;
  let shares = 0;
  for (let k = 0; k < contact.count + contact.rimCount; k++) shares += contact.shares[k];
  if (contact.area > 1e-9 * size * size && contact.dropped === 0 && Math.abs(shares - contact.area) > 1e-9 * contact.area)
    tally.fault(`shares add up to ${shares}, not ${contact.area}`);
  // The same plane between the solids, a little farther apart and a little closer: the zone is where the gap is within
  // rounding.
  const least = between(pair, contact, options, allowed);
  const most = between(pair, contact, options, -allowed);
  // In a deep overlap the body may reach under triangles that are far off.
  if (-exact.gap > 0.1 * Math.min(a.shape.inradius, b.shape.inradius)) {
    tally.count('too deep for areas');
    return;
  }
  const areaError = 1e-6 * most.area + allowed * size;
  if (!(contact.area >= least.area - areaError && contact.area <= most.area + areaError))
    tally.fault(`area ${contact.area}, of solids ${least.area} to ${most.area}`);
  const volumeError = 1e-6 * most.volume + allowed * size * size;
  if (!(contact.volume >= least.volume - volumeError && contact.volume <= most.volume + volumeError))
    tally.fault(`volume ${contact.volume}, of solids ${least.volume} to ${most.volume}`);
}

/** What planeContact says of the solids over the contact's plane when B is moved off by a length. */
function between({ a, b, pose, exact }: FuzzPair, contact: Contact, options: DetectOptions, off: number): Contact {
  const plane = createCommonPlane();
  const moved = pose.slice();
  plane.gap = contact.gap + off;
  plane.status = statusOfGap(plane.gap, touchingBand(a.shape, b.shape));
  for (let k = 0; k < 3; k++) {
    moved[9 + k] += off * contact.normal[k];
    plane.normal[k] = contact.normal[k];
    plane.pointA[k] = contact.pointA[k];
    plane.pointB[k] = contact.pointB[k] + off * contact.normal[k];
    plane.point[k] = (plane.pointA[k] + plane.pointB[k]) / 2;
  }
  plane.featureA = exact.featureA;
  plane.featureB = exact.featureB;
  const out = createContactFor(a.shape, b.shape);
  planeContact(out, a.shape, b.shape, moved, plane, options);
  return out;
}

/** Sine of the sharpest wedge of a solid. */
function sharpest({ normals, halfEdgeFace, edgeCount }: ConvexPolyhedron): number {
  let least = 1;
  for (let e = 0; e < edgeCount; e++) {
    const i = 3 * halfEdgeFace[2 * e];
    const j = 3 * halfEdgeFace[2 * e + 1];
    const cosine = dot(normals, i, normals, j);
    if (cosine < 0) least = Math.min(least, Math.sqrt(Math.max(0, 1 - cosine * cosine)));
  }
  return least;
}

function faultsOf({ a, b, pose, exact }: FuzzPair, contact: Contact, allowed: number): string[] {
  const faults: string[] = [];
  const { gap, normal, count, rimCount } = contact;
  const rows = count + rimCount;
  const numbers = [gap, contact.area, contact.volume, ...normal, ...contact.centre, ...contact.pointA, ...contact.pointB];
  numbers.push(...contact.points.slice(0, 3 * rows), ...contact.gaps.slice(0, rows), ...contact.shares.slice(0, rows));
  if (!numbers.every(Number.isFinite)) return ['a number is not finite'];
  if (count < 1) faults.push('no point');
  if (Math.abs(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2 - 1) > 1e-12) faults.push('normal not of unit length');
  if (Math.abs(gap - exact.gap) > allowed) faults.push(`gap ${gap}, exactly ${exact.gap}`);
  // The gap along its own normal.
  let reach = -Infinity;
  for (let v = 0; v < a.shape.vertexCount; v++) reach = Math.max(reach, dot(normal, 0, a.shape.vertices, 3 * v));
  let low = Infinity;
  for (let v = 0; v < b.shape.vertexCount; v++) {
    const p = [0, 1, 2].map((r) => pose[9 + r] + dot(pose, 3 * r, b.shape.vertices, 3 * v));
    low = Math.min(low, dot(normal, 0, p, 0));
  }
  // Apart, the normal joins two places, each of which is known to rounding: it may tilt by that over their distance.
  const tilt = exact.gap > 0 ? Math.min(1, allowed / exact.gap) * (a.shape.radius + b.shape.radius) : 0;
  if (Math.abs(low - reach - gap) > allowed + tilt) faults.push(`gap ${gap}, along its normal ${low - reach}`);
  if (contact.status !== Status.Unresolved && contact.dropped > 0) faults.push(`${contact.dropped} points dropped`);
  return faults;
}

function dot(p: ArrayLike<number>, i: number, q: ArrayLike<number>, j: number): number {
  return p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2];
}
