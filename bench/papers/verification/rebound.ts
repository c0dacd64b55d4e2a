/**
 * Section 5.2: two prisms like roofs, one upside down and across the other. It falls with its edge on the edge of the
 * fixed one and rebounds, again and again, without damping. Figure 22 of the paper compares the work of gravity with
 * the kinetic and elastic energy.
 *
 * It is a problem of one number, the height, and so has a solution: parabolas, and in contact m z" = F(d) - m g. Sizes
 * are not printed: prisms 2 m long, 1 m wide and 0.5 m high here, and a drop of 0.9 m.
 */
import { createBodySet, polyhedronFromVertices } from 'dem-contact';
import { balanceOf } from '../../../sim/dynamics/energy';
import { G, createScene, type Rival } from './scene';

const DENSITY = 2600;
const STIFFNESS = 100e9;
const DROP = 0.9;

/** A step in flight, and the height where it ends, m. */
const LONG = 1e-4;
const NEAR = 5e-3;

interface Rebound {
  times: number[];
  /** Height of the falling edge above the other one, and the energies less those of the start, J. */
  heights: number[];
  kinetic: number[];
  elastic: number[];
  /** Work of gravity since the start, J. */
  work: number[];
  /** Largest |whole energy - first| over the energy of the fall. */
  energyError: number;
  /** Largest difference of the height from the solution, in flight, over the drop. */
  error: number;
  bounces: number;
  /** Deepest overlap, m, and that of the solution. */
  penetration: number;
  expected: number;
  /** Largest horizontal momentum over that of the fall: nothing pushes sideways. */
  sideways: number;
}

/** `dt` is the step near the edge; the curves have a point each `every` seconds. */
export function rebound(rival: Rival, time: number, dt: number, every = 0.01): Rebound {
  const roof = polyhedronFromVertices([-1, -0.5, 0, 1, -0.5, 0, -1, 0.5, 0, 1, 0.5, 0, -1, 0, 0.5, 1, 0, 0.5]);
  const below = 0.5 - roof.origin[2];
  const bodies = createBodySet({ shapes: [roof], positions: new Float64Array([0, 0, 0, 0, 0, 2 * below + DROP]) });
  // Half a turn about the diagonal of x and y: upside down and across.
  bodies.orientations.set([Math.SQRT1_2, Math.SQRT1_2, 0, 0], 4);
  const mass = DENSITY * roof.volume;
  const speed = Math.sqrt(2 * G * DROP);
  const depth = speed * Math.sqrt(mass / STIFFNESS);
  // The region of two such edges that cross, d deep, has 2 d^3 / 3. With this area it stops the body within the depth
  // of the spring.
  const area = (4 / 3) * depth * depth;
  const { dynamics, springs, step } = createScene(bodies, rival, DENSITY, { normal: STIFFNESS, shear: STIFFNESS, friction: 0, area }, [
    0,
    0,
    -G,
  ]);
  const force = rival.isRegion ? (d: number) => ((4 * STIFFNESS) / area) * (2 / 3) * d ** 3 : (d: number) => STIFFNESS * d;
  const contact = impact(force, mass, speed);
  const fall = speed / G;
  const period = 2 * fall + contact.time;

  const first = balanceOf(dynamics);
  const energy = mass * G * DROP;
  const out: Rebound = {
    times: [],
    heights: [],
    kinetic: [],
    elastic: [],
    work: [],
    energyError: 0,
    error: 0,
    bounces: 0,
    penetration: 0,
    expected: contact.depth,
    sideways: 0,
  };
  let wasDown = true;
  let height = DROP;
  for (let t = 0; t < time;) {
    const h = height > NEAR ? LONG : dt;
    step(h);
    t += h;
    height = bodies.positions[5] - 2 * below;
    const isDown = dynamics.velocities[5] < 0;
    if (wasDown && !isDown) out.bounces++;
    wasDown = isDown;
    const balance = balanceOf(dynamics);
    out.energyError = Math.max(out.energyError, Math.abs(balance.total - first.total) / energy);
    out.sideways = Math.max(out.sideways, Math.abs(balance.momentum[0]) / (mass * speed), Math.abs(balance.momentum[1]) / (mass * speed));
    // From the middle of a flight, so that the first half fall is like the others.
    const phase = (t + fall) % period;
    if (phase < 2 * fall && height > 0) out.error = Math.max(out.error, Math.abs(height - (DROP - 0.5 * G * (phase - fall) ** 2)) / DROP);
    if (t < out.times.length * every) continue;
    out.times.push(t);
    out.heights.push(height);
    out.kinetic.push(balance.kinetic);
    out.elastic.push(balance.elastic);
    out.work.push(first.potential - balance.potential);
  }
  out.penetration = springs.penetration;
  return out;
}

/**
 * How long a body that meets a spring with that speed stays on it, and how deep it comes: by Runge and Kutta's method.
 */
function impact(force: (depth: number) => number, mass: number, speed: number): { time: number; depth: number } {
  const h = 1e-8;
  const rate = (d: number): number => G - force(Math.max(0, d)) / mass;
  let d = 0;
  let v = speed;
  let time = 0;
  let depth = 0;
  for (;;) {
    const a1 = rate(d);
    const v2 = v + 0.5 * h * a1;
    const a2 = rate(d + 0.5 * h * v);
    const v3 = v + 0.5 * h * a2;
    const a3 = rate(d + 0.5 * h * v2);
    const v4 = v + h * a3;
    const a4 = rate(d + h * v3);
    const next = d + (h / 6) * (v + 2 * v2 + 2 * v3 + v4);
    // The last step ends where the depth is zero.
    if (next <= 0) return { time: time + (h * d) / (d - next), depth };
    d = next;
    v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    time += h;
    depth = Math.max(depth, d);
  }
}
