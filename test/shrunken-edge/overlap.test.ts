import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPose } from '../../src/body';
import { ContactKind, createDetectOptions, Status } from '../../src/contact';
import { box, polyhedronFromVertices } from '../../src/polyhedron';
import { anyPair, buildPair } from '../arbitraries/pairs';
import { runs } from '../arbitraries/settings';
import { exact, shrunken, toleranceOf } from './bodies';
import { sweep } from '../sweep';

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
  expect(count).toBeGreaterThan(sweep(80, 25));
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

it('an edge that dips below a face beyond its rim is a contact at the rim, where edges cross, not of its far end', () => {
  // All but along the face: 0.5 dTol deep at the rim, 1.14 dTol at the corner 0.05 beyond it.
  const a = polyhedronFromVertices([
    ...[-0.5599802395339901, 0.8587002976529249, 0.1532773109132803, 1.7120994229991995, -0.5262679961273297, -0.04289464712441024],
    ...[0.7739497526545264, -0.8757940497658904, -0.9169210641951215, 0.5763593717807043, 0.7172326901589284, -0.32789149558773534],
    ...[0.03013925927552054, -0.13381932894234394, 0.8450300769482078, -0.5342977083652977, -0.4549992066501559, 0.15742909133622385],
    ...[-2.1781426364862453, 0.6485588845899897, 0.3470131732998096],
  ]);
  const b = box(1, 1, 1);
  const pose = Float64Array.from([
    ...[0.39046262410438604, -0.7642640450588232, 0.5132634884811523, -0.7420169778225816, -0.5912687681841202, -0.31593044866406206],
    ...[0.5449309532413803, -0.25749119052961433, -0.7979652517491487, 0.4336611251551667, 0.7676825732034872, 0.7606005382240931],
  ]);
  const { gap } = exact({ a, b, pose });
  const contact = shrunken({ a, b, pose }, rims);
  expect([contact.status, contact.kind]).toEqual([Status.Overlapping, ContactKind.EdgeFace]);
  expect(contact.gap).toBeCloseTo(gap, 12);
  // The edge is level with the face to dTol: it holds at the rim, and at its corner that is not quite on the face.
  expect(Math.min(...contact.gaps.subarray(0, contact.count))).toBeCloseTo(gap, 12);
  for (let p = 0; p < contact.count; p++) {
    for (let f = 0; f < a.faceCount; f++) {
      let beyond = -a.offsets[f];
      for (let k = 0; k < 3; k++) beyond += a.normals[3 * f + k] * contact.points[3 * p + k];
      expect(beyond).toBeLessThan(-gap);
    }
  }
});
