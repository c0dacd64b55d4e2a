/**
 * Bodies in the order of their cells: by layer (z), in it by row (y), in it by column (x), in a cell by number.
 *
 * NBS follows linked lists through bodies in random places of memory. With more than about 1e5 bodies it mostly waits
 * for memory. Here cell numbers are computed once and sorted together with the body numbers, by counting, digit by
 * digit from the least significant. Each pass reads one stream and writes a few thousand. Bodies that are near in space
 * are then near in memory, so searches read streams too.
 *
 * Cells are those of cell-grid.ts, with its guarantee: bodies at most 2 r_max + margin apart are in the same or in
 * neighbouring cells on each axis. Two forms of order:
 * - numbered: if all cells can be numbered in 31 bits, one integer, iz layer + iy nx + ix, identifies the cell of a
 *   body. Each row has one empty column after its last, and each layer one empty row. So ix - 1 of the first column is
 *   an empty cell and not a cell of another row.
 * - long: otherwise (a body has escaped, or there are millions of bodies in a thin gas) ix, iy and iz are stored
 *   separately. They are not folded: a digit has at most 11 bits, so an axis of any length needs at most three passes.
 *
 * Loops over bodies are split into blocks, with one call for each block. The reason: V8 compiles a function with one
 * long loop during its first call, with little information, and keeps that code.
 *
 * Cost: O(N), at most three passes (numbered) or nine (long).
 */
import type { PairFilter } from '../body/pairing';
import { createCellGrid, isValidSphere, layCells, setMargin, type CellGrid } from './cell-grid';
import type { PairList } from './pair-list';

/**
 * Working memory of {@link sortedRowPairs} and {@link denseCellPairs}, kept by the caller from step to step. It grows
 * when needed and never shrinks. Use one workspace for one search at a time. Only grid.cells has a meaning between
 * searches.
 */
export interface CellWorkspace {
  /** The cells of the last search: grid.cells holds their number along x, y and z. */
  readonly grid: CellGrid;
  readonly margin: Float64Array;
  /** Which bodies may pair at all, in a search for {@link nearPairs}; all if there is none. */
  filter: PairFilter | undefined;
  /**
   * For each valid body, in the order of cells: cell and body (numbered); ix, iy, iz and body (long); or the body alone
   * (dense cells).
   */
  order: Int32Array;
  /** As long as `order`. Dense cells: the cell of each body. */
  spare: Int32Array;
  /** Four numbers for each of them: centre and radius. */
  spheres: Float64Array;
  /** Numbered, sorted rows only: whether spheres are filled. */
  copied: boolean;
  /** Dense cells only: for each cell the number of bodies in the cells before it. */
  starts: Int32Array;
  /** Counters of three digits. */
  readonly counters: Int32Array;
  /** The merged part of each of the four neighbouring rows. */
  readonly merged: Int32Array;
}

export function createCellWorkspace(): CellWorkspace {
  return {
    grid: createCellGrid(),
    margin: new Float64Array(1),
    filter: undefined,
    order: new Int32Array(0),
    spare: new Int32Array(0),
    spheres: new Float64Array(0),
    copied: false,
    starts: new Int32Array(0),
    counters: new Int32Array(3 * 2 ** 11),
    merged: new Int32Array(4),
  };
}

/** Bits of a digit: 2^11 counters, and the ends of as many streams, stay in the cache. */
const DIGIT = 11;
const BINS = 1 << DIGIT;
/** Bodies in a call. */
export const BLOCK = 2048;

/** Stores the input of the search, lays cells and empties `out`, as layCells. Returns the number of valid bodies. */
export function beginCells(
  workspace: CellWorkspace,
  out: PairList,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  margin: number,
  filter: PairFilter | undefined,
): number {
  setMargin(workspace.margin, margin);
  workspace.filter = filter;
  return layCells(workspace.grid, out, count, centres, radii, workspace.margin);
}

/** From one row to the next, in cells: one column stays empty. */
export function rowStride(grid: CellGrid): number {
  return grid.cells[0] + 1;
}

/** From one layer to the next, in cells: one row stays empty. */
export function layerStride(grid: CellGrid): number {
  return rowStride(grid) * (grid.cells[1] + 1);
}

/** Whether all cells can be numbered in 31 bits. A folded axis has more cells than its numbers. */
export function canNumber(grid: CellGrid): boolean {
  return grid.folded[0] + grid.folded[1] + grid.folded[2] === 0 && layerStride(grid) * grid.cells[2] < 2 ** 31;
}

/** Fills `order` with cell numbers and bodies. Fills `spheres` if many bodies have others near. */
export function orderNumbered(workspace: CellWorkspace, count: number, valid: number, centres: Float64Array, radii: Float64Array): void {
  const { grid, counters } = workspace;
  reserve(workspace, valid, 2);
  const bits = Math.max(1, 32 - Math.clz32(layerStride(grid) * grid.cells[2] - 1));
  const passes = Math.ceil(bits / DIGIT);
  const width = Math.ceil(bits / passes);
  counters.fill(0);
  let filled = 0;
  for (let b = 0; b < count; b += BLOCK) filled = numberCells(workspace, centres, radii, b, Math.min(b + BLOCK, count), filled, width);
  for (let pass = 0; pass < passes; pass++) {
    sumCounters(counters, pass * BINS, 1 << width, 2);
    for (let b = 0; b < valid; b += BLOCK) moveNumbered(workspace, b, Math.min(b + BLOCK, valid), pass, width);
    exchange(workspace);
  }
  // Copies save time if bodies are compared with several others. If few bodies have one in the next cell, copies cost
  // more than the search.
  let followed = 0;
  for (let b = 0; b + 1 < valid; b += BLOCK) followed += countFollowed(workspace.order, b, Math.min(b + BLOCK, valid - 1));
  workspace.copied = 8 * followed > valid;
  if (workspace.copied) {
    for (let b = 0; b < valid; b += BLOCK)
      copySpheres(workspace.spheres, workspace.order, 2, centres, radii, b, Math.min(b + BLOCK, valid));
  }
}

/** Fills order with ix, iy, iz and bodies, and spheres. */
export function orderLong(workspace: CellWorkspace, count: number, valid: number, centres: Float64Array, radii: Float64Array): void {
  const { grid, counters } = workspace;
  reserve(workspace, valid, 4);
  let filled = 0;
  for (let b = 0; b < count; b += BLOCK) filled = splitCells(grid, workspace.order, centres, radii, b, Math.min(b + BLOCK, count), filled);
  for (let axis = 0; axis < 3; axis++) {
    const cells = grid.folded[axis] === 1 ? 2 ** 31 : grid.cells[axis];
    for (let shift = 0; shift < 31 && cells > 1 << shift; shift += DIGIT) {
      counters.fill(0, 0, BINS);
      for (let b = 0; b < valid; b += BLOCK) countLong(counters, workspace.order, b, Math.min(b + BLOCK, valid), axis, shift);
      sumCounters(counters, 0, BINS, 4);
      for (let b = 0; b < valid; b += BLOCK) moveLong(workspace, b, Math.min(b + BLOCK, valid), axis, shift);
      exchange(workspace);
    }
  }
  for (let b = 0; b < valid; b += BLOCK) copySpheres(workspace.spheres, workspace.order, 4, centres, radii, b, Math.min(b + BLOCK, valid));
}

/** Room for `valid` bodies with this many integers each. */
export function reserve(workspace: CellWorkspace, valid: number, integers: number): void {
  if (workspace.order.length < integers * valid) {
    // The array whose length is tested is allocated last, here and in all searches: an allocation in between may fail.
    workspace.spare = new Int32Array(integers * valid);
    workspace.order = new Int32Array(integers * valid);
  }
  if (workspace.spheres.length < 4 * valid) workspace.spheres = new Float64Array(4 * valid);
}

function exchange(workspace: CellWorkspace): void {
  const { order } = workspace;
  workspace.order = workspace.spare;
  workspace.spare = order;
}

/**
 * Writes the cells of the valid bodies among from .. to - 1, and counts the values of each digit. Returns the number of
 * bodies in `order`.
 */
function numberCells(
  workspace: CellWorkspace,
  centres: Float64Array,
  radii: Float64Array,
  from: number,
  to: number,
  filled: number,
  width: number,
): number {
  const { grid, order, counters } = workspace;
  const axes = grid.axes;
  const startX = axes[0];
  const startY = axes[4];
  const startZ = axes[8];
  const perX = axes[1];
  const perY = axes[5];
  const perZ = axes[9];
  const row = rowStride(grid);
  const layer = layerStride(grid);
  const mask = (1 << width) - 1;
  let at = 2 * filled;
  for (let b = from; b < to; b++) {
    const x = centres[3 * b];
    const y = centres[3 * b + 1];
    const z = centres[3 * b + 2];
    const r = radii[b];
    if (!(x * 0 + y * 0 + z * 0 + r * 0 === 0 && r >= 0)) continue;
    // An axis that is not folded starts at its smallest coordinate. So the quotients are >= 0, and truncation is the
    // floor.
    const ix = ((0.25 * x - startX) * perX) | 0;
    const iy = ((0.25 * y - startY) * perY) | 0;
    const iz = ((0.25 * z - startZ) * perZ) | 0;
    const cell = (iz * layer + iy * row + ix) | 0;
    order[at] = cell;
    order[at + 1] = b;
    at += 2;
    counters[cell & mask]++;
    counters[2048 + ((cell >> width) & mask)]++;
    counters[4096 + ((cell >> (2 * width)) & mask)]++;
  }
  return at >> 1;
}

/** Replaces the counts of records by the starts of their places. */
function sumCounters(counters: Int32Array, base: number, bins: number, integers: number): void {
  let sum = 0;
  for (let d = base; d < base + bins; d++) {
    const number = counters[d];
    counters[d] = sum;
    sum += integers * number;
  }
}

function moveNumbered(workspace: CellWorkspace, from: number, to: number, pass: number, width: number): void {
  const { order, spare, counters } = workspace;
  const shift = pass * width;
  const mask = (1 << width) - 1;
  const base = pass * 2048;
  for (let at = 2 * from, end = 2 * to; at < end; at += 2) {
    const cell = order[at];
    const digit = base + ((cell >> shift) & mask);
    const target = counters[digit];
    counters[digit] = target + 2;
    spare[target] = cell;
    spare[target + 1] = order[at + 1];
  }
}

/** The number of bodies that are followed by one in the same cell or in the next. */
function countFollowed(order: Int32Array, from: number, to: number): number {
  let followed = 0;
  for (let at = 2 * from, end = 2 * to; at < end; at += 2) if (order[at + 2] - order[at] <= 1) followed++;
  return followed;
}

/** Writes ix, iy and iz of the valid bodies among from .. to - 1. */
function splitCells(
  grid: CellGrid,
  order: Int32Array,
  centres: Float64Array,
  radii: Float64Array,
  from: number,
  to: number,
  filled: number,
): number {
  // As in cellOf. The upper limit is one less, so that every difference fits in 32 bits.
  const low = -(2 ** 30);
  const high = 2 ** 30 - 1;
  const axes = grid.axes;
  let at = 4 * filled;
  for (let b = from; b < to; b++) {
    if (!isValidSphere(centres, radii, b)) continue;
    for (let axis = 0; axis < 3; axis++) {
      const quotient = (0.25 * centres[3 * b + axis] - axes[4 * axis]) * axes[4 * axis + 1];
      order[at + axis] = Math.floor(quotient < high ? (quotient > low ? quotient : low) : high) - axes[4 * axis + 2];
    }
    order[at + 3] = b;
    at += 4;
  }
  return at >> 2;
}

function countLong(counters: Int32Array, order: Int32Array, from: number, to: number, axis: number, shift: number): void {
  for (let at = 4 * from + axis, end = 4 * to; at < end; at += 4) counters[(order[at] >> shift) & 2047]++;
}

function moveLong(workspace: CellWorkspace, from: number, to: number, axis: number, shift: number): void {
  const { order, spare, counters } = workspace;
  for (let at = 4 * from, end = 4 * to; at < end; at += 4) {
    const digit = (order[at + axis] >> shift) & 2047;
    const target = counters[digit];
    counters[digit] = target + 4;
    spare[target] = order[at];
    spare[target + 1] = order[at + 1];
    spare[target + 2] = order[at + 2];
    spare[target + 3] = order[at + 3];
  }
}

/** The only step with random memory access. Its reads do not depend on each other. */
function copySpheres(
  spheres: Float64Array,
  order: Int32Array,
  integers: number,
  centres: Float64Array,
  radii: Float64Array,
  from: number,
  to: number,
): void {
  for (let p = from; p < to; p++) {
    const b = order[integers * p + integers - 1];
    spheres[4 * p] = centres[3 * b];
    spheres[4 * p + 1] = centres[3 * b + 1];
    spheres[4 * p + 2] = centres[3 * b + 2];
    spheres[4 * p + 3] = radii[b];
  }
}
