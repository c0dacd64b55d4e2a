/**
 * Dense cells: near pairs of densely packed bodies, by a table of all cells.
 *
 * The cells are numbered as in cell-order.ts. A counting sort with one counter for each cell puts the bodies in order:
 * the sums of the counts are the starts of the cells. The bodies of the three cells ix - 1 .. ix + 1 of a row are
 * consecutive (a run), and two entries of the table give their range. A body is compared with five runs: later bodies
 * in its own cell and the next one; row iy - 1; rows iy - 1 .. iy + 1 of the layer below. The bodies of its other
 * neighbour cells are compared with it, so each pair is compared once.
 *
 * The table has one entry for each cell, so it is used while there are at most four cells for each body. With more
 * cells, sorted rows are used (sorted-rows.ts), whose cost and memory do not depend on empty cells. So denseCellPairs
 * works for any scene.
 *
 * Each pair is decided exactly: this file compares pairs outside the band of rounding, and sphere-test.ts the others.
 * So all searches list the same pairs. Cost: O(N + pairs) for bodies of similar size. Only counting and placing access
 * memory at random: one entry of the table each, and one place for the body.
 */
import { mayPair, type PairFilter } from '../body/pairing';
import { beginCells, BLOCK, canNumber, createCellWorkspace, layerStride, reserve, rowStride, type CellWorkspace } from './cell-order';
import { appendIfNear } from './sphere-test';
import { appendPair, type PairList } from './pair-list';
import { searchSortedRows } from './sorted-rows';

/** Most cells for each body. */
const CELLS_PER_BODY = 4;

/**
 * Number of 32-bit integers that a search of `count` bodies in nx x ny x nz cells needs: 10 count and one for each
 * cell, for at most four cells for each body; with more cells see {@link sortedRowMemory}.
 */
export function denseCellMemory(count: number, nx: number, ny: number, nz: number): number {
  return 10 * count + (nx + 1) * (ny + 1) * nz + 2;
}

/**
 * Lists all pairs of bodies whose bounding spheres are at most `margin` apart: the same pairs as {@link nbsPairs3d} for
 * the same input, and the same invalid bodies. It is the fastest search for bodies of similar size. With more than four
 * cells for each body it calls {@link sortedRowPairs}.
 *
 * The order of the pairs depends on the input alone, not on earlier searches. Allocates only when `out` or the
 * workspace must grow.
 *
 * @param out Overwritten; grows as needed.
 * @param count Number of bodies, a whole number.
 * @param centres x y z packed, length >= 3 count.
 * @param radii Bounding radii, length >= count, in the unit of centres.
 * @param margin Length >= 0: list bodies up to this far apart.
 * @param workspace Pass the same one in each step; without it a new one is made each time.
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
  const all = layerStride(grid) * cells[2];
  orderByTable(workspace, count, all, centres, radii);
  for (let c = 0; c < all; c += BLOCK) pairsOfCells(workspace, out, centres, radii, c, Math.min(c + BLOCK, all));
  return out;
}

/**
 * Fills `starts`, and `order` and `spheres` by cells, in a cell by number. With few cells for each body this costs less
 * than sorting digit by digit, since bodies are read in their order and moved once.
 *
 * The steps with random memory access (countCells, findPlaces and placeSpheres) are separate short loops. So a
 * processor can wait for several accesses at once, as many as fit in its window of instructions.
 */
function orderByTable(workspace: CellWorkspace, count: number, cells: number, centres: Float64Array, radii: Float64Array): void {
  reserve(workspace, count, 1);
  if (workspace.starts.length < cells + 2) workspace.starts = new Int32Array(Math.ceil(1.25 * (cells + 2)));
  else workspace.starts.fill(0, 0, cells + 2);
  const { starts, spare } = workspace;
  for (let b = 0; b < count; b += BLOCK) {
    const to = Math.min(b + BLOCK, count);
    numberCells(workspace, centres, radii, b, to);
    countCells(spare, starts, b, to);
  }
  for (let c = 0; c < cells; c += BLOCK) sumStarts(starts, c, Math.min(c + BLOCK, cells));
  for (let b = 0; b < count; b += BLOCK) {
    const to = Math.min(b + BLOCK, count);
    findPlaces(spare, starts, b, to);
    placeSpheres(workspace, centres, radii, b, to);
  }
}

/** Writes the cells of bodies from .. to - 1; -1 for invalid bodies. */
function numberCells(workspace: CellWorkspace, centres: Float64Array, radii: Float64Array, from: number, to: number): void {
  const { grid, spare } = workspace;
  const axes = grid.axes;
  const startX = axes[0];
  const startY = axes[4];
  const startZ = axes[8];
  const perX = axes[1];
  const perY = axes[5];
  const perZ = axes[9];
  const row = rowStride(grid);
  const layer = layerStride(grid);
  for (let b = from; b < to; b++) {
    const x = centres[3 * b];
    const y = centres[3 * b + 1];
    const z = centres[3 * b + 2];
    const r = radii[b];
    spare[b] = -1;
    if (!(x * 0 + y * 0 + z * 0 + r * 0 === 0 && r >= 0)) continue;
    // As in cell-order.ts.
    const ix = ((0.25 * x - startX) * perX) | 0;
    const iy = ((0.25 * y - startY) * perY) | 0;
    const iz = ((0.25 * z - startZ) * perZ) | 0;
    spare[b] = (iz * layer + iy * row + ix) | 0;
  }
}

/** Adds the number of bodies from .. to - 1 in cell c to starts[c + 2]. */
function countCells(spare: Int32Array, starts: Int32Array, from: number, to: number): void {
  for (let b = from; b < to; b++) {
    const cell = spare[b];
    if (cell >= 0) starts[cell + 2]++;
  }
}

/** Sets starts[c + 2] to the number of bodies in cells 0 .. c; so starts[c + 1] is the number before cell c. */
function sumStarts(starts: Int32Array, from: number, to: number): void {
  for (let c = from; c < to; c++) starts[c + 2] += starts[c + 1];
}

/**
 * Replaces the cells of bodies from .. to - 1 by their places. After all bodies, starts[c + 1] is the end of cell c,
 * where cell c + 1 begins.
 */
function findPlaces(spare: Int32Array, starts: Int32Array, from: number, to: number): void {
  for (let b = from; b < to; b++) {
    const cell = spare[b];
    if (cell >= 0) spare[b] = starts[cell + 1]++;
  }
}

/** Puts bodies from .. to - 1 in their places. */
function placeSpheres(workspace: CellWorkspace, centres: Float64Array, radii: Float64Array, from: number, to: number): void {
  const { order, spare, spheres } = workspace;
  for (let b = from; b < to; b++) {
    const p = spare[b];
    if (p < 0) continue;
    order[p] = b;
    spheres[4 * p] = centres[3 * b];
    spheres[4 * p + 1] = centres[3 * b + 1];
    spheres[4 * p + 2] = centres[3 * b + 2];
    spheres[4 * p + 3] = radii[b];
  }
}

/** Pairs of the bodies of cells from .. to - 1 and those of their five runs. */
function pairsOfCells(workspace: CellWorkspace, out: PairList, centres: Float64Array, radii: Float64Array, from: number, to: number): void {
  // As in sphere-test.ts.
  const SLACK = 1 + 2 ** -48;
  const TINY = 2 ** -900;
  const { grid, order, spheres, starts, margin, filter } = workspace;
  const row = rowStride(grid);
  const layer = layerStride(grid);
  for (let cell = from; cell < to; cell++) {
    const last = starts[cell + 1];
    for (let p = starts[cell]; p < last; p++) {
      const x = spheres[4 * p];
      const y = spheres[4 * p + 1];
      const z = spheres[4 * p + 2];
      const r = spheres[4 * p + 3] + margin[0];
      for (let run = 0; run < 5; run++) {
        // The cell in the middle of the run: the body's own cell, the cell in row iy - 1, or the cells in rows iy - 1
        // .. iy + 1 of the layer below.
        const middle = run === 0 ? cell : run === 1 ? cell - row : cell - layer + (run - 3) * row;
        // Rows before the first layer do not exist. A run that starts there contains none of their bodies.
        if (middle < -1) continue;
        const begin = run === 0 ? p + 1 : middle < 1 ? 0 : starts[middle - 1];
        const end = starts[middle + 2];
        for (let q = begin; q < end; q++) {
          const dx = spheres[4 * q] - x;
          const dy = spheres[4 * q + 1] - y;
          const dz = spheres[4 * q + 2] - z;
          const reach = r + spheres[4 * q + 3];
          const distance2 = dx * dx + dy * dy + dz * dz;
          const reach2 = reach * reach;
          if (distance2 > reach2 * SLACK + TINY) continue;
          const body = order[p];
          const other = order[q];
          if (filter !== undefined && !mayPair(filter, body, other)) continue;
          if (distance2 * SLACK + TINY < reach2) appendPair(out, body, other);
          else appendIfNear(out, centres, radii, margin, body, other);
        }
      }
    }
  }
}
