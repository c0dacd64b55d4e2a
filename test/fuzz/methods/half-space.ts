import { createOverlapFor, type Overlap } from '../../../src/contact';
import { halfSpaceMethod, overlap } from '../../../src/half-space';
import type { FuzzMethod } from '../fuzz-method';
import { swappedPair, type FuzzPair } from '../fuzz-pair';
import { judgeContacts } from '../judge-contacts';

/**
 * Rounding steps (2^-52) of a volume: of the extent times the area, by the planes; of the cube of the region's length,
 * by the sums.
 */
const STEPS = 64;

/** What the volume of a region of that length is rounded by; its moments by this times the length. */
export const roundingOf = (length: number): number => STEPS * 2 ** -52 * length ** 3;

/**
 * The overlap polyhedron: status of the exact gap; a gap of its own, 0 apart; one volume for both orders of A and B.
 */
export const halfSpace: FuzzMethod = {
  name: halfSpaceMethod.name,
  judge(pair, tally) {
    judgeContacts(
      halfSpaceMethod,
      { exactStatus: true, resolves: true, lists: 'touching', gap: () => '', symmetric: false, forgets: true, overBoth: false },
      pair,
      tally,
    );
    const { a, b } = pair;
    const region = regionOf(pair);
    const back = regionOf(swappedPair(pair));
    const size = a.shape.radius + b.shape.radius;
    const length = Math.max(lengthOf(region), lengthOf(back));
    const slack = STEPS * 2 ** -52 * size * Math.max(region.area, back.area) + roundingOf(length) + (a.misfit + b.misfit) * region.area;
    if (!(Math.abs(back.volume - region.volume) <= slack)) tally.fault(`volume ${region.volume}, swapped ${back.volume}`);
  },
};

function regionOf({ a, b, pose }: FuzzPair): Overlap {
  const region = createOverlapFor(a.shape, b.shape);
  overlap(region, a.shape, b.shape, pose);
  return region;
}

/** How far the corners of a region are from the first one, at most. */
export function lengthOf({ vertices, vertexCount }: Overlap): number {
  let most = 0;
  for (let v = 0; v < 3 * vertexCount; v += 3)
    most = Math.max(most, Math.hypot(vertices[v] - vertices[0], vertices[v + 1] - vertices[1], vertices[v + 2] - vertices[2]));
  return most;
}
