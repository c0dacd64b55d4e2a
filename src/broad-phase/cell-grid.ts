/**
 * Which cell is a body in? The mapping of the NBS paper (Munjiza and Andrews 1998, section 3, eqs 4-9), for two and
 * three axes, with its errors corrected, for any finite input.
 *
 *     i(x) = floor((x - x_min) / h),  n = i(x_max) + 1,  h = (2 r_max + margin)(1 + ENLARGEMENT)
 *
 * - The paper's n lacks the + 1: a body at x_max would lie outside. Its Int() truncates, which merges two cells at 0
 *   for x < x_min; here floor.
 * - Guarantee: bodies at most 2 r_max + margin apart are in the same or in neighbouring cells on each axis. Rounding:
 *   with u = 2^-53, x - x_min, 1 / h and their product have a relative error of u each, so the errors of the quotients
 *   of two bodies add up to 6u LIMIT = 0.75 * 2^-20. Their true difference is at most 1 / (1 + ENLARGEMENT) < 1 - 2^-20
 *   + 2^-40. So it is also below 1 after rounding.
 * - This bound needs LIMIT, 2^30 cells in either direction: a body farther away goes to the outermost cell. i(x) still
 *   never decreases with x, so neighbours stay neighbours. On a longer axis counting starts from the body nearest to
 *   the origin, not from x_min: a body that escaped to -1e30 must not put all others into one cell.
 * - Memory: an axis has at most 2N + 1 cells. A longer one is folded: i modulo n, and the last cell is the neighbour of
 *   the first. Neighbours stay neighbours, and all cells keep the size h. Bodies in one cell that are not near fail the
 *   distance test. n > N leaves at least one cell of a folded axis empty, which NBS needs. n >= 5 keeps i - 1, i and i
 *   + 1 different.
 * - All lengths are divided by four, which is exact. So no difference or sum of finite numbers overflows.
 */
import { appendInvalid, clearPairList, type PairList } from './pair-list';

/** Cells are this much larger than the reach of the largest pair. */
const ENLARGEMENT = 2 ** -20;
/** Largest |(x - start) / h|. */
const LIMIT = 2 ** 30;
/** Least quarter of a cell, for points without margin: keeps 1 / h finite. */
const LEAST_CELL = 2 ** -900;

/**
 * Cells over the bodies of one search. Numbers that are not integers are in arrays: engines would allocate them as
 * fields at each change.
 */
export interface CellGrid {
  /** 2 or 3: coordinates of a body. */
  readonly dimension: number;
  /** Number of cells along x, y and, in space, z; 0 while there are no bodies. */
  readonly cells: Int32Array;
  /** 1 where the axis is folded. */
  readonly folded: Uint8Array;
  /** Largest radius of the valid bodies. */
  readonly largest: Float64Array;
  /**
   * Four numbers for each axis: start / 4, 4 / h, i(x_min), n. During layCells the first two are x_min and x_max.
   */
  readonly axes: Float64Array;
}

export function createCellGrid(dimension: 2 | 3 = 3): CellGrid {
  return {
    dimension,
    cells: new Int32Array(dimension),
    folded: new Uint8Array(dimension),
    largest: new Float64Array(1),
    axes: new Float64Array(4 * dimension),
  };
}

/**
 * Stores the margin of a search. Plain JavaScript does not check the type: null would be a margin of 0, and '1' a
 * margin of 1.
 */
export function setMargin(kept: Float64Array, margin: unknown): void {
  kept[0] = typeof margin === 'number' ? margin : Number.NaN;
}

/**
 * Lays cells over the valid bodies and lists the others in out.invalid (out is emptied first). Returns the number of
 * valid bodies. If the margin is negative or not finite, no pair can be decided: then all bodies are invalid.
 */
export function layCells(
  grid: CellGrid,
  out: PairList,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  margin: Float64Array,
): number {
  clearPairList(out, false);
  const { axes, cells, folded, dimension } = grid;
  for (let axis = 0; axis < dimension; axis++) {
    axes[4 * axis] = Infinity;
    axes[4 * axis + 1] = -Infinity;
    cells[axis] = 0;
    folded[axis] = 0;
  }
  grid.largest[0] = 0;
  const valid = surround(grid, out, count, centres, radii, margin);
  if (valid > 0) for (let axis = 0; axis < dimension; axis++) layAxis(grid, axis, valid, count, centres, radii, margin);
  return valid;
}

/**
 * Bounds of the valid bodies. The bounds are in arrays from the start, and no code follows the loop. The reason: V8
 * compiles a function with a long loop during its first call, without information about code after the loop, and would
 * discard the compiled code at every call. In the plane y is also the third coordinate, so one loop without a branch
 * works for both.
 */
function surround(grid: CellGrid, out: PairList, count: number, centres: Float64Array, radii: Float64Array, margin: Float64Array): number {
  const { axes, largest, dimension } = grid;
  const third = dimension - 1;
  const thirdAxis = 4 * third;
  const marginIsValid = margin[0] >= 0 && margin[0] < Infinity;
  let valid = 0;
  for (let b = 0; b < count; b++) {
    const x = centres[dimension * b];
    const y = centres[dimension * b + 1];
    const z = centres[dimension * b + third];
    // As isValidSphere and isValidDisc.
    if (!marginIsValid || !(x * 0 + y * 0 + z * 0 + radii[b] * 0 === 0 && radii[b] >= 0)) {
      appendInvalid(out, b);
      continue;
    }
    valid++;
    if (x < axes[0]) axes[0] = x;
    if (x > axes[1]) axes[1] = x;
    if (y < axes[4]) axes[4] = y;
    if (y > axes[5]) axes[5] = y;
    if (z < axes[thirdAxis]) axes[thirdAxis] = z;
    if (z > axes[thirdAxis + 1]) axes[thirdAxis + 1] = z;
    if (radii[b] > largest[0]) largest[0] = radii[b];
  }
  return valid;
}

function layAxis(
  grid: CellGrid,
  axis: number,
  valid: number,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  margin: Float64Array,
): void {
  const { axes, dimension } = grid;
  const min = 0.25 * axes[4 * axis];
  const max = 0.25 * axes[4 * axis + 1];
  const perCell = 1 / Math.max((0.5 * grid.largest[0] + 0.25 * margin[0]) * (1 + ENLARGEMENT), LEAST_CELL);
  let start = min;
  if ((max - min) * perCell > LIMIT) {
    start = max;
    for (let b = 0; b < count; b++) {
      const x = 0.25 * centres[dimension * b + axis];
      if (Math.abs(x) < Math.abs(start) && (dimension === 2 ? isValidDisc(centres, radii, b) : isValidSphere(centres, radii, b))) start = x;
    }
  }
  const first = Math.floor(Math.max((min - start) * perCell, -LIMIT));
  const span = Math.floor(Math.min((max - start) * perCell, LIMIT)) - first + 1;
  const most = 2 * valid + 1;
  axes[4 * axis] = start;
  axes[4 * axis + 1] = perCell;
  axes[4 * axis + 2] = first;
  axes[4 * axis + 3] = Math.min(span, most);
  grid.cells[axis] = Math.min(span, most);
  grid.folded[axis] = span > most ? 1 : 0;
}

/** The cell of a valid body in space along an axis, 0 .. n - 1. */
export function cellOf(grid: CellGrid, axis: number, centres: Float64Array, body: number): number {
  // The value of LIMIT again: an engine would read a module constant from memory each time, because bundlers turn it
  // into a variable.
  const limit = 2 ** 30;
  const axes = grid.axes;
  const quotient = (0.25 * centres[3 * body + axis] - axes[4 * axis]) * axes[4 * axis + 1];
  const cell = Math.floor(quotient < limit ? (quotient > -limit ? quotient : -limit) : limit) - axes[4 * axis + 2];
  const n = axes[4 * axis + 3];
  // Exact: cell < 2^32, so the error of the quotient is less than 1 / n, and a whole quotient is exact.
  return (cell < n ? cell : cell - n * Math.floor(cell / n)) | 0;
}

/**
 * The cell of a valid body in the plane, as cellOf. The code is written twice, because a shared function would make
 * each search 3 % slower.
 */
export function cellOf2d(grid: CellGrid, axis: number, centres: Float64Array, body: number): number {
  const limit = 2 ** 30;
  const axes = grid.axes;
  const quotient = (0.25 * centres[2 * body + axis] - axes[4 * axis]) * axes[4 * axis + 1];
  const cell = Math.floor(quotient < limit ? (quotient > -limit ? quotient : -limit) : limit) - axes[4 * axis + 2];
  const n = axes[4 * axis + 3];
  return (cell < n ? cell : cell - n * Math.floor(cell / n)) | 0;
}

/** The cell before cell i of n, or -1 (the guard that the paper does not mention). */
export function cellBefore(i: number, n: number, folded: number): number {
  return i > 0 ? i - 1 : folded === 1 ? n - 1 : -1;
}

/** The cell after cell i of n, or -1. */
export function cellAfter(i: number, n: number, folded: number): number {
  return i + 1 < n ? i + 1 : folded === 1 ? 0 : -1;
}

/** Zero times a number is zero except for NaN and infinities. */
export function isValidSphere(centres: Float64Array, radii: Float64Array, b: number): boolean {
  return centres[3 * b] * 0 + centres[3 * b + 1] * 0 + centres[3 * b + 2] * 0 + radii[b] * 0 === 0 && radii[b] >= 0;
}

/** The same for bodies in the plane. */
export function isValidDisc(centres: Float64Array, radii: Float64Array, b: number): boolean {
  return centres[2 * b] * 0 + centres[2 * b + 1] * 0 + radii[b] * 0 === 0 && radii[b] >= 0;
}
