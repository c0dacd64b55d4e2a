import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContactKind, createState, NormalOwner, Status } from '../../src/contact';
import {
  createCommonLine,
  createContact2d,
  createContactFor2d,
  createDetectOptions2d,
  createPose2d,
  directSearch2d,
  exactLine,
  fastDirectSearch2d,
  fastDirectSearchMethod2d,
  lineContact,
  polygonFromVertices,
  rectangle,
} from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { extentOf } from './judge-2d';
import { latticePairs, pairs } from './shapes';

const slow = createContact2d(64);
const fast = createContact2d(64);
const line = createCommonLine();
const options = createDetectOptions2d();

describe('the direct searches', () => {
  test('find the same contact, from any memory, with the status of the exact gap', () => {
    fc.assert(
      fc.property(
        fc.oneof(pairs, latticePairs),
        fc.array(fc.integer({ min: -3, max: 110 }), { minLength: 2, maxLength: 2 }),
        (pair, ints) => {
          const { a, b, pose } = pair;
          directSearch2d(slow, a, b, pose, undefined, options);
          exactLine(line, a, b, pose);
          const band = a.tolerance + b.tolerance;
          const rounding = 64 * 2 ** -53 * extentOf(pair);
          for (const memory of [[0, 0], ints]) {
            const state = createState(fastDirectSearchMethod2d);
            state.ints.set(memory);
            // Twice: initial (or from some memory), then updated.
            for (let k = 0; k < 2; k++) {
              fastDirectSearch2d(fast, a, b, pose, state, options);
              expect(fast.status).toBe(slow.status);
              expect(fast.kind).toBe(slow.kind);
              expect(fast.count).toBe(slow.count);
              if (slow.count > 0) {
                expect(Math.abs(fast.gap - slow.gap)).toBeLessThanOrEqual(rounding);
                expect(fast.featureA).toBe(slow.featureA);
                expect(fast.featureB).toBe(slow.featureB);
              }
            }
          }
          if (Math.abs(Math.abs(line.gap) - band) > rounding) expect(slow.status).toBe(line.status);
          // A lower bound, apart and in overlap.
          expect(slow.gap).toBeLessThanOrEqual(line.gap + rounding);
          for (let k = 0; k < slow.count; k++) expect(slow.gaps[k]).toBeGreaterThanOrEqual(slow.gap - rounding - 2 * band);
        },
      ),
      runs(3000, 500),
    );
  });
});

describe('kinds and limits', () => {
  const square = rectangle(2, 2);
  const half = [Math.SQRT1_2, Math.SQRT1_2];
  const find = (x: number, y: number, turn = [1, 0]) => {
    directSearch2d(slow, square, square, new Float64Array([...turn, x, y]), undefined, options);
    return slow;
  };
  // dTol is 0.05 times the edge of 2.

  test('parallel edges within the tolerance, apart and in contact', () => {
    for (const gap of [0.09, 0.01, 0, -0.01, -0.09]) {
      find(0.5, 2 + gap);
      expect([slow.kind, slow.count]).toEqual([ContactKind.ParallelEdges, 2]);
      expect(slow.gap).toBeCloseTo(gap, 14);
      // Apart nothing presses.
      expect(slow.length).toBeCloseTo(gap > 0 ? 0 : 1.5, 14);
      expect(slow.area).toBeCloseTo(gap > 0 ? 0 : -1.5 * gap, 14);
      expect([slow.shares[0], slow.shares[1], slow.rimCount]).toEqual([slow.length / 2, slow.length / 2, 0]);
      expect(slow.owner).toBe(NormalOwner.FaceA);
      expect(slow.centre[0]).toBeCloseTo(0.25, 14);
      expect(slow.centre[1]).toBeCloseTo(1 + gap / 2, 14);
      expect(slow.gaps[0]).toBeCloseTo(gap, 14);
      expect([...slow.normal]).toEqual([0, 1]);
    }
    expect([find(0.5, 2.11).kind, slow.status]).toEqual([ContactKind.None, Status.Separated]);
    expect([find(0.5, 1.8).kind, slow.status]).toEqual([ContactKind.VertexEdge, Status.Overlapping]);
    expect(slow.gap).toBeCloseTo(-0.2, 14);
  });

  test('a corner over an edge, a corner at a corner', () => {
    find(0.5, 1 + Math.SQRT2 + 0.05, half);
    expect([slow.kind, slow.count, slow.status]).toEqual([ContactKind.VertexEdge, 1, Status.Separated]);
    expect(slow.gap).toBeCloseTo(0.05, 14);
    find(2.05, 2.05);
    expect([slow.kind, slow.count, slow.status]).toEqual([ContactKind.VertexVertex, 1, Status.Separated]);
    // The mean of the four normals that are valid there.
    expect(slow.normal[0]).toBeCloseTo(Math.SQRT1_2, 14);
    expect(slow.gap).toBeCloseTo(0.05 * Math.SQRT2, 14);
  });

  test('one point has the whole length of the zone, two what is nearer to each; area and centre are those of the exact line', () => {
    for (const turn of [0.01, 0.015, 0.5]) {
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const pose = new Float64Array([c, s, 0.3, 2 * 1 + (c + s - 1) - 0.03]);
      directSearch2d(slow, square, square, pose, undefined, options);
      exactLine(line, square, square, pose);
      const full = createContactFor2d(square, square);
      lineContact(full, square, square, pose, line, options);
      expect(slow.count).toBe(turn < 0.4 ? 2 : 1);
      expect(slow.length).toBeCloseTo(full.length, 12);
      expect(slow.area).toBeCloseTo(full.area, 12);
      [0, 1].forEach((k) => expect(slow.centre[k]).toBeCloseTo(full.centre[k], 12));
      expect(slow.shares[0] + (slow.count === 2 ? slow.shares[1] : 0)).toBeCloseTo(slow.length, 14);
    }
    // Of two the deeper one stays.
    const pose = new Float64Array([Math.cos(0.01), Math.sin(0.01), 0.3, 1.99]);
    directSearch2d(slow, square, square, pose, undefined, options);
    directSearch2d(fast, square, square, pose, undefined, { ...options, maxPoints: 1 });
    const deeper = slow.gaps[0] < slow.gaps[1] ? 0 : 1;
    expect([fast.count, fast.gaps[0], fast.dropped]).toEqual([1, slow.gaps[deeper], 0]);
  });

  test('motion and margin widen the tolerance', () => {
    const pose = new Float64Array([1, 0, 0, 2.3]);
    expect(directSearch2d(slow, square, square, pose, undefined, { ...options, motionA: 0.16 })).toBe(Status.Separated);
    expect(slow.count).toBe(2);
    directSearch2d(slow, square, square, pose, undefined, { ...options, margin: 0.31 });
    expect(slow.count).toBe(2);
    directSearch2d(slow, square, square, pose, undefined, { ...options, smallestEdge: 7 });
    expect(slow.count).toBe(2);
    directSearch2d(slow, square, square, pose, undefined, options);
    expect(slow.count).toBe(0);
    expect(slow.gap).toBeCloseTo(0.3, 14);
  });

  test('bodies that overlap by dTol to rounding overlap', () => {
    // dTol is 0.05 times the shorter side, and so is the depth.
    const a = polygonFromVertices([
      -0.6666666666666666, -0.4666666666666667, 0.6666666666666669, -0.4666666666666667, 0.6666666666666669, 0.4666666666666667,
      -0.6666666666666666, 0.4666666666666667,
    ]);
    const b = polygonFromVertices([0.6666666666666666, 1, -1.3333333333333335, 0, 0.6666666666666666, -1]);
    const [c, s, x, y] = [-0.7521843234916683, 0.6589527627177697, 1.4289675049294048, -0.3510514562114974];
    for (const search of [
      directSearch2d,
      (out: typeof slow, p: typeof a, q: typeof b, pose: Float64Array) =>
        fastDirectSearch2d(out, p, q, pose, createState(fastDirectSearchMethod2d), options),
    ]) {
      expect(search(slow, a, b, new Float64Array([c, -s, -(c * x + s * y), -(c * y - s * x)]), undefined, options)).toBe(
        Status.Overlapping,
      );
      expect([slow.kind, slow.count]).toEqual([ContactKind.VertexEdge, 1]);
      expect(slow.gap).toBeCloseTo(-7 / 150, 14);
      expect(search(slow, b, a, new Float64Array([c, s, x, y]), undefined, options)).toBe(Status.Overlapping);
    }
  });

  test('poses that are none', () => {
    for (let k = 0; k < 4; k++) {
      const pose = createPose2d();
      pose[k] = Number.NaN;
      expect(directSearch2d(slow, square, square, pose, undefined, options)).toBe(Status.Invalid);
      expect(fastDirectSearch2d(fast, square, square, pose, createState(fastDirectSearchMethod2d), options)).toBe(Status.Invalid);
    }
  });
});
