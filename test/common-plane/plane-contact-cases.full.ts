import { describe, expect, it } from 'vitest';
import { bodySetFromPoints, createPose, relativePose, type BodySet } from '../../src/body';
import { ContactKind, createCommonPlane, Status } from '../../src/contact';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { loadBugPairs, loadStoredPairs, type StoredContact, type StoredPair } from '../oracles/cases';
import { featureCorners } from '../oracles/features';
import { solveExact } from '../oracles/solve';
import { UNIT_ROUNDOFF, faceNormal, gapAlong, solidOf } from '../oracles/solid';
import { cross, distance, length, mean, negate, normalize, sub, vec, type Vec } from '../oracles/vector';
import { expectMirrored, expectSound, pointsOf, swapped } from './contact-checks';
import { isClear, onPlane, planeWithNormal, type OnPlane } from './zone-checks';

/**
 * Contacts on the planes of every stored reference pair and every hard pair from bug reports. Expected kind, features
 * and area were computed in rational arithmetic from the closest points (after the separating translation, where the
 * bodies overlap).
 */
type Expected = StoredContact & { measure: number };

const KIND: Record<string, ContactKind> = {
  'vertex-vertex': ContactKind.VertexVertex,
  'vertex-edge': ContactKind.VertexEdge,
  'vertex-face': ContactKind.VertexFace,
  'edge-edge-crossing': ContactKind.EdgeEdge,
  'edge-edge-parallel': ContactKind.ParallelEdges,
  'edge-face': ContactKind.EdgeFace,
  'face-face': ContactKind.FaceFace,
};

function expectedContact({ expected }: StoredPair): Expected {
  return (expected.contact ?? expected.penetrationContact) as Expected;
}

/**
 * The README of the cases: where the margin is below this, no program in doubles can be asked for the type. Nor for the
 * state of borderline pairs, but for exact touching, which is borderline by name only. Of tied translations the contact
 * is given for one.
 */
function isDecided(pair: StoredPair, normal?: Vec): boolean {
  const { expected } = pair;
  const floor = 1e-9 + (64 * UNIT_ROUNDOFF * expected.maxCoordinate) / Math.min(...expected.size);
  if (expected.borderline && expected.state !== 'touching') return false;
  if (expected.state === 'overlapping' && !expected.penetrationNormalUnique) {
    if (!normal || distance(normal, expected.penetrationNormal!) > 1e-9) return false;
  }
  return expectedContact(pair).margin > floor;
}

function expectKind({ contact, eps }: OnPlane, pair: StoredPair, bodies: BodySet): void {
  const expected = expectedContact(pair);
  expect(contact.kind).toBe(KIND[expected.type]);
  const rounding = UNIT_ROUNDOFF * pair.expected.maxCoordinate;
  const [a, b] = bodies.shapes;
  expectFeature(a, contact.featureA, vec(bodies.positions, 0), pair.a.vertices, expected.featureA.vertices, 8 * rounding);
  expectFeature(b, contact.featureB, vec(bodies.positions, 3), pair.b.vertices, expected.featureB.vertices, 8 * rounding);
  // The points that are as deep as the deepest.
  const gaps = contact.gaps.subarray(0, contact.count);
  const points = pointsOf(contact).filter((_, k) => gaps[k] <= Math.min(...gaps) + 64 * rounding);
  const reach = Math.max(...pair.expected.size);
  if (expected.dim === 2) {
    const area = points.reduce(
      (sum, p, k) => sum + length(cross(sub(p, points[0]), sub(points[(k + 1) % points.length], points[0]))) / 2,
      0,
    );
    expect(Math.abs(area - expected.measure)).toBeLessThanOrEqual(16 * eps * reach);
    if (contact.status === Status.Touching) expect(Math.abs(contact.area - expected.measure)).toBeLessThanOrEqual(16 * eps * reach);
  }
  if (expected.dim === 1) expect(Math.abs(distance(points[0], points[1]) - expected.measure)).toBeLessThanOrEqual(64 * rounding);
}

function expectFeature(shape: ConvexPolyhedron, feature: number, position: Vec, input: Vec[], expected: number[], tolerance: number): void {
  const corners = featureCorners(shape, solidOf(shape), feature).map((c): Vec => [
    c[0] + position[0],
    c[1] + position[1],
    c[2] + position[2],
  ]);
  const near = (p: Vec, list: readonly Vec[]): boolean => list.some((q) => distance(p, q) <= tolerance);
  // Corners that lie on a side of the merged face may be listed in one and not in the other.
  for (const v of expected) if (corners.length < 3) expect(near(input[v], corners)).toBe(true);
  for (const c of corners) {
    expect(
      near(
        c,
        expected.map((v) => input[v]),
      ),
    ).toBe(true);
  }
}

function build(pair: { a: { vertices: Vec[] }; b: { vertices: Vec[] } }) {
  const bodies = bodySetFromPoints([pair.a.vertices.flat(), pair.b.vertices.flat()]);
  const [a, b] = bodies.shapes;
  return { bodies, a, b, pose: relativePose(createPose(), bodies, 0, 1) };
}

const stored = loadStoredPairs();

describe('stored pairs', () => {
  it('are decided often enough to mean something', () => {
    const decided = stored.filter((pair) => isDecided(pair));
    const count = (type: string): number => decided.filter((pair) => expectedContact(pair).type === type).length;
    expect(Object.keys(KIND).map(count)).toEqual([23, 28, 99, 106, 20, 23, 38]);
  });

  it.each(stored.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
    const { bodies, a, b, pose } = build(pair);
    const plane = solveExact({ a, b, pose });
    const solved = onPlane(a, b, pose, plane, { margin: Math.max(0, plane.gap) });
    expectSound(solved);
    if (isClear(solved)) expectMirrored(solved, swapped(solved));
    if (!isDecided(pair, vec(plane.normal))) return;
    expectKind(solved, pair, bodies);
    if (pair.expected.state !== 'overlapping') return;
    // B moved out by the depth: the contact that the expected values are for.
    const moved = pose.slice();
    for (let k = 0; k < 3; k++) moved[9 + k] -= plane.gap * plane.normal[k];
    const touching = { ...plane, status: Status.Touching, gap: 0, point: plane.pointA, pointB: plane.pointA };
    const there = onPlane(a, b, moved, touching);
    expectSound(there);
    expectKind(there, pair, bodies);
  });

  it.each(stored.filter((pair) => pair.expected.normal && isDecided(pair)).map((pair) => [pair.name, pair] as const))(
    'on the plane of the expected link: %s',
    (_, pair) => {
      const { bodies, a, b, pose } = build(pair);
      const { normal, closestPoints, distance: gap } = pair.expected;
      // Rounded coordinates are not good enough for a plane far from the origin or of a link shorter than its rounding
      // error allows.
      if (64 * UNIT_ROUNDOFF * pair.expected.maxCoordinate > 1e-13 * Math.min(...pair.expected.size)) return;
      const plane = createCommonPlane();
      const p = sub(closestPoints!.a, vec(bodies.positions, 0));
      const q = sub(closestPoints!.b, vec(bodies.positions, 0));
      Object.assign(plane, { status: Status.Separated, gap });
      plane.normal.set(normal!);
      plane.pointA.set(p);
      plane.pointB.set(q);
      plane.point.set(mean([p, q]));
      // No features are given: the contact must not depend on them.
      const solved = onPlane(a, b, pose, plane, { margin: gap });
      expectKind(solved, pair, bodies);
      expect(onPlane(a, b, pose, plane).contact.kind).toBe(ContactKind.None);
    },
  );

  // All planes that separate two touching bodies hold the same common points, so the kind and the points are the same.
  it.each(
    stored
      .filter((pair) => pair.expected.state === 'touching' && isDecided(pair) && pair.a.faces.length * pair.b.faces.length < 300)
      .map((pair) => [pair.name, pair] as const),
  )('on every separating plane: %s', (_, pair) => {
    const { bodies, a, b, pose } = build(pair);
    const solidA = solidOf(a);
    const solidB = solidOf(b, pose);
    const normals: (Vec | null)[] = [
      ...solidA.faces.map((loop) => faceNormal(solidA, loop)),
      ...solidB.faces.map((loop) => negate(faceNormal(solidB, loop)!)),
    ];
    for (const [i, j] of solidA.edges) {
      for (const [k, l] of solidB.edges) {
        const n = normalize(cross(sub(solidA.vertices[j], solidA.vertices[i]), sub(solidB.vertices[l], solidB.vertices[k])));
        if (n) normals.push(n, negate(n));
      }
    }
    const gaps = normals.map((n) => (n ? gapAlong(solidA, solidB, n) : -Infinity));
    // Touching cases have coordinates without rounding, but the far ones are centred with some.
    const separating = normals.filter((n, k) => n && gaps[k] >= -4 * UNIT_ROUNDOFF * pair.expected.maxCoordinate);
    expect(separating.length).toBeGreaterThan(0);
    for (const n of separating) {
      const solved = onPlane(a, b, pose, planeWithNormal(a, b, pose, n!));
      expectSound(solved);
      expectKind(solved, pair, bodies);
    }
  });
});

describe('pairs from bug reports', () => {
  it.each(
    loadBugPairs()
      .filter((bug) => bug.expected.dimA === 3 && bug.expected.dimB === 3)
      .map((bug) => [bug.id, bug] as const),
  )('%s', (_, bug) => {
    const { a, b, pose } = build(bug);
    const plane = solveExact({ a, b, pose });
    for (const [band, margin] of [
      [0, Infinity],
      [1e-3 * a.radius, 0.01 * a.radius],
      [0, 0],
    ])
      expectSound(onPlane(a, b, pose, plane, { band, margin }));
    // Status.Overlapping is never without a contact, whatever the margin.
    const plain = onPlane(a, b, pose, plane);
    expect(plain.contact.count > 0).toBe(plane.status !== Status.Separated);
  });
});
