/**
 * Contacts of the bodies with walls, after those of pairs, in order of body, wall and part of the wall. Walls have no memory and need no near list: a body that is far
 * from a plane costs one scalar product, one far from a mesh a look at the box around it.
 */
import { BodyFlag, type BodySet } from '../body/body-set';
import { createPose, isFinitePose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import type { ContactList } from '../contact/contact-list';
import { faceFeature } from '../contact/feature';
import { createDetectOptions, type DetectOptions } from '../contact/method';
import { roundedBand, sharpMargin } from '../contact/rounding';
import { Status } from '../contact/status';
import { toWorld } from '../contact/to-world';
import type { MeshWall } from '../walls/mesh-wall';
import { meshWallContact } from '../walls/mesh-wall-contact';
import { createWallPartList, meshWallTriangles, type WallPartList } from '../walls/part-tree';
import { wallPlane, type PlaneWall } from '../walls/plane-wall';
import { applyWallRounding, planeWallContact, wallBand } from '../walls/plane-wall-contact';
import { centreInMesh, wallPose } from '../walls/wall-pose';
import { recordContact, type ContactHistory } from '../tracking/contact-history';
import { MARGIN_SLACK } from '../tracking/near-list';
import { Health, type RowWatch } from '../tracking/row-watch';
import { growScratch, type Scratch } from './scratch-contact';

export type Wall = PlaneWall | MeshWall;

export interface WallContacts {
  readonly walls: readonly Wall[];
  readonly parts: WallPartList;
  readonly options: DetectOptions;
}

export function createWallContacts(walls: readonly Wall[]): WallContacts {
  return { walls, parts: createWallPartList(), options: createDetectOptions() };
}

const plane = /* @__PURE__ */ new Float64Array(4);
const pose = /* @__PURE__ */ createPose();
const centre = /* @__PURE__ */ new Float64Array(3);

/** Appends the contacts of all bodies with all walls; bodies that feel no force have none. */
export function appendWallContacts(
  at: WallContacts,
  list: ContactList,
  history: ContactHistory<ContactList, Contact>,
  watch: RowWatch,
  bodies: BodySet,
  scratch: Scratch,
  options: DetectOptions,
): void {
  const { walls } = at;
  if (walls.length === 0) return;
  at.options.maxPoints = options.maxPoints;
  at.options.band = options.band;
  at.options.minArea = options.minArea;
  for (let i = 0; i < bodies.count; i++) {
    if (watch.health[i] !== Health.Good || (bodies.flags[i] & (BodyFlag.Static | BodyFlag.Kinematic)) !== 0) continue;
    const rounding = bodies.rounding[i];
    const shape = bodies.shapes[bodies.shapeIndex[i]];
    for (let w = 0; w < walls.length; w++) {
      const wall = walls[w];
      const band = roundedBand(wallBand(shape, wall.kind === 'mesh' ? wall.tolerance : 0), rounding);
      at.options.rounding = rounding;
      at.options.pointMargin = options.pointMargin > 0 ? options.pointMargin + rounding : 0;
      at.options.margin = rounding > 0 ? sharpMargin(options.margin, rounding, band) : options.margin;
      if (wall.kind === 'plane') meetPlane(at, list, history, watch, bodies, scratch, i, w, wall);
      else meetMesh(at, list, history, watch, bodies, scratch, i, w, wall);
    }
  }
}

function meetPlane(
  at: WallContacts,
  list: ContactList,
  history: ContactHistory<ContactList, Contact>,
  watch: RowWatch,
  bodies: BodySet,
  scratch: Scratch,
  i: number,
  w: number,
  wall: PlaneWall,
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
  if (out.count > 0 || out.status === Status.Invalid) recordContact(history, list, watch, i, -1 - w, toWorld(out, bodies, i));
}

function meetMesh(
  at: WallContacts,
  list: ContactList,
  history: ContactHistory<ContactList, Contact>,
  watch: RowWatch,
  bodies: BodySet,
  scratch: Scratch,
  i: number,
  w: number,
  wall: MeshWall,
): void {
  const shape = bodies.shapes[bodies.shapeIndex[i]];
  const { parts } = at;
  wallPose(pose, wall, bodies, i);
  if (!isFinitePose(pose)) {
    // The body is healthy, so it is the wall.
    recordContact(history, list, watch, i, -1 - w, clearContact(scratch.contact, Status.Invalid));
    return;
  }
  meshWallTriangles(parts, wall, centreInMesh(centre, pose), shape.radius + 2 * shape.tolerance + at.options.margin);
  for (let p = 0; p < parts.count; p++) {
    do meshWallContact(scratch.contact, shape, wall, parts.parts[p], pose, at.options);
    while (growScratch(scratch));
    const out = scratch.contact;
    if (out.count === 0 && out.status !== Status.Invalid) continue;
    applyWallRounding(out, bodies.rounding[i], wallBand(shape, wall.tolerance));
    recordContact(history, list, watch, i, -1 - w, toWorld(out, bodies, i));
  }
}
