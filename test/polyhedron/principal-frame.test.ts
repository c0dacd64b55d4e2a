import { describe, expect, it } from 'vitest';
import { createRandom, randomDirection } from '../../src/math/random';
import { rotationFromQuaternion } from '../../src/math/rotation';
import { symmetricEigen } from '../../src/math/symmetric-eigen';
import type { ConvexPolyhedron } from '../../src/polyhedron/convex-polyhedron';
import { polyhedronFromVertices } from '../../src/polyhedron/from-vertices';
import { principalFrame } from '../../src/polyhedron/principal-frame';
import { randomPolyhedron } from '../../src/polyhedron/random-polyhedron';
import {
  box,
  dodecahedron,
  icosahedron,
  octahedron,
  prism,
  randomHull,
  squarePyramid,
  tetrahedron,
  tetrakisHexahedron,
} from '../../src/polyhedron/solids';
import { validatePolyhedron } from '../../src/polyhedron/validate';
import { sweep } from '../sweep';

const EPS = 2 ** -52;

function turned(p: ConvexPolyhedron, q: readonly number[], shift: readonly number[] = [0, 0, 0]): ConvexPolyhedron {
  const r = new Float64Array(9);
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  rotationFromQuaternion(
    r,
    0,
    Float64Array.from(q, (x) => x / length),
    0,
  );
  return polyhedronFromVertices(
    p.vertices.map((_, i) => {
      const [v, row] = [i - (i % 3), 3 * (i % 3)];
      return r[row] * p.vertices[v] + r[row + 1] * p.vertices[v + 1] + r[row + 2] * p.vertices[v + 2] + shift[i % 3];
    }),
  );
}

/** Every promise of principalFrame; returns the frame. */
function check(p: ConvexPolyhedron): ReturnType<typeof principalFrame> {
  const frame = principalFrame(p);
  const { polyhedron, rotation, quaternion, moments } = frame;
  validatePolyhedron(polyhedron);
  const trace = moments[0] + moments[1] + moments[2];
  // Of thin solids the rounding of the corners changes the volume, and with it every moment, by the tolerance over the
  // thickness.
  const noise = (2 ** -45 + (4 * p.tolerance) / p.inradius) * trace;
  expect(moments[0] <= moments[1] && moments[1] <= moments[2]).toBe(true);
  for (let i = 0; i < 9; i++) {
    expect(Math.abs(polyhedron.inertia[i] - (i % 4 === 0 ? moments[i / 4] : 0))).toBeLessThanOrEqual(noise);
  }
  // Triangle inequality of moments: a check of the tensor itself.
  expect(moments[2]).toBeLessThanOrEqual((moments[0] + moments[1]) * (1 + 1e-12) + noise);
  // The same solid: numbering, volume, and every vertex back by rotation and by quaternion.
  expect(polyhedron.halfEdgeOrigin).toEqual(p.halfEdgeOrigin);
  expect(polyhedron.halfEdgeFace).toEqual(p.halfEdgeFace);
  expect(polyhedron.tolerance).toBeGreaterThanOrEqual(p.tolerance * (1 - 1e-15));
  const fromQuaternion = new Float64Array(9);
  expect(rotationFromQuaternion(fromQuaternion, 0, quaternion, 0)).toBe(true);
  expect(quaternion[3]).toBeGreaterThanOrEqual(0);
  for (let i = 0; i < 9; i++) expect(Math.abs(fromQuaternion[i] - rotation[i])).toBeLessThanOrEqual(8 * EPS);
  let worst = 0;
  for (let v = 0; v < p.vertices.length; v += 3) {
    for (let k = 0; k < 3; k++) {
      let given = 0;
      for (let j = 0; j < 3; j++) given += rotation[3 * k + j] * (polyhedron.vertices[v + j] + polyhedron.origin[j]);
      worst = Math.max(worst, Math.abs(given - p.vertices[v + k]));
    }
  }
  expect(worst).toBeLessThanOrEqual(16 * EPS * p.radius);
  const determinant =
    rotation[0] * (rotation[4] * rotation[8] - rotation[5] * rotation[7]) -
    rotation[1] * (rotation[3] * rotation[8] - rotation[5] * rotation[6]) +
    rotation[2] * (rotation[3] * rotation[7] - rotation[4] * rotation[6]);
  expect(Math.abs(determinant - 1)).toBeLessThan(8 * EPS);
  return frame;
}

describe('principalFrame', () => {
  it('finds the axes of a turned box', () => {
    const random = createRandom(8);
    const axis = new Float64Array(3);
    for (let i = 0; i < sweep(200, 60); i++) {
      randomDirection(axis, random);
      const q = [axis[0], axis[1], axis[2], 2 * random() - 1];
      // Long side on x: moments ascend from x to z.
      const { polyhedron, moments } = check(turned(box(3, 2, 1), q, [5, -7, 11]));
      const expected = [2.5, 5, 6.5];
      for (let k = 0; k < 3; k++) expect(Math.abs(moments[k] - expected[k])).toBeLessThan(1e-13);
      for (let v = 0; v < 24; v++) expect(Math.abs(Math.abs(polyhedron.vertices[v]) - [1.5, 1, 0.5][v % 3])).toBeLessThan(2e-14);
    }
  });

  it('leaves solids in principal axes alone, equal moments included', () => {
    const made = [
      box(3, 2, 1),
      box(1, 1, 1),
      tetrahedron(1),
      octahedron(1),
      icosahedron(1),
      dodecahedron(1),
      tetrakisHexahedron(1),
      prism(8, 1, 1),
      squarePyramid(1),
    ];
    for (const p of made) {
      const { rotation, quaternion, polyhedron } = check(p);
      expect([...rotation]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
      expect([...quaternion]).toEqual([0, 0, 0, 1]);
      // Up to the centroid, which is computed anew.
      for (let i = 0; i < p.vertices.length; i++) expect(Math.abs(polyhedron.vertices[i] - p.vertices[i])).toBeLessThan(16 * EPS);
    }
  });

  it('exchanges axes exactly', () => {
    for (const [x, y, z] of [
      [1, 2, 3],
      [2, 1, 3],
      [2, 3, 1],
      [1, 3, 2],
      [3, 1, 2],
    ]) {
      const { rotation, polyhedron } = check(box(x, y, z));
      for (const r of rotation) expect(r === 0 || Math.abs(r) === 1).toBe(true);
      for (let v = 0; v < 24; v++) expect(Math.abs(polyhedron.vertices[v])).toBe([1.5, 1, 0.5][v % 3]);
    }
  });

  it('is right-handed and orthonormal for turned solids with equal moments', () => {
    const random = createRandom(9);
    const axis = new Float64Array(3);
    for (const p of [
      box(1, 1, 1),
      box(2, 1, 1),
      box(1, 1, 0.01),
      tetrahedron(1),
      icosahedron(1),
      prism(5, 1, 3),
      prism(64, 1, Math.sqrt(3)),
    ]) {
      for (let i = 0; i < sweep(20, 6); i++) {
        randomDirection(axis, random);
        check(turned(p, [axis[0], axis[1], axis[2], random()]));
      }
    }
  });

  it('serves needles, plates, all scales and random particles', () => {
    const random = createRandom(10);
    for (const s of [1e-9, 1, 1e9]) {
      for (const aspect of [1, 1e-3, 1e-6]) {
        check(turned(box(s, s * aspect, s * aspect * 0.5), [0.1, 0.7, -0.3, 0.4]));
        check(turned(box(s, s * 0.7, s * aspect), [0.1, 0.7, -0.3, 0.4]));
        check(randomHull(random, 20, s, s * aspect, s * aspect));
      }
    }
    for (let i = 0; i < sweep(100, 30); i++) check(randomPolyhedron(random));
  });

  it('is idempotent and agrees with the eigenvalues of the given tensor', () => {
    const random = createRandom(11);
    for (let i = 0; i < 50; i++) {
      const p = randomHull(random, 12);
      const { polyhedron, moments } = principalFrame(p);
      const { rotation } = principalFrame(polyhedron);
      const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
      for (let k = 0; k < 9; k++) expect(Math.abs(rotation[k] - identity[k])).toBeLessThan(1e-11);
      const values = new Float64Array(3);
      symmetricEigen(values, new Float64Array(9), p.inertia);
      for (let k = 0; k < 3; k++) expect(Math.abs(values[k] / moments[k] - 1)).toBeLessThan(1e-12);
    }
  });
});
