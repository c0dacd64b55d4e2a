/** From forces at contact points to forces and torques of bodies, and the velocity of a body at a point. */
import type { ContactList } from '../contact/contact-list';
import type { MovingBodies } from './pair-force';

/**
 * Adds the forces at all points of a list to forces and torques of the bodies: `pointForces` holds the force on B at
 * each point, 3 a point, in the world; A feels the opposite. Torques are about the centroids, that of B where it meets
 * A in a periodic box. Walls get nothing. Allocates nothing.
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
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? list.bodyA[c] : list.bodyB[c];
      if (body < 0) continue;
      const sign = side === 0 ? -1 : 1;
      const x = positions[3 * body] + side * list.shifts[3 * c];
      const y = positions[3 * body + 1] + side * list.shifts[3 * c + 1];
      const z = positions[3 * body + 2] + side * list.shifts[3 * c + 2];
      for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
        const fx = sign * pointForces[3 * p];
        const fy = sign * pointForces[3 * p + 1];
        const fz = sign * pointForces[3 * p + 2];
        const ax = list.points[3 * p] - x;
        const ay = list.points[3 * p + 1] - y;
        const az = list.points[3 * p + 2] - z;
        forces[3 * body] += fx;
        forces[3 * body + 1] += fy;
        forces[3 * body + 2] += fz;
        torques[3 * body] += ay * fz - az * fy;
        torques[3 * body + 1] += az * fx - ax * fz;
        torques[3 * body + 2] += ax * fy - ay * fx;
      }
    }
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
