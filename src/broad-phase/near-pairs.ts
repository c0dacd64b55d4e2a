/**
 * All near pairs of bodies of any sizes, in a periodic box or not, of those that may pair at all.
 */
import { mayPair, type PairFilter } from '../body/pairing';
import { isValidSphere } from './cell-grid';
import { createNbsWorkspace, nbsPairs3d, type NbsWorkspace } from './nbs';
import { appendIfNear } from './near';
import { appendIfNearImage } from './near-image';
import { appendInvalid, clearPairList, type PairList } from './pair-list';
import { layBox, type PeriodicBox } from './periodic';

export interface NearPairsOptions {
  /** List bodies up to this far apart, a length >= 0; default 0. */
  readonly margin?: number;
  /** A box that repeats; default none. */
  readonly periodic?: PeriodicBox;
  /** Which bodies may pair at all ({@link mayPair}; a BodySet will do); default all. */
  readonly filter?: PairFilter;
}

/** Working memory of {@link nearPairs}, kept by the caller from step to step; it grows when needed and is never shrunk. */
export interface NearPairsWorkspace {
  readonly margin: Float64Array;
  readonly edges: Float64Array;
  readonly starts: Float64Array;
  readonly nbs: NbsWorkspace;
}

export function createNearPairsWorkspace(): NearPairsWorkspace {
  return { margin: new Float64Array(1), edges: new Float64Array(3), starts: new Float64Array(3), nbs: createNbsWorkspace() };
}

/** Bodies may lie this many edges from where the box begins: shifts are 32-bit integers, and a double that far out has lost 29 bits of its place in the box. */
const FARTHEST = 2 ** 29;

/**
 * Lists all pairs of bodies that may pair and whose bounding spheres are at most `margin` apart, touching included.
 *
 * @example
 * ```ts
 * const centres = new Float64Array([0.1, 0, 0, 9.9, 0, 0]);
 * const radii = new Float64Array([0.2, 0.2]);
 * const near = nearPairs(createPairList(), 2, centres, radii, { periodic: { min: [0, 0, 0], max: [10, 10, 10] } });
 * console.log(near.count, near.shifts[0]); // 1 -1
 * ```
 */
export function nearPairs(
  out: PairList,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  options: NearPairsOptions = {},
  workspace: NearPairsWorkspace = createNearPairsWorkspace(),
): PairList {
  const { edges, starts, margin } = workspace;
  const { filter, periodic } = options;
  margin[0] = options.margin ?? 0;
  if (options.margin === null) margin[0] = Number.NaN;
  if (!layBox(edges, starts, periodic)) margin[0] = Number.NaN;
  const isPeriodic = edges[0] > 0 || edges[1] > 0 || edges[2] > 0;
  if (filter === undefined && !isPeriodic) return nbsPairs3d(out, count, centres, radii, margin[0], workspace.nbs);
  clearPairList(out, isPeriodic);
  const valid: number[] = [];
  for (let b = 0; b < count; b++) {
    let ok = margin[0] >= 0 && margin[0] < Infinity && isValidSphere(centres, radii, b);
    for (let axis = 0; axis < 3; axis++) {
      if (edges[axis] > 0 && !(Math.abs(centres[3 * b + axis] - starts[axis]) < FARTHEST * edges[axis])) ok = false;
    }
    if (ok) valid.push(b);
    else appendInvalid(out, b);
  }
  for (let a = 0; a < valid.length; a++) {
    for (let b = a + 1; b < valid.length; b++) {
      const p = valid[a];
      const q = valid[b];
      if (filter !== undefined && !mayPair(filter, p, q)) continue;
      if (isPeriodic) appendIfNearImage(out, centres, radii, margin, edges, p, q);
      else appendIfNear(out, centres, radii, margin, p, q);
    }
  }
  return out;
}
