import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pose } from '../../src/body';
import { createDetectOptions, NO_FEATURE } from '../../src/contact';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { anyPair, buildPair, deep, edgeOnEdge, faceOnFace, identical, kissing, lattice, scalePair, sliver } from '../arbitraries/pairs';
import { direction, poseOf, rotation } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { nearDuplicate, tiny } from '../arbitraries/shapes';
import { solveExact } from '../oracles/solve';
import { faceNormal, solidOf, transform } from '../oracles/solid';
import { vec } from '../oracles/vector';
import { expectMirrored, expectSound, swapped } from './contact-checks';
import { allFaults, isClear, onPlane, planeWithNormal, zoneBounds, type OnPlane } from './zone-checks';

const options = () =>
  fc
    .tuple(fc.oneof(fc.constant(0), tiny(0, 12)), fc.constantFrom(0, 1e-3, Infinity), fc.constantFrom(0, 0.01))
    .map(([band, margin, minArea]) => ({ ...createDetectOptions(), band, margin, minArea }));

describe('contacts on exact planes', () => {
  it('are sound, from either body', () => {
    fc.assert(
      fc.property(anyPair(), options(), (pair, o) => {
        const { a, b, pose } = buildPair(pair);
        const solved = onPlane(a, b, pose, solveExact({ a, b, pose }), o);
        expectSound(solved);
        const back = swapped(solved);
        expectSound(back);
        if (isClear(solved) && isPlain(solved)) expectMirrored(solved, back);
      }),
      runs(250, 60),
    );
  });

  // Exact doubling of all lengths changes exponents only.
  it('scale with the bodies, bit by bit for powers of two', () => {
    fc.assert(
      fc.property(anyPair(), options(), fc.constantFrom(-30, -20, -1, 1, 20, 30), (pair, o, k) => {
        const s = 2 ** k;
        const { a, b, pose } = buildPair(pair);
        const scaled = buildPair(scalePair(pair, s));
        const { contact } = onPlane(a, b, pose, solveExact({ a, b, pose }), o);
        const big = onPlane(scaled.a, scaled.b, scaled.pose, solveExact(scaled), {
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
        expect(big.volume).toBe(s * s * s * contact.volume);
        expect([...big.centre]).toEqual([...contact.centre].map((x) => s * x));
        expect([...big.shares]).toEqual([...contact.shares].map((x) => s * s * x));
        expect([...big.features]).toEqual([...contact.features]);
        expect([...big.points]).toEqual([...contact.points].map((x) => s * x));
        expect([...big.gaps]).toEqual([...contact.gaps].map((x) => s * x));
      }),
      runs(150, 40),
    );
  });

  it('turn with the bodies', () => {
    fc.assert(
      fc.property(anyPair(), rotation(), (pair, q) => {
        const { a, b, pose } = buildPair(pair);
        const turn = poseOf(q, [0, 0, 0]);
        const solved = onPlane(a, b, pose, solveExact({ a, b, pose }));
        // Both bodies turned: B by its pose, A by its corners. The same plane, turned: a tie may otherwise be broken
        // the other way.
        const points: number[] = [];
        for (let v = 0; v < a.vertexCount; v++) points.push(...transform(turn, vec(a.vertices, 3 * v)));
        const turned = polyhedronFromVertices(points);
        const there = composed(turn, pose);
        // The centroid is recomputed from turned corners: what it moves by is rounding, and goes into B's place and the
        // plane's.
        const origin = vec(turned.origin);
        for (let k = 0; k < 3; k++) there[9 + k] -= origin[k];
        const plane = planeWithNormal(turned, b, there, transform(turn, vec(solved.plane.normal)));
        const other = onPlane(turned, b, there, plane);
        expectSound(other);
        if (turned.vertexCount !== a.vertexCount || turned.faceCount !== a.faceCount) return;
        if (!isClear(solved) || !isClear(other) || !isPlain(solved)) return;
        expect([other.contact.kind, other.contact.count]).toEqual([solved.contact.kind, solved.contact.count]);
        const [{ most, least }, bounds] = [zoneBounds(solved), zoneBounds(other)];
        expect(Math.abs(other.contact.area - solved.contact.area)).toBeLessThanOrEqual(most - least + bounds.most - bounds.least);
      }),
      runs(150, 40),
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

/** No point is nearly, but not clearly, as deep as the deepest. */
function isPlain({ contact, level }: OnPlane): boolean {
  const gaps = contact.gaps.subarray(0, contact.count);
  const least = Math.min(...gaps);
  return gaps.every((gap) => !(gap - least > 0.2 * level && gap - least < 5 * level));
}

describe('contacts on any plane', () => {
  it('are the same whatever features the plane names', () => {
    const feature = fc.tuple(fc.nat(2), fc.nat(511));
    fc.assert(
      fc.property(fc.oneof(anyPair(), identical(nearDuplicate), deep(nearDuplicate)), feature, feature, (pair, f, g) => {
        const { a, b, pose } = buildPair(pair);
        const best = solveExact({ a, b, pose });
        fc.pre(best.gap < 0);
        const named = (shape: ConvexPolyhedron, [dimension, k]: [number, number]): number =>
          4 * (k % [shape.vertexCount, shape.edgeCount, shape.faceCount][dimension]) + dimension;
        for (const [featureA, featureB] of [
          [named(a, f), named(b, g)],
          [NO_FEATURE, NO_FEATURE],
        ]) {
          const c = onPlane(a, b, pose, { ...best, featureA, featureB });
          expect(allFaults(c)).toEqual([]);
        }
      }),
      runs(200, 50),
    );
  });

  it('are sound whatever the normal', () => {
    fc.assert(
      fc.property(anyPair(), direction(), options(), (pair, n, o) => {
        const { a, b, pose } = buildPair(pair);
        const solved = onPlane(a, b, pose, planeWithNormal(a, b, pose, n), { ...o, margin: Infinity });
        expectSound(solved);
        const back = swapped(solved);
        expectSound(back);
      }),
      runs(150, 40),
    );
  });

  it('are sound on the faces of flush, aligned and identical bodies', () => {
    fc.assert(
      fc.property(fc.oneof(lattice(), faceOnFace(), kissing(), sliver(), edgeOnEdge(), identical()), fc.nat(), options(), (pair, k, o) => {
        const { a, b, pose } = buildPair(pair);
        const frame = solidOf(a);
        const normals = frame.faces.map((loop) => faceNormal(frame, loop)!);
        const solved = onPlane(a, b, pose, planeWithNormal(a, b, pose, normals[k % normals.length]), { ...o, margin: Infinity });
        expectSound(solved);
        const back = swapped(solved);
        expectSound(back);
        if (isClear(solved) && isPlain(solved)) expectMirrored(solved, back);
      }),
      runs(150, 40),
    );
  });
});
