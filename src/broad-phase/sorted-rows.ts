/**
 * Sorted rows: near pairs of bodies in scenes of any density, by sorting and merging.
 *
 * It uses the cells of NBS (Munjiza and Andrews 1998) and its half neighbourhood, without its lists. Bodies are sorted
 * by cells (cell-order.ts). So the bodies of a row (all cells of the same iy and iz) are consecutive, and ix rises. A
 * row is merged with itself and with four rows before it, (iy-1, iz) and (iy-1 .. iy+1, iz-1), with two pointers: a
 * body is compared with the bodies of ix-1 .. ix+1. In its own row it is compared with later bodies. These are 1 + 13
 * cells, so each pair is compared once.
 *
 * Nothing is stored for cells and no loop runs over them: time does not depend on empty cells, and memory is N times a
 * constant.
 * - If all cells can be numbered in 31 bits, the cell numbers alone are enough: cell c is compared with c - row - 1 ..
 *   c - row + 1 and so on. Four pointers pass through all bodies once.
 * - Otherwise the rows are found first, and merged one after another.
 *
 * Departures from the paper: cells as in cell-grid.ts; radii may differ; each pair is decided exactly, as in
 * sphere-test.ts, so all searches list the same pairs. When few bodies have others in the next cell, bodies are not
 * copied, and the few pairs are decided from the caller's arrays. Cost: O(N + pairs) for bodies of similar size without
 * too many in one cell.
 */
import {
  beginCells,
  BLOCK,
  canNumber,
  createCellWorkspace,
  layerStride,
  orderLong,
  orderNumbered,
  rowStride,
  type CellWorkspace,
} from './cell-order';
import { mayPair } from '../body/pairing';
import { appendIfNear } from './sphere-test';
import { appendPair, type PairList } from './pair-list';

/**
 * Number of 32-bit integers that a search of `count` bodies needs at most: 16 for each body (12 if all cells can be
 * numbered in 31 bits), for any distances between the bodies.
 */
export function sortedRowMemory(count: number): number {
  return 16 * count;
}

/**
 * Lists all pairs of bodies whose bounding spheres are at most `margin` apart: the same pairs as {@link nbsPairs3d} for
 * the same input, and the same invalid bodies, several times as fast when there are many bodies.
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
 * const centres = new Float64Array([0, 0, 0, 1, 0, 0, 5e6, 0, 0]);
 * const radii = new Float64Array([0.5, 0.5, 0.5]);
 * const near = sortedRowPairs(createPairList(), 3, centres, radii, 0, createCellWorkspace());
 * console.log(near.count, near.pairs[0], near.pairs[1]); // 1 0 1
 * ```
 */
export function sortedRowPairs(
  out: PairList,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  margin: number,
  workspace: CellWorkspace = createCellWorkspace(),
): PairList {
  const valid = beginCells(workspace, out, count, centres, radii, margin, undefined);
  if (valid > 0) searchSortedRows(workspace, out, count, valid, centres, radii);
  return out;
}

/** The search after beginCells. */
export function searchSortedRows(
  workspace: CellWorkspace,
  out: PairList,
  count: number,
  valid: number,
  centres: Float64Array,
  radii: Float64Array,
): void {
  const { grid, merged } = workspace;
  if (!canNumber(grid)) {
    orderLong(workspace, count, valid, centres, radii);
    pairsOfLongRows(workspace, out, centres, radii, valid);
    return;
  }
  orderNumbered(workspace, count, valid, centres, radii);
  const row = rowStride(grid);
  const layer = layerStride(grid);
  merged.fill(0);
  for (let b = 0; b < valid; b += BLOCK) {
    const to = Math.min(b + BLOCK, valid);
    pairsOfOwnRows(workspace, out, centres, radii, b, to, valid);
    mergeRows(workspace, out, centres, radii, b, to, 0, -row);
    mergeRows(workspace, out, centres, radii, b, to, 1, -layer - row);
    mergeRows(workspace, out, centres, radii, b, to, 2, -layer);
    mergeRows(workspace, out, centres, radii, b, to, 3, -layer + row);
  }
}

/** Lists pairs of bodies from .. to - 1 and later bodies in the same cell or in the next cell of the row. */
function pairsOfOwnRows(
  workspace: CellWorkspace,
  out: PairList,
  centres: Float64Array,
  radii: Float64Array,
  from: number,
  to: number,
  valid: number,
): void {
  const { order } = workspace;
  for (let p = from; p < to; p++) {
    const last = order[2 * p] + 1;
    let end = p + 1;
    while (end < valid && order[2 * end] <= last) end++;
    if (end > p + 1) meetRun(workspace, out, centres, radii, p, p + 1, end);
  }
}

/**
 * Lists pairs of bodies from .. to - 1 and the bodies of three cells: the cell at `offset` < -1 and its two neighbours.
 * merged[k] keeps the number of bodies before those cells from call to call.
 */
function mergeRows(
  workspace: CellWorkspace,
  out: PairList,
  centres: Float64Array,
  radii: Float64Array,
  from: number,
  to: number,
  k: number,
  offset: number,
): void {
  const { order, merged } = workspace;
  let begin = merged[k];
  for (let p = from; p < to; p++) {
    // Both loops end at p at the latest, because its own cell is beyond last.
    const first = order[2 * p] + offset - 1;
    while (order[2 * begin] < first) begin++;
    let end = begin;
    while (order[2 * end] <= first + 2) end++;
    if (end > begin) meetRun(workspace, out, centres, radii, p, begin, end);
  }
  merged[k] = begin;
}

/** Pairs of body p and bodies begin .. end - 1. */
function meetRun(
  workspace: CellWorkspace,
  out: PairList,
  centres: Float64Array,
  radii: Float64Array,
  p: number,
  begin: number,
  end: number,
): void {
  // As in sphere-test.ts.
  const SLACK = 1 + 2 ** -48;
  const TINY = 2 ** -900;
  const { order, spheres, margin, filter } = workspace;
  const body = order[2 * p + 1];
  if (!workspace.copied) {
    for (let q = begin; q < end; q++) {
      const other = order[2 * q + 1];
      if (filter === undefined || mayPair(filter, body, other)) appendIfNear(out, centres, radii, margin, body, other);
    }
    return;
  }
  const x = spheres[4 * p];
  const y = spheres[4 * p + 1];
  const z = spheres[4 * p + 2];
  const r = spheres[4 * p + 3] + margin[0];
  for (let at = 4 * begin; at < 4 * end; at += 4) {
    const dx = spheres[at] - x;
    const dy = spheres[at + 1] - y;
    const dz = spheres[at + 2] - z;
    const reach = r + spheres[at + 3];
    const distance2 = dx * dx + dy * dy + dz * dz;
    const reach2 = reach * reach;
    if (distance2 > reach2 * SLACK + TINY) continue;
    const other = order[(at >> 1) + 1];
    if (filter !== undefined && !mayPair(filter, body, other)) continue;
    if (distance2 * SLACK + TINY < reach2) appendPair(out, body, other);
    else appendIfNear(out, centres, radii, margin, body, other);
  }
}

/**
 * Lists all pairs when ix, iy and iz are stored separately. Writes the first body, iy and iz of each row to `spare`.
 */
function pairsOfLongRows(workspace: CellWorkspace, out: PairList, centres: Float64Array, radii: Float64Array, valid: number): void {
  const rows = workspace.spare;
  const number = findRows(rows, workspace.order, valid);
  // The first row that is not before (iy - 1, iz - 1).
  let under = 0;
  for (let row = 0; row < number; row++) {
    const from = rows[3 * row];
    const to = row + 1 < number ? rows[3 * row + 3] : valid;
    const y = rows[3 * row + 1];
    const z = rows[3 * row + 2];
    mergeLongRows(workspace, out, centres, radii, from, to, from, to);
    if (row > 0 && rows[3 * row - 1] === z && rows[3 * row - 2] === y - 1)
      mergeLongRows(workspace, out, centres, radii, from, to, rows[3 * row - 3], from);
    while (rows[3 * under + 2] < z - 1 || (rows[3 * under + 2] === z - 1 && rows[3 * under + 1] < y - 1)) under++;
    // At most three rows; the loop ends at this row itself at the latest.
    for (let other = under; rows[3 * other + 2] === z - 1 && rows[3 * other + 1] <= y + 1; other++)
      mergeLongRows(workspace, out, centres, radii, from, to, rows[3 * other], rows[3 * other + 3]);
  }
}

function findRows(rows: Int32Array, order: Int32Array, valid: number): number {
  let number = 0;
  for (let p = 0; p < valid; p++) {
    if (p > 0 && order[4 * p + 1] === order[4 * p - 3] && order[4 * p + 2] === order[4 * p - 2]) continue;
    rows[3 * number] = p;
    rows[3 * number + 1] = order[4 * p + 1];
    rows[3 * number + 2] = order[4 * p + 2];
    number++;
  }
  return number;
}

/**
 * Lists pairs of the bodies of a row, from .. to - 1, and those of another row. For the same row: with later bodies.
 */
function mergeLongRows(
  workspace: CellWorkspace,
  out: PairList,
  centres: Float64Array,
  radii: Float64Array,
  from: number,
  to: number,
  otherFrom: number,
  otherTo: number,
): void {
  const SLACK = 1 + 2 ** -48;
  const TINY = 2 ** -900;
  const { order, spheres, margin, filter } = workspace;
  let begin = otherFrom;
  for (let p = from; p < to; p++) {
    const column = order[4 * p];
    while (begin < otherTo && order[4 * begin] < column - 1) begin++;
    const x = spheres[4 * p];
    const y = spheres[4 * p + 1];
    const z = spheres[4 * p + 2];
    const r = spheres[4 * p + 3] + margin[0];
    for (let q = otherFrom === from ? p + 1 : begin; q < otherTo && order[4 * q] <= column + 1; q++) {
      const dx = spheres[4 * q] - x;
      const dy = spheres[4 * q + 1] - y;
      const dz = spheres[4 * q + 2] - z;
      const reach = r + spheres[4 * q + 3];
      const distance2 = dx * dx + dy * dy + dz * dz;
      const reach2 = reach * reach;
      if (distance2 > reach2 * SLACK + TINY) continue;
      const body = order[4 * p + 3];
      const other = order[4 * q + 3];
      if (filter !== undefined && !mayPair(filter, body, other)) continue;
      if (distance2 * SLACK + TINY < reach2) appendPair(out, body, other);
      else appendIfNear(out, centres, radii, margin, body, other);
    }
  }
}
