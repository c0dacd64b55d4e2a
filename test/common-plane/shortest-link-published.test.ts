import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodySetFromPoints, createPose, relativePose, type Pose } from '../../src/body';
import {
  planeContact,
  publishedShortestLinkIfShorterMethod,
  publishedShortestLinkMethod,
  shortestLink,
  shortestLinkMethod,
} from '../../src/common-plane';
import { ends, holder, linkToBody, target } from '../../src/shortest-link/point-link';
import { specialCase } from '../../src/shortest-link/special-link';
import {
  ContactKind,
  createCommonPlane,
  createContactFor,
  createDetectOptions,
  createState,
  edgeFeature,
  faceFeature,
  featureDimension,
  featureIndex,
  NO_FEATURE,
  Status,
  vertexFeature,
  type CommonPlane,
  type ContactState,
} from '../../src/contact';
import { box, createRandom, octahedron, polyhedronFromVertices, randomHull, type ConvexPolyhedron } from '../../src/polyhedron';
import { anyPair, apart, buildPair, scalePair, size, type Pair } from '../arbitraries/pairs';
import { runs } from '../arbitraries/settings';
import { smallShape } from '../arbitraries/shapes';
import { certify } from '../oracles/duality';
import { distanceToFeature, featureCorners } from '../oracles/features';
import { ALLOWED_STEPS, roundingStep } from '../oracles/judge';
import { numbersOf, poisonedPlane, solveExact } from '../oracles/solve';
import { gapAlong, solidOf, UNIT_ROUNDOFF } from '../oracles/solid';
import { add, distance, dot, mean, scale, sub, vec, type Vec } from '../oracles/vector';
import {
  anywhere,
  coldShare,
  exactMemory,
  faceOverFace,
  hiddenOverlaps,
  LAST_GAP,
  LAST_P,
  LAST_Q,
  published,
  publishedState,
  READINGS,
  warmShare,
} from './published-scenes';
import { sweep } from '../sweep';

/** Two hulls of world points; the frame of A is the world's, moved to A's centroid. */
function pairOf(pointsA: readonly number[], pointsB: readonly number[]): Pair {
  const bodies = bodySetFromPoints([pointsA, pointsB]);
  const [a, b] = bodies.shapes;
  return { kind: '', a, b, pose: relativePose(createPose(), bodies, 0, 1) };
}

function solvePublished({ a, b, pose }: Pair, state: ContactState = publishedState()): CommonPlane {
  const plane = createCommonPlane();
  published(plane, a, b, pose, state);
  return plane;
}

/** Gap, normal and points of the link that the other reading has with this memory. */
function planeOf({ a, b, pose }: Pair, state: ContactState): CommonPlane {
  const plane = createCommonPlane();
  published(plane, a, b, pose, state, 'if-shorter');
  return plane;
}

function solveCertified({ a, b, pose }: Pair): CommonPlane {
  const plane = createCommonPlane();
  shortestLink(plane, a, b, pose, createState(shortestLinkMethod));
  return plane;
}

/** The edge whose ends are the given world points. */
function edgeBetween(shape: ConvexPolyhedron, p: Vec, q: Vec): number {
  const isAt = (h: number, x: Vec): boolean =>
    distance(add(vec(shape.vertices, 3 * shape.halfEdgeOrigin[h]), vec(shape.origin)), x) < 1e-12;
  for (let h = 0; h < 2 * shape.edgeCount; h++) if (isAt(h, p) && isAt(h ^ 1, q)) return edgeFeature(h >> 1);
  throw new Error('no such edge');
}

function vertexAt(shape: ConvexPolyhedron, x: Vec): number {
  for (let v = 0; v < shape.vertexCount; v++) {
    if (distance(add(vec(shape.vertices, 3 * v), vec(shape.origin)), x) < 1e-12) return vertexFeature(v);
  }
  throw new Error('no such vertex');
}

/** The face with the given outward normal. */
function faceWith(shape: ConvexPolyhedron, n: Vec): number {
  for (let f = 0; f < shape.faceCount; f++) if (distance(vec(shape.normals, 3 * f), n) < 1e-12) return faceFeature(f);
  throw new Error('no such face');
}

const slab = (halfWidth: number, height: number): number[] => {
  const points: number[] = [];
  for (let k = 0; k < 8; k++) points.push(k & 1 ? halfWidth : -halfWidth, k & 2 ? halfWidth : -halfWidth, k & 4 ? height : 0);
  return points;
};
const CUBE = [-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1];

/** A published search that is wrong, beside the certified and the exact one, which are right. */
function expectWrong(pair: Pair, wrong: number, right: number, state?: ContactState): CommonPlane {
  const plane = solvePublished(pair, state);
  expect(plane.status).toBe(Status.Separated);
  expect(plane.gap).toBeCloseTo(wrong, 12);
  expect(solveCertified(pair).gap).toBeCloseTo(right, 12);
  expect(solveExact(pair).gap).toBeCloseTo(right, 12);
  return plane;
}

/**
 * The ends in the memory are on the bodies, the plane is midway between them, and the gap is their distance along the
 * normal. pointA and pointB are these ends for bodies apart, and the feet of the middle in contact.
 */
function expectPointsOfBodies(pair: Pair, plane: CommonPlane, state: ContactState): void {
  const tolerance = 2 * ALLOWED_STEPS * roundingStep(pair);
  const p = vec(state.floats, LAST_P);
  const own = vec(state.floats, LAST_Q);
  const q = [0, 3, 6].map((r) => dot(vec(pair.pose, r), own) + pair.pose[9 + r / 3]) as unknown as Vec;
  const proof = certify({ ...plane, pointA: p, pointB: q }, solidOf(pair.a), solidOf(pair.b, pair.pose));
  expect(proof.excessA).toBeLessThanOrEqual(tolerance);
  expect(proof.excessB).toBeLessThanOrEqual(tolerance);
  expect(proof.middleError).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(dot(sub(q, p), vec(plane.normal)) - plane.gap)).toBeLessThanOrEqual(tolerance);
  expect(certify(plane, solidOf(pair.a), solidOf(pair.b, pair.pose)).linkError).toBeLessThanOrEqual(tolerance);
  expect(state.floats[LAST_GAP]).toBe(Math.min(plane.gap, 0));
}

describe('counterexamples', () => {
  it('special case 1 stops at two edges that are not the nearest features', () => {
    // From P on the edge y = z = 1 of the cube, Q on the edge (0, 0, 1.5) (0, 2, 2.5) of the tetrahedron: the link
    // between these edges is 2 / sqrt(5), but (0, 0, 1.5) is half a unit above the top of the cube.
    const pair = pairOf(CUBE, [0, 0, 1.5, 0, 2, 2.5, -1, 0, 4, 1, 0, 4]);
    const { a, b } = pair;
    const state = publishedState();
    state.ints[0] = edgeBetween(a, [-1, 1, 1], [1, 1, 1]) + 1;
    state.ints[1] = edgeBetween(b, [0, 0, 1.5], [0, 2, 2.5]) + 1;
    state.floats.set(sub([0, 1, 1], vec(a.origin)), LAST_P);
    state.floats.set(sub([0, 1, 2], vec(b.origin)), LAST_Q);
    const plane = expectWrong(pair, 2 / Math.sqrt(5), 0.5, state);
    expect(plane.iterations).toBe(2);
    expect(distance(add(vec(plane.pointA), vec(a.origin)), [0, 1, 1])).toBeLessThan(1e-14);
    expect(distance(add(vec(plane.pointB), vec(a.origin)), [0, 0.6, 1.8])).toBeLessThan(1e-14);
  });

  it('special case 1, from the published start', () => {
    const plane = expectWrong(
      pairOf([-1, 0, 3, -1, -2, 6, -2, 2, 2, 2, -1, 2], [-1, -1, 2, -2, 0, 2, -1, 1, 2, -2, 2, -2]),
      Math.sqrt(0.9),
      Math.sqrt(0.02),
    );
    expect([featureDimension(plane.featureA), featureDimension(plane.featureB)]).toEqual([1, 1]);
    // Six times too long.
    expectWrong(pairOf([2, -1, 1, 1, 2, 2, -1, -1, 2, -1, 2, 2], [2, 0, 2, 1, 1, 5, 2, 0, 4, 0, 0, 2]), Math.sqrt(0.4), Math.sqrt(1 / 94));
  });

  it('links to the ends of the segments count in special cases 1 and 3', () => {
    // Crossings and feet inside both segments alone would leave these two pairs at 3.0861 and 0.7071.
    for (const [pair, gap] of [
      [pairOf([-1, 1, 1, -2, -2, -1, 1, 1, 2, 2, 1, 0], [2, 0, 5, -2, -2, 3, -1, 1, 4, 1, 0, 4]), Math.sqrt(4.8)],
      [pairOf([-1, -1, 2, -2, 0, 2, -1, 1, 2, -2, 2, -2], [-1, 0, 3, -1, -2, 6, -2, 2, 2, 2, -1, 2]), Math.sqrt(0.02)],
    ] as const) {
      expect(solvePublished(pair).gap).toBeCloseTo(gap, 12);
      expect(solveExact(pair).gap).toBeCloseTo(gap, 12);
    }
  });

  it.each([
    { halfWidth: 10, height: 1, z: 3 },
    { halfWidth: 5, height: 0.5, z: 1 },
  ])('section 3.4 keeps a foot on a face seen from behind: slab of half width $halfWidth', ({ halfWidth, height, z }) => {
    const shape = polyhedronFromVertices(slab(halfWidth, height));
    const corner: Vec = [halfWidth, halfWidth, 0];
    holder[0] = vertexAt(shape, corner);
    ends.set(sub(corner, vec(shape.origin)));
    target.set(sub([0, 0, z], vec(shape.origin)));
    linkToBody(shape, 0);
    // The bottom, z away; the top is nearer by the height.
    expect(holder[0]).toBe(faceWith(shape, [0, 0, -1]));
    expect(distance(vec(ends), vec(target))).toBe(z);
    const top: Vec = [halfWidth, halfWidth, height];
    holder[0] = vertexAt(shape, top);
    ends.set(sub(top, vec(shape.origin)));
    linkToBody(shape, 0);
    expect(distance(vec(ends), vec(target))).toBe(z - height);
  });

  it('section 3.5.1 starts from a rear vertex, and 3.4 stays there', () => {
    const pair = pairOf(slab(10, 1), [3, 6, 4, 2, 6, 3, 2, 7, 4, -6, -1, 4]);
    const plane = expectWrong(pair, 3, 2);
    expect(plane.featureA).toBe(faceWith(pair.a, [0, 0, -1]));
    expect(distance(add(vec(plane.pointA), vec(pair.a.origin)), [2, 6, 0])).toBeLessThan(1e-13);
  });

  it('standing still is blind to tilts of 1e-9: a gap of 1e-9 is found twice as wide', () => {
    // A small box over a large one, tilted by 1e-9 about x: its corners differ in height by 1e-9. From a higher one, P
    // is straight below, and the nearest point of B to that P is 1e-18 away from the corner.
    const a = box(4, 4, 1);
    const b = box(1, 1, 1);
    const pose = createPose();
    const tilt = 1e-9;
    pose[5] = -tilt;
    pose[7] = tilt;
    // Lowest at y = -0.5, where the gap is 1e-9.
    pose.set([0.7, 0.4, 1 + 1e-9 + 0.5 * tilt], 9);
    const state = publishedState();
    const high = vertexFeature([...Array(8).keys()].find((v) => vec(b.vertices, 3 * v).join() === '0.5,0.5,-0.5')!);
    state.ints[0] = faceWith(a, [0, 0, 1]) + 1;
    state.ints[1] = high + 1;
    state.floats.set([1.2, 0.9, 0.5], LAST_P);
    state.floats.set([0.5, 0.5, -0.5], LAST_Q);
    const pair: Pair = { kind: '', a, b, pose };
    const plane = solvePublished(pair, state);
    expect(plane.featureB).toBe(high);
    // The coordinates carry 2^-53 of the extent.
    expect(plane.gap).toBeGreaterThan(1.999e-9);
    expect(plane.gap).toBeLessThan(2.001e-9);
    for (const right of [solveCertified(pair), solveExact(pair)]) expect(Math.abs(right.gap - 1e-9)).toBeLessThan(1e-14);
  });

  it('the bisector of a link of 1e-9 leans by the rounding of its ends over its length', () => {
    let worst = 0;
    for (const x of [0.1, 0.2, 0.3, 0.7]) {
      // The tip of an octahedron over a box that is turned, so that points of its top are no round numbers.
      const pose = createPose();
      pose.set([0.6, 0, 0.8, 0, 1, 0, -0.8, 0, 0.6], 0);
      pose.set([x - 1.2, x / 3, -0.9], 9);
      const pair: Pair = { kind: '', a: octahedron(1), b: box(4, 4, 1), pose };
      const apart = solveExact(pair);
      for (let k = 0; k < 3; k++) pose[9 + k] += (1e-9 - apart.gap) * apart.normal[k];
      const leanOf = (plane: CommonPlane): number => {
        expect(Math.abs(plane.gap - 1e-9)).toBeLessThan(2e-15);
        expect(plane.featureB).toBe(faceWith(pair.b, [0, 0, 1]));
        return distance(vec(plane.normal), [-0.8, 0, -0.6]);
      };
      const plane = solvePublished(pair, exactMemory(pair));
      expect(plane.evaluations).toBe(0);
      worst = Math.max(worst, leanOf(plane));
      for (const right of [solveCertified(pair), solveExact(pair)]) expect(leanOf(right)).toBeLessThan(1e-15);
    }
    expect(worst).toBeGreaterThan(1e-8);
    expect(worst).toBeLessThan(1e-6);
  });
});

describe('where it is right', () => {
  const lifted = (x: number, y: number, z: number): Pose => {
    const pose = createPose();
    pose.set([x, y, z], 9);
    return pose;
  };
  const quarter = (x: number, y: number, z: number): Pose => {
    const pose = lifted(x, y, z);
    pose.set([0, -1, 0, 1, 0, 0, 0, 0, 1], 0);
    return pose;
  };
  /** A roof with its ridge along x, at height 1 over its centroid. */
  const roof = polyhedronFromVertices([-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, 0, 1, 1, 0, 1]);
  const ridge = 1 - roof.origin[2];
  /** The same upside down. */
  const keel = polyhedronFromVertices([-1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1, -1, 0, -1, 1, 0, -1]);

  it.each([
    { name: 'vertex over vertex', a: octahedron(1), b: octahedron(1), up: Math.SQRT1_2 * 2, pose: lifted, dimensions: [0, 0] },
    { name: 'vertex over face', a: box(1, 1, 1), b: octahedron(1), up: 0.5 + Math.SQRT1_2, pose: lifted, dimensions: [2, 0] },
    { name: 'vertex over edge', a: roof, b: octahedron(1), up: ridge + Math.SQRT1_2, pose: lifted, dimensions: [1, 0] },
    { name: 'crossed edges', a: roof, b: keel, up: 2 * ridge, pose: quarter, dimensions: [1, 1] },
    { name: 'parallel edges', a: roof, b: keel, up: 2 * ridge, pose: lifted, dimensions: null },
    { name: 'edge over face', a: box(4, 4, 1), b: keel, up: 0.5 + ridge, pose: lifted, dimensions: null },
    { name: 'face over face', a: box(4, 4, 1), b: box(1, 1, 1), up: 1, pose: lifted, dimensions: null },
  ])('$name', ({ a, b, up, pose, dimensions }) => {
    const gap = 0.25;
    const pair: Pair = { kind: '', a, b, pose: pose(0, 0, up + gap) };
    const plane = solvePublished(pair);
    expect(plane.status).toBe(Status.Separated);
    expect(plane.gap).toBeCloseTo(gap, 14);
    expect(distance(vec(plane.normal), [0, 0, 1])).toBeLessThan(1e-14);
    expect(solveExact(pair).gap).toBeCloseTo(gap, 14);
    if (dimensions) expect([featureDimension(plane.featureA), featureDimension(plane.featureB)]).toEqual(dimensions);
  });

  it('bodies two diameters apart: at least nine in ten', () => {
    let right = 0;
    const sample = fc.sample(apart(), { seed: 20260, numRuns: 300 });
    for (const pairCase of sample) {
      const pair = buildPair(pairCase);
      if (Math.abs(solvePublished(pair).gap - solveExact(pair).gap) <= ALLOWED_STEPS * roundingStep(pair)) right++;
    }
    expect(right).toBeGreaterThan(0.9 * sample.length);
  });
});

describe('special cases', () => {
  const a = box(2, 2, 2);
  const edges = [...Array(a.edgeCount).keys()];
  const directionOf = (e: number): Vec =>
    sub(vec(a.vertices, 3 * a.halfEdgeOrigin[2 * e + 1]), vec(a.vertices, 3 * a.halfEdgeOrigin[2 * e]));
  const middleOf = (shape: ConvexPolyhedron, feature: number): Vec => mean(featureCorners(shape, solidOf(shape), feature));
  const put = (b: ConvexPolyhedron, onA: number, onB: number): void => {
    holder.set([onA, onB]);
    ends.set(middleOf(a, onA));
    ends.set(middleOf(b, onB), 3);
  };
  const shifted = (t: Vec): Pose => {
    const pose = createPose();
    pose.set(t, 9);
    return pose;
  };

  it('are none for vertices, parallel edges, parallel faces, and an edge along a face normal', () => {
    const pose = shifted([0.3, 0.2, 4]);
    for (const [onA, onB] of [
      [vertexFeature(0), vertexFeature(1)],
      [vertexFeature(0), edgeFeature(1)],
      [faceFeature(0), vertexFeature(1)],
      [faceFeature(0), faceFeature(0)],
      ...edges.filter((e) => Math.abs(dot(directionOf(e), directionOf(0))) > 1).map((e) => [edgeFeature(0), edgeFeature(e)]),
      ...edges
        .filter((e) => Math.abs(dot(directionOf(e), vec(a.normals))) > 1)
        .flatMap((e) => [
          [faceFeature(0), edgeFeature(e)],
          [edgeFeature(e), faceFeature(0)],
        ]),
    ]) {
      put(a, onA, onB);
      const before = [...ends, ...holder];
      expect(specialCase(a, a, pose)).toBe(false);
      expect([...ends, ...holder]).toEqual(before);
    }
  });

  it('are none where the plane misses the face', () => {
    const top = faceWith(a, [0, 0, 1]);
    // Case 3: the edge of B along x at y = 5.
    const along = edges.find((e) => Math.abs(directionOf(e)[0]) > 1 && middleOf(a, edgeFeature(e))[1] > 0)!;
    put(a, top, edgeFeature(along));
    expect(specialCase(a, a, shifted([0, 4, 4]))).toBe(false);
    // At y = 0.5 it cuts: the edge is above the face, level with it.
    put(a, top, edgeFeature(along));
    expect(specialCase(a, a, shifted([0, -0.5, 4]))).toBe(true);
    expect([...ends.subarray(1, 3), ...ends.subarray(4)]).toEqual([0.5, 1, 1, -1]);
    // Case 2: the plane through P across both normals, z and x, is y = 0, and B's face is at y from 2 to 4.
    put(a, top, faceWith(a, [1, 0, 0]));
    expect(specialCase(a, a, shifted([-4, 3, 4]))).toBe(false);
    put(a, top, faceWith(a, [1, 0, 0]));
    expect(specialCase(a, a, shifted([-4, 0.5, 4]))).toBe(true);
  });

  it('case 2 cuts both faces by the plane through P', () => {
    // A's top, z = 1, and B's face x = -1 + 4, from z = 3 to 5: the cuts by y = 0.25 are (-1..1, 1) and (3, 3..5) in x,
    // z; the link joins their ends.
    const top = faceWith(a, [0, 0, 1]);
    holder.set([top, faceWith(a, [-1, 0, 0])]);
    ends.set([0.5, 0.25, 1, -1, 0.25, 0]);
    const pose = shifted([4, 0, 4]);
    expect(specialCase(a, a, pose)).toBe(true);
    expect([...ends]).toEqual([1, 0.25, 1, -1, 0.25, -1]);
    expect([...holder]).toEqual([edgeBetween(a, [1, -1, 1], [1, 1, 1]), edgeBetween(a, [-1, 1, -1], [-1, -1, -1])]);
  });

  it('case 1 is the distance of the two edges: ends, feet and crossings', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(anyPair(smallShape), fc.nat(), fc.nat(), fc.double({ min: 0.1, max: 3, noNaN: true }), (pairCase, i, j, lift) => {
        const pair = buildPair(pairCase);
        const { pose } = pair;
        pose[11] += lift;
        const e = edgeFeature(i % pair.a.edgeCount);
        const f = edgeFeature(j % pair.b.edgeCount);
        const [p0, p1] = featureCorners(pair.a, solidOf(pair.a), e);
        const [q0, q1] = featureCorners(pair.b, solidOf(pair.b, pose), f);
        const u = sub(p1, p0);
        const v = sub(q1, q0);
        const sine2 = 1 - dot(u, v) ** 2 / (dot(u, u) * dot(v, v));
        fc.pre(sine2 > 1e-4);
        holder.set([e, f]);
        expect(specialCase(pair.a, pair.b, pose)).toBe(true);
        const p = vec(ends);
        const own = vec(ends, 3);
        const q = [0, 3, 6].map((r) => dot(vec(pose, r), own) + pose[9 + r / 3]) as unknown as Vec;
        // The distance of segments by minimizing over both parameters: convex, so from the ends and the stationary
        // points.
        const toSegment = (x: Vec, o: Vec, d: Vec): number => {
          const t = Math.max(0, Math.min(1, dot(sub(x, o), d) / dot(d, d)));
          return distance(x, add(o, scale(d, t)));
        };
        let least = Math.min(toSegment(p0, q0, v), toSegment(p1, q0, v), toSegment(q0, p0, u), toSegment(q1, p0, u));
        const w = sub(q0, p0);
        const d = dot(u, u) * dot(v, v) - dot(u, v) ** 2;
        const s = (dot(u, w) * dot(v, v) - dot(v, w) * dot(u, v)) / d;
        const t = (dot(u, w) * dot(u, v) - dot(v, w) * dot(u, u)) / d;
        const at = (o: Vec, x: Vec, k: number): Vec => add(o, scale(x, k));
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) least = Math.min(least, distance(at(p0, u, s), at(q0, v, t)));
        expect(Math.abs(distance(p, q) - least)).toBeLessThanOrEqual(1e-10 * (1 + least));
        reached.add([...holder].map(featureDimension).join(''));
      }),
      runs(150),
    );
    expect([...reached].sort()).toEqual(['00', '01', '10', '11']);
  });
});

describe('the reading of 3.5.2 that keeps a special case only if it is shorter', () => {
  const gapOf = ({ a, b, pose }: Pair, state = publishedState()): number => {
    const plane = createCommonPlane();
    expect(published(plane, a, b, pose, state, 'if-shorter')).toBe(Status.Separated);
    return plane.gap;
  };

  it('is right where a special case that replaces the sweep is wrong', () => {
    for (const pair of [
      pairOf([-1, 0, 3, -1, -2, 6, -2, 2, 2, 2, -1, 2], [-1, -1, 2, -2, 0, 2, -1, 1, 2, -2, 2, -2]),
      pairOf([2, -1, 1, 1, 2, 2, -1, -1, 2, -1, 2, 2], [2, 0, 2, 1, 1, 5, 2, 0, 4, 0, 0, 2]),
    ]) {
      const exact = solveExact(pair).gap;
      expect(solvePublished(pair).gap).toBeGreaterThan(2 * exact);
      expect(gapOf(pair)).toBeCloseTo(exact, 12);
    }
  });

  it('starts from a rear vertex too, and stays there', () => {
    const pair = pairOf(slab(10, 1), [3, 6, 4, 2, 6, 3, 2, 7, 4, -6, -1, 4]);
    expect(gapOf(pair)).toBeCloseTo(3, 12);
    expect(solveExact(pair).gap).toBeCloseTo(2, 12);
  });

  it('is never shorter than the distance, nor longer than the link it starts from', () => {
    fc.assert(
      fc.property(anyPair(), (pairCase) => {
        const pair = buildPair(pairCase);
        const exact = solveExact(pair);
        fc.pre(exact.status === Status.Separated);
        const allowed = ALLOWED_STEPS * roundingStep(pair);
        const state = publishedState();
        const cold = gapOf(pair, state);
        expect(cold).toBeGreaterThanOrEqual(exact.gap - allowed);
        // From the link word for word it can only get shorter.
        const other = publishedState();
        const literal = solvePublished(pair, other);
        expect(gapOf(pair, other)).toBeLessThanOrEqual(literal.gap + allowed);
        expectPointsOfBodies(pair, planeOf(pair, state), state);
      }),
      runs(150),
    );
  });

  it('has a method of its own, which is that form', () => {
    const { a, b, pose } = pairOf([2, -1, 1, 1, 2, 2, -1, -1, 2, -1, 2, 2], [2, 0, 2, 1, 1, 5, 2, 0, 4, 0, 0, 2]);
    const gaps = [publishedShortestLinkMethod, publishedShortestLinkIfShorterMethod].map((method) => {
      const contact = createContactFor(a, b);
      method.detect(contact, a, b, pose, createState(method), { ...createDetectOptions(), margin: 1 });
      return contact.gap;
    });
    expect(gaps[0]).toBeCloseTo(Math.sqrt(0.4), 12);
    expect(gaps[1]).toBeCloseTo(Math.sqrt(1 / 94), 12);
    expect(publishedShortestLinkIfShorterMethod.name).toBe('slm-published-if-shorter');
  });
});

describe('bodies in contact', () => {
  it.each(READINGS)('%s: with memory they are moved apart along the last normal', (reading) => {
    // A small box sinks past the edge of a large one: the shortest way out turns to the side, the last normal stays.
    const a = box(4, 4, 1);
    const b = box(1, 1, 1);
    const pose = createPose();
    const state = publishedState();
    const plane = createCommonPlane();
    for (const gap of [0.1, 0.02, -0.05, -0.1, -0.4, -0.6, -0.1, -0.02]) {
      pose.set([2.2, 0.1, 1 + gap], 9);
      const status = published(plane, a, b, pose, state, reading);
      expect(status).toBe(gap > 0 ? Status.Separated : Status.Overlapping);
      expect(plane.gap).toBeCloseTo(gap, 13);
      expect(distance(vec(plane.normal), [0, 0, 1])).toBeLessThan(1e-13);
      expect(distance(sub(vec(plane.pointB), vec(plane.pointA)), [0, 0, gap])).toBeLessThan(1e-13);
    }
    pose.set([2.2, 0.1, 0.4], 9);
    expect(solveExact({ a, b, pose }).normal[0]).toBeCloseTo(1, 13);
    expect(published(plane, a, b, pose, publishedState(), reading)).toBe(Status.Overlapping);
    // Without memory there is no last normal: the exact plane.
    const exact = solveExact({ a, b, pose });
    expect([plane.gap, ...plane.normal, ...plane.pointA]).toEqual([exact.gap, ...exact.normal, ...exact.pointA]);
  });

  it.each(READINGS)('%s: with the memory of the exact contact, the gap is g of the normal or a link too long', (reading) => {
    let moved = 0;
    fc.assert(
      fc.property(anyPair(), (pairCase) => {
        const pair = buildPair(pairCase);
        const { a, b, pose } = pair;
        const exact = solveExact(pair);
        fc.pre(exact.status === Status.Overlapping);
        const state = exactMemory(pair);
        const plane = createCommonPlane();
        const allowed = 2 * ALLOWED_STEPS * roundingStep(pair);
        for (let call = 0; call < 2; call++) {
          published(plane, a, b, pose, state, reading);
          expect(numbersOf(plane).every(Number.isFinite)).toBe(true);
          expectPointsOfBodies(pair, plane, state);
          expect(plane.gap).toBeGreaterThanOrEqual(gapAlong(solidOf(a), solidOf(b, pose), vec(plane.normal)) - allowed);
          // The points of the exact plane are others.
          if (distance(vec(plane.pointA), vec(exact.pointA)) > allowed) moved++;
        }
      }),
      runs(150),
    );
    expect(moved).toBeGreaterThan(0);
  });

  it('come to rest and part again', () => {
    const b = box(1, 1, 1);
    const pair: Pair = { kind: '', a: box(4, 4, 1), b, pose: createPose() };
    const state = publishedState();
    const step = (gap: number): CommonPlane => {
      pair.pose.set([0.3, 0.2, 1 + gap], 9);
      return solvePublished(pair, state);
    };
    expect(step(0.1).status).toBe(Status.Separated);
    for (const [gap, status] of [
      [0, Status.Touching],
      [-0.1, Status.Overlapping],
      [-0.2, Status.Overlapping],
      [0.05, Status.Separated],
      [0.1, Status.Separated],
    ] as const) {
      const plane = step(gap);
      expect(plane.status).toBe(status);
      expect(plane.gap).toBeCloseTo(gap, 14);
      expect(Array.from(plane.normal)).toEqual([0, 0, 1]);
    }
    // The last step was a search again.
    expect(step(0.1).iterations).toBeLessThan(3);
  });

  it('with one centroid, or one inside the other, are found to overlap', () => {
    const cube = box(1, 1, 1);
    expect(solvePublished({ kind: '', a: cube, b: cube, pose: createPose() }).status).toBe(Status.Overlapping);
    const pose = createPose();
    pose.set([0.1, 0.2, 0], 9);
    const inside = solvePublished({ kind: '', a: box(4, 4, 4), b: cube, pose });
    expect(inside.status).toBe(Status.Overlapping);
    expect(inside.gap).toBe(solveExact({ a: box(4, 4, 4), b: cube, pose }).gap);
  });

  it('never get an answer of the search with an end inside the other body, or of no length', () => {
    fc.assert(
      fc.property(anyPair(), (pairCase) => {
        const pair = buildPair(pairCase);
        const exact = solveExact(pair);
        const plane = solvePublished(pair);
        // Either its own link, which is never shorter than the distance, or the exact plane's answer.
        if (plane.gap > 0) expect(plane.gap).toBeGreaterThanOrEqual(exact.gap - ALLOWED_STEPS * roundingStep(pair));
        else expect(plane.gap).toBe(exact.gap);
        if (exact.status === Status.Separated) expect(plane.status).toBe(Status.Separated);
      }),
      runs(150),
    );
  });
});

describe('the result', () => {
  it('joins two points on the surfaces, on the features it names, for any pair at any size', () => {
    fc.assert(
      fc.property(anyPair(), size(), (pairCase, s) => {
        const pair = buildPair(scalePair(pairCase, s));
        const plane = solvePublished(pair);
        const solidA = solidOf(pair.a);
        const solidB = solidOf(pair.b, pair.pose);
        const tolerance = 2 * ALLOWED_STEPS * roundingStep(pair);
        expect(numbersOf(plane).every(Number.isFinite)).toBe(true);
        expect(plane.status).not.toBe(Status.Unresolved);
        const proof = certify(plane, solidA, solidB);
        expect(proof.unitError).toBeLessThanOrEqual(8 * UNIT_ROUNDOFF);
        expect(proof.linkError).toBeLessThanOrEqual(tolerance);
        expect(proof.middleError).toBeLessThanOrEqual(tolerance);
        expect(proof.excessA).toBeLessThanOrEqual(tolerance);
        expect(proof.excessB).toBeLessThanOrEqual(tolerance);
        expect(distanceToFeature(vec(plane.pointA), featureCorners(pair.a, solidA, plane.featureA))).toBeLessThanOrEqual(tolerance);
        expect(distanceToFeature(vec(plane.pointB), featureCorners(pair.b, solidB, plane.featureB))).toBeLessThanOrEqual(tolerance);
      }),
      runs(100),
    );
  });

  it('is written in full, is the same bits again, and does not depend on the pairs before', () => {
    fc.assert(
      fc.property(anyPair(), anyPair(), (pairCase, other) => {
        const { a, b, pose } = buildPair(pairCase);
        const first = poisonedPlane(Number.NaN);
        const second = poisonedPlane(1e300);
        const stateOne = publishedState();
        const stateTwo = publishedState();
        for (let call = 0; call < 3; call++) {
          expect(published(first, a, b, pose, stateOne)).toBe(first.status);
          solvePublished(buildPair(other));
          published(second, a, b, pose, stateTwo);
          expect(numbersOf(first)).toEqual(numbersOf(second));
          expect(stateOne).toEqual(stateTwo);
        }
      }),
      runs(80),
    );
  });

  it('of a pose that is not finite is Invalid, all zero, and leaves the memory', () => {
    const pair = pairOf(CUBE, [0, 0, 1.5, 0, 2, 2.5, -1, 0, 4, 1, 0, 4]);
    const state = publishedState();
    solvePublished(pair, state);
    const memory = structuredClone(state);
    for (const bad of [Number.NaN, Infinity, 1e200]) {
      const pose = pair.pose.slice();
      pose[10] = bad;
      const plane = poisonedPlane(Number.NaN);
      expect(published(plane, pair.a, pair.b, pose, state)).toBe(Status.Invalid);
      expect(numbersOf(plane)).toEqual([Status.Invalid, 0, NO_FEATURE, NO_FEATURE, 0, 0, ...new Array<number>(12).fill(0)]);
      expect(state.ints).toEqual(memory.ints);
    }
  });
});

describe('memory', () => {
  it('continues from the last P and Q: a pair at rest is confirmed in one iteration or two', () => {
    fc.assert(
      fc.property(anyPair(), (pairCase) => {
        const pair = buildPair(pairCase);
        const state = publishedState();
        const cold = solvePublished(pair, state);
        fc.pre(cold.status === Status.Separated && state.ints[0] > 0);
        const warm = solvePublished(pair, state);
        expect(warm.iterations).toBeLessThanOrEqual(2);
        // Never longer, but perhaps shorter: the walk may go on where it stood still to rounding.
        expect(warm.gap).toBeLessThanOrEqual(cold.gap + ALLOWED_STEPS * roundingStep(pair));
      }),
      runs(150),
    );
  });

  it('is kept in a slot at any offset, and nothing beside it is touched', () => {
    const pair = pairOf(slab(10, 1), [3, 6, 4, 2, 6, 3, 2, 7, 4, -6, -1, 4]);
    const alone = publishedState();
    const plain = numbersOf(solvePublished(pair, alone));
    const shared: ContactState = { ints: new Int32Array(8).fill(-7), floats: new Float64Array(20).fill(-7), intOffset: 3, floatOffset: 5 };
    shared.ints.fill(0, 3, 5);
    shared.floats.fill(0, 5, 15);
    expect(numbersOf(solvePublished(pair, shared))).toEqual(plain);
    expect([...shared.ints]).toEqual([-7, -7, -7, ...alone.ints, -7, -7, -7]);
    expect([...shared.floats]).toEqual([...new Array<number>(5).fill(-7), ...alone.floats, ...new Array<number>(5).fill(-7)]);
    expect(alone.ints.length).toBe(publishedShortestLinkMethod.stateInts);
    expect(alone.floats.length).toBe(publishedShortestLinkMethod.stateFloats);
  });

  it('of another pair, or rubbish, still gives points of the bodies', () => {
    const rubbish = fc.oneof(
      fc.constantFrom(0, Number.NaN, Infinity, -Infinity, 1e308, 5e-324, -1e200),
      fc.double({ min: -3, max: 3, noNaN: true }),
    );
    fc.assert(
      fc.property(
        anyPair(),
        fc.tuple(fc.integer(), fc.nat(200)),
        fc.array(rubbish, { minLength: 10, maxLength: 10 }),
        (pairCase, codes, floats) => {
          const pair = buildPair(pairCase);
          const state = publishedState();
          state.ints.set(codes);
          state.floats.set(floats);
          const plane = solvePublished(pair, state);
          expect(numbersOf(plane).every(Number.isFinite)).toBe(true);
          expectPointsOfBodies(pair, plane, state);
        },
      ),
      runs(100),
    );
  });

  it('serves the certified form in turn, which stays right', () => {
    fc.assert(
      fc.property(anyPair(), (pairCase) => {
        const pair = buildPair(pairCase);
        const { a, b, pose } = pair;
        const state = publishedState();
        const exact = solveExact(pair).gap;
        const plane = createCommonPlane();
        for (let call = 0; call < 2; call++) {
          published(plane, a, b, pose, state);
          expect(numbersOf(plane).every(Number.isFinite)).toBe(true);
          shortestLink(plane, a, b, pose, state);
          expect(Math.abs(plane.gap - exact)).toBeLessThanOrEqual(2 * ALLOWED_STEPS * roundingStep(pair));
        }
      }),
      runs(100),
    );
  });
});

describe('as a contact method', () => {
  it('has a name of its own and the contact points of its plane', () => {
    expect(publishedShortestLinkMethod.name).toBe('slm-published');
    const a = box(4, 4, 1);
    const b = box(1, 1, 1);
    const pose = createPose();
    const options = { ...createDetectOptions(), margin: 0.1 };
    for (const gap of [0.05, 0, -0.05]) {
      pose.set([0.3, 0.2, 1 + gap], 9);
      const contact = createContactFor(a, b);
      const expected = createContactFor(a, b);
      const state = createState(publishedShortestLinkMethod);
      publishedShortestLinkMethod.detect(contact, a, b, pose, state, options);
      planeContact(expected, a, b, pose, solvePublished({ kind: '', a, b, pose }), options);
      expect(contact).toEqual(expected);
      expect(contact.kind).toBe(ContactKind.FaceFace);
      expect(contact.count).toBe(4);
      expect(contact.gap).toBeCloseTo(gap, 14);
    }
  });

  it('never gives NaN, whatever the link', () => {
    fc.assert(
      fc.property(anyPair(), (pairCase) => {
        const { a, b, pose } = buildPair(pairCase);
        const contact = createContactFor(a, b);
        publishedShortestLinkMethod.detect(contact, a, b, pose, publishedState(), { ...createDetectOptions(), margin: 1 });
        expect(contact.count).toBeLessThanOrEqual(contact.gaps.length);
        const numbers = [contact.gap, contact.area, ...contact.normal, ...contact.points.subarray(0, 3 * contact.count)];
        numbers.push(...contact.gaps.subarray(0, contact.count), ...contact.pointA, ...contact.pointB);
        expect(numbers.every(Number.isFinite)).toBe(true);
        expect(featureIndex(contact.featureA)).toBeGreaterThanOrEqual(0);
      }),
      runs(100),
    );
  });
});

describe('how often it is wrong (table in docs/shortest-link.md, of 1,000 pairs a cell)', () => {
  const PAIRS = sweep(100, 50);
  // Three standard deviations of a share near one half, of this many pairs.
  const SLACK = 1.5 / Math.sqrt(PAIRS);
  const shapes = { cube: box(1, 1, 1), hull: randomHull(createRandom(20), 60), plate: box(1, 1, 0.04) };
  const cold: [keyof typeof shapes, number | null, number][] = [
    ['cube', null, 0.07],
    ['hull', null, 0.3],
    ['plate', null, 0.19],
    ['cube', 1e-3, 0.59],
    ['hull', 1e-3, 0.55],
    ['plate', 1e-3, 0.53],
    ['cube', 1e-6, 0.59],
    ['hull', 1e-6, 0.55],
    ['plate', 1e-6, 0.53],
    ['cube', 1e-9, 0.67],
    ['hull', 1e-9, 0.5],
    ['plate', 1e-9, 0.51],
    ['cube', 0, 0],
    ['hull', 0, 0.3],
    ['plate', 0, 0.05],
  ];
  it.each(cold)('%s, tilt %s, cold: about %s', (name, tilt, share) => {
    const measured = coldShare(shapes[name], PAIRS, tilt === null ? anywhere(createRandom(1)) : faceOverFace(createRandom(2), tilt));
    expect(Math.abs(measured.wrong - share)).toBeLessThan(SLACK);
    expect(measured.unresolved).toBe(0);
    expect(measured.iterations[1]).toBeLessThan(15);
  });

  // Tilts that standing still does not see remain: 1e-9, and rear faces of the plate.
  it.each([
    ['cube', null, 0],
    ['hull', null, 0],
    ['plate', null, 0],
    ['cube', 1e-3, 0],
    ['hull', 1e-3, 0],
    ['plate', 1e-3, 0],
    ['hull', 1e-6, 0.06],
    ['cube', 1e-9, 0.67],
    ['hull', 0, 0],
  ] as const)('if shorter: %s, tilt %s, cold: about %s', (name, tilt, share) => {
    const draw = tilt === null ? anywhere(createRandom(1)) : faceOverFace(createRandom(2), tilt);
    const measured = coldShare(shapes[name], PAIRS, draw, 'if-shorter');
    expect(Math.abs(measured.wrong - share)).toBeLessThan(share === 0 ? 0.03 : SLACK);
    expect(measured.unresolved).toBe(0);
    expect(measured.iterations[1]).toBeLessThan(20);
  });

  it.each([
    ['cube', 18 / 300],
    ['plate', 60 / 300],
  ] as const)('%s: overlaps that a link hides, none if shorter', (name, share) => {
    const pairs = 20;
    const [first, later] = hiddenOverlaps(shapes[name], pairs, createRandom(6), 'replaces');
    expect(Math.abs(first / pairs - share)).toBeLessThan(0.9 / Math.sqrt(pairs));
    expect(later).toBeGreaterThan(0);
    expect(hiddenOverlaps(shapes[name], pairs, createRandom(6), 'if-shorter')).toEqual([0, 0]);
  });

  it('if shorter: warm, 0.01 rad a step: none', () => {
    expect(warmShare(shapes.cube, sweep(20, 8), createRandom(3), 1e-2, 'if-shorter')).toBe(0);
    expect(warmShare(shapes.hull, sweep(5, 2), createRandom(3), 1e-2, 'if-shorter')).toBe(0);
  });

  it.each([
    ['cube', sweep(40, 20), 1e-4, 0],
    ['hull', sweep(10, 5), 1e-4, 0],
    ['cube', sweep(40, 20), 1e-2, 0.08],
    ['hull', sweep(10, 5), 1e-2, 0.24],
  ] as const)('%s, warm, %d pairs, %s rad a step: about %s', (name, pairs, turn, share) => {
    expect(Math.abs(warmShare(shapes[name], pairs, createRandom(3), turn) - share)).toBeLessThan(SLACK);
  });
});
