/**
 * What the language costs: the certified shortest link (relative pose included) against its twin in C++
 * (bench/native/detect.cpp, g++ -O3), on the same pairs and poses, in turns: bodies 1 % of their radius apart and 2 %
 * deep, warm and cold. Their gaps are the same bits, which is checked before any is timed. The twin times itself, so
 * that starting it does not count. Where there is no g++ a notice says so and nothing is saved.
 */
import { writeFileSync } from 'node:fs';
import { createCommonPlane, createPose, relativePose, shortestLink, type ConvexPolyhedron } from 'dem-contact';
import { openBench } from '../lib/measure';
import { dumpPairs, KERNELS, nativePairs, sweepPairs } from '../lib/native-pairs';
import { buildTwin, twinVariant, type Twin } from '../lib/native-twin';
import { benchShapes, bodiesAtGap } from '../lib/pairs';

/** Motion between calls, as in the bench shortest-link. */
const STEP = 1e-4;

const plane = createCommonPlane();
const pose = createPose();

const bench = openBench('native');
const twin = buildTwin(bench, 'detect', KERNELS);
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
  const pairs = nativePairs(bodiesAtGap(shape, bench.quick ? 8 : 128, gap, 3), isCold, STEP);
  const file = `${folder}${name.replaceAll(/\W+/g, '-')}.bin`;
  writeFileSync(file, dumpPairs(pairs, false));
  const gaps = new Float64Array(pairs.memory.length);
  let iterations = 0;
  const call = (p: number) => {
    relativePose(pose, pairs.bodies, 2 * p, 2 * p + 1);
    shortestLink(plane, shape, shape, pose, pairs.memory[p]);
    gaps[p] = plane.gap;
    iterations += plane.iterations;
  };
  const run = () => {
    iterations = 0;
    sweepPairs(pairs, call);
  };
  // Memory as the twin has it after a sweep.
  run();
  bench.measure({
    name,
    operations: 2 * pairs.memory.length,
    variants: [twinVariant(program, file, 'iterations'), { name: 'TypeScript', run, results: () => gaps, counts: () => ({ iterations }) }],
  });
}
