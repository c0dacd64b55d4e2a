import type { ReadonlyQuat, ReadonlyVec3 } from 'gl-matrix';
import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { ALL_CATEGORIES, checkArray, checkCount, checkHandle, checkRounding, checkShapeIndex, longer } from './body-arrays';
import { createExcludedPairs, type ExcludedPairs } from './excluded-pairs';

/**
 * Shapes and poses of many bodies, structure of arrays. The arrays may be the caller's own (views on a SharedArrayBuffer included):
 * a simulator writes its positions and orientations straight into them; nothing is copied. Rows 0 .. count-1 are in use, except
 * removed ones (shapeIndex -1). A row never moves, so a body's row number is its handle.
 */
export interface BodySet {
  /** Rows handed out so far, removed ones included. Arrays may be longer. */
  count: number;
  readonly shapes: ConvexPolyhedron[];
  /** Index into shapes, length >= count; -1 marks a removed body. */
  shapeIndex: Int32Array;
  /** Centroids in the world, x y z packed, length >= 3 count. */
  positions: Float64Array;
  /** Orientations, quaternions x y z w packed, length >= 4 count. Drift from unit length up to 1e-3 in q·q is harmless. */
  orientations: Float64Array;
  /** Minkowski rounding radius, a length >= 0: the body is its polyhedron swollen by it. Kernels see the sharp body. */
  rounding: Float64Array;
  /** Bodies of the same non-zero group never pair (convex parts of one concave body). */
  group: Int32Array;
  /** Bits of {@link BodyFlag}. */
  flags: Uint8Array;
  /** Bits that say what a body is; default 1. Two bodies pair only when the mask of each holds a bit of the other's category. */
  category: Uint32Array;
  /** Bits of the categories that a body pairs with; default all. */
  mask: Uint32Array;
  /**
   * Counts the bodies that a row has had, so that what is kept by row (contacts, friction) is not handed to the next body of the row. addBody and
   * removeBody count; who changes shapeIndex by hand counts by hand.
   */
  generation: Uint32Array;
  /** Rows of removed bodies, used again by addBody. */
  readonly freeRows: number[];
  /** Pairs that make no contact: see {@link excludePair}. */
  readonly excluded: ExcludedPairs;
}

export const BodyFlag = {
  None: 0,
  /** Never moves. */
  Static: 1,
  /** Moves as the caller says, feels no force. Two bodies that feel none, static or kinematic, never pair. */
  Kinematic: 2,
} as const;

/** Arrays to build a set on; all absent ones are made. Lengths set the capacity. */
export interface BodySetArrays {
  shapes?: ConvexPolyhedron[];
  count?: number;
  shapeIndex?: Int32Array;
  positions?: Float64Array;
  orientations?: Float64Array;
  rounding?: Float64Array;
  group?: Int32Array;
  flags?: Uint8Array;
  category?: Uint32Array;
  mask?: Uint32Array;
  generation?: Uint32Array;
}

/**
 * A body set on the caller's arrays, or an empty one.
 *
 * With arrays, `count` defaults to the length of `shapeIndex` if given, else positions.length / 3; absent arrays are filled with
 * identity orientations, shape 0, no rounding, no group, no flags, category 1, a mask of all. Throws InputError 'bad-length' when an array is too short for `count`, 'bad-option' when one is of another kind,
 * 'bad-index' when a shapeIndex names no shape, 'bad-radius' for a negative or non-finite rounding.
 * Poses are not checked here (they change every step): a bad pose gives Status.Invalid where it is used.
 *
 * @example
 * ```ts
 * const cube = box(1, 1, 1);
 * const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 0, 0, 1.01]) });
 * ```
 */
export function createBodySet(arrays: BodySetArrays = {}): BodySet {
  const positions = arrays.positions;
  const count = arrays.count ?? arrays.shapeIndex?.length ?? (positions ? Math.floor(positions.length / 3) : 0);
  checkCount(count);
  if (positions && arrays.count === undefined && arrays.shapeIndex === undefined && positions.length % 3 !== 0) {
    throw new InputError('bad-length', `${positions.length} positions are not a whole number of x y z`, -1, positions.length);
  }
  const capacity = Math.max(count, 1);
  const bodies: BodySet = {
    count,
    shapes: arrays.shapes ?? [],
    shapeIndex: arrays.shapeIndex ?? new Int32Array(capacity),
    positions: positions ?? new Float64Array(3 * capacity),
    orientations: arrays.orientations ?? identityOrientations(capacity),
    rounding: arrays.rounding ?? new Float64Array(capacity),
    group: arrays.group ?? new Int32Array(capacity),
    flags: arrays.flags ?? new Uint8Array(capacity),
    category: arrays.category ?? new Uint32Array(capacity).fill(1),
    mask: arrays.mask ?? new Uint32Array(capacity).fill(ALL_CATEGORIES),
    generation: arrays.generation ?? new Uint32Array(capacity),
    freeRows: [],
    excluded: createExcludedPairs(),
  };
  checkArray('shapeIndex', bodies.shapeIndex, Int32Array, count);
  checkArray('positions', bodies.positions, Float64Array, 3 * count);
  checkArray('orientations', bodies.orientations, Float64Array, 4 * count);
  checkArray('rounding', bodies.rounding, Float64Array, count);
  checkArray('group', bodies.group, Int32Array, count);
  checkArray('flags', bodies.flags, Uint8Array, count);
  checkArray('category', bodies.category, Uint32Array, count);
  checkArray('mask', bodies.mask, Uint32Array, count);
  checkArray('generation', bodies.generation, Uint32Array, count);
  for (let i = 0; i < count; i++) {
    checkShapeIndex(bodies.shapeIndex[i], bodies.shapes.length, i);
    if (bodies.shapeIndex[i] < 0) bodies.freeRows.push(i);
    checkRounding(bodies.rounding[i], i);
  }
  return bodies;
}

/** What {@link addBody} needs to know of a new body; all but the shape have defaults. */
export interface NewBody {
  /** The polyhedron; added to `shapes` when it is not there yet. */
  shape: ConvexPolyhedron;
  /** Centroid in the world; default the shape's own `origin`, that is, where its input stood. */
  position?: ReadonlyVec3;
  /** Quaternion x y z w; default identity. */
  orientation?: ReadonlyQuat;
  rounding?: number;
  group?: number;
  flags?: number;
  category?: number;
  mask?: number;
}

/**
 * Adds a body and returns its handle: a row number that stays valid until {@link removeBody}. Rows of removed bodies are used again.
 * When an array is full all are replaced by longer ones (the fields of the set then refer to new arrays), shared ones by shared ones.
 * Throws InputError 'bad-option' (no shape), 'not-finite' (position), 'not-unit' (orientation), 'bad-radius' (rounding).
 */
export function addBody(bodies: BodySet, body: NewBody): number {
  // The type says so, but plain JavaScript does not.
  if (!((body as NewBody | null)?.shape?.vertices instanceof Float64Array)) {
    throw new InputError('bad-option', 'the new body needs a shape: a polyhedron, such as box(1, 1, 1)');
  }
  const row = bodies.freeRows.length > 0 ? bodies.freeRows[bodies.freeRows.length - 1] : bodies.count;
  const rounding = body.rounding ?? 0;
  checkRounding(rounding, row);
  const position = body.position ?? body.shape.origin;
  const orientation = body.orientation ?? IDENTITY;
  for (let k = 0; k < 3; k++) {
    if (!Number.isFinite(position[k]))
      throw new InputError('not-finite', `position[${k}] of the new body is ${position[k]}`, row, position[k]);
  }
  let norm = 0;
  for (let k = 0; k < 4; k++) norm += orientation[k] * orientation[k];
  if (!(Math.abs(norm - 1) <= 1e-3)) {
    throw new InputError('not-unit', `orientation of the new body has squared length ${norm}, expected 1 (x y z w)`, row, norm);
  }
  let shape = bodies.shapes.indexOf(body.shape);
  if (shape < 0) shape = bodies.shapes.push(body.shape) - 1;
  if (row >= bodies.shapeIndex.length) grow(bodies, Math.max(16, 2 * row));
  bodies.shapeIndex[row] = shape;
  for (let k = 0; k < 3; k++) bodies.positions[3 * row + k] = position[k];
  for (let k = 0; k < 4; k++) bodies.orientations[4 * row + k] = orientation[k];
  bodies.rounding[row] = rounding;
  bodies.group[row] = body.group ?? 0;
  bodies.flags[row] = body.flags ?? BodyFlag.None;
  bodies.category[row] = body.category ?? 1;
  bodies.mask[row] = body.mask ?? ALL_CATEGORIES;
  bodies.generation[row]++;
  if (row === bodies.count) bodies.count++;
  else bodies.freeRows.pop();
  return row;
}

/** Removes a body; its row is marked by shapeIndex -1 and used again by a later addBody. Throws 'bad-index' for a handle not in use. */
export function removeBody(bodies: BodySet, handle: number): void {
  checkHandle(bodies, handle);
  bodies.shapeIndex[handle] = -1;
  bodies.generation[handle]++;
  bodies.freeRows.push(handle);
}

/**
 * Radii of the bounding spheres about the positions, rounding included; length of out >= count. Removed bodies get NaN, which
 * the broad phase lists as invalid instead of pairing.
 */
export function boundingRadii(out: Float64Array, bodies: BodySet): Float64Array {
  for (let i = 0; i < bodies.count; i++) {
    const s = bodies.shapeIndex[i];
    out[i] = s < 0 ? Number.NaN : bodies.shapes[s].radius + bodies.rounding[i];
  }
  return out;
}

const IDENTITY: ReadonlyQuat = [0, 0, 0, 1];

function identityOrientations(capacity: number): Float64Array {
  const out = new Float64Array(4 * capacity);
  for (let i = 0; i < capacity; i++) out[4 * i + 3] = 1;
  return out;
}

function grow(bodies: BodySet, capacity: number): void {
  bodies.shapeIndex = longer(bodies.shapeIndex, capacity);
  bodies.positions = longer(bodies.positions, 3 * capacity);
  bodies.orientations = longer(bodies.orientations, 4 * capacity);
  bodies.rounding = longer(bodies.rounding, capacity);
  bodies.group = longer(bodies.group, capacity);
  bodies.flags = longer(bodies.flags, capacity);
  bodies.category = longer(bodies.category, capacity);
  bodies.mask = longer(bodies.mask, capacity);
  bodies.generation = longer(bodies.generation, capacity);
}
