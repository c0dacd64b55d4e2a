/**
 * The part of each point in the whole contact, in space and in the plane. contact-force.ts says how load, area, bonds
 * and damping are divided. "Area" is the length of the zone in the plane. Histories of space and of the plane differ in
 * length (`floats` numbers a point), and agree in the last two: the area of the bond, and 1 when it has broken.
 */
import type { ContactList } from '../contact/contact-list';
import { NormalModel, type ContactLaw } from './contact-law';
import { BondEnd } from './spring-law';

/** The rows of a contact list that both dimensions have. */
type Points = Pick<ContactList, 'pointStart' | 'pointGaps' | 'pointShares' | 'pointSlot'>;

/**
 * The current contact, set by {@link loadContact}: sums over its points of shares, share x depth, depths, areas of
 * bonds; what the law's shear stiffness and damping are multiplied with; its elastic force.
 */
export const whole = /* @__PURE__ */ new Float64Array(6);
const SHARES = 0;
const LOADS = 1;
const DEPTHS = 2;
const BONDS = 3;
const OVER = 4;
export const ELASTIC = 5;

/**
 * Loads contact c of a list: `areas` and `volumes` are lengths and areas in the plane. Points that press get bonds if
 * the law has bonds.
 */
export function loadContact(
  law: ContactLaw,
  history: Float64Array,
  floats: number,
  list: Points,
  areas: Float64Array,
  volumes: Float64Array,
  c: number,
): void {
  const { pointStart, pointGaps, pointShares, pointSlot } = list;
  const first = pointStart[c];
  const end = pointStart[c + 1];
  whole.fill(0);
  for (let p = first; p < end; p++) {
    const depth = pointGaps[p] < 0 ? -pointGaps[p] : 0;
    whole[SHARES] += pointShares[p];
    whole[LOADS] += pointShares[p] * depth;
    whole[DEPTHS] += depth;
  }
  const isPressure = law.model === NormalModel.Pressure;
  const area = areas[c];
  const volume = volumes[c] > 0 ? volumes[c] : 0;
  // Shear stiffness and damping are those of a unit of area, or of the whole contact.
  whole[OVER] = isPressure ? area : 1;
  whole[ELASTIC] = isPressure ? law.normalStiffness * volume : area > 0 ? (law.normalStiffness * volume) / area : 0;
  if (!(law.cohesion > 0 || law.tensileStrength > 0)) return;
  for (let p = first; p < end; p++) {
    const h = historyOf(history, floats, pointSlot[p]);
    if (h < 0) continue;
    const bond = h + floats - 2;
    const presses = whole[SHARES] > 0 ? pointShares[p] > 0 : pointGaps[p] <= 0;
    const share = whole[SHARES] > 0 ? pointShares[p] : area / (end - first);
    if (presses) history[bond] = Math.max(history[bond], share);
    whole[BONDS] += history[bond];
  }
}

/** Where the numbers of a slot begin; -1 for a point without a slot, or beyond the history. */
export function historyOf(history: Float64Array, floats: number, slot: number): number {
  return slot >= 0 && floats * (slot + 1) <= history.length ? floats * slot : -1;
}

/** The forces at a point of an area law, by {@link loadPoint} and {@link dampPoint}. */
export const pointPart = /* @__PURE__ */ new Float64Array(6);
/** Its part of the elastic force. */
const LOAD = 0;
/** The factor of the law's shear stiffness and damping. */
const EXTENT = 1;
/** Elastic force of a bond that is pulled, and the area of a bond that holds. */
const PULL = 2;
const BOND = 3;
/** Input of dampPoint: the velocity along the normal with which the bodies separate at the point. */
export const APART = 4;
/** Force along the normal that acts at the point, and not at the pressure centre. */
export const NORMAL = 5;
/** Stiffness, damping and greatest force of its shear spring. */
export const shearOfPoint = /* @__PURE__ */ new Float64Array(3);

/**
 * Fills {@link pointPart} for point p of contact c, whose history is at h (-1: none). Returns false for a point without
 * forces; the caller then clears its shear spring.
 */
export function loadPoint(law: ContactLaw, history: Float64Array, floats: number, h: number, list: Points, c: number, p: number): boolean {
  const { pointStart, pointGaps, pointShares } = list;
  const count = pointStart[c + 1] - pointStart[c];
  const gap = pointGaps[p];
  const depth = gap < 0 ? -gap : 0;
  const part = whole[LOADS] > 0 ? (pointShares[p] * depth) / whole[LOADS] : whole[DEPTHS] > 0 ? depth / whole[DEPTHS] : 1 / count;
  const bond = h >= 0 && history[h + floats - 1] === 0 ? history[h + floats - 2] : 0;
  const held = !(bond > 0) ? 0 : law.model === NormalModel.Pressure ? bond : bond / whole[BONDS];
  const pull = bond > 0 && gap > 0 ? law.normalStiffness * gap * held : 0;
  pointPart[LOAD] = whole[ELASTIC] * part;
  pointPart[EXTENT] = Math.max(whole[OVER] * part, held);
  pointPart[PULL] = pull;
  pointPart[BOND] = bond;
  if (pull > law.tensileStrength * bond) {
    if (law.bondEnd !== BondEnd.Nothing) history[h + floats - 1] = 1;
    return false;
  }
  return pointPart[LOAD] > 0 || bond > 0;
}

/** From the velocity at {@link APART}: the force at {@link NORMAL}, of dashpot and bond, and {@link shearOfPoint}. */
export function dampPoint(law: ContactLaw, hasHistory: boolean): void {
  const load = pointPart[LOAD];
  const pull = pointPart[PULL];
  const most = load + pull;
  const damped = Math.max(-most, Math.min(most, law.normalDamping * pointPart[EXTENT] * pointPart[APART]));
  pointPart[NORMAL] = -damped - pull;
  const cohesion = pointPart[BOND] > 0 ? law.cohesion * pointPart[BOND] : 0;
  shearOfPoint[0] = hasHistory ? law.shearStiffness * pointPart[EXTENT] : 0;
  shearOfPoint[1] = law.shearDamping * pointPart[EXTENT];
  shearOfPoint[2] = Math.max(0, law.friction * (load - damped - pull) + cohesion);
}

/** Ends a bond with cohesion after its point has slid, if the law says so. */
export function slidePoint(law: ContactLaw, history: Float64Array, floats: number, h: number): void {
  if (pointPart[BOND] > 0 && law.cohesion > 0 && law.bondEnd === BondEnd.SlidingOrTearing) history[h + floats - 1] = 1;
}
