/**
 * The experiments of the fast direct search's paper (Zheng et al. 2017, section 3): figures 11, 13 and 15, the speed-up
 * over the direct search (DS) of each contact type of two blocks; table 1, the same for a wall of blocks and for
 * falling tetrahedra.
 *
 *     npm run bench:papers -- fds               all sizes; the paper's 3000 steps of the fall, the first of the wall
 *     npm run bench:papers -- fds --full        the paper's 1000 steps of the wall, too
 *     npm run bench:papers -- fds --seed=N
 *
 * R is the time of DS over that of the method. FDS, initial has no memory, FDS, updated that of the step before. The
 * fast common plane (FCP), direct and as published, and the shortest link (SLM) make a whole contact too, by their own
 * definition of it. FDS is the corrected form: true distances instead of the number n_j of near planes, and a proof of
 * slack instead of the number n_v of near vertices (docs/fds-paper.md). Figure 17: how far the top block sinks. Scenes
 * are moved and recorded (recorder.ts), then every method is asked about the same pairs once a step of the paper;
 * before any timing DS and both forms of FDS must agree on kind, status, number of points and gap in all of them.
 */
import {
  addBody,
  box,
  ContactKind,
  createBodySet,
  createContactFor,
  createDetectOptions,
  createRandom,
  detect,
  directSearchMethod,
  directSearchWork,
  exactMethod,
  fastCommonPlaneMethod,
  fastDirectSearchMethod,
  publishedFastCommonPlaneMethod,
  shortestLinkMethod,
  Status,
  type BodySet,
  type Contact,
  type ContactMethod,
  type ConvexPolyhedron,
} from 'dem-contact';
import { contactTypes } from '../lib/contact-types';
import { openBench, type TaskResult, type Variant, type VariantResult } from '../lib/measure';
import { record, replay, replayVariant, type Recording, type ReplayMethod } from '../../sim/recorder';
import { MARGIN, searchCalls } from '../lib/search-calls';
import { blockWall, fallingTetrahedra } from '../../sim/scenes/block-scenes';
import { randomRotation } from '../../sim/scenes/mixed-particles';

const bench = openBench('papers-fds');
const full = process.argv.includes('--full');
const seed = Number(process.argv.find((argument) => argument.startsWith('--seed='))?.slice(7) ?? 1);

const values: { what: string; paper: string; here: string }[] = [];
const DS = 'DS';
const INITIAL = 'FDS, initial';
const UPDATED = 'FDS, updated';
const FCP = 'FCP, direct';
const PUBLISHED_FCP = 'FCP, published';
const SLM = 'SLM';

const variantOf = (result: TaskResult, name: string): VariantResult =>
  result.variants.find((variant) => variant.name === name) as VariantResult;
const speedUp = (result: TaskResult, name: string): number => 1 / variantOf(result, name).ratio.median;

const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;

/** R with its quartiles. */
function ratio(result: TaskResult, name: string): string {
  const { median, low, high } = variantOf(result, name).ratio;
  return `${(1 / median).toFixed(2)} (${(1 / high).toFixed(2)} to ${(1 / low).toFixed(2)})`;
}

// Figures 11, 13 and 15.
const types = contactTypes().map((pair) => {
  const calls = bench.quick ? 4 : 128;
  const variant = (name: string, method: ContactMethod, warm: boolean): Variant => searchCalls(pair, calls, name, method, warm);
  const result = bench.measure({
    name: `${pair.shape}, ${pair.type}`,
    operations: calls,
    variants: [
      variant(DS, directSearchMethod, false),
      variant(INITIAL, fastDirectSearchMethod, false),
      variant(UPDATED, fastDirectSearchMethod, true),
      variant(FCP, fastCommonPlaneMethod, true),
      variant(PUBLISHED_FCP, publishedFastCommonPlaneMethod, true),
      variant(SLM, shortestLinkMethod, true),
    ],
    rounds: 15,
  });
  return { shape: pair.shape, result };
});
for (const [shape, figure, paper] of [
  ['hexahedra', 11, '3.7'],
  ['tetrahedra', 13, '2.2'],
  ['cut hexahedron', 15, 'not printed'],
] as const) {
  const results = types.filter((entry) => entry.shape === shape).map((entry) => entry.result);
  for (const name of [INITIAL, UPDATED, FCP, PUBLISHED_FCP, SLM]) {
    values.push({
      what: `figure ${figure}, ${shape}, mean R of ${name}`,
      paper: name.startsWith('FDS') ? paper : 'not printed',
      here: mean(results.map((result) => speedUp(result, name))).toFixed(2),
    });
  }
  for (const name of [DS, INITIAL, UPDATED]) {
    const distances = mean(results.map((result) => variantOf(result, name).counts['distances']));
    const entrances = mean(results.map((result) => variantOf(result, name).counts['entrances']));
    values.push({
      what: `${shape}, work of ${name} in a call`,
      paper: 'not printed',
      here: `${distances.toFixed(0)} distances, ${entrances.toFixed(1)} entrances`,
    });
    if (name !== UPDATED) continue;
    const refreshed = mean(results.map((result) => variantOf(result, name).counts['refreshed']));
    values.push({
      what: `${shape}, part of the updates that were refreshes`,
      paper: 'not printed',
      here: `${(100 * refreshed).toFixed(0)} %`,
    });
  }
}

// Isolated v-v and v-e contacts, where FDS takes a mean normal: two equal blocks in random orientations, B's lowest
// corner over A's highest, or over the middle of the edge between A's two highest.
for (const [shape, solid] of [
  ['hexahedra', box(1, 1, 1)],
  ['tetrahedra', contactTypes().find((pair) => pair.shape === 'tetrahedra')?.a as ConvexPolyhedron],
] as const) {
  const angles = new Map<ContactKind, number[]>([
    [ContactKind.VertexVertex, []],
    [ContactKind.VertexEdge, []],
  ]);
  const losses: number[] = [];
  const random = createRandom(seed);
  const contact = createContactFor(solid, solid);
  const link = createContactFor(solid, solid);
  const options = { ...createDetectOptions(), margin: MARGIN };
  for (let k = 0; k < (bench.quick ? 300 : 20_000); k++) {
    const bodies = createBodySet();
    addBody(bodies, { shape: solid, position: [0, 0, 0], orientation: randomRotation(random) });
    addBody(bodies, { shape: solid, position: [0, 0, 0], orientation: randomRotation(random) });
    const [highest, second] = byHeight(bodies, 0);
    const high = k % 2 === 0 ? highest : highest.map((x, c) => 0.5 * (x + second[c]));
    const low = byHeight(bodies, 1).at(-1) as number[];
    // Side by side within the tolerance, apart by less than the margin.
    const beside = [MARGIN * (2 * random() - 1), MARGIN * (2 * random() - 1), MARGIN * random()];
    for (let c = 0; c < 3; c++) bodies.positions[3 + c] = high[c] - low[c] + beside[c];
    detect(contact, fastDirectSearchMethod, bodies, 0, 1, undefined, options);
    const list = angles.get(contact.kind);
    if (list === undefined || contact.status !== Status.Separated) continue;
    detect(link, exactMethod, bodies, 0, 1, undefined, options);
    // The sine is good for small angles, where the cosine is not.
    const cross = [0, 1, 2].map((c) => {
      const [d, e] = [(c + 1) % 3, (c + 2) % 3];
      return contact.normal[d] * link.normal[e] - contact.normal[e] * link.normal[d];
    });
    const sine = Math.sqrt(cross.reduce((sum, x) => sum + x * x, 0));
    const cosine = contact.normal.reduce((sum, x, c) => sum + x * link.normal[c], 0);
    list.push((180 / Math.PI) * Math.atan2(sine, cosine));
    losses.push(1 - contact.gap / link.gap);
  }
  for (const [kind, list] of angles) {
    values.push({
      what: `${shape}, isolated ${kind === ContactKind.VertexVertex ? 'v-v' : 'v-e'}: angle between the normal and the exact one`,
      paper: 'slightly different',
      here: `median ${quantile(list, 0.5).toFixed(1)}°, 9 of 10 below ${quantile(list, 0.9).toFixed(1)}°, at most ${quantile(list, 1).toFixed(1)}° (${list.length} pairs)`,
    });
  }
  values.push({
    what: `${shape}, isolated v-v and v-e: part of the distance that the gap falls short of`,
    paper: 'not printed',
    here: `median ${(100 * quantile(losses, 0.5)).toFixed(1)} %, 9 of 10 below ${(100 * quantile(losses, 0.9)).toFixed(1)} %`,
  });
}

/** The corners of a body from its centroid, the highest first. */
function byHeight(bodies: BodySet, row: number): number[][] {
  const { vertices } = bodies.shapes[bodies.shapeIndex[row]];
  const [x, y, z, w] = bodies.orientations.subarray(4 * row, 4 * row + 4);
  const r = [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const corners: number[][] = [];
  for (let v = 0; v < vertices.length; v += 3)
    corners.push([0, 3, 6].map((k) => r[k] * vertices[v] + r[k + 1] * vertices[v + 1] + r[k + 2] * vertices[v + 2]));
  return corners.sort((p, q) => q[2] - p[2]);
}

function quantile(list: readonly number[], part: number): number {
  const sorted = [...list].sort((x, y) => x - y);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}

/** A method as the replay asks it, writing to `contact`; one contact serves all pairs of a scene. */
function asked(name: string, method: ContactMethod, contact: Contact, forget: boolean): ReplayMethod {
  const options = createDetectOptions();
  const { stateInts, stateFloats } = method;
  const ask: ReplayMethod['ask'] = (a, b, pose, state, motionA, motionB) => {
    options.motionA = motionA;
    options.motionB = motionB;
    if (forget) {
      for (let k = 0; k < stateFloats; k++) state.floats[state.floatOffset + k] = 0;
      for (let k = 0; k < stateInts; k++) state.ints[state.intOffset + k] = 0;
    }
    method.detect(contact, a, b, pose, state, options);
  };
  return { name, stateInts, stateFloats, ask };
}

/**
 * DS and both forms of FDS agree in every call of a recording; returns their work in a call and the part of the calls
 * with contacts.
 */
function compare(recording: Recording, methods: readonly ReplayMethod[], contact: Contact) {
  const radius = Math.min(...recording.windows.flatMap(({ shapesA, shapesB }) => [...shapesA, ...shapesB]).map((shape) => shape.radius));
  let first: number[] = [];
  let touching = 0;
  const work = methods.map((method) => {
    const seen: number[] = [];
    let calls = 0;
    let near = 0;
    const sum = { distances: 0, entrances: 0, refreshed: 0 };
    replay(recording, method, (_, step) => {
      // A gap that only excludes is a bound, and each search has its own.
      seen.push(contact.kind, contact.status, contact.count, contact.status === Status.Separated && contact.count === 0 ? 0 : contact.gap);
      // The calls that are timed.
      if (step === 0) return;
      calls++;
      if (contact.count > 0) near++;
      sum.distances += directSearchWork[0];
      sum.entrances += directSearchWork[1];
      sum.refreshed += directSearchWork[2];
    });
    if (first.length === 0) first = seen;
    touching = near / calls;
    seen.forEach((value, k) => {
      if (!(Math.abs(value - first[k]) <= (k % 4 === 3 ? 1e-12 * radius : 0)))
        throw new Error(
          `${method.name} differs from DS in call ${Math.floor(k / 4)}: ${first.slice(k - (k % 4), k - (k % 4) + 4).join(' ')} and ${seen.slice(k - (k % 4), k - (k % 4) + 4).join(' ')}`,
        );
    });
    return { distances: sum.distances / calls, entrances: sum.entrances / calls, refreshed: sum.refreshed / calls };
  });
  return { work, touching };
}

// Table 1.
/**
 * Steps of a window: a pair is new once in this many steps. In the paper's scenes it stays for most of 1000 or 3000.
 */
const STEPS = 20;

/** Height of the centroid of the highest body. */
function highest({ positions, count }: BodySet): number {
  let most = -Infinity;
  for (let i = 0; i < count; i++) most = Math.max(most, positions[3 * i + 2]);
  return most;
}

interface Row {
  what: string;
  /** A wall, with a block on top that figure 17 follows. */
  isWall: boolean;
  make: () => ReturnType<typeof blockWall>;
  span: number;
  paper: readonly [fds: string, fcp: string];
}
const rows: Row[] = [
  ...(bench.quick
    ? ([[3, 6, '', '']] as const)
    : ([
        [5, 15, '4.97', '2.48'],
        [10, 55, '4.98', '2.48'],
        [15, 120, '4.97', '2.46'],
      ] as const)
  ).map(([courses, blocks, fds, fcp]): Row => ({
    what: `block wall, ${blocks} blocks`,
    isWall: true,
    make: () => blockWall(courses),
    span: bench.quick ? 40 : full ? 1000 : Math.max(160, Math.round(900 / courses)),
    paper: [fds, fcp],
  })),
  ...(bench.quick
    ? ([[2, '', '']] as const)
    : ([
        [4, '5.19', '3.29'],
        [5, '5.35', '3.70'],
        [6, '5.71', '4.32'],
      ] as const)
  ).map(([side, fds, fcp]): Row => ({
    what: `falling tetrahedra, ${side ** 3}`,
    isWall: false,
    make: () => fallingTetrahedra(side, seed),
    span: bench.quick ? 60 : 3000,
    paper: [fds, fcp],
  })),
];
for (const { what, isWall, make, span, paper } of rows) {
  const begin = performance.now();
  const scene = make();
  const top = highest(scene.bodies);
  const recording = record(scene, { span, steps: STEPS, windows: bench.quick ? 2 : 8, pairs: bench.quick ? 40 : 200 });
  const shapes: readonly ConvexPolyhedron[] = scene.bodies.shapes;
  const largest = shapes.reduce((most, shape) => (shape.vertexCount > most.vertexCount ? shape : most));
  const contact = createContactFor(largest, largest);
  const ds = asked(DS, directSearchMethod, contact, false);
  const initial = asked(INITIAL, fastDirectSearchMethod, contact, true);
  const updated = asked(UPDATED, fastDirectSearchMethod, contact, false);
  const { work, touching } = compare(recording, [ds, initial, updated], contact);
  console.log(
    `\n${what}: ${span} steps of ${scene.substeps} in ${((performance.now() - begin) / 1000).toFixed(1)} s, ${recording.warmCalls} warm calls, ` +
      `${(100 * touching).toFixed(1)} % of them with contacts`,
  );
  const methods = [
    ds,
    initial,
    updated,
    asked(FCP, fastCommonPlaneMethod, contact, false),
    asked(PUBLISHED_FCP, publishedFastCommonPlaneMethod, contact, false),
    asked(SLM, shortestLinkMethod, contact, false),
  ];
  const result = bench.measure({
    name: `${what}, first ${span} steps`,
    operations: recording.warmCalls,
    variants: methods.map((method, k) => ({
      ...replayVariant(recording, method, 'warm'),
      ...(k < 3
        ? {
            counts: () => ({
              distances: recording.warmCalls * work[k].distances,
              entrances: recording.warmCalls * work[k].entrances,
              refreshed: recording.warmCalls * work[k].refreshed,
            }),
          }
        : {}),
    })),
    rounds: 9,
  });
  values.push(
    { what: `table 1, ${what}, ${span} steps, R of ${UPDATED}`, paper: paper[0], here: ratio(result, UPDATED) },
    ...[FCP, PUBLISHED_FCP].map((name) => ({ what: `table 1, ${what}, R of ${name}`, paper: paper[1], here: ratio(result, name) })),
    { what: `${what}, R of ${INITIAL}; of ${SLM}`, paper: 'not printed', here: `${ratio(result, INITIAL)}; ${ratio(result, SLM)}` },
    {
      what: `${what}, updates that were refreshes; pairs of all with contacts`,
      paper: 'not printed',
      here: `${(100 * work[2].refreshed).toFixed(0)} %; ${(100 * touching).toFixed(0)} %`,
    },
  );
  if (isWall)
    values.push({
      what: `figure 17, ${what}, top block after ${span} steps, sinks by`,
      paper: 'not readable',
      here: `${(1e6 * (top - highest(scene.bodies))).toPrecision(3)} µm`,
    });
}

bench.note('values', values);
for (const { what, paper, here } of values) console.log(`${what}: ${here}${paper ? ` (paper: ${paper})` : ''}`);
bench.save();
