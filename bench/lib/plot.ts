/**
 * Line plots as SVG files for the docs, drawn by hand: axes linear or logarithmic, markers, a legend. The plot brings
 * its own white ground, so it can be read on light and dark pages. Values that are not > 0 cannot be shown on a
 * logarithmic axis.
 */
import { escapeHtml, formatNumber } from '../../app/report/html';
import { niceTicks } from '../../app/report/plots';

export interface Axis {
  /** Title with unit. */
  label: string;
  log: boolean;
  /** Begin a linear axis at 0. */
  fromZero?: boolean;
}

export interface Series {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
  /** Draw a dashed line without markers: a fit or a law. */
  dashed?: boolean;
}

export interface LinePlot {
  title: string;
  /** What the plot shows, for those who cannot see it. */
  description: string;
  x: Axis;
  y: Axis;
  series: readonly Series[];
}

const WIDTH = 640;
const HEIGHT = 360;
const AREA = { left: 74, right: 20, top: 42, bottom: 54 };
/** Told apart by those who do not see colours by the markers. */
const COLOURS = ['#2b6cb0', '#c05621', '#2f855a', '#6b46c1', '#97266d', '#4a5568'];

/** The text of an SVG file. */
export function linePlot(plot: LinePlot): string {
  const all = plot.series.flatMap((series) => series.points);
  const x = scale(
    plot.x,
    all.map((p) => p[0]),
    AREA.left,
    WIDTH - AREA.right,
  );
  const y = scale(
    plot.y,
    all.map((p) => p[1]),
    HEIGHT - AREA.bottom,
    AREA.top,
  );
  const base = HEIGHT - AREA.bottom;
  const right = WIDTH - AREA.right;
  const body = [
    ...x.ticks.map(
      (t) =>
        `<line x1="${round(x.at(t))}" x2="${round(x.at(t))}" y1="${AREA.top}" y2="${base}" stroke="#e2e8f0"/>` +
        `<text x="${round(x.at(t))}" y="${base + 18}" text-anchor="middle" fill="#4a5568">${formatNumber(t)}</text>`,
    ),
    ...y.ticks.map(
      (t) =>
        `<line x1="${AREA.left}" x2="${right}" y1="${round(y.at(t))}" y2="${round(y.at(t))}" stroke="#e2e8f0"/>` +
        `<text x="${AREA.left - 8}" y="${round(y.at(t) + 4)}" text-anchor="end" fill="#4a5568">${formatNumber(t)}</text>`,
    ),
    `<path d="M${AREA.left} ${AREA.top}V${base}H${right}" fill="none" stroke="#4a5568"/>`,
    `<text x="${(AREA.left + right) / 2}" y="${HEIGHT - 12}" text-anchor="middle" fill="#1a202c">${escapeHtml(plot.x.label)}</text>`,
    `<text transform="translate(18 ${(AREA.top + base) / 2}) rotate(-90)" text-anchor="middle" fill="#1a202c">${escapeHtml(plot.y.label)}</text>`,
  ];
  let legend = AREA.left;
  plot.series.forEach((series, s) => {
    const colour = COLOURS[s % COLOURS.length];
    const path = series.points.map(([px, py], k) => `${k === 0 ? 'M' : 'L'}${round(x.at(px))} ${round(y.at(py))}`).join('');
    body.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"${series.dashed ? ' stroke-dasharray="6 4"' : ''}/>`);
    if (!series.dashed) for (const [px, py] of series.points) body.push(marker(s, x.at(px), y.at(py), colour));
    body.push(
      `<path d="M${legend} 24h24" stroke="${colour}" stroke-width="2"${series.dashed ? ' stroke-dasharray="6 4"' : ''}/>`,
      series.dashed ? '' : marker(s, legend + 12, 24, colour),
      `<text x="${legend + 30}" y="28" fill="#1a202c">${escapeHtml(series.name)}</text>`,
    );
    legend += 52 + 6.6 * series.name.length;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img" ` +
    `aria-label="${escapeHtml(`${plot.title}. ${plot.description}`)}">\n  <title>${escapeHtml(plot.title)}</title>\n` +
    `  <rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>\n  ${body.filter((part) => part !== '').join('\n  ')}\n</svg>\n`
  );
}

function scale(axis: Axis, values: readonly number[], from: number, to: number): { ticks: number[]; at: (v: number) => number } {
  if (axis.log) {
    const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
    const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
    const ticks = Array.from({ length: high - low + 1 }, (_, k) => Number(`1e${low + k}`));
    return { ticks, at: (v) => from + ((Math.log10(v) - low) / (high - low)) * (to - from) };
  }
  const least = axis.fromZero ? 0 : Math.min(...values);
  const ticks = niceTicks(least, Math.max(...values), 6, true);
  const low = Math.min(least, ticks[0]);
  const high = Math.max(ticks[ticks.length - 1], Math.max(...values));
  return { ticks, at: (v) => from + ((v - low) / (high - low || 1)) * (to - from) };
}

function marker(kind: number, x: number, y: number, colour: string): string {
  const path = [
    `M${round(x - 4)} ${round(y)}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`,
    `M${round(x - 4)} ${round(y - 4)}h8v8h-8Z`,
    `M${round(x)} ${round(y - 5)}l5 9h-10Z`,
    `M${round(x)} ${round(y - 5)}l5 5l-5 5l-5 -5Z`,
  ][kind % 4];
  return `<path d="${path}" fill="${colour}"/>`;
}

function round(value: number): string {
  return String(Math.round(10 * value) / 10);
}
