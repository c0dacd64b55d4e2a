/**
 * Sums of solids with signs: from volume, centroid and inertia of each to those of the whole.
 *
 * The inertia is summed about the centroid of the whole (the parallel-axis theorem of Huygens and Steiner), which is
 * found first: so no large number is subtracted again.
 */
import type { MassProperties } from '../polyhedron/mass';

/** Volume, centroid and inertia about it for unit density; what {@link MassProperties} has, without the area. */
export type SolidMass = Omit<MassProperties, 'area'>;

/** A solid that is added (sign 1) or subtracted (sign -1). */
export interface MassTerm extends SolidMass {
  readonly sign: number;
}

/** The whole: sums of all terms. All centroids and the result are in one frame. */
export function sumMass(terms: readonly MassTerm[]): SolidMass {
  const [ox, oy, oz] = terms[0].centroid;
  let volume = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (const term of terms) {
    const v = term.sign * term.volume;
    volume += v;
    mx += v * (term.centroid[0] - ox);
    my += v * (term.centroid[1] - oy);
    mz += v * (term.centroid[2] - oz);
  }
  const centroid = Float64Array.of(ox + mx / volume, oy + my / volume, oz + mz / volume);
  const inertia = new Float64Array(9);
  for (const term of terms) {
    const d = [0, 1, 2].map((k) => term.centroid[k] - centroid[k]);
    const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const shift = term.volume * ((i === j ? square : 0) - d[i] * d[j]);
        inertia[3 * i + j] += term.sign * (term.inertia[3 * i + j] + shift);
      }
    }
  }
  return { volume, centroid, inertia };
}

/** The solid in another frame: x' = R x + t, R row-major 3x3. The identity changes no bit. */
export function placeMass(mass: SolidMass, rotation: Float64Array, translation: ArrayLike<number>): SolidMass {
  const { volume, centroid, inertia } = mass;
  const placed = new Float64Array(3);
  const turned = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    const x = rotation[3 * i] * centroid[0] + rotation[3 * i + 1] * centroid[1] + rotation[3 * i + 2] * centroid[2];
    placed[i] = translation[i] + x;
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        for (let l = 0; l < 3; l++) sum += rotation[3 * i + k] * inertia[3 * k + l] * rotation[3 * j + l];
      }
      turned[3 * i + j] = sum;
    }
  }
  return { volume, centroid: placed, inertia: turned };
}
