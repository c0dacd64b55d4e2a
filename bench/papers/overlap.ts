/**
 * The overlap of two bodies (Nassauer, Liedke and Kuna 2012): the published form, which intersects all triples of
 * planes, against `overlap`; and the paper's figure 8, the time a particle takes over the number of particles.
 *
 *     npm run bench:papers -- overlap
 *
 * Pairs of one shape in random orientations, shallow (0.02 of the radius) and deep (0.25). Volumes of both are compared
 * with each other before timing, and on a few pairs with that of exact arithmetic: `steps off` is the largest error, in
 * rounding steps (2^-52) of the pair's extent times the area of the region.
 *
 * Figure 8: the flow through the hopper of sim/scenes (its settings are the paper's as far as it prints them), in one
 * window of time for all numbers of particles, from the moment when particles pile up on the slope. The width of the
 * bin grows with the root of the number, so that all lie in as many layers. All scenes are made and brought there, then
 * step in turns, so that drift of the machine hits all alike. Time is processor time of all of a step: near list,
 * overlaps, forces, motion; and of the search alone, by `overlap` and by the paper's search, on the pairs that the
 * detector asks about at the end of each turn. The bodies move by `overlap`: the paper's search loses particles in wide
 * walls. The paper's own figure could not be read: its text says that the time a particle takes is almost constant.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import {
  createOverlap,
  createOverlapFor,
  createPose,
  halfSpaceMethod,
  overlap,
  publishedOverlap,
  Status,
  type ContactMethod,
  type ConvexPolyhedron,
  type Pose,
} from 'dem-contact';
import { openBench } from '../lib/measure';
import { largestErrors, OVERLAP_DEPTHS, OVERLAP_SHAPES } from '../lib/overlap-pairs';
import { posesAtGap } from '../lib/pairs';
import { linePlot } from '../lib/plot';
import { createHopper, stepHopper } from '../../sim/scenes/hopper';

const bench = openBench('papers-overlap');
const forms: readonly (readonly [name: string, form: typeof overlap])[] = [
  ['published', publishedOverlap],
  ['overlap', overlap],
];

for (const { name, shape, exact } of OVERLAP_SHAPES) {
  for (const [regime, depth] of OVERLAP_DEPTHS) {
    const poses = posesAtGap(shape, bench.quick ? 10 : 200, -depth, 7);
    const out = createOverlapFor(shape, shape);
    const errors = largestErrors(
      shape,
      poses.slice(0, bench.quick ? 1 : exact),
      (pose) => (overlap(out, shape, shape, pose), out.area),
      forms.map(([form, solve]) => [form, (pose) => (solve(out, shape, shape, pose), out.volume)]),
    );
    bench.measure({
      name: `${name}, ${regime}`,
      operations: poses.length,
      variants: forms.map(([form, solve]) => {
        const volumes = new Float64Array(poses.length);
        return {
          name: form,
          run: () => poses.forEach((pose, k) => (volumes[k] = solve(out, shape, shape, pose) === Status.Overlapping ? out.volume : 0)),
          results: () => volumes,
          // The published form takes points as inside to 1e-10 of the radii.
          tolerance: 1e-9 * shape.volume,
          // One number for the task, not one a pair.
          counts: () => ({ 'steps off': (errors.get(form) as number) * poses.length }),
        };
      }),
    });
  }
}
bench.save();

/** Simulated seconds before any step counts, when the lower half of the particles has met the slope; and after that. */
const LEAD = bench.quick ? 0.01 : 0.35;
const WINDOW = bench.quick ? 0.001 : 0.05;
const ROUNDS = bench.quick ? 2 : 25;

/** One call of the search. */
interface Call {
  a: ConvexPolyhedron;
  b: ConvexPolyhedron;
  pose: Pose;
}

/** The method of the flow; it keeps the calls of a step in `calls` while `isKept` says so. */
function keepCalls(): { method: ContactMethod; calls: Call[]; isKept: boolean } {
  const kept = {
    calls: [] as Call[],
    isKept: false,
    method: {
      ...halfSpaceMethod,
      detect: (out, a, b, pose, state, options) => {
        if (kept.isKept) kept.calls.push({ a, b, pose: Object.assign(createPose(), pose) });
        return halfSpaceMethod.detect(out, a, b, pose, state, options);
      },
    } satisfies ContactMethod,
  };
  return kept;
}

/** Processor time of `run`, µs. */
function processorTime(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const scenes = (bench.quick ? [8, 16] : [100, 200, 400, 800]).map((count) => {
  const kept = keepCalls();
  const hopper = createHopper(count, 1, { method: kept.method, width: bench.quick ? 1 : Math.sqrt(count / 200) });
  return { count, kept, hopper, times: [] as number[], search: forms.map((): number[] => []), pairs: 0, contacts: 0, lost: 0 };
});
for (const { hopper } of scenes) for (let step = 0; step * hopper.timeStep < LEAD; step++) stepHopper(hopper);
const region = createOverlap(0, 0, 0);
for (let round = 0; round < ROUNDS; round++) {
  for (const scene of scenes) {
    const { count, hopper, kept, times, search } = scene;
    const steps = Math.max(2, Math.round(WINDOW / (ROUNDS * hopper.timeStep)));
    times.push(
      processorTime(() => {
        for (let step = 0; step < steps; step++) stepHopper(hopper);
      }) /
        (steps * count),
    );
    kept.calls.length = 0;
    kept.isKept = true;
    stepHopper(hopper);
    kept.isKept = false;
    scene.pairs += kept.calls.length / (ROUNDS * count);
    scene.contacts += hopper.detector.contacts.count / (ROUNDS * count);
    const found = forms.map(([, solve], k) => {
      const isOverlap: boolean[] = [];
      // Several times, because the clock of the processor is coarse.
      const repeats = solve === overlap ? 5 : 1;
      const time = processorTime(() => {
        for (let r = 0; r < repeats; r++)
          kept.calls.forEach(({ a, b, pose }, c) => (isOverlap[c] = solve(region, a, b, pose) === Status.Overlapping));
      });
      search[k].push(time / (repeats * count));
      return isOverlap;
    });
    scene.lost += found[1].filter((is, c) => is && !found[0][c]).length / (ROUNDS * count);
  }
}
const median = (list: readonly number[]): number => [...list].sort((s, t) => s - t)[Math.floor(list.length / 2)];
const rows = scenes.map(({ count, times, search, pairs, contacts, lost }) => {
  const [published, own] = search.map(median);
  return { count, time: median(times), published, own, pairs, contacts, lost };
});
const touching = rows.filter(({ contacts }) => contacts > 0);
const folder = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('half-space-paper-8.svg', folder),
  linePlot({
    title: 'Time a particle over the number of particles, flow through a hopper',
    description: 'Processor time of one step, of the search alone by both forms, by the number of particles and of contacts.',
    x: { label: 'particles', log: false, fromZero: true },
    y: { label: 'time, µs', log: true },
    series: [
      { name: 'a particle and step', points: rows.map(({ count, time }) => [count, time]) },
      { name: 'a contact and step', points: touching.map(({ count, time, contacts }) => [count, time / contacts]) },
      { name: "a particle, the paper's search", points: rows.map(({ count, published }) => [count, published]) },
      { name: "a contact, the paper's search", points: touching.map(({ count, published, contacts }) => [count, published / contacts]) },
    ],
  }),
);
bench.note('figure 8', rows);
const both = (time: number, contacts: number): string =>
  contacts > 0 ? `${time.toPrecision(3)} µs; ${(time / contacts).toPrecision(3)} µs` : `${time.toPrecision(3)} µs; no contact`;
const values = rows.flatMap(({ count, time, published, own, pairs, contacts, lost }, k) => [
  {
    what: `${count} particles, a step: time a particle; a contact`,
    paper: k === 0 ? 'almost the same for all numbers' : '',
    here: both(time, contacts),
  },
  { what: `${count} particles, search by overlap: time a particle; a contact`, paper: '', here: both(own, contacts) },
  { what: `${count} particles, the paper's search: time a particle; a contact`, paper: '', here: both(published, contacts) },
  {
    what: `${count} particles, pairs asked; contacts; of these lost by the paper's search, a particle`,
    paper: '',
    here: [pairs, contacts, lost].map((x) => x.toPrecision(2)).join('; '),
  },
]);
bench.note('values', values);
for (const { what, here } of values) console.log(`${what}: ${here}`);
bench.save();
