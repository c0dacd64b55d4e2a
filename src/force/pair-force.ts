/** The force and the torques of a contact on its two bodies, and the motion of the two bodies that a law needs. */

/** The force and the torques of one contact, in the world. */
export interface PairForce {
  /** Force on B, length 3; A feels the opposite. */
  force: Float64Array;
  /** Torques about the centroids of A and of B, length 3 each. */
  torqueA: Float64Array;
  torqueB: Float64Array;
}

export function createPairForce(): PairForce {
  return { force: new Float64Array(3), torqueA: new Float64Array(3), torqueB: new Float64Array(3) };
}

/**
 * Places and velocities of many bodies, or of walls; the arrays may be the caller's own. World coordinates, x y z
 * packed, length >= 3 a body.
 */
export interface MovingBodies {
  /** Centroids. Of a wall: any point that moves with it. */
  positions: Float64Array;
  /** Velocities of the centroids. */
  velocities: Float64Array;
  /** Angular velocities, rad / s. */
  spins: Float64Array;
}

/** Motion of the bodies of a simulation, and of its walls. */
export interface BodyMotion extends MovingBodies {
  /** Walls by their number. Default: walls do not move, and their torque is about the origin. */
  walls?: MovingBodies;
  /**
   * The time by which the velocities are behind the positions; default 0. Leapfrog, velocity Verlet and semi-implicit
   * Euler have velocities of the middle of the last step when they compute forces: use half the step. Otherwise two
   * bodies that rotate together as one seem to slip, and creep.
   */
  lag?: number;
}

/** Position, velocity and angular velocity of A (0..8) and of B (9..17) in the current contact, and the lag (18). */
export const pairMotion = /* @__PURE__ */ new Float64Array(19);
export const VELOCITY = 3;
const SPIN = 6;
/** Where the motion of B starts. */
export const MOTION_B = 9;
const LAG = 18;

/** Velocity of B relative to A at a point: the last call's result, length 3. */
export const relativeVelocity = /* @__PURE__ */ new Float64Array(3);

/** Loads the motion of bodies i (A) and j (B; below 0: wall -1 - j). */
export function loadMotion(motion: BodyMotion, i: number, j: number): void {
  loadBody(motion, i, 0);
  const { walls } = motion;
  if (j >= 0) loadBody(motion, j, MOTION_B);
  else if (walls !== undefined && -3 * j <= walls.positions.length) loadBody(walls, -1 - j, MOTION_B);
  else for (let k = MOTION_B; k < LAG; k++) pairMotion[k] = 0;
  pairMotion[LAG] = motion.lag ?? 0;
}

function loadBody({ positions, velocities, spins }: MovingBodies, i: number, o: number): void {
  for (let k = 0; k < 3; k++) {
    pairMotion[o + k] = positions[3 * i + k];
    pairMotion[o + VELOCITY + k] = velocities[3 * i + k];
    pairMotion[o + SPIN + k] = spins[3 * i + k];
  }
}

/**
 * Writes {@link relativeVelocity} at the point `p` of the two loaded bodies. With a lag it is that at the time of the
 * velocities: the arms are rotated back by their rotation since then, and the point moves back by the mean motion of
 * both bodies.
 */
export function velocityAt(p: Float64Array): void {
  const m = pairMotion;
  const ax = p[0] - m[0];
  const ay = p[1] - m[1];
  const az = p[2] - m[2];
  const bx = p[0] - m[MOTION_B];
  const by = p[1] - m[MOTION_B + 1];
  const bz = p[2] - m[MOTION_B + 2];
  // Velocities of the two ends of the arms about the centroids, spin x arm.
  const pax = m[SPIN + 1] * az - m[SPIN + 2] * ay;
  const pay = m[SPIN + 2] * ax - m[SPIN] * az;
  const paz = m[SPIN] * ay - m[SPIN + 1] * ax;
  const pbx = m[MOTION_B + SPIN + 1] * bz - m[MOTION_B + SPIN + 2] * by;
  const pby = m[MOTION_B + SPIN + 2] * bx - m[MOTION_B + SPIN] * bz;
  const pbz = m[MOTION_B + SPIN] * by - m[MOTION_B + SPIN + 1] * bx;
  const dx = m[MOTION_B + VELOCITY] + pbx - m[VELOCITY] - pax;
  const dy = m[MOTION_B + VELOCITY + 1] + pby - m[VELOCITY + 1] - pay;
  const dz = m[MOTION_B + VELOCITY + 2] + pbz - m[VELOCITY + 2] - paz;
  relativeVelocity[0] = dx;
  relativeVelocity[1] = dy;
  relativeVelocity[2] = dz;
  const lag = m[LAG];
  if (lag === 0) return;
  // The ends move with the point: with the velocities p + d / 2 for A's end and p - d / 2 for B's end.
  const qax = pax + 0.5 * dx;
  const qay = pay + 0.5 * dy;
  const qaz = paz + 0.5 * dz;
  const qbx = pbx - 0.5 * dx;
  const qby = pby - 0.5 * dy;
  const qbz = pbz - 0.5 * dz;
  relativeVelocity[0] -= lag * (m[MOTION_B + SPIN + 1] * qbz - m[MOTION_B + SPIN + 2] * qby - m[SPIN + 1] * qaz + m[SPIN + 2] * qay);
  relativeVelocity[1] -= lag * (m[MOTION_B + SPIN + 2] * qbx - m[MOTION_B + SPIN] * qbz - m[SPIN + 2] * qax + m[SPIN] * qaz);
  relativeVelocity[2] -= lag * (m[MOTION_B + SPIN] * qby - m[MOTION_B + SPIN + 1] * qbx - m[SPIN] * qay + m[SPIN + 1] * qax);
}

/** No force. */
export function clearForce(out: PairForce): void {
  for (let k = 0; k < 3; k++) out.force[k] = out.torqueA[k] = out.torqueB[k] = 0;
}

/**
 * Adds the force `f` on B at the point `p` of the two loaded bodies, and its torques. The force on A is the opposite.
 */
export function addForceAt(out: PairForce, p: Float64Array, f: Float64Array): void {
  const { force, torqueA, torqueB } = out;
  const m = pairMotion;
  const fx = f[0];
  const fy = f[1];
  const fz = f[2];
  force[0] += fx;
  force[1] += fy;
  force[2] += fz;
  const ax = p[0] - m[0];
  const ay = p[1] - m[1];
  const az = p[2] - m[2];
  torqueA[0] -= ay * fz - az * fy;
  torqueA[1] -= az * fx - ax * fz;
  torqueA[2] -= ax * fy - ay * fx;
  const bx = p[0] - m[MOTION_B];
  const by = p[1] - m[MOTION_B + 1];
  const bz = p[2] - m[MOTION_B + 2];
  torqueB[0] += by * fz - bz * fy;
  torqueB[1] += bz * fx - bx * fz;
  torqueB[2] += bx * fy - by * fx;
}
