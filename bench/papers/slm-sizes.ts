/**
 * Iterations of the shortest link in particle flows of ten sizes (Nezami et al. 2006, figure 7 and section 5.2.1): the
 * part of the calls that end after one iteration, and after two or fewer. These are counts, so they do not depend on
 * the machine. The times are in slm.ts.
 *
 *     npm run bench:papers -- slm-sizes
 *
 * All sizes flow out of the box of 0.30 m that the paper has for its 500 particles. The first 100 steps count.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { openBench } from '../lib/measure';
import { linePlot } from '../lib/plot';
import { record } from '../../sim/recorder';
import { particleFlow } from '../../sim/scenes/particle-flow';
import { comparePlanes, SLM_CERTIFIED, SLM_IF_SHORTER, SLM_REPLACES, SLM_TRACKED, type PlaneStatistics } from './slm/planes';

const bench = openBench('papers-slm-sizes');
const figures = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(figures, { recursive: true });

const SIZES = bench.quick ? [20, 40] : [50, 100, 150, 200, 250, 300, 350, 400, 450, 500];
const BOX = 0.3;
const SPAN = bench.quick ? 12 : 100;
const WINDOWS = { steps: 5, windows: bench.quick ? 2 : 4, pairs: 1000 };

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

const runs = SIZES.map((count) => ({ count, statistics: comparePlanes(record(particleFlow(count, BOX, 1), { span: SPAN, ...WINDOWS })) }));
const forms = [SLM_REPLACES, SLM_IF_SHORTER, SLM_TRACKED, SLM_CERTIFIED];
const of = (run: (typeof runs)[number], form: string): PlaneStatistics => run.statistics.get(form) as PlaneStatistics;

const values = runs.flatMap((run) =>
  forms.map((form) => ({
    what: `${run.count} particles, ${SPAN} steps, ${form}: calls; one iteration; two or fewer`,
    paper: form === SLM_REPLACES || form === SLM_IF_SHORTER ? 'around 95 % in two or fewer' : 'another form',
    here: [String(of(run, form).calls), percent(of(run, form).withinOne), percent(of(run, form).withinTwo)].join('; '),
  })),
);
for (const { what, here } of values) console.log(`${what}: ${here}`);
writeFileSync(
  new URL('slm-paper-sizes.svg', figures),
  linePlot({
    title: 'Calls of the shortest link that take two iterations or fewer',
    description: 'Percent of the warm calls against the number of particles in the flow.',
    x: { label: 'number of particles', log: false },
    y: { label: '% of calls', log: false },
    series: forms.map((name) => ({ name, points: runs.map((run) => [run.count, 100 * of(run, name).withinTwo] as const) })),
  }),
);
bench.note('values', values);
bench.save();
