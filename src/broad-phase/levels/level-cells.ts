/**
 * Cells over the bodies of one size level. As in cell-grid.ts, i = floor((x - start) / h), with the differences that a
 * search in levels makes:
 *
 * - Along an axis that repeats a whole number of cells fills the edge, and cell numbers are counted around it.
 * - A long axis may be folded to `most` cells: i modulo n, and the last cell is the neighbour of the first. Around an
 *   edge n then divides the number of cells, which are made larger for it, at most twice.
 * - Otherwise cells are numbered as they are. None is stored: rows and cells are found by hashing (level-rows.ts,
 *   level-cover.ts).
 *
 * Guarantee: bodies nearer than h / (1 + 2^-20) are in the same or in neighbouring cells. Quotients stay below LIMIT,
 * so two of them err by 2^-21 together (cell-grid.ts). Farther bodies are put in the outermost cell, where i(x) still
 * never decreases with x.
 *
 * Lengths are quarters, as in level-search.ts.
 */
import type { NearSearch } from './level-search';

/** Largest number of cells from the start, either way, and around an edge. */
const LIMIT = 2 ** 29;
/** Least quarter of a cell: keeps 1 / h finite. */
const LEAST_CELL = 2 ** -900;
/** No axis that does not repeat has this many cells: not folded. */
const UNFOLDED = 2 ** 32;

/** What is next to a cell along an axis. */
export const Ends = {
  /** Cells i - 1 and i + 1, whether there are bodies or not. */
  Open: 0,
  /** The same, counted around n. */
  Around: 1,
  /** All is one cell. */
  Single: 2,
} as const;

export interface LevelCells {
  /** Four numbers an axis: start, 1 / h, the number of the first cell, n. */
  readonly axes: Float64Array;
  /** One of Ends an axis. */
  readonly ends: Int32Array;
  /** Cells of the bodies that they were laid over are 0 .. counts - 1, while they are folded. */
  readonly counts: Int32Array;
  /** Least h, set before cells are laid. */
  readonly size: Float64Array;
}

export function createLevelCells(): LevelCells {
  return { axes: new Float64Array(12), ends: new Int32Array(3), counts: new Int32Array(3), size: new Float64Array(1) };
}

/**
 * Lays cells of cells.size over the bodies from .. to - 1 of `spheres` (at least one). With `most` >= 3, for a search
 * of neighbouring cells, axes get at most this many, and an axis that repeats is not cut into two cells, which would be
 * neighbours on both sides. With 0, for a search of single cells, neither holds.
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
    // Points that must coincide to be near have no size: any cells will do.
    const perCell = 1 / Math.max(cells.size[0] > 0 ? cells.size[0] : (max - min) * 2 ** -28, LEAST_CELL);
    // From the body nearest to the origin when the axis is longer than cells can be counted: one that escaped must not
    // push all others into one cell.
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
  // LIMIT again, since a constant of the module would be read from memory each time: bundlers make variables of them.
  const limit = 2 ** 29;
  const axes = cells.axes;
  const quotient = (points[at] - axes[4 * axis]) * axes[4 * axis + 1];
  const cell = Math.floor(quotient < limit ? (quotient > -limit ? quotient : -limit) : limit) - axes[4 * axis + 2];
  const n = axes[4 * axis + 3];
  // Exact: |cell| <= 2^30, so the quotient errs by less than 1 / n, and is exact where it is whole. Below 0 only around
  // an edge, or unfolded.
  return (cell >= 0 && cell < n ? cell : n === 2 ** 32 ? cell : cell - n * Math.floor(cell / n)) | 0;
}

/** Mixes a cell number to 32 bits, of which any power of two of places may be taken. */
export function hashOf(cell: number): number {
  let h = Math.imul(cell, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return h ^ (h >>> 15);
}
