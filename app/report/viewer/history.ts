/// <reference lib="dom" />
/** What a body or a pair did over all frames, as small line plots with a mark at the frame shown. */
import { element, formatNumber } from './controls';
import { heightOf, pairAt, speedOf, type Playback } from './playback';

/** Values over all frames. */
export interface Course {
  name: string;
  unit: string;
  values: number[];
}

const WIDTH = 180;
const HEIGHT = 40;

export function bodyHistory(playback: Playback, b: number, frame: number): HTMLElement[] {
  if (b >= playback.data.bodies) return [];
  const over = (value: (f: number) => number): number[] => playback.times.map((_, f) => value(f));
  return historyPlots(playback.times, frame, [
    { name: 'Speed', unit: 'm/s', values: over((f) => speedOf(playback, f, b)) },
    { name: 'Height', unit: 'm', values: over((f) => heightOf(playback, f, b)) },
  ]);
}

export function pairHistory(playback: Playback, [a, b]: readonly [number, number], frame: number): HTMLElement[] {
  const rows = playback.times.map((_, f) => pairAt(playback, f, a, b));
  const { scale, unit } = rows.some((row) => row && row.depth >= 1e-3) ? { scale: 1e3, unit: 'mm' } : { scale: 1e6, unit: 'µm' };
  return historyPlots(playback.times, frame, [
    { name: 'Overlap', unit, values: rows.map((row) => scale * (row?.depth ?? 0)) },
    { name: 'Force', unit: 'N', values: rows.map((row) => row?.load ?? 0) },
  ]);
}

export function historyPlots(times: readonly number[], frame: number, courses: readonly Course[]): HTMLElement[] {
  return [element('div', { class: 'history' }, ...courses.map((course) => plot(times, frame, course)))];
}

function plot(times: readonly number[], frame: number, { name, unit, values }: Course): HTMLElement {
  const last = times.length - 1;
  const low = Math.min(0, ...values);
  const high = Math.max(...values);
  const x = (f: number): string => ((WIDTH * f) / Math.max(1, last)).toFixed(1);
  const y = (v: number): string => (HEIGHT - 2 - ((HEIGHT - 4) * (v - low)) / (high - low || 1)).toFixed(1);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `${name} from 0 to ${times[last]} s; at most ${formatNumber(high)} ${unit}`);
  const draw = (tag: string, attributes: Record<string, string>): void => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    svg.append(node);
  };
  draw('line', { class: 'mark', x1: x(frame), x2: x(frame), y1: '0', y2: String(HEIGHT) });
  draw('path', { class: 'curve', d: values.map((v, f) => `${f === 0 ? 'M' : 'L'}${x(f)} ${y(v)}`).join('') });
  const caption = `${name}: ${formatNumber(values[frame])} ${unit}, at most ${formatNumber(high)} ${unit}`;
  const figure = element('div', {}, element('span', { class: 'quiet' }, caption));
  figure.append(svg);
  return figure;
}
