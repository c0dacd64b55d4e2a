import type { ReadonlyVec2 } from 'gl-matrix';
import {
  checkCount,
  checkHandle,
  checkNumbers,
  checkRecord,
  checkRounding,
  checkSet,
  checkShapeIndex,
  checkShapes,
} from '../../body/body-arrays';
import { createExcludedPairs, type ExcludedPairs } from '../../body/excluded-pairs';
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
} from '../../body/row-arrays';
import { InputError } from '../../math/input-error';
import { isPolygon, type ConvexPolygon } from '../polygon/convex-polygon';
import { polygonFromVertices } from '../polygon/from-vertices-2d';
import type { Points2d } from '../polygon/points-2d';
import { ROTATION_DRIFT } from './pose-2d';

/**
 * Shapes and poses of many bodies in the plane, as a structure of arrays. The arrays may be the caller's own (views on
 * a SharedArrayBuffer included). Nothing is copied. Rows 0 .. count-1 are in use, except removed ones (shapeIndex -1).
 * A row never moves, so a body's row number is its handle.
 */
export interface BodySet2d {
  /** Rows handed out so far, removed ones included. Arrays may be longer. */
  count: number;
  readonly shapes: ConvexPolygon[];
  /** Index into shapes, length >= count; -1 marks a removed body. */
  shapeIndex: Int32Array;
  /** Centroids in the world, x y packed, length >= 2 count. */
  positions: Float64Array;
  /**
   * Rotations, cosine and sine of the angle packed, length >= 2 count: a program that integrates an angle writes its
   * cosine and sine. Drift from unit length up to 1e-3 in c² + s² is harmless.
   */
  rotations: Float64Array;
  /**
   * Minkowski rounding radius, a length >= 0: the body is its polygon swollen by it. Kernels see the sharp body. It is
   * > 0 for a point (then the radius of the disc) and a segment.
   */
  rounding: Float64Array;
  /** Bodies of the same non-zero group never pair (convex parts of one concave body). */
  group: Int32Array;
  /** Bits of `BodyFlag` of dem-contact. */
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
   * row. addBody2d and removeBody2d count. If you change shapeIndex by hand, increase it by hand.
   */
  generation: Uint32Array;
  /** Rows of removed bodies, used again by addBody2d. */
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

/** Arrays to build a set on; absent arrays are created. The shortest given array sets the capacity. */
export interface BodySetArrays2d {
  shapes?: ConvexPolygon[];
  /** Rows in use from the start; the arrays may have room for more. */
  count?: number;
  /** Make longer arrays when those given are full. Default: an error. */
  grow?: boolean;
  shapeIndex?: Int32Array;
  positions?: Float64Array;
  rotations?: Float64Array;
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
 * With arrays, `count` defaults to the length of `shapeIndex` if given, else positions.length / 2; absent arrays are
 * filled with no rotation, shape 0, no rounding, no group, no flags, category 1, a mask of all. Arrays may be longer
 * than `count`: the rest is room for more bodies. A set on the caller's arrays does not grow beyond them unless `grow`
 * is true.
 *
 * Throws InputError 'bad-length' when an array is too short for `count`, 'bad-option' when one is missing (null) or of
 * another kind, or a shape (index) is not a polygon, 'bad-index' when a shapeIndex names no shape, 'bad-radius' for a
 * rounding that is negative or not finite, or 0 for a point or segment. Poses are not checked here (they change every
 * step): a bad pose gives Status.Invalid where it is used.
 *
 * @example
 * ```ts
 * const bodies = createBodySet2d({ shapes: [rectangle(1, 1)], positions: new Float64Array([0, 0, 0, 1.01]) });
 * // Empty, with room for a thousand bodies in an array of one's own:
 * const grains = createBodySet2d({ count: 0, positions: new Float64Array(2000) });
 * ```
 */
export function createBodySet2d(arrays: BodySetArrays2d = {}): BodySet2d {
  checkRecord(arrays);
  checkKinds(arrays, ROWS);
  const { positions, shapeIndex, shapes = [], grow = !hasRows(arrays, ROWS) } = arrays;
  const count = arrays.count ?? shapeIndex?.length ?? (positions ? Math.floor(positions.length / 2) : 0);
  checkCount(count);
  if (positions && arrays.count === undefined && shapeIndex === undefined && positions.length % 2 !== 0) {
    throw new InputError('bad-length', `${positions.length} positions are not a whole number of x y`, -1, positions.length);
  }
  checkShapes(shapes, isPolygon, 'polygon, such as rectangle(1, 1)');
  const capacity = capacityOf(arrays, ROWS);
  const rows = createRows(arrays, ROWS, Math.max(count, capacity === Infinity ? 1 : capacity), fillRows);
  checkRows(rows, ROWS, count);
  const bodies: BodySet2d = {
    count,
    shapes,
    shapeIndex: rows['shapeIndex'] as Int32Array,
    positions: rows['positions'] as Float64Array,
    rotations: rows['rotations'] as Float64Array,
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
    if (bodies.shapeIndex[i] >= 0) checkThickness2d(bodies.shapes[bodies.shapeIndex[i]], bodies.rounding[i], i);
  }
  return bodies;
}

/** The data of a new body for {@link addBody2d}; all fields except the shape have defaults. */
export interface NewBody2d {
  /** The polygon; added to `shapes` when it is not there yet. */
  shape: ConvexPolygon;
  /** Centroid in the world; default: the `origin` of the shape, which is the place of its input. */
  position?: ReadonlyVec2;
  /** Cosine and sine of its angle; default 1, 0. */
  rotation?: ReadonlyVec2;
  rounding?: number;
  group?: number;
  flags?: number;
  category?: number;
  mask?: number;
}

/**
 * Adds a body and returns its handle: a row number that stays valid until {@link removeBody2d}. Rows of removed bodies
 * are used again. When there is no room, longer arrays replace the arrays (the fields of the set then refer to new
 * arrays, and `moved` names them). Shared arrays are replaced by shared arrays. The caller's arrays are replaced only
 * if the set was made with `grow: true`. See {@link reserve2d}.
 *
 * Throws InputError 'bad-option' (no body set, no shape; group, flags, category or mask that is no whole number of 32
 * bits, for flags of 8), 'bad-length' (no room; position or rotation not of two numbers), 'not-finite' (position),
 * 'not-unit' (rotation), 'bad-radius' (rounding; a point or segment needs one > 0).
 */
export function addBody2d(bodies: BodySet2d, body: NewBody2d): number {
  checkSet(bodies, 'createBodySet2d');
  if (!isPolygon((body as NewBody2d | null)?.shape)) {
    throw new InputError('bad-option', 'the new body needs a shape: a polygon, such as rectangle(1, 1)');
  }
  const row = nextRow(bodies);
  const rounding = body.rounding ?? 0;
  checkRounding(rounding, row);
  checkThickness2d(body.shape, rounding, row);
  const position = body.position ?? body.shape.origin;
  const rotation = body.rotation ?? UNTURNED;
  checkNumbers('position', position, 2, row);
  checkNumbers('rotation', rotation, 2, row);
  for (const k of [0, 1]) {
    if (!Number.isFinite(position[k])) {
      throw new InputError('not-finite', `position[${k}] of the new body is ${position[k]}`, row, position[k]);
    }
  }
  const norm = rotation[0] * rotation[0] + rotation[1] * rotation[1];
  if (!(Math.abs(norm - 1) <= ROTATION_DRIFT)) {
    throw new InputError('not-unit', `rotation of the new body has squared length ${norm}, expected 1 (cosine, sine)`, row, norm);
  }
  takeRow(bodies, ROWS, row, body, fillRows);
  for (const k of [0, 1]) {
    bodies.positions[2 * row + k] = position[k];
    bodies.rotations[2 * row + k] = rotation[k];
  }
  return row;
}

/**
 * Makes room for this total number of bodies, so that {@link addBody2d} replaces no array until there are more. Arrays
 * that are too short are replaced by longer ones, which `moved` names. Throws InputError 'bad-length' when they are the
 * caller's and the set was not made with `grow: true`, 'bad-option' for a value that is not a number of bodies.
 *
 * @example
 * ```ts
 * const bodies = createBodySet2d();
 * reserve2d(bodies, 100_000);
 * const { positions } = bodies; // good for the first 100,000 bodies
 * ```
 */
export function reserve2d(bodies: BodySet2d, capacity: number): void {
  checkSet(bodies, 'createBodySet2d');
  growRows(bodies, ROWS, capacity, fillRows);
}

/**
 * Removes a body; its row is marked by shapeIndex -1 and used again by a later addBody2d. Throws 'bad-index' for a
 * handle not in use.
 */
export function removeBody2d(bodies: BodySet2d, handle: number): void {
  checkSet(bodies, 'createBodySet2d');
  checkHandle(bodies, handle);
  releaseRow(bodies, handle);
}

/**
 * Bodies from points in the world: each list becomes the convex hull of its points, at the place of the points. Throws
 * the errors of {@link polygonFromVertices}.
 *
 * @example
 * ```ts
 * const bodies = bodySetFromPoints2d([[0, 0, 1, 0, 0, 1], [2, 0, 3, 0, 2, 1]]);
 * ```
 */
export function bodySetFromPoints2d(pointLists: readonly Points2d[]): BodySet2d {
  const bodies = createBodySet2d();
  for (const points of pointLists) addBody2d(bodies, { shape: polygonFromVertices(points) });
  return bodies;
}

/**
 * Radii of the bounding circles about the positions, rounding included; length of out >= count. Removed bodies get NaN,
 * which the broad phase lists as invalid instead of pairing.
 */
export function boundingRadii2d(out: Float64Array, bodies: BodySet2d): Float64Array {
  for (let i = 0; i < bodies.count; i++) {
    const s = bodies.shapeIndex[i];
    out[i] = s < 0 ? Number.NaN : bodies.shapes[s].radius + bodies.rounding[i];
  }
  return out;
}

/** Throws InputError 'bad-radius' for a body without thickness: a point or a segment that no radius swells. */
function checkThickness2d({ dimension }: ConvexPolygon, rounding: number, row: number): void {
  if (!(dimension < 2) || rounding > 0) return;
  const [core, body] = dimension === 0 ? ['point', 'disc'] : ['segment', 'rod'];
  const text = `body ${row} is a ${core} with rounding ${rounding}: give it a rounding radius > 0, that of the ${body}`;
  throw new InputError('bad-radius', text, row, rounding);
}

const UNTURNED: ReadonlyVec2 = [1, 0];

const ROWS = {
  ...COMMON_ROWS,
  positions: { kind: Float64Array, width: 2 },
  rotations: { kind: Float64Array, width: 2 },
} as const;

/** No rotation, and the defaults that all sets have. */
function fillRows(name: string, array: RowArray, from: number): void {
  fillCommonRows(name, array, from);
  if (name === 'rotations') for (let k = 0; k < array.length; k += 2) if (k >= from) array[k] = 1;
}
