import { describe, expect, it } from 'vitest';
import { dampingRatio } from '../../bench/lib/dynamics/damping-ratio';
import { createDynamics, spinBody, stepDynamics, timeStepFor, type Dynamics, type Material } from '../../bench/lib/dynamics/dynamics';
import { balanceOf } from '../../bench/lib/dynamics/energy';
import {
  addBody,
  BodyFlag,
  box,
  createBodySet,
  createContactList,
  createDetector,
  createRandom,
  octahedron,
  planeWall,
  randomHull,
  rhombicDodecahedron,
  shortestLinkMethod,
  type BodySet,
} from '../../src';
import { contactFinder } from './find-contacts';

const material: Material = { density: 2500, normalStiffness: 1e6, shearStiffness: 8e5, friction: 0.5, restitution: 0.5 };
const G = 9.81;
const cube = box(0.1, 0.1, 0.1);
/** Its mass. */
const MASS = 2.5;

interface Run {
  bodies: BodySet;
  dynamics: Dynamics;
  run: (steps: number, after?: () => void) => void;
}

/** A loop with plane walls; `dt` by the material unless given. */
function scene(
  place: (bodies: BodySet) => void,
  walls: ReturnType<typeof planeWall>[] = [],
  with_: Partial<Material> = {},
  gravity = G,
  dt?: number,
): Run {
  const bodies = createBodySet();
  place(bodies);
  const dynamics = createDynamics(bodies, { ...material, ...with_ }, { gravity: [0, 0, -gravity], walls: walls.length });
  const find = contactFinder(bodies, walls, 0.002);
  const step = dt ?? timeStepFor(dynamics);
  return {
    bodies,
    dynamics,
    run: (steps, after) => {
      for (let k = 0; k < steps; k++) {
        stepDynamics(dynamics, step, find);
        after?.();
      }
    },
  };
}

const floor = planeWall([0, 0, 1], 0);

describe('a box on a wall', () => {
  it('sinks by its weight over the stiffness and stays there', () => {
    const sunk = (MASS * G) / material.normalStiffness;
    const { bodies, dynamics, run } = scene((b) => addBody(b, { shape: cube, position: [3, 4, 0.05] }), [floor]);
    run(2000);
    expect(bodies.positions[2]).toBeCloseTo(0.05 - sunk, 9);
    const start = [...bodies.positions, ...bodies.orientations];
    let off = 0;
    run(10_000, () => {
      off = Math.max(off, Math.abs(bodies.positions[2] - (0.05 - sunk)));
    });
    expect(off).toBeLessThan(1e-6 * sunk);
    [...bodies.positions, ...bodies.orientations].forEach((x, k) => expect(Math.abs(x - start[k])).toBeLessThan(1e-12));
    const { kinetic, elastic } = balanceOf(dynamics);
    expect(kinetic).toBeLessThan(1e-20);
    expect(elastic).toBeCloseTo(0.5 * material.normalStiffness * sunk ** 2, 12);
  });

  it('sinks as deep on a body as on a wall, and shows the force of each point', () => {
    const { bodies, dynamics, run } = scene((b) => {
      addBody(b, { shape: box(1, 1, 0.2), position: [0, 0, -0.1], flags: BodyFlag.Static });
      addBody(b, { shape: cube, position: [0, 0, 0.05], orientation: [0, 0, 0.6, 0.8] });
    });
    run(3000);
    expect(bodies.positions[5]).toBeCloseTo(0.05 - (MASS * G) / material.normalStiffness, 9);
    for (let p = 0; p < 4; p++) expect(dynamics.pointForces[3 * p + 2]).toBeCloseTo((MASS * G) / 4, 6);
    expect([...bodies.positions.subarray(0, 3)]).toEqual([0, 0, -0.1]);
  });
});

describe('a box on a slope', () => {
  const dt = 4e-5;

  /** A box that lies on a slope of the given tangent, sunk in as it will be; `gone` and `speed` are down the slope. */
  function onSlope(tangent: number, friction: number): Run & { gone: () => number; speed: () => number } {
    const length = Math.sqrt(1 + tangent * tangent);
    const [nx, nz] = [tangent / length, 1 / length];
    const half = Math.atan(tangent) / 2;
    const height = 0.05 - (MASS * G * nz) / material.normalStiffness;
    const [x, z] = [nx * height, nz * height];
    const made = scene(
      (b) => addBody(b, { shape: cube, position: [x, 0, z], orientation: [0, Math.sin(half), 0, Math.cos(half)] }),
      [planeWall([nx, 0, nz], 0)],
      { friction },
      G,
      dt,
    );
    const { positions } = made.bodies;
    const { velocities } = made.dynamics;
    return { ...made, gone: () => (positions[0] - x) * nz - (positions[2] - z) * nx, speed: () => velocities[0] * nz - velocities[2] * nx };
  }

  it('stays below the angle of friction', () => {
    const { dynamics, run, gone } = onSlope(0.4, 0.5);
    run(0.5 / dt);
    // It gives: by the shear force over the stiffness, and by tilting on its springs, its centre being above them.
    const force = (MASS * G * 0.4) / Math.sqrt(1.16);
    const give = force / material.shearStiffness + force / material.normalStiffness;
    const first = gone();
    expect(first / give).toBeGreaterThan(0.9);
    expect(first / give).toBeLessThan(2.5);
    run(0.5 / dt);
    expect(Math.abs(gone() - first)).toBeLessThan(1e-9);
    expect(balanceOf(dynamics).kinetic).toBeLessThan(1e-15);
  });

  it.each([
    [0.4, 0],
    [0.4, 0.2],
    [0.3, 0.25],
  ])('slides down a slope of %d with friction %d as Newton says', (tangent, friction) => {
    const { bodies, run, speed } = onSlope(tangent, friction);
    const before = bodies.orientations[1];
    run(0.1 / dt);
    const first = speed();
    run(0.2 / dt);
    const acceleration = (G * (tangent - friction)) / Math.sqrt(1 + tangent * tangent);
    expect((speed() - first) / 0.2 / acceleration).toBeCloseTo(1, 3);
    expect(Math.abs(bodies.orientations[1] - before)).toBeLessThan(1e-3);
  });
});

describe('collisions', () => {
  function headOn(restitution: number, shape = cube, with_: Partial<Material> = {}): { ratio: number; momentum: number } {
    const { bodies, dynamics, run } = scene(
      (b) => {
        addBody(b, { shape, position: [-0.08, 0, 0] });
        addBody(b, { shape, position: [0.08, 0, 0] });
      },
      [],
      { restitution, ...with_ },
      0,
    );
    dynamics.velocities[0] = 1;
    dynamics.velocities[3] = -0.5;
    const before = balanceOf(dynamics).momentum[0];
    run(6000);
    expect(bodies.positions[3] - bodies.positions[0]).toBeGreaterThan(0.1);
    return { ratio: (dynamics.velocities[3] - dynamics.velocities[0]) / 1.5, momentum: balanceOf(dynamics).momentum[0] - before };
  }

  it.each([0.05, 0.3, 0.5, 0.9, 1])('of faces part with restitution %d', (restitution) => {
    const { ratio, momentum } = headOn(restitution);
    expect(Math.abs(ratio - restitution)).toBeLessThan(0.02);
    expect(Math.abs(momentum)).toBeLessThan(1e-13);
  });

  // Four points, and one.
  it.each([
    ['a face', cube],
    ['a corner', octahedron(0.1)],
  ])('of %s with a wall, too', (_, shape) => {
    const { dynamics, run } = scene((b) => addBody(b, { shape, position: [0, 0, 0.08] }), [floor], { restitution: 0.7 }, 0);
    dynamics.velocities[2] = -1;
    run(3000);
    expect(Math.abs(dynamics.velocities[2] - 0.7)).toBeLessThan(0.02);
  });

  it('of rocks that turn keep momentum and angular momentum', () => {
    const random = createRandom(5);
    const { dynamics, run } = scene(
      (b) => {
        addBody(b, { shape: randomHull(random, 20, 0.1, 0.06, 0.08), position: [-0.15, 0.02, 0], orientation: [0.6, 0, 0, 0.8] });
        addBody(b, { shape: randomHull(random, 30, 0.07, 0.1, 0.09), position: [0.15, -0.03, 0.04], orientation: [0, 0.28, 0, 0.96] });
      },
      [],
      {},
      0,
    );
    dynamics.velocities.set([2, 0, 0, -2, 0, 0]);
    spinBody(dynamics, 0, [5, -20, 10]);
    const before = balanceOf(dynamics);
    let touched = false;
    run(4000, () => (touched ||= dynamics.elasticEnergy > 0));
    const after = balanceOf(dynamics);
    expect(touched).toBe(true);
    expect(dynamics.elasticEnergy).toBe(0);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(after.momentum[k] - before.momentum[k])).toBeLessThan(1e-12);
      expect(Math.abs(after.angularMomentum[k] - before.angularMomentum[k])).toBeLessThan(1e-11);
    }
    expect(after.total).toBeLessThan(before.total);
  });

  it('across the border of a periodic box are those of neighbours', () => {
    const speeds = [0, 1].map((apart) => {
      // Off centre, so that the bodies turn: arms count. In the second run B is listed one box away.
      const bodies = createBodySet();
      addBody(bodies, { shape: cube, position: [-0.06, 0, 0] });
      addBody(bodies, { shape: cube, position: [0.06 - apart, 0.03, 0.02] });
      const dynamics = createDynamics(bodies, material);
      dynamics.velocities[0] = 1;
      const periodic = { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5], axes: [true, false, false] } as const;
      const detector = createDetector({ bodies, method: shortestLinkMethod, periodic });
      for (let k = 0; k < 1500; k++) stepDynamics(dynamics, 4e-5, () => detector.update());
      return [...dynamics.velocities, ...dynamics.angularVelocities];
    });
    expect(Math.abs(speeds[0][3])).toBeGreaterThan(0.1);
    expect(Math.abs(speeds[0][11])).toBeGreaterThan(0.1);
    speeds[0].forEach((v, k) => expect(speeds[1][k]).toBeCloseTo(v, 8));
  });

  it('the damping that gives a restitution', () => {
    expect(dampingRatio(1)).toBe(0);
    // At critical damping a contact without tension ends with exp(-2).
    expect(dampingRatio(Math.exp(-2))).toBeCloseTo(1, 6);
    expect(dampingRatio(0.9)).toBeLessThan(dampingRatio(0.8));
    for (const e of [0, -1, 1.1, NaN]) expect(() => dampingRatio(e)).toThrow(/restitution/);
  });
});

describe('friction', () => {
  it('brings a sliding box to rest after v^2 / (2 mu g)', () => {
    const sunk = (MASS * G) / material.normalStiffness;
    const { bodies, dynamics, run } = scene((b) => addBody(b, { shape: cube, position: [0, 0, 0.05 - sunk] }), [floor], { friction: 0.3 });
    dynamics.velocities[0] = 1;
    run(Math.round(0.6 / timeStepFor(dynamics)));
    expect(bodies.positions[0] / (1 / (2 * 0.3 * G))).toBeCloseTo(1, 2);
    expect(Math.abs(dynamics.velocities[0])).toBeLessThan(1e-4);
  });

  it('turns its springs with the two bodies: what is carried round stays where it is on the plate', () => {
    const sunk = (MASS * G) / material.normalStiffness;
    const shearStiffness = 1e4;
    const spin = 2;
    // The spring holds the box on its circle: stretched by x at the radius r + x, m spin^2 (r + x) = k x. That is a fifth of what friction can hold.
    const stretch = (0.2 * MASS * spin * spin) / (shearStiffness - MASS * spin * spin);
    const { bodies, dynamics, run } = scene(
      (b) => {
        addBody(b, { shape: box(1, 1, 0.2), position: [0, 0, -0.1], flags: BodyFlag.Kinematic });
        addBody(b, { shape: cube, position: [0.2, 0, 0.05 - sunk] });
      },
      [],
      { shearStiffness },
    );
    dynamics.angularVelocities[2] = spin;
    dynamics.velocities[4] = 0.2 * spin;
    spinBody(dynamics, 1, [0, 0, spin]);
    const dt = timeStepFor(dynamics);
    const radii: number[] = [];
    for (let k = 0; k < 4; k++) {
      run(Math.round(0.5 / dt));
      const [x, y] = [bodies.positions[3], bodies.positions[4]];
      radii.push(Math.sqrt(x * x + y * y) - 0.2);
      const angle = spin * dynamics.time;
      expect(Math.abs(x * Math.sin(angle) - y * Math.cos(angle))).toBeLessThan(1e-4);
    }
    // It leans outward on its springs, too, by as much as the slope test knows.
    for (const radius of radii) expect(Math.abs(radius / stretch - 1)).toBeLessThan(0.01);
    expect(2 * Math.atan2(bodies.orientations[6], bodies.orientations[7])).toBeCloseTo(spin * dynamics.time, 3);
  });

  it('with a wall that moves drags the box along', () => {
    const sunk = (MASS * G) / material.normalStiffness;
    const { dynamics, run } = scene((b) => addBody(b, { shape: cube, position: [0, 0, 0.05 - sunk] }), [floor]);
    dynamics.wallVelocities[1] = 0.5;
    run(Math.round(0.3 / timeStepFor(dynamics)));
    expect(dynamics.velocities[1]).toBeCloseTo(0.5, 3);
  });

  it('needs to know how many walls there are', () => {
    const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0.049]) });
    const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -G] });
    expect(() => stepDynamics(dynamics, 1e-5, contactFinder(bodies, [floor]))).toThrow(/wall 0/);
  });

  it('needs slots', () => {
    const { bodies, dynamics } = scene((b) => addBody(b, { shape: cube, position: [0, 0, 0.049] }), [floor]);
    const find = contactFinder(bodies, [floor]);
    const list = { ...createContactList(), ...find() };
    list.pointSlot = new Int32Array(list.pointSlot.length).fill(-1);
    expect(() => stepDynamics(dynamics, 1e-5, () => list)).toThrow(/slots/);
  });
});

describe('a heap that falls together', () => {
  function heap(seed: number): Run {
    const random = createRandom(seed);
    const walls = [
      floor,
      planeWall([1, 0, 0], -0.19),
      planeWall([-1, 0, 0], -0.19),
      planeWall([0, 1, 0], -0.19),
      planeWall([0, -1, 0], -0.19),
    ];
    return scene(
      (b) => {
        const shapes = [cube, rhombicDodecahedron(0.05), octahedron(0.1), randomHull(random, 12, 0.06, 0.06, 0.06)];
        for (let k = 0; k < 4; k++) {
          const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
          const length = Math.sqrt(q.reduce((sum, v) => sum + v * v, 0));
          addBody(b, {
            shape: shapes[k % 4],
            position: [0.16 * (k % 2) - 0.08, 0.16 * ((k >> 1) % 2) - 0.08, 0.12 + 0.18 * (k >> 2)],
            orientation: [q[0] / length, q[1] / length, q[2] / length, q[3] / length],
          });
        }
      },
      walls,
      { restitution: 0.2 },
    );
  }

  it('only ever loses energy, and comes to rest', () => {
    const { dynamics, run } = heap(1);
    const start = balanceOf(dynamics).total;
    let least = start;
    let risen = 0;
    run(18_000, () => {
      const { total } = balanceOf(dynamics);
      risen = Math.max(risen, total - least);
      least = Math.min(least, total);
    });
    const end = balanceOf(dynamics);
    // Springs of contacts pressed unevenly have no energy in the strict sense: what it seems to rise by is far below what was lost.
    expect(start - end.total).toBeGreaterThan(1);
    expect(risen / (start - end.total)).toBeLessThan(1e-3);
    expect(end.kinetic / start).toBeLessThan(1e-6);
  });

  it('is the same to the bit when run again', () => {
    const states = [heap(2), heap(2)].map(({ bodies, dynamics, run }) => {
      run(1500);
      return [...bodies.positions, ...bodies.orientations, ...dynamics.velocities, ...dynamics.angularMomenta];
    });
    expect(states[1]).toEqual(states[0]);
    expect(states[0].every(Number.isFinite)).toBe(true);
  });
});
