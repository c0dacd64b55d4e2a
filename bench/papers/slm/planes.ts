/**
 * The common-plane methods as the replay of a recording asks them, and how their planes compare with the exact ones.
 */
import {
  createCommonPlane,
  cundallMethod,
  cundallPlane,
  exactMethod,
  exactPlane,
  fastCommonPlane,
  fastCommonPlaneMethod,
  publishedFastCommonPlaneMethod,
  publishedShortestLinkIfShorterMethod,
  publishedShortestLinkMethod,
  shortestLink,
  shortestLinkMethod,
  trackedShortestLinkMethod,
} from 'dem-contact';
import { replay, type Recording, type ReplayMethod } from '../../../sim/recorder';

export interface PlaneMethod extends ReplayMethod {
  /**
   * Whether it promises the exact plane: of pairs apart, of pairs in contact. With a separation step a pair that has
   * just parted may still count as in contact.
   */
  readonly exact: readonly [boolean, boolean];
}

/** The plane of the last call, whatever the method. */
const plane = createCommonPlane();

const publishedPlane = { variant: 'published' as const, motionA: 0, motionB: 0 };
const printedLink = { variant: 'published' as const, specialCase: 'replaces' as const, motionA: 0, motionB: 0 };
const shorterLink = { variant: 'published' as const, specialCase: 'if-shorter' as const, motionA: 0, motionB: 0 };
const tracked = { variant: 'certified' as const, track: true, motionA: 0, motionB: 0 };

type Memory = Pick<ReplayMethod, 'stateInts' | 'stateFloats'>;

function method(
  name: string,
  { stateInts, stateFloats }: Memory,
  exact: readonly [boolean, boolean],
  ask: ReplayMethod['ask'],
): PlaneMethod {
  return { name, stateInts, stateFloats, exact, ask };
}

export const CUNDALL = 'Cundall';
export const FCP_PUBLISHED = 'FCP, published';
export const FCP_DIRECT = 'FCP, direct';
/** The published link with the two readings of section 3.5.2. */
export const SLM_REPLACES = 'SLM, published, special case replaces';
export const SLM_IF_SHORTER = 'SLM, published, special case if shorter';
export const SLM_TRACKED = 'SLM, tracked';
export const SLM_CERTIFIED = 'SLM, certified';

/** The shortest link with a separation step, which takes the motions of the bodies. */
function movedLink(options: typeof printedLink | typeof shorterLink | typeof tracked): ReplayMethod['ask'] {
  return (a, b, pose, state, motionA, motionB) => {
    options.motionA = motionA;
    options.motionB = motionB;
    shortestLink(plane, a, b, pose, state, options);
  };
}

/** The baseline first; then those that the paper compares with it; then the others of this library. */
export const planeMethods: readonly PlaneMethod[] = [
  method(CUNDALL, cundallMethod, [false, false], (a, b, pose, state) => void cundallPlane(plane, a, b, pose, state)),
  method(FCP_PUBLISHED, publishedFastCommonPlaneMethod, [false, false], (a, b, pose, state, motionA, motionB) => {
    publishedPlane.motionA = motionA;
    publishedPlane.motionB = motionB;
    fastCommonPlane(plane, a, b, pose, state, publishedPlane);
  }),
  method(SLM_REPLACES, publishedShortestLinkMethod, [false, false], movedLink(printedLink)),
  method(SLM_IF_SHORTER, publishedShortestLinkIfShorterMethod, [false, false], movedLink(shorterLink)),
  method(SLM_TRACKED, trackedShortestLinkMethod, [false, false], movedLink(tracked)),
  method(FCP_DIRECT, fastCommonPlaneMethod, [true, false], (a, b, pose, state) => void fastCommonPlane(plane, a, b, pose, state)),
  method(SLM_CERTIFIED, shortestLinkMethod, [true, true], (a, b, pose, state) => void shortestLink(plane, a, b, pose, state)),
  method('exact plane', exactMethod, [true, true], (a, b, pose, state) => void exactPlane(plane, a, b, pose, state)),
];

/** What a method does in the warm calls of a recording. */
export interface PlaneStatistics {
  calls: number;
  /** Part of the calls in which the bodies overlap. */
  overlapping: number;
  /** Sums over all calls. */
  iterations: number;
  evaluations: number;
  /** Part of the calls that take two iterations or fewer: of all, of those apart, of those overlapping. */
  withinTwo: number;
  withinTwoApart: number;
  withinTwoOverlapping: number;
  /**
   * Part of the calls whose gap is off from the exact one by more than OFF of the smaller bounding radius: of pairs
   * apart, of pairs overlapping; the most, in such radii.
   */
  offApart: number;
  offOverlapping: number;
  worst: number;
  /** Part of the calls apart whose gap is off from the exact one by more than WRONG of the smaller bounding radius. */
  wrongApart: number;
  /** Overlaps reported of bodies that are apart, as a part of the calls apart. */
  falseOverlaps: number;
}

/** In bounding radii: above what the last tilt of Cundall's search, 0.01 degrees, can lose by itself. */
export const OFF = 1e-3;
/** In bounding radii: far above rounding, so a gap that is off by more is not the shortest link. */
export const WRONG = 1e-9;
/** In bounding radii: rounding of methods that promise the same plane. */
const SAME = 1e-11;

/** The exact gaps of all calls. */
export function exactGaps(recording: Recording): Float64Array {
  const gaps = new Float64Array(recording.coldCalls + recording.warmCalls);
  replay(recording, planeMethods[planeMethods.length - 1], (call) => {
    gaps[call] = plane.gap;
  });
  return gaps;
}

/**
 * Replays every method and holds its gaps against those of the exact plane. Throws where one does not keep its promise.
 */
export function comparePlanes(recording: Recording): Map<string, PlaneStatistics> {
  const gaps = exactGaps(recording);
  const radii = new Float64Array(gaps.length);
  let radius = 0;
  const size: ReplayMethod = {
    name: 'radius',
    stateInts: 0,
    stateFloats: 0,
    ask: (a, b) => {
      radius = Math.min(a.radius, b.radius);
    },
  };
  replay(recording, size, (call) => {
    radii[call] = radius;
  });
  return new Map(planeMethods.map((entrant) => [entrant.name, compareOne(recording, entrant, gaps, radii)]));
}

function compareOne(recording: Recording, entrant: PlaneMethod, gaps: Float64Array, radii: Float64Array): PlaneStatistics {
  let iterations = 0;
  let evaluations = 0;
  let falseOverlaps = 0;
  let wrongApart = 0;
  let worst = 0;
  // Apart, overlapping.
  const calls = [0, 0];
  const few = [0, 0];
  const off = [0, 0];
  replay(recording, entrant, (call, step) => {
    const side = gaps[call] < 0 ? 1 : 0;
    const error = Math.abs(plane.gap - gaps[call]) / radii[call];
    if (!(error <= SAME) && entrant.exact[side])
      throw new Error(`call ${call} of ${entrant.name}: gap ${plane.gap}, the exact plane has ${gaps[call]}`);
    if (step === 0) return;
    calls[side]++;
    iterations += plane.iterations;
    evaluations += plane.evaluations;
    if (plane.iterations <= 2) few[side]++;
    if (error > OFF) off[side]++;
    if (side === 0 && error > WRONG) wrongApart++;
    if (side === 0 && plane.gap < -OFF * radii[call]) falseOverlaps++;
    worst = Math.max(worst, error);
  });
  const all = calls[0] + calls[1];
  return {
    calls: all,
    overlapping: calls[1] / all,
    iterations,
    evaluations,
    withinTwo: (few[0] + few[1]) / all,
    withinTwoApart: few[0] / Math.max(1, calls[0]),
    withinTwoOverlapping: few[1] / Math.max(1, calls[1]),
    offApart: off[0] / Math.max(1, calls[0]),
    offOverlapping: off[1] / Math.max(1, calls[1]),
    worst,
    wrongApart: wrongApart / Math.max(1, calls[0]),
    falseOverlaps: falseOverlaps / Math.max(1, calls[0]),
  };
}
