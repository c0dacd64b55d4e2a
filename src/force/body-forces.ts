/** From forces at contact points to forces and torques of bodies and walls, and the velocity of a body at a point. */
import type { ContactList } from '../contact/contact-list';
import type { MovingBodies } from './pair-force';

/**
 * Adds the forces at all points of a list to forces and torques of the bodies: `pointForces` is the force on B at each
 * point, 3 numbers for each point, in the world. The force on A is the opposite. Torques are about the centroids, that
 * of B where it meets A in a periodic box. Walls get no force here: see {@link addWallForces}. Allocates nothing.
 *
 * @param forces Added to, 3 a body.
 * @param torques Added to, 3 a body.
 * @param positions Centroids, 3 a body.
 *
 * @example
 * ```ts
 * const contacts = createDetector({ bodies, method: exactMethod }).update();
 * const pointForces = new Float64Array(3 * contacts.pointCount); // by a law of one's own
 * const [forces, torques] = [new Float64Array(3 * bodies.count), new Float64Array(3 * bodies.count)];
 * addPointForces(forces, torques, contacts, pointForces, bodies.positions);
 * ```
 */
export function addPointForces(
  forces: Float64Array,
  torques: Float64Array,
  list: ContactList,
  pointForces: Float64Array,
  positions: Float64Array,
): void {
  for (let c = 0; c < list.count; c++) {
    addPoints(forces, torques, list.bodyA[c], -1, list, pointForces, c, positions);
    if (list.bodyB[c] >= 0) addPoints(forces, torques, list.bodyB[c], 1, list, pointForces, c, positions);
  }
}

/**
 * Adds the forces at all points of a list to forces and torques of the walls, for the drive of a drum or the load on a
 * floor. Wall w has the row w. Torques are about the `positions` of the walls, from {@link wallMotion}. Bodies get
 * nothing. Allocates nothing.
 *
 * @param forces Added to, 3 a wall.
 * @param torques Added to, 3 a wall.
 * @param pointForces Force on B at each point, 3 a point, in the world. In a contact with a wall, B is the wall.
 * @param positions A point of each wall, 3 a wall.
 *
 * @example
 * ```ts
 * const walls = [planeWall([0, 0, 1], 0)];
 * const contacts = createDetector({ bodies, method: exactMethod, walls }).update();
 * const pointForces = new Float64Array(3 * contacts.pointCount); // by a law of one's own
 * addWallForces(new Float64Array(3), new Float64Array(3), contacts, pointForces, wallMotion(walls).positions);
 * ```
 */
export function addWallForces(
  forces: Float64Array,
  torques: Float64Array,
  list: ContactList,
  pointForces: Float64Array,
  positions: Float64Array,
): void {
  for (let c = 0; c < list.count; c++) {
    if (list.bodyB[c] < 0) addPoints(forces, torques, -1 - list.bodyB[c], 1, list, pointForces, c, positions);
  }
}

/**
 * Adds `sign` times the forces at the points of contact c to a row, with torques about its position. B may be shifted.
 */
function addPoints(
  forces: Float64Array,
  torques: Float64Array,
  row: number,
  sign: number,
  list: ContactList,
  pointForces: Float64Array,
  c: number,
  positions: Float64Array,
): void {
  const shift = sign > 0 ? 1 : 0;
  const x = positions[3 * row] + shift * list.shifts[3 * c];
  const y = positions[3 * row + 1] + shift * list.shifts[3 * c + 1];
  const z = positions[3 * row + 2] + shift * list.shifts[3 * c + 2];
  for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
    const fx = sign * pointForces[3 * p];
    const fy = sign * pointForces[3 * p + 1];
    const fz = sign * pointForces[3 * p + 2];
    const ax = list.points[3 * p] - x;
    const ay = list.points[3 * p + 1] - y;
    const az = list.points[3 * p + 2] - z;
    forces[3 * row] += fx;
    forces[3 * row + 1] += fy;
    forces[3 * row + 2] += fz;
    torques[3 * row] += ay * fz - az * fy;
    torques[3 * row + 1] += az * fx - ax * fz;
    torques[3 * row + 2] += ax * fy - ay * fx;
  }
}

/**
 * Velocity of body i, or of a wall when these are walls, at a point of the world that moves with it: v + w x (point -
 * centroid). Writes `out`, length 3, and returns it.
 *
 * @example
 * ```ts
 * const spins = new Float64Array([0, 0, 1, 0, 0, 0]);
 * const motion = { positions: bodies.positions, velocities: new Float64Array(6), spins };
 * // A unit from the axis: 0 1 0, if body 0 is at the origin.
 * velocityOfBody(new Float64Array(3), motion, 0, new Float64Array([1, 0, 0]));
 * ```
 */
export function velocityOfBody(
  out: Float64Array,
  { positions, velocities, spins }: MovingBodies,
  i: number,
  point: Float64Array,
): Float64Array {
  const x = point[0] - positions[3 * i];
  const y = point[1] - positions[3 * i + 1];
  const z = point[2] - positions[3 * i + 2];
  out[0] = velocities[3 * i] + spins[3 * i + 1] * z - spins[3 * i + 2] * y;
  out[1] = velocities[3 * i + 1] + spins[3 * i + 2] * x - spins[3 * i] * z;
  out[2] = velocities[3 * i + 2] + spins[3 * i] * y - spins[3 * i + 1] * x;
  return out;
}
