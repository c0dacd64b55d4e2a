/**
 * What the language costs: the certified shortest link (relative pose included) against its twin in C++
 * (bench/native/shortest-link.cpp, g++ -O3), on the same pairs, poses and memories, in turns: bodies 1 % of their radius
 * apart and 2 % deep, warm and cold. Their gaps are the same bits, which is checked before any is
 * timed. The twin times itself, so that starting it does not count. Where there is no g++ a notice
 * says so and nothing is saved.
 *
 * The twin has all of it but the exhaustive search: pairs that are handed to that (edges or faces parallel to rounding)
 * are left out.
 */
import { writeFileSync } from 'node:fs';
import {
  addBody,
  createBodySet,
  createCommonPlane,
  createPose,
  createState,
  relativePose,
  shortestLink,
  shortestLinkMethod,
} from 'dem-contact';
import type { BodySet, ContactState, ConvexPolyhedron } from 'dem-contact';
import { openBench } from '../lib/measure';
import { buildTwin, shapeNumbers, twinVariant, type Twin } from '../lib/native-twin';
import { benchShapes, bodiesAtGap, nudge, type Rest } from '../lib/pairs';

/** Motion between calls, as in the bench shortest-link. */
const STEP = 1e-4;

const plane = createCommonPlane();
const pose = createPose();

interface Pairs {
  shape: ConvexPolyhedron;
  isCold: boolean;
  bodies: BodySet;
  rest: Rest;
  memory: ContactState[];
  gaps: Float64Array;
}

/** One call for each pair at both poses of the motion; returns the links computed. */
function sweep({ shape, isCold, bodies, rest, memory, gaps }: Pairs): number {
  let iterations = 0;
  for (let phase = 0; phase < 2; phase++) {
    nudge(bodies, rest, phase === 0 ? STEP : 0);
    for (let p = 0; p < memory.length; p++) {
      relativePose(pose, bodies, 2 * p, 2 * p + 1);
      if (isCold) memory[p].ints.fill(0);
      shortestLink(plane, shape, shape, pose, memory[p]);
      gaps[p] = plane.gap;
      iterations += plane.iterations;
    }
  }
  return iterations;
}

function pairsOf(bodies: BodySet, isCold: boolean): Pairs {
  const rest: Rest = { positions: bodies.positions.slice(), orientations: bodies.orientations.slice() };
  const count = bodies.count / 2;
  const memory = Array.from({ length: count }, () => createState(shortestLinkMethod));
  return { shape: bodies.shapes[0], isCold, bodies, rest, memory, gaps: new Float64Array(count) };
}

/** The pairs whose calls need no exhaustive search, primed. */
function provedPairs(all: BodySet, isCold: boolean): Pairs {
  const tried = pairsOf(all, isCold);
  for (let k = 0; k < 3; k++) sweep(tried);
  const proved = new Uint8Array(tried.memory.length).fill(1);
  for (let phase = 0; phase < 2; phase++) {
    nudge(all, tried.rest, phase === 0 ? STEP : 0);
    for (let p = 0; p < proved.length; p++) {
      relativePose(pose, all, 2 * p, 2 * p + 1);
      if (isCold) tried.memory[p].ints.fill(0);
      shortestLink(plane, tried.shape, tried.shape, pose, tried.memory[p]);
      // Only the exhaustive search evaluates g.
      if (plane.evaluations > 0) proved[p] = 0;
    }
  }
  const bodies = createBodySet();
  for (let i = 0; i < all.count; i++) {
    if (proved[i >> 1] === 0) continue;
    const position = tried.rest.positions.subarray(3 * i, 3 * i + 3);
    const [x, y, z, w] = tried.rest.orientations.subarray(4 * i, 4 * i + 4);
    addBody(bodies, { shape: tried.shape, position: [position[0], position[1], position[2]], orientation: [x, y, z, w] });
  }
  const pairs = pairsOf(bodies, isCold);
  sweep(pairs);
  return pairs;
}

/** All numbers as doubles, one after the other, in the order in which the twin reads them. */
function dump({ shape, isCold, rest, memory }: Pairs): Float64Array {
  const numbers = shapeNumbers(shape);
  const count = memory.length;
  numbers.push(isCold ? 1 : 0, STEP, count, ...rest.positions.subarray(0, 6 * count), ...rest.orientations.subarray(0, 8 * count));
  for (const state of memory) numbers.push(...state.ints);
  return Float64Array.from(numbers);
}

const bench = openBench('native');
const twin = buildTwin(bench, 'shortest-link');
if (twin !== null) {
  for (const [regime, gap, isCold] of [
    ['apart, warm', 0.01, false],
    ['apart, cold', 0.01, true],
    ['overlap, warm', -0.02, false],
    ['overlap, cold', -0.02, true],
  ] as const) {
    for (const [name, shape] of Object.entries(benchShapes())) measureShape(twin, `${name}, ${regime}`, shape, gap, isCold);
  }
  bench.save();
}

function measureShape({ program, folder }: Twin, name: string, shape: ConvexPolyhedron, gap: number, isCold: boolean): void {
  const pairs = provedPairs(bodiesAtGap(shape, bench.quick ? 8 : 128, gap, 3), isCold);
  const file = `${folder}${name.replaceAll(/\W+/g, '-')}.bin`;
  writeFileSync(file, dump(pairs));
  let iterations = 0;
  bench.measure({
    name,
    operations: 2 * pairs.memory.length,
    variants: [
      twinVariant(program, file, 'iterations'),
      {
        name: 'TypeScript',
        run: () => {
          iterations = sweep(pairs);
        },
        results: () => pairs.gaps,
        counts: () => ({ iterations }),
      },
    ],
  });
}
