import type { Pose } from '../../src/body';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { cross, dot, largestCoordinate, normalize, sub, vec, type Vec } from './vector';

/**
 * A convex solid as oracles see it: corners in one common frame, vertex loops of faces (counter-clockwise from outside)
 * and edges.
 */
export interface Solid {
  readonly vertices: readonly Vec[];
  readonly faces: readonly (readonly number[])[];
  readonly edges: readonly (readonly [number, number])[];
}

export function solidFromFaces(vertices: readonly Vec[], faces: readonly (readonly number[])[]): Solid {
  const edges: [number, number][] = [];
  for (const loop of faces) {
    loop.forEach((from, k) => {
      const to = loop[(k + 1) % loop.length];
      if (from < to) edges.push([from, to]);
    });
  }
  return { vertices, faces, edges };
}

/** The solid of a polyhedron; with a pose, carried into the frame that the pose refers to. */
export function solidOf(shape: ConvexPolyhedron, pose?: Pose): Solid {
  const vertices: Vec[] = [];
  for (let v = 0; v < shape.vertexCount; v++) {
    const x = vec(shape.vertices, 3 * v);
    vertices.push(pose ? transform(pose, x) : x);
  }
  return solidFromFaces(vertices, faceLoops(shape));
}

export function faceLoops(shape: ConvexPolyhedron): number[][] {
  const loops: number[][] = [];
  for (let f = 0; f < shape.faceCount; f++) {
    const loop: number[] = [];
    let h = shape.faceHalfEdge[f];
    do {
      loop.push(shape.halfEdgeOrigin[h]);
      h = shape.halfEdgeNext[h];
    } while (h !== shape.faceHalfEdge[f]);
    loops.push(loop);
  }
  return loops;
}

/** R x + t. */
export function transform(pose: Pose, x: Vec): Vec {
  const row = (r: number): number => pose[3 * r] * x[0] + pose[3 * r + 1] * x[1] + pose[3 * r + 2] * x[2] + pose[9 + r];
  return [row(0), row(1), row(2)];
}

/** R^T (x - t). */
export function inverseTransform(pose: Pose, x: Vec): Vec {
  const d: Vec = sub(x, vec(pose, 9));
  const column = (c: number): number => pose[c] * d[0] + pose[3 + c] * d[1] + pose[6 + c] * d[2];
  return [column(0), column(1), column(2)];
}

export function supportMax(solid: Pick<Solid, 'vertices'>, n: Vec): number {
  let most = -Infinity;
  for (const v of solid.vertices) most = Math.max(most, dot(n, v));
  return most;
}

export function supportMin(solid: Pick<Solid, 'vertices'>, n: Vec): number {
  let least = Infinity;
  for (const v of solid.vertices) least = Math.min(least, dot(n, v));
  return least;
}

/**
 * g(n): the signed gap along the unit vector n from A to B, by full scans. For every n it is a lower bound of the
 * signed distance.
 */
export function gapAlong(a: Pick<Solid, 'vertices'>, b: Pick<Solid, 'vertices'>, n: Vec): number {
  return supportMin(b, n) - supportMax(a, n);
}

/** Newell normal of a face loop, unit, outward. */
export function faceNormal(solid: Solid, loop: readonly number[]): Vec | null {
  // Relative to a corner, so that the distance from the origin costs nothing.
  const p0 = solid.vertices[loop[0]];
  let sum: Vec = [0, 0, 0];
  for (let k = 1; k + 1 < loop.length; k++) {
    const c = cross(sub(solid.vertices[loop[k]], p0), sub(solid.vertices[loop[k + 1]], p0));
    sum = [sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]];
  }
  return normalize(sum);
}

/**
 * How far a point is outside a solid: the largest excess over a face normal's support, 0 or less inside. The support is
 * taken by scanning all corners, so that not a single normal has to be right: a point of the hull fails for no
 * direction whatever.
 */
export function excess(solid: Solid, p: Vec): number {
  let most = -Infinity;
  for (const loop of solid.faces) {
    const n = faceNormal(solid, loop);
    if (n) most = Math.max(most, dot(n, p) - supportMax(solid, n));
  }
  return most;
}

/**
 * How far corners are from the planes of their faces, at most. Faces that are one to within the polyhedron's tolerance
 * are merged, and a plane is fitted to them: a point of that plane leaves the hull of the corners by up to this,
 * whatever computed it.
 */
export function planeMisfit(shape: ConvexPolyhedron): number {
  let most = 0;
  faceLoops(shape).forEach((loop, f) => {
    for (const v of loop) most = Math.max(most, Math.abs(dot(vec(shape.normals, 3 * f), vec(shape.vertices, 3 * v)) - shape.offsets[f]));
  });
  return most;
}

/** u = 2^-53, half a rounding step at 1. */
export const UNIT_ROUNDOFF = Number.EPSILON / 2;

/**
 * The absolute error of a length that a program in doubles may make on a pair (test/cases/README.md): 16 u m, where m
 * is the largest coordinate of the pair in A's frame. Inputs far from the origin are worse by the rounding of their
 * corners: add `inputCoordinate` / 8.
 */
export function fairTolerance(a: Pick<Solid, 'vertices'>, b: Pick<Solid, 'vertices'>, inputCoordinate = 0): number {
  return 16 * UNIT_ROUNDOFF * (Math.max(largestCoordinate(a.vertices), largestCoordinate(b.vertices)) + inputCoordinate / 8);
}
