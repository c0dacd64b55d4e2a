/**
 * From clumps to their parts: poses and velocities; and back: forces and torques. Each is one call a step for all
 * clumps.
 *
 * The pose of a part is computed anew from the pose of its clump each time, so it does not drift, and it has the same
 * bits for the same pose of the clump. These functions allocate nothing but longer arrays when the body set has grown.
 */
import { checkWidth } from '../body/body-arrays';
import { rotationFromQuaternion } from '../math/rotation';
import type { ClumpSet } from './clump-set';
import { dropPart, fitParts } from './clump-rows';

/** Rotation of the clump that was turned last, row-major 3x3. */
const rotation = /* @__PURE__ */ new Float64Array(9);
const [XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/**
 * Writes the poses of all parts of all clumps into the body set, from the poses of the clumps. Call it after the clumps
 * have moved and before the contacts are found. A clump whose position is not finite, or whose orientation is not of
 * unit length (|q·q - 1| > 1e-3), gives parts of Status.Invalid.
 *
 * @example
 * ```ts
 * const clumps = createClumpSet(bodies);
 * const detector = createDetector({ bodies, method: exactMethod });
 * placeClumps(clumps); // after each step of the simulator
 * const contacts = detector.update();
 * for (const row of contacts.bodyA.subarray(0, contacts.count)) console.log(clumps.clumpOf[row], clumps.partOf[row]);
 * ```
 */
export function placeClumps(set: ClumpSet): void {
  const rows = fitParts(set, set.bodies);
  const { clumpOf, partGeneration } = set;
  const { generation } = set.bodies;
  let turned = -1;
  for (let row = 0; row < rows; row++) {
    const c = clumpOf[row];
    if (c < 0) continue;
    // Removed behind the back of the set.
    if (generation[row] !== partGeneration[row]) {
      dropPart(set, set.bodies, row);
      continue;
    }
    if (c !== turned) turnClump(set, c);
    turned = c;
    placePart(set, c, row);
  }
}

/** Loads the rotation of clump c for {@link placePart}. */
export function turnClump({ orientations }: ClumpSet, c: number): void {
  rotationFromQuaternion(rotation, 0, orientations, 4 * c);
}

/** Writes the pose of a row that is a part of clump c, whose rotation is loaded. */
export function placePart(set: ClumpSet, c: number, row: number): void {
  const clump = set.clumps[set.clumpIndex[c]];
  const part = set.partOf[row];
  const { positions, orientations } = set.bodies;
  const x = clump.positions[3 * part];
  const y = clump.positions[3 * part + 1];
  const z = clump.positions[3 * part + 2];
  positions[3 * row] = set.positions[3 * c] + (rotation[XX] * x + rotation[XY] * y + rotation[XZ] * z);
  positions[3 * row + 1] = set.positions[3 * c + 1] + (rotation[YX] * x + rotation[YY] * y + rotation[YZ] * z);
  positions[3 * row + 2] = set.positions[3 * c + 2] + (rotation[ZX] * x + rotation[ZY] * y + rotation[ZZ] * z);
  const qx = set.orientations[4 * c];
  const qy = set.orientations[4 * c + 1];
  const qz = set.orientations[4 * c + 2];
  const qw = set.orientations[4 * c + 3];
  const px = clump.orientations[4 * part];
  const py = clump.orientations[4 * part + 1];
  const pz = clump.orientations[4 * part + 2];
  const pw = clump.orientations[4 * part + 3];
  orientations[4 * row] = qw * px + qx * pw + (qy * pz - qz * py);
  orientations[4 * row + 1] = qw * py + qy * pw + (qz * px - qx * pz);
  orientations[4 * row + 2] = qw * pz + qz * pw + (qx * py - qy * px);
  orientations[4 * row + 3] = qw * pw - (qx * px + qy * py + qz * pz);
}

/**
 * Writes the velocities of the centroids of all parts, and their angular velocities, from those of the clumps: what
 * contact laws need (`BodyMotion`). The poses of the parts must be those of {@link placeClumps}. Rows of bodies that
 * are no parts stay as they are.
 *
 * Throws InputError, before anything is written, for an array that is too short ('bad-length'; index: the first body or
 * clump without numbers) or of another kind ('bad-option').
 *
 * @param velocities Of the bodies of the body set, 3 a row; written.
 * @param spins Angular velocities of the bodies, 3 a row; written.
 * @param set The clumps.
 * @param clumpVelocities Of the centroids of the clumps, 3 a clump.
 * @param clumpSpins Angular velocities of the clumps, 3 a clump.
 * @param lag The time by which the velocities are behind the positions, as in `BodyMotion`: the arms from the clump to
 * its parts are turned back by what they have turned since. Default 0.
 *
 * @example
 * ```ts
 * const clumps = createClumpSet(bodies);
 * const [velocities, spins] = [new Float64Array(3 * bodies.count), new Float64Array(3 * bodies.count)];
 * const [ofClumps, spinsOfClumps] = [new Float64Array(3 * clumps.count), new Float64Array(3 * clumps.count)];
 * moveParts(velocities, spins, clumps, ofClumps, spinsOfClumps);
 * ```
 */
export function moveParts(
  velocities: Float64Array,
  spins: Float64Array,
  set: ClumpSet,
  clumpVelocities: Float64Array,
  clumpSpins: Float64Array,
  lag = 0,
): void {
  const { clumpOf, bodies } = set;
  const rows = Math.min(bodies.count, clumpOf.length);
  checkWidth('velocities', velocities, 3, rows);
  checkWidth('spins', spins, 3, rows);
  checkWidth('clumpVelocities', clumpVelocities, 3, set.count);
  checkWidth('clumpSpins', clumpSpins, 3, set.count);
  for (let row = 0; row < rows; row++) {
    const c = clumpOf[row];
    if (c < 0) continue;
    const wx = clumpSpins[3 * c];
    const wy = clumpSpins[3 * c + 1];
    const wz = clumpSpins[3 * c + 2];
    let x = bodies.positions[3 * row] - set.positions[3 * c];
    let y = bodies.positions[3 * row + 1] - set.positions[3 * c + 1];
    let z = bodies.positions[3 * row + 2] - set.positions[3 * c + 2];
    const vx = wy * z - wz * y;
    const vy = wz * x - wx * z;
    const vz = wx * y - wy * x;
    x -= lag * vx;
    y -= lag * vy;
    z -= lag * vz;
    velocities[3 * row] = clumpVelocities[3 * c] + (wy * z - wz * y);
    velocities[3 * row + 1] = clumpVelocities[3 * c + 1] + (wz * x - wx * z);
    velocities[3 * row + 2] = clumpVelocities[3 * c + 2] + (wx * y - wy * x);
    spins[3 * row] = wx;
    spins[3 * row + 1] = wy;
    spins[3 * row + 2] = wz;
  }
}

/**
 * Adds the forces and torques of all parts to those of their clumps. Torques of parts are about the centroids of the
 * parts, those of clumps about the centroids of the clumps. Bodies that are no parts are passed over. The poses of the
 * parts must be those of {@link placeClumps}.
 *
 * Throws InputError, before anything is written, for an array that is too short ('bad-length'; index: the first body or
 * clump without numbers) or of another kind ('bad-option').
 *
 * @param clumpForces Added to, 3 a clump.
 * @param clumpTorques Added to, 3 a clump.
 * @param set The clumps.
 * @param forces Of the bodies of the body set, 3 a row.
 * @param torques Of the bodies of the body set, 3 a row.
 *
 * @example
 * ```ts
 * const clumps = createClumpSet(bodies);
 * const [forces, torques] = [new Float64Array(3 * bodies.count), new Float64Array(3 * bodies.count)];
 * addPointForces(forces, torques, list, new Float64Array(3 * list.pointCount), bodies.positions);
 * const [ofClumps, torquesOfClumps] = [new Float64Array(3 * clumps.count), new Float64Array(3 * clumps.count)];
 * addClumpForces(ofClumps, torquesOfClumps, clumps, forces, torques);
 * ```
 */
export function addClumpForces(
  clumpForces: Float64Array,
  clumpTorques: Float64Array,
  set: ClumpSet,
  forces: Float64Array,
  torques: Float64Array,
): void {
  const { clumpOf, bodies } = set;
  const rows = Math.min(bodies.count, clumpOf.length);
  checkWidth('clumpForces', clumpForces, 3, set.count);
  checkWidth('clumpTorques', clumpTorques, 3, set.count);
  checkWidth('forces', forces, 3, rows);
  checkWidth('torques', torques, 3, rows);
  for (let row = 0; row < rows; row++) {
    const c = clumpOf[row];
    if (c < 0) continue;
    const fx = forces[3 * row];
    const fy = forces[3 * row + 1];
    const fz = forces[3 * row + 2];
    const x = bodies.positions[3 * row] - set.positions[3 * c];
    const y = bodies.positions[3 * row + 1] - set.positions[3 * c + 1];
    const z = bodies.positions[3 * row + 2] - set.positions[3 * c + 2];
    clumpForces[3 * c] += fx;
    clumpForces[3 * c + 1] += fy;
    clumpForces[3 * c + 2] += fz;
    clumpTorques[3 * c] += torques[3 * row] + (y * fz - z * fy);
    clumpTorques[3 * c + 1] += torques[3 * row + 1] + (z * fx - x * fz);
    clumpTorques[3 * c + 2] += torques[3 * row + 2] + (x * fy - y * fx);
  }
}
