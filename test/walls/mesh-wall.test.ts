import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/math/input-error';
import { box, createRandom } from '../../src/polyhedron';
import { createTriangleList, meshWall, meshWallTriangles, WallEdge, type MeshWall, type MeshWallOptions } from '../../src/walls';
import { trianglesOf } from './surface-of';
import { floorMesh } from './wall-helpers';

const SQUARE = [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0];
const kinds = (mesh: MeshWall): number[] => [0, 1, 2, 3, 4].map((kind) => mesh.edgeKinds.filter((k) => k === kind).length);
const fault = (vertices: number[], triangles: number[], options: MeshWallOptions = {}): [string, number] | null => {
  try {
    meshWall(vertices, triangles, options);
  } catch (error) {
    if (error instanceof InputError) return [error.code, error.index];
    throw error;
  }
  return null;
};

describe('meshWall', () => {
  test('finds how the surface goes on at its edges', () => {
    expect(kinds(meshWall(SQUARE, [0, 1, 2, 0, 2, 3]))).toEqual([4, 1, 0, 0, 0]);
    // A ridge along y, its sides falling at 45 degrees; and a corner of a room.
    const roof = meshWall([-1, -2, -1, 1, -2, -1, 0, -2, 0, -1, 2, -1, 1, 2, -1, 0, 2, 0], [0, 2, 5, 0, 5, 3, 1, 4, 5, 1, 5, 2]);
    expect(kinds(roof)).toEqual([6, 2, 1, 0, 0]);
    const room = meshWall(
      [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 2, 0, 2],
      [0, 1, 2, 0, 2, 3, 0, 3, 5, 0, 5, 4, 0, 4, 6, 0, 6, 1],
    );
    expect(kinds(room)).toEqual([6, 3, 0, 3, 0]);
    expect([room.report.borders, room.report.pieces, room.report.closedPieces]).toEqual([6, 1, 0]);
    const cube = meshWall(box(1, 1, 1).vertices, trianglesOf(box(1, 1, 1)));
    expect(kinds(cube)).toEqual([0, 6, 12, 0, 0]);
    expect([cube.report.pieces, cube.report.closedPieces, ...cube.isSheet]).toEqual([1, 1, ...new Array<number>(12).fill(0)]);
    expect([...cube.isSharpEdge].reduce((sum, s) => sum + s, 0)).toBe(12);
  });

  test('a floor cut at random is one flat part with one normal, and inner edges and vertices are named after it', () => {
    const { vertices, triangles } = floorMesh(
      6,
      1,
      () => 0.2,
      (k) => k % 2 === 0,
    );
    const mesh = meshWall(vertices, triangles);
    expect(new Set(mesh.flatPart)).toEqual(new Set([0]));
    expect(new Set(mesh.partSize)).toEqual(new Set([72]));
    expect(kinds(mesh)).toEqual([24, 96, 0, 0, 0]);
    // 25 inner vertices; the face of part 0 has the code 2.
    const inner = new Set(Array.from(mesh.triangles).filter((_, c) => mesh.cornerCodes[c] === 2));
    expect(inner.size).toBe(25);
    expect(mesh.sideCodes.filter((code) => code === 2).length).toBe(2 * 96);
  });

  test('welds triangles that share no numbers', () => {
    const soup = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1e-17, 0, 1, 0];
    const mesh = meshWall(soup);
    expect([mesh.vertexCount, mesh.edgeCount, new Set(mesh.flatPart).size, mesh.report.welded]).toEqual([4, 5, 1, 2]);
  });

  test('says what is wrong, and where', () => {
    expect(fault([...SQUARE.slice(0, 11), Number.NaN], [0, 1, 2])).toEqual(['not-finite', 3]);
    expect(fault(SQUARE, [0, 1, 2, 0, 2, 4])).toEqual(['bad-index', 1]);
    expect(fault(SQUARE, [0, 1, 2, 0, 2, 1.5])).toEqual(['bad-index', 1]);
    expect(fault(SQUARE, [0, 1, 2, 0])).toEqual(['bad-length', -1]);
    expect(fault(SQUARE, [])).toEqual(['bad-length', -1]);
    expect(fault(SQUARE, [0, 1, 2, 0, 2, 2])).toEqual(['degenerate-face', 1]);
    expect(fault([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2])).toEqual(['degenerate-face', 0]);
    expect(fault([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2], { repair: true })).toEqual(['degenerate-face', -1]);
    expect(fault(SQUARE, [0, 1, 2, 0, 3, 2])).toEqual(['wrong-winding', 1]);
    expect(fault([...SQUARE, 1, 1, 1], [0, 1, 2, 0, 2, 3, 2, 0, 4])).toEqual(['non-manifold', 2]);
    expect(fault(SQUARE, [0, 1, 2], { position: [0, 0] })).toEqual(['bad-length', -1]);
    expect(fault(SQUARE, [0, 1, 2], { position: [0, 0, Infinity] })).toEqual(['not-finite', 2]);
    expect(fault(SQUARE, [0, 1, 2], { velocity: [0, Number.NaN, 0] })).toEqual(['not-finite', 1]);
    expect(fault(SQUARE, [0, 1, 2], { angularVelocity: [0] })).toEqual(['bad-length', -1]);
    expect(fault(SQUARE, [0, 1, 2], { orientation: [0, 0, 0, 2] })).toEqual(['not-unit', -1]);
    expect(fault(SQUARE, [0, 1, 2], { tolerance: -1 })).toEqual(['bad-option', -1]);
    expect(fault(SQUARE, [0, 1, 2], { repair: Number.NaN })).toEqual(['bad-option', -1]);
  });
});

describe('meshes that are no clean surface', () => {
  test('two solids that touch along an edge are accepted as they are: its four triangles come in pairs', () => {
    const one = box(1, 1, 1);
    const vertices = [...one.vertices, ...Array.from(one.vertices, (x, k) => (k % 3 === 2 ? x : x + 1))];
    const triangles = [...trianglesOf(one), ...trianglesOf(one).map((v) => v + 8)];
    const { report } = meshWall(vertices, triangles);
    expect(report).toMatchObject({ welded: 2, junctions: 1, borders: 0, pieces: 1, closedPieces: 1, flipped: 0 });
  });

  test('mixed winding is turned alike by `repair`, the smaller part by area; and by `twoSided`', () => {
    const shape = box(1, 2, 3);
    const clean = trianglesOf(shape);
    const random = createRandom(3);
    for (const options of [{ repair: true }, { twoSided: true }]) {
      const mixed = clean.slice();
      let turned = 0;
      for (let t = 0; t < mixed.length; t += 3) {
        if (random() < 0.7) continue;
        [mixed[t + 1], mixed[t + 2]] = [mixed[t + 2], mixed[t + 1]];
        turned++;
      }
      expect(turned).toBeGreaterThan(0);
      expect(fault([...shape.vertices], mixed)?.[0]).toBe('wrong-winding');
      const mesh = meshWall(shape.vertices, mixed, options);
      expect(mesh.report).toMatchObject({ flipped: turned, unoriented: 0, borders: 0, closedPieces: 1 });
      const expected = meshWall(shape.vertices, clean);
      for (let t = 0; t < mesh.triangleCount; t++)
        for (let k = 0; k < 3; k++) expect(mesh.normals[3 * t + k]).toBeCloseTo(expected.normals[3 * t + k], 14);
    }
  });

  test('a Moebius strip cannot be turned alike: the edges are counted', () => {
    const vertices: number[] = [];
    const triangles: number[] = [];
    const n = 12;
    for (let k = 0; k < n; k++) {
      const angle = (2 * Math.PI * k) / n;
      for (const s of [-0.3, 0.3]) {
        const r = 2 + s * Math.cos(angle / 2);
        vertices.push(r * Math.cos(angle), r * Math.sin(angle), s * Math.sin(angle / 2));
      }
      const next = (k + 1) % n;
      const [a, b] = [2 * k, 2 * k + 1];
      const [c, d] = next === 0 ? [1, 0] : [2 * next, 2 * next + 1];
      triangles.push(a, b, d, a, d, c);
    }
    expect(fault(vertices, triangles)?.[0]).toBe('wrong-winding');
    const { report, edgeKinds } = meshWall(vertices, triangles, { twoSided: true });
    expect(report.unoriented).toBeGreaterThan(0);
    expect(edgeKinds.filter((kind) => kind === WallEdge.Junction).length).toBe(report.unoriented);
  });

  test('a fin on a floor has an edge of three triangles: `twoSided` or `repair` takes it', () => {
    const vertices = [-2, -2, 0, 0, -2, 0, 2, -2, 0, -2, 2, 0, 0, 2, 0, 2, 2, 0, 0, -2, 1, 0, 2, 1];
    const triangles = [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 1, 6, 7, 1, 7, 4];
    expect(fault(vertices, triangles)).toEqual(['non-manifold', 5]);
    for (const options of [{ twoSided: true }, { repair: true }]) {
      const mesh = meshWall(vertices, triangles, options);
      expect(mesh.report).toMatchObject({ junctions: 1, flipped: 0, dropped: 0 });
      // The floor is one flat part on both sides of the fin.
      expect(mesh.flatPart[0]).toBe(mesh.flatPart[2]);
      expect(mesh.flatPart[4]).not.toBe(mesh.flatPart[0]);
    }
  });

  test('`repair` drops what has no area and what is there twice, welds within its length, and says what each triangle was', () => {
    const vertices = [...SQUARE, 1e-3, 0, 0, 1, 0, 0];
    const triangles = [0, 5, 1, 0, 1, 2, 2, 0, 1, 4, 2, 3];
    const mesh = meshWall(vertices, triangles, { repair: 0.01 });
    expect(mesh.report).toMatchObject({ welded: 1, dropped: 2 });
    expect([...mesh.sourceTriangle]).toEqual([1, 3]);
    // Of a solid both sides of a sheet are two triangles; of a sheet seen from both sides they are one.
    const sheet = [0, 1, 2, 0, 2, 3, 0, 2, 1, 0, 3, 2];
    expect(meshWall(SQUARE, sheet, { repair: true }).report).toMatchObject({ dropped: 0, closedPieces: 1 });
    expect(meshWall(SQUARE, sheet, { twoSided: true }).report).toMatchObject({ dropped: 2, closedPieces: 0 });
  });

  test('a T-junction is a seam, no border: one long edge along two short ones', () => {
    const vertices = [-2, 0, 0, 2, 0, 0, 2, 4, 0, -2, 4, 0, 0, 0, 0, -2, -4, 0, 2, -4, 0, 0, -4, 0];
    const triangles = [0, 1, 2, 0, 2, 3, 0, 5, 7, 0, 7, 4, 4, 7, 6, 4, 6, 1];
    const mesh = meshWall(vertices, triangles);
    expect(mesh.report).toMatchObject({ seams: 3, borders: 7, pieces: 1 });
    expect(new Set(mesh.flatPart).size).toBe(1);
    // With half of the long edge left without a neighbour it is a border.
    const half = meshWall(vertices, triangles.slice(0, 12));
    expect(half.report.seams).toBe(1);
    expect(half.openSides[0]).toBe(1);
    // At an angle the two sides are two parts, joined all the same.
    const bent = vertices.map((x, k) => (k % 3 === 2 && vertices[k - 1] < 0 ? 1 : x));
    expect(meshWall(bent, triangles).report).toMatchObject({ seams: 3, borders: 7, pieces: 1 });
    expect(new Set(meshWall(bent, triangles).flatPart).size).toBe(2);
  });

  test('a cube whose faces are cut differently along their edges is closed', () => {
    // The top is cut into four about the middle of one of its edges; the side below knows nothing of it.
    const shape = box(2, 2, 2);
    const triangles = trianglesOf(shape);
    const top: number[] = [];
    const rest: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = triangles.slice(t, t + 3);
      (corners.every((v) => shape.vertices[3 * v + 2] > 0) ? top : rest).push(...corners);
    }
    const [a, b, c] = top;
    const vertices = [...shape.vertices, ...[0, 1, 2].map((k) => (shape.vertices[3 * a + k] + shape.vertices[3 * b + k]) / 2)];
    const cut = [...rest, a, 8, c, 8, b, c, ...top.slice(3)];
    const { report } = meshWall(vertices, cut);
    expect(report).toMatchObject({ seams: 3, borders: 0, closedPieces: 1 });
  });
});

test('triangles near a sphere: those of a search of all boxes, ascending', () => {
  const random = createRandom(5);
  const vertices = Array.from({ length: 9 * 60 }, (_, k) => (k % 9 < 3 ? 10 * random() : 0)).map(
    (_, k, all) => all[9 * Math.floor(k / 9) + (k % 3)] + random(),
  );
  const mesh = meshWall(vertices);
  const list = createTriangleList(1);
  for (let round = 0; round < 50; round++) {
    const centre = Float64Array.from({ length: 3 }, () => 10 * random());
    const reach = 3 * random();
    meshWallTriangles(list, mesh, centre, reach);
    const expected = Array.from({ length: mesh.triangleCount }, (_, t) => t).filter((t) => {
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const xs = [0, 1, 2].map((c) => mesh.vertices[3 * mesh.triangles[3 * t + c] + k]);
        square += Math.max(Math.min(...xs) - centre[k], centre[k] - Math.max(...xs), 0) ** 2;
      }
      return square <= reach * reach;
    });
    expect([...list.triangles.slice(0, list.count)]).toEqual(expected);
  }
  expect(meshWallTriangles(list, mesh, new Float64Array(3).fill(Number.NaN), 1).count).toBe(0);
});
