/**
 * The contact of two spheres: bodies whose shapes are points. It is what a method finds for their cores, with the radii
 * added, but straight in the world: no relative pose, no search. {@link detect} takes this way for every method that
 * takes cores.
 */
import type { BodySet } from '../body/body-set';
import { QUATERNION_DRIFT } from '../math/rotation';
import { clearContact, type Contact } from './contact';
import { vertexFeature } from './feature';
import type { ContactMethod, DetectOptions } from './method';
import { roundedBand, statusOfGap } from './rounding';
import { ContactKind, NormalOwner, Status } from './status';

/** Below this the square of a distance loses digits. */
export const LEAST_DISTANCE = 2 ** -500;

/** Whether bodies i and j are spheres that {@link sphereContact} takes. Their rows have shapes. */
export function areSpheres(method: ContactMethod, { shapes, shapeIndex, rounding }: BodySet, i: number, j: number): boolean {
  if (shapes[shapeIndex[i]].dimension !== 0 || shapes[shapeIndex[j]].dimension !== 0) return false;
  return method.takesCores === true && rounding[i] > 0 && rounding[j] > 0;
}

/**
 * Writes the contact of bodies i (A) and j (B), both spheres with radii > 0, in the world. `shift` moves body j first.
 * Where the centres coincide the normal is the z axis of A.
 */
export function sphereContact(out: Contact, bodies: BodySet, i: number, j: number, options: DetectOptions, shift: Float64Array): Status {
  const { positions, orientations, rounding } = bodies;
  const ra = rounding[i];
  const rb = rounding[j];
  const sum = ra + rb;
  const ax = positions[3 * i];
  const ay = positions[3 * i + 1];
  const az = positions[3 * i + 2];
  const dx = positions[3 * j] - ax + shift[0];
  const dy = positions[3 * j + 1] - ay + shift[1];
  const dz = positions[3 * j + 2] - az + shift[2];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(distance < Infinity && isRotation(orientations, 4 * i) && isRotation(orientations, 4 * j))) {
    return clearContact(out, Status.Invalid).status;
  }
  const { normal, centre, pointA, pointB } = out;
  if (distance >= LEAST_DISTANCE) {
    normal[0] = dx / distance;
    normal[1] = dy / distance;
    normal[2] = dz / distance;
  } else {
    const x = orientations[4 * i];
    const y = orientations[4 * i + 1];
    const z = orientations[4 * i + 2];
    const w = orientations[4 * i + 3];
    const s = 2 / (x * x + y * y + z * z + w * w);
    normal[0] = s * (x * z + w * y);
    normal[1] = s * (y * z - w * x);
    normal[2] = 1 - s * (x * x + y * y);
  }
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const gap = distance - sum;
  const far = distance - rb;
  const middle = ra + 0.5 * gap;
  pointA[0] = ax + ra * nx;
  pointA[1] = ay + ra * ny;
  pointA[2] = az + ra * nz;
  pointB[0] = ax + far * nx;
  pointB[1] = ay + far * ny;
  pointB[2] = az + far * nz;
  centre[0] = ax + middle * nx;
  centre[1] = ay + middle * ny;
  centre[2] = az + middle * nz;
  const band = roundedBand(0, sum);
  out.status = statusOfGap(gap, band);
  out.gap = gap;
  out.owner = NormalOwner.None;
  out.volume = 0;
  out.featureA = vertexFeature(0);
  out.featureB = vertexFeature(0);
  out.rimCount = 0;
  out.iterations = 0;
  const isContact = gap <= band || gap <= options.margin;
  const hasRoom = out.gaps.length > 0;
  out.kind = isContact ? ContactKind.VertexVertex : ContactKind.None;
  out.area = isContact && options.minArea > 0 ? options.minArea : 0;
  out.count = isContact && hasRoom ? 1 : 0;
  out.dropped = isContact && !hasRoom ? 1 : 0;
  if (out.count === 0) return out.status;
  out.points[0] = centre[0];
  out.points[1] = centre[1];
  out.points[2] = centre[2];
  out.gaps[0] = gap;
  out.shares[0] = 0;
  out.features[0] = vertexFeature(0);
  out.features[1] = vertexFeature(0);
  return out.status;
}

function isRotation(q: Float64Array, o: number): boolean {
  const square = q[o] * q[o] + q[o + 1] * q[o + 1] + q[o + 2] * q[o + 2] + q[o + 3] * q[o + 3];
  return Math.abs(square - 1) <= QUATERNION_DRIFT;
}
