import type { RunRecord } from '../pour-record';
import type { FoundContacts, Summary } from '../summary';
import { formatLength, formatNumber, lengthUnit } from './html';
import { bars, curve, histogram, niceTicks, type Bar } from './plots';
import { pourFigures } from './pour-figures';
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
export function figures(found: FoundContacts, summary: Summary, pouring?: RunRecord): Figure[] {
  return [
    ...(pouring ? pourFigures(pouring) : []),
    contactsPerParticle(found, summary),
    ...(summary.listed > 0 ? [gapDistribution(found), contactsWithinGap(found, summary)] : []),
    ...(summary.listed > 0 ? [contactsByKind(summary)] : []),
    // A run has these numbers over its time.
    ...(pouring || summary.candidates === 0 ? [] : [pairsByStage(found, summary)]),
    ...(isSpread(found.steps) ? [stepsPerPair(found)] : []),
    timeByPhase(found),
  ];
}

/** Whether a distribution has more to show than one bar: the largest part is not nearly all. */
function isSpread(counts: readonly number[]): boolean {
  return Math.max(0, ...counts) < 0.97 * counts.reduce((sum, n) => sum + n, 0);
}

function contactsPerParticle(found: FoundContacts, summary: Summary): Figure {
  const counts: number[] = [];
  for (let b = 0; b < summary.bodies; b++) {
    if (found.isWall[b]) continue;
    const n = summary.closedOf[b];
    counts[n] = (counts[n] ?? 0) + 1;
  }
  const colour = 'var(--class-touching)';
  const all: Bar[] = Array.from(counts, (count, n) => ({ from: n - 0.5, to: n + 0.5, count: count ?? 0, label: `${n} contacts`, colour }));
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
      bars: all.length > 0 ? all : [{ from: -0.5, to: 0.5, count: 0, label: '', colour }],
      ticks: niceTicks(0, Math.max(1, counts.length - 1), 7, false, 1).map((n) => ({ at: n, label: String(n) })),
      marks: [{ at: summary.meanClosed, label: `mean ${mean}` }],
    }),
    legend: [],
  };
}

/** Decades that the plot of gaps shows on either side; smaller gaps count as 0. */
const DECADES = 4;
const BINS_PER_DECADE = 4;

/**
 * Overlaps span many orders of magnitude, and gaps up to the margin are another: the axis is logarithmic on both sides
 * of 0. Bin 0 holds what is smaller than the least decade, bins 1, 2, .. the openings by growing size, bins -1, -2, ..
 * the overlaps.
 */
function gapDistribution(found: FoundContacts): Figure {
  const gaps = found.contacts.gaps.subarray(0, found.contacts.count);
  const largest = gaps.reduce((most, gap) => Math.max(most, Math.abs(gap)), found.margin);
  const top = Math.ceil(Math.log10(largest || 1) - 1e-9);
  const least = 10 ** (top - DECADES);
  const edge = (k: number): number => least * 10 ** (k / BINS_PER_DECADE);
  const last = DECADES * BINS_PER_DECADE;
  const binOf = (gap: number): number => {
    const size = Math.abs(gap);
    if (size < least) return 0;
    const k = 1 + Math.min(last - 1, Math.floor(BINS_PER_DECADE * Math.log10(size / least)));
    return gap < 0 ? -k : k;
  };
  const hasOpen = gaps.some((gap) => gap >= least);
  const all: Bar[] = [];
  for (let k = -last; k <= (hasOpen ? last : 0); k++) {
    const size = Math.abs(k);
    const range = size === 0 ? `less than ${formatLength(least)}` : `${formatLength(edge(size - 1))} to ${formatLength(edge(size))}`;
    const label = size === 0 ? `gap or overlap of ${range}` : `${k < 0 ? 'overlap' : 'gap'} of ${range}`;
    all.push({ from: k - 0.5, to: k + 0.5, count: 0, label, colour: classColour(Math.sign(k) + 1) });
  }
  for (const gap of gaps) all[last + binOf(gap)].count++;
  const ticks = [{ at: 0, label: '0' }];
  for (let decade = 1; decade <= DECADES; decade += 1) {
    const at = decade * BINS_PER_DECADE + 0.5;
    const length = decade % 2 === 0 ? formatLength(10 ** (top - DECADES + decade)) : '';
    ticks.push({ at: -at, label: length === '' ? '' : `\u2212${length}` });
    if (hasOpen) ticks.push({ at, label: length });
  }
  const title = 'Gaps';
  return {
    title,
    text:
      found.margin > 0
        ? `Signed distance of the listed pairs, up to the margin of ${formatLength(found.margin).replace(' ', '\u00a0')}; negative is an overlap.`
        : 'Signed distance of the contacts; negative is an overlap.',
    svg: histogram({
      title,
      description: `Histogram of ${gaps.length} signed gaps on an axis that is logarithmic ${hasOpen ? 'on both sides of 0' : 'below 0'}.`,
      xLabel: `gap (logarithmic${hasOpen ? ' on both sides of 0' : ''})`,
      yLabel: 'contacts',
      bars: all,
      ticks,
    }),
    legend: [
      ['Overlap', classColour(0)],
      [`Below ${formatLength(least)}`, classColour(1)],
      ...(hasOpen ? [['Apart', classColour(2)] as [string, string]] : []),
    ],
  };
}

/** How many contacts a particle would have if gaps up to g counted: the coordination number against its tolerance. */
function contactsWithinGap(found: FoundContacts, summary: Summary): Figure {
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

function pairsByStage(found: FoundContacts, summary: Summary): Figure {
  const title = 'Candidate pairs and contacts';
  const stages: [string, number, string][] = [
    ['Candidates', summary.candidates, 'var(--class-margin)'],
    ...(found.margin > 0 ? [['Within margin', summary.listed, 'var(--class-touching)'] as [string, number, string]] : []),
    ['Closed', summary.closed, 'var(--class-overlapping)'],
  ];
  const share = summary.allPairs > 0 ? (100 * summary.candidates) / summary.allPairs : 0;
  return {
    title,
    text: `The broad phase left ${formatNumber(share, 2)} % of all ${summary.allPairs.toLocaleString('en-US')} pairs.`,
    svg: bars({
      title,
      description: stages.map(([label, value]) => `${label}: ${value}`).join('; '),
      xLabel: 'pairs of bodies',
      rows: stages.map(([label, value, colour]) => ({ label, parts: [{ name: 'pairs', value, colour }] })),
    }),
    legend: [],
  };
}

function stepsPerPair(found: FoundContacts): Figure {
  const colour = 'var(--class-touching)';
  const pairs = found.steps.reduce((sum, count) => sum + count, 0);
  const mean = meanSteps(found);
  const title = 'Iterations per pair';
  const all: Bar[] = found.steps.map((count, n) => ({ from: n - 0.5, to: n + 0.5, count, label: `${n} iterations`, colour }));
  return {
    title,
    text: `Steps of the method (${found.method.toLowerCase()}) for each pair asked, ${found.warm ? 'in all time steps, with memory of the step before' : 'without memory of an earlier step'}. Mean ${mean}.`,
    svg: histogram({
      title,
      description: `Histogram of ${pairs} pairs asked by number of iterations; the mean is ${mean}.`,
      xLabel: 'iterations of a pair',
      yLabel: 'pairs',
      bars: all.length > 0 ? all : [{ from: -0.5, to: 0.5, count: 0, label: '', colour }],
      ticks: niceTicks(0, Math.max(1, found.steps.length - 1), 7, false, 1).map((n) => ({ at: n, label: String(n) })),
      marks: [],
    }),
    legend: [],
  };
}

function meanSteps({ steps }: FoundContacts): string {
  const pairs = steps.reduce((sum, count) => sum + count, 0);
  return formatNumber(steps.reduce((sum, count, n) => sum + n * count, 0) / Math.max(1, pairs), 3);
}

function timeByPhase(found: FoundContacts): Figure {
  const title = 'Time by phase';
  const total = found.phases.reduce((sum, phase) => sum + phase.seconds, 0);
  // One unit for all bars: that of the longest.
  const [unit, scale] = Math.max(...found.phases.map((phase) => phase.seconds)) >= 1 ? ['s', 1] : ['ms', 1000];
  const write = (value: number): string => `${formatNumber(value, 3)} ${unit}`;
  return {
    title,
    text: `${write(scale * total)} in total; ${meanSteps(found)} iterations of the method for each pair asked.`,
    svg: bars({
      title,
      description: found.phases.map((phase) => `${phase.name}: ${write(scale * phase.seconds)}`).join('; '),
      xLabel: `time (${unit})`,
      rows: found.phases.map((phase) => ({
        label: phase.name,
        parts: [{ name: 'time', value: scale * phase.seconds, colour: 'var(--class-touching)' }],
      })),
      format: write,
    }),
    legend: [],
  };
}
