/**
 * The bodies of a search in a periodic cell, in the coordinates in which the cell is a box (lattice.ts).
 *
 * Each body is brought into the cell of the shortest vectors: `images` are the whole numbers of given vectors that were
 * subtracted, so that position - origin - sum of images_m given_m lies in it. Radii are swollen by a pad for what is
 * rounded, so that t and its metric find every near pair; skew-image-test.ts then decides from the caller's numbers.
 *
 * Pad: with u = 2^-53, L the sum of the lengths of the vectors and y the place of the body, y errs by 2u |y|; a normal
 * errs by about 12u, since shortest vectors are never nearly parallel, and with it t by 15u (|y| + L), L for the
 * bringing back along other vectors. The metric makes 2.5 times that of it at most. PAD is more than six times as much.
 */
import { EXTENT, subtractImages, type Lattice } from './lattice';

/** Of the extent of the cell and the distance from its origin: 256u. */
const PAD = 2 ** -45;
/** Bodies may lie this many given vectors away from the cell: numbers of images are 32-bit integers. */
export const FARTHEST = 2 ** 29;
/** Each round brings a body at least 2^20 times nearer. */
const MOST_ROUNDS = 6;
/** A body may lie this part of a height outside. */
const OUTSIDE = 2 ** -20;

export interface SkewPlaces {
  /** t, 3 a body; NaN for bodies that are too far away. */
  places: Float64Array;
  /** Swollen radii. */
  radii: Float64Array;
  /** Whole numbers, 3 a body. */
  images: Float64Array;
}

export function createSkewPlaces(): SkewPlaces {
  const none = new Float64Array(0);
  return { places: none, radii: none, images: none };
}

const point = /* @__PURE__ */ new Float64Array(3);
const whole = /* @__PURE__ */ new Float64Array(3);

/** Brings all bodies into the cell. Bodies that are not valid get NaN for place and radius. */
export function layPlaces(out: SkewPlaces, lattice: Lattice, count: number, centres: Float64Array, radii: Float64Array): void {
  if (out.radii.length < count) {
    const room = Math.ceil(1.25 * count);
    out.places = new Float64Array(3 * room);
    out.images = new Float64Array(3 * room);
    out.radii = new Float64Array(room);
  }
  const { places, images } = out;
  const { normals: n } = lattice;
  const extent = lattice.sizes[EXTENT];
  for (let b = 0; b < count; b++) {
    const isIn = bringIn(images, 3 * b, lattice, centres, 3 * b);
    const x = point[0];
    const y = point[1];
    const z = point[2];
    for (let k = 0; k < 3; k++) places[3 * b + k] = isIn ? n[3 * k] * x + n[3 * k + 1] * y + n[3 * k + 2] * z : Number.NaN;
    out.radii[b] = radii[b] >= 0 ? radii[b] + PAD * (extent + Math.abs(x) + Math.abs(y) + Math.abs(z)) : Number.NaN;
  }
}

/**
 * Finds the images_m of the point at `at` and leaves its place relative to the origin in `point`. False for a point
 * that is not finite or too far away.
 */
function bringIn(images: Float64Array, imagesAt: number, lattice: Lattice, centres: Float64Array, at: number): boolean {
  const { numbers, normals: n, heights, given, origin } = lattice;
  for (let k = 0; k < 3; k++) {
    point[k] = centres[at + k] - origin[k];
    images[imagesAt + k] = 0;
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const x = point[0];
    const y = point[1];
    const z = point[2];
    let isIn = true;
    for (let k = 0; k < 3; k++) {
      whole[k] = 0;
      if (heights[k] === 0) continue;
      const part = (n[3 * k] * x + n[3 * k + 1] * y + n[3 * k + 2] * z) / heights[k];
      if (part >= -OUTSIDE && part <= 1 + OUTSIDE) continue;
      isIn = false;
      whole[k] = Math.floor(part);
    }
    if (isIn) return x * 0 + y * 0 + z * 0 === 0;
    for (let m = 0; m < 3; m++) {
      // Whole, though perhaps not the right number yet: of far bodies products are rounded.
      const image = images[imagesAt + m] + whole[0] * numbers[m] + whole[1] * numbers[3 + m] + whole[2] * numbers[6 + m];
      if (!(Math.abs(image) < FARTHEST)) return false;
      images[imagesAt + m] = image;
    }
    subtractImages(point, 0, centres, at, origin, images, imagesAt, given);
  }
  return false;
}
