/**
 * The lattice of a periodic cell: its shortest vectors, and coordinates in which it is a box.
 *
 * Many cells have the same images: a vector plus a whole number of times another one changes nothing. The search needs
 * the cell that is least flat. Its vectors are made as short as possible (Lagrange 1773 for two vectors; Minkowski's
 * conditions for three): no vector gets shorter when another one, or the other two, are added or subtracted. Then no
 * height of the cell is below 0.7 of its vector. All are whole sums of the given vectors; `numbers` says which, and
 * vectors are summed from the given ones with twice the digits of a double, so a cell sheared a million times loses
 * nothing.
 *
 * Coordinates: t_k = n_k . (x - origin), n_k being the unit normal of the face between the other two vectors. Along
 * vector k the height h_k is the period of t_k, and the other two leave t_k as it is: in t the cell is a box with the
 * heights as edges. No t_k of two points differs by more than their distance, so near bodies are found in cells of
 * the box. A difference of t is x = sum of t_k vectors_k / h_k.
 *
 * A direction that does not repeat is a unit vector perpendicular to those that do, with height 0.
 */
import { SPLIT } from '../../math/split';
import type { PeriodicCell, PeriodicCell2d } from '../periodic-cell';

export interface Lattice {
  /** The vectors as given, three numbers each; 0 where the direction does not repeat. */
  readonly given: Float64Array;
  readonly origin: Float64Array;
  /** The shortest vectors. */
  readonly vectors: Float64Array;
  /** Whole numbers: vector k is the sum over m of numbers[3 k + m] times the given vector m. */
  readonly numbers: Float64Array;
  /** n_k, three numbers each. */
  readonly normals: Float64Array;
  /** h_k; 0 where the direction does not repeat. */
  readonly heights: Float64Array;
  /** Upper triangle m00 m01 m02 m11 m12 m22: its product with a difference of t is as long as that of x. */
  readonly metric: Float64Array;
  /** The least height, and the sum of the lengths of the vectors that repeat. */
  readonly sizes: Float64Array;
}

/** Places in Lattice.sizes. */
export const LEAST_HEIGHT = 0;
export const EXTENT = 1;

/** Vectors of other lengths would not leave room for their squares. */
export const LEAST_VECTOR = 2 ** -500;
export const LARGEST_VECTOR = 2 ** 500;
/** Largest whole number in `numbers`: a million edges of shear. */
const MOST_NUMBER = 2 ** 20;
/** Each round makes a vector shorter, mostly to less than 0.9. */
const MOST_ROUNDS = 400;
/** The shortest vectors span at least 0.707 of the product of their lengths; those of no volume span nothing. */
const LEAST_SPAN = 0.5;
/** Vectors are short enough when another one adds less than this part: far above the rounding of squares. */
const SHORTER = 2 ** -40;

/** `vectors`: the array to keep the shortest vectors in. */
export function createLattice(vectors: Float64Array = new Float64Array(9)): Lattice {
  return {
    given: new Float64Array(9),
    origin: new Float64Array(3),
    vectors,
    numbers: new Float64Array(9),
    normals: new Float64Array(9),
    heights: new Float64Array(3),
    metric: new Float64Array(6),
    sizes: new Float64Array(2),
  };
}

/** 1 where a direction repeats. */
const repeats = /* @__PURE__ */ new Uint8Array(3);
/** Unit vectors along the three vectors, and whole numbers of the last change. */
const units = /* @__PURE__ */ new Float64Array(9);
/** Where the second and the third of them begin. */
const SECOND = 3;
const THIRD = 6;
const tried = /* @__PURE__ */ new Float64Array(3);
const zero = /* @__PURE__ */ new Float64Array(3);

/**
 * Reads the cell, two vectors when the dimension is 2. False when there is no such cell: arrays of other lengths,
 * numbers that are not finite, no volume, or sheared by more than MOST_NUMBER edges.
 */
export function layLattice(lattice: Lattice, cell: PeriodicCell | PeriodicCell2d, dimension: 2 | 3): boolean {
  const { vectors, numbers, sizes } = lattice;
  if (!readCell(lattice, cell, dimension)) return false;
  vectors.set(lattice.given);
  numbers.fill(0);
  numbers[0] = numbers[4] = numbers[8] = 1;
  if (!shorten(lattice)) return false;
  sizes[EXTENT] = 0;
  for (let k = 0; k < 3; k++) {
    if (repeats[k] === 0) continue;
    const length = Math.sqrt(dot(vectors, 3 * k, vectors, 3 * k));
    if (!(length >= LEAST_VECTOR && length <= LARGEST_VECTOR)) return false;
    sizes[EXTENT] += length;
    for (let c = 0; c < 3; c++) units[3 * k + c] = vectors[3 * k + c] / length;
  }
  fillOpen(lattice);
  return setHeights(lattice) && setMetric(lattice);
}

function readCell({ given, origin }: Lattice, cell: PeriodicCell | PeriodicCell2d, dimension: 2 | 3): boolean {
  const { axes } = cell;
  // The types say so, but plain JavaScript does not.
  if (!(cell.vectors as ArrayLike<number> | null) || cell.vectors.length !== dimension * dimension) return false;
  if (cell.origin !== undefined && cell.origin.length !== dimension) return false;
  if (axes !== undefined && !(axes.length === dimension && (axes as readonly unknown[]).every((axis) => typeof axis === 'boolean')))
    return false;
  given.fill(0);
  for (let k = 0; k < 3; k++) {
    repeats[k] = k < dimension && (axes === undefined || axes[k]) ? 1 : 0;
    origin[k] = k < dimension && cell.origin !== undefined ? cell.origin[k] : 0;
    if (!Number.isFinite(origin[k])) return false;
    if (repeats[k] === 0) continue;
    for (let c = 0; c < dimension; c++) given[3 * k + c] = cell.vectors[dimension * k + c];
    const length = Math.sqrt(dot(given, 3 * k, given, 3 * k));
    if (!(length >= LEAST_VECTOR && length <= LARGEST_VECTOR)) return false;
  }
  return true;
}

/** Makes the vectors as short as they get. False when they do not come to an end, as those without volume. */
function shorten(lattice: Lattice): boolean {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let changed = false;
    for (let k = 0; k < 3; k++) {
      for (let m = 0; m < 3; m++) {
        if (k === m || repeats[k] === 0 || repeats[m] === 0) continue;
        const { vectors } = lattice;
        const ratio = dot(vectors, 3 * k, vectors, 3 * m) / dot(vectors, 3 * m, vectors, 3 * m);
        if (!(Math.abs(ratio) > 0.5 + SHORTER)) continue;
        tried.fill(0);
        tried[k] = 1;
        tried[m] = -Math.floor(ratio + 0.5);
        if (!take(lattice, k)) return false;
        changed = true;
      }
    }
    if (!changed && repeats[0] + repeats[1] + repeats[2] === 3) {
      const step = shortenByTwo(lattice);
      if (step < 0) return false;
      changed = step > 0;
    }
    if (!changed) return true;
  }
  return false;
}

/**
 * Adds or subtracts both shorter vectors if that makes the longest one shorter. Returns 1 if so, 0 if not, -1: fails.
 */
function shortenByTwo(lattice: Lattice): number {
  const { vectors } = lattice;
  let longest = 0;
  for (let k = 1; k < 3; k++) {
    if (dot(vectors, 3 * k, vectors, 3 * k) > dot(vectors, 3 * longest, vectors, 3 * longest)) longest = k;
  }
  const m = (longest + 1) % 3;
  const n = (longest + 2) % 3;
  const square = dot(vectors, 3 * longest, vectors, 3 * longest);
  for (let signs = 0; signs < 4; signs++) {
    const a = (signs & 1) === 0 ? 1 : -1;
    const b = (signs & 2) === 0 ? 1 : -1;
    let sum = 0;
    for (let c = 0; c < 3; c++) {
      const x = vectors[3 * longest + c] + a * vectors[3 * m + c] + b * vectors[3 * n + c];
      sum += x * x;
    }
    if (!(sum < square * (1 - SHORTER))) continue;
    tried[longest] = 1;
    tried[m] = a;
    tried[n] = b;
    return take(lattice, longest) ? 1 : -1;
  }
  return 0;
}

/** Vector k becomes the sum of the vectors with the numbers `tried`. */
function take(lattice: Lattice, k: number): boolean {
  const { numbers, vectors, given } = lattice;
  // tried[k] is 1.
  for (let m = 0; m < 3; m++) {
    if (m === k) continue;
    for (let c = 0; c < 3; c++) numbers[3 * k + c] += tried[m] * numbers[3 * m + c];
  }
  for (let c = 0; c < 3; c++) {
    if (!(Math.abs(numbers[3 * k + c]) <= MOST_NUMBER)) return false;
  }
  for (let c = 0; c < 3; c++) tried[c] = -numbers[3 * k + c];
  subtractImages(vectors, 3 * k, zero, 0, zero, tried, 0, given);
  return true;
}

/** Directions that do not repeat: perpendicular to those that do. */
function fillOpen({ vectors }: Lattice): void {
  const count = repeats[0] + repeats[1] + repeats[2];
  if (count === 3) return;
  if (count === 0) {
    units.fill(0);
    for (let k = 0; k < 3; k++) units[4 * k] = 1;
  } else if (count === 2) {
    const open = repeats[0] === 0 ? 0 : repeats[1] === 0 ? 1 : 2;
    crossUnit(open, (open + 1) % 3, (open + 2) % 3);
  } else {
    const first = repeats[0] === 1 ? 0 : repeats[1] === 1 ? 1 : 2;
    const [u, v] = [(first + 1) % 3, (first + 2) % 3];
    // Perpendicular to the axis that is farthest from the vector.
    let axis = 0;
    for (let c = 1; c < 3; c++) if (Math.abs(units[3 * first + c]) < Math.abs(units[3 * first + axis])) axis = c;
    for (let c = 0; c < 3; c++) units[3 * v + c] = c === axis ? 1 : 0;
    crossUnit(u, v, first);
    crossUnit(v, first, u);
  }
  for (let k = 0; k < 3; k++) {
    if (repeats[k] === 0) for (let c = 0; c < 3; c++) vectors[3 * k + c] = units[3 * k + c];
  }
}

/** The unit vector `out` = a x b / |a x b|; zero when there is none. */
function crossUnit(out: number, a: number, b: number): void {
  const x = units[3 * a + 1] * units[3 * b + 2] - units[3 * a + 2] * units[3 * b + 1];
  const y = units[3 * a + 2] * units[3 * b] - units[3 * a] * units[3 * b + 2];
  const z = units[3 * a] * units[3 * b + 1] - units[3 * a + 1] * units[3 * b];
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? 1 / length : 0;
  units[3 * out] = x * scale;
  units[3 * out + 1] = y * scale;
  units[3 * out + 2] = z * scale;
}

function setHeights({ vectors, normals, heights, sizes }: Lattice): boolean {
  sizes[LEAST_HEIGHT] = Infinity;
  for (let k = 0; k < 3; k++) {
    const a = 3 * ((k + 1) % 3);
    const b = 3 * ((k + 2) % 3);
    const x = units[a + 1] * units[b + 2] - units[a + 2] * units[b + 1];
    const y = units[a + 2] * units[b] - units[a] * units[b + 2];
    const z = units[a] * units[b + 1] - units[a + 1] * units[b];
    const length = Math.sqrt(x * x + y * y + z * z);
    const volume = x * units[3 * k] + y * units[3 * k + 1] + z * units[3 * k + 2];
    if (!(Math.abs(volume) > LEAST_SPAN)) return false;
    const scale = (volume < 0 ? -1 : 1) / length;
    normals[3 * k] = x * scale;
    normals[3 * k + 1] = y * scale;
    normals[3 * k + 2] = z * scale;
    heights[k] = repeats[k] === 0 ? 0 : dot(normals, 3 * k, vectors, 3 * k);
    if (repeats[k] === 1 && heights[k] < sizes[LEAST_HEIGHT]) sizes[LEAST_HEIGHT] = heights[k];
  }
  return true;
}

/** Columns vectors_k / h_k, turned so that the first lies along x and the second in the plane of x and y. */
function setMetric({ vectors, heights, metric }: Lattice): boolean {
  for (let k = 0; k < 3; k++) {
    const scale = heights[k] > 0 ? 1 / heights[k] : 1;
    for (let c = 0; c < 3; c++) units[3 * k + c] = vectors[3 * k + c] * scale;
  }
  metric[0] = Math.sqrt(dot(units, 0, units, 0));
  for (let c = 0; c < 3; c++) units[c] /= metric[0];
  metric[1] = dot(units, 0, units, 3);
  metric[2] = dot(units, 0, units, 6);
  for (let c = 0; c < 3; c++) units[SECOND + c] -= metric[1] * units[c];
  metric[3] = Math.sqrt(dot(units, 3, units, 3));
  for (let c = 0; c < 3; c++) units[SECOND + c] /= metric[3];
  metric[4] = dot(units, 3, units, 6);
  for (let c = 0; c < 3; c++) units[THIRD + c] -= metric[2] * units[c] + metric[4] * units[SECOND + c];
  metric[5] = Math.sqrt(dot(units, 6, units, 6));
  return metric[0] * metric[3] * metric[5] < Infinity;
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/**
 * Writes point - origin - the sum of numbers_m given_m to `out`, for three numbers each from `outAt`, `at` and
 * `numbersAt` on. The numbers are whole and below 2^53. Relative error below 2^-52, and 2^-100 of what cancels: the sum
 * is taken with twice the digits of a double (Dekker 1971).
 */
export function subtractImages(
  out: Float64Array,
  outAt: number,
  points: Float64Array,
  at: number,
  origin: Float64Array,
  numbers: Float64Array,
  numbersAt: number,
  given: Float64Array,
): void {
  for (let c = 0; c < 3; c++) {
    const x = points[at + c];
    let sum = x - origin[c];
    const virtual = x - sum;
    let lost = x - (sum + virtual) + (virtual - origin[c]);
    for (let m = 0; m < 3; m++) {
      const a = -numbers[numbersAt + m];
      const b = given[3 * m + c];
      const product = a * b;
      if (product === 0) continue;
      const wideA = SPLIT * a;
      const highA = wideA - (wideA - a);
      const lowA = a - highA;
      const wideB = SPLIT * b;
      const highB = wideB - (wideB - b);
      const lowB = b - highB;
      const next = sum + product;
      const part = next - sum;
      lost += sum - (next - part) + (product - part) + (lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB));
      sum = next;
    }
    out[outAt + c] = sum + lost;
  }
}
