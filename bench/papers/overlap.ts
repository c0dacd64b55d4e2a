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
 * Figure 8: the flow through the hopper of sim/scenes (its settings are the paper's as far as it prints them), from
 * the moment when particles pile up on the slope. All scenes are made and brought there, then step in turns, so that
 * drift of the machine hits all alike. Time is processor time of all of a step: near list, overlaps, forces, motion.
 * The paper's own figure could not be read: its text says that the time a particle takes is almost constant.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createOverlapFor, overlap, publishedOverlap, Status } from 'dem-contact';
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

/** Simulated seconds before any step counts: the lower half of the particles has met the slope. */
const LEAD = bench.quick ? 0.01 : 0.35;
const ROUNDS = bench.quick ? 2 : 25;
const STEPS = bench.quick ? 2 : 20;
const scenes = (bench.quick ? [8, 16] : [50, 100, 200, 400, 800]).map((count) => ({
  count,
  hopper: createHopper(count, 1),
  times: [] as number[],
  contacts: 0,
}));
for (const { hopper } of scenes) for (let step = 0; step * hopper.timeStep < LEAD; step++) stepHopper(hopper);
for (let round = 0; round < ROUNDS; round++) {
  for (const scene of scenes) {
    const start = process.cpuUsage();
    for (let step = 0; step < STEPS; step++) stepHopper(scene.hopper);
    const { user, system } = process.cpuUsage(start);
    scene.times.push((user + system) / (STEPS * scene.count));
    scene.contacts += scene.hopper.detector.contacts.count / (ROUNDS * scene.count);
  }
}
const rows = scenes.map(({ count, times, contacts }) => {
  const sorted = times.sort((s, t) => s - t);
  const time = sorted[Math.floor(sorted.length / 2)];
  console.log(`${count} particles: ${time.toPrecision(3)} us a particle and step, ${contacts.toPrecision(3)} contacts a particle`);
  return { count, time, contacts };
});
const folder = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('half-space-paper-8.svg', folder),
  linePlot({
    title: 'Time a particle over the number of particles, flow through a hopper',
    description: 'Processor time of one step, divided by the number of particles; and by the number of contacts.',
    x: { label: 'particles', log: false, fromZero: true },
    y: { label: 'time, µs', log: false, fromZero: true },
    series: [
      { name: 'a particle and step', points: rows.map(({ count, time }) => [count, time]) },
      { name: 'a contact and step', points: rows.map(({ count, time, contacts }) => [count, time / contacts]) },
    ],
  }),
);
const first = rows[0];
bench.note('figure 8', rows);
bench.note(
  'values',
  rows.map(({ count, time, contacts }) => ({
    what: `${count} particles, time a particle and step`,
    paper: count === first.count ? 'almost the same for all numbers' : '',
    here: `${time.toPrecision(3)} µs, ${contacts.toPrecision(2)} contacts a particle`,
  })),
);
bench.save();
