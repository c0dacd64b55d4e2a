/**
 * The certified shortest link, warm and cold, against the exact plane cold and the exhaustive search over all features.
 * Pairs of equal shapes apart by 1 % of their radius, every body moved and turned a little between calls (1e-4 of the
 * radius, 1e-4 rad, to and fro), relative pose included. All variants see the same poses and agree to 1e-12 before any
 * is timed. The C++ twin of the warm call is in bench/native.
 */
import { createCommonPlane, createPose, createState, exactMethod, exactPlane, relativePose } from 'dem-contact';
import { shortestLink, shortestLinkMethod, type BodySet, type ConvexPolyhedron, type ContactState } from 'dem-contact';
import { openBench } from '../lib/measure';
import { allFeatures } from '../lib/naive';
import { benchShapes, bodiesAtGap, nudge, type Rest } from '../lib/pairs';

const bench = openBench('shortest-link');
const plane = createCommonPlane();
const pose = createPose();
const cold = createState(shortestLinkMethod);
const coldExact = createState(exactMethod);
let iterations = 0;

/**
 * One call for each pair (bodies 2p and 2p + 1) at the poses of both phases of the motion; gaps of the second are kept.
 */
function sweep(bodies: BodySet, rest: Rest, gaps: Float64Array, gapOf: (shape: ConvexPolyhedron, p: number) => number): void {
  const shape = bodies.shapes[0];
  iterations = 0;
  for (let phase = 0; phase < 2; phase++) {
    nudge(bodies, rest, phase === 0 ? 1e-4 : 0);
    for (let p = 0; p < gaps.length; p++) {
      relativePose(pose, bodies, 2 * p, 2 * p + 1);
      gaps[p] = gapOf(shape, p);
    }
  }
}

for (const [name, shape] of Object.entries(benchShapes())) {
  const pairs = bench.quick ? 8 : 128;
  const bodies = bodiesAtGap(shape, pairs, 0.01, 3);
  const rest: Rest = { positions: bodies.positions.slice(), orientations: bodies.orientations.slice() };
  const memory: ContactState[] = Array.from({ length: pairs }, () => createState(shortestLinkMethod));
  const gaps = new Float64Array(pairs);
  const results = () => gaps;
  const exact = () => {
    coldExact.floats.fill(0);
    exactPlane(plane, shape, shape, pose, coldExact);
    return plane.gap;
  };
  const link = (state: ContactState) => {
    shortestLink(plane, shape, shape, pose, state);
    iterations += plane.iterations;
    return plane.gap;
  };
  const coldLink = () => {
    cold.ints.fill(0);
    cold.floats.fill(0);
    return link(cold);
  };
  const counts = () => ({ iterations });
  const warm = (_: ConvexPolyhedron, p: number) => link(memory[p]);
  // The first warm call of a pair is cold: it is made here, so that counts are those of warm calls.
  sweep(bodies, rest, gaps, warm);
  bench.measure({
    name,
    operations: 2 * pairs,
    variants: [
      {
        name: 'exact plane, cold',
        run: () => {
          sweep(bodies, rest, gaps, exact);
        },
        results,
      },
      {
        name: 'all features',
        run: () => {
          sweep(bodies, rest, gaps, () => allFeatures(shape, shape, pose));
        },
        results,
        tolerance: 1e-12,
      },
      {
        name: 'shortest link, cold',
        run: () => {
          sweep(bodies, rest, gaps, coldLink);
        },
        results,
        tolerance: 1e-12,
        counts,
      },
      {
        name: 'shortest link, warm',
        run: () => {
          sweep(bodies, rest, gaps, warm);
        },
        results,
        tolerance: 1e-12,
        counts,
      },
      {
        name: 'relative pose alone',
        run: () => {
          sweep(bodies, rest, gaps, () => pose[0]);
        },
      },
    ],
  });
}
bench.save();
