import fc from 'fast-check';
import { createPose, type Pose } from '../../src/body';
import { rotationFromQuaternion } from '../../src/math/rotation';
import { cross, normalize, type Vec } from '../oracles/vector';
import { grid } from './shapes';

/** x y z w. */
export type Quaternion = readonly [number, number, number, number];

export const IDENTITY: Quaternion = [0, 0, 0, 1];

export function fromAxisAngle(axis: Vec, angle: number): Quaternion {
  const n = normalize(axis) ?? [0, 0, 1];
  const s = Math.sin(angle / 2);
  return [n[0] * s, n[1] * s, n[2] * s, Math.cos(angle / 2)];
}

/** The rotation by q after p. */
export function multiply(q: Quaternion, p: Quaternion): Quaternion {
  const [a, b, c, d] = q;
  const [x, y, z, w] = p;
  return [d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z];
}

export const conjugate = (q: Quaternion): Quaternion => [-q[0], -q[1], -q[2], q[3]];

/** The rotation that carries x, y and z to a right-handed orthonormal frame. */
export function fromFrame(x: Vec, y: Vec, z: Vec): Quaternion {
  // Four ways to read a quaternion off a matrix; the one with the largest divisor is exact to rounding.
  const candidates: Quaternion[] = [
    [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + x[0] + y[1] + z[2]],
    [1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]],
    [x[1] + y[0], 1 - x[0] + y[1] - z[2], y[2] + z[1], z[0] - x[2]],
    [z[0] + x[2], y[2] + z[1], 1 - x[0] - y[1] + z[2], x[1] - y[0]],
  ];
  const divisors = [x[0] + y[1] + z[2], x[0] - y[1] - z[2], y[1] - x[0] - z[2], z[2] - x[0] - y[1]];
  const [a, b, c, d] = candidates[divisors.indexOf(Math.max(...divisors))];
  const norm = Math.sqrt(a * a + b * b + c * c + d * d);
  return [a / norm, b / norm, c / norm, d / norm];
}

/** A unit vector perpendicular to a unit vector. */
export function perpendicular(n: Vec): Vec {
  const [x, y, z] = n.map(Math.abs);
  return normalize(cross(n, x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1]))!;
}

export function poseOf(q: Quaternion, t: Vec): Pose {
  const pose = createPose();
  rotationFromQuaternion(pose, 0, Float64Array.from(q), 0);
  pose.set(t, 9);
  return pose;
}

/** A random unit vector; shrinks to an axis. */
export const direction = (): fc.Arbitrary<Vec> =>
  fc
    .tuple(grid(0, 1), grid(-1, 1), grid(-1, 1))
    .map((v) => normalize(v))
    .filter((v): v is Vec => v !== null);

/** A random rotation; shrinks to the identity. */
export const rotation = (): fc.Arbitrary<Quaternion> =>
  fc.tuple(direction(), grid(0, Math.PI)).map(([axis, angle]) => fromAxisAngle(axis, angle));
