import type { Pose } from '../../src/body';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { solidOf } from './solid';
import { add, cross, dot, length, scale, sub, type Vec } from './vector';

/**
 * The region that two polyhedra share, in doubles: each face of one body is clipped by all planes of the other
 * (Sutherland and Hodgman), and what is left of the faces of both is its surface, not put together: no topology, no
 * order of cuts, no interior.
 *
 * Trust: for bodies in general position, to rounding. Not where faces of both lie in one plane or nearly so: they count
 * twice or not at all (exact-overlap.ts decides there).
 */
export interface ClippedFaces {
  volume: number;
  area: number;
  centroid: Vec;
  /** Sum of the area vectors of the parts of A. */
  vectorArea: Vec;
}

export function faceClipOverlap(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): ClippedFaces {
  const [facesA, facesB] = [facesOf(a), facesOf(b, pose)];
  const left: Vec[][] = [];
  let ofA = 0;
  for (const [faces, others] of [
    [facesA, facesB],
    [facesB, facesA],
  ]) {
    for (const { corners } of faces) {
      let polygon: readonly Vec[] = corners;
      for (const { normal, offset } of others) polygon = clip(polygon, normal, offset);
      if (polygon.length >= 3) left.push([...polygon]);
    }
    if (faces === facesA) ofA = left.length;
  }
  const origin: Vec = left.length > 0 ? left[0][0] : [0, 0, 0];
  let volume6 = 0;
  let area = 0;
  let moment: Vec = [0, 0, 0];
  let vectorArea: Vec = [0, 0, 0];
  left.forEach((polygon, f) => {
    const p = sub(polygon[0], origin);
    let sum: Vec = [0, 0, 0];
    for (let k = 2; k < polygon.length; k++) {
      const [q, r] = [sub(polygon[k - 1], origin), sub(polygon[k], origin)];
      const n = cross(sub(q, p), sub(r, p));
      const six = dot(n, p);
      volume6 += six;
      moment = add(moment, scale(add(add(p, q), r), six));
      sum = add(sum, scale(n, 1 / 2));
    }
    area += length(sum);
    if (f < ofA) vectorArea = add(vectorArea, sum);
  });
  const centroid = volume6 > 0 ? add(origin, scale(moment, 1 / (4 * volume6))) : origin;
  return { volume: volume6 / 6, area, centroid, vectorArea };
}

interface Face {
  corners: readonly Vec[];
  normal: Vec;
  offset: number;
}

/** Planes from the corners (Newell), not those that the shape brings. */
function facesOf(shape: ConvexPolyhedron, pose?: Pose): Face[] {
  const { vertices, faces } = solidOf(shape, pose);
  return faces.map((loop) => {
    const corners = loop.map((v) => vertices[v]);
    let sum: Vec = [0, 0, 0];
    for (let k = 2; k < corners.length; k++) sum = add(sum, cross(sub(corners[k - 1], corners[0]), sub(corners[k], corners[0])));
    const normal = scale(sum, 1 / length(sum));
    return { corners, normal, offset: corners.reduce((most, p) => Math.max(most, dot(normal, p)), -Infinity) };
  });
}

function clip(polygon: readonly Vec[], normal: Vec, offset: number): readonly Vec[] {
  if (polygon.length === 0) return polygon;
  const heights = polygon.map((p) => dot(normal, p) - offset);
  if (heights.every((h) => h <= 0)) return polygon;
  const left: Vec[] = [];
  heights.forEach((h, k) => {
    const next = (k + 1) % polygon.length;
    if (h <= 0) left.push(polygon[k]);
    if (h * heights[next] < 0) left.push(add(polygon[k], scale(sub(polygon[next], polygon[k]), h / (h - heights[next]))));
  });
  return left;
}
