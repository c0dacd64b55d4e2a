import { describe, expect, it } from 'vitest';
import {
  box,
  exactMethod,
  fastCommonPlaneMethod,
  fastDirectSearchMethod,
  shortestLinkMethod,
  shrunkenEdgeMethod,
  trackedShortestLinkMethod,
  type ContactMethod,
  type SeamOptions,
} from '../../src/index';
import { createRandom } from '../../src/polyhedron';
import { countBad, entries } from './samples';
import { brickFloor, cutFloor } from './scenes';
import { layFloor, slide, type Floor } from './slide';
import { sweep } from '../sweep';

const slider = box(0.6, 0.6, 0.3);
const DEPTHS = [1e-3, 1e-5];
const DIRECTIONS = [
  [1, 0, 0],
  [0.8, 0.6, 0],
].slice(0, sweep(2, 1));

/** sin 1°: normals that are as near are the same to the filter. Direct searches tilt theirs by some tenths of that. */
const SAME_NORMAL = 0.0175;

interface Bond {
  name: string;
  floor: () => Floor;
  seams: SeamOptions;
  /** Whether the bricks may move: then they have contacts among themselves. */
  isMovable?: boolean;
}

function heights(): (brick: number) => number {
  const random = createRandom(21);
  return () => 9e-5 * random();
}

const bonds: Bond[] = [
  { name: 'stack bond', floor: () => brickFloor('stack'), seams: {} },
  { name: 'running bond', floor: () => brickFloor('running'), seams: {} },
  { name: 'bricks that overlap by 1e-5', floor: () => brickFloor('running', -1e-5), seams: {} },
  { name: 'movable bricks that overlap by 2e-4', floor: () => brickFloor('stack', -2e-4), seams: {}, isMovable: true },
  { name: 'movable bricks that overlap by 2e-3', floor: () => brickFloor('running', -2e-3), seams: {}, isMovable: true },
  { name: 'a slab cut by 9 planes', floor: () => cutFloor(4, 9), seams: {} },
  { name: 'a slab cut by 14 planes', floor: () => cutFloor(7, 14), seams: {} },
  { name: 'joints of 1e-3', floor: () => brickFloor('running', 1e-3), seams: { joint: 2e-3 } },
  { name: 'cuts of 1e-3', floor: () => cutFloor(5, 9, 1e-3), seams: { joint: 2e-3 } },
  { name: 'steps of up to 9e-5', floor: () => brickFloor('running', 0, heights()), seams: { seam: 1e-4 } },
];

/** Floors, and the ways of the slider at which it enters another brick: the same for all methods. */
const floors = new Map<string, Floor>();
const entered = new Map<string, number[]>();

function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** Places where a contact pushes the slider along the floor, without the filter and with it. */
function badPlaces({ name, floor, seams, isMovable }: Bond, method: ContactMethod, depths = DEPTHS, allowed = 1e-9) {
  const sum = { places: 0, without: 0, with: 0 };
  for (const depth of depths) {
    for (const direction of DIRECTIONS) {
      const bodies = layFloor(slider, kept(floors, name, floor));
      const start = [0.13, 0.07, 0.15 - depth];
      const ways = kept(entered, `${name} ${depth} ${direction[0]}`, () => entries(bodies, shortestLinkMethod, start, direction, 0.5));
      if (isMovable === true) bodies.flags.fill(0);
      const plain = countBad(bodies, { method }, start, direction, ways, depth, allowed);
      sum.places += plain.places;
      sum.without += plain.bad;
      sum.with += countBad(bodies, { method, seams }, start, direction, ways, depth, allowed).bad;
    }
  }
  return sum;
}

describe.each(bonds)('on $name', (bond) => {
  it.each([exactMethod, shortestLinkMethod])('no contact of $name pushes a slider along the floor', (method) => {
    const sum = badPlaces(bond, method, method === exactMethod && !bond.name.includes('cut') ? DEPTHS : [1e-4]);
    expect(sum.without).toBeGreaterThan(0.5 * sum.places);
    expect({ bond: bond.name, bad: sum.with }).toEqual({ bond: bond.name, bad: 0 });
  });
});

describe.each([fastCommonPlaneMethod, trackedShortestLinkMethod, shrunkenEdgeMethod, fastDirectSearchMethod])(
  'contacts of $name',
  (method) => {
    it.each([bonds[1], bonds[5]])('do not push a slider along $name', (bond) => {
      const sum = badPlaces(bond, method, [1e-3], SAME_NORMAL);
      expect(sum.without).toBeGreaterThan(0);
      expect({ bond: bond.name, bad: sum.with }).toEqual({ bond: bond.name, bad: 0 });
    });
  },
);

describe('a sliding block', () => {
  /** From four depths before its front enters the next brick, over twelve depths. */
  function over(floor: Floor, seams: SeamOptions | undefined, depth: number, speed: number, law: 'pressure' | 'points') {
    const bodies = layFloor(slider, floor);
    bodies.positions.set([0.2 - 4 * depth, 0.04, 0.15 - depth]);
    return slide({
      bodies,
      method: shortestLinkMethod,
      depth,
      area: 0.36,
      velocity: [0.8 * speed, 0.6 * speed, 0],
      path: 12 * depth,
      law,
      options: { seams },
    }).speed;
  }

  it('keeps its speed within 1 % at depths of 1e-5 to 1e-3 and speeds of 0.001 to 1', () => {
    let slowed = 0;
    for (const floor of [brickFloor('running'), cutFloor(4, 9)]) {
      for (const depth of [1e-5, 1e-3, 1e-4].slice(0, sweep(3, 2))) {
        for (const speed of [0.001, 0.03, 1].slice(sweep(0, 1))) {
          for (const law of ['pressure', 'points'] as const) {
            expect(Math.abs(over(floor, {}, depth, speed, law) - 1)).toBeLessThan(0.01);
            if (law === 'points' && Math.abs(over(floor, undefined, depth, speed, law) - 1) > 0.01) slowed++;
          }
        }
      }
    }
    expect(slowed).toBeGreaterThan(sweep(2, 0));
  });

  it.each(['pressure', 'points'] as const)('passes steps below the tolerance, and higher ones stop it (%s)', (law) => {
    // All bricks ahead of the one on which it lies are higher.
    const speedAfter = (height: number): number => {
      const floor = brickFloor('stack');
      const bricks = floor.bricks.map(([s, x, y, z]) => [s, x, y, x > 0.5 ? z + height : z] as const);
      const bodies = layFloor(slider, { ...floor, bricks });
      bodies.positions.set([law === 'pressure' ? 0.1999 : 0.199, 0.04, 0.15 - 1e-3]);
      return slide({
        bodies,
        method: exactMethod,
        depth: 1e-3,
        area: 0.36,
        // Slow enough for the soft springs of the law: the block must stop before it has entered the step by its
        // height.
        velocity: [law === 'pressure' ? 1e-3 : 0.01, 0, 0],
        path: law === 'pressure' ? 0.005 : 0.003,
        law,
        options: { seams: { seam: 1e-4 } },
      }).speed;
    };
    for (const height of [9e-5, 5e-5].slice(0, sweep(2, 1))) expect(Math.abs(speedAfter(height) - 1)).toBeLessThan(0.01);
    const high = law === 'pressure' ? [1e-3, 0.1, 1e-2] : [2e-4, 0.1, 1e-3, 1e-2];
    for (const height of high.slice(0, sweep(4, 2))) expect(speedAfter(height)).toBeLessThan(-0.9);
  });
});
