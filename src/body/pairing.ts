import { BodyFlag, type BodySet } from './body-set';
import { isExcludedPair } from './excluded-pairs';

/**
 * The data that decides whether two bodies may pair; a {@link BodySet} has it. All arrays have one entry a body. With
 * excluded pairs, give `excluded` and `generation`, too.
 */
export type PairFilter = Pick<BodySet, 'group' | 'flags' | 'category' | 'mask'> & Partial<Pick<BodySet, 'excluded' | 'generation'>>;

/**
 * Whether bodies i and j may pair. They may not if both feel no force (static or kinematic), if both have the same
 * non-zero group, if the mask of one has no bit of the other's category, or if the pair is excluded ({@link
 * excludePair}).
 *
 * @example
 * ```ts
 * const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array(6) });
 * bodies.group[0] = bodies.group[1] = 7;
 * mayPair(bodies, 0, 1); // false
 * ```
 */
export function mayPair(filter: PairFilter, i: number, j: number): boolean {
  const { group, flags, category, mask, excluded, generation } = filter;
  if ((flags[i] & FORCELESS) !== 0 && (flags[j] & FORCELESS) !== 0) return false;
  if (group[i] !== 0 && group[i] === group[j]) return false;
  if ((category[i] & mask[j]) === 0 || (category[j] & mask[i]) === 0) return false;
  return excluded === undefined || generation === undefined || !isExcludedPair(excluded, generation, i, j);
}

const FORCELESS = BodyFlag.Static | BodyFlag.Kinematic;
