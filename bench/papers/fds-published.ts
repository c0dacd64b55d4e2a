/**
 * How often the fast direct search as printed would be wrong (Zheng et al. 2017, figures 7 and 9): contact types by the
 * number n_j of near face planes, and a re-check by the number n_v of near vertices. The corrected form of this library
 * has true distances and a proof of slack instead.
 *
 *     npm run bench:papers -- fds-published
 *
 * n_j: pairs of one shape in random orientations, apart by half of dTol. Every vertex and face that n_j calls a contact
 * is compared with true distances. n_v: the scenes of table 1, recorded; a step keeps the kind of contact while n_v is
 * that of the step before. The normal of the planes is that of the corrected form, in every step, so only the number
 * itself is judged. No times are measured.
 */
import { ContactKind, createContactFor, createDetectOptions, fastDirectSearchMethod, type ConvexPolyhedron } from 'dem-contact';
import { openBench } from '../lib/measure';
import { benchShapes, posesAtGap } from '../lib/pairs';
import { record, replay, type MovingScene, type ReplayMethod } from '../../sim/recorder';
import { blockWall, fallingTetrahedra } from '../../sim/scenes/block-scenes';
import { cornersOf, kindByCount, kindByDistance, smallestEdge, toA, toB, verticesAtPlanes } from './fds/feature-counts';

const bench = openBench('papers-fds-published');
const values: { what: string; paper: string; here: string }[] = [];
function add(what: string, here: string): void {
  values.push({ what, paper: 'not printed', here });
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

const scenes: readonly (readonly [name: string, make: () => MovingScene, span: number])[] = bench.quick
  ? [['falling tetrahedra, 8', () => fallingTetrahedra(2, 1), 60]]
  : [
      ['block wall, 15 blocks', () => blockWall(5), 180],
      ['block wall, 55 blocks', () => blockWall(10), 160],
      ['falling tetrahedra, 64', () => fallingTetrahedra(4, 1), 3000],
      ['falling tetrahedra, 125', () => fallingTetrahedra(5, 1), 1500],
    ];
for (const [name, make, span] of scenes) {
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
}
bench.note('values', values);
bench.save();
