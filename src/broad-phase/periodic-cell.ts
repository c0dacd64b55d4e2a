/* eslint-disable no-restricted-syntax -- data enters the library here: checkPeriodicCell throws, searches do not */
/**
 * A cell that repeats along its vectors, which need not be perpendicular, and that may move: a body represents all its
 * images, which are at its position + s0 a0 + s1 a1 + s2 a2, with whole numbers s. Where the cell is sheared while the
 * bodies move, the image of a body moves with the velocity of the body + s0 v0 + s1 v1 + s2 v2, v_k being the velocity
 * of vector k (Lees and Edwards 1972, The computer study of transport processes under extreme conditions).
 *
 * The cell means its images alone. Cells with the same images, such as that with a1 + a0 instead of a1, give the same
 * pairs and contacts. The border itself has no meaning, so bodies may lie anywhere, also many cells outside.
 */
import { InputError } from '../math/input-error';
import { createLattice, LARGEST_VECTOR, layLattice, LEAST_VECTOR, type Lattice } from './lattice/lattice';
import type { PeriodicBox, PeriodicBox2d } from './periodic';

export interface PeriodicCell {
  /** Three vectors, x y z each, in any order and of either hand: length 9. */
  readonly vectors: ArrayLike<number>;
  /** Where the cell begins, length 3; default 0 0 0. Only {@link putIntoCell} depends on it. */
  readonly origin?: ArrayLike<number> | undefined;
  /** Velocities of the three vectors, length 9; default 0: the cell is at rest. */
  readonly velocities?: ArrayLike<number> | undefined;
  /** Which vectors repeat; default all three. The others are not read. */
  readonly axes?: readonly [boolean, boolean, boolean] | undefined;
}

/** A {@link PeriodicCell} of the plane. */
export interface PeriodicCell2d {
  /** Two vectors, x y each: length 4. */
  readonly vectors: ArrayLike<number>;
  /** Length 2; default 0 0. */
  readonly origin?: ArrayLike<number> | undefined;
  /** Velocities of the two vectors, length 4; default 0. */
  readonly velocities?: ArrayLike<number> | undefined;
  /** Which vectors repeat; default both. */
  readonly axes?: readonly [boolean, boolean] | undefined;
}

/** The cell, if it is one and no box. */
export function cellOf(periodic: PeriodicBox | PeriodicCell | undefined): PeriodicCell | undefined {
  return typeof periodic === 'object' && periodic !== null && 'vectors' in periodic ? periodic : undefined;
}

/** The same in the plane. */
export function cellOf2d(periodic: PeriodicBox2d | PeriodicCell2d | undefined): PeriodicCell2d | undefined {
  return typeof periodic === 'object' && periodic !== null && 'vectors' in periodic ? periodic : undefined;
}

/**
 * Checks a periodic cell, for programs that need an error instead of a list of invalid bodies.
 *
 * Throws InputError, with the number of the vector as `index` and the number or length that is wrong as `value`, only
 * for vectors that repeat:
 * - 'bad-length': `vectors`, `origin` or `velocities` has another length;
 * - 'not-finite': a number of the vector, of its velocity or of the origin (index: coordinate) is NaN or infinite;
 * - 'bad-option': a vector is not between 2^-500 and 2^500 long (1e-150 .. 1e150); `axes` are not three booleans, or
 *   there is no cell;
 * - 'flat': the vectors span no volume, or the cell is sheared by more than 2^20 edges (index -1, value: its volume
 *   over the product of the lengths).
 *
 * @example
 * ```ts
 * checkPeriodicCell({ vectors: [4, 0, 0, 1.5, 4, 0, 0, 0, 4], velocities: [0, 0, 0, 0.1, 0, 0, 0, 0, 0] });
 * ```
 */
export function checkPeriodicCell(cell: PeriodicCell): void {
  check(3, 'three', cell);
}

/**
 * The same for a cell of the plane: two vectors.
 *
 * @example
 * ```ts
 * checkPeriodicCell2d({ vectors: [4, 0, 1.5, 4] });
 * ```
 */
export function checkPeriodicCell2d(cell: PeriodicCell2d): void {
  check(2, 'two', cell);
}

/**
 * Lays the lattice of a cell that may have changed since it was checked. Throws what {@link checkPeriodicCell} throws.
 * Allocates nothing.
 */
export function readPeriodicCell(lattice: Lattice, cell: PeriodicCell | PeriodicCell2d, n: 2 | 3): void {
  if (!layLattice(lattice, cell, n) || !hasVelocities(cell, n)) check(n, n === 3 ? 'three' : 'two', cell);
}

/** Whether the velocities of the vectors that repeat are finite, or there are none. */
function hasVelocities({ velocities, axes }: PeriodicCell | PeriodicCell2d, n: 2 | 3): boolean {
  if (velocities === undefined) return true;
  // The type says so, but plain JavaScript does not.
  if ((velocities as ArrayLike<number> | null)?.length !== n * n) return false;
  for (let k = 0; k < n * n; k++) {
    const repeats = axes === undefined || axes[(k / n) | 0];
    if (repeats && !Number.isFinite(velocities[k])) return false;
  }
  return true;
}

function check(n: 2 | 3, number: string, cell: PeriodicCell | PeriodicCell2d): void {
  // The types say so, but plain JavaScript does not.
  const given = (cell as PeriodicCell | null) ?? ({} as Partial<PeriodicCell>);
  const { vectors, origin, velocities, axes } = given;
  if (!isList(vectors)) throw new InputError('bad-option', `a periodic cell needs vectors, ${n * n} numbers`);
  if (axes !== undefined && !(Array.isArray(axes) && axes.length === n && axes.every((axis) => typeof axis === 'boolean'))) {
    throw new InputError('bad-option', `axes of a periodic cell must be ${number} booleans`);
  }
  for (const [name, list, length] of [
    ['vectors', vectors, n * n],
    ['origin', origin, n],
    ['velocities', velocities, n * n],
  ] as const) {
    if (list === undefined) continue;
    if (!isList(list)) throw new InputError('bad-option', `${name} of a periodic cell must be an array of ${length} numbers`);
    if (list.length !== length)
      throw new InputError('bad-length', `${name} of a periodic cell has ${list.length} entries, not ${length}`, -1, list.length);
  }
  if (origin !== undefined) {
    for (let c = 0; c < n; c++) {
      if (!Number.isFinite(origin[c]))
        throw new InputError('not-finite', `the origin of the periodic cell has the coordinate ${origin[c]}`, c, origin[c]);
    }
  }
  for (let k = 0; k < n; k++) {
    if (axes !== undefined && !axes[k]) continue;
    let largest = 0;
    for (let c = n * k; c < n * (k + 1); c++) {
      if (!Number.isFinite(vectors[c]))
        throw new InputError('not-finite', `vector ${k} of the periodic cell contains ${vectors[c]}`, k, vectors[c]);
      if (velocities !== undefined && !Number.isFinite(velocities[c]))
        throw new InputError('not-finite', `the velocity of vector ${k} of the periodic cell contains ${velocities[c]}`, k, velocities[c]);
      largest = Math.max(largest, Math.abs(vectors[c]));
    }
    let square = 0;
    for (let c = n * k; c < n * (k + 1); c++) square += (vectors[c] / largest) ** 2;
    const length = largest > 0 ? largest * Math.sqrt(square) : 0;
    if (!(length >= LEAST_VECTOR && length <= LARGEST_VECTOR)) {
      throw new InputError('bad-option', `vector ${k} of the periodic cell must be from 2^-500 to 2^500 long, got ${length}`, k, length);
    }
  }
  const lattice = createLattice();
  if (layLattice(lattice, cell, n)) return;
  const part = span(lattice.given);
  throw new InputError(
    'flat',
    `the vectors of the periodic cell span no volume, or it is sheared by more than 2^20 edges: its volume is ${part} of the product of its edges`,
    -1,
    part,
  );
}

/** The volume (area, length) that the vectors span, over the product of their lengths; rows of 0 are left out. */
function span(v: Float64Array): number {
  const rows = [0, 1, 2].map((k) => [v[3 * k], v[3 * k + 1], v[3 * k + 2]]).filter((row) => row.some((x) => x !== 0));
  const taken: number[][] = [];
  let product = 1;
  for (const row of rows) {
    const length = Math.sqrt(row.reduce((sum, x) => sum + x * x, 0));
    const rest = row.map((x) => x / length);
    for (const unit of taken) {
      const part = unit.reduce((sum, x, c) => sum + x * rest[c], 0);
      for (let c = 0; c < 3; c++) rest[c] -= part * unit[c];
    }
    const height = Math.sqrt(rest.reduce((sum, x) => sum + x * x, 0));
    product *= height;
    if (height > 0) taken.push(rest.map((x) => x / height));
  }
  return product;
}

function isList(list: unknown): list is ArrayLike<number> {
  return typeof list === 'object' && list !== null && typeof (list as ArrayLike<number>).length === 'number';
}
