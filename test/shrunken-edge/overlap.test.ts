import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPose } from '../../src/body';
import { ContactKind, createDetectOptions, Status } from '../../src/contact';
import { box, polyhedronFromVertices } from '../../src/polyhedron';
import { anyPair, buildPair } from '../arbitraries/pairs';
import { runs } from '../arbitraries/settings';
import { exact, shrunken, toleranceOf } from './bodies';

const rims = { ...createDetectOptions(), rims: true };

it('sharp corners that have gone past each other, with no part of an edge as deep as dTol, overlap', () => {
  const a = polyhedronFromVertices([0, 0, 0, 4, -2, -1, 1, 3, -2, 3, 4, -4]);
  const b = polyhedronFromVertices([0, 0, 0, -4, 3, 4, -4, 2, 3, -1, -1, 3]);
  const pose = createPose();
  [0.09, -0.04, -0.03].forEach((x, k) => (pose[9 + k] = x + b.origin[k] - a.origin[k]));
  expect(exact({ a, b, pose }).gap).toBeLessThan(-13 * toleranceOf({ a, b }));
  expect(shrunken({ a, b, pose }).status).toBe(Status.Overlapping);
});

it('an overlap deeper than dTol is never Separated', () => {
  let count = 0;
  fc.assert(
    fc.property(anyPair(), fc.constantFrom(1.01, 2, 10, 41, 68), (pair, depth) => {
      const bodies = buildPair(pair);
      const dTol = toleranceOf(bodies);
      if (exact(bodies).gap < -70 * dTol) return;
      // The normal turns as the pair goes in.
      for (let turn = 0; turn < 3; turn++) {
        const { gap, normal } = exact(bodies);
        for (let k = 0; k < 3; k++) bodies.pose[9 + k] -= (depth * dTol + gap) * normal[k];
      }
      if (exact(bodies).gap > -dTol - 16 * (bodies.a.tolerance + bodies.b.tolerance)) return;
      count++;
      for (const options of [createDetectOptions(), rims]) expect(shrunken(bodies, options).status).toBe(Status.Overlapping);
    }),
    runs(150),
  );
  expect(count).toBeGreaterThan(50);
}, 30000);

it('a corner between the shrunken face and its rim touches that face with options.rims', () => {
  // The shrink distance of the cube is 0.005 and 2 dTol of the needle 2e-5.
  const cube = box(1, 1, 1);
  const needle = polyhedronFromVertices([0, 0, 0, 0.02, 0, 1, -0.01, 0.02, 1, -0.01, -0.02, 1]);
  const pose = createPose();
  for (const [x, y] of [
    [0.498, 0.1],
    [0.498, 0.497],
    [0.4999, -0.3],
  ]) {
    [x, y, 0.5].forEach((at, k) => (pose[9 + k] = at + needle.origin[k]));
    const contact = shrunken({ a: cube, b: needle, pose }, rims);
    expect([contact.status, contact.kind, contact.normal[2]]).toEqual([Status.Touching, ContactKind.VertexFace, 1]);
    expect(shrunken({ a: cube, b: needle, pose }).status).toBe(Status.Separated);
  }
});
