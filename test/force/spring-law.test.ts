import { expect, it } from 'vitest';
import {
  BondEnd,
  SlackGap,
  SPRING_FLOATS,
  clearSpring,
  createPairForce,
  createSpringLaw,
  createVolumeLaw,
  nodalShares,
  springForce,
  type SpringLaw,
} from '../../src/force';

const DT = 1e-3;
const rest = () => ({ positions: new Float64Array([0, 0, 0, 0, 0, 1]), velocities: new Float64Array(6), spins: new Float64Array(6) });
const law = (more: Partial<SpringLaw> = {}): SpringLaw => ({ ...createSpringLaw(1e6, 5e5, 0.5), ...more });

/** One step of a point at (0, 0, 0.5) with a normal along z. */
function step(
  l: SpringLaw,
  history: Float64Array,
  gap: number,
  velocity = [0, 0, 0],
  area = 0,
  dt = DT,
  normal = [0, 0, 1],
  spin = 0,
): number[] {
  const motion = rest();
  motion.velocities.set(velocity, 3);
  motion.spins.set([0, 0, spin, 0, 0, spin]);
  const contact = { bodyA: 0, bodyB: 1, point: [0, 0, 0.5], normal, gap, area };
  return [...springForce(createPairForce(), l, history, 0, contact, motion, dt).force];
}

it('presses by stiffness times overlap, and not at all apart', () => {
  const history = new Float64Array(SPRING_FLOATS);
  expect(step(law(), history, -1e-3)).toEqual([0, 0, 1000]);
  expect(step(law(), history, 1e-3)).toEqual([0, 0, 0]);
});

it('torques are those of the force about the two centroids', () => {
  const motion = rest();
  const { force, torqueA, torqueB } = springForce(
    createPairForce(),
    law(),
    new Float64Array(SPRING_FLOATS),
    0,
    { bodyA: 0, bodyB: 1, point: [0.2, 0, 0.5], normal: [0, 0, 1], gap: -1e-3, area: 0 },
    motion,
    DT,
  );
  expect(force[2]).toBe(1000);
  expect(torqueA[1]).toBeCloseTo(200, 9);
  expect(torqueB[1]).toBeCloseTo(-200, 9);
});

it('the shear spring adds up as a vector and slides at the limit, whatever the load (eq. 29 divides by |Fs|)', () => {
  const history = new Float64Array(SPRING_FLOATS);
  expect(step(law(), history, -1e-3, [0.3, 0, 0])[0]).toBeCloseTo(-150, 9);
  const [x, y] = step(law(), history, -1e-3, [0, 0.4, 0]);
  expect(x).toBeCloseTo(-150, 9);
  expect(y).toBeCloseTo(-200, 9);
  for (const gap of [-1e-3, -4e-4]) {
    const [fx, fy] = step(law(), history, gap, [30, 40, 0]);
    expect(Math.hypot(fx, fy)).toBeCloseTo(0.5 * 1e6 * -gap, 6);
  }
});

it('the spring turns with the plane, and about the normal with the bodies', () => {
  const history = new Float64Array(SPRING_FLOATS);
  step(law(), history, -1e-3, [0.3, 0, 0]);
  const c = Math.cos(0.3);
  const s = Math.sin(0.3);
  // The normal tilts about y: the spring along x goes down with it.
  const force = step(law(), history, -1e-3, [0, 0, 0], 0, DT, [s, 0, c]);
  expect(force[0] - 1000 * s).toBeCloseTo(-150 * c, 9);
  expect(force[2] - 1000 * c).toBeCloseTo(150 * s, 9);

  const turned = new Float64Array(SPRING_FLOATS);
  step(law(), turned, -1e-3, [0.3, 0, 0]);
  // A quarter turn in a thousand steps.
  const steps = 1000;
  let last: number[] = [];
  for (let k = 0; k < steps; k++) last = step(law(), turned, -1e-3, [0, 0, 0], 0, DT, [0, 0, 1], Math.PI / 2 / (steps * DT));
  expect(last[0]).toBeCloseTo(0, 3);
  expect(last[1]).toBeCloseTo(-150, 3);
});

it('tension and cohesion hold until they break, and do not come back', () => {
  const bonded = law({ tensileStrength: 100, cohesion: 50 });
  const history = new Float64Array(SPRING_FLOATS);
  const AREA = 2;
  step(bonded, history, 0, [0, 0, 0], AREA);
  expect(step(bonded, history, 1e-4, [0, 0, 0], AREA)[2]).toBeCloseTo(-100, 9);
  // 200 N is the strength.
  expect(step(bonded, history, 1.99e-4, [0, 0, 0], AREA)[2]).toBeCloseTo(-199, 9);
  expect(step(bonded, history, 2.01e-4, [0, 0, 0], AREA)).toEqual([0, 0, 0]);
  expect(step(bonded, history, 1e-4, [0, 0, 0], AREA)).toEqual([0, 0, 0]);
  expect(step(bonded, history, -1e-4, [0, 0, 0], AREA)[2]).toBeCloseTo(100, 9);
  expect(Math.hypot(...step(bonded, history, -1e-4, [9, 0, 0], AREA).slice(0, 2))).toBeCloseTo(50, 9);

  clearSpring(history, 0);
  expect(Math.hypot(...step(bonded, history, -1e-4, [0.29, 0, 0], AREA).slice(0, 2))).toBeCloseTo(145, 9);
  // Fn tan(phi) + c A = 50 + 100; after sliding 50.
  step(bonded, history, -1e-4, [9, 0, 0], AREA);
  expect(Math.hypot(...step(bonded, history, -1e-4, [9, 0, 0], AREA).slice(0, 2))).toBeCloseTo(50, 9);
});

it('what ends a bond is a choice: sliding or tearing, tearing, or nothing as printed', () => {
  const AREA = 2;
  const bonded = (bondEnd: BondEnd) => law({ tensileStrength: 100, cohesion: 50, bondEnd });
  const slid = (l: SpringLaw, history: Float64Array) => Math.hypot(...step(l, history, -1e-4, [9, 0, 0], AREA).slice(0, 2));
  const pulled = (l: SpringLaw, history: Float64Array) => step(l, history, 1e-4, [0, 0, 0], AREA)[2];
  // Eqs 26-29: Fn tan(phi) + c A = 50 + 100 N, however often it slides; the bond of 200 N pulls with 100.
  for (const bondEnd of [BondEnd.Tearing, BondEnd.Nothing]) {
    const history = new Float64Array(SPRING_FLOATS);
    for (let k = 0; k < 3; k++) expect(slid(bonded(bondEnd), history)).toBeCloseTo(150, 9);
    expect(pulled(bonded(bondEnd), history)).toBeCloseTo(-100, 9);
    // Torn.
    expect(step(bonded(bondEnd), history, 3e-4, [0, 0, 0], AREA)).toEqual([0, 0, 0]);
    const again = bondEnd === BondEnd.Nothing;
    expect(pulled(bonded(bondEnd), history)).toBeCloseTo(again ? -100 : 0, 9);
    expect(slid(bonded(bondEnd), history)).toBeCloseTo(again ? 150 : 50, 9);
  }
  // The default: what has slid is friction alone, and does not pull.
  const history = new Float64Array(SPRING_FLOATS);
  expect(law().bondEnd).toBe(BondEnd.SlidingOrTearing);
  expect(slid(bonded(BondEnd.SlidingOrTearing), history)).toBeCloseTo(150, 9);
  expect(slid(bonded(BondEnd.SlidingOrTearing), history)).toBeCloseTo(50, 9);
  expect(pulled(bonded(BondEnd.SlidingOrTearing), history)).toBe(0);
});

it('a point seen at a gap d0 presses with Kn d0 at the touch by eqs 20-21, and with nothing by default', () => {
  const gaps = [2e-4, 1e-4, 0, -1e-4, 0, 1e-4, 3e-4, 2e-4, 1e-4];
  const forces = (slackGap: SlackGap) => {
    const history = new Float64Array(SPRING_FLOATS);
    return gaps.map((gap) => step(law({ slackGap }), history, gap)[2]);
  };
  // By increments from the first sight on; -Fn > sT A, that is Fn < 0, sets the forces to zero (eq. 25), and the sum
  // goes on from there.
  const printed: number[] = [];
  gaps.forEach((gap, k) => {
    const sum = k === 0 ? 0 : printed[k - 1] - 1e6 * (gap - gaps[k - 1]);
    printed.push(sum < -1e-9 ? 0 : sum);
  });
  expect(printed.map(Math.round)).toEqual([0, 100, 200, 300, 200, 100, 0, 100, 200]);
  forces(SlackGap.FirstSeen).forEach((f, k) => expect(f).toBeCloseTo(printed[k], 9));
  expect(law().slackGap).toBe(SlackGap.Zero);
  forces(SlackGap.Zero).forEach((f, k) => expect(f).toBeCloseTo(1e6 * Math.max(0, -gaps[k]), 9));
});

it('dashpots act beside both springs, and the point never pulls beyond its bond', () => {
  const damped = (more: Partial<SpringLaw> = {}) => law({ normalDamping: 100, shearDamping: 40, ...more });
  const at = (l: SpringLaw, gap: number, velocity: number[], area = 0) => step(l, new Float64Array(SPRING_FLOATS), gap, velocity, area, 0);
  expect(at(damped(), -1e-3, [0, 0, -2])[2]).toBeCloseTo(1200, 9);
  expect(at(damped(), -1e-3, [0, 0, 2])[2]).toBeCloseTo(800, 9);
  expect(at(damped(), -1e-3, [0, 0, 20])).toEqual([0, 0, 0]);
  expect(at(damped(), 1e-9, [0, 0, -2])).toEqual([0, 0, 0]);
  // Friction takes the normal force with its dashpot: 0.5 x 1200.
  expect(at(damped(), -1e-3, [3, 0, -2])[0]).toBeCloseTo(-120, 9);
  expect(at(damped(), -1e-3, [300, 0, -2])[0]).toBeCloseTo(-600, 9);
  // A bond of 200 N.
  const bond = damped({ tensileStrength: 100 });
  expect(at(bond, 1e-4, [0, 0, 0.5], 2)[2]).toBeCloseTo(-150, 9);
  expect(at(bond, 1e-4, [0, 0, 5], 2)[2]).toBeCloseTo(-200, 9);
  // What a spring keeps of a fast slip is what it can hold by itself.
  const history = new Float64Array(SPRING_FLOATS);
  step(damped(), history, -1e-3, [-30, 0, 0], 0, 1e-6);
  expect(step(damped(), history, -1e-3, [0, 0, 0], 0, 0)[0]).toBeCloseTo(15, 9);
});

it('cohesion holds at a gap of 0 too, which no tension has to (eq. 25 breaks below)', () => {
  const cohesive = law({ cohesion: 50 });
  const history = new Float64Array(SPRING_FLOATS);
  expect(step(cohesive, history, 0, [0.1, 0, 0], 2)[0]).toBeCloseTo(-50, 9);
  step(cohesive, history, -1e-6, [0, 0, 0], 2);
  expect(step(cohesive, history, 0, [0, 0, 0], 2)[0]).toBeCloseTo(-50, 9);
  expect(step(cohesive, history, 1e-12, [0, 0, 0], 2)).toEqual([0, 0, 0]);
  expect(Math.hypot(...step(cohesive, history, 0, [0.1, 0, 0], 2))).toBe(0);
});

it('a bond without area is none, however strong; one that cannot break holds', () => {
  const strong = law({ cohesion: Infinity, tensileStrength: Infinity });
  for (const area of [0, -1, NaN]) {
    const history = new Float64Array(SPRING_FLOATS);
    const force = step(strong, history, -1e-3, [30, 0, 0], area);
    expect(force[0]).toBeCloseTo(-500, 9);
    expect(force[2]).toBe(1000);
    expect(step(strong, history, 1e-3, [0, 0, 0], area)).toEqual([0, 0, 0]);
  }
  expect(step(strong, new Float64Array(SPRING_FLOATS), 1e-3, [30, 0, 0], 1)).toEqual([-15000, 0, -1000]);
});

it('springs without stiffness give no force, and a point may begin without a bond', () => {
  const slack = { ...createSpringLaw(0, 0, 0.5), cohesion: 50, tensileStrength: 50 };
  expect(step(slack, new Float64Array(SPRING_FLOATS), -1e-3, [1, 1, 1], 1)).toEqual([0, 0, 0]);
  const history = new Float64Array(SPRING_FLOATS);
  history[SPRING_FLOATS - 1] = 1;
  expect(step(law({ tensileStrength: 1e9 }), history, 1e-6, [0, 0, 0], 1)).toEqual([0, 0, 0]);
});

it('the whole turns with both bodies', () => {
  const history = new Float64Array(SPRING_FLOATS);
  const first = step(law({ friction: 9 }), history, -1e-3, [0.3, 0.1, 0]);
  // About an axis that is along nothing, by 3 rad.
  const spin = [0.7, -1.3, 0.9];
  const rate = Math.hypot(...spin);
  const cross = (u: number[], v: number[]) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const turn = (v: number[], angle: number) => {
    const axis = spin.map((x) => x / rate);
    const along = (1 - Math.cos(angle)) * (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]);
    const side = cross(axis, v);
    return v.map((x, k) => Math.cos(angle) * x + Math.sin(angle) * side[k] + along * axis[k]);
  };
  const steps = 1000;
  const out = createPairForce();
  for (let k = 1; k <= steps; k++) {
    const angle = (3 * k) / steps;
    const b = turn([0, 0, 1], angle);
    const motion = {
      positions: new Float64Array([0, 0, 0, ...b]),
      velocities: new Float64Array([0, 0, 0, ...cross(spin, b)]),
      spins: new Float64Array([...spin, ...spin]),
    };
    const [point, normal] = [0.5, 1].map((z) => turn([0, 0, z], angle));
    const contact = { bodyA: 0, bodyB: 1, point, normal, gap: -1e-3, area: 0 };
    springForce(out, law({ friction: 9 }), history, 0, contact, motion, 3 / rate / steps);
  }
  turn(first, 3).forEach((x, k) => expect(Math.abs(out.force[k] - x)).toBeLessThan(0.01));
});

it('the numbers of a law are checked', () => {
  for (const bad of [-1, NaN, Infinity])
    for (const [kn, ks, friction] of [
      [bad, 1, 1],
      [1, bad, 1],
      [1, 1, bad],
    ])
      expect(() => createSpringLaw(kn, ks, friction)).toThrow(expect.objectContaining({ code: 'bad-option' }) as Error);
  expect(() => createVolumeLaw(-1)).toThrow(/stiffness is -1/);
});

it('a look without a step leaves the spring as it is', () => {
  const history = new Float64Array(SPRING_FLOATS);
  step(law(), history, -1e-3, [0.3, 0, 0]);
  expect(step(law(), history, -1e-3, [5, 0, 0], 0, 0)[0]).toBeCloseTo(-150, 9);
});

it('a gap that is not a number gives no force', () => {
  expect(step(law(), new Float64Array(SPRING_FLOATS), NaN)).toEqual([0, 0, 0]);
});

it('nodal shares add up to one and have the moment of the force', () => {
  const square = [0, 0, 0, 2, 0, 0, 2.5, 1.5, 0, 0, 1, 0];
  for (const corners of [square.slice(0, 9), square]) {
    for (const point of [
      [1.5, 0.4, 0],
      [2, 0, 0],
      [0.4, 0.1, 0],
    ]) {
      const out = nodalShares(new Float64Array(corners.length / 3), corners, point);
      expect(out.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      for (let k = 0; k < 3; k++) expect(out.reduce((sum, share, c) => sum + share * corners[3 * c + k], 0)).toBeCloseTo(point[k], 12);
      expect(Math.min(...out)).toBeGreaterThanOrEqual(-1e-12);
    }
  }
  const high = nodalShares(new Float64Array(4), square, [0.2, 0.8, 0]);
  expect(high[1]).toBe(0);
  expect(Math.min(...high)).toBeGreaterThanOrEqual(0);
  expect([...nodalShares(new Float64Array(3), [0, 0, 0, 1, 0, 0, 2, 0, 0], [1, 0, 0])]).toEqual([0, 0, 0]);
});

it('eq. 22 of Wang 2014 invents shear where the points are not on the face; here there is none', () => {
  // S is d off its projection P before the step. In the step it moves by `rise` along the normal and `slip` along the
  // face. As printed: sqrt(|P S|^2 - rise^2) = sqrt((d + rise)^2 + slip^2 - rise^2).
  const printed = (d: number, rise: number, slip: number): number => Math.sqrt((d + rise) ** 2 + slip ** 2 - rise ** 2);
  expect(printed(0, 1e-5, 3e-4)).toBeCloseTo(3e-4, 15);
  expect(printed(-1e-3, 0, 0)).toBeCloseTo(1e-3, 15);
  expect(printed(1e-3, -8e-4, 0)).toBeNaN();
  // A pressed point at rest, and one that only sinks.
  expect(step(law(), new Float64Array(SPRING_FLOATS), -1e-3)).toEqual([0, 0, 1000]);
  expect(step(law(), new Float64Array(SPRING_FLOATS), -1e-3, [0, 0, -0.8])).toEqual([0, 0, 1000]);
});
