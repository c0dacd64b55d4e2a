/**
 * Scene of the benches of spheres and of discs: centres on a lattice, each moved aside a little, and each going to and
 * fro along a direction of its own. And what their results are compared by.
 */
import { createRandom } from 'dem-contact';

const SPACING = 1.99;
const STRAY = 0.05;
const STEP = 0.004;
const TURN = 25;
/** Steps once to and fro. */
export const STEPS = 2 * TURN;

/** Centres of side^dimension bodies, and a function that writes those of the next step over them. */
export function roundLattice(side: number, dimension: 2 | 3): { positions: Float64Array; move: () => void } {
  const random = createRandom(3);
  const count = side ** dimension;
  const start = new Float64Array(dimension * count);
  const direction = new Float64Array(dimension * count);
  for (let b = 0; b < count; b++) {
    const d = Array.from({ length: dimension }, () => random() - 0.5);
    const length = Math.sqrt(d.reduce((sum, x) => sum + x * x, 0));
    for (let k = 0; k < dimension; k++) {
      const cell = Math.floor(b / side ** k) % side;
      start[dimension * b + k] = SPACING * cell + STRAY * (2 * random() - 1);
      direction[dimension * b + k] = d[k] / length;
    }
  }
  const positions = start.slice();
  let step = 0;
  const move = (): void => {
    step = (step + 1) % STEPS;
    const way = STEP * (step < TURN ? step : STEPS - step);
    for (let k = 0; k < positions.length; k++) positions[k] = start[k] + way * direction[k];
  };
  return { positions, move };
}

/** For each body the sum of the gaps of its contacts, and their number: the same in any order, to rounding. */
export function sumsOf(
  out: Float64Array,
  contacts: number,
  { bodyA, bodyB, gaps }: { readonly bodyA: Int32Array; readonly bodyB: Int32Array; readonly gaps: Float64Array },
): Float64Array {
  out.fill(0);
  for (let c = 0; c < contacts; c++) {
    out[bodyA[c]] += gaps[c] + 1;
    out[bodyB[c]] += gaps[c] + 1;
  }
  return out;
}
