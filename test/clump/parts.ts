/** Parts of clumps for tests: random ones in several families, and their surfaces for oracles. */
import { box, prism, randomHull, tetrahedron, type ConvexPolyhedron, type Random } from '../../src/polyhedron';
import type { ClumpPart } from '../../src/clump';
import type { Loops } from '../oracles/union-cells';
import { faceLoops } from '../oracles/solid';
import type { Vec } from '../oracles/vector';

export type Quaternion = [number, number, number, number];
export type Place = [number, number, number];

export function randomTurn(random: Random): Quaternion {
  for (;;) {
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1) as Quaternion;
    const norm = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    if (norm < 0.1 || norm > 1) continue;
    return q.map((x) => x / norm) as Quaternion;
  }
}

export const turned = ([x, y, z, w]: ArrayLike<number> & Iterable<number>, [a, b, c]: ArrayLike<number> & Iterable<number>): Place => {
  const [cx, cy, cz] = [y * c - z * b, z * a - x * c, x * b - y * a];
  return [a + 2 * (w * cx + y * cz - z * cy), b + 2 * (w * cy + z * cx - x * cz), c + 2 * (w * cz + x * cy - y * cx)];
};

/** Surface of a part in the frame of the clump, about a place near to it. */
export function loopsOf({ shape, position = shape.origin, orientation = [0, 0, 0, 1] }: ClumpPart, about: Place): Loops {
  const corners: Vec[] = [];
  for (let v = 0; v < 3 * shape.vertexCount; v += 3) {
    const x = turned(orientation as Quaternion, shape.vertices.subarray(v, v + 3));
    corners.push([0, 1, 2].map((k) => x[k] + (position[k] - about[k])) as unknown as Vec);
  }
  return faceLoops(shape).map((loop) => loop.map((v) => corners[v]));
}

const anyShape = (random: Random): ConvexPolyhedron =>
  [
    () => box(0.3 + random(), 0.3 + random(), 0.3 + random()),
    () => randomHull(random, 5 + Math.floor(12 * random())),
    () => prism(3 + Math.floor(5 * random()), 0.3 + 0.5 * random(), 0.2 + random()),
    () => tetrahedron(0.5 + random()),
  ][Math.floor(4 * random())]();

const place = (random: Random, size: number): Place => [0, 1, 2].map(() => size * (2 * random() - 1)) as Place;

/** Families of parts; each makes a clump of some convex parts. */
export const FAMILIES: Record<string, (random: Random) => ClumpPart[]> = {
  random: (random) =>
    Array.from({ length: 2 + Math.floor(4 * random()) }, () => ({
      shape: anyShape(random),
      position: place(random, 0.8),
      orientation: randomTurn(random),
    })),
  'near-parallel': (random) => {
    const shape = box(1, 0.7, 0.4);
    const turn = 10 ** -(3 + 9 * random());
    return [0, 1, 2].map((k) => ({
      shape,
      position: [0.4 * k, 0.1 * k, 0],
      orientation: [0, 0, k * turn, Math.sqrt(1 - (k * turn) ** 2)],
    }));
  },
  flush: (random) => {
    const [x, y] = [0.5 + random(), 0.5 + random()];
    return [
      { shape: box(x, 1, 1), position: [0.5 * x, 0, 0] },
      { shape: box(y, 1, 1), position: [-0.5 * y, 0, 0] },
      { shape: box(1, 0.5, 0.5), position: [0, 0.75, 0.1] },
    ];
  },
  contained: (random) => [
    { shape: box(2, 2, 2) },
    { shape: randomHull(random, 12), position: place(random, 0.1), orientation: randomTurn(random) },
    { shape: box(0.5, 0.5, 3), position: place(random, 0.2), orientation: randomTurn(random) },
  ],
  same: (random) => {
    const shape = randomHull(random, 10);
    return [0, 1, 2, 3].map(() => ({ shape, orientation: [0, 0, 0, 1] as Quaternion, position: [0, 0, 0] }));
  },
  needles: (random) =>
    [0, 1, 2].map(() => ({ shape: box(3, 0.01, 0.01), position: place(random, 0.003), orientation: randomTurn(random) })),
  plates: (random) => [0, 1, 2].map(() => ({ shape: box(2, 2, 0.001), position: place(random, 0.2), orientation: randomTurn(random) })),
  tiny: (random) =>
    [0, 1, 2].map(() => ({
      shape: box(1e-6 * (1 + random()), 1e-6, 1e-6),
      position: place(random, 5e-7),
      orientation: randomTurn(random),
    })),
  far: (random) =>
    [0, 1, 2].map(() => {
      const [x, y, z] = place(random, 0.5);
      return { shape: box(1, 0.8, 0.6), position: [1e6 + x, y - 1e6, z] as Place, orientation: randomTurn(random) };
    }),
};
