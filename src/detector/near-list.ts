/**
 * Near pairs with a skin (Verlet 1967, Computer experiments on classical fluids): the list is made for a margin larger by the skin, and is complete
 * until the two bodies that have moved most have used it up together.
 *
 * Let two bodies be farther than margin + skin apart when the list is built. Their distance shrinks by at most the sum of their motions, which is at most that of
 * the two largest motions of all. While that is <= skin they are farther apart than the margin. For bounding spheres the motion is that of the
 * centre. Pairs that were left out because one body lies beyond a face of the other need the turning of the latter as well, so such bodies are marked.
 * Roundings (differences of positions, squares, radii) are covered by MARGIN_SLACK of all lengths that enter.
 *
 * Pairs are sorted by (i, j), and the memory of each pair (pair-memory.ts) is carried over from the old list to the new one.
 */
import { BodyFlag, type BodySet } from '../body/body-set';
import { createNearPairsWorkspace, nearPairs, type NearPairsWorkspace } from '../broad-phase/near-pairs';
import { createPairList, type PairList } from '../broad-phase/pair-list';
import type { PeriodicBox } from '../broad-phase/periodic';
import { InputError } from '../math/input-error';
import { Health, type BodyWatch } from './body-watch';
import { createPairMemory, movePairMemory, reservePairs, type PairMemory } from './pair-memory';
import { sortPairs } from './pair-order';
import { MARGIN_SLACK, byFaces, mayReach } from './reach';

/** Part of the mean radius that the skin is when none is given: in a dense packing about one pair in five is there for the skin alone. */
const DEFAULT_SKIN = 0.1;

export interface NearList {
  /** Bounding radii, swollen by what is unknown of the bodies; NaN for those that are in no pair. */
  radii: Float64Array;
  /** The margin within which mayReach asks. */
  readonly reach: Float64Array;
  /** The margin and the skin. */
  readonly margin: Float64Array;
  readonly skin: Float64Array;
  /** Edges of the periodic box, 0 along axes that do not repeat. */
  readonly edges: Float64Array;
  /** The pairs and their memory; the two change places when the list is built. */
  pairs: PairMemory;
  spare: PairMemory;
  readonly found: PairList;
  readonly workspace: NearPairsWorkspace;
  readonly search: { margin: number; periodic: PeriodicBox | undefined; filter: BodySet };
  starts: Int32Array;
  /** The skin given by the user, or NaN. */
  readonly wantedSkin: Float64Array;
}

export function createNearList(
  bodies: BodySet,
  margin: number,
  skin: number,
  periodic: PeriodicBox | undefined,
  stateInts: number,
  stateFloats: number,
): NearList {
  const edges = new Float64Array(3);
  for (let axis = 0; axis < 3; axis++) {
    if (periodic && (periodic.axes === undefined || periodic.axes[axis])) edges[axis] = periodic.max[axis] - periodic.min[axis];
  }
  return {
    radii: new Float64Array(0),
    reach: new Float64Array(1),
    margin: new Float64Array([margin]),
    skin: new Float64Array(1),
    edges,
    pairs: createPairMemory(stateInts, stateFloats),
    spare: createPairMemory(stateInts, stateFloats),
    found: createPairList(),
    workspace: createNearPairsWorkspace(),
    search: { margin: 0, periodic, filter: bodies },
    starts: new Int32Array(1),
    wantedSkin: new Float64Array([skin]),
  };
}

/** Whether the motion since the list was built has used up the skin. */
export function isSkinUsed(list: NearList, watch: BodyWatch): boolean {
  return watch.largest[0] + watch.largest[1] > list.skin[0];
}

/** The margin for the tests of this step, a little larger than the user's. */
export function setReach(list: NearList): void {
  list.reach[0] = list.margin[0] * (1 + MARGIN_SLACK);
}

/**
 * Builds the list for the poses of this moment. Throws InputError 'bad-option' when the periodic box is so small that a body may meet two images of another.
 */
export function buildNearList(list: NearList, bodies: BodySet, watch: BodyWatch): void {
  const count = bodies.count;
  if (list.radii.length < count) {
    const room = Math.ceil(1.5 * count);
    list.radii = new Float64Array(room);
    list.starts = new Int32Array(room + 1);
  }
  const widest = setRadii(list, bodies, watch);
  const { radii, found, search, edges } = list;
  let longest = 0;
  let shortest = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    if (!(edges[axis] > 0)) continue;
    longest = Math.max(longest, edges[axis]);
    shortest = Math.min(shortest, edges[axis]);
  }
  list.reach[0] = list.margin[0] + list.skin[0] + MARGIN_SLACK * (list.margin[0] + list.skin[0] + widest + longest);
  const needed = widest + list.reach[0];
  if (!(needed < 0.5 * shortest)) {
    throw new InputError(
      'bad-option',
      `the periodic box has an edge of ${shortest}, but bodies reach each other over ${needed}, more than half of it: they would meet two images of one body`,
      -1,
      shortest,
    );
  }
  search.margin = list.reach[0];
  search.filter = bodies;
  nearPairs(found, count, bodies.positions, radii, search, list.workspace);

  for (let i = 0; i < count; i++) watch.turning[i] = 0;
  let kept = 0;
  for (let p = 0; p < found.count; p++) {
    const i = found.pairs[2 * p];
    const j = found.pairs[2 * p + 1];
    if (mayReach(list, bodies, i, j) || byFaces[0] < 0) {
      found.pairs[2 * kept] = i;
      found.pairs[2 * kept + 1] = j;
      kept++;
    } else watch.turning[byFaces[0]] = 1;
  }
  const fresh = list.spare;
  reservePairs(fresh, kept);
  sortPairs(fresh.pairs, found.pairs, kept, count, list.starts);
  fresh.count = kept;
  movePairMemory(fresh, list.pairs, watch);
  list.spare = list.pairs;
  list.pairs = fresh;
}

/** Sets the radii of healthy bodies and the skin; returns the largest sum of two radii of bodies that may pair. */
function setRadii(list: NearList, bodies: BodySet, watch: BodyWatch): number {
  const { radii } = list;
  let sum = 0;
  let free = 0;
  let largest = 0;
  let largestFree = 0;
  let nextFree = 0;
  for (let i = 0; i < bodies.count; i++) {
    radii[i] = Number.NaN;
    if (watch.health[i] !== Health.Good) continue;
    const shape = bodies.shapes[bodies.shapeIndex[i]];
    const r = shape.radius + 2 * shape.tolerance + bodies.rounding[i] * (1 + MARGIN_SLACK);
    radii[i] = r;
    if ((bodies.flags[i] & (BodyFlag.Static | BodyFlag.Kinematic)) !== 0) {
      largest = Math.max(largest, r);
      continue;
    }
    sum += r;
    free++;
    nextFree = Math.max(nextFree, Math.min(r, largestFree));
    largestFree = Math.max(largestFree, r);
  }
  list.skin[0] = list.wantedSkin[0] >= 0 ? list.wantedSkin[0] : free > 0 ? (DEFAULT_SKIN * sum) / free : 0;
  return free > 0 ? largestFree + Math.max(nextFree, largest) : 0;
}
