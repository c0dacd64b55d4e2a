import { expect, it } from 'vitest';
import { createPose } from '../../src/body';
import { box, tetrahedron } from '../../src/polyhedron';
import { faceClipOverlap } from './face-clip-overlap';
import { faceLoops, solidOf } from './solid';
import { surfaceMass } from './surface-mass';
import { add, type Vec } from './vector';

it('surface integrals: a box away from the origin', () => {
  const [x, y, z] = [1, 2, 3];
  const centre: Vec = [0.5, -0.25, 0.125];
  const { vertices } = solidOf(box(x, y, z));
  const triangles = faceLoops(box(x, y, z)).flatMap(([i, j, k, l]) => [[i, j, k] as const, [i, k, l] as const]);
  const mass = surfaceMass(triangles.map(([i, j, k]) => [add(vertices[i], centre), add(vertices[j], centre), add(vertices[k], centre)]));
  expect(mass.volume).toBeCloseTo(6, 13);
  expect(mass.area).toBeCloseTo(22, 13);
  mass.centroid.forEach((c, k) => expect(c).toBeCloseTo(centre[k], 14));
  [6.5, 0, 0, 0, 5, 0, 0, 0, 2.5].forEach((expected, k) => expect(mass.inertia[k]).toBeCloseTo(expected, 13));
});

it('clipped faces: boxes at a corner, a body inside the other, bodies apart', () => {
  const cube = box(1, 1, 1);
  const pose = createPose();
  pose.set([0.4, 0.3, 0.75], 9);
  const region = faceClipOverlap(cube, cube, pose);
  expect(region.volume).toBeCloseTo(0.6 * 0.7 * 0.25, 14);
  expect(region.area).toBeCloseTo(2 * (0.6 * 0.7 + 0.6 * 0.25 + 0.7 * 0.25), 14);
  [0.2, 0.15, 0.375].forEach((c, k) => expect(region.centroid[k]).toBeCloseTo(c, 14));
  [0.7 * 0.25, 0.6 * 0.25, 0.6 * 0.7].forEach((n, k) => expect(region.vectorArea[k]).toBeCloseTo(n, 14));

  const small = tetrahedron(0.1);
  const inside = faceClipOverlap(cube, small, createPose());
  expect(inside.volume).toBeCloseTo(small.volume, 16);
  expect(inside.vectorArea).toEqual([0, 0, 0]);
  pose[11] = 1.5;
  expect(faceClipOverlap(cube, cube, pose).volume).toBe(0);
});
