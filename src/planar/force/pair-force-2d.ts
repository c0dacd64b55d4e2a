/**
 * The force and the torques of a contact in the plane, and the motion of the two bodies that a law needs: the twin of
 * force/pair-force.ts.
 */

/** The force and the torques of one contact, in the world. */
export interface PairForce2d {
  /** Force on B, length 2; A feels the opposite. */
  force: Float64Array;
  /** Torques about the centroids of A and of B, counter-clockwise, length 2. */
  torques: Float64Array;
}

export function createPairForce2d(): PairForce2d {
  return { force: new Float64Array(2), torques: new Float64Array(2) };
}

/** Places and velocities of many bodies, or of walls; the arrays may be the caller's own. World coordinates. */
export interface MovingBodies2d {
  /** Centroids, x y packed, length >= 2 a body. Of a wall: any point that moves with it. */
  positions: Float64Array;
  /** Velocities of the centroids, length >= 2 a body. */
  velocities: Float64Array;
  /** Angular velocities, rad / s, counter-clockwise, length >= 1 a body. */
  spins: Float64Array;
}

/** Motion of the bodies of a simulation, and of its walls. */
export interface BodyMotion2d extends MovingBodies2d {
  /** Walls by their number. Default: walls do not move, and their torque is about the origin. */
  walls?: MovingBodies2d;
  /** The time by which the velocities are behind the positions; default 0. See `BodyMotion` of space. */
  lag?: number;
}

/** Position, velocity and angular velocity of A (0..4) and of B (5..9) in the current contact, and the lag (10). */
export const pairMotion = /* @__PURE__ */ new Float64Array(11);
export const VELOCITY = 2;
const SPIN = 4;
/** Where the motion of B starts. */
export const MOTION_B = 5;
const LAG = 10;

/** Velocity of B relative to A at a point: the last call's result, length 2. */
export const relativeVelocity = /* @__PURE__ */ new Float64Array(2);

/** Loads the motion of bodies i (A) and j (B; below 0: wall -1 - j). */
export function loadMotion(motion: BodyMotion2d, i: number, j: number): void {
  loadBody(motion, i, 0);
  const { walls } = motion;
  if (j >= 0) loadBody(motion, j, MOTION_B);
  else if (walls !== undefined && -2 * j <= walls.positions.length) loadBody(walls, -1 - j, MOTION_B);
  else for (let k = MOTION_B; k < LAG; k++) pairMotion[k] = 0;
  pairMotion[LAG] = motion.lag ?? 0;
}

function loadBody({ positions, velocities, spins }: MovingBodies2d, i: number, o: number): void {
  for (let k = 0; k < 2; k++) {
    pairMotion[o + k] = positions[2 * i + k];
    pairMotion[o + VELOCITY + k] = velocities[2 * i + k];
  }
  pairMotion[o + SPIN] = spins[i];
}

/**
 * Writes {@link relativeVelocity} at the point `p` of the two loaded bodies. With a lag it is that at the time of the
 * velocities: the arms are rotated back by their rotation since then, and the point moves back by the mean motion of
 * both bodies.
 */
export function velocityAt(p: Float64Array): void {
  const m = pairMotion;
  const pax = -m[SPIN] * (p[1] - m[1]);
  const pay = m[SPIN] * (p[0] - m[0]);
  const pbx = -m[MOTION_B + SPIN] * (p[1] - m[MOTION_B + 1]);
  const pby = m[MOTION_B + SPIN] * (p[0] - m[MOTION_B]);
  const dx = m[MOTION_B + VELOCITY] + pbx - m[VELOCITY] - pax;
  const dy = m[MOTION_B + VELOCITY + 1] + pby - m[VELOCITY + 1] - pay;
  // The ends move with the point: with the velocities p + d / 2 for A's arm and p - d / 2 for B's arm.
  const lag = m[LAG];
  relativeVelocity[0] = dx + lag * (m[MOTION_B + SPIN] * (pby - 0.5 * dy) - m[SPIN] * (pay + 0.5 * dy));
  relativeVelocity[1] = dy - lag * (m[MOTION_B + SPIN] * (pbx - 0.5 * dx) - m[SPIN] * (pax + 0.5 * dx));
}

/** No force. */
export function clearForce(out: PairForce2d): void {
  out.force[0] = out.force[1] = out.torques[0] = out.torques[1] = 0;
}

/**
 * Adds the force `f` on B at the point `p` of the two loaded bodies, and its torques. The force on A is the opposite.
 */
export function addForceAt({ force, torques }: PairForce2d, p: Float64Array, f: Float64Array): void {
  const m = pairMotion;
  force[0] += f[0];
  force[1] += f[1];
  torques[0] -= (p[0] - m[0]) * f[1] - (p[1] - m[1]) * f[0];
  torques[1] += (p[0] - m[MOTION_B]) * f[1] - (p[1] - m[MOTION_B + 1]) * f[0];
}
