/**
 * All near pairs of bodies of any sizes that may pair, with or without a periodic box: the search for real scenes.
 *
 * NBS (Munjiza and Andrews 1998) is for bodies of similar size, in open space. When sizes differ, cells as wide as the
 * largest body contain too many small bodies. When a wall is one of the bodies, all pairs are tested. Here:
 *
 * 1. Bodies are sorted into size levels, each of sizes that differ by less than 2, or 4 (size-levels.ts).
 * 2. Bodies of one level meet in cells of its own size, in half the neighbourhood (level-rows.ts).
 * 3. Bodies of one level are entered in cells that are wide enough for every finer body that may touch them. Finer
 *    bodies search these cells (level-cover.ts).
 * 4. The largest bodies, at most FEW, are tested with all others: this is cheaper than any cells.
 *
 * Bodies of one level without a box go to the fastest search for them (dense-cells.ts). sphere-test.ts and
 * image-test.ts decide all pairs exactly, so the pairs do not depend on the search. Only their order does.
 *
 * Cost: O(N + pairs) time for each level, for any density and any extent of the scene, if no cell has too many bodies.
 */
import type { PairFilter } from '../body/pairing';
import { setMargin } from './cell-grid';
import { createCellWorkspace, type CellWorkspace } from './cell-order';
import { allowedDensePairs } from './dense-cells';
import { createLevelCover, pairsAcrossLevels, placesFor, type LevelCover } from './levels/level-cover';
import { createLevelRows, pairsOfLevel, pairsWithFiner, reserveRows, rowTableFor, type LevelRows } from './levels/level-rows';
import { meet, PAD, type NearSearch } from './levels/level-search';
import { clearPairList, createPairList, type PairList } from './pair-list';
import { layBox, type PeriodicBox } from './periodic';
import { createLattice, layLattice } from './lattice/lattice';
import type { SkewSearch } from './lattice/skew-image-test';
import { createSkewPlaces, layPlaces } from './lattice/skew-places';
import { cellOf, type PeriodicCell } from './periodic-cell';
import { createSizeLevels, isOneLevel, reserveLevels, sortLevels, type SizeLevels } from './levels/size-levels';

export interface NearPairsOptions {
  /** List bodies up to this far apart, a length >= 0; default 0. */
  readonly margin?: number | undefined;
  /** A periodic box, or a periodic cell with vectors in any directions; default none. */
  readonly periodic?: PeriodicBox | PeriodicCell | undefined;
  /** Which bodies may pair at all ({@link mayPair}; a BodySet is such a filter); default all. */
  readonly filter?: PairFilter | undefined;
}

/**
 * Working memory of {@link nearPairs}, kept by the caller from step to step; it grows when needed and never shrinks.
 * Use one workspace for one search at a time. It keeps references to the arrays of the last search. Its contents have
 * no meaning between searches.
 */
export interface NearPairsWorkspace {
  /** @internal */
  readonly search: NearSearch;
  /** @internal */
  readonly levels: SizeLevels;
  /** @internal */
  readonly rows: LevelRows;
  /** @internal */
  readonly cover: LevelCover;
  /** For cells that are no boxes. @internal */
  readonly skew: SkewSearch;
  /** For bodies of one size. */
  readonly cells: CellWorkspace;
}

export function createNearPairsWorkspace(): NearPairsWorkspace {
  return {
    search: createNearSearch(),
    levels: createSizeLevels(),
    rows: createLevelRows(),
    cover: createLevelCover(),
    skew: { lattice: createLattice(), placed: createSkewPlaces(), centres: new Float64Array(0), radii: new Float64Array(0) },
    cells: createCellWorkspace(),
  };
}

/**
 * Bytes of working memory for `count` bodies, where `coarse` is the number of bodies in the largest size level other
 * than the finest. It is 136 to 152 for each body and 48 to 64 for each coarse one, for any distances between the
 * bodies. Sizes in a level differ by less than 4; walls count as bodies. Bodies of one level without a box need the
 * memory of {@link denseCellPairs} instead.
 */
export function nearPairsMemory(count: number, coarse: number): number {
  const perBody = 8 * 8 + 3 * 4 + 11 * 4;
  const bodies = count === 0 ? 0 : perBody * count + 4 * (rowTableFor(count) + 3);
  const entries = coarse === 0 ? 0 : 4 * (8 * coarse + 2 * placesFor(coarse) + 1);
  return bodies + entries;
}

/** At about 2 ns for each test, this many tests cost less than searching two cells. */
const FEW = 16;

/**
 * Lists all pairs of bodies that may pair and whose bounding spheres are at most `margin` apart, touching included:
 * exactly those, each once, with i < j, in time linear in the number of bodies for a given range of sizes.
 *
 * With a periodic box a pair is near when the nearest image of j is near i, and out.shifts holds that image: cj + shift
 * * edge, edge = max - min as doubles. Each pair is listed once, also when the box is so small that several images are
 *   near. Of two images equally near on an axis, out.shifts has the one with the smaller
 * |shift|. With a periodic cell the image is cj + the sum of the shifts times the three vectors of the cell
 * (docs/periodic.md). A body does not pair with its own images. Bodies may lie anywhere up to 2^29 edges from the box;
 * out.shifts is empty without a box or cell that repeats along an axis or vector.
 *
 * Bodies with a NaN or infinite centre or radius, a negative radius, or too far from the box are listed in out.invalid
 * (all of them when the margin is negative or not finite, or {@link checkPeriodicBox} or {@link checkPeriodicCell}
 * would refuse the box or cell) and the others are paired. Call {@link checkSpheres} and these to get an error instead.
 *
 * The order of the pairs depends on the input alone, not on earlier searches (docs/near-pairs.md). Pairs that may not
 * pair need no room in the list, also not during the search. Allocates only when `out` or the workspace must grow, so
 * nothing in a steady step.
 *
 * @param out Overwritten; grows as needed.
 * @param count Number of bodies, a whole number.
 * @param centres x y z packed, length >= 3 count.
 * @param radii Bounding radii, length >= count, in the unit of centres.
 * @param workspace Pass the same one in each step; without it a new one is made each time.
 * @returns out
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
  const { search, levels, rows, cover } = workspace;
  const { margin, edges } = search;
  const filter = options.filter ?? undefined;
  setMargin(margin, options.margin === undefined ? 0 : options.margin);
  const cell = cellOf(options.periodic);
  if (!(cell === undefined ? layBox(edges, search.starts, options.periodic as PeriodicBox | undefined) : layCell(workspace, cell)))
    margin[0] = Number.NaN;
  search.periodic = edges[0] > 0 || edges[1] > 0 || edges[2] > 0;
  if (!search.periodic && isOneSize(count, radii, margin)) {
    return allowedDensePairs(out, count, centres, radii, margin[0], filter, workspace.cells);
  }
  search.out = out;
  search.skew = cell !== undefined && search.periodic ? layBodies(workspace.skew, count, centres, radii) : undefined;
  search.centres = search.skew === undefined ? centres : search.skew.placed.places;
  search.radii = search.skew === undefined ? radii : search.skew.placed.radii;
  search.filter = filter;
  search.extra[0] = 0.125 * margin[0] + PAD * Math.max(edges[0], edges[1], edges[2]);
  clearPairList(out, search.periodic);
  reserve(workspace, count);
  search.count = sortLevels(levels, search, count);
  // The largest bodies: as many whole levels as fit in FEW.
  let first = 0;
  while (first < levels.count && levels.starts[first + 1] <= FEW) first++;
  const few = levels.starts[first];
  for (let p = 0; p < few; p++) search.body[p] = levels.body[p];
  for (let k = 0; k < 4 * few; k++) search.spheres[k] = levels.spheres[k];
  // Fine to coarse, so that the finer bodies are already in order when a level meets them.
  for (let level = levels.count - 1; level >= first; level--) {
    pairsOfLevel(rows, search, levels, level);
    const coarse = levels.starts[level + 1] - levels.starts[level];
    const finer = search.count - levels.starts[level + 1];
    if (finer > coarse) pairsAcrossLevels(cover, search, levels, level);
    else pairsWithFiner(rows, search, levels.starts[level + 1]);
  }
  for (let p = 0; p < few; p++) meet(search, p, p + 1, search.count);
  return out;
}

/**
 * In its own coordinates the cell is a box whose edges are its heights. False for one that checkPeriodicCell refuses.
 */
function layCell({ search, skew }: NearPairsWorkspace, cell: PeriodicCell): boolean {
  const { edges, starts } = search;
  const isCell = layLattice(skew.lattice, cell, 3);
  for (let k = 0; k < 3; k++) {
    edges[k] = isCell ? skew.lattice.heights[k] : 0;
    starts[k] = 0;
  }
  return isCell;
}

/** The bodies in the coordinates of the cell. */
function layBodies(skew: SkewSearch, count: number, centres: Float64Array, radii: Float64Array): SkewSearch {
  layPlaces(skew.placed, skew.lattice, count, centres, radii);
  skew.centres = centres;
  skew.radii = radii;
  return skew;
}

/** Whether all bodies with a radius >= 0 are one level. */
function isOneSize(count: number, radii: Float64Array, margin: Float64Array): boolean {
  let least = Infinity;
  let most = 0;
  for (let b = 0; b < count; b++) {
    const r = radii[b];
    if (r >= 0 && r < least) least = r;
    if (r > most) most = r;
  }
  const largest = 0.25 * most + 0.125 * margin[0];
  const smallest = 0.25 * least + 0.125 * margin[0];
  if (most === 0 || smallest > 0.5 * largest) return true;
  if (!(smallest > 0.25 * largest)) return false;
  let bodies = 0;
  let volume = 0;
  for (let b = 0; b < count; b++) {
    if (!(radii[b] >= 0)) continue;
    const size = (0.25 * radii[b] + 0.125 * margin[0]) / largest;
    bodies++;
    volume += size * size * size;
  }
  return isOneLevel(bodies, volume);
}

function createNearSearch(): NearSearch {
  const none = new Float64Array(0);
  return {
    out: createPairList(0),
    centres: none,
    radii: none,
    filter: undefined,
    periodic: false,
    skew: undefined,
    margin: new Float64Array(1),
    edges: new Float64Array(3),
    starts: new Float64Array(3),
    extra: new Float64Array(1),
    count: 0,
    body: new Int32Array(0),
    spheres: none,
  };
}

function reserve(workspace: NearPairsWorkspace, count: number): void {
  const { search, levels, rows } = workspace;
  if (search.body.length < count) {
    search.spheres = new Float64Array(4 * count);
    search.body = new Int32Array(count);
  }
  reserveLevels(levels, count);
  reserveRows(rows, count);
}
