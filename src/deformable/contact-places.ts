/**
 * The places at which deformable blocks may touch: a node of one block near triangles of another, or two convex edges.
 *
 * A place has a name that lasts: the node and the other block, or the two edges. So a node that slides over the sides
 * of triangles keeps its spring. Places are sorted by name. They are searched when a node has moved by half of the
 * margin since the last search; the history of a place goes over to the new list.
 */
import { nearPairs, type NearPairsWorkspace } from '../broad-phase/near-pairs';
import type { PairList } from '../broad-phase/pair-list';
import type { PairFilter } from '../body/pairing';
import { BROKEN, SPRING_FLOATS } from '../force/spring-history';
import type { DeformableSet } from './deformable-set';
import type { Surface } from './surface';

export interface ContactPlaces {
  /** Number of places: first those of nodes, then those of edges. */
  count: number;
  nodeCount: number;
  /** Name of a place: its node times the number of blocks + the other block, or edge times edges + other edge. */
  keys: Float64Array;
  /** Near triangles of place p of a node: triangles[start[p]] up to, not including, triangles[start[p + 1]]. */
  start: Int32Array;
  triangles: Int32Array;
  /** Springs, SPRING_FLOATS a place. */
  history: Float64Array;
  /** Places of the nodes at the last search. */
  readonly searchedAt: Float64Array;
  /** @internal */
  readonly search: PlaceSearch;
}

/** Bodies of the search: nodes, then triangles, then edges, each with its sphere. */
export interface PlaceSearch {
  readonly centres: Float64Array;
  readonly radii: Float64Array;
  readonly pairs: PairList;
  readonly workspace: NearPairsWorkspace;
  readonly options: { margin: number; filter: PairFilter };
  names: Float64Array;
  oldKeys: Float64Array;
  oldHistory: Float64Array;
}

/** Whether a node has moved by more than half of the margin since the last search, or there was none. */
export function isSearchDue({ positions }: DeformableSet, { nodes }: Surface, places: ContactPlaces): boolean {
  const { searchedAt } = places;
  const most = 0.25 * places.search.options.margin;
  let isDue = false;
  for (let k = 0; k < nodes.length; k++) {
    const i = 3 * nodes[k];
    const x = positions[i] - searchedAt[i];
    const y = positions[i + 1] - searchedAt[i + 1];
    const z = positions[i + 2] - searchedAt[i + 2];
    if (!(x * x + y * y + z * z <= most * most)) isDue = true;
  }
  return isDue;
}

/** Finds the places again. `broken` is the last number of the history of a new place: 1 for one without a bond. */
export function searchPlaces(set: DeformableSet, surface: Surface, places: ContactPlaces, broken: number): void {
  const { search } = places;
  places.searchedAt.set(set.positions);
  placeSpheres(set, surface, search);
  const { centres, radii, pairs, options, workspace } = search;
  nearPairs(pairs, radii.length, centres, radii, options, workspace);
  sortNames(set, surface, search);
  swapOut(places);
  const hits = pairs.count;
  if (places.keys.length < hits + 1) {
    places.keys = new Float64Array(2 * hits + 1);
    places.history = new Float64Array(SPRING_FLOATS * (2 * hits + 1));
  }
  if (places.start.length < hits + 1) places.start = new Int32Array(2 * hits + 1);
  if (places.triangles.length < hits) places.triangles = new Int32Array(2 * hits);
  listPlaces(set, surface, places);
  carryHistory(places, broken);
}

function placeSpheres({ positions }: DeformableSet, surface: Surface, { centres, radii }: PlaceSearch): void {
  const { nodes, triangles, edges } = surface;
  for (let k = 0; k < nodes.length; k++) for (let i = 0; i < 3; i++) centres[3 * k + i] = positions[3 * nodes[k] + i];
  placeAbout(positions, triangles, 3, nodes.length, centres, radii);
  placeAbout(positions, edges, 2, nodes.length + triangles.length / 3, centres, radii);
}

/** Spheres about the middles of features of `size` corners each; `first` is the row of the first one. */
function placeAbout(
  positions: Float64Array,
  corners: Int32Array,
  size: number,
  first: number,
  centres: Float64Array,
  radii: Float64Array,
): void {
  for (let f = 0; f < corners.length / size; f++) {
    const row = first + f;
    for (let i = 0; i < 3; i++) {
      let sum = 0;
      for (let c = 0; c < size; c++) sum += positions[3 * corners[size * f + c] + i];
      centres[3 * row + i] = sum / size;
    }
    let most = 0;
    for (let c = 0; c < size; c++) {
      const p = 3 * corners[size * f + c];
      const x = positions[p] - centres[3 * row];
      const y = positions[p + 1] - centres[3 * row + 1];
      const z = positions[p + 2] - centres[3 * row + 2];
      most = Math.max(most, x * x + y * y + z * z);
    }
    radii[row] = Math.sqrt(most);
  }
}

/**
 * One number for each pair, sorted: a node and a triangle, or, after all of these, two edges. They are whole numbers
 * below 2^53 for 5e7 nodes and triangles.
 */
function sortNames(set: DeformableSet, surface: Surface, search: PlaceSearch): void {
  const { pairs } = search;
  if (search.names.length < pairs.count) search.names = new Float64Array(2 * pairs.count);
  const nodeRows = surface.nodes.length;
  const triangleCount = surface.triangles.length / 3;
  const edgeCount = surface.edges.length / 2;
  const afterNodes = set.nodeCount * triangleCount;
  for (let p = 0; p < pairs.count; p++) {
    const i = pairs.pairs[2 * p];
    const j = pairs.pairs[2 * p + 1];
    const edge = nodeRows + triangleCount;
    search.names[p] = i < nodeRows ? surface.nodes[i] * triangleCount + (j - nodeRows) : afterNodes + (i - edge) * edgeCount + (j - edge);
  }
  search.names.subarray(0, pairs.count).sort();
}

/** Keeps the names and the springs of the last list. */
function swapOut(places: ContactPlaces): void {
  const { search, keys, history } = places;
  places.keys = search.oldKeys;
  places.history = search.oldHistory;
  search.oldKeys = keys;
  search.oldHistory = history;
  oldCounts[0] = places.nodeCount;
  oldCounts[1] = places.count;
  if (places.keys.length < keys.length) places.keys = new Float64Array(keys.length);
  if (places.history.length < history.length) places.history = new Float64Array(history.length);
}

/** Number of places of nodes, and of all places, of the last list. */
const oldCounts = /* @__PURE__ */ new Int32Array(2);

function listPlaces(set: DeformableSet, surface: Surface, places: ContactPlaces): void {
  const { names, pairs } = places.search;
  const { keys, start, triangles } = places;
  const triangleCount = surface.triangles.length / 3;
  const afterNodes = set.nodeCount * triangleCount;
  let count = 0;
  let used = 0;
  let p = 0;
  for (; p < pairs.count && names[p] < afterNodes; p++) {
    const triangle = names[p] % triangleCount;
    const node = (names[p] - triangle) / triangleCount;
    const key = node * set.blockCount + surface.triangleBlock[triangle];
    if (count === 0 || keys[count - 1] !== key) {
      keys[count] = key;
      start[count] = used;
      count++;
    }
    triangles[used++] = triangle;
  }
  places.nodeCount = count;
  start[count] = used;
  for (; p < pairs.count; p++) keys[count++] = names[p] - afterNodes;
  places.count = count;
}

function carryHistory(places: ContactPlaces, broken: number): void {
  const { oldKeys, oldHistory } = places.search;
  const { keys, history } = places;
  let old = 0;
  for (let p = 0; p < places.count; p++) {
    const isNode = p < places.nodeCount;
    if (p === places.nodeCount) old = oldCounts[0];
    const end = oldCounts[isNode ? 0 : 1];
    while (old < end && oldKeys[old] < keys[p]) old++;
    const isKnown = old < end && oldKeys[old] === keys[p];
    const to = SPRING_FLOATS * p;
    for (let k = 0; k < SPRING_FLOATS; k++) history[to + k] = isKnown ? oldHistory[SPRING_FLOATS * old + k] : 0;
    if (!isKnown) history[to + BROKEN] = broken;
  }
}

/** The place of a node and a block, or -1. */
export function placeOfNode(places: ContactPlaces, blockCount: number, node: number, block: number): number {
  return placeOf(places, 0, places.nodeCount, node * blockCount + block);
}

/** The place of two edges, the first one of the block with the smaller number, or -1. */
export function placeOfEdges(places: ContactPlaces, edgeCount: number, a: number, b: number): number {
  return placeOf(places, places.nodeCount, places.count, a * edgeCount + b);
}

function placeOf({ keys }: ContactPlaces, first: number, end: number, key: number): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle] < key) low = middle + 1;
    else high = middle;
  }
  return low < end && keys[low] === key ? low : -1;
}
