/**
 * How orientations turn in a time step, without trigonometric functions: the same bits on every engine.
 *
 * Free bodies: the motion is split into turns about the principal axes, each by angular momentum about the axis over
 * its moment, in the order x y z y x with half steps of x and y (Dullweber, Leimkuhler and McLachlan 1997; the
 * gyroscopic term is in the splitting). The angular momentum in the world does not take part, so it is kept to the bit.
 * Each turn by the angle a is done by the one with tan(a'/2) = a/2 instead (Cayley), which needs no sine: a' depends on
 * the momentum about the axis only, so the turn is still the exact motion of an energy of its own and the whole still
 * symplectic and second order. The kinetic energy of a tumbling body so swings by a bounded amount of the order of the
 * square of the angle per step, and does not drift.
 *
 * Quaternions x y z w, body to world.
 */

/** Rotation matrix, row-major, of the quaternion at o; its length is near 1. */
export function rotationOf(out: Float64Array, q: Float64Array, o: number): void {
  const x = q[o];
  const y = q[o + 1];
  const z = q[o + 2];
  const w = q[o + 3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  out[0] = 1 - s * (y * y + z * z);
  out[1] = s * (x * y - w * z);
  out[2] = s * (x * z + w * y);
  out[3] = s * (x * y + w * z);
  out[4] = 1 - s * (x * x + z * z);
  out[5] = s * (y * z - w * x);
  out[6] = s * (x * z - w * y);
  out[7] = s * (y * z + w * x);
  out[8] = 1 - s * (x * x + y * y);
}

/** Product of 3x3 matrices, row-major; b begins at o. */
export function multiply(out: Float64Array, a: Float64Array, b: Float64Array, o: number): void {
  for (let r = 0; r < 9; r += 3) {
    for (let c = 0; c < 3; c++) out[r + c] = a[r] * b[o + c] + a[r + 1] * b[o + 3 + c] + a[r + 2] * b[o + 6 + c];
  }
}

/**
 * A step of a torque-free body with angular momentum `momenta` (world), principal axes (columns in the body's frame)
 * and reciprocal moments.
 */
export function turnFreely(
  q: Float64Array,
  o: number,
  momenta: Float64Array,
  m: number,
  axes: Float64Array,
  a: number,
  inverseMoments: Float64Array,
  v: number,
  dt: number,
): void {
  rotationOf(frame, q, o);
  multiply(principal, frame, axes, a);
  const x = momenta[m];
  const y = momenta[m + 1];
  const z = momenta[m + 2];
  for (let k = 0; k < 3; k++) momentum[k] = principal[k] * x + principal[3 + k] * y + principal[6 + k] * z;
  turn.fill(0);
  turn[3] = 1;
  turnAbout(0, 0.5 * dt * inverseMoments[v]);
  turnAbout(1, 0.5 * dt * inverseMoments[v + 1]);
  turnAbout(2, dt * inverseMoments[v + 2]);
  turnAbout(1, 0.5 * dt * inverseMoments[v + 1]);
  turnAbout(0, 0.5 * dt * inverseMoments[v]);
  // The turn in the body's frame.
  const tx = turn[0];
  const ty = turn[1];
  const tz = turn[2];
  append(
    q,
    o,
    axes[a] * tx + axes[a + 1] * ty + axes[a + 2] * tz,
    axes[a + 3] * tx + axes[a + 4] * ty + axes[a + 5] * tz,
    axes[a + 6] * tx + axes[a + 7] * ty + axes[a + 8] * tz,
    turn[3],
  );
}

/** A step of a body that turns with a given angular velocity (world). */
export function turnWith(q: Float64Array, o: number, spins: Float64Array, m: number, dt: number): void {
  const h = 0.5 * dt;
  // Before the orientation instead of after it: the axis is given in the world.
  const x = h * spins[m];
  const y = h * spins[m + 1];
  const z = h * spins[m + 2];
  const qx = q[o];
  const qy = q[o + 1];
  const qz = q[o + 2];
  const qw = q[o + 3];
  write(q, o, qx + x * qw + y * qz - z * qy, qy + y * qw + z * qx - x * qz, qz + z * qw + x * qy - y * qx, qw - x * qx - y * qy - z * qz);
}

/**
 * Turns about axis k of the principal frame for the time over moment `rate`: `turn` grows by it, `momentum` is seen
 * from the turned body.
 */
function turnAbout(k: number, rate: number): void {
  const t = 0.5 * rate * momentum[k];
  const i = k === 2 ? 0 : k + 1;
  const j = 3 - k - i;
  const f = 1 / (1 + t * t);
  const c = (1 - t * t) * f;
  const s = 2 * t * f;
  const li = momentum[i];
  const lj = momentum[j];
  momentum[i] = c * li + s * lj;
  momentum[j] = c * lj - s * li;
  // turn * (t about axis k, 1); its length is brought back at the end.
  const ti = turn[i];
  const tj = turn[j];
  const tk = turn[k];
  turn[i] = ti + t * tj;
  turn[j] = tj - t * ti;
  turn[k] = tk + t * turn[3];
  turn[3] -= t * tk;
}

/** q becomes q * (x, y, z, w), of unit length. */
function append(q: Float64Array, o: number, x: number, y: number, z: number, w: number): void {
  const qx = q[o];
  const qy = q[o + 1];
  const qz = q[o + 2];
  const qw = q[o + 3];
  write(
    q,
    o,
    qw * x + qx * w + qy * z - qz * y,
    qw * y + qy * w + qz * x - qx * z,
    qw * z + qz * w + qx * y - qy * x,
    qw * w - qx * x - qy * y - qz * z,
  );
}

function write(q: Float64Array, o: number, x: number, y: number, z: number, w: number): void {
  const f = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  q[o] = f * x;
  q[o + 1] = f * y;
  q[o + 2] = f * z;
  q[o + 3] = f * w;
}

const frame = new Float64Array(9);
const principal = new Float64Array(9);
const momentum = new Float64Array(3);
const turn = new Float64Array(4);
