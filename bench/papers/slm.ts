/**
 * The experiments in space of the shortest-link paper (Nezami et al. 2006, section 5.2): figure 16, the speed-up over
 * Cundall's plane in a particle flow against the number of particles; table I, the same for the phases of a soil-tool
 * interaction; the part of the contacts that needs two iterations or fewer.
 *
 *     npm run bench:papers -- slm                           500 to 10,000 particles, a pile of 1000
 *     npm run bench:papers -- slm --bodies=500,45000        with the paper's largest flow: half an hour
 *     npm run bench:papers -- slm --side=28                 a pile of 28^3 = 21,952, the paper's; --seed=N
 *     npm run bench:papers -- slm --span=1000               the first 1000 steps of every flow, whatever its size
 *
 * Scenes are moved by the rigid-body loop and recorded (recorder.ts); then every method is asked about the same pairs.
 * What is timed is the search for the plane of pairs of bodies alone, in the steps of a window after its first. R is
 * the time of Cundall's plane over that of the method. Before any timing the planes are held against the exact ones.
 * Contacts with the box's walls, which are planes here, are no part of it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { openBench, type TaskResult, type VariantResult } from '../lib/measure';
import { linePlot, type LinePlot } from '../lib/plot';
import { record, replayVariant, selectPairs, type Recording } from '../../sim/recorder';
import { flowBox, particleFlow } from '../../sim/scenes/particle-flow';
import { PHASES, soilTool } from '../../sim/scenes/soil-tool';
import { COLD_SHAPES, coldPairs } from './slm/cold-pairs';
import {
  comparePlanes,
  CUNDALL,
  exactGaps,
  FCP_DIRECT,
  FCP_PUBLISHED,
  OFF,
  planeMethods,
  SLM_CERTIFIED,
  SLM_IF_SHORTER,
  SLM_REPLACES,
  SLM_TRACKED,
  WRONG,
  type PlaneStatistics,
} from './slm/planes';

const bench = openBench('papers-slm');
const figures = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(figures, { recursive: true });

const flag = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const counts = flag('bodies')?.split(',').map(Number) ?? (bench.quick ? [40, 80] : [500, 4000, 10_000]);
const side = Number(flag('side') ?? (bench.quick ? 4 : 10));
const seed = Number(flag('seed') ?? 1);
const spanAsked = Number(flag('span') ?? NaN);

/** Some 64,000 warm calls, spread over the span: a second for all methods. */
const WINDOWS = bench.quick ? { steps: 3, windows: 2, pairs: 100 } : { steps: 5, windows: 8, pairs: 2000 };
/** Rounds of measuring; a sample takes up to half a second. */
const ROUNDS = 7;

/** What the text of the paper prints beside what is measured here. */
const values: { what: string; paper: string; here: string }[] = [];

interface Measured {
  result: TaskResult;
  statistics: Map<string, PlaneStatistics>;
}

/** Checks the planes, then times the warm calls of a recording. */
function measure(name: string, recording: Recording): Measured {
  const statistics = comparePlanes(recording);
  bench.note(name, Object.fromEntries(statistics));
  for (const [method, s] of statistics) {
    console.log(
      `${name}, ${method}: ${percent(s.overlapping)} overlap; gap off ${percent(s.offApart)} apart, ${percent(s.offOverlapping)} overlapping, ` +
        `worst ${s.worst.toPrecision(2)} radii; two iterations or fewer ${percent(s.withinTwo)} (apart ${percent(s.withinTwoApart)}, ` +
        `overlapping ${percent(s.withinTwoOverlapping)})`,
    );
  }
  const variants = planeMethods.map((method) => {
    const { iterations, evaluations } = statistics.get(method.name) as PlaneStatistics;
    return { ...replayVariant(recording, method, 'warm'), counts: () => ({ evaluations, iterations }) };
  });
  return { result: bench.measure({ name, operations: recording.warmCalls, variants, rounds: ROUNDS }), statistics };
}

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

const variantOf = ({ result }: Pick<Measured, 'result'>, name: string): VariantResult =>
  result.variants.find((variant) => variant.name === name) as VariantResult;

/** R with its quartiles. */
function ratio(measured: Pick<Measured, 'result'>, name: string): string {
  const { median, low, high } = variantOf(measured, name).ratio;
  const [r, least, most] = [median, high, low].map((part) => (1 / part).toPrecision(3));
  return `${r} (${least} to ${most})`;
}

const speedUp = (measured: Measured, name: string): number => 1 / variantOf(measured, name).ratio.median;

/** Scans of all vertices of a call, and its iterations. */
function workOf(measured: Measured, name: string): string {
  const { evaluations, iterations } = variantOf(measured, name).counts;
  return `${evaluations.toPrecision(3)} evaluations, ${iterations.toPrecision(3)} iterations`;
}

// 5.2.1 and figure 16.
const flows = counts.map((count) => {
  const box = bench.quick ? 0.15 : flowBox(count);
  const begin = performance.now();
  const scene = particleFlow(count, box, seed);
  // The work of a step is in proportion to the particles: fewer steps of the larger flows keep the bench short.
  const span = spanAsked > 0 ? spanAsked : bench.quick ? 20 : Math.min(1000, Math.max(100, Math.round(1.2e6 / count)));
  const recording = record(scene, { span, ...WINDOWS });
  console.log(
    `\nparticle flow, ${count} in a box of ${box} m: ${((performance.now() - begin) / 1000).toFixed(1)} s for pile and ${span} steps`,
  );
  return { count, span, recording, ...measure(`particle flow, ${count} particles, first ${span} steps`, recording) };
});
/** The first steps of the windows of the smallest flow, in which no pair has memory. */
const cold = bench.measure({
  name: `particle flow, ${flows[0].count} particles, without memory`,
  operations: flows[0].recording.coldCalls,
  variants: planeMethods.map((method) => replayVariant(flows[0].recording, method, 'cold')),
  rounds: ROUNDS,
});
/** The smallest flow in two parts, by what its pairs are at the start of their windows. */
const parts = (['apart', 'overlapping'] as const).map((what) => {
  const gaps = exactGaps(flows[0].recording);
  const recording = selectPairs(flows[0].recording, (call) => gaps[call] < 0 === (what === 'overlapping'));
  return { what, ...measure(`particle flow, ${flows[0].count} particles, pairs ${what}`, recording) };
});
/** The forms that the paper has, with both readings of section 3.5.2; then those of this library. */
const PRINTED_FORMS = [FCP_PUBLISHED, SLM_REPLACES, SLM_IF_SHORTER];
const OTHER_FORMS = [FCP_DIRECT, SLM_TRACKED, SLM_CERTIFIED];
for (const flow of flows) {
  for (const name of [...PRINTED_FORMS, ...OTHER_FORMS]) {
    const printed = name === FCP_PUBLISHED ? '13 to 10 over all sizes' : '21 to 17 over all sizes';
    values.push({
      what: `figure 16, R of ${name}, ${flow.count} particles, ${flow.span} steps`,
      paper: PRINTED_FORMS.includes(name) ? printed : 'another form',
      here: ratio(flow, name),
    });
  }
}
writeFileSync(
  new URL('slm-paper-16.svg', figures),
  linePlot({
    title: 'Figure 16: speed-up over Cundall’s plane in the particle flow',
    description: 'Ratio of times against the number of particles, on a logarithmic axis.',
    x: { label: 'number of particles', log: true },
    y: { label: 'R', log: false, fromZero: true },
    series: planeMethods
      .slice(1, -1)
      .map(({ name }) => ({ name, points: flows.map((flow) => [flow.count, speedUp(flow, name)] as const) })),
  } satisfies LinePlot),
);

// 5.2.2 and table I.
const begin = performance.now();
const tool = soilTool(side, seed);
console.log(`\nsoil-tool, ${side ** 3} particles: ${((performance.now() - begin) / 1000).toFixed(1)} s for the pile`);
const PRINTED = [
  ['18.31', '12.54'],
  ['18.14', '11.12'],
  ['18.05', '11.68'],
];
const phaseSpan = bench.quick ? 12 : Math.min(600, spanAsked > 0 ? spanAsked : 600);
let stepped = 0;
const phases = PHASES.map((phase, k) => {
  // A quick run only proves that the bench works: phases follow at once.
  if (!bench.quick) for (; stepped < tool.starts[k]; stepped++) tool.step();
  const recording = record(tool, { span: phaseSpan, ...WINDOWS });
  stepped += phaseSpan;
  return measure(`soil-tool, ${side ** 3} particles, ${phase}`, recording);
});
phases.forEach((phase, k) => {
  for (const name of [...PRINTED_FORMS, ...OTHER_FORMS]) {
    values.push({
      what: `table I, ${PHASES[k]}, R of ${name}`,
      paper: PRINTED_FORMS.includes(name) ? PRINTED[k][name === FCP_PUBLISHED ? 1 : 0] : 'another form',
      here: ratio(phase, name),
    });
  }
});
bench.note('soil-tool', { particles: side ** 3, fasterThanPaper: tool.faster, seed });
values.push({
  what: 'soil-tool, particles; speed of the bucket',
  paper: '21 952',
  here: `${side ** 3}; ${tool.faster.toFixed(0)} times the paper's`,
});

// Iterations and errors of every form.
for (const [what, paper, runs] of [
  ['particle flow', 'around 95 %', flows],
  ['soil-tool', 'more than 98 %', phases],
] as const) {
  const mean = (name: string, part: (s: PlaneStatistics) => number) =>
    runs.reduce((sum, { statistics }) => sum + part(statistics.get(name) as PlaneStatistics) / runs.length, 0);
  for (const name of [SLM_REPLACES, SLM_IF_SHORTER, SLM_TRACKED]) {
    values.push({
      what: `${what}, ${name}: two iterations or fewer; of pairs apart`,
      paper: name === SLM_TRACKED ? 'another form' : paper,
      here: `${percent(mean(name, (s) => s.withinTwo))}; ${percent(mean(name, (s) => s.withinTwoApart))}`,
    });
  }
  values.push({ what: `${what}, pairs of all that overlap`, paper: 'not printed', here: percent(mean(CUNDALL, (s) => s.overlapping)) });
  for (const { name } of planeMethods) {
    values.push({
      what: `${what}, ${name}: gap off by more than ${WRONG} radii apart; ${OFF} radii apart, overlapping`,
      paper: 'not printed',
      here: [mean(name, (s) => s.wrongApart), mean(name, (s) => s.offApart), mean(name, (s) => s.offOverlapping)].map(percent).join('; '),
    });
  }
}
// The two readings of section 3.5.2 side by side: with memory, pairs apart; without memory.
const readings: Record<string, string>[] = [];
const perGap = bench.quick ? 10 : 200;
for (const [name, reading] of [
  [SLM_REPLACES, 'replaces'],
  [SLM_IF_SHORTER, 'if-shorter'],
] as const) {
  const compare = (pairs: string, wrong: number, withinTwo: number, iterations: number, r: string): void => {
    readings.push({
      form: name,
      pairs,
      'wrong, apart': percent(wrong),
      'two iterations or fewer': percent(withinTwo),
      'iterations a call': iterations.toPrecision(3),
      R: r,
    });
  };
  for (const run of [...flows, ...phases]) {
    const s = run.statistics.get(name) as PlaneStatistics;
    compare(run.result.name, s.wrongApart, s.withinTwo, s.iterations / s.calls, ratio(run, name));
  }
  for (const shape of Object.keys(COLD_SHAPES) as (keyof typeof COLD_SHAPES)[]) {
    const result = coldPairs(shape, reading, perGap);
    compare(`${result.pairs} cold ${shape}`, result.wrong, result.withinTwo, result.iterations, 'not timed');
  }
}
bench.note('readings', readings);
const typical = flows[0];
for (const { name } of planeMethods)
  values.push({ what: `a call of ${name}, ${typical.count} particles`, paper: 'not printed', here: workOf(typical, name) });
for (const name of [...PRINTED_FORMS, ...OTHER_FORMS])
  values.push({ what: `R of ${name}, without memory`, paper: 'not printed', here: ratio({ result: cold }, name) });
for (const part of parts) {
  for (const name of [...PRINTED_FORMS, ...OTHER_FORMS])
    values.push({ what: `R of ${name}, pairs ${part.what}`, paper: 'not printed', here: ratio(part, name) });
}
// How many planes Cundall's search would have to try for the ratio of the paper. One number for all would be a sign
// that only the yardstick differs.
for (const [name, paper] of [
  [FCP_PUBLISHED, 12],
  [SLM_REPLACES, 18],
  [SLM_IF_SHORTER, 18],
  [SLM_TRACKED, 18],
] as const) {
  const evaluations = (paper / speedUp(typical, name)) * variantOf(typical, CUNDALL).counts['evaluations'];
  values.push({
    what: `evaluations that ${CUNDALL} would make in a call if R of ${name} were ${paper}, by time`,
    paper: '',
    here: evaluations.toFixed(0),
  });
}
values.push({
  what: `the same for ${FCP_PUBLISHED}, by count: 12 times its planes, full scans and scans that end early alike`,
  paper: '',
  here: (12 * variantOf(typical, FCP_PUBLISHED).counts['evaluations']).toFixed(0),
});
bench.note('values', values);
bench.save();
