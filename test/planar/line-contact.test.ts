import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContactKind, edgeFeature, NormalOwner, Status, vertexFeature } from '../../src/contact';
import {
  bodySetFromPoints2d,
  createCommonLine,
  createContact2d,
  createContactFor2d,
  createDetectOptions2d,
  createPose2d,
  detect2d,
  exactLine,
  exactLineMethod,
  lineContact,
  pointOnA2d,
  pointOnB2d,
  polygonFromVertices,
  rectangle,
  relativePose2d,
  type Contact2d,
} from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { fairError, storedPairs2d } from './cases-2d';
import { allowanceOf, setLineAlong, type Pair2d } from './judge-2d';
import { complaintsAboutPoints } from './judge-borders';
import { hostilePairs, latticePairs, numbers, pairs } from './shapes';

const contact = createContact2d(64);
const line = createCommonLine();
const options = createDetectOptions2d();

const rowsOf = (out: Contact2d, rows = out.count) => Array.from({ length: rows }, (_, k) => [...out.features.slice(2 * k, 2 * k + 2)]);

const kinds = { 'vertex-vertex': ContactKind.VertexVertex, 'vertex-edge': ContactKind.VertexEdge, 'edge-edge': ContactKind.ParallelEdges };

test.each(storedPairs2d.map((stored) => [stored.name, stored] as const))('%s', (_, stored) => {
  const { a, b, expected } = stored;
  const bodies = bodySetFromPoints2d([a.vertices, b.vertices]);
  const overlaps = expected.state === 'overlapping';
  const reference = overlaps ? expected.penetrationContact : expected.contact;
  const margin = Math.max(expected.gap, 0) + fairError(stored);
  detect2d(contact, exactLineMethod, bodies, 0, 1, undefined, { ...options, margin });
  // A deep overlap has a deep zone of contact, which takes in more than what touches once the bodies have been moved
  // apart.
  const isShallow = !overlaps || (-expected.gap < 1e-5 * bodies.shapes[0].inradius && expected.penetrationNormalStable);
  if (reference && isShallow) {
    expect(contact.kind).toBe(kinds[reference.type]);
    if (reference.dim === 1 && reference.measure !== undefined) {
      // The points that are deepest to rounding are the ends of the stretch that the edges share.
      const eps = bodies.shapes[0].tolerance + bodies.shapes[1].tolerance;
      const level = [0, 1, 2, 3, 4, 5].filter((k) => k < contact.count && contact.gaps[k] <= contact.gap + eps);
      const [first, last] = [level[0], level[level.length - 1]];
      const span = Math.hypot(
        contact.points[2 * last] - contact.points[2 * first],
        contact.points[2 * last + 1] - contact.points[2 * first + 1],
      );
      expect(Math.abs(span - reference.measure)).toBeLessThanOrEqual(4 * fairError(stored));
    }
  }
  expect(contact.count).toBeGreaterThan(0);
  expect(Math.abs(Math.min(...contact.gaps.slice(0, contact.count)) - contact.gap)).toBeLessThanOrEqual(2 * fairError(stored));
});

/** Lengths are parts of the smaller radius. */
const rules = fc.record({
  margin: fc.constantFrom(0, 0, 1e-6, 0.05, Infinity),
  pointMargin: fc.constantFrom(0, 0, 0.02, 0.5),
  rounding: fc.constantFrom(0, 0, 1e-6, 0.1),
  minLength: fc.constantFrom(0, 0, 0.3),
});

function judge(pair: Pair2d, { margin, pointMargin, rounding, minLength }: typeof rules extends fc.Arbitrary<infer R> ? R : never): void {
  const { a, b, pose } = pair;
  const size = Math.min(a.radius, b.radius);
  const out = createContactFor2d(a, b);
  const lengths = { margin: (margin + rounding) * size, rounding: rounding * size, minLength: minLength * size };
  lineContact(out, a, b, pose, line, { ...options, ...lengths, pointMargin: pointMargin * size });
  const eps = a.tolerance + b.tolerance + 4 * Number.EPSILON * Math.abs(line.gap);
  const touches = line.gap <= lengths.rounding + eps;
  expect([out.status, out.gap, out.dropped]).toEqual([line.status, line.gap, 0]);
  expect(out.count > 0).toBe(touches || line.gap <= lengths.margin);
  expect(out.kind !== ContactKind.None).toBe(out.count > 0);
  if (out.count === 0) {
    expect([out.length, out.area, out.rimCount, out.owner]).toEqual([0, 0, 0, NormalOwner.None]);
    return;
  }
  const limit = touches ? Math.max(lengths.margin, pointMargin * size) : lengths.margin;
  expect(complaintsAboutPoints(out, pair, { limit, rounding: lengths.rounding, minLength: lengths.minLength })).toEqual([]);
}

describe('points and zone are those of the borders', () => {
  test('over the exact line', () => {
    fc.assert(
      fc.property(fc.oneof(pairs, latticePairs, hostilePairs), rules, (pair, lengths) => {
        exactLine(line, pair.a, pair.b, pair.pose);
        judge(pair, lengths);
      }),
      runs(4000, 700),
    );
  });

  test('over any line: near the best one and far from it, whatever features it names', () => {
    fc.assert(
      fc.property(
        fc.oneof(pairs, latticePairs, hostilePairs),
        rules,
        fc.integer(),
        fc.constantFrom(1e-9, 1e-4, 0.1, 7),
        (pair, lengths, seed, most) => {
          const random = numbers(seed);
          exactLine(line, pair.a, pair.b, pair.pose);
          const turn = most * (random() - 0.5);
          const [x, y] = line.normal;
          setLineAlong(line, pair, Math.cos(turn) * x - Math.sin(turn) * y, Math.sin(turn) * x + Math.cos(turn) * y);
          if (random() < 0.5) line.featureA = vertexFeature(Math.floor(random() * pair.a.vertexCount));
          if (random() < 0.5) line.featureB = -1;
          judge(pair, lengths);
        },
      ),
      runs(4000, 700),
    );
  });

  test('the deepest point of the exact line is as deep as the line', () => {
    fc.assert(
      fc.property(fc.oneof(pairs, latticePairs), (pair) => {
        const { a, b, pose } = pair;
        exactLine(line, a, b, pose);
        lineContact(contact, a, b, pose, line, { ...options, margin: Infinity });
        const least = Math.min(...contact.gaps.slice(0, contact.count));
        expect(Math.abs(least - line.gap)).toBeLessThanOrEqual(4 * allowanceOf(pair) + 4 * (a.tolerance + b.tolerance));
      }),
      runs(3000, 500),
    );
  });

  test('a line that is not the best one: the bodies are apart though g is negative, and the points say so', () => {
    const a = rectangle(1, 1);
    const pair = { a, b: a, pose: new Float64Array([1, 0, 0.9, 1.01]) };
    setLineAlong(line, pair, 0.2, Math.sqrt(0.96));
    expect(line.gap).toBeLessThan(0);
    lineContact(contact, a, a, pair.pose, line, options);
    expect([contact.length, contact.area]).toEqual([0, 0]);
    expect(contact.count).toBeGreaterThan(0);
    expect(Math.min(...contact.gaps.slice(0, contact.count))).toBeGreaterThan(0.009);
    // Shadows that miss each other: midway between the nearest ends.
    pair.pose.set([1, 0, 1.1, 0.9]);
    setLineAlong(line, pair, 0, 1);
    lineContact(contact, a, a, pair.pose, line, options);
    expect([contact.count, contact.length, contact.area, contact.kind]).toEqual([1, 0, 0, ContactKind.VertexVertex]);
    expect([...contact.points.slice(0, 2)].map((x) => +x.toFixed(12))).toEqual([0.55, 0.45]);
    expect([...contact.centre]).toEqual([...contact.points.slice(0, 2)]);
  });
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
      // Apart nothing presses.
      expect(contact.length).toBeCloseTo(depth < 0 ? 0 : 1.5, 14);
      expect([...contact.shares.slice(0, 2)]).toEqual([0.5 * contact.length, 0.5 * contact.length]);
      expect(contact.gaps[0]).toBeCloseTo(-depth, 14);
      expect(contact.gaps[1]).toBeCloseTo(-depth, 14);
      // Corners counter-clockwise from the lower left: edge 2 of A is its top, edge 0 of B its bottom.
      expect([contact.featureA, contact.featureB]).toEqual([edgeFeature(2), edgeFeature(0)]);
      expect(rowsOf(contact)).toEqual([
        [vertexFeature(2), edgeFeature(0)],
        [edgeFeature(2), vertexFeature(0)],
      ]);
      expect(contact.owner).toBe(NormalOwner.FaceA);
      expect(contact.area).toBeCloseTo(1.5 * Math.max(0, depth), 14);
      expect(contact.centre[0]).toBeCloseTo(0.25, 14);
      expect(contact.centre[1]).toBeCloseTo(1 - depth / 2, 14);
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
    // The triangle below the side: its two ends are the rim.
    expect([contact.rimCount, contact.owner]).toEqual([2, NormalOwner.FaceA]);
    expect(contact.length).toBeCloseTo(0.02, 13);
    expect(contact.area).toBeCloseTo(1e-4, 14);
    expect(rowsOf(contact, 3)).toEqual([
      [edgeFeature(2), vertexFeature(0)],
      [edgeFeature(2), edgeFeature(0)],
      [edgeFeature(2), edgeFeature(3)],
    ]);
    expect([0, 1, 2].map((k) => +contact.shares[k].toFixed(12))).toEqual([0.01, 0.005, 0.005]);
    expect([contact.points[2], contact.points[4]].map((x) => +x.toFixed(12))).toEqual([0.51, 0.49]);
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
    expect(rowsOf(contact)).toEqual([
      [vertexFeature(2), vertexFeature(1)],
      [vertexFeature(3), vertexFeature(0)],
    ]);
  });

  test('an edge tilted a little has two points while both of its ends press, and a rim from then on', () => {
    const tilt = (angle: number) => [Math.cos(angle), Math.sin(angle)];
    // The high end of B's side is 2 sin(angle) above the low one, which is 0.01 deep.
    for (const angle of [1e-12, 1e-3, 3e-3, 4.99e-3]) {
      find(0, 2 - 0.01 + Math.sin(angle), tilt(angle));
      expect(contact.count).toBe(2);
      expect(contact.gaps[0] - contact.gaps[1]).toBeCloseTo(2 * Math.sin(angle), 4);
    }
    find(0, 2 - 0.01 + Math.sin(0.006), tilt(0.006));
    expect(contact.count).toBe(1);
    expect(contact.length).toBeCloseTo(0.01 / 0.006, 2);
  });

  test('the label: the deepest place to rounding, or within the band', () => {
    const tilt = [Math.cos(1e-3), Math.sin(1e-3)];
    expect(find(0, 1.99, tilt).kind).not.toBe(ContactKind.ParallelEdges);
    expect(find(0, 1.99, [1, 0]).kind).toBe(ContactKind.ParallelEdges);
    const withBand = (turn: number[], y: number, band: number) => {
      const pose = new Float64Array([...turn, 0, y]);
      exactLine(line, square, square, pose);
      lineContact(contact, square, square, pose, line, { ...options, band });
      return contact.kind;
    };
    expect(withBand(tilt, 1.99, 1e-4)).toBe(ContactKind.VertexEdge);
    expect(withBand(tilt, 1.99, 3e-3)).toBe(ContactKind.ParallelEdges);
    // A tip whose two sides are level with each other stays a tip.
    expect(withBand(half, 2.3, 5)).toBe(ContactKind.VertexEdge);
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
  expect([...contact.gaps.slice(0, contact.count)]).toEqual([-0.25, -0.25]);
  expect([contact.length, contact.area]).toEqual([1, 0.25]);
  expect([...contact.centre].map((x) => +x.toFixed(12))).toEqual([1.625, 0.5]);
  const place = new Float64Array(2);
  expect(pointOnA2d(place, contact, 0)[0]).toBeCloseTo(1.75, 14);
  expect(pointOnB2d(place, contact, 1)[0]).toBeCloseTo(1.5, 14);
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
