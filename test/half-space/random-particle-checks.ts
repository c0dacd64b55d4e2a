import { QuickHull } from 'quickhull3d/dist/quickhull3d.js';
import { expect } from 'vitest';
import { createOverlapFor, Status } from '../../src/contact';
import { overlap } from '../../src/half-space';
import { createRandom, randomPolyhedron, validatePolyhedron, type ConvexPolyhedron } from '../../src/polyhedron';
import { poseOf } from '../arbitraries/quaternion';
import { exactHull } from '../oracles/exact-hull';
import { exactOverlapVolume } from '../oracles/exact-overlap';
import { faceClipOverlap } from '../oracles/face-clip-overlap';
import { solidOf } from '../oracles/solid';
import { surfaceMass } from '../oracles/surface-mass';
import { distance, scale, vec } from '../oracles/vector';
import { checkRegion } from './region-checks';

/**
 * A quarter of the 10,000 particles of this folder, each tested once and overlapped with the next: one test file for
 * each quarter, so that they share cores.
 */
export const PARTICLES = 2500;

const STEP = 2 ** -52;

/**
 * Particles of the paper's section 5, a cube trimmed by random planes, 6 to 60 faces: each a valid body, equal to
 * another library's hull of its corners, with the mass properties of surface integrals over that hull. Each shares a
 * region with the next one, in any orientation, from deep to apart: closed and right by an oracle that clips faces. Of
 * both, a few in exact arithmetic.
 */
export function checkRandomParticles(seed: number): void {
  const random = createRandom(seed);
  const faceCounts = new Set<number>();
  const seen = { overlapping: 0, apart: 0, exactHulls: 0, exactVolumes: 0 };
  let last: ConvexPolyhedron | undefined;
  for (let k = 0; k < PARTICLES; k++) {
    const body = particle(random, k);
    faceCounts.add(body.faceCount);
    checkBody(body);
    if (k % 300 === 1) {
      seen.exactHulls++;
      checkExactMass(body);
    }
    if (last) checkPair(last, body, random, k, seen);
    last = body;
  }
  for (let faces = 6; faces <= 60; faces++) expect(faceCounts.has(faces), `${faces} faces`).toBe(true);
  expect(seen.overlapping).toBeGreaterThan(PARTICLES / 2);
  expect(seen.apart).toBeGreaterThan(PARTICLES / 50);
  expect(seen.exactHulls).toBeGreaterThan(1);
  expect(seen.exactVolumes).toBeGreaterThan(1);
}

/** Some cuts take whole faces away, so more cuts than faces are drawn; a particle with more than 60 is drawn again. */
function particle(random: () => number, k: number): ConvexPolyhedron {
  for (;;) {
    const body = randomPolyhedron(random, { cuts: k % 75, mode: 0.7 + 0.2 * random(), lastMode: 0.98, spread: 0.05 });
    if (body.faceCount <= 60) return body;
  }
}

function checkBody(body: ConvexPolyhedron): void {
  validatePolyhedron(body);
  const { vertices } = solidOf(body);
  const hull = new QuickHull(vertices.map((v) => [...v]));
  hull.build();
  const triangles = hull.collectFaces(false) as [number, number, number][];
  // Euler: a triangulated hull of all corners.
  const used = new Set(triangles.flat());
  expect([used.size, triangles.length]).toEqual([body.vertexCount, 2 * body.vertexCount - 4]);
  const { volume, area, centroid, inertia } = surfaceMass(triangles.map(([i, j, l]) => [vertices[i], vertices[j], vertices[l]]));
  expect(Math.abs(body.volume - volume)).toBeLessThanOrEqual(64 * STEP * body.radius * body.area);
  expect(Math.abs(body.area - area)).toBeLessThanOrEqual(64 * STEP * body.area);
  // Vertices are relative to the centroid.
  expect(distance(centroid, [0, 0, 0])).toBeLessThanOrEqual((64 * STEP * body.radius ** 2 * body.area) / body.volume);
  const off = Math.max(...inertia.map((x, i) => Math.abs(x - body.inertia[i])));
  expect(off).toBeLessThanOrEqual(64 * STEP * body.radius ** 3 * body.area);
}

function checkExactMass(body: ConvexPolyhedron): void {
  const hull = exactHull(solidOf(body).vertices)!;
  expect(Math.abs(body.volume - hull.volume)).toBeLessThanOrEqual(64 * STEP * body.radius * body.area);
  for (let x = 0; x < 9; x++) expect(Math.abs(body.inertia[x] - hull.inertia[x])).toBeLessThanOrEqual(1e-13 * body.radius ** 5);
}

function checkPair(
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  random: () => number,
  k: number,
  seen: { overlapping: number; apart: number; exactVolumes: number },
): void {
  const pose = poseOf(randomTurn(random), [0, 0, 0]);
  const far = (0.2 + 1.2 * random()) * (a.inradius + b.inradius);
  pose[9 + (k % 3)] = far;
  const out = createOverlapFor(a, b);
  overlap(out, a, b, pose);
  checkRegion(out, a, b, pose);
  expect(out.status).not.toBe(Status.Unresolved);
  // Centroids nearer than the inradii: both bodies hold the point between them.
  if (far < 0.99 * (a.inradius + b.inradius)) expect(out.status).toBe(Status.Overlapping);
  const region = faceClipOverlap(a, b, pose);
  if (out.status !== Status.Overlapping) {
    seen.apart++;
    expect(region.volume).toBeLessThanOrEqual((a.tolerance + b.tolerance) * Math.min(a.area, b.area));
    return;
  }
  seen.overlapping++;
  // The planes of both are known to within their tolerances.
  const length = 8 * STEP * (a.radius + b.radius) + a.tolerance + b.tolerance;
  expect(Math.abs(out.volume - region.volume)).toBeLessThanOrEqual(length * out.area);
  const size = Math.cbrt(out.volume);
  if (size > 1e-2) {
    // Corners move by the length over the sine of the angle at which faces meet; 1e3 of it covers all angles but a few
    // hundredths of a degree.
    expect(Math.abs(out.area - region.area)).toBeLessThanOrEqual(1e3 * length);
    expect(distance(scale(vec(out.normal), out.normalArea), region.vectorArea)).toBeLessThanOrEqual(1e3 * length);
    expect(distance(vec(out.centroid), region.centroid)).toBeLessThanOrEqual((1e3 * length * out.area) / out.volume);
  }
  if (k % 300 === 5) {
    seen.exactVolumes++;
    expect(Math.abs(out.volume - exactOverlapVolume(a, b, pose))).toBeLessThanOrEqual(length * out.area);
  }
}

function randomTurn(random: () => number): [number, number, number, number] {
  for (;;) {
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1) as [number, number, number, number];
    const size = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    if (size > 0.1 && size < 1) return q.map((x) => x / size) as [number, number, number, number];
  }
}
