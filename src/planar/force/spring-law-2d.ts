/**
 * Springs at contact points in the plane, for bodies of thickness one. force/spring-law.ts has the law, its source and
 * its options.
 */
import { BondEnd, SlackGap, type SpringLaw } from '../../force/spring-law';
import { addForceAt, clearForce, loadMotion, relativeVelocity, velocityAt, type BodyMotion2d, type PairForce2d } from './pair-force-2d';
import { BROKEN, HELD, SLACK_GAP, SPRING_FLOATS_2D } from './spring-history-2d';

/** One contact point for {@link springForce2d}, in the world. `point` and `normal`, from A to B, have length 2. */
export interface SpringPoint2d {
  /** Rows of A and B; B below 0 is wall -1 - bodyB. */
  bodyA: number;
  bodyB: number;
  point: ArrayLike<number>;
  normal: ArrayLike<number>;
  gap: number;
  /** Share of the point in the length of the contact. */
  length: number;
}

/**
 * Writes the force of one contact point to `out`, in the world, and advances its history by the time step `dt` (0 adds
 * no shear).
 *
 * The history of a new point must be zero: see {@link beginSprings2d} and {@link clearSpring2d}. A contact as a whole
 * is {@link contactForce2d}. Allocates nothing.
 *
 * @example
 * ```ts
 * const history = new Float64Array(SPRING_FLOATS_2D);
 * const motion = { positions: new Float64Array(4), velocities: new Float64Array(4), spins: new Float64Array(2) };
 * const law = createSpringLaw(1e6, 8e5, 0.5);
 * const contact = { bodyA: 0, bodyB: 1, point: [0, 0.5], normal: [0, 1], gap: -1e-3, length: 0 };
 * const pair = springForce2d(createPairForce2d(), law, history, 0, contact, motion, 1e-4);
 * console.log(pair.force[1]); // 1e6 x 1e-3
 * ```
 */
export function springForce2d(
  out: PairForce2d,
  law: SpringLaw,
  history: Float64Array,
  slot: number,
  contact: SpringPoint2d,
  motion: BodyMotion2d,
  dt: number,
): PairForce2d {
  const { bodyA, bodyB, point, normal, gap, length } = contact;
  clearForce(out);
  loadMotion(motion, bodyA, bodyB);
  for (let k = 0; k < 2; k++) {
    springPoint[k] = point[k];
    contactNormal[k] = normal[k];
  }
  given[GAP] = gap;
  given[SIZE] = length;
  given[TIME_STEP] = dt;
  addSpring(out, law, history, SPRING_FLOATS_2D * slot);
  return out;
}

/** The point of {@link addSpring} and the unit normal of its contact, from A to B, length 2. */
export const springPoint = /* @__PURE__ */ new Float64Array(2);
export const contactNormal = /* @__PURE__ */ new Float64Array(2);

/**
 * Input of a point: its gap and length, the time step; then stiffness, damping and greatest force of its shear spring.
 */
export const given = /* @__PURE__ */ new Float64Array(6);
export const GAP = 0;
export const SIZE = 1;
export const TIME_STEP = 2;
export const STIFFNESS = 3;
export const DAMPING = 4;
export const LIMIT = 5;

/** Shear force on B along the tangent: the last result of {@link moveShear}, length 1. */
export const shearForce = /* @__PURE__ */ new Float64Array(1);

/**
 * Advances the shear spring at `h` of the history by one step, with {@link relativeVelocity}. Returns whether the point
 * has slid. See force/shear-spring.ts.
 */
export function moveShear(history: Float64Array, h: number): boolean {
  const along = relativeVelocity[1] * contactNormal[0] - relativeVelocity[0] * contactNormal[1];
  const limit = given[LIMIT];
  const spring = history[h] - given[STIFFNESS] * given[TIME_STEP] * along;
  const whole = spring - given[DAMPING] * along;
  history[h] = Math.max(-limit, Math.min(limit, spring));
  history[h + HELD] = 1;
  shearForce[0] = Math.max(-limit, Math.min(limit, whole));
  return whole > limit || whole < -limit;
}

/** Adds the force of the spring at `h` of the history to `out`: at {@link springPoint}, of the two loaded bodies. */
export function addSpring(out: PairForce2d, law: SpringLaw, history: Float64Array, h: number): void {
  const gap = given[GAP];
  const isBroken = history[h + BROKEN] !== 0;
  // A point that never had a force is not broken by a gap.
  const held = history[h + HELD] !== 0;
  // Without a length there is no bond, also with infinite strength.
  const bonded = isBroken || !(given[SIZE] > 0) ? 0 : given[SIZE];
  const tension = bonded > 0 ? law.tensileStrength * bonded : 0;
  const sums = law.slackGap === SlackGap.FirstSeen;
  if (sums && !held && gap - gap === 0) history[h + SLACK_GAP] = gap;
  const elastic = law.normalStiffness * ((sums ? history[h + SLACK_GAP] : 0) - gap);
  if (!(elastic >= -tension)) {
    history[h] = 0;
    if (sums && gap - gap === 0) history[h + SLACK_GAP] = gap;
    else history[h + HELD] = 0;
    if (held && law.bondEnd !== BondEnd.Nothing) history[h + BROKEN] = 1;
    return;
  }
  velocityAt(springPoint);
  const nx = contactNormal[0];
  const ny = contactNormal[1];
  const load = Math.max(elastic - law.normalDamping * (relativeVelocity[0] * nx + relativeVelocity[1] * ny), -tension);
  const cohesion = bonded > 0 ? law.cohesion * bonded : 0;
  given[STIFFNESS] = law.shearStiffness;
  given[DAMPING] = law.shearDamping;
  given[LIMIT] = Math.max(0, load * law.friction + cohesion);
  // A bond that has slid has lost its cohesion.
  if (moveShear(history, h) && cohesion > 0 && law.bondEnd === BondEnd.SlidingOrTearing) history[h + BROKEN] = 1;
  springForceOf[0] = load * nx - shearForce[0] * ny;
  springForceOf[1] = load * ny + shearForce[0] * nx;
  addForceAt(out, springPoint, springForceOf);
}

const springForceOf = /* @__PURE__ */ new Float64Array(2);
