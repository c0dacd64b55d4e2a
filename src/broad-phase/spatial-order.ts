/**
 * An order in which bodies that are near in space have near numbers: the order of cell-order.ts, by layers, rows and
 * columns of cells.
 *
 * Every search of this folder reads the bodies of a pair together, and so do simulators. If bodies are numbered at
 * random, each read waits for memory. If they are numbered by this order, neighbours are mostly in the cache. Bodies
 * move slowly, so an order serves for many steps: renumber from time to time, not in each step. Cost: O(N).
 */
import { setMargin } from './cell-grid';
import { beginCells, canNumber, createCellWorkspace, orderLong, orderNumbered } from './cell-order';
import { createPairList } from './pair-list';

/**
 * Fills `out` with the bodies 0 .. count - 1 by the cells they are in: out[k] is the body that should get number k.
 * Bodies of one cell keep their order; bodies whose centre is not finite come last; if cellSize is not a finite length
 * >= 0 the order is 0 .. count - 1. Cold: allocates 80 bytes for each body.
 *
 * @param out Length >= count.
 * @param centres x y z packed, length >= 3 count.
 * @param cellSize The diameter of a typical body, in the unit of centres.
 * @returns out
 *
 * @example
 * ```ts
 * const centres = new Float64Array([5, 0, 0, 1, 0, 0, 5, 0, 9]);
 * const order = spatialOrder(new Int32Array(3), 3, centres, 1);
 * console.log(order.join(' ')); // 1 0 2
 * const moved = new Float64Array(9);
 * order.forEach((body, k) => moved.set(centres.subarray(3 * body, 3 * body + 3), 3 * k));
 * ```
 */
export function spatialOrder(out: Int32Array, count: number, centres: Float64Array, cellSize: number): Int32Array {
  const workspace = createCellWorkspace();
  const list = createPairList(0);
  const size = new Float64Array(1);
  setMargin(size, cellSize);
  const radii = new Float64Array(count).fill(0.5 * size[0]);
  const valid = beginCells(workspace, list, count, centres, radii, 0, undefined);
  const numbered = canNumber(workspace.grid);
  if (numbered) orderNumbered(workspace, count, valid, centres, radii);
  else orderLong(workspace, count, valid, centres, radii);
  for (let k = 0; k < valid; k++) out[k] = numbered ? workspace.order[2 * k + 1] : workspace.order[4 * k + 3];
  out.set(list.invalid.subarray(0, list.invalidCount), valid);
  return out;
}
