/**
 * Tolerances of the direct searches (Zheng et al. 2017, section 2.1.4): dTol = max(2 dMax, 0.05 dSmall), with dMax the
 * largest displacement of a vertex in the step and dSmall the smallest edge, and 1 degree as the angle of parallel
 * features. dSmall is that of the pair unless the options give one. The paper takes the smallest edge of all blocks, so
 * one sliver narrows the search of every pair.
 *
 * options.margin and rounding radii do not widen dTol: the contact of blocks within dTol does not depend on them. They
 * set the largest distance of blocks with a contact. A contact beyond dTol has the features within dTol of the nearest
 * pair of features (far-search.ts). The published form widens dTol by the margin.
 */
import type { Pose } from '../body/pose';
import type { DetectOptions } from '../contact/method';
import { touchingBand } from '../contact/band';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/**
 * Options of {@link directSearch} and {@link fastDirectSearch}; fields that are missing or 0 have the defaults of the
 * paper.
 */
export interface DirectSearchOptions extends DetectOptions {
  /** dSmall, a length. Default: the smallest edge of the two shapes. The paper: the smallest of the whole system. */
  smallestEdge?: number;
  /** Sine of the angle up to which an edge counts as parallel to a face or an edge. Default: that of 1 degree. */
  parallelSine?: number;
  /**
   * 'bounded', the default: the depth is never more than twice the exact one, and gap and normal are continuous where
   * bodies touch. 'published': the mean of all normals that are valid at corners and parallel edges, as printed, which
   * has no such bound.
   */
  variant?: 'bounded' | 'published';
}

/** Sine of 1 degree. */
const PARALLEL_SINE = 0.0174524064372835;

/** The tolerances, by the slots below. */
export const settings = /* @__PURE__ */ new Float64Array(13);
/** The distance up to which features are near in the current search, and its square. */
export const NEAR = 0;
export const NEAR_SQUARED = 1;
/** The same with an allowance for rounding, for quick tests that must not exclude features that a distance accepts. */
export const NEAR_SQUARED_WIDE = 2;
/** dTol. */
export const D_TOL = 3;
/** Bodies farther apart than this have no contact; at least dTol. */
export const REACH = 4;
/** Sum of the rounding radii. */
export const RADII = 5;
/** Sine squared of the parallel tolerance. */
export const PARALLEL = 6;
/** Rounding of a signed distance. */
export const ROUNDING = 7;
/** Rounding band of the pair. */
export const BAND = 8;
/** Smallest edge of the pair. */
export const SMALLEST_EDGE = 9;
/** Motion of both bodies in the step. */
export const MOTION = 10;
/** An overlap is deep if every g is below this: minus dTol, minus a rounding within which no feature may be near. */
export const DEEP = 11;
/** 1 when the normal is that of the published form. */
export const AS_PRINTED = 12;

/**
 * Work of the last call of either search: distances evaluated (0), entrances tested (1), and whether the fast search
 * used the contact set of an earlier call with new geometry (2: 1 or 0). These counts do not depend on the machine.
 */
export const directSearchWork = /* @__PURE__ */ new Int32Array(3);
/** Slots of `directSearchWork`. */
export const DISTANCES = 0;
export const ENTRANCES = 1;
export const REUSED = 2;

/** Data of a shape for the searches: its smallest edge, and two hashes of its corners and topology. */
interface ShapeFacts {
  readonly edge: number;
  readonly hash: number;
  readonly otherHash: number;
}

/** One entry for each shape, made at its first call. */
const facts = /* @__PURE__ */ new WeakMap<ConvexPolyhedron, ShapeFacts>();

/**
 * 64 bits that distinguish this ordered pair of shapes from others (0, 1): memory of other shapes is ignored. The
 * hashes depend on the shapes alone, so they are the same in every process.
 */
export const pairMark = /* @__PURE__ */ new Int32Array(2);

/** A signed distance is a scalar product of coordinates up to the extent of the pair: 4 rounding steps of 2^-53. */
const ROUNDING_STEPS = 4 * 2 ** -53;

/** Distances are known to the rounding band. dTol is at least this many bands, also for very small edges. */
const LEAST_BANDS = 4;

/** More than the relative rounding of a distance near dTol, of its square, or of a height. */
export const WIDER = 1 + 1e-9;

export function setTolerances(
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  options: DirectSearchOptions,
  isPublished = options.variant === 'published',
): void {
  const given = options.smallestEdge ?? 0;
  const factsA = factsOf(a);
  const factsB = factsOf(b);
  settings[SMALLEST_EDGE] = Math.min(factsA.edge, factsB.edge);
  const small = given > 0 ? given : settings[SMALLEST_EDGE];
  pairMark[0] = Math.imul(factsA.hash, HASH_STEP) ^ factsB.hash;
  pairMark[1] = Math.imul(factsA.otherHash, OTHER_STEP) ^ factsB.otherHash;
  const sine = options.parallelSine ?? 0;
  const motionA = positive(options.motionA);
  const motionB = positive(options.motionB);
  const margin = positive(options.margin);
  settings[MOTION] = motionA + motionB;
  const band = touchingBand(a, b);
  const tolerance = Math.max(2 * motionA, 2 * motionB, 0.05 * small, LEAST_BANDS * band);
  settings[AS_PRINTED] = isPublished ? 1 : 0;
  settings[D_TOL] = isPublished && margin > tolerance ? margin : tolerance;
  settings[RADII] = positive(options.rounding);
  settings[REACH] = Math.max(settings[D_TOL] + settings[RADII], margin);
  settings[PARALLEL] = sine > 0 ? sine * sine : PARALLEL_SINE * PARALLEL_SINE;
  const distance = Math.sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]);
  settings[ROUNDING] = ROUNDING_STEPS * (a.radius + b.radius + distance);
  settings[BAND] = band;
  settings[DEEP] = 8 * settings[ROUNDING] - settings[D_TOL];
  settings[NEAR] = settings[D_TOL];
  squareNear();
  directSearchWork[DISTANCES] = 0;
  directSearchWork[ENTRANCES] = 0;
  directSearchWork[REUSED] = 0;
}

/** Sets the squares of settings[NEAR]. */
export function squareNear(): void {
  const near = settings[NEAR];
  settings[NEAR_SQUARED] = near * near;
  const wide = near * WIDER + 4 * settings[ROUNDING];
  settings[NEAR_SQUARED_WIDE] = wide * wide;
}

function positive(x: number): number {
  return x > 0 ? x : 0;
}

function factsOf(shape: ConvexPolyhedron): ShapeFacts {
  const known = facts.get(shape);
  if (known !== undefined) return known;
  const found = { edge: smallestEdge(shape), hash: hashOf(shape, HASH_STEP), otherHash: hashOf(shape, OTHER_STEP) };
  facts.set(shape, found);
  return found;
}

function smallestEdge(shape: ConvexPolyhedron): number {
  const { vertices, halfEdgeOrigin } = shape;
  let least = Infinity;
  for (let e = 0; e < shape.edgeCount; e++) {
    const p = 3 * halfEdgeOrigin[2 * e];
    const q = 3 * halfEdgeOrigin[2 * e + 1];
    const x = vertices[q] - vertices[p];
    const y = vertices[q + 1] - vertices[p + 1];
    const z = vertices[q + 2] - vertices[p + 2];
    least = Math.min(least, Math.sqrt(x * x + y * y + z * z));
  }
  return least;
}

/** Odd multipliers; the first is that of the hash of Fowler, Noll and Vo. */
const HASH_STEP = 0x01000193;
const OTHER_STEP = 0x2c1b3c6d;

function hashOf({ vertices, halfEdgeNext, halfEdgeOrigin, halfEdgeFace }: ConvexPolyhedron, step: number): number {
  let hash = 0;
  for (const words of [new Int32Array(vertices.slice().buffer), halfEdgeNext, halfEdgeOrigin, halfEdgeFace]) {
    // The shift lets high bits of a number reach low ones of the hash.
    for (const word of words) hash = Math.imul((hash ^ (hash >>> 15)) + word, step) + 1;
  }
  return hash;
}
