import { describe, expect, test } from 'vitest';
import { addBody, createBodySet } from '../../src/body';
import { readShapes, readStl, roundedMesh, shapeRecord, stlMesh, vtkBodies, writeShapes, writeStl, type SurfaceMesh } from '../../src/io';
import { createRandom } from '../../src/math/random';
import { box, plateCore, pointCore, segmentCore, type ConvexPolyhedron } from '../../src/polyhedron';
import { caught } from './caught';
import { sweep } from '../sweep';

const cores: [string, ConvexPolyhedron][] = [
  ['point', pointCore()],
  ['segment', segmentCore([0.1, 0.2, 0.3, 1, -2, 0.5])],
  ['square', plateCore([1, 0, 5, 3, 0, 5, 3, 2, 5, 1, 2, 5])],
  ['needle', plateCore([0, 0, 0, 3, 0.01, 0, 3, 0, 0.01])],
  ['hexagon', plateCore(Array.from({ length: 6 }, (_, k) => [Math.cos(k), Math.sin(k), Math.cos(k) + Math.sin(k)]))],
];

/** Distance of a point from the core, from its edges and its plane. */
function distanceTo(core: ConvexPolyhedron, p: number[]): number {
  const at = (v: number): number[] => [...core.vertices.subarray(3 * v, 3 * v + 3)];
  const minus = (a: number[], b: number[]): number[] => a.map((x, k) => x - b[k]);
  const dot = (a: number[], b: number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const cross = (a: number[], b: number[]): number[] =>
    [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
  if (core.dimension === 0) return Math.hypot(...p);
  let least = Infinity;
  for (let e = 0; e < core.edgeCount; e++) {
    const [a, b] = [at(core.halfEdgeOrigin[2 * e]), at(core.halfEdgeOrigin[2 * e + 1])];
    const [along, from] = [minus(b, a), minus(p, a)];
    const t = Math.min(1, Math.max(0, dot(along, from) / dot(along, along)));
    least = Math.min(
      least,
      Math.hypot(
        ...minus(
          from,
          along.map((x) => t * x),
        ),
      ),
    );
  }
  if (core.dimension === 1) return least;
  const n = [...core.normals.subarray(0, 3)];
  let inside = true;
  let h = core.faceHalfEdge[0];
  for (let k = 0; k < core.vertexCount; k++, h = core.halfEdgeNext[h]) {
    const a = at(core.halfEdgeOrigin[h]);
    if (dot(cross(minus(at(core.halfEdgeOrigin[h ^ 1]), a), minus(p, a)), n) < 0) inside = false;
  }
  return inside ? Math.abs(dot(n, p)) : least;
}

function cornersOf({ positions, triangles }: SurfaceMesh, t: number): number[][] {
  return [0, 1, 2].map((k) => [...positions.subarray(3 * triangles[3 * t + k], 3 * triangles[3 * t + k] + 3)]);
}

describe.each(cores)('%s', (_, core) => {
  test.each([1, 4, 16].slice(0, sweep(3, 2)))('a closed surface with %i steps a quarter, on the body to the stated error', (steps) => {
    const radius = 0.7;
    const mesh = roundedMesh(core, radius, steps);
    // Each side of a triangle belongs to one other triangle, the other way round.
    const sides = new Set<string>();
    for (let k = 0; k < mesh.triangles.length; k++) {
      const side = `${mesh.triangles[k]} ${mesh.triangles[k % 3 === 2 ? k - 2 : k + 1]}`;
      expect(sides.has(side)).toBe(false);
      sides.add(side);
    }
    for (const side of sides) expect(sides.has(side.split(' ').reverse().join(' '))).toBe(true);
    // V - E + F of a sphere; no vertex is unused.
    expect(mesh.positions.length / 3 - sides.size / 2 + mesh.triangles.length / 3).toBe(2);
    for (let v = 0; v < mesh.positions.length; v += 3)
      expect(Math.abs(distanceTo(core, [...mesh.positions.subarray(v, v + 3)]) - radius)).toBeLessThan(1e-13);
    // Places on triangles are inside by no more than the error; the volume is positive.
    const random = createRandom(1);
    const allowed = radius * Math.sin(Math.PI / 4 / steps) ** 2;
    let volume = 0;
    let deepest = 0;
    for (let t = 0; t < mesh.triangles.length / 3; t++) {
      const [a, b, c] = cornersOf(mesh, t);
      volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
      for (let k = 0; k < 5; k++) {
        let [x, y] = [random(), random()];
        if (x + y > 1) [x, y] = [1 - x, 1 - y];
        const depth =
          radius -
          distanceTo(
            core,
            [0, 1, 2].map((i) => a[i] + x * (b[i] - a[i]) + y * (c[i] - a[i])),
          );
        deepest = Math.max(deepest, depth);
        expect(depth).toBeGreaterThan(-1e-13);
      }
    }
    expect(deepest).toBeLessThanOrEqual(allowed);
    // Volume by the formula of Steiner for convex bodies: half of the surface on both sides, a quarter of the edges'
    // mean width, a sphere.
    const length = Array.from({ length: core.edgeCount }, (_e, e) =>
      Math.hypot(
        ...[0, 1, 2].map((k) => core.vertices[3 * core.halfEdgeOrigin[2 * e] + k] - core.vertices[3 * core.halfEdgeOrigin[2 * e + 1] + k]),
      ),
    ).reduce((sum, x) => sum + x, 0);
    const width = core.dimension === 1 ? 2 * length : length;
    const exact = core.area * radius + (Math.PI / 2) * width * radius ** 2 + (4 / 3) * Math.PI * radius ** 3;
    expect(volume).toBeLessThan(exact);
    if (steps === 16) expect(volume).toBeGreaterThan(exact * 0.994);
  });

  test('comes through a shape file with its radius', () => {
    const [shape] = readShapes(writeShapes([shapeRecord('A', core, 0.25)]));
    expect(shape.rounding).toBe(0.25);
    expect(shape.polyhedron.dimension).toBe(core.dimension);
    for (const [k, x] of core.vertices.entries()) expect(shape.polyhedron.vertices[k] + shape.polyhedron.origin[k % 3]).toBeCloseTo(x, 12);
  });
});

test('a sphere has as many triangles as its page says, and goes through STL', () => {
  const mesh = stlMesh(pointCore(), 'ball', 0.5);
  expect(mesh.triangles.length / 3).toBe(224);
  const [read] = readStl(writeStl(mesh));
  expect(read.name).toBe('ball');
  expect(read.triangles.length).toBe(mesh.triangles.length);
});

test('VTK: bodies with cores by number, sharp ones as they are', () => {
  const bodies = createBodySet();
  addBody(bodies, { shape: box(1, 1, 1) });
  for (const x of [3, 6]) addBody(bodies, { shape: cores[0][1], rounding: 0.5 * x, position: [x, 0, 0] });
  addBody(bodies, { shape: segmentCore(1), rounding: 0.1, position: [0, 9, 0] });
  const text = vtkBodies(bodies);
  const faces = [0, 1, 2, 3].map((i) => (i === 0 ? 6 : roundedMesh(bodies.shapes[bodies.shapeIndex[i]], bodies.rounding[i]).faces.length));
  const total = faces.reduce((sum, x) => sum + x, 0);
  expect(text).toContain(`POLYGONS ${total} `);
  const rows = text.split('SCALARS body int 1\nLOOKUP_TABLE default\n')[1].split('\n').slice(0, total).map(Number);
  faces.forEach((count, i) => expect(rows.filter((row) => row === i)).toHaveLength(count));
  bodies.rounding[1] = 0;
  expect(caught(() => vtkBodies(bodies))).toMatchObject({ code: 'bad-radius' });
});

test('bad input', () => {
  expect(caught(() => roundedMesh(box(1, 1, 1), 0.1))).toMatchObject({ code: 'bad-option' });
  expect(caught(() => roundedMesh(undefined as never, 1))).toMatchObject({ code: 'bad-option' });
  expect(caught(() => roundedMesh(pointCore(), 0))).toMatchObject({ code: 'bad-radius', value: 0 });
  expect(caught(() => roundedMesh(pointCore(), 1, 3))).toMatchObject({ code: 'bad-option', value: 3 });
  expect(caught(() => stlMesh(segmentCore(1)))).toMatchObject({ code: 'bad-radius', value: 0 });
  expect(caught(() => shapeRecord('P', pointCore()))).toMatchObject({ code: 'bad-radius', value: 0 });
});
