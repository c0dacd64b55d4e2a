import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPose } from '../../src/body';
import { ContactKind, createContact, createDetectOptions } from '../../src/contact';
import { rotationFromQuaternion } from '../../src/math/rotation';
import { box, createRandom, polyhedronFromVertices } from '../../src/polyhedron';
import { meshWall, planeWallContact } from '../../src/walls';
import { conjugate, multiply, poseOf, rotation } from '../arbitraries/quaternion';
import { anyShape, grid } from '../arbitraries/shapes';
import { runs } from '../arbitraries/settings';
import { contactsOf, floorMesh } from './wall-helpers';

/** Applies a rotation matrix to points and rounds: coordinates that are coplanar to rounding only. */
function turned(points: readonly number[], q: readonly number[], scale = 1): number[] {
  const r = new Float64Array(9);
  rotationFromQuaternion(r, 0, Float64Array.from(q), 0);
  const out: number[] = [];
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) out.push(scale * (r[3 * k] * points[i] + r[3 * k + 1] * points[i + 1] + r[3 * k + 2] * points[i + 2]));
  }
  return out;
}

describe('a flat floor cut into triangles is a plane wall', () => {
  const scenes = fc.record({
    shape: anyShape(),
    seed: fc.integer({ min: 1, max: 1e6 }),
    n: fc.integer({ min: 1, max: 20 }),
    jitter: fc.constantFrom(0, 0.1, 0.24),
    meshTurn: rotation(),
    bodyTurn: rotation(),
    x: grid(-1, 1),
    y: grid(-1, 1),
    depth: fc.oneof(grid(0, 0.2), fc.constantFrom(0, 1e-3, 1e-9)),
    margin: fc.constantFrom(0, 0, 0.05),
    flat: fc.boolean(),
    lattice: fc.boolean(),
    exponent: fc.integer({ min: -9, max: 9 }),
  });

  test('the same gap, kind, area, volume and centre; the same points, with gaps and shares', () => {
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
        const mesh = meshWall(turned(vertices, s.meshTurn, scale), triangles);
        expect(new Set(mesh.flatPart).size).toBe(1);
        const shape = polyhedronFromVertices(s.shape.points.map((c) => c * scale));
        // The floor in the body's frame: turned so that the body stands askew or flat, moved so that its lowest corner
        // is at the depth.
        const q = s.flat ? ([0, 0, 0, 1] as const) : s.bodyTurn;
        const pose = poseOf(multiply(q, conjugate(s.meshTurn)), [0, 0, 0]);
        const normal = [0, 1, 2].map(
          (k) => pose[3 * k] * mesh.normals[0] + pose[3 * k + 1] * mesh.normals[1] + pose[3 * k + 2] * mesh.normals[2],
        );
        let low = Infinity;
        for (let v = 0; v < shape.vertexCount; v++) {
          const h = normal[0] * shape.vertices[3 * v] + normal[1] * shape.vertices[3 * v + 1] + normal[2] * shape.vertices[3 * v + 2];
          low = Math.min(low, h);
        }
        const depth = Math.min(s.depth * scale, -0.9 * low);
        const cell = 24 / s.n;
        const [x, y] = s.lattice ? [Math.round(s.x / cell) * cell, Math.round(s.y / cell) * cell] : [s.x, s.y];
        const along = turned([x * scale, y * scale, 0], q);
        for (let k = 0; k < 3; k++) pose[9 + k] = along[k] + (low + depth) * normal[k];
        const offset = normal[0] * pose[9] + normal[1] * pose[10] + normal[2] * pose[11] + mesh.offsets[0];
        const options = { ...createDetectOptions(), margin: s.margin * scale };

        const plane = createContact(2 * shape.vertexCount + 64);
        planeWallContact(plane, shape, Float64Array.of(...normal, offset), options);
        const contacts = contactsOf(shape, mesh, pose, options);
        const band = shape.tolerance + mesh.tolerance;
        // Within rounding of the limit it may be on either side of it.
        if (Math.abs(plane.gap - options.margin) < 20 * band) return;
        expect(contacts.length).toBe(1);
        const [contact] = contacts;
        const near = (a: number, b: number, allowed: number): void => expect(Math.abs(a - b)).toBeLessThanOrEqual(allowed);
        const rounding = 8 * band;
        near(contact.gap, plane.gap, rounding);
        expect(Array.from(contact.normal)).toEqual(normal.map((c) => 0 - c));
        const size = shape.radius;
        // Where the body just touches, the zone is what is within rounding.
        if (depth < 1e-6 * scale && s.margin === 0) return;
        const steep = 1e-6;
        near(contact.area, plane.area, steep * plane.area + rounding * size);
        near(contact.volume, plane.volume, steep * plane.volume + rounding * size * size);
        if (plane.volume > 1e-6 * size ** 3) for (let k = 0; k < 3; k++) near(contact.centre[k], plane.centre[k], steep * size);
        const codes = Array.from({ length: contact.count }, (_, p) => contact.features[2 * p]);
        expect(new Set(codes).size, 'each corner once').toBe(contact.count);
        // Corners of the body within 1e-8 of one another are one place: their faces are narrower than any cut.
        const shareAt = (c: typeof contact, at: ArrayLike<number>, gap: number): number => {
          let share = -1;
          for (let p = 0; p < c.count; p++) {
            let far = Math.abs(c.gaps[p] - gap) - rounding;
            for (let k = 0; k < 3; k++) far = Math.max(far, Math.abs(c.points[3 * p + k] - at[k]));
            if (far < 1e-8 * size) share = Math.max(share, 0) + c.shares[p];
          }
          return share;
        };
        const sure = (gap: number): boolean => Math.abs(gap - options.margin) > 10 * rounding;
        for (const [one, other] of [
          [contact, plane],
          [plane, contact],
        ]) {
          for (let p = 0; p < one.count; p++) {
            if (!sure(one.gaps[p])) continue;
            const at = one.points.subarray(3 * p, 3 * p + 3);
            const share = shareAt(other, at, one.gaps[p]);
            expect(share).toBeGreaterThanOrEqual(0);
            if (plane.area > 1e-3 * size * size) near(share, shareAt(one, at, one.gaps[p]), 1e-5 * plane.area);
          }
        }
        for (let p = 0; p < contact.count; p++) expect(contact.features[2 * p + 1]).toBe(2);
      }),
      runs(200),
    );
  });

  test('a box on the lattice itself, and one that slides over it: four points with lasting names at every place', () => {
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
      const [contact, ...none] = contactsOf(shape, mesh, pose);
      expect(none).toEqual([]);
      expect([contact.kind, contact.featureB, contact.count]).toEqual([ContactKind.FaceFace, 2, 4]);
      expect([...contact.features.subarray(0, 8)].sort((a, b) => a - b)).toEqual([0, 2, 2, 2, 2, 8, 16, 24]);
      expect(Array.from(contact.normal)).toEqual([0, 0, -1]);
      for (let p = 0; p < 4; p++) expect(contact.shares[p]).toBeCloseTo(0.04, 12);
    }
  });

  test("a leaning box: area and volume are the plane wall's however the floor is cut", () => {
    const cube = box(1, 1, 1);
    const plane = createContact(40);
    for (const n of [1, 2, 3, 4]) {
      const { vertices, triangles } = floorMesh(
        n,
        3,
        () => 0,
        () => true,
      );
      const mesh = meshWall(vertices, triangles);
      for (let k = 1; k < 400; k += 7) {
        const angle = 0.0002 * k;
        const pose = poseOf([0, Math.sin(-angle / 2), 0, Math.cos(angle / 2)], [0.1, 0.2, 0]);
        const normal = [pose[2], pose[5], pose[8]];
        let low = Infinity;
        for (let v = 0; v < 24; v += 3) {
          low = Math.min(low, normal[0] * cube.vertices[v] + normal[1] * cube.vertices[v + 1] + normal[2] * cube.vertices[v + 2]);
        }
        const lift = low + 0.02 - (normal[0] * pose[9] + normal[1] * pose[10] + normal[2] * pose[11]);
        for (let r = 0; r < 3; r++) pose[9 + r] += normal[r] * lift;
        planeWallContact(plane, cube, Float64Array.of(...normal, low + 0.02), createDetectOptions());
        const [contact, ...none] = contactsOf(cube, mesh, pose);
        expect(none).toEqual([]);
        expect(contact.area).toBeCloseTo(plane.area, 11);
        expect(contact.volume).toBeCloseTo(plane.volume, 12);
        expect([contact.count, contact.rimCount]).toEqual([plane.count, plane.rimCount]);
      }
    }
  });
});
