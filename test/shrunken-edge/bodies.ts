import type { Pose } from '../../src/body';
import { exactMethod, exactPlane } from '../../src/common-plane';
import { createCommonPlane, createContactFor, createDetectOptions, createState, type CommonPlane, type Contact } from '../../src/contact';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { shrunkenEdge, shrunkenEdgeMethod, type ShrunkenEdgeOptions } from '../../src/shrunken-edge';

export interface Bodies {
  a: ConvexPolyhedron;
  b: ConvexPolyhedron;
  pose: Pose;
}

export function shrunken({ a, b, pose }: Bodies, options: ShrunkenEdgeOptions = createDetectOptions()): Contact {
  const out = createContactFor(a, b);
  shrunkenEdge(out, a, b, pose, createState(shrunkenEdgeMethod), options);
  return out;
}

export function exact({ a, b, pose }: Bodies): CommonPlane {
  const plane = createCommonPlane();
  exactPlane(plane, a, b, pose, createState(exactMethod));
  return plane;
}

/**
 * The default dTol of a pair, from its definition: 0.1 % of the least distance of the middle of a face from a side of
 * it.
 */
export function toleranceOf({ a, b }: Pick<Bodies, 'a' | 'b'>): number {
  return 0.001 * Math.min(leastArm(a), leastArm(b));
}

export function leastArm({ vertices, faceHalfEdge, halfEdgeNext, halfEdgeOrigin, faceCount }: ConvexPolyhedron): number {
  let least = Infinity;
  for (let f = 0; f < faceCount; f++) {
    const loop: number[] = [];
    for (let h = faceHalfEdge[f]; loop.length === 0 || h !== faceHalfEdge[f]; h = halfEdgeNext[h]) loop.push(halfEdgeOrigin[h]);
    const centre = [0, 1, 2].map((k) => loop.reduce((sum, v) => sum + vertices[3 * v + k], 0) / loop.length);
    loop.forEach((v, c) => {
      const w = loop[(c + 1) % loop.length];
      const p = [0, 1, 2].map((k) => vertices[3 * v + k]);
      const e = [0, 1, 2].map((k) => vertices[3 * w + k] - p[k]);
      const r = centre.map((x, k) => x - p[k]);
      const cross = [e[1] * r[2] - e[2] * r[1], e[2] * r[0] - e[0] * r[2], e[0] * r[1] - e[1] * r[0]];
      least = Math.min(least, Math.hypot(...cross) / Math.hypot(...e));
    });
  }
  return least;
}
