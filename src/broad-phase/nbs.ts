/**
 * NBS, "no binary search": all pairs of near bodies in time proportional to their number, for any packing.
 *
 * Source: Munjiza and Andrews 1998, NBS contact detection algorithm for bodies of similar size, sections 3-6. The paper
 * treats two dimensions and calls the third straightforward; this file has three. Bodies count as spheres of the
 * largest radius and are mapped to cells of that diameter (cell-grid.ts). The cells are never stored. Singly linked
 * lists (head, next) contain the bodies of each layer Z(iz). The bodies of one layer and of the layer under it are
 * distributed to rows Y(iy). The bodies of five neighbouring rows are distributed to cells X(ix). A cell is compared
 * with itself and 13 neighbours, (ix-1, iy, iz), (ix-1..ix+1, iy-1, iz) and (ix-1..ix+1, iy-1..iy+1, iz-1), so each
 * pair is compared once. No loop runs over cells. Integers: nz + 2 ny + 5 nx + 3 N (in the plane ny + 2 nx + 2 N, eq.
 * 13).
 *
 * Departures; none changes the result:
 * - The paper loops over bodies to find the "new" lists and once more to remove them. Its lists end in "a negative
 *   number". Here that number gives the first body of the list that was begun before this one. So the non-empty lists
 *   form a chain, which serves to visit and to clear them.
 * - The paper builds the lists of each row and of the row before it. Here consecutive non-empty rows (a run) are
 *   visited in ascending order, and the lists of a row are reused instead of built again. Layers are treated in the
 *   same way. A row begins a run when the row before it is empty, so no list needs a mark "new" or "old". A body enters
 *   one layer list, one row list and at most three cell lists.
 * - Cell numbers are computed from the centre each time (five flops) and not stored. This needs no more memory than the
 *   paper states, and saves cache misses.
 * - Radii may differ: each pair is decided exactly by its own radii (sphere-test.ts). The search is correct for any
 *   sizes and fast for similar ones.
 *
 * Corrected errors of the paper: one more cell on each axis, floor for Int, guards at -1 and n (all in cell-grid.ts),
 * bodies numbered 0 .. N - 1 (eq. 6 prints N), each pair of a cell once. Its memory in the plane grows as the inverse
 * square root of density, not the cube root.
 *
 * Cost: O(N + pairs) time for bodies of similar size without too many in one cell; quadratic when one body is as large
 * as the whole scene.
 */
import { cellAfter, cellBefore, cellOf, createCellGrid, isValidSphere, layCells, setMargin, type CellGrid } from './cell-grid';
import { roomyHeads } from './list-heads';
import { appendIfNear } from './sphere-test';
import type { PairList } from './pair-list';

/**
 * Working memory of {@link nbsPairs3d}, kept by the caller from step to step. It grows when needed and never shrinks.
 * Use one workspace for one search at a time. Only grid.cells has a meaning between searches.
 */
export interface NbsWorkspace {
  /** The cells of the last search: grid.cells holds their number along x, y and z. */
  readonly grid: CellGrid;
  /** Length >= nz, 2 ny and 5 nx. Between searches all entries are -1. */
  headZ: Int32Array;
  headY: Int32Array;
  headX: Int32Array;
  /** Length >= N each. */
  nextZ: Int32Array;
  nextY: Int32Array;
  nextX: Int32Array;
  /** Start of the lists of each of the five rows in headX; -1 for an empty row. */
  readonly rows: Int32Array;
  readonly margin: Float64Array;
  /** True during a search, and after a search that ran out of memory. The heads must then be cleared. */
  busy: boolean;
}

export function createNbsWorkspace(): NbsWorkspace {
  return {
    grid: createCellGrid(),
    headZ: new Int32Array(0),
    headY: new Int32Array(0),
    headX: new Int32Array(0),
    nextZ: new Int32Array(0),
    nextY: new Int32Array(0),
    nextX: new Int32Array(0),
    rows: new Int32Array(5),
    margin: new Float64Array(1),
    busy: false,
  };
}

/**
 * Number of 32-bit integers that a search of `count` bodies in nx x ny x nz cells needs: nz + 2 ny + 5 nx + 3 count. An
 * axis never has more than 2 count + 1 cells, so this is at most 19 count + 8, for any distances between the bodies.
 */
export function nbsMemory(count: number, nx: number, ny: number, nz: number): number {
  return nz + 2 * ny + 5 * nx + 3 * count;
}

/**
 * Lists all pairs of bodies whose bounding spheres are at most `margin` apart, |ci - cj| <= ri + rj + margin, touching
 * included: exactly those, each once, with i < j. Bodies with a NaN or infinite centre or radius, or a negative radius,
 * are listed in out.invalid (all of them when `margin` is negative or not finite). The others are paired. Any finite
 * numbers are allowed, also 1e300.
 *
 * The order of the pairs depends on the input alone, not on earlier searches: Layers (z) are in runs of neighbouring
 * non-empty layers, in a run from low to high. Rows (y) in a layer have the same order. In a row the cell whose lowest
 * body has the highest number is first. In a cell the order is by body. A run has the place of its lowest layer (row);
 * runs whose first body was visited last come first.
 *
 * Allocates only when `out` or the workspace must grow, so nothing in a steady step. The list has all pairs at once, 8
 * bytes each (N(N-1)/2 pairs when all bodies are in one place). The engine throws a RangeError when there is not enough
 * memory.
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
 * const pairs = createPairList();
 * const workspace = createNbsWorkspace();
 * const centres = new Float64Array([0, 0, 0, 1, 0, 0, 5, 0, 0]);
 * const radii = new Float64Array([0.5, 0.5, 0.5]);
 * nbsPairs3d(pairs, 3, centres, radii, 0, workspace);
 * for (let p = 0; p < pairs.count; p++) console.log(pairs.pairs[2 * p], pairs.pairs[2 * p + 1]); // 0 1
 * ```
 */
export function nbsPairs3d(
  out: PairList,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  margin: number,
  workspace: NbsWorkspace = createNbsWorkspace(),
): PairList {
  const grid = workspace.grid;
  setMargin(workspace.margin, margin);
  // Without valid bodies there are no cells: with a bad margin the bodies themselves may look valid.
  if (layCells(grid, out, count, centres, radii, workspace.margin) === 0) return out;
  makeRoom(workspace, count);
  workspace.busy = true;
  const { headZ, headY, nextZ, nextY } = workspace;
  const ny = grid.cells[1];
  const nz = grid.cells[2];
  const layers = fillLayers(grid, count, centres, radii, headZ, nextZ);
  for (let first = layers; first >= 0; first = listBefore(nextZ, first)) {
    let z = cellOf(grid, 2, centres, first);
    const under = cellBefore(z, nz, grid.folded[2]);
    if (under >= 0 && headZ[under] >= 0) continue; // not the beginning of a run
    // headY has two halves, for this layer and for the layer under it. They are exchanged from layer to layer.
    let own = 0;
    let rowsUnder = -1;
    while (z >= 0 && headZ[z] >= 0) {
      const rows = fillLists(grid, 1, centres, headZ[z], nextZ, headY, own, nextY);
      pairsOfLayer(workspace, out, centres, radii, rows, own, ny - own);
      clearLists(grid, 1, centres, rowsUnder, headY, ny - own, nextY);
      rowsUnder = rows;
      own = ny - own;
      z = cellAfter(z, nz, grid.folded[2]);
    }
    clearLists(grid, 1, centres, rowsUnder, headY, ny - own, nextY);
  }
  clearLists(grid, 2, centres, layers, headZ, 0, nextZ);
  workspace.busy = false;
  return out;
}

/** The list begun before the one that ends with body b: its first body, or -1. */
function listBefore(next: Int32Array, b: number): number {
  return -2 - next[b];
}

/** Makes the lists of the bodies of each layer, as fillLists does, but of all valid bodies in ascending order. */
function fillLayers(
  grid: CellGrid,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  headZ: Int32Array,
  nextZ: Int32Array,
): number {
  let lists = -1;
  for (let b = 0; b < count; b++) {
    if (!isValidSphere(centres, radii, b)) continue;
    const z = cellOf(grid, 2, centres, b);
    const head = headZ[z];
    if (head >= 0) {
      nextZ[b] = head;
    } else {
      nextZ[b] = -2 - lists;
      lists = b;
    }
    headZ[z] = b;
  }
  return lists;
}

/**
 * Distributes the bodies of one list to lists by their cell number along an axis: head[base + cell] and next. Returns
 * the first body of the list that was begun last, or -1. All lists can be reached from it.
 */
function fillLists(
  grid: CellGrid,
  axis: number,
  centres: Float64Array,
  list: number,
  nextOfList: Int32Array,
  head: Int32Array,
  base: number,
  next: Int32Array,
): number {
  let lists = -1;
  for (let b = list; b >= 0; b = nextOfList[b]) {
    const at = base + cellOf(grid, axis, centres, b);
    const before = head[at];
    if (before >= 0) {
      next[b] = before;
    } else {
      next[b] = -2 - lists;
      lists = b;
    }
    head[at] = b;
  }
  return lists;
}

/** Removes the lists that fillLists made: by their bodies, never by cells. */
function clearLists(
  grid: CellGrid,
  axis: number,
  centres: Float64Array,
  lists: number,
  head: Int32Array,
  base: number,
  next: Int32Array,
): void {
  for (let first = lists; first >= 0; first = listBefore(next, first)) head[base + cellOf(grid, axis, centres, first)] = -1;
}

/**
 * Pairs of the bodies of one layer with each other and with those of the layer under it, whose rows have their heads at
 * headY[own + iy] and headY[under + iy].
 */
function pairsOfLayer(
  workspace: NbsWorkspace,
  out: PairList,
  centres: Float64Array,
  radii: Float64Array,
  lists: number,
  own: number,
  under: number,
): void {
  const { grid, headY, headX, nextY, nextX, rows } = workspace;
  const nx = grid.cells[0];
  const ny = grid.cells[1];
  for (let first = lists; first >= 0; first = listBefore(nextY, first)) {
    let y = cellOf(grid, 1, centres, first);
    const before = cellBefore(y, ny, grid.folded[1]);
    if (before >= 0 && headY[own + before] >= 0) continue; // not the beginning of a run
    // Five rows: 0 is (iy, iz), 1 is (iy-1, iz), 2 to 4 are (iy-1 .. iy+1, iz-1). Each has a part of headX.
    let base0 = 0;
    let base1 = nx;
    let base2 = 2 * nx;
    let base3 = 3 * nx;
    let base4 = 4 * nx;
    let cells1 = -1;
    let cells2 = before >= 0 ? fillLists(grid, 0, centres, headY[under + before], nextY, headX, base2, nextX) : -1;
    let cells3 = fillLists(grid, 0, centres, headY[under + y], nextY, headX, base3, nextX);
    while (y >= 0 && headY[own + y] >= 0) {
      const after = cellAfter(y, ny, grid.folded[1]);
      const cells0 = fillLists(grid, 0, centres, headY[own + y], nextY, headX, base0, nextX);
      const cells4 = after >= 0 ? fillLists(grid, 0, centres, headY[under + after], nextY, headX, base4, nextX) : -1;
      rows[0] = base0;
      rows[1] = cells1 >= 0 ? base1 : -1;
      rows[2] = cells2 >= 0 ? base2 : -1;
      rows[3] = cells3 >= 0 ? base3 : -1;
      rows[4] = cells4 >= 0 ? base4 : -1;
      pairsOfRow(workspace, out, centres, radii, cells0);
      clearLists(grid, 0, centres, cells1, headX, base1, nextX);
      clearLists(grid, 0, centres, cells2, headX, base2, nextX);
      // Go to the next row: 0 becomes 1; 3 becomes 2 and 4 becomes 3.
      const free1 = base1;
      base1 = base0;
      base0 = free1;
      cells1 = cells0;
      const free2 = base2;
      base2 = base3;
      base3 = base4;
      base4 = free2;
      cells2 = cells3;
      cells3 = cells4;
      y = after;
    }
    clearLists(grid, 0, centres, cells1, headX, base1, nextX);
    clearLists(grid, 0, centres, cells2, headX, base2, nextX);
    clearLists(grid, 0, centres, cells3, headX, base3, nextX);
  }
}

/**
 * Pairs of the bodies of one row, whose cell lists are given, with each other and with those of four neighbouring rows
 * (workspace.rows).
 */
function pairsOfRow(workspace: NbsWorkspace, out: PairList, centres: Float64Array, radii: Float64Array, cells: number): void {
  const { grid, headX, nextX, margin, rows } = workspace;
  const nx = grid.cells[0];
  const largest = grid.largest[0];
  const base0 = rows[0];
  for (let first = cells; first >= 0; first = listBefore(nextX, first)) {
    const x = cellOf(grid, 0, centres, first);
    const west = cellBefore(x, nx, grid.folded[0]);
    const from = west >= 0 ? x - 1 : x;
    const to = cellAfter(x, nx, grid.folded[0]) >= 0 ? x + 1 : x;
    for (let p = headX[base0 + x]; p >= 0; p = nextX[p]) {
      const px = centres[3 * p];
      const py = centres[3 * p + 1];
      const pz = centres[3 * p + 2];
      // Most bodies of neighbouring cells are farther away than any body reaches. This test needs no radii; it is wider
      // than the bound in sphere-test.ts.
      const reach = radii[p] + largest + margin[0];
      const reach2 = reach * reach * 1.000001 + 1e-250;
      // Bodies of its own cell after p (earlier ones were already compared with p), of the cell before it, and of three
      // cells of each other row.
      for (let q = nextX[p]; q >= 0; q = nextX[q]) {
        const dx = centres[3 * q] - px;
        const dy = centres[3 * q + 1] - py;
        const dz = centres[3 * q + 2] - pz;
        if (dx * dx + dy * dy + dz * dz <= reach2) appendIfNear(out, centres, radii, margin, p, q);
      }
      for (let q = west >= 0 ? headX[base0 + west] : -1; q >= 0; q = nextX[q]) {
        const dx = centres[3 * q] - px;
        const dy = centres[3 * q + 1] - py;
        const dz = centres[3 * q + 2] - pz;
        if (dx * dx + dy * dy + dz * dz <= reach2) appendIfNear(out, centres, radii, margin, p, q);
      }
      for (let row = 1; row < 5; row++) {
        const base = rows[row];
        if (base < 0) continue;
        for (let k = from; k <= to; k++) {
          const column = k < 0 ? nx - 1 : k === nx ? 0 : k;
          for (let q = headX[base + column]; q >= 0; q = nextX[q]) {
            const dx = centres[3 * q] - px;
            const dy = centres[3 * q + 1] - py;
            const dz = centres[3 * q + 2] - pz;
            if (dx * dx + dy * dy + dz * dz <= reach2) appendIfNear(out, centres, radii, margin, p, q);
          }
        }
      }
    }
  }
}

/** Makes room for the cells and bodies of this search. */
function makeRoom(workspace: NbsWorkspace, count: number): void {
  const cells = workspace.grid.cells;
  const clear = workspace.busy;
  workspace.headX = roomyHeads(workspace.headX, 5 * cells[0], clear);
  workspace.headY = roomyHeads(workspace.headY, 2 * cells[1], clear);
  workspace.headZ = roomyHeads(workspace.headZ, cells[2], clear);
  if (workspace.nextX.length < count) {
    workspace.nextZ = new Int32Array(count);
    workspace.nextY = new Int32Array(count);
    workspace.nextX = new Int32Array(count);
  }
}
