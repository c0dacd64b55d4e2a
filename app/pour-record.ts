/** A pouring, or another run of moving particles, to its end, with what the table and the report say about it. */
import { frameContacts, type FrameContacts } from './frame-contacts';
import { addBody, BodyFlag, box, createBodySet, Status, type BodySet, type ContactList, type Detector } from 'dem-contact';
import type { Dynamics } from '../sim/dynamics/dynamics';
import { balanceOf } from '../sim/dynamics/energy';
import { stepPouring, type Pouring } from './pouring';
import { TIME_STEP } from './time-step';
import type { Counters, StepTimes } from './step-times';
import type { Phase, SceneContacts } from './summary';

/** Values at the end of intervals of equal numbers of steps; times are means over the interval. */
interface Series {
  /** s */
  time: number[];
  /** J */
  kinetic: number[];
  potential: number[];
  elastic: number[];
  /** Pairs of bodies that overlap or touch, that the method was called for, and in the near list: without walls. */
  closed: number[];
  asked: number[];
  near: number[];
  /** ms a step. */
  broadPhase: number[];
  contacts: number[];
  motion: number[];
}

/** Poses of the particles and closed contacts now and then, for the playback. The last frame is the end. */
export interface Frames {
  /** s */
  times: number[];
  /** 7 a particle: position, quaternion. */
  poses: Float32Array[];
  contacts: FrameContacts[];
}

/** What a recording has seen. */
export interface RunRecord {
  steps: number;
  /** s */
  timeStep: number;
  series: Series;
  frames: Frames;
  /** Size of the force of each contact of the end, N. */
  loads: Float64Array;
  /** Sums over all steps, s. */
  times: StepTimes;
  /** Steps that built the near list again, by the reason. */
  rebuilds: [reason: string, steps: number][];
  /** Mean speed of the particles at the end, m / s. */
  speed: number;
  /** Bytes that the detector holds. */
  memory: number;
}

export interface PourRecord extends RunRecord {
  found: SceneContacts;
}

const INTERVALS = 120;
const MOST_FRAMES = 100;
/** The page holds this many poses, of 14 bytes each. */
const MOST_POSES = 220_000;
const WALL_THICKNESS = 0.02;

/** Particles in motion, in space or in the plane: what a recording looks at. */
export interface Run {
  /** The first rows of the bodies. */
  particles: number;
  detector: Pick<Detector, 'statistics' | 'memory'> & { readonly contacts: Pick<ContactList, 'count' | 'status' | 'bodyB'> };
  timeStep: number;
  /** One time step; what its parts took goes to `times`. */
  step: (times: StepTimes) => void;
  /** Simulated time, s. */
  time: () => number;
  /** J */
  energies: () => { kinetic: number; potential: number; elastic: number };
  /** Mean speed of the particles. */
  speed: () => number;
  /** Writes places and quaternions, 7 numbers a particle. */
  writePoses: (poses: Float32Array) => void;
  contacts: () => FrameContacts;
  /** Size of the force of each contact of the last step. */
  loads: () => Float64Array;
}

interface SpaceRun extends Pick<Run, 'particles' | 'timeStep' | 'step' | 'loads'> {
  bodies: BodySet;
  dynamics: Dynamics;
  detector: Detector;
}

/** A run of polyhedra. */
export function runInSpace(run: SpaceRun): Run {
  const { particles, bodies, dynamics, detector, loads } = run;
  return {
    ...run,
    time: () => dynamics.time,
    energies: () => balanceOf(dynamics),
    speed: () => {
      let speed = 0;
      const { velocities } = dynamics;
      for (let k = 0; k < 3 * particles; k += 3)
        speed += Math.sqrt(velocities[k] ** 2 + velocities[k + 1] ** 2 + velocities[k + 2] ** 2) / particles;
      return speed;
    },
    writePoses: (poses) => {
      for (let b = 0; b < particles; b++) {
        poses.set(bodies.positions.subarray(3 * b, 3 * b + 3), 7 * b);
        poses.set(bodies.orientations.subarray(4 * b, 4 * b + 4), 7 * b + 3);
      }
    },
    contacts: () => frameContacts(detector.contacts, loads(), bodies),
  };
}

/** Called after each step. */
type Watch = (step: number) => void;

export function recordPouring(pouring: Pouring, steps: number, method: string, start: Phase, watch: Watch): PourRecord {
  const { bodies, dynamics, detector, forces } = pouring;
  const step = (times: StepTimes): void => {
    stepPouring(pouring, times);
  };
  const loads = (): Float64Array => forces.loads;
  const run = runInSpace({ bodies, particles: bodies.count, dynamics, detector, timeStep: TIME_STEP, step, loads });
  const record = recordRun(run, steps, watch);
  return { ...record, found: sceneOf(pouring, method, [start, ...phasesOf(record.times)]) };
}

/** Runs the steps; what was found at the end is for the caller to add. */
export function recordRun(run: Run, steps: number, watch: Watch): RunRecord {
  const { particles, detector, timeStep } = run;
  const series: Series = {
    time: [],
    kinetic: [],
    potential: [],
    elastic: [],
    closed: [],
    asked: [],
    near: [],
    broadPhase: [],
    contacts: [],
    motion: [],
  };
  const frames: Frames = { times: [], poses: [], contacts: [] };
  const sums: StepTimes = { broadPhase: 0, contacts: 0, motion: 0 };
  const since: StepTimes = { ...sums };
  const times: StepTimes = { ...sums };
  const frameCount = Math.max(2, Math.min(MOST_FRAMES, steps + 1, Math.floor(MOST_POSES / particles)));
  const intervals = Math.min(INTERVALS, steps);
  let closedInterval = 0;
  keepFrame(frames, run);
  for (let step = 1; step <= steps; step++) {
    run.step(times);
    for (const part of ['broadPhase', 'contacts', 'motion'] as const) {
      sums[part] += times[part];
      since[part] += times[part];
    }
    if (Math.floor((step * (frameCount - 1)) / steps) >= frames.times.length) keepFrame(frames, run);
    if (Math.floor((step * intervals) / steps) > series.time.length) {
      keepValues(series, run, since, step - closedInterval);
      closedInterval = step;
    }
    watch(step);
  }
  const { statistics } = detector;
  return {
    steps,
    timeStep,
    series,
    frames,
    loads: run.loads().slice(0, detector.contacts.count),
    times: sums,
    rebuilds: [
      ['first step', statistics.builtFirst],
      ['skin used up by motion', statistics.builtForMotion],
      ['bodies or settings changed', statistics.builtForBodies + statistics.builtForSettings],
    ],
    speed: run.speed(),
    memory: detector.memory(),
  };
}

export function phasesOf({ broadPhase, contacts, motion }: StepTimes): Phase[] {
  return [
    { name: 'Broad phase', seconds: broadPhase },
    { name: 'Contacts', seconds: contacts },
    { name: 'Forces and motion', seconds: motion },
  ];
}

function keepFrame(frames: Frames, run: Run): void {
  const poses = new Float32Array(7 * run.particles);
  run.writePoses(poses);
  frames.poses.push(poses);
  frames.contacts.push(run.contacts());
  frames.times.push(run.time());
}

function keepValues(series: Series, { time, energies, detector }: Run, since: StepTimes, steps: number): void {
  const { kinetic, potential, elastic } = energies();
  series.time.push(time());
  series.kinetic.push(kinetic);
  series.potential.push(potential);
  series.elastic.push(elastic);
  series.closed.push(closedContacts(detector.contacts, false));
  series.asked.push(detector.statistics.askedPairs);
  series.near.push(detector.statistics.nearPairs);
  for (const part of ['broadPhase', 'contacts', 'motion'] as const) {
    series[part].push((1000 * since[part]) / steps);
    since[part] = 0;
  }
}

/** Contacts that overlap or touch, with those of walls or without. */
export function closedContacts({ count, status, bodyB }: Pick<ContactList, 'count' | 'status' | 'bodyB'>, walls = true): number {
  let closed = 0;
  for (let c = 0; c < count; c++) {
    const isClosed = status[c] === Status.Overlapping || status[c] === Status.Touching;
    if (isClosed && (walls || bodyB[c] >= 0)) closed++;
  }
  return closed;
}

/** The end as the report draws it: the walls become slabs outside the box, in rows after those of the particles. */
function sceneOf(pouring: Pouring, method: string, phases: Phase[]): SceneContacts {
  const { bodies: particles, names, side, height, detector, margin, counter } = pouring;
  const count = particles.count;
  const bodies = createBodySet();
  for (let b = 0; b < count; b++) {
    addBody(bodies, {
      shape: particles.shapes[particles.shapeIndex[b]],
      position: particles.positions.subarray(3 * b, 3 * b + 3),
      orientation: particles.orientations.subarray(4 * b, 4 * b + 4),
    });
  }
  const wide = side + 2 * WALL_THICKNESS;
  const out = (side + WALL_THICKNESS) / 2;
  const floor = box(wide, wide, WALL_THICKNESS);
  const sideX = box(WALL_THICKNESS, wide, height);
  const sideY = box(side, WALL_THICKNESS, height);
  // In the order of the detector's walls.
  const slabs: [string, typeof floor, [number, number, number]][] = [
    ['Floor', floor, [0, 0, -WALL_THICKNESS / 2]],
    ['Wall', sideX, [-out, 0, height / 2]],
    ['Wall', sideX, [out, 0, height / 2]],
    ['Wall', sideY, [0, -out, height / 2]],
    ['Wall', sideY, [0, out, height / 2]],
  ];
  for (const [, shape, position] of slabs) addBody(bodies, { shape, position, flags: BodyFlag.Static });
  const contacts: ContactList = {
    ...detector.contacts,
    bodyB: detector.contacts.bodyB.map((b) => (b < 0 ? count - 1 - b : b)),
  };
  return {
    bodies,
    names: [...names, ...slabs.map(([name]) => name)],
    isWall: Uint8Array.from({ length: bodies.count }, (_, b) => (b < count ? 0 : 1)),
    margin,
    candidates: detector.statistics.askedPairs,
    contacts,
    invalid: 0,
    method,
    steps: iterationsOf(counter),
    warm: true,
    phases,
  };
}

/** Pairs by the number of iterations, of all threads, without the zeros at the end. */
export function iterationsOf({ rows }: Counters): number[] {
  const sums = Array.from(rows[0], (_, k) => rows.reduce((sum, row) => sum + row[k], 0));
  return sums.slice(0, sums.findLastIndex((sum) => sum > 0) + 1);
}

/** Simulated time, s. */
export function durationOf({ steps, timeStep }: RunRecord): number {
  return steps * timeStep;
}
