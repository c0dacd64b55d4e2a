import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPair, buildPair } from '../arbitraries/pairs';
import { runs } from '../arbitraries/settings';
import { smallShape } from '../arbitraries/shapes';
import { ALLOWED_STEPS, roundingStep } from '../oracles/judge';
import { minkowskiGap } from '../oracles/minkowski';
import { solidOf } from '../oracles/solid';
import { EXACT, solveExact } from '../oracles/solve';
import { describePlaneMethod } from './plane-properties';

describePlaneMethod(EXACT);

describe('the Minkowski difference', () => {
  it('agrees', () => {
    fc.assert(
      fc.property(anyPair(smallShape), (pairCase) => {
        const pair = buildPair(pairCase);
        fc.pre(pair.a.vertexCount * pair.b.vertexCount <= 36);
        const { gap } = minkowskiGap(solidOf(pair.a).vertices, solidOf(pair.b, pair.pose).vertices);
        const plane = solveExact(pair);
        const tolerance = ALLOWED_STEPS * roundingStep(pair);
        expect(plane.gap).toBeGreaterThanOrEqual(gap - tolerance);
        // Apart, the oracle's links are upper bounds; overlapping, it may have lost digits with a badly shaped facet.
        if (gap > 0) expect(plane.gap).toBeLessThanOrEqual(gap + tolerance);
      }),
      runs(60, 30),
    );
  });
});
