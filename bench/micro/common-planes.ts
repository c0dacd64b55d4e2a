/**
 * The common-plane methods side by side: Cundall's tilts (4 and 8), the fast common plane, the shortest link, the exact
 * plane; and the two with a separation step, the published fast common plane and the tracked shortest link. Pairs of
 * equal shapes in random orientations, apart by 1 % and overlapping by 2 % of their radius.
 *
 * Cold: no memory. Warm: each pair has its memory, and moves and turns a little between calls (1e-4 of the radius, 1e-4
 * rad, to and fro). Poses are given. Methods that are exact are compared to 1e-12 before any is timed; Cundall's and
 * the published planes are not exact, and overlapping bodies have several planes from which no tilt gains, so those are
 * not compared: how far they are off is printed first.
 */
import {
  bodySetFromPoints,
  createCommonPlane,
  createCundallOptions,
  createPose,
  createRandom,
  createState,
  cundallMethod,
  cundallPlane,
  exactMethod,
  exactPlane,
  fastCommonPlane,
  fastCommonPlaneMethod,
  publishedFastCommonPlaneMethod,
  relativePose,
  shortestLink,
  shortestLinkMethod,
  Status,
  trackedShortestLinkMethod,
} from 'dem-contact';
import type { BodySet, CommonPlane, ContactState, ConvexPolyhedron, Pose } from 'dem-contact';
import { openBench, type Variant } from '../lib/measure';
import { benchShapes, bodiesAtGap, nudge, posesAtGap } from '../lib/pairs';

/** Motion between warm calls, in radii and radians. */
const STEP = 1e-4;

type Kernel = (plane: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState) => void;

interface Entrant {
  name: string;
  kernel: Kernel;
  method: { stateInts: number; stateFloats: number };
  /** Whether it promises the exact plane, apart and overlapping. */
  exact: [boolean, boolean];
}

const eightTilts = { ...createCundallOptions(), tilts: 8 as const };
const published = { variant: 'published' as const, motionA: 0, motionB: 0 };
const tracked = { variant: 'certified' as const, track: true, motionA: 0, motionB: 0 };
const entrants: Entrant[] = [
  { name: 'exact plane', kernel: (p, a, b, pose, state) => exactPlane(p, a, b, pose, state), method: exactMethod, exact: [true, true] },
  {
    name: "Cundall's, 4 tilts",
    kernel: (p, a, b, pose, state) => cundallPlane(p, a, b, pose, state),
    method: cundallMethod,
    exact: [false, false],
  },
  {
    name: "Cundall's, 8 tilts",
    kernel: (p, a, b, pose, state) => cundallPlane(p, a, b, pose, state, eightTilts),
    method: cundallMethod,
    exact: [false, false],
  },
  {
    name: 'FCP',
    kernel: (p, a, b, pose, state) => fastCommonPlane(p, a, b, pose, state),
    method: fastCommonPlaneMethod,
    exact: [true, false],
  },
  {
    name: 'FCP, published',
    kernel: (p, a, b, pose, state) => fastCommonPlane(p, a, b, pose, state, published),
    method: publishedFastCommonPlaneMethod,
    exact: [false, false],
  },
  { name: 'SLM', kernel: (p, a, b, pose, state) => shortestLink(p, a, b, pose, state), method: shortestLinkMethod, exact: [true, true] },
  {
    name: 'SLM, tracked',
    kernel: (p, a, b, pose, state) => shortestLink(p, a, b, pose, state, tracked),
    method: trackedShortestLinkMethod,
    exact: [true, false],
  },
];

const bench = openBench('common-planes');
const plane = createCommonPlane();

errors();
tetrahedra();
speeds();
bench.save();

function speeds(): void {
  for (const [name, shape] of Object.entries(benchShapes())) {
    const pairs = bench.quick ? 8 : shape.vertexCount > 30 ? 64 : 128;
    for (const [regime, gap] of [
      ['apart 1 %', 0.01],
      ['overlap 2 %', -0.02],
    ] as const) {
      if (-gap > 0.5 * (shape.inradius / shape.radius)) continue;
      const phases = twoPhases(shape, pairs, gap);
      const gaps = new Float64Array(2 * pairs);
      for (const warm of [false, true]) {
        const variants = entrants.map(({ kernel, method, exact }, e): Variant => {
          const memory = Array.from({ length: warm ? pairs : 1 }, () => createState(method));
          let evaluations = 0;
          let iterations = 0;
          const run = () => {
            evaluations = 0;
            iterations = 0;
            for (let phase = 0; phase < 2; phase++) {
              for (let p = 0; p < pairs; p++) {
                const state = memory[warm ? p : 0];
                if (!warm) {
                  state.ints.fill(0);
                  state.floats.fill(0);
                }
                kernel(plane, shape, shape, phases[phase][p], state);
                gaps[phase * pairs + p] = plane.gap;
                evaluations += plane.evaluations;
                iterations += plane.iterations;
              }
            }
          };
          // The first warm call of a pair is cold: it is made here.
          if (warm) run();
          const variant: Variant = { name: entrants[e].name, run, counts: () => ({ evaluations, iterations }) };
          if (exact[gap > 0 ? 0 : 1]) Object.assign(variant, { results: () => gaps, tolerance: 1e-12 });
          return variant;
        });
        bench.measure({ name: `${name}, ${regime}, ${warm ? 'warm' : 'cold'}`, operations: 2 * pairs, variants });
      }
    }
  }
}

/** Poses of the pairs before and after the motion. */
function twoPhases(shape: ConvexPolyhedron, pairs: number, gap: number): Pose[][] {
  const bodies = bodiesAtGap(shape, pairs, gap, 3);
  const rest = { positions: bodies.positions.slice(), orientations: bodies.orientations.slice() };
  return [0, STEP].map((step) => {
    nudge(bodies, rest, step);
    return Array.from({ length: pairs }, (_, p) => relativePose(createPose(), bodies, 2 * p, 2 * p + 1));
  });
}

/**
 * How far the planes are from the exact ones, over all shapes: angles of the normals, and how much wider the exact gap
 * is, in radii.
 */
function errors(): void {
  const shapes = Object.values(benchShapes());
  const pairs = bench.quick ? 8 : 250;
  for (const gap of [0.05, 0.005, -0.005, -0.02]) {
    const regime = gap > 0 ? `apart ${100 * gap} %` : `overlap ${-100 * gap} %`;
    for (const entrant of entrants.slice(1).filter(({ exact }) => !exact[1])) {
      report(
        `${regime}, cold, ${entrant.name}`,
        shapes,
        gap,
        pairs,
        (shape, pose, state) => {
          entrant.kernel(plane, shape, shape, pose, state);
        },
        entrant,
      );
      report(
        `${regime}, after 100 small steps, ${entrant.name}`,
        shapes,
        gap,
        pairs,
        (shape, pose, state) => {
          // From 1 % of the radius and 0.01 rad away, in steps.
          for (let k = 100; k >= 0; k--) entrant.kernel(plane, shape, shape, displaced(shape, pose, 1e-4 * k), state);
        },
        entrant,
      );
    }
  }
  // The separation step, from a last normal that is off by an angle.
  for (const gap of [-0.001, -0.01, -0.03]) {
    for (const degrees of [0, 1, 3]) {
      for (const entrant of entrants.filter(({ name }) => name.includes(','))) {
        if (entrant.method === cundallMethod) continue;
        report(
          `overlap ${-100 * gap} %, last normal ${degrees} degrees off, ${entrant.name}`,
          shapes,
          gap,
          pairs,
          (shape, pose, state) => {
            exactPlane(plane, shape, shape, pose, createState(exactMethod));
            rememberNormal(state, plane, degrees);
            entrant.kernel(plane, shape, shape, pose, state);
          },
          entrant,
        );
      }
    }
  }
}

/**
 * Tetrahedra with small integer corners, cold: how many planes have a smaller gap than the exact one. Many of them
 * overlap deeply.
 */
function tetrahedra(): void {
  const random = createRandom(11);
  const corner = () => Math.floor(5 * random()) - 2;
  const wrong = entrants.map(() => [0, 0]);
  const total = [0, 0];
  const exact = createCommonPlane();
  while (total[0] + total[1] < (bench.quick ? 100 : 40_000)) {
    const a = Array.from({ length: 12 }, corner);
    const up = 1 + (total[0] % 3);
    const b = Array.from({ length: 12 }, (_, k) => corner() + (k % 3 === 2 ? up : 0));
    let bodies: BodySet;
    try {
      bodies = bodySetFromPoints([a, b]);
    } catch {
      // Flat ones.
      continue;
    }
    const [shapeA, shapeB] = bodies.shapes;
    const pose = relativePose(createPose(), bodies, 0, 1);
    if (exactPlane(exact, shapeA, shapeB, pose, createState(exactMethod)) === Status.Touching) continue;
    const regime = exact.gap > 0 ? 0 : 1;
    total[regime]++;
    entrants.forEach(({ kernel, method }, e) => {
      kernel(plane, shapeA, shapeB, pose, createState(method));
      if (plane.gap < exact.gap - 1e-12) wrong[e][regime]++;
    });
  }
  entrants.forEach(({ name }, e) => {
    bench.note(`integer tetrahedra, ${name}`, {
      apart: total[0],
      wrongApart: wrong[e][0],
      overlapping: total[1],
      otherOverlapping: wrong[e][1],
    });
    console.log(
      `integer tetrahedra, ${name}: smaller gap in ${wrong[e][0]} of ${total[0]} apart, ${wrong[e][1]} of ${total[1]} overlapping`,
    );
  });
}

function report(
  label: string,
  shapes: ConvexPolyhedron[],
  gap: number,
  pairs: number,
  find: (shape: ConvexPolyhedron, pose: Pose, state: ContactState) => void,
  { method }: Entrant,
): void {
  const angles: number[] = [];
  let wider = 0;
  let narrower = 0;
  const exact = createCommonPlane();
  shapes.forEach((shape, k) => {
    if (-gap > 0.5 * (shape.inradius / shape.radius)) return;
    for (const pose of posesAtGap(shape, pairs, gap, 7 + k)) {
      find(shape, pose, createState(method));
      exactPlane(exact, shape, shape, pose, createState(exactMethod));
      let cross = 0;
      let dot = 0;
      for (let c = 0; c < 3; c++) {
        const [i, j] = [(c + 1) % 3, (c + 2) % 3];
        cross += (plane.normal[i] * exact.normal[j] - plane.normal[j] * exact.normal[i]) ** 2;
        dot += plane.normal[c] * exact.normal[c];
      }
      angles.push((180 / Math.PI) * Math.atan2(Math.sqrt(cross), dot));
      const difference = (exact.gap - plane.gap) / shape.radius;
      wider = Math.max(wider, difference);
      if (difference > 1e-9) narrower++;
    }
  });
  angles.sort((x, y) => x - y);
  const share = (limit: number) => angles.filter((angle) => angle > limit).length / angles.length;
  const figures = {
    pairs: angles.length,
    offBy01: share(0.1),
    offBy1: share(1),
    median: angles[angles.length >> 1],
    p95: angles[Math.floor(0.95 * angles.length)],
    worst: angles[angles.length - 1],
    smallerGap: narrower / angles.length,
    worstGap: wider,
  };
  bench.note(label, figures);
  const percent = (x: number) => `${(100 * x).toFixed(1)} %`;
  console.log(
    `${label}: normal off by > 0.1 deg ${percent(figures.offBy01)}, > 1 deg ${percent(figures.offBy1)}, median ${figures.median.toPrecision(2)}, ` +
      `95 % ${figures.p95.toPrecision(2)}, worst ${figures.worst.toPrecision(2)} deg; gap smaller ${percent(figures.smallerGap)}, worst ${wider.toPrecision(2)} radii`,
  );
}

/** The pose moved along x by `step` radii and turned about z by `step` radians. */
function displaced(shape: ConvexPolyhedron, pose: Pose, step: number): Pose {
  const moved = pose.slice();
  const norm = Math.sqrt(1 + step * step);
  for (let c = 0; c < 3; c++) {
    moved[c] = (pose[c] - step * pose[3 + c]) / norm;
    moved[3 + c] = (pose[3 + c] + step * pose[c]) / norm;
  }
  moved[9] += step * shape.radius;
  return moved;
}

/**
 * A contact with the normal of a plane turned by an angle about an axis across it, and its gap, as the separation step
 * remembers it.
 */
function rememberNormal(state: ContactState, from: CommonPlane, degrees: number): void {
  const [x, y, z] = from.normal;
  const axis = Math.abs(x) < 0.6 ? [0, z, -y] : [-z, 0, x];
  const length = Math.sqrt(axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2);
  const tangent = Math.tan((degrees * Math.PI) / 180) / length;
  for (let c = 0; c < 3; c++) state.floats[c] = from.normal[c] + tangent * axis[c];
  state.floats[3] = from.gap;
}
