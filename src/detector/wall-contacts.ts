/**
 * Contacts of the bodies with walls, in order of body, wall and part of the wall. Walls have no
 * memory and need no near list: a body far from a plane costs one scalar product, and a body far from a mesh costs one
 * test of the box around the mesh.
 */
import { BodyFlag, type BodySet } from '../body/body-set';
import { createPose, isFinitePose } from '../body/pose';
import { clearContact, createContact, type Contact } from '../contact/contact';
import { faceFeature } from '../contact/feature';
import { createDetectOptions, type DetectOptions } from '../contact/method';
import { roundedBand, sharpMargin } from '../contact/rounding';
import { Status } from '../contact/status';
import { toWorld } from '../contact/to-world';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { MeshWall } from '../walls/mesh-wall';
import { createMeshContacts, meshWallContacts } from '../walls/mesh-wall-contact';
import { createTriangleList, type TriangleList } from '../walls/triangle-tree';
import { wallPlane, type PlaneWall } from '../walls/plane-wall';
import { applyWallRounding, planeWallContact, wallBand } from '../walls/plane-wall-contact';
import { wallPose } from '../walls/wall-pose';
import type { Keep } from '../detector-shared/ask-pairs';
import { MARGIN_SLACK } from '../detector-shared/near-list';
import { Health } from '../detector-shared/row-watch';
import { growScratch, MOST_POINTS, type Scratch } from './scratch-contact';

export type Wall = PlaneWall | MeshWall;

export interface WallContacts {
  readonly walls: readonly Wall[];
  readonly options: DetectOptions;
  /** Work space of mesh walls. */
  readonly near: TriangleList;
  /** What a body has with one mesh wall, and the order in which it is recorded. Both grow as needed. */
  readonly found: Contact[];
  readonly order: number[];
}

export function createWallContacts(walls: readonly Wall[]): WallContacts {
  return { walls, options: createDetectOptions(), near: createTriangleList(), found: [], order: [] };
}

/** Walls have no images. */
const NO_SHIFT = /* @__PURE__ */ new Float64Array(3);
const plane = /* @__PURE__ */ new Float64Array(4);
const pose = /* @__PURE__ */ createPose();

/** Passes the contacts of bodies `from` to `to` with all walls to `record`; bodies that feel no force have none. */
export function findWallContacts(
  at: WallContacts,
  from: number,
  to: number,
  health: Uint8Array,
  bodies: BodySet,
  scratch: Scratch,
  options: DetectOptions,
  record: Keep<Contact>,
): void {
  const { walls } = at;
  if (walls.length === 0) return;
  at.options.maxPoints = options.maxPoints;
  at.options.band = options.band;
  at.options.minArea = options.minArea;
  for (let i = from; i < to; i++) {
    if (health[i] !== Health.Good || (bodies.flags[i] & (BodyFlag.Static | BodyFlag.Kinematic)) !== 0) continue;
    const rounding = bodies.rounding[i];
    const shape = bodies.shapes[bodies.shapeIndex[i]];
    for (let w = 0; w < walls.length; w++) {
      const wall = walls[w];
      const band = roundedBand(wallBand(shape, wall.kind === 'mesh' ? wall.tolerance : 0), rounding);
      at.options.rounding = rounding;
      at.options.pointMargin = options.pointMargin > 0 ? options.pointMargin + rounding : 0;
      at.options.margin = rounding > 0 ? sharpMargin(options.margin, rounding, band) : options.margin;
      if (wall.kind === 'plane') meetPlane(at, bodies, scratch, i, w, wall, record);
      else meetMesh(at, bodies, scratch, i, w, wall, record);
    }
  }
}

function meetPlane(
  at: WallContacts,
  bodies: BodySet,
  scratch: Scratch,
  i: number,
  w: number,
  wall: PlaneWall,
  record: Keep<Contact>,
): void {
  const shape = bodies.shapes[bodies.shapeIndex[i]];
  const { normal, offset } = wall;
  const { positions } = bodies;
  let height = -offset;
  let size = Math.abs(offset) + shape.radius + at.options.margin;
  for (let k = 0; k < 3; k++) {
    const part = normal[k] * positions[3 * i + k];
    height += part;
    size += Math.abs(part);
  }
  // A normal that has drifted from unit length makes the distance as wrong; MARGIN_SLACK is for rounding.
  if (height > shape.radius + at.options.margin + MARGIN_SLACK * size) return;
  wallPlane(plane, wall, bodies, i);
  do planeWallContact(scratch.contact, shape, plane, at.options);
  while (growScratch(scratch));
  const out = scratch.contact;
  applyWallRounding(out, bodies.rounding[i], wallBand(shape));
  if (out.status === Status.Invalid) out.featureB = faceFeature(0);
  if (out.count > 0 || out.status === Status.Invalid) record(i, -1 - w, toWorld(out, bodies, i), NO_SHIFT);
}

function meetMesh(at: WallContacts, bodies: BodySet, scratch: Scratch, i: number, w: number, wall: MeshWall, record: Keep<Contact>): void {
  const shape = bodies.shapes[bodies.shapeIndex[i]];
  wallPose(pose, wall, bodies, i);
  // The body is healthy, so a bad pose is the wall's.
  if (!isFinitePose(pose)) {
    record(i, -1 - w, clearContact(scratch.contact, Status.Invalid), NO_SHIFT);
    return;
  }
  const { found, order } = at;
  let count = meshWallContacts(found, shape, wall, at.near, pose, at.options);
  while (growFound(found, count, shape)) count = meshWallContacts(found, shape, wall, at.near, pose, at.options);
  // In order of the part that each contact began with; few, so by insertion.
  for (let c = 0; c < count; c++) {
    let k = c;
    for (; k > 0 && found[order[k - 1]].featureB > found[c].featureB; k--) order[k] = order[k - 1];
    order[k] = c;
  }
  for (let c = 0; c < count; c++) {
    const out = found[order[c]];
    applyWallRounding(out, bodies.rounding[i], wallBand(shape, wall.tolerance));
    record(i, -1 - w, toWorld(out, bodies, i), NO_SHIFT);
  }
}

/** Whether there was no room for a contact or a point. If so there is more, for the same question again. */
function growFound(found: Contact[], count: number, shape: ConvexPolyhedron): boolean {
  if (count > found.length) {
    found.push(...createMeshContacts(shape, count - found.length));
    return true;
  }
  let isShort = false;
  for (let c = 0; c < count; c++) {
    if (found[c].dropped === 0 || found[c].gaps.length >= MOST_POINTS) continue;
    found[c] = createContact(2 * found[c].gaps.length);
    isShort = true;
  }
  return isShort;
}
