/**
 * Springs at contact points: a normal and a shear spring with a tensile cut-off and a Mohr-Coulomb limit.
 *
 * Source: Wang, Li and Feng 2014, section 4, eqs 16-29.
 *
 *     compression -sT A <= Fn, else the contact is broken: no force      |Fs| <= Fn tan(phi) + c A
 *
 * Departures, each with its reason:
 *   - Fn is Kn times the overlap at the point. Eqs 20-21 sum increments from the moment at which the point is detected.
 *     So a point detected at a gap d0 > 0 presses with Kn d0 when the bodies touch, and the force depends on the margin
 *     of the detection. `slackGap: SlackGap.FirstSeen` is the printed form.
 *   - Sliding ends a bond, as tearing does: `bondEnd`. Eqs 26-29 only cut |Fs|, so a sliding bond of 150 N keeps its
 *     150 N for ever. With eq. 25 a torn bond has its strength again at the next touch. `BondEnd.Nothing` is the
 *     printed form.
 *   - The shear spring is a vector in the contact plane that turns with it (shear-spring.ts); eqs 22-24 add a scalar to
 *     a vector.
 *   - Eq. 29 must divide by |Fs|: with Fn, as printed, the sliding force is not the limit. - The friction angle is
 *     given as its tangent: no trigonometry in a step.
 *   - Dashpots may act beside both springs; the paper has none. Fn with its dashpot is never below -sT A, so without
 *     tension it never pulls.
 * The area is that of the contact divided among its points; for point and line contacts, which the paper does not
 * define, it is options.minArea.
 *
 * History: spring-history.ts. Sign: the normal points from A to B, forces are those on B.
 */
import { requireChoice, requireNotNegative, requireStrength } from './check-law';
import { addForceAt, clearForce, loadMotion, relativeVelocity, velocityAt, type BodyMotion, type PairForce } from './pair-force';
import { contactNormal, DAMPING, LIMIT, moveShear, shearForce, shearGiven, STIFFNESS, TIME_STEP } from './shear-spring';
import { BROKEN, LAST_NORMAL, SLACK_GAP, SPRING_FLOATS } from './spring-history';

/** The event that ends the bond of a contact point, its cohesion and tensile strength, permanently. */
export const BondEnd = {
  /** Sliding (of a bond with cohesion) or tearing: a brittle bond, as in rock and cement. */
  SlidingOrTearing: 0,
  /** Tearing. Sliding cuts the shear force to the limit, which keeps its cohesion: a tough bond, as in clay. */
  Tearing: 1,
  /**
   * Nothing: eqs 25-29 as printed. A sliding bond keeps its cohesion, and a torn bond has its strength again at the
   * next touch.
   */
  Nothing: 2,
} as const;
export type BondEnd = (typeof BondEnd)[keyof typeof BondEnd];

/** The gap at which the normal spring of a point is slack. */
export const SlackGap = {
  /** 0: the force is Kn times the overlap, independent of the first detection. */
  Zero: 0,
  /**
   * The gap at the first detection of the point, and after tearing the gap at which it tore: the sum of increments, eqs
   * 20-21 as printed.
   */
  FirstSeen: 1,
} as const;
export type SlackGap = (typeof SlackGap)[keyof typeof SlackGap];

/** Material of the springs at one point. SI units suggested. */
export interface SpringLaw {
  /** Kn, force a length. */
  normalStiffness: number;
  /** Ks. */
  shearStiffness: number;
  /** tan(phi). */
  friction: number;
  /** c, force an area. */
  cohesion: number;
  /** sT, force an area. */
  tensileStrength: number;
  /** Viscous damping along the normal and along the plane, force a velocity. */
  normalDamping: number;
  shearDamping: number;
  bondEnd: BondEnd;
  slackGap: SlackGap;
}

/** Further options of a law besides its two stiffnesses and friction. */
export type MoreOfSpringLaw = Partial<Omit<SpringLaw, 'normalStiffness' | 'shearStiffness' | 'friction'>>;

/**
 * A law with friction and, unless `more` says so, without cohesion, tension and damping. Throws InputError 'bad-option'
 * for a number that is negative or not finite (the two strengths may be Infinity: a bond that cannot break), and for an
 * unknown choice.
 *
 * @example
 * ```ts
 * const rock = createSpringLaw(1e9, 8e8, 0.6, { cohesion: 2e6, tensileStrength: 1e6 });
 * const asPrinted = createSpringLaw(1e9, 8e8, 0.6, { bondEnd: BondEnd.Nothing, slackGap: SlackGap.FirstSeen });
 * console.log(rock.bondEnd === BondEnd.SlidingOrTearing, asPrinted.cohesion); // true 0
 * ```
 */
export function createSpringLaw(normalStiffness: number, shearStiffness: number, friction: number, more: MoreOfSpringLaw = {}): SpringLaw {
  const {
    cohesion = 0,
    tensileStrength = 0,
    normalDamping = 0,
    shearDamping = 0,
    bondEnd = BondEnd.SlidingOrTearing,
    slackGap = SlackGap.Zero,
  } = more;
  requireNotNegative({ normalStiffness, shearStiffness, friction, normalDamping, shearDamping });
  requireStrength({ cohesion, tensileStrength });
  requireChoice('bondEnd', bondEnd, 'BondEnd', BondEnd);
  requireChoice('slackGap', slackGap, 'SlackGap', SlackGap);
  return { normalStiffness, shearStiffness, friction, cohesion, tensileStrength, normalDamping, shearDamping, bondEnd, slackGap };
}

/** One contact point for {@link springForce}, in the world. `point` and `normal`, from A to B, have length 3. */
export interface SpringPoint {
  /** Rows of A and B; B below 0 is wall -1 - bodyB. */
  bodyA: number;
  bodyB: number;
  point: ArrayLike<number>;
  normal: ArrayLike<number>;
  gap: number;
  /** Share of the point in the area of the contact. */
  area: number;
}

/**
 * Writes the force of one contact point to `out`, in the world, and advances its history by the time step `dt` (0 adds
 * no shear).
 *
 * The history of a new point must be zero: see {@link beginSprings} and {@link clearSpring}. Its last number may then
 * be set to 1 for a point without a bond, such as of bodies that meet later. A contact as a whole is
 * {@link contactForce}. Allocates nothing.
 *
 * @example
 * ```ts
 * const history = new Float64Array(SPRING_FLOATS);
 * const motion = { positions: new Float64Array(6), velocities: new Float64Array(6), spins: new Float64Array(6) };
 * const law = createSpringLaw(1e6, 8e5, 0.5);
 * const contact = { bodyA: 0, bodyB: 1, point: [0, 0, 0.5], normal: [0, 0, 1], gap: -1e-3, area: 0 };
 * const pair = springForce(createPairForce(), law, history, 0, contact, motion, 1e-4);
 * console.log(pair.force[2]); // 1e6 x 1e-3
 * ```
 */
export function springForce(
  out: PairForce,
  law: SpringLaw,
  history: Float64Array,
  slot: number,
  contact: SpringPoint,
  motion: BodyMotion,
  dt: number,
): PairForce {
  const { bodyA, bodyB, point, normal, gap, area } = contact;
  clearForce(out);
  loadMotion(motion, bodyA, bodyB);
  for (let k = 0; k < 3; k++) {
    springPoint[k] = point[k];
    contactNormal[k] = normal[k];
  }
  springGiven[GAP] = gap;
  springGiven[AREA] = area;
  shearGiven[TIME_STEP] = dt;
  addSpring(out, law, history, SPRING_FLOATS * slot);
  return out;
}

/** The point of {@link addSpring}, length 3; its gap and its area. */
export const springPoint = /* @__PURE__ */ new Float64Array(3);
export const springGiven = /* @__PURE__ */ new Float64Array(2);
export const GAP = 0;
export const AREA = 1;

/**
 * Adds the force of the spring at `h` of the history to `out`: at {@link springPoint}, of the two loaded bodies, over
 * the time step of {@link shearGiven}.
 */
export function addSpring(out: PairForce, law: SpringLaw, history: Float64Array, h: number): void {
  const gap = springGiven[GAP];
  const area = springGiven[AREA];
  const isBroken = history[h + BROKEN] !== 0;
  // A point that never had a force is not broken by a gap.
  const held = history[h + LAST_NORMAL] !== 0 || history[h + LAST_NORMAL + 1] !== 0 || history[h + LAST_NORMAL + 2] !== 0;
  // Without an area there is no bond, also with infinite strength.
  const bonded = isBroken || !(area > 0) ? 0 : area;
  const tension = bonded > 0 ? law.tensileStrength * bonded : 0;
  const sums = law.slackGap === SlackGap.FirstSeen;
  if (sums && !held && gap - gap === 0) history[h + SLACK_GAP] = gap;
  const elastic = law.normalStiffness * ((sums ? history[h + SLACK_GAP] : 0) - gap);
  if (!(elastic >= -tension)) {
    history[h] = history[h + 1] = history[h + 2] = 0;
    if (sums && gap - gap === 0) history[h + SLACK_GAP] = gap;
    else history[h + LAST_NORMAL] = history[h + LAST_NORMAL + 1] = history[h + LAST_NORMAL + 2] = 0;
    if (held && law.bondEnd !== BondEnd.Nothing) history[h + BROKEN] = 1;
    return;
  }
  velocityAt(springPoint);
  const nx = contactNormal[0];
  const ny = contactNormal[1];
  const nz = contactNormal[2];
  const apart = relativeVelocity[0] * nx + relativeVelocity[1] * ny + relativeVelocity[2] * nz;
  const load = Math.max(elastic - law.normalDamping * apart, -tension);
  const cohesion = bonded > 0 ? law.cohesion * bonded : 0;
  shearGiven[STIFFNESS] = law.shearStiffness;
  shearGiven[DAMPING] = law.shearDamping;
  shearGiven[LIMIT] = Math.max(0, load * law.friction + cohesion);
  // A bond that has slid has lost its cohesion.
  if (moveShear(history, h) && cohesion > 0 && law.bondEnd === BondEnd.SlidingOrTearing) history[h + BROKEN] = 1;
  for (let k = 0; k < 3; k++) springForceOf[k] = shearForce[k] + load * contactNormal[k];
  addForceAt(out, springPoint, springForceOf);
}

const springForceOf = /* @__PURE__ */ new Float64Array(3);
