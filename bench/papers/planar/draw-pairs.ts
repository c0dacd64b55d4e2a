/**
 * The picture of the nine pairs: both polygons, the common lines and the shortest links of all methods. Lines that
 * coincide show as one line in turns of all colours; links, which are short, as stripes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { CommonLine } from 'dem-contact/planar';

export interface DrawnPair {
  title: string;
  remark: string;
  /** Corners in the world, x y packed. */
  a: readonly number[];
  b: readonly number[];
  /** What each method found, in the world. */
  lines: readonly CommonLine[];
}

const COLOURS = ['#2f855a', '#6b46c1', '#d53f8c', '#1a202c', '#dd6b20', '#2b6cb0'];
const INK = '#1a202c';
/** Length of a dash of a common line. */
const DASH = 9;
/** Widths of the stripes of links, the first method widest. */
const WIDTHS = [8.4, 6.8, 5.3, 3.9, 2.5, 1.2];

const PANEL = 230;
const ROW = 236;
const HEAD = 34;

/** Writes planar-nine-pairs.svg into a folder; `names` are those of the methods. */
export function writePairs(folder: URL, names: readonly string[], pairs: readonly DrawnPair[]): void {
  const width = 3 * PANEL;
  const height = HEAD + ROW * Math.ceil(pairs.length / 3);
  let x = 16;
  const legend = names.map((name, m) => {
    const item = `<path d="M${x} 17h24" stroke="${COLOURS[m]}" stroke-width="4"/><text x="${x + 30}" y="21" fill="${INK}">${name}</text>`;
    x += 46 + 5.6 * name.length;
    return item;
  });
  const panels = pairs.map((pair, index) => panel(pair, PANEL * (index % 3) + PANEL / 2, HEAD + ROW * Math.floor(index / 3) + 96));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    new URL('planar-nine-pairs.svg', folder),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-labelledby="t">\n` +
      `  <title id="t">Nine pairs of polygons, the common lines of all methods, which coincide, and their shortest links</title>\n` +
      `  <rect width="${width}" height="${height}" fill="#ffffff"/>\n  ${[...legend, ...panels].join('\n  ')}\n</svg>\n`,
  );
}

/** One pair, scaled into its place about a centre. */
function panel({ title, remark, a, b, lines }: DrawnPair, cx: number, cy: number): string {
  const all = [...a, ...b];
  const xs = all.filter((_, k) => k % 2 === 0);
  const ys = all.filter((_, k) => k % 2 === 1);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(190 / (right - left), 160 / (high - low));
  const [mx, my] = [(left + right) / 2, (low + high) / 2];
  const at = (x: number, y: number): string => `${(cx + scale * (x - mx)).toFixed(1)},${(cy - scale * (y - my)).toFixed(1)}`;
  const polygon = (p: readonly number[], fill: string, stroke: string): string => {
    const corners = Array.from({ length: p.length / 2 }, (_, k) => at(p[2 * k], p[2 * k + 1]));
    return `<polygon points="${corners.join(' ')}" fill="${fill}" fill-opacity="0.8" stroke="${stroke}" stroke-width="1.5"/>`;
  };
  const parts = [polygon(a, '#cfe3f7', '#2b6cb0'), polygon(b, '#fde3c8', '#c05621')];
  lines.forEach(({ normal, point }, m) => {
    // From the foot of the middle of the panel both ways to where the panel ends.
    const along = (my - point[1]) * normal[0] - (mx - point[0]) * normal[1];
    const foot = [scale * (point[0] - along * normal[1] - mx), scale * (point[1] + along * normal[0] - my)];
    const end = (way: number): string => {
      const t = [-way * normal[1], way * normal[0]];
      const room = [106 - Math.sign(t[0]) * foot[0], 90 - Math.sign(t[1]) * foot[1]];
      const k = Math.min(105, room[0] / Math.max(Math.abs(t[0]), 1e-9), room[1] / Math.max(Math.abs(t[1]), 1e-9));
      return `${(cx + foot[0] + k * t[0]).toFixed(1)},${(cy - foot[1] - k * t[1]).toFixed(1)}`;
    };
    const dashes = `stroke-dasharray="${DASH} ${DASH * (lines.length - 1)}" stroke-dashoffset="${-DASH * m}"`;
    parts.push(`<path d="M${end(-1)}L${end(1)}" stroke="${COLOURS[m]}" stroke-width="2.5" ${dashes} fill="none"/>`);
  });
  lines.forEach(({ pointA, pointB }, m) => {
    const link = `M${at(pointA[0], pointA[1])}L${at(pointB[0], pointB[1])}`;
    parts.push(`<path d="${link}" stroke="${COLOURS[m]}" stroke-width="${WIDTHS[m]}" fill="none"/>`);
  });
  parts.push(`<text x="${cx}" y="${cy + 108}" text-anchor="middle" fill="${INK}">${title}</text>`);
  if (remark !== '') parts.push(`<text x="${cx}" y="${cy + 124}" text-anchor="middle" fill="#4a5568">${remark}</text>`);
  return parts.join('');
}
