import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { createOverlapFor, Status, touchingBand, type Overlap } from '../../src/contact';
import { overlap } from '../../src/half-space';
import { box, type ConvexPolyhedron } from '../../src/polyhedron';
import * as pairs from '../arbitraries/pairs';
import { anyPair, buildPair, deep, scalePair } from '../arbitraries/pairs';
import { runs } from '../arbitraries/settings';
import { allowance } from '../oracles/judge';
import { solveExact } from '../oracles/solve';
import { checkRegion } from './region-checks';

function regionOf(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): Overlap {
  const out = createOverlapFor(a, b);
  overlap(out, a, b, pose);
  return out;
}

/** Pose of A in B's frame. */
function inverse(pose: Pose): Pose {
  const out = createPose();
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) out[3 * r + c] = pose[3 * c + r];
    out[9 + r] = -(pose[r] * pose[9] + pose[3 + r] * pose[10] + pose[6 + r] * pose[11]);
  }
  return out;
}

describe.each([
  ['any', anyPair()],
  ['sliver', pairs.sliver()],
  ['deep', deep()],
  ['contained', pairs.contained()],
  ['identical', pairs.identical()],
  ['face on face', pairs.faceOnFace()],
  ['near-parallel faces', pairs.nearParallelFaces()],
  ['near-flush stack', pairs.nearFlushStack()],
  ['flat faces', pairs.flatFaces()],
  ['lens and small', pairs.lensAndSmall()],
  ['first touch', pairs.firstTouch()],
])('%s', (_, source) => {
  it('is a closed region in both bodies, with the status of the exact plane, the same from both sides', () => {
    fc.assert(
      fc.property(source, (data) => {
        const pair = buildPair(data);
        const { a, b, pose } = pair;
        const out = regionOf(a, b, pose);
        checkRegion(out, a, b, pose);
        const exact = solveExact(pair);
        const size = a.radius + b.radius;
        const ulp = 2 ** -52 * size;
        // Thin as this, a region that is long too may have its volume lost in rounding.
        const isThin = exact.gap > -1e6 * ulp;
        const back = regionOf(b, a, inverse(pose));
        checkRegion(back, b, a, inverse(pose));
        const isClear = Math.abs(Math.abs(exact.gap) - touchingBand(a, b)) > 2 * allowance(pair);
        for (const { status } of [out, back]) {
          expect(status).not.toBe(Status.Unresolved);
          if (isClear) expect(status).toBe(exact.status);
        }
        const slack = isThin ? 2 ** -52 * size ** 3 : 8 * ulp * Math.max(out.area, back.area);
        expect(Math.abs(back.volume - out.volume)).toBeLessThanOrEqual(slack);
        if (out.status === Status.Overlapping && !isThin) expect(out.volume).toBeGreaterThan(0);
        expect(out.volume).toBeLessThanOrEqual(Math.min(a.volume, b.volume) + slack);
      }),
      runs(150, 60),
    );
  });
});

it('scales with the bodies', () => {
  fc.assert(
    fc.property(deep(), fc.constantFrom(2 ** -20, 2 ** 20), (data, s) => {
      const one = buildPair(data);
      const other = buildPair(scalePair(data, s));
      const p = regionOf(one.a, one.b, one.pose);
      const q = regionOf(other.a, other.b, other.pose);
      expect([q.status, q.volume, q.area, q.normalArea]).toEqual([p.status, p.volume * s ** 3, p.area * s ** 2, p.normalArea * s ** 2]);
    }),
    runs(100, 40),
  );
});

it('moved along its normal, the volume falls by normalArea a length', () => {
  fc.assert(
    fc.property(deep(), (data) => {
      const { a, b, pose } = buildPair(data);
      const out = regionOf(a, b, pose);
      fc.pre(out.status === Status.Overlapping && out.normalArea > 1e-3 * out.area);
      // Central difference: the volume is a cubic of the shift between corners that appear, so its error is of order
      // h^2.
      const h = 1e-5 * Math.min(a.radius, b.radius);
      const moved = (s: number): Overlap => {
        const at = pose.slice();
        for (let k = 0; k < 3; k++) at[9 + k] += s * out.normal[k];
        return regionOf(a, b, at);
      };
      const [there, back] = [moved(h), moved(-h)];
      const slope = (there.volume - back.volume) / (2 * h);
      // Where faces pass through each other, normalArea jumps: the slope is between what it is before and after.
      const along = [there, out, back].map((o) => o.normalArea * o.normal.reduce((sum, n, k) => sum + n * out.normal[k], 0));
      const noise = (64 * 2 ** -52 * (a.radius + b.radius) * out.area) / h + 40 * h * Math.sqrt(out.area);
      expect(-slope).toBeGreaterThanOrEqual(Math.min(...along) - noise);
      expect(-slope).toBeLessThanOrEqual(Math.max(...along) + noise);
    }),
    runs(200, 80),
  );
});

it('faces that lie on each other count half for each body: the normal is the same from both sides', () => {
  // Inside, with the fronts flush: half of that front.
  const a = box(1, 1, 1);
  const b = box(0.5, 0.5, 0.5);
  const pose = createPose();
  pose[10] = 0.25;
  const out = regionOf(a, b, pose);
  const back = regionOf(b, a, inverse(pose));
  expect([out.normalArea, ...out.normal]).toEqual([0.125, 0, 1, 0]);
  expect([back.normalArea, ...back.normal]).toEqual([0.125, -0, -1, -0]);
  pose[11] = 0.35;
  const cut = regionOf(a, b, pose);
  const cutBack = regionOf(b, a, inverse(pose));
  for (let k = 0; k < 3; k++) expect(cutBack.normal[k]).toBeCloseTo(-cut.normal[k], 14);
  // B sticks out at the top by 0.1: the top of A, 0.5 x 0.5, and half of the front, 0.5 x 0.4.
  expect(cut.normalArea).toBeCloseTo(Math.hypot(0.25, 0.1), 14);
});

it('bodies in one place share all faces: apart along x', () => {
  const a = box(1, 2, 3);
  const out = regionOf(a, a, createPose());
  expect([out.status, out.normalArea, ...out.normal]).toEqual([Status.Overlapping, 0, 1, 0, 0]);
  expect(out.volume).toBeCloseTo(6, 14);
});

it('a pose with any bad number is Invalid', () => {
  const { a, b, pose } = buildPair(fc.sample(deep(), { numRuns: 1, seed: 1 })[0]);
  for (let k = 0; k < 12; k++) {
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      const at = pose.slice();
      at[k] = bad;
      const out = regionOf(a, b, at);
      expect(out.status).toBe(Status.Invalid);
      expect([out.volume, ...out.normal, ...out.centroid]).toEqual([0, 0, 0, 0, 0, 0, 0]);
    }
  }
});

it('arrays that are too short lose corners and faces, never numbers', () => {
  const { a, b, pose } = buildPair(fc.sample(deep(), { numRuns: 1, seed: 2 })[0]);
  const whole = regionOf(a, b, pose);
  const short = {
    ...createOverlapFor(a, b),
    vertices: new Float64Array(4),
    faceStart: new Int32Array(2),
    faceVertices: new Int32Array(2),
    faceSource: new Int32Array(2),
  };
  overlap(short, a, b, pose);
  expect([short.status, short.volume, short.vertexCount, short.faceCount]).toEqual([
    whole.status,
    whole.volume,
    whole.vertexCount,
    whole.faceCount,
  ]);
});

it('what `out` held before does not matter', () => {
  fc.assert(
    fc.property(anyPair(), (data) => {
      const { a, b, pose } = buildPair(data);
      const clean = regionOf(a, b, pose);
      const used = createOverlapFor(a, b);
      for (const array of [used.vertices, used.centroid, used.normal]) array.fill(Number.NaN);
      for (const array of [used.faceStart, used.faceVertices, used.faceSource]) array.fill(-1);
      for (const key of ['volume', 'area', 'areaA', 'areaB', 'normalArea', 'vertexCount', 'faceCount', 'iterations'] as const) {
        used[key] = Number.NaN;
      }
      overlap(used, a, b, pose);
      const written = ({ vertices, faceStart, faceVertices, faceSource, ...rest }: Overlap): unknown => ({
        ...rest,
        vertices: vertices.slice(0, 3 * rest.vertexCount),
        faceStart: faceStart.slice(0, rest.faceCount + 1),
        faceVertices: faceVertices.slice(0, faceStart[rest.faceCount]),
        faceSource: faceSource.slice(0, 2 * rest.faceCount),
      });
      expect(written(used)).toEqual(written(clean));
    }),
    runs(100, 40),
  );
});
