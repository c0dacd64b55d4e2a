import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPose } from '../../src/body';
import { ContactKind, Status, createDetectOptions, touchingBand, type Contact } from '../../src/contact';
import { anyPair, buildPair, scalePair, size, type Pair } from '../arbitraries/pairs';
import { direction, fromAxisAngle, poseOf, rotation } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { anyShape, grid, smallShape, tiny } from '../arbitraries/shapes';
import { roundingStep } from '../oracles/judge';
import { gapAlong, inverseTransform, planeMisfit, solidOf } from '../oracles/solid';
import { dot, length, scale, vec, type Vec } from '../oracles/vector';
import { contactSet, direct, exact, fast, memory, toleranceOf } from './searches';
import { sweep } from '../sweep';

const zoo = fc.oneof(anyPair(smallShape), anyPair(anyShape));

/** What two computations of a gap may differ by: rounding, and what is unknown of the bodies. */
function slack(pair: Pair): number {
  return 32 * roundingStep(pair) + touchingBand(pair.a, pair.b) + planeMisfit(pair.a) + planeMisfit(pair.b);
}

/** After B has been turned about an axis through its centroid and shifted. */
function moved(pair: Pair, axis: Vec, angle: number, shift: Vec): Pair {
  const turn = poseOf(fromAxisAngle(axis, angle), [0, 0, 0]);
  const pose = createPose();
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) pose[3 * r + c] = [0, 1, 2].reduce((s, k) => s + turn[3 * r + k] * pair.pose[3 * k + c], 0);
    pose[9 + r] = pair.pose[9 + r] + shift[r];
  }
  return { ...pair, pose };
}

function expectSame(x: Contact, y: Contact, allowed: number): void {
  expect(contactSet(x)).toBe(contactSet(y));
  expect(x.kind).toBe(y.kind);
  expect(x.status).toBe(y.status);
  if (x.count > 0) expect(Math.abs(x.gap - y.gap)).toBeLessThanOrEqual(allowed);
}

describe('direct search, initial and updated fast search', () => {
  it('find the same contact set, kind and status', () => {
    fc.assert(
      fc.property(zoo, size(), (pairCase, s) => {
        const pair = buildPair(scalePair(pairCase, s));
        const state = memory();
        const ds = direct(pair);
        expectSame(fast(pair, state), ds, slack(pair));
        expectSame(fast(pair, state), ds, slack(pair));
      }),
      runs(1500, 250),
    );
  });

  it('also after motions within dTol, after jumps, and with the memory of another pair', () => {
    fc.assert(
      fc.property(zoo, direction(), direction(), grid(-1, 1), rotation(), (pairCase, axis, along, part, q) => {
        const pair = buildPair(pairCase);
        const tolerance = toleranceOf(pair);
        const state = memory();
        fast(pair, state);
        const near = moved(pair, axis, (part * tolerance) / (2 * pair.b.radius), scale(along, 0.5 * part * tolerance));
        expectSame(fast(near, state), direct(near), slack(near));
        const far: Pair = { ...pair, pose: poseOf(q, scale(along, 2 * part * pair.b.radius)) };
        expectSame(fast(far, state), direct(far), slack(far));
        const other: Pair = { kind: '', a: pair.b, b: pair.a, pose: poseOf(q, scale(along, pair.a.radius)) };
        expectSame(fast(other, state), direct(other), slack(other));
      }),
      runs(800, 150),
    );
  });

  it('agree for any motion, margin, edge length and parallel tolerance in the options', () => {
    fc.assert(
      fc.property(zoo, tiny(0, 6), tiny(0, 6), tiny(0, 6), tiny(1, 6), (pairCase, motion, margin, edge, sine) => {
        const pair = buildPair(pairCase);
        const options = { ...createDetectOptions(), motionA: motion, margin, smallestEdge: edge, parallelSine: sine };
        expectSame(fast(pair, memory(), options), direct(pair, options), slack(pair));
      }),
      runs(400, 80),
    );
  });
});

describe('against the exact plane', () => {
  it('contacts exactly within dTol, the truth about status, a gap that no plane denies', () => {
    const seen = { apart: 0, within: 0, deep: 0 };
    fc.assert(
      fc.property(zoo, (pairCase) => {
        const pair = buildPair(pairCase);
        const { a, b, pose } = pair;
        const tolerance = toleranceOf(pair);
        const plane = exact(pair);
        const contact = fast(pair);
        const allowed = slack(pair);
        const g = plane.gap;
        // The gap is that of the normal: a plane that separates by it.
        if (length(vec(contact.normal)) > 0 && contact.count > 0) {
          expect(Math.abs(length(vec(contact.normal)) - 1)).toBeLessThanOrEqual(8 * Number.EPSILON);
          expect(Math.abs(gapAlong(solidOf(a), solidOf(b, pose), vec(contact.normal)) - contact.gap)).toBeLessThanOrEqual(allowed);
        }
        expect(contact.gap).toBeLessThanOrEqual(g + allowed);
        if (Math.abs(g) > touchingBand(a, b) + 4 * allowed) expect(contact.status).toBe(plane.status);
        if (g > tolerance + allowed) {
          seen.apart++;
          expect(contact.count).toBe(0);
          expect(contact.kind).toBe(ContactKind.None);
          expect(contact.gap).toBeGreaterThanOrEqual(tolerance * (1 - 1e-12));
        } else if (g < -tolerance - allowed) {
          seen.deep++;
          expect(contact.count).toBe(1);
          expect(Math.abs(contact.gap - g)).toBeLessThanOrEqual(allowed);
        } else if (Math.abs(g) < tolerance - allowed) {
          seen.within++;
          expect(contact.count).toBeGreaterThan(0);
        }
      }),
      runs(1500, 250),
    );
    expect(Math.min(seen.apart, seen.within, seen.deep)).toBeGreaterThan(sweep(150, 40));
  });
});

describe('equivariance', () => {
  it('swapped bodies have the mirrored contact', () => {
    fc.assert(
      fc.property(zoo, (pairCase) => {
        const pair = buildPair(pairCase);
        const contact = fast(pair);
        const back = inverseTransform(pair.pose, [0, 0, 0]);
        const pose = createPose();
        for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) pose[3 * r + c] = pair.pose[3 * c + r];
        pose.set(back, 9);
        const mirrored = fast({ a: pair.b, b: pair.a, pose });
        const plane = exact(pair);
        // Decisions within rounding of dTol, and ties, may fall either way: gap and status are what must not.
        if (contact.count > 0 && mirrored.count > 0) {
          if (contact.kind === mirrored.kind && contact.kind > ContactKind.VertexEdge && contact.kind !== ContactKind.ParallelEdges)
            expect(Math.abs(contact.gap - mirrored.gap)).toBeLessThanOrEqual(slack(pair));
        }
        if (Math.abs(plane.gap) > touchingBand(pair.a, pair.b) + 4 * slack(pair)) expect(mirrored.status).toBe(contact.status);
      }),
      runs(500, 120),
    );
  });

  it('powers of two scale the result to the bit', () => {
    fc.assert(
      fc.property(zoo, fc.integer({ min: -20, max: 20 }), (pairCase, k) => {
        const s = 2 ** k;
        const pair = buildPair(pairCase);
        const large = buildPair(scalePair(pairCase, s));
        const x = fast(pair);
        const y = fast(large);
        expect(contactSet(y)).toBe(contactSet(x));
        expect(y.kind).toBe(x.kind);
        expect(y.gap).toBe(x.gap * s);
        expect([...y.normal]).toEqual([...x.normal]);
        expect(y.area).toBe(x.area * s * s);
      }),
      runs(300),
    );
  });
});

it('every number is finite, and points lie between the bodies along the normal', () => {
  fc.assert(
    fc.property(zoo, (pairCase) => {
      const pair = buildPair(pairCase);
      const contact = fast(pair);
      const numbers = [
        ...contact.normal,
        contact.gap,
        contact.area,
        ...contact.pointA,
        ...contact.pointB,
        ...contact.points,
        ...contact.gaps,
      ];
      expect(numbers.every(Number.isFinite)).toBe(true);
      const n = vec(contact.normal);
      if (contact.count === 0) return;
      for (let k = 0; k < 3; k++)
        expect(Math.abs(contact.pointB[k] - contact.pointA[k] - contact.gap * n[k])).toBeLessThanOrEqual(slack(pair));
      const high = Math.max(...solidOf(pair.a).vertices.map((v) => dot(n, v)));
      expect(Math.abs(dot(n, vec(contact.pointA)) - high)).toBeLessThanOrEqual(slack(pair));
    }),
    runs(500, 120),
  );
});

it('a pose that is not finite is Invalid', () => {
  const pair = buildPair({
    kind: '',
    a: [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1],
    b: [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1],
    pose: [...createPose()],
  });
  for (let k = 0; k < 12; k++) {
    for (const bad of [NaN, Infinity, -Infinity]) {
      const pose = createPose();
      pose[k] = bad;
      for (const contact of [direct({ ...pair, pose }), fast({ ...pair, pose })]) {
        expect(contact.status).toBe(Status.Invalid);
        expect(contact.count).toBe(0);
        expect(contact.gap).toBe(0);
      }
    }
  }
});
