/**
 * Contacts with surfaces whose answer is known by hand. Bodies are unit cubes and octahedra; `at` says where the body
 * stands.
 */
import { describe, expect, test } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { ContactKind, createContact, createDetectOptions, NormalOwner, Status, type Contact } from '../../src/contact';
import { box, octahedron, polyhedronFromVertices } from '../../src/polyhedron';
import { createTriangleList, meshWall, meshWallContacts } from '../../src/walls';
import { fromAxisAngle, poseOf } from '../arbitraries/quaternion';
import { trianglesOf } from './surface-of';
import { contactsOf } from './wall-helpers';

const cube = box(1, 1, 1);
/** Corners on the axes at one. */
const star = polyhedronFromVertices([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]);

/** Pose of a mesh, which stands in the world as it is, in the frame of a body at a place, turned about an axis. */
function at(x: number, y: number, z: number, axis: [number, number, number] = [0, 0, 1], angle = 0): Pose {
  const pose = poseOf(fromAxisAngle(axis, -angle), [0, 0, 0]);
  for (let k = 0; k < 3; k++) pose[9 + k] = -(pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z);
  return pose;
}

/** Points in the world, rounded, with gaps; in order. */
function points(contact: Contact, x: number, y: number, z: number): number[][] {
  return Array.from({ length: contact.count }, (_, p) => [
    ...[x, y, z].map((c, k) => +(contact.points[3 * p + k] + c).toFixed(9) + 0),
    +contact.gaps[p].toFixed(9),
  ]).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
}

const normalOf = (c: Contact): number[] => Array.from(c.normal, (n) => +n.toFixed(9) + 0);
const sumOf = (values: Float64Array, n: number): number => values.slice(0, n).reduce((sum, x) => sum + x, 0);

/** Boxes as one mesh: each by its least and greatest corner. */
function boxes(...ends: [number[], number[]][]) {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const [low, high] of ends) {
    const first = vertices.length / 3;
    const size = high.map((x, k) => x - low[k]);
    const solid = box(size[0], size[1], size[2]);
    solid.vertices.forEach((x, k) => vertices.push(x + (low[k % 3] + high[k % 3]) / 2));
    triangles.push(...trianglesOf(solid).map((v) => v + first));
  }
  return meshWall(vertices, triangles);
}

const TABLE = meshWall([0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0], [0, 1, 2, 0, 2, 3]);
/** A ridge along y at the origin, its sides falling at 45 degrees. */
const ROOF = meshWall([-1, -2, -1, 1, -2, -1, 0, -2, 0, -1, 2, -1, 1, 2, -1, 0, 2, 0], [0, 2, 5, 0, 5, 3, 1, 4, 5, 1, 5, 2]);

describe('on a table', () => {
  test('a box rests on four corners, over a rim on two and two crossings', () => {
    const [flat, ...none] = contactsOf(cube, TABLE, at(1, 1, 0.49));
    expect(none).toEqual([]);
    expect([flat.status, flat.kind, flat.count, flat.rimCount]).toEqual([Status.Overlapping, ContactKind.FaceFace, 4, 0]);
    expect(flat.gap).toBeCloseTo(-0.01, 14);
    expect(flat.area).toBeCloseTo(1, 14);
    expect(flat.volume).toBeCloseTo(0.01, 14);
    expect([...flat.shares.slice(0, 4)]).toEqual([0.25, 0.25, 0.25, 0.25].map((s) => expect.closeTo(s, 14) as number));
    expect(points(flat, 1, 1, 0.49)).toEqual([
      [0.5, 0.5, -0.005, -0.01],
      [0.5, 1.5, -0.005, -0.01],
      [1.5, 0.5, -0.005, -0.01],
      [1.5, 1.5, -0.005, -0.01],
    ]);
    const [rim, ...more] = contactsOf(cube, TABLE, at(0.2, 1, 0.49));
    expect(more).toEqual([]);
    expect(points(rim, 0.2, 1, 0.49).map((p) => p[0])).toEqual([0, 0, 0.7, 0.7]);
    expect(rim.area).toBeCloseTo(0.7, 14);
    expect(Array.from(rim.centre, (c, k) => c + [0.2, 1, 0.49][k])).toEqual([
      expect.closeTo(0.35, 12),
      expect.closeTo(1, 12),
      expect.closeTo(-0.005, 12),
    ]);
  });

  test('a box that covers a table rests on its corners; on an L it has the hull of what it covers and the area of the L', () => {
    const small = meshWall([0, 0, 0, 0.2, 0, 0, 0.2, 0.2, 0, 0, 0.2, 0], [0, 1, 2, 0, 2, 3]);
    const [contact] = contactsOf(cube, small, at(0.1, 0.1, 0.49));
    expect(points(contact, 0.1, 0.1, 0.49).map((p) => p.slice(0, 2))).toEqual([
      [0, 0],
      [0, 0.2],
      [0.2, 0],
      [0.2, 0.2],
    ]);
    expect(contact.area).toBeCloseTo(0.04, 14);
    const el = meshWall([0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0], [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5]);
    const [corner, ...none] = contactsOf(cube, el, at(1.2, 1.2, 0.49));
    expect(none).toEqual([]);
    expect(corner.area).toBeCloseTo(0.51, 13);
    expect(sumOf(corner.shares, corner.count)).toBeCloseTo(0.51, 13);
    expect(points(corner, 1.2, 1.2, 0.49).map((p) => p.slice(0, 2))).toEqual([
      [0.7, 0.7],
      [0.7, 1.7],
      [1, 1.7],
      [1.7, 0.7],
      [1.7, 1],
    ]);
  });

  test('of one side: a body more than half behind is let through; a body against the rim is held by it', () => {
    for (let z = -0.45; z < 0.5; z += 0.1) expect(contactsOf(cube, TABLE, at(1, 1, z)).length).toBe(z > 0 ? 1 : 0);
    const [side, ...none] = contactsOf(cube, TABLE, at(-0.49, 1, 0.2));
    expect(none).toEqual([]);
    expect(normalOf(side)).toEqual([1, 0, 0]);
    expect(side.gap).toBeCloseTo(-0.01, 14);
    expect(points(side, -0.49, 1, 0.2)).toEqual([
      [0.005, 0.5, 0, -0.01],
      [0.005, 1.5, 0, -0.01],
    ]);
  });

  test('a solid table has no ghosts at its rim, whatever juts out, and holds a body from any depth', () => {
    const solid = boxes([
      [-2, -2, -0.5],
      [2, 2, 0.5],
    ]);
    for (const [x, y] of [
      [2.1, 1.8],
      [2.2, 1.8],
      [2.1, 2.1],
      [1.9, 1.8],
    ]) {
      for (const angle of [0, Math.PI / 6, Math.PI / 4]) {
        for (const depth of [1e-6, 1e-3]) {
          const contacts = contactsOf(cube, solid, at(x, y, 1 - depth, [0, 0, 1], angle));
          expect(contacts.length).toBe(1);
          expect(normalOf(contacts[0])).toEqual([0, 0, -1]);
          expect(contacts[0].gap).toBeCloseTo(-depth, 12);
        }
      }
    }
    for (const z of [0.69, 0.5, 0.1, 0.01]) {
      const [deep, ...none] = contactsOf(box(0.4, 0.4, 0.4), solid, at(0.3, 0.2, z));
      expect(none).toEqual([]);
      expect(normalOf(deep)).toEqual([0, 0, -1]);
      expect(deep.gap).toBeCloseTo(z - 0.7, 12);
    }
  });
});

describe('on ridges', () => {
  test('flush: two points and the face of the body; askew: one crossing, whose normal is across both edges', () => {
    const [flush, ...none] = contactsOf(cube, ROOF, at(0, 0, 0.49));
    expect(none).toEqual([]);
    expect([flush.kind, flush.count, flush.rimCount, flush.owner]).toEqual([ContactKind.EdgeFace, 2, 4, NormalOwner.FaceA]);
    expect(normalOf(flush)).toEqual([0, 0, -1]);
    expect(flush.area).toBeCloseTo(0.02, 12);
    expect(flush.volume).toBeCloseTo(1e-4, 12);
    expect(sumOf(flush.shares, 6)).toBeCloseTo(0.02, 12);
    // Share-weighted depths are the volume.
    expect(flush.shares[0] * 0.01 + flush.shares[1] * 0.01).toBeCloseTo(1e-4, 8);
    const [askew, ...more] = contactsOf(cube, ROOF, at(0, 0, 0.49, [1, 0, 0], 0.1));
    expect(more).toEqual([]);
    expect([askew.kind, askew.count, askew.owner]).toEqual([ContactKind.EdgeEdge, 1, NormalOwner.Edges]);
  });

  test('of many edges: the same points as of one', () => {
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
        const pose = at(0, y, 0.49, [0, 0, 1], angle);
        const [coarse] = contactsOf(cube, ROOF, pose);
        const [same, ...none] = contactsOf(cube, fine, pose);
        expect(none).toEqual([]);
        expect(points(same, 0, 0, 0)).toEqual(points(coarse, 0, 0, 0));
        expect(same.volume).toBeCloseTo(coarse.volume, 13);
      }
    }
  });

  test.each([0, 1e-9, 1e-5, 2e-3, 5e-3, -5e-3])('two ridges, one higher by %d, carry a box as one contact', (up) => {
    const vertices: number[] = [];
    const triangles: number[] = [];
    for (const [x, h] of [
      [-0.3, 0],
      [0.3, up],
    ]) {
      const b = vertices.length / 3;
      for (const y of [-2, 2]) vertices.push(x - 0.2, y, h - 0.2, x, y, h, x + 0.2, y, h - 0.2);
      triangles.push(...[0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4].map((v) => b + v));
    }
    const [contact, ...none] = contactsOf(cube, meshWall(vertices, triangles), at(0, 0, 0.49));
    expect(none).toEqual([]);
    expect(normalOf(contact)).toEqual([0, 0, -1]);
    expect(contact.count).toBe(4);
    const depths = Array.from(contact.gaps.slice(0, 4), (g) => -g).sort((a, b) => a - b);
    const [low, high] = up < 0 ? [0.01 + up, 0.01] : [0.01, 0.01 + up];
    expect(depths).toEqual([low, low, high, high].map((d) => expect.closeTo(d, 12) as number));
    expect(contact.volume).toBeCloseTo(low * low + high * high, 12);
  });

  test('a tip under a face; and while apart beside an edge', () => {
    const pyramid = meshWall([0, 0, 0, -1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1], [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1]);
    const [tip, ...none] = contactsOf(cube, pyramid, at(0.1, 0, 0.49));
    expect(none).toEqual([]);
    expect([tip.kind, tip.count, tip.features[1]]).toEqual([ContactKind.VertexFace, 1, 0]);
    expect(tip.gap).toBeCloseTo(-0.01, 14);
    const options = { ...createDetectOptions(), margin: 0.02 };
    const [apart] = contactsOf(cube, pyramid, at(0.1, 0, 0.51), options);
    expect([apart.status, apart.kind, apart.area]).toEqual([Status.Separated, ContactKind.VertexFace, 0]);
    const [edge, ...more] = contactsOf(cube, pyramid, at(0.503, 0, 0.504), options);
    expect(more).toEqual([]);
    expect(edge.kind).toBe(ContactKind.VertexEdge);
    expect(edge.gap).toBeCloseTo(0.005, 12);
    expect(contactsOf(cube, pyramid, at(0.52, 0, 0.515), options)).toEqual([]);
  });
});

describe('in corners and holes', () => {
  test('in the corner of a room floor and walls answer, each with its own normal and four points', () => {
    const room = meshWall(
      [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 2, 0, 2],
      [0, 1, 2, 0, 2, 3, 0, 3, 5, 0, 5, 4, 0, 4, 6, 0, 6, 1],
    );
    const contacts = contactsOf(cube, room, at(0.49, 0.495, 0.499));
    expect(contacts.map((c) => c.gap).sort((a, b) => a - b)).toEqual([-0.01, -0.005, -0.001].map((g) => expect.closeTo(g, 12) as number));
    for (const contact of contacts) {
      const k = normalOf(contact).indexOf(-1);
      expect([0, 1, 2]).toContain(k);
      expect(contact.gap).toBeCloseTo([-0.01, -0.005, -0.001][k], 12);
      expect(contact.count).toBe(4);
    }
  });

  test('a shallow valley: each side has its own two corners', () => {
    const valley = meshWall([-2, -2, 0.2, 0, -2, 0, 2, -2, 0.2, -2, 2, 0.2, 0, 2, 0, 2, 2, 0.2], [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4]);
    const contacts = contactsOf(cube, valley, at(0, 0, 0.54));
    expect(contacts.length).toBe(2);
    for (const c of contacts) {
      expect(c.count).toBe(2);
      for (let p = 0; p < 2; p++) expect(c.normal[0] * (c.points[3 * p] > 0 ? 1 : -1)).toBeCloseTo(0.1 / Math.sqrt(1.01), 12);
    }
  });

  test('two posts of one height are one contact under a box; a tip between them meets their edges', () => {
    const posts = boxes(
      [
        [-1, -0.2, -1],
        [-0.3, 0.2, 0],
      ],
      [
        [0.3, -0.2, -1],
        [1, 0.2, 0],
      ],
    );
    const [flat, ...none] = contactsOf(cube, posts, at(0.05, 0, 0.49));
    expect(none).toEqual([]);
    expect(flat.area).toBeCloseTo(0.16, 12);
    expect(points(flat, 0.05, 0, 0.49).map((p) => p.slice(0, 2))).toEqual([
      [-0.45, -0.2],
      [-0.45, 0.2],
      [0.55, -0.2],
      [0.55, 0.2],
    ]);
    const slot = contactsOf(star, posts, at(0, 0, 0.69));
    expect(slot.map(normalOf).sort()).toEqual(
      [
        [-Math.SQRT1_2, 0, -Math.SQRT1_2],
        [Math.SQRT1_2, 0, -Math.SQRT1_2],
      ].map((n) => n.map((x) => +x.toFixed(9))),
    );
    for (const c of slot) expect(c.gap).toBeCloseTo(-0.01 * Math.SQRT1_2, 12);
  });

  test('a tip in a hole meets the four edges of its rim; a box over the hole rests on the floor', () => {
    const floor = boxes(
      [
        [-2, -2, -1],
        [-0.3, 2, 0],
      ],
      [
        [0.3, -2, -1],
        [2, 2, 0],
      ],
      [
        [-0.3, -2, -1],
        [0.3, -0.3, 0],
      ],
      [
        [-0.3, 0.3, -1],
        [0.3, 2, 0],
      ],
    );
    const contacts = contactsOf(star, floor, at(0, 0, 0.69));
    expect(contacts.length).toBe(4);
    for (const c of contacts) {
      expect(c.gap).toBeCloseTo(-0.01 * Math.SQRT1_2, 12);
      expect(c.normal[2]).toBeCloseTo(-Math.SQRT1_2, 12);
    }
    const [flat, ...none] = contactsOf(cube, floor, at(0.1, 0, 0.49));
    expect(none).toEqual([]);
    expect(flat.gap).toBeCloseTo(-0.01, 12);
    expect(flat.area).toBeCloseTo(1 - 0.36, 12);
  });

  test('a step up: the tread and the riser; a body over the nose of a stair', () => {
    const stairs = meshWall(
      [-2, -2, 0, 0, -2, 0, 0, 2, 0, -2, 2, 0, 0, -2, 0.3, 0, 2, 0.3, 2, -2, 0.3, 2, 2, 0.3],
      [0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2, 4, 6, 7, 4, 7, 5],
    );
    const inner = contactsOf(cube, stairs, at(-0.495, 0, 0.49));
    expect(inner.map(normalOf).sort()).toEqual([
      [0, 0, -1],
      [1, 0, 0],
    ]);
    const [nose, ...none] = contactsOf(cube, stairs, at(0.1, 0, 0.79));
    expect(none).toEqual([]);
    expect(normalOf(nose)).toEqual([0, 0, -1]);
    expect(nose.area).toBeCloseTo(0.6, 12);
  });
});

describe('sheets seen from both sides', () => {
  const fin = meshWall(
    [-2, -2, 0, 0, -2, 0, 2, -2, 0, -2, 2, 0, 0, 2, 0, 2, 2, 0, 0, -2, 1, 0, 2, 1],
    [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 1, 6, 7, 1, 7, 4],
    { twoSided: true },
  );

  test('a fin on a floor holds a box on either side, and on its rim', () => {
    for (const side of [-1, 1]) {
      const contacts = contactsOf(cube, fin, at(0.495 * side, 0.1, 0.49));
      expect(contacts.map(normalOf).sort((a, b) => b[2] - a[2])).toEqual([
        [-side, 0, 0],
        [0, 0, -1],
      ]);
      for (const c of contacts) expect(c.count).toBe(4);
    }
    const [rim, ...none] = contactsOf(cube, fin, at(0.1, 0.1, 1.49));
    expect(none).toEqual([]);
    expect(normalOf(rim)).toEqual([0, 0, -1]);
    expect(points(rim, 0.1, 0.1, 1.49)).toEqual([
      [0, -0.4, 0.995, -0.01],
      [0, 0.6, 0.995, -0.01],
    ]);
    expect([rim.area, rim.volume]).toEqual([0, 0]);
  });

  test('a floor holds from above and from below, and lets a body that is more than half through go on', () => {
    const sheet = meshWall([-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0], [0, 1, 2, 0, 2, 3], { twoSided: true });
    for (const z of [0.49, 0.2, 0.01, -0.01, -0.2, -0.49]) {
      const [contact, ...none] = contactsOf(cube, sheet, at(0, 0, z));
      expect(none).toEqual([]);
      expect(normalOf(contact)).toEqual([0, 0, z > 0 ? -1 : 1]);
      expect(contact.gap).toBeCloseTo(Math.abs(z) - 0.5, 12);
      expect(contact.count).toBe(4);
    }
  });
});

describe('any pose and any wall', () => {
  test('a pose that is not finite is Status.Invalid; far away nothing', () => {
    const found = [createContact(8)];
    const pose = createPose();
    pose[3] = Number.NaN;
    expect(meshWallContacts(found, cube, TABLE, createTriangleList(), pose, createDetectOptions())).toBe(0);
    expect(found[0].status).toBe(Status.Invalid);
    expect(contactsOf(octahedron(1), TABLE, at(1e9, 0, 0))).toEqual([]);
  });

  test('more contacts than there is room for are counted', () => {
    const room = meshWall(
      [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 2, 0, 2],
      [0, 1, 2, 0, 2, 3, 0, 3, 5, 0, 5, 4, 0, 4, 6, 0, 6, 1],
    );
    const found = [createContact(2)];
    const count = meshWallContacts(found, cube, room, createTriangleList(1), at(0.49, 0.495, 0.499), createDetectOptions());
    expect([count, found[0].count, found[0].dropped]).toEqual([3, 2, 2]);
    expect(meshWallContacts([], cube, room, createTriangleList(1), at(0.49, 0.495, 0.499), createDetectOptions())).toBe(3);
  });
});
