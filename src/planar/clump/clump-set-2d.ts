/** Clumps in a body set of the plane: the twin of clump/clump-set.ts, on the same bookkeeping (clump/clump-rows.ts). */
import type { ReadonlyVec2 } from 'gl-matrix';
import { checkNumbers, checkSet, checkSettings } from '../../body/body-arrays';
import { BodyFlag } from '../../body/body-set';
import {
  CLUMP_ROWS,
  checkClumpHandle,
  checkGroup,
  createClumpRows,
  linkParts,
  nextClump,
  unlinkParts,
  type ClumpRows,
} from '../../clump/clump-rows';
import { InputError } from '../../math/input-error';
import { addBody2d, removeBody2d, reserve2d, type BodySet2d } from '../body/body-set-2d';
import { ROTATION_DRIFT } from '../body/pose-2d';
import { isClump2d, type Clump2d } from './clump-2d';
import { placePart2d, turnClump2d } from './place-clumps-2d';

/**
 * Clumps of a body set of the plane. A simulator writes `positions` and `rotations`, then calls {@link placeClumps2d}.
 * The body behind row r is `clumpOf[r]` (-1: a body that is not a part), and `partOf[r]` is the part.
 */
export interface ClumpSet2d extends ClumpRows {
  readonly bodies: BodySet2d;
  /** The different clumps; many bodies share one. */
  readonly clumps: Clump2d[];
  /** Centroids of the clumps in the world, x y packed, length >= 2 count. */
  positions: Float64Array;
  /** Rotations of the clumps, cosine and sine packed, length >= 2 count. */
  rotations: Float64Array;
}

const ROWS = {
  ...CLUMP_ROWS,
  positions: { kind: Float64Array, width: 2 },
  rotations: { kind: Float64Array, width: 2 },
} as const;

/**
 * A set without clumps, for the bodies of a set of the plane. Throws InputError 'bad-option' when there is no body set.
 *
 * @example
 * ```ts
 * const clumps = createClumpSet2d(createBodySet2d());
 * const cross = createClump2d([{ shape: rectangle(3, 1) }, { shape: rectangle(1, 3) }]);
 * const first = addClump2d(clumps, { clump: cross, position: [0, 4] });
 * clumps.positions[2 * first + 1] -= 0.1; // the simulator moves it
 * placeClumps2d(clumps); // its two parts follow
 * ```
 */
export function createClumpSet2d(bodies: BodySet2d): ClumpSet2d {
  checkSet(bodies, 'createBodySet2d');
  return { ...createClumpRows(bodies), bodies, clumps: [], positions: new Float64Array(2), rotations: new Float64Array(2) };
}

/** The data of a new clump for {@link addClump2d}; all fields except the clump have defaults. */
export interface NewClump2d {
  clump: Clump2d;
  /** Centroid in the world; default: the `origin` of the clump. */
  position?: ReadonlyVec2;
  /** Cosine and sine of its angle; default 1, 0. */
  rotation?: ReadonlyVec2;
  /** Bits of BodyFlag for all parts. */
  flags?: number;
  /**
   * Clumps and bodies of the same non-zero group never pair. Parts of one clump never do, in any group. Default 0: no
   * group. Groups below -2^31 + 2^28 belong to sets of clumps.
   */
  group?: number;
  category?: number;
  mask?: number;
}

/**
 * Adds a clump, places its parts in the body set and returns its handle, which stays valid until {@link removeClump2d}.
 *
 * Throws InputError 'bad-option' (no clump; a group that belongs to clump sets; flags, category or mask as for {@link
 * addBody2d}), 'bad-length' (position or rotation not of two numbers; no room in the body set), 'not-finite'
 * (position), 'not-unit' (rotation). Then nothing has been added.
 */
export function addClump2d(set: ClumpSet2d, added: NewClump2d): number {
  const { bodies, clumps } = set;
  if (!isClump2d((added as NewClump2d | null)?.clump)) {
    throw new InputError('bad-option', 'the new clump needs a clump, such as createClump2d makes');
  }
  const { clump, position = clump.origin, rotation = UNTURNED, flags = BodyFlag.None, group = 0 } = added;
  const c = nextClump(set, ROWS);
  checkNumbers('position', position, 2, c);
  checkNumbers('rotation', rotation, 2, c);
  for (let k = 0; k < 2; k++) {
    if (!Number.isFinite(position[k])) {
      throw new InputError('not-finite', `position[${k}] of the new clump is ${position[k]}`, c, position[k]);
    }
  }
  const norm = rotation[0] * rotation[0] + rotation[1] * rotation[1];
  if (!(Math.abs(norm - 1) <= ROTATION_DRIFT)) {
    throw new InputError('not-unit', `rotation of the new clump has squared length ${norm}, expected 1 (cosine, sine)`, c, norm);
  }
  checkSettings('clump', added, c);
  checkGroup(c, group);
  const needed = bodies.count + Math.max(0, clump.partCount - bodies.freeRows.length);
  const room = Math.min(bodies.shapeIndex.length, Math.floor(bodies.positions.length / 2));
  if (needed > room) reserve2d(bodies, bodies.grow ? Math.max(needed, 2 * room) : needed);
  set.positions.set(position, 2 * c);
  set.rotations.set(rotation, 2 * c);
  set.flags[c] = flags;
  const { category, mask } = added;
  const rows = clump.shapes.map((shape, part) =>
    addBody2d(bodies, {
      shape,
      rounding: clump.rounding[part],
      flags,
      group,
      ...(category === undefined ? {} : { category }),
      ...(mask === undefined ? {} : { mask }),
    }),
  );
  const index = clumps.indexOf(clump);
  set.clumpIndex[c] = index >= 0 ? index : clumps.push(clump) - 1;
  linkParts(set, bodies, c, rows);
  turnClump2d(set, c);
  for (const row of rows) placePart2d(set, c, row);
  return c;
}

/** Removes a clump and its parts. Throws InputError 'bad-index' for a handle not in use. */
export function removeClump2d(set: ClumpSet2d, handle: number): void {
  checkClumpHandle(set, handle);
  unlinkParts(set, set.bodies, handle, (row) => {
    removeBody2d(set.bodies, row);
  });
}

const UNTURNED: ReadonlyVec2 = [1, 0];
