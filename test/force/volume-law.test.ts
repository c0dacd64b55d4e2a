import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addBody, createBodySet, createPose, relativePose, type BodySet } from '../../src/body';
import { createOverlapFor, overlapToWorld, Status, type Overlap } from '../../src/contact';
import { createPairForce, createVolumeLaw, volumeForce, type PairForce, type VolumeLaw } from '../../src/force';
import { overlap } from '../../src/half-space';
import { box, polyhedronFromVertices } from '../../src/polyhedron';
import { deep } from '../arbitraries/pairs';
import { rotation } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';

function worldRegion(bodies: BodySet): Overlap {
  const [a, b] = [0, 1].map((i) => bodies.shapes[bodies.shapeIndex[i]]);
  const out = createOverlapFor(a, b);
  overlap(out, a, b, relativePose(createPose(), bodies, 0, 1));
  return overlapToWorld(out, bodies, 0);
}

function forceOf(bodies: BodySet, law: VolumeLaw, velocities = new Float64Array(6), spins = new Float64Array(6)): PairForce {
  return volumeForce(createPairForce(), worldRegion(bodies), law, { positions: bodies.positions, velocities, spins }, 0, 1);
}

const stacked = (): BodySet => createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([0, 0, 0, 0, 0, 0.9]) });

it('elastic force: stiffness times volume, along the normal, at the centroid', () => {
  const { force, torqueA, torqueB } = forceOf(stacked(), createVolumeLaw(2e6));
  expect(force[2]).toBeCloseTo(2e6 * 0.1, 6);
  expect([...force.subarray(0, 2), ...torqueA, ...torqueB].every((x) => Math.abs(x) < 1e-9)).toBe(true);
});

it('damping and friction oppose the motion of the body they act on', () => {
  const law = { stiffness: 1e6, normalDamping: 10, tangentialDamping: 3, friction: 0.5, slip2: 0.1 };
  // B slides along x at 2 m/s and sinks at 1 m/s.
  const { force } = forceOf(stacked(), law, new Float64Array([0, 0, 0, 2, 0, -1]));
  const push = 1e6 * 0.1 + 10;
  expect(force[2]).toBeCloseTo(push, 6);
  expect(force[0]).toBeCloseTo(-0.5 * push * (1 - 0.1 / (0.1 + 4)) - 3 * 2, 6);
  expect(Math.abs(force[1])).toBeLessThan(1e-9);
});

it('no sliding, no friction; no overlap, no force', () => {
  const law = { ...createVolumeLaw(1e6), friction: 0.5, slip2: 0 };
  expect(Math.abs(forceOf(stacked(), law).force[0])).toBeLessThan(1e-9);
  const apart = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([0, 0, 0, 0, 0, 3]) });
  const { force, torqueA, torqueB } = forceOf(apart, law, new Float64Array([1, 2, 3, 4, 5, 6]));
  expect([...force, ...torqueA, ...torqueB]).toEqual(new Array(9).fill(0));
});

it('action and reaction: equal and opposite forces and moments, in any pose and motion', () => {
  const number = fc.double({ min: -10, max: 10, noNaN: true });
  fc.assert(
    fc.property(deep(), rotation(), fc.array(number, { minLength: 12, maxLength: 12 }), (data, turn, motion) => {
      const bodies = createBodySet();
      const [a, b] = [data.a, data.b].map((points) => polyhedronFromVertices(points));
      addBody(bodies, { shape: a, position: [0, 0, 0] });
      addBody(bodies, { shape: b, position: [data.pose[9], data.pose[10], data.pose[11]], orientation: turn });
      const region = worldRegion(bodies);
      fc.pre(region.status === Status.Overlapping);
      const law = { stiffness: 1e5, normalDamping: 1, tangentialDamping: 2, friction: 0.6, slip2: 0.1 };
      const { force, torqueA, torqueB } = forceOf(bodies, law, Float64Array.from(motion.slice(0, 6)), Float64Array.from(motion.slice(6)));
      const p = bodies.positions;
      const size = Math.hypot(...force) * (a.radius + b.radius);
      // Moments about the world's origin: x_B x f + T_B - x_A x f + T_A = 0.
      for (let k = 0; k < 3; k++) {
        const i = (k + 1) % 3;
        const j = (k + 2) % 3;
        const moment = (p[3 + i] - p[i]) * force[j] - (p[3 + j] - p[j]) * force[i];
        expect(Math.abs(moment + torqueA[k] + torqueB[k])).toBeLessThanOrEqual(1e-13 * size);
      }
    }),
    runs(200),
  );
});

it('eq. 44 as printed: of friction and damping, one drives the sliding, for each sign of the velocity', () => {
  const law = { stiffness: 1e6, normalDamping: 0, tangentialDamping: 3, friction: 0.5, slip2: 0.1 };
  for (const slide of [-2, 2]) {
    const { force } = forceOf(stacked(), law, new Float64Array([0, 0, 0, slide, 0, 0]));
    const friction = (0.5 * 1e5 * slide * slide) / (0.1 + slide * slide);
    const damping = 3 * Math.abs(slide);
    // Power on B: both terms take. As printed it is friction - damping with vt of B, damping - friction with vt of A.
    expect(force[0] * slide).toBeCloseTo(-(friction + damping) * Math.abs(slide), 5);
    const [ofB, ofA] = [friction * 1 - damping, -friction + damping].map((f) => f * Math.abs(slide));
    expect(Math.max(ofA, ofB)).toBeGreaterThan(0);
  }
});

it('eq. 42, second form: weaker than the first where the part of A is not flat, and other for A and B exchanged', () => {
  // The corner of a cube, turned so that its diagonal is upright, in the upper face of another: a right-angled
  // tetrahedron. The mean of the normals of its three sides has the length 1 / sqrt(3).
  const turn = fromDiagonal();
  const force = (first: number, meanNormal: boolean): number => {
    const bodies = createBodySet();
    const cubes = [
      () => addBody(bodies, { shape: box(1, 1, 1), position: [0, 0, 0] }),
      () => addBody(bodies, { shape: box(1, 1, 1), position: [0, 0, 0.5 + 0.5 * Math.sqrt(3) - 0.1], orientation: turn }),
    ];
    cubes[first]();
    cubes[1 - first]();
    return Math.abs(forceOf(bodies, { ...createVolumeLaw(1e6), meanNormal }).force[2]);
  };
  // The volume of the tetrahedron with the height h from the corner: h^3 sqrt(3) / 2.
  const expected = 1e6 * 0.1 ** 3 * (Math.sqrt(3) / 2);
  expect(force(0, false) / expected).toBeCloseTo(1, 12);
  expect(force(1, false) / expected).toBeCloseTo(1, 12);
  expect(force(0, true) / expected).toBeCloseTo(1, 12);
  expect(force(1, true) / expected).toBeCloseTo(1 / Math.sqrt(3), 12);
});

/** The rotation (x, y, z, w) that takes the diagonal (1, 1, 1) to z. */
function fromDiagonal(): [number, number, number, number] {
  // Half of the angle between them, about (1, -1, 0) / sqrt(2).
  const half = 0.5 * Math.acos(1 / Math.sqrt(3));
  const s = Math.sin(half) / Math.sqrt(2);
  return [s, -s, 0, Math.cos(half)];
}

it('is not the gradient of an energy: a closed loop of shifts does work', () => {
  // A cube's corner region over a fixed cube, led round a rectangle in x and z; midpoint rule, and with half the step,
  // so that the rule is not to blame.
  const work = (steps: number): number => {
    const law = createVolumeLaw(1);
    const cube = box(1, 1, 1);
    const corners = [
      [0.5, 0.9],
      [0.8, 0.9],
      [0.8, 0.6],
      [0.5, 0.6],
      [0.5, 0.9],
    ];
    let sum = 0;
    for (let c = 0; c < 4; c++) {
      const [x0, z0] = corners[c];
      const [x1, z1] = corners[c + 1];
      for (let k = 0; k < steps; k++) {
        const s = (k + 0.5) / steps;
        const bodies = createBodySet({
          shapes: [cube],
          positions: new Float64Array([0, 0, 0, x0 + s * (x1 - x0), 0, z0 + s * (z1 - z0)]),
        });
        const { force } = forceOf(bodies, law);
        sum += (force[0] * (x1 - x0) + force[2] * (z1 - z0)) / steps;
      }
    }
    return sum;
  };
  const coarse = work(200);
  const fine = work(400);
  expect(Math.abs(fine - coarse)).toBeLessThan(1e-6);
  // The integral of V n along the loop, V = (1 - x)(1 - z), n in proportion to (1 - z, 0, 1 - x).
  expect(fine).toBeCloseTo(-0.0043745, 6);
});
