import {
  ContactKind,
  createContactFor,
  createDetectOptions,
  createState,
  featureDimension,
  featureIndex,
  Status,
  type Contact,
  type ContactMethod,
  type ContactState,
  type DetectOptions,
} from '../../src/contact';
import { createPose, type Pose } from '../../src/body';
import { createRandom, type Random } from '../../src/math/random';
import { box, octahedron, type ConvexPolyhedron } from '../../src/polyhedron';
import { UNIT_ROUNDOFF } from '../oracles/solid';
import type { Tally } from './fuzz-method';
import { movedPair, swappedPair, type FuzzPair } from './fuzz-pair';
import { nudge } from './placing';
import { outsideShadow, shadowOf } from './shadow';

/**
 * What a method promises about its contacts, by its docs. What all promise is not named here: see {@link
 * judgeContacts}.
 */
export interface Promises {
  /** The status is that of the exact gap. False: of its own gap. */
  exactStatus: boolean;
  /** No answer about a finite pose is Unresolved. */
  resolves: boolean;
  /**
   * Which pairs have a kind and a point, all others none: those within the margin and those that touch or overlap; the
   * latter alone; or it does not say.
   */
  lists: 'within margin' | 'touching' | 'some';
  /** What is wrong with a gap; empty when it is as documented. */
  gap(gap: number, pair: FuzzPair): string;
  /** B and A have the status and the gap of A and B, and the opposite normal where bodies are apart. */
  symmetric: boolean;
  /** Memory never changes status or gap. */
  forgets: boolean;
  /** Points lie in the shadows of both bodies along the normal. */
  overBoth: boolean;
  /** The gap of a pair without points is a lower bound, which may differ from call to call. */
  boundsOnly?: boolean;
  /** The motion between two calls is part of the question. */
  asksMotion?: boolean;
  /** So many allowed errors two answers may differ by, where it is more than for others. */
  open?: number;
  /** And such a part of the gap: what the normal is uncertain by. */
  openPart?: number;
}

/** The gap of the exact plane. */
export function exactGap(gap: number, { exact, allowed }: FuzzPair): string {
  return Math.abs(gap - exact.gap) <= allowed ? '' : `gap ${gap}, exactly ${exact.gap}`;
}

/** The gap of some plane: never above the exact one. */
export function planeGap(gap: number, { exact, allowed }: FuzzPair): string {
  return gap <= exact.gap + allowed ? '' : `gap ${gap} is above the exact ${exact.gap}`;
}

/** Exact for bodies apart, the gap of some plane in overlap. */
export const exactApart = (gap: number, pair: FuzzPair): string => (pair.exact.gap > pair.band ? exactGap : planeGap)(gap, pair);

/** Small motions between two calls: a fraction of the smaller body's radius, and radians. */
const MOTIONS = [1e-4, 1e-2] as const;

/** B comes to its place from these parts of the radii away, along the exact normal. */
const APPROACH = [0.3, 0.03, 0.001] as const;

/** Within this many times the allowed error of the edge of a band the status is open. */
const OPEN = 2;

/**
 * Asks a method about a pair: cold, from a dirty result, again with its own memory, with memories that are wrong, after
 * small motions, at the end of an approach, and with A and B exchanged. All methods promise that an answer
 * - depends on the question alone, not on what was in the result;
 * - is finite, with a status that fits a finite pose;
 * - has no more rows than the arrays hold, features that the bodies have, and a unit normal where there is a contact;
 * and what `promises` says.
 */
export function judgeContacts(method: ContactMethod, promises: Promises, pair: FuzzPair, tally: Tally): void {
  const random = createRandom(pair.seed);
  const options = drawOptions(pair, random);
  const state = createState(method);
  const cold = ask(method, pair, state, options);
  tally.status(cold.status);
  const after = copyOf(state);
  judge('cold', cold, promises, pair, options, tally);
  const again = ask(method, pair, createState(method), options, 7);
  if (numbersOf(again).join() !== numbersOf(cold).join()) tally.fault('the answer depends on what was in the result');

  const warm = (name: string, memory: ContactState, at: FuzzPair, moved: number, reference: Contact | null): void => {
    const asked = { ...options, motionB: moved };
    const out = ask(method, at, memory, asked);
    judge(name, out, promises, at, options, tally);
    if (!promises.forgets) return;
    const known = promises.asksMotion && moved > 0 ? null : reference;
    compare(name, out, known ?? ask(method, at, createState(method), promises.asksMotion ? asked : options), promises, at, tally);
  };
  warm('again', copyOf(after), pair, 0, cold);
  for (const memory of otherMemories(method)) warm("with another pair's memory", copyOf(memory), pair, 0, cold);
  warm('with a random memory', randomMemory(method, pair, random), pair, 0, cold);
  const { a, b, pose, exact } = pair;
  const smaller = Math.min(a.shape.radius, b.shape.radius);
  const moved = createPose();
  for (const motion of MOTIONS) {
    nudge(moved, pose, motion, smaller, random);
    warm(`after a motion of ${motion}`, copyOf(after), movedPair(pair, moved.slice()), farthest(b.shape, pose, moved), null);
  }
  const memory = createState(method);
  let last: Pose | null = null;
  for (const part of [...APPROACH, 0]) {
    moved.set(pose);
    for (let k = 0; k < 3; k++) moved[9 + k] += part * (a.shape.radius + b.shape.radius) * exact.normal[k];
    const at = part === 0 ? pair : movedPair(pair, moved.slice());
    warm(`approaching, ${part} away`, memory, at, last ? farthest(b.shape, last, at.pose) : 0, part === 0 ? cold : null);
    last = at.pose;
  }
  if (!promises.symmetric) return;
  const other = swappedPair(pair);
  const swapped = ask(method, other, createState(method), options);
  judge('swapped', swapped, promises, other, options, tally);
  compare('swapped', swapped, cold, promises, pair, tally);
  // A link that is long to rounding has one direction.
  if (cold.gap > 1e6 * pair.allowed && cold.count > 0 && swapped.count > 0) {
    const back = turned(pose, swapped.normal);
    const off = Math.hypot(back[0] + cold.normal[0], back[1] + cold.normal[1], back[2] + cold.normal[2]);
    // Lengths that differ by the allowed error are of directions that differ by the root of twice its part, each.
    if (!(off <= Math.max(1e-5, 2 * Math.sqrt((2 * pair.allowed) / cold.gap)))) tally.fault(`swapped: normals differ by ${off}`);
  }
}

/** One answer into a fresh result; `dirt` is what its numbers hold before. */
export function ask(method: ContactMethod, { a, b, pose }: FuzzPair, state: ContactState, options: DetectOptions, dirt = -3): Contact {
  const out = createContactFor(a.shape, b.shape);
  for (const array of [out.normal, out.centre, out.pointA, out.pointB, out.points, out.gaps, out.features, out.shares]) array.fill(dirt);
  Object.assign(out, {
    status: dirt,
    kind: dirt,
    gap: dirt,
    owner: dirt,
    area: dirt,
    volume: dirt,
    featureA: dirt,
    featureB: dirt,
    count: dirt,
    rimCount: dirt,
    dropped: dirt,
    iterations: dirt,
  });
  method.detect(out, a.shape, b.shape, pose, state, options);
  return out;
}

function judge(name: string, out: Contact, promises: Promises, pair: FuzzPair, options: DetectOptions, tally: Tally): void {
  const fault = (complaint: string): void => tally.fault(`${name}: ${complaint}`);
  const { a, b, pose, exact, band, allowed } = pair;
  const { status, count, rimCount, gap, kind } = out;
  if (!numbersOf(out).every(Number.isFinite)) fault('not finite');
  if (!(status >= Status.Separated && status <= Status.Unresolved)) fault(`status ${status}`);
  if (status === Status.Unresolved && promises.resolves) fault('Unresolved');
  if (status !== Status.Separated && status !== Status.Touching && status !== Status.Overlapping) return;
  const own = promises.exactStatus ? exact.gap : gap;
  // Without a point a method's own gap is a bound.
  const isBound = !promises.exactStatus && promises.lists === 'some' && count === 0;
  const isClear = Math.abs(Math.abs(own) - band) > OPEN * allowed && !isBound;
  if (isClear && status !== statusOf(own, band)) fault(`status ${status} of the ${promises.exactStatus ? 'exact ' : ''}gap ${own}`);
  const complaint = promises.gap(gap, pair);
  if (complaint !== '') fault(complaint);

  if (!(count >= 0 && rimCount >= 0 && count + rimCount <= out.gaps.length))
    fault(`${count} points and ${rimCount} rim corners in ${out.gaps.length} rows`);
  if (!(out.area >= 0 && out.volume >= 0 && out.dropped >= 0)) fault('a negative measure');
  const isContact = status !== Status.Separated || (promises.lists === 'within margin' && gap <= options.margin);
  const isOpen = status === Status.Separated && Math.abs(gap - options.margin) <= allowed;
  if (promises.lists !== 'some' && !isOpen && (isContact !== count > 0 || isContact !== (kind !== ContactKind.None)))
    fault(`kind ${kind} and ${count} points at gap ${gap}, margin ${options.margin}`);
  if (count === 0) return;

  const length = Math.hypot(...out.normal);
  if (!(Math.abs(length - 1) <= 8 * UNIT_ROUNDOFF)) fault(`normal of length ${length}`);
  if (!isFeature(a.shape, out.featureA) || !isFeature(b.shape, out.featureB)) fault(`features ${out.featureA}, ${out.featureB}`);
  const shadows = promises.overBoth ? [shadowOf(a.shape, null, out.normal), shadowOf(b.shape, pose, out.normal)] : [];
  for (let p = 0; p < count; p++) {
    if (!isFeature(a.shape, out.features[2 * p]) || !isFeature(b.shape, out.features[2 * p + 1])) fault(`features of point ${p}`);
    shadows.forEach((shadow, body) => {
      const outside = outsideShadow(shadow, out.points, 3 * p);
      if (outside > OPEN * (allowed + band)) fault(`point ${p} is ${outside} beside ${body === 0 ? 'A' : 'B'}`);
    });
  }
}

function compare(
  name: string,
  out: Contact,
  reference: Contact,
  { boundsOnly, open = OPEN, openPart = 0 }: Promises,
  { band, allowed, exact }: FuzzPair,
  tally: Tally,
): void {
  if (out.status === Status.Unresolved || reference.status === Status.Unresolved) return;
  if (Math.abs(Math.abs(exact.gap) - band) > OPEN * allowed && out.status !== reference.status)
    tally.fault(`${name}: status ${out.status}, else ${reference.status}`);
  if (boundsOnly && (out.count === 0 || reference.count === 0)) return;
  if (!(Math.abs(out.gap - reference.gap) <= open * allowed + openPart * Math.abs(reference.gap)))
    tally.fault(`${name}: gap ${out.gap}, else ${reference.gap}`);
}

const statusOf = (gap: number, band: number): Status =>
  gap > band ? Status.Separated : gap < -band ? Status.Overlapping : Status.Touching;

/** Margins from none to the size of the bodies, and points of pairs that touch. */
function drawOptions({ a, b }: FuzzPair, random: Random): DetectOptions {
  const size = a.shape.radius + b.shape.radius;
  const length = (): number => (random() < 0.5 ? 0 : size * 10 ** (-12 * random()));
  return { ...createDetectOptions(), margin: length(), pointMargin: random() < 0.7 ? 0 : length() };
}

/** Every number of a contact, rows that are none left out. */
function numbersOf(out: Contact): number[] {
  const rows = Math.max(0, Math.min(out.gaps.length, out.count + out.rimCount)) || 0;
  const { status, kind, gap, owner, area, volume, featureA, featureB, count, rimCount, dropped, iterations } = out;
  return [
    ...[status, kind, gap, owner, area, volume, featureA, featureB, count, rimCount, dropped, iterations],
    ...[...out.normal, ...out.centre, ...out.pointA, ...out.pointB],
    ...[...out.points.subarray(0, 3 * rows), ...out.gaps.subarray(0, rows), ...out.shares.subarray(0, rows)],
    ...out.features.subarray(0, 2 * rows),
  ];
}

function isFeature(shape: ConvexPolyhedron, feature: number): boolean {
  const counts = [shape.vertexCount, shape.edgeCount, shape.faceCount, 0];
  return featureIndex(feature) >= 0 && featureIndex(feature) < counts[featureDimension(feature)];
}

const copyOf = (state: ContactState): ContactState => ({ ...state, ints: state.ints.slice(), floats: state.floats.slice() });

/** Memories of pairs that are not the one asked about: one apart, one deep, one that touches. */
function otherMemories(method: ContactMethod): ContactState[] {
  let memories = remembered.get(method);
  if (memories === undefined) {
    const shapes = [box(1, 1, 1), octahedron(0.8), box(0.2, 3, 1)];
    memories = [2, 0.3, 1].map((x, k) => {
      const state = createState(method);
      const [a, b] = [shapes[k], shapes[(k + 1) % 3]];
      const pose = createPose();
      pose.set([x, 0.1, 0.2], 9);
      method.detect(createContactFor(a, b), a, b, pose, state, createDetectOptions());
      return state;
    });
    remembered.set(method, memories);
  }
  return memories;
}

const remembered = new Map<ContactMethod, ContactState[]>();

/** Numbers of the size of codes and coordinates. */
function randomMemory(method: ContactMethod, { a, b }: FuzzPair, random: Random): ContactState {
  const state = createState(method);
  const size = a.shape.radius + b.shape.radius;
  for (let k = 0; k < state.ints.length; k++)
    state.ints[k] = random() < 0.8 ? Math.floor(40 * random()) - 1 : Math.floor(2 ** 32 * (random() - 0.5));
  for (let k = 0; k < state.floats.length; k++) state.floats[k] = (random() < 0.5 ? 1 : size) * (2 * random() - 1);
  return state;
}

/** The farthest that a corner of B has come from one pose to another. */
function farthest(b: ConvexPolyhedron, from: Pose, to: Pose): number {
  let most = 0;
  for (let v = 0; v < 3 * b.vertexCount; v += 3) {
    let square = 0;
    for (let r = 0; r < 3; r++) {
      let step = to[9 + r] - from[9 + r];
      for (let k = 0; k < 3; k++) step += (to[3 * r + k] - from[3 * r + k]) * b.vertices[v + k];
      square += step * step;
    }
    most = Math.max(most, square);
  }
  return Math.sqrt(most);
}

function turned(pose: Pose, v: ArrayLike<number>): number[] {
  return [0, 1, 2].map((r) => pose[3 * r] * v[0] + pose[3 * r + 1] * v[1] + pose[3 * r + 2] * v[2]);
}
