import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pose } from '../../src/body';
import { bands, contactFeature } from '../../src/common-plane/contact-feature';
import { setPlaneAxes } from '../../src/common-plane/plane-coordinates';
import { createCommonPlane, createDetectOptions, edgeFeature, faceFeature, vertexFeature, type CommonPlane } from '../../src/contact';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { anyPair, buildPair, edgeOnEdge, faceOnFace, identical, kissing, lattice, scalePair, sliver } from '../arbitraries/pairs';
import { direction, poseOf, rotation } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { anyShape, grid, rock, solid, tiny } from '../arbitraries/shapes';
import { solveExact } from '../oracles/solve';
import { faceLoops, faceNormal, solidOf, transform } from '../oracles/solid';
import { dot, length, sub, vec, type Vec } from '../oracles/vector';
import { contactOn, expectMirrored, expectSound, isClear, meets, planeWithNormal, swapped, type Case } from './contact-checks';

const options = () =>
  fc
    .tuple(fc.oneof(fc.constant(0), tiny(0, 12)), fc.constantFrom(0, 1e-3, Infinity), fc.constantFrom(0, 0.01))
    .map(([band, margin, minArea]) => ({ ...createDetectOptions(), band, margin, minArea }));

describe('contacts on exact planes', () => {
  it('are sound, from either body', () => {
    fc.assert(
      fc.property(anyPair(), options(), (pair, o) => {
        const { a, b, pose } = buildPair(pair);
        const solved = contactOn(a, b, pose, solveExact({ a, b, pose }), o);
        expectSound(solved);
        const back = swapped(solved);
        expectSound(back);
        if (solved.contact.count > 0 && meets(solved) && isClear(solved) && isPlain(a, solved) && isPlain(b, solved))
          expectMirrored(solved, back);
      }),
      runs(500),
    );
  });

  // Exact doubling of all lengths changes exponents only.
  it('scale with the bodies, bit by bit for powers of two', () => {
    fc.assert(
      fc.property(anyPair(), options(), fc.constantFrom(-30, -20, -1, 1, 20, 30), (pair, o, k) => {
        const s = 2 ** k;
        const { a, b, pose } = buildPair(pair);
        const scaled = buildPair(scalePair(pair, s));
        const { contact } = contactOn(a, b, pose, solveExact({ a, b, pose }), o);
        const big = contactOn(scaled.a, scaled.b, scaled.pose, solveExact(scaled), {
          ...o,
          band: s * o.band,
          margin: s * o.margin,
          minArea: s * s * o.minArea,
        }).contact;
        expect([big.status, big.kind, big.count, big.featureA, big.featureB]).toEqual([
          contact.status,
          contact.kind,
          contact.count,
          contact.featureA,
          contact.featureB,
        ]);
        expect(big.area).toBe(s * s * contact.area);
        expect([...big.features]).toEqual([...contact.features]);
        expect([...big.points]).toEqual([...contact.points].map((x) => s * x));
        expect([...big.gaps]).toEqual([...contact.gaps].map((x) => s * x));
      }),
      runs(150),
    );
  });

  it('turn with the bodies', () => {
    fc.assert(
      fc.property(anyPair(), rotation(), (pair, q) => {
        const { a, b, pose } = buildPair(pair);
        const turn = poseOf(q, [0, 0, 0]);
        const solved = contactOn(a, b, pose, solveExact({ a, b, pose }));
        // Both bodies turned: B by its pose, A by its corners. The same plane, turned: a tie may otherwise be broken the other way.
        const points: number[] = [];
        for (let v = 0; v < a.vertexCount; v++) points.push(...transform(turn, vec(a.vertices, 3 * v)));
        const turned = polyhedronFromVertices(points);
        const there = composed(turn, pose);
        // The centroid is recomputed from turned corners: what it moves by is rounding, and goes into B's place and the plane's.
        const origin = vec(turned.origin);
        for (let k = 0; k < 3; k++) there[9 + k] -= origin[k];
        const plane = planeWithNormal(turned, b, there, transform(turn, vec(solved.plane.normal)));
        const other = contactOn(turned, b, there, plane);
        expectSound(other);
        if (turned.vertexCount !== a.vertexCount || turned.faceCount !== a.faceCount) return;
        if (!isClear(solved) || !isClear(other) || !isPlain(solved.a, solved) || !isPlain(solved.b, solved)) return;
        expect([other.contact.kind, other.contact.count]).toEqual([solved.contact.kind, solved.contact.count]);
        const size = Math.max(a.radius, b.radius);
        expect(Math.abs(other.contact.area - solved.contact.area)).toBeLessThanOrEqual(1e3 * solved.eps * size);
      }),
      runs(150),
    );
  });
});

/** The pose t after p, rotations only in t. */
function composed(t: Pose, p: Pose): Pose {
  const out = new Float64Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[3 * i + j] = t[3 * i] * p[j] + t[3 * i + 1] * p[3 + j] + t[3 * i + 2] * p[6 + j];
  }
  out.set(transform(t, vec(p, 9)), 9);
  return out;
}

/** No vertex of the shape lies within rounding of the border of the contact zone, nor nearly, but not clearly, level with another. */
function isPlain(shape: ConvexPolyhedron, { plane, pose, a, eps, delta }: Case): boolean {
  const points = solidOf(shape, shape === a ? undefined : pose).vertices.map((v) => dot(vec(plane.normal), v));
  const heights = shape === a ? points.map((z) => Math.max(...points) - z) : points.map((z) => z - Math.min(...points));
  const near = (d: number): boolean => Math.abs(d) > 0.2 * eps && Math.abs(d) < 10 * eps;
  const onBorder = (z: number): boolean => delta > 20 * eps && Math.abs(z - delta) < 10 * eps;
  return !heights.some((z) => near(z) || onBorder(z) || heights.some((y) => near(y - z)));
}

describe('contacts on any plane', () => {
  it('are sound whatever the normal', () => {
    fc.assert(
      fc.property(anyPair(), direction(), options(), (pair, n, o) => {
        const { a, b, pose } = buildPair(pair);
        const solved = contactOn(a, b, pose, planeWithNormal(a, b, pose, n), { ...o, margin: Infinity });
        expectSound(solved);
        const back = swapped(solved);
        expectSound(back);
      }),
      runs(400),
    );
  });

  it('are sound on the faces of flush, aligned and identical bodies', () => {
    fc.assert(
      fc.property(fc.oneof(lattice(), faceOnFace(), kissing(), sliver(), edgeOnEdge(), identical()), fc.nat(), options(), (pair, k, o) => {
        const { a, b, pose } = buildPair(pair);
        const frame = solidOf(a);
        const normals = frame.faces.map((loop) => faceNormal(frame, loop)!);
        const solved = contactOn(a, b, pose, planeWithNormal(a, b, pose, normals[k % normals.length]), { ...o, margin: Infinity });
        expectSound(solved);
        const back = swapped(solved);
        expectSound(back);
        if (meets(solved) && isClear(solved) && isPlain(a, solved) && isPlain(b, solved)) expectMirrored(solved, back);
      }),
      runs(400),
    );
  });
});

/** The contact feature straight from its definition, by sorting all vertices. */
function featureByDefinition(shape: ConvexPolyhedron, up: Vec, eps: number, delta: number): number {
  const { vertices } = solidOf(shape);
  const top = Math.max(...vertices.map((v) => dot(up, v)));
  const order = vertices.map((v, i) => ({ i, d: top - dot(up, v) })).sort((x, y) => x.d - y.d);
  let found = vertexFeature(order[0].i);
  for (let k = 1; k <= order.length; k++) {
    // Vertices at one depth belong together.
    if (k < order.length && order[k].d <= order[k - 1].d + eps) continue;
    const held = order.slice(0, k).map((x) => x.i);
    if (order[k - 1].d > Math.max(eps, delta)) break;
    const feature = spanned(shape, held);
    if (feature === null) break;
    if (isLevel(shape, up, feature)) found = feature;
  }
  return found;
}

function spanned(shape: ConvexPolyhedron, held: readonly number[]): number | null {
  if (held.length === 1) return vertexFeature(held[0]);
  if (held.length === 2) {
    for (let h = 0; h < 2 * shape.edgeCount; h += 2) {
      const ends = [shape.halfEdgeOrigin[h], shape.halfEdgeOrigin[h + 1]];
      if (held.every((v) => ends.includes(v))) return edgeFeature(h >> 1);
    }
  }
  const face = faceLoops(shape).findIndex((loop) => held.every((v) => loop.includes(v)));
  return face < 0 ? null : faceFeature(face);
}

/** Leaning by a cosine of 3/4 at most. */
function isLevel(shape: ConvexPolyhedron, up: Vec, feature: number): boolean {
  const index = feature >> 2;
  if ((feature & 3) === 0) return true;
  if ((feature & 3) === 2) return dot(vec(shape.normals, 3 * index), up) >= 0.75;
  const edge = sub(vec(shape.vertices, 3 * shape.halfEdgeOrigin[2 * index]), vec(shape.vertices, 3 * shape.halfEdgeOrigin[2 * index + 1]));
  return dot(edge, up) ** 2 <= (1 - 0.75 ** 2) * dot(edge, edge);
}

describe('contact feature', () => {
  const planeAlong = (n: Vec): CommonPlane => {
    const plane = createCommonPlane();
    plane.normal.set(n);
    return plane;
  };

  it('is that of the definition, for both bodies and any hint', () => {
    fc.assert(
      fc.property(
        fc.oneof(rock(), solid(), anyShape()),
        fc.oneof(direction(), fc.nat()),
        fc.oneof(fc.constant(0), tiny(0, 6), grid(0, 2)),
        rotation(),
        fc.nat(),
        (named, choice, delta, q, hint) => {
          const shape = polyhedronFromVertices(named.points);
          const n = typeof choice === 'number' ? vec(shape.normals, 3 * (choice % shape.faceCount)) : choice;
          const eps = 2 * shape.tolerance;
          const heights = solidOf(shape).vertices.map((v) => dot(n, v));
          const near = (d: number): boolean => Math.abs(d) > 0.2 * eps && Math.abs(d) < 5 * eps;
          fc.pre(!heights.some((x) => heights.some((y) => near(x - y) || near(Math.abs(x - y) - delta))));
          bands[0] = eps;
          bands[1] = Math.max(eps, delta);
          bands[2] = eps;
          setPlaneAxes(poseOf(q, [0, 0, 0]), planeAlong(n));
          const expected = featureByDefinition(shape, n, eps, delta);
          // Any vertex of several at the top may be named where only one of them is meant.
          expect(contactFeature(shape, 0, vertexFeature(hint % shape.vertexCount))).toBe(expected);
          // As B, turned, below the plane.
          setPlaneAxes(poseOf(q, [0, 0, 0]), planeAlong(transform(poseOf(q, [0, 0, 0]), sub([0, 0, 0], n))));
          expect(contactFeature(shape, 1, edgeFeature(hint % shape.edgeCount))).toBe(expected);
          expect(contactFeature(shape, 1, faceFeature(hint % shape.faceCount))).toBe(expected);
        },
      ),
      runs(500),
    );
  });

  it('holds the witness point where several faces are level', () => {
    // Eight faces meet in a corner 4e-15 above the rim: one plane as far as the pair knows.
    const points: number[] = [0, 0, 4e-15, 0, 0, -1];
    for (let k = 0; k < 8; k++) points.push(Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4), 0);
    const shape = polyhedronFromVertices(points);
    bands[0] = 1e-14;
    bands[1] = 1e-14;
    bands[2] = 1e-14;
    setPlaneAxes(poseOf([0, 0, 0, 1], [0, 0, 0]), planeAlong([0, 0, 1]));
    for (let f = 0; f < shape.faceCount; f++) {
      if (shape.normals[3 * f + 2] > 0.9) expect(contactFeature(shape, 0, faceFeature(f))).toBe(faceFeature(f));
    }
    expect(length(vec(shape.normals, 0))).toBeCloseTo(1, 15);
  });
});
