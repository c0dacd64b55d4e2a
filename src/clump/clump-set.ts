/**
 * Clumps in a body set. Each part of a clump is a row of the body set, so all that works on bodies works on parts: near
 * pairs, detectors, walls, files. The set of clumps has the poses of the clumps, and says which rows are parts of which
 * clump.
 */
import type { ReadonlyQuat, ReadonlyVec3 } from 'gl-matrix';
import { checkNumbers, checkSet, checkSettings } from '../body/body-arrays';
import { addBody, BodyFlag, removeBody, reserve, type BodySet } from '../body/body-set';
import { InputError } from '../math/input-error';
import { QUATERNION_DRIFT } from '../math/rotation';
import { isClump, type Clump } from './clump';
import { CLUMP_ROWS, checkClumpHandle, checkGroup, createClumpRows, linkParts, nextClump, unlinkParts, type ClumpRows } from './clump-rows';
import { placePart, turnClump } from './place-clumps';

/**
 * Clumps of a body set, as a structure of arrays. A simulator moves the clumps: it writes `positions` and
 * `orientations`, then calls {@link placeClumps}, which writes the poses of all parts into the body set. Bodies of the
 * set that are no parts stay as they are.
 *
 * The body behind row r is `clumpOf[r]`, and `partOf[r]` is the part. So contact c of a list is one of clump
 * `clumpOf[list.bodyA[c]]` (-1: a body that is not a part).
 */
export interface ClumpSet extends ClumpRows {
  readonly bodies: BodySet;
  /** The different clumps; many bodies share one. */
  readonly clumps: Clump[];
  /** Centroids of the clumps in the world, x y z packed, length >= 3 count. */
  positions: Float64Array;
  /** Orientations of the clumps, quaternions x y z w packed, length >= 4 count. */
  orientations: Float64Array;
}

const ROWS = {
  ...CLUMP_ROWS,
  positions: { kind: Float64Array, width: 3 },
  orientations: { kind: Float64Array, width: 4 },
} as const;

/**
 * A set without clumps, for the bodies of a set. Add clumps by {@link addClump}, which adds the parts to the body set,
 * and remove them by {@link removeClump}. Throws InputError 'bad-option' when there is no body set.
 *
 * @example
 * ```ts
 * const bodies = createBodySet();
 * const clumps = createClumpSet(bodies);
 * const jack = createClump([{ shape: box(3, 1, 1) }, { shape: box(1, 3, 1) }, { shape: box(1, 1, 3) }]);
 * const first = addClump(clumps, { clump: jack, position: [0, 0, 4] });
 * clumps.positions[3 * first + 2] -= 0.1; // the simulator moves it
 * placeClumps(clumps); // its three parts follow
 * ```
 */
export function createClumpSet(bodies: BodySet): ClumpSet {
  checkSet(bodies, 'createBodySet');
  return { ...createClumpRows(bodies), bodies, clumps: [], positions: new Float64Array(3), orientations: new Float64Array(4) };
}

/** The data of a new clump for {@link addClump}; all fields except the clump have defaults. */
export interface NewClump {
  clump: Clump;
  /** Centroid in the world; default: the `origin` of the clump, which is the place of its input. */
  position?: ReadonlyVec3;
  /** Quaternion x y z w; default identity. */
  orientation?: ReadonlyQuat;
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
 * Adds a clump, places its parts in the body set and returns its handle: a row number that stays valid until {@link
 * removeClump}. Rows of removed clumps are used again. Arrays that are full are replaced by longer ones, which `moved`
 * of the set names; see {@link addBody} for those of the body set.
 *
 * Throws InputError 'bad-option' (no clump; a group that belongs to clump sets, see {@link createClumpSet}; flags,
 * category or mask as for {@link addBody}), 'bad-length' (position or orientation of another number of entries; no room
 * in the body set), 'not-finite' (position), 'not-unit' (orientation). Then nothing has been added.
 */
export function addClump(set: ClumpSet, added: NewClump): number {
  const { bodies, clumps } = set;
  // The type says so, but plain JavaScript does not.
  if (!isClump((added as NewClump | null)?.clump)) {
    throw new InputError('bad-option', 'the new clump needs a clump, such as createClump makes');
  }
  const { clump, position = clump.origin, orientation = IDENTITY, flags = BodyFlag.None, group = 0 } = added;
  const c = nextClump(set, ROWS);
  checkNumbers('position', position, 3, c);
  checkNumbers('orientation', orientation, 4, c);
  for (let k = 0; k < 3; k++) {
    if (!Number.isFinite(position[k])) {
      throw new InputError('not-finite', `position[${k}] of the new clump is ${position[k]}`, c, position[k]);
    }
  }
  let norm = 0;
  for (let k = 0; k < 4; k++) norm += orientation[k] * orientation[k];
  if (!(Math.abs(norm - 1) <= QUATERNION_DRIFT)) {
    throw new InputError('not-unit', `orientation of the new clump has squared length ${norm}, expected 1 (x y z w)`, c, norm);
  }
  checkSettings('clump', added, c);
  checkGroup(c, group);
  makeRoom(bodies, clump.partCount);
  set.positions.set(position, 3 * c);
  set.orientations.set(orientation, 4 * c);
  set.flags[c] = flags;
  const { category, mask } = added;
  const rows = clump.shapes.map((shape, part) =>
    addBody(bodies, {
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
  turnClump(set, c);
  for (const row of rows) placePart(set, c, row);
  return c;
}

/**
 * Removes a clump and its parts. Parts are removed in this way only: a part that `removeBody` removes leaves the others
 * as they are. Throws InputError 'bad-index' for a handle not in use.
 */
export function removeClump(set: ClumpSet, handle: number): void {
  checkClumpHandle(set, handle);
  unlinkParts(set, set.bodies, handle, (row) => {
    removeBody(set.bodies, row);
  });
}

/** Makes room for more bodies. The arrays double, so that adding bodies one by one takes linear time. */
function makeRoom(bodies: BodySet, added: number): void {
  const needed = bodies.count + Math.max(0, added - bodies.freeRows.length);
  const room = Math.min(bodies.shapeIndex.length, Math.floor(bodies.positions.length / 3));
  if (needed > room) reserve(bodies, bodies.grow ? Math.max(needed, 2 * room) : needed);
}

const IDENTITY: ReadonlyQuat = [0, 0, 0, 1];
