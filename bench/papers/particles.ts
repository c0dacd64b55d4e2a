/**
 * Section 5 of the half-space paper (Nassauer, Liedke and Kuna 2012): random particles. Figure 4 is the cut by a plane
 * of random direction: all directions should be equally probable. Figure 5 is one particle.
 *
 *     npm run bench:papers -- particles
 *
 * Directions are read from cubes with one cut: the face that the cube does not have. The paper draws psi evenly and phi
 * with the density cos(phi); so psi and sin(phi), the third component, are spread evenly. Both are held against that by
 * chi square over 20 bins. No times are measured.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRandom, randomPolyhedron } from 'dem-contact';
import { openBench } from '../lib/measure';
import { drawParticle } from './particles/draw-particle';

const bench = openBench('papers-particles');
const figures = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(figures, { recursive: true });

const BINS = 20;
/** 99 % of all even samples stay below it, with 19 degrees of freedom. */
const LIMIT = 36.19;
const count = bench.quick ? 400 : 40_000;
const random = createRandom(1);

const moments = new Float64Array(9);
const heights = new Float64Array(BINS);
const turns = new Float64Array(BINS);
for (let k = 0; k < count; k++) {
  const { normals } = randomPolyhedron(random, { cuts: 1 });
  for (let f = 0; f < normals.length; f += 3) {
    const n = normals.subarray(f, f + 3);
    // The faces of the cube lie along the axes.
    if (n.some((x) => Math.abs(x) === 1)) continue;
    for (let i = 0; i < 9; i++) moments[i] += (n[i % 3] * n[Math.floor(i / 3)]) / count;
    heights[Math.min(BINS - 1, Math.floor((0.5 + 0.5 * n[2]) * BINS))]++;
    turns[Math.min(BINS - 1, Math.floor((0.5 + Math.atan2(n[1], n[0]) / (2 * Math.PI)) * BINS))]++;
  }
}
const found = heights.reduce((sum, n) => sum + n, 0);
if (found !== count) throw new Error(`${found} cut faces on ${count} cubes with one cut`);
const chiSquare = (bins: Float64Array): number => bins.reduce((sum, n) => sum + (n - count / BINS) ** 2 / (count / BINS), 0);
const off = moments.reduce((most, m, i) => Math.max(most, Math.abs(m - (i % 4 === 0 ? 1 / 3 : 0))), 0);

const faces: number[] = [];
const volumes: number[] = [];
for (let k = 0; k < (bench.quick ? 50 : 2000); k++) {
  const particle = randomPolyhedron(random);
  faces.push(particle.normals.length / 3);
  volumes.push(particle.volume);
}
const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;
const range = (list: readonly number[], digits: number): string =>
  `${mean(list).toFixed(digits)} in the mean, ${Math.min(...list).toFixed(digits)} to ${Math.max(...list).toFixed(digits)}`;

const values = [
  {
    what: `directions of ${count} cuts: largest error of the mean of n_i n_j, even is 1/3 on the diagonal`,
    paper: 'all orientations equally probable',
    here: off.toFixed(4),
  },
  {
    what: `chi square of sin(phi), ${BINS} bins; 99 % of even samples are below ${LIMIT}`,
    paper: 'density cos(phi) of phi',
    here: chiSquare(heights).toFixed(1),
  },
  { what: `chi square of psi, ${BINS} bins`, paper: 'even between 0 and 2 pi', here: chiSquare(turns).toFixed(1) },
  { what: `faces of ${faces.length} particles of 14 cuts`, paper: 'not printed', here: range(faces, 1) },
  { what: 'their volumes, parts of the cube', paper: 'not printed', here: range(volumes, 3) },
];
for (const { what, here } of values) console.log(`${what}: ${here}`);
bench.note('values', values);
bench.save();
writeFileSync(new URL('random-particle.svg', figures), drawParticle(randomPolyhedron(createRandom(5), { cuts: 30 })));
