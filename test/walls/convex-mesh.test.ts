import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactPlane } from '../../src/common-plane';
import { createCommonPlane, createDetectOptions, createState } from '../../src/contact';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { meshWall, type MeshWall } from '../../src/walls';
import { direction, poseOf, rotation } from '../arbitraries/quaternion';
import { anyShape, grid } from '../arbitraries/shapes';
import { runs } from '../arbitraries/settings';
import { contactsOf } from './wall-helpers';

/** The surface of a solid as a wall, each face a fan of triangles. */
function surfaceOf(shape: ConvexPolyhedron): MeshWall {
  const triangles: number[] = [];
  for (let f = 0; f < shape.faceCount; f++) {
    const loop: number[] = [];
    let h = shape.faceHalfEdge[f];
    do {
      loop.push(shape.halfEdgeOrigin[h]);
      h = shape.halfEdgeNext[h];
    } while (h !== shape.faceHalfEdge[f]);
    for (let k = 1; k + 1 < loop.length; k++) triangles.push(loop[0], loop[k], loop[k + 1]);
  }
  return meshWall(shape.vertices, triangles);
}

const blunt = () => anyShape().filter((s) => s.kind !== 'needle' && s.kind !== 'plate' && !s.kind.startsWith('near'));

/** A solid and a body at a distance: the exact plane of the two says where. */
const scenes = fc.record({ a: blunt(), b: blunt(), q: rotation(), way: direction(), gap: grid(0, 0.3) });

function place(
  s: { a: { points: number[] }; b: { points: number[] }; q: readonly [number, number, number, number]; way: readonly number[] },
  gap: number,
) {
  const body = polyhedronFromVertices(s.a.points);
  const solid = polyhedronFromVertices(s.b.points);
  const best = createCommonPlane();
  let low = 0;
  let high = body.radius + solid.radius + 1;
  const pose = poseOf(s.q, [0, 0, 0]);
  // Along `way` the gap of two convex bodies that move apart never falls.
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    for (let i = 0; i < 3; i++) pose[9 + i] = middle * s.way[i];
    exactPlane(best, body, solid, pose, createState({ stateInts: 8, stateFloats: 8 }));
    if (best.gap < gap) low = middle;
    else high = middle;
  }
  return { body, solid, pose, best };
}

test('apart from a convex solid: the nearest part is as far as the solid', () => {
  fc.assert(
    fc.property(scenes, (s) => {
      const { body, solid, pose, best } = place(s, 0.01 + s.gap);
      if (Math.abs(best.gap - 0.01 - s.gap) > 1e-9) return;
      const contacts = contactsOf(body, surfaceOf(solid), pose, { ...createDetectOptions(), margin: 2 * best.gap });
      const least = Math.min(...contacts.map((c) => c.gap));
      expect(Math.abs(least - best.gap)).toBeLessThan(1e-9);
      expect(
        contacts.some((c) => Math.abs(c.gap - best.gap) < 1e-9 && [0, 1, 2].every((k) => Math.abs(c.normal[k] - best.normal[k]) < 1e-6)),
      ).toBe(true);
    }),
    { ...runs(200), endOnFailure: true },
  );
});

test('a little into a convex solid: some part has the normal and the depth of the exact plane', () => {
  fc.assert(
    fc.property(scenes, (s) => {
      const depth = 1e-4 * (1 + s.gap);
      const { body, solid, pose, best } = place(s, -depth);
      if (Math.abs(best.gap + depth) > 1e-9) return;
      const contacts = contactsOf(body, surfaceOf(solid), pose);
      const same = contacts.filter(
        (c) => Math.abs(c.gap - best.gap) < 1e-9 && [0, 1, 2].every((k) => Math.abs(c.normal[k] - best.normal[k]) < 1e-6),
      );
      expect(same.length).toBeGreaterThan(0);
    }),
    { ...runs(200), endOnFailure: true },
  );
});
