/**
 * NBS, "no binary search", in the plane: the algorithm of the paper as published, step by step.
 *
 * Source: Munjiza and Andrews 1998, NBS contact detection algorithm for bodies of similar size, sections 3-6. Bodies
 * count as discs of the largest radius and are mapped to square cells of that diameter (cell-grid.ts), which are never
 * stored. Singly linked lists contain the bodies of each row, Y(iy) (headY, nextY). For one row and the row before it
 * at a time, lists also contain the bodies of each cell, X(ix) (headX, nextX). A cell is compared with itself, the cell
 * before it and three cells of the row before, figure 12, so each pair is compared once. Loops are numbered as in
 * section 5: eight over bodies, none over cells. A list is "old" when its head h is stored as -2 - h, so marks need no
 * memory: ny + 2 nx + 2 N integers, eq. 13.
 *
 * Corrected, as in three dimensions (nbs.ts): one more cell on each axis than in eqs 4 and 5, floor for Int, guards at
 * the ends of rows and columns (all in cell-grid.ts); bodies numbered 0 .. N - 1 (eq. 6 prints N); in its own cell a
 * body is compared only with later bodies of the list.
 *
 * Departures; none changes the result: cell numbers are computed from the centre each time (five flops) and not stored,
 * since eq. 13 has no room for them; each pair is decided exactly by its own radii (sphere-test.ts), so the search is
 * correct for any sizes and fast for similar ones; an axis of more than 2N + 1 cells is folded.
 *
 * Cost: O(N + pairs) time for bodies of similar size without too many in one cell, for any packing.
 */
import { cellAfter, cellBefore, cellOf2d, createCellGrid, isValidDisc, layCells, setMargin, type CellGrid } from './cell-grid';
import { roomyHeads } from './list-heads';
import { appendIfNear2d } from './sphere-test';
import type { PairList } from './pair-list';

/**
 * Working memory of {@link nbsPairs2d}, kept by the caller from step to step. It grows when needed and never shrinks.
 * Use one workspace for one search at a time. Only grid.cells has a meaning between searches.
 */
export interface NbsWorkspace2d {
  /** The cells of the last search: grid.cells holds their number along x and y. */
  readonly grid: CellGrid;
  /** Length >= ny. The paper's heady. Between searches all entries of both heads are -1. */
  headY: Int32Array;
  /** Length >= 2 nx, for the row iy and the row before it. The paper's headsx. */
  headX: Int32Array;
  /** Length >= N each. */
  nextY: Int32Array;
  nextX: Int32Array;
  readonly margin: Float64Array;
  /** True during a search, and after a search that ran out of memory. The heads must then be cleared. */
  busy: boolean;
}

export function createNbsWorkspace2d(): NbsWorkspace2d {
  return {
    grid: createCellGrid(2),
    headY: new Int32Array(0),
    headX: new Int32Array(0),
    nextY: new Int32Array(0),
    nextX: new Int32Array(0),
    margin: new Float64Array(1),
    busy: false,
  };
}

/**
 * Number of 32-bit integers that a search in the plane of `count` bodies in nx x ny cells needs: ny + 2 nx + 2 count,
 * eq. 13 of the paper. An axis never has more than 2 count + 1 cells, so this is at most 8 count + 3, for any distances
 * between the bodies.
 */
export function nbsMemory2d(count: number, nx: number, ny: number): number {
  return ny + 2 * nx + 2 * count;
}

/**
 * Lists all pairs of bodies in the plane whose bounding discs are at most `margin` apart, |ci - cj| <= ri + rj +
 * margin, touching included: exactly those, each once, with i < j. Bodies with a NaN or infinite centre or radius, or a
 * negative radius, are listed in out.invalid (all of them when `margin` is negative or not finite). The others are
 * paired. Any finite numbers are allowed, also 1e300.
 *
 * The order of the pairs depends on the input alone, not on earlier searches: The row (y) whose lowest body has the
 * lowest number is first. In a row the cell whose highest body has the highest number is first. In a cell bodies
 * ascend.
 *
 * Allocates only when `out` or the workspace must grow, so nothing in a steady step. The list has all pairs at once, 8
 * bytes each (N(N-1)/2 pairs when all bodies are in one place). The engine throws a RangeError when there is not enough
 * memory.
 *
 * @param out Overwritten; grows as needed.
 * @param count Number of bodies, a whole number.
 * @param centres x y packed, length >= 2 count.
 * @param radii Bounding radii, length >= count, in the unit of centres.
 * @param margin Length >= 0: list bodies up to this far apart.
 * @param workspace Pass the same one in each step; without it a new one is made each time.
 * @returns out
 *
 * @example
 * ```ts
 * const pairs = createPairList();
 * const workspace = createNbsWorkspace2d();
 * const centres = new Float64Array([0, 0, 1, 0, 5, 0]);
 * const radii = new Float64Array([0.5, 0.5, 0.5]);
 * nbsPairs2d(pairs, 3, centres, radii, 0, workspace);
 * for (let p = 0; p < pairs.count; p++) console.log(pairs.pairs[2 * p], pairs.pairs[2 * p + 1]); // 0 1
 * ```
 */
export function nbsPairs2d(
  out: PairList,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  margin: number,
  workspace: NbsWorkspace2d = createNbsWorkspace2d(),
): PairList {
  setMargin(workspace.margin, margin);
  // Without valid bodies there are no cells: with a bad margin the bodies themselves may look valid.
  if (layCells(workspace.grid, out, count, centres, radii, workspace.margin) === 0) return out;
  searchCells(workspace, out, count, centres, radii);
  return out;
}

/** The search in cells that have been laid. */
export function searchCells(workspace: NbsWorkspace2d, out: PairList, count: number, centres: Float64Array, radii: Float64Array): void {
  const grid = workspace.grid;
  const nx = grid.cells[0];
  const ny = grid.cells[1];
  reserve(workspace, count);
  workspace.busy = true;
  const { headY, headX, nextY, nextX } = workspace;
  fillRows(grid, count, centres, radii, headY, nextY);
  // Loop 2.
  for (let b = 0; b < count; b++) {
    if (!isValidDisc(centres, radii, b)) continue;
    const y = cellOf2d(grid, 1, centres, b);
    const row = headY[y];
    if (row < 0) continue; // "old"
    headY[y] = marked(row);
    const before = cellBefore(y, ny, grid.folded[1]);
    const rowBefore = before >= 0 ? firstOf(headY[before]) : -1;
    fillCells(grid, centres, row, nextY, headX, 0, nextX);
    fillCells(grid, centres, rowBefore, nextY, headX, nx, nextX);
    pairsOfRow(workspace, out, centres, radii, row, rowBefore >= 0);
    clearCells(grid, centres, row, nextY, headX, 0);
    clearCells(grid, centres, rowBefore, nextY, headX, nx);
  }
  clearRows(grid, count, centres, radii, headY);
  workspace.busy = false;
}

/** What is stored for a list marked as old, and back. */
function marked(head: number): number {
  return -2 - head;
}

/** The first body of a list, new or old, or -1. */
function firstOf(stored: number): number {
  return stored < -1 ? -2 - stored : stored;
}

/** Loop 1: the list of each row, all of them new. */
function fillRows(grid: CellGrid, count: number, centres: Float64Array, radii: Float64Array, headY: Int32Array, nextY: Int32Array): void {
  for (let b = 0; b < count; b++) {
    if (!isValidDisc(centres, radii, b)) continue;
    const y = cellOf2d(grid, 1, centres, b);
    nextY[b] = headY[y];
    headY[y] = b;
  }
}

/** Loops 3 and 4: distributes the bodies of a row to the lists of its cells, headX[base + ix] and nextX. */
function fillCells(
  grid: CellGrid,
  centres: Float64Array,
  row: number,
  nextY: Int32Array,
  headX: Int32Array,
  base: number,
  nextX: Int32Array,
): void {
  for (let b = row; b >= 0; b = nextY[b]) {
    const at = base + cellOf2d(grid, 0, centres, b);
    nextX[b] = headX[at];
    headX[at] = b;
  }
}

/** Loop 5: pairs of the bodies of one row with each other and with those of the row before. */
function pairsOfRow(
  workspace: NbsWorkspace2d,
  out: PairList,
  centres: Float64Array,
  radii: Float64Array,
  row: number,
  isAnyBefore: boolean,
): void {
  const { grid, headX, nextX, nextY, margin } = workspace;
  const nx = grid.cells[0];
  const largest = grid.largest[0];
  for (let b = row; b >= 0; b = nextY[b]) {
    const x = cellOf2d(grid, 0, centres, b);
    const cell = headX[x];
    if (cell < 0) continue; // "old"
    headX[x] = marked(cell);
    const west = cellBefore(x, nx, grid.folded[0]);
    const cellWest = west >= 0 ? firstOf(headX[west]) : -1;
    const from = west >= 0 ? x - 1 : x;
    const to = !isAnyBefore ? from - 1 : cellAfter(x, nx, grid.folded[0]) >= 0 ? x + 1 : x;
    for (let p = cell; p >= 0; p = nextX[p]) {
      const px = centres[2 * p];
      const py = centres[2 * p + 1];
      // Most bodies of neighbouring cells are farther away than any body reaches. This test needs no radii; it is wider
      // than the bound in sphere-test.ts.
      const reach = radii[p] + largest + margin[0];
      const reach2 = reach * reach * 1.000001 + 1e-250;
      // Bodies of its own cell after p (earlier ones were already compared with p), of the cell before it, and of three
      // cells of the row before.
      for (let q = nextX[p]; q >= 0; q = nextX[q]) {
        const dx = centres[2 * q] - px;
        const dy = centres[2 * q + 1] - py;
        if (dx * dx + dy * dy <= reach2) appendIfNear2d(out, centres, radii, margin, p, q);
      }
      for (let q = cellWest; q >= 0; q = nextX[q]) {
        const dx = centres[2 * q] - px;
        const dy = centres[2 * q + 1] - py;
        if (dx * dx + dy * dy <= reach2) appendIfNear2d(out, centres, radii, margin, p, q);
      }
      for (let k = from; k <= to; k++) {
        const column = k < 0 ? nx - 1 : k === nx ? 0 : k;
        for (let q = headX[nx + column]; q >= 0; q = nextX[q]) {
          const dx = centres[2 * q] - px;
          const dy = centres[2 * q + 1] - py;
          if (dx * dx + dy * dy <= reach2) appendIfNear2d(out, centres, radii, margin, p, q);
        }
      }
    }
  }
}

/** Loops 6 and 7: removes the lists of the cells of a row: by its bodies, never by cells. */
function clearCells(grid: CellGrid, centres: Float64Array, row: number, nextY: Int32Array, headX: Int32Array, base: number): void {
  for (let b = row; b >= 0; b = nextY[b]) headX[base + cellOf2d(grid, 0, centres, b)] = -1;
}

/** Loop 8: removes the lists of rows. */
function clearRows(grid: CellGrid, count: number, centres: Float64Array, radii: Float64Array, headY: Int32Array): void {
  for (let b = 0; b < count; b++) if (isValidDisc(centres, radii, b)) headY[cellOf2d(grid, 1, centres, b)] = -1;
}

/** Makes room for the cells and bodies of this search. */
function reserve(workspace: NbsWorkspace2d, count: number): void {
  const cells = workspace.grid.cells;
  const clear = workspace.busy;
  workspace.headX = roomyHeads(workspace.headX, 2 * cells[0], clear);
  workspace.headY = roomyHeads(workspace.headY, cells[1], clear);
  if (workspace.nextX.length < count) {
    workspace.nextY = new Int32Array(count);
    workspace.nextX = new Int32Array(count);
  }
}
