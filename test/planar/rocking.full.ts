import { expect, test } from 'vitest';
import { createState } from '../../src/contact';
import {
  addBody2d,
  contactMethods2d,
  createBodySet2d,
  createContactFor2d,
  createDetectOptions2d,
  detect2d,
  lineWall,
  lineWallContact,
  rectangle,
  toWorld2d,
  wallLine,
  type BodySet2d,
  type Contact2d,
} from '../../src/planar';

const [stiffness, gravity, size] = [1e5, 9.81, 1];
const [mass, inertia] = [1, 1 / 6];

/**
 * A square that falls on its lower side, leaning, without damping: force stiffness * area * n at the centre of the
 * contact. Returns how far the energy went from where it began, as a part of what a fall by half the size gives, and
 * how often the side that presses changed.
 */
function rock(meet: (bodies: BodySet2d, out: Contact2d) => void, rounding: number): { drift: number; turns: number } {
  const bodies = createBodySet2d();
  addBody2d(bodies, { shape: rectangle(10, 1), position: [0, -0.5], rounding });
  const lean = 0.05;
  addBody2d(bodies, {
    shape: rectangle(size, size),
    position: [0, 0.5 * size * (Math.cos(lean) + Math.sin(lean)) + 0.01 + rounding],
    rotation: [Math.cos(lean), Math.sin(lean)],
  });
  const out = createContactFor2d(bodies.shapes[0], bodies.shapes[1]);
  const { positions, rotations } = bodies;
  const [dt, steps] = [2e-5, 60_000];
  let [vx, vy, spin, turns, side] = [0, 0, 0, 0, 0];
  let [first, most] = [Number.NaN, 0];
  let angle = lean;
  for (let step = 0; step < steps; step++) {
    meet(bodies, out);
    let [fx, fy, moment, elastic] = [0, -mass * gravity, 0, 0];
    if (out.area > 0) {
      // The normal points from the plate to the square.
      const force = stiffness * out.area;
      const [px, py] = [force * out.normal[0], force * out.normal[1]];
      fx += px;
      fy += py;
      moment = (out.centre[0] - positions[2]) * py - (out.centre[1] - positions[3]) * px;
      // Half of stiffness times gap squared over the zone: linear between its rows, from left to right.
      const rows = Array.from({ length: out.count + out.rimCount }, (_, k) => [out.points[2 * k], out.gaps[k]]);
      rows.sort(([x], [y]) => x - y);
      for (let k = 0; k + 1 < rows.length; k++) {
        const [[x, g], [y, h]] = [rows[k], rows[k + 1]];
        elastic += (stiffness * (y - x) * (g * g + g * h + h * h)) / 6;
      }
      const now = Math.sign(out.centre[0] - positions[2]);
      if (now !== side) turns++;
      side = now;
    }
    // Velocities of the middle of the step for the energy; leapfrog.
    const [wx, wy, ws] = [vx + (dt * fx) / mass, vy + (dt * fy) / mass, spin + (dt * moment) / inertia];
    const [mx, my, ms] = [0.5 * (vx + wx), 0.5 * (vy + wy), 0.5 * (spin + ws)];
    const energy = 0.5 * mass * (mx * mx + my * my) + 0.5 * inertia * ms * ms + mass * gravity * positions[3] + elastic;
    if (step === 0) first = energy;
    most = Math.max(most, Math.abs(energy - first));
    [vx, vy, spin] = [wx, wy, ws];
    positions[2] += dt * vx;
    positions[3] += dt * vy;
    angle += dt * spin;
    rotations.set([Math.cos(angle), Math.sin(angle)], 2);
  }
  return { drift: most / (0.5 * mass * gravity * size), turns };
}

const options = createDetectOptions2d();
const lines = contactMethods2d.filter(({ name }) => name === 'exact' || name === 'slm' || name === 'fcp');

test.each(lines.flatMap((method) => [0, 0.05].map((r) => [method.name, r, method] as const)))(
  '%s, rounded by %s: an undamped square that rocks on a plate keeps its energy under the pressure law',
  (_, rounding, method) => {
    const state = createState(method);
    const { drift, turns } = rock((bodies, out) => detect2d(out, method, bodies, 0, 1, state, options), rounding);
    expect(turns).toBeGreaterThan(6);
    expect(drift).toBeLessThan(2e-5);
  },
);

test('the same on a line wall', () => {
  const floor = lineWall([0, 1], 0);
  const line = new Float64Array(3);
  const { drift, turns } = rock((bodies, out) => {
    lineWallContact(out, bodies.shapes[1], wallLine(line, floor, bodies, 1), options);
    toWorld2d(out, bodies, 1);
    // From the square to the wall: turned round, as that of the plate.
    for (let k = 0; k < 2; k++) out.normal[k] = -out.normal[k];
  }, 0);
  expect(turns).toBeGreaterThan(6);
  expect(drift).toBeLessThan(2e-5);
});
