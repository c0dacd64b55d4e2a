/**
 * Figure 13 of the shortest-link paper (Nezami, Hashash, Zhao, Ghaboussi 2006, section 5.1): nine pairs of polygons in
 * various configurations, the common line of each by Cundall's search, FCP and SLM without a previous line, and the
 * speed-up R of FCP and SLM over Cundall's. On the same pairs the direct search against the fast one, whose paper has
 * no figures for the plane.
 *
 *     npm run bench:papers -- planar
 *
 * The figure could not be read, so the nine pairs are ours: corner on corner, corner on edge, parallel and inclined
 * edges, apart and in contact. Before any timing the gaps of all methods are compared. The pairs, their lines and links
 * go to docs/figures as a picture, of a quick run to out/bench.
 */
import { createState, type ContactState } from 'dem-contact';
import {
  bodySetFromPoints2d,
  createCommonLine,
  createContact2d,
  createDetectOptions2d,
  createPose2d,
  cundallLine,
  cundallLineMethod,
  directSearchMethod2d,
  exactLine,
  exactLineMethod,
  fastCommonLine,
  fastCommonLineMethod,
  fastDirectSearchMethod2d,
  publishedFastCommonLineMethod,
  publishedShortestLinkMethod2d,
  relativePose2d,
  shortestLink2d,
  shortestLinkMethod2d,
  toWorld2d,
  type CommonLine,
  type ContactMethod2d,
  type ConvexPolygon,
  type Pose2d,
} from 'dem-contact/planar';
import { openBench, type Variant } from '../lib/measure';
import { writePairs, type DrawnPair } from './planar/draw-pairs';

const bench = openBench('papers-planar');

const hexagon = [0, 0, 1, -0.4, 2, 0.1, 2.2, 1, 1.2, 1.6, 0.2, 1.1];
const block = [0, 0, 1.8, 0, 1.8, 1.1, 0, 1.1];
const shifted = (points: readonly number[], x: number, y: number, angle = 0): number[] => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return points.map((_, k) => (k % 2 === 0 ? c * points[k] - s * points[k + 1] + x : s * points[k - 1] + c * points[k] + y));
};

/** A below, B above. A corner on a corner: B is turned so that it points down. */
const diamond = shifted(block, 0, 0, 0.55);
const configurations: { name: string; a: readonly number[]; b: readonly number[] }[] = [
  { name: 'corner and corner, apart', a: hexagon, b: shifted(diamond, 1.45, 1.95) },
  { name: 'corner and edge, apart', a: block, b: shifted(diamond, 0.9, 1.3) },
  { name: 'parallel edges, apart', a: block, b: shifted(block, 0.7, 1.3) },
  { name: 'inclined edges, apart', a: block, b: shifted(block, 0.7, 1.3, 0.12) },
  { name: 'corner and corner, in contact', a: hexagon, b: shifted(diamond, 1.25, 1.55) },
  { name: 'corner and edge, in contact', a: block, b: shifted(diamond, 0.9, 1.04) },
  { name: 'parallel edges, in contact', a: block, b: shifted(block, 0.7, 1.05) },
  { name: 'edges that cross, in contact', a: block, b: shifted(block, 1.681, 1.053, -0.3) },
  {
    name: 'a small body beside a large one',
    a: shifted(hexagon, 0, 0),
    b: shifted(
      block.map((x) => 0.3 * x),
      1.8,
      1.5,
      0.3,
    ),
  },
];

interface Method {
  name: string;
  find: (out: CommonLine, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, state: ContactState) => unknown;
  state: ContactState;
}

const FCP_PUBLISHED = 'FCP, published';
/** As printed, with the separation step of bodies in contact; nothing moved before a first call. */
const published = { variant: 'published', motionA: 0, motionB: 0 } as const;

const methods: Method[] = [
  { name: 'Cundall', find: cundallLine, state: createState(cundallLineMethod) },
  {
    name: FCP_PUBLISHED,
    find: (out, a, b, pose, state) => fastCommonLine(out, a, b, pose, state, published),
    state: createState(publishedFastCommonLineMethod),
  },
  { name: 'FCP, direct', find: fastCommonLine, state: createState(fastCommonLineMethod) },
  {
    name: 'SLM, published',
    find: (out, a, b, pose, state) => shortestLink2d(out, a, b, pose, state, published),
    state: createState(publishedShortestLinkMethod2d),
  },
  { name: 'SLM, certified', find: shortestLink2d, state: createState(shortestLinkMethod2d) },
  { name: 'exact', find: (out, a, b, pose) => exactLine(out, a, b, pose), state: createState(exactLineMethod) },
];

/** Calls a run, so that the harness' own steps do not count. */
const CALLS = 200;
/** Cundall's normal ends within a last tilt, 0.01 degrees, of the best one; all bodies are smaller than 3. */
const CUNDALL_ERROR = 3 * 2 * 1.75e-4;

/** Without a previous line. Written out: fill of so short an array costs as much as a link. */
function forget({ ints, floats }: ContactState): void {
  for (let k = 0; k < ints.length; k++) ints[k] = 0;
  for (let k = 0; k < floats.length; k++) floats[k] = 0;
}

/** The speed-ups over the baseline, by variant: apart and in contact. */
const speedUps = new Map<string, { apart: number[]; inContact: number[] }>();
function note(name: string, r: number, inContact: boolean): void {
  if (!speedUps.has(name)) speedUps.set(name, { apart: [], inContact: [] });
  speedUps.get(name)![inContact ? 'inContact' : 'apart'].push(r);
}

/** Errors of the published FCP in contact that are larger than the last tilt of Cundall's search. */
const offLines: string[] = [];
const drawn: DrawnPair[] = [];
configurations.forEach(({ name, a, b }, index) => {
  const bodies = bodySetFromPoints2d([a, b]);
  const [shapeA, shapeB] = bodies.shapes;
  const pose = relativePose2d(createPose2d(), bodies, 0, 1);
  const inContact = name.endsWith('in contact');
  const line = createCommonLine();
  const variants = methods.map(({ name: method, find, state }): Variant => {
    const gap = new Float64Array(1);
    let evaluations = 0;
    let iterations = 0;
    return {
      name: method,
      run: () => {
        evaluations = 0;
        iterations = 0;
        for (let k = 0; k < CALLS; k++) {
          forget(state);
          find(line, shapeA, shapeB, pose, state);
          evaluations += line.evaluations;
          iterations += line.iterations;
        }
        gap[0] = line.gap;
      },
      // A first contact has no last normal. The published FCP then moves the bodies along the line of centroids.
      ...(method === FCP_PUBLISHED && inContact ? {} : { results: () => gap, tolerance: CUNDALL_ERROR }),
      counts: () => ({ evaluations, iterations }),
    };
  });
  const result = bench.measure({ name: `${index + 1}: ${name}`, operations: CALLS, variants });
  const ratios = result.variants.map((variant) => 1 / variant.ratio.median);
  result.variants.forEach((variant, m) => note(variant.name, ratios[m], inContact));
  const lines = methods.map(({ find, state }) => {
    const found = createCommonLine();
    forget(state);
    find(found, shapeA, shapeB, pose, state);
    return toWorld2d(found, bodies, 0);
  });
  if (inContact) {
    const [found, right] = [FCP_PUBLISHED, 'exact'].map((wanted) => lines[methods.findIndex((method) => method.name === wanted)].gap);
    if (Math.abs(found - right) > CUNDALL_ERROR) offLines.push(`by ${(found / right - 1).toFixed(2)} of the depth`);
  }
  const [fcp, slm] = ['FCP, direct', 'SLM, certified'].map((wanted) =>
    ratios[methods.findIndex((method) => method.name === wanted)].toPrecision(2),
  );
  drawn.push({ title: `${index + 1} ${name}`, remark: bench.quick ? '' : `R: FCP ${fcp}, SLM ${slm}`, a, b, lines });
});

/** Contacts by the direct searches: B moves by 1e-4 to and fro, so that the updated detection has a last step. */
configurations.forEach(({ name, a, b }, index) => {
  const bodies = bodySetFromPoints2d([a, b]);
  const [shapeA, shapeB] = bodies.shapes;
  const pose = relativePose2d(createPose2d(), bodies, 0, 1);
  const rest = pose[2];
  const variants = [
    { method: 'direct search', search: directSearchMethod2d, warm: false },
    { method: 'FDS, initial', search: fastDirectSearchMethod2d, warm: false },
    { method: 'FDS, updated', search: fastDirectSearchMethod2d, warm: true },
  ].map(({ method, search, warm }): Variant => searchVariant(method, search, warm, shapeA, shapeB, pose, rest));
  const result = bench.measure({ name: `${index + 1}: ${name}, direct searches`, operations: CALLS, variants });
  for (const variant of result.variants) note(variant.name, 1 / variant.ratio.median, name.endsWith('in contact'));
});

function searchVariant(
  name: string,
  method: ContactMethod2d,
  warm: boolean,
  a: ConvexPolygon,
  b: ConvexPolygon,
  pose: Pose2d,
  rest: number,
): Variant {
  const contact = createContact2d(32);
  const options = createDetectOptions2d();
  const state = createState(method);
  const results = new Float64Array(3 * CALLS);
  const run = (): void => {
    for (let k = 0; k < CALLS; k++) {
      pose[2] = rest + (k & 1 ? 1e-4 : 0);
      if (!warm) forget(state);
      method.detect(contact, a, b, pose, state, options);
      results[3 * k] = contact.kind;
      results[3 * k + 1] = contact.count;
      // Beyond dTol each gives the lower bound that it has come by.
      results[3 * k + 2] = contact.count > 0 ? contact.gap : 0;
    }
  };
  // The first warm call has no memory: it is made here.
  run();
  return { name, run, results: () => results, tolerance: 1e-12 };
}

function range(name: string, which: 'apart' | 'inContact'): string {
  const list = speedUps.get(name)![which];
  return `${Math.min(...list).toPrecision(2)} to ${Math.max(...list).toPrecision(2)}`;
}
const both = (name: string): string => `${range(name, 'apart')} apart, ${range(name, 'inContact')} in contact`;
bench.note('values', [
  { what: 'R of FCP, published, over Cundall’s search', paper: '1 to 5', here: both(FCP_PUBLISHED) },
  { what: 'R of FCP, direct', paper: 'another form', here: both('FCP, direct') },
  { what: 'R of SLM, published', paper: '5 to 16', here: both('SLM, published') },
  { what: 'R of SLM, certified', paper: 'another form', here: both('SLM, certified') },
  { what: 'R of the exact line', paper: '', here: both('exact') },
  { what: 'common lines', paper: 'identical', here: `gaps agree to ${CUNDALL_ERROR.toPrecision(1)}, the last tilt of Cundall’s search` },
  {
    what: 'depth by FCP, published, in a first contact: pairs of four that are too deep',
    paper: 'identical',
    here: offLines.length === 0 ? 'none' : `${offLines.length}: ${offLines.join(', ')}`,
  },
  { what: 'FDS, initial, over the direct search', paper: '', here: both('FDS, initial') },
  { what: 'FDS, updated', paper: '', here: both('FDS, updated') },
]);
bench.save();
writePairs(
  new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url),
  methods.map((method) => method.name),
  drawn,
);
