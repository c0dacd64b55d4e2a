/**
 * The experiments of the NBS paper (Munjiza and Andrews 1998, section 7 and appendix) with nbsPairs2d: examples I to
 * IV, figures 14, 16, 18 and 20 as plots; a pile of spheres in space; figures 21 and 22, which the paper draws from
 * theory, as measured; memory by eq. 13; the jet.
 *
 *     npm run bench:papers -- nbs           the jet has half a million discs and 2000 steps: some minutes
 *
 * As in the paper a time is the processor time of ten detections. All sizes, or spacings, of one example are measured
 * in turns in one process, so that their ratios hold. Before that the number of couples of each is compared with the
 * exact one. Plots go to docs/figures, of a quick run to out/bench.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createNbsWorkspace2d, createNbsWorkspace, createPairList, nbsMemory, nbsMemory2d, nbsPairs2d, nbsPairs3d } from 'dem-contact';
import { openBench, type TaskResult, type Variant } from '../lib/measure';
import { linePlot, type LinePlot } from '../lib/plot';
import { createAllPairs, createSortedCells, type DiscSearch } from './nbs/disc-searches';
import { drawJet, runJet } from './nbs/jet';
import { packingA, packingB, packingC, packingD, pile, type Packing } from './nbs/packings';

const DETECTIONS = 10;
const bench = openBench('papers-nbs');
const figures = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(figures, { recursive: true });

/** What the text of the paper prints beside what is measured here. */
const values: { what: string; paper: string; here: string }[] = [];

function draw(name: string, plot: LinePlot): void {
  writeFileSync(new URL(`nbs-paper-${name}.svg`, figures), linePlot(plot));
}

function nbs(): DiscSearch {
  const workspace = createNbsWorkspace2d();
  return (out, count, centres, radii) => nbsPairs2d(out, count, centres, radii, 0, workspace);
}

/** A search of one packing, `repeats` times over; its couples have been counted. */
function variant(name: string, packing: Packing, search: DiscSearch, repeats: number): Variant {
  const { count, centres, radii, couples } = packing;
  const list = createPairList();
  search(list, count, centres, radii);
  if (list.count !== couples) throw new Error(`${name}: ${list.count} couples, not ${couples}`);
  return {
    name,
    run: () => {
      for (let k = 0; k < repeats; k++) search(list, count, centres, radii);
    },
    counts: () => ({ couples: list.count }),
  };
}

const seconds = (result: TaskResult): number[] => result.variants.map((v) => 1e-9 * v.ns.median);
const sci = (value: number): string => value.toPrecision(3);

/** Slope of the straight line through (ln x, ln y): 1 where y is in proportion to x. */
function exponent(x: readonly number[], y: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + Math.log(value), 0) / list.length;
  const [mx, my] = [mean(x), mean(y)];
  const sum = (a: readonly number[], ma: number) => a.reduce((s, value, k) => s + (Math.log(value) - ma) * (Math.log(x[k]) - mx), 0);
  return sum(y, my) / sum(x, mx);
}

// Example I: discs touch in rows, N from 100 to 90,000. Numbered along the rows, and at random.
const sides = bench.quick ? [10, 20] : [10, 18, 32, 56, 100, 178, 300];
const sizes = sides.map((side) => side * side);
const numberings = [false, true].map((shuffled) => {
  const name = `example I, ${shuffled ? 'numbered at random' : 'numbered along the rows'}`;
  const variants = sides.map((side) => variant(`N = ${side * side}`, packingA(side, shuffled), nbs(), DETECTIONS));
  return seconds(bench.measure({ name, operations: 1, variants }));
});
const slopes = numberings.map((times) => exponent(sizes, times));
bench.note('example I, exponent of N', { 'along the rows': slopes[0], 'at random': slopes[1] });
values.push(
  { what: 'example I, smallest and largest N', paper: '100, 90 000', here: `${sizes[0]}, ${sizes[sizes.length - 1]}` },
  { what: 'example I, T ∝ N^k', paper: 'k = 1', here: `k = ${slopes[0].toFixed(2)}; numbered at random ${slopes[1].toFixed(2)}` },
);
draw('14', {
  title: 'Figure 14: time of ten detections against the number of discs',
  description: 'Both axes logarithmic. A straight line of slope 1 means time in proportion to the number of discs.',
  x: { label: 'number of discs N', log: true },
  y: { label: 'ten detections, s', log: true },
  series: [
    { name: 'numbered along the rows', points: sizes.map((n, k) => [n, numberings[0][k]]) },
    { name: 'numbered at random', points: sizes.map((n, k) => [n, numberings[1][k]]) },
    {
      name: 'in proportion to N',
      points: sizes.map((n) => [n, (numberings[0][sizes.length - 1] / sizes[sizes.length - 1]) * n]),
      dashed: true,
    },
  ],
});

// Examples II to IV: 10,000 discs, ever looser.
const side = bench.quick ? 20 : 100;
const spacings = bench.quick ? [1, 200] : [1, 2, 5, 10, 20, 50, 100, 200];
for (const [example, figure, make] of [
  ['II', '16', packingB],
  ['III', '18', packingC],
  ['IV', '20', packingD],
] as const) {
  const workspaces = spacings.map(() => createNbsWorkspace2d());
  const variants = spacings.map((spacing, k) =>
    variant(
      `S = ${spacing} D`,
      make(side, spacing),
      (out, count, centres, radii) => nbsPairs2d(out, count, centres, radii, 0, workspaces[k]),
      DETECTIONS,
    ),
  );
  const result = bench.measure({ name: `example ${example}`, operations: 1, variants });
  const times = seconds(result);
  // Touching couples are decided exactly, which takes time; without S = D all scenes have the same number of them.
  const loose = times.slice(1);
  const spread = Math.max(...loose) / Math.min(...loose) - 1;
  const tight = times[0] / loose[0];
  // The same without ties: discs that overlap by 2 % where they touched, so that no couple is decided exactly.
  const wide = [1, 2].map((spacing) => {
    const packing = make(side, spacing);
    packing.radii.fill(0.51);
    return variant(`S = ${spacing} D, radius 0.51`, packing, nbs(), DETECTIONS);
  });
  const untied = seconds(bench.measure({ name: `example ${example} without ties`, operations: 1, variants: wide }));
  const loosely = untied[0] / untied[1];
  bench.note(`example ${example}`, {
    'largest / smallest time from S = 2 D on': 1 + spread,
    'time at S = D / at 2 D': tight,
    'the same with discs of radius 0.51, without ties': loosely,
  });
  values.push({
    what: `example ${example}, N; times from S = 2 D to 200 D`,
    paper: '10 000; constant',
    here: `${side * side}; within ${(100 * spread).toFixed(0)} %; at S = D, ${result.variants[0].counts.couples} couples, ${tight.toFixed(1)} times that at 2 D`,
  });
  values.push({
    what: `example ${example}, time at S = D over that at 2 D, radius 0.51 D (no couple touches to the last digit)`,
    paper: '1',
    here: loosely.toFixed(2),
  });
  const memory = workspaces.map(({ grid }) => nbsMemory2d(side * side, grid.cells[0], grid.cells[1]));
  const held = workspaces.map((w) => w.headY.length + w.headX.length + w.nextY.length + w.nextX.length);
  if (memory.some((integers, k) => integers !== held[k])) throw new Error(`example ${example}: memory is not that of eq. 13`);
  values.push({
    what: `example ${example}, integers by eq. 13, S = D and 200 D`,
    paper: 'ncely + 2 ncelx + 2 N',
    here: `${memory[0]}, ${memory[memory.length - 1]}: held exactly`,
  });
  if (example === 'III')
    values.push({
      what: 'example III, least relative density',
      paper: '1/(200·200) = 1/40000',
      here: `1/${spacings[spacings.length - 1] ** 2}`,
    });
  draw(figure, {
    title: `Figure ${figure}: time of ten detections against spacing, example ${example}`,
    description: 'Spacing on a logarithmic axis. A level line means that time does not depend on packing density.',
    x: { label: 'spacing S / D', log: true },
    y: { label: 'ten detections, ms', log: false, fromZero: true },
    series: [{ name: `${side * side} discs`, points: spacings.map((s, k) => [s, 1e3 * times[k]]) }],
  });
}

// Section 1, in space: a pile of equal spheres in a cubic block, from touching to loose.
{
  const edge = bench.quick ? 8 : 28;
  const gaps = bench.quick ? [1, 10] : [1, 2, 5, 10, 20, 50];
  const variants = gaps.map((spacing) => {
    const { count, centres, radii, couples } = pile(edge, spacing);
    const list = createPairList();
    const workspace = createNbsWorkspace();
    nbsPairs3d(list, count, centres, radii, 0, workspace);
    if (list.count !== couples) throw new Error(`pile, S = ${spacing} D: ${list.count} couples, not ${couples}`);
    return {
      name: `S = ${spacing} D`,
      run: () => {
        for (let k = 0; k < DETECTIONS; k++) nbsPairs3d(list, count, centres, radii, 0, workspace);
      },
      counts: () => ({ couples: list.count }),
    };
  });
  const result = bench.measure({ name: `pile of ${edge}^3 spheres`, operations: edge ** 3, variants });
  const times = result.variants.map((v) => v.ns.median / DETECTIONS);
  const loose = times.slice(1);
  values.push({
    what: `pile of ${edge}³ spheres: time of one detection for a sphere, S = 2 D to ${gaps[gaps.length - 1]} D`,
    paper: 'constant (stated for discs)',
    here: `${Math.min(...loose).toFixed(0)} to ${Math.max(...loose).toFixed(0)} ns; at S = D, ${result.variants[0].counts.couples.toPrecision(3)} couples a sphere, ${times[0].toFixed(0)} ns`,
  });
}

// Section 1: memory when density falls. Square blocks of N = 10,000 in the plane, cubes of N = 8000 in space, touching
// at first.
const plane = nbsMemory2d(10000, 500, 500) / nbsMemory2d(10000, 100, 100);
const space = nbsMemory(8000, 100, 100, 100) / nbsMemory(8000, 20, 20, 20);
values.push(
  { what: 'memory, density / 25 in the plane', paper: 'less than 5-fold', here: `${plane.toFixed(2)}-fold (N = 10 000)` },
  { what: 'memory, density / 125 in space', paper: 'less than 5-fold', here: `${space.toFixed(2)}-fold (N = 8000)` },
);

// Figures 21 and 22: classes of algorithms, packing A numbered at random, one detection. Discs overlap by 2 %, so that
// plain tests are right: at exact touching NBS would decide each couple exactly, the others by rounding. Direct
// checking up to 10,000 discs.
const curves = new Map<string, [number, number][]>();
for (const k of bench.quick ? [10] : sides) {
  const packing = packingA(k, true);
  packing.radii.fill(0.51);
  const searches: [string, DiscSearch][] = [
    ['NBS', nbs()],
    ['sorting and binary search', createSortedCells(packing.count)],
  ];
  if (k <= 100) searches.push(['direct checking', createAllPairs()]);
  const variants = searches.map(([name, search]) => variant(name, packing, search, 1));
  const result = bench.measure({ name: `figures 21 and 22, N = ${packing.count}`, operations: packing.count, variants });
  for (const v of result.variants) curves.set(v.name, [...(curves.get(v.name) ?? []), [packing.count, v.ns.median]]);
}
draw('21', {
  title: 'Figure 21: time of one detection, classes of algorithms',
  description: 'Both axes logarithmic. Direct checking rises twice as steeply as the others.',
  x: { label: 'number of discs N', log: true },
  y: { label: 'one detection, s', log: true },
  series: [...curves].map(([name, points]) => ({ name, points: points.map(([n, t]) => [n, 1e-9 * t * n] as const) })),
});
draw('22', {
  title: 'Figure 22: time of one detection for each disc, classes of algorithms',
  description: 'Both axes logarithmic. Direct checking rises in proportion to the number of discs.',
  x: { label: 'number of discs N', log: true },
  y: { label: 'time for each disc, ns', log: true },
  series: [...curves].map(([name, points]) => ({ name, points })),
});

// Appendix: the jet.
const steps = bench.quick ? 200 : 2000;
const jet = bench.quick ? runJet(20, 10, steps) : runJet(1000, 500, steps);
const { pictures, ...measured } = jet;
bench.note('jet', measured);
console.log(`\njet: ${JSON.stringify(measured)}`);
values.push(
  { what: 'jet, discs', paper: '0.5E+06', here: `${jet.count} (${steps} steps)` },
  {
    what: 'detection, part of all processor time',
    paper: 'up to 60 % in some dynamic problems',
    here: `${(100 * jet.share).toFixed(0)} % of the jet, ${sci(jet.detection)} ms a step`,
  },
  { what: 'jet, couples a step', paper: 'not printed', here: `${sci(jet.pairs)} in the mean, ${jet.mostPairs} at most` },
  {
    what: 'jet, memory',
    paper: 'the whole run in 32 Mb',
    here: `${sci((4 * jet.integers) / 2 ** 20)} MiB by eq. 13; with positions, velocities, radii and couples ${sci(jet.bytes / 2 ** 20)} MiB`,
  },
);
writeFileSync(new URL('nbs-paper-jet.svg', figures), drawJet(jet));
if (pictures.some((x) => x.some((value) => !Number.isFinite(value)))) throw new Error('the jet has left the numbers');

bench.note('values', values);
bench.save();
