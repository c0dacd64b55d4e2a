import { plateCore, pointCore, polyhedronFromVertices, segmentCore, type ConvexPolyhedron, type Pose } from '../../src/index';
import type { Random } from '../../src/math/random';
import { fromAxisAngle, multiply, poseOf, type Quaternion } from '../arbitraries/quaternion';
import { normalize, type Vec } from '../oracles/vector';

/** Pairs with at least one core, by family; plain random draws, reproducible by their seed. */
export interface CorePair {
  family: string;
  a: ConvexPolyhedron;
  b: ConvexPolyhedron;
  pose: Pose;
}

export const FAMILIES = ['random', 'grid', 'turned', 'near-parallel', 'coincident', 'through', 'inside', 'needle', 'tiny', 'far'] as const;
export type Family = (typeof FAMILIES)[number];

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)];
const centred = (random: Random): number => 2 * random() - 1;

/** Regular and random outlines in the plane z = 0 of a size of about 1. */
function outline(random: Random, stretch: number): number[] {
  const n = 3 + Math.floor(random() * 4);
  const isRegular = random() < 0.5;
  const corners: number[] = [];
  for (let k = 0; k < n; k++) {
    const angle = (2 * Math.PI * (k + (isRegular ? (n === 4 ? 0.5 : 0) : 0.7 * random()))) / n;
    const snap = (x: number): number => (isRegular && n === 4 ? Math.sign(x) : x);
    corners.push(snap(Math.cos(angle)), snap(Math.sin(angle)) * stretch, 0);
  }
  return corners;
}

function turn(points: readonly number[], q: Quaternion): number[] {
  const m = poseOf(q, [0, 0, 0]);
  const out: number[] = [];
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) out.push(m[3 * k] * points[i] + m[3 * k + 1] * points[i + 1] + m[3 * k + 2] * points[i + 2]);
  }
  return out;
}

const randomTurn = (random: Random): Quaternion => {
  const q = [centred(random), centred(random), centred(random), centred(random)] as const;
  const size = Math.sqrt(q.reduce((s, x) => s + x * x, 0));
  return q.map((x) => x / size) as unknown as Quaternion;
};

/** A shape of a dimension, of a size of about 1; `stretch` makes it slim. */
export function randomShape(random: Random, dimension: number, stretch: number, isTurned: boolean): ConvexPolyhedron {
  const q = randomTurn(random);
  const placed = (points: readonly number[]): number[] => (isTurned ? turn(points, q) : [...points]);
  if (dimension === 0) return pointCore();
  if (dimension === 1)
    return segmentCore(
      placed(
        pick(random, [
          [-1, 0, 0, 1, 0, 0],
          [0, 0, -1, 0, 0, 1],
          [0, -0.5, 0, 0, 0.5, 0],
        ]),
      ),
    );
  if (dimension === 2) return plateCore(placed(outline(random, stretch)));
  if (random() < 0.5) {
    const cube: number[] = [];
    for (let k = 0; k < 8; k++) cube.push((k & 1) * 2 - 1, (k & 2) - 1, ((k & 4) / 2 - 1) * stretch);
    return polyhedronFromVertices(placed(cube));
  }
  const points: number[] = [];
  for (let k = 0; k < 5 + Math.floor(random() * 3); k++) points.push(centred(random), centred(random), centred(random) * stretch);
  return polyhedronFromVertices(points);
}

/** A pair of a family. `kinds`, if given, are the dimensions of A and of B. */
export function randomPair(random: Random, family: Family, kinds?: readonly [number, number]): CorePair {
  let [i, j] = kinds ?? [Math.floor(random() * 4), Math.floor(random() * 4)];
  if (kinds === undefined && i + j === 6) [i, j] = random() < 0.5 ? [i, Math.floor(random() * 3)] : [Math.floor(random() * 3), j];
  const stretch = family === 'needle' ? 10 ** (-1 - 8 * random()) : 1;
  const isTurned = !(family === 'grid' || family === 'near-parallel' || family === 'coincident');
  const size = family === 'tiny' ? 1e-9 : 1;
  const scaled = (shape: ConvexPolyhedron): ConvexPolyhedron => scaleShape(shape, size);
  const a = scaled(randomShape(random, i, stretch, isTurned));
  const b = scaled(randomShape(random, j, stretch, isTurned));
  const grid = (): number => pick(random, [0, 0, 0.5, -0.5, 1, -1, 2, -2]);
  let q: Quaternion = randomTurn(random);
  let t: Vec = [2 * centred(random), 2 * centred(random), 2 * centred(random)];
  if (family === 'grid' || family === 'coincident' || family === 'near-parallel') {
    q = pick(random, [
      [0, 0, 0, 1],
      [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      [0, 0, 0, 1],
    ] as const);
    t = family === 'coincident' ? [0, 0, 0] : [grid(), grid(), grid()];
  }
  if (family === 'near-parallel') {
    const axis = normalize([centred(random), centred(random), centred(random)])!;
    q = multiply(fromAxisAngle(axis, 10 ** (-16 * random())), q);
    t = [t[0] + centred(random) * 10 ** (-16 * random()), t[1], t[2] + centred(random) * 10 ** (-16 * random())];
  }
  if (family === 'through' || family === 'inside') t = [0.4 * centred(random), 0.4 * centred(random), 0.4 * centred(random)];
  if (family === 'far') t = [1e6 * centred(random), 1e6 * centred(random), 1e6 * centred(random)];
  return { family, a, b, pose: poseOf(q, [t[0] * size, t[1] * size, t[2] * size]) };
}

/** A shape scaled about its centroid. */
function scaleShape(shape: ConvexPolyhedron, size: number): ConvexPolyhedron {
  if (size === 1) return shape;
  const points = Array.from(shape.vertices, (x) => x * size);
  if (shape.dimension === 0) return shape;
  if (shape.dimension === 1) return segmentCore(points);
  return shape.dimension === 2 ? plateCore(points) : polyhedronFromVertices(points);
}
