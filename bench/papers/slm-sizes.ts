/**
 * The ten sizes of the particle flow (Nezami et al. 2006, section 5.2.1 and figure 16): R, errors and iterations of
 * every form of the shortest link, and the part of the analysis time that contact detection takes.
 *
 *     npm run bench:papers -- slm-sizes                      all ten sizes
 *     npm run bench:papers -- slm-sizes --bodies=500,4000    these sizes; the others from the last run of each
 *
 * The paper names three of its ten sizes: 500 and 4000 particles in a box of 0.30 m, and 45,000 in one of 1.0 m. Here
 * all ten are in the first box. slm.ts measures 10,000 particles in the second box, and 45,000 with a flag. Each size
 * is a part in out/bench/slm-sizes, so a long run can be made in pieces. The results are saved once all parts are
 * there. Every size has the first 100 steps of the flow.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openBench } from '../lib/measure';
import { linePlot } from '../lib/plot';
import { flowOfSize, type FlowPart, type FormResult } from './slm/flow-of-size';
import { FCP_PUBLISHED, SLM_CERTIFIED, SLM_IF_SHORTER, SLM_REPLACES, SLM_TRACKED, WRONG } from './slm/planes';

const bench = openBench('papers-slm-sizes');
const figures = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
const parts = new URL(bench.quick ? '../../out/bench/slm-sizes-quick/' : '../../out/bench/slm-sizes/', import.meta.url);
for (const folder of [figures, parts]) mkdirSync(folder, { recursive: true });

const SIZES = bench.quick ? [20, 40] : [500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3200, 4000];
/** Sizes of which the part of the analysis time is measured: four methods move each of them on. */
const SHARED = bench.quick ? [20] : [500, 2000];

const asked = process.argv.find((argument) => argument.startsWith('--bodies='))?.slice(9);
const wanted = asked?.split(',').map(Number) ?? SIZES;

const fileOf = (count: number): URL => new URL(`${count}.json`, parts);
for (const count of wanted) {
  const part = flowOfSize(count, bench.quick, SHARED.includes(count));
  writeFileSync(fileOf(count), JSON.stringify(part));
  console.log(`${count} particles: ${part.seconds.toFixed(0)} s`);
}

const missing = SIZES.filter((count) => !existsSync(fileOf(count)));
if (missing.length > 0) console.log(`no results yet: ${missing.join(', ')} particles are missing`);
else save(SIZES.map((count) => JSON.parse(readFileSync(fileOf(count), 'utf8')) as FlowPart));

function save(flows: readonly FlowPart[]): void {
  const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
  const forms = [FCP_PUBLISHED, SLM_REPLACES, SLM_IF_SHORTER, SLM_TRACKED, SLM_CERTIFIED];
  const printed = new Map([
    [FCP_PUBLISHED, '13 to 10'],
    [SLM_REPLACES, '21 to 17'],
    [SLM_IF_SHORTER, '21 to 17'],
  ]);
  const of = (flow: FlowPart, form: string): FormResult => flow.forms.find(({ name }) => name === form) as FormResult;

  bench.note(
    'sizes',
    flows.flatMap((flow) =>
      forms.map((form) => {
        const { ratio, sweeps, withinTwo, wrongApart } = of(flow, form);
        const isLink = form !== FCP_PUBLISHED;
        return {
          particles: String(flow.count),
          form,
          R: `${(1 / ratio.median).toPrecision(3)} (${(1 / ratio.high).toPrecision(3)} to ${(1 / ratio.low).toPrecision(3)})`,
          'R, paper': printed.get(form) ?? 'another form',
          'wrong, apart': percent(wrongApart),
          'iterations a call': sweeps.toPrecision(3),
          'two iterations or fewer': isLink ? percent(withinTwo) : 'another search',
        };
      }),
    ),
  );
  const values = forms.flatMap((form) => {
    const all = flows.map((flow) => of(flow, form));
    const calls = flows.reduce((sum, flow) => sum + flow.calls, 0);
    const mean = (part: (one: FormResult) => number): number => all.reduce((sum, one, k) => sum + part(one) * flows[k].calls, 0) / calls;
    const ratios = all.map(({ ratio }) => 1 / ratio.median);
    const rows = [
      {
        what: `ten sizes, ${form}: R, smallest to largest flow`,
        paper: printed.get(form) ?? 'another form',
        here: ratios.map((r) => r.toPrecision(3)).join(', '),
      },
    ];
    if (form !== FCP_PUBLISHED)
      rows.push({
        what: `ten sizes, ${form}: two iterations or fewer; gap off by more than ${WRONG} radii apart; iterations a call`,
        paper: printed.has(form) ? 'around 95 %' : 'another form',
        here: `${percent(mean((one) => one.withinTwo))}; ${percent(mean((one) => one.wrongApart))}; ${mean((one) => one.sweeps).toPrecision(3)}`,
      });
    return rows;
  });
  for (const flow of flows) {
    for (const { name, detection, step } of flow.shares) {
      values.push({
        what: `analysis time, ${flow.count} particles, ${name}: part of contact detection; a step`,
        paper: 'up to 70 to 80 %',
        here: `${percent(detection)}; ${step.toPrecision(3)} ms`,
      });
    }
  }
  for (const { what, here } of values) console.log(`${what}: ${here}`);
  writeFileSync(
    new URL('slm-paper-sizes.svg', figures),
    linePlot({
      title: 'Figure 16: speed-up over Cundall’s plane in ten sizes of flow',
      description: 'Ratio of times against the number of particles.',
      x: { label: 'number of particles', log: true },
      y: { label: 'R', log: false, fromZero: true },
      series: forms.map((name) => ({ name, points: flows.map((flow) => [flow.count, 1 / of(flow, name).ratio.median] as const) })),
    }),
  );
  bench.note('values', values);
  bench.save();
}
