/** The broken wedge from the side, in the frame of the ground: figure 34 of Wang, Li and Feng 2014. */
import { radians } from './scene';

const SCALE = 28;
const WIDTH = 760;
const HEIGHT = 130;
/** Horizontal place of the left border, m. */
const LEFT = -2;

/** One strip for each time. `places`: four nodes a piece, x down the slope and z across it. */
export function drawWedge(times: readonly number[], places: readonly Float64Array[], dip: number, title: string): string {
  const [c, s] = [Math.cos(radians(dip)), Math.sin(radians(dip))];
  // Horizontal and vertical place from the corner of the wedge that meets the ground, which is at x = 2 at the start.
  const project = (x: number, z: number): [number, number] => [c * (x - 2) + s * z, c * z - s * (x - 2)];
  const strips = times.map((time, k) => {
    const ground = HEIGHT * (k + 1) + 12;
    const pieces = Array.from({ length: places[k].length / 12 }, (_, b) => b)
      .map((b) => ({ b, y: places[k][12 * b + 1] + places[k][12 * b + 4] + places[k][12 * b + 7] + places[k][12 * b + 10] }))
      .sort((p, q) => q.y - p.y)
      .map(({ b }) =>
        outline(
          [0, 1, 2, 3].map((n) => project(places[k][12 * b + 3 * n], places[k][12 * b + 3 * n + 2])),
          ground,
        ),
      );
    const label = `<text x="8" y="${ground - HEIGHT + 24}" stroke="none" fill="#1a202c">${time.toFixed(3)} s</text>`;
    return `<line x1="0" x2="${WIDTH}" y1="${ground}" y2="${ground}"/>${label}${pieces.join('')}`;
  });
  const height = HEIGHT * times.length + 24;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" ` +
    `aria-label="${title}">\n  <title>${title}</title>\n  <rect width="${WIDTH}" height="${height}" fill="#ffffff"/>\n` +
    `  <g stroke="#1a202c" stroke-width="0.6" fill="#f6ad55" fill-opacity="0.75">${strips.join('\n    ')}</g>\n</svg>\n`
  );
}

/** The convex outline of four points. */
function outline(points: readonly [number, number][], ground: number): string {
  const [mx, my] = [0, 1].map((i) => points.reduce((sum, p) => sum + p[i], 0) / 4);
  const hull = points.filter((p) =>
    points.some((q) => {
      const sides = points.map((r) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
      return q !== p && Math.min(...sides) >= -1e-12;
    }),
  );
  hull.sort((p, q) => Math.atan2(p[1] - my, p[0] - mx) - Math.atan2(q[1] - my, q[0] - mx));
  const at = hull.map(([x, y]) => `${(SCALE * (x - LEFT)).toFixed(1)} ${(ground - SCALE * y).toFixed(1)}`);
  return `<path d="M${at.join('L')}Z"/>`;
}
