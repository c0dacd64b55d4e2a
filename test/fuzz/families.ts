import fc from 'fast-check';
import { createRandom } from '../../src/math/random';
import { polyhedronFromVertices } from '../../src/polyhedron';
import * as pairs from '../arbitraries/pairs';
import type { PairCase } from '../arbitraries/pairs';
import { anyShape, smallShape } from '../arbitraries/shapes';
import { drawnShape, fuzzPair, type FuzzPair } from './fuzz-pair';
import { createPlacement, drawShapes, place } from './placing';

/** A sort of pairs. The same seed draws the same pairs. */
export interface Family {
  readonly name: string;
  draw(seed: number, count: number): FuzzPair[];
  /**
   * The simplest pair that is bad, by shrinking a bad one of those that `draw` gives; null where the family cannot
   * shrink.
   */
  shrink(seed: number, count: number, isBad: (pair: FuzzPair) => boolean): FuzzPair | null;
}

export function pairOf({ kind, a, b, pose }: PairCase): FuzzPair {
  return fuzzPair(
    kind,
    drawnShape('', a, polyhedronFromVertices(a)),
    drawnShape('', b, polyhedronFromVertices(b)),
    Float64Array.from(pose),
  );
}

/** Milliseconds that a pair is made simpler for: of shapes of hundreds of corners there is no end to it. */
const SHRINKING = 20_000;

/** A generator of the property tests, at all sizes. */
function generated(name: string, source: fc.Arbitrary<PairCase>): Family {
  const sized = fc.tuple(source, pairs.size()).map(([pair, s]) => pairs.scalePair(pair, s));
  return {
    name,
    draw: (seed, count) => fc.sample(sized, { seed, numRuns: count }).map(pairOf),
    shrink(seed, count, isBad) {
      const run = fc.check<[PairCase]>(
        fc.property(sized, (pairCase) => !isBad(pairOf(pairCase))),
        { seed, numRuns: count, skipAllAfterTimeLimit: SHRINKING },
      );
      return run.counterexample ? pairOf(run.counterexample[0]) : null;
    },
  };
}

/** Shapes that the placed pairs of one draw share. */
const SHAPES = 40;

/** Pairs of the whole zoo placed by feature on feature at the speed of a few scans (placing.ts). */
const placed: Family = {
  name: 'placed',
  draw(seed, count) {
    const random = createRandom(seed >>> 0);
    const shapes = drawShapes(Math.floor(random() * 2 ** 31), SHAPES, random);
    const pick = () => shapes[Math.floor(random() * SHAPES)];
    const placement = createPlacement();
    return Array.from({ length: count }, () => {
      const a = pick();
      const b = pick();
      place(placement, a.shape, b.shape, random);
      return fuzzPair(`placed (${a.kind}, ${b.kind})`, a, b, placement.pose.slice());
    });
  },
  shrink: () => null,
};

export const families: readonly Family[] = [
  generated('zoo', pairs.anyPair(anyShape)),
  generated('small', pairs.anyPair(smallShape)),
  placed,
  generated('stack', pairs.nearFlushStack()),
  generated('flat', pairs.flatFaces()),
  generated('lens', pairs.lensAndSmall()),
  generated('contained', pairs.contained(anyShape)),
  generated('touch', pairs.firstTouch(anyShape)),
];
