/**
 * Section 5.1, first case: a prism falls on a fixed one, a corner on a corner and then a corner on an edge.
 *
 * The figure is lost and the text gives no sizes. Here the fixed prism is a roof with the ridge CD along x. The falling
 * one is a roof upside down with the lowest edge AB in the same vertical plane and its end B a little lower, right
 * above D. B meets D, the prism turns, and A meets the edge CD.
 *
 * The collision is smooth and elastic, so while it lasts the prism is a rigid body under one blow J at B along the
 * normal, which is upright by symmetry:
 *
 *     J = 2 m v / (1 + m r^2 / I)      r the distance of B from the centre along x
 *
 * Then it flies, and the time at which A meets CD follows. By symmetry the blow is nearly upright, but of a corner on a
 * corner no direction is the normal by nature: the speeds are compared with those of a blow in the direction that the
 * method gives. The shortest way out, that of the common plane, is past a side of the roof.
 */
import { createBodySet, polyhedronFromVertices, type ContactKind } from 'dem-contact';
import { balanceOf } from '../../../sim/dynamics/energy';
import { G, createScene, type Rival } from './scene';

const DENSITY = 2700;
const STIFFNESS = 875e9;
const DROP = 1;
/** How much B is lower than A: sine and cosine of the angle. */
const SINE = 0.1;
const COSINE = Math.sqrt(1 - SINE * SINE);

interface Blow {
  /** When it began. */
  time: number;
  /** The kind of contact where it is deepest. */
  kind: ContactKind;
  /** Direction of the blow, length 3. */
  direction: number[];
}

interface FallingPrism {
  times: number[];
  /** Heights of A and B above CD. */
  heightsA: number[];
  heightsB: number[];
  /** The collisions in their order. */
  blows: Blow[];
  /**
   * Errors of the speed of the centre and of the spin after the first blow over those of the rigid body with a blow in
   * its direction, and of the time of the second one.
   */
  speedError: number;
  spinError: number;
  timeError: number;
  penetration: number;
  /** Largest change of the whole energy over that of the fall. */
  energyError: number;
}

/** A step of the first fall, and the height of B where it ends, m. */
const LONG = 1e-4;
const NEAR = 5e-3;

/** `dt` is the step from just before the first blow on. */
export function fallOnRidge(rival: Rival, time: number, dt: number): FallingPrism {
  const roof = polyhedronFromVertices([-1, -0.5, -0.5, 1, -0.5, -0.5, -1, 0.5, -0.5, 1, 0.5, -0.5, -1, 0, 0, 1, 0, 0]);
  const prism = polyhedronFromVertices([-0.6, -0.3, 0.6, 0.6, -0.3, 0.6, -0.6, 0.3, 0.6, 0.6, 0.3, 0.6, -0.6, 0, 0, 0.6, 0, 0]);
  // A and B from the centroid of the prism, (x, z), which is turned about y so that B is lower.
  const up = prism.origin[2];
  const [endA, [bx, bz]] = [-0.6, 0.6].map((x) => [COSINE * x - SINE * up, -SINE * x - COSINE * up]);
  const bodies = createBodySet({
    shapes: [roof, prism],
    shapeIndex: new Int32Array([0, 1]),
    positions: new Float64Array([...roof.origin, 1 - bx, 0, DROP - bz]),
  });
  bodies.orientations.set([0, Math.sqrt(0.5 * (1 - COSINE)), 0, Math.sqrt(0.5 * (1 + COSINE))], 4);
  const mass = DENSITY * prism.volume;
  const moment = DENSITY * prism.inertia[4];
  const speed = Math.sqrt(2 * G * DROP);
  // A region at a corner holds a fraction of depth^3; this area stops the prism within a few depths of the spring.
  const depth = speed * Math.sqrt(mass / STIFFNESS);
  const springs = { normal: STIFFNESS, shear: STIFFNESS, friction: 0, area: depth * depth };
  const scene = createScene(bodies, rival, DENSITY, springs, [0, 0, -G]);
  const { dynamics } = scene;

  const out: FallingPrism = {
    times: [],
    heightsA: [],
    heightsB: [],
    blows: [],
    speedError: 1,
    spinError: 1,
    timeError: 1,
    penetration: 0,
    energyError: 0,
  };
  const energy = balanceOf(dynamics).total;
  const touch = speed / G;
  let meeting = 0;
  let t = 0;
  let wasPressed = false;
  let deepest = 0;
  const before = new Float64Array(3);
  const ends = new Float64Array([0.12, 1]);
  while (t < time) {
    if (!wasPressed) before.set(dynamics.velocities.subarray(3, 6));
    const h = out.blows.length === 0 && ends[1] > NEAR ? LONG : dt;
    scene.step(h);
    t += h;
    const [, qy, , qw] = bodies.orientations.subarray(4, 8);
    const tilt = 1.2 * qy * qw;
    const middle = bodies.positions[5] - (1 - 2 * qy * qy) * up;
    ends[0] = middle + tilt;
    ends[1] = middle - tilt;
    const { contacts } = scene;
    const isPressed = contacts.count > 0 && contacts.gaps[0] < 0;
    if (isPressed && !wasPressed) {
      out.blows.push({ time: t, kind: contacts.kind[0] as ContactKind, direction: [0, 0, 0] });
      if (out.blows.length === 2 && meeting > 0) out.timeError = Math.abs(t - meeting) / meeting;
    }
    if (isPressed && (!wasPressed || contacts.gaps[0] < deepest)) {
      deepest = contacts.gaps[0];
      out.blows[out.blows.length - 1].kind = contacts.kind[0] as ContactKind;
    }
    if (wasPressed && !isPressed) {
      const { direction } = out.blows[out.blows.length - 1];
      const change = [0, 1, 2].map((i) => dynamics.velocities[3 + i] - before[i]);
      const length = Math.sqrt(change[0] ** 2 + change[1] ** 2 + change[2] ** 2);
      for (let i = 0; i < 3; i++) direction[i] = change[i] / length;
      if (out.blows.length === 1) {
        const [nx, , nz] = direction;
        // The arm of B about the centre, along y.
        const arm = bz * nx - bx * nz;
        const blow = (2 * speed * nz) / (1 / mass + (arm * arm) / moment);
        const climb = -speed + (blow * nz) / mass;
        const spin = (arm * blow) / moment;
        meeting = touch + timeOfMeeting(endA, bz, climb, spin);
        // Gravity goes on during the blow.
        out.speedError = Math.abs((dynamics.velocities[5] + G * (t - touch)) / climb - 1);
        out.spinError = Math.abs(dynamics.angularVelocities[4] / spin - 1);
      }
    }
    wasPressed = isPressed;
    out.energyError = Math.max(out.energyError, Math.abs(balanceOf(dynamics).total - energy) / (mass * G * DROP));
    if (t < (out.times.length + 1) * 0.005) continue;
    out.times.push(t);
    out.heightsA.push(ends[0]);
    out.heightsB.push(ends[1]);
  }
  out.penetration = scene.springs.penetration;
  return out;
}

/** When A, at `a` from the centroid (x, z) at first, comes down to the height of B at the blow. */
function timeOfMeeting([x, z]: number[], bz: number, climb: number, spin: number): number {
  const height = (t: number): number => -bz + climb * t - 0.5 * G * t * t + Math.cos(spin * t) * z - Math.sin(spin * t) * x;
  let low = 0;
  let high = 0;
  while (height(high) > 0 && high < 2) {
    low = high;
    high += 1e-3;
  }
  for (let k = 0; k < 50; k++) {
    const middle = 0.5 * (low + high);
    if (height(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}
