import { describe, expect, it } from 'vitest';
import { bodySetFromPoints, createPose, relativePose } from '../../src/body';
import { Status, createCommonPlane, toWorld, touchingBand, type CommonPlane } from '../../src/contact';
import { InputError } from '../../src/math/input-error';
import { loadBugPairs, loadStoredPairs, type StoredContact } from '../oracles/cases';
import { certify } from '../oracles/duality';
import { distanceToFeature, featureCorners } from '../oracles/features';
import { PLANE_METHODS, solveBy, type PlaneMethod } from '../oracles/solve';
import { UNIT_ROUNDOFF, fairTolerance, gapAlong, solidOf } from '../oracles/solid';
import { distance, largestCoordinate, sub, vec, type Vec } from '../oracles/vector';

/**
 * The exact plane and the shortest link on every stored reference pair and every hard pair from bug reports, with the
 * tolerances that test/cases/README.md calls fair: lengths to 16 u (m + M/8), u = 2^-53, m the largest coordinate after
 * moving the origin to the pair, M the largest as given.
 */
function build(verticesA: readonly Vec[], verticesB: readonly Vec[]) {
  const bodies = bodySetFromPoints([verticesA.flat(), verticesB.flat()]);
  const [a, b] = bodies.shapes;
  const pose = relativePose(createPose(), bodies, 0, 1);
  const origin = verticesA[0];
  const given = {
    a: { vertices: verticesA.map((v) => sub(v, origin)) },
    b: { vertices: verticesB.map((v) => sub(v, origin)) },
  };
  const coordinate = Math.max(largestCoordinate(verticesA), largestCoordinate(verticesB));
  return {
    bodies,
    a,
    b,
    pose,
    solidA: solidOf(a),
    solidB: solidOf(b, pose),
    /** The input itself, A's first corner at the origin: nothing of the library in it. */
    given,
    coordinate,
    tolerance: fairTolerance(given.a, given.b, coordinate),
    band: touchingBand(a, b),
  };
}

/** Pairs by their first list of corners: built once for all methods. */
const built = new Map<readonly Vec[], ReturnType<typeof build>>();

function solve(method: PlaneMethod, verticesA: readonly Vec[], verticesB: readonly Vec[]) {
  const pair = built.get(verticesA) ?? build(verticesA, verticesB);
  built.set(verticesA, pair);
  return { ...pair, plane: solveBy(method, pair) };
}

type Solved = ReturnType<typeof solve>;

const STATUS = { separated: Status.Separated, touching: Status.Touching, overlapping: Status.Overlapping };

/** What holds for every pair whatever is known of it. */
function expectSound({ a, b, plane, solidA, solidB, given, tolerance, band }: Solved): void {
  expect(plane.status).toBe(plane.gap > band ? Status.Separated : plane.gap < -band ? Status.Overlapping : Status.Touching);
  const proof = certify(plane, solidA, solidB);
  expect(proof.unitError).toBeLessThanOrEqual(8 * UNIT_ROUNDOFF);
  // The plane separates by the gap, on the input's own corners.
  expect(Math.abs(gapAlong(given.a, given.b, vec(plane.normal)) - plane.gap)).toBeLessThanOrEqual(tolerance);
  // The witness points lie on the bodies, are extreme along the normal, and the gap apart along it.
  expect(proof.linkError).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(proof.upper - Math.abs(plane.gap))).toBeLessThanOrEqual(tolerance);
  expect(proof.middleError).toBeLessThanOrEqual(tolerance);
  expect(proof.excessA).toBeLessThanOrEqual(tolerance);
  expect(proof.excessB).toBeLessThanOrEqual(tolerance);
  expect(proof.depthErrorA).toBeLessThanOrEqual(tolerance);
  expect(proof.depthErrorB).toBeLessThanOrEqual(tolerance);
  expect(distanceToFeature(vec(plane.pointA), featureCorners(a, solidA, plane.featureA))).toBeLessThanOrEqual(tolerance);
  expect(distanceToFeature(vec(plane.pointB), featureCorners(b, solidB, plane.featureB))).toBeLessThanOrEqual(tolerance);
}

/** The features named are faces of the smallest features that hold all closest points. */
function expectFeatures(
  { bodies, a, b, plane, solidA, coordinate }: Solved,
  pair: ReturnType<typeof loadStoredPairs>[number],
  contact: StoredContact,
): void {
  const world = (corners: Vec[], i: number): Vec[] =>
    corners.map((c): Vec => [c[0] + bodies.positions[3 * i], c[1] + bodies.positions[3 * i + 1], c[2] + bodies.positions[3 * i + 2]]);
  const within = (corners: Vec[], all: Vec[], expected: { vertices: number[] }): void => {
    for (const c of corners) {
      const nearest = Math.min(...expected.vertices.map((v) => distance(all[v], c)));
      // A corner is stored relative to the centroid: two roundings on the way back.
      expect(nearest).toBeLessThanOrEqual(8 * UNIT_ROUNDOFF * coordinate);
    }
  };
  within(world(featureCorners(a, solidA, plane.featureA), 0), pair.a.vertices, contact.featureA);
  within(world(featureCorners(b, solidOf(b), plane.featureB), 1), pair.b.vertices, contact.featureB);
}

/**
 * Length below which a feature's own direction is uncertain: the least distance of its corners, or of a face's corners
 * from its sides.
 */
function featureSize(vertices: readonly Vec[]): number {
  let least = Infinity;
  for (let i = 0; i < vertices.length; i++) {
    for (let j = 0; j < i; j++) {
      least = Math.min(least, distance(vertices[i], vertices[j]));
      for (const v of vertices)
        if (v !== vertices[i] && v !== vertices[j]) least = Math.min(least, distanceToFeature(v, [vertices[i], vertices[j]]));
    }
  }
  return least;
}

const stored = loadStoredPairs();
const bugs = loadBugPairs();

it('all stored pairs are here', () => expect([stored.length, bugs.length]).toEqual([551, 47]));

describe.each(PLANE_METHODS)('stored pairs by $name', (method) => {
  it.each(stored.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
    const { expected } = pair;
    const solved = solve(method, pair.a.vertices, pair.b.vertices);
    const { plane, tolerance, given } = solved;
    expectSound(solved);

    expect(Math.abs(plane.gap - expected.gap)).toBeLessThanOrEqual(tolerance);
    if (!expected.borderline) expect(plane.status).toBe(STATUS[expected.state]);
    // Within 64 u M doubles cannot tell touching from a hair apart or in; but they can tell that it is so close.
    else expect(Math.abs(plane.gap)).toBeLessThanOrEqual(64 * UNIT_ROUNDOFF * expected.maxCoordinate + tolerance);

    const normal = vec(plane.normal);
    const rounding = UNIT_ROUNDOFF * expected.maxCoordinate;
    const marginFloor = 1e-9 + (64 * rounding) / Math.min(...expected.size);

    if (expected.state === 'separated' && expected.normal && expected.contact) {
      // A direction from two points is off by their rounding over the distance, one from a feature by that over the
      // feature's size.
      const { featureA, featureB } = expected.contact;
      const sizes = [
        featureSize(featureA.vertices.map((v) => pair.a.vertices[v])),
        featureSize(featureB.vertices.map((v) => pair.b.vertices[v])),
      ];
      const lever = Math.min(expected.distance, ...sizes);
      expect(distance(normal, expected.normal)).toBeLessThanOrEqual(tolerance / lever);
      if (!expected.borderline && expected.contact.margin > marginFloor) expectFeatures(solved, pair, expected.contact);
    }
    if (expected.state === 'separated' && expected.closestUnique && expected.closestPoints && !expected.borderline) {
      // Unique closest points may still be ill-determined (near-parallel features): as links they must be equally
      // short.
      const [p, q] = worldPoints(solved);
      expect(Math.abs(distance(p, q) - expected.distance)).toBeLessThanOrEqual(tolerance + 8 * rounding);
    }
    if (expected.state === 'overlapping' && expected.penetrationNormal) {
      // The depth along the returned direction is the depth: asserted by expectSound and the gap. A stable direction is
      // the only one within 1e-6 rad.
      const candidates = [expected.penetrationNormal, ...(expected.penetrationAlternatives ?? []).map((x) => x.normal)];
      const complete = expected.penetrationNormalStable || candidates.length > (expected.penetrationAlternativesCount ?? Infinity);
      if (complete && !expected.borderline) expect(Math.min(...candidates.map((n) => distance(n, normal)))).toBeLessThanOrEqual(1e-6);
      const along = gapAlong(given.a, given.b, normal);
      expect(Math.abs(along - expected.gap)).toBeLessThanOrEqual(tolerance);
      if (
        expected.penetrationNormalStable &&
        expected.penetrationContact &&
        !expected.borderline &&
        expected.penetrationContact.margin > marginFloor
      ) {
        expectFeatures(solved, pair, expected.penetrationContact);
      }
    }
  });

  it.each(stored.filter((pair) => pair.expected.state === 'touching').map((pair) => [pair.name, pair] as const))(
    'touching: %s',
    (_, pair) => {
      const { plane } = solve(method, pair.a.vertices, pair.b.vertices);
      expect(plane.status).toBe(Status.Touching);
    },
  );

  it.each(stored.map((pair) => [pair.name, pair] as const))('B first: %s', (_, pair) => {
    const forth = solve(method, pair.a.vertices, pair.b.vertices);
    const back = solve(method, pair.b.vertices, pair.a.vertices);
    expectSound(back);
    expect(Math.abs(back.plane.gap - forth.plane.gap)).toBeLessThanOrEqual(forth.tolerance);
  });
});

function worldPoints({ bodies, plane }: Solved): [Vec, Vec] {
  const copy: CommonPlane = createCommonPlane();
  Object.assign(copy, plane, {
    normal: plane.normal.slice(),
    point: plane.point.slice(),
    pointA: plane.pointA.slice(),
    pointB: plane.pointB.slice(),
  });
  toWorld(copy, bodies, 0);
  return [vec(copy.pointA), vec(copy.pointB)];
}

describe.each(PLANE_METHODS)('pairs from bug reports by $name', (method) => {
  it.each(bugs.filter((bug) => bug.expected.dimA === 3 && bug.expected.dimB === 3).map((bug) => [bug.id, bug] as const))('%s', (_, bug) => {
    const { expected } = bug;
    for (const swapped of [false, true]) {
      const solved = swapped ? solve(method, bug.b.vertices, bug.a.vertices) : solve(method, bug.a.vertices, bug.b.vertices);
      const { plane, tolerance } = solved;
      expectSound(solved);
      expect(Math.abs(plane.gap - expected.signedDistance)).toBeLessThanOrEqual(tolerance);
      if (expected.ambiguous) expect(Math.abs(plane.gap)).toBeLessThanOrEqual(expected.ambiguityBand);
      else expect(plane.status).toBe(STATUS[expected.state]);

      const normal = vec(plane.normal);
      const sign = swapped ? -1 : 1;
      const fromListed = (list: readonly Vec[]): number =>
        Math.min(...list.map((d) => distance(normal, [sign * d[0], sign * d[1], sign * d[2]])));
      if (expected.ambiguous) continue;
      // Directions off by an angle change the gap by the angle times a size, so equal gaps bound the angle only where
      // it is unique.
      const angle = 1e-9 + tolerance / Math.abs(expected.signedDistance);
      if (expected.direction) expect(fromListed([expected.direction])).toBeLessThanOrEqual(angle);
      if (expected.directions && expected.directions.length > 0) expect(fromListed(expected.directions)).toBeLessThanOrEqual(1e-6);
    }
  });

  it.each(bugs.filter((bug) => bug.expected.dimA < 3 || bug.expected.dimB < 3).map((bug) => [bug.id, bug] as const))(
    '%s is refused: a body without volume',
    (_, bug) => {
      let refused: unknown;
      try {
        bodySetFromPoints([bug.a.vertices.flat(), bug.b.vertices.flat()]);
      } catch (error) {
        refused = error;
      }
      expect(refused).toBeInstanceOf(InputError);
      expect(['too-few-points', 'coincident', 'collinear', 'flat']).toContain((refused as InputError).code);
    },
  );
});
