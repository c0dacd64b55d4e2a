/**
 * The rigid verification problems of the shrunken edge paper (Wang, Li and Feng 2014, section 5), by the shrunken edge,
 * SLM, FDS and the half-space method.
 *
 *     npm run bench:papers -- verification
 *
 * Errors against the known solutions, one row a problem and one column a method; how the error of sliding hangs on the
 * start, the time step and the stiffness; and the figures of the paper that text and solution allow. No times are
 * measured. Plots go to docs/figures, of a quick run, which only has the first moments of each problem, to out/bench.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { ContactKind } from 'dem-contact';
import { openBench } from '../lib/measure';
import { linePlot, type LinePlot } from '../lib/plot';
import { fallOnRidge } from './verification/falling';
import { rebound } from './verification/rebound';
import { createRivals, radians, type Rival } from './verification/scene';
import { STIFFNESS, slide, type Start } from './verification/sliding';
import { threeBlocks } from './verification/three-blocks';
import { criticalAngle, fall, findCriticalAngle, type Fall } from './verification/toppling';
import { slideWedge } from './verification/wedge';

const bench = openBench('papers-verification');
const { quick } = bench;
const figures = new URL(quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(figures, { recursive: true });
const draw = (name: string, plot: LinePlot): void => writeFileSync(new URL(`verification-${name}.svg`, figures), linePlot(plot));

/** The time of a problem; a quick run has a small part of it. */
const during = (time: number, least = 0): number => (quick ? Math.max(least, 0.02 * time) : time);
const rivals = createRivals();

const table: Record<string, string>[] = [];

/** Runs one problem by all methods and adds a row for each quantity that it gives. */
function compare<R>(problem: string, list: readonly Rival[], run: (rival: Rival) => R, rows: Record<string, (result: R) => string>): R[] {
  const results = list.map(run);
  for (const [what, show] of Object.entries(rows)) {
    const row: Record<string, string> = { problem: `${problem}: ${what}` };
    list.forEach((rival, r) => (row[rival.name] = show(results[r])));
    table.push(row);
    console.log(Object.values(row).join(' | '));
  }
  return results;
}

const sci = (value: number): string => value.toExponential(1);
const names: Record<number, string> = {
  [ContactKind.VertexVertex]: 'v-v',
  [ContactKind.VertexEdge]: 'v-e',
  [ContactKind.VertexFace]: 'v-f',
  [ContactKind.EdgeEdge]: 'e-e',
  [ContactKind.ParallelEdges]: 'parallel e-e',
  [ContactKind.EdgeFace]: 'e-f',
  [ContactKind.FaceFace]: 'f-f',
};

// 5.1
const ridge = compare('5.1 corner on corner', createRivals(1e-7), (rival) => fallOnRidge(rival, quick ? 0.455 : 0.5, quick ? 5e-6 : 1e-6), {
  'first, second contact': ({ blows }) =>
    blows
      .slice(0, 2)
      .map(({ kind }) => names[kind])
      .join(', '),
  'angle of the first blow from upright, degrees': ({ blows }) =>
    ((180 / Math.PI) * Math.acos(Math.min(1, blows[0].direction[2]))).toFixed(1),
  'speed after it, error': ({ speedError }) => sci(speedError),
  'spin after it, error': ({ spinError }) => sci(spinError),
  'time of the second contact, error': ({ timeError }) => sci(timeError),
  'energy, largest change': ({ energyError }) => sci(energyError),
  'penetration, m': ({ penetration }) => sci(penetration),
});
const [first] = ridge;
draw('5-1', {
  title: 'Section 5.1: a prism falls on a ridge, corner on corner and then corner on edge',
  description: 'Heights of both ends of its lowest edge above the ridge, by the shrunken edge.',
  x: { label: 'time, s', log: false },
  y: { label: 'height, m', log: false },
  series: [
    { name: 'A', points: first.times.map((t, k) => [t, first.heightsA[k]]) },
    { name: 'B', points: first.times.map((t, k) => [t, first.heightsB[k]]) },
  ],
});

compare('5.1 three blocks', createRivals(1e-4), (rival) => threeBlocks(rival, during(2.6), 5e-5), {
  'kinds and times when they were first met, s': ({ kinds }) =>
    [...kinds].map(([kind, time]) => `${names[kind]} ${time.toFixed(2)}`).join(', '),
  'energy, largest rise': ({ rise }) => sci(rise),
  'penetration, m': ({ penetration }) => sci(penetration),
  'distance from the place of rest at the end, m': ({ restError }) => sci(restError),
});

// 5.2
const [bounced] = compare('5.2 rebound from an edge', rivals, (rival) => rebound(rival, quick ? 0.45 : 2, quick ? 1e-5 : 2e-6), {
  'height in flight, error': ({ error }) => sci(error),
  'energy, largest change': ({ energyError }) => sci(energyError),
  'penetration, error': ({ penetration, expected }) => sci(Math.abs(penetration / expected - 1)),
  'momentum sideways': ({ sideways }) => sci(sideways),
});
draw('5-2', {
  title: 'Section 5.2, figure 22: work of gravity, and kinetic and elastic energy',
  description: 'Work of gravity and the sum of kinetic and elastic energy are one curve.',
  x: { label: 'time, s', log: false },
  y: { label: 'energy, J', log: false },
  series: [
    { name: 'kinetic and elastic', points: bounced.times.map((t, k) => [t, bounced.kinetic[k] + bounced.elastic[k]]) },
    { name: 'work of gravity', points: bounced.times.map((t, k) => [t, bounced.work[k]]), dashed: true },
  ],
});

draw('5-2-height', {
  title: 'Section 5.2, figure 21: height of the falling edge above the other one',
  description: 'Parabolas of equal height: the block rebounds to where it fell from.',
  x: { label: 'time, s', log: false },
  y: { label: 'height, m', log: false },
  series: [{ name: 'shrunken edge', points: bounced.times.map((t, k) => [t, bounced.heights[k]]) }],
});

// 5.3
const angles = [6, 12, 18, 24];
const slides = angles.map(
  (phi) =>
    compare(
      `5.3 sliding, friction ${phi}°`,
      rivals,
      (rival) => slide(rival, { phi, time: during(quick ? 0.5 : 2.6), samples: 13, dt: 2e-5 }),
      {
        'displacement, error': ({ error }) => sci(error),
        'energy, error of the work of friction': ({ energyError }) => sci(energyError),
        'momentum, error': ({ momentumError }) => sci(momentumError),
        'penetration, m': ({ penetration }) => sci(penetration),
      },
    )[0],
);
draw('5-3', {
  title: 'Section 5.3, figure 24: a block slides down 28 degrees',
  description: 'Displacement by the shrunken edge, markers, and by eq. 32, lines.',
  x: { label: 'time, s', log: false },
  y: { label: 'displacement, m', log: false },
  series: [
    ...slides.map(({ times, displacements }, k) => ({
      name: `${angles[k]}°`,
      points: times.map((t, i): [number, number] => [t, displacements[i]]),
    })),
    ...slides.map(({ times, analytical }, k) => ({
      name: k === 0 ? 'eq. 32' : '',
      points: times.map((t, i): [number, number] => [t, analytical[i]]),
      dashed: true,
    })),
  ],
});

/** What the error of sliding comes from, by SLM: the start, the angle, the step; figure 25 has the stiffness. */
const causes: Record<string, string>[] = [];
const slm = rivals[1];
function addCause(start: Start, phi: number, share: number, dt: number): void {
  const run = (time: number) => slide(slm, { phi, time, samples: 1, dt, stiffness: share * STIFFNESS, start });
  const whole = run(during(2.6));
  causes.push({
    start,
    friction: `${phi}°`,
    'Kn, GN/m': String((share * STIFFNESS) / 1e9),
    'step, s': String(dt),
    'error after 0.06 s': sci(run(0.06).error),
    'error after 2.6 s': sci(whole.error),
    'penetration, m': sci(whole.penetration),
  });
  console.log(Object.values(causes[causes.length - 1]).join(' | '));
}
for (const start of ['limit', 'pressed', 'touching'] as const) {
  for (const phi of angles) {
    addCause(start, phi, 1, 2e-5);
    // The effect of the step alone.
    if (!quick) addCause(start, phi, 1, 5e-6);
  }
  for (const [share, dt] of [
    [0.1, 6e-5],
    [0.01, 2e-4],
    [0.001, 6e-4],
  ])
    addCause(start, 18, share, dt);
}
bench.note('sliding', causes);
/** Errors after 2.6 s of one start at friction of 18 degrees, over the stiffness. */
const errorsOf = (start: Start): [number, number][] =>
  causes
    .filter((cause) => cause['start'] === start && cause['friction'] === '18°' && cause['step, s'] !== '0.000005')
    .map((cause) => [Number(cause['Kn, GN/m']), Math.max(1e-16, Number(cause['error after 2.6 s']))]);
draw('5-3-stiffness', {
  title: 'Section 5.3, figure 25: error after 2.6 s over the stiffness, friction of 18 degrees',
  description: 'Both axes logarithmic, by SLM, for three starts of the block.',
  x: { label: 'Kn, GN/m', log: true },
  y: { label: 'error of the displacement', log: true },
  series: (['limit', 'pressed', 'touching'] as const).map((start) => ({ name: start, points: errorsOf(start) })),
});
/** Numbers at the times of a figure, of curves with equal steps of time. */
const atTimes = (curve: readonly number[], times: readonly number[], every: number): string =>
  quick ? 'a quick run has no such times' : times.map((t) => curve[Math.round(t / every) - 1].toFixed(3)).join(', ');
compare(
  '5.3 sliding, 18°, Kn 150 GN/m',
  rivals,
  (rival) => slide(rival, { phi: 18, time: during(2.6), samples: 13, dt: 6e-5, stiffness: 0.1 * STIFFNESS }),
  {
    'displacement after 0.8, 1.4, 2.0, 2.6 s, m': ({ displacements }) => atTimes(displacements, [0.8, 1.4, 2, 2.6], 0.2),
    'eq. 32, m': ({ analytical }) => atTimes(analytical, [0.8, 1.4, 2, 2.6], 0.2),
    'penetration, m': ({ penetration }) => sci(penetration),
  },
);

// 5.4
const slopes = [14, 14.1, 14.5, 16];
const falls = slopes.map(
  (slope) =>
    compare(`5.4 toppling, slope ${slope.toFixed(1)}°`, rivals, (rival) => fall(rival, 0.4, slope, quick ? 0.01 : 10, during(1.2, 0.05)), {
      'angle, error': ({ error }) => sci(error),
    })[0],
);
draw('5-4', {
  title: 'Section 5.4, figure 28: angle between block and plane',
  description: 'By the shrunken edge, markers, and of a rigid body that turns about its edge, lines.',
  x: { label: 'time, s', log: false },
  y: { label: 'angle, degrees', log: false },
  series: [
    ...falls.map(({ times, angles: leans }, k) => ({
      name: `${slopes[k].toFixed(1)}°`,
      points: times.map((t, i): [number, number] => [t, leans[i]]),
    })),
    ...falls.map(({ times, analytical }, k) => ({
      name: k === 0 ? 'rigid body' : '',
      points: times.map((t, i): [number, number] => [t, analytical[i]]),
      dashed: true,
    })),
  ],
});
/** Figure 29, until the block leans by 60 degrees: how far its centre has moved along the horizontal, m. */
const along = (slope: number, { times, angles: leans }: Fall): string =>
  [0.4, 0.6, 0.76, 0.88]
    .map((time) => {
      const k = times.findIndex((t) => Math.abs(t - time) < 0.011);
      if (k < 0) return 'fallen';
      const over = radians(slope - criticalAngle(0.4));
      return (0.5 * Math.sqrt(0.17) * (Math.sin(over + radians(leans[k])) - Math.sin(over))).toFixed(4);
    })
    .join(', ');
for (const slope of quick ? [] : [15, 16]) {
  compare(`5.4 toppling to 60°, slope ${slope.toFixed(1)}°`, rivals, (rival) => fall(rival, 0.4, slope, 60, 1.2), {
    'horizontal displacement after 0.40, 0.60, 0.76, 0.88 s, m': (result) => along(slope, result),
    'angle, error': ({ error }) => sci(error),
  });
}
const heights = quick ? [] : [0.2, 0.4, 0.8];
const critical = heights.map((height) => {
  const exact = criticalAngle(height);
  return compare(
    `5.4 critical angle of a height of ${height} m, ${exact.toFixed(3)}°`,
    rivals,
    (rival) => findCriticalAngle(rival, height, 0.01),
    {
      degrees: (angle) => angle.toFixed(3),
    },
  )[0];
});
if (!quick)
  draw('5-4-critical', {
    title: 'Section 5.4, figure 30: critical angle of toppling',
    description: 'By the shrunken edge, markers, and by eq. 33, line.',
    x: { label: 'height of the block, m', log: false },
    y: { label: 'angle, degrees', log: false, fromZero: true },
    series: [
      { name: 'shrunken edge', points: heights.map((height, k) => [height, critical[k]]) },
      { name: 'eq. 33', points: Array.from({ length: 31 }, (_, k) => [0.2 + 0.02 * k, criticalAngle(0.2 + 0.02 * k)]), dashed: true },
    ],
  });

// 5.5
const dips = [20, 30, 40];
const wedges = dips.map(
  (dip) =>
    compare(`5.5 wedge, ${dip}°`, rivals, (rival) => slideWedge(rival, dip, during(1.6), 16, 2e-4), {
      'displacement, error': ({ error }) => sci(error),
      'displacement after 0.4, 0.8, 1.2, 1.6 s, m': ({ displacements }) => atTimes(displacements, [0.4, 0.8, 1.2, 1.6], 0.1),
      'farthest from the line, m': ({ aside }) => sci(aside),
    })[0],
);
draw('5-5', {
  title: 'Section 5.5, figure 32: a wedge slides down the line of two smooth planes',
  description: 'Displacement by the shrunken edge, markers, and by eq. 34, lines.',
  x: { label: 'time, s', log: false },
  y: { label: 'displacement, m', log: false },
  series: [
    ...wedges.map(({ times, displacements }, k) => ({
      name: `${dips[k]}°`,
      points: times.map((t, i): [number, number] => [t, displacements[i]]),
    })),
    ...wedges.map(({ times, analytical }, k) => ({
      name: k === 0 ? 'eq. 34' : '',
      points: times.map((t, i): [number, number] => [t, analytical[i]]),
      dashed: true,
    })),
  ],
});

bench.note('methods', table);
bench.save();
