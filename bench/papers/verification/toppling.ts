/**
 * Section 5.4: a block 0.1 m wide on a slope, held by friction, topples when the slope is steeper than arctan(width /
 * height). About its lower front edge it then turns as a rigid pendulum upside down, with I the moment about that edge
 * and R the distance of the centre from it:
 *
 *     I b" = m g R sin(b + slope - critical)        3 g / (2 sqrt(width^2 + height^2)) = m g R / I
 *
 * The block first comes to rest on the slope with damping, which lets one that topples lean by no more than a few 1e-6
 * rad.
 *
 * By the volume law of the half-space method the critical angle is less: before it topples a block stands on an ever
 * narrower strip of its foot, and the narrower the strip the deeper it sinks and leans. A body on an elastic bed does
 * that too; it is the less, the stiffer the bed (as the cube root).
 */
import { box, createBodySet } from 'dem-contact';
import { balanceOf } from '../../../sim/dynamics/energy';
import { G, createScene, radians, settle, type Rival, type Scene } from './scene';

const WIDTH = 0.1;
const DENSITY = 2500;
const SHEAR = 123 / 150;
/** Steeper than any slope here. */
const FRICTION = 1;

/**
 * A thousandth of the paper's stiffness: the block sinks by 1e-7 m, 1e-6 of its width, and a step may be 30 times as
 * long.
 */
const STIFFNESS = 150e6;
/** Softer still, for the many runs of a bisection: the critical angle is 0.002 degrees less. */
const SOFT = 15e6;

const degrees = (angle: number): number => (180 / Math.PI) * angle;

/** m g R / I, 1 / s^2. */
const growth = (height: number): number => (3 * G) / (2 * Math.sqrt(WIDTH * WIDTH + height * height));

/** Eq. 33, degrees. */
export const criticalAngle = (height: number): number => degrees(Math.atan(WIDTH / height));

function onSlope(rival: Rival, height: number, angle: number, stiffness: number): { scene: Scene; dt: number } {
  const slope = radians(angle);
  const gravity = [G * Math.sin(slope), 0, -G * Math.cos(slope)] as const;
  const mass = DENSITY * WIDTH * WIDTH * height;
  const bodies = createBodySet({
    shapes: [box(4, 1, 1), box(WIDTH, WIDTH, height)],
    shapeIndex: new Int32Array([0, 1]),
    positions: new Float64Array([0, 0, -0.5, 0, 0, 0.5 * height - (mass * gravity[2]) / (-4 * stiffness)]),
  });
  const springs = { normal: stiffness, shear: SHEAR * stiffness, friction: FRICTION, area: WIDTH * WIDTH };
  const scene = createScene(bodies, rival, DENSITY, springs, gravity);
  // Held at its foot a block swings sideways at about sqrt(3) times the frequency of its four springs; a step is 0.3
  // rad of that.
  const dt = 0.3 / Math.sqrt((3 * 4 * stiffness) / mass);
  settle(scene, gravity, dt / 3, 2000);
  return { scene, dt };
}

/** Angle between block and plane, rad. */
function lean({ bodies }: Scene): number {
  return 2 * Math.asin(Math.min(1, Math.abs(bodies.orientations[5])));
}

export interface Fall {
  times: number[];
  /** Angles between block and plane, degrees: computed, and of the pendulum. */
  angles: number[];
  analytical: number[];
  /** Largest difference over the angle reached. */
  error: number;
  /** Change of the whole energy over weight times width. */
  energyError: number;
  penetration: number;
}

/**
 * The block falls from rest on a slope of this many degrees until it leans by `until` degrees, or for at most `time`.
 */
export function fall(rival: Rival, height: number, slope: number, until: number, time: number, stiffness = STIFFNESS): Fall {
  const { scene, dt } = onSlope(rival, height, slope, stiffness);
  const rate = growth(height);
  const beyond = radians(slope) - Math.atan(WIDTH / height);
  const first = balanceOf(scene.dynamics);
  const out: Fall = { times: [], angles: [], analytical: [], error: 0, energyError: 0, penetration: 0 };
  let angle = 0;
  let speed = 0;
  let largest = 0;
  const every = Math.max(1, Math.round(0.02 / dt));
  for (let k = 1; k * dt <= time; k++) {
    scene.step(dt);
    // Below the critical angle the block rests.
    if (beyond > 0) {
      const half = speed + 0.5 * dt * rate * Math.sin(angle + beyond);
      angle += dt * half;
      speed = half + 0.5 * dt * rate * Math.sin(angle + beyond);
    }
    if (k % every > 0) continue;
    const computed = lean(scene);
    out.times.push(k * dt);
    out.angles.push(degrees(computed));
    out.analytical.push(degrees(angle));
    largest = Math.max(largest, Math.abs(computed - angle));
    if (angle > radians(until)) break;
  }
  const last = balanceOf(scene.dynamics);
  out.error = largest / (angle > 0 ? angle : radians(until));
  out.energyError = Math.abs(last.total - first.total) / (DENSITY * WIDTH ** 3 * height * G);
  out.penetration = scene.springs.penetration;
  return out;
}

/**
 * Whether the block leans by more than 3 degrees within `time`; in 2 s it does from 0.0001 degrees beyond the critical
 * angle on.
 */
export function topples(rival: Rival, height: number, slope: number, time = 2, stiffness = SOFT): boolean {
  const { scene, dt } = onSlope(rival, height, slope, stiffness);
  for (let t = 0; t < time; t += dt) {
    scene.step(dt);
    if (lean(scene) > radians(3)) return true;
  }
  return false;
}

/** The critical angle by bisection to `resolution`, degrees; NaN when it is not within 3 degrees of eq. 33. */
export function findCriticalAngle(rival: Rival, height: number, resolution: number): number {
  const exact = criticalAngle(height);
  // From 0.003 degrees beyond the critical angle on, it leans by 3 degrees within 7.5 times the inverse of the rate of
  // growth.
  const time = 7.5 / Math.sqrt(growth(height));
  // A first guess on either side.
  let low = exact - 0.02;
  let high = exact + 0.02;
  for (let step = 0.04; topples(rival, height, low, time); step *= 2) {
    high = low;
    low -= step;
    if (low < exact - 3) return NaN;
  }
  for (let step = 0.04; high > exact && !topples(rival, height, high, time); step *= 2) {
    low = high;
    high += step;
    if (high > exact + 3) return NaN;
  }
  while (high - low > resolution) {
    const middle = 0.5 * (low + high);
    if (topples(rival, height, middle, time)) high = middle;
    else low = middle;
  }
  return 0.5 * (low + high);
}
