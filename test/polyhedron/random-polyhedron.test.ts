import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random';
import type { ConvexPolyhedron } from '../../src/polyhedron/convex-polyhedron';
import { randomPolyhedron, type RandomPolyhedronOptions } from '../../src/polyhedron/random-polyhedron';
import { box, icosahedron, octahedron, prism, randomHull } from '../../src/polyhedron/solids';
import { validatePolyhedron } from '../../src/polyhedron/validate';
import { codeOf } from './code-of';
import { sweep } from '../sweep';

/** FNV-1a over the bytes of the vertices and the centroid. */
function hash(p: ConvexPolyhedron, start = 0x811c9dc5): number {
  let h = start;
  for (const array of [p.vertices, p.origin]) {
    for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) h = Math.imul(h ^ byte, 0x01000193);
  }
  return h >>> 0;
}

/** The mean distance of the faces over the radius: 0.577 for a cube, 1 for a sphere. */
const roundness = (p: ConvexPolyhedron): number => p.offsets.reduce((sum, d) => sum + d, 0) / p.faceCount / p.radius;

function mean(count: number, options: RandomPolyhedronOptions, measure: (p: ConvexPolyhedron) => number): number {
  let sum = 0;
  for (let seed = 0; seed < count; seed++) sum += measure(randomPolyhedron(createRandom(seed), options));
  return sum / count;
}

describe('randomPolyhedron', () => {
  it('makes valid particles, from 6 to 60 faces', () => {
    const random = createRandom(2012);
    const counts = new Set<number>();
    for (let i = 0; i < sweep(2000, 300); i++) {
      const cuts = [0, 3, 6, 10, 15, 30][i % 6];
      const mode = 0.5 + 0.45 * random();
      const p = randomPolyhedron(random, { cuts, mode, lastMode: 0.97, spread: 0.02 + 0.1 * random() });
      validatePolyhedron(p);
      expect(p.faceCount).toBeLessThanOrEqual(cuts + 6);
      // The ball that no cut reaches is there, so nothing is degenerate; and the particle is inside the unit cube.
      expect(p.inradius / p.radius).toBeGreaterThan(0.04);
      expect(p.radius).toBeLessThanOrEqual(Math.sqrt(3));
      const reach = p.vertices.reduce((most, x, k) => Math.max(most, Math.abs(x + p.origin[k % 3])), 0);
      expect(reach).toBeLessThanOrEqual(0.5 + 1e-15);
      counts.add(p.faceCount);
    }
    for (let i = 0; i < 10; i++) {
      const p = randomPolyhedron(random, { cuts: 100, lastMode: 0.98, spread: 0.03 });
      validatePolyhedron(p);
      counts.add(p.faceCount);
    }
    expect(Math.min(...counts)).toBe(6);
    expect(Math.max(...counts)).toBeGreaterThan(60);
    for (let faces = 10; faces <= sweep(30, 20); faces++) expect(counts.has(faces)).toBe(true);
  });

  it('returns the primary solid without cuts', () => {
    for (const primary of [box(1, 1, 1), box(3, 2, 0.1), prism(7, 1, 2), icosahedron(1), randomHull(createRandom(3), 30)]) {
      const p = randomPolyhedron(createRandom(1), { primary, cuts: 0 });
      expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual([primary.vertexCount, primary.edgeCount, primary.faceCount]);
      expect(Math.abs(p.volume / primary.volume - 1)).toBeLessThan(1e-13);
    }
  });

  it('takes other primary solids, at any scale, and stays inside them', () => {
    const random = createRandom(6);
    for (const primary of [box(5, 1, 1), box(1, 1, 0.02), prism(12, 1, 3), octahedron(1e-9), box(1e9, 1e9, 2e9), randomHull(random, 40)]) {
      for (let i = 0; i < 10; i++) {
        const p = randomPolyhedron(random, { primary });
        validatePolyhedron(p);
        expect(p.volume).toBeLessThan(primary.volume);
        let highest = -Infinity;
        for (let v = 0; v < p.vertexCount; v++) {
          for (let f = 0; f < primary.faceCount; f++) {
            let height = -primary.offsets[f];
            for (let k = 0; k < 3; k++) height += primary.normals[3 * f + k] * (p.vertices[3 * v + k] + p.origin[k]);
            highest = Math.max(highest, height);
          }
        }
        expect(highest).toBeLessThanOrEqual(2 * primary.tolerance);
      }
    }
  });

  it('is rounder with later maxima nearer to the corners, and with more cuts', () => {
    const few = mean(60, { cuts: 10, mode: 0.6, lastMode: 0.6 }, roundness);
    const shifted = mean(60, { cuts: 10, mode: 0.6, lastMode: 0.95 }, roundness);
    const many = mean(60, { cuts: 40, mode: 0.75, lastMode: 0.97 }, roundness);
    expect(shifted).toBeGreaterThan(few + 0.01);
    expect(many).toBeGreaterThan(shifted + 0.05);
  });

  it('puts the planes where the distribution says', () => {
    // One cut of a cube: z from the offset of the seventh face, over the distance of the outermost corner along its
    // normal.
    const zs: number[] = [];
    for (let seed = 0; seed < 600; seed++) {
      const p = randomPolyhedron(createRandom(seed), { cuts: 1, mode: 0.8, lastMode: 0.8, spread: 0.08 });
      for (let f = 0; f < p.faceCount; f++) {
        const n = p.normals.subarray(3 * f, 3 * f + 3);
        if (Math.max(...n.map(Math.abs)) > 1 - 1e-12) continue;
        const offset = p.offsets[f] + n[0] * p.origin[0] + n[1] * p.origin[1] + n[2] * p.origin[2];
        zs.push(offset / (0.5 * (Math.abs(n[0]) + Math.abs(n[1]) + Math.abs(n[2]))));
      }
    }
    expect(zs.length).toBe(600);
    // The logarithm is normal about ln 0.8 + 0.08^2, cut off at 0 (2.7 deviations): mean and deviation of that.
    const logs = zs.map(Math.log);
    const average = logs.reduce((sum, x) => sum + x, 0) / 600;
    const deviation = Math.sqrt(logs.reduce((sum, x) => sum + (x - average) ** 2, 0) / 600);
    expect(Math.abs(average - (Math.log(0.8) + 0.0064))).toBeLessThan(0.012);
    expect(Math.abs(deviation - 0.08)).toBeLessThan(0.008);
    expect(Math.max(...zs)).toBeLessThan(1);
  });

  it('takes a distribution of one’s own and cuts it off at 0 and 1', () => {
    const seen: number[][] = [];
    const p = randomPolyhedron(createRandom(4), {
      cuts: 5,
      fraction: (random, cut, cuts) => {
        seen.push([cut, cuts]);
        return 2 * random() - 0.5;
      },
    });
    validatePolyhedron(p);
    expect(seen.length).toBeGreaterThan(5);
    expect(new Set(seen.map(([cut]) => cut))).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(seen.every(([, cuts]) => cuts === 5)).toBe(true);
    // spread 0: every z is the mode.
    const q = randomPolyhedron(createRandom(4), { cuts: 3, mode: 0.9, lastMode: 0.9, spread: 0 });
    validatePolyhedron(q);
  });

  it('never degenerates, whatever the distribution', () => {
    for (let seed = 0; seed < sweep(100, 40); seed++) {
      const p = randomPolyhedron(createRandom(seed), { cuts: 20, mode: 0.05, lastMode: 0.05, spread: 1 });
      validatePolyhedron(p);
      expect(p.inradius / p.radius).toBeGreaterThan(0.01);
      validatePolyhedron(randomPolyhedron(createRandom(seed), { cuts: 20, fraction: (random) => random() }));
      validatePolyhedron(randomPolyhedron(createRandom(seed), { cuts: 20, fraction: (random) => 1 - 1e-9 * random() }));
    }
  });

  it('stops with an error on sources and distributions that give nothing', () => {
    for (const fraction of [() => 0, () => 1, () => Number.NaN, () => -1, () => 1e-9, () => Infinity]) {
      expect(codeOf(() => randomPolyhedron(createRandom(1), { fraction }))).toBe('bad-option');
    }
    for (const value of [0, 0.5, Number.NaN]) expect(codeOf(() => randomPolyhedron(() => value))).toBe('bad-option');
  });

  it('refuses options out of range', () => {
    const bad: RandomPolyhedronOptions[] = [
      ...[-1, 2.5, Number.NaN, 1001, Infinity].map((cuts) => ({ cuts })),
      ...[0, 1, -1, 2, Number.NaN].flatMap((mode) => [{ mode }, { lastMode: mode }]),
      ...[-0.1, 1.1, Number.NaN].map((spread) => ({ spread })),
    ];
    for (const options of bad) expect(codeOf(() => randomPolyhedron(createRandom(1), options))).toBe('bad-option');
  });

  it('gives the same bits for the same seed, on every engine', () => {
    const combined = Array.from({ length: 20 }, (_, seed) => seed).reduce(
      (h, seed) => hash(randomPolyhedron(createRandom(seed)), h),
      0x811c9dc5,
    );
    expect(combined.toString(16)).toBe('749ea69e');
    expect(hash(randomPolyhedron(createRandom(0)))).not.toBe(hash(randomPolyhedron(createRandom(1))));
  });
});
