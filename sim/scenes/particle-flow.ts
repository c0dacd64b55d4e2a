/**
 * The particle flow of the shortest-link paper (Nezami et al. 2006, section 5.2.1): particles in a box, of which two
 * adjacent walls are taken away.
 *
 * From the paper: sizes 2 to 5 cm with D50 = 3.8 cm, four shapes in equal parts, the box (0.30 m for its 500 and 4000
 * particles, 1.0 m for all other numbers), the time step of 1.3e-4 s, material. See pile.ts for what is ours.
 */
import type { MovingScene } from '../recorder';
import { drawSize } from './mixed-particles';
import { makePile, pileLoop, type Pile } from './pile';

/** The paper's box for this many particles, m. */
export function flowBox(count: number): number {
  return count === 500 || count === 4000 ? 0.3 : 1;
}

/** The pile at the moment at which the walls at +x and +y are taken away. */
export function openPile(count: number, side: number, seed: number): Pile {
  const pile = makePile({ count, width: side, depth: side, drawSize, seed, timeStep: 1.3e-4 });
  for (const w of [2, 4]) pile.walls[w].offset = -FAR;
  return pile;
}

/** The flow of {@link openPile}. */
export function particleFlow(count: number, side: number, seed: number): MovingScene {
  const pile = openPile(count, side, seed);
  return { bodies: pile.bodies, step: pileLoop(pile) };
}

/** A wall at this distance, m, is away. */
const FAR = 1e3;
