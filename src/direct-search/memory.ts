/**
 * What the fast direct search remembers of a pair: the last normal, and a contact set with the pose for which it was
 * found, the slack within which it stays (slack.ts), and the faces and edges whose normals can be the first entrance.
 *
 * ints: 2 marks of the pair of shapes, number of basic contacts, number of entrances, then these as pairs of features
 * of A and B, 16 bits each (a feature code is less than 4 * MAX_EDGES < 2^16). floats: last normal 0..2, pose 3..14,
 * dTol 15, squared sine of the parallel tolerance 16, slack of ways 17 and of turns 18, least gap 19 of a pair without
 * contacts (then 15 is its reach). All zeros, and marks of other shapes: no memory. A slack of 0: the normal alone.
 */
import type { Pose } from '../body/pose';
import { GAP } from '../contact/layouts';
import type { ContactState } from '../contact/method';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { entrance } from './best-entrance';
import { CANDIDATE_CAPACITY, candidateA, candidateB, candidateCount } from './candidates';
import { CONTACTS, setA, setB, setCount } from './contact-set';
import { direction } from './direction';
import { BAND, D_TOL, NEAR, pairMark, PARALLEL, REACH, ROUNDING, settings, SMALLEST_EDGE } from './settings';
import { OF_TURN, OF_WAY, slack } from './slack';

/** Most basic contacts of a set that is remembered; larger ones are searched for in each call. */
const SET_ROOM = 12;

/** Places in ints: numbers of basic contacts and of entrances; the basic contacts, then the entrances. */
const SET_COUNT = 2;
const ENTRANCE_COUNT = 3;
const SET = 4;

export const STATE_INTS = SET + SET_ROOM + CANDIDATE_CAPACITY;
export const STATE_FLOATS = 20;

/** Places in floats. */
const POSE = 3;
const TOLERANCE = 15;
const SINE2 = 16;
const WAY = 17;
const TURN = 18;
const LEAST_GAP = 19;

/** Rounding of sums of squares and products, with room. */
const WIDER = 1 + 1e-9;
/** Distances are off by a few roundings in this call and in the one that measured the slack. */
const ROUNDINGS = 64;

/** Way of the points of B since the set was found (OF_WAY), and turn of its unit vectors (OF_TURN), rounded up. */
const moved = /* @__PURE__ */ new Float64Array(2);

/** Whether the memory is one of these shapes. */
export function knowsPair({ ints, intOffset }: ContactState): boolean {
  return ints[intOffset] === pairMark[0] && ints[intOffset + 1] === pairMark[1];
}

/** Whether the set remembered is proved to be the one at this pose. */
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
  // Rotations that differ by an angle of w turn unit vectors by up to 2 sin(w / 2), and the norm of Frobenius of their
  // difference is sqrt(2) times that.
  turn = Math.sqrt(0.5 * turn);
  // A pair without contacts has none while nothing is within reach, a set stays while dTol decides alike.
  const tolerance = ints[intOffset + SET_COUNT] > 0 ? settings[D_TOL] : settings[REACH];
  moved[OF_WAY] =
    (Math.sqrt(shift) + turn * b.radius + Math.abs(tolerance - floats[o + TOLERANCE])) * WIDER +
    settings[BAND] +
    ROUNDINGS * settings[ROUNDING];
  moved[OF_TURN] = turn * WIDER + (ROUNDINGS * settings[ROUNDING]) / settings[SMALLEST_EDGE];
  return moved[OF_WAY] < way && moved[OF_TURN] < floats[o + TURN];
}

/** Keeps the pair and the normal. */
export function rememberNormal({ ints, intOffset, floats, floatOffset }: ContactState, normal: Float64Array): void {
  ints[intOffset] = pairMark[0];
  ints[intOffset + 1] = pairMark[1];
  for (let k = 0; k < 3; k++) floats[floatOffset + k] = normal[k];
}

/** No set is known: the next call searches. */
export function forgetSet({ floats, floatOffset }: ContactState): void {
  floats[floatOffset + WAY] = 0;
}

/** The pair is apart along the direction found, by more than its reach. */
export function rememberApart(state: ContactState, pose: Pose): void {
  rememberPose(state, pose);
  state.floats[state.floatOffset + TOLERANCE] = settings[REACH];
  state.floats[state.floatOffset + WAY] = direction[GAP] - settings[REACH];
  state.floats[state.floatOffset + TURN] = Infinity;
  state.ints[state.intOffset + SET_COUNT] = 0;
  state.floats[state.floatOffset + LEAST_GAP] = direction[GAP];
}

/** Keeps the contact set and its slack, where there is one and room for it. */
export function rememberSet(state: ContactState, pose: Pose): void {
  const { ints, intOffset, floats, floatOffset } = state;
  const count = setCount[CONTACTS];
  const entrances = candidateCount[0];
  forgetSet(state);
  if (!(slack[OF_WAY] > 0) || count > SET_ROOM || entrances > CANDIDATE_CAPACITY) return;
  rememberPose(state, pose);
  floats[floatOffset + WAY] = slack[OF_WAY];
  floats[floatOffset + TURN] = slack[OF_TURN];
  floats[floatOffset + LEAST_GAP] = settings[NEAR];
  ints[intOffset + SET_COUNT] = count;
  ints[intOffset + ENTRANCE_COUNT] = entrances;
  const set = intOffset + SET;
  for (let k = 0; k < count; k++) ints[set + k] = (setA[k] << 16) | setB[k];
  for (let k = 0; k < entrances; k++) ints[set + SET_ROOM + k] = (candidateA[k] << 16) | candidateB[k];
}

/** Brings the set and the entrances back. */
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
 * Brings back the direction along which a pair without contacts is apart, and what its g cannot be below: it shrank by
 * no more than the way.
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
