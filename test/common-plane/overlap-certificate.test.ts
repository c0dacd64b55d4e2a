import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPose } from '../../src/body';
import { Status, createCommonPlane, touchingBand, vertexFeature, type CommonPlane } from '../../src/contact';
import { shortestLink } from '../../src/shortest-link/shortest-link';
import { exactPlane } from '../../src/exact-plane/exact-plane';
import { exhaustivePlane } from '../../src/exact-plane/exhaustive-plane';
import {
  FOOT_WITHOUT_PROOF,
  OVERLAP_PROVED,
  NO_CERTIFICATE,
  aim,
  beginCertificate,
  certify,
  certifyFromDirection,
  provedFeature,
  startAtFeatures,
  writeCertified,
} from '../../src/exact-plane/overlap-certificate';
import { box, createRandom, randomHull, tetrahedron, truncatedIcosahedron, type ConvexPolyhedron } from '../../src/polyhedron';
import * as pairs from '../arbitraries/pairs';
import { buildPair, scalePair, size, type Pair, type PairCase } from '../arbitraries/pairs';
import { runs } from '../arbitraries/settings';
import { anyShape } from '../arbitraries/shapes';
import { allowance } from '../oracles/judge';
import { SHORTEST_LINK, coldState } from '../oracles/solve';
import { sweep } from '../sweep';

const FAMILIES: Record<string, () => fc.Arbitrary<PairCase>> = {
  tumbled: () => pairs.tumbled(anyShape),
  deep: () => pairs.deep(anyShape),
  sliver: () => pairs.sliver(anyShape),
  'face on face': () => pairs.faceOnFace(anyShape),
  'near-parallel faces': () => pairs.nearParallelFaces(anyShape),
  'edge on edge': () => pairs.edgeOnEdge(anyShape),
  contained: () => pairs.contained(anyShape),
  identical: () => pairs.identical(anyShape),
  lattice: pairs.lattice,
  'near-flush stack': pairs.nearFlushStack,
  'flat faces': pairs.flatFaces,
  'lens and small': pairs.lensAndSmall,
  'first touch': () => pairs.firstTouch(anyShape),
};

/** The same pair with A and B exchanged. */
function swapped(pair: Pair): Pair {
  const p = pair.pose;
  const pose = createPose();
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) pose[3 * r + c] = p[3 * c + r];
    pose[9 + r] = -(p[r] * p[9] + p[3 + r] * p[10] + p[6 + r] * p[11]);
  }
  return { ...pair, a: pair.b, b: pair.a, pose };
}

function exhaustive({ a, b, pose }: Pair): CommonPlane {
  const plane = createCommonPlane();
  exhaustivePlane(plane, a, b, pose, { ints: new Int32Array(0), floats: new Float64Array(3), intOffset: 0, floatOffset: 0 });
  return plane;
}

/** Searches from the line of centroids. */
function searchCold({ a, b, pose }: Pair): number {
  return beginCertificate(a, b, pose) && aim(pose, 9) ? certifyFromDirection(a, b) : NO_CERTIFICATE;
}

/** Searches from two features, or says that they are no face of the Minkowski difference. */
function searchWarm({ a, b, pose }: Pair, onA: number, onB: number): number {
  return beginCertificate(a, b, pose) && startAtFeatures(a, b, onA, onB) ? certify(a, b) : NO_CERTIFICATE;
}

/**
 * The certified plane is that of the exhaustive search: the same gap to rounding, and the same normal, since a tie has
 * no certificate.
 */
function expectSamePlane(pair: Pair, exact: CommonPlane): void {
  const plane = createCommonPlane();
  writeCertified(plane);
  expect(exact.status).toBe(Status.Overlapping);
  expect(plane.status).toBe(Status.Overlapping);
  expect(Math.abs(plane.gap - exact.gap)).toBeLessThanOrEqual(allowance(pair));
  for (let k = 0; k < 3; k++) expect(Math.abs(plane.normal[k] - exact.normal[k])).toBeLessThanOrEqual(1e-7);
}

/** Poses of `shape` on itself in overlap by about the given part of its radius. */
function overlappingPoses(shape: ConvexPolyhedron, count: number, depth: number, seed: number): Float64Array[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const q = [0, 0, 0, 0].map(() => random() - 0.5);
    const [x, y, z, w] = q.map((c) => c / Math.sqrt(q.reduce((s, e) => s + e * e, 0)));
    const pose = createPose();
    pose.set([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], 0);
    pose.set([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], 3);
    pose.set([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 6);
    const d = [0, 0, 0].map(() => random() - 0.5);
    const norm = Math.sqrt(d.reduce((s, e) => s + e * e, 0));
    for (let k = 0; k < 3; k++) pose[9 + k] = (1.5 * shape.radius * d[k]) / norm;
    for (let round = 0; round < 3; round++) {
      const { gap, normal } = exhaustive({ kind: '', a: shape, b: shape, pose });
      for (let k = 0; k < 3; k++) pose[9 + k] -= (depth * shape.radius + gap) * normal[k];
    }
    return pose;
  });
}

const random = createRandom(20);
const SHAPES: Record<string, ConvexPolyhedron> = {
  tetrahedron: tetrahedron(1.5),
  cube: box(1, 1, 1),
  'hull of 14 corners': randomHull(random, 14),
  'truncated icosahedron': truncatedIcosahedron(0.4),
  'hull of 60 corners': randomHull(random, 60),
  plate: box(1, 1, 0.05),
};

describe('the overlap certificate', () => {
  for (const [name, family] of Object.entries(FAMILIES)) {
    it(`${name}: cold, warm, with wrong memory and exchanged it is the exhaustive answer, or none`, () => {
      let memory: [number, number] = [vertexFeature(0), 2];
      fc.assert(
        fc.property(family(), size(), (pairCase, s) => {
          const pair = buildPair(scalePair(pairCase, s));
          for (const here of [pair, swapped(pair)]) {
            const exact = exhaustive(here);
            if (searchWarm(here, ...memory) === OVERLAP_PROVED) expectSamePlane(here, exact);
            if (searchCold(here) !== OVERLAP_PROVED) continue;
            expectSamePlane(here, exact);
            memory = [provedFeature[0], provedFeature[1]];
            // What proved it proves it again.
            expect(searchWarm(here, ...memory)).toBe(OVERLAP_PROVED);
            expectSamePlane(here, exact);
          }
        }),
        runs(60),
      );
    });
  }

  it('does not fall for the ball that touches the plane of a face: boxes that touch', () => {
    // At full radius the ball would prove a depth of 0.125 along x, where the boxes only touch along z.
    const a = box(1, 1, 1);
    const pose = createPose();
    pose.set([0.875, 0, 1], 9);
    const pair = { kind: '', a, b: a, pose };
    expect(searchCold(pair)).toBe(NO_CERTIFICATE);
    for (let f = 0; f < a.faceCount; f++)
      for (let v = 0; v < a.vertexCount; v++) {
        expect(searchWarm(pair, 4 * f + 2, 4 * v)).not.toBe(OVERLAP_PROVED);
        expect(searchWarm(pair, 4 * v, 4 * f + 2)).not.toBe(OVERLAP_PROVED);
      }
    expect(exhaustive(pair).status).toBe(Status.Touching);
  });

  it('leaves ties to the exhaustive search: a cube in the middle of a cube', () => {
    const pose = createPose();
    pose[9] = 1e-30;
    for (const [a, b] of [
      [box(1, 1, 1), box(0.5, 0.5, 0.5)],
      [box(0.5, 0.5, 0.5), box(1, 1, 1)],
    ]) {
      for (let f = 0; f < 6; f++)
        for (let v = 0; v < 8; v++) expect(searchWarm({ kind: '', a, b, pose }, 4 * f + 2, 4 * v)).toBe(FOOT_WITHOUT_PROOF);
    }
  });

  it('stops at the foot where flush boxes are in line, and the link asks nothing else', () => {
    const a = box(1, 1, 1);
    for (const [x, depth] of [
      [0, 1e-4],
      [0.1, 1e-4],
      [0.1, 0.02],
    ]) {
      const pose = createPose();
      pose.set([x, 0, 1 - depth], 9);
      const pair = { kind: '', a, b: a, pose };
      expect(searchCold(pair)).toBe(FOOT_WITHOUT_PROOF);
      const exact = exhaustive(pair);
      const state = coldState(SHORTEST_LINK);
      const plane = createCommonPlane();
      for (let call = 0; call < 3; call++) {
        shortestLink(plane, a, a, pose, state);
        expect([...plane.normal]).toEqual([...exact.normal]);
        expect([plane.status, plane.gap, plane.featureA, plane.featureB]).toEqual([
          Status.Overlapping,
          exact.gap,
          exact.featureA,
          exact.featureB,
        ]);
        expect([...plane.pointA, ...plane.pointB]).toEqual([...exact.pointA, ...exact.pointB]);
      }
      // No link was computed: one move is that of the exhaustive search.
      expect(plane.iterations).toBe(exact.iterations);
    }
  });

  it('takes the face of A where faces of both are flush, wherever the search begins', () => {
    const a = box(1, 1, 1);
    const pose = createPose();
    pose.set([0.21, -0.13, 0.99], 9);
    const pair = { kind: '', a, b: a, pose };
    const exact = exhaustive(pair);
    let found = 0;
    for (let i = 0; i < 60; i++)
      for (let k = 0; k < 60; k++) {
        if (searchWarm(pair, i, k) !== OVERLAP_PROVED) continue;
        found++;
        const plane = createCommonPlane();
        writeCertified(plane);
        expect([...plane.normal]).toEqual([...exact.normal]);
        expect(plane.gap).toBe(exact.gap);
      }
    expect(found).toBeGreaterThan(50);
  });

  const starts = sweep(20, 7);
  for (const [name, shape] of Object.entries(SHAPES)) {
    it(`${name}: at least 99.5 % of warm calls in slow motion have one, and all agree`, () => {
      const band = touchingBand(shape, shape);
      let overlaps = 0;
      let proved = 0;
      for (const depth of [1e-4, 0.01, 0.1]) {
        for (const start of overlappingPoses(shape, starts, depth, 7)) {
          const pose = start.slice();
          const link = createCommonPlane();
          const plane = createCommonPlane();
          const state = coldState(SHORTEST_LINK);
          const exactState = coldState();
          for (let step = 0; step < 20; step++) {
            // A small turn about x and a small shift.
            for (let k = 0; k < 3; k++) {
              const y = pose[3 + k];
              pose[3 + k] = y - 1e-3 * pose[6 + k];
              pose[6 + k] += 1e-3 * pose[3 + k];
              pose[9 + k] += 1e-3 * shape.radius * (k - 1);
            }
            orthonormalize(pose);
            const pair = { kind: '', a: shape, b: shape, pose };
            const exact = exhaustive(pair);
            shortestLink(link, shape, shape, pose, state);
            exactPlane(plane, shape, shape, pose, exactState);
            expect(Math.abs(link.gap - exact.gap)).toBeLessThanOrEqual(allowance(pair));
            expect(Math.abs(plane.gap - exact.gap)).toBeLessThanOrEqual(allowance(pair));
            expect([link.status, plane.status]).toEqual([exact.status, exact.status]);
            if (!(exact.gap < -band)) continue;
            overlaps++;
            if (state.ints[1] > 0) proved++;
          }
        }
      }
      expect(overlaps).toBeGreaterThan(30 * starts);
      expect(proved / overlaps).toBeGreaterThanOrEqual(0.995);
    });
  }
});

/** Makes the rows of a rotation that has drifted orthonormal. */
function orthonormalize(pose: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    for (let s = 0; s < r; s++) {
      const along = pose[3 * r] * pose[3 * s] + pose[3 * r + 1] * pose[3 * s + 1] + pose[3 * r + 2] * pose[3 * s + 2];
      for (let k = 0; k < 3; k++) pose[3 * r + k] -= along * pose[3 * s + k];
    }
    const norm = Math.sqrt(pose[3 * r] ** 2 + pose[3 * r + 1] ** 2 + pose[3 * r + 2] ** 2);
    for (let k = 0; k < 3; k++) pose[3 * r + k] /= norm;
  }
}
