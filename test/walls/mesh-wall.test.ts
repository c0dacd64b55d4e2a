import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { ContactKind, createContact, createDetectOptions, edgeFeature, Status, vertexFeature } from '../../src/contact';
import { InputError } from '../../src/math/input-error';
import { box, createRandom, polyhedronFromVertices } from '../../src/polyhedron';
import { createWallPartList, meshWall, meshWallContact, meshWallTriangles, WallEdge, type MeshWall } from '../../src/walls';
import { fromAxisAngle, poseOf, rotation } from '../arbitraries/quaternion';
import { anyShape, grid } from '../arbitraries/shapes';
import { runs } from '../arbitraries/settings';
import { contactsOf, floorMesh, pointsOf, type WallPoint } from './wall-helpers';

const options = createDetectOptions();
const at = (x: number, y: number, z: number, axis: [number, number, number] = [0, 0, 1], angle = 0): Pose =>
  poseOf(fromAxisAngle(axis, angle), [x, y, z]);
const rounded = (points: WallPoint[]): string[] =>
  points
    .map((p) =>
      [p.body, p.gap.toFixed(9), ...p.normal.map((c) => (c + 0).toFixed(6)), ...p.point.map((c) => c.toFixed(8))]
        .join(' ')
        .replaceAll('-0.000000 ', '0.000000 '),
    )
    .sort();

const SQUARE = [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0];
const TABLE = meshWall(SQUARE, [0, 1, 2, 0, 2, 3]);
/** A ridge along y at the origin, its sides falling at 45 degrees. */
const ROOF = meshWall([-1, -2, -1, 1, -2, -1, 0, -2, 0, -1, 2, -1, 1, 2, -1, 0, 2, 0], [0, 2, 5, 0, 5, 3, 1, 4, 5, 1, 5, 2]);
const PYRAMID = meshWall([0, 0, 0, -1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1], [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1]);
const ROOM = meshWall(
  [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 2, 0, 2],
  [0, 1, 2, 0, 2, 3, 0, 3, 5, 0, 5, 4, 0, 4, 6, 0, 6, 1],
);

describe('meshWall', () => {
  test('finds how edges bend and which vertices stick out', () => {
    const kinds = (mesh: MeshWall, kind: number): number => mesh.edgeKinds.filter((k) => k === kind).length;
    expect([0, 1, 2, 3].map((k) => kinds(TABLE, k))).toEqual([4, 1, 0, 0]);
    expect([...TABLE.isPeak]).toEqual([1, 1, 1, 1]);
    expect([0, 1, 2, 3].map((k) => kinds(ROOF, k))).toEqual([6, 2, 1, 0]);
    expect([0, 1, 2, 3].map((k) => kinds(PYRAMID, k))).toEqual([4, 0, 4, 0]);
    expect([...PYRAMID.isPeak]).toEqual([1, 1, 1, 1, 1]);
    expect([0, 1, 2, 3].map((k) => kinds(ROOM, k))).toEqual([6, 3, 0, 3]);
    expect(ROOM.isPeak[0]).toBe(0);
    const floor = floorMesh(
      6,
      1,
      () => 0.2,
      (k) => k % 2 === 0,
    );
    const mesh = meshWall(floor.vertices, floor.triangles);
    expect(mesh.isPeak.reduce((sum, p) => sum + p, 0)).toBe(4);
    expect(kinds(mesh, WallEdge.Border)).toBe(24);
    expect(kinds(mesh, WallEdge.Convex) + kinds(mesh, WallEdge.Concave)).toBe(0);
  });

  test('welds triangles that share no numbers', () => {
    const soup = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1e-17, 0, 1, 0];
    const mesh = meshWall(soup);
    expect([mesh.vertexCount, mesh.edgeCount, new Set(mesh.flatPart).size]).toEqual([4, 5, 1]);
  });

  test('says what is wrong, and where', () => {
    const fault = (vertices: number[], triangles: number[], more = {}): [string, number] | null => {
      try {
        meshWall(vertices, triangles, more);
      } catch (error) {
        if (error instanceof InputError) return [error.code, error.index];
      }
      return null;
    };
    expect(fault([...SQUARE.slice(0, 11), Number.NaN], [0, 1, 2])).toEqual(['not-finite', 3]);
    expect(fault(SQUARE, [0, 1, 2, 0, 2, 4])).toEqual(['bad-index', 1]);
    expect(fault(SQUARE, [0, 1, 2, 0, 2, 1.5])).toEqual(['bad-index', 1]);
    expect(fault(SQUARE, [0, 1, 2, 0])).toEqual(['bad-length', -1]);
    expect(fault(SQUARE, [])).toEqual(['bad-length', -1]);
    expect(fault(SQUARE, [0, 1, 2, 0, 2, 2])).toEqual(['degenerate-face', 1]);
    expect(fault([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2])).toEqual(['degenerate-face', 0]);
    expect(fault(SQUARE, [0, 1, 2, 0, 3, 2])).toEqual(['wrong-winding', 1]);
    expect(fault([...SQUARE, 1, 1, 1], [0, 1, 2, 0, 2, 3, 2, 0, 4])).toEqual(['non-manifold', 2]);
    expect(fault(SQUARE, [0, 1, 2], { position: [0, 0] })).toEqual(['bad-length', -1]);
    expect(fault(SQUARE, [0, 1, 2], { position: [0, 0, Infinity] })).toEqual(['not-finite', 2]);
    expect(fault(SQUARE, [0, 1, 2], { orientation: [0, 0, 0, 2] })).toEqual(['not-unit', -1]);
  });

  test('parts near a sphere: those of a search of all boxes, ascending', () => {
    const random = createRandom(5);
    const vertices = Array.from({ length: 9 * 60 }, (_, k) => (k % 9 < 3 ? 10 * random() : 0)).map(
      (_, k, all) => all[9 * Math.floor(k / 9) + (k % 3)] + random(),
    );
    const mesh = meshWall(vertices);
    const list = createWallPartList(1);
    for (let round = 0; round < 50; round++) {
      const centre = Float64Array.from({ length: 3 }, () => 10 * random());
      const reach = 3 * random();
      meshWallTriangles(list, mesh, centre, reach);
      const found = [...list.parts.slice(0, list.count)];
      expect(found).toEqual([...found].sort((a, b) => a - b));
      const expected = Array.from({ length: mesh.triangleCount }, (_, t) => t).filter((t) => {
        let square = 0;
        for (let k = 0; k < 3; k++) {
          const xs = [0, 1, 2].map((c) => mesh.vertices[3 * mesh.triangles[3 * t + c] + k]);
          square += Math.max(Math.min(...xs) - centre[k], centre[k] - Math.max(...xs), 0) ** 2;
        }
        return square <= reach * reach;
      });
      expect(found.filter((p) => p < mesh.triangleCount)).toEqual(expected);
    }
    expect(meshWallTriangles(list, mesh, new Float64Array(3).fill(Number.NaN), 1).count).toBe(0);
  });
});

describe('meshWallContact', () => {
  const cube = box(1, 1, 1);

  test('a box that juts out over a border rests on it', () => {
    const points = pointsOf(contactsOf(cube, TABLE, at(-0.2, -1, -0.49)));
    expect(points.map((p) => p.point.map((x) => +x.toFixed(12)))).toEqual(
      expect.arrayContaining([
        [0.5, -0.5, -0.49],
        [0.5, 0.5, -0.49],
        [-0.2, -0.5, -0.49],
        [-0.2, 0.5, -0.49],
      ]),
    );
    expect(points).toHaveLength(4);
    for (const p of points) {
      expect(p.normal).toEqual([0, 0, -1]);
      expect(p.gap).toBeCloseTo(-0.01, 14);
    }
  });

  test('a box that covers a table rests on its four corners', () => {
    const small = meshWall(
      SQUARE.map((x) => x / 10),
      [0, 1, 2, 0, 2, 3],
    );
    const points = pointsOf(contactsOf(cube, small, at(-0.1, -0.1, -0.49)));
    expect(points.map((p) => p.wall).sort((a, b) => a - b)).toEqual([0, 1, 2, 3].map(vertexFeature));
  });

  test('a face on a ridge: two points, the normal of the face; askew along it: one crossing', () => {
    const [flush, ...none] = contactsOf(cube, ROOF, at(0, 0, -0.49));
    expect(none).toEqual([]);
    expect([flush.kind, flush.count, ...flush.normal]).toEqual([ContactKind.EdgeFace, 2, 0, 0, -1]);
    expect(flush.gap).toBeCloseTo(-0.01, 14);
    for (const angle of [1e-3, -1e-3, 0.1]) {
      const [askew, ...more] = contactsOf(cube, ROOF, at(0, 0, -0.49, [1, 0, 0], angle));
      expect(more).toEqual([]);
      expect([askew.kind, askew.count]).toEqual(Math.abs(angle) < 0.01 ? [ContactKind.EdgeFace, 2] : [ContactKind.EdgeEdge, 1]);
      expect(askew.normal[0]).toBeCloseTo(0, 14);
      expect(Math.abs(askew.normal[1])).toBeCloseTo(Math.abs(Math.sin(angle)), 12);
    }
  });

  test('a straight ridge or border of many edges has the points of one', () => {
    const vertices: number[] = [];
    const triangles: number[] = [];
    const n = 20;
    for (let j = 0; j <= n; j++) vertices.push(-1, -2 + (4 * j) / n, -1, 0, -2 + (4 * j) / n, 0, 1, -2 + (4 * j) / n, -1);
    for (let j = 0; j < n; j++) {
      const a = 3 * j;
      triangles.push(a, a + 1, a + 4, a, a + 4, a + 3, a + 1, a + 2, a + 5, a + 1, a + 5, a + 4);
    }
    const fine = meshWall(vertices, triangles);
    for (const y of [0, 0.1, 0.05, 1 / 3, 0.3]) {
      for (const angle of [0, 0.2]) {
        const coarse = pointsOf(contactsOf(cube, ROOF, at(0, y, -0.49, [0, 0, 1], angle)));
        expect(coarse).toHaveLength(2);
        expect(rounded(pointsOf(contactsOf(cube, fine, at(0, y, -0.49, [0, 0, 1], angle))))).toEqual(rounded(coarse));
      }
    }
    const floor = floorMesh(
      20,
      1,
      () => 0,
      () => true,
    );
    const wide = meshWall(floor.vertices, floor.triangles);
    for (const y of [0, 0.05, 0.1, 0.123]) expect(pointsOf(contactsOf(box(0.5, 0.5, 0.5), wide, at(1, y, -0.24))).length).toBe(4);
  });

  test('a tip in a face, and beside an edge while apart', () => {
    for (const angle of [0, 0.05, 0.4]) {
      const [contact, ...none] = contactsOf(cube, PYRAMID, at(0.1, 0, -0.49, [1, 2, 0], angle));
      expect(none).toEqual([]);
      expect([contact.kind, contact.count, contact.features[1], ...contact.normal]).toEqual([ContactKind.VertexFace, 1, 0, 0, 0, -1]);
      expect(contact.gap).toBeCloseTo(-0.01, 14);
    }
    const [apart] = contactsOf(cube, PYRAMID, at(0.1, 0, -0.51), { ...options, margin: 0.02 });
    expect([apart.status, apart.kind]).toEqual([Status.Separated, ContactKind.VertexFace]);
    const [edge, ...more] = contactsOf(cube, PYRAMID, at(0.503, 0, -0.504), { ...options, margin: 0.02 });
    expect(more).toEqual([]);
    expect(edge.kind).toBe(ContactKind.VertexEdge);
    expect(edge.gap).toBeCloseTo(0.005, 12);
  });

  test('in the corner of a room floor and walls answer, each with its own normal and four corners', () => {
    const points = pointsOf(contactsOf(cube, ROOM, at(-0.49, -0.495, -0.499)));
    expect(points).toHaveLength(12);
    for (let k = 0; k < 3; k++) {
      const mine = points.filter((p) => p.normal[k] === -1);
      expect(mine).toHaveLength(4);
      expect(new Set(mine.map((p) => p.body)).size).toBe(4);
      for (const p of mine) expect(p.gap).toBeCloseTo([-0.01, -0.005, -0.001][k], 14);
    }
    // A corner pushed through all three at once lies over none of them.
    expect(points.filter((p) => p.body === 0)).toHaveLength(3);
  });

  test('a shallow valley: each face has its own corners', () => {
    const valley = meshWall([-2, -2, 0.2, 0, -2, 0, 2, -2, 0.2, -2, 2, 0.2, 0, 2, 0, 2, 2, 0.2], [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4]);
    const points = pointsOf(contactsOf(cube, valley, at(0, 0, -0.45)));
    expect(points).toHaveLength(4);
    for (const p of points) expect(p.normal[0] * (p.point[0] > 0 ? 1 : -1)).toBeCloseTo(0.1 / Math.sqrt(1.01), 12);
  });

  test('one-sided: let through from behind', () => {
    for (let z = -0.45; z <= 0.6; z += 0.05) {
      const contacts = contactsOf(cube, TABLE, at(-1, -1, z));
      if (z < -1e-9) expect(pointsOf(contacts)).toHaveLength(4);
      else if (z > 1e-9) expect(contacts).toEqual([]);
    }
  });

  test('beside a solid table no corner is thrown up through its top', () => {
    const solid = meshWall(
      [0, 1].flatMap((z) => [0, 0, -z, 2, 0, -z, 2, 2, -z, 0, 2, -z]),
      [0, 1, 2, 0, 2, 3, 0, 4, 5, 0, 5, 1, 1, 5, 6, 1, 6, 2, 2, 6, 7, 2, 7, 3, 3, 7, 4, 3, 4, 0],
    );
    // Its face x = 0.5 is 0.01 inside the side x = 0; the top is at half its height.
    const points = pointsOf(contactsOf(cube, solid, at(0.49, -1, 0.2)));
    expect(points.length).toBeGreaterThan(0);
    for (const p of points) {
      expect(p.normal.map((x) => +x.toFixed(9))).toEqual([1, 0, 0]);
      expect(p.gap).toBeCloseTo(-0.01, 12);
    }
  });

  test('numbers and first corners of triangles do not matter', () => {
    fc.assert(
      fc.property(
        anyShape(),
        rotation(),
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(0, 0.1, 0.5, -0.3),
        grid(0, 0.05),
        grid(-0.3, 0.3),
        (s, q, seed, rough, depth, x) => {
          const random = createRandom(seed);
          const shape = polyhedronFromVertices(s.points);
          const { vertices, triangles } = floorMesh(
            6,
            4,
            () => (random() - 0.5) / 3,
            () => random() < 0.5,
          );
          // Hills, or one long crease.
          for (let v = 0; v < vertices.length; v += 3)
            vertices[v + 2] = rough < 0 ? rough * Math.abs(vertices[v]) : rough * (random() - 0.5);
          const shuffled = meshShuffle(vertices, triangles, random);
          const one = meshWall(vertices, triangles);
          const other = meshWall(shuffled.vertices, shuffled.triangles);
          const pose = poseOf(q, [0, 0, 0]);
          const up = [pose[2], pose[5], pose[8]];
          let low = Infinity;
          for (let v = 0; v < shape.vertexCount; v++)
            low = Math.min(low, up[0] * shape.vertices[3 * v] + up[1] * shape.vertices[3 * v + 1] + up[2] * shape.vertices[3 * v + 2]);
          for (let k = 0; k < 3; k++) pose[9 + k] = up[k] * (low + depth) + pose[3 * k] * x + pose[3 * k + 1] * 0.1;
          const expected = rounded(pointsOf(contactsOf(shape, one, pose)));
          expect(rounded(pointsOf(contactsOf(shape, other, pose)))).toEqual(expected);
        },
      ),
      runs(200),
    );
  });

  test('the vertices that stick out do not depend on the order of the triangles, however narrow the cone of their normals', () => {
    const random = createRandom(5);
    const peaksOf = ({ vertices, isPeak }: MeshWall): string[] =>
      Array.from(isPeak.keys())
        .filter((v) => isPeak[v] === 1)
        .map((v) => vertices.subarray(3 * v, 3 * v + 3).join(' '))
        .sort();
    let peaks = 0;
    for (let k = 0; k < 600; k++) {
      const { vertices, triangles } = floorMesh(
        6,
        4,
        () => (random() - 0.5) / 3,
        () => random() < 0.5,
      );
      for (let v = 0; v < vertices.length; v += 3) vertices[v + 2] = 0.5 * (random() - 0.5);
      const expected = peaksOf(meshWall(vertices, triangles));
      const shuffled = meshShuffle(vertices, triangles, random);
      expect(peaksOf(meshWall(shuffled.vertices, shuffled.triangles))).toEqual(expected);
      peaks += expected.length;
    }
    expect(peaks).toBeGreaterThan(600);
  });

  test('normals of ridges and tips are those that the surface has there', () => {
    fc.assert(
      fc.property(
        anyShape(),
        rotation(),
        fc.integer({ min: 1, max: 1e6 }),
        grid(0, 0.1),
        fc.constantFrom(0, 0.05),
        (s, q, seed, depth, margin) => {
          const random = createRandom(seed);
          const shape = polyhedronFromVertices(s.points);
          const { vertices, triangles } = floorMesh(
            4,
            4,
            () => (random() - 0.5) / 3,
            () => random() < 0.5,
          );
          for (let v = 0; v < vertices.length; v += 3) vertices[v + 2] = random() - 0.5;
          const mesh = meshWall(vertices, triangles);
          const pose = poseOf(q, [0, 0, 0]);
          const up = [pose[2], pose[5], pose[8]];
          let low = Infinity;
          for (let v = 0; v < shape.vertexCount; v++)
            low = Math.min(low, up[0] * shape.vertices[3 * v] + up[1] * shape.vertices[3 * v + 1] + up[2] * shape.vertices[3 * v + 2]);
          for (let k = 0; k < 3; k++) pose[9 + k] = up[k] * (low + depth);
          for (const contact of contactsOf(shape, mesh, pose, { ...options, margin })) {
            const m = [0, 1, 2].map(
              (k) => -(pose[k] * contact.normal[0] + pose[3 + k] * contact.normal[1] + pose[6 + k] * contact.normal[2]),
            );
            const dot = (t: number): number => m.reduce((sum, c, k) => sum + c * mesh.normals[3 * t + k], 0);
            expect(m.reduce((sum, c) => sum + c * c, 0)).toBeCloseTo(1, 12);
            const index = contact.featureB >> 2;
            if ((contact.featureB & 3) === 2) expect(dot(index)).toBeCloseTo(1, 12);
            if ((contact.featureB & 3) === 1) {
              const [t, u] = mesh.edgeTriangles.slice(2 * index, 2 * index + 2);
              expect(mesh.edgeKinds[index]).not.toBe(WallEdge.Concave);
              if (u >= 0)
                expect(Math.min(dot(t), dot(u))).toBeGreaterThan(
                  [0, 1, 2].reduce((sum, k) => sum + mesh.normals[3 * t + k] * mesh.normals[3 * u + k], 0) - 1e-9,
                );
            }
            expect(contact.gap).toBe(Math.min(...contact.gaps.slice(0, contact.count)));
            for (let k = 0; k < contact.count; k++) expect(contact.gaps[k]).toBeLessThanOrEqual(Math.max(margin, 1e-12));
            for (let k = 0; k < 3; k++) expect(contact.pointB[k]).toBeCloseTo(contact.pointA[k] + contact.gap * contact.normal[k], 11);
          }
        },
      ),
      runs(200),
    );
  });

  test('bad poses and parts are Invalid; a mesh far from its own origin only loses digits', () => {
    const out = createContact(8);
    for (let k = 0; k < 12; k++) {
      for (const bad of [Number.NaN, Infinity]) {
        const pose = createPose();
        pose[k] = bad;
        for (const part of [0, TABLE.triangleCount, TABLE.triangleCount + TABLE.edgeCount]) {
          expect(meshWallContact(out, cube, TABLE, part, pose, options)).toBe(Status.Invalid);
          expect(out.count).toBe(0);
        }
      }
    }
    for (const part of [-1, Number.NaN, 1e9]) expect(meshWallContact(out, cube, TABLE, part, createPose(), options)).toBe(Status.Invalid);
    const far = meshWall(
      SQUARE.map((x) => x + 1e6),
      [0, 1, 2, 0, 2, 3],
    );
    const points = pointsOf(contactsOf(cube, far, at(-1e6 - 1, -1e6 - 1, -1e6 - 0.49)));
    expect(points).toHaveLength(4);
    for (const p of points) expect(Math.abs(p.gap + 0.01)).toBeLessThan(far.tolerance);
  });

  test('an edge that is part of a floor is no part of the wall', () => {
    const out = createContact(8);
    const inner = TABLE.edgeKinds.indexOf(WallEdge.Flat);
    expect(edgeFeature(inner)).toBeGreaterThan(0);
    expect(meshWallContact(out, cube, TABLE, TABLE.triangleCount + inner, at(-1, -1, -0.49), options)).toBe(Status.Separated);
    expect([out.count, out.gap]).toEqual([0, Infinity]);
  });
});

function meshShuffle(vertices: number[], triangles: number[], random: () => number): { vertices: number[]; triangles: number[] } {
  const order = (n: number): number[] => {
    const list = Array.from({ length: n }, (_, k) => k);
    for (let k = n - 1; k > 0; k--) {
      const j = Math.floor(random() * (k + 1));
      [list[k], list[j]] = [list[j], list[k]];
    }
    return list;
  };
  const to = order(vertices.length / 3);
  const moved: number[] = [];
  to.forEach((place, v) => {
    for (let k = 0; k < 3; k++) moved[3 * place + k] = vertices[3 * v + k];
  });
  return {
    vertices: moved,
    triangles: order(triangles.length / 3).flatMap((t) => {
      const turn = Math.floor(3 * random());
      return [0, 1, 2].map((k) => to[triangles[3 * t + ((k + turn) % 3)]]);
    }),
  };
}
