/**
 * How often the two readings of section 3.5.2 are wrong without memory, and how many sweeps they take: pairs of one
 * shape in random orientations, apart by 1e-5 to 0.1 of its radius.
 */
import {
  createCommonPlane,
  createState,
  exactMethod,
  exactPlane,
  publishedShortestLinkMethod,
  shortestLink,
  type ShortestLinkOptions,
} from 'dem-contact';
import { benchShapes, posesAtGap } from '../../lib/pairs';

export interface ColdPairs {
  shape: string;
  pairs: number;
  /** Part of the pairs whose gap is off by more than 1e-9 of itself. */
  wrong: number;
  /** Part of the pairs that take two iterations or fewer, and the mean of the iterations. */
  withinTwo: number;
  iterations: number;
}

export const COLD_SHAPES = { cubes: 'cube8', polyhedra: 'rand60', plates: 'plate8' } as const;
const GAPS = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1];

/** `pairs` cold searches for every gap. */
export function coldPairs(
  shape: keyof typeof COLD_SHAPES,
  specialCase: NonNullable<ShortestLinkOptions['specialCase']>,
  pairs: number,
): ColdPairs {
  const solid = benchShapes()[COLD_SHAPES[shape]];
  const plane = createCommonPlane();
  const exact = createCommonPlane();
  let wrong = 0;
  let few = 0;
  let iterations = 0;
  GAPS.forEach((gap, k) => {
    for (const pose of posesAtGap(solid, pairs, gap, k + 1)) {
      exactPlane(exact, solid, solid, pose, createState(exactMethod));
      shortestLink(plane, solid, solid, pose, createState(publishedShortestLinkMethod), { variant: 'published', specialCase });
      if (!(Math.abs(plane.gap - exact.gap) <= 1e-9 * Math.abs(exact.gap) + 1e-14 * solid.radius)) wrong++;
      if (plane.iterations <= 2) few++;
      iterations += plane.iterations;
    }
  });
  const all = pairs * GAPS.length;
  return { shape, pairs: all, wrong: wrong / all, withinTwo: few / all, iterations: iterations / all };
}
