/*
 * Plots as inline SVG, drawn by hand: no plotting library, no scripts. Colours are CSS variables of the page, so a plot
 * follows the page's light or dark theme. All coordinates are rounded to a tenth of a unit of the view box.
 */
import { escapeHtml, formatCount, formatNumber } from './html';

const WIDTH = 400;
const HEIGHT = 250;
/** Mean width of a letter of a label, a little more than that of the fonts in use. */
const LETTER = 6.4;

interface Frame {
  title: string;
  /** What the plot shows, for those who cannot see it. */
  description: string;
  /** Axis title with unit. */
  xLabel: string;
}

/** A labelled vertical line. */
interface Mark {
  at: number;
  label: string;
}

export interface Bar {
  from: number;
  to: number;
  count: number;
  /** What the bar counts. */
  label: string;
  /** A CSS colour. */
  colour: string;
}

/** A histogram: bars over a numeric axis. Integer bins are labelled at their middle. */
export function histogram(
  frame: Frame & { yLabel: string; bars: readonly Bar[]; marks?: readonly Mark[]; ticks?: readonly Mark[] },
): string {
  const { bars } = frame;
  const low = Math.min(...bars.map((b) => b.from));
  const high = Math.max(...bars.map((b) => b.to));
  const yTicks = niceTicks(0, Math.max(1, ...bars.map((b) => b.count)), 5, true, 1);
  const area = plotArea(yTicks);
  const yTop = yTicks[yTicks.length - 1];
  const x = (v: number): number => area.left + ((v - low) / (high - low)) * (WIDTH - area.left - area.right);
  const y = (v: number): number => area.height - area.bottom - (v / yTop) * (area.height - area.top - area.bottom);
  const rects = bars
    .filter((bar) => bar.count > 0)
    .map((bar) => {
      const gap = Math.min(1.5, 0.1 * (x(bar.to) - x(bar.from)));
      const label = `${bar.label}: ${formatCount(bar.count)}`;
      return (
        `<rect class="bar" x="${round(x(bar.from) + gap / 2)}" y="${round(y(bar.count))}" width="${round(x(bar.to) - x(bar.from) - gap)}" ` +
        `height="${round(y(0) - y(bar.count))}" fill="${bar.colour}"><title>${escapeHtml(label)}</title></rect>`
      );
    });
  const marks = (frame.marks ?? []).map((mark) => verticalMark(x(mark.at), mark.label, area));
  const body = [
    ...yAxis(yTicks, y, area.left, WIDTH - area.right, frame.yLabel, area),
    ...xAxis(frame.ticks ?? numbers(niceTicks(low, high, 7, false)), x, area.height - area.bottom, frame.xLabel, area),
    ...rects,
    ...marks,
  ];
  return svg(frame, area.height, body);
}

export interface Row {
  label: string;
  parts: { name: string; value: number; colour: string }[];
}

/** Horizontal bars, each a stack of parts, with the total written behind it: counts unless there is a format. */
export function bars(frame: Frame & { rows: readonly Row[]; format?: (value: number) => string }): string {
  const { rows, format } = frame;
  const write = format ?? formatCount;
  const longest = Math.max(...rows.map((row) => row.label.length));
  const area = { left: 16 + LETTER * longest, right: 56, top: 10, bottom: 46, height: HEIGHT };
  const step = (area.height - area.top - area.bottom) / rows.length;
  const thickness = Math.min(26, 0.68 * step);
  const totals = rows.map((row) => row.parts.reduce((sum, part) => sum + part.value, 0));
  const ticks = niceTicks(0, Math.max(...totals, Number.MIN_VALUE), 4, false, format ? 0 : 1);
  const top = Math.max(...totals, ticks[ticks.length - 1]) || 1;
  const x = (v: number): number => area.left + (v / top) * (WIDTH - area.left - area.right);
  const body = xAxis(numbers(ticks), x, area.height - area.bottom, frame.xLabel, area, true);
  rows.forEach((row, r) => {
    const y = area.top + r * step;
    body.push(`<text class="tick" x="${area.left - 8}" y="${round(y + step / 2 + 4)}" text-anchor="end">${escapeHtml(row.label)}</text>`);
    let start = 0;
    for (const part of row.parts) {
      if (part.value > 0) {
        body.push(
          `<rect class="bar" x="${round(x(start))}" y="${round(y + (step - thickness) / 2)}" width="${round(Math.max(0.8, x(start + part.value) - x(start)))}" ` +
            `height="${round(thickness)}" fill="${part.colour}"><title>${escapeHtml(`${row.label}, ${part.name}: ${write(part.value)}`)}</title></rect>`,
        );
      }
      start += part.value;
    }
    body.push(`<text class="value" x="${round(x(totals[r]) + 6)}" y="${round(y + step / 2 + 4)}">${escapeHtml(write(totals[r]))}</text>`);
  });
  return svg(frame, area.height, body);
}

/** A step-free curve through points with ascending x. */
export function curve(frame: Frame & { yLabel: string; points: readonly [number, number][]; marks?: readonly Mark[] }): string {
  const { points } = frame;
  const low = points[0][0];
  const high = points[points.length - 1][0];
  const yTicks = niceTicks(0, Math.max(...points.map((p) => p[1])) || 1, 5, true);
  const area = plotArea(yTicks);
  const yTop = yTicks[yTicks.length - 1];
  const x = (v: number): number => area.left + ((v - low) / (high - low)) * (WIDTH - area.left - area.right);
  const y = (v: number): number => area.height - area.bottom - (v / yTop) * (area.height - area.top - area.bottom);
  const path = points.map(([px, py], k) => `${k === 0 ? 'M' : 'L'}${round(x(px))} ${round(y(py))}`).join('');
  const marks = (frame.marks ?? []).map((mark) => verticalMark(x(mark.at), mark.label, area));
  const body = [
    ...yAxis(yTicks, y, area.left, WIDTH - area.right, frame.yLabel, area),
    ...xAxis(numbers(niceTicks(low, high, 7, false)), x, area.height - area.bottom, frame.xLabel, area),
    `<path class="area" d="${path}L${round(x(high))} ${round(y(0))}L${round(x(low))} ${round(y(0))}Z"/>`,
    `<path class="curve" d="${path}"/>`,
    ...marks,
  ];
  return svg(frame, area.height, body);
}

export interface Line {
  name: string;
  /** A CSS colour. */
  colour: string;
  values: readonly number[];
}

/** Several lines over the same ascending x, from 0 up. */
export function lines(frame: Frame & { yLabel: string; x: readonly number[]; lines: readonly Line[] }): string {
  const low = Math.min(0, frame.x[0]);
  const high = frame.x[frame.x.length - 1];
  const yTicks = niceTicks(0, Math.max(...frame.lines.flatMap((line) => line.values)) || 1, 5, true);
  const area = plotArea(yTicks);
  const yTop = yTicks[yTicks.length - 1];
  const x = (v: number): number => area.left + ((v - low) / (high - low || 1)) * (WIDTH - area.left - area.right);
  const y = (v: number): number => area.height - area.bottom - (v / yTop) * (area.height - area.top - area.bottom);
  const paths = frame.lines.map(({ name, colour, values }) => {
    const path = values.map((v, k) => `${k === 0 ? 'M' : 'L'}${round(x(frame.x[k]))} ${round(y(v))}`).join('');
    return `<path class="curve" style="stroke: ${colour}" d="${path}"><title>${escapeHtml(name)}</title></path>`;
  });
  const body = [
    ...yAxis(yTicks, y, area.left, WIDTH - area.right, frame.yLabel, area),
    ...xAxis(numbers(niceTicks(low, high, 7, false)), x, area.height - area.bottom, frame.xLabel, area),
    ...paths,
  ];
  return svg(frame, area.height, body);
}

/** About `count` round numbers from low to high, at least `least` apart; with `cover` the last is at least high. */
export function niceTicks(low: number, high: number, count: number, cover: boolean, least = 0): number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, ([1, 2, 5].find((m) => m * power >= rough * 0.999) ?? 10) * power);
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) ticks.push(Number((k * step).toPrecision(12)));
  if (cover && ticks[ticks.length - 1] < high) ticks.push(Number((ticks[ticks.length - 1] + step).toPrecision(12)));
  return ticks;
}

/** The part of the view box inside the axes; the left margin depends on the width of the tick labels. */
interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
  height: number;
}

function plotArea(yTicks: readonly number[]): Area {
  const digits = Math.max(...yTicks.map((t) => tickLabel(t).length));
  return { left: 32 + 7 * digits, right: 20, top: 24, bottom: 46, height: HEIGHT };
}

function verticalMark(x: number, label: string, area: Area): string {
  return (
    `<line class="mark" x1="${round(x)}" x2="${round(x)}" y1="${area.top - 4}" y2="${area.height - area.bottom}"/>` +
    `<text class="mark-label" x="${round(x)}" y="${area.top - 9}" text-anchor="middle">${escapeHtml(label)}</text>`
  );
}

function yAxis(ticks: number[], y: (v: number) => number, left: number, right: number, label: string, area: Area): string[] {
  const middle = (area.top + area.height - area.bottom) / 2;
  return [
    ...ticks.map(
      (t) =>
        `<line class="grid" x1="${left}" x2="${right}" y1="${round(y(t))}" y2="${round(y(t))}"/>` +
        `<text class="tick" x="${left - 7}" y="${round(y(t) + 4)}" text-anchor="end">${tickLabel(t)}</text>`,
    ),
    `<text class="axis" transform="translate(12 ${round(middle)}) rotate(-90)" text-anchor="middle">${escapeHtml(label)}</text>`,
  ];
}

/** Ticks that are labelled with their value. */
function numbers(ticks: readonly number[]): Mark[] {
  return ticks.map((at) => ({ at, label: tickLabel(at) }));
}

function xAxis(ticks: readonly Mark[], x: (v: number) => number, base: number, label: string, area: Area, grid = false): string[] {
  return [
    ...ticks.map(
      ({ at, label: text }) =>
        `<line class="${grid ? 'grid' : 'notch'}" x1="${round(x(at))}" x2="${round(x(at))}" y1="${grid ? area.top : base}" y2="${base + (grid ? 0 : 4)}"/>` +
        `<text class="tick" x="${round(inside(x(at), text))}" y="${base + 17}" text-anchor="middle">${escapeHtml(text)}</text>`,
    ),
    `<line class="base" x1="${area.left}" x2="${WIDTH - area.right}" y1="${base}" y2="${base}"/>`,
    `<text class="axis" x="${round((area.left + WIDTH - area.right) / 2)}" y="${base + 37}" text-anchor="middle">${escapeHtml(label)}</text>`,
  ];
}

/** The middle of a text that would lie about x, moved so that it ends inside the plot. */
function inside(x: number, text: string): number {
  // Short labels with units have the widest letters.
  const half = 0.7 * LETTER * text.length;
  return Math.max(half, Math.min(WIDTH - half, x));
}

function tickLabel(value: number): string {
  return Math.abs(value) >= 1000 ? formatCount(value) : formatNumber(value);
}

function svg(frame: Frame, height: number, body: string[]): string {
  return (
    `<svg viewBox="0 0 ${WIDTH} ${round(height)}" role="img" aria-label="${escapeHtml(`${frame.title}. ${frame.description}`)}">` +
    `<title>${escapeHtml(frame.title)}</title>${body.join('')}</svg>`
  );
}

function round(value: number): string {
  return String(Math.round(10 * value) / 10);
}
