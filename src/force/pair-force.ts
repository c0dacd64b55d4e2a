/** What two bodies do to each other in one contact, in the world. */
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

/** Motion of many bodies; the arrays may be the caller's own. World coordinates, x y z packed, length >= 3 a body. */
export interface BodyMotion {
  /** Centroids. */
  positions: Float64Array;
  /** Velocities of the centroids. */
  velocities: Float64Array;
  /** Angular velocities, rad / s. */
  spins: Float64Array;
}

/** Velocity of B relative to A at the point p: the last call's result, length 3. */
export const relativeVelocity = /* @__PURE__ */ new Float64Array(3);

/** Writes {@link relativeVelocity} at the point `p` of bodies i (A) and j (B). */
export function velocityAt(p: Float64Array, motion: BodyMotion, i: number, j: number): void {
  const { positions, velocities, spins } = motion;
  for (let k = 0; k < 3; k++) relativeVelocity[k] = velocities[3 * j + k] - velocities[3 * i + k];
  for (let body = 0; body < 2; body++) {
    const o = body === 0 ? 3 * i : 3 * j;
    const sign = body === 0 ? -1 : 1;
    const x = p[0] - positions[o];
    const y = p[1] - positions[o + 1];
    const z = p[2] - positions[o + 2];
    relativeVelocity[0] += sign * (spins[o + 1] * z - spins[o + 2] * y);
    relativeVelocity[1] += sign * (spins[o + 2] * x - spins[o] * z);
    relativeVelocity[2] += sign * (spins[o] * y - spins[o + 1] * x);
  }
}

/** Torques of out.force at the point p: on B as it is, on A the opposite. */
export function applyAt(out: PairForce, p: Float64Array, motion: BodyMotion, i: number, j: number): void {
  const { positions } = motion;
  const fx = out.force[0];
  const fy = out.force[1];
  const fz = out.force[2];
  for (let body = 0; body < 2; body++) {
    const o = body === 0 ? 3 * i : 3 * j;
    const sign = body === 0 ? -1 : 1;
    const torque = body === 0 ? out.torqueA : out.torqueB;
    const x = p[0] - positions[o];
    const y = p[1] - positions[o + 1];
    const z = p[2] - positions[o + 2];
    torque[0] = sign * (y * fz - z * fy);
    torque[1] = sign * (z * fx - x * fz);
    torque[2] = sign * (x * fy - y * fx);
  }
}
