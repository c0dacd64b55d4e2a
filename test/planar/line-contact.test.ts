import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContactKind, edgeFeature, featureDimension, Status, vertexFeature } from '../../src/contact';
import {
  bodySetFromPoints2d,
  createCommonLine,
  createContact2d,
  createDetectOptions2d,
  createPose2d,
  detect2d,
  exactLine,
  exactLineMethod,
  lineContact,
  polygonFromVertices,
  rectangle,
  relativePose2d,
} from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { fairError, storedPairs2d } from './cases-2d';
import { allowanceOf, cornersOf, featureDistance } from './judge-2d';
import { latticePairs, pairs } from './shapes';

const contact = createContact2d(64);
const line = createCommonLine();
const options = createDetectOptions2d();

const kinds = { 'vertex-vertex': ContactKind.VertexVertex, 'vertex-edge': ContactKind.VertexEdge, 'edge-edge': ContactKind.ParallelEdges };

test.each(storedPairs2d.map((stored) => [stored.name, stored] as const))('%s', (_, stored) => {
  const { a, b, expected } = stored;
  const bodies = bodySetFromPoints2d([a.vertices, b.vertices]);
  const overlaps = expected.state === 'overlapping';
  const reference = overlaps ? expected.penetrationContact : expected.contact;
  const margin = Math.max(expected.gap, 0) + fairError(stored);
  detect2d(contact, exactLineMethod, bodies, 0, 1, undefined, { ...options, margin });
  // A deep overlap has a deep zone of contact, which takes in more than what touches once the bodies have been moved apart.
  const isShallow = !overlaps || (-expected.gap < 1e-5 * bodies.shapes[0].inradius && expected.penetrationNormalStable);
  if (reference && isShallow) {
    expect(contact.kind).toBe(kinds[reference.type]);
    if (reference.dim === 1 && reference.measure !== undefined) {
      expect(Math.abs(contact.length - reference.measure)).toBeLessThanOrEqual(4 * fairError(stored));
    }
  }
  expect(contact.count).toBeGreaterThan(0);
  expect(Math.abs(Math.min(...contact.gaps.slice(0, contact.count)) - contact.gap)).toBeLessThanOrEqual(2 * fairError(stored));
});

test('points lie on the line, in both features, no deeper than the gap', () => {
  fc.assert(
    fc.property(fc.oneof(pairs, latticePairs), fc.constantFrom(0, 0.01, 1e9), (pair, band) => {
      const { a, b, pose } = pair;
      exactLine(line, a, b, pose);
      lineContact(contact, a, b, pose, line, { ...options, margin: Infinity, band, minLength: 0.5 });
      const allowed = 4 * allowanceOf(pair) + 4 * (a.tolerance + b.tolerance);
      const [nx, ny] = line.normal;
      expect(contact.status).toBe(line.status);
      expect([1, 2]).toContain(contact.count);
      expect(contact.kind === ContactKind.ParallelEdges).toBe(contact.count === 2);
      if (contact.count === 1) expect(contact.length).toBe(0.5);
      let least = Infinity;
      for (let k = 0; k < contact.count; k++) {
        const [x, y] = contact.points.slice(2 * k, 2 * k + 2);
        const gap = contact.gaps[k];
        least = Math.min(least, gap);
        expect(Math.abs(nx * (x - line.point[0]) + ny * (y - line.point[1]))).toBeLessThanOrEqual(allowed);
        // Between A's feature below and B's above, each where it is along the normal.
        for (const [side, corners, feature] of [
          [0, cornersOf(a), contact.featureA],
          [1, cornersOf(b, pose), contact.featureB],
        ] as const) {
          const f = contact.features[2 * k + side];
          if (featureDimension(f) === 0) {
            const [px, py] = corners[f >> 2];
            expect(Math.abs(ny * (px - x) - nx * (py - y))).toBeLessThanOrEqual(allowed);
            expect(featureDistance(corners, feature, [px, py])).toBeLessThanOrEqual(allowed);
          } else expect(f).toBe(feature);
        }
      }
      if (contact.count === 2) {
        const apart = Math.hypot(contact.points[2] - contact.points[0], contact.points[3] - contact.points[1]);
        expect(Math.abs(apart - contact.length)).toBeLessThanOrEqual(allowed);
      }
      expect(Math.abs(least - line.gap)).toBeLessThanOrEqual(allowed);
    }),
    runs(4000),
  );
});

describe('kinds', () => {
  const square = rectangle(2, 2);
  const find = (x: number, y: number, turn = [1, 0], margin = 0, shape = square) => {
    const pose = new Float64Array([...turn, x, y]);
    exactLineMethod.detect(
      contact,
      square,
      shape,
      pose,
      { ints: new Int32Array(0), floats: new Float64Array(0), intOffset: 0, floatOffset: 0 },
      {
        ...options,
        margin,
      },
    );
    return contact;
  };
  const half = [Math.SQRT1_2, Math.SQRT1_2];

  test('two squares side on side, shifted', () => {
    for (const depth of [0, 0.01, -0.01]) {
      find(0.5, 2 - depth, [1, 0], 0.02);
      expect(contact.kind).toBe(ContactKind.ParallelEdges);
      expect(contact.count).toBe(2);
      expect(contact.length).toBeCloseTo(1.5, 14);
      expect(contact.gaps[0]).toBeCloseTo(-depth, 14);
      expect(contact.gaps[1]).toBeCloseTo(-depth, 14);
      // Corners counter-clockwise from the lower left: edge 2 of A is its top, edge 0 of B its bottom.
      expect([contact.featureA, contact.featureB]).toEqual([edgeFeature(2), edgeFeature(0)]);
      expect([...contact.features]).toEqual([vertexFeature(2), edgeFeature(0), edgeFeature(2), vertexFeature(0)]);
    }
  });

  test('a corner over a side', () => {
    find(0.5, 1 + Math.SQRT2 - 0.01, half);
    expect(contact.kind).toBe(ContactKind.VertexEdge);
    expect(contact.count).toBe(1);
    expect(contact.points[0]).toBeCloseTo(0.5, 14);
    expect(contact.gaps[0]).toBeCloseTo(-0.01, 14);
    expect(contact.featureA).toBe(edgeFeature(2));
    expect(contact.featureB).toBe(vertexFeature(0));
  });

  test('corner on corner', () => {
    find(2, 2);
    expect(contact.kind).toBe(ContactKind.VertexVertex);
    expect(contact.status).toBe(Status.Touching);
    expect([contact.featureA, contact.featureB]).toEqual([vertexFeature(2), vertexFeature(0)]);
    expect([...contact.points.slice(0, 2)]).toEqual([1, 1]);
  });

  test('squares flush side by side share the whole side, corners name the points', () => {
    find(0, 2);
    expect(contact.length).toBe(2);
    expect([...contact.features]).toEqual([vertexFeature(2), vertexFeature(1), vertexFeature(3), vertexFeature(0)]);
  });

  test('an edge tilted a little has two points while the depth exceeds what the tilt takes away', () => {
    const tilt = (angle: number) => [Math.cos(angle), Math.sin(angle)];
    // The high end of B's side is 2 sin(angle) above the low one, which is 0.01 deep.
    expect(find(0, 2 - 0.01 + 0.001, tilt(0.001)).count).toBe(2);
    expect(contact.gaps[1]).not.toBe(contact.gaps[0]);
    expect(find(0, 2 - 0.01 + 0.006, tilt(0.006)).count).toBe(1);
  });

  test('beyond the margin there is no contact, within it a potential one', () => {
    expect(find(0, 2.5).kind).toBe(ContactKind.None);
    expect([contact.count, contact.status, contact.gap]).toEqual([0, Status.Separated, 0.5]);
    expect(find(0, 2.5, [1, 0], 0.5).kind).toBe(ContactKind.ParallelEdges);
    expect([contact.count, contact.status]).toEqual([2, Status.Separated]);
  });

  test('lines and poses that are none', () => {
    expect(find(Number.NaN, 0).status).toBe(Status.Invalid);
    exactLine(line, square, square, new Float64Array([1, 0, 0, 2]));
    line.normal[1] = Number.NaN;
    expect(lineContact(contact, square, square, createPose2d(), line, options)).toBe(Status.Invalid);
    expect(contact.count).toBe(0);
  });
});

test('a body swollen by a disc', () => {
  const bodies = bodySetFromPoints2d([
    [0, 0, 1, 0, 1, 1, 0, 1],
    [2, 0, 3, 0, 3, 1, 2, 1],
  ]);
  bodies.rounding[0] = 0.75;
  bodies.rounding[1] = 0.5;
  expect(detect2d(contact, exactLineMethod, bodies, 0, 1)).toBe(Status.Overlapping);
  expect(contact.gap).toBe(-0.25);
  expect([...contact.gaps]).toEqual([-0.25, -0.25]);
  expect(contact.points[0]).toBeCloseTo(1.625, 14);
  expect(contact.pointA[0]).toBeCloseTo(1.75, 14);
  expect(contact.pointB[0]).toBeCloseTo(1.5, 14);
});

test('far from the origin the contact is that of the same pair near it', () => {
  const near = bodySetFromPoints2d([
    [0, 0, 1, 0, 0.25, 0.75],
    [0.5, 0.25, 1.5, 0.5, 0.75, 1.25],
  ]);
  detect2d(contact, exactLineMethod, near, 0, 1);
  const { gap } = contact;
  const normal = [...contact.normal];
  // Positions that are whole multiples of 2^-32, so that moving them is exact.
  for (let k = 0; k < 4; k++) near.positions[k] = Math.round(near.positions[k] * 2 ** 32) / 2 ** 32;
  detect2d(contact, exactLineMethod, near, 0, 1);
  const moved = createContact2d(64);
  for (let k = 0; k < 4; k++) near.positions[k] += 2 ** 20;
  detect2d(moved, exactLineMethod, near, 0, 1);
  expect(moved.gap).toBe(contact.gap);
  expect([...moved.normal]).toEqual([...contact.normal]);
  expect(Math.abs(moved.gap - gap)).toBeLessThan(1e-9);
  expect(Math.hypot(moved.normal[0] - normal[0], moved.normal[1] - normal[1])).toBeLessThan(1e-9);
});

test('relative poses', () => {
  const bodies = bodySetFromPoints2d([polygonFromVertices([0, 0, 1, 0, 0, 1]).vertices, rectangle(1, 2).vertices]);
  bodies.rotations.set([0.6, 0.8, 0.6, 0.8]);
  expect([...relativePose2d(createPose2d(), bodies, 0, 1)].slice(0, 2)).toEqual([1, 0]);
  // Drift is no turn.
  bodies.rotations.set([0.6 * 1.0001, 0.8 * 1.0001]);
  const pose = relativePose2d(createPose2d(), bodies, 0, 1);
  expect(Math.hypot(pose[0] - 1, pose[1])).toBeLessThan(1e-15);
  bodies.rotations.set([0.6, 0.7]);
  expect([...relativePose2d(pose, bodies, 0, 1)]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  expect(detect2d(contact, exactLineMethod, bodies, 0, 1)).toBe(Status.Invalid);
});
