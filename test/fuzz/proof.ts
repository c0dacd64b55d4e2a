import { featureDimension, featureIndex, Status, touchingBand, type CommonPlane } from '../../src/contact';
import type { Pose } from '../../src/body';
import { MAX_VERTICES, type ConvexPolyhedron } from '../../src/polyhedron';
import { ALLOWED_STEPS } from '../oracles/judge';
import { UNIT_ROUNDOFF } from '../oracles/solid';

/**
 * The duality proof of a common plane (test/oracles/duality.ts) at a speed for millions: O(n) in plain doubles on flat
 * arrays, nothing allocated.
 *
 * Trust: as there. It shares no code with the kernels; corners of B are carried into A's frame once for the scan, and
 * pointB is carried into B's for the questions to B. Of overlapping bodies it proves that the bodies are not deeper in
 * each other, not that they overlap as deep.
 */
export const CHECKS = [
  'gap against g(normal)',
  'pointB against pointA + gap normal',
  'point against the middle',
  'pointA outside A',
  'pointB outside B',
  'pointA off its feature',
  'pointB off its feature',
  'gap less than another direction shows',
  'normal against unit length',
] as const;

/**
 * Errors of the last proof by the order of CHECKS, in rounding steps of the pair, less what its faces are off their
 * planes by.
 */
export const steps = new Float64Array(CHECKS.length);

const cornersOfB = new Float64Array(3 * MAX_VERTICES);
const pointInB = new Float64Array(3);

/**
 * The first check that fails, its index in CHECKS; CHECKS.length for a wrong status; -1 if all hold. `misfit` is the
 * sum of the planeMisfit of the shapes, (x, y, z) any unit vector: a lower bound of the gap.
 */
export function disprove(
  plane: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  misfit: number,
  x: number,
  y: number,
  z: number,
): number {
  const step = UNIT_ROUNDOFF * (a.radius + b.radius + Math.sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]));
  const { vertices } = b;
  for (let w = 0; w < 3 * b.vertexCount; w += 3) {
    for (let r = 0; r < 3; r++)
      cornersOfB[w + r] = pose[3 * r] * vertices[w] + pose[3 * r + 1] * vertices[w + 1] + pose[3 * r + 2] * vertices[w + 2] + pose[9 + r];
  }
  const { normal, point, pointA, pointB, gap } = plane;
  let link = 0;
  let middle = 0;
  let norm = 0;
  for (let k = 0; k < 3; k++) {
    link = Math.max(link, Math.abs(pointB[k] - pointA[k] - gap * normal[k]));
    middle = Math.max(middle, Math.abs(point[k] - 0.5 * (pointA[k] + pointB[k])));
    norm += normal[k] * normal[k];
    pointInB[k] = pose[k] * (pointB[0] - pose[9]) + pose[3 + k] * (pointB[1] - pose[10]) + pose[6 + k] * (pointB[2] - pose[11]);
  }
  // NaN is kept: Math.max passes it on, and no comparison below holds for it.
  steps[0] = Math.abs(gap - reach(a, b, normal[0], normal[1], normal[2]));
  steps[1] = link;
  steps[2] = middle;
  steps[3] = excess(a, pointA);
  steps[4] = excess(b, pointInB);
  steps[5] = offFeature(a, plane.featureA, pointA);
  steps[6] = offFeature(b, plane.featureB, pointInB);
  steps[7] = reach(a, b, x, y, z) - gap;
  // No length.
  steps[8] = Math.abs(Math.sqrt(norm) - 1) / UNIT_ROUNDOFF;
  let failed = steps[8] <= 8 ? -1 : 8;
  for (let k = 7; k >= 0; k--) {
    steps[k] = (steps[k] - misfit) / step;
    if (!(steps[k] <= ALLOWED_STEPS)) failed = k;
  }
  const band = touchingBand(a, b);
  const status = gap > band ? Status.Separated : gap < -band ? Status.Overlapping : Status.Touching;
  return failed < 0 && plane.status !== status ? CHECKS.length : failed;
}

/** g of a direction: the nearest of B (cornersOfB) less the farthest of A. */
function reach(a: ConvexPolyhedron, b: ConvexPolyhedron, x: number, y: number, z: number): number {
  let farthest = -Infinity;
  for (let v = 0; v < 3 * a.vertexCount; v += 3)
    farthest = Math.max(farthest, x * a.vertices[v] + y * a.vertices[v + 1] + z * a.vertices[v + 2]);
  let nearest = Infinity;
  for (let w = 0; w < 3 * b.vertexCount; w += 3)
    nearest = Math.min(nearest, x * cornersOfB[w] + y * cornersOfB[w + 1] + z * cornersOfB[w + 2]);
  return nearest - farthest;
}

/** How far a point is in front of the face that it is most in front of. */
function excess(shape: ConvexPolyhedron, p: Float64Array): number {
  const { normals, offsets } = shape;
  let most = -Infinity;
  for (let f = 0; f < shape.faceCount; f++)
    most = Math.max(most, normals[3 * f] * p[0] + normals[3 * f + 1] * p[1] + normals[3 * f + 2] * p[2] - offsets[f]);
  return most;
}

/**
 * How far a point is off one of the features of a body: off the plane or beyond a side of a face, else a distance; NaN
 * for a code that is none.
 */
function offFeature(shape: ConvexPolyhedron, feature: number, p: Float64Array): number {
  const index = featureIndex(feature);
  const { vertices, halfEdgeOrigin } = shape;
  if (featureDimension(feature) === 2) return offFace(shape, index, p);
  const isEdge = featureDimension(feature) === 1;
  const from = 3 * (isEdge ? halfEdgeOrigin[2 * index] : index);
  const to = 3 * (isEdge ? halfEdgeOrigin[2 * index + 1] : index);
  let uu = 0;
  let uw = 0;
  for (let k = 0; k < 3; k++) {
    const u = vertices[to + k] - vertices[from + k];
    uu += u * u;
    uw += u * (p[k] - vertices[from + k]);
  }
  const t = uu > 0 ? Math.min(1, Math.max(0, uw / uu)) : 0;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = p[k] - vertices[from + k] - t * (vertices[to + k] - vertices[from + k]);
    square += d * d;
  }
  return featureDimension(feature) < 2 ? Math.sqrt(square) : NaN;
}

function offFace(shape: ConvexPolyhedron, f: number, p: Float64Array): number {
  const { vertices, normals, halfEdgeOrigin } = shape;
  const nx = normals[3 * f];
  const ny = normals[3 * f + 1];
  const nz = normals[3 * f + 2];
  let most = Math.abs(nx * p[0] + ny * p[1] + nz * p[2] - shape.offsets[f]);
  const first = shape.faceHalfEdge[f];
  let h = first;
  do {
    const from = 3 * halfEdgeOrigin[h];
    const to = 3 * halfEdgeOrigin[h ^ 1];
    const ux = vertices[to] - vertices[from];
    const uy = vertices[to + 1] - vertices[from + 1];
    const uz = vertices[to + 2] - vertices[from + 2];
    const beyond =
      (uy * nz - uz * ny) * (p[0] - vertices[from]) +
      (uz * nx - ux * nz) * (p[1] - vertices[from + 1]) +
      (ux * ny - uy * nx) * (p[2] - vertices[from + 2]);
    most = Math.max(most, beyond / Math.sqrt(ux * ux + uy * uy + uz * uz));
    h = shape.halfEdgeNext[h];
  } while (h !== first);
  return most;
}
