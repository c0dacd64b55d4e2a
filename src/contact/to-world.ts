import type { BodySet } from '../body/body-set';
import { rotationFromQuaternion } from '../math/rotation';
import type { CommonPlane } from './common-plane';
import type { Contact } from './contact';
import type { Overlap } from './overlap';
import { Status } from './status';

const rotation = /* @__PURE__ */ new Float64Array(9);
const origin = /* @__PURE__ */ new Float64Array(3);

/**
 * Turns a result from the frame of body i into the world, in place. Gaps, area, volume, kinds and features do not
 * change. A result with Status.Invalid is left as it is.
 */
export function toWorld<R extends CommonPlane | Contact>(out: R, bodies: BodySet, i: number): R {
  if (out.status === Status.Invalid) return out;
  rotationFromQuaternion(rotation, 0, bodies.orientations, 4 * i);
  const { positions } = bodies;
  transform(out.normal, 0, origin, 0);
  transform(out.pointA, 0, positions, 3 * i);
  transform(out.pointB, 0, positions, 3 * i);
  if ('points' in out) {
    transform(out.centre, 0, positions, 3 * i);
    const rows = out.count + out.rimCount;
    for (let k = 0; k < rows; k++) transform(out.points, 3 * k, positions, 3 * i);
  } else {
    transform(out.point, 0, positions, 3 * i);
  }
  return out;
}

/** Turns an overlap region from the frame of body i into the world, in place: centroid, normal and corners. */
export function overlapToWorld(out: Overlap, bodies: BodySet, i: number): Overlap {
  if (out.status === Status.Invalid || out.status === Status.Separated) return out;
  rotationFromQuaternion(rotation, 0, bodies.orientations, 4 * i);
  const { positions } = bodies;
  transform(out.normal, 0, origin, 0);
  transform(out.centroid, 0, positions, 3 * i);
  for (let k = 0; k < 3 * out.vertexCount && k + 2 < out.vertices.length; k += 3) transform(out.vertices, k, positions, 3 * i);
  return out;
}

/**
 * The translation is the three numbers of t from index p. Engines would allocate numbers that are passed as arguments.
 */
function transform(v: Float64Array, o: number, t: Float64Array, p: number): void {
  const r = rotation;
  const x = v[o];
  const y = v[o + 1];
  const z = v[o + 2];
  v[o] = r[0] * x + r[1] * y + r[2] * z + t[p];
  v[o + 1] = r[3] * x + r[4] * y + r[5] * z + t[p + 1];
  v[o + 2] = r[6] * x + r[7] * y + r[8] * z + t[p + 2];
}
