import { describe, expect, it } from 'vitest';
import { bodySetFromPoints, createPose, relativePose } from '../../src/body';
import { createOverlapFor, Status, touchingBand, type Overlap } from '../../src/contact';
import { overlap } from '../../src/half-space';
import { loadBugPairs, loadStoredPairs } from '../oracles/cases';
import { fairTolerance } from '../oracles/solid';
import { add, distance, largestCoordinate, scale, sub, vec, type Vec } from '../oracles/vector';
import { checkRegion } from './region-checks';

/**
 * The overlap of every stored reference pair and every hard pair from bug reports, in both orders, with the tolerances
 * that test/cases/README.md calls fair: volume 16 u (m + M/8) area, centroid 2 u M + 2 u (m + M/8) area size / volume
 * (u = 2^-53).
 */
function solve(verticesA: readonly Vec[], verticesB: readonly Vec[]) {
  const bodies = bodySetFromPoints([verticesA.flat(), verticesB.flat()]);
  const [a, b] = bodies.shapes;
  const pose = relativePose(createPose(), bodies, 0, 1);
  const out = createOverlapFor(a, b);
  overlap(out, a, b, pose);
  checkRegion(out, a, b, pose);
  const swapped = createOverlapFor(a, b);
  const back = relativePose(createPose(), bodies, 1, 0);
  overlap(swapped, b, a, back);
  checkRegion(swapped, b, a, back);
  const origin = verticesA[0];
  const coordinate = Math.max(largestCoordinate(verticesA), largestCoordinate(verticesB));
  const given = { a: { vertices: verticesA.map((v) => sub(v, origin)) }, b: { vertices: verticesB.map((v) => sub(v, origin)) } };
  return {
    out,
    swapped,
    band: touchingBand(a, b),
    coordinate,
    length: fairTolerance(given.a, given.b, coordinate),
    centroidOf: (o: Overlap, body: number) => add(vec(o.centroid), vec(bodies.positions.subarray(3 * body))),
  };
}

describe.each(loadStoredPairs().map((pair) => [pair.name, pair] as const))('%s', (name, { a, b, expected }) => {
  const found = solve(a.vertices, b.vertices);

  it('status, volume, centroid, area', () => {
    for (const [order, out] of [found.out, found.swapped].entries()) {
      if (Math.abs(expected.gap) > 3 * found.band) {
        expect(out.status).toBe(expected.state === 'separated' ? Status.Separated : Status.Overlapping);
      } else if (expected.gap <= 0) {
        expect(out.status).not.toBe(Status.Separated);
      }
      expect(out.status).not.toBe(Status.Unresolved);
      if (expected.state !== 'overlapping') {
        if (out.status !== Status.Overlapping) expect(out.volume).toBe(0);
        continue;
      }
      const { overlapVolume, overlapCentroid, overlapArea } = expected;
      expect(Math.abs(out.volume - overlapVolume)).toBeLessThanOrEqual(found.length * overlapArea);
      if (out.status !== Status.Overlapping) continue;
      const size = Math.max(...expected.size);
      const far = 2 ** -52 * found.coordinate + (found.length / 8) * (overlapArea / overlapVolume) * size;
      expect(distance(found.centroidOf(out, order), overlapCentroid!)).toBeLessThanOrEqual(far);
    }
  });

  const { overlapVectorArea, overlapArea } = expected;
  if (!overlapVectorArea) return;
  it('vector area', () => {
    const size = Math.max(...expected.size);
    for (const [out, sign] of [
      [found.out, 1],
      [found.swapped, -1],
    ] as const) {
      if (out.status !== Status.Overlapping) continue;
      const mine = scale(vec(out.normal), sign * out.normalArea);
      // An error of length moves the border between the two parts by as much, over the sine of the angle at which faces
      // of the two bodies meet there (the name of a near-parallel pair tells it); times the perimeter, at most 8 sizes.
      const sine = Number(/1e-\d+$/.exec(name)?.[0] ?? 1);
      expect(distance(mine, overlapVectorArea)).toBeLessThanOrEqual((found.length * 8 * size) / sine);
      expect(out.normalArea).toBeLessThanOrEqual(overlapArea);
    }
  });
});

const solidBugs = loadBugPairs().filter(({ expected }) => expected.dimA === 3 && expected.dimB === 3);

describe.each(solidBugs.map((bug) => [bug.id, bug] as const))('bug %s', (_, { a, b, expected }) => {
  it('status', () => {
    const { out, swapped, band } = solve(a.vertices, b.vertices);
    for (const { status } of [out, swapped]) {
      expect(status).not.toBe(Status.Unresolved);
      expect(status).not.toBe(Status.Invalid);
      if (Math.abs(expected.signedDistance) > Math.max(3 * band, expected.ambiguityBand)) {
        expect(status).toBe(expected.signedDistance > 0 ? Status.Separated : Status.Overlapping);
      }
    }
  });
});
