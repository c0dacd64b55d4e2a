/**
 * The force of one contact as a whole, by a law of contact-law.ts.
 *
 * Area laws (pressure, mean depth): the elastic normal force N acts along the normal at the pressure centre, with the
 * exact overlap volume, so it does not depend on which points are listed. All other forces act at the listed points, so
 * they also resist turning about the normal and rocking. Point p has the part w_p of the contact, in proportion to
 * share x depth: the sum of these over all points is the volume, since the rim has no depth. (Without shares: in
 * proportion to the depths; without depths: equal parts.) It has
 *   - the load w_p N; - a dashpot along the normal, w_p of that of the contact, whose force is at most the load;
 *   - a shear spring and a dashpot, w_p of those of the contact, limited by friction times its load with the dashpot's
 *     force.
 * All of this is zero when the gap of a point passes zero. So no force jumps, and no force pulls. The limit of the
 * dashpots has a second reason: when two faces meet flush, the area jumps from 0 to its full size at the touch, but the
 * load does not.
 *
 * Bonds (cohesion, tension) of an area law: a bonded point keeps the largest area that it has had, because the area
 * that presses is 0 when the bodies separate. While its gap is positive it pulls at its place with the stiffness of
 * that area, until it tears.
 *
 * Point law: the sum of {@link springForce} over the points, each with its part of the area, or of the bond.
 *
 * History: spring-history.ts, by point slot. beginSprings prepares it. A point without a slot has no shear spring.
 * Sign: forces are those on B.
 */
import type { ContactList } from '../contact/contact-list';
import { NormalModel, type ContactLaw } from './contact-law';
import {
  addForceAt,
  type BodyMotion,
  clearForce,
  loadMotion,
  MOTION_B,
  type PairForce,
  pairMotion,
  relativeVelocity,
  VELOCITY,
  velocityAt,
} from './pair-force';
import {
  APART,
  dampPoint,
  ELASTIC,
  historyOf,
  loadContact,
  loadPoint,
  NORMAL,
  pointPart,
  shearOfPoint,
  slidePoint,
  whole,
} from './point-parts';
import { contactNormal, moveShear, shearForce, shearGiven, STIFFNESS, TIME_STEP } from './shear-spring';
import { BOND_AREA, SPRING_FLOATS, type Springs } from './spring-history';
import { addSpring, AREA, GAP, springGiven, springPoint } from './spring-law';

/**
 * Writes the force and the torques of contact c of a list to `out`, in the world, and advances the springs of its
 * points by the time step `dt` (0 adds no shear). `list` is that of a detector, or one filled by appendContact.
 * `springs` must be prepared for it by {@link beginSprings}. Allocates nothing, never throws.
 *
 * @example
 * ```ts
 * const velocities = new Float64Array(3 * bodies.count);
 * const spins = new Float64Array(3 * bodies.count);
 * const motion = { positions: bodies.positions, velocities, spins };
 * const detector = createDetector({ bodies, method: shortestLinkMethod });
 * const law = createPressureLaw(1e9, 8e8, 0.5);
 * const pair = createPairForce();
 * const contacts = detector.update();
 * const springs = beginSprings(createSprings(), contacts);
 * for (let c = 0; c < contacts.count; c++) {
 *   contactForce(pair, law, springs, contacts, c, motion, 1e-4);
 *   console.log(contacts.bodyA[c], contacts.bodyB[c], pair.force, pair.torqueA, pair.torqueB);
 * }
 * ```
 */
export function contactForce(
  out: PairForce,
  law: ContactLaw,
  { history }: Springs,
  list: ContactList,
  c: number,
  motion: BodyMotion,
  dt: number,
): PairForce {
  clearForce(out);
  loadMotion(motion, list.bodyA[c], list.bodyB[c]);
  for (let k = 0; k < 3; k++) {
    pairMotion[MOTION_B + k] += list.shifts[3 * c + k];
    pairMotion[MOTION_B + VELOCITY + k] += list.shiftVelocities[3 * c + k];
    contactNormal[k] = list.normals[3 * c + k];
  }
  shearGiven[TIME_STEP] = dt;
  loadContact(law, history, SPRING_FLOATS, list, list.areas, list.volumes, c);
  if (law.model === NormalModel.Points) addPoints(out, law, history, list, c);
  else addZone(out, law, history, list, c);
  return out;
}

function addPoints(out: PairForce, law: ContactLaw, history: Float64Array, list: ContactList, c: number): void {
  for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
    const h = historyOf(history, SPRING_FLOATS, list.pointSlot[p]);
    for (let k = 0; k < 3; k++) springPoint[k] = list.points[3 * p + k];
    springGiven[GAP] = list.pointGaps[p];
    springGiven[AREA] = h < 0 ? 0 : history[h + BOND_AREA];
    if (h < 0) noHistory.fill(0);
    addSpring(out, law, h < 0 ? noHistory : history, h < 0 ? 0 : h);
  }
}

function addZone(out: PairForce, law: ContactLaw, history: Float64Array, list: ContactList, c: number): void {
  for (let k = 0; k < 3; k++) {
    place[k] = list.centres[3 * c + k];
    forceHere[k] = whole[ELASTIC] * contactNormal[k];
  }
  addForceAt(out, place, forceHere);
  for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
    const h = historyOf(history, SPRING_FLOATS, list.pointSlot[p]);
    if (!loadPoint(law, history, SPRING_FLOATS, h, list, c, p)) {
      if (h >= 0) history[h] = history[h + 1] = history[h + 2] = 0;
      continue;
    }
    for (let k = 0; k < 3; k++) place[k] = list.points[3 * p + k];
    velocityAt(place);
    pointPart[APART] =
      relativeVelocity[0] * contactNormal[0] + relativeVelocity[1] * contactNormal[1] + relativeVelocity[2] * contactNormal[2];
    dampPoint(law, h >= 0);
    for (let k = 0; k < 3; k++) shearGiven[STIFFNESS + k] = shearOfPoint[k];
    if (h < 0) noHistory.fill(0);
    if (moveShear(h < 0 ? noHistory : history, h < 0 ? 0 : h)) slidePoint(law, history, SPRING_FLOATS, h);
    for (let k = 0; k < 3; k++) forceHere[k] = shearForce[k] + pointPart[NORMAL] * contactNormal[k];
    addForceAt(out, place, forceHere);
  }
}

/** The spring of a point without memory. */
const noHistory = /* @__PURE__ */ new Float64Array(SPRING_FLOATS);
const place = /* @__PURE__ */ new Float64Array(3);
const forceHere = /* @__PURE__ */ new Float64Array(3);
