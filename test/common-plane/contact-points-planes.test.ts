/**
 * Points, zone and rim on the planes of every method, and on planes of no method, against the two surfaces themselves
 * (oracles/plane-surfaces.ts): all families of pairs.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pose } from '../../src/body';
import {
  cundallMethod,
  exactMethod,
  fastCommonPlaneMethod,
  publishedFastCommonPlaneMethod,
  publishedShortestLinkIfShorterMethod,
  publishedShortestLinkMethod,
  shortestLinkMethod,
  trackedShortestLinkMethod,
} from '../../src/common-plane';
import { createState, type DetectOptions } from '../../src/contact';
import {
  anyPair,
  buildPair,
  deep,
  faceOnFace,
  identical,
  kissing,
  lattice,
  nearParallelFaces,
  scalePair,
  size,
  sliver,
  tumbled,
} from '../arbitraries/pairs';
import { direction, fromAxisAngle, poseOf } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { lens, needle, plate, rock } from '../arbitraries/shapes';
import { solveExact } from '../oracles/solve';
import { faceNormal, solidOf } from '../oracles/solid';
import { add, normalize, scale, type Vec } from '../oracles/vector';
import { allFaults, byMethod, onPlane, planeWithNormal } from './zone-checks';
import { sweep } from '../sweep';

/** The pose with B turned about its centroid. */
function turnedBy(pose: Pose, axis: Vec, angle: number): Pose {
  const turn = poseOf(fromAxisAngle(axis, angle), [0, 0, 0]);
  const out = pose.slice();
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++) out[3 * i + k] = turn[3 * i] * pose[k] + turn[3 * i + 1] * pose[3 + k] + turn[3 * i + 2] * pose[6 + k];
  return out;
}

/** Lengths in the unit of the bodies, which are about 1 in size. */
const options = (): fc.Arbitrary<Partial<DetectOptions>> =>
  fc.constantFrom({}, {}, { margin: 0.01 }, { margin: 10 }, { pointMargin: 0.005 }, { rounding: 0.02 }, { rounding: 0.02, margin: 0.05 });

describe('exact planes', () => {
  it('of pairs of every kind', () => {
    fc.assert(
      fc.property(anyPair(), options(), (pair, o) => {
        const { a, b, pose } = buildPair(pair);
        const plane = solveExact({ a, b, pose });
        const c = onPlane(a, b, pose, plane, o);
        fc.pre(plane.gap <= c.limit);
        expect(allFaults(c)).toEqual([]);
      }),
      runs(250),
    );
  });

  it('of hulls with up to 200 corners', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          tumbled(() => rock(200)),
          deep(() => rock(120)),
          sliver(() => rock(200)),
        ),
        (pair) => {
          const { a, b, pose } = buildPair(pair);
          const plane = solveExact({ a, b, pose });
          const c = onPlane(a, b, pose, plane);
          fc.pre(plane.gap <= c.limit);
          expect(allFaults(c)).toEqual([]);
        },
      ),
      runs(20),
    );
  });

  it('of lenses, needles and plates', () => {
    const flat = (): ReturnType<typeof lens> => fc.oneof(lens(), needle(), plate(), lens());
    fc.assert(
      fc.property(fc.oneof(tumbled(flat), deep(flat), nearParallelFaces(flat), kissing(flat)), options(), (pair, o) => {
        const { a, b, pose } = buildPair(pair);
        const plane = solveExact({ a, b, pose });
        const c = onPlane(a, b, pose, plane, o);
        fc.pre(plane.gap <= c.limit);
        expect(allFaults(c)).toEqual([]);
      }),
      runs(150),
    );
  });

  it('of bodies of any size', () => {
    fc.assert(
      fc.property(anyPair(), size(), (pair, s) => {
        const { a, b, pose } = buildPair(scalePair(pair, s));
        const plane = solveExact({ a, b, pose });
        const c = onPlane(a, b, pose, plane, { margin: 0.1 * s });
        fc.pre(plane.gap <= c.limit);
        expect(allFaults(c)).toEqual([]);
      }),
      runs(100),
    );
  });
});

describe('planes that are not the best', () => {
  it('of any normal', () => {
    fc.assert(
      fc.property(anyPair(), direction(), options(), (pair, n, o) => {
        const { a, b, pose } = buildPair(pair);
        const c = onPlane(a, b, pose, planeWithNormal(a, b, pose, n), o);
        fc.pre(c.plane.gap <= c.limit);
        expect(allFaults(c)).toEqual([]);
      }),
      runs(250),
    );
  });

  it('of the faces of either body', () => {
    fc.assert(
      fc.property(fc.oneof(lattice(), faceOnFace(), identical(), deep()), fc.nat(), fc.boolean(), (pair, k, ofA) => {
        const { a, b, pose } = buildPair(pair);
        const solid = ofA ? solidOf(a) : solidOf(b, pose);
        const n = faceNormal(solid, solid.faces[k % solid.faces.length])!;
        const c = onPlane(a, b, pose, planeWithNormal(a, b, pose, ofA ? n : scale(n, -1)), { margin: 0.01 });
        fc.pre(c.plane.gap <= c.limit);
        expect(allFaults(c)).toEqual([]);
      }),
      runs(150),
    );
  });

  it('tilted a little from the best', () => {
    const angles = fc.integer({ min: 4, max: 48 }).map((k) => 10 ** (-k / 4));
    fc.assert(
      fc.property(anyPair(), direction(), angles, (pair, axis, angle) => {
        const { a, b, pose } = buildPair(pair);
        const best = solveExact({ a, b, pose });
        const n = normalize(add([best.normal[0], best.normal[1], best.normal[2]], scale(axis, angle)))!;
        const c = onPlane(a, b, pose, planeWithNormal(a, b, pose, n), { margin: 0.01 });
        fc.pre(c.plane.gap <= c.limit);
        expect(allFaults(c)).toEqual([]);
      }),
      runs(150),
    );
  });
});

describe('planes of every method', () => {
  const methods = [
    exactMethod,
    shortestLinkMethod,
    trackedShortestLinkMethod,
    publishedShortestLinkMethod,
    publishedShortestLinkIfShorterMethod,
    fastCommonPlaneMethod,
    publishedFastCommonPlaneMethod,
    cundallMethod,
  ];

  it.each(methods.map((method) => [method.name, method] as const))('%s, cold and warm', (_, method) => {
    let found = 0;
    fc.assert(
      fc.property(anyPair(), direction(), fc.constantFrom(1e-3, 0.03), options(), (pair, axis, angle, o) => {
        const { a, b, pose } = buildPair(pair);
        const state = createState(method);
        for (let step = 0; step < 3; step++) {
          const turned = turnedBy(pose, axis, step * angle);
          const c = byMethod(method, a, b, turned, o, state);
          if (c === null) continue;
          found++;
          expect(allFaults(c)).toEqual([]);
        }
      }),
      runs(40),
    );
    expect(found).toBeGreaterThan(sweep(60, 20));
  });
});
