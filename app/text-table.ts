import { durationOf, type PourRecord } from './pour-record';
import { formatCount, formatLength, formatNumber, formatSeconds, formatSpeed } from './report/html';
import { GAP_CLASSES, KINDS } from './report/report-data';
import { summarise, type SceneContacts, type Summary } from './summary';

/**
 * The table of a pouring: what was simulated, contacts at the end by kind and gap class, iterations, near lists, time
 * per phase and step.
 */
export function pourTable(title: string, record: PourRecord): string {
  const { found, steps, timeStep, times, rebuilds, speed, series } = record;
  const summary = summarise(found);
  const asked = found.steps.reduce((sum, n) => sum + n, 0);
  const last = series.time.length - 1;
  const total = times.broadPhase + times.contacts + times.motion;
  const timeRow = (name: string, seconds: number): string[] => [
    name,
    formatSeconds(seconds),
    formatSeconds(seconds / steps),
    `${formatNumber((100 * seconds) / total, 3)} %`,
  ];
  const built = rebuilds.reduce((sum, [, n]) => sum + n, 0);
  const blocks = [
    columns([
      ['Scene', title],
      ['Simulated', `${formatSeconds(durationOf(record))} in ${formatCount(steps)} steps of ${formatSeconds(timeStep)}`],
      ['At the end', `mean speed ${formatSpeed(speed)}, kinetic energy ${formatNumber(series.kinetic[last], 3)} J`],
      ['Pairs at the end', `${formatCount(series.near[last])} in the near list, ${formatCount(series.asked[last])} asked`],
      ['Closed contacts', `${formatCount(summary.closed)} (deepest overlap ${formatLength(summary.deepest)})`],
      ['Per particle', `${formatNumber(summary.meanClosed, 3)} closed contacts in the mean`],
      ['Detector', `${formatNumber(record.memory / 2 ** 20, 3)} MiB`],
    ]),
    kindTable(summary),
    columns(
      [
        ['Iterations', ...found.steps.map((_, n) => String(n))],
        ['% of pairs', ...found.steps.map((count) => (asked > 0 ? ((100 * count) / asked).toFixed(3) : ''))],
      ],
      true,
    ),
    columns(
      [
        ['Near list built', 'Steps', 'Share'],
        ...[...rebuilds, ['all', built] as const].map(([reason, n]) => [reason, formatCount(n), `${formatNumber((100 * n) / steps, 3)} %`]),
      ],
      true,
    ),
    columns(
      [
        ['Phase', 'Time', 'A step', 'Share'],
        timeRow('Broad phase', times.broadPhase),
        timeRow('Contacts', times.contacts),
        timeRow('Forces and motion', times.motion),
        timeRow('All', total),
      ],
      true,
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/**
 * The table that the job prints: bodies, pairs, contacts by kind and gap class, contacts per particle, time per phase.
 */
export function textTable(title: string, found: SceneContacts): string {
  const summary = summarise(found);
  const share =
    summary.allPairs > 0
      ? ` (${formatNumber((100 * summary.candidates) / summary.allPairs, 2)} % of all ${formatCount(summary.allPairs)})`
      : '';
  const blocks = [
    columns([
      ['Scene', title],
      ['Bodies', `${formatCount(summary.bodies)} (${formatCount(summary.particles)} particles, ${formatCount(summary.walls)} walls)`],
      ['Candidate pairs', `${formatCount(summary.candidates)}${share}`],
      ['Within margin', `${formatCount(summary.listed)} (gap up to ${formatLength(found.margin)})`],
      ['Closed contacts', `${formatCount(summary.closed)} (deepest overlap ${formatLength(summary.deepest)})`],
      ['Per particle', `${formatNumber(summary.meanClosed, 3)} closed contacts in the mean`],
      ...(found.invalid > 0 ? [['Without answer', `${formatCount(found.invalid)} pairs with an invalid pose`]] : []),
    ]),
    kindTable(summary),
    columns(
      [
        ['Closed contacts', ...histogram(found, summary.closedOf).map((_, n) => String(n))],
        ['Particles', ...histogram(found, summary.closedOf).map(formatCount)],
      ],
      true,
    ),
    columns([['Phase', 'Time'], ...found.phases.map(({ name, seconds }) => [name, formatSeconds(seconds)])], true),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Contacts by kind and gap class. */
function kindTable(summary: Summary): string {
  const classes = GAP_CLASSES.map((_, k) => k).filter((k) => k < 3 || summary.byClass[k] > 0);
  const counts = (row: readonly number[]): string[] => [...classes.map((k) => row[k]), row.reduce((sum, n) => sum + n, 0)].map(formatCount);
  const kinds = KINDS.flatMap(({ label }, kind) => {
    const row = summary.byKind[kind];
    return kind > 0 || row.some((n) => n > 0) ? [[label, ...counts(row)]] : [];
  });
  return columns([['Kind', ...classes.map((k) => GAP_CLASSES[k].label), 'All'], ...kinds, ['All', ...counts(summary.byClass)]], true);
}

/** Number of particles by number of closed contacts. */
function histogram(found: SceneContacts, closedOf: Int32Array): number[] {
  const particles = Array.from(closedOf.keys()).filter((b) => !found.isWall[b]);
  const counts = new Array<number>(1 + Math.max(0, ...particles.map((b) => closedOf[b]))).fill(0);
  for (const b of particles) counts[closedOf[b]]++;
  return counts;
}

/** Rows of cells in columns two spaces apart; the first column is flush left, others too unless they hold numbers. */
function columns(rows: readonly (readonly string[])[], numbers = false): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, k) => (widths[k] = Math.max(widths[k] ?? 0, cell.length)));
  return rows
    .map((row) =>
      row
        .map((cell, k) => (numbers && k > 0 ? cell.padStart(widths[k]) : cell.padEnd(widths[k])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
