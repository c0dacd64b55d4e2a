/**
 * The places at which deformable blocks in the plane may touch: a node of one block near edges of another. Twin of
 * src/deformable/contact-places.ts.
 *
 * The name of a place lasts: the node and the other block. So a node that slides over the ends of edges keeps its
 * spring. Places are sorted by name. They are searched when a node has moved by half of the margin since the last
 * search; the history of a place goes over to the new list.
 */
import type { PairFilter } from '../../body/pairing';
import { createNearPairsWorkspace, nearPairs, type NearPairsWorkspace } from '../../broad-phase/near-pairs';
import { createPairList, type PairList } from '../../broad-phase/pair-list';
import { BROKEN, SPRING_FLOATS_2D } from '../force/spring-history-2d';
import type { DeformableSet2d } from './deformable-set-2d';
import type { Outline } from './outline-2d';

export interface ContactPlaces2d {
  count: number;
  /** Name of a place: its node times the number of blocks + the other block. */
  keys: Float64Array;
  /** Near edges of place p: edges[start[p]] up to, not including, edges[start[p + 1]]. */
  start: Int32Array;
  edges: Int32Array;
  /** Springs, SPRING_FLOATS_2D a place. */
  history: Float64Array;
  /** Depth of the node in the other block in the last step, or 0. */
  depths: Float64Array;
  /** Places of the nodes at the last search. */
  readonly searchedAt: Float64Array;
  /** @internal */
  readonly search: PlaceSearch2d;
}

/** Bodies of the search: nodes, then edges, each with its sphere in the plane z = 0. */
export interface PlaceSearch2d {
  readonly centres: Float64Array;
  readonly radii: Float64Array;
  readonly pairs: PairList;
  readonly workspace: NearPairsWorkspace;
  readonly options: { margin: number; filter: PairFilter };
  names: Float64Array;
  oldCount: number;
  oldKeys: Float64Array;
  oldHistory: Float64Array;
}

/** Nodes meet edges of different blocks. */
export function createPlaces2d(set: DeformableSet2d, { nodes, nodeBlock, edgeBlock }: Outline, reach: number): ContactPlaces2d {
  const [NODE, EDGE] = [1, 2];
  const rows = [...Array.from(nodes, (node) => [nodeBlock[node], NODE, EDGE]), ...Array.from(edgeBlock, (block) => [block, EDGE, NODE])];
  return {
    count: 0,
    keys: new Float64Array(0),
    start: new Int32Array(1),
    edges: new Int32Array(0),
    history: new Float64Array(0),
    depths: new Float64Array(0),
    searchedAt: new Float64Array(2 * set.nodeCount).fill(Number.NaN),
    search: {
      centres: new Float64Array(3 * rows.length),
      radii: new Float64Array(rows.length),
      pairs: createPairList(),
      workspace: createNearPairsWorkspace(),
      options: {
        margin: 2 * reach,
        filter: {
          group: Int32Array.from(rows, ([block]) => block + 1),
          flags: new Uint8Array(rows.length),
          category: Uint32Array.from(rows, ([, category]) => category),
          mask: Uint32Array.from(rows, ([, , mask]) => mask),
        },
      },
      names: new Float64Array(0),
      oldCount: 0,
      oldKeys: new Float64Array(0),
      oldHistory: new Float64Array(0),
    },
  };
}

/** Whether a node has moved by more than half of the margin since the last search, or there was none. */
export function isSearchDue2d({ positions }: DeformableSet2d, { nodes }: Outline, { searchedAt, search }: ContactPlaces2d): boolean {
  const most = 0.25 * search.options.margin;
  let isDue = false;
  for (let k = 0; k < nodes.length; k++) {
    const i = 2 * nodes[k];
    const x = positions[i] - searchedAt[i];
    const y = positions[i + 1] - searchedAt[i + 1];
    if (!(x * x + y * y <= most * most)) isDue = true;
  }
  return isDue;
}

/** Finds the places again. `broken` is the last number of the history of a new place: 1 for one without a bond. */
export function searchPlaces2d(set: DeformableSet2d, outline: Outline, places: ContactPlaces2d, broken: number): void {
  const { search } = places;
  places.searchedAt.set(set.positions);
  placeSpheres(set, outline, search);
  const { centres, radii, pairs, options, workspace } = search;
  nearPairs(pairs, radii.length, centres, radii, options, workspace);
  sortNames(outline, search);
  keepOld(places);
  const hits = pairs.count;
  if (places.keys.length < hits) {
    places.keys = new Float64Array(2 * hits);
    places.history = new Float64Array(SPRING_FLOATS_2D * 2 * hits);
  }
  if (places.depths.length < hits) places.depths = new Float64Array(2 * hits);
  if (places.start.length < hits + 1) places.start = new Int32Array(2 * hits + 1);
  if (places.edges.length < hits) places.edges = new Int32Array(2 * hits);
  listPlaces(set, outline, places);
  carryHistory(places, broken);
}

function placeSpheres({ positions }: DeformableSet2d, { nodes, edges }: Outline, { centres, radii }: PlaceSearch2d): void {
  for (let k = 0; k < nodes.length; k++) for (let i = 0; i < 2; i++) centres[3 * k + i] = positions[2 * nodes[k] + i];
  for (let e = 0; e < edges.length / 2; e++) {
    const row = nodes.length + e;
    const p = 2 * edges[2 * e];
    const q = 2 * edges[2 * e + 1];
    const x = positions[q] - positions[p];
    const y = positions[q + 1] - positions[p + 1];
    centres[3 * row] = positions[p] + 0.5 * x;
    centres[3 * row + 1] = positions[p + 1] + 0.5 * y;
    radii[row] = 0.5 * Math.sqrt(x * x + y * y);
  }
}

/** One number for each pair, sorted: node times the number of edges + edge. */
function sortNames({ nodes, edgeBlock }: Outline, search: PlaceSearch2d): void {
  const { pairs } = search;
  if (search.names.length < pairs.count) search.names = new Float64Array(2 * pairs.count);
  for (let p = 0; p < pairs.count; p++) {
    const first = pairs.pairs[2 * p];
    const second = pairs.pairs[2 * p + 1];
    const node = first < second ? first : second;
    const edge = (first < second ? second : first) - nodes.length;
    search.names[p] = nodes[node] * edgeBlock.length + edge;
  }
  search.names.subarray(0, pairs.count).sort();
}

/** Keeps the names and the springs of the last list. */
function keepOld(places: ContactPlaces2d): void {
  const { search, keys, history } = places;
  places.keys = search.oldKeys;
  places.history = search.oldHistory;
  search.oldKeys = keys;
  search.oldHistory = history;
  search.oldCount = places.count;
}

function listPlaces(set: DeformableSet2d, { edgeBlock }: Outline, places: ContactPlaces2d): void {
  const { names, pairs } = places.search;
  const { keys, start, edges } = places;
  let count = 0;
  for (let p = 0; p < pairs.count; p++) {
    const edge = names[p] % edgeBlock.length;
    const key = ((names[p] - edge) / edgeBlock.length) * set.blockCount + edgeBlock[edge];
    if (count === 0 || keys[count - 1] !== key) {
      keys[count] = key;
      start[count] = p;
      count++;
    }
    edges[p] = edge;
  }
  start[count] = pairs.count;
  places.count = count;
}

function carryHistory({ count, keys, history, search }: ContactPlaces2d, broken: number): void {
  const { oldCount, oldKeys, oldHistory } = search;
  let old = 0;
  for (let p = 0; p < count; p++) {
    while (old < oldCount && oldKeys[old] < keys[p]) old++;
    const isKnown = old < oldCount && oldKeys[old] === keys[p];
    const to = SPRING_FLOATS_2D * p;
    for (let k = 0; k < SPRING_FLOATS_2D; k++) history[to + k] = isKnown ? oldHistory[SPRING_FLOATS_2D * old + k] : 0;
    if (!isKnown) history[to + BROKEN] = broken;
  }
}
