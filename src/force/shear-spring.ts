/**
 * The shear spring of a contact point (Wang, Li and Feng 2014, eqs 22-24 and 26-29).
 *
 * It is stored as the force on B, a vector in the contact plane, in the world. In a step it is rotated with the plane,
 * by the smallest rotation from the last normal to the current one, and about the normal by the mean rotation of the
 * two bodies. Then it is stretched by the slip of the step and cut to the limit.
 *
 * A dashpot may act beside it. The limit applies to both together, but only the spring itself is stored, cut to the
 * limit. If the force of the dashpot were subtracted, a fast slip would leave the spring stretched in the wrong
 * direction, and it would push later.
 */
import { pairMotion, relativeVelocity } from './pair-force';
import { LAST_NORMAL } from './spring-history';

/** Unit normal of the current contact, from A to B, length 3. */
export const contactNormal = /* @__PURE__ */ new Float64Array(3);

/** Input of {@link moveShear}: stiffness, damping, greatest force and time step. */
export const shearGiven = /* @__PURE__ */ new Float64Array(4);
export const STIFFNESS = 0;
export const DAMPING = 1;
export const LIMIT = 2;
export const TIME_STEP = 3;

/** Shear force on B: the last call's result, length 3. */
export const shearForce = /* @__PURE__ */ new Float64Array(3);

/**
 * Advances the spring at `h` of the history by one step, with {@link relativeVelocity}. Returns whether the point has
 * slid.
 */
export function moveShear(history: Float64Array, h: number): boolean {
  turnSpring(history, h);
  const nx = contactNormal[0];
  const ny = contactNormal[1];
  const nz = contactNormal[2];
  const apart = relativeVelocity[0] * nx + relativeVelocity[1] * ny + relativeVelocity[2] * nz;
  const ux = relativeVelocity[0] - apart * nx;
  const uy = relativeVelocity[1] - apart * ny;
  const uz = relativeVelocity[2] - apart * nz;
  const stretch = shearGiven[STIFFNESS] * shearGiven[TIME_STEP];
  const damping = shearGiven[DAMPING];
  const limit = shearGiven[LIMIT];
  const sx = history[h] - stretch * ux;
  const sy = history[h + 1] - stretch * uy;
  const sz = history[h + 2] - stretch * uz;
  const fx = sx - damping * ux;
  const fy = sy - damping * uy;
  const fz = sz - damping * uz;
  const spring = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const whole = Math.sqrt(fx * fx + fy * fy + fz * fz);
  const keepSpring = spring > limit ? limit / spring : 1;
  const keepWhole = whole > limit ? limit / whole : 1;
  history[h] = keepSpring * sx;
  history[h + 1] = keepSpring * sy;
  history[h + 2] = keepSpring * sz;
  history[h + LAST_NORMAL] = nx;
  history[h + LAST_NORMAL + 1] = ny;
  history[h + LAST_NORMAL + 2] = nz;
  shearForce[0] = keepWhole * fx;
  shearForce[1] = keepWhole * fy;
  shearForce[2] = keepWhole * fz;
  return whole > limit;
}

/** Rotates the spring from the plane of its last normal to the current plane, and about the normal with the bodies. */
function turnSpring(history: Float64Array, h: number): void {
  let x = history[h];
  let y = history[h + 1];
  let z = history[h + 2];
  if (x === 0 && y === 0 && z === 0) return;
  const nx = contactNormal[0];
  const ny = contactNormal[1];
  const nz = contactNormal[2];
  const mx = history[h + LAST_NORMAL];
  const my = history[h + LAST_NORMAL + 1];
  const mz = history[h + LAST_NORMAL + 2];
  const cosine = nx * mx + ny * my + nz * mz;
  // A normal that reverses within a step has no smallest rotation: such a spring is cleared.
  if (!(cosine > -0.5)) {
    history[h] = history[h + 1] = history[h + 2] = 0;
    return;
  }
  const f = (x * nx + y * ny + z * nz) / (1 + cosine);
  x -= f * (mx + nx);
  y -= f * (my + ny);
  z -= f * (mz + nz);
  // Removes the rounding along n.
  const along = x * nx + y * ny + z * nz;
  x -= along * nx;
  y -= along * ny;
  z -= along * nz;
  // About n by the angle whose half has this tangent, to second order in the step.
  const m = pairMotion;
  const twist = 0.25 * shearGiven[TIME_STEP] * ((m[6] + m[15]) * nx + (m[7] + m[16]) * ny + (m[8] + m[17]) * nz);
  const g = 1 / (1 + twist * twist);
  const c = (1 - twist * twist) * g;
  const s = 2 * twist * g;
  history[h] = c * x + s * (ny * z - nz * y);
  history[h + 1] = c * y + s * (nz * x - nx * z);
  history[h + 2] = c * z + s * (nx * y - ny * x);
}
