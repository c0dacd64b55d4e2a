import { orient3d } from 'robust-predicates';
import { InputError } from '../math/input-error';

export interface HullReport {
  /** Points given. */
  inputCount: number;
}

export function createHullReport(): HullReport {
  return { inputCount: 0 };
}

export interface Hull {
  /** Input indices of the corners. */
  corners: number[];
  /** Loops of positions in `corners`. */
  faces: number[][];
}

/** Preliminary: incremental hull with exact orientation, then facets in one plane merged. */
export function convexHull(p: Float64Array, tolerance: number): Hull {
  const n = p.length / 3;
  // > 0 when d lies outside of the plane of a b c (counter-clockwise seen from outside).
  const above = (a: number, b: number, c: number, d: number): number =>
    -orient3d(
      p[3 * a],
      p[3 * a + 1],
      p[3 * a + 2],
      p[3 * b],
      p[3 * b + 1],
      p[3 * b + 2],
      p[3 * c],
      p[3 * c + 1],
      p[3 * c + 2],
      p[3 * d],
      p[3 * d + 1],
      p[3 * d + 2],
    );
  const dist2 = (a: number, b: number) =>
    (p[3 * a] - p[3 * b]) ** 2 + (p[3 * a + 1] - p[3 * b + 1]) ** 2 + (p[3 * a + 2] - p[3 * b + 2]) ** 2;
  const normalOf = (a: number, b: number, c: number): [number, number, number] => {
    const u = [0, 1, 2].map((k) => p[3 * b + k] - p[3 * a + k]);
    const v = [0, 1, 2].map((k) => p[3 * c + k] - p[3 * a + k]);
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  };
  let i1 = 0;
  for (let i = 1; i < n; i++) if (dist2(0, i) > dist2(0, i1)) i1 = i;
  if (Math.sqrt(dist2(0, i1)) <= tolerance) throw new InputError('coincident', 'all points are one point');
  let i2 = 0;
  let best = 0;
  for (let i = 0; i < n; i++) {
    const c = normalOf(0, i1, i);
    const d = Math.sqrt(c[0] ** 2 + c[1] ** 2 + c[2] ** 2);
    if (d > best) {
      best = d;
      i2 = i;
    }
  }
  if (best <= tolerance * Math.sqrt(dist2(0, i1))) throw new InputError('collinear', 'all points lie on one line');
  let i3 = 0;
  let height = 0;
  for (let i = 0; i < n; i++) {
    const h = Math.abs(above(0, i1, i2, i)) / best;
    if (h > height) {
      height = h;
      i3 = i;
    }
  }
  if (height <= tolerance) throw new InputError('flat', 'all points lie in one plane', -1, height);
  let triangles: [number, number, number][];
  if (above(0, i1, i2, i3) < 0) [i1, i2] = [i2, i1];
  // i3 is outside of 0 i1 i2, so the base is turned over.
  triangles = [
    [0, i2, i1],
    [0, i1, i3],
    [i1, i2, i3],
    [i2, 0, i3],
  ];
  for (let i = 0; i < n; i++) {
    const kept: [number, number, number][] = [];
    const edges = new Map<number, [number, number]>();
    for (const t of triangles) {
      if (above(t[0], t[1], t[2], i) > 0) {
        for (let k = 0; k < 3; k++) {
          const a = t[k];
          const b = t[(k + 1) % 3];
          if (!edges.delete(b * n + a)) edges.set(a * n + b, [a, b]);
        }
      } else kept.push(t);
    }
    if (edges.size === 0) continue;
    for (const [a, b] of edges.values()) kept.push([a, b, i]);
    triangles = kept;
  }
  // Merge: regions grow from the largest triangles over all that lie in their planes.
  const areas = triangles.map((t) => {
    const c = normalOf(...t);
    return Math.sqrt(c[0] ** 2 + c[1] ** 2 + c[2] ** 2);
  });
  const owner = new Map<number, number>();
  triangles.forEach((t, f) => {
    for (let k = 0; k < 3; k++) owner.set(t[k] * n + t[(k + 1) % 3], f);
  });
  const region = new Int32Array(triangles.length).fill(-1);
  let regions = 0;
  for (const seed of triangles.map((_, f) => f).sort((x, y) => areas[y] - areas[x])) {
    if (region[seed] >= 0) continue;
    const t = triangles[seed];
    const c = normalOf(...t);
    const fits = (v: number) =>
      Math.abs(c[0] * (p[3 * v] - p[3 * t[0]]) + c[1] * (p[3 * v + 1] - p[3 * t[0] + 1]) + c[2] * (p[3 * v + 2] - p[3 * t[0] + 2])) <=
      tolerance * areas[seed];
    const stack = [seed];
    region[seed] = regions;
    while (stack.length > 0) {
      const s = triangles[stack.pop()!];
      for (let k = 0; k < 3; k++) {
        const f = owner.get(s[(k + 1) % 3] * n + s[k])!;
        if (region[f] < 0 && triangles[f].every(fits)) {
          region[f] = regions;
          stack.push(f);
        }
      }
    }
    regions++;
  }
  const next: Map<number, number>[] = Array.from({ length: regions }, () => new Map());
  const around = new Map<number, Set<number>>();
  triangles.forEach((t, f) => {
    for (let k = 0; k < 3; k++) {
      const a = t[k];
      const b = t[(k + 1) % 3];
      if (!around.has(a)) around.set(a, new Set());
      around.get(a)!.add(region[f]);
      if (region[owner.get(b * n + a)!] !== region[f]) next[region[f]].set(a, b);
    }
  });
  const corners: number[] = [];
  const position = new Map<number, number>();
  for (let i = 0; i < n; i++) {
    if ((around.get(i)?.size ?? 0) >= 3) {
      position.set(i, corners.length);
      corners.push(i);
    }
  }
  const faces = next.map((loop) => {
    const face: number[] = [];
    const start = loop.keys().next().value!;
    let v = start;
    do {
      if (position.has(v)) face.push(position.get(v)!);
      v = loop.get(v)!;
    } while (v !== start);
    return face;
  });
  return { corners, faces };
}
