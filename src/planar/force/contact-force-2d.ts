/**
 * The force of one contact in the plane as a whole, for bodies of thickness one. force/contact-force.ts has the laws
 * and the places of the forces. The length of the zone replaces the area, and the area between the borders replaces the
 * volume.
 */
import { NormalModel, type ContactLaw } from '../../force/contact-law';
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
} from '../../force/point-parts';
import type { Springs } from '../../force/spring-history';
import type { ContactList2d } from '../contact/contact-list-2d';
import {
  addForceAt,
  type BodyMotion2d,
  clearForce,
  loadMotion,
  MOTION_B,
  type PairForce2d,
  pairMotion,
  relativeVelocity,
  VELOCITY,
  velocityAt,
} from './pair-force-2d';
import { BOND_LENGTH, SPRING_FLOATS_2D } from './spring-history-2d';
import { addSpring, contactNormal, GAP, given, moveShear, shearForce, SIZE, springPoint, STIFFNESS, TIME_STEP } from './spring-law-2d';

/**
 * Writes the force and the torques of contact c of a list to `out`, in the world, and advances the springs of its
 * points by the time step `dt` (0 adds no shear). `list` is that of a detector, or one filled by appendContact2d.
 * `springs` must be prepared for it by {@link beginSprings2d}. Laws are those of space. Allocates nothing, never
 * throws.
 *
 * @example
 * ```ts
 * const velocities = new Float64Array(2 * bodies.count);
 * const spins = new Float64Array(bodies.count);
 * const motion = { positions: bodies.positions, velocities, spins };
 * const detector = createDetector2d({ bodies, method: shortestLinkMethod2d });
 * const law = createPressureLaw(1e9, 8e8, 0.5);
 * const pair = createPairForce2d();
 * const contacts = detector.update();
 * const springs = beginSprings2d(createSprings(), contacts);
 * for (let c = 0; c < contacts.count; c++) {
 *   contactForce2d(pair, law, springs, contacts, c, motion, 1e-4);
 *   console.log(contacts.bodyA[c], contacts.bodyB[c], pair.force, pair.torques);
 * }
 * ```
 */
export function contactForce2d(
  out: PairForce2d,
  law: ContactLaw,
  { history }: Springs,
  list: ContactList2d,
  c: number,
  motion: BodyMotion2d,
  dt: number,
): PairForce2d {
  clearForce(out);
  loadMotion(motion, list.bodyA[c], list.bodyB[c]);
  for (let k = 0; k < 2; k++) {
    pairMotion[MOTION_B + k] += list.shifts[2 * c + k];
    pairMotion[MOTION_B + VELOCITY + k] += list.shiftVelocities[2 * c + k];
    contactNormal[k] = list.normals[2 * c + k];
  }
  given[TIME_STEP] = dt;
  loadContact(law, history, SPRING_FLOATS_2D, list, list.lengths, list.areas, c);
  if (law.model === NormalModel.Points) addPoints(out, law, history, list, c);
  else addZone(out, law, history, list, c);
  return out;
}

function addPoints(out: PairForce2d, law: ContactLaw, history: Float64Array, list: ContactList2d, c: number): void {
  for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
    const h = historyOf(history, SPRING_FLOATS_2D, list.pointSlot[p]);
    for (let k = 0; k < 2; k++) springPoint[k] = list.points[2 * p + k];
    given[GAP] = list.pointGaps[p];
    given[SIZE] = h < 0 ? 0 : history[h + BOND_LENGTH];
    if (h < 0) noHistory.fill(0);
    addSpring(out, law, h < 0 ? noHistory : history, h < 0 ? 0 : h);
  }
}

function addZone(out: PairForce2d, law: ContactLaw, history: Float64Array, list: ContactList2d, c: number): void {
  const nx = contactNormal[0];
  const ny = contactNormal[1];
  for (let k = 0; k < 2; k++) {
    place[k] = list.centres[2 * c + k];
    forceHere[k] = whole[ELASTIC] * contactNormal[k];
  }
  addForceAt(out, place, forceHere);
  for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
    const h = historyOf(history, SPRING_FLOATS_2D, list.pointSlot[p]);
    if (!loadPoint(law, history, SPRING_FLOATS_2D, h, list, c, p)) {
      if (h >= 0) history[h] = 0;
      continue;
    }
    for (let k = 0; k < 2; k++) place[k] = list.points[2 * p + k];
    velocityAt(place);
    pointPart[APART] = relativeVelocity[0] * nx + relativeVelocity[1] * ny;
    dampPoint(law, h >= 0);
    for (let k = 0; k < 3; k++) given[STIFFNESS + k] = shearOfPoint[k];
    if (h < 0) noHistory.fill(0);
    if (moveShear(h < 0 ? noHistory : history, h < 0 ? 0 : h)) slidePoint(law, history, SPRING_FLOATS_2D, h);
    forceHere[0] = pointPart[NORMAL] * nx - shearForce[0] * ny;
    forceHere[1] = pointPart[NORMAL] * ny + shearForce[0] * nx;
    addForceAt(out, place, forceHere);
  }
}

/** The spring of a point without memory. */
const noHistory = /* @__PURE__ */ new Float64Array(SPRING_FLOATS_2D);
const place = /* @__PURE__ */ new Float64Array(2);
const forceHere = /* @__PURE__ */ new Float64Array(2);
