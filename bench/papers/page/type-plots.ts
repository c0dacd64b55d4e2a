/** Figures 11, 13 and 15 of Zheng et al. (2017), from the committed times of the bench fds. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TaskResult } from '../../lib/measure';
import { linePlot } from '../../lib/plot';

const FIGURES = [
  [11, 'hexahedra'],
  [13, 'tetrahedra'],
  [15, 'cut hexahedron'],
] as const;

export function drawTypes(): void {
  const file = new URL('../../results/papers-fds.json', import.meta.url);
  if (!existsSync(file)) return;
  const { tasks } = JSON.parse(readFileSync(file, 'utf8')) as { tasks: TaskResult[] };
  for (const [figure, shape] of FIGURES) {
    const own = tasks.filter(({ name }) => name.startsWith(`${shape}, `));
    if (own.length === 0) continue;
    const types = own.map(({ name }, k) => `${k + 1} ${name.slice(shape.length + 2)}`);
    const names = own[0].variants.map(({ name }) => name).filter((name) => name !== own[0].baseline);
    const plot = linePlot({
      title: `Figure ${figure}: speed-up over the direct search, ${shape}`,
      description: `Contact types along the axis: ${types.join(', ')}.`,
      x: { label: types.join(', '), log: false },
      y: { label: 'R', log: false, fromZero: true },
      series: names.map((name) => ({
        name,
        points: own.map(({ variants }, k) => [k + 1, 1 / (variants.find((v) => v.name === name)?.ratio.median ?? NaN)] as const),
      })),
    });
    writeFileSync(new URL(`../../../docs/figures/fds-paper-${figure}.svg`, import.meta.url), plot);
  }
}
