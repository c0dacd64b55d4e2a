import type { Pose } from '../../src/body';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { add, divide, multiply, rational, sign, subtract, toNumber, type Rational } from './rational';

/**
 * The volume that two polyhedra share, in exact arithmetic: each face of one body is clipped by all planes of the other
 * (Sutherland and Hodgman), and the volume is the sum of the tetrahedra from a corner of what is left over what is left
 * of the faces of both. Faces of both that lie on each other with the same side out are counted for A only. A plane is
 * that of a face's first three corners that are not in line: where others are off it, by rounding, what is left has
 * slits, which from one of its corners weigh as much as its size times their area.
 *
 * Trust: always, for the corners given, where faces with more than three corners are flat to rounding; the corners of B
 * are rounded once by the pose. No part of the library's clipping is used but its faces. Slow: milliseconds for cubes,
 * seconds for 60 corners.
 */
export function exactOverlapVolume(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): number {
  const facesA = facesOf(a, cornersOf(a));
  const facesB = facesOf(b, cornersOf(b, pose));
  let six = ZERO;
  let from: Exact | undefined;
  for (const [faces, others, isB] of [
    [facesA, facesB, false],
    [facesB, facesA, true],
  ] as const) {
    for (const face of faces) {
      let left: readonly Exact[] = face.corners;
      for (const other of others) left = clip(left, face, other, isB);
      if (left.length === 0) continue;
      const apex = (from ??= left[0]);
      const [first, ...rest] = left.map((p) => minus(p, apex));
      for (let k = 1; k < rest.length; k++) six = add(six, dot(first, cross(rest[k - 1], rest[k])));
    }
  }
  return toNumber(six) / 6;
}

type Exact = readonly [Rational, Rational, Rational];
interface Face {
  corners: Exact[];
  normal: Exact;
  offset: Rational;
}

const ZERO = rational(0);
const plus = (p: Exact, q: Exact): Exact => [add(p[0], q[0]), add(p[1], q[1]), add(p[2], q[2])];
const minus = (p: Exact, q: Exact): Exact => [subtract(p[0], q[0]), subtract(p[1], q[1]), subtract(p[2], q[2])];
const times = (p: Exact, s: Rational): Exact => [multiply(p[0], s), multiply(p[1], s), multiply(p[2], s)];
const dot = (p: Exact, q: Exact): Rational => add(add(multiply(p[0], q[0]), multiply(p[1], q[1])), multiply(p[2], q[2]));
const cross = (p: Exact, q: Exact): Exact => [
  subtract(multiply(p[1], q[2]), multiply(p[2], q[1])),
  subtract(multiply(p[2], q[0]), multiply(p[0], q[2])),
  subtract(multiply(p[0], q[1]), multiply(p[1], q[0])),
];

function cornersOf({ vertices, vertexCount }: ConvexPolyhedron, pose?: Pose): Exact[] {
  return Array.from({ length: vertexCount }, (_, v) => {
    const [x, y, z] = vertices.subarray(3 * v, 3 * v + 3);
    const at = (r: number): Rational =>
      rational(pose ? pose[3 * r] * x + pose[3 * r + 1] * y + pose[3 * r + 2] * z + pose[9 + r] : vertices[3 * v + r]);
    return [at(0), at(1), at(2)] as const;
  });
}

function facesOf({ faceCount, faceHalfEdge, halfEdgeNext, halfEdgeOrigin }: ConvexPolyhedron, points: readonly Exact[]): Face[] {
  return Array.from({ length: faceCount }, (_, f) => {
    const corners: Exact[] = [];
    let h = faceHalfEdge[f];
    do {
      corners.push(points[halfEdgeOrigin[h]]);
      h = halfEdgeNext[h];
    } while (h !== faceHalfEdge[f]);
    let normal: Exact = [ZERO, ZERO, ZERO];
    for (let k = 2; k < corners.length && normal.every((x) => sign(x) === 0); k++) {
      normal = cross(minus(corners[1], corners[0]), minus(corners[k], corners[0]));
    }
    return { corners, normal, offset: dot(normal, corners[0]) };
  });
}

/** The part of a face's polygon that is not beyond the plane of `other`. */
function clip(corners: readonly Exact[], face: Face, other: Face, dropShared: boolean): Exact[] {
  const heights = corners.map((p) => subtract(dot(other.normal, p), other.offset));
  if (heights.every((h) => sign(h) === 0)) return dropShared || sign(dot(face.normal, other.normal)) < 0 ? [] : [...corners];
  const left: Exact[] = [];
  corners.forEach((p, k) => {
    const q = corners[(k + 1) % corners.length];
    const hp = heights[k];
    const hq = heights[(k + 1) % corners.length];
    if (sign(hp) <= 0) left.push(p);
    if (sign(hp) * sign(hq) < 0) left.push(plus(p, times(minus(q, p), divide(hp, subtract(hp, hq)))));
  });
  return left;
}
