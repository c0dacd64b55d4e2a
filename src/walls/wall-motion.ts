/**
 * The motion of walls: one time step of a mesh wall, and the motion of all walls in the form that force laws use.
 *
 * The caller sets the motion of a wall. Forces do not change it. Its angular velocity turns it about the origin of the
 * mesh: put that on the axis of a drum.
 */
import type { MeshWall } from './mesh-wall';
import type { PlaneWall } from './plane-wall';

/**
 * Places and velocities of walls, x y z packed in the world: `walls` of a BodyMotion, and `MovingBodies` for
 * velocityOfBody.
 */
export interface WallMotion {
  /** Origins of meshes. Of a plane: the world's origin, unless the caller writes another point of the wall. */
  positions: Float64Array;
  velocities: Float64Array;
  /** Angular velocities, rad / time. */
  spins: Float64Array;
}

/**
 * Moves a mesh wall by its `velocity` and `angularVelocity` for the time dt.
 *
 * The new orientation is q + dt / 2 (w, 0) q, normalised. Its angle is 2 atan(|w| dt / 2). This is less than |w| dt by
 * the part (|w| dt)^2 / 12, which is 1e-8 for a step of 3e-4.
 *
 * @example
 * ```ts
 * const floor = meshWall([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3], { velocity: [0, 0, 0.5] });
 * moveWall(floor, 1e-3);
 * console.log(floor.position[2]); // 0.0005
 * ```
 */
export function moveWall(wall: MeshWall, dt: number): void {
  const { position, orientation: q, velocity, angularVelocity } = wall;
  for (let k = 0; k < 3; k++) position[k] += dt * velocity[k];
  const h = 0.5 * dt;
  const wx = h * angularVelocity[0];
  const wy = h * angularVelocity[1];
  const wz = h * angularVelocity[2];
  const x = q[0] + wx * q[3] + wy * q[2] - wz * q[1];
  const y = q[1] + wy * q[3] + wz * q[0] - wx * q[2];
  const z = q[2] + wz * q[3] + wx * q[1] - wy * q[0];
  const w = q[3] - wx * q[0] - wy * q[1] - wz * q[2];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  q[0] = x / length;
  q[1] = y / length;
  q[2] = z / length;
  q[3] = w / length;
}

/**
 * The current motion of walls: for a mesh its `position`, `velocity` and `angularVelocity`. Planes have no motion of
 * their own. Their rows, zero at first, are not changed, so that the caller can write the velocity of a moving belt
 * there. Call it again with `out` after each step of the walls.
 *
 * @param walls As given to the detector.
 * @param out From an earlier call for as many walls. Default: a new record.
 *
 * @example
 * ```ts
 * const lid = meshWall([0, 0, 0, 0, 1, 0, 1, 0, 0], null, { angularVelocity: [0, 0, 2] });
 * const motion = wallMotion([lid]);
 * velocityOfBody(new Float64Array(3), motion, 0, new Float64Array([0.5, 0, 0])); // 0 1 0
 * ```
 */
export function wallMotion(walls: readonly (MeshWall | PlaneWall)[], out?: WallMotion): WallMotion {
  const motion = out ?? {
    positions: new Float64Array(3 * walls.length),
    velocities: new Float64Array(3 * walls.length),
    spins: new Float64Array(3 * walls.length),
  };
  for (let w = 0; w < walls.length; w++) {
    const wall = walls[w];
    if (wall.kind === 'plane') continue;
    for (let k = 0; k < 3; k++) {
      motion.positions[3 * w + k] = wall.position[k];
      motion.velocities[3 * w + k] = wall.velocity[k];
      motion.spins[3 * w + k] = wall.angularVelocity[k];
    }
  }
  return motion;
}
