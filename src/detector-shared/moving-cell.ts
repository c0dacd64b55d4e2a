/**
 * The periodic cell of a detector, in space or in the plane: read from the user's object in every step, and how it has
 * moved since the last step and since the near list was built.
 *
 * Strain: let r_k be the shortest vectors of this moment (lattice.ts) and b_k the vectors that were in their places.
 * The latter are whole sums of the old shortest vectors. They are found by rounding the old ones in terms of the new.
 * So a cell that was remapped to other vectors of the same images has not moved. E is the matrix with
 * b_k = (I - E) r_k, and e its Frobenius norm.
 *
 * Motion: bodies that go along with the cell do not come nearer to each other. So the motion w of a body from x0 to x
 * is measured against that of the cell:
 *
 *     w = (I - E)(x - origin) - (x0 - origin) - m, less the nearest sum of b_k,
 *
 * with the same m for all bodies, the mean. Let d0 lead from a body to another one, or to any image of it, and let d be
 * what has become of d0. Then (I - E) d = d0 + w_j - w_i. So for all images at once
 *
 *     |d| >= (|d0| - |w_i| - |w_j|) / (1 + e),     |d - d0| <= |w_i| + |w_j| + e |d|.
 *
 * - Since the last step, for pairs that are within the reach W = r_i + r_j + reach: |w_i| + 2 e (r_i + reach / 2) a
 *   body. Once e W is for the pair itself. The other is for the images that bound the slack (slack.ts): those are at
 *   distances D >= slack + W, they lose at most e D, and slack <= W.
 * - Since the near list was built: |w_i| + e / (1 - e) (r_i + margin / 2 + skin) a body. Without the skin this bounds
 *   what pairs that were not listed lose of |d0| > r_i + r_j + margin + skin. With it, it also bounds how far a small
 *   body comes nearer to the face of a large one.
 *
 * A cell that has moved by more than MOST_STRAIN, or to other images, is a new one: the list is built again, and bodies
 * moved by all of the reach.
 */
import { createLattice, type Lattice } from '../broad-phase/lattice/lattice';
import { readPeriodicCell, type PeriodicCell, type PeriodicCell2d } from '../broad-phase/periodic-cell';
import type { ContactRows } from '../contact/contact-rows';
import { SHIFT_ROUNDING } from './row-watch';

/** Larger strains are not followed. */
const MOST_STRAIN = 0.25;

/** How the cell has moved since some moment. */
interface Strain {
  /** The shortest vectors of then; NaN before there was a step. */
  readonly then: Float64Array;
  /** b_k. */
  readonly base: Float64Array;
  /** E. */
  readonly matrix: Float64Array;
  /** e; infinite for a new cell. */
  readonly size: Float64Array;
  /** What the motion of a body grows by, times its size. */
  readonly growth: Float64Array;
}

/** What the images of a pair follow from. */
export interface CellImages {
  /** The shortest vectors of this moment. */
  readonly vectors: Float64Array;
  /** n_k / h_k; 0 for directions that do not repeat. */
  readonly duals: Float64Array;
}

export interface MovingCell extends CellImages {
  readonly dimension: 2 | 3;
  /** The user's own, which may change between steps. */
  readonly cell: PeriodicCell | PeriodicCell2d;
  readonly lattice: Lattice;
  /** The velocity of an image at x from its body is this matrix times x. */
  readonly gradient: Float64Array;
  readonly sinceLast: Strain;
  readonly sinceBuilt: Strain;
  /** w of all bodies, 3 each. */
  moved: Float64Array;
}

/** `shared`: what finders read lies on SharedArrayBuffers, for workers. */
export function createMovingCell(cell: PeriodicCell | PeriodicCell2d, dimension: 2 | 3, shared: boolean): MovingCell {
  const floats = (n: number) => new Float64Array(shared ? new SharedArrayBuffer(8 * n) : new ArrayBuffer(8 * n));
  const vectors = floats(9);
  return {
    dimension,
    cell,
    lattice: createLattice(vectors),
    vectors,
    duals: floats(9),
    gradient: new Float64Array(9),
    sinceLast: createStrain(),
    sinceBuilt: createStrain(),
    moved: new Float64Array(0),
  };
}

function createStrain(): Strain {
  return {
    then: new Float64Array(9).fill(Number.NaN),
    base: new Float64Array(9),
    matrix: new Float64Array(9),
    size: new Float64Array([Infinity]),
    growth: new Float64Array(1),
  };
}

/** Reads the cell as it is at this moment; `heights` are those of the lattice. Throws what checkPeriodicCell throws. */
export function readMovingCell(moving: MovingCell, heights: Float64Array): void {
  const { cell, dimension, lattice, duals } = moving;
  readPeriodicCell(lattice, cell, dimension);
  for (let k = 0; k < dimension; k++) heights[k] = lattice.heights[k];
  for (let k = 0; k < 9; k++) {
    const height = lattice.heights[(k / 3) | 0];
    duals[k] = height > 0 ? lattice.normals[k] / height : 0;
  }
  setGradient(moving);
  const { sinceLast, sinceBuilt } = moving;
  measure(moving, sinceLast);
  measure(moving, sinceBuilt);
  // Within the reach before and after, two bodies have moved by twice the reach at most.
  sinceLast.growth[0] = Math.min(2 * sinceLast.size[0], 2);
  sinceBuilt.growth[0] = sinceBuilt.size[0] < 1 ? sinceBuilt.size[0] / (1 - sinceBuilt.size[0]) : Infinity;
}

/** The step is done, or the near list is built: the next strains are measured from here. */
export function keepCell(moving: MovingCell | undefined, since: 'sinceLast' | 'sinceBuilt'): void {
  if (moving !== undefined) moving[since].then.set(moving.lattice.vectors);
}

/** The shortest vectors of the last step are those of a memory; the list is to be built. None: those are not known. */
export function restoreCell(moving: MovingCell | undefined, vectors: Float64Array): void {
  if (moving === undefined) return;
  moving.sinceBuilt.then.fill(Number.NaN);
  if (vectors.length === 9) moving.sinceLast.then.set(vectors);
  else moving.sinceLast.then.fill(Number.NaN);
}

function setGradient({ cell, dimension, lattice, duals, gradient }: MovingCell): void {
  gradient.fill(0);
  const { velocities } = cell;
  if (velocities === undefined) return;
  for (let k = 0; k < 3; k++) {
    for (let r = 0; r < dimension; r++) {
      let speed = 0;
      for (let m = 0; m < dimension; m++) {
        const number = lattice.numbers[3 * k + m];
        if (number !== 0) speed += number * velocities[dimension * m + r];
      }
      for (let c = 0; c < 3; c++) gradient[3 * r + c] += speed * duals[3 * k + c];
    }
  }
}

/** Whole numbers: the old vectors in terms of the new, and their inverse. */
const whole = /* @__PURE__ */ new Float64Array(9);
const inverse = /* @__PURE__ */ new Float64Array(9);

function measure({ lattice, duals }: MovingCell, { then, base, matrix, size }: Strain): void {
  const { vectors, heights } = lattice;
  size[0] = Infinity;
  matrix.fill(0);
  base.set(vectors);
  for (let k = 0; k < 3; k++) {
    for (let m = 0; m < 3; m++) {
      const open = heights[k] === 0 || heights[m] === 0;
      let part = k === m ? 1 : 0;
      if (!open) part = then[3 * k] * duals[3 * m] + then[3 * k + 1] * duals[3 * m + 1] + then[3 * k + 2] * duals[3 * m + 2];
      whole[3 * k + m] = Math.floor(part + 0.5);
    }
  }
  // A cell that is NaN or another one has no such inverse.
  if (!invert()) return;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    if (heights[k] === 0) continue;
    for (let r = 0; r < 3; r++) {
      let old = 0;
      for (let m = 0; m < 3; m++) if (inverse[3 * k + m] !== 0) old += inverse[3 * k + m] * then[3 * m + r];
      base[3 * k + r] = old;
      const change = vectors[3 * k + r] - old;
      for (let c = 0; c < 3; c++) matrix[3 * r + c] += change * duals[3 * k + c];
    }
  }
  for (let k = 0; k < 9; k++) square += matrix[k] * matrix[k];
  const e = Math.sqrt(square);
  if (e <= MOST_STRAIN) size[0] = e;
}

/** Writes the inverse of `whole`, true if its determinant is 1 or -1: it is whole, too. */
function invert(): boolean {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const [a, b] = [3 * ((c + 1) % 3), 3 * ((c + 2) % 3)];
      const [x, y] = [(r + 1) % 3, (r + 2) % 3];
      inverse[3 * r + c] = whole[a + x] * whole[b + y] - whole[a + y] * whole[b + x];
    }
  }
  let determinant = 0;
  for (let k = 0; k < 3; k++) determinant += whole[k] * inverse[3 * k];
  if (determinant !== 1 && determinant !== -1) return false;
  for (let k = 0; k < 9; k++) inverse[k] *= determinant;
  return true;
}

/**
 * Writes |w| of all bodies since the last step, or since the list was built, to `out`; `from` are their positions of
 * then. NaN for positions that are not finite; 0 in a new cell, where growth says it all.
 */
export function moveWithCell(
  out: Float64Array,
  moving: MovingCell,
  since: 'sinceLast' | 'sinceBuilt',
  positions: Float64Array,
  from: Float64Array,
  count: number,
): void {
  const { dimension, lattice, duals } = moving;
  const { base, matrix: e, size } = moving[since];
  if (moving.moved.length < 3 * count) moving.moved = new Float64Array(Math.ceil(3.75 * count));
  const { moved } = moving;
  let finite = 0;
  mean.fill(0);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) {
      const origin = lattice.origin[c];
      place[c] = c < dimension ? positions[dimension * i + c] - origin : 0;
      motion[c] = c < dimension ? place[c] - (from[dimension * i + c] - origin) : 0;
    }
    out[i] = 0;
    for (let c = 0; c < 3; c++) motion[c] -= e[3 * c] * place[0] + e[3 * c + 1] * place[1] + e[3 * c + 2] * place[2];
    for (let k = 0; k < 3; k++) {
      const back = Math.floor(duals[3 * k] * motion[0] + duals[3 * k + 1] * motion[1] + duals[3 * k + 2] * motion[2] + 0.5);
      if (back === 0) continue;
      for (let c = 0; c < 3; c++) {
        motion[c] -= back * base[3 * k + c];
        out[i] += SHIFT_ROUNDING * Math.abs(back * base[3 * k + c]);
      }
    }
    for (let c = 0; c < 3; c++) moved[3 * i + c] = motion[c];
    if (motion[0] * 0 + motion[1] * 0 + motion[2] * 0 !== 0) continue;
    finite++;
    for (let c = 0; c < 3; c++) mean[c] += motion[c];
  }
  // A cell at rest does not take bodies along.
  for (let c = 0; c < 3; c++) mean[c] = size[0] > 0 && finite > 0 ? mean[c] / finite : 0;
  for (let i = 0; i < count; i++) {
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const w = moved[3 * i + c] - mean[c];
      square += w * w;
    }
    out[i] = size[0] < Infinity ? out[i] + Math.sqrt(square) : 0;
  }
}

const place = /* @__PURE__ */ new Float64Array(3);
const motion = /* @__PURE__ */ new Float64Array(3);
const mean = /* @__PURE__ */ new Float64Array(3);

/**
 * Adds the translation of the image of the second body that is nearest to the first along each direction to
 * `separation`, which leads from the first to the second, and writes it to `shift`.
 */
export function toNearestImage({ vectors, duals }: CellImages, separation: Float64Array, shift: Float64Array): void {
  const n = separation.length;
  shift.fill(0);
  const x = separation[0];
  const y = separation[1];
  const z = n === 3 ? separation[2] : 0;
  for (let k = 0; k < 3; k++) {
    const images = Math.floor(0.5 - (duals[3 * k] * x + duals[3 * k + 1] * y + duals[3 * k + 2] * z));
    if (images !== 0) for (let c = 0; c < n; c++) shift[c] += images * vectors[3 * k + c];
  }
  for (let c = 0; c < n; c++) separation[c] += shift[c];
}

/** Velocities of the images that bodies meet: those of the cell at the shifts. */
export function setShiftVelocities({ dimension: n, gradient }: MovingCell, list: ContactRows): void {
  const { shifts, shiftVelocities } = list;
  for (let row = 0; row < list.count; row++) {
    for (let r = 0; r < n; r++) {
      let velocity = 0;
      for (let c = 0; c < n; c++) velocity += gradient[3 * r + c] * shifts[n * row + c];
      shiftVelocities[n * row + r] = velocity;
    }
  }
}
