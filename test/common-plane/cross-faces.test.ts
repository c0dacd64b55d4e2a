import { describe, expect, it } from 'vitest';
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../../src/contact';
import { cellCode, cellSide, cellX, cellY } from '../../src/contact-points/cell';
import { crossFaces, IN_DOUBT } from '../../src/contact-points/cross';
import { cornerCode, cornerX, cornerY, sideCode, surfaceBounds } from '../../src/contact-points/surface';
import { createRandom } from '../../src/polyhedron';
import { flatClip, type Flat } from '../oracles/flat-clip';
import { sweep } from '../sweep';

const EPS = 1e-14;
const ROW_B = 100;
const FACE_A = faceFeature(7);
const FACE_B = faceFeature(9);

/** A convex polygon: corners on an ellipse, counter-clockwise. */
function polygon(random: () => number, corners: number, x: number, y: number): Flat[] {
  const angles = Array.from({ length: corners }, (_, k) => (2 * Math.PI * (k + 0.9 * random())) / corners);
  const [width, height] = [0.2 + random(), 0.2 + random()];
  return angles.map((t): Flat => [x + width * Math.cos(t), y + height * Math.sin(t)]);
}

function load(row: number, corners: readonly Flat[]): void {
  corners.forEach(([x, y], k) => {
    cornerX[row + k] = x;
    cornerY[row + k] = y;
    cornerCode[row + k] = vertexFeature(k);
    sideCode[row + k] = edgeFeature(k);
  });
}

function crossed(a: readonly Flat[], b: readonly Flat[]): number {
  surfaceBounds[2] = EPS;
  load(0, a);
  load(ROW_B, b);
  return crossFaces(0, a.length, FACE_A, ROW_B, b.length, FACE_B);
}

/** Distance of a place from the line of side k of a polygon. */
function fromSide(corners: readonly Flat[], k: number, x: number, y: number): number {
  const [px, py] = corners[k];
  const [qx, qy] = corners[(k + 1) % corners.length];
  return Math.abs(((qx - px) * (y - py) - (qy - py) * (x - px)) / Math.hypot(qx - px, qy - py));
}

describe('the common part of two small faces', () => {
  it('has the corners of the exact common part, in order, by their names', () => {
    const random = createRandom(7);
    let doubts = 0;
    let met = 0;
    const counts = new Set<number>();
    for (let n = 0; n < sweep(3000, 500); n++) {
      const a = polygon(random, 3 + Math.floor(6 * random()), 0, 0);
      const b = polygon(random, 3 + Math.floor(6 * random()), 1.4 * random() - 0.7, 1.4 * random() - 0.7);
      const count = crossed(a, b);
      if (count === IN_DOUBT) {
        doubts++;
        continue;
      }
      const exact = flatClip(a, b).corners;
      expect(count).toBe(exact.length);
      if (count === 0) continue;
      met++;
      counts.add(count);
      const start = exact.findIndex(([x, y]) => Math.hypot(x - cellX[0], y - cellY[0]) < 1e-11);
      expect(start).toBeGreaterThanOrEqual(0);
      for (let k = 0; k < count; k++) {
        const [x, y] = exact[(start + k) % count];
        expect(Math.hypot(x - cellX[k], y - cellY[k])).toBeLessThan(1e-11);
        const [codeA, codeB] = [cellCode[2 * k], cellCode[2 * k + 1]];
        if (featureDimension(codeA) === 0) expect([a[featureIndex(codeA)], codeB]).toEqual([[cellX[k], cellY[k]], FACE_B]);
        else if (featureDimension(codeB) === 0) expect([b[featureIndex(codeB)], codeA]).toEqual([[cellX[k], cellY[k]], FACE_A]);
        else {
          expect(fromSide(a, featureIndex(codeA), x, y)).toBeLessThan(1e-13);
          expect(fromSide(b, featureIndex(codeB), x, y)).toBeLessThan(1e-13);
        }
        // Both ends of a side lie on the line that it names.
        const owner = (cellSide[k] & 1) === 0 ? a : b;
        const line = featureIndex(cellSide[k] >> 1);
        const next = exact[(start + k + 1) % count];
        expect(fromSide(owner, line, x, y)).toBeLessThan(1e-13);
        expect(fromSide(owner, line, next[0], next[1])).toBeLessThan(1e-13);
      }
    }
    expect(doubts).toBeLessThan(3);
    expect(met).toBeGreaterThan(sweep(2000, 300));
    expect(counts.size).toBeGreaterThan(7);
  });

  it('leaves a corner on the line of a side to the general clip', () => {
    const a: Flat[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    const moved = (x: number, y: number) => a.map(([u, v]): Flat => [u + x, v + y]);
    expect(crossed(a, moved(0.25, 0.5))).toBe(4);
    expect(crossed(a, moved(2, 2))).toBe(0);
    for (const [x, y] of [
      [0, 0],
      [0.5, 0],
      [0.5, EPS],
      [1, 1],
      [1, 0.5],
    ])
      expect(crossed(a, moved(x, y))).toBe(IN_DOUBT);
  });
});
