/**
 * Springs at contact points: a normal and a shear spring with a tensile cut-off and a Mohr-Coulomb limit.
 *
 * Source: Wang, Li and Feng 2014, section 4, eqs 16-31.
 *
 *     compression -sT A <= Fn, else the contact is broken: no force      |Fs| <= Fn tan(phi) + c A
 *
 * Departures, each with its reason:
 *   - Fn is Kn times the overlap at the point. Eqs 20-21 sum increments, which is the same for springs that do not break, less what rounding adds up.
 *   - The shear spring is a vector in the contact plane (eqs 22-24 add a scalar to a vector). It is kept in the world and turned with the plane: by the smallest turn that
 *     takes the last normal to the present one, and about it by the mean turning of the two bodies.
 *   - Eq. 29 must divide by |Fs|: with Fn, as printed, the force that slides is not the limit.
 *   - Tension and cohesion hold until they break, so a point remembers that it broke; from then on it has neither (eq. 25 would have them back at the next touch).
 *   - The friction angle comes as its tangent: no trigonometry in a step.
 * The area is that of the contact divided among its points; for point and line contacts it is options.minArea, which the paper leaves open.
 *
 * History: {@link SPRING_FLOATS} numbers a contact point, plain data in one array, at SPRING_FLOATS times the point's slot: shear force, last normal, broken.
 * Sign: the normal points from A to B, forces are those on B.
 */
import { requireNotNegative } from './check-law';
import { applyAt, relativeVelocity, velocityAt, type BodyMotion, type PairForce } from './pair-force';

/** Material of the springs at one point. SI units suggested. */
export interface SpringLaw {
  /** Kn, force a length. */
  normalStiffness: number;
  /** Ks. */
  shearStiffness: number;
  /** tan(phi). */
  friction: number;
  /** c, force an area. */
  cohesion: number;
  /** sT, force an area. */
  tensileStrength: number;
}

/** Numbers that one contact point keeps. */
export const SPRING_FLOATS = 7;

/** A law with friction and without cohesion and tension. Throws InputError 'bad-option' for a number that is negative or not finite. */
export function createSpringLaw(normalStiffness: number, shearStiffness: number, friction: number): SpringLaw {
  requireNotNegative({ normalStiffness, shearStiffness, friction });
  return { normalStiffness, shearStiffness, friction, cohesion: 0, tensileStrength: 0 };
}

/**
 * Writes the force of one contact point of bodies i (A) and j (B) to `out`, in the world, and moves its history on by the time step `dt` (0 adds no shear).
 *
 * `point` and `normal`, length 3, and `gap` are those of the contact in the world, `area` the share of the point. The history of a new point must be zero; use
 * `pointBegan` of the contact list to see one, and {@link clearSpring}. The last of its numbers may be set to 1 then: a point without a bond, of bodies that meet later on. Allocates nothing.
 *
 * @example
 * ```ts
 * const history = new Float64Array(SPRING_FLOATS);
 * const motion = { positions: new Float64Array(6), velocities: new Float64Array(6), spins: new Float64Array(6) };
 * const law = createSpringLaw(1e6, 8e5, 0.5);
 * const pair = springForce(createPairForce(), law, history, 0, [0, 0, 0.5], [0, 0, 1], -1e-3, 0, motion, 0, 1, 1e-4);
 * console.log(pair.force[2]); // 1e6 x 1e-3
 * ```
 */
export function springForce(
  out: PairForce,
  law: SpringLaw,
  history: Float64Array,
  slot: number,
  point: ArrayLike<number>,
  normal: ArrayLike<number>,
  gap: number,
  area: number,
  motion: BodyMotion,
  i: number,
  j: number,
  dt: number,
): PairForce {
  const { force } = out;
  const h = SPRING_FLOATS * slot;
  const isBroken = history[h + 6] !== 0;
  // No area, no bond: of a strength that is infinite too.
  const bonded = isBroken || !(area > 0) ? 0 : area;
  const tension = bonded > 0 ? law.tensileStrength * bonded : 0;
  const load = -law.normalStiffness * gap;
  for (let k = 0; k < 3; k++) where[k] = point[k];
  if (!(load >= -tension)) {
    // A contact that has never held anything is not broken by being apart.
    const held = history[h + 3] !== 0 || history[h + 4] !== 0 || history[h + 5] !== 0;
    clearSpring(history, slot);
    if (held || isBroken) history[h + 6] = 1;
    for (let k = 0; k < 3; k++) force[k] = out.torqueA[k] = out.torqueB[k] = 0;
    return out;
  }
  velocityAt(where, motion, i, j);
  turnSpring(history, h, normal, motion, i, j, dt);
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const apart = relativeVelocity[0] * nx + relativeVelocity[1] * ny + relativeVelocity[2] * nz;
  const stretch = law.shearStiffness * dt;
  let fx = history[h] - stretch * (relativeVelocity[0] - apart * nx);
  let fy = history[h + 1] - stretch * (relativeVelocity[1] - apart * ny);
  let fz = history[h + 2] - stretch * (relativeVelocity[2] - apart * nz);
  const pull = Math.sqrt(fx * fx + fy * fy + fz * fz);
  const cohesion = bonded > 0 ? law.cohesion * bonded : 0;
  const limit = Math.max(0, load * law.friction + cohesion);
  if (pull > limit) {
    const keep = limit / pull;
    fx *= keep;
    fy *= keep;
    fz *= keep;
    // What has slid has lost its cohesion.
    if (cohesion > 0) history[h + 6] = 1;
  }
  history[h] = fx;
  history[h + 1] = fy;
  history[h + 2] = fz;
  history[h + 3] = nx;
  history[h + 4] = ny;
  history[h + 5] = nz;
  force[0] = fx + load * nx;
  force[1] = fy + load * ny;
  force[2] = fz + load * nz;
  applyAt(out, where, motion, i, j);
  return out;
}

const where = /* @__PURE__ */ new Float64Array(3);

/** Forgets a contact point: a new one begins unbroken. */
export function clearSpring(history: Float64Array, slot: number): void {
  for (let k = SPRING_FLOATS * slot, end = k + SPRING_FLOATS; k < end; k++) history[k] = 0;
}

/** Turns the shear force from the plane of its last normal to the present one, and about that with the bodies. */
function turnSpring(
  history: Float64Array,
  h: number,
  normal: ArrayLike<number>,
  { spins }: BodyMotion,
  i: number,
  j: number,
  dt: number,
): void {
  let x = history[h];
  let y = history[h + 1];
  let z = history[h + 2];
  if (x === 0 && y === 0 && z === 0) return;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const mx = history[h + 3];
  const my = history[h + 4];
  const mz = history[h + 5];
  const cosine = nx * mx + ny * my + nz * mz;
  // A normal that turns back within a step has no smallest turn: such a spring means nothing any more.
  if (!(cosine > -0.5)) {
    history[h] = history[h + 1] = history[h + 2] = 0;
    return;
  }
  const f = (x * nx + y * ny + z * nz) / (1 + cosine);
  x -= f * (mx + nx);
  y -= f * (my + ny);
  z -= f * (mz + nz);
  // What rounding leaves along n.
  const along = x * nx + y * ny + z * nz;
  x -= along * nx;
  y -= along * ny;
  z -= along * nz;
  // About n by the angle whose half has this tangent, to second order in the step.
  let twist = 0;
  for (let k = 0; k < 3; k++) twist += 0.25 * dt * (spins[3 * i + k] + spins[3 * j + k]) * normal[k];
  const g = 1 / (1 + twist * twist);
  const c = (1 - twist * twist) * g;
  const s = 2 * twist * g;
  history[h] = c * x + s * (ny * z - nz * y);
  history[h + 1] = c * y + s * (nz * x - nx * z);
  history[h + 2] = c * z + s * (nx * y - ny * x);
}

/**
 * Shares of the corners of a triangle or a convex quadrilateral in a force at a point of it (eqs 30-31): for a point force the shape functions there. They add up to
 * 1 and have the moment of the force. `corners`, 3 or 4 points x y z packed; `out` has one entry a corner. A quadrilateral is taken as the two triangles that its diagonal from the first corner
 * makes, so that the moment is exact for any shape of it. Zeros for a face without area.
 */
export function nodalShares(out: Float64Array, corners: ArrayLike<number>, point: ArrayLike<number>): Float64Array {
  out.fill(0);
  const count = corners.length / 3;
  for (let t = 1; t + 1 < count; t++) {
    const isLast = t + 2 === count;
    if (sharesIn(corners, t, point) || isLast) {
      out[0] = shares[0];
      out[t] = shares[1];
      out[t + 1] = shares[2];
      return out;
    }
  }
  return out;
}

const shares = /* @__PURE__ */ new Float64Array(3);

/** Barycentric coordinates of the foot of the point on the triangle of corners 0, t, t + 1; true when it is not beyond the side from 0 to t + 1. */
function sharesIn(c: ArrayLike<number>, t: number, p: ArrayLike<number>): boolean {
  const ux = c[3 * t] - c[0];
  const uy = c[3 * t + 1] - c[1];
  const uz = c[3 * t + 2] - c[2];
  const vx = c[3 * t + 3] - c[0];
  const vy = c[3 * t + 4] - c[1];
  const vz = c[3 * t + 5] - c[2];
  const rx = p[0] - c[0];
  const ry = p[1] - c[1];
  const rz = p[2] - c[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  const b = nn > 0 ? ((ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz) / nn : 0;
  const d = nn > 0 ? ((uy * rz - uz * ry) * nx + (uz * rx - ux * rz) * ny + (ux * ry - uy * rx) * nz) / nn : 0;
  shares[0] = nn > 0 ? 1 - b - d : 0;
  shares[1] = b;
  shares[2] = d;
  return b >= 0;
}
