import { add, divide, multiply, rational, sign, subtract, toNumber, type Rational } from './rational';
import type { Vec } from './vector';

/**
 * The convex hull of a few points and its mass properties, in exact arithmetic straight from the definitions.
 *
 * A face is a plane through three of the points that has no point in front of it, together with all points in it; its
 * polygon is walked from corner to corner, the next corner being the one that has no point of the face to the right.
 * Mass properties are sums over the tetrahedra from point 0 to a fan of each face. Trust: always, for exactly the
 * numbers given; the results are rounded once. Cost O(n^4) of BigInt arithmetic: up to about 15 points.
 */
export interface ExactHull {
  /** Indices of the extreme points, ascending. */
  vertices: number[];
  /** Loops of extreme points, counter-clockwise from outside, each starting with its smallest index; sorted. */
  faces: number[][];
  volume: number;
  area: number;
  centroid: Vec;
  /** About the centroid, unit density, row-major. */
  inertia: number[];
}

type Exact = readonly [Rational, Rational, Rational];

const ZERO = rational(0);
const minus = (a: Exact, b: Exact): Exact => [subtract(a[0], b[0]), subtract(a[1], b[1]), subtract(a[2], b[2])];
const dot = (a: Exact, b: Exact): Rational => add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]));
const cross = (a: Exact, b: Exact): Exact => [
  subtract(multiply(a[1], b[2]), multiply(a[2], b[1])),
  subtract(multiply(a[2], b[0]), multiply(a[0], b[2])),
  subtract(multiply(a[0], b[1]), multiply(a[1], b[0])),
];
const isZero = (a: Exact): boolean => a.every((x) => sign(x) === 0);

/** null when all points lie in one plane. */
export function exactHull(points: readonly Vec[]): ExactHull | null {
  const p = points.map((v): Exact => [rational(v[0]), rational(v[1]), rational(v[2])]);
  const found = new Map<string, number[]>();
  for (let i = 0; i < p.length; i++) {
    for (let j = i + 1; j < p.length; j++) {
      for (let k = j + 1; k < p.length; k++) {
        const normal = cross(minus(p[j], p[i]), minus(p[k], p[i]));
        if (isZero(normal)) continue;
        const sides = p.map((v) => sign(dot(normal, minus(v, p[i]))));
        if (sides.every((s) => s === 0)) return null;
        const inPlane = sides.flatMap((s, v) => (s === 0 ? [v] : []));
        const outward: Exact | null = sides.every((s) => s <= 0)
          ? normal
          : sides.every((s) => s >= 0)
            ? [subtract(ZERO, normal[0]), subtract(ZERO, normal[1]), subtract(ZERO, normal[2])]
            : null;
        if (outward) found.set(inPlane.join(), found.get(inPlane.join()) ?? polygon(p, inPlane, outward));
      }
    }
  }
  if (found.size === 0) return null;
  const faces = [...found.values()].sort((a, b) => a.join().localeCompare(b.join()));
  const vertices = [...new Set(faces.flat())].sort((a, b) => a - b);
  return { vertices, faces, ...massOf(p, faces) };
}

/** Corners of the face in order; of equal points the first, of points on a side none. */
function polygon(p: readonly Exact[], inPlane: readonly number[], outward: Exact): number[] {
  const distinct = inPlane.filter((v) => !inPlane.some((w) => w < v && isZero(minus(p[v], p[w]))));
  const next = (v: number): number | undefined =>
    distinct.find((w) =>
      w === v
        ? false
        : distinct.every((x) => {
            const side = sign(dot(outward, cross(minus(p[w], p[v]), minus(p[x], p[v]))));
            // In line with the side: between its ends.
            return side > 0 || (side === 0 && sign(dot(minus(p[x], p[v]), minus(p[x], p[w]))) <= 0);
          }),
    );
  const start = distinct.find((v) => next(v) !== undefined) as number;
  const loop = [start];
  for (let v = next(start) as number; v !== start; v = next(v) as number) loop.push(v);
  return loop;
}

function massOf(p: readonly Exact[], faces: readonly number[][]): Omit<ExactHull, 'vertices' | 'faces'> {
  const o = p[0];
  let volume6 = ZERO;
  let area = 0;
  let moment: Exact = [ZERO, ZERO, ZERO];
  const second = Array.from({ length: 9 }, () => ZERO);
  for (const face of faces) {
    for (let i = 1; i + 1 < face.length; i++) {
      const corners = [p[face[0]], p[face[i]], p[face[i + 1]]].map((v) => minus(v, o));
      const n = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
      area += Math.sqrt(toNumber(dot(n, n))) / 2;
      const v = dot(n, corners[0]);
      volume6 = add(volume6, v);
      const sum = [0, 1, 2].map((k) => corners.reduce((s, c) => add(s, c[k]), ZERO)) as unknown as Exact;
      moment = [0, 1, 2].map((k) => add(moment[k], multiply(v, sum[k]))) as unknown as Exact;
      for (let j = 0; j < 3; j++) {
        for (let k = 0; k < 3; k++) {
          const products = corners.reduce((s, c) => add(s, multiply(c[j], c[k])), multiply(sum[j], sum[k]));
          second[3 * j + k] = add(second[3 * j + k], multiply(v, products));
        }
      }
    }
  }
  const local = moment.map((m) => divide(m, multiply(rational(4), volume6)));
  const volume = divide(volume6, rational(6));
  const about = second.map((s, i) =>
    subtract(divide(s, rational(120)), multiply(volume, multiply(local[Math.floor(i / 3)], local[i % 3]))),
  );
  const trace = add(add(about[0], about[4]), about[8]);
  const inertia = about.map((m, i) => toNumber(i % 4 === 0 ? subtract(trace, m) : subtract(ZERO, m)));
  const centroid = local.map((c, k) => toNumber(add(c, o[k]))) as unknown as Vec;
  return { volume: toNumber(volume), area, centroid, inertia };
}
