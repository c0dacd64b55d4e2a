/** The face planes of any polyhedron give the same polyhedron back. */
import { describe, expect, it } from 'vitest';
import { createRandom, randomDirection, type Random } from '../../src/math/random';
import type { ConvexPolyhedron } from '../../src/polyhedron/convex-polyhedron';
import { createHalfSpaceReport, polyhedronFromHalfSpaces } from '../../src/polyhedron/from-half-spaces';
import { polyhedronFromVertices } from '../../src/polyhedron/from-vertices';
import {
  box,
  dodecahedron,
  icosahedron,
  octahedron,
  prism,
  randomHull,
  rhombicDodecahedron,
  squarePyramid,
  tetrahedron,
  tetrakisHexahedron,
  truncatedIcosahedron,
} from '../../src/polyhedron/solids';
import { validatePolyhedron } from '../../src/polyhedron/validate';

/** The same solid turned, scaled and moved, built anew from its corners. */
function placed(p: ConvexPolyhedron, random: Random, scale: number, distance: number): ConvexPolyhedron {
  const [q, shift] = [new Float64Array(3), new Float64Array(3)];
  randomDirection(q, random);
  randomDirection(shift, random);
  const w = random();
  const s = 2 / (1 + w * w);
  const [x, y, z] = q;
  const r = [
    [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
    [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
    [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
  ];
  const points = p.vertices.map((_, i) => {
    const v = i - (i % 3);
    const row = r[i % 3];
    return scale * (distance * shift[i % 3] + row[0] * p.vertices[v] + row[1] * p.vertices[v + 1] + row[2] * p.vertices[v + 2]);
  });
  return polyhedronFromVertices(points);
}

/** Largest distance of a corner of `a` from the nearest corner of `b`. */
function cornerDistance(a: ConvexPolyhedron, b: ConvexPolyhedron): number {
  let largest = 0;
  for (let i = 0; i < a.vertexCount; i++) {
    let nearest = Infinity;
    for (let j = 0; j < b.vertexCount; j++) {
      let d = 0;
      for (let k = 0; k < 3; k++) d = Math.max(d, Math.abs(a.vertices[3 * i + k] + a.origin[k] - b.vertices[3 * j + k] - b.origin[k]));
      nearest = Math.min(nearest, d);
    }
    largest = Math.max(largest, nearest);
  }
  return largest;
}

function roundTrip(p: ConvexPolyhedron): { again: ConvexPolyhedron; redundant: number[]; faceOfPlane: Int32Array } {
  const offsets = p.offsets.map(
    (d, f) => d + p.normals[3 * f] * p.origin[0] + p.normals[3 * f + 1] * p.origin[1] + p.normals[3 * f + 2] * p.origin[2],
  );
  const report = createHalfSpaceReport();
  const again = polyhedronFromHalfSpaces(p.normals, offsets, report);
  validatePolyhedron(again);
  return { again, ...report };
}

const random = createRandom(77);

/**
 * `spread`: how far, in tolerances, corners may move: rounding over the sine of the smallest angle between planes at a
 * corner.
 */
const shapes: [name: string, make: () => ConvexPolyhedron, spread: number][] = [
  ['tetrahedron', () => tetrahedron(1), 2],
  ['square pyramid', () => squarePyramid(1, 0.1 + random()), 4],
  ['flat pyramid', () => squarePyramid(1, 1e-6), 1e6],
  ['box', () => box(1, 2, 3), 1],
  ['needle', () => box(1, 1e-6, 1e-6), 1],
  ['plate', () => box(1, 1, 1e-6), 1],
  ['tetrakis hexahedron', () => tetrakisHexahedron(1), 2],
  ['rhombic dodecahedron', () => rhombicDodecahedron(1), 2],
  ['prism of 64 sides', () => prism(64, 1, 1), 20],
  ['thin prism of 31 sides', () => prism(31, 1e-4, 1), 20],
  ['octahedron', () => octahedron(1), 2],
  ['dodecahedron', () => dodecahedron(1), 2],
  ['icosahedron', () => icosahedron(1), 2],
  ['truncated icosahedron', () => truncatedIcosahedron(1), 4],
  ['hull of 14 points', () => randomHull(random, 14), 100],
  ['hull of 60 points', () => randomHull(random, 60), 100],
  ['needle of 30 points', () => randomHull(random, 30, 1, 1e-3, 1e-3), 1e4],
  ['plate of 30 points', () => randomHull(random, 30, 1, 1, 1e-3), 1e4],
];

describe.each(shapes)('%s', (_, make, spread) => {
  it.each([0, 1, 1e3])('comes back from its planes at any scale, %s sizes from the origin', (distance) => {
    for (const scale of [1e-9, 1, 1e9]) {
      for (let i = 0; i < 3; i++) {
        const p = placed(make(), random, scale, distance);
        const { again, redundant, faceOfPlane } = roundTrip(p);
        expect([again.vertexCount, again.edgeCount, again.faceCount]).toEqual([p.vertexCount, p.edgeCount, p.faceCount]);
        expect(cornerDistance(again, p)).toBeLessThanOrEqual(spread * p.tolerance);
        expect(redundant).toEqual([]);
        // Each plane has a face of its own, with its normal.
        expect(new Set(faceOfPlane).size).toBe(p.faceCount);
        faceOfPlane.forEach((g, f) => {
          const dot =
            p.normals[3 * f] * again.normals[3 * g] +
            p.normals[3 * f + 1] * again.normals[3 * g + 1] +
            p.normals[3 * f + 2] * again.normals[3 * g + 2];
          expect(dot).toBeGreaterThan(0.999);
        });
      }
    }
  });
});

describe('round trips', () => {
  it('of solids far away lose only what is thinner than rounding there', () => {
    for (const make of [
      () => box(1, 2, 3),
      () => icosahedron(1),
      () => prism(32, 1, 1),
      () => randomHull(random, 30),
      () => box(1, 1e-3, 1e-3),
    ]) {
      const p = placed(make(), random, 1, 1e6);
      const { again } = roundTrip(p);
      expect([again.vertexCount, again.faceCount]).toEqual([p.vertexCount, p.faceCount]);
    }
  });

  it('of hundreds of faces keep them all', () => {
    for (const count of [300, 1000]) {
      const p = placed(randomHull(random, count), random, 1, 2);
      const { again, redundant } = roundTrip(p);
      expect([again.vertexCount, again.faceCount, redundant.length]).toEqual([p.vertexCount, p.faceCount, 0]);
    }
  });
});
