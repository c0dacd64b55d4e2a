/** A run of bodies in the plane as the report page shows it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createDetector2d, type ContactMethod2d, type Detector2d } from 'dem-contact/planar';
import { kineticEnergy2d, potentialEnergy2d, stepDynamics2d, type Dynamics2d } from '../sim/dynamics/dynamics-2d';
import { iterationsOf, phasesOf, recordRun, type RunRecord } from './pour-record';
import { playbackData } from './report/playback-data';
import { planarFrame, planarScene, writePlanarPoses, type PlanarContacts } from './report/planar-scene';
import { reportPage } from './report/page';
import { counted2d, createCounter, timedStep } from './step-times';

export interface PlanarRecord {
  found: PlanarContacts;
  record: RunRecord;
}

/** A run to record; all bodies are in the detector's set, and those with flags stand still. */
export interface PlanarRun {
  dynamics: Dynamics2d;
  method: ContactMethod2d;
  /** What the page calls the method. */
  label: string;
  /** s */
  timeStep: number;
}

/** Steps the run and keeps frames of it. `watch` is called after each step. */
export function recordPlanar(
  { dynamics, method, label, timeStep }: PlanarRun,
  steps: number,
  watch: (step: number, detector: Detector2d) => void = () => undefined,
): PlanarRecord {
  const { bodies, velocities, inverseMasses } = dynamics;
  const counter = createCounter();
  const detector = createDetector2d({ bodies, method: counted2d(method, counter) });
  const loads = (): Float64Array => dynamics.lawForces.loads;
  const moving = inverseMasses.reduce((sum, mass) => sum + (mass > 0 ? 1 : 0), 0);
  let done = 0;
  const record = recordRun(
    {
      particles: bodies.count,
      detector,
      timeStep,
      loads,
      step: (times) => {
        timedStep(detector, counter, times, (findContacts) => {
          stepDynamics2d(dynamics, timeStep, findContacts);
        });
        done++;
      },
      time: () => done * timeStep,
      energies: () => ({ kinetic: kineticEnergy2d(dynamics), potential: potentialEnergy2d(dynamics), elastic: dynamics.elasticEnergy }),
      speed: () => {
        let sum = 0;
        for (let b = 0; b < bodies.count; b++) sum += Math.sqrt(velocities[2 * b] ** 2 + velocities[2 * b + 1] ** 2);
        return sum / Math.max(1, moving);
      },
      writePoses: (poses) => {
        writePlanarPoses(poses, bodies);
      },
      contacts: () => planarFrame(detector.contacts, loads(), bodies),
    },
    steps,
    (step) => {
      watch(step, detector);
    },
  );
  const found: PlanarContacts = {
    bodies,
    isWall: Uint8Array.from(bodies.flags.subarray(0, bodies.count), (flag) => (flag === 0 ? 0 : 1)),
    margin: 0,
    candidates: detector.statistics.askedPairs,
    contacts: detector.contacts,
    invalid: detector.invalidCount,
    method: label,
    steps: iterationsOf(counter),
    warm: true,
    phases: phasesOf(record.times),
  };
  return { found, record };
}

/** Writes the page of a run. */
export function writePlanarPage(path: string, title: string, { found, record }: PlanarRecord, provenance: [string, string][]): void {
  const scene = { ...planarScene(found, record.loads), playback: playbackData(record.frames) };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, reportPage({ title, found, scene, pouring: record, provenance }));
}
