/** What is said about a run through the hopper: what was lost, what the energy did, when the particles passed. */
import { balanceOf } from '../dynamics/energy';
import { lost, passed, type Hopper } from './hopper';

export interface HopperWatch {
  /** Call it after each step. */
  look: (step: number) => void;
  readonly figures: HopperFigures;
}

export interface HopperFigures {
  /** The most particles that were in a wall or outside at any look. */
  lost: number;
  /** Particles below the orifice at the last look. */
  passed: number;
  /** When the first particle had passed the orifice, half of them, and the last one, s; Infinity before. */
  first: number;
  half: number;
  last: number;
  /** Largest kinetic + potential energy over that of the start, both above the floor. */
  energy: number;
  /** Largest rise of kinetic + potential + stored energy above an earlier value of it, over the energy at the start. */
  gain: number;
  /** Largest work that the elastic forces had given beyond what they had taken, over the energy at the start. */
  given: number;
}

/** Steps between looks: at 5 m/s and 0.1 ms a particle moves a sixth of the thickness of a wall. */
const LOOK = 20;

export function watchHopper(hopper: Hopper): HopperWatch {
  const { dynamics } = hopper.volume;
  const start = balanceOf(dynamics).total;
  let least = start;
  const figures: HopperFigures = { lost: 0, passed: 0, first: Infinity, half: Infinity, last: Infinity, energy: 1, gain: 0, given: 0 };
  const look = (step: number): void => {
    if (step % LOOK !== 0) return;
    const { kinetic, potential, elastic, total } = balanceOf(dynamics);
    figures.energy = Math.max(figures.energy, (kinetic + potential) / start);
    figures.gain = Math.max(figures.gain, (total - least) / start);
    figures.given = Math.max(figures.given, -elastic / start);
    least = Math.min(least, total);
    figures.lost = Math.max(figures.lost, lost(hopper));
    figures.passed = passed(hopper);
    if (figures.passed > 0) figures.first = Math.min(figures.first, dynamics.time);
    if (figures.passed >= 0.5 * hopper.particles) figures.half = Math.min(figures.half, dynamics.time);
    if (figures.passed === hopper.particles) figures.last = Math.min(figures.last, dynamics.time);
  };
  return { look, figures };
}
