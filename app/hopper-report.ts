/** A run of particles through the hopper as the report page shows it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sharedBodyArrays } from 'dem-contact/parallel';
import { createHopper, FEWEST_PAIRS, stepHopper, type Hopper } from '../sim/scenes/hopper';
import { watchHopper, type HopperFigures } from '../sim/scenes/hopper-watch';
import { durationOf, iterationsOf, phasesOf, recordRun, runInSpace, type PourRecord } from './pour-record';
import { formatCount, formatNumber, formatSeconds } from './report/html';
import { reportPage } from './report/page';
import { playbackData } from './report/playback-data';
import { sceneData } from './report/scene-data';
import { createJobDetector } from './job-threads';
import { createCounter, timedStep, type Counters } from './step-times';
import type { SceneContacts } from './summary';

export interface HopperRecord {
  hopper: Hopper;
  record: PourRecord;
  figures: HopperFigures;
}

/** The scene with a detector on so many threads, and what ends them. */
export function openHopper(particles: number, threads: number, seed = 1): { hopper: Hopper; counter: Counters; close: () => void } {
  const counter = createCounter(threads);
  let close = (): void => undefined;
  const hopper = createHopper(particles, seed, {
    arrays: threads === 1 ? undefined : sharedBodyArrays(particles),
    makeDetector: (options) => {
      const job = createJobDetector({ ...options, fewestPairs: FEWEST_PAIRS }, counter, threads);
      ({ close } = job);
      return job.detector;
    },
  });
  return { hopper, counter, close };
}

/** Lets particles flow for a time, s. `watch` is called after each step. */
export function recordHopper(
  particles: number,
  seed: number,
  seconds: number,
  watch: (step: number, steps: number, hopper: Hopper) => void = () => undefined,
  threads = 1,
): HopperRecord {
  const { hopper, counter, close } = openHopper(particles, threads, seed);
  const { bodies, names, detector, timeStep, volume } = hopper;
  const { look, figures } = watchHopper(hopper);
  const steps = Math.ceil(seconds / timeStep);
  const run = runInSpace({
    bodies,
    particles,
    dynamics: volume.dynamics,
    detector,
    timeStep,
    loads: (): Float64Array => volume.loads,
    step: (times: PourRecord['times']): void => {
      timedStep(detector, counter, times, (findContacts) => {
        stepHopper(hopper, findContacts);
      });
    },
  });
  const record = recordRun(run, steps, (step) => {
    look(step);
    watch(step, steps, hopper);
  });
  close();
  const found: SceneContacts = {
    bodies,
    names,
    isWall: Uint8Array.from({ length: bodies.count }, (_, b) => (b < particles ? 0 : 1)),
    margin: 0,
    candidates: detector.statistics.askedPairs,
    contacts: detector.contacts,
    invalid: 0,
    method: 'Overlap of half-spaces',
    steps: iterationsOf(counter),
    warm: false,
    phases: phasesOf(record.times),
  };
  return { hopper, record: { ...record, found }, figures };
}

/** Writes the page of a run. */
export function writeHopperPage(path: string, { hopper, record, figures }: HopperRecord, seed: number): void {
  const { found } = record;
  const time = (seconds: number): string => (seconds < Infinity ? formatSeconds(seconds) : 'not yet');
  const page = reportPage({
    title: `${formatCount(hopper.particles)} particles through a hopper`,
    found,
    scene: { ...sceneData(found, record.loads), playback: playbackData(record.frames) },
    pouring: record,
    provenance: [
      ['Particles', `${formatCount(hopper.particles)}, seed ${seed}; random polyhedra of 6 to 60 faces`],
      [
        'Through the orifice',
        `${formatCount(figures.passed)}; the first at ${time(figures.first)}, half at ${time(figures.half)}, the last at ${time(figures.last)}`,
      ],
      ['Lost through walls', formatCount(figures.lost)],
      ['Largest kinetic + potential energy', `${formatNumber(figures.energy)} of the start`],
      [
        'Time',
        `${formatCount(record.steps)} steps of ${formatSeconds(record.timeStep)}: ${formatSeconds(durationOf(record))} of simulated time`,
      ],
      ['Method', 'Detector with the overlap of half-spaces; volume law with friction and damping'],
    ],
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, page);
}
