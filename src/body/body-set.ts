import type { ReadonlyQuat, ReadonlyVec3 } from 'gl-matrix';
import { InputError } from '../math/input-error';
import { QUATERNION_DRIFT } from '../math/rotation';
import { isPolyhedron, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import {
  checkCount,
  checkHandle,
  checkNumbers,
  checkRecord,
  checkRounding,
  checkSet,
  checkShapeIndex,
  checkShapes,
  checkThickness,
} from './body-arrays';
import { createExcludedPairs, type ExcludedPairs } from './excluded-pairs';
import {
  capacityOf,
  checkKinds,
  checkRows,
  COMMON_ROWS,
  createRows,
  fillCommonRows,
  growRows,
  hasRows,
  type RowArray,
  nextRow,
  takeRow,
  releaseRow,
} from './row-arrays';

/**
 * Shapes and poses of many bodies, as a structure of arrays. The arrays may be the caller's own (views on a
 * SharedArrayBuffer included). A simulator writes its positions and orientations directly into them. Nothing is copied.
 * Rows 0 .. count-1 are in use, except removed ones (shapeIndex -1). A row never moves, so a body's row number is its
 * handle.
 */
export interface BodySet {
  /** Rows handed out so far, removed ones included. Arrays may be longer. */
  count: number;
  readonly shapes: ConvexPolyhedron[];
  /** Index into shapes, length >= count; -1 marks a removed body. */
  shapeIndex: Int32Array;
  /** Centroids in the world, x y z packed, length >= 3 count. */
  positions: Float64Array;
  /**
   * Orientations, quaternions x y z w packed, length >= 4 count. Drift from unit length up to 1e-3 in q·q is harmless.
   */
  orientations: Float64Array;
  /**
   * Minkowski rounding radius, a length >= 0: the body is its polyhedron swollen by it. Kernels see the sharp body. It
   * is > 0 for a point (then the radius of the sphere), a segment and a plate.
   */
  rounding: Float64Array;
  /** Bodies of the same non-zero group never pair (convex parts of one concave body). */
  group: Int32Array;
  /** Bits of {@link BodyFlag}. */
  flags: Uint8Array;
  /**
   * Bits of the category of a body; default 1. Two bodies pair only if the mask of each has a bit of the other's
   * category.
   */
  category: Uint32Array;
  /** Bits of the categories that a body pairs with; default all. */
  mask: Uint32Array;
  /**
   * Number of bodies that a row has had. So data kept by row (contacts, friction) is not given to the next body of the
   * row. addBody and removeBody count. If you change shapeIndex by hand, increase it by hand.
   */
  generation: Uint32Array;
  /** Rows of removed bodies, used again by addBody. */
  readonly freeRows: number[];
  /** Pairs that make no contact: see {@link excludePair}. */
  readonly excluded: ExcludedPairs;
  /**
   * Whether longer arrays are made when there is no room for another body: default for a set that was not made on the
   * caller's arrays.
   */
  readonly grow: boolean;
  /**
   * Names of the arrays that were replaced by longer ones, each once: views of the program on the old arrays are not
   * valid any more. The program empties the list after reading it: `bodies.moved.length = 0`.
   */
  readonly moved: string[];
}

export const BodyFlag = {
  None: 0,
  /** Never moves. */
  Static: 1,
  /** The caller sets its motion; it feels no force. Two bodies that feel no force (static or kinematic) never pair. */
  Kinematic: 2,
} as const;

/** Arrays to build a set on; absent arrays are created. The shortest given array sets the capacity. */
export interface BodySetArrays {
  shapes?: ConvexPolyhedron[];
  /** Rows in use from the start; the arrays may have room for more. */
  count?: number;
  /** Make longer arrays when those given are full. Default: an error. */
  grow?: boolean;
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
 * With arrays, `count` defaults to the length of `shapeIndex` if given, else positions.length / 3; absent arrays are
 * filled with identity orientations, shape 0, no rounding, no group, no flags, category 1, a mask of all. Arrays may be
 * longer than `count`: the rest is room for more bodies. A set on the caller's arrays does not grow beyond them unless
 * `grow` is true.
 *
 * Throws InputError 'bad-length' when an array is too short for `count`, 'bad-option' when one is missing (null) or of
 * another kind, or a shape (index) is not a polyhedron, 'bad-index' when a shapeIndex names no shape, 'bad-radius' for
 * a rounding that is negative or not finite, or 0 for a point, segment or plate. Poses are not checked here (they
 * change every step): a bad pose gives Status.Invalid where it is used.
 *
 * @example
 * ```ts
 * const cube = box(1, 1, 1);
 * const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 0, 0, 1.01]) });
 * // Empty, with room for a thousand bodies in an array of one's own:
 * const grains = createBodySet({ count: 0, positions: new Float64Array(3000) });
 * ```
 */
export function createBodySet(arrays: BodySetArrays = {}): BodySet {
  checkRecord(arrays);
  checkKinds(arrays, ROWS);
  const { positions, shapeIndex, shapes = [], grow = !hasRows(arrays, ROWS) } = arrays;
  const count = arrays.count ?? shapeIndex?.length ?? (positions ? Math.floor(positions.length / 3) : 0);
  checkCount(count);
  if (positions && arrays.count === undefined && shapeIndex === undefined && positions.length % 3 !== 0) {
    throw new InputError('bad-length', `${positions.length} positions are not a whole number of x y z`, -1, positions.length);
  }
  checkShapes(shapes, isPolyhedron, 'polyhedron, such as box(1, 1, 1)');
  const capacity = capacityOf(arrays, ROWS);
  const rows = createRows(arrays, ROWS, Math.max(count, capacity === Infinity ? 1 : capacity), fillRows);
  checkRows(rows, ROWS, count);
  const bodies: BodySet = {
    count,
    shapes,
    shapeIndex: rows['shapeIndex'] as Int32Array,
    positions: rows['positions'] as Float64Array,
    orientations: rows['orientations'] as Float64Array,
    rounding: rows['rounding'] as Float64Array,
    group: rows['group'] as Int32Array,
    flags: rows['flags'] as Uint8Array,
    category: rows['category'] as Uint32Array,
    mask: rows['mask'] as Uint32Array,
    generation: rows['generation'] as Uint32Array,
    freeRows: [],
    excluded: createExcludedPairs(),
    grow,
    moved: [],
  };
  for (let i = 0; i < count; i++) {
    checkShapeIndex(bodies.shapeIndex[i], bodies.shapes.length, i);
    if (bodies.shapeIndex[i] < 0) bodies.freeRows.push(i);
    checkRounding(bodies.rounding[i], i);
    if (bodies.shapeIndex[i] >= 0) checkThickness(bodies.shapes[bodies.shapeIndex[i]].dimension, bodies.rounding[i], i);
  }
  return bodies;
}

/** The data of a new body for {@link addBody}; all fields except the shape have defaults. */
export interface NewBody {
  /** The polyhedron; added to `shapes` when it is not there yet. */
  shape: ConvexPolyhedron;
  /** Centroid in the world; default: the `origin` of the shape, which is the place of its input. */
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
 * Adds a body and returns its handle: a row number that stays valid until {@link removeBody}. Rows of removed bodies
 * are used again. When there is no room, longer arrays replace the arrays (the fields of the set then refer to new
 * arrays, and `moved` names them). Shared arrays are replaced by shared arrays. The caller's arrays are replaced only
 * if the set was made with `grow: true`. See {@link reserve}.
 *
 * Throws InputError 'bad-option' (no body set, no shape; group, flags, category or mask that is no whole number of 32
 * bits, for flags of 8), 'bad-length' (no room; position or orientation of another number of entries), 'not-finite'
 * (position), 'not-unit' (orientation), 'bad-radius' (rounding; a point, segment or plate needs one > 0).
 */
export function addBody(bodies: BodySet, body: NewBody): number {
  checkSet(bodies, 'createBodySet');
  // The type says so, but plain JavaScript does not.
  if (!isPolyhedron((body as NewBody | null)?.shape)) {
    throw new InputError('bad-option', 'the new body needs a shape: a polyhedron, such as box(1, 1, 1)');
  }
  const row = nextRow(bodies);
  const rounding = body.rounding ?? 0;
  checkRounding(rounding, row);
  checkThickness(body.shape.dimension, rounding, row);
  const position = body.position ?? body.shape.origin;
  const orientation = body.orientation ?? IDENTITY;
  checkNumbers('position', position, 3, row);
  checkNumbers('orientation', orientation, 4, row);
  for (let k = 0; k < 3; k++) {
    if (!Number.isFinite(position[k]))
      throw new InputError('not-finite', `position[${k}] of the new body is ${position[k]}`, row, position[k]);
  }
  let norm = 0;
  for (let k = 0; k < 4; k++) norm += orientation[k] * orientation[k];
  if (!(Math.abs(norm - 1) <= QUATERNION_DRIFT)) {
    throw new InputError('not-unit', `orientation of the new body has squared length ${norm}, expected 1 (x y z w)`, row, norm);
  }
  takeRow(bodies, ROWS, row, body, fillRows);
  for (let k = 0; k < 3; k++) bodies.positions[3 * row + k] = position[k];
  for (let k = 0; k < 4; k++) bodies.orientations[4 * row + k] = orientation[k];
  return row;
}

/**
 * Makes room for this total number of bodies, so that {@link addBody} replaces no array until there are more. Arrays
 * that are too short are replaced by longer ones, which `moved` names. Throws InputError 'bad-length' when they are the
 * caller's and the set was not made with `grow: true`, 'bad-option' for a value that is not a number of bodies.
 *
 * @example
 * ```ts
 * const bodies = createBodySet();
 * reserve(bodies, 100_000);
 * const { positions } = bodies; // good for the first 100,000 bodies
 * ```
 */
export function reserve(bodies: BodySet, capacity: number): void {
  checkSet(bodies, 'createBodySet');
  growRows(bodies, ROWS, capacity, fillRows);
}

/**
 * Removes a body; its row is marked by shapeIndex -1 and used again by a later addBody. Throws 'bad-index' for a handle
 * not in use.
 */
export function removeBody(bodies: BodySet, handle: number): void {
  checkSet(bodies, 'createBodySet');
  checkHandle(bodies, handle);
  releaseRow(bodies, handle);
}

/**
 * Radii of the bounding spheres about the positions, rounding included; length of out >= count. Removed bodies get NaN,
 * which the broad phase lists as invalid instead of pairing.
 */
export function boundingRadii(out: Float64Array, bodies: BodySet): Float64Array {
  for (let i = 0; i < bodies.count; i++) {
    const s = bodies.shapeIndex[i];
    out[i] = s < 0 ? Number.NaN : bodies.shapes[s].radius + bodies.rounding[i];
  }
  return out;
}

const IDENTITY: ReadonlyQuat = [0, 0, 0, 1];

const ROWS = {
  ...COMMON_ROWS,
  positions: { kind: Float64Array, width: 3 },
  orientations: { kind: Float64Array, width: 4 },
} as const;

/** Identity orientations, and the defaults that all sets have. */
function fillRows(name: string, array: RowArray, from: number): void {
  fillCommonRows(name, array, from);
  if (name === 'orientations') for (let k = 3; k < array.length; k += 4) if (k >= from) array[k] = 1;
}
