/**
 * Systems whose decisions hang on rounding: planes of known solids, turned and moved, with doubles of faces tilted by
 * 1e-17 to 1e-9, and planes that touch or barely cut a corner. Whatever is decided, the result must be a valid solid,
 * inside all planes and missing nothing, to within the tolerance.
 */
import { describe, expect, it } from 'vitest';
import { createRandom, randomDirection, type Random } from '../../src/math/random';
import { rotationFromQuaternion } from '../../src/math/rotation';
import type { ConvexPolyhedron } from '../../src/polyhedron/convex-polyhedron';
import { createHalfSpaceReport, polyhedronFromHalfSpaces } from '../../src/polyhedron/from-half-spaces';
import { halfSpaceCorners } from '../../src/polyhedron/half-space-corners';
import { createHalfSpaces } from '../../src/polyhedron/half-space-interior';
import { box, icosahedron, prism, randomHull, squarePyramid, tetrakisHexahedron } from '../../src/polyhedron/solids';
import { validatePolyhedron } from '../../src/polyhedron/validate';
import { sweep } from '../sweep';

const makers: ((random: Random) => ConvexPolyhedron)[] = [
  () => box(1, 1, 1),
  () => box(1, 1e-3, 1e-5),
  () => box(1, 1, 1e-6),
  () => icosahedron(1),
  () => tetrakisHexahedron(1),
  (random) => prism(3 + Math.floor(20 * random()), 1, 0.05 + random()),
  (random) => randomHull(random, 4 + Math.floor(20 * random())),
  (random) => randomHull(random, 10, 1, 1e-4, 1e-4),
  (random) => randomHull(random, 10, 1, 1, 1e-5),
  (random) => squarePyramid(1, 10 ** (-8 * random())),
];

/** Planes with exact, tilted and touching copies, turned and moved. */
function perturbedPlanes(random: Random): { normals: number[]; offsets: number[] } {
  const pick = (n: number) => Math.floor(n * random());
  const p = makers[pick(makers.length)](random);
  const distance = [0, 0, 1, 1e3, 1e6][pick(5)];
  const [shift, axis, r] = [new Float64Array(3), new Float64Array(3), new Float64Array(9)];
  randomDirection(shift, random);
  randomDirection(axis, random);
  if (random() < 0.3) rotationFromQuaternion(r, 0, Float64Array.of(0, 0, 0, 1), 0);
  else rotationFromQuaternion(r, 0, Float64Array.of(0.6 * axis[0], 0.6 * axis[1], 0.6 * axis[2], 0.8), 0);
  const normals: number[] = [];
  const offsets: number[] = [];
  const add = (n: readonly number[], d: number): void => {
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const t = [0, 3, 6].map((k) => (r[k] * n[0] + r[k + 1] * n[1] + r[k + 2] * n[2]) / length);
    normals.push(...t);
    offsets.push(d / length + distance * (t[0] * shift[0] + t[1] * shift[1] + t[2] * shift[2]));
  };
  const height = (n: readonly number[], v: number) =>
    n[0] * p.vertices[3 * v] + n[1] * p.vertices[3 * v + 1] + n[2] * p.vertices[3 * v + 2];

  for (let f = 0; f < p.faceCount; f++) add([...p.normals.subarray(3 * f, 3 * f + 3)], p.offsets[f]);
  for (let extra = pick(8); extra > 0; extra--) {
    const size = 10 ** (-17 + 8 * random());
    if (random() < 0.5) {
      // A face again, tilted about one of its corners, perhaps moved.
      const f = pick(p.faceCount);
      const n = [0, 1, 2].map((k) => p.normals[3 * f + k] + size * (random() - 0.5));
      add(n, height(n, p.halfEdgeOrigin[p.faceHalfEdge[f]]) + (random() < 0.5 ? size * (random() - 0.5) : 0));
    } else {
      // A plane near a corner: its normal is a mean of those of some faces there.
      const v = pick(p.vertexCount);
      const n = [0, 0, 0];
      let h = p.vertexHalfEdge[v];
      do {
        const share = random() < 0.3 ? 0 : random();
        for (let k = 0; k < 3; k++) n[k] += share * p.normals[3 * p.halfEdgeFace[h] + k];
        h = p.halfEdgeNext[h ^ 1];
      } while (h !== p.vertexHalfEdge[v]);
      const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      if (length < 1e-3) continue;
      const unit = n.map((x) => x / length);
      add(unit, height(unit, v) + size * (random() - 0.7));
    }
  }
  return { normals, offsets };
}

describe('half-spaces at the edge of rounding', () => {
  it('give valid solids, inside all planes and missing nothing', () => {
    const random = createRandom(3);
    for (let run = 0; run < sweep(400, 150); run++) {
      const { normals, offsets } = perturbedPlanes(random);
      const report = createHalfSpaceReport();
      const p = polyhedronFromHalfSpaces(normals, offsets, report);
      validatePolyhedron(p);
      let outside = -Infinity;
      for (let v = 0; v < 3 * p.vertexCount; v += 3) {
        const [x, y, z] = [0, 1, 2].map((k) => p.vertices[v + k] + p.origin[k]);
        for (let i = 0; i < offsets.length; i++) {
          outside = Math.max(outside, normals[3 * i] * x + normals[3 * i + 1] * y + normals[3 * i + 2] * z - offsets[i]);
        }
      }
      expect(outside).toBeLessThanOrEqual(p.tolerance);
      let missing = -Infinity;
      for (const { point } of halfSpaceCorners(createHalfSpaces(normals, offsets)) ?? []) {
        const [x, y, z] = [0, 1, 2].map((k) => point[k] - p.origin[k]);
        for (let f = 0; f < p.faceCount; f++) {
          missing = Math.max(missing, p.normals[3 * f] * x + p.normals[3 * f + 1] * y + p.normals[3 * f + 2] * z - p.offsets[f]);
        }
      }
      expect(missing).toBeGreaterThan(-Infinity);
      expect(missing).toBeLessThanOrEqual(2 * p.tolerance);
      expect(report.faceOfPlane.length).toBe(offsets.length);
      for (const f of report.faceOfPlane) expect(f >= -1 && f < p.faceCount).toBe(true);
    }
  });
});
