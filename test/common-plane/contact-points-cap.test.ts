import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPose } from '../../src/body';
import { exactPlane, planeContact } from '../../src/common-plane';
import { createCommonPlane, createContact, createDetectOptions, createState, NO_FEATURE, type Contact } from '../../src/contact';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { direction, rotation } from '../arbitraries/quaternion';
import { anyShape, grid } from '../arbitraries/shapes';
import { runs } from '../arbitraries/settings';

/** The rotation matrix of a unit quaternion, row-major. */
function matrixOf([x, y, z, w]: readonly number[]): number[] {
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** Whether two corners are one but for rounding: which of them names a point is open then. */
function hasDoubleCorners({ vertices, halfEdgeOrigin, radius }: ConvexPolyhedron): boolean {
  return halfEdgeOrigin.some((p, h) => {
    const q = halfEdgeOrigin[h ^ 1];
    return Math.hypot(...[0, 1, 2].map((k) => vertices[3 * p + k] - vertices[3 * q + k])) < 1e-9 * radius;
  });
}

/** A plane without features is no cap: its contact is gathered cell by cell. */
test('contacts at one point in closed form are those that the cells give', () => {
  let caps = 0;
  const rows = (c: Contact): string[] =>
    Array.from({ length: c.count + c.rimCount }, (_, k) => `${c.features[2 * k]} ${c.features[2 * k + 1]}`).sort();
  fc.assert(
    fc.property(
      anyShape(),
      anyShape(),
      rotation(),
      direction(),
      grid(1, 5),
      fc.boolean(),
      fc.constantFrom(0, 1e-4, 0.03),
      fc.constantFrom(0, 0.01),
      (s, t, q, way, exponent, apart, margin, rounding) => {
        const a = polyhedronFromVertices(s.points);
        const b = polyhedronFromVertices(t.points);
        if (hasDoubleCorners(a) || hasDoubleCorners(b)) return;
        const pose = createPose();
        const far = 2 * (a.radius + b.radius);
        pose.set([...matrixOf(q), ...way.map((x) => far * x)]);
        const plane = createCommonPlane();
        const state = createState({ stateInts: 8, stateFloats: 8 });
        exactPlane(plane, a, b, pose, state);
        const wanted = (apart ? 1 : -1) * Math.min(a.inradius, b.inradius) * 10 ** -exponent;
        for (let k = 0; k < 3; k++) pose[9 + k] -= (plane.gap - wanted) * plane.normal[k];
        exactPlane(plane, a, b, pose, state);
        const options = { ...createDetectOptions(), margin: margin + rounding, rounding };
        const closed = createContact(400);
        const gathered = createContact(400);
        planeContact(closed, a, b, pose, plane, options);
        if (closed.count !== 1) return;
        caps++;
        planeContact(gathered, a, b, pose, { ...plane, featureA: NO_FEATURE, featureB: NO_FEATURE }, options);
        const size = a.radius + b.radius;
        expect(rows(closed)).toEqual(rows(gathered));
        expect(closed.kind).toBe(gathered.kind);
        expect(Math.abs(closed.gaps[0] - gathered.gaps[0])).toBeLessThan(1e-13 * size);
        expect(Math.abs(closed.area - gathered.area)).toBeLessThan(1e-12 * size * size);
        expect(Math.abs(closed.volume - gathered.volume)).toBeLessThan(1e-13 * size ** 3);
        if (closed.volume > 1e-9 * size ** 3)
          for (let k = 0; k < 3; k++) expect(Math.abs(closed.centre[k] - gathered.centre[k])).toBeLessThan(1e-9 * size);
        expect(closed.shares.reduce((sum, x) => sum + x)).toBeCloseTo(closed.area, 12);
      },
    ),
    runs(600),
  );
  expect(caps).toBeGreaterThan(80);
});
