/**
 * Near pairs of the bodies of one size level with all finer ones.
 *
 * Each coarse body is entered in every cell that its sphere, swollen by the size of the largest finer body, may touch.
 * Then a finer body only searches the one cell that it is in. Cells are as wide as the largest swollen sphere, so a
 * body touches at most two cells on each axis and has at most eight entries. For few coarse bodies and many fine ones
 * this is cheap: a fine body searches one cell in each level, instead of 27.
 *
 * Cells share places of a hash table (a power of two, 2 to 4 times the coarse bodies). A body is entered once in a
 * place, so a finer body is compared with it at most once. Bodies of other cells fail the distance test.
 *
 * Rounding loses no pair. Let R >= the reach as real numbers. Then x - R <= y <= x + R also holds after rounding, since
 * y is a double, and cell numbers never decrease with the coordinate. On a periodic axis PAD covers the rounding
 * (level-search.ts). Two cells on each axis are enough: as real numbers the quotients of x - R and x + R differ by at
 * most 1 / (1 + 2^-20), and each has an error of at most 2^-22.
 */
import { createLevelCells, hashOf, layLevelCells, levelCellOf, type LevelCells } from './level-cells';
import { meet, type NearSearch } from './level-search';
import type { SizeLevels } from './size-levels';

export interface LevelCover {
  readonly cells: LevelCells;
  /**
   * Two numbers for each place: the start of its entries, and the body entered last, so that a body is entered once.
   */
  table: Int32Array;
  /** Coarse bodies by place; length >= 8 times their number. */
  entries: Int32Array;
}

export function createLevelCover(): LevelCover {
  return { cells: createLevelCells(), table: new Int32Array(0), entries: new Int32Array(0) };
}

/** Cells are wider than the widest swollen sphere by this part, for the rounding of cell numbers (level-cells.ts). */
const ENLARGEMENT = 2 ** -20;
/** More than the rounding of radius + margin / 2 and of its sums. */
const SWELL = 1 + 2 ** -50;

/** Number of places for n coarse bodies. */
export function placesFor(n: number): number {
  let places = 16;
  while (places < 2 * n) places *= 2;
  return places;
}

/** Lowest and highest corner of a swollen sphere, and their cells. */
const coverCorners = /* @__PURE__ */ new Float64Array(6);
/** Slot of the highest corner and its cell. */
const HIGHEST = 3;
const cornerCells = /* @__PURE__ */ new Int32Array(6);

/** Lists the near pairs of a level with all finer ones; search.body and search.spheres hold all levels. */
export function pairsAcrossLevels(cover: LevelCover, search: NearSearch, levels: SizeLevels, level: number): void {
  const from = levels.starts[level];
  const to = levels.starts[level + 1];
  const mask = placesFor(to - from) - 1;
  enter(cover, search, levels, level, from, to, mask);
  const { cells, table, entries } = cover;
  const { spheres, count } = search;
  for (let p = to; p < count; p++) {
    const row = hashOf(levelCellOf(cells, 1, spheres, 4 * p + 1) + hashOf(levelCellOf(cells, 2, spheres, 4 * p + 2)));
    const place = (row + levelCellOf(cells, 0, spheres, 4 * p)) & mask;
    const end = table[2 * place + 2];
    for (let k = table[2 * place]; k < end; k++) meet(search, p, entries[k], entries[k] + 1);
  }
}

/** Enters the coarse bodies in the table: counts the entries of each place, then places them. */
function enter(cover: LevelCover, search: NearSearch, levels: SizeLevels, level: number, from: number, to: number, mask: number): void {
  reserveCover(cover, to - from);
  const { cells, table, entries } = cover;
  const finer = levels.largest[level + 1];
  cells.size[0] = 2 * (levels.largest[level] + finer) * SWELL * (1 + ENLARGEMENT);
  layLevelCells(cells, search, search.spheres, from, to, 0);
  table.fill(0, 0, 2 * mask + 3);
  for (let k = from; k < to; k++) {
    findCells(cells, search.spheres, k, finer);
    for (let corner = 0; corner < 8; corner++) {
      const place = placeOf(corner, mask);
      if (place < 0 || table[2 * place + 1] === k + 1) continue;
      table[2 * place + 1] = k + 1;
      table[2 * place]++;
    }
  }
  for (let place = 1; place <= mask + 1; place++) table[2 * place] += table[2 * place - 2];
  // Each place is filled from its end to its start. Afterwards the starts are correct.
  for (let k = to - 1; k >= from; k--) {
    findCells(cells, search.spheres, k, finer);
    for (let corner = 0; corner < 8; corner++) {
      const place = placeOf(corner, mask);
      if (place < 0 || table[2 * place + 1] === -k - 1) continue;
      table[2 * place + 1] = -k - 1;
      entries[--table[2 * place]] = k;
    }
  }
}

/** The lowest and the highest cell on each axis that the swollen sphere of body k may touch. */
function findCells(cells: LevelCells, spheres: Float64Array, k: number, finer: number): void {
  const reach = (spheres[4 * k + 3] + finer) * SWELL + 2 ** -1000;
  for (let axis = 0; axis < 3; axis++) {
    // Finite, because infinity times an underflowed 1 / h would be NaN.
    coverCorners[axis] = Math.max(spheres[4 * k + axis] - reach, -Number.MAX_VALUE);
    coverCorners[HIGHEST + axis] = Math.min(spheres[4 * k + axis] + reach, Number.MAX_VALUE);
    cornerCells[axis] = levelCellOf(cells, axis, coverCorners, axis);
    cornerCells[HIGHEST + axis] = levelCellOf(cells, axis, coverCorners, 3 + axis);
  }
}

/**
 * The place of one of the eight cells, or -1 if it is the same cell as an earlier one. Cells along x have adjacent
 * places.
 */
function placeOf(corner: number, mask: number): number {
  const x = (corner & 1) === 0 ? 0 : 3;
  const y = (corner & 2) === 0 ? 1 : 4;
  const z = (corner & 4) === 0 ? 2 : 5;
  if (
    (x === 3 && cornerCells[HIGHEST] === cornerCells[0]) ||
    (y === 4 && cornerCells[HIGHEST + 1] === cornerCells[1]) ||
    (z === 5 && cornerCells[HIGHEST + 2] === cornerCells[2])
  )
    return -1;
  return (hashOf(cornerCells[y] + hashOf(cornerCells[z])) + cornerCells[x]) & mask;
}

function reserveCover(cover: LevelCover, n: number): void {
  if (cover.entries.length >= 8 * n) return;
  cover.table = new Int32Array(2 * placesFor(n) + 1);
  cover.entries = new Int32Array(8 * n);
}
