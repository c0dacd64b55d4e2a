/**
 * What has become of the bodies since the last step, found by looking at all of them: nothing has to be announced, so nothing can be forgotten.
 *
 * - Health: removed rows, and invalid bodies (a pose or radius that is not finite, an orientation that is no rotation, no such shape).
 * - Replaced rows: another generation or shape. What was kept of the row is not its successor's.
 * - Changed ones: rounding, group, flags, category or mask.
 * - Motion: a body that moved by d and turned by t has moved each of its points x by at most |d| + 2 |x| sin(t / 2). With q0 and q the orientations,
 *   sin(t / 2) = |v| / (|q0| |q|), v being the vector of conj(q0) q: no trigonometry, no cancellation, and q and -q are one. Squared lengths
 *   are at least 1 - 1e-3, so 2 sin(t / 2) <= TURN |v|. In a periodic box d is that to the nearest image: a body that is put back into the box has not moved.
 *
 * Motion is measured twice: since the last step, for methods that want it, and since the near list was built. For the list bodies are spheres, so turning does not
 * count, except for bodies whose faces were used to leave pairs out (near-list.ts).
 * Cost: about 200 bytes read a body, no more arithmetic than one contact's.
 */
import type { BodySet } from '../body/body-set';
import { QUATERNION_DRIFT } from '../math/rotation';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { longer } from './slot-pool';

export const Health = { Good: 0, Removed: 1, Invalid: 2 } as const;

/** Why the near list has to be built again; 0: it need not. The largest one counts. */
export const Rebuild = { None: 0, Moved: 1, Changed: 2, Bodies: 3, First: 4 } as const;

export interface BodyWatch {
  /** Bodies looked at in the last step. */
  count: number;
  /** The shapes of the last step. */
  shapes: ConvexPolyhedron[];
  shapeIndex: Int32Array;
  generation: Uint32Array;
  rounding: Float64Array;
  group: Int32Array;
  flags: Uint8Array;
  category: Uint32Array;
  mask: Uint32Array;
  /** Poses of the last step, and those for which the near list was built. */
  lastPositions: Float64Array;
  lastOrientations: Float64Array;
  builtPositions: Float64Array;
  builtOrientations: Float64Array;
  /** Health of each body, and when the near list was built. */
  health: Uint8Array;
  builtHealth: Uint8Array;
  /** 1: the row has another body than in the last step. */
  replaced: Uint8Array;
  /** 1: pairs were left out of the near list because of this body's faces. */
  turning: Uint8Array;
  /** Largest motion of a vertex since the last step; 0 for bodies that have no last step. */
  motion: Float64Array;
  /** The two largest motions since the near list was built. */
  readonly largest: Float64Array;
  invalidCount: number;
  /** Rows of invalid bodies, ascending. */
  invalid: Int32Array;
}

/** 2 / (1 - 1e-3), rounded up. */
const TURN = 2.0021;

export function createBodyWatch(): BodyWatch {
  const floats = new Float64Array(0);
  const bytes = new Uint8Array(0);
  const words = new Uint32Array(0);
  const ints = new Int32Array(0);
  return {
    count: 0,
    shapes: [],
    shapeIndex: ints,
    generation: words,
    rounding: floats,
    group: ints,
    flags: bytes,
    category: words,
    mask: words,
    lastPositions: floats,
    lastOrientations: floats,
    builtPositions: floats,
    builtOrientations: floats,
    health: bytes,
    builtHealth: bytes,
    replaced: bytes,
    turning: bytes,
    motion: floats,
    largest: new Float64Array(2),
    invalidCount: 0,
    invalid: ints,
  };
}

/**
 * Looks at all bodies and says why the near list has to be built again, motion apart: that is `largest`, for the caller to compare with the skin.
 *
 * @param edges Edges of the periodic box, 0 along axes that do not repeat.
 */
export function watchBodies(watch: BodyWatch, bodies: BodySet, edges: Float64Array): number {
  const count = bodies.count;
  reserveWatch(watch, count);
  const before = watch.count;
  const newShapes = watchShapes(watch, bodies.shapes);
  let reason: number = Rebuild.None;
  watch.invalidCount = 0;
  let first = 0;
  let second = 0;
  const { positions, orientations, shapeIndex } = bodies;
  const { health, replaced, motion } = watch;
  for (let i = 0; i < before || i < count; i++) {
    replaced[i] = 0;
    if (i >= count) {
      // Rows cut off by a smaller count.
      health[i] = Health.Removed;
      continue;
    }
    const s = shapeIndex[i];
    health[i] = healthOf(bodies, i);
    if (i >= before || s !== watch.shapeIndex[i] || bodies.generation[i] !== watch.generation[i] || newShapes) {
      replaced[i] = 1;
      if (s >= 0) reason = Math.max(reason, Rebuild.Bodies);
      copySettings(watch, bodies, i);
    } else if (health[i] === Health.Good && hasChanged(watch, bodies, i)) {
      // Settings of an invalid body are compared when it is healthy again.
      reason = Math.max(reason, Rebuild.Changed);
      copySettings(watch, bodies, i);
    }
    motion[i] = 0;
    if (health[i] === Health.Removed) continue;
    if (health[i] === Health.Invalid) {
      watch.invalid[watch.invalidCount++] = i;
      continue;
    }
    const radius = bodies.shapes[s].radius;
    const sinceLast = travel(positions, watch.lastPositions, edges, i) + radius * turn(orientations, watch.lastOrientations, i);
    // NaN where the body was invalid in the last step: its pairs have no memory then, so nothing is measured from it.
    if (replaced[i] === 0 && sinceLast > 0) motion[i] = sinceLast;
    if (replaced[i] === 1) continue;
    if (watch.builtHealth[i] !== Health.Good) {
      reason = Math.max(reason, Rebuild.Bodies);
      continue;
    }
    let sinceBuilt = travel(positions, watch.builtPositions, edges, i);
    if (watch.turning[i] === 1) sinceBuilt += radius * turn(orientations, watch.builtOrientations, i);
    if (sinceBuilt > first) {
      second = first;
      first = sinceBuilt;
    } else if (sinceBuilt > second) second = sinceBuilt;
  }
  watch.largest[0] = first;
  watch.largest[1] = second;
  watch.count = count;
  return reason;
}

/** Ends a step: the poses are those of the last step. */
export function keepPoses(watch: BodyWatch, bodies: BodySet): void {
  copyInto(watch.lastPositions, bodies.positions, 3 * bodies.count);
  copyInto(watch.lastOrientations, bodies.orientations, 4 * bodies.count);
}

/** The near list has been built for the poses of this moment. */
export function keepBuilt(watch: BodyWatch, bodies: BodySet): void {
  copyInto(watch.builtPositions, bodies.positions, 3 * bodies.count);
  copyInto(watch.builtOrientations, bodies.orientations, 4 * bodies.count);
  for (let i = 0; i < bodies.count; i++) watch.builtHealth[i] = watch.health[i];
}

function copyInto(out: Float64Array, from: Float64Array, length: number): void {
  for (let k = 0; k < length; k++) out[k] = from[k];
}

function healthOf(bodies: BodySet, i: number): number {
  const { positions, orientations } = bodies;
  const s = bodies.shapeIndex[i];
  if (s < 0) return Health.Removed;
  const x = orientations[4 * i];
  const y = orientations[4 * i + 1];
  const z = orientations[4 * i + 2];
  const w = orientations[4 * i + 3];
  // 0 * x is NaN for NaN and infinities. Written so that NaN fails.
  const finite = 0 * positions[3 * i] + 0 * positions[3 * i + 1] + 0 * positions[3 * i + 2] === 0;
  const rotation = Math.abs(x * x + y * y + z * z + w * w - 1) <= QUATERNION_DRIFT;
  const round = bodies.rounding[i] >= 0 && bodies.rounding[i] < Infinity;
  return finite && rotation && round && s < bodies.shapes.length ? Health.Good : Health.Invalid;
}

function travel(positions: Float64Array, from: Float64Array, edges: Float64Array, i: number): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const edge = edges[axis];
    let d = positions[3 * i + axis] - from[3 * i + axis];
    if (edge > 0) d -= edge * Math.floor(d / edge + 0.5);
    square += d * d;
  }
  return Math.sqrt(square);
}

/** At least 2 sin(t / 2), t being the angle between two orientations. */
function turn(orientations: Float64Array, from: Float64Array, i: number): number {
  const ax = from[4 * i];
  const ay = from[4 * i + 1];
  const az = from[4 * i + 2];
  const aw = from[4 * i + 3];
  const bx = orientations[4 * i];
  const by = orientations[4 * i + 1];
  const bz = orientations[4 * i + 2];
  const bw = orientations[4 * i + 3];
  const x = aw * bx - ax * bw - (ay * bz - az * by);
  const y = aw * by - ay * bw - (az * bx - ax * bz);
  const z = aw * bz - az * bw - (ax * by - ay * bx);
  return TURN * Math.sqrt(x * x + y * y + z * z);
}

function hasChanged(watch: BodyWatch, bodies: BodySet, i: number): boolean {
  return (
    bodies.rounding[i] !== watch.rounding[i] ||
    bodies.group[i] !== watch.group[i] ||
    bodies.flags[i] !== watch.flags[i] ||
    bodies.category[i] !== watch.category[i] ||
    bodies.mask[i] !== watch.mask[i]
  );
}

function copySettings(watch: BodyWatch, bodies: BodySet, i: number): void {
  watch.shapeIndex[i] = bodies.shapeIndex[i];
  watch.generation[i] = bodies.generation[i];
  watch.rounding[i] = bodies.rounding[i];
  watch.group[i] = bodies.group[i];
  watch.flags[i] = bodies.flags[i];
  watch.category[i] = bodies.category[i];
  watch.mask[i] = bodies.mask[i];
}

/** Keeps the list of shapes. True if one that was there is another now: then all bodies count as replaced, since that is no thing to do in a simulation. */
function watchShapes(watch: BodyWatch, shapes: ConvexPolyhedron[]): boolean {
  let other = shapes.length < watch.shapes.length;
  for (let s = 0; s < watch.shapes.length && !other; s++) other = shapes[s] !== watch.shapes[s];
  if (other) watch.shapes.length = 0;
  for (let s = watch.shapes.length; s < shapes.length; s++) watch.shapes.push(shapes[s]);
  return other;
}

export function reserveWatch(watch: BodyWatch, count: number): void {
  if (count <= watch.shapeIndex.length) return;
  const room = Math.max(16, count, Math.ceil(1.5 * watch.shapeIndex.length));
  watch.shapeIndex = longer(watch.shapeIndex, room);
  watch.generation = longer(watch.generation, room);
  watch.rounding = longer(watch.rounding, room);
  watch.group = longer(watch.group, room);
  watch.flags = longer(watch.flags, room);
  watch.category = longer(watch.category, room);
  watch.mask = longer(watch.mask, room);
  watch.lastPositions = longer(watch.lastPositions, 3 * room);
  watch.lastOrientations = longer(watch.lastOrientations, 4 * room);
  watch.builtPositions = longer(watch.builtPositions, 3 * room);
  watch.builtOrientations = longer(watch.builtOrientations, 4 * room);
  watch.health = longer(watch.health, room);
  watch.builtHealth = longer(watch.builtHealth, room);
  watch.replaced = longer(watch.replaced, room);
  watch.turning = longer(watch.turning, room);
  watch.motion = longer(watch.motion, room);
  watch.invalid = longer(watch.invalid, room);
}
