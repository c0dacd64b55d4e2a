/**
 * Building polyhedra: from points beside quickhull3d, a hull with merged faces in plain doubles, and one rock by each
 * constructor. quickhull3d gives the faces as lists of corners; planes, half-edges and mass properties are extra here.
 */
import {
  box,
  createRandom,
  polyhedronFromFaces,
  polyhedronFromHalfSpaces,
  polyhedronFromTriangles,
  polyhedronFromVertices,
  prism,
  randomPolyhedron,
  type ConvexPolyhedron,
} from 'dem-contact';
import { QuickHull } from 'quickhull3d/dist/quickhull3d.js';
import { openBench } from '../lib/measure';

type Triple = [number, number, number];

const bench = openBench('polyhedra');
const random = createRandom(7);

/** Points on the unit sphere, so that all are corners. */
function onSphere(count: number): Triple[] {
  const points: Triple[] = [];
  while (points.length < count) {
    const [x, y, z] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0.1 && length <= 1) points.push([x / length, y / length, z / length]);
  }
  return points;
}

function cornersOf({ vertices }: ConvexPolyhedron): Triple[] {
  return Array.from({ length: vertices.length / 3 }, (_, v): Triple => [vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]]);
}

function loopsOf({ faceCount, faceHalfEdge, halfEdgeNext, halfEdgeOrigin }: ConvexPolyhedron): number[][] {
  return Array.from({ length: faceCount }, (_, f) => {
    const loop: number[] = [];
    let h = faceHalfEdge[f];
    do {
      loop.push(halfEdgeOrigin[h]);
      h = halfEdgeNext[h];
    } while (h !== faceHalfEdge[f]);
    return loop;
  });
}

function hullOf(points: Triple[]): number[][] {
  const hull = new QuickHull(points);
  hull.build();
  return hull.collectFaces(true);
}

/** Of the tetrahedra between the faces and the first point. */
function volumeOf(points: readonly Triple[], faces: readonly (readonly number[])[]): number {
  const [ox, oy, oz] = points[0];
  let volume = 0;
  for (const face of faces) {
    for (let i = 1; i + 1 < face.length; i++) {
      const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = [face[0], face[i], face[i + 1]].map((v): Triple => {
        const [x, y, z] = points[v];
        return [x - ox, y - oy, z - oz];
      });
      volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
    }
  }
  return volume;
}

const rocks = (count: number): Triple[][] => Array.from({ length: count }, () => cornersOf(randomPolyhedron(random)));
const sets: readonly (readonly [string, Triple[][]])[] = [
  ['8 points on a sphere', Array.from({ length: 40 }, () => onSphere(8))],
  ['60 points on a sphere', Array.from({ length: 20 }, () => onSphere(60))],
  ['1,000 points on a sphere', Array.from({ length: bench.quick ? 1 : 4 }, () => onSphere(1000))],
  ['boxes', Array.from({ length: 40 }, () => cornersOf(box(1 + random(), 1 + random(), 1 + random())))],
  ['prisms of 24 sides', Array.from({ length: 20 }, () => cornersOf(prism(24, 1 + random(), 1)))],
  ['rocks of 20 planes', rocks(40)],
];

for (const [name, bodies] of sets) {
  const ours: ConvexPolyhedron[] = [];
  const theirs: number[][][] = [];
  bench.measure({
    name,
    operations: bodies.length,
    variants: [
      {
        name: 'quickhull3d',
        run: () => bodies.forEach((points, k) => (theirs[k] = hullOf(points))),
        results: () => bodies.flatMap((points, k) => [theirs[k].length, volumeOf(points, theirs[k])]),
      },
      {
        name: 'polyhedronFromVertices',
        run: () => bodies.forEach((points, k) => (ours[k] = polyhedronFromVertices(points))),
        results: () => ours.flatMap(({ faceCount, volume }) => [faceCount, volume]),
        tolerance: 1e-11,
      },
    ],
  });
}

for (const cuts of [14, 60]) {
  const given = Array.from({ length: 20 }, () => randomPolyhedron(random, { cuts }));
  const lists = given.map((rock) => {
    const faces = loopsOf(rock);
    const triangles = faces.flatMap((face) => face.slice(2).flatMap((v, k) => [face[0], face[k + 1], v]));
    return { ...rock, faces, triangles };
  });
  const variant = (name: string, build: (k: number) => ConvexPolyhedron) => {
    const built: ConvexPolyhedron[] = [];
    return {
      name,
      run: () => lists.forEach((_, k) => (built[k] = build(k))),
      results: () => built.flatMap(({ vertexCount, faceCount, volume }) => [vertexCount, faceCount, volume]),
      tolerance: 1e-11,
    };
  };
  bench.measure({
    name: `rocks of ${6 + cuts} planes`,
    operations: lists.length,
    variants: [
      variant('polyhedronFromVertices', (k) => polyhedronFromVertices(lists[k].vertices)),
      variant('polyhedronFromHalfSpaces', (k) => polyhedronFromHalfSpaces(lists[k].normals, lists[k].offsets)),
      variant('polyhedronFromFaces', (k) => polyhedronFromFaces(lists[k].vertices, lists[k].faces)),
      variant('polyhedronFromTriangles', (k) => polyhedronFromTriangles(lists[k].vertices, lists[k].triangles)),
    ],
  });
}
bench.save();
