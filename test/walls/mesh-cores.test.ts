/**
 * Rods and plates on mesh walls. Judges: the plane wall on flat meshes; the exact method for closed convex meshes; and
 * on any mesh the least distance over all triangles, by brute force.
 */
import { describe, expect, test } from 'vitest';
import { addBody, addClump, createBodySet, createClump, createClumpSet, createDetector, placeClumps } from '../../src';
import { exactMethod } from '../../src/common-plane';
import { ContactKind, createContact, createDetectOptions, createState, Status, type Contact } from '../../src/contact';
import { createRandom, plateCore, segmentCore, type ConvexPolyhedron } from '../../src/polyhedron';
import { applyWallRounding, meshWall, planeWall, planeWallContact, wallBand, type MeshWall } from '../../src/walls';
import { createDynamics, stepDynamics, timeStepFor } from '../../sim/dynamics/dynamics';
import type { Pose } from '../../src/body';
import { createMeshContacts, createTriangleList, meshWallContacts } from '../../src/walls';
import { fromAxisAngle, multiply, poseOf, type Quaternion } from '../arbitraries/quaternion';
import { exhaustiveDistance } from '../oracles/exhaustive-distance';
import { transform, type Solid } from '../oracles/solid';
import { cross, dot, length, sub, vec, type Vec } from '../oracles/vector';
import { FAMILIES, randomPair } from '../rounded-cores/core-pairs';
import { sweep } from '../sweep';
import { surfaceOf } from './surface-of';
import { contactsOf, floorMesh } from './wall-helpers';

type Random = () => number;
const flatRod = segmentCore([-0.5, 0, 0, 0.5, 0, 0]);
const square = plateCore([-0.4, -0.4, 0, 0.4, -0.4, 0, 0.4, 0.4, 0, -0.4, 0.4, 0]);
const triangle = plateCore([-0.5, -0.3, 0, 0.5, -0.2, 0, 0.1, 0.5, 0]);
const cores = [flatRod, square, triangle];

/** Pose of the mesh in the frame of a body at `at` with orientation q. */
function poseFor(q: Quaternion, at: Vec): Pose {
  const r = poseOf(q, [0, 0, 0]);
  const out = r.slice() as Pose;
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = r[3 * k + i];
  for (let i = 0; i < 3; i++) out[9 + i] = -(out[3 * i] * at[0] + out[3 * i + 1] * at[1] + out[3 * i + 2] * at[2]);
  return out;
}

function randomTurn(random: Random): Quaternion {
  const q = [0, 1, 2, 3].map(() => random() - 0.5);
  const size = Math.hypot(...q);
  return q.map((x) => x / size) as unknown as Quaternion;
}

function meet(shape: ConvexPolyhedron, mesh: MeshWall, pose: Pose, radius: number, margin = 0): Contact[] {
  const options = { ...createDetectOptions(), rounding: radius, margin: radius + margin };
  return contactsOf(shape, mesh, pose, options).map((c) => applyWallRounding(c, radius, wallBand(shape, mesh.tolerance)));
}

/** Rows of points, sorted by their places. */
function sortedPoints(c: Contact, digits: number): number[][] {
  const rows = Array.from({ length: c.count }, (_, k) => [...c.points.slice(3 * k, 3 * k + 3), c.gaps[k], c.shares[k], c.features[2 * k]]);
  const key = (x: number[]): number[] => x.slice(0, 3).map((y) => Math.round(y * 10 ** digits));
  return rows.sort((a, b) => key(a).reduce((s, x, i) => (s !== 0 ? s : x - key(b)[i]), 0));
}

function asSolid(points: readonly Vec[]): Solid {
  const edges = points.map((_, k): [number, number] => [k, (k + 1) % points.length]);
  return { vertices: points, faces: points.length > 2 ? [points.map((_, k) => k)] : [], edges: points.length > 2 ? edges : [[0, 1]] };
}

/** The outline of a core in its own frame. */
function outlineOf(shape: ConvexPolyhedron): Vec[] {
  if (shape.dimension === 1) return [vec(shape.vertices, 0), vec(shape.vertices, 3)];
  const out: Vec[] = [];
  let h = shape.faceHalfEdge[0];
  do {
    out.push(vec(shape.vertices, 3 * shape.halfEdgeOrigin[h]));
    h = shape.halfEdgeNext[h];
  } while (h !== shape.faceHalfEdge[0]);
  return out;
}

/** Whether the segment p q passes through a convex polygon. */
function pierces(p: Vec, q: Vec, polygon: readonly Vec[]): boolean {
  const n = cross(sub(polygon[1], polygon[0]), sub(polygon[2], polygon[0]));
  const [h, k] = [dot(n, sub(p, polygon[0])), dot(n, sub(q, polygon[0]))];
  if (h > 0 === k > 0) return false;
  const t = h / (h - k);
  const x: Vec = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])];
  return polygon.every((a, i) => dot(n, cross(sub(polygon[(i + 1) % polygon.length], a), sub(x, a))) >= 0);
}

/** Distance of a core from the nearest triangle, 0 where they cross: all features of all triangles. */
function bruteDistance(shape: ConvexPolyhedron, mesh: MeshWall, pose: Pose): number {
  const core = outlineOf(shape);
  let least = Infinity;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const corners = [0, 1, 2].map((k) => transform(pose, vec(mesh.vertices, 3 * mesh.triangles[3 * t + k])));
    const size = Math.max(...corners.map((x, k) => length(sub(x, corners[(k + 1) % 3]))));
    if (length(corners[0]) - size - shape.radius > least) continue;
    const sides = (p: readonly Vec[]): [Vec, Vec][] => p.map((x, k) => [x, p[(k + 1) % p.length]]);
    const crosses =
      sides(core).some(([p, q]) => pierces(p, q, corners)) || (core.length > 2 && sides(corners).some(([p, q]) => pierces(p, q, core)));
    least = Math.min(least, crosses ? 0 : exhaustiveDistance(asSolid(core), asSolid(corners)).distance);
  }
  return least;
}

describe('a flat floor of random triangles is the plane wall', () => {
  const poses: Record<string, (random: Random) => [Quaternion, number]> = {
    // Along lines and diagonals of the grid.
    lying: (random) => [fromAxisAngle([0, 0, 1], (Math.floor(8 * random()) * Math.PI) / 4), 0.0999],
    turned: (random) => [fromAxisAngle([0, 0, 1], 6 * random()), 0.05 + 0.05 * random()],
    'nearly flat': (random) => [
      multiply(fromAxisAngle([0.6, 0.8, 0], 10 ** (-14 * random()) / 3), fromAxisAngle([0, 0, 1], 6 * random())),
      0.05 + 0.05 * random(),
    ],
    upright: (random) => [
      multiply(fromAxisAngle([0, 0, 1], 6 * random()), fromAxisAngle(random() < 0.5 ? [1, 0, 0] : [0, 1, 0], Math.PI / 2)),
      0.3 + 0.3 * random(),
    ],
    'first touch': (random) => [fromAxisAngle([0, 0, 1], 6 * random()), 0.1],
    random: (random) => [randomTurn(random), 0.7 * random()],
    crossing: (random) => [randomTurn(random), 0.2 * random()],
  };
  test.each(Object.keys(poses))('%s', (family) => {
    const random = createRandom(family.length);
    // The whole body is in the zone.
    const isLevel = family === 'lying' || family === 'turned' || family === 'first touch';
    let met = 0;
    for (let round = 0; round < sweep(120, 50); round++) {
      const size = [1, 1e-6, 1e4][round % 3];
      const n = 3 + (round % 14);
      const { vertices, triangles } = floorMesh(
        n,
        3,
        () => (round % 2 === 0 ? 0 : (random() - 0.5) * 0.4),
        () => random() < 0.5,
      );
      const mesh = meshWall(
        vertices.map((x) => x * size),
        triangles,
      );
      const shape = cores[Math.floor(random() * cores.length)];
      const scaled =
        shape.dimension === 1 ? segmentCore(shape.vertices.map((x) => x * size)) : plateCore(shape.vertices.map((x) => x * size));
      const [q, height] = poses[family](random);
      const snap = (x: number): number => (round % 4 < 2 ? x : Math.round(x * n) / n);
      const at: Vec = [snap(2 * random() - 1) * size, snap(2 * random() - 1) * size, height * size];
      const pose = poseFor(q, at);
      const radius = 0.1 * size;
      const plane = createContact(64);
      // The plane in the body's frame.
      const normal = [0, 1, 2].map((i) => pose[3 * i + 2]);
      const offset = normal.reduce((sum, x, i) => sum + x * pose[9 + i], 0);
      const options = { ...createDetectOptions(), rounding: radius, margin: radius + 0.02 * size };
      planeWallContact(plane, scaled, Float64Array.from([...normal, offset]), options);
      applyWallRounding(plane, radius, wallBand(scaled));
      const contacts = meet(scaled, mesh, pose, radius, 0.02 * size);
      expect(contacts.length).toBe(plane.count > 0 ? 1 : 0);
      if (plane.count === 0) continue;
      met++;
      const [c] = contacts;
      expect(c.gap / size).toBeCloseTo(plane.gap / size, 13);
      for (let k = 0; k < 3; k++) expect(c.normal[k]).toBeCloseTo(plane.normal[k], 13);
      expect(c.count).toBe(plane.count);
      // At tilts of rounding, what is level is a matter of rounding.
      if (family !== 'nearly flat') expect(c.kind).toBe(plane.kind);
      expect(c.area / size ** 2).toBeCloseTo(plane.area / size ** 2, 12);
      expect(c.volume / size ** 3).toBeCloseTo(plane.volume / size ** 3, 12);
      // Apart, the centre is the deepest point, and several may be as deep.
      if (c.gap < -1e-9 * size) for (let k = 0; k < 3; k++) expect(c.centre[k] / size).toBeCloseTo(plane.centre[k] / size, 10);
      const [found, expected] = [sortedPoints(c, 9 - Math.log10(size)), sortedPoints(plane, 9 - Math.log10(size))];
      for (let k = 0; k < c.count; k++) {
        for (let i = 0; i < 4; i++) expect(found[k][i] / size).toBeCloseTo(expected[k][i] / size, 12);
        if (isLevel) expect(found[k][4] / size ** 2).toBeCloseTo(expected[k][4] / size ** 2, 10);
        expect(found[k][5]).toBe(expected[k][5]);
      }
    }
    expect(met).toBeGreaterThan(sweep(20, 8));
  });
});

describe('a closed convex mesh is the solid', () => {
  test.each(FAMILIES)('%s', (family) => {
    const random = createRandom(family.length + 40);
    const state = createState(exactMethod);
    let met = 0;
    let crossing = 0;
    for (let round = 0; round < sweep(120, 50); round++) {
      const { a, b, pose } = randomPair(random, family === 'needle' ? 'random' : family, [1 + (round % 2), 3]);
      const mesh = surfaceOf(b);
      const radius = (0.02 + 0.5 * random()) * a.radius;
      const expected = createContact(400);
      state.floats.fill(0);
      exactMethod.detect(expected, a, b, pose, state, { ...createDetectOptions(), margin: radius, rounding: radius });
      const contacts = meet(a, mesh, pose, radius);
      const size = a.radius + b.radius;
      const gap = expected.gap - radius;
      if (Math.abs(gap) < 1e-9 * size) continue;
      expect(contacts.length).toBe(gap < 0 ? 1 : 0);
      if (gap > 0) continue;
      met++;
      if (expected.gap < -1e-3 * size) crossing++;
      const [c] = contacts;
      expect(c.status).toBe(Status.Overlapping);
      expect(Math.abs(c.gap - gap) / size).toBeLessThan(1e-9);
      if (expected.gap > 1e-6 * size) for (let k = 0; k < 3; k++) expect(c.normal[k]).toBeCloseTo(expected.normal[k], 6);
    }
    if (family !== 'far') expect(met).toBeGreaterThan(sweep(20, 8));
    if (family === 'through' || family === 'inside') expect(crossing).toBeGreaterThan(sweep(20, 8));
  });
});

test('rough ground: the least gap is the distance from the nearest triangle, to a tenth of the depth', () => {
  const random = createRandom(77);
  let met = 0;
  let several = 0;
  let missed = 0;
  for (let round = 0; round < sweep(48, 20); round++) {
    const { vertices, triangles } = floorMesh(
      8,
      2,
      () => (random() - 0.5) * 0.4,
      () => random() < 0.5,
    );
    for (let v = 2; v < vertices.length; v += 3) vertices[v] = random() * 0.3;
    const mesh = meshWall(vertices, triangles);
    for (let k = 0; k < 8; k++) {
      const shape = cores[k % 3];
      const pose = poseFor(randomTurn(random), [2 * random() - 1, 2 * random() - 1, 0.3 + 0.6 * random()]);
      const radius = 0.05 + 0.2 * random();
      const least = bruteDistance(shape, mesh, pose);
      const contacts = meet(shape, mesh, pose, radius);
      if (least === 0) continue;
      const depth = radius - least;
      if (depth <= 0) {
        expect(contacts.length).toBe(0);
        continue;
      }
      met++;
      if (contacts.length > 1) several++;
      const gap = Math.min(...contacts.map((c) => c.gap));
      expect(gap).toBeGreaterThan(-depth - 1e-12);
      expect(gap).toBeLessThan(-0.9 * depth + 1e-12);
      for (const c of contacts) {
        expect(c.count).toBeGreaterThan(0);
        // The deepest place is a point, except where another contact has a part of the surface.
        const deepest = Math.min(...c.gaps.slice(0, c.count));
        expect(deepest).toBeGreaterThan(c.gap - 1e-12);
        if (deepest > c.gap + 1e-12) missed++;
      }
    }
  }
  expect(met).toBeGreaterThan(sweep(60, 25));
  expect(several).toBeGreaterThan(sweep(10, 4));
  expect(missed).toBeLessThan(0.05 * met);
});

describe('by hand', () => {
  const table = meshWall([0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0], [0, 1, 2, 0, 2, 3]);
  const none: Quaternion = [0, 0, 0, 1];

  test('a rod that juts out over the rim of a table: its end and the crossing', () => {
    const [c, ...more] = meet(flatRod, table, poseFor(none, [0.2, 1, 0.09]), 0.1);
    expect(more.length).toBe(0);
    expect(c.count).toBe(2);
    expect(sortedPoints(c, 9).map((p) => p[0])).toEqual([expect.closeTo(-0.2, 12), 0.5]);
    expect(c.kind).toBe(ContactKind.EdgeFace);
    expect([...c.gaps.slice(0, 2)]).toEqual([expect.closeTo(-0.01, 12), expect.closeTo(-0.01, 12)]);
    expect(c.centre[0]).toBeCloseTo(0.15, 12);
  });

  test('a rod and a plate beside the rim: the distance from its edge', () => {
    for (const shape of [flatRod, square]) {
      const x = shape === flatRod ? -0.56 : -0.46;
      const [c, ...more] = meet(shape, table, poseFor(none, [x, 1, 0.08]), 0.101);
      expect(more.length).toBe(0);
      expect(c.gap).toBeCloseTo(-0.001, 12);
      expect(c.normal[0]).toBeCloseTo(0.6, 12);
    }
  });

  test('a rod in the corner of a floor and a wall: a contact with each', () => {
    const corner = meshWall([0, -2, 0, 2, -2, 0, 2, 2, 0, 0, 2, 0, 0, -2, 2, 0, 2, 2], [0, 1, 2, 0, 2, 3, 0, 3, 5, 0, 5, 4]);
    const found = meet(flatRod, corner, poseFor(fromAxisAngle([0, 0, 1], Math.PI / 2), [0.09, 0.1, 0.08]), 0.1);
    expect(found.map((c) => [c.count, c.gap]).sort()).toEqual([
      [2, expect.closeTo(-0.01, 12)],
      [2, expect.closeTo(-0.02, 12)],
    ]);
  });

  test('a long edge along short ones (T-junctions) makes no contact of its own', () => {
    const mesh = meshWall([-1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0], [0, 1, 2, 0, 4, 3, 3, 4, 1]);
    for (const y of [-1e-3, 0, 1e-17, 1e-3, 0.1]) {
      for (const x of [-0.3, 0, 0.2]) {
        const found = meet(flatRod, mesh, poseFor(none, [x, y, 0.09]), 0.1);
        expect(found.map((c) => [c.count, c.normal[2]])).toEqual([[2, -1]]);
      }
    }
  });

  test('a rod over a dome of many facets: one point', () => {
    const n = 24;
    const { vertices, triangles } = floorMesh(
      n,
      1,
      () => 0,
      (k) => k % 2 === 0,
    );
    for (let v = 0; v < vertices.length; v += 3) vertices[v + 2] = -0.1 * (vertices[v] ** 2 + vertices[v + 1] ** 2);
    const dome = meshWall(vertices, triangles);
    for (const angle of [0, 0.3, Math.PI / 4, 1]) {
      const [c, ...more] = meet(flatRod, dome, poseFor(fromAxisAngle([0, 0, 1], angle), [0.01, 0.02, 0.098]), 0.1);
      expect(more.length).toBe(0);
      expect(c.count).toBe(1);
      expect(c.gap).toBeCloseTo(-0.002, 3);
      expect(Math.hypot(c.points[0], c.points[1])).toBeLessThan(0.1);
    }
  });

  test('a rod along a ridge: two points, one contact; across it: one point', () => {
    const ridge = meshWall([0, -2, 0, 0, 2, 0, 1, -2, -0.5, 1, 2, -0.5, -1, -2, -0.5, -1, 2, -0.5], [0, 2, 3, 0, 3, 1, 0, 1, 5, 0, 5, 4]);
    const [along, ...more] = meet(flatRod, ridge, poseFor(fromAxisAngle([0, 0, 1], Math.PI / 2), [0, 0.1, 0.09]), 0.1);
    expect([more.length, along.count, along.kind]).toEqual([0, 2, ContactKind.ParallelEdges]);
    expect(along.gap).toBeCloseTo(-0.01, 12);
    const [across, ...others] = meet(flatRod, ridge, poseFor(none, [0.1, 0.1, 0.09]), 0.1);
    expect([others.length, across.count, across.kind]).toEqual([0, 1, ContactKind.EdgeEdge]);
    expect(across.gap).toBeCloseTo(-0.01, 12);
  });

  test('a rod on two rails: both, and nothing between', () => {
    const rail = (x: number): number[] => [x, -1, 0, x, 1, 0, x + 0.1, -1, -0.2, x + 0.1, 1, -0.2, x - 0.1, -1, -0.2, x - 0.1, 1, -0.2];
    const sides = [0, 2, 3, 0, 3, 1, 0, 1, 5, 0, 5, 4];
    const rails = meshWall([...rail(-0.3), ...rail(0.3)], [...sides, ...sides.map((v) => v + 6)]);
    const found = meet(flatRod, rails, poseFor(none, [0, 0, 0.09]), 0.1);
    const places = found.flatMap((c) => sortedPoints(c, 9).map((p) => p[0])).sort((a, b) => a - b);
    expect(places).toEqual([expect.closeTo(-0.3, 9), expect.closeTo(0.3, 9)]);
  });

  test('a rod and a plate on the upright rim of a sheet', () => {
    const sheet = meshWall([0, -2, 0, 0, 2, 0, 0, 2, -1, 0, -2, -1], [0, 1, 2, 0, 2, 3], { twoSided: true });
    for (const [shape, count] of [
      [flatRod, 1],
      [square, 2],
    ] as const) {
      const [c, ...more] = meet(shape, sheet, poseFor(none, [0.1, 0, 0.09]), 0.1);
      expect([more.length, c.count]).toEqual([0, count]);
      expect(c.gap).toBeCloseTo(-0.01, 12);
      expect(c.normal[2]).toBeCloseTo(-1, 12);
    }
    const [along, ...others] = meet(flatRod, sheet, poseFor(fromAxisAngle([0, 0, 1], Math.PI / 2), [0, 0, 0.09]), 0.1);
    expect([others.length, along.count]).toEqual([0, 2]);
  });
});

test('the order of the triangles and what was asked before change nothing', () => {
  const random = createRandom(5);
  const { vertices, triangles } = floorMesh(
    10,
    2,
    () => (random() - 0.5) * 0.4,
    () => random() < 0.5,
  );
  for (let v = 2; v < vertices.length; v += 3) vertices[v] = random() * 0.1;
  const mesh = meshWall(vertices, triangles);
  const near = createTriangleList();
  const ask = (shape: ConvexPolyhedron, pose: Pose): string => {
    const found = createMeshContacts(shape, 16);
    const count = meshWallContacts(found, shape, mesh, near, pose, { ...createDetectOptions(), rounding: 0.1, margin: 0.1 });
    return JSON.stringify(found.slice(0, count), (_, x: unknown) => (ArrayBuffer.isView(x) ? [...(x as Float64Array)] : x));
  };
  const scenes = Array.from(
    { length: 60 },
    (_, k) => [cores[k % 3], poseFor(randomTurn(random), [random(), random(), 0.2 + 0.3 * random()])] as const,
  );
  const first = scenes.map(([shape, pose]) => ask(shape, pose));
  expect([...scenes].reverse().map(([shape, pose]) => ask(shape, pose))).toEqual([...first].reverse());
  expect(first.filter((x) => x !== '[]').length).toBeGreaterThan(20);
});

test('a rod and a plate slide over triangles as over a plane', () => {
  const random = createRandom(8);
  const { vertices, triangles } = floorMesh(
    24,
    3,
    () => (random() - 0.5) * 0.4,
    () => random() < 0.5,
  );
  const slippery = { density: 1, normalStiffness: 1e4, shearStiffness: 1e4, friction: 0, restitution: 0.5 };
  for (const shape of [flatRod, square]) {
    const ends = [meshWall(vertices, triangles), planeWall([0, 0, 1], 0)].map((floor) => {
      const bodies = createBodySet();
      addBody(bodies, { shape, rounding: 0.1, position: [-1.5, 0.03, 0.1], orientation: fromAxisAngle([0, 0, 1], 0.3) });
      const dynamics = createDynamics(bodies, slippery, { gravity: [0, 0, -9.81], walls: 1 });
      dynamics.velocities.set([2, 0.1, 0]);
      const detector = createDetector({ bodies, method: exactMethod, walls: [floor] });
      const dt = timeStepFor(dynamics);
      for (let step = 0; step * dt < sweep(0.25, 0.08); step++) {
        stepDynamics(dynamics, dt, () => detector.update());
        expect(detector.contacts.count).toBeLessThanOrEqual(1);
      }
      expect(dynamics.velocities[0]).toBeCloseTo(2, 9);
      return [...bodies.positions, ...bodies.orientations];
    });
    for (let k = 0; k < 7; k++) expect(ends[0][k]).toBeCloseTo(ends[1][k], 8);
  }
});

test('parts of a clump and the filter of seams: on a flat mesh as on the plane', () => {
  const floor = meshWall([-9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9, 0], [0, 1, 2, 0, 2, 3]);
  const parts = [flatRod, square].map((shape, k) => ({ shape, rounding: 0.1, position: [2 * k, 0, 0] as [number, number, number] }));
  const clump = createClump(parts);
  const lists = [floor, planeWall([0, 0, 1], 0)].map((wall) => {
    const bodies = createBodySet();
    const clumps = createClumpSet(bodies);
    addClump(clumps, { clump, position: [clump.origin[0], clump.origin[1], 0.09 + clump.origin[2]] });
    placeClumps(clumps);
    const list = createDetector({ bodies, method: exactMethod, walls: [wall], seams: {} }).update();
    return Array.from({ length: list.count }, (_, c) => [list.bodyA[c], list.pointStart[c + 1], list.gaps[c], list.areas[c]]);
  });
  expect(lists[0].length).toBe(2);
  lists[0].forEach((row, c) => row.forEach((x, k) => expect(x).toBeCloseTo(lists[1][c][k], 12)));
});
