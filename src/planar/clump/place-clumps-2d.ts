/** From clumps of the plane to their parts, and back: the twin of clump/place-clumps.ts. */
import { checkWidth } from '../../body/body-arrays';
import { dropPart, fitParts } from '../../clump/clump-rows';
import { ROTATION_DRIFT } from '../body/pose-2d';
import type { ClumpSet2d } from './clump-set-2d';

/** Cosine and sine of the clump that was turned last, of unit length. */
const turned = /* @__PURE__ */ new Float64Array(2);

/**
 * Writes the poses of all parts of all clumps into the body set, from the poses of the clumps. Call it after the clumps
 * have moved and before the contacts are found. A clump whose pose is not finite, or whose rotation is not of unit
 * length (|c² + s² - 1| > 1e-3), gives parts of Status.Invalid. Allocates nothing but longer arrays when the body set
 * has grown.
 */
export function placeClumps2d(set: ClumpSet2d): void {
  const rows = fitParts(set, set.bodies);
  const { clumpOf, partGeneration } = set;
  const { generation } = set.bodies;
  let last = -1;
  for (let row = 0; row < rows; row++) {
    const c = clumpOf[row];
    if (c < 0) continue;
    // Removed behind the back of the set.
    if (generation[row] !== partGeneration[row]) {
      dropPart(set, set.bodies, row);
      continue;
    }
    if (c !== last) turnClump2d(set, c);
    last = c;
    placePart2d(set, c, row);
  }
}

/** Loads the rotation of clump c for {@link placePart2d}. */
export function turnClump2d({ rotations }: ClumpSet2d, c: number): void {
  const cosine = rotations[2 * c];
  const sine = rotations[2 * c + 1];
  const norm = cosine * cosine + sine * sine;
  const unit = Math.abs(norm - 1) <= ROTATION_DRIFT ? 1 / Math.sqrt(norm) : Number.NaN;
  turned[0] = cosine * unit;
  turned[1] = sine * unit;
}

/** Writes the pose of a row that is a part of clump c, whose rotation is loaded. */
export function placePart2d(set: ClumpSet2d, c: number, row: number): void {
  const clump = set.clumps[set.clumpIndex[c]];
  const part = set.partOf[row];
  const { positions, rotations } = set.bodies;
  const x = clump.positions[2 * part];
  const y = clump.positions[2 * part + 1];
  positions[2 * row] = set.positions[2 * c] + (turned[0] * x - turned[1] * y);
  positions[2 * row + 1] = set.positions[2 * c + 1] + (turned[1] * x + turned[0] * y);
  const cosine = set.rotations[2 * c];
  const sine = set.rotations[2 * c + 1];
  const ofPart = clump.rotations[2 * part];
  const sineOfPart = clump.rotations[2 * part + 1];
  rotations[2 * row] = cosine * ofPart - sine * sineOfPart;
  rotations[2 * row + 1] = sine * ofPart + cosine * sineOfPart;
}

/**
 * Writes the velocities of the centroids of all parts, and their angular velocities, from those of the clumps. The
 * poses of the parts must be those of {@link placeClumps2d}. Other rows stay as they are.
 *
 * Throws InputError, before anything is written, for an array that is too short ('bad-length'; index: the first body or
 * clump without numbers) or of another kind ('bad-option').
 *
 * @param velocities Of the bodies of the body set, 2 a row; written.
 * @param spins Angular velocities of the bodies, 1 a row; written.
 * @param set The clumps.
 * @param clumpVelocities Of the centroids of the clumps, 2 a clump.
 * @param clumpSpins Angular velocities of the clumps, 1 a clump.
 * @param lag The time by which the velocities are behind the positions, as in `BodyMotion2d`. Default 0.
 */
export function moveParts2d(
  velocities: Float64Array,
  spins: Float64Array,
  set: ClumpSet2d,
  clumpVelocities: Float64Array,
  clumpSpins: Float64Array,
  lag = 0,
): void {
  const { clumpOf, bodies } = set;
  const rows = Math.min(bodies.count, clumpOf.length);
  checkWidth('velocities', velocities, 2, rows);
  checkWidth('spins', spins, 1, rows);
  checkWidth('clumpVelocities', clumpVelocities, 2, set.count);
  checkWidth('clumpSpins', clumpSpins, 1, set.count);
  for (let row = 0; row < rows; row++) {
    const c = clumpOf[row];
    if (c < 0) continue;
    const spin = clumpSpins[c];
    const x = bodies.positions[2 * row] - set.positions[2 * c];
    const y = bodies.positions[2 * row + 1] - set.positions[2 * c + 1];
    // The arm is turned back by what it has turned since.
    velocities[2 * row] = clumpVelocities[2 * c] - spin * (y - lag * spin * x);
    velocities[2 * row + 1] = clumpVelocities[2 * c + 1] + spin * (x + lag * spin * y);
    spins[row] = spin;
  }
}

/**
 * Adds the forces and torques of all parts to those of their clumps, about the centroids of the clumps. Bodies that are
 * no parts are passed over. The poses of the parts must be those of {@link placeClumps2d}.
 *
 * Throws InputError, before anything is written, for an array that is too short ('bad-length'; index: the first body or
 * clump without numbers) or of another kind ('bad-option').
 *
 * @param clumpForces Added to, 2 a clump.
 * @param clumpTorques Added to, 1 a clump, counter-clockwise.
 * @param set The clumps.
 * @param forces Of the bodies of the body set, 2 a row.
 * @param torques Of the bodies of the body set, about their centroids, 1 a row.
 */
export function addClumpForces2d(
  clumpForces: Float64Array,
  clumpTorques: Float64Array,
  set: ClumpSet2d,
  forces: Float64Array,
  torques: Float64Array,
): void {
  const { clumpOf, bodies } = set;
  const rows = Math.min(bodies.count, clumpOf.length);
  checkWidth('clumpForces', clumpForces, 2, set.count);
  checkWidth('clumpTorques', clumpTorques, 1, set.count);
  checkWidth('forces', forces, 2, rows);
  checkWidth('torques', torques, 1, rows);
  for (let row = 0; row < rows; row++) {
    const c = clumpOf[row];
    if (c < 0) continue;
    const fx = forces[2 * row];
    const fy = forces[2 * row + 1];
    const x = bodies.positions[2 * row] - set.positions[2 * c];
    const y = bodies.positions[2 * row + 1] - set.positions[2 * c + 1];
    clumpForces[2 * c] += fx;
    clumpForces[2 * c + 1] += fy;
    clumpTorques[c] += torques[row] + (x * fy - y * fx);
  }
}
