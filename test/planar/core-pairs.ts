/** Pairs of points, segments and polygons in the plane, in all positions in which their contacts are hard. */
import { pointCore2d, polygonFromVertices, rectangle, regularPolygon, segmentCore2d, type ConvexPolygon } from '../../src/planar';
import type { Random } from '../../src/polyhedron';
import type { Pair2d } from './judge-2d';

export const families = ['random', 'parallel', 'collinear', 'crossing', 'coincident', 'first touch', 'lattice'] as const;
type Family = (typeof families)[number];

function shapeOf(kind: number, random: Random, size: number): ConvexPolygon {
  const length = size * (random() < 0.2 ? 0.01 : 0.3 + 2 * random());
  if (kind === 0) return pointCore2d();
  if (kind === 1) {
    if (random() < 0.4) return segmentCore2d(length);
    return segmentCore2d([0, 0, length * (random() - 0.5), length * (random() - 0.5)]);
  }
  if (random() < 0.3) return rectangle(length, random() < 0.3 ? 1e-4 * length : 0.7 * size);
  if (random() < 0.5) return regularPolygon(3 + Math.floor(6 * random()), size * (0.2 + random()));
  return polygonFromVertices(Array.from({ length: 12 }, () => size * (2 * random() - 1)));
}

function turnOf(family: Family, random: Random): [number, number] {
  const quarter = (k: number): [number, number] => [[1, 0, -1, 0][k], [0, 1, 0, -1][k]] as [number, number];
  if (family === 'lattice') return quarter(Math.floor(4 * random()));
  let angle = 2 * Math.PI * random();
  if (family === 'parallel' || family === 'collinear') {
    if (random() < 0.4) return quarter(2 * Math.floor(2 * random()));
    angle = [0, Math.PI][Math.floor(2 * random())] + [0, 1e-15, 1e-12, 1e-9, -1e-6, 1e-3][Math.floor(6 * random())];
  }
  return [Math.cos(angle), Math.sin(angle)];
}

/** Of dimensions 0 to 2, with one core at least, of a random size, turned and placed as the family says. */
export function corePair(family: Family, dimensions: readonly [number, number], random: Random): Pair2d {
  const size = [1, 1, 1e-9, 1e6][Math.floor(4 * random())];
  const [a, b] = dimensions.map((kind) => shapeOf(kind, random, size * (random() < 0.1 ? 30 : 1)));
  let [c, s] = turnOf(family, random);
  const reach = a.radius + b.radius + 0.2 * size;
  let x = reach * (2 * random() - 1);
  let y = reach * (2 * random() - 1);
  const tiny = size * [0, 1e-17, 1e-15, -1e-12, 1e-9, 1e-3][Math.floor(6 * random())];
  if (family === 'parallel' || family === 'collinear') {
    // Along edge 0 of A, and across it.
    const [nx, ny] = a.dimension > 0 ? a.normals : [0, -1];
    const along = family === 'collinear' && random() < 0.3 ? a.radius + b.radius + tiny : x;
    const across = random() < 0.5 ? 0 : tiny;
    [x, y] = [across * nx - along * ny, across * ny + along * nx];
    if (b.dimension > 0) {
      // Edge 0 of B along that of A, turned as the family says.
      const [mx, my] = b.normals;
      [c, s] = [c * (nx * mx + ny * my) - s * (mx * ny - my * nx), s * (nx * mx + ny * my) + c * (mx * ny - my * nx)];
      const norm = Math.hypot(c, s);
      [c, s] = [c / norm, s / norm];
    }
  }
  if (family === 'crossing') [x, y] = [0.5 * x, 0.5 * y];
  if (family === 'coincident') [x, y] = [random() < 0.5 ? 0 : tiny, random() < 0.5 ? 0 : tiny];
  if (family === 'lattice') [x, y] = [0.5 * size * Math.round((4 * x) / size), 0.5 * size * Math.round((4 * y) / size)];
  if (family === 'first touch') {
    // Corner w of B at a place of the border of A, or next to it.
    const v = Math.floor(random() * a.vertexCount);
    const next = (v + 1) % a.vertexCount;
    const part = [0, 0.25, 0.5, random()][Math.floor(4 * random())];
    const w = 2 * Math.floor(random() * b.vertexCount);
    const [p, q] = [b.vertices[w], b.vertices[w + 1]];
    const along = (k: number): number => a.vertices[2 * v + k] + part * (a.vertices[2 * next + k] - a.vertices[2 * v + k]);
    x = along(0) - (c * p - s * q) + tiny;
    y = along(1) - (s * p + c * q);
  }
  return { a, b, pose: new Float64Array([c, s, x, y]) };
}
