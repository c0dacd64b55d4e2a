/**
 * Cells over the bodies of one size level. As in cell-grid.ts, i = floor((x - start) / h). Differences for a search in
 * levels:
 *
 * - Along an axis that repeats a whole number of cells fills the edge, and cell numbers are counted around it.
 * - A long axis may be folded to `most` cells: i modulo n, and the last cell is the neighbour of the first. On a
 *   periodic axis n must then divide the number of cells, so cells become larger, at most twice as large.
 * - On other axes cell numbers are not folded. Cells are not stored: hashing finds rows and cells (level-rows.ts,
 *   level-cover.ts).
 *
 * Guarantee: bodies nearer than h / (1 + 2^-20) are in the same or in neighbouring cells. Quotients stay below LIMIT,
 * so the errors of two of them add up to at most 2^-21 (cell-grid.ts). Farther bodies go to the outermost cell, so i(x)
 * still never decreases with x.
 *
 * Lengths are quarters, as in level-search.ts.
 */
import type { NearSearch } from './level-search';

/** Largest number of cells from the start in either direction, and along a periodic axis. */
const LIMIT = 2 ** 29;
/** Least quarter of a cell: keeps 1 / h finite. */
const LEAST_CELL = 2 ** -900;
/** Marks an axis that is not folded: no axis has this many cells. */
const UNFOLDED = 2 ** 32;

/** The neighbours of a cell along an axis. */
export const Ends = {
  /** Cells i - 1 and i + 1, with or without bodies. */
  Open: 0,
  /** The same, counted around n. */
  Around: 1,
  /** There is only one cell. */
  Single: 2,
} as const;

export interface LevelCells {
  /** Four numbers for each axis: start, 1 / h, the number of the first cell, n. */
  readonly axes: Float64Array;
  /** One of Ends for each axis. */
  readonly ends: Int32Array;
  /** On a folded axis the cells of the bodies are 0 .. counts - 1. */
  readonly counts: Int32Array;
  /** Least h, set before cells are laid. */
  readonly size: Float64Array;
}

export function createLevelCells(): LevelCells {
  return { axes: new Float64Array(12), ends: new Int32Array(3), counts: new Int32Array(3), size: new Float64Array(1) };
}

/**
 * Lays cells of cells.size over the bodies from .. to - 1 of `spheres` (at least one). `most` >= 3 is for a search of
 * neighbouring cells: axes get at most this many cells, and a periodic axis does not get two cells, which would be
 * neighbours on both sides. 0 is for a search of single cells, without these limits.
 */
export function layLevelCells(cells: LevelCells, search: NearSearch, spheres: Float64Array, from: number, to: number, most: number): void {
  const { axes, ends } = cells;
  for (let axis = 0; axis < 3; axis++) {
    const fold = most > 0;
    const edge = 0.25 * search.edges[axis];
    if (edge > 0) {
      let n = Math.max(1, Math.min(Math.floor(edge / cells.size[0]), LIMIT));
      if (n < 3 && most > 0) n = 1;
      if (fold && n > most) n = most * Math.floor(n / most);
      axes[4 * axis] = 0;
      axes[4 * axis + 1] = n / edge;
      axes[4 * axis + 2] = 0;
      axes[4 * axis + 3] = fold && n > most ? most : n;
      ends[axis] = n === 1 ? Ends.Single : Ends.Around;
      if (fold) cells.counts[axis] = Math.min(n, most);
      continue;
    }
    let min = Infinity;
    let max = -Infinity;
    let inmost = Infinity;
    for (let k = from; k < to; k++) {
      const x = spheres[4 * k + axis];
      if (x < min) min = x;
      if (x > max) max = x;
      if (Math.abs(x) < Math.abs(inmost)) inmost = x;
    }
    // Points without margin are near only if they coincide: cells of any size are correct.
    const perCell = 1 / Math.max(cells.size[0] > 0 ? cells.size[0] : (max - min) * 2 ** -28, LEAST_CELL);
    // Start from the body nearest to the origin if the axis is too long to number all cells. An escaped body must not
    // put all others into one cell.
    const start = (max - min) * perCell > LIMIT ? inmost : min;
    const first = Math.floor(Math.max((min - start) * perCell, -LIMIT));
    const span = Math.floor(Math.min((max - start) * perCell, LIMIT)) - first + 1;
    axes[4 * axis] = start;
    axes[4 * axis + 1] = perCell;
    axes[4 * axis + 2] = first;
    axes[4 * axis + 3] = fold && span > most ? most : UNFOLDED;
    ends[axis] = fold && span > most ? Ends.Around : Ends.Open;
    if (fold) cells.counts[axis] = Math.min(span, most);
  }
}

/** The cell along an axis of the coordinate points[at]. */
export function levelCellOf(cells: LevelCells, axis: number, points: Float64Array, at: number): number {
  // The value of LIMIT again: an engine would read a module constant from memory each time, because bundlers turn it
  // into a variable.
  const limit = 2 ** 29;
  const axes = cells.axes;
  const quotient = (points[at] - axes[4 * axis]) * axes[4 * axis + 1];
  const cell = Math.floor(quotient < limit ? (quotient > -limit ? quotient : -limit) : limit) - axes[4 * axis + 2];
  const n = axes[4 * axis + 3];
  // Exact: |cell| <= 2^30, so the error of the quotient is less than 1 / n, and a whole quotient is exact. The number
  // is below 0 only on a periodic or unfolded axis.
  return (cell >= 0 && cell < n ? cell : n === 2 ** 32 ? cell : cell - n * Math.floor(cell / n)) | 0;
}

/** Mixes a cell number to 32 bits. Any number of its low bits is a good hash. */
export function hashOf(cell: number): number {
  let h = Math.imul(cell, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return h ^ (h >>> 15);
}
