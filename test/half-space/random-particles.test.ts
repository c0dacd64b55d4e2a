import { expect, it } from 'vitest';
import { createOverlapFor, Status } from '../../src/contact';
import { overlap } from '../../src/half-space';
import { createRandom, randomPolyhedron, validatePolyhedron, type ConvexPolyhedron } from '../../src/polyhedron';
import { poseOf } from '../arbitraries/quaternion';
import { exactHull } from '../oracles/exact-hull';
import { exactOverlapVolume } from '../oracles/exact-overlap';
import { vec } from '../oracles/vector';
import { checkRegion } from './region-checks';

/** Particles of the paper's section 5: a cube trimmed by random planes, 6 to 60 faces. */
const PARTICLES = 165;
const PAIRS = 10000;

function randomTurn(random: () => number): [number, number, number, number] {
  for (;;) {
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1) as [number, number, number, number];
    const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    if (length > 0.1 && length < 1) return q.map((x) => x / length) as [number, number, number, number];
  }
}

it('10,000 pairs of random particles: valid bodies, and overlaps that are closed and right', () => {
  const random = createRandom(5);
  const bodies: ConvexPolyhedron[] = [];
  for (let k = 0; k < PARTICLES; k++) bodies.push(randomPolyhedron(random, { cuts: k % 55 }));
  for (const body of bodies) validatePolyhedron(body);
  let overlapping = 0;
  let hulls = 0;
  let volumes = 0;
  for (let k = 0; k < PAIRS; k++) {
    const a = bodies[k % PARTICLES];
    const b = bodies[Math.floor(PARTICLES * random())];
    expect(a.faceCount).toBeLessThanOrEqual(60);
    const pose = poseOf(randomTurn(random), [0, 0, 0]);
    const far = (0.2 + random()) * (a.inradius + b.inradius);
    pose[9 + (k % 3)] = far;
    const out = createOverlapFor(a, b);
    overlap(out, a, b, pose);
    expect(out.status).not.toBe(Status.Unresolved);
    if (k % 200 === 0) checkRegion(out, a, b, pose);
    // Centroids nearer than the inradii: both bodies hold the point between them.
    if (far < 0.99 * (a.inradius + b.inradius)) expect(out.status).toBe(Status.Overlapping);
    if (out.status !== Status.Overlapping) continue;
    overlapping++;
    const step = 2 ** -52 * (a.radius + b.radius);
    expect(out.volume).toBeLessThanOrEqual(Math.min(a.volume, b.volume) + 8 * step * out.area);
    if (k % 800 === 0 && a.faceCount + b.faceCount < 40) {
      volumes++;
      // Exact arithmetic has planes through three corners; those of faces with more are off by the bodies' tolerance.
      expect(Math.abs(out.volume - exactOverlapVolume(a, b, pose))).toBeLessThanOrEqual((8 * step + a.tolerance + b.tolerance) * out.area);
    }
    if (k % 500 === 0 && a.vertexCount <= 12) {
      hulls++;
      const hull = exactHull(Array.from({ length: a.vertexCount }, (_, v) => vec(a.vertices.subarray(3 * v, 3 * v + 3))))!;
      expect(Math.abs(a.volume - hull.volume)).toBeLessThanOrEqual(64 * 2 ** -52 * a.radius * a.area);
      for (let x = 0; x < 9; x++) expect(Math.abs(a.inertia[x] - hull.inertia[x])).toBeLessThanOrEqual(1e-13 * a.radius ** 5);
    }
  }
  expect(overlapping).toBeGreaterThan(PAIRS / 2);
  expect(hulls).toBeGreaterThan(1);
  expect(volumes).toBeGreaterThan(1);
});
