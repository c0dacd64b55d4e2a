/**
 * Overlapping pairs by the certificate: the exact plane cold, the shortest link cold and warm, relative pose included,
 * and how many calls have no certificate. Pairs of equal shapes that overlap by 2 % of their radius, and by 20 % where
 * they do not turn over before. Every second body is moved and turned by 1e-3 between calls, to and fro.
 */
import {
  Status,
  createCommonPlane,
  createPose,
  createRandom,
  createState,
  exactMethod,
  exactPlane,
  randomHull,
  relativePose,
} from 'dem-contact';
import { shortestLink, shortestLinkMethod, type ConvexPolyhedron } from 'dem-contact';
import { openBench } from '../lib/measure';
import { benchShapes, bodiesAtGap, nudge, type Rest } from '../lib/pairs';

const bench = openBench('overlap-certificate');
/** Radii and radians that a body moves and turns between calls. */
const STEP = 1e-3;
const plane = createCommonPlane();
const pose = createPose();
const coldLink = createState(shortestLinkMethod);
const coldExact = createState(exactMethod);

const shapes: Record<string, ConvexPolyhedron> = { ...benchShapes(), rand1000: randomHull(createRandom(7), 1000) };
for (const [name, shape] of Object.entries(shapes)) {
  for (const depth of [0.02, 0.2]) {
    if (depth === 0.2 && shape.inradius < 0.2 * shape.radius) continue;
    const pairs = bench.quick ? 4 : 64;
    const bodies = bodiesAtGap(shape, pairs, -depth, 3);
    const rest: Rest = { positions: bodies.positions.slice(), orientations: bodies.orientations.slice() };
    const memory = Array.from({ length: pairs }, () => createState(shortestLinkMethod));
    const gaps = new Float64Array(pairs);
    let uncertified = 0;
    const sweep = (call: (p: number) => void) => () => {
      uncertified = 0;
      for (let phase = 0; phase < 2; phase++) {
        nudge(bodies, rest, phase === 0 ? STEP : 0);
        for (let p = 0; p < pairs; p++) {
          relativePose(pose, bodies, 2 * p, 2 * p + 1);
          call(p);
          gaps[p] = plane.gap;
        }
      }
    };
    const link = (state: typeof coldLink) => {
      shortestLink(plane, shape, shape, pose, state);
      // A face with a proof is remembered by both its features.
      if (plane.status === Status.Overlapping && state.ints[1] === 0) uncertified++;
    };
    const warm = sweep((p) => {
      link(memory[p]);
    });
    // The first warm call of a pair is cold: it is made here, so that counts are those of warm calls.
    warm();
    const results = () => gaps;
    const counts = () => ({ uncertified });
    bench.measure({
      name: `${name}, depth ${100 * depth} %`,
      operations: 2 * pairs,
      variants: [
        {
          name: 'exact plane, cold',
          run: sweep(() => {
            coldExact.floats.fill(0);
            exactPlane(plane, shape, shape, pose, coldExact);
          }),
          results,
        },
        {
          name: 'shortest link, cold',
          run: sweep(() => {
            coldLink.ints.fill(0);
            coldLink.floats.fill(0);
            link(coldLink);
          }),
          results,
          tolerance: 1e-12,
          counts,
        },
        { name: 'shortest link, warm', run: warm, results, tolerance: 1e-12, counts },
      ],
    });
  }
}
bench.save();
