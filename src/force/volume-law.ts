/**
 * The volume law: the force of two overlapping bodies from the region they share.
 *
 * Source: Nassauer, Liedke and Kuna 2012, section 4, eqs 42-46. The force acts at the centroid of the region, along its
 * normal, in proportion to its volume, with viscous damping of the relative velocity there and regularised Coulomb
 * friction:
 *
 *     fn = kn V n - dn vn          ft = -mu |fn| vt/|vt| (1 - c / (c + |vt|^2)) - dt vt
 *
 * The velocity is that of B relative to A at the centroid, and the force is that on B. Both terms of ft oppose the
 * sliding. Eq. 44 prints friction with + and damping with -, both times the same vt. One of them then drives the
 * sliding: friction, if vt is that of the body on which the force acts. The 0.1 of eq. 44 is a velocity squared
 * (m^2/s^2): here `slip2`, which sets the sliding speed of full friction. As published, damping may make fn attractive
 * while bodies separate.
 *
 * n is the first form of eq. 42, a unit vector. The paper equates it with a second form, the mean of the normals of A's
 * part of the surface. The two are equal only where that part is flat. The mean has the length normalArea / areaA <= 1,
 * and another length for A and B exchanged. `meanNormal` takes it for the elastic force.
 *
 * The force is not the gradient of an energy. V falls by normalArea for each unit of length along the normal, but n and
 * normalArea change with the relative position. So a closed loop can gain or lose work (docs/half-space.md has the
 * amount).
 */
import type { Overlap } from '../contact/overlap';
import { Status } from '../contact/status';
import { requireNotNegative } from './check-law';
import { addForceAt, clearForce, loadMotion, relativeVelocity, velocityAt, type BodyMotion, type PairForce } from './pair-force';

/** Material of the volume law. SI units suggested. */
export interface VolumeLaw {
  /** kn, force a volume: N / m^3. */
  stiffness: number;
  /** dn, N s / m. */
  normalDamping: number;
  /** dt, N s / m. */
  tangentialDamping: number;
  /** mu. */
  friction: number;
  /**
   * c, m^2 / s^2, >= 0: the square of the sliding velocity at which half of the friction acts. 0: full friction at any
   * speed.
   */
  slip2: number;
  /**
   * Default false. True: kn V acts along the mean of the normals of A's part of the surface of the region (eq. 42,
   * second form), so it is smaller by normalArea / areaA. For measurements: it depends on which body is A.
   */
  meanNormal?: boolean;
}

/**
 * A law without damping and friction; slip2 is 0.1 m^2/s^2, as in the paper. Throws InputError 'bad-option' for a
 * stiffness that is negative or not finite.
 */
export function createVolumeLaw(stiffness: number): VolumeLaw {
  requireNotNegative({ stiffness });
  return { stiffness, normalDamping: 0, tangentialDamping: 0, friction: 0, slip2: 0.1 };
}

/**
 * Writes the force of the region that bodies i (A) and j (B) share, in world coordinates ({@link overlapToWorld}), to
 * `out`. Zero unless the region's status is Overlapping. Allocates nothing.
 *
 * @example
 * ```ts
 * const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([0, 0, 0, 0, 0, 0.99]) });
 * const motion = { positions: bodies.positions, velocities: new Float64Array(6), spins: new Float64Array(6) };
 * const region = createOverlapFor(bodies.shapes[0], bodies.shapes[0]);
 * overlap(region, bodies.shapes[0], bodies.shapes[0], relativePose(createPose(), bodies, 0, 1));
 * overlapToWorld(region, bodies, 0);
 * const pair = volumeForce(createPairForce(), region, createVolumeLaw(1e6), motion, 0, 1);
 * console.log(pair.force[2]); // 1e6 x 0.01
 * ```
 */
export function volumeForce(out: PairForce, region: Overlap, law: VolumeLaw, motion: BodyMotion, i: number, j: number): PairForce {
  clearForce(out);
  if (region.status !== Status.Overlapping) return out;
  const n = region.normal;
  loadMotion(motion, i, j);
  velocityAt(region.centroid);
  const along = relativeVelocity[0] * n[0] + relativeVelocity[1] * n[1] + relativeVelocity[2] * n[2];
  const length = law.meanNormal === true && region.areaA > 0 ? region.normalArea / region.areaA : 1;
  const push = law.stiffness * region.volume * length - law.normalDamping * along;
  const vx = relativeVelocity[0] - along * n[0];
  const vy = relativeVelocity[1] - along * n[1];
  const vz = relativeVelocity[2] - along * n[2];
  const slip2 = vx * vx + vy * vy + vz * vz;
  const slip = Math.sqrt(slip2);
  // 1 - c / (c + v^2) = v^2 / (c + v^2), so that friction is exactly zero at rest.
  const friction = slip > 0 ? (law.friction * Math.abs(push) * slip) / (law.slip2 + slip2) : 0;
  const drag = friction + law.tangentialDamping;
  forceOnB[0] = push * n[0] - drag * vx;
  forceOnB[1] = push * n[1] - drag * vy;
  forceOnB[2] = push * n[2] - drag * vz;
  addForceAt(out, region.centroid, forceOnB);
  return out;
}

const forceOnB = /* @__PURE__ */ new Float64Array(3);
