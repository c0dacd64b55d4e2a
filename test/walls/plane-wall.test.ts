import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addBody, createBodySet, createPose } from '../../src/body';
import { exactPlane, planeContact } from '../../src/common-plane';
import {
  ContactKind,
  NormalOwner,
  createCommonPlane,
  createContact,
  createContactFor,
  createDetectOptions,
  createState,
  Status,
  toWorld,
  type Contact,
} from '../../src/contact';
import { InputError } from '../../src/math/input-error';
import { box, icosahedron, polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { applyWallRounding, planeWall, planeWallContact, wallBand, wallPlane } from '../../src/walls';
import { direction, rotation } from '../arbitraries/quaternion';
import { anyShape, grid } from '../arbitraries/shapes';
import { runs } from '../arbitraries/settings';

const options = createDetectOptions();
const codeOf = (action: () => unknown): [string, number] | null => {
  try {
    action();
  } catch (error) {
    if (error instanceof InputError) return [error.code, error.index];
  }
  return null;
};

describe('planeWall', () => {
  test('brings the normal to unit length and leaves the offset a length', () => {
    for (const scale of [1, 1e-300, 1e300]) {
      const wall = planeWall([0, 3 * scale, 4 * scale], 2);
      expect([...wall.normal]).toEqual([0, 0.6, 0.8]);
      expect(wall.offset).toBe(2);
    }
  });

  test('says what is wrong', () => {
    expect(codeOf(() => planeWall([0, 0], 1))).toEqual(['bad-length', -1]);
    expect(codeOf(() => planeWall(undefined as unknown as number[], 1))).toEqual(['bad-length', -1]);
    expect(codeOf(() => planeWall([0, Number.NaN, 1], 1))).toEqual(['not-finite', 1]);
    expect(codeOf(() => planeWall([0, 0, 0], 1))).toEqual(['not-unit', -1]);
    expect(codeOf(() => planeWall([0, 0, 1], Infinity))).toEqual(['not-finite', -1]);
  });
});

describe('wallPlane', () => {
  test('loses nothing far from the origin', () => {
    // The body stands 2^-30 above a slope that has a whole-number foot far away: gap known exactly in whole numbers.
    const far = 2 ** 20;
    const wall = planeWall([3, 0, 4], 0);
    const bodies = createBodySet();
    addBody(bodies, { shape: box(1, 1, 1), position: [4 * far, 7e6, -3 * far + 2 ** -30] });
    const plane = wallPlane(new Float64Array(4), wall, bodies, 0);
    // n·p exactly, for the stored normal (rounded 0.6, 0.8), by bigint: numbers times 2^60 are whole.
    const whole = (x: number): bigint => {
      let n = 0n;
      let left = x;
      for (let k = 0; k < 120; k++) {
        const digit = Math.trunc(left);
        n = n * 2n + BigInt(digit);
        left = 2 * (left - digit);
      }
      return n;
    };
    const exact = -(whole(wall.normal[0]) * whole(bodies.positions[0]) + whole(wall.normal[2]) * whole(bodies.positions[2]));
    const value = Number(exact >> 120n) / 2 ** 118;
    expect(Math.abs(plane[3] - value)).toBeLessThan(1e-24);
  });

  test('a bad pose or wall gives Invalid', () => {
    const bodies = createBodySet();
    const shape = box(1, 1, 1);
    addBody(bodies, { shape });
    const plane = new Float64Array(4);
    const out = createContact(8);
    bodies.orientations[3] = 2;
    expect(planeWallContact(out, shape, wallPlane(plane, planeWall([0, 0, 1], 0), bodies, 0), options)).toBe(Status.Invalid);
    bodies.orientations[3] = 1;
    bodies.positions[1] = Number.NaN;
    expect(planeWallContact(out, shape, wallPlane(plane, planeWall([0, 1, 0], 0), bodies, 0), options)).toBe(Status.Invalid);
    expect([out.count, out.gap, out.kind, ...out.normal]).toEqual([0, 0, 0, 0, 0, 0]);
    for (const bad of [
      [0, 0, 2, 0],
      [0, 0, Number.NaN, 0],
      [0, 0, 1, Number.NaN],
      [0, 0, 1, Infinity],
    ]) {
      expect(planeWallContact(out, shape, Float64Array.from(bad), options)).toBe(Status.Invalid);
    }
  });
});

function facesAt(shape: ConvexPolyhedron, v: number): number[] {
  const faces: number[] = [];
  shape.halfEdgeOrigin.forEach((origin, h) => {
    if (origin === v) faces.push(shape.halfEdgeFace[h]);
  });
  return faces;
}

function shortestEdge(shape: ConvexPolyhedron): number {
  const { halfEdgeOrigin, vertices } = shape;
  let least = Infinity;
  for (let h = 0; h < halfEdgeOrigin.length; h += 2) {
    const [a, b] = [3 * halfEdgeOrigin[h], 3 * halfEdgeOrigin[h + 1]];
    least = Math.min(least, Math.hypot(vertices[a] - vertices[b], vertices[a + 1] - vertices[b + 1], vertices[a + 2] - vertices[b + 2]));
  }
  return least;
}

describe('planeWallContact', () => {
  test('a box that rests flat, on an edge and on a corner', () => {
    const shape = box(1, 2, 3);
    const out = createContact(8);
    expect(planeWallContact(out, shape, Float64Array.of(0, 0, 1, -1.49), options)).toBe(Status.Overlapping);
    expect([out.kind, out.count, out.featureB]).toEqual([ContactKind.FaceFace, 4, 2]);
    expect(out.area).toBeCloseTo(2, 14);
    expect(out.gap).toBeCloseTo(-0.01, 14);
    expect([...out.normal]).toEqual([0, 0, -1]);
    for (let k = 0; k < 4; k++) expect(out.points[3 * k + 2]).toBeCloseTo(-1.495, 14);
    expect([out.owner, out.rimCount, out.dropped]).toEqual([NormalOwner.FaceB, 0, 0]);
    expect(out.volume).toBeCloseTo(0.02, 14);
    expect([...out.shares.slice(0, 4)].map((x) => Math.round(1e12 * x))).toEqual([5e11, 5e11, 5e11, 5e11]);
    expect(planeWallContact(out, shape, Float64Array.of(0.6, 0, 0.8, -1.5), options)).toBe(Status.Touching);
    expect([out.kind, out.count]).toEqual([ContactKind.EdgeFace, 2]);
    expect(out.area).toBeLessThan(1e-13);
    const s = 1 / Math.sqrt(3);
    planeWallContact(out, shape, Float64Array.of(s, s, s, -3 * s + 0.01), { ...options, minArea: 0.25 });
    expect([out.kind, out.count, out.area]).toEqual([ContactKind.VertexFace, 1, 0.25]);
    expect(planeWallContact(out, shape, Float64Array.of(0, 0, 1, -1.6), options)).toBe(Status.Separated);
    expect([out.kind, out.count, out.area]).toEqual([ContactKind.None, 0, 0]);
    expect(out.gap).toBeCloseTo(0.1, 14);
    expect(planeWallContact(out, shape, Float64Array.of(0, 0, 1, -1.6), { ...options, margin: 0.11 })).toBe(Status.Separated);
    expect([out.kind, out.count]).toEqual([ContactKind.FaceFace, 4]);
  });

  test('corners through the wall, by brute force', () => {
    fc.assert(
      fc.property(
        anyShape(),
        direction(),
        grid(-1.2, 1.2),
        fc.constantFrom(0, 0.1),
        fc.integer({ min: -9, max: 9 }),
        (s, n, at, margin, exponent) => {
          const scale = 10 ** exponent;
          const shape = polyhedronFromVertices(s.points.map((x) => x * scale));
          const offset = at * shape.radius;
          const reach = Math.max(margin * scale, wallBand(shape));
          const out = createContact(2 * shape.vertexCount);
          const status = planeWallContact(out, shape, Float64Array.of(...n, offset), { ...options, margin: margin * scale });
          const heights = Array.from(
            { length: shape.vertexCount },
            (_, v) => n.reduce((sum, c, k) => sum + c * shape.vertices[3 * v + k], 0) - offset,
          );
          // What looks down: corners of faces that look against the wall's normal. Corners level with the limit or of
          // faces that stand upright to rounding may be in or out.
          const cosine = (f: number): number => n.reduce((sum, c, k) => sum + c * shape.normals[3 * f + k], 0);
          const lowest = (v: number): number => Math.min(...facesAt(shape, v).map(cosine));
          const sure = heights.flatMap((h, v) => (h <= reach - wallBand(shape) && lowest(v) < -1e-6 ? [4 * v] : []));
          const possible = heights.flatMap((h, v) => (h <= reach + 4 * wallBand(shape) && lowest(v) < 1e-6 ? [4 * v] : []));
          const listed = Array.from({ length: out.count }, (_, k) => out.features[2 * k]);
          if (shortestEdge(shape) > 1e-9 * shape.radius) expect(listed).toEqual(expect.arrayContaining(sure));
          expect(possible).toEqual(expect.arrayContaining(listed));
          expect(out.gap).toBe(Math.min(...heights));
          for (let k = 0; k < out.count; k++) {
            // Corners at one place to rounding are one point, with the lesser gap.
            expect(out.gaps[k]).toBeLessThanOrEqual(heights[listed[k] / 4]);
            expect(out.gaps[k]).toBeGreaterThanOrEqual(heights[listed[k] / 4] - 4 * wallBand(shape));
            const middle = [...out.points.slice(3 * k, 3 * k + 3)];
            expect(Math.abs(n.reduce((sum, c, i) => sum + c * middle[i], 0) - offset - out.gaps[k] / 2)).toBeLessThanOrEqual(
              wallBand(shape),
            );
          }
          expect(status).toBe(Math.abs(out.gap) <= wallBand(shape) ? Status.Touching : out.gap > 0 ? Status.Separated : Status.Overlapping);
          expect(out.count > 0).toBe(out.kind !== ContactKind.None);
          for (let k = 0; k < 3; k++) expect(out.pointB[k]).toBeCloseTo(out.pointA[k] + out.gap * out.normal[k], 12 - exponent);
        },
      ),
      runs(300),
    );
  });

  test('the same plane, kind and area as a contact with a wide plate', () => {
    const plate = box(100, 100, 10);
    fc.assert(
      fc.property(anyShape(), rotation(), grid(0, 0.05), (s, q, depth) => {
        const shape = polyhedronFromVertices(s.points);
        const bodies = createBodySet();
        addBody(bodies, { shape, position: [0, 0, 0], orientation: q });
        const plane = wallPlane(new Float64Array(4), planeWall([0, 0, 1], 0), bodies, 0);
        let low = Infinity;
        for (let v = 0; v < shape.vertexCount; v++)
          low = Math.min(
            low,
            plane[0] * shape.vertices[3 * v] + plane[1] * shape.vertices[3 * v + 1] + plane[2] * shape.vertices[3 * v + 2],
          );
        plane[3] = low + depth * shape.inradius;
        const out = createContact(2 * shape.vertexCount);
        planeWallContact(out, shape, plane, options);
        // The plate in the body's frame, its top on the plane.
        const pose = createPose();
        const [x, y, z, w] = q;
        pose.set([
          1 - 2 * (y * y + z * z),
          2 * (x * y + w * z),
          2 * (x * z - w * y),
          2 * (x * y - w * z),
          1 - 2 * (x * x + z * z),
          2 * (y * z + w * x),
          2 * (x * z + w * y),
          2 * (y * z - w * x),
          1 - 2 * (x * x + y * y),
        ]);
        for (let k = 0; k < 3; k++) pose[9 + k] = (plane[3] - 5) * plane[k];
        const best = createCommonPlane();
        exactPlane(best, shape, plate, pose, createState({ stateInts: 8, stateFloats: 8 }));
        const contact = createContactFor(shape, plate);
        planeContact(contact, shape, plate, pose, best, options);
        expect(Math.abs(best.gap - out.gap)).toBeLessThan(1e-11);
        if (depth * shape.inradius < 1e-9) return;
        expect(Math.abs(contact.area - out.area)).toBeLessThan(1e-9);
        expect(Math.abs(contact.volume - out.volume)).toBeLessThan(1e-11);
        const fields = (c: Contact): number[][] =>
          Array.from({ length: c.count }, (_, k) => [c.features[2 * k], c.gaps[k]]).sort((one, other) => one[0] - other[0]);
        const wallPoints = fields(out);
        fields(contact).forEach(([name, gap], k) => {
          expect(wallPoints[k][0]).toBe(name);
          expect(Math.abs(wallPoints[k][1] - gap)).toBeLessThan(1e-11);
        });
        // Faces between corners that are one but for rounding have no direction: whether the wall meets such a face,
        // its edge or its corner is open.
        if (shortestEdge(shape) < 1e-9 * shape.radius) return;
        expect(contact.kind).toBe(out.kind);
        expect(contact.featureA).toBe(out.featureA);
      }),
      runs(200),
    );
  });

  test('keeps what fits and counts all; rounding radius and world', () => {
    const shape = icosahedron(1);
    const whole = createContact(20);
    planeWallContact(whole, shape, Float64Array.of(0, 0, 1, 5), options);
    expect(whole.dropped).toBe(0);
    const out = createContact(3);
    planeWallContact(out, shape, Float64Array.of(0, 0, 1, 5), options);
    expect([out.count, out.rimCount, out.dropped]).toEqual([3, 0, whole.count + whole.rimCount - 3]);
    expect(out.gaps.every((g) => g < 0)).toBe(true);
    expect(Math.min(...out.gaps)).toBe(out.gap);

    const bodies = createBodySet();
    const ball = box(1, 1, 1);
    addBody(bodies, { shape: ball, position: [1e6, 2e6, 0.625], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], rounding: 0.25 });
    const contact = createContact(8);
    planeWallContact(contact, ball, wallPlane(new Float64Array(4), planeWall([0, 0, 1], 0), bodies, 0), {
      ...options,
      margin: 0.25,
      rounding: 0.25,
    });
    applyWallRounding(contact, 0.25, wallBand(ball));
    toWorld(contact, bodies, 0);
    expect([contact.status, contact.gap, contact.count, contact.points[2], contact.pointA[2]]).toEqual([
      Status.Overlapping,
      -0.125,
      4,
      -0.0625,
      -0.125,
    ]);
    expect([contact.area, contact.centre[2]]).toEqual([1, -0.0625]);
    expect(contact.volume).toBeCloseTo(0.125, 15);
  });
});
