import type { SceneContacts, Summary } from '../summary';
import { formatLength, formatNumber, formatSeconds, lengthUnit } from './html';
import { bars, curve, histogram, niceTicks, type Bar } from './plots';
import { GAP_CLASSES, KINDS } from './report-data';

/** A plot with its caption. */
export interface Figure {
  title: string;
  text: string;
  svg: string;
  /** Legend entries, name and CSS colour. */
  legend: [string, string][];
}

const classColour = (k: number): string => `var(--class-${GAP_CLASSES[k].id})`;
const classLegend = (used: readonly number[]): [string, string][] => used.map((k) => [GAP_CLASSES[k].label, classColour(k)]);

/** The plots of the page, in order. */
export function figures(found: SceneContacts, summary: Summary): Figure[] {
  return [
    contactsPerParticle(found, summary),
    ...(summary.listed > 0 ? [gapDistribution(found), contactsWithinGap(found, summary)] : []),
    contactsByKind(summary),
    pairsByStage(summary),
    timeByPhase(found),
  ];
}

function contactsPerParticle(found: SceneContacts, summary: Summary): Figure {
  const counts: number[] = [];
  for (let b = 0; b < summary.bodies; b++) {
    if (found.isWall[b]) continue;
    const n = summary.closedOf[b];
    counts[n] = (counts[n] ?? 0) + 1;
  }
  const all: Bar[] = Array.from(counts, (count, n) => ({ from: n - 0.5, to: n + 0.5, count: count ?? 0, colour: 'var(--class-touching)' }));
  const title = 'Contacts per particle';
  const mean = formatNumber(summary.meanClosed, 3);
  return {
    title,
    text: `Closed contacts of each particle, those with walls included. Mean ${mean}.`,
    svg: histogram({
      title,
      description: `Histogram of ${summary.particles} particles by number of closed contacts; the mean is ${mean}.`,
      xLabel: 'closed contacts of a particle',
      yLabel: 'particles',
      bars: all.length > 0 ? all : [{ from: -0.5, to: 0.5, count: 0, colour: '' }],
      marks: [{ at: summary.meanClosed, label: `mean ${mean}` }],
    }),
    legend: [],
  };
}

/** The signed gap in bins whose edges are multiples of one round width, so that 0 is an edge and no bin mixes overlaps with openings. */
function gapDistribution(found: SceneContacts): Figure {
  const gaps = found.contacts.gaps.subarray(0, found.contacts.count);
  let low = 0;
  let high = found.margin;
  for (const gap of gaps) {
    low = Math.min(low, gap);
    high = Math.max(high, gap);
  }
  const { scale, unit } = lengthUnit(Math.max(-low, high) || 1);
  const ticks = high > low ? niceTicks(low / scale, high / scale, 32, false) : [0, 1];
  const width = ticks.length > 1 ? ticks[1] - ticks[0] : 1;
  const binOf = (gap: number): number => Math.min(Math.floor(gap / scale / width), Math.ceil(high / scale / width - 1e-9) - 1);
  const first = Math.floor(low / scale / width);
  const last = Math.max(binOf(high), first);
  const all: Bar[] = [];
  for (let k = first; k <= last; k++) {
    all.push({ from: k * width, to: (k + 1) * width, count: 0, colour: classColour(k < 0 ? 0 : 2) });
  }
  for (const gap of gaps) all[Math.max(0, Math.min(all.length - 1, binOf(gap) - first))].count++;
  const title = 'Gaps';
  return {
    title,
    text: `Signed distance of the listed pairs: negative is an overlap, the right end is the margin of ${formatLength(found.margin)}.`,
    svg: histogram({
      title,
      description: `Histogram of ${gaps.length} signed gaps from ${formatLength(low)} to ${formatLength(high)}.`,
      xLabel: `gap (${unit})`,
      yLabel: 'contacts',
      bars: all,
      marks: low < 0 && high > 0 ? [{ at: 0, label: '0' }] : [],
    }),
    legend: [
      ['Overlapping', classColour(0)],
      ['Apart', classColour(2)],
    ],
  };
}

/** How many contacts a particle would have if gaps up to g counted: the coordination number against its tolerance. */
function contactsWithinGap(found: SceneContacts, summary: Summary): Figure {
  const { contacts, isWall } = found;
  const ends: [number, number][] = [];
  for (let c = 0; c < contacts.count; c++) {
    const particles = 2 - isWall[contacts.bodyA[c]] - isWall[contacts.bodyB[c]];
    ends.push([contacts.gaps[c], particles]);
  }
  ends.sort((p, q) => p[0] - q[0]);
  const low = Math.min(0, ends[0][0]);
  const high = Math.max(found.margin, ends[ends.length - 1][0]);
  const { scale, unit } = lengthUnit(Math.max(-low, high) || 1);
  const points: [number, number][] = [];
  const steps = 160;
  let k = 0;
  let sum = 0;
  for (let s = 0; s <= steps; s++) {
    const gap = s === steps ? high : low + (s / steps) * (high - low);
    while (k < ends.length && ends[k][0] <= gap) sum += ends[k++][1];
    points.push([gap / scale, sum / Math.max(1, summary.particles)]);
  }
  if (!(high > low)) points[steps][0] = points[0][0] + 1;
  const title = 'Neighbours within a gap';
  return {
    title,
    text: 'Mean number of neighbours of a particle whose gap is at most the one on the axis; at 0 this is the mean number of contacts.',
    svg: curve({
      title,
      description: `Rises from 0 to ${formatNumber(points[steps][1], 3)} neighbours at a gap of ${formatLength(high)}.`,
      xLabel: `gap (${unit})`,
      yLabel: 'neighbours of a particle',
      points,
      marks: low < 0 && high > 0 ? [{ at: 0, label: '0' }] : [],
    }),
    legend: [],
  };
}

function contactsByKind(summary: Summary): Figure {
  const title = 'Contacts by kind';
  const classes = GAP_CLASSES.map((_, k) => k).filter((k) => summary.byClass[k] > 0);
  const rows = KINDS.map(({ label }, kind) => ({
    label,
    parts: classes.map((k) => ({ name: GAP_CLASSES[k].label.toLowerCase(), value: summary.byKind[kind][k], colour: classColour(k) })),
  }));
  return {
    title,
    text: 'Which features meet, and how: the parts of a bar are the gap classes.',
    svg: bars({
      title,
      description: rows.map((row) => `${row.label}: ${row.parts.reduce((sum, part) => sum + part.value, 0)}`).join('; '),
      xLabel: 'contacts',
      rows: rows.filter((row, kind) => kind > 0 || row.parts.some((part) => part.value > 0)),
    }),
    legend: classLegend(classes),
  };
}

function pairsByStage(summary: Summary): Figure {
  const title = 'Candidate pairs and contacts';
  const stages: [string, number, string][] = [
    ['Candidates', summary.candidates, 'var(--class-margin)'],
    ['Within margin', summary.listed, 'var(--class-touching)'],
    ['Closed', summary.closed, 'var(--class-overlapping)'],
  ];
  const share = summary.allPairs > 0 ? (100 * summary.candidates) / summary.allPairs : 0;
  return {
    title,
    text: `The broad phase left ${formatNumber(share, 2)} % of all ${summary.allPairs.toLocaleString('en-US')} pairs for the exact plane.`,
    svg: bars({
      title,
      description: stages.map(([label, value]) => `${label}: ${value}`).join('; '),
      xLabel: 'pairs of bodies',
      rows: stages.map(([label, value, colour]) => ({ label, parts: [{ name: 'pairs', value, colour }] })),
    }),
    legend: [],
  };
}

function timeByPhase(found: SceneContacts): Figure {
  const title = 'Time by phase';
  const total = found.phases.reduce((sum, phase) => sum + phase.seconds, 0);
  return {
    title,
    text: `One thread, ${formatSeconds(total)} in total.`,
    svg: bars({
      title,
      description: found.phases.map((phase) => `${phase.name}: ${formatSeconds(phase.seconds)}`).join('; '),
      xLabel: 'time (ms)',
      rows: found.phases.map((phase) => ({
        label: phase.name,
        parts: [{ name: 'time', value: 1e3 * phase.seconds, colour: 'var(--class-touching)' }],
      })),
      format: (value) => formatSeconds(value / 1e3),
    }),
    legend: [],
  };
}
