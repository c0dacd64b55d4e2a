import { formatCount, formatLength, formatNumber, formatSeconds } from './report/html';
import { GAP_CLASSES, KINDS } from './report/report-data';
import { summarise, type Phase, type SceneContacts } from './summary';

/** The table that the job prints: bodies, pairs, contacts by kind and gap class, contacts per particle, time per phase. */
export function textTable(title: string, found: SceneContacts, phases: readonly Phase[]): string {
  const summary = summarise(found);
  const classes = GAP_CLASSES.map((_, k) => k).filter((k) => k < 3 || summary.byClass[k] > 0);
  const counts = (row: readonly number[]): string[] => [...classes.map((k) => row[k]), row.reduce((sum, n) => sum + n, 0)].map(formatCount);
  const kinds = KINDS.flatMap(({ label }, kind) => {
    const row = summary.byKind[kind];
    return kind > 0 || row.some((n) => n > 0) ? [[label, ...counts(row)]] : [];
  });
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
    columns([['Kind', ...classes.map((k) => GAP_CLASSES[k].label), 'All'], ...kinds, ['All', ...counts(summary.byClass)]], true),
    columns(
      [
        ['Closed contacts', ...histogram(found, summary.closedOf).map((_, n) => String(n))],
        ['Particles', ...histogram(found, summary.closedOf).map(formatCount)],
      ],
      true,
    ),
    columns([['Phase', 'Time'], ...phases.map(({ name, seconds }) => [name, formatSeconds(seconds)])], true),
  ];
  return `${blocks.join('\n\n')}\n`;
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
