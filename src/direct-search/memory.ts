/**
 * The memory of the fast direct search for a pair: the last normal; a contact set with its pose; the slack within which
 * the set stays (slack.ts); the faces and edges whose normals can be the first entrance.
 *
 * ints: 2 marks of the pair of shapes, number of basic contacts, number of entrances, then these as pairs of features
 * of A and B, 16 bits each (a feature code is less than 4 * MAX_EDGES < 2^16). floats: last normal 0..2, pose 3..14,
 * dTol 15, squared sine of the parallel tolerance 16, slack of ways 17 and of turns 18, least gap 19 of a pair without
 * contacts (then 15 is its reach). All zeros, and marks of other shapes, mean no memory. A slack of 0 means that only
 * the normal is stored.
 */
import type { Pose } from '../body/pose';
import { GAP } from '../contact/layouts';
import type { ContactState } from '../contact/method';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { entrance } from './best-entrance';
import { CANDIDATE_CAPACITY, candidateA, candidateB, candidateCount } from './candidates';
import { CONTACTS, setA, setB, setCount } from './contact-set';
import { direction } from './direction';
import { BAND, D_TOL, NEAR, pairMark, PARALLEL, REACH, ROUNDING, settings, SMALLEST_EDGE, WIDER } from './settings';
import { OF_TURN, OF_WAY, slack } from './slack';

/** Most basic contacts of a stored set. Larger sets are searched in each call. */
const SET_ROOM = 12;

/** Slots of ints: numbers of basic contacts and of entrances; the basic contacts, then the entrances. */
const SET_COUNT = 2;
const ENTRANCE_COUNT = 3;
const SET = 4;

export const STATE_INTS = SET + SET_ROOM + CANDIDATE_CAPACITY;
export const STATE_FLOATS = 20;

/** Slots of floats. */
const POSE = 3;
const TOLERANCE = 15;
const SINE2 = 16;
const WAY = 17;
const TURN = 18;
const LEAST_GAP = 19;

/** Distances have errors of a few roundings, in this call and in the call that measured the slack. */
const ROUNDINGS = 64;

/**
 * Displacement of the points of B since the set was found (OF_WAY), and turn of its unit vectors (OF_TURN), rounded up.
 */
const moved = /* @__PURE__ */ new Float64Array(2);

/** Whether the memory belongs to these shapes. */
export function knowsPair({ ints, intOffset }: ContactState): boolean {
  return ints[intOffset] === pairMark[0] && ints[intOffset + 1] === pairMark[1];
}

/** Whether the stored set is proved to be the set at this pose. */
export function isSetSame({ ints, intOffset, floats, floatOffset: o }: ContactState, b: ConvexPolyhedron, pose: Pose): boolean {
  const way = floats[o + WAY];
  if (!(way > 0) || floats[o + SINE2] !== settings[PARALLEL]) return false;
  let turn = 0;
  for (let k = 0; k < 9; k++) {
    const d = pose[k] - floats[o + POSE + k];
    turn += d * d;
  }
  let shift = 0;
  for (let k = 9; k < 12; k++) {
    const d = pose[k] - floats[o + POSE + k];
    shift += d * d;
  }
  // Rotations that differ by an angle w turn unit vectors by up to 2 sin(w / 2). The Frobenius norm of their difference
  // is sqrt(2) times that.
  turn = Math.sqrt(0.5 * turn);
  // A pair without contacts has none while nothing is within reach. A set stays while the decisions by dTol stay.
  const tolerance = ints[intOffset + SET_COUNT] > 0 ? settings[D_TOL] : settings[REACH];
  moved[OF_WAY] =
    (Math.sqrt(shift) + turn * b.radius + Math.abs(tolerance - floats[o + TOLERANCE])) * WIDER +
    settings[BAND] +
    ROUNDINGS * settings[ROUNDING];
  moved[OF_TURN] = turn * WIDER + (ROUNDINGS * settings[ROUNDING]) / settings[SMALLEST_EDGE];
  return moved[OF_WAY] < way && moved[OF_TURN] < floats[o + TURN];
}

/** Stores the pair and the normal. */
export function rememberNormal({ ints, intOffset, floats, floatOffset }: ContactState, normal: Float64Array): void {
  ints[intOffset] = pairMark[0];
  ints[intOffset + 1] = pairMark[1];
  for (let k = 0; k < 3; k++) floats[floatOffset + k] = normal[k];
}

/** Marks that no set is stored: the next call searches. */
export function forgetSet({ floats, floatOffset }: ContactState): void {
  floats[floatOffset + WAY] = 0;
}

/** Stores that the pair is apart along the found direction, by more than its reach. */
export function rememberApart(state: ContactState, pose: Pose): void {
  rememberPose(state, pose);
  state.floats[state.floatOffset + TOLERANCE] = settings[REACH];
  state.floats[state.floatOffset + WAY] = direction[GAP] - settings[REACH];
  state.floats[state.floatOffset + TURN] = Infinity;
  state.ints[state.intOffset + SET_COUNT] = 0;
  state.floats[state.floatOffset + LEAST_GAP] = direction[GAP];
}

/** Stores the contact set and its slack, if there is a slack and room for the set. */
export function rememberSet(state: ContactState, pose: Pose): void {
  const { floats, floatOffset } = state;
  forgetSet(state);
  if (!(slack[OF_WAY] > 0) || !storeSet(state)) return;
  rememberPose(state, pose);
  floats[floatOffset + WAY] = slack[OF_WAY];
  floats[floatOffset + TURN] = slack[OF_TURN];
  floats[floatOffset + LEAST_GAP] = settings[NEAR];
}

/** Stores the features of the set and of the entrances; false without room. A proof of slack is not stored. */
export function storeSet({ ints, intOffset }: ContactState): boolean {
  const count = setCount[CONTACTS];
  const entrances = candidateCount[0];
  if (count > SET_ROOM || entrances > CANDIDATE_CAPACITY) return false;
  ints[intOffset + SET_COUNT] = count;
  ints[intOffset + ENTRANCE_COUNT] = entrances;
  const set = intOffset + SET;
  for (let k = 0; k < count; k++) ints[set + k] = (setA[k] << 16) | setB[k];
  for (let k = 0; k < entrances; k++) ints[set + SET_ROOM + k] = (candidateA[k] << 16) | candidateB[k];
  return true;
}

/** Restores the set and the entrances. */
export function recallSet({ ints, intOffset }: ContactState): void {
  const set = intOffset + SET;
  setCount[CONTACTS] = Math.min(ints[intOffset + SET_COUNT], SET_ROOM);
  candidateCount[0] = Math.min(ints[intOffset + ENTRANCE_COUNT], CANDIDATE_CAPACITY);
  for (let k = 0; k < setCount[CONTACTS]; k++) {
    setA[k] = ints[set + k] >>> 16;
    setB[k] = ints[set + k] & LOW_BITS;
  }
  for (let k = 0; k < candidateCount[0]; k++) {
    candidateA[k] = ints[set + SET_ROOM + k] >>> 16;
    candidateB[k] = ints[set + SET_ROOM + k] & LOW_BITS;
  }
}

const LOW_BITS = 0xffff;

/**
 * Restores the direction along which a pair without contacts is apart, and a lower bound of its g: g shrank by at most
 * the displacement.
 */
export function recallApart({ floats, floatOffset }: ContactState): void {
  for (let k = 0; k < 3; k++) entrance[k] = floats[floatOffset + k];
  entrance[GAP] = floats[floatOffset + LEAST_GAP] - moved[OF_WAY];
}

function rememberPose({ floats, floatOffset: o }: ContactState, pose: Pose): void {
  for (let k = 0; k < 12; k++) floats[o + POSE + k] = pose[k];
  floats[o + TOLERANCE] = settings[NEAR];
  floats[o + SINE2] = settings[PARALLEL];
}
