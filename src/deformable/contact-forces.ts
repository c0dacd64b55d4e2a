/**
 * Forces of the contact points on the nodes.
 *
 * Source: Wang, Li and Feng 2014, eqs 16-31, with the departures of spring-law.ts. A force f acts at a point x of A, on
 * the nodes of A by their shares. On the nodes of the triangle of B the normal part f_n acts at the point y of B that
 * meets x, on the line of the force, and the shear part f_s at x too:
 *
 *     F_i = N_i(y) f_n + N_i(x) f_s - h (grad N_i . f_s) m
 *
 * with the shape functions N_i at y and at the foot of x on the triangle, its unit normal m and the height h of x above
 * it. The paper has the first two terms. The third one moves f_s from the foot to x, so that the moments of all forces
 * add to zero. The normal part has the energy of its spring, because the gap grows by n . (v_y - v_x). The velocity of
 * B at x has the weights of f_s: blocks that turn as one do not slip.
 */
import { clearForce, createPairForce, MOTION_B, pairMotion, VELOCITY } from '../force/pair-force';
import { contactNormal, shearGiven, TIME_STEP } from '../force/shear-spring';
import { BOND_AREA, BROKEN, LAST_NORMAL, SLACK_GAP, SPRING_FLOATS } from '../force/spring-history';
import { addSpring, AREA, BondEnd, createSpringLaw, GAP, SlackGap, springGiven, springPoint, type SpringLaw } from '../force/spring-law';
import { countUnseen } from './deep-start';
import { copyMerged, findPoints } from './contact-points';
import type { DeformableSet } from './deformable-set';
import { IN_CONTACT, type DeformableContacts } from './deformable-contacts';
import { AREA as FLUSH_AREA, best, measureFlush, normal } from './node-on-face';
import { addEdgeArea, addNodeArea, pointArea } from './point-area';
import { frame, framePoint, GRADIENT, HEIGHT, loadFrame, NORMAL, SHARE } from './triangle-frame';

const out = /* @__PURE__ */ createPairForce();
/** Angular velocities in {@link pairMotion}. */
const SPIN = 6;
/** Of the stiffness and the damping of a law: the larger of normal and shear. */
const most = /* @__PURE__ */ new Float64Array(2);
const STIFF = 0;
const DAMP = 1;
/** Energy of the springs: see {@link DeformableContacts}. */
const NORMAL_ENERGY = 0;
const SHEAR_ENERGY = 1;

/** The time step of {@link addContacts}. */
export const contactGiven = /* @__PURE__ */ new Float64Array(1);

/** Finds all contacts and adds their forces to those of the nodes. False when an overlap is too deep to be followed. */
export function addContacts(set: DeformableSet, contacts: DeformableContacts): boolean {
  const { points } = contacts;
  contacts.stiffnessRates.fill(0);
  contacts.dampingRates.fill(0);
  contacts.planeForces.fill(0);
  contacts.springEnergy.fill(0);
  contacts.deepest[0] = 0;
  contacts.pointCount = contacts.planePointCount = 0;
  pairMotion.fill(0);
  shearGiven[TIME_STEP] = contactGiven[0];
  findPoints(set, contacts);
  for (let p = 0; p < points.rowCount; p++) if (points.state[p] === IN_CONTACT) addPoint(set, contacts, p);
  copyMerged(contacts);
  for (let w = 0; w < contacts.planeForces.length; w += 3) addPlane(set, contacts, w / 3);
  const isFirst = !contacts.hasBegun;
  if (isFirst) contacts.unseenPairs = countUnseen(set, contacts);
  contacts.hasBegun = true;
  return contacts.deepest[0] < 0.5 * contacts.reach && !(isFirst && contacts.unseenPairs > 0);
}

function setMost(law: SpringLaw): void {
  const hasShear = law.friction > 0 || law.cohesion > 0;
  most[STIFF] = hasShear ? Math.max(law.normalStiffness, law.shearStiffness) : law.normalStiffness;
  most[DAMP] = hasShear ? Math.max(law.normalDamping, law.shearDamping) : law.normalDamping;
}

function addPoint(set: DeformableSet, contacts: DeformableContacts, p: number): void {
  const { points, surface, places } = contacts;
  const { positions, velocities, forces } = set;
  const first = points.nodes[2 * p];
  const second = points.nodes[2 * p + 1];
  const share = points.shares[2 * p];
  const rest = points.shares[2 * p + 1];
  const t = 3 * points.triangle[p];
  for (let k = 0; k < 3; k++) {
    framePoint[k] = share * positions[3 * first + k] + rest * positions[3 * second + k];
    springPoint[k] = framePoint[k];
    contactNormal[k] = points.normals[3 * p + k];
    pairMotion[k] = pairMotion[MOTION_B + k] = framePoint[k];
    pairMotion[VELOCITY + k] = share * velocities[3 * first + k] + rest * velocities[3 * second + k];
    pairMotion[MOTION_B + VELOCITY + k] = 0;
  }
  for (let k = 0; k < 3; k++) framePoint[k] += points.gaps[p] * contactNormal[k];
  if (!loadFrame(positions, surface.triangles, t)) return;
  for (let c = 0; c < 3; c++) faceShares[c] = frame[SHARE + c];
  for (let k = 0; k < 3; k++) framePoint[k] = springPoint[k];
  loadFrame(positions, surface.triangles, t);
  loadTriangleMotion(velocities, surface.triangles, t);
  const isSide = p >= places.count;
  const history = isSide ? sideHistory : places.history;
  const h = isSide ? 0 : SPRING_FLOATS * p;
  pointGiven[TRUE_GAP] = points.gaps[p];
  pointGiven[PART] = points.parts[p];
  pointGiven[GAP_RATE] = 0;
  springGiven[AREA] = points.areas[p];
  // A side row has the area of its place.
  const own = SPRING_FLOATS * points.place[p];
  if (contacts.stiffnessPerArea && !isHeld(places.history, own)) places.history[own + BOND_AREA] = areaOf(set, contacts, p);
  loadLaw(contacts, contacts.law, places.history, own);
  for (let k = 0; k < 3; k++) {
    let other = 0;
    for (let c = 0; c < 3; c++) other += faceShares[c] * velocities[3 * surface.triangles[t + c] + k];
    pointGiven[GAP_RATE] += contactNormal[k] * (other - pairMotion[VELOCITY + k]);
  }
  loadMeanGap(pointLaw, history, h);
  springGiven[GAP] *= points.parts[p];
  clearForce(out);
  if (isSide) for (let k = 0; k < 3; k++) out.force[k] = -pointLaw.normalStiffness * springGiven[GAP] * contactNormal[k];
  else addSpring(out, pointLaw, history, h);
  sumEnergy(contacts, pointLaw, history, h);
  if (!(points.gaps[p] <= contacts.tolerance)) return;
  contacts.pointCount++;
  setMost(pointLaw);
  const part = points.parts[p];
  let shares = 1;
  for (let c = 0; c < 3; c++) shares += faceShares[c] < 0 ? -faceShares[c] : faceShares[c];
  weight[0] = part * shares * share;
  addRate(set, contacts, first);
  weight[0] = part * shares * rest;
  addRate(set, contacts, second);
  const { force } = out;
  const load = force[0] * contactNormal[0] + force[1] * contactNormal[1] + force[2] * contactNormal[2];
  for (let k = 0; k < 3; k++) shear[k] = force[k] - load * contactNormal[k];
  for (let c = 0; c < 3; c++) {
    const node = surface.triangles[t + c];
    const g = GRADIENT + 3 * c;
    const turn = frame[HEIGHT] * (frame[g] * shear[0] + frame[g + 1] * shear[1] + frame[g + 2] * shear[2]);
    for (let k = 0; k < 3; k++)
      forces[3 * node + k] += faceShares[c] * load * contactNormal[k] + frame[SHARE + c] * shear[k] - turn * frame[NORMAL + k];
    weight[0] = part * shares * (faceShares[c] < 0 ? -faceShares[c] : faceShares[c]);
    addRate(set, contacts, node);
  }
  for (let k = 0; k < 3; k++) {
    forces[3 * first + k] -= share * force[k];
    forces[3 * second + k] -= rest * force[k];
  }
}

/** Side rows have no shear, and so no history. */
const sideHistory = /* @__PURE__ */ new Float64Array(SPRING_FLOATS);

/** Gap of a point, the part of it that counts, and the rate of the gap. */
const pointGiven = /* @__PURE__ */ new Float64Array(3);
const TRUE_GAP = 0;
const PART = 1;
const GAP_RATE = 2;

/**
 * Writes the gap of the spring: that of the mean force over the step, from half a step before to half a step after.
 *
 * The gap g moves by 2 w in a step. When it is between -w and w, the bodies overlap in a part of the step. The mean of
 * the force is then K (w - g)^2 / (4 w), and K times the overlap otherwise. With the overlap at the middle alone, the
 * first step in contact has an error of the energy of up to K w^2 / 2, by chance. A bond has no such kink.
 */
function loadMeanGap(law: SpringLaw, history: Float64Array, h: number): void {
  const gap = pointGiven[TRUE_GAP];
  const w = 0.5 * shearGiven[TIME_STEP] * (pointGiven[GAP_RATE] < 0 ? -pointGiven[GAP_RATE] : pointGiven[GAP_RATE]);
  const isBond = law.tensileStrength > 0 && springGiven[AREA] > 0 && history[h + BROKEN] === 0;
  const isPartly = gap > -w && gap < w && !isBond && law.slackGap === SlackGap.Zero;
  springGiven[GAP] = isPartly ? -((w - gap) * (w - gap)) / (4 * w) : gap;
}

/** The law of one point. */
const pointLaw = /* @__PURE__ */ createSpringLaw(0, 0, 0);

/** Writes {@link pointLaw} for the spring at h. Stiffnesses and dashpots of an area are multiplied by its area. */
function loadLaw({ stiffnessPerArea }: DeformableContacts, law: SpringLaw, history: Float64Array, h: number): void {
  const size = stiffnessPerArea ? history[h + BOND_AREA] : 1;
  pointLaw.normalStiffness = size * law.normalStiffness;
  pointLaw.shearStiffness = size * law.shearStiffness;
  pointLaw.normalDamping = size * law.normalDamping;
  pointLaw.shearDamping = size * law.shearDamping;
  pointLaw.friction = law.friction;
  pointLaw.cohesion = law.cohesion;
  pointLaw.tensileStrength = law.tensileStrength;
  pointLaw.bondEnd = law.bondEnd;
  pointLaw.slackGap = law.slackGap;
}

/** Whether the spring at h had a force in the last step. */
function isHeld(history: Float64Array, h: number): boolean {
  return history[h + LAST_NORMAL] !== 0 || history[h + LAST_NORMAL + 1] !== 0 || history[h + LAST_NORMAL + 2] !== 0;
}

/** Area of point p for its stiffness: that of flush faces, which is the area of its bond, or that of point-area.ts. */
function areaOf({ positions }: DeformableSet, { surface, places, points }: DeformableContacts, p: number): number {
  if (points.areas[p] > 0) return points.areas[p];
  pointArea[0] = 0;
  if (points.place[p] < places.nodeCount) addNodeArea(positions, surface, points.nodes[2 * p], 0.5);
  else {
    const edgeCount = surface.edges.length / 2;
    const edgeB = (places.keys[p] % edgeCount) | 0;
    addEdgeArea(positions, surface, ((places.keys[p] - edgeB) / edgeCount) | 0, 0.5);
    addEdgeArea(positions, surface, edgeB, -0.5);
  }
  return pointArea[0];
}

/** Shape functions at the point of B. */
const faceShares = /* @__PURE__ */ new Float64Array(3);
const shear = /* @__PURE__ */ new Float64Array(3);

/** Adds the velocity of the triangle at the point to that of B, and gives both bodies its spin about its normal. */
function loadTriangleMotion(velocities: Float64Array, triangles: Int32Array, t: number): void {
  let spin = 0;
  for (let c = 0; c < 3; c++) {
    const v = 3 * triangles[t + c];
    const g = GRADIENT + 3 * c;
    const x = velocities[v];
    const y = velocities[v + 1];
    const z = velocities[v + 2];
    const rise = frame[NORMAL] * x + frame[NORMAL + 1] * y + frame[NORMAL + 2] * z;
    const curlX = frame[g + 1] * z - frame[g + 2] * y;
    const curlY = frame[g + 2] * x - frame[g] * z;
    const curlZ = frame[g] * y - frame[g + 1] * x;
    spin += 0.5 * (curlX * frame[NORMAL] + curlY * frame[NORMAL + 1] + curlZ * frame[NORMAL + 2]);
    for (let k = 0; k < 3; k++)
      pairMotion[MOTION_B + VELOCITY + k] += frame[SHARE + c] * velocities[v + k] - frame[HEIGHT] * rise * frame[g + k];
  }
  for (let k = 0; k < 3; k++) pairMotion[SPIN + k] = pairMotion[MOTION_B + SPIN + k] = spin * frame[NORMAL + k];
}

/** Share of a node in a point times the sum of all shares: {@link addRate}. */
const weight = /* @__PURE__ */ new Float64Array(1);

/** What a point adds to 1 / dt^2 at a node: see stable-step.ts. */
function addRate({ masses }: DeformableSet, contacts: DeformableContacts, node: number): void {
  contacts.stiffnessRates[node] += (weight[0] * most[STIFF]) / (4 * masses[node]);
  contacts.dampingRates[node] += (weight[0] * most[DAMP]) / (2 * masses[node]);
}

/** Energy of the spring at h, whose force is in `out`. A spring that presses before the touch has none. */
function sumEnergy({ springEnergy, deepest }: DeformableContacts, law: SpringLaw, history: Float64Array, h: number): void {
  const { force } = out;
  const depth = -pointGiven[TRUE_GAP] * Math.sqrt(pointGiven[PART]);
  if (depth > deepest[0]) deepest[0] = depth;
  if (force[0] === 0 && force[1] === 0 && force[2] === 0) return;
  const isBefore = springGiven[GAP] < 0 && pointGiven[TRUE_GAP] > 0;
  const stretch = isBefore ? 0 : (law.slackGap === SlackGap.FirstSeen ? history[h + SLACK_GAP] : 0) - pointGiven[TRUE_GAP];
  springEnergy[NORMAL_ENERGY] += 0.5 * law.normalStiffness * pointGiven[PART] * stretch * stretch;
  const shear = history[h] * history[h] + history[h + 1] * history[h + 1] + history[h + 2] * history[h + 2];
  if (law.shearStiffness > 0) springEnergy[SHEAR_ENERGY] += (0.5 * shear) / law.shearStiffness;
}

/** Nodes in front of plane w and behind it, up to the reach. */
function addPlane(set: DeformableSet, contacts: DeformableContacts, w: number): void {
  const { planes, surface, planeLaw, planeHistory, planeForces } = contacts;
  const { nodes } = surface;
  const { positions, velocities, forces } = set;
  const broken = planeLaw.bondEnd === BondEnd.Nothing ? 0 : 1;
  const hasStrength = planeLaw.cohesion > 0 || planeLaw.tensileStrength > 0;
  for (let k = 0; k < 3; k++) {
    contactNormal[k] = -planes[4 * w + k];
    normal[k] = planes[4 * w + k];
    for (let o = 0; o < MOTION_B + SPIN + 3; o += 3) pairMotion[o + k] = 0;
  }
  for (let n = 0; n < nodes.length; n++) {
    const node = nodes[n];
    const i = 3 * node;
    const h = SPRING_FLOATS * (w * nodes.length + n);
    const height = planes[4 * w] * positions[i] + planes[4 * w + 1] * positions[i + 1] + planes[4 * w + 2] * positions[i + 2];
    const gap = height - planes[4 * w + 3];
    if (!contacts.hasBegun && !(gap <= contacts.tolerance)) planeHistory[h + BROKEN] = broken;
    const held = isHeld(planeHistory, h);
    if (!(gap <= contacts.reach || held)) continue;
    for (let k = 0; k < 3; k++) {
      springPoint[k] = pairMotion[k] = pairMotion[MOTION_B + k] = positions[i + k];
      pairMotion[VELOCITY + k] = velocities[i + k];
    }
    best[FLUSH_AREA] = 0;
    if (hasStrength) measureFlush(set, contacts, -1, node, false);
    springGiven[AREA] = 2 * best[FLUSH_AREA];
    if (contacts.stiffnessPerArea && !held) {
      pointArea[0] = 0;
      addNodeArea(positions, surface, node, 1);
      planeHistory[h + BOND_AREA] = pointArea[0];
    }
    loadLaw(contacts, planeLaw, planeHistory, h);
    pointGiven[TRUE_GAP] = gap;
    pointGiven[PART] = 1;
    pointGiven[GAP_RATE] = planes[4 * w] * velocities[i] + planes[4 * w + 1] * velocities[i + 1] + planes[4 * w + 2] * velocities[i + 2];
    loadMeanGap(pointLaw, planeHistory, h);
    clearForce(out);
    addSpring(out, pointLaw, planeHistory, h);
    sumEnergy(contacts, pointLaw, planeHistory, h);
    if (!(gap <= contacts.tolerance)) continue;
    setMost(pointLaw);
    contacts.planePointCount++;
    weight[0] = 1;
    addRate(set, contacts, node);
    for (let k = 0; k < 3; k++) {
      forces[i + k] -= out.force[k];
      planeForces[3 * w + k] += out.force[k];
    }
  }
}
