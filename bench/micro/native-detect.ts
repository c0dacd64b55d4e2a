/**
 * What the language costs in the whole contact: `detect` with the shortest link (relative pose, plane, contact points,
 * and back to the world) against its twin in C++ (bench/native/detect.cpp, g++ -O3), on the same pairs and poses, in
 * turns. Bodies 1 % of their radius apart and 2 % deep, and boxes that rest face on face, warm and cold; bodies that
 * touch, cold, by the exhaustive search.
 *
 * Every number of every contact is the same bits, or the bench names the pair and the number that differ and ends.
 * Where there is no g++ a notice says so and nothing is saved.
 */
import { writeFileSync } from 'node:fs';
import { box, createContactFor, detect, shortestLinkMethod, type BodySet } from 'dem-contact';
import { openBench } from '../lib/measure';
import { contactNumbers, dumpPairs, KERNELS, nativePairs, sweepPairs } from '../lib/native-pairs';
import { buildTwin, twinVariant, type Twin } from '../lib/native-twin';
import { benchShapes, bodiesAtGap, stacks } from '../lib/pairs';

/** Radii and radians that a body moves and turns between calls, and those of a body at rest. */
const STEP = 1e-4;
const STEP_AT_REST = 1e-6;

const bench = openBench('native-detect');
const twin = buildTwin(bench, 'detect', KERNELS);
const count = bench.quick ? 8 : 128;
if (twin !== null) {
  const { tetra4, cube8, rand14, trunc60 } = benchShapes();
  const shapes = { tetra4, cube8, rand14, trunc60 };
  for (const regime of ['warm', 'cold'] as const) {
    for (const [apart, gap] of [
      ['apart', 0.01],
      ['overlap', -0.02],
    ] as const) {
      for (const [name, shape] of Object.entries(shapes))
        measurePairs(twin, `${name}, ${apart}, ${regime}`, bodiesAtGap(shape, count, gap, 3), regime === 'cold', STEP);
    }
    measurePairs(twin, `boxes at rest, ${regime}`, stacks(box(1, 1, 1), count, -1e-4), regime === 'cold', STEP_AT_REST);
  }
  // Bodies that touch have no certificate: the exhaustive search answers.
  for (const [name, shape] of Object.entries(shapes))
    measurePairs(twin, `${name}, touching, cold`, bodiesAtGap(shape, count, 0, 3), true, 0);
  bench.save();
}

function measurePairs({ program, folder }: Twin, name: string, bodies: BodySet, isCold: boolean, step: number): void {
  const pairs = nativePairs(bodies, isCold, step);
  const file = `${folder}detect-${name.replaceAll(/\W+/g, '-')}.bin`;
  writeFileSync(file, dumpPairs(pairs, true));
  const contacts = pairs.memory.map(() => createContactFor(pairs.shape, pairs.shape));
  let points = 0;
  const call = (p: number) => {
    detect(contacts[p], shortestLinkMethod, bodies, 2 * p, 2 * p + 1, pairs.memory[p]);
    points += contacts[p].count;
  };
  const run = () => {
    points = 0;
    sweepPairs(pairs, call);
  };
  // Memory as the twin has it after a sweep.
  run();
  run();
  const native = twinVariant(program, file, 'points');
  native.run();
  const expected = native.results?.() ?? [];
  let at = 0;
  contacts.forEach((contact, p) => {
    for (const [field, value] of contactNumbers(contact)) {
      const other = expected[at++];
      if (!Object.is(value, other)) throw new Error(`${name}: ${field} of pair ${p} is ${other} in C++, ${value} in TypeScript`);
    }
  });
  if (at !== expected.length) throw new Error(`${name}: C++ gives ${expected.length} numbers, TypeScript ${at}`);
  const results = () => contacts.flatMap((contact) => contactNumbers(contact).map(([, value]) => value));
  bench.measure({
    name,
    operations: 2 * pairs.memory.length,
    variants: [native, { name: 'TypeScript', run, results, counts: () => ({ points }) }],
  });
}
