/**
 * Part of the analysis time that contact detection takes (Nezami et al. 2006, section 1: up to 70 to 80 %), in the
 * first steps of a particle flow. Every method moves the same pile on. Detection is all that the detector does: the
 * search for near pairs, planes and contact points of all pairs and walls. The rest is forces and motion.
 */
import { stepDynamics } from '../../../sim/dynamics/dynamics';
import { pileDynamics, SUBSTEPS, type Pile } from '../../../sim/scenes/pile';
import type { ContactMethod } from 'dem-contact';

export interface AnalysisShare {
  /** Processor time of a step of the paper, ms. */
  step: number;
  /** Part of it that is detection. */
  detection: number;
}

/** Moves the pile by so many of the paper's steps after `warmUp` others, and puts it back. */
export function analysisShare(pile: Pile, method: ContactMethod, warmUp: number, steps: number): AnalysisShare {
  const { bodies, timeStep } = pile;
  const positions = bodies.positions.slice();
  const orientations = bodies.orientations.slice();
  const { dynamics, detector } = pileDynamics(pile, method);
  let detection = 0;
  const advance = (count: number): void => {
    for (let k = 0; k < SUBSTEPS * count; k++) {
      stepDynamics(dynamics, timeStep / SUBSTEPS, () => {
        const start = used();
        const list = detector.update();
        detection += used() - start;
        return list;
      });
    }
  };
  advance(warmUp);
  detection = 0;
  const begin = used();
  advance(steps);
  const all = used() - begin;
  bodies.positions.set(positions);
  bodies.orientations.set(orientations);
  return { step: all / steps, detection: detection / all };
}

/** Processor time of this process, ms. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return 1e-3 * (user + system);
}
