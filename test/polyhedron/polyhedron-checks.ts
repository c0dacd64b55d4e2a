import { expect } from 'vitest';
import type { ConvexPolyhedron } from '../../src/polyhedron/convex-polyhedron';
import { areaVector } from '../../src/polyhedron/area-vector';
import { cross, dot, length, scale, sub, type Vec } from '../oracles/vector';

/** Vertices of each face, each loop from its smallest vertex on; sorted. */
export function faceLoops(p: ConvexPolyhedron): number[][] {
  const loops: number[][] = [];
  for (let f = 0; f < p.faceCount; f++) {
    const loop: number[] = [];
    let h = p.faceHalfEdge[f];
    do {
      loop.push(p.halfEdgeOrigin[h]);
      h = p.halfEdgeNext[h];
    } while (h !== p.faceHalfEdge[f]);
    const at = loop.indexOf(Math.min(...loop));
    loops.push([...loop.slice(at), ...loop.slice(0, at)]);
  }
  return sorted(loops);
}

export const sorted = (loops: number[][]): number[][] => loops.sort((a, b) => a.join().localeCompare(b.join()));

export const vertexOf = (p: ConvexPolyhedron, v: number): Vec => [p.vertices[3 * v], p.vertices[3 * v + 1], p.vertices[3 * v + 2]];

/** The largest height of a point of the input's frame above the planes of the faces: positive outside. */
export function heightOf(p: ConvexPolyhedron, [x, y, z]: Vec): number {
  let most = -Infinity;
  for (let f = 0; f < p.faceCount; f++) {
    const n = 3 * f;
    const height =
      p.normals[n] * (x - p.origin[0]) + p.normals[n + 1] * (y - p.origin[1]) + p.normals[n + 2] * (z - p.origin[2]) - p.offsets[f];
    most = Math.max(most, height);
  }
  return most;
}

/** Distance of a point of the input's frame from the surface, taken as triangle fans; 0 inside. */
export function distanceFrom(p: ConvexPolyhedron, point: Vec): number {
  if (!(heightOf(p, point) > 0)) return 0;
  const x: Vec = [point[0] - p.origin[0], point[1] - p.origin[1], point[2] - p.origin[2]];
  let least = Infinity;
  for (const loop of faceLoops(p)) {
    for (let i = 1; i + 1 < loop.length; i++) least = Math.min(least, distanceFromTriangle(p, [loop[0], loop[i], loop[i + 1]], x));
  }
  return least;
}

function distanceFromTriangle(p: ConvexPolyhedron, triangle: readonly number[], x: Vec): number {
  // A plain cross product would tilt the planes of slivers.
  const n = areaVector(p.vertices, triangle[0], triangle[1], triangle[2]);
  let least = Infinity;
  let above = true;
  for (let k = 0; k < 3; k++) {
    const a = vertexOf(p, triangle[k]);
    const side = sub(vertexOf(p, triangle[(k + 1) % 3]), a);
    const v = sub(x, a);
    const t = Math.min(1, Math.max(0, dot(side, v) / dot(side, side)));
    least = Math.min(least, length(sub(v, scale(side, t))));
    if (!(dot(cross(n, side), v) > 0)) above = false;
  }
  return above ? Math.min(least, Math.abs(dot(n, sub(x, vertexOf(p, triangle[0])))) / length(n)) : least;
}

/**
 * Volume, area, centroid, inertia and radius against exact values. The unit of rounding is u = 2^-53; m is the diameter
 * and M the largest coordinate of the input. Corners are exact, so what remains is that of the result's own digits
 * (`ulps` of them), and that faces far from the origin are planar only to u M.
 */
export function expectMass(
  p: ConvexPolyhedron,
  expected: { volume: number; area: number; centroid: ArrayLike<number>; inertia: ArrayLike<number> },
  largest: number,
  ulps = 32,
): void {
  const u = 2 ** -53;
  const planes = 2 * u * largest;
  const size = 2 * p.radius;
  near(p.volume, expected.volume, ulps * u * expected.volume + planes * expected.area, 'volume');
  near(p.area, expected.area, ulps * u * expected.area + planes * size * Math.sqrt(p.faceCount), 'area');
  const shift = (planes * expected.area * size) / expected.volume;
  for (let k = 0; k < 3; k++) near(p.origin[k], expected.centroid[k], 2 * u * largest + ulps * u * size + shift, `centroid[${k}]`);
  const most = Math.max(...Array.from(expected.inertia, Math.abs));
  for (let k = 0; k < 9; k++) {
    near(p.inertia[k], expected.inertia[k], ulps * u * most + 4 * planes * expected.area * size * size, `inertia[${k}]`);
  }
}

function near(found: number, expected: number, slack: number, name: string): void {
  expect(Math.abs(found - expected), `${name}: ${found} for ${expected}`).toBeLessThanOrEqual(slack);
}

/** Turns points about the origin by a unit quaternion x y z w, in doubles. */
export function rotate(points: readonly Vec[], [x, y, z, w]: readonly [number, number, number, number]): Vec[] {
  return points.map(([a, b, c]) => {
    // v + 2 q x (q x v + w v)
    const tx = 2 * (y * c - z * b);
    const ty = 2 * (z * a - x * c);
    const tz = 2 * (x * b - y * a);
    return [a + w * tx + (y * tz - z * ty), b + w * ty + (z * tx - x * tz), c + w * tz + (x * ty - y * tx)] as const;
  });
}

/** Uniform numbers from 0 to 1, the same on every run (mulberry32). */
export function uniform(seed: number): () => number {
  let s = seed | 0;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A uniform direction. */
export function direction(random: () => number): Vec {
  for (;;) {
    const v = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1] as const;
    const size = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (size > 0.1 && size <= 1) return [v[0] / size, v[1] / size, v[2] / size];
  }
}

/** A uniform unit quaternion x y z w. */
export function turn(random: () => number): readonly [number, number, number, number] {
  const [x, y, z] = direction(random);
  const half = Math.PI * random();
  const s = Math.sin(half);
  return [s * x, s * y, s * z, Math.cos(half)];
}
