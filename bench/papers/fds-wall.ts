/**
 * Figure 17 of Zheng et al. 2017: the vertical displacement of the top block of each wall over the paper's 1000 steps.
 *
 *     npm run bench:papers -- fds-wall
 *
 * The curves of the paper could not be read, and its text has no value. The scene is that of table 1 (block-scenes.ts).
 * No times are measured.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { openBench } from '../lib/measure';
import { linePlot } from '../lib/plot';
import { blockWall } from '../../sim/scenes/block-scenes';

const bench = openBench('papers-fds-wall');
const figures = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(figures, { recursive: true });

const STEPS = bench.quick ? 20 : 1000;
const courses = bench.quick ? [2] : [5, 10, 15];
const values: { what: string; paper: string; here: string }[] = [];
const series = courses.map((count) => {
  const { bodies, step } = blockWall(count);
  const top = 3 * (bodies.count - 1) + 2;
  const start = bodies.positions[top];
  const points: [number, number][] = [[0, 0]];
  let most = 0;
  for (let k = 1; k <= STEPS; k++) {
    step();
    const sunk = 1e6 * (start - bodies.positions[top]);
    most = Math.max(most, sunk);
    if (k % 5 === 0) points.push([1e-3 * k, -sunk]);
  }
  const blocks = (count * (count + 1)) / 2;
  const tail = points.slice(-20).map(([, height]) => -height);
  const name = `${blocks} blocks`;
  values.push({
    what: `figure 17, block wall, ${name}, top block sinks by, after ${STEPS} steps; most; range of the last ${5 * tail.length} steps`,
    paper: 'not readable',
    here: `${tail[tail.length - 1].toFixed(2)} µm; ${most.toFixed(2)} µm; ${(Math.max(...tail) - Math.min(...tail)).toPrecision(2)} µm`,
  });
  console.log(values[values.length - 1].here);
  return { name, points, dashed: true };
});
writeFileSync(
  new URL('fds-paper-17.svg', figures),
  linePlot({
    title: 'Figure 17: vertical displacement of the top block of each wall',
    description: 'Displacement in micrometres against time.',
    x: { label: 'time, s', log: false },
    y: { label: 'displacement, µm', log: false },
    series,
  }),
);
bench.note('values', values);
bench.save();
