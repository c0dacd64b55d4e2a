import type { Pose } from '../../src/body';
import { exactMethod, exactPlane } from '../../src/common-plane';
import { createCommonPlane, createState, touchingBand, type CommonPlane } from '../../src/contact';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import type { PairCase } from '../arbitraries/pairs';
import { ALLOWED_STEPS } from '../oracles/judge';
import { planeMisfit, UNIT_ROUNDOFF } from '../oracles/solid';

/**
 * A shape with the points it came from (so that a pair can be pasted into a test) and what its corners are off its
 * faces by.
 */
export interface DrawnShape {
  kind: string;
  points: number[];
  shape: ConvexPolyhedron;
  misfit: number;
}

export const drawnShape = (kind: string, points: number[], shape: ConvexPolyhedron): DrawnShape => ({
  kind,
  points,
  shape,
  misfit: planeMisfit(shape),
});

/** A pair as the judges see it. */
export interface FuzzPair {
  kind: string;
  a: DrawnShape;
  b: DrawnShape;
  /** B in A's frame. */
  pose: Pose;
  /** The cold exact plane; whether that is right, the judge of the exact plane tells. */
  exact: CommonPlane;
  /**
   * What a gap or a point may be off: ALLOWED_STEPS rounding steps of the pair, and what the corners are off the fitted
   * planes of their faces by.
   */
  allowed: number;
  /** |gap| within it is Status.Touching. */
  band: number;
  /**
   * Seeds what is drawn about the pair: motions, memories and options. It depends on the pair only, so that a pasted
   * pair is asked the same.
   */
  seed: number;
}

export function fuzzPair(kind: string, a: DrawnShape, b: DrawnShape, pose: Pose): FuzzPair {
  const exact = createCommonPlane();
  exactPlane(exact, a.shape, b.shape, pose, createState(exactMethod));
  return {
    kind,
    a,
    b,
    pose,
    exact,
    allowed: allowedOf(a, b, pose),
    band: touchingBand(a.shape, b.shape),
    seed: hash([...pose, ...a.points.slice(0, 12), ...b.points.slice(0, 12)]),
  };
}

/** The same two bodies in another place. */
export const movedPair = (pair: FuzzPair, pose: Pose): FuzzPair => fuzzPair(pair.kind, pair.a, pair.b, pose);

/** B and A: the pose of A in B's frame. */
export function swappedPair({ kind, a, b, pose }: FuzzPair): FuzzPair {
  const back = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    for (let k = 0; k < 3; k++) back[3 * r + k] = pose[3 * k + r];
    back[9 + r] = -(pose[r] * pose[9] + pose[3 + r] * pose[10] + pose[6 + r] * pose[11]);
  }
  return fuzzPair(kind, b, a, back);
}

export const pairCaseOf = ({ kind, a, b, pose }: FuzzPair): PairCase => ({ kind, a: a.points, b: b.points, pose: Array.from(pose) });

function allowedOf(a: DrawnShape, b: DrawnShape, pose: Pose): number {
  const extent = a.shape.radius + b.shape.radius + Math.sqrt(pose[9] ** 2 + pose[10] ** 2 + pose[11] ** 2);
  return ALLOWED_STEPS * UNIT_ROUNDOFF * extent + a.misfit + b.misfit;
}

/** 32 bits of the bits of some numbers (FNV-1a). */
function hash(numbers: readonly number[]): number {
  let h = 0x811c9dc5;
  for (const word of new Uint32Array(Float64Array.from(numbers).buffer)) h = Math.imul(h ^ word, 0x01000193);
  return h >>> 0;
}
