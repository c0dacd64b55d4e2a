/**
 * The fast direct search as printed (Zheng et al. 2017, figures 6 to 9): contact types by the number n_j of near face
 * planes, and a re-check by the number n_v of near vertices. How often both numbers are wrong, and R of this form over
 * the direct search (DS). The corrected form of this library has true distances and a proof of slack instead.
 *
 *     npm run bench:papers -- fds-published
 *
 * n_j: pairs of one shape in random orientations, apart by half of dTol. Every vertex and face that n_j calls a contact
 * is compared with true distances. n_v: the scenes of table 1, recorded; a step keeps the kind of contact while n_v is
 * that of the step before. The normal of the planes is that of the corrected form, in every step, so only the number
 * itself is judged. R: publishedFastDirectSearchMethod on the pairs of figures 11, 13 and 15 and of these scenes. Its
 * answers are compared with those of DS before any timing.
 */
import {
  ContactKind,
  createContactFor,
  createDetectOptions,
  directSearchMethod,
  directSearchWork,
  fastCommonPlaneMethod,
  fastDirectSearchMethod,
  publishedFastDirectSearchMethod,
  type Contact,
  type ContactMethod,
  type ConvexPolyhedron,
} from 'dem-contact';
import { contactTypes } from '../lib/contact-types';
import { openBench, type TaskResult } from '../lib/measure';
import { benchShapes, posesAtGap } from '../lib/pairs';
import { searchCalls } from '../lib/search-calls';
import { record, replay, replayVariant, type MovingScene, type Recording, type ReplayMethod } from '../../sim/recorder';
import { blockWall, fallingTetrahedra } from '../../sim/scenes/block-scenes';
import { cornersOf, kindByCount, kindByDistance, smallestEdge, toA, toB, verticesAtPlanes } from './fds/feature-counts';

const bench = openBench('papers-fds-published');
const INITIAL = 'FDS, published, initial';
const UPDATED = 'FDS, published, updated';
const CORRECTED = 'FDS, corrected, updated';
const FCP = 'FCP, direct';
const values: { what: string; paper: string; here: string }[] = [];
function add(what: string, here: string, paper = 'not printed'): void {
  values.push({ what, paper, here });
  console.log(`${what}: ${here}`);
}
const share = (part: number, all: number): string => `${part} of ${all} (${((100 * part) / Math.max(1, all)).toFixed(1)} %)`;

// n_j.
const shapes = benchShapes();
for (const name of ['cube8', 'tetra4', 'rand14', 'rand60', 'plate8', 'needle8'] as const) {
  const shape = shapes[name];
  const dTol = 0.05 * smallestEdge(shape);
  let found = 0;
  let wrong = 0;
  let phantom = 0;
  for (const pose of posesAtGap(shape, bench.quick ? 20 : 2000, (0.5 * dTol) / shape.radius, 1)) {
    for (const move of [(p: ArrayLike<number>) => toA(pose, p), (p: ArrayLike<number>) => toB(pose, p)]) {
      for (const { point, neighbours } of cornersOf(shape, move)) {
        for (let face = 0; face < shape.faceCount; face++) {
          const kind = kindByCount(point, neighbours, shape, face, dTol);
          if (kind === ContactKind.None) continue;
          found++;
          const right = kindByDistance(point, shape, face, dTol);
          if (right !== kind) wrong++;
          if (right === ContactKind.None) phantom++;
        }
      }
    }
  }
  add(`n_j, ${name}: kind of a vertex and face is wrong; nothing of the face within dTol`, `${share(wrong, found)}; ${phantom}`);
}

// n_v.
/** The corrected search, which also keeps the kind and n_v of the step before. */
function watch(): { method: ReplayMethod; seen: { isNew: boolean; isKept: boolean; isWrong: boolean; isSame: boolean } } {
  const { stateInts, stateFloats } = fastDirectSearchMethod;
  const options = createDetectOptions();
  const seen = { isNew: true, isKept: false, isWrong: false, isSame: false };
  const edges = new Map<ConvexPolyhedron, number>();
  const edgeOf = (shape: ConvexPolyhedron): number => {
    if (!edges.has(shape)) edges.set(shape, smallestEdge(shape));
    return edges.get(shape)!;
  };
  const method: ReplayMethod = {
    name: 'n_v',
    stateInts: stateInts + 2,
    stateFloats,
    ask: (a, b, pose, state, motionA, motionB) => {
      options.motionA = motionA;
      options.motionB = motionB;
      const contact = createContactFor(a, b);
      fastDirectSearchMethod.detect(contact, a, b, pose, state, options);
      const at = state.intOffset + stateInts;
      const [lastKind, lastCount] = [state.ints[at], state.ints[at + 1]];
      const touches = contact.count > 0;
      const dTol = Math.max(2 * motionA, 2 * motionB, 0.05 * Math.min(edgeOf(a), edgeOf(b)));
      const count = touches ? verticesAtPlanes(a, b, pose, contact.normal, dTol) : 0;
      seen.isNew = !touches || lastCount === 0;
      seen.isSame = contact.kind === lastKind;
      seen.isKept = !seen.isNew && count === lastCount;
      // A kept kind stays until n_v changes.
      seen.isWrong = seen.isKept && !seen.isSame;
      state.ints[at] = touches ? (seen.isKept ? lastKind : contact.kind) : 0;
      state.ints[at + 1] = count;
    },
  };
  return { method, seen };
}

const scenes: readonly (readonly [name: string, make: () => MovingScene, span: number, paper: string])[] = bench.quick
  ? [['falling tetrahedra, 8', () => fallingTetrahedra(2, 1), 60, '']]
  : [
      ['block wall, 15 blocks', () => blockWall(5), 180, '4.97'],
      ['block wall, 55 blocks', () => blockWall(10), 160, '4.98'],
      ['falling tetrahedra, 64', () => fallingTetrahedra(4, 1), 600, 'not printed'],
      ['falling tetrahedra, 64', () => fallingTetrahedra(4, 1), 3000, '5.19'],
      ['falling tetrahedra, 125', () => fallingTetrahedra(5, 1), 1000, '5.35'],
    ];
for (const [name, make, span, paper] of scenes) {
  const recording = record(make(), { span, steps: 20, windows: bench.quick ? 2 : 8, pairs: 200 });
  const { method, seen } = watch();
  let updates = 0;
  let kept = 0;
  let wrong = 0;
  let needless = 0;
  replay(recording, method, () => {
    if (seen.isNew) return;
    updates++;
    if (seen.isKept) kept++;
    if (seen.isWrong) wrong++;
    if (!seen.isKept && seen.isSame) needless++;
  });
  add(
    `n_v, ${name}, ${span} steps: updates that keep the kind; of these wrong; searched again with the same kind`,
    `${share(kept, updates)}; ${share(wrong, kept)}; ${needless}`,
  );
  compareAndTime(name, span, recording, paper);
}

// R.
/** A method as the replay asks it, writing to `contact`. */
function asked(name: string, method: ContactMethod, contact: Contact, forget: boolean): ReplayMethod {
  const options = createDetectOptions();
  const { stateInts, stateFloats } = method;
  return {
    name,
    stateInts,
    stateFloats,
    ask: (a, b, pose, state, motionA, motionB) => {
      options.motionA = motionA;
      options.motionB = motionB;
      if (forget) {
        for (let k = 0; k < stateFloats; k++) state.floats[state.floatOffset + k] = 0;
        for (let k = 0; k < stateInts; k++) state.ints[state.intOffset + k] = 0;
      }
      method.detect(contact, a, b, pose, state, options);
    },
  };
}

function compareAndTime(name: string, span: number, recording: Recording, paper: string): void {
  const largest = recording.windows.flatMap(({ shapesA }) => shapesA).reduce((most, s) => (s.vertexCount > most.vertexCount ? s : most));
  const contact = createContactFor(largest, largest);
  const ds = asked('DS', directSearchMethod, contact, false);
  const printed = [true, false].map((forget) => asked(forget ? INITIAL : UPDATED, publishedFastDirectSearchMethod, contact, forget));
  const corrected = asked(CORRECTED, fastDirectSearchMethod, contact, false);
  const right: { kind: ContactKind; count: number }[] = [];
  replay(recording, ds, () => right.push({ kind: contact.kind, count: contact.count }));
  for (const method of printed) {
    let calls = 0;
    let touching = 0;
    let other = 0;
    let lost = 0;
    let extra = 0;
    replay(recording, method, (call, step) => {
      if (step === 0) return;
      const { kind, count } = right[call];
      calls++;
      if (count > 0) touching++;
      if (count > 0 && contact.count === 0) lost++;
      else if (count === 0 && contact.count > 0) extra++;
      else if (kind !== contact.kind) other++;
    });
    add(
      `${name}, ${span} steps, ${method.name}: another kind than DS; contacts lost; contacts that are none`,
      `${share(other, touching)}; ${share(lost, touching)}; ${share(extra, calls - touching)}`,
    );
  }
  const result = bench.measure({
    name: `${name}, first ${span} steps`,
    operations: recording.warmCalls,
    variants: [ds, ...printed, corrected, asked(FCP, fastCommonPlaneMethod, contact, false)].map((method) =>
      replayVariant(recording, method, 'warm'),
    ),
    rounds: 7,
  });
  let refreshed = 0;
  replay(recording, corrected, (_, step) => (refreshed += step > 0 ? directSearchWork[2] : 0));
  add(
    `${name}, ${span} steps, R of ${CORRECTED}; of ${FCP}; updates that were refreshes`,
    `${ratio(result, CORRECTED)}; ${ratio(result, FCP)}; ${((100 * refreshed) / recording.warmCalls).toFixed(0)} %`,
  );
  add(`table 1, ${name}, ${span} steps, R of ${UPDATED}; of ${INITIAL}`, `${ratio(result, UPDATED)}; ${ratio(result, INITIAL)}`, paper);
}

/** R with its quartiles. */
function ratio({ variants }: TaskResult, name: string): string {
  const { median, low, high } = variants.find((variant) => variant.name === name)!.ratio;
  return `${(1 / median).toFixed(2)} (${(1 / high).toFixed(2)} to ${(1 / low).toFixed(2)})`;
}

const types = contactTypes().map((pair) => {
  const calls = bench.quick ? 4 : 128;
  const printed = (name: string, warm: boolean) => searchCalls(pair, calls, name, publishedFastDirectSearchMethod, warm);
  const result = bench.measure({
    name: `${pair.shape}, ${pair.type}`,
    operations: calls,
    variants: [
      searchCalls(pair, calls, 'DS', directSearchMethod, false),
      printed(INITIAL, false),
      printed(UPDATED, true),
      searchCalls(pair, calls, CORRECTED, fastDirectSearchMethod, true),
    ],
    rounds: 9,
  });
  return { shape: pair.shape, result };
});
for (const [shape, figure, paper] of [
  ['hexahedra', 11, '3.7'],
  ['tetrahedra', 13, '2.2'],
  ['cut hexahedron', 15, 'not printed'],
] as const) {
  const results = types.filter((entry) => entry.shape === shape).map((entry) => entry.result);
  const mean = (name: string): string => {
    const ratios = results.map(({ variants }) => 1 / variants.find((variant) => variant.name === name)!.ratio.median);
    return (ratios.reduce((sum, r) => sum + r, 0) / ratios.length).toFixed(2);
  };
  add(`figure ${figure}, ${shape}, mean R of ${INITIAL}; of ${UPDATED}`, `${mean(INITIAL)}; ${mean(UPDATED)}`, paper);
}
bench.note('values', values);
bench.save();
