/**
 * Near pairs with a skin (Verlet 1967, Computer experiments on classical fluids): the list is made for a margin larger
 * by the skin, and it is complete until the sum of the two largest motions reaches the skin.
 *
 * Let two bodies be farther than margin + skin apart when the list is built. Their distance shrinks by at most the sum
 * of their motions, which is at most that of the two largest motions of all. While that is <= skin they are farther
 * apart than the margin. For bounding spheres the motion is that of the centre. Pairs that were left out because one
 * body lies beyond a face of the other need the turning of the latter as well, so such bodies are marked. Roundings
 * (differences of positions, squares, radii) are covered by MARGIN_SLACK of all lengths that enter.
 *
 * Pairs are sorted by (i, j), and the memory of each pair (pair-table.ts) is carried over from the old list to the new
 * one.
 *
 * To fill the list, in space or in the plane, call {@link beginNearList}, find pairs within list.reach[0] into `found`,
 * and call {@link endNearList}.
 */
import { BodyFlag } from '../body/body-set';
import { createPairList, type PairList } from '../broad-phase/pair-list';
import { InputError } from '../math/input-error';
import { emptyLike } from '../math/longer';
import type { MovingCell } from './moving-cell';
import { createPairTable, setPairs, type PairTable, type StateSize } from './pair-table';
import { Health, type BodyRows, type RowWatch } from './row-watch';

/** 2^-40 of a length: far above the rounding of what is compared, far below any margin. */
export const MARGIN_SLACK = 2 ** -40;

/**
 * Part of the mean radius that the skin is when none is given: in a dense packing about one pair in five is there for
 * the skin alone.
 */
const DEFAULT_SKIN = 0.1;

export interface NearList {
  /** Bounding radii, swollen by what is unknown of the bodies; NaN for those that are in no pair. */
  radii: Float64Array;
  /** The margin within which bodies may reach each other. */
  readonly reach: Float64Array;
  /** The margin and the skin. */
  readonly margin: Float64Array;
  readonly skin: Float64Array;
  /** Edges of the periodic box, 0 along axes that do not repeat. */
  readonly edges: Float64Array;
  /** The periodic cell, if it is no box: edges are its heights. */
  readonly cell: MovingCell | undefined;
  /** The pairs and their memory. */
  readonly table: PairTable;
  readonly found: PairList;
  /** The skin given by the user, or NaN. */
  readonly wantedSkin: Float64Array;
}

/** The bodies as bounding spheres or discs. */
type RoundBodies = BodyRows & { readonly shapes: readonly { readonly radius: number; readonly tolerance: number }[] };

/** `shared`: what finders read lies on SharedArrayBuffers, for workers. */
export function createNearList(
  margin: number,
  skin: number,
  edges: Float64Array,
  method: StateSize,
  cell: MovingCell | undefined,
  shared: boolean,
): NearList {
  const floats = (n: number) => new Float64Array(shared ? new SharedArrayBuffer(8 * n) : new ArrayBuffer(8 * n));
  const ownEdges = floats(edges.length);
  ownEdges.set(edges);
  return {
    radii: floats(0),
    reach: floats(1),
    margin: new Float64Array([margin]),
    skin: new Float64Array(1),
    edges: ownEdges,
    cell,
    table: createPairTable(method, shared),
    found: createPairList(),
    wantedSkin: new Float64Array([skin]),
  };
}

/** The bounding radius, swollen by what is unknown of the body. */
export function boundOf(radius: number, tolerance: number, rounding: number): number {
  return radius + 2 * tolerance + rounding * (1 + MARGIN_SLACK);
}

/** Whether the motion since the list was built has used up the skin. */
export function isSkinUsed(list: NearList, watch: RowWatch): boolean {
  return watch.largest[0] + watch.largest[1] > list.skin[0];
}

/** The margin for the tests of this step, a little larger than the user's. */
export function setReach(list: NearList): void {
  list.reach[0] = list.margin[0] * (1 + MARGIN_SLACK);
}

/**
 * Sets the radii and the reach to search with, for the poses of this moment. Throws InputError 'bad-option' when the
 * periodic box is so small that a body may meet two images of another.
 */
export function beginNearList(list: NearList, bodies: RoundBodies, watch: RowWatch): void {
  const count = bodies.count;
  if (list.radii.length < count) list.radii = emptyLike(list.radii, Math.ceil(1.5 * count));
  const widest = setRadii(list, bodies, watch);
  let longest = 0;
  let shortest = Infinity;
  for (const edge of list.edges) {
    if (!(edge > 0)) continue;
    longest = Math.max(longest, edge);
    shortest = Math.min(shortest, edge);
  }
  list.reach[0] = list.margin[0] + list.skin[0] + MARGIN_SLACK * (list.margin[0] + list.skin[0] + widest + longest);
  const needed = widest + list.reach[0];
  if (!(needed < 0.5 * shortest)) {
    throw new InputError(
      'bad-option',
      `the periodic ${list.cell === undefined ? 'box has an edge' : 'cell has a height'} of ${shortest}, but bodies reach each other over ${needed}, more than half of it: they would meet two images of one body`,
      -1,
      shortest,
    );
  }
}

/**
 * The first `kept` pairs that were found are the list: puts them in order and gives each its memory. `count`: of
 * bodies.
 */
export function endNearList(list: NearList, kept: number, count: number, watch: RowWatch): void {
  setPairs(list.table, list.found.pairs, kept, count, watch.replaced);
}

/** Sets the radii of healthy bodies and the skin; returns the largest sum of two radii of bodies that may pair. */
function setRadii(list: NearList, bodies: RoundBodies, watch: RowWatch): number {
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
    const r = boundOf(shape.radius, shape.tolerance, bodies.rounding[i]);
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
