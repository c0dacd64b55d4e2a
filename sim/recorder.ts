/**
 * Poses of a moving scene, recorded once and replayed for every method, so that all methods see the same pairs and only
 * detection is timed.
 *
 * A recording is a number of windows: some consecutive time steps, and the pairs that were near in the first of them,
 * or a regular part of these. Near means that bounding spheres meet, and that the sphere of either body is not beyond a
 * face of the other (a plate has a sphere that holds half the scene). Every pair is asked in every step of its window.
 * What is kept is what a kernel takes: the two shapes, the pose of B in A's frame, and how far both bodies moved since
 * the step before. So a replay reads its input in order, as a detector reads its near list, and spends no time on world
 * coordinates.
 *
 * Memory of a pair lives as long as the window: none in the first step, the cold one; kept from step to step in the
 * others, the warm ones. In a simulation nearly all calls are warm, so the two are timed apart.
 *
 * @example
 * ```ts
 * const recording = record({ bodies, step }, { span: 1000, steps: 5, windows: 20, pairs: 1000 });
 * replay(recording, method, (call) => { gaps[call] = method.plane.gap; });
 * const variants = methods.map((m) => replayVariant(recording, m, 'warm'));
 * bench.measure({ name, operations: recording.warmCalls, variants });
 * ```
 */
import { createNearPairsWorkspace, createPairList, boundingRadii, nearPairs, relativePose } from 'dem-contact';
import type { BodySet, ContactState, ConvexPolyhedron, Pose } from 'dem-contact';
import type { Variant } from '../bench/lib/measure';

/** A scene that moves: `step` carries the bodies one time step on. */
export interface MovingScene {
  readonly bodies: BodySet;
  readonly step: () => void;
}

export interface RecordOptions {
  /** Time steps over which the windows are spread evenly; the scene is moved as far. */
  span: number;
  /** Consecutive steps of a window, the cold one included; at least 2. */
  steps: number;
  windows: number;
  /** The most pairs of a window: of more, every second, third, ... is kept. */
  pairs: number;
}

interface Window {
  /** Shapes of A and B by pair. */
  shapesA: ConvexPolyhedron[];
  shapesB: ConvexPolyhedron[];
  /** For each step all pairs: pose of B in A's frame, 12 numbers. */
  poses: Float64Array[];
  /**
   * For each step all pairs: motion of A, motion of B: the most by which a vertex can have moved since the step before;
   * 0 in the first.
   */
  motions: Float64Array[];
}

export interface Recording {
  readonly windows: readonly Window[];
  /** Calls of all windows in their first steps, and in the others. */
  readonly coldCalls: number;
  readonly warmCalls: number;
}

/** What is asked about the pairs of a recording, and the memory that it keeps of each. */
export interface ReplayMethod {
  readonly name: string;
  readonly stateInts: number;
  readonly stateFloats: number;
  /** Finds the contact of B posed in A's frame; where it writes is its own affair. */
  readonly ask: (a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState, motionA: number, motionB: number) => void;
}

/** Moves the scene over the span and keeps its windows. */
export function record({ bodies, step }: MovingScene, { span, steps, windows: count, pairs: most }: RecordOptions): Recording {
  const radii = boundingRadii(new Float64Array(bodies.count), bodies);
  const windows: Window[] = [];
  let pairs = 0;
  let done = 0;
  for (let w = 0; w < count; w++) {
    for (; done < Math.floor((w * span) / count); done++) step();
    windows.push(recordWindow(bodies, radii, step, steps, most));
    pairs += windows[w].shapesA.length;
    done += steps - 1;
  }
  for (; done < span; done++) step();
  return { windows, coldCalls: pairs, warmCalls: pairs * (steps - 1) };
}

/** The bodies as they are, and after each of steps - 1 steps. */
function recordWindow(bodies: BodySet, radii: Float64Array, step: () => void, steps: number, most: number): Window {
  const near = listNear(bodies, radii);
  const stride = Math.ceil(near.length / 2 / most);
  const pairs = near.filter((_, k) => (k >> 1) % stride === 0);
  const count = pairs.length / 2;
  const shapeOf = (body: number) => bodies.shapes[bodies.shapeIndex[body]];
  const window: Window = {
    shapesA: Array.from({ length: count }, (_, p) => shapeOf(pairs[2 * p])),
    shapesB: Array.from({ length: count }, (_, p) => shapeOf(pairs[2 * p + 1])),
    poses: [],
    motions: [],
  };
  const positions = bodies.positions.slice();
  const orientations = bodies.orientations.slice();
  for (let s = 0; s < steps; s++) {
    if (s > 0) step();
    const poses = new Float64Array(12 * count);
    for (let p = 0; p < count; p++) poses.set(relativePose(pose, bodies, pairs[2 * p], pairs[2 * p + 1]), 12 * p);
    window.poses.push(poses);
    window.motions.push(Float64Array.from(pairs, (body) => motionOf(bodies, body, positions, orientations, radii[body])));
    positions.set(bodies.positions);
    orientations.set(bodies.orientations);
  }
  return window;
}

/** Rows of the near pairs, two a pair. */
function listNear(bodies: BodySet, radii: Float64Array): number[] {
  const list = nearPairs(createPairList(), bodies.count, bodies.positions, radii, { filter: bodies }, createNearPairsWorkspace());
  const near: number[] = [];
  for (let p = 0; p < list.count; p++) {
    const i = list.pairs[2 * p];
    const j = list.pairs[2 * p + 1];
    relativePose(pose, bodies, j, i);
    if (isBeyondFace(bodies, j, radii[i])) continue;
    relativePose(pose, bodies, i, j);
    if (!isBeyondFace(bodies, i, radii[j])) near.push(i, j);
  }
  return near;
}

/** The pose of the current pair. */
const pose: Pose = new Float64Array(12);

/** Whether a sphere about the place of `pose` lies beyond a face of the body in whose frame that is. */
function isBeyondFace(bodies: BodySet, body: number, radius: number): boolean {
  const { normals, offsets, faceCount } = bodies.shapes[bodies.shapeIndex[body]];
  for (let f = 0; f < faceCount; f++) {
    const distance = normals[3 * f] * pose[9] + normals[3 * f + 1] * pose[10] + normals[3 * f + 2] * pose[11] - offsets[f];
    if (distance > radius) return true;
  }
  return false;
}

/**
 * Way of the centroid plus the chord of the turn at the bounding radius: |q - q'| is twice the sine of a quarter of the
 * angle.
 */
function motionOf(bodies: BodySet, body: number, positions: Float64Array, orientations: Float64Array, radius: number): number {
  let way = 0;
  let chord = 0;
  for (let k = 3 * body; k < 3 * body + 3; k++) way += (bodies.positions[k] - positions[k]) ** 2;
  for (let k = 4 * body; k < 4 * body + 4; k++) chord += (bodies.orientations[k] - orientations[k]) ** 2;
  return Math.sqrt(way) + 2 * Math.sqrt(chord) * radius;
}

/**
 * Asks about all pairs, all steps and windows in turn, and calls `seen` after each call with its number and step in the
 * window.
 */
export function replay(recording: Recording, method: ReplayMethod, seen: (call: number, step: number) => void): void {
  let call = 0;
  for (const window of recording.windows) {
    const state = memoryOf(window, method);
    for (let s = 0; s < window.poses.length; s++) {
      for (let p = 0; p < window.shapesA.length; p++) {
        askOne(window, method, state, s, p);
        seen(call++, s);
      }
    }
  }
}

/**
 * The part of a recording with those pairs of each window for which `keep` is true; it is asked with the number of the
 * pair's first call in a replay of the whole.
 */
export function selectPairs(recording: Recording, keep: (call: number) => boolean): Recording {
  let call = 0;
  let pairs = 0;
  let warmCalls = 0;
  const windows = recording.windows.map((window): Window => {
    const chosen = window.shapesA.map((_, p) => p).filter((p) => keep(call + p));
    call += window.shapesA.length * window.poses.length;
    pairs += chosen.length;
    warmCalls += chosen.length * (window.poses.length - 1);
    const pick = (of: Float64Array, width: number) =>
      Float64Array.from(chosen.flatMap((p) => [...of.subarray(width * p, width * (p + 1))]));
    return {
      shapesA: chosen.map((p) => window.shapesA[p]),
      shapesB: chosen.map((p) => window.shapesB[p]),
      poses: window.poses.map((poses) => pick(poses, 12)),
      motions: window.motions.map((motions) => pick(motions, 2)),
    };
  });
  return { windows, coldCalls: pairs, warmCalls };
}

/** The replay as a variant of a bench: the time of the first steps, or that of the others, for each of their calls. */
export function replayVariant(recording: Recording, method: ReplayMethod, regime: 'cold' | 'warm'): Variant {
  const states = recording.windows.map((window) => memoryOf(window, method));
  const once = (): number => {
    let used = 0;
    recording.windows.forEach((window, w) => {
      states[w].ints.fill(0);
      states[w].floats.fill(0);
      const cold = askSteps(window, method, states[w], 0, 1);
      used += regime === 'cold' ? cold : askSteps(window, method, states[w], 1, window.poses.length);
    });
    return used;
  };
  return {
    name: method.name,
    run: () => void once(),
    time: (repeats) => {
      let used = 0;
      for (let k = 0; k < repeats; k++) used += once();
      return used / repeats;
    },
  };
}

function memoryOf(window: Window, { stateInts, stateFloats }: ReplayMethod): ContactState {
  const pairs = window.shapesA.length;
  return { ints: new Int32Array(stateInts * pairs), floats: new Float64Array(stateFloats * pairs), intOffset: 0, floatOffset: 0 };
}

/** Processor time of all pairs in steps begin .. end - 1, ms. */
function askSteps(window: Window, method: ReplayMethod, state: ContactState, begin: number, end: number): number {
  const start = process.cpuUsage();
  for (let s = begin; s < end; s++) {
    for (let p = 0; p < window.shapesA.length; p++) askOne(window, method, state, s, p);
  }
  const { user, system } = process.cpuUsage(start);
  return 1e-3 * (user + system);
}

function askOne(window: Window, method: ReplayMethod, state: ContactState, s: number, p: number): void {
  state.intOffset = method.stateInts * p;
  state.floatOffset = method.stateFloats * p;
  const poses = window.poses[s];
  const motions = window.motions[s];
  for (let k = 0; k < 12; k++) pose[k] = poses[12 * p + k];
  method.ask(window.shapesA[p], window.shapesB[p], pose, state, motions[2 * p], motions[2 * p + 1]);
}
