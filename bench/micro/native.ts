/**
 * What the language costs: the warm certified shortest link (relative pose included) against its twin in C++
 * (bench/native/shortest-link.cpp, g++ -O3), on the same pairs, poses and memories, in turns. The twin walks on links
 * alone; TypeScript tries the face of B - A that separates the bodies first. Their gaps agree to 1e-13, which is
 * checked before any is timed. The twin times itself, so that starting it does not count. Where there is no
 * g++ a notice says so and nothing is saved.
 *
 * Pairs that the walk hands to the exact plane (edges or faces parallel to rounding) are left out: the twin has no
 * exact plane.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import {
  addBody,
  createBodySet,
  createCommonPlane,
  createPose,
  createState,
  relativePose,
  shortestLink,
  shortestLinkMethod,
} from 'dem-contact';
import type { BodySet, ContactState, ConvexPolyhedron } from 'dem-contact';
import { openBench } from '../lib/measure';
import { buildTwin } from '../lib/native-twin';
import { benchShapes, bodiesAtGap, nudge, type Rest } from '../lib/pairs';

/** Motion between calls, as in the bench shortest-link. */
const STEP = 1e-4;

const plane = createCommonPlane();
const pose = createPose();

interface Pairs {
  shape: ConvexPolyhedron;
  bodies: BodySet;
  rest: Rest;
  memory: ContactState[];
  gaps: Float64Array;
}

/** One call for each pair at both poses of the motion; returns the links computed. */
function sweep({ shape, bodies, rest, memory, gaps }: Pairs): number {
  let iterations = 0;
  for (let phase = 0; phase < 2; phase++) {
    nudge(bodies, rest, phase === 0 ? STEP : 0);
    for (let p = 0; p < memory.length; p++) {
      relativePose(pose, bodies, 2 * p, 2 * p + 1);
      shortestLink(plane, shape, shape, pose, memory[p]);
      gaps[p] = plane.gap;
      iterations += plane.iterations;
    }
  }
  return iterations;
}

function pairsOf(bodies: BodySet): Pairs {
  const rest: Rest = { positions: bodies.positions.slice(), orientations: bodies.orientations.slice() };
  const count = bodies.count / 2;
  const memory = Array.from({ length: count }, () => createState(shortestLinkMethod));
  return { shape: bodies.shapes[0], bodies, rest, memory, gaps: new Float64Array(count) };
}

/** The pairs whose warm calls are those of the walk, primed. */
function walkedPairs(all: BodySet): Pairs {
  const tried = pairsOf(all);
  for (let k = 0; k < 3; k++) sweep(tried);
  const walked = new Uint8Array(tried.memory.length).fill(1);
  for (let phase = 0; phase < 2; phase++) {
    nudge(all, tried.rest, phase === 0 ? STEP : 0);
    for (let p = 0; p < walked.length; p++) {
      relativePose(pose, all, 2 * p, 2 * p + 1);
      shortestLink(plane, tried.shape, tried.shape, pose, tried.memory[p]);
      // The walk evaluates no g.
      if (plane.evaluations > 0) walked[p] = 0;
    }
  }
  const bodies = createBodySet();
  for (let i = 0; i < all.count; i++) {
    if (walked[i >> 1] === 0) continue;
    const position = tried.rest.positions.subarray(3 * i, 3 * i + 3);
    const [x, y, z, w] = tried.rest.orientations.subarray(4 * i, 4 * i + 4);
    addBody(bodies, { shape: tried.shape, position: [position[0], position[1], position[2]], orientation: [x, y, z, w] });
  }
  const pairs = pairsOf(bodies);
  sweep(pairs);
  return pairs;
}

/** All numbers as doubles, one after the other, in the order in which the twin reads them. */
function dump({ shape: s, rest, memory }: Pairs): Float64Array {
  const numbers: number[] = [s.vertexCount, s.edgeCount, s.faceCount, s.radius, s.tolerance];
  const topology = [s.halfEdgeNext, s.halfEdgeOrigin, s.halfEdgeFace, s.vertexHalfEdge, s.faceHalfEdge, s.neighbourStart, s.neighbours];
  for (const array of [s.vertices, s.normals, ...topology]) numbers.push(...array);
  const count = memory.length;
  numbers.push(STEP, count, ...rest.positions.subarray(0, 6 * count), ...rest.orientations.subarray(0, 8 * count));
  for (const state of memory) numbers.push(...state.ints);
  return Float64Array.from(numbers);
}

const bench = openBench('native');
const twin = buildTwin(bench, 'shortest-link');
if (twin !== null) {
  for (const [name, shape] of Object.entries(benchShapes())) {
    const pairs = walkedPairs(bodiesAtGap(shape, bench.quick ? 8 : 128, 0.01, 3));
    const file = `${twin.folder}${name}.bin`;
    writeFileSync(file, dump(pairs));
    let iterations = 0;
    let twinAnswers = { time: 0, iterations: 0, gaps: new Float64Array(0) };
    const runTwin = (sweeps: number) => {
      const lines = execFileSync(twin.program, [file, String(sweeps)], { encoding: 'utf8' })
        .trim()
        .split('\n');
      const [time, moves, handedOver, ...gaps] = lines.map(Number);
      if (handedOver > 0) throw new Error(`${name}: the walk of the twin did not end in ${handedOver} calls`);
      twinAnswers = { time: time, iterations: moves, gaps: Float64Array.from(gaps) };
      return twinAnswers.time;
    };
    bench.measure({
      name,
      operations: 2 * pairs.memory.length,
      variants: [
        {
          name: 'C++',
          run: () => {
            runTwin(1);
          },
          time: runTwin,
          results: () => twinAnswers.gaps,
          counts: () => ({ iterations: twinAnswers.iterations }),
        },
        {
          name: 'TypeScript',
          run: () => {
            iterations = sweep(pairs);
          },
          results: () => pairs.gaps,
          // The twin walks on links; here the face of B - A that separates the bodies comes first.
          tolerance: 1e-13,
          counts: () => ({ iterations }),
        },
      ],
    });
  }
  bench.save();
}
