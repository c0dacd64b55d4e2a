import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { createRandom } from '../../src/math/random';
import { assembleLoops } from '../../src/polyhedron/assemble';
import { TOLERANCE_ULPS, type ConvexPolyhedron } from '../../src/polyhedron/convex-polyhedron';
import { faceLoops } from '../../src/polyhedron/face-loops';
import { halfSpaceCorners } from '../../src/polyhedron/half-space-corners';
import { clearFaces } from '../../src/polyhedron/half-space-faces';
import { createHalfSpaces } from '../../src/polyhedron/half-space-interior';
import { hullPolyhedron, inCanonicalOrder } from '../../src/polyhedron/hull-polyhedron';
import { randomPolyhedron } from '../../src/polyhedron/random-polyhedron';
import { box, octahedron, randomHull } from '../../src/polyhedron/solids';
import { sweep } from '../sweep';

/** The planes of a solid in its input's coordinates, and what both ways make of their corners. */
function bothWays(
  normals: ArrayLike<number>,
  offsets: ArrayLike<number>,
): { clear: ConvexPolyhedron | undefined; hull: () => ConvexPolyhedron } {
  const halfSpaces = createHalfSpaces(normals, offsets);
  const corners = halfSpaceCorners(halfSpaces)!;
  const points = Float64Array.from(corners.flatMap(({ point }) => [...point]));
  const tolerance = TOLERANCE_ULPS * 2 ** -52 * points.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const faces = clearFaces(halfSpaces, corners, tolerance);
  const all = corners.map((_, v) => v);
  return {
    clear: faces && assembleLoops(points, inCanonicalOrder(faceLoops(faces), corners.length), tolerance),
    hull: () => hullPolyhedron({ coordinates: points, tolerance }, all),
  };
}

const planesOf = ({ normals, offsets }: ConvexPolyhedron) => [[...normals], [...offsets]] as const;

it('are those of the hull, bit for bit', () => {
  const random = createRandom(1992);
  let found = 0;
  for (let k = 0; k < sweep(150, 75); k++) {
    const primary = k % 3 === 0 ? box(1, 1e-3 + random(), 1e-5) : randomHull(random, 4 + (k % 20));
    const [normals, offsets] = planesOf(randomPolyhedron(random, { primary, cuts: k % 50, spread: random() }));
    const scale = 10 ** (Math.floor(19 * random()) - 9);
    const { clear, hull } = bothWays(
      normals,
      offsets.map((d) => scale * d),
    );
    if (!clear) continue;
    found++;
    expect(isDeepStrictEqual(clear, hull())).toBe(true);
  }
  expect(found).toBeGreaterThan(sweep(110, 55));
});

it('are found for random particles, all but never the hull is asked', () => {
  const random = createRandom(3);
  for (let k = 0; k < sweep(100, 55); k++) expect(bothWays(...planesOf(randomPolyhedron(random, { cuts: k % 55 }))).clear).toBeDefined();
});

it('are left to the hull where planes or corners are near to each other', () => {
  const [normals, offsets] = planesOf(box(1, 1, 1));
  const diagonal = [1, 1, 1].map((x) => x / Math.sqrt(3));
  const corner = Math.sqrt(3) / 2;
  // A plane just off a corner, just in front of it, and one tilted by next to nothing on a face.
  for (const [n, d] of [
    [diagonal, corner * (1 - 1e-8)],
    [diagonal, corner * (1 + 1e-8)],
    [[1, 1e-7, 0], 0.5],
  ] as const) {
    expect(bothWays([...normals, ...n], [...offsets, d]).clear).toBeUndefined();
  }
  expect(bothWays([...normals, ...diagonal], [...offsets, corner * (1 - 1e-5)]).clear).toBeDefined();
  // More than three planes meet.
  expect(bothWays(...planesOf(octahedron(1))).clear).toBeUndefined();
});
