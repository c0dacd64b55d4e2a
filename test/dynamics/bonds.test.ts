import { expect, it } from 'vitest';
import { breakWedge } from '../../bench/papers/verification/bonded-wedge';
import { createFragments } from '../../bench/papers/verification/fragments';
import { createRivals } from '../../bench/papers/verification/scene';
import { cutTetrahedron, sharedFaces, type Point } from '../../bench/papers/verification/tetrahedra';
import { createDynamics } from '../../sim/dynamics/dynamics';
import { createBodySet, createSpringLaw, polyhedronFromVertices } from '../../src';

// The bonds of the wedge of figure 34 (Wang, Li and Feng 2014, section 5.5): three springs on each shared face. The
// forces and the loads at which they break are those of one spring, computed by hand.

const KN = 2e9;
const KS = 1.6e9;
const COHESION = 8.6e6;
const TENSION = 5.3e6;
const FRICTION = 0.5;
/** Two tetrahedra that share a right triangle with legs of 1 in the plane z = 0. */
const CORNERS: readonly Point[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
];
const AREA = 0.5;

function bondedPair(turned = false) {
  const parts = [-1, 1].map((z) => [...CORNERS, [0.3, 0.3, z]]);
  const shapes = parts.map((part) => polyhedronFromVertices(part.flat()));
  const positions = Float64Array.from(shapes.flatMap(({ origin }) => [...origin]));
  const bodies = createBodySet({ shapes, shapeIndex: Int32Array.from([0, 1]), positions });
  const material = { density: 2600, normalStiffness: KN, shearStiffness: KS, friction: 0, restitution: 1 };
  const dynamics = createDynamics(bodies, material, { gravity: [0, 0, 0] });
  const law = createSpringLaw(KN, KS, FRICTION, { cohesion: COHESION, tensileStrength: TENSION });
  const fragments = createFragments(sharedFaces(parts, 0), bodies, law);
  if (turned) {
    // Both bodies turn by 90 degrees about x, as one.
    for (let body = 0; body < 2; body++) {
      const [x, y, z] = bodies.positions.slice(3 * body, 3 * body + 3);
      bodies.positions.set([x, -z, y], 3 * body);
      bodies.orientations.set([Math.SQRT1_2, 0, 0, Math.SQRT1_2], 4 * body);
    }
  }
  const forces = (dt = 1): number => {
    dynamics.forces.fill(0);
    dynamics.torques.fill(0);
    return fragments.addForces(dynamics, dt);
  };
  return { bodies, dynamics, fragments, forces };
}

it.each([false, true])('a bond pulls with 3 Kn d up to the tensile strength of the face, and then ends (turned: %s)', (turned) => {
  const { bodies, dynamics, fragments, forces } = bondedPair(turned);
  // The normal is +z; turned, it is -y.
  const [axis, sense] = turned ? [1, -1] : [2, 1];
  expect(Math.abs(forces())).toBeLessThan(1e-12 * KN);
  // A spring tears at Kn d = sigma_t A / 3.
  const most = (TENSION * AREA) / 3 / KN;
  const home = bodies.positions[3 + axis];
  bodies.positions[3 + axis] = home + sense * 0.999 * most;
  const energy = forces();
  const pull = 3 * KN * 0.999 * most;
  expect(sense * dynamics.forces[3 + axis]).toBeCloseTo(-pull, -1);
  expect(sense * dynamics.forces[axis]).toBeCloseTo(pull, -1);
  expect(energy / (0.5 * pull * 0.999 * most)).toBeCloseTo(1, 6);
  expect([fragments.isBonded(1, 0), fragments.broken()]).toEqual([true, 0]);
  expect(fragments.count([1, 3], 0)).toEqual({ pieces: 1, largest: 4 });

  bodies.positions[3 + axis] = home + sense * 1.001 * most;
  forces();
  expect(fragments.broken()).toBe(1);
  forces();
  expect(fragments.isBonded(0, 1)).toBe(false);
  expect(fragments.count([1, 3], 0)).toEqual({ pieces: 2, largest: 3 });
  // A face without a bond has no force.
  bodies.positions[3 + axis] = home - sense * most;
  expect(forces()).toBe(0);
  expect([...dynamics.forces].every((force) => force === 0)).toBe(true);
});

it('a bond resists shear with 3 Ks s up to the cohesion of the face', () => {
  const most = (COHESION * AREA) / 3 / KS;
  for (const [part, isBroken] of [
    [0.999, false],
    [1.001, true],
  ] as const) {
    // prettier-ignore
    const { dynamics, fragments, forces } = bondedPair();
    forces();
    dynamics.velocities[3] = part * most;
    const energy = forces(1);
    // A spring that slides keeps the limit in the step in which it loses its bond.
    const shear = Math.min(part, 1) * most;
    expect(dynamics.forces[3] / (-3 * KS * shear)).toBeCloseTo(1, 9);
    expect(energy / (1.5 * KS * shear * shear)).toBeCloseTo(1, 9);
    expect(fragments.broken()).toBe(isBroken ? 1 : 0);
  }
});

it('a bond resists bending, and its forces are internal', () => {
  const { bodies, dynamics, forces } = bondedPair();
  forces();
  // B turns by a small angle about the x axis through its centroid, and rises.
  const angle = 1e-5;
  bodies.orientations.set([0.5 * angle, 0, 0, 1], 4);
  bodies.positions[5] += 1e-5;
  forces();
  // The springs are in the middles of the thirds: at (4 c + c' + c'') / 6 of the corners c.
  const arms = [1 / 6, 1 / 6, 2 / 3].map((y) => y - bodies.positions[4]);
  const pulls = arms.map((arm) => -KN * (1e-5 + angle * arm));
  expect(dynamics.forces[5] / pulls.reduce((sum, pull) => sum + pull, 0)).toBeCloseTo(1, 4);
  const moment = arms.reduce((sum, arm, k) => sum + arm * pulls[k], 0);
  expect(dynamics.torques[3] / moment).toBeCloseTo(1, 3);
  // Momentum and moment of momentum of both bodies do not change.
  const { forces: f, torques: t } = dynamics;
  const [p, q] = [bodies.positions.subarray(0, 3), bodies.positions.subarray(3, 6)];
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    expect(Math.abs(f[k] + f[3 + k])).toBeLessThan(1e-6);
    const turn = t[k] + t[3 + k] + p[i] * f[j] - p[j] * f[i] + q[i] * f[3 + j] - q[j] * f[3 + i];
    expect(Math.abs(turn)).toBeLessThan(1e-6 * Math.abs(moment));
  }
});

it('a cut wedge has the volume of the wedge, and its faces point from the first body to the second', () => {
  const wedge = [[0, 0, 0], [2, 0, 0], [1, 0.8, 0.8], [1, -0.8, 0.8]]; // prettier-ignore
  for (const [cuts, faces] of [
    [0, 0],
    [1, 8],
  ] as const) {
    // prettier-ignore
    const parts = cutTetrahedron(wedge, cuts);
    const shapes = parts.map((part) => polyhedronFromVertices(part.flat()));
    const volume = shapes.reduce((sum, shape) => sum + shape.volume, 0);
    // A base of 0.5 x 2 x 0.8 sqrt 2 at the height 0.8 sqrt 2 over a third.
    expect(volume).toBeCloseTo((0.8 * 0.8 * 2) / 3, 12);
    const shared = sharedFaces(parts, 3);
    expect(shared.length).toBe(faces);
    for (const { a, b, normal, area } of shared) {
      const [from, to] = [shapes[a - 3].origin, shapes[b - 3].origin];
      expect(normal.reduce((sum, n, k) => sum + n * (to[k] - from[k]), 0)).toBeGreaterThan(0);
      expect(area).toBeGreaterThan(0);
    }
  }
});

it('the wedge stays whole with bonds that cannot break, and breaks with weak ones', () => {
  const [shrunkenEdge] = createRivals();
  const whole = breakWedge(shrunkenEdge, [1.90012], 1, Infinity);
  expect([whole.broken[0], whole.pieces[0], whole.lost]).toEqual([0, 1, 0]);
  // It has met the ground: contacts and bonds store energy, and the sum stays.
  expect(whole.penetration).toBeGreaterThan(1e-5);
  expect(whole.rise).toBeLessThan(1e-3);
  const weak = breakWedge(shrunkenEdge, [1.9002], 1, 1e-4);
  expect(weak.broken[0]).toBeGreaterThan(0);
  expect(weak.pieces[0]).toBeGreaterThan(1);
  expect(weak.rise).toBeLessThan(1e-2);
});
