/**
 * A detector at rest and in motion: time a body and step by phase, share of steps that build the near list, what memory
 * of pairs saves, bytes held, and all that for 10^3, 10^4 and 10^5 bodies: linear means that the figures a body stay
 * the same.
 *
 * Scene: copies of packing-500 (particles that settled under gravity) side by side, without its walls. Copies touch no
 * more than by chance, so that contacts a body are those of one packing at every size. At rest, bodies swing by a
 * micrometre; in motion each goes to and fro along a direction of its own, 50 micrometres a step, 2 mm in all, so that
 * the skin is used up again and again.
 *
 * Times are medians over steps, in one thread, by the wall clock. The broad phase is what comes before the first pair
 * is asked: a look at all bodies, and the list where it is built. Rebuilding is the mean of the broad phase of steps
 * that build less that of others.
 */
import {
  addBody,
  box,
  createBodySet,
  createDetector,
  createRandom,
  exactMethod,
  shortestLinkMethod,
  trackedShortestLinkMethod,
  type ContactMethod,
} from 'dem-contact';
import { openBench } from '../lib/measure';
import { copies } from '../lib/packing-copies';

const bench = openBench('detector');
const SIZES = bench.quick ? [500, 1000] : [1000, 10_000, 100_000];
/** Steps that count, and steps before them, by size; the first steps are for the engine and the memory of pairs. */
const STEPS = (bodies: number): number => (bench.quick ? 4 : Math.max(12, Math.min(120, 400_000 / bodies)));
const WARM_UP = (bodies: number): number => (bench.quick ? 2 : Math.max(4, Math.min(60, 200_000 / bodies)));
const MARGIN = 3e-4;
const SWING = 1e-6;
const TRAVEL = { step: 5e-5, length: 2e-3 };

interface Figures {
  bodies: number;
  /** ns a body and step. */
  broadPhase: number;
  contacts: number;
  all: number;
  /** ns a body and rebuild. */
  rebuild: number;
  /** Share of steps that build the near list. */
  rebuilds: number;
  /** A body. */
  nearPairs: number;
  asked: number;
  listed: number;
  points: number;
  /** Bytes a body that the detector holds. */
  bytes: number;
}

for (const [motion, offset] of [
  ['at rest', atRest],
  ['in motion', inMotion],
] as const) {
  for (const [name, method] of [
    ['slm', shortestLinkMethod],
    ['exact', exactMethod],
    ['tracked', trackedShortestLinkMethod],
  ] as const) {
    const rows = SIZES.map((bodies) => run(bodies, method, offset));
    report(`${name}, ${motion}`, rows);
  }
}

// Cold: every call without memory. At one size, since it is the same a pair.
const coldSize = SIZES[bench.quick ? 0 : 1];
for (const [name, method] of [
  ['slm', shortestLinkMethod],
  ['exact', exactMethod],
  ['tracked', trackedShortestLinkMethod],
] as const) {
  const warm = run(coldSize, method, atRest);
  const cold = run(coldSize, forgetful(method), atRest);
  const ratio = warm.contacts / cold.contacts;
  console.log(`${name}: contacts with memory ${ratio.toFixed(3)} of the time without, at ${coldSize} bodies`);
  bench.note(`warm to cold, ${name}`, ratio);
}

const lone = loneBytes(SIZES[1]);
console.log(`bodies without neighbours: ${lone.toFixed(0)} bytes a body`);
bench.note('bytes a body without neighbours', lone);
bench.save();

/** The detector on this many bodies, moved each step by `offset`. */
function run(bodies: number, method: ContactMethod, offset: (step: number) => number): Figures {
  const set = copies(bodies);
  const random = createRandom(1);
  const directions = new Float64Array(3 * bodies);
  for (let b = 0; b < bodies; b++) {
    const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.sqrt(x * x + y * y + z * z);
    directions.set([x / length, y / length, z / length], 3 * b);
  }
  const start = set.positions.slice();
  const clock = { first: 0 };
  const detector = createDetector({ bodies: set, method: timed(method, clock), margin: MARGIN });
  const warmUp = WARM_UP(bodies);
  const steps = STEPS(bodies);
  const broadPhase: number[] = [];
  const contacts: number[] = [];
  const all: number[] = [];
  const built: number[] = [];
  const kept: number[] = [];
  for (let step = 0; step < warmUp + steps; step++) {
    const moved = offset(step);
    for (let k = 0; k < 3 * bodies; k++) set.positions[k] = start[k] + moved * directions[k];
    const before = detector.statistics.builtForMotion;
    clock.first = 0;
    const begin = performance.now();
    detector.update();
    const end = performance.now();
    if (step < warmUp) continue;
    const first = clock.first > 0 ? clock.first : end;
    broadPhase.push(first - begin);
    contacts.push(end - first);
    all.push(end - begin);
    (detector.statistics.builtForMotion > before ? built : kept).push(first - begin);
  }
  const ns = 1e6 / bodies;
  const { statistics, contacts: list } = detector;
  return {
    bodies,
    broadPhase: median(broadPhase) * ns,
    contacts: median(contacts) * ns,
    all: median(all) * ns,
    rebuild: built.length > 0 && kept.length > 0 ? (mean(built) - mean(kept)) * ns : 0,
    rebuilds: built.length / steps,
    nearPairs: statistics.nearPairs / bodies,
    asked: statistics.askedPairs / bodies,
    listed: list.count / bodies,
    points: list.pointCount / bodies,
    bytes: detector.memory() / bodies,
  };
}

function atRest(step: number): number {
  return step % 2 === 0 ? 0 : SWING;
}

/** To and fro between 0 and the length of travel. */
function inMotion(step: number): number {
  const turn = Math.round(TRAVEL.length / TRAVEL.step);
  const k = step % (2 * turn);
  return TRAVEL.step * (k < turn ? k : 2 * turn - k);
}

/** Notes when the first pair of a step is asked. */
function timed(method: ContactMethod, clock: { first: number }): ContactMethod {
  return {
    ...method,
    detect(out, a, b, pose, state, options) {
      if (clock.first === 0) clock.first = performance.now();
      return method.detect(out, a, b, pose, state, options);
    },
  };
}

/** The method without its memory. */
function forgetful(method: ContactMethod): ContactMethod {
  const { stateInts, stateFloats } = method;
  return {
    ...method,
    detect(out, a, b, pose, state, options) {
      state.ints.fill(0, state.intOffset, state.intOffset + stateInts);
      state.floats.fill(0, state.floatOffset, state.floatOffset + stateFloats);
      return method.detect(out, a, b, pose, state, options);
    },
  };
}

function report(title: string, rows: Figures[]): void {
  const [least, most] = [Math.min(...rows.map((row) => row.all)), Math.max(...rows.map((row) => row.all))];
  console.log(`\n${title}: ns a body and step; the dearest size is ${(most / least).toFixed(2)} times the cheapest`);
  const head = ['bodies', 'all', 'broad phase', 'contacts', 'a rebuild', 'rebuilds', 'near', 'asked', 'listed', 'points', 'bytes a body'];
  const cells = rows.map((row) => [
    String(row.bodies),
    row.all.toFixed(0),
    row.broadPhase.toFixed(0),
    row.contacts.toFixed(0),
    row.rebuild.toFixed(0),
    `${(100 * row.rebuilds).toFixed(1)} %`,
    row.nearPairs.toFixed(2),
    row.asked.toFixed(2),
    row.listed.toFixed(2),
    row.points.toFixed(2),
    row.bytes.toFixed(0),
  ]);
  for (const line of [head, ...cells]) console.log(line.map((cell, c) => cell.padStart(Math.max(8, head[c].length + 1))).join(''));
  bench.note(title, rows);
  bench.note(`${title}, spread over sizes`, most / least);
}

/** Bytes a body where none is near another. */
function loneBytes(bodies: number): number {
  const set = createBodySet();
  const shape = box(1, 1, 1);
  const side = Math.ceil(Math.cbrt(bodies));
  for (let b = 0; b < bodies; b++)
    addBody(set, { shape, position: [4 * (b % side), 4 * (Math.floor(b / side) % side), 4 * Math.floor(b / side / side)] });
  const detector = createDetector({ bodies: set, method: shortestLinkMethod, margin: MARGIN });
  detector.update();
  return detector.memory() / bodies;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function mean(values: number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length;
}
