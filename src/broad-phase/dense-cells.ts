/**
 * Dense cells: the near pairs of bodies that fill their space, by a table of all cells.
 *
 * Bodies are sorted by cells (cell-order.ts), and a table says where each cell begins in that order. The three cells ix - 1 .. ix + 1 of a row are one
 * run of bodies, known from two entries of the table. A body meets five runs: what comes after it in its own cell and the next one, and
 * the runs of row iy - 1 and of rows iy - 1 .. iy + 1 of the layer below. The rest of its 27 cells meets it: each pair once.
 *
 * The table has one entry a cell, so it is used while there are at most four cells a body. Beyond that the same bodies are searched by sorted
 * rows (sorted-rows.ts), whose cost and memory do not depend on empty cells: denseCellPairs may be given any scene.
 *
 * Each pair is decided exactly, as in near.ts: comparisons outside the band of rounding here, the others there. So all searches list the same pairs.
 * Cost: O(N + pairs) for bodies of similar size, all memory read and written in streams but for one copy of the bodies.
 */
import type { PairFilter } from '../body/pairing';
import { beginCells, BLOCK, canNumber, createCellWorkspace, layerStride, orderNumbered, rowStride, type CellWorkspace } from './cell-order';
import type { PairList } from './pair-list';
import { meetRun, pairsOfOwnRows, searchSortedRows } from './sorted-rows';

/** Most cells a body. */
const CELLS_PER_BODY = 4;

/**
 * Number of 32-bit integers that a search of `count` bodies in nx x ny x nz cells needs: 12 count and one a cell, while there are
 * at most four cells a body; beyond that see {@link sortedRowMemory}.
 */
export function denseCellMemory(count: number, nx: number, ny: number, nz: number): number {
  return 12 * count + (nx + 1) * (ny + 1) * nz + 3;
}

/**
 * Lists all pairs of bodies whose bounding spheres are at most `margin` apart: the same pairs as {@link nbsPairs3d} for the same
 * input, and the same invalid bodies. The fastest search for bodies of similar size; with more than four cells a body it is
 * {@link sortedRowPairs}.
 *
 * The order of the pairs depends on the input alone, not on earlier searches. Allocates only when `out` or the workspace have to grow.
 *
 * @param out Overwritten; grows as needed.
 * @param count Number of bodies, a whole number.
 * @param centres x y z packed, length >= 3 count.
 * @param radii Bounding radii, length >= count, in the unit of centres.
 * @param margin Length >= 0: list bodies up to this far apart.
 * @param workspace Hand in the same one each step; without it a new one is made each time.
 * @returns out
 *
 * @example
 * ```ts
 * const centres = new Float64Array([0, 0, 0, 1, 0, 0, 5, 0, 0]);
 * const radii = new Float64Array([0.5, 0.5, 0.5]);
 * const near = denseCellPairs(createPairList(), 3, centres, radii, 0, createCellWorkspace());
 * console.log(near.count, near.pairs[0], near.pairs[1]); // 1 0 1
 * ```
 */
export function denseCellPairs(
  out: PairList,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  margin: number,
  workspace: CellWorkspace = createCellWorkspace(),
): PairList {
  return allowedDensePairs(out, count, centres, radii, margin, undefined, workspace);
}

/** The same, among the pairs that may pair. */
export function allowedDensePairs(
  out: PairList,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  margin: number,
  filter: PairFilter | undefined,
  workspace: CellWorkspace,
): PairList {
  const valid = beginCells(workspace, out, count, centres, radii, margin, filter);
  if (valid === 0) return out;
  const { grid } = workspace;
  const { cells } = grid;
  if (!canNumber(grid) || cells[0] * cells[1] * cells[2] > CELLS_PER_BODY * valid) {
    searchSortedRows(workspace, out, count, valid, centres, radii);
    return out;
  }
  orderNumbered(workspace, count, valid, centres, radii);
  const row = rowStride(grid);
  const layer = layerStride(grid);
  fillStarts(workspace, valid, layer * cells[2]);
  for (let b = 0; b < valid; b += BLOCK) {
    const to = Math.min(b + BLOCK, valid);
    pairsOfOwnRows(workspace, out, centres, radii, b, to, valid);
    pairsByTable(workspace, out, centres, radii, b, to, -row);
    pairsByTable(workspace, out, centres, radii, b, to, -layer - row);
    pairsByTable(workspace, out, centres, radii, b, to, -layer);
    pairsByTable(workspace, out, centres, radii, b, to, -layer + row);
  }
  return out;
}

/** starts[c] for all cells, and two more, so that the run that ends with the last cell has an end. */
function fillStarts(workspace: CellWorkspace, valid: number, cells: number): void {
  if (workspace.starts.length < cells + 3) workspace.starts = new Int32Array(Math.ceil(1.25 * (cells + 3)));
  let next = 0;
  for (let b = 0; b < valid; b += BLOCK) next = fillStartsOf(workspace, b, Math.min(b + BLOCK, valid), next);
  workspace.starts.fill(valid, next, cells + 3);
}

function fillStartsOf(workspace: CellWorkspace, from: number, to: number, begin: number): number {
  const { order, starts } = workspace;
  let next = begin;
  for (let p = from; p < to; p++) {
    const cell = order[2 * p];
    while (next <= cell) starts[next++] = p;
  }
  return next;
}

/** Pairs of bodies from .. to - 1 and those of the three cells around the one that is `offset` cells on. */
function pairsByTable(
  workspace: CellWorkspace,
  out: PairList,
  centres: Float64Array,
  radii: Float64Array,
  from: number,
  to: number,
  offset: number,
): void {
  const { order, starts } = workspace;
  for (let p = from; p < to; p++) {
    const first = order[2 * p] + offset - 1;
    // Only the first layer has rows before it that do not exist; a run that reaches out of them holds nothing of those.
    if (first < -2) continue;
    const begin = first < 0 ? 0 : starts[first];
    const end = starts[first + 3];
    if (end > begin) meetRun(workspace, out, centres, radii, p, begin, end);
  }
}
