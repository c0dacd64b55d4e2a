/**
 * Near pairs within one size level: each row of cells is compared with itself and four of its neighbours.
 *
 * A row is all cells of the same iy and iz. Bodies are sorted by (iz, iy, ix) with three counting sorts, so a row is a
 * block of memory in which ix rises. Hashing finds rows. Two rows are merged with two pointers: a body is compared with
 * the consecutive bodies of ix - 1 .. ix + 1. A row is merged with rows (iy + 1, iz) and (iy - 1 .. iy + 1, iz + 1);
 * the other four neighbours are merged with it. Together with the row itself this is the half neighbourhood of NBS (1 +
 * 13 cells), in 5 runs.
 *
 * Time is linear in the number n of bodies. Memory does not depend on the number of empty cells, since cells are not
 * stored. Axes are folded to 2n + 1 cells for the counting sorts.
 */
import { createLevelCells, Ends, hashOf, layLevelCells, levelCellOf, type LevelCells } from './level-cells';
import { decide, LOST, meet, WIDER, type NearSearch } from './level-search';
import type { SizeLevels } from './size-levels';

export interface LevelRows {
  readonly cells: LevelCells;
  /** Start of the bodies of each cell of an axis, while sorting; length >= 2n + 2. */
  cellStart: Int32Array;
  /** Cells of each body in the original order, and the bodies in two orders; length >= n each. */
  cellX: Int32Array;
  cellY: Int32Array;
  cellZ: Int32Array;
  order: Int32Array;
  other: Int32Array;
  /** ix of the bodies in their final order. */
  column: Int32Array;
  rowCount: number;
  /** Start of each row (then the end of the last), and its iy and iz. Length >= n + 1. */
  rowStart: Int32Array;
  rowY: Int32Array;
  rowZ: Int32Array;
  /** Hash table: 1 + row, or 0. Its used length is a power of two, at least four times the rows. */
  table: Int32Array;
  tableMask: number;
}

export function createLevelRows(): LevelRows {
  const none = new Int32Array(0);
  return {
    cells: createLevelCells(),
    cellStart: none,
    cellX: none,
    cellY: none,
    cellZ: none,
    order: none,
    other: none,
    column: none,
    rowCount: 0,
    rowStart: none,
    rowY: none,
    rowZ: none,
    table: none,
    tableMask: 0,
  };
}

/** Cells are larger than the largest reach by this part, for the rounding of cell numbers (level-cells.ts). */
const ENLARGEMENT = 2 ** -20;

/** Sorts the bodies of a level in search.body and search.spheres, and lists their pairs. */
export function pairsOfLevel(rows: LevelRows, search: NearSearch, levels: SizeLevels, level: number): void {
  const from = levels.starts[level];
  const to = levels.starts[level + 1];
  sortRows(rows, search, levels, level, from, to);
  for (let row = 0; row < rows.rowCount; row++) {
    pairsInRow(rows, search, row);
    const y = rows.rowY[row];
    const z = rows.rowZ[row];
    for (let step = 0; step < 4; step++) {
      const otherY = stepped(rows.cells, 1, y, step === 0 ? 1 : step - 2);
      const otherZ = stepped(rows.cells, 2, z, step === 0 ? 0 : 1);
      if (otherY === NONE || otherZ === NONE) continue;
      const other = findRow(rows, otherY, otherZ);
      if (other >= 0) pairsOfRows(rows, search, row, other);
    }
  }
}

/**
 * Lists pairs of the level of these rows with the finer bodies from .. search.count - 1. Each finer body searches 27
 * cells, in 9 runs. This finds all pairs: finer bodies have a smaller reach, so they are nearer than a cell is wide.
 */
export function pairsWithFiner(rows: LevelRows, search: NearSearch, from: number): void {
  const { cells, column, rowStart } = rows;
  const { spheres, count } = search;
  const base = rowStart[0];
  const last = cells.axes[3] - 1;
  const around = cells.ends[0] === Ends.Around;
  let lastX = 0;
  let lastY = NONE;
  let lastZ = NONE;
  for (let p = from; p < count; p++) {
    const x = levelCellOf(cells, 0, spheres, 4 * p);
    const y = levelCellOf(cells, 1, spheres, 4 * p + 1);
    const z = levelCellOf(cells, 2, spheres, 4 * p + 2);
    // Finer bodies are also in rows. So the next one often searches the same rows, slightly further along.
    if (y !== lastY || z !== lastZ || x < lastX) openRows(rows, x, y, z);
    lastX = x;
    lastY = y;
    lastZ = z;
    for (let step = 0; step < 9; step++) {
      const end = aroundEnd[step];
      let at = runStart[step];
      while (at < end && column[at - base] < x - 1) at++;
      runStart[step] = at;
      let runEnd = at;
      while (runEnd < end && column[runEnd - base] <= x + 1) runEnd++;
      if (at < runEnd) meet(search, p, at, runEnd);
      if (!around) continue;
      const start = aroundStart[step];
      if (x === last) meet(search, p, start, firstFrom(column, base, start, end, 1));
      if (x === 0) meet(search, p, firstFrom(column, base, start, end, last), end);
    }
  }
}

/**
 * The rows around a cell: their starts and ends (both 0 if there is no such row), and the start of the bodies next to
 * the cell.
 */
const aroundStart = /* @__PURE__ */ new Int32Array(9);
const aroundEnd = /* @__PURE__ */ new Int32Array(9);
const runStart = /* @__PURE__ */ new Int32Array(9);

function openRows(rows: LevelRows, x: number, y: number, z: number): void {
  const { cells, column, rowStart } = rows;
  for (let step = 0; step < 9; step++) {
    const otherY = stepped(cells, 1, y, (step % 3) - 1);
    const otherZ = stepped(cells, 2, z, ((step / 3) | 0) - 1);
    const row = otherY === NONE || otherZ === NONE ? -1 : findRow(rows, otherY, otherZ);
    aroundStart[step] = row < 0 ? 0 : rowStart[row];
    aroundEnd[step] = row < 0 ? 0 : rowStart[row + 1];
    runStart[step] = row < 0 ? 0 : firstFrom(column, rowStart[0], rowStart[row], rowStart[row + 1], x - 1);
  }
}

function sortRows(rows: LevelRows, search: NearSearch, levels: SizeLevels, level: number, from: number, to: number): void {
  const { cells, cellX, cellY, cellZ, order, other, column } = rows;
  const unsorted = levels.spheres;
  const n = to - from;
  cells.size[0] = 2 * levels.largest[level] * (1 + ENLARGEMENT);
  layLevelCells(cells, search, unsorted, from, to, 2 * n + 1);
  for (let k = 0; k < n; k++) {
    const at = 4 * (from + k);
    cellX[k] = levelCellOf(cells, 0, unsorted, at);
    cellY[k] = levelCellOf(cells, 1, unsorted, at + 1);
    cellZ[k] = levelCellOf(cells, 2, unsorted, at + 2);
    other[k] = k;
  }
  sortBy(rows, cellX, cells.counts[0], n, other, order);
  sortBy(rows, cellY, cells.counts[1], n, order, other);
  sortBy(rows, cellZ, cells.counts[2], n, other, order);
  const { body, spheres } = search;
  for (let k = 0; k < n; k++) {
    const source = order[k];
    const at = from + k;
    const unsortedAt = 4 * (from + source);
    column[k] = cellX[source];
    body[at] = levels.body[from + source];
    spheres[4 * at] = unsorted[unsortedAt];
    spheres[4 * at + 1] = unsorted[unsortedAt + 1];
    spheres[4 * at + 2] = unsorted[unsortedAt + 2];
    spheres[4 * at + 3] = unsorted[unsortedAt + 3];
  }
  findRows(rows, from, n);
}

/** Stable counting sort: copies the bodies of `source` to `target` in the order of their cells on an axis. */
function sortBy(rows: LevelRows, cell: Int32Array, cellCount: number, n: number, source: Int32Array, target: Int32Array): void {
  const starts = rows.cellStart;
  starts.fill(0, 0, cellCount + 1);
  for (let k = 0; k < n; k++) starts[cell[k] + 1]++;
  for (let i = 0; i < cellCount; i++) starts[i + 1] += starts[i];
  for (let k = 0; k < n; k++) {
    const b = source[k];
    target[starts[cell[b]]++] = b;
  }
}

/** Sets the starts of the rows, and the table to find them. */
function findRows(rows: LevelRows, from: number, n: number): void {
  const { cellY, cellZ, order, rowStart, rowY, rowZ, table } = rows;
  let count = 0;
  for (let k = 0; k < n; k++) {
    const y = cellY[order[k]];
    const z = cellZ[order[k]];
    if (count > 0 && y === rowY[count - 1] && z === rowZ[count - 1]) continue;
    rowStart[count] = from + k;
    rowY[count] = y;
    rowZ[count] = z;
    count++;
  }
  rowStart[count] = from + n;
  rows.rowCount = count;
  const length = rowTableFor(count);
  const mask = length - 1;
  table.fill(0, 0, length);
  rows.tableMask = mask;
  for (let row = 0; row < count; row++) {
    let at = (hashOf(rowZ[row]) + rowY[row]) & mask;
    while (table[at] > 0) at = (at + 1) & mask;
    table[at] = row + 1;
  }
}

/**
 * The row (y, z), or -1. The table is never full, so the search ends. Neighbouring rows of a layer have adjacent
 * places.
 */
function findRow(rows: LevelRows, y: number, z: number): number {
  const { table, tableMask, rowY, rowZ } = rows;
  let at = (hashOf(z) + y) & tableMask;
  while (table[at] > 0) {
    const row = table[at] - 1;
    if (rowY[row] === y && rowZ[row] === z) return row;
    at = (at + 1) & tableMask;
  }
  return -1;
}

/** No cell has this number. */
const NONE = -(2 ** 31);

/** The cell `step` (-1, 0, 1) from cell i along an axis, or NONE. */
function stepped(cells: LevelCells, axis: number, i: number, step: number): number {
  const ends = cells.ends[axis];
  if (step === 0 || ends === Ends.Open) return i + step;
  if (ends === Ends.Single) return NONE;
  const n = cells.axes[4 * axis + 3];
  return i + step < 0 ? n - 1 : i + step === n ? 0 : i + step;
}

function pairsInRow(rows: LevelRows, search: NearSearch, row: number): void {
  const { column, rowStart, cells } = rows;
  const base = rowStart[0];
  const from = rowStart[row];
  const to = rowStart[row + 1];
  const last = cells.ends[0] === Ends.Around ? cells.axes[3] - 1 : -1;
  let end = from;
  for (let p = from; p < to; p++) {
    const x = column[p - base];
    while (end < to && column[end - base] <= x + 1) end++;
    if (p + 1 < end) meet(search, p, p + 1, end);
    if (x === last) meet(search, p, from, firstFrom(column, base, from, to, 1));
  }
}

/** Lists pairs of bodies of two different rows. */
function pairsOfRows(rows: LevelRows, search: NearSearch, row: number, other: number): void {
  const { column, rowStart, cells } = rows;
  const { spheres, periodic } = search;
  const base = rowStart[0];
  const to = rowStart[row + 1];
  const otherFrom = rowStart[other];
  const otherTo = rowStart[other + 1];
  let start = otherFrom;
  let end = otherFrom;
  for (let p = rowStart[row]; p < to; p++) {
    const x = column[p - base];
    while (start < otherTo && column[start - base] < x - 1) start++;
    while (end < otherTo && column[end - base] <= x + 1) end++;
    if (start === end) {
      if (start === otherTo) break;
      continue;
    }
    if (periodic) {
      meet(search, p, start, end);
      continue;
    }
    // A copy of meet(), for speed: most bodies are compared here.
    const px = spheres[4 * p];
    const py = spheres[4 * p + 1];
    const pz = spheres[4 * p + 2];
    const pr = spheres[4 * p + 3];
    for (let q = start; q < end; q++) {
      const dx = spheres[4 * q] - px;
      const dy = spheres[4 * q + 1] - py;
      const dz = spheres[4 * q + 2] - pz;
      const reach = spheres[4 * q + 3] + pr;
      if (dx * dx + dy * dy + dz * dz <= reach * reach * WIDER + LOST) decide(search, p, q);
    }
  }
  if (cells.ends[0] === Ends.Around) pairsAround(rows, search, row, other);
}

/**
 * Lists pairs of the first column of one row and the last column of the other, which are neighbours around a periodic
 * axis.
 */
function pairsAround(rows: LevelRows, search: NearSearch, row: number, other: number): void {
  const { column, rowStart, cells } = rows;
  const base = rowStart[0];
  const last = cells.axes[3] - 1;
  const from = rowStart[row];
  const to = rowStart[row + 1];
  const otherFrom = rowStart[other];
  const otherTo = rowStart[other + 1];
  const end = firstFrom(column, base, from, to, 1);
  for (let p = from; p < end; p++) meet(search, p, firstFrom(column, base, otherFrom, otherTo, last), otherTo);
  for (let p = firstFrom(column, base, from, to, last); p < to; p++)
    meet(search, p, otherFrom, firstFrom(column, base, otherFrom, otherTo, 1));
}

/** The first body of a row in column x or later. */
function firstFrom(column: Int32Array, base: number, from: number, to: number, x: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle - base] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Makes room for `count` bodies. */
export function reserveRows(rows: LevelRows, count: number): void {
  if (rows.column.length >= count) return;
  rows.cellStart = new Int32Array(2 * count + 2);
  rows.cellX = new Int32Array(count);
  rows.cellY = new Int32Array(count);
  rows.cellZ = new Int32Array(count);
  rows.order = new Int32Array(count);
  rows.other = new Int32Array(count);
  rows.rowStart = new Int32Array(count + 1);
  rows.rowY = new Int32Array(count);
  rows.rowZ = new Int32Array(count);
  rows.table = new Int32Array(rowTableFor(count));
  rows.column = new Int32Array(count);
}

/** Length of the table for some rows: a power of two, at most a quarter full. */
export function rowTableFor(count: number): number {
  let length = 16;
  while (length < 4 * count) length *= 2;
  return length;
}
