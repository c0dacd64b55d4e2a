/* eslint-disable no-restricted-syntax -- data enters the library here: a time step calls this, kernels do not */
/**
 * A periodic cell that moves with its velocities, and the bodies that it takes back in: simple shear between
 * Lees-Edwards boundaries (Lees and Edwards 1972, The computer study of transport processes under extreme conditions),
 * and any other motion of the three vectors.
 *
 * A body that leaves through a face of vector k comes back as its image on the other side: at its position - a_k, with
 * its velocity - v_k. So relative velocities of near images stay as they were.
 */
import { checkArray, checkCount } from '../body/body-arrays';
import { InputError } from '../math/input-error';
import { createLattice } from './lattice/lattice';
import { checkPeriodicCell, checkPeriodicCell2d, readPeriodicCell, type PeriodicCell, type PeriodicCell2d } from './periodic-cell';

/** A {@link PeriodicCell} on arrays of its own: their contents may change in every step. */
export interface MovableCell extends PeriodicCell {
  readonly vectors: Float64Array;
  readonly origin: Float64Array;
  readonly velocities: Float64Array;
}

/** A {@link PeriodicCell2d} on arrays of its own. */
export interface MovableCell2d extends PeriodicCell2d {
  readonly vectors: Float64Array;
  readonly origin: Float64Array;
  readonly velocities: Float64Array;
}

/**
 * A copy of a cell that {@link shearCell} can move. It is a periodic cell itself, for `periodic` of a detector or a
 * search. Throws what {@link checkPeriodicCell} throws.
 *
 * @example
 * ```ts
 * // Shear at a rate of 0.1: the second vector moves along x.
 * const cell = createMovableCell({ vectors: [4, 0, 0, 0, 4, 0, 0, 0, 4], velocities: [0, 0, 0, 0.4, 0, 0, 0, 0, 0] });
 * ```
 */
export function createMovableCell(cell: PeriodicCell): MovableCell {
  checkPeriodicCell(cell);
  return { ...copyOf(cell, 3), axes: cell.axes };
}

/**
 * The same in the plane; throws what {@link checkPeriodicCell2d} throws.
 *
 * @example
 * ```ts
 * const cell = createMovableCell2d({ vectors: [4, 0, 0, 4], velocities: [0, 0, 0.4, 0] });
 * ```
 */
export function createMovableCell2d(cell: PeriodicCell2d): MovableCell2d {
  checkPeriodicCell2d(cell);
  return { ...copyOf(cell, 2), axes: cell.axes };
}

function copyOf({ vectors, origin, velocities }: PeriodicCell | PeriodicCell2d, n: number): Omit<MovableCell, 'axes'> {
  return {
    vectors: Float64Array.from(vectors),
    origin: origin === undefined ? new Float64Array(n) : Float64Array.from(origin),
    velocities: velocities === undefined ? new Float64Array(n * n) : Float64Array.from(velocities),
  };
}

/**
 * Moves the vectors by dt times their velocities, remaps the cell, and puts all bodies back into it.
 *
 * Remap: a vector that moves is made shorter by whole numbers of vectors at rest, as soon as it leans over one of them
 * by more than half. The images stay the same, so contacts go on, and no velocity of the cell changes. Bodies that left
 * the cell get the position and the velocity of their image in it. Call this once a time step, after the bodies have
 * moved. Allocates nothing.
 *
 * Throws InputError: 'bad-option' (dt is not finite; the cell is none of createMovableCell), 'bad-length' (an array is
 * too short), and what {@link checkPeriodicCell} throws, such as 'flat' for vectors that have lost their volume. Then
 * nothing has changed.
 *
 * @param positions Changed; as long as the cell has dimensions, times count.
 * @param velocities Changed; the same length. Velocities of the centroids, in the same frame as those of the cell.
 * @returns Whether the cell was remapped.
 *
 * @example
 * ```ts
 * const cell = createMovableCell({ vectors: [4, 0, 0, 0, 4, 0, 0, 0, 4], velocities: [0, 0, 0, 0.4, 0, 0, 0, 0, 0] });
 * const velocities = new Float64Array(3 * bodies.count);
 * const detector = createDetector({ bodies, method: shortestLinkMethod, periodic: cell });
 * for (let step = 0; step < 10; step++) {
 *   detector.update(); // forces and motion of the bodies follow from the contacts
 *   shearCell(cell, 1e-3, bodies.positions, velocities, bodies.count);
 * }
 * ```
 */
export function shearCell(
  cell: MovableCell | MovableCell2d,
  dt: number,
  positions: Float64Array,
  velocities: Float64Array,
  count: number,
): boolean {
  if (!Number.isFinite(dt)) throw new InputError('bad-option', `dt must be a finite time, got ${dt}`, -1, dt);
  checkMoved(cell, positions, velocities, count);
  const { vectors } = cell;
  const n = cell.origin.length;
  before.set(vectors);
  for (let k = 0; k < vectors.length; k++) vectors[k] += dt * cell.velocities[k];
  let isRemapped = false;
  for (let k = 0; k < n; k++) {
    if (!repeats(cell, k) || isAtRest(cell, k)) continue;
    for (let m = 0; m < n; m++) {
      if (m === k || !repeats(cell, m) || !isAtRest(cell, m)) continue;
      let product = 0;
      let square = 0;
      for (let c = 0; c < n; c++) {
        product += vectors[n * k + c] * vectors[n * m + c];
        square += vectors[n * m + c] * vectors[n * m + c];
      }
      const ratio = product / square;
      if (!(Math.abs(ratio) > 0.5)) continue;
      const whole = Math.floor(ratio + 0.5);
      if (whole === 0) continue;
      for (let c = 0; c < n; c++) vectors[n * k + c] -= whole * vectors[n * m + c];
      isRemapped = true;
    }
  }
  try {
    readPeriodicCell(lattice, cell, n === 2 ? 2 : 3);
  } catch (error) {
    vectors.set(before.subarray(0, n * n));
    throw error;
  }
  putBodies(cell, positions, velocities, count);
  return isRemapped;
}

function repeats({ axes }: MovableCell | MovableCell2d, k: number): boolean {
  return axes === undefined || (axes as readonly boolean[])[k];
}

function isAtRest({ velocities, origin }: MovableCell | MovableCell2d, k: number): boolean {
  const n = origin.length;
  for (let c = 0; c < n; c++) if (velocities[n * k + c] !== 0) return false;
  return true;
}

const lattice = /* @__PURE__ */ createLattice();
/** The vectors before the step. */
const before = /* @__PURE__ */ new Float64Array(9);
/** Coordinates of a body in terms of the shortest vectors. */
const parts = /* @__PURE__ */ new Float64Array(3);

/**
 * Puts all bodies into the cell: positions become those of the image in it, velocities change by those of the vectors.
 * A body in the cell keeps its bits, and so does one whose position is not finite. Allocates nothing.
 *
 * Throws InputError: 'bad-option' (the cell is none of createMovableCell, or there is no array), 'bad-length' (an array
 * is too short), and what {@link checkPeriodicCell} throws.
 *
 * @param positions Changed; as long as the cell has dimensions, times count.
 * @param velocities Changed; the same length.
 *
 * @example
 * ```ts
 * const cell = createMovableCell2d({ vectors: [4, 0, 0, 4], velocities: [0, 0, 0.4, 0] }); // in the plane
 * const [positions, velocities] = [new Float64Array([1, 4.5]), new Float64Array([0.5, 0])];
 * putIntoCell(cell, positions, velocities, 1);
 * console.log(positions, velocities[0].toFixed(1)); // 1 0.5, 0.1
 * ```
 */
export function putIntoCell(cell: MovableCell | MovableCell2d, positions: Float64Array, velocities: Float64Array, count: number): void {
  checkMoved(cell, positions, velocities, count);
  readPeriodicCell(lattice, cell, cell.origin.length === 2 ? 2 : 3);
  putBodies(cell, positions, velocities, count);
}

/** The types say so, but plain JavaScript does not. */
function checkMoved(
  cell: Partial<MovableCell | MovableCell2d> | null | undefined,
  positions: Float64Array,
  velocities: Float64Array,
  count: number,
): void {
  const n = cell?.origin?.length ?? 0;
  if (!((n === 2 || n === 3) && isSquare(cell?.vectors, n) && isSquare(cell?.velocities, n)))
    throw new InputError('bad-option', 'this is no cell that can move, such as createMovableCell makes');
  checkCount(count);
  checkArray('positions', positions, Float64Array, n * count);
  checkArray('velocities', velocities, Float64Array, n * count);
}

function isSquare(array: Float64Array | undefined, n: number): boolean {
  return array instanceof Float64Array && array.length === n * n;
}

/** Puts the bodies into the cell whose lattice is laid. */
function putBodies(
  { vectors, origin, axes, velocities: speeds }: MovableCell | MovableCell2d,
  positions: Float64Array,
  velocities: Float64Array,
  count: number,
): void {
  const n = origin.length;
  const { normals, heights, numbers } = lattice;
  for (let b = 0; b < count; b++) {
    for (let k = 0; k < 3; k++) {
      let along = 0;
      for (let c = 0; c < n; c++) along += normals[3 * k + c] * (positions[n * b + c] - origin[c]);
      parts[k] = heights[k] > 0 ? along / heights[k] : 0;
    }
    for (let m = 0; m < n; m++) {
      if (axes !== undefined && !axes[m]) continue;
      const images = Math.floor(parts[0] * numbers[m] + parts[1] * numbers[3 + m] + parts[2] * numbers[6 + m]);
      if (images === 0 || !Number.isFinite(images)) continue;
      for (let c = 0; c < n; c++) {
        positions[n * b + c] -= images * vectors[n * m + c];
        velocities[n * b + c] -= images * speeds[n * m + c];
      }
    }
  }
}
