import type { CommonPlane } from '../contact/common-plane';

/**
 * pointA and pointB of a plane whose normal, gap and reference point are set: the feet of that point on the planes that support the bodies along the normal, so that
 * pointB = pointA + gap * normal whatever the normal. For a normal that is not the best one no two points of the bodies face each other along it.
 */
export function placeFeet(out: CommonPlane): void {
  const half = 0.5 * out.gap;
  for (let k = 0; k < 3; k++) {
    const step = half * out.normal[k];
    out.pointA[k] = out.point[k] - step;
    out.pointB[k] = out.point[k] + step;
  }
}
