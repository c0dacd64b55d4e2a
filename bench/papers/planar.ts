/**
 * Figure 13 of the shortest-link paper (Nezami, Hashash, Zhao, Ghaboussi 2006, section 5.1): nine pairs of polygons in various configurations, the common line of each by
 * Cundall's search, FCP and SLM without a previous line, and the speed-up R of FCP and SLM over Cundall's.
 *
 *     npm run bench:papers -- planar
 *
 * The figure could not be read, so the nine pairs are ours: corner on corner, corner on edge, parallel and inclined edges, apart and in contact. Before any timing the gaps of all
 * methods are compared. The pairs, their lines and links go to docs/figures as a picture, of a quick run to out/bench.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createState, type ContactState } from 'dem-contact';
import {
  bodySetFromPoints2d,
  createCommonLine,
  createPose2d,
  cundallLine,
  cundallLineMethod,
  exactLine,
  fastCommonLine,
  fastCommonLineMethod,
  publishedShortestLinkMethod2d,
  relativePose2d,
  shortestLink2d,
  shortestLinkMethod2d,
  toWorld2d,
  type CommonLine,
  type ConvexPolygon,
  type Pose2d,
} from 'dem-contact/planar';
import { openBench, type Variant } from '../lib/measure';

const bench = openBench('papers-planar');

const hexagon = [0, 0, 1, -0.4, 2, 0.1, 2.2, 1, 1.2, 1.6, 0.2, 1.1];
const block = [0, 0, 1.8, 0, 1.8, 1.1, 0, 1.1];
const shifted = (points: readonly number[], x: number, y: number, angle = 0): number[] => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return points.map((_, k) => (k % 2 === 0 ? c * points[k] - s * points[k + 1] + x : s * points[k - 1] + c * points[k] + y));
};

/** A below, B above. A corner on a corner: B is turned so that it points down. */
const diamond = shifted(block, 0, 0, 0.55);
const configurations: { name: string; a: readonly number[]; b: readonly number[] }[] = [
  { name: 'corner and corner, apart', a: hexagon, b: shifted(diamond, 1.45, 1.95) },
  { name: 'corner and edge, apart', a: block, b: shifted(diamond, 0.9, 1.3) },
  { name: 'parallel edges, apart', a: block, b: shifted(block, 0.7, 1.3) },
  { name: 'inclined edges, apart', a: block, b: shifted(block, 0.7, 1.3, 0.12) },
  { name: 'corner and corner, in contact', a: hexagon, b: shifted(diamond, 1.25, 1.55) },
  { name: 'corner and edge, in contact', a: block, b: shifted(diamond, 0.9, 1.04) },
  { name: 'parallel edges, in contact', a: block, b: shifted(block, 0.7, 1.05) },
  { name: 'inclined edges, in contact', a: block, b: shifted(hexagon, 0.5, 1.46, -0.1) },
  {
    name: 'a small body beside a large one',
    a: shifted(hexagon, 0, 0),
    b: shifted(
      block.map((x) => 0.3 * x),
      1.8,
      1.5,
      0.3,
    ),
  },
];

interface Method {
  name: string;
  find: (out: CommonLine, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, state: ContactState) => unknown;
  state: ContactState;
  colour: string;
}

const methods: Method[] = [
  { name: 'Cundall', find: cundallLine, state: createState(cundallLineMethod), colour: '#2f855a' },
  { name: 'FCP', find: fastCommonLine, state: createState(fastCommonLineMethod), colour: '#6b46c1' },
  {
    name: 'SLM, published',
    find: (out, a, b, pose, state) => shortestLink2d(out, a, b, pose, state, { variant: 'published' }),
    state: createState(publishedShortestLinkMethod2d),
    colour: '#97266d',
  },
  { name: 'SLM, certified', find: shortestLink2d, state: createState(shortestLinkMethod2d), colour: '#1a202c' },
  { name: 'exact', find: (out, a, b, pose) => exactLine(out, a, b, pose), state: createState(shortestLinkMethod2d), colour: '#c53030' },
];

/** Calls a run, so that the harness' own steps do not count. */
const CALLS = 200;
/** Cundall's normal ends within a last tilt, 0.01 degrees, of the best one; all bodies are smaller than 3. */
const CUNDALL_ERROR = 3 * 2 * 1.75e-4;

const ranges = methods.map(() => [Infinity, 0]);
const panels: string[] = [];
configurations.forEach(({ name, a, b }, index) => {
  const bodies = bodySetFromPoints2d([a, b]);
  const [shapeA, shapeB] = bodies.shapes;
  const pose = relativePose2d(createPose2d(), bodies, 0, 1);
  const line = createCommonLine();
  const variants = methods.map(({ name: method, find, state }): Variant => {
    const gap = new Float64Array(1);
    let evaluations = 0;
    let iterations = 0;
    return {
      name: method,
      run: () => {
        evaluations = 0;
        iterations = 0;
        for (let k = 0; k < CALLS; k++) {
          // Without a previous line, as in the paper.
          state.ints.fill(0);
          state.floats.fill(0);
          find(line, shapeA, shapeB, pose, state);
          evaluations += line.evaluations;
          iterations += line.iterations;
        }
        gap[0] = line.gap;
      },
      results: () => gap,
      tolerance: CUNDALL_ERROR,
      counts: () => ({ evaluations, iterations }),
    };
  });
  const result = bench.measure({ name: `${index + 1}: ${name}`, operations: CALLS, variants });
  result.variants.forEach((variant, m) => {
    const r = 1 / variant.ratio.median;
    ranges[m] = [Math.min(ranges[m][0], r), Math.max(ranges[m][1], r)];
  });
  const lines = methods.map(({ find, state }) => {
    const found = createCommonLine();
    state.ints.fill(0);
    state.floats.fill(0);
    find(found, shapeA, shapeB, pose, state);
    return toWorld2d(found, bodies, 0);
  });
  panels.push(panel(index, name, a, b, lines));
});

const range = (name: string): string =>
  ranges[methods.findIndex((method) => method.name === name)].map((r) => r.toPrecision(2)).join(' to ');
bench.note('values', [
  { what: 'R of FCP, nine pairs', paper: '1 to 5', here: range('FCP') },
  { what: 'R of SLM, nine pairs', paper: '5 to 16', here: `${range('SLM, published')} as published, ${range('SLM, certified')} certified` },
  { what: 'common lines', paper: 'identical', here: `gaps agree to ${CUNDALL_ERROR.toPrecision(1)}, the last tilt of Cundall’s search` },
]);
bench.save();

const folder = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(folder, { recursive: true });
const legend = methods.map(
  ({ name, colour }, m) =>
    `<path d="M${20 + 130 * m} 14h24" stroke="${colour}" stroke-width="${5 - m}"/><text x="${50 + 130 * m}" y="18">${name}</text>`,
);
writeFileSync(
  new URL('planar-nine-pairs.svg', folder),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 690 690" font-family="system-ui, sans-serif" font-size="12" role="img" aria-labelledby="t">\n` +
    `  <title id="t">Nine pairs of polygons, their common lines by all methods, one over the other, and their shortest links</title>\n` +
    `  <rect width="690" height="690" fill="#ffffff"/>\n  ${[...legend, ...panels].join('\n  ')}\n</svg>\n`,
);

/** One pair, scaled into its place; lines are drawn widest first, so that those that coincide show as stripes. */
function panel(index: number, name: string, a: readonly number[], b: readonly number[], lines: readonly CommonLine[]): string {
  const all = [...a, ...b];
  const xs = all.filter((_, k) => k % 2 === 0);
  const ys = all.filter((_, k) => k % 2 === 1);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = 160 / Math.max(right - left, high - low);
  const ox = 20 + 225 * (index % 3) + 100;
  const oy = 40 + 215 * Math.floor(index / 3) + 88;
  const at = (x: number, y: number): string =>
    `${(ox + scale * (x - (left + right) / 2)).toFixed(1)},${(oy - scale * (y - (low + high) / 2)).toFixed(1)}`;
  const polygon = (p: readonly number[], fill: string, stroke: string): string =>
    `<polygon points="${Array.from({ length: p.length / 2 }, (_, k) => at(p[2 * k], p[2 * k + 1])).join(' ')}" fill="${fill}" fill-opacity="0.8" stroke="${stroke}" stroke-width="1.5"/>`;
  const parts = [polygon(a, '#cfe3f7', '#2b6cb0'), polygon(b, '#fde3c8', '#c05621')];
  lines.forEach(({ normal, point }, m) => {
    // About the foot of the middle of the picture.
    const [mx, my] = [(left + right) / 2 - point[0], (low + high) / 2 - point[1]];
    const along = my * normal[0] - mx * normal[1];
    const end = (reach: number): string => at(point[0] - (along + reach) * normal[1], point[1] + (along + reach) * normal[0]);
    parts.push(`<path d="M${end(-92 / scale)}L${end(92 / scale)}" stroke="${methods[m].colour}" stroke-width="${5 - m}" fill="none"/>`);
  });
  const best = lines[lines.length - 1];
  parts.push(
    `<path d="M${at(best.pointA[0], best.pointA[1])}L${at(best.pointB[0], best.pointB[1])}" stroke="#1a202c" stroke-width="1.5" fill="none"/>`,
    `<text x="${ox}" y="${oy + 104}" text-anchor="middle" fill="#4a5568">${index + 1} ${name}</text>`,
  );
  return parts.join('');
}
