/**
 * The loader bucket of the shortest-link paper (Nezami et al. 2006, section 5.2.2): a bucket of five plates is pushed
 * into a pile, turned and lifted.
 *
 * From the paper: 21,952 = 28^3 particles of 1 to 4 cm with D50 = 2.5 cm, the bin (side plates 0.60 m apart, end plates
 * 0.4 m, one end taken away), the bucket's height above the ground, its ways (0.25 m, 65 degrees, 0.18 m) and the order
 * of its phases (table I: 0 to 8, 5 to 16 and 13 to 20 of 20 s), time step 1.2e-4 s.
 *
 * Ours: with k^3 particles all lengths but the particles' are k/28 of the paper's; the shape of the bucket; and its
 * speed. The paper's 20 s are 167,000 time steps; here the motion takes MOTION_STEPS steps, which is `faster` times the
 * paper's speed of the bucket.
 */
import { addBody, BodyFlag, box, type Random } from 'dem-contact';
import type { Dynamics } from '../dynamics/dynamics';
import type { MovingScene } from '../recorder';
import { makePile, pileLoop, runSoftly, type Pile } from './pile';

export const PHASES = ['horizontal translation', 'rotation', 'vertical translation'] as const;

export interface SoilTool extends MovingScene {
  /** The time step in which each phase begins. */
  readonly starts: readonly number[];
  /** How many times faster the bucket moves than the paper's. */
  readonly faster: number;
}

/** Time steps that stand for the paper's 20 s. */
const MOTION_STEPS = 2500;
const TIME_STEP = 1.2e-4;
const PAPER_SECONDS = 20;
const PAPER_SIDE = 28;
/** Begin and end in s, and way in m or rad: 65 degrees. */
const SCHEDULE = [
  [0, 8, 0.25],
  [5, 16, 1.1345],
  [13, 20, 0.18],
] as const;

/** Time for the pile to run out after an end of the bin was taken away, s. */
const RUN_OUT = 0.3;

/** The pile at the moment at which the bucket begins to move. */
export function soilTool(side: number, seed: number): SoilTool {
  const scale = side / PAPER_SIDE;
  const pile = makePile({ count: side ** 3, width: 0.4 * scale, depth: 0.6 * scale, drawSize, seed, timeStep: TIME_STEP });
  pile.walls[2].offset = -1e3;
  runSoftly(pile, RUN_OUT);
  const plates = addBucket(pile, scale);
  const seconds = MOTION_STEPS * TIME_STEP;
  let time = 0;
  const move = (dynamics: Dynamics, dt: number) => {
    const speeds = SCHEDULE.map(([begin, end, way]) => {
      const [from, to] = [begin, end].map((t) => (t * seconds) / PAPER_SECONDS);
      return time >= from && time < to ? way / (to - from) : 0;
    });
    time += dt;
    moveBucket(dynamics, plates, -scale * speeds[0], speeds[1], scale * speeds[2]);
  };
  return {
    bodies: pile.bodies,
    step: pileLoop(pile, move),
    starts: SCHEDULE.map(([begin]) => Math.round((begin * MOTION_STEPS) / PAPER_SECONDS)),
    faster: (scale * PAPER_SECONDS) / seconds,
  };
}

/**
 * A size in whole millimetres; the median lies midway between the smallest and the largest, so all are equally likely.
 */
function drawSize(draw: Random): number {
  return Math.round(10 + 30 * draw()) / 1000;
}

/**
 * Adds the bucket, open towards -x, as near to the pile as it stands free: a floor, a back, a plate across the corner
 * between them, two sides. Returns the rows of the plates; the first is the floor.
 */
function addBucket({ bodies }: Pile, scale: number): number[] {
  const [long, wide, high, thick, above] = [0.2, 0.3, 0.16, 0.01, 0.04].map((length) => scale * length);
  // The tip is where no particle within the width and height of the bucket is in its way.
  let tip = 0;
  for (let i = 0; i < bodies.count; i++) {
    const [x, y, z] = bodies.positions.subarray(3 * i, 3 * i + 3);
    const { radius } = bodies.shapes[bodies.shapeIndex[i]];
    if (Math.abs(y) < wide / 2 + radius && z + radius > above && z - radius < above + high) tip = Math.max(tip, x + radius);
  }
  const corner = 0.4 * high;
  const turn = { cos: Math.sqrt((1 + Math.SQRT1_2) / 2), sin: Math.sqrt((1 - Math.SQRT1_2) / 2) };
  const plates: [size: [number, number, number], place: [number, number, number], leaning?: boolean][] = [
    [
      [long, wide, thick],
      [long / 2, 0, thick / 2],
    ],
    [
      [thick, wide, high],
      [long - thick / 2, 0, high / 2],
    ],
    [[Math.SQRT2 * corner, wide, thick], [long - corner / 2, 0, corner / 2], true],
    [
      [long, thick, high],
      [long / 2, wide / 2, high / 2],
    ],
    [
      [long, thick, high],
      [long / 2, -wide / 2, high / 2],
    ],
  ];
  return plates.map(([size, [x, y, z], leaning]) =>
    addBody(bodies, {
      shape: box(...size),
      position: [tip + x, y, above + z],
      // By -45 degrees about y: the end at +x is up.
      orientation: leaning ? [0, -turn.sin, 0, turn.cos] : [0, 0, 0, 1],
      flags: BodyFlag.Kinematic,
      group: 1,
    }),
  );
}

/**
 * Velocities of the plates: a translation, and a turn about the y axis through the middle of the floor that raises the
 * tip.
 */
function moveBucket(
  { bodies, velocities, angularVelocities }: Dynamics,
  plates: readonly number[],
  x: number,
  spin: number,
  z: number,
): void {
  const [floor] = plates;
  for (const i of plates) {
    const dx = bodies.positions[3 * i] - bodies.positions[3 * floor];
    const dz = bodies.positions[3 * i + 2] - bodies.positions[3 * floor + 2];
    velocities[3 * i] = x + spin * dz;
    velocities[3 * i + 2] = z - spin * dx;
    angularVelocities[3 * i + 1] = spin;
  }
}
