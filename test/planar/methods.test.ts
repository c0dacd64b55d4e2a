import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createState, Status, vertexFeature, type ContactState } from '../../src/contact';
import {
  bodySetFromPoints2d,
  createCommonLine,
  createContact2d,
  createCundallLineOptions,
  createPose2d,
  cundallLine,
  cundallLineMethod,
  detect2d,
  exactLine,
  exactLineMethod,
  fastCommonLine,
  fastCommonLineMethod,
  polygonFromVertices,
  publishedFastCommonLineMethod,
  publishedShortestLinkMethod2d,
  rectangle,
  regularPolygon,
  relativePose2d,
  shortestLink2d,
  shortestLinkMethod2d,
  type CommonLine,
  type ConvexPolygon,
  type Pose2d,
} from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { fairError, storedPairs2d } from './cases-2d';
import { allowanceOf, bruteGap, judgeLine, type Pair2d } from './judge-2d';
import { latticePairs, numbers, pairs } from './shapes';

type Kernel = (out: CommonLine, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, state: ContactState) => Status;

const line = createCommonLine();
const exact = createCommonLine();

const AS_PRINTED = { variant: 'published', motionA: 0, motionB: 0 } as const;
const published: Kernel = (out, a, b, pose, state) => shortestLink2d(out, a, b, pose, state, AS_PRINTED);
const publishedFcp: Kernel = (out, a, b, pose, state) => fastCommonLine(out, a, b, pose, state, AS_PRINTED);

/** Methods that claim to be exact apart; the second also in overlap. */
const kernels: [string, Kernel, () => ContactState, boolean][] = [
  ['shortestLink2d', shortestLink2d, () => createState(shortestLinkMethod2d), true],
  ['fastCommonLine', fastCommonLine, () => createState(fastCommonLineMethod), false],
];

describe.each(kernels)('%s', (_, kernel, fresh, inOverlap) => {
  const judge = (pair: Pair2d, state = fresh()): void => {
    kernel(line, pair.a, pair.b, pair.pose, state);
    const isExact = inOverlap || bruteGap(pair) > 0;
    expect(judgeLine(line, pair, { exact: isExact, witness: isExact })).toEqual([]);
    if (!isExact) expect(line.gap).toBeLessThanOrEqual(bruteGap(pair) + allowanceOf(pair));
  };

  test('cold, for pairs of all sorts', () => {
    fc.assert(
      fc.property(fc.oneof(pairs, latticePairs), (pair) => judge(pair)),
      runs(4000, 700),
    );
  });

  test('whatever is in its memory', () => {
    fc.assert(
      fc.property(
        fc.oneof(pairs, latticePairs),
        fc.array(fc.integer({ min: -3, max: 110 }), { minLength: 2, maxLength: 2 }),
        (pair, ints) => {
          const state = fresh();
          state.ints.set(ints);
          judge(pair, state);
        },
      ),
      runs(3000, 500),
    );
  });

  test('warm, along a motion', () => {
    fc.assert(
      fc.property(pairs, fc.integer(), fc.constantFrom(1e-9, 1e-3, 0.03, 0.3), (pair, seed, step) => {
        const random = numbers(seed);
        const state = fresh();
        const pose = pair.pose.slice();
        const size = Math.min(pair.a.radius, pair.b.radius);
        for (let k = 0; k < 12; k++) {
          judge({ ...pair, pose }, state);
          pose[2] += step * size * (random() - 0.5);
          pose[3] += step * size * (random() - 0.5);
          const angle = step * (random() - 0.5);
          const [c, s] = pose;
          pose[0] = c * Math.cos(angle) - s * Math.sin(angle);
          pose[1] = s * Math.cos(angle) + c * Math.sin(angle);
        }
      }),
      runs(300),
    );
  });

  test.each(storedPairs2d.map((stored) => [stored.name, stored] as const))('%s', (_name, stored) => {
    const bodies = bodySetFromPoints2d([stored.a.vertices, stored.b.vertices]);
    const pose = relativePose2d(createPose2d(), bodies, 0, 1);
    kernel(line, bodies.shapes[0], bodies.shapes[1], pose, fresh());
    if (inOverlap || stored.expected.state !== 'overlapping') {
      expect(Math.abs(line.gap - stored.expected.gap)).toBeLessThanOrEqual(fairError(stored));
    }
  });

  test('corners facing each other across tiny gaps', () => {
    const diamond = polygonFromVertices([1, 0, 0, 1, -1, 0, 0, -1]);
    for (const gap of [1e-3, 1e-9, 1e-12, 1e-14, 1e-15, 2 ** -52, 0]) {
      for (const turn of [0, 0.1, 0.7, Math.PI / 4, 0.9]) {
        const pose = new Float64Array([Math.cos(turn), Math.sin(turn), 1 + gap + Math.cos(turn), Math.sin(turn)]);
        judge({ a: diamond, b: diamond, pose });
      }
    }
  });

  test('many corners, from the far side', () => {
    const a = regularPolygon(300);
    const b = regularPolygon(299, 0.5);
    for (const gap of [1, 1e-6, 1e-12, 0, -1e-6, -0.3]) {
      const state = fresh();
      state.ints.set([vertexFeature(150) + 1, vertexFeature(20) + 1]);
      judge({ a, b, pose: new Float64Array([Math.cos(1), Math.sin(1), 1.5 + gap, 0]) }, state);
    }
  });

  test('poses that are none', () => {
    const a = rectangle(1, 1);
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      for (let k = 0; k < 4; k++) {
        const pose = createPose2d();
        pose[k] = bad;
        expect(kernel(line, a, a, pose, fresh())).toBe(Status.Invalid);
        expect([...line.normal, ...line.point, ...line.pointA, ...line.pointB, line.gap]).toEqual(new Array(9).fill(0));
      }
    }
    expect(kernel(line, a, a, new Float64Array([1, 0, 1e200, 0]), fresh())).toBe(Status.Invalid);
    expect(kernel(line, a, a, createPose2d(), fresh())).toBe(Status.Overlapping);
  });
});

describe('shortestLink2d', () => {
  test('needs one link where the features stay', () => {
    const a = regularPolygon(64);
    const state = createState(shortestLinkMethod2d);
    shortestLink2d(line, a, a, new Float64Array([0.8, 0.6, 2.1, 0.3]), state);
    shortestLink2d(line, a, a, new Float64Array([0.8, 0.6, 2.1, 0.3 + 1e-6]), state);
    expect(line.iterations).toBe(1);
    expect(line.evaluations).toBe(0);
  });

  test('rarely asks the exact line about bodies that are apart', () => {
    const random = numbers(5);
    let asked = 0;
    for (let k = 0; k < 500; k++) {
      const a = regularPolygon(3 + Math.floor(20 * random()));
      const b = regularPolygon(3 + Math.floor(20 * random()));
      const [angle, aim] = [7 * random(), 7 * random()];
      const pose = new Float64Array([Math.cos(angle), Math.sin(angle), 2.001 * Math.cos(aim), 2.001 * Math.sin(aim)]);
      shortestLink2d(line, a, b, pose, createState(shortestLinkMethod2d));
      expect(line.status).toBe(Status.Separated);
      if (line.evaluations > 0) asked++;
    }
    expect(asked).toBeLessThanOrEqual(2);
  });
});

describe('the published shortest link', () => {
  test('is right for most pairs, never shorter than the distance, and right in contact', () => {
    let wrong = 0;
    let all = 0;
    fc.assert(
      fc.property(pairs, (pair) => {
        published(line, pair.a, pair.b, pair.pose, createState(publishedShortestLinkMethod2d));
        exactLine(exact, pair.a, pair.b, pair.pose);
        all++;
        const size = Math.min(pair.a.radius, pair.b.radius);
        expect(line.gap).toBeGreaterThanOrEqual(exact.gap - allowanceOf(pair) - pair.a.tolerance - pair.b.tolerance);
        if (line.gap > exact.gap + 1e-9 * size) wrong++;
      }),
      runs(2000, 400),
    );
    expect(wrong / all).toBeLessThan(0.15);
  });

  test('stays on the lower side of a slab when it comes from there', () => {
    const slab = rectangle(10, 0.5);
    const state = createState(publishedShortestLinkMethod2d);
    state.ints.set([vertexFeature(1) + 1, vertexFeature(0) + 1]);
    const pose = new Float64Array([Math.SQRT1_2, Math.SQRT1_2, 0, 1]);
    published(line, slab, rectangle(0.1, 0.1), pose, state);
    exactLine(exact, slab, rectangle(0.1, 0.1), pose);
    expect(exact.gap).toBeCloseTo(0.75 - 0.05 * Math.SQRT2, 12);
    expect(line.gap).toBeGreaterThan(exact.gap + 0.4);
  });

  test('finds bodies whose edges cross to overlap, though no end of its links is in the other body', () => {
    const pose = new Float64Array([0.6, 0.8, 0.4, 0.9]);
    published(line, rectangle(1, 1), regularPolygon(6, 0.7), pose, createState(publishedShortestLinkMethod2d));
    exactLine(exact, rectangle(1, 1), regularPolygon(6, 0.7), pose);
    expect([line.status, line.gap]).toEqual([Status.Overlapping, exact.gap]);
    expect(line.iterations).toBeLessThanOrEqual(4);
  });

  test('its slot serves the certified form in turn', () => {
    const state = createState(publishedShortestLinkMethod2d);
    const a = regularPolygon(7);
    for (let k = 0; k < 20; k++) {
      const pose = new Float64Array([0.8, 0.6, 2.4 - 0.06 * k, 0.1 * k]);
      const isPublished = k % 3 === 0;
      (isPublished ? published : shortestLink2d)(line, a, a, pose, state);
      exactLine(exact, a, a, pose);
      // In contact the published form has the line of the moved bodies, which is never above the true gap.
      if (isPublished && exact.gap < 0) expect(line.gap).toBeLessThanOrEqual(exact.gap + 1e-12);
      else expect(Math.abs(line.gap - exact.gap)).toBeLessThanOrEqual(1e-12);
    }
  });
});

describe('cundallLine', () => {
  test('never exceeds the true gap, and supports both bodies', () => {
    fc.assert(
      fc.property(fc.oneof(pairs, latticePairs), (pair) => {
        cundallLine(line, pair.a, pair.b, pair.pose, createState(cundallLineMethod));
        expect(judgeLine(line, pair, { exact: false, witness: false })).toEqual([]);
        expect(line.gap).toBeLessThanOrEqual(bruteGap(pair) + allowanceOf(pair));
        expect(line.evaluations).toBe(1 + 2 * line.iterations);
      }),
      runs(1500),
    );
  });

  test('ends near the best normal once it separates', () => {
    fc.assert(
      fc.property(pairs, (pair) => {
        cundallLine(line, pair.a, pair.b, pair.pose, createState(cundallLineMethod));
        if (!(line.gap > 0)) return;
        exactLine(exact, pair.a, pair.b, pair.pose);
        // g falls by no more than the angle times the farthest corner pair.
        const reach = pair.a.radius + pair.b.radius + Math.hypot(pair.pose[2], pair.pose[3]);
        expect(exact.gap - line.gap).toBeLessThanOrEqual(2 * 0.000175 * reach);
      }),
      runs(1500),
    );
  });

  test('starts from the last normal, does not fall below it, and says when it was cut short', () => {
    const a = regularPolygon(5);
    const pose = new Float64Array([0.8, 0.6, 2.2, 0.9]);
    const state = createState(cundallLineMethod);
    state.floats.set([0.6, 0.8]);
    cundallLine(line, a, a, pose, state, { ...createCundallLineOptions(), maxIterations: 0 });
    expect([line.status, ...line.normal, ...state.floats]).toEqual([Status.Unresolved, 0.6, 0.8, 0.6, 0.8]);
    const { gap } = line;
    cundallLine(line, a, a, pose, state);
    expect(line.gap).toBeGreaterThan(gap);
    expect([...state.floats]).toEqual([...line.normal]);
  });

  test('poses that are none', () => {
    const a = rectangle(1, 1);
    const state = createState(cundallLineMethod);
    expect(cundallLine(line, a, a, new Float64Array([1, 0, Number.NaN, 0]), state)).toBe(Status.Invalid);
    expect(cundallLine(line, a, a, new Float64Array([1, 0, 1e200, 0]), state)).toBe(Status.Invalid);
    expect([...state.floats]).toEqual([0, 0]);
  });
});

test('all methods give the same contact of two touching squares', () => {
  const bodies = bodySetFromPoints2d([
    [0, 0, 1, 0, 1, 1, 0, 1],
    [0.5, 1, 1.5, 1, 1.5, 2, 0.5, 2],
  ]);
  const contact = createContact2d(64);
  for (const method of [exactLineMethod, shortestLinkMethod2d, publishedShortestLinkMethod2d, fastCommonLineMethod]) {
    expect(detect2d(contact, method, bodies, 0, 1)).toBe(Status.Touching);
    expect([contact.count, contact.length]).toEqual([2, 0.5]);
    expect([...contact.points.slice(0, 4)]).toEqual([1, 1, 0.5, 1]);
  }
  detect2d(contact, cundallLineMethod, bodies, 0, 1);
  expect(contact.normal[1]).toBeGreaterThan(0.9999);
});

describe('the published forms in contact', () => {
  const squares = rectangle(1, 1);
  const forms = [
    ['slm-published', published, publishedShortestLinkMethod2d],
    ['fcp-published', publishedFcp, publishedFastCommonLineMethod],
  ] as const;

  test.each(forms)('%s: a block that sinks into another keeps the exact normal and depth', (_, kernel, method) => {
    const state = createState(method);
    for (let k = 0; k < 30; k++) {
      // From 0.05 apart to 0.24 deep.
      const pose = new Float64Array([1, 0, 0.2, 1.05 - 0.01 * k]);
      kernel(line, squares, squares, pose, state);
      expect([...line.normal]).toEqual([expect.closeTo(0, 12), expect.closeTo(1, 12)]);
      expect(line.gap).toBeCloseTo(0.05 - 0.01 * k, 12);
      for (const [point, y] of [
        [line.pointA, 0.5],
        [line.pointB, 0.55 - 0.01 * k],
      ] as const)
        expect(point[1]).toBeCloseTo(y, 12);
    }
  });

  // The gap of FCP is that of a line. The link of SLM may be a wrong one, and then no line supports both bodies.
  test.each(forms)('%s: finite for any memory; in contact FCP is never above the true gap, SLM for most pairs', (name, kernel, method) => {
    let above = 0;
    let all = 0;
    fc.assert(
      fc.property(fc.oneof(pairs, latticePairs), fc.integer(), fc.boolean(), (pair, seed, dirty) => {
        const random = numbers(seed);
        const state = createState(method);
        if (dirty) {
          for (let k = 0; k < state.floats.length; k++) state.floats[k] = 3 * (random() - 0.6);
          for (let k = 0; k < state.ints.length; k++) state.ints[k] = Math.floor(40 * random());
        }
        const pose = pair.pose.slice();
        const size = Math.min(pair.a.radius, pair.b.radius);
        for (let k = 0; k < 6; k++) {
          kernel(line, pair.a, pair.b, pose, state);
          exactLine(exact, pair.a, pair.b, pose);
          const allowed = allowanceOf({ ...pair, pose }) + pair.a.tolerance + pair.b.tolerance;
          expect([...line.normal, ...line.point, ...line.pointA, ...line.pointB, line.gap].every(Number.isFinite)).toBe(true);
          expect(Math.abs(Math.hypot(line.normal[0], line.normal[1]) - 1)).toBeLessThan(1e-9);
          if (exact.gap < -allowed) {
            all++;
            if (line.gap > exact.gap + allowed + 1e-7 * size) above++;
          }
          pose[2] += 0.03 * size * (random() - 0.5);
          pose[3] += 0.03 * size * (random() - 0.5);
        }
      }),
      runs(1500, 400),
    );
    expect(all).toBeGreaterThan(100);
    expect(above / all).toBeLessThanOrEqual(name === 'fcp-published' ? 0 : 0.05);
  });

  test('fcp: a first contact has no last normal, so its normal may be a wrong one', () => {
    // Corner over face: the line of centroids points past the corner of the lower block.
    const wide = rectangle(4, 1);
    const pose = new Float64Array([1, 0, 2.2, 0.95]);
    publishedFcp(line, wide, squares, pose, createState(publishedFastCommonLineMethod));
    exactLine(exact, wide, squares, pose);
    expect(exact.gap).toBeCloseTo(-0.05, 12);
    expect([...exact.normal]).toEqual([0, 1]);
    expect(line.gap).toBeLessThan(-0.05);
  });
});
