/**
 * Searches for near discs to measure NBS against: flat arrays and scalars throughout. Each function makes a search with
 * its own memory.
 */
import type { PairList } from 'dem-contact';

export type DiscSearch = (out: PairList, count: number, centres: Float64Array, radii: Float64Array) => void;

function append(out: PairList, p: number, q: number): void {
  const at = 2 * out.count;
  if (at + 2 > out.pairs.length) {
    const longer = new Int32Array(2 * out.pairs.length);
    longer.set(out.pairs);
    out.pairs = longer;
  }
  out.pairs[at] = p < q ? p : q;
  out.pairs[at + 1] = p < q ? q : p;
  out.count++;
}

function test(out: PairList, centres: Float64Array, radii: Float64Array, p: number, q: number): void {
  const dx = centres[2 * q] - centres[2 * p];
  const dy = centres[2 * q + 1] - centres[2 * p + 1];
  const reach = radii[p] + radii[q];
  if (dx * dx + dy * dy <= reach * reach) append(out, p, q);
}

/** Direct checking: every body against every later one. */
export function createAllPairs(): DiscSearch {
  return (out, count, centres, radii) => {
    out.count = 0;
    for (let p = 0; p < count; p++) {
      const x = centres[2 * p];
      const y = centres[2 * p + 1];
      const r = radii[p];
      for (let q = p + 1; q < count; q++) {
        const dx = centres[2 * q] - x;
        const dy = centres[2 * q + 1] - y;
        const reach = r + radii[q];
        if (dx * dx + dy * dy <= reach * reach) append(out, p, q);
      }
    }
  };
}

/**
 * Binary search: the cells of NBS, numbered row by row. Numbers of cells and bodies are sorted together as one key, by
 * the engine's sort of numbers; the three cells of the next row are found by binary search, the next cell of the row by
 * its place. Time N ln N.
 */
export function createSortedCells(count: number): DiscSearch {
  const keys = new Float64Array(count);
  return (out, n, centres, radii) => {
    out.count = 0;
    let lowX = Infinity;
    let lowY = Infinity;
    let highX = -Infinity;
    let largest = 0;
    for (let b = 0; b < n; b++) {
      if (centres[2 * b] < lowX) lowX = centres[2 * b];
      if (centres[2 * b] > highX) highX = centres[2 * b];
      if (centres[2 * b + 1] < lowY) lowY = centres[2 * b + 1];
      if (radii[b] > largest) largest = radii[b];
    }
    const perCell = 1 / (2 * largest * (1 + 1e-9));
    // An empty column at the end of each row keeps its last cell and the first of the next apart.
    const columns = Math.floor((highX - lowX) * perCell) + 2;
    for (let b = 0; b < n; b++) {
      const cell = Math.floor((centres[2 * b + 1] - lowY) * perCell) * columns + Math.floor((centres[2 * b] - lowX) * perCell);
      keys[b] = cell * n + b;
    }
    keys.sort();
    for (let begin = 0; begin < n;) {
      const cell = Math.floor(keys[begin] / n);
      let end = begin + 1;
      while (end < n && keys[end] < (cell + 1) * n) end++;
      let afterEast = end;
      while (afterEast < n && keys[afterEast] < (cell + 2) * n) afterEast++;
      // The first key of the cells (ix - 1 .. ix + 1, iy + 1).
      const wanted = (cell + columns - 1) * n;
      let low = end;
      let high = n;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (keys[middle] < wanted) low = middle + 1;
        else high = middle;
      }
      let afterNorth = low;
      while (afterNorth < n && keys[afterNorth] < wanted + 3 * n) afterNorth++;
      for (let k = begin; k < end; k++) {
        const p = keys[k] - cell * n;
        for (let m = k + 1; m < afterEast; m++) test(out, centres, radii, p, keys[m] - (m < end ? cell : cell + 1) * n);
        for (let m = low; m < afterNorth; m++) test(out, centres, radii, p, keys[m] % n);
      }
      begin = end;
    }
  };
}
