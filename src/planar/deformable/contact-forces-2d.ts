/**
 * Forces of the contact points on the nodes. Twin of src/deformable/contact-forces.ts.
 *
 * The normal part of a point is a force along the gradient of its energy (node-on-outline.ts): on the node, and on the
 * nodes of the edge by the shape functions of its foot. The shear part acts along the edge:
 *
 *     on the node f     on the ends of the edge -N_i f -+ (h / L) (f . u) m
 *
 * with the shape functions N_i at the foot, the length L of the edge, its unit vector u and its normal m, and the
 * height h of the node above it. The second term moves f from the foot to the node. So all forces and moments add to
 * zero.
 */
import { BondEnd, SlackGap, type SpringLaw } from '../../force/spring-law';
import { clearForce, createPairForce2d, MOTION_B, pairMotion, VELOCITY } from '../force/pair-force-2d';
import { BROKEN, HELD, SLACK_GAP, SPRING_FLOATS_2D } from '../force/spring-history-2d';
import { addSpring, contactNormal, GAP, given, SIZE, springPoint, TIME_STEP } from '../force/spring-law-2d';
import { isSearchDue2d, searchPlaces2d } from './contact-places-2d';
import { countUnseen2d } from './deep-start-2d';
import type { DeformableContacts2d } from './deformable-contacts-2d';
import type { DeformableSet2d } from './deformable-set-2d';
import { DEEP, ENERGY, findTouch, IS_CORNER, PULL, SLIP_LINE, touch, touchKind } from './node-on-outline';
import { bond, bondNormal, findOpen, FLUSH_LENGTH, measureFlush, OPEN_GAP } from './open-bond';
import {
  CORNER,
  CORNER_AFTER,
  CORNER_BEFORE,
  DEPTH,
  gradient,
  LENGTH,
  LINE_BEFORE,
  lines,
  NODE,
  NODE_AFTER,
  NODE_BEFORE,
  partNodes,
  setPart,
  SLOTS,
  WAY,
} from './touch-parts';

const out = /* @__PURE__ */ createPairForce2d();
/** Of the stiffness and the damping of a law: the larger of normal and shear. */
const most = /* @__PURE__ */ new Float64Array(2);
const STIFF = 0;
const DAMP = 1;
/** Energy of the springs: see {@link DeformableContacts2d}. */
const NORMAL_ENERGY = 0;
const SHEAR_ENERGY = 1;
/**
 * At a corner both depths change with one motion: the second derivatives of its energy are up to 1.5. While the weight
 * of a flush edge falls, from half of the reach on, they are up to 4; a node passes this range in a few steps.
 */
const CORNER_STIFFNESS = 2;

/** The time step of {@link addContacts2d}. */
export const contactGiven2d = /* @__PURE__ */ new Float64Array(1);
/** Motion of each node that is the slip of the point. */
const slip = /* @__PURE__ */ new Float64Array(2 * SLOTS);
/** Change of the gap a time, and slip a time. */
const rates = /* @__PURE__ */ new Float64Array(2);
const APART = 0;
const SLIP = 1;
/** How much the point moves with each node. */
const shares = /* @__PURE__ */ new Float64Array(SLOTS);
/** The sum of {@link shares}, for the stable step. */
const shareSum = /* @__PURE__ */ new Float64Array(1);

/** Finds all contacts and adds their forces to those of the nodes. False when an overlap is too deep to be followed. */
export function addContacts2d(set: DeformableSet2d, contacts: DeformableContacts2d): boolean {
  const { places, outline, law } = contacts;
  contacts.stiffnessRates.fill(0);
  contacts.dampingRates.fill(0);
  contacts.lineForces.fill(0);
  contacts.springEnergy.fill(0);
  contacts.deepest[0] = 0;
  contacts.pointCount = contacts.linePointCount = 0;
  pairMotion.fill(0);
  given[TIME_STEP] = contactGiven2d[0];
  const broken = law.bondEnd === BondEnd.Nothing ? 0 : 1;
  if (isSearchDue2d(set, outline, places)) searchPlaces2d(set, outline, places, contacts.hasBegun ? broken : 0);
  setMost(law);
  for (let p = 0; p < places.count; p++) addPlace(set, contacts, p);
  setMost(contacts.lineLaw);
  for (let w = 0; w < contacts.lineForces.length; w += 2) addLineForces(set, contacts, w / 2);
  const isFirst = !contacts.hasBegun;
  if (isFirst) contacts.unseenPairs = countUnseen2d(set, contacts);
  contacts.hasBegun = true;
  return contacts.deepest[0] < 0.5 * contacts.reach && !(isFirst && contacts.unseenPairs > 0);
}

function setMost(law: SpringLaw): void {
  const hasShear = law.friction > 0 || law.cohesion > 0;
  most[STIFF] = hasShear ? Math.max(law.normalStiffness, law.shearStiffness) : law.normalStiffness;
  most[DAMP] = hasShear ? Math.max(law.normalDamping, law.shearDamping) : law.normalDamping;
}

function addPlace(set: DeformableSet2d, contacts: DeformableContacts2d, p: number): void {
  const { places, law, tolerance } = contacts;
  const { history, keys } = places;
  const h = SPRING_FLOATS_2D * p;
  // As a small integer: engines would allocate doubles that are arguments.
  const block = (keys[p] % set.blockCount) | 0;
  const node = ((keys[p] - block) / set.blockCount) | 0;
  const broken = law.bondEnd === BondEnd.Nothing ? 0 : 1;
  const isTouching = findTouch(set, contacts, p, node);
  places.depths[p] = isTouching ? touch[DEEP] : 0;
  if (touch[DEEP] > contacts.deepest[0]) contacts.deepest[0] = touch[DEEP];
  given[GAP] = -touch[PULL];
  if (!isTouching) {
    const isAsked = law.slackGap === SlackGap.FirstSeen || (law.tensileStrength > 0 && history[h + BROKEN] === 0);
    if (!isAsked || !findOpen(set, contacts, p)) {
      endSpring(history, h, broken, contacts.hasBegun);
      return;
    }
    given[GAP] = bond[OPEN_GAP];
  }
  if (!contacts.hasBegun && !(given[GAP] <= tolerance)) history[h + BROKEN] = broken;
  addPoint(set, contacts, h);
  if (given[GAP] <= tolerance) contacts.pointCount++;
}

/** Forgets the spring of a node that has left the other block. Only blocks that touch in the first step have a bond. */
function endSpring(history: Float64Array, h: number, broken: number, hasBegun: boolean): void {
  if (hasBegun && history[h + HELD] === 0) return;
  for (let k = 0; k < SPRING_FLOATS_2D; k++) history[h + k] = 0;
  history[h + BROKEN] = broken;
}

/** Adds the forces of the loaded point with the spring at h. */
function addPoint(set: DeformableSet2d, contacts: DeformableContacts2d, h: number): void {
  const { law, places, tolerance } = contacts;
  const { forces, velocities, masses } = set;
  for (let i = 0; i < 2 * SLOTS; i++) gradient[i] /= touch[PULL];
  for (let k = 0; k < 2; k++) {
    contactNormal[k] = bondNormal[k] = gradient[2 * NODE + k];
    springPoint[k] = pairMotion[k] = pairMotion[MOTION_B + k] = set.positions[2 * partNodes[NODE] + k];
  }
  measureFlush();
  given[SIZE] = bond[FLUSH_LENGTH];
  loadSlip();
  rates.fill(0);
  for (let s = 0; s < SLOTS; s++) {
    const v = 2 * partNodes[s];
    if (v < 0) continue;
    rates[APART] -= gradient[2 * s] * velocities[v] + gradient[2 * s + 1] * velocities[v + 1];
    rates[SLIP] -= slip[2 * s] * velocities[v] + slip[2 * s + 1] * velocities[v + 1];
  }
  const nx = contactNormal[0];
  const ny = contactNormal[1];
  pairMotion[MOTION_B + VELOCITY] = rates[APART] * nx - rates[SLIP] * ny;
  pairMotion[MOTION_B + VELOCITY + 1] = rates[APART] * ny + rates[SLIP] * nx;
  clearForce(out);
  addSpring(out, law, places.history, h);
  if (!(given[GAP] <= tolerance)) return;
  sumEnergy(contacts, law, places.history, h);
  const load = out.force[0] * nx + out.force[1] * ny;
  const shear = out.force[1] * nx - out.force[0] * ny;
  sumShares();
  const stiffness = shareSum[0];
  for (let s = 0; s < SLOTS; s++) {
    const node = partNodes[s];
    if (node < 0) continue;
    forces[2 * node] -= load * gradient[2 * s] + shear * slip[2 * s];
    forces[2 * node + 1] -= load * gradient[2 * s + 1] + shear * slip[2 * s + 1];
    const weight = (stiffness * shares[s]) / masses[node];
    contacts.stiffnessRates[node] += 0.25 * weight * most[STIFF];
    contacts.dampingRates[node] += 0.5 * weight * most[DAMP];
  }
}

/** Writes the sizes of the motions of the nodes that are gap or slip, and their sum: see stable-step.ts. */
function sumShares(): void {
  let sum = 0;
  for (let s = 0; s < SLOTS; s++) {
    shares[s] = 0;
    if (partNodes[s] < 0) continue;
    const normal = gradient[2 * s] * gradient[2 * s] + gradient[2 * s + 1] * gradient[2 * s + 1];
    const shear = slip[2 * s] * slip[2 * s] + slip[2 * s + 1] * slip[2 * s + 1];
    shares[s] = Math.sqrt(Math.max(normal, shear));
    sum += shares[s];
  }
  shareSum[0] = touchKind[IS_CORNER] === 1 ? CORNER_STIFFNESS * sum : sum;
}

/** Writes {@link slip}: how the node moves along the edge, to the left of the normal. */
function loadSlip(): void {
  const line = touchKind[SLIP_LINE];
  const isBefore = line === LINE_BEFORE;
  const far = isBefore ? CORNER_BEFORE : CORNER_AFTER;
  slip.fill(0);
  const isLeft = lines[line + 1] * contactNormal[0] - lines[line] * contactNormal[1] > 0;
  const ux = isLeft ? lines[line] : -lines[line];
  const uy = isLeft ? lines[line + 1] : -lines[line + 1];
  const turn = isBefore ? -1 : 1;
  const share = lines[line + WAY] / lines[line + LENGTH];
  const lever = ((isLeft ? turn : -turn) * lines[line + DEPTH]) / lines[line + LENGTH];
  // Inward normal times the lever.
  const mx = -lever * lines[line + 1];
  const my = lever * lines[line];
  slip[2 * NODE] = ux;
  slip[2 * NODE + 1] = uy;
  slip[2 * far] = mx - share * ux;
  slip[2 * far + 1] = my - share * uy;
  slip[2 * CORNER] = -ux - slip[2 * far];
  slip[2 * CORNER + 1] = -uy - slip[2 * far + 1];
}

/** Energy of the spring at h, whose force is in `out`. */
function sumEnergy({ springEnergy }: DeformableContacts2d, law: SpringLaw, history: Float64Array, h: number): void {
  if (out.force[0] === 0 && out.force[1] === 0) return;
  const isSum = law.slackGap === SlackGap.FirstSeen;
  const stretch = (isSum ? history[h + SLACK_GAP] : 0) - given[GAP];
  springEnergy[NORMAL_ENERGY] += law.normalStiffness * (isSum || given[GAP] >= 0 ? 0.5 * stretch * stretch : touch[ENERGY]);
  if (law.shearStiffness > 0) springEnergy[SHEAR_ENERGY] += (0.5 * history[h] * history[h]) / law.shearStiffness;
}

/** Nodes in front of line w and behind it, up to the reach. */
function addLineForces(set: DeformableSet2d, contacts: DeformableContacts2d, w: number): void {
  const { lines: fixed, outline, lineLaw, lineHistory, lineForces, tolerance } = contacts;
  const { nodes, before, after } = outline;
  const { positions, velocities, forces, masses } = set;
  const broken = lineLaw.bondEnd === BondEnd.Nothing ? 0 : 1;
  touchKind[IS_CORNER] = 0;
  for (let k = 0; k < 2; k++) {
    contactNormal[k] = bondNormal[k] = -fixed[3 * w + k];
    pairMotion[MOTION_B + VELOCITY + k] = 0;
  }
  for (let n = 0; n < nodes.length; n++) {
    const node = nodes[n];
    const i = 2 * node;
    const h = SPRING_FLOATS_2D * (w * nodes.length + n);
    const gap = fixed[3 * w] * positions[i] + fixed[3 * w + 1] * positions[i + 1] - fixed[3 * w + 2];
    if (!contacts.hasBegun && !(gap <= tolerance)) lineHistory[h + BROKEN] = broken;
    if (!(gap <= contacts.reach || lineHistory[h + HELD] !== 0)) continue;
    for (let k = 0; k < 2; k++) {
      springPoint[k] = pairMotion[k] = pairMotion[MOTION_B + k] = positions[i + k];
      pairMotion[VELOCITY + k] = velocities[i + k];
    }
    setPart(NODE, node, positions);
    setPart(NODE_BEFORE, before[node], positions);
    setPart(NODE_AFTER, after[node], positions);
    measureFlush();
    given[GAP] = gap;
    given[SIZE] = 2 * bond[FLUSH_LENGTH];
    clearForce(out);
    addSpring(out, lineLaw, lineHistory, h);
    if (!(gap <= tolerance)) continue;
    touch[ENERGY] = 0.5 * gap * gap;
    sumEnergy(contacts, lineLaw, lineHistory, h);
    if (-gap > contacts.deepest[0]) contacts.deepest[0] = -gap;
    contacts.linePointCount++;
    contacts.stiffnessRates[node] += (0.25 * most[STIFF]) / masses[node];
    contacts.dampingRates[node] += (0.5 * most[DAMP]) / masses[node];
    for (let k = 0; k < 2; k++) {
      forces[i + k] -= out.force[k];
      lineForces[2 * w + k] += out.force[k];
    }
  }
  for (let k = 0; k < 2; k++) pairMotion[VELOCITY + k] = 0;
}
