/**
 * A polyhedron in its principal axes of inertia, the form that integrators of rigid motion need.
 *
 * Source: Nassauer, Liedke, Kuna 2012, section 2.2, eqs 25-27: the rotation matrix has the eigenvectors of the inertia
 * tensor as rows and maps given coordinates to principal ones. Here its inverse is stored, the orientation of the
 * principal frame in the given frame, because a body with the new shape needs that orientation.
 *
 * Guarantee: axes are right-handed, moments ascend, and the rotation is the smallest possible one (see
 * symmetric-eigen.ts). The result is deterministic. When moments are equal within rounding (cubes, regular prisms) the
 * axes are not unique. Products of inertia and differences of moments within rounding count as zero, so rounding does
 * not turn a shape that is already in principal axes.
 */
import { InputError } from '../math/input-error';
import { symmetricEigen } from '../math/symmetric-eigen';
import { assemblePolyhedron } from './assemble';
import type { ConvexPolyhedron } from './convex-polyhedron';

export interface PrincipalFrame {
  /**
   * The same solid with its principal axes along x, y, z; same numbering of vertices and faces; `origin` is 0 up to
   * rounding.
   */
  polyhedron: ConvexPolyhedron;
  /**
   * Row-major 3x3, maps principal coordinates to given ones: given = rotation * principal. Its columns are the
   * principal axes.
   */
  rotation: Float64Array;
  /** The same rotation as quaternion x y z w, w >= 0. */
  quaternion: Float64Array;
  /** Moments of inertia about the principal axes, ascending, for unit density. */
  moments: Float64Array;
}

/**
 * Turns a polyhedron into its principal axes. A body with the given shape at position p and orientation q is a body
 * with the new shape at position p and orientation q * quaternion; p = `origin` of the given shape and q = identity
 * give the location of the input. Throws InputError 'flat' for a point, a segment or a plate.
 *
 * @example
 * ```ts
 * const { polyhedron, quaternion, moments } = principalFrame(rock);
 * addBody(bodies, { shape: polyhedron, position: rock.origin, orientation: quaternion });
 * ```
 */
export function principalFrame(polyhedron: ConvexPolyhedron): PrincipalFrame {
  if (polyhedron.dimension < 3) {
    const text = 'a point, a segment or a plate has no inertia without its radius: see roundedMass';
    throw new InputError('flat', text, -1, polyhedron.dimension);
  }
  const { vertices, faceCount, faceHalfEdge, halfEdgeNext, halfEdgeOrigin, tolerance } = polyhedron;
  const { rotation, quaternion, moments } = principalAxes(polyhedron.inertia);
  const turned = new Float64Array(vertices.length);
  for (let v = 0; v < vertices.length; v += 3) {
    for (let k = 0; k < 3; k++) {
      turned[v + k] = rotation[k] * vertices[v] + rotation[3 + k] * vertices[v + 1] + rotation[6 + k] * vertices[v + 2];
    }
  }
  const faces: number[][] = [];
  for (let f = 0; f < faceCount; f++) {
    const loop: number[] = [];
    let h = faceHalfEdge[f];
    do {
      loop.push(halfEdgeOrigin[h]);
      h = halfEdgeNext[h];
    } while (h !== faceHalfEdge[f]);
    faces.push(loop);
  }
  return { polyhedron: assemblePolyhedron(turned, faces, tolerance), rotation, quaternion, moments };
}

/** The principal axes of an inertia tensor, row-major 3x3, with noise taken as zero (see above). */
export function principalAxes(inertia: Float64Array): Omit<PrincipalFrame, 'polyhedron'> {
  const noise = INERTIA_NOISE * (inertia[0] + inertia[4] + inertia[8]);
  const cleaned = inertia.map((x, i) => (i % 4 !== 0 && Math.abs(x) <= noise ? 0 : x));
  for (const [i, j] of [
    [0, 4],
    [0, 8],
    [4, 8],
  ]) {
    if (Math.abs(cleaned[j] - cleaned[i]) <= noise) cleaned[j] = cleaned[i];
  }
  const moments = new Float64Array(3);
  const rotation = new Float64Array(9);
  symmetricEigen(moments, rotation, cleaned);
  return { rotation, quaternion: quaternionOf(rotation), moments };
}

/**
 * Products of inertia below this part of the trace are rounding: they are sums of a few hundred terms with an error of
 * 2^-53 each.
 */
const INERTIA_NOISE = 2 ** -46;

/**
 * Quaternion of a rotation matrix (S. W. Shepperd, Journal of Guidance and Control 1, 1978, 223): the largest component
 * first, so that no digits cancel.
 */
function quaternionOf(m: Float64Array): Float64Array {
  // Squares of x y z w, times four.
  const squares = [1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8], 1 - m[0] - m[4] + m[8], 1 + m[0] + m[4] + m[8]];
  let k = 3;
  for (let i = 0; i < 3; i++) if (squares[i] > squares[k]) k = i;
  const wx = m[7] - m[5];
  const wy = m[2] - m[6];
  const wz = m[3] - m[1];
  const xy = m[1] + m[3];
  const xz = m[2] + m[6];
  const yz = m[5] + m[7];
  const row = [
    [squares[0], xy, xz, wx],
    [xy, squares[1], yz, wy],
    [xz, yz, squares[2], wz],
    [wx, wy, wz, squares[3]],
  ][k];
  const length = Math.sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2] + row[3] * row[3]);
  const sign = row[3] < 0 ? -1 : 1;
  return Float64Array.from(row, (x) => (sign * x) / length + 0);
}
