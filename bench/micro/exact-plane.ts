/**
 * The exact plane against the straightforward searches that give the same answer: all features for bodies apart, all
 * axes for bodies that overlap. Pairs of equal shapes in random orientations, cold (no memory), pose given; all agree
 * to 1e-12 before any is timed.
 */
import { createCommonPlane, createState, exactMethod, exactPlane, type ConvexPolyhedron, type Pose } from 'dem-contact';
import { openBench } from '../lib/measure';
import { allAxes, allFeatures } from '../lib/naive';
import { benchShapes, posesAtGap } from '../lib/pairs';

const bench = openBench('exact-plane');
const plane = createCommonPlane();
const state = createState(exactMethod);
const gaps = new Float64Array(4096);
let evaluations = 0;

function exact(shape: ConvexPolyhedron, poses: readonly Pose[]): void {
  evaluations = 0;
  for (let p = 0; p < poses.length; p++) {
    state.floats.fill(0);
    exactPlane(plane, shape, shape, poses[p], state);
    gaps[p] = plane.gap;
    evaluations += plane.evaluations;
  }
}

function naive(search: typeof allAxes, shape: ConvexPolyhedron, poses: readonly Pose[]): void {
  for (let p = 0; p < poses.length; p++) gaps[p] = search(shape, shape, poses[p]);
}

for (const [name, shape] of Object.entries(benchShapes())) {
  const count = bench.quick ? 8 : shape.vertexCount > 30 ? 64 : 256;
  for (const [regime, gap] of [
    ['apart 1 %', 0.01],
    ['apart 50 %', 0.5],
    ['overlap 2 %', -0.02],
    ['overlap 20 %', -0.2],
  ] as const) {
    // Slender shapes turn over before they are 20 % of their radius deep.
    if (gap === -0.2 && shape.inradius < 0.2 * shape.radius) continue;
    const poses = posesAtGap(shape, count, gap, 1);
    const results = () => gaps.slice(0, poses.length);
    const search = gap > 0 ? allFeatures : allAxes;
    bench.measure({
      name: `${name}, ${regime}`,
      operations: poses.length,
      variants: [
        {
          name: gap > 0 ? 'all features' : 'all axes',
          run: () => {
            naive(search, shape, poses);
          },
          results,
        },
        {
          name: 'exact plane',
          run: () => {
            exact(shape, poses);
          },
          results,
          tolerance: 1e-12,
          counts: () => ({ evaluations }),
        },
      ],
    });
  }
}
bench.save();
