import { featureDimension, Status, touchingBand, type CommonPlane } from '../../src/contact';
import type { Pair } from '../arbitraries/pairs';
import { bruteSat } from './brute-sat';
import { certify } from './duality';
import { exactSignedDistance } from './exact-distance';
import { exhaustiveDistance } from './exhaustive-distance';
import { distanceToFeature, featureCorners, rimOf } from './features';
import { planeMisfit, solidOf, supportMax, supportMin, UNIT_ROUNDOFF } from './solid';
import { dot, vec, type Vec } from './vector';

/**
 * What oracles have to say of a common plane. Lengths in rounding steps of the pair: u (rA + rB + centre distance), u =
 * 2^-53.
 */
export interface Verdict {
  /** Complaints; empty for a right answer. */
  faults: string[];
  /** Measured errors, by name. */
  errors: Record<string, number>;
}

export interface JudgeOptions {
  /** Pairs with at most this product of corner counts go to exact arithmetic. */
  exactLimit: number;
  /**
   * Overlapping pairs with at most this product of edge counts go to the brute separating axes, pairs apart to the
   * exhaustive distance.
   */
  edgeLimit: number;
}

/** Steps that a gap, a witness point or a link may be off: the 16 of test/cases/README.md. */
export const ALLOWED_STEPS = 16;

/**
 * The error that a gap, a witness point or a link may have: the rounding steps, and what the corners of the pair leave
 * the planes fitted to them by, since kernels take a merged face for its plane. For faces that were planes to rounding
 * that is another step; for corners rounded far from the origin it is what they have lost, at most the polyhedra's
 * tolerances.
 */
export function allowance(pair: Pair): number {
  return ALLOWED_STEPS * roundingStep(pair) + planeMisfit(pair.a) + planeMisfit(pair.b);
}

/** The length of one rounding step of a pair. */
export function roundingStep({ a, b, pose }: Pair): number {
  return UNIT_ROUNDOFF * (a.radius + b.radius + Math.sqrt(pose[9] ** 2 + pose[10] ** 2 + pose[11] ** 2));
}

/**
 * A point is on the rim for certain within this part of the steps allowed. The kernels name the smallest feature within
 * three quarters of it; between these the point's own rounding decides, and either name is right.
 */
const ON_RIM = 0.6;

/**
 * Judges a result by the duality proof, by brute force for depths (and distances) where that is affordable, and by
 * exact arithmetic for small bodies.
 */
export function judge(plane: CommonPlane, pair: Pair, { exactLimit, edgeLimit }: JudgeOptions): Verdict {
  const { a, b, pose } = pair;
  const faults: string[] = [];
  const errors: Record<string, number> = {};
  const solidA = solidOf(a);
  const solidB = solidOf(b, pose);
  const step = roundingStep(pair);
  const allowed = allowance(pair);
  const measure = (name: string, error: number): void => {
    errors[name] = error / step;
    // Written so that NaN is a fault.
    if (!(error <= allowed)) faults.push(`${name}: off by ${error}, ${error / step} steps`);
  };

  const band = touchingBand(a, b);
  const status = plane.gap > band ? Status.Separated : plane.gap < -band ? Status.Overlapping : Status.Touching;
  if (plane.status !== status) faults.push(`status is ${plane.status} at gap ${plane.gap}, band ${band}`);

  const proof = certify(plane, solidA, solidB);
  errors['unit normal'] = proof.unitError / UNIT_ROUNDOFF;
  if (!(proof.unitError <= 8 * UNIT_ROUNDOFF)) faults.push(`normal is ${proof.unitError} from unit length`);
  measure('gap against g(normal)', Math.abs(plane.gap - proof.lower));
  measure('pointB against pointA + gap normal', proof.linkError);
  measure('point against the middle', proof.middleError);
  measure('pointA outside A', proof.excessA);
  measure('pointB outside B', proof.excessB);
  measure('pointA not extreme', proof.depthErrorA);
  measure('pointB not extreme', proof.depthErrorB);

  if (featureDimension(plane.featureA) > 2 || featureDimension(plane.featureB) > 2)
    faults.push(`features ${plane.featureA}, ${plane.featureB}`);
  else {
    const n = vec(plane.normal);
    const cornersA = featureCorners(a, solidA, plane.featureA);
    const cornersB = featureCorners(b, solidB, plane.featureB);
    measure('pointA off its feature', distanceToFeature(vec(plane.pointA), cornersA));
    measure('pointB off its feature', distanceToFeature(vec(plane.pointB), cornersB));
    // A witness in the interior of its feature and extreme makes the feature extreme, to within the lever arm. One on
    // the rim of a feature that leans away should have been given the corner or edge on which it lies: histories hang
    // on these codes.
    const rimFault = (name: string, p: Vec, corners: readonly Vec[], lean: number): void => {
      const toRim = Math.min(...rimOf(corners).map((side) => distanceToFeature(p, side)));
      if (lean > allowed && toRim <= ON_RIM * ALLOWED_STEPS * step)
        faults.push(`${name} leans away by ${lean}, its point is ${toRim} from its rim`);
    };
    rimFault('featureA', vec(plane.pointA), cornersA, supportMax(solidA, n) - Math.min(...cornersA.map((c) => dot(n, c))));
    rimFault('featureB', vec(plane.pointB), cornersB, Math.max(...cornersB.map((c) => dot(n, c))) - supportMin(solidB, n));
  }

  const edgePairs = solidA.edges.length * solidB.edges.length;
  if (plane.gap <= 0 && edgePairs <= edgeLimit) measure('less than brute SAT', bruteSat(solidA, solidB).gap - plane.gap);
  if (plane.gap > 0 && edgePairs <= edgeLimit)
    measure('more than exhaustive distance', plane.gap - exhaustiveDistance(solidA, solidB).distance);
  if (a.vertexCount * b.vertexCount <= exactLimit) {
    measure('gap against exact', Math.abs(exactSignedDistance(solidA.vertices, solidB.vertices).gap - plane.gap));
  }
  return { faults, errors };
}
