/**
 * From forces at contact points to forces and torques of bodies in the plane, and the velocity of a body at a point.
 */
import type { ContactList2d } from '../contact/contact-list-2d';
import type { MovingBodies2d } from './pair-force-2d';

/**
 * Adds the forces at all points of a list to forces and torques of the bodies: `pointForces` is the force on B at each
 * point, 2 numbers for each point, in the world. The force on A is the opposite. Torques are counter-clockwise, about
 * the centroids, that of B where it meets A in a periodic box. Walls get no force. Allocates nothing.
 *
 * @param forces Added to, 2 a body.
 * @param torques Added to, 1 a body.
 * @param positions Centroids, 2 a body.
 */
export function addPointForces2d(
  forces: Float64Array,
  torques: Float64Array,
  list: ContactList2d,
  pointForces: Float64Array,
  positions: Float64Array,
): void {
  for (let c = 0; c < list.count; c++) {
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? list.bodyA[c] : list.bodyB[c];
      if (body < 0) continue;
      const sign = side === 0 ? -1 : 1;
      const x = positions[2 * body] + side * list.shifts[2 * c];
      const y = positions[2 * body + 1] + side * list.shifts[2 * c + 1];
      for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
        const fx = sign * pointForces[2 * p];
        const fy = sign * pointForces[2 * p + 1];
        forces[2 * body] += fx;
        forces[2 * body + 1] += fy;
        torques[body] += (list.points[2 * p] - x) * fy - (list.points[2 * p + 1] - y) * fx;
      }
    }
  }
}

/**
 * Velocity of body i, or of a wall when these are walls, at a point of the world that moves with it. Writes `out`,
 * length 2, and returns it.
 */
export function velocityOfBody2d(
  out: Float64Array,
  { positions, velocities, spins }: MovingBodies2d,
  i: number,
  point: Float64Array,
): Float64Array {
  out[0] = velocities[2 * i] - spins[i] * (point[1] - positions[2 * i + 1]);
  out[1] = velocities[2 * i + 1] + spins[i] * (point[0] - positions[2 * i]);
  return out;
}
