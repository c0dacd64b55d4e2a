import { createCommonPlane, createState } from '../../src/contact';
import { judge } from '../oracles/judge';
import { solveBy, type PlaneMethod } from '../oracles/solve';
import type { Tally } from './fuzz-method';
import { swappedPair, type FuzzPair } from './fuzz-pair';
import { CHECKS, disprove, steps } from './proof';

/**
 * One pair in this many goes before every oracle: brute force over all axes and features, and exact arithmetic where
 * bodies have few corners.
 */
const ORACLES = 16;

/**
 * Bodies with at most this product of corner counts go to exact arithmetic, with at most that product of edge counts to
 * brute force.
 */
const LIMITS = { exactLimit: 72, edgeLimit: 4000 };

/**
 * Proves the common plane that an exact method finds: by the duality gap in O(n), cold and warm and with A and B
 * exchanged; one pair in {@link ORACLES} by every oracle as well. For depths the proof says that bodies are not deeper,
 * the oracles that they are as deep; between these, the exact plane of A and B and that of B and A must agree.
 */
export function judgePlanes(method: PlaneMethod, pair: FuzzPair, tally: Tally): void {
  const { a, b, pose } = pair;
  const plane = createCommonPlane();
  const state = createState(method);
  for (const temperature of ['cold plane', 'warm plane']) {
    method.solve(plane, a.shape, b.shape, pose, state);
    const [x, y, z] = pair.exact.normal;
    const failed = disprove(plane, a.shape, b.shape, pose, a.misfit + b.misfit, x, y, z);
    if (failed >= 0)
      tally.fault(
        `${temperature}: ${failed < CHECKS.length ? `${CHECKS[failed]}: ${steps[failed]} steps` : `status ${plane.status} of gap ${plane.gap}`}`,
      );
    if (!(Math.abs(plane.gap - pair.exact.gap) <= 2 * pair.allowed))
      tally.fault(`${temperature}: gap ${plane.gap}, exactly ${pair.exact.gap}`);
  }
  const { exact } = swappedPair(pair);
  if (!(Math.abs(exact.gap - pair.exact.gap) <= 2 * pair.allowed)) tally.fault(`gap ${pair.exact.gap}, swapped ${exact.gap}`);
  if (pair.seed % ORACLES !== 0) return;
  tally.count('before every oracle');
  const small = { kind: pair.kind, a: a.shape, b: b.shape, pose };
  for (const complaint of judge(solveBy(method, small), small, LIMITS).faults) tally.fault(`by the oracles: ${complaint}`);
}
