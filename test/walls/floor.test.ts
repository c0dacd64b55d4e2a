import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createContact, createDetectOptions } from '../../src/contact';
import { createRandom, box, polyhedronFromVertices } from '../../src/polyhedron';
import { createPose } from '../../src/body';
import { rotationFromQuaternion } from '../../src/math/rotation';
import { meshWall, planeWallContact } from '../../src/walls';
import { grid, anyShape } from '../arbitraries/shapes';
import { multiply, poseOf, rotation } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { contactsOf, floorMesh, pointsOf } from './wall-helpers';

/** Applies a rotation matrix to points and rounds: coordinates that are coplanar to rounding only. */
function turned(points: readonly number[], q: readonly number[], shift: readonly number[] = [0, 0, 0], scale = 1): number[] {
  const r = new Float64Array(9);
  rotationFromQuaternion(r, 0, Float64Array.from(q), 0);
  const out: number[] = [];
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      out.push(scale * (r[3 * k] * points[i] + r[3 * k + 1] * points[i + 1] + r[3 * k + 2] * points[i + 2]) + shift[k]);
    }
  }
  return out;
}

describe('a flat floor cut into triangles is a plane wall', () => {
  const scenes = fc.record({
    shape: anyShape(),
    seed: fc.integer({ min: 1, max: 1e6 }),
    n: fc.integer({ min: 1, max: 30 }),
    jitter: fc.constantFrom(0, 0.1, 0.24),
    meshTurn: rotation(),
    bodyTurn: rotation(),
    x: grid(-1, 1),
    y: grid(-1, 1),
    depth: fc.oneof(grid(0, 0.2), fc.constantFrom(0, 1e-3, 1e-9)),
    margin: fc.constantFrom(0, 0, 0.05, 10),
    flat: fc.boolean(),
    lattice: fc.boolean(),
    exponent: fc.integer({ min: -9, max: 9 }),
  });

  test('the same corners, each once, with the same gaps and normals', () => {
    fc.assert(
      fc.property(scenes, (s) => {
        const scale = 10 ** s.exponent;
        const random = createRandom(s.seed);
        const { vertices, triangles } = floorMesh(
          s.n,
          12,
          () => (2 * random() - 1) * s.jitter,
          () => random() < 0.5,
        );
        const mesh = meshWall(turned(vertices, s.meshTurn, [0, 0, 0], scale), triangles);
        expect(new Set(mesh.flatPart).size).toBe(1);
        const shape = polyhedronFromVertices(s.shape.points.map((c) => c * scale));
        // The floor in the body's frame: turned so that the body stands askew or flat, moved so that its lowest corner is at the depth.
        const q = s.flat ? ([0, 0, 0, 1] as const) : s.bodyTurn;
        const back = multiply(q, [-s.meshTurn[0], -s.meshTurn[1], -s.meshTurn[2], s.meshTurn[3]]);
        const pose = poseOf(back, [0, 0, 0]);
        const normal = [0, 1, 2].map(
          (k) => pose[3 * k] * mesh.normals[0] + pose[3 * k + 1] * mesh.normals[1] + pose[3 * k + 2] * mesh.normals[2],
        );
        let low = Infinity;
        for (let v = 0; v < shape.vertexCount; v++) {
          low = Math.min(
            low,
            normal[0] * shape.vertices[3 * v] + normal[1] * shape.vertices[3 * v + 1] + normal[2] * shape.vertices[3 * v + 2],
          );
        }
        const depth = Math.min(s.depth * scale, -0.9 * low);
        const cell = 24 / s.n;
        const [x, y] = s.lattice ? [Math.round(s.x / cell) * cell, Math.round(s.y / cell) * cell] : [s.x, s.y];
        const along = turned([x * scale, y * scale, 0], q);
        for (let k = 0; k < 3; k++) pose[9 + k] = along[k] + (low + depth) * normal[k];
        const offset = normal[0] * pose[9] + normal[1] * pose[10] + normal[2] * pose[11] + mesh.offsets[0];
        const options = { ...createDetectOptions(), margin: s.margin * scale };

        const plane = createContact(shape.vertexCount);
        planeWallContact(plane, shape, Float64Array.of(...normal, offset), options);
        const contacts = contactsOf(shape, mesh, pose, options);
        const points = pointsOf(contacts);
        // Corners within rounding of the limit may be on either side of it.
        const limit = Math.max(options.margin, shape.tolerance + mesh.tolerance);
        const rounding = 4 * (mesh.tolerance + shape.tolerance);
        const sure = (gap: number): boolean => Math.abs(gap - limit) > 10 * rounding;
        const expected = Array.from({ length: plane.count }, (_, k) => ({ code: plane.features[2 * k], gap: plane.gaps[k] }));
        const codes = points.map((p) => p.body);
        expect(new Set(codes).size, 'each corner once').toBe(codes.length);
        expect(codes.filter((_, k) => sure(points[k].gap)).sort((a, b) => a - b)).toEqual(
          expected.filter((e) => sure(e.gap)).map((e) => e.code),
        );
        for (const p of points) {
          expect(p.wall & 3).toBe(2);
          expect(p.normal).toEqual(normal.map((c) => 0 - c));
          const same = expected.find((e) => e.code === p.body);
          if (same) expect(Math.abs(same.gap - p.gap)).toBeLessThanOrEqual(rounding);
        }
        if (
          contacts.length > 0 &&
          plane.count > 0 &&
          plane.kind === 7 &&
          contacts.every((c) => c.kind === 7 && c.featureA === plane.featureA)
        ) {
          const area = contacts.reduce((sum, c) => sum + c.area, 0);
          expect(Math.abs(area - plane.area)).toBeLessThanOrEqual(1e-9 * plane.area);
        }
      }),
      runs(200),
    );
  });

  test('a box on the lattice itself, and one that slides over it: four points at every place', () => {
    const { vertices, triangles } = floorMesh(
      20,
      1,
      () => 0,
      (k) => k % 3 === 0,
    );
    const mesh = meshWall(vertices, triangles);
    const shape = box(0.4, 0.4, 0.2);
    for (let step = 0; step <= 400; step++) {
      const pose = createPose();
      pose[9] = -0.5 + step / 400;
      pose[10] = step % 7 === 0 ? 0.1 : -0.5 + step / 400;
      pose[11] = -0.1 + 1e-3;
      const points = pointsOf(contactsOf(shape, mesh, pose));
      expect(points.map((p) => p.body).sort((a, b) => a - b)).toEqual([0, 8, 16, 24]);
      for (const p of points) expect(p.normal).toEqual([0, 0, -1]);
    }
  });
});
