import type { CommonPlane } from '../contact/common-plane';
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/**
 * Writes pointA and pointB of a plane whose normal, gap and reference point are set. They are the feet of that point on
 * the planes that support the bodies along the normal. So pointB = pointA + gap * normal for any normal. When the
 * normal is not the best one, no two points of the bodies face each other along it.
 */
export function placeFeet(out: CommonPlane): void {
  const half = 0.5 * out.gap;
  for (let k = 0; k < 3; k++) {
    const step = half * out.normal[k];
    out.pointA[k] = out.point[k] - step;
    out.pointB[k] = out.point[k] + step;
  }
}

/** Sets the reference point midway between a vertex of A and a vertex of B. */
export function placeMidway(out: CommonPlane, a: ConvexPolyhedron, v: number, b: ConvexPolyhedron, w: number, pose: Pose): void {
  const x = b.vertices[3 * w];
  const y = b.vertices[3 * w + 1];
  const z = b.vertices[3 * w + 2];
  for (let k = 0; k < 3; k++) {
    out.point[k] = 0.5 * (a.vertices[3 * v + k] + (pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z + pose[9 + k]));
  }
}
