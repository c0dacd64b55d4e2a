/**
 * Laws in the plane against those of space: a contact in the plane is that of bodies one unit thick, with every point
 * at both ends of the thickness.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BondEnd,
  createMeanDepthLaw,
  createPairForce,
  createPointLaw,
  createPressureLaw,
  createSpringLaw,
  createSprings,
  beginSprings,
  contactForce,
  SlackGap,
  type ContactLaw,
  type SpringLaw,
} from '../../src/force';
import {
  beginSprings2d,
  clearSpring2d,
  contactForce2d,
  createPairForce2d,
  SPRING_FLOATS_2D,
  springForce2d,
  type BodyMotion2d,
} from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { listOf, listOf2d, side, type Row } from './rows';

const DT = 1e-3;
const K = 1e6;

/** The row of the prism: x y in the plane, z along its thickness. */
function thick(row: Row): Row {
  const twice = <T>(items: T[] | undefined): T[] => (items ?? []).flatMap((item) => [item, item]);
  return {
    normal: [...row.normal, 0],
    centre: [...row.centre, 0],
    size: row.size,
    volume: row.volume,
    points: row.points.flatMap(([x, y]) => [
      [x, y, -0.5],
      [x, y, 0.5],
    ]),
    gaps: twice(row.gaps),
    shares: twice(row.shares).map((share) => share / 2),
  };
}

/** x y a body and its spin, in space: 3 each. */
const inSpace = (flat: ArrayLike<number>): Float64Array => {
  const out = new Float64Array((3 * flat.length) / 2);
  for (let i = 0; 2 * i < flat.length; i++) out.set([flat[2 * i], flat[2 * i + 1], 0], 3 * i);
  return out;
};
const spinsInSpace = (spins: ArrayLike<number>): Float64Array =>
  Float64Array.from({ length: 3 * spins.length }, (_, k) => (k % 3 === 2 ? spins[(k - 2) / 3] : 0));

function motionInSpace({ positions, velocities, spins, lag = 0, walls }: BodyMotion2d) {
  const all = { positions: inSpace(positions), velocities: inSpace(velocities), spins: spinsInSpace(spins), lag };
  if (walls === undefined) return all;
  return {
    ...all,
    walls: { positions: inSpace(walls.positions), velocities: inSpace(walls.velocities), spins: spinsInSpace(walls.spins) },
  };
}

const number = fc.double({ min: -1, max: 1, noNaN: true });
/** 0, or far above the least doubles, of which shares have no digits. */
const depth = fc.double({ min: 0, max: 0.02, noNaN: true }).map((d) => (d < 1e-12 ? 0 : d));
const numbers = (n: number) => fc.array(number, { minLength: n, maxLength: n });
const kinds = fc.constantFrom(createPressureLaw, createMeanDepthLaw);
const more = fc.record({
  normalDamping: fc.constantFrom(0, 300, 1e5),
  shearDamping: fc.constantFrom(0, 200, 1e5),
  cohesion: fc.constantFrom(0, 1e3),
  tensileStrength: fc.constantFrom(0, 1e3),
  bondEnd: fc.constantFrom(...Object.values(BondEnd)),
});

describe('an area law in the plane', () => {
  it('gives the force and torques of the prism, over a history of steps', () => {
    const gone = fc.array(fc.record({ left: depth, right: depth, motion: numbers(10) }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(kinds, more, gone, fc.boolean(), (make, extra, steps, isWall) => {
        const law = make(K, 5e5, 0.5, extra);
        const springs = createSprings();
        const flat = createSprings();
        steps.forEach(({ left, right, motion }, k) => {
          const row = side(left, right);
          const [list, list2d] = [listOf(thick(row)), listOf2d(row)];
          for (const l of [list, list2d]) {
            if (k > 0) l.pointBegan.fill(0);
            if (isWall) l.bodyB[0] = -1;
            else l.shifts.set([0.3, -0.2]);
          }
          beginSprings(springs, list);
          beginSprings2d(flat, list2d);
          const [p, v, s] = [motion.slice(0, 4), motion.slice(4, 8), motion.slice(8, 10)].map((x) => Float64Array.from(x));
          const walls = { positions: p.subarray(2, 4), velocities: v.subarray(2, 4), spins: s.subarray(1, 2) };
          const moving = { positions: p, velocities: v, spins: s, lag: 0.5 * DT, ...(isWall ? { walls } : {}) };
          const f = contactForce(createPairForce(), law, springs, list, 0, motionInSpace(moving), DT);
          const g = contactForce2d(createPairForce2d(), law, flat, list2d, 0, moving, DT);
          const near = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(1e-9 * (1 + K * 0.02));
          near(g.force[0], f.force[0]);
          near(g.force[1], f.force[1]);
          near(g.torques[0], f.torqueA[2]);
          near(g.torques[1], f.torqueB[2]);
        });
      }),
      runs(300),
    );
  });

  it('is K times the area between the borders, or times the mean depth, at its centroid', () => {
    const row = side(0.01, 0.03);
    const at = (law: ContactLaw): number[] => {
      const motion = { positions: new Float64Array([0, -1, 0.25, 1]), velocities: new Float64Array(4), spins: new Float64Array(2) };
      const { force, torques } = contactForce2d(createPairForce2d(), law, createSprings(), listOf2d(row), 0, motion, 0);
      return [...force, ...torques];
    };
    // Integral of x d(x) over the side: d = 0.02 + 0.02 x, so 0.02 / 12.
    const moment = 0.02 / 12;
    for (const law of [createPressureLaw(K, 0, 0), createMeanDepthLaw(K, 0, 0)]) {
      const [x, y, onA, onB] = at(law);
      expect(Math.abs(x)).toBe(0);
      expect(y).toBeCloseTo(0.02 * K, 6);
      expect(onA).toBeCloseTo(-moment * K, 6);
      expect(onB).toBeCloseTo(moment * K - 0.25 * 0.02 * K, 6);
    }
    const half = { ...row, size: 0.5 };
    const motion = { positions: new Float64Array(4), velocities: new Float64Array(4), spins: new Float64Array(2) };
    expect(
      contactForce2d(createPairForce2d(), createMeanDepthLaw(K, 0, 0), createSprings(), listOf2d(half), 0, motion, 0).force[1],
    ).toBeCloseTo(0.04 * K, 6);
  });
});

describe('springForce2d', () => {
  const motion = (velocity: number[], spin = 0): BodyMotion2d => ({
    positions: new Float64Array([0, 0, 0, 1]),
    velocities: new Float64Array([0, 0, ...velocity]),
    spins: new Float64Array([0, spin]),
  });
  const across = { bodyA: 0, bodyB: 1, point: [0, 0.5] };
  const step = (law: SpringLaw, history: Float64Array, gap: number, velocity = [0, 0], length = 0, dt = DT): number[] => [
    ...springForce2d(createPairForce2d(), law, history, 0, { ...across, normal: [0, 1], gap, length }, motion(velocity), dt).force,
  ];
  const fresh = () => new Float64Array(SPRING_FLOATS_2D);

  it('presses, slides at the limit and turns with the plane', () => {
    const law = createSpringLaw(K, 5e5, 0.5);
    const history = fresh();
    expect(step(law, history, -1e-3)[1]).toBe(1000);
    expect(step(law, history, -1e-3, [0.3, 0])[0]).toBeCloseTo(-150, 9);
    expect(step(law, history, -1e-3, [30, 0])[0]).toBeCloseTo(-500, 9);
    expect(step(law, history, -4e-4, [30, 0])[0]).toBeCloseTo(-200, 9);
    // A quarter turn: the spring along -x is along -y.
    const { force } = springForce2d(
      createPairForce2d(),
      law,
      history,
      0,
      { ...across, normal: [-1, 0], gap: -4e-4, length: 0 },
      motion([0, 0]),
      DT,
    );
    expect(force[0]).toBeCloseTo(-400, 9);
    expect(force[1]).toBeCloseTo(-200, 9);
    expect(step(law, history, 1e-3)).toEqual([0, 0]);
    clearSpring2d(history, 0);
    expect([...history]).toEqual([0, 0, 0, 0, 0]);
  });

  it('has the choices of space: bonds, the sum of increments, dashpots', () => {
    const bonded = (bondEnd: BondEnd) => createSpringLaw(K, 5e5, 0.5, { tensileStrength: 100, cohesion: 50, bondEnd });
    const slid: Record<number, number[]> = {
      [BondEnd.SlidingOrTearing]: [150, 50, 0],
      [BondEnd.Tearing]: [150, 150, -100],
      [BondEnd.Nothing]: [150, 150, -100],
    };
    for (const [bondEnd, [first, second, pull]] of Object.entries(slid)) {
      const law = bonded(Number(bondEnd) as BondEnd);
      const history = fresh();
      expect(step(law, history, -1e-4, [9, 0], 2)[0]).toBeCloseTo(-first, 9);
      expect(step(law, history, -1e-4, [9, 0], 2)[0]).toBeCloseTo(-second, 9);
      expect(step(law, history, 1e-4, [0, 0], 2)[1]).toBeCloseTo(pull, 9);
      expect(step(law, history, 3e-4, [0, 0], 2)).toEqual([0, 0]);
      expect(step(law, history, 1e-4, [0, 0], 2)[1]).toBeCloseTo(law.bondEnd === BondEnd.Nothing ? -100 : 0, 9);
    }
    const printed = createSpringLaw(K, 5e5, 0.5, { slackGap: SlackGap.FirstSeen });
    const history = fresh();
    const gaps = [2e-4, 0, -1e-4, 3e-4, 1e-4];
    [0, 200, 300, 0, 200].forEach((f, k) => expect(step(printed, history, gaps[k])[1]).toBeCloseTo(f, 9));
    const damped = createSpringLaw(K, 0, 0.5, { normalDamping: 100, shearDamping: 40 });
    expect(step(damped, fresh(), -1e-3, [3, -2])).toEqual([-120, 1200]);
    expect(step(damped, fresh(), -1e-3, [0, 20])[1]).toBe(0);
    expect(step(damped, fresh(), NaN)).toEqual([0, 0]);
  });

  it('is what the point law sums', () => {
    const law = createPointLaw(K, 5e5, 0.5, { normalDamping: 100, shearDamping: 50 });
    const row = side(0.01, 0.02);
    const moving = motion([0.2, -0.1], 0.3);
    const list = listOf2d(row);
    const springs = beginSprings2d(createSprings(), list);
    const single = new Float64Array(2 * SPRING_FLOATS_2D);
    for (let k = 0; k < 3; k++) {
      const { force, torques } = contactForce2d(createPairForce2d(), law, springs, list, 0, moving, DT);
      const sum = [0, 0, 0, 0];
      row.points.forEach((point, p) => {
        const contact = { bodyA: 0, bodyB: 1, point, normal: row.normal, gap: row.gaps[p], length: 0 };
        const one = springForce2d(createPairForce2d(), law, single, p, contact, moving, DT);
        [...one.force, ...one.torques].forEach((x, c) => (sum[c] += x));
      });
      [...force, ...torques].forEach((x, c) => expect(x).toBeCloseTo(sum[c], 8));
    }
  });
});
