import type { Pose } from '../../src/body';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { perpendicular } from '../arbitraries/quaternion';
import { cross, vec, type Vec } from '../oracles/vector';

type Place = readonly [number, number];

/**
 * The shadow of a body along a direction: its convex outline, counter-clockwise, and the two axes in which it is given.
 */
export interface Shadow {
  x: Vec;
  y: Vec;
  outline: Place[];
}

export function shadowOf(shape: ConvexPolyhedron, pose: Pose | null, normal: ArrayLike<number>): Shadow {
  const n = vec(normal);
  const x = perpendicular(n);
  const y = cross(n, x);
  const places: Place[] = [];
  for (let v = 0; v < 3 * shape.vertexCount; v += 3) {
    const [p, q, r] = shape.vertices.subarray(v, v + 3);
    const at: Vec = pose
      ? [
          pose[0] * p + pose[1] * q + pose[2] * r + pose[9],
          pose[3] * p + pose[4] * q + pose[5] * r + pose[10],
          pose[6] * p + pose[7] * q + pose[8] * r + pose[11],
        ]
      : [p, q, r];
    places.push([x[0] * at[0] + x[1] * at[1] + x[2] * at[2], y[0] * at[0] + y[1] * at[1] + y[2] * at[2]]);
  }
  return { x, y, outline: convexOutline(places) };
}

/** How far a point is outside a shadow; 0 inside. */
export function outsideShadow({ x, y, outline }: Shadow, points: ArrayLike<number>, at: number): number {
  const [p, q, r] = [points[at], points[at + 1], points[at + 2]];
  const px = x[0] * p + x[1] * q + x[2] * r;
  const py = y[0] * p + y[1] * q + y[2] * r;
  // By the sides that a ray crosses: the sign beside one side alone says nothing where that side is as short as
  // rounding.
  let isInside = false;
  let nearest = Infinity;
  outline.forEach(([ax, ay], k) => {
    const [bx, by] = outline[(k + 1) % outline.length];
    const [ex, ey] = [bx - ax, by - ay];
    if (ay > py !== by > py && px < ax + (ex * (py - ay)) / ey) isInside = !isInside;
    const length2 = ex * ex + ey * ey;
    const t = length2 > 0 ? Math.min(1, Math.max(0, (ex * (px - ax) + ey * (py - ay)) / length2)) : 0;
    nearest = Math.min(nearest, Math.hypot(px - ax - t * ex, py - ay - t * ey));
  });
  return isInside ? 0 : nearest;
}

/** Andrew's monotone chain. */
function convexOutline(places: Place[]): Place[] {
  const sorted = [...places].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (list: Place[]): Place[] => {
    const chain: Place[] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = ([ax, ay]: Place, [bx, by]: Place, [cx, cy]: Place): number => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
