/**
 * Near pairs within one size level: rows of cells, each against itself and four of its neighbours.
 *
 * A row is all cells of the same iy and iz. Bodies are sorted by ix (counting sort), then by row (hash table of the rows that hold bodies,
 * counting sort): a row is a run of memory in which ix rises. Two rows are merged with two pointers, so that a body meets the run of
 * those with ix - 1 .. ix + 1. A row meets rows (iy + 1, iz) and (iy - 1 .. iy + 1, iz + 1); the other four meet it. With itself
 * that is the half neighbourhood of NBS (1 + 13 cells), in 5 runs.
 *
 * Time is linear in the number of bodies and memory does not depend on how many cells are empty: they are nowhere stored. Only x is folded, to 2n + 1 cells
 * for the counting sort of n bodies.
 */
import { createLevelCells, Ends, hashOf, layLevelCells, levelCellOf, type LevelCells } from './level-cells';
import { meet, type NearSearch } from './near-search';
import type { SizeLevels } from './size-levels';

export interface LevelRows {
  readonly cells: LevelCells;
  /** Where the bodies of each ix begin, while sorting; length >= 2n + 2. */
  columnStart: Int32Array;
  /** Places by ix; then ix of the bodies in their final order. Length >= n both. */
  byColumn: Int32Array;
  column: Int32Array;
  /** Row of the bodies by ix. */
  rowOf: Int32Array;
  rowCount: number;
  /** Where the rows begin (and the last ends), and their iy and iz. Length >= n + 1. */
  rowStart: Int32Array;
  rowY: Int32Array;
  rowZ: Int32Array;
  /** Hash table: 1 + row, or 0. Its used length is a power of two >= 2n. */
  table: Int32Array;
  tableMask: number;
}

export function createLevelRows(): LevelRows {
  const none = new Int32Array(0);
  return {
    cells: createLevelCells(),
    columnStart: none,
    byColumn: none,
    column: none,
    rowOf: none,
    rowCount: 0,
    rowStart: none,
    rowY: none,
    rowZ: none,
    table: none,
    tableMask: 0,
  };
}

/** Cells are larger than the largest reach by this for the rounding of cell numbers (level-cells.ts). */
const ENLARGEMENT = 2 ** -20;

/** Puts the bodies of a level in order in search.body and search.spheres and lists their pairs. */
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

function sortRows(rows: LevelRows, search: NearSearch, levels: SizeLevels, level: number, from: number, to: number): void {
  const { cells, columnStart, byColumn, column, rowOf, rowStart } = rows;
  const unsorted = levels.spheres;
  const n = to - from;
  cells.size[0] = 2 * levels.largest[level] * (1 + ENLARGEMENT);
  layLevelCells(cells, search, unsorted, from, to, 2 * n + 1);
  const columns = cells.axes[3];
  columnStart.fill(0, 0, columns + 1);
  for (let k = from; k < to; k++) {
    const x = levelCellOf(cells, 0, unsorted, 4 * k);
    rowOf[k - from] = x;
    columnStart[x + 1]++;
  }
  for (let x = 0; x < columns; x++) columnStart[x + 1] += columnStart[x];
  for (let k = from; k < to; k++) byColumn[columnStart[rowOf[k - from]]++] = k;
  // columnStart[x] is the end of column x now.
  clearTable(rows, n);
  for (let k = 0; k < n; k++) {
    const body = byColumn[k];
    const row = addRow(rows, levelCellOf(cells, 1, unsorted, 4 * body + 1), levelCellOf(cells, 2, unsorted, 4 * body + 2));
    rowOf[k] = row;
    rowStart[row + 1]++;
  }
  rowStart[0] = from;
  for (let row = 0; row < rows.rowCount; row++) rowStart[row + 1] += rowStart[row];
  const { body, spheres } = search;
  for (let k = 0, x = 0; k < n; k++) {
    while (columnStart[x] <= k) x++;
    const source = byColumn[k];
    const at = rowStart[rowOf[k]]++;
    column[at - from] = x;
    body[at] = levels.body[source];
    spheres[4 * at] = unsorted[4 * source];
    spheres[4 * at + 1] = unsorted[4 * source + 1];
    spheres[4 * at + 2] = unsorted[4 * source + 2];
    spheres[4 * at + 3] = unsorted[4 * source + 3];
  }
  // Each start has moved to the end of its row, which is where the next one starts.
  for (let row = rows.rowCount; row > 0; row--) rowStart[row] = rowStart[row - 1];
  rowStart[0] = from;
}

function clearTable(rows: LevelRows, n: number): void {
  const length = rowTableFor(n);
  rows.table.fill(0, 0, length);
  rows.tableMask = length - 1;
  rows.rowCount = 0;
}

/** The row (y, z), or -1. The table is at most half full, so the search ends. */
function findRow(rows: LevelRows, y: number, z: number): number {
  const { table, tableMask, rowY, rowZ } = rows;
  let at = hashOf(0, y, z) & tableMask;
  while (table[at] > 0) {
    const row = table[at] - 1;
    if (rowY[row] === y && rowZ[row] === z) return row;
    at = (at + 1) & tableMask;
  }
  return -1;
}

/** The row (y, z), begun if there is none. */
function addRow(rows: LevelRows, y: number, z: number): number {
  const { table, tableMask, rowY, rowZ, rowStart } = rows;
  let at = hashOf(0, y, z) & tableMask;
  while (table[at] > 0) {
    const row = table[at] - 1;
    if (rowY[row] === y && rowZ[row] === z) return row;
    at = (at + 1) & tableMask;
  }
  const row = rows.rowCount++;
  table[at] = row + 1;
  rowY[row] = y;
  rowZ[row] = z;
  rowStart[row + 1] = 0;
  return row;
}

/** No cell has this number. */
const NONE = -(2 ** 31);

/** The cell `step` (-1, 0, 1) from cell i along an axis, or NONE. */
function stepped(cells: LevelCells, axis: number, i: number, step: number): number {
  const ends = cells.ends[axis];
  if (step === 0 || ends === Ends.Open) return i + step;
  if (ends === Ends.Single) return -2147483648;
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
    meet(search, p, p + 1, end);
    if (x === last) meet(search, p, from, endOfFirst(column, base, from, to));
  }
}

/** Bodies of two different rows. */
function pairsOfRows(rows: LevelRows, search: NearSearch, row: number, other: number): void {
  const { column, rowStart, cells } = rows;
  const base = rowStart[0];
  const to = rowStart[row + 1];
  const otherFrom = rowStart[other];
  const otherTo = rowStart[other + 1];
  const last = cells.ends[0] === Ends.Around ? cells.axes[3] - 1 : -1;
  let start = otherFrom;
  let end = otherFrom;
  for (let p = rowStart[row]; p < to; p++) {
    const x = column[p - base];
    while (start < otherTo && column[start - base] < x - 1) start++;
    while (end < otherTo && column[end - base] <= x + 1) end++;
    if (start < end) meet(search, p, start, end);
    if (last < 0) continue;
    if (x === last) meet(search, p, otherFrom, endOfFirst(column, base, otherFrom, otherTo));
    if (x === 0) meet(search, p, startOfLast(column, base, otherFrom, otherTo, last), otherTo);
  }
}

/** Where the bodies of column 0 end in a row. */
function endOfFirst(column: Int32Array, base: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle - base] > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where the bodies of the last column begin in a row. */
function startOfLast(column: Int32Array, base: number, from: number, to: number, last: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle - base] < last) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Makes room for `count` bodies. */
export function reserveRows(rows: LevelRows, count: number): void {
  if (rows.byColumn.length >= count) return;
  rows.columnStart = new Int32Array(2 * count + 2);
  rows.byColumn = new Int32Array(count);
  rows.column = new Int32Array(count);
  rows.rowOf = new Int32Array(count);
  rows.rowStart = new Int32Array(count + 1);
  rows.rowY = new Int32Array(count);
  rows.rowZ = new Int32Array(count);
  rows.table = new Int32Array(rowTableFor(count));
}

/** Length of the table of rows for n bodies: a power of two, at most half full. */
export function rowTableFor(n: number): number {
  let length = 16;
  while (length < 2 * n) length *= 2;
  return length;
}
