import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bands, contactFeature } from '../../src/fast-common-plane/contact-feature';
import { createCommonPlane, edgeFeature, faceFeature, vertexFeature, type CommonPlane } from '../../src/contact';
import { setPlaneAxes } from '../../src/contact-points/coordinates';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { direction, poseOf, rotation } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { anyShape, grid, rock, solid, tiny } from '../arbitraries/shapes';
import { faceLoops, solidOf, transform } from '../oracles/solid';
import { dot, length, sub, vec, type Vec } from '../oracles/vector';

/** The contact feature straight from its definition, by sorting all vertices. */
function featureByDefinition(shape: ConvexPolyhedron, up: Vec, eps: number, delta: number): number {
  const { vertices } = solidOf(shape);
  const top = Math.max(...vertices.map((v) => dot(up, v)));
  const order = vertices.map((v, i) => ({ i, d: top - dot(up, v) })).sort((x, y) => x.d - y.d);
  let found = vertexFeature(order[0].i);
  for (let k = 1; k <= order.length; k++) {
    // Vertices at one depth belong together.
    if (k < order.length && order[k].d <= order[k - 1].d + eps) continue;
    const held = order.slice(0, k).map((x) => x.i);
    if (order[k - 1].d > Math.max(eps, delta)) break;
    const feature = spanned(shape, held);
    if (feature === null) break;
    if (isLevel(shape, up, feature)) found = feature;
  }
  return found;
}

function spanned(shape: ConvexPolyhedron, held: readonly number[]): number | null {
  if (held.length === 1) return vertexFeature(held[0]);
  if (held.length === 2) {
    for (let h = 0; h < 2 * shape.edgeCount; h += 2) {
      const ends = [shape.halfEdgeOrigin[h], shape.halfEdgeOrigin[h + 1]];
      if (held.every((v) => ends.includes(v))) return edgeFeature(h >> 1);
    }
  }
  const face = faceLoops(shape).findIndex((loop) => held.every((v) => loop.includes(v)));
  return face < 0 ? null : faceFeature(face);
}

/** Leaning by a cosine of 3/4 at most. */
function isLevel(shape: ConvexPolyhedron, up: Vec, feature: number): boolean {
  const index = feature >> 2;
  if ((feature & 3) === 0) return true;
  if ((feature & 3) === 2) return dot(vec(shape.normals, 3 * index), up) >= 0.75;
  const edge = sub(vec(shape.vertices, 3 * shape.halfEdgeOrigin[2 * index]), vec(shape.vertices, 3 * shape.halfEdgeOrigin[2 * index + 1]));
  return dot(edge, up) ** 2 <= (1 - 0.75 ** 2) * dot(edge, edge);
}

describe('contact feature', () => {
  const planeAlong = (n: Vec): CommonPlane => {
    const plane = createCommonPlane();
    plane.normal.set(n);
    return plane;
  };

  it('is that of the definition, for both bodies and any hint', () => {
    fc.assert(
      fc.property(
        fc.oneof(rock(), solid(), anyShape()),
        fc.oneof(direction(), fc.nat()),
        fc.oneof(fc.constant(0), tiny(0, 6), grid(0, 2)),
        rotation(),
        fc.nat(),
        (named, choice, delta, q, hint) => {
          const shape = polyhedronFromVertices(named.points);
          const n = typeof choice === 'number' ? vec(shape.normals, 3 * (choice % shape.faceCount)) : choice;
          const eps = 2 * shape.tolerance;
          const heights = solidOf(shape).vertices.map((v) => dot(n, v));
          const near = (d: number): boolean => Math.abs(d) > 0.2 * eps && Math.abs(d) < 5 * eps;
          fc.pre(!heights.some((x) => heights.some((y) => near(x - y) || near(Math.abs(x - y) - delta))));
          bands[0] = eps;
          bands[1] = Math.max(eps, delta);
          bands[2] = eps;
          setPlaneAxes(poseOf(q, [0, 0, 0]), planeAlong(n));
          const expected = featureByDefinition(shape, n, eps, delta);
          // Any vertex of several at the top may be named where only one of them is meant.
          expect(contactFeature(shape, 0, vertexFeature(hint % shape.vertexCount))).toBe(expected);
          // As B, turned, below the plane.
          setPlaneAxes(poseOf(q, [0, 0, 0]), planeAlong(transform(poseOf(q, [0, 0, 0]), sub([0, 0, 0], n))));
          expect(contactFeature(shape, 1, edgeFeature(hint % shape.edgeCount))).toBe(expected);
          expect(contactFeature(shape, 1, faceFeature(hint % shape.faceCount))).toBe(expected);
        },
      ),
      runs(500),
    );
  });

  it('holds the witness point where several faces are level', () => {
    // Eight faces meet in a corner 4e-15 above the rim: one plane as far as the pair knows.
    const points: number[] = [0, 0, 4e-15, 0, 0, -1];
    for (let k = 0; k < 8; k++) points.push(Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4), 0);
    const shape = polyhedronFromVertices(points);
    bands[0] = 1e-14;
    bands[1] = 1e-14;
    bands[2] = 1e-14;
    setPlaneAxes(poseOf([0, 0, 0, 1], [0, 0, 0]), planeAlong([0, 0, 1]));
    for (let f = 0; f < shape.faceCount; f++) {
      if (shape.normals[3 * f + 2] > 0.9) expect(contactFeature(shape, 0, faceFeature(f))).toBe(faceFeature(f));
    }
    expect(length(vec(shape.normals, 0))).toBeCloseTo(1, 15);
  });
});
