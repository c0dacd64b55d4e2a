import type { RunRecord } from '../pour-record';
import type { Figure } from './figures';
import { formatCount, formatNumber } from './html';
import { lines, type Line } from './plots';

/** Plots of a pouring over simulated time. */
export function pourFigures({ series, times, steps }: RunRecord): Figure[] {
  const last = series.time.length - 1;
  const perStep = (seconds: number): string => `${formatNumber((1000 * seconds) / steps, 3)} ms`;
  return [
    courseFigure(
      'Energy',
      'Of the particles; potential energy counts from the floor. The sum falls through friction and inelastic impacts.',
      'J',
      series.time,
      [
        { name: 'Kinetic', colour: 'var(--class-overlapping)', values: series.kinetic },
        { name: 'Potential', colour: 'var(--class-touching)', values: series.potential.map((v) => Math.max(0, v)) },
        { name: 'Elastic', colour: 'var(--class-margin)', values: series.elastic },
      ],
    ),
    courseFigure(
      'Pairs of bodies',
      `Without contacts with walls. At the end ${formatCount(series.near[last])} pairs are in the near list. The method was called for ${formatCount(series.asked[last])} of them, and ${formatCount(series.closed[last])} overlap or touch.`,
      'pairs',
      series.time,
      [
        { name: 'Near list', colour: 'var(--class-margin)', values: series.near },
        { name: 'Asked', colour: 'var(--class-touching)', values: series.asked },
        { name: 'Closed', colour: 'var(--class-overlapping)', values: series.closed },
      ],
    ),
    courseFigure(
      'Time of a step',
      `Means over intervals. In all: broad phase ${perStep(times.broadPhase)}, contacts ${perStep(times.contacts)}, forces and motion ${perStep(times.motion)} a step.`,
      'ms a step',
      series.time,
      [
        { name: 'Broad phase', colour: 'var(--class-margin)', values: series.broadPhase },
        { name: 'Contacts', colour: 'var(--class-overlapping)', values: series.contacts },
        { name: 'Forces and motion', colour: 'var(--class-touching)', values: series.motion },
      ],
    ),
  ];
}

/** Lines over simulated time. */
export function courseFigure(title: string, text: string, yLabel: string, x: readonly number[], all: readonly Line[]): Figure {
  const ends = all.map(({ name, values }) => `${name}: ${formatNumber(values[values.length - 1], 3)} at the end`).join('; ');
  return {
    title,
    text,
    svg: lines({ title, description: `Lines over simulated time. ${ends}.`, xLabel: 'simulated time (s)', yLabel, x, lines: all }),
    legend: all.map(({ name, colour }) => [name, colour]),
  };
}
