/**
 * A closed convex mesh is the solid: one contact, with what exactMethod says of the two solids, at any depth. The long
 * form is `npm run fuzz -- --method mesh-wall`.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactMethod } from '../../src/common-plane';
import { createContact, createDetectOptions, createState, Status, type Contact, type DetectOptions } from '../../src/contact';
import { exactPlane } from '../../src/exact-plane/exact-plane';
import { createCommonPlane } from '../../src/contact';
import { box, polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import type { Pose } from '../../src/body';
import { createRandom } from '../../src/math/random';
import { direction, poseOf, rotation, type Quaternion } from '../arbitraries/quaternion';
import { anyShape, grid, type NamedShape } from '../arbitraries/shapes';
import { runs } from '../arbitraries/settings';
import { sweep } from '../sweep';
import { surfaceOf } from './surface-of';
import { contactsOf } from './wall-helpers';

const plane = createCommonPlane();
const state = createState(exactMethod);

function exactGap(body: ConvexPolyhedron, solid: ConvexPolyhedron, pose: Pose): number {
  state.floats.fill(0);
  exactPlane(plane, body, solid, pose, state);
  return plane.gap;
}

/** Moves the solid along a way from the body until the exact gap is as given: it never falls on the way. */
function place(body: ConvexPolyhedron, solid: ConvexPolyhedron, q: Quaternion, way: readonly number[], gap: number): Pose {
  const pose = poseOf(q, [0, 0, 0]);
  let low = 0;
  let high = body.radius + solid.radius + 1 + gap;
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    for (let i = 0; i < 3; i++) pose[9 + i] = middle * way[i];
    if (exactGap(body, solid, pose) < gap) low = middle;
    else high = middle;
  }
  return pose;
}

function exactContact(body: ConvexPolyhedron, solid: ConvexPolyhedron, pose: Pose, options: DetectOptions): Contact {
  const out = createContact(4000);
  state.floats.fill(0);
  exactMethod.detect(out, body, solid, pose, state, options);
  return out;
}

const solid = (s: NamedShape): ConvexPolyhedron => polyhedronFromVertices(s.points);
/** Triangles of needles and plates may be narrower than rounding; and 64 planes are all that are told apart. */
const meshable = () => anyShape().filter((s) => s.kind !== 'needle' && s.kind !== 'plate' && !s.kind.startsWith('near'));
const scene = { a: anyShape(), b: meshable(), q: rotation(), way: direction() };

const near = (x: number, expected: number, size: number): void => expect(Math.abs(x - expected)).toBeLessThanOrEqual(size);

describe('a closed convex mesh against the solid', () => {
  test.each([1e-6, 1e-4, 1e-3, 1e-2, 0.1])('overlaps of depth %d: one contact, neither deeper nor lost', (depth) => {
    fc.assert(
      fc.property(fc.record(scene), (s) => {
        const body = solid(s.a);
        const other = solid(s.b);
        const pose = place(body, other, s.q, s.way, -depth);
        const expected = exactContact(body, other, pose, createDetectOptions());
        // Bodies that hold one another may never be so shallow.
        if (Math.abs(expected.gap + depth) > 1e-9) return;
        const contacts = contactsOf(body, surfaceOf(other), pose);
        expect(contacts.length).toBe(1);
        const [contact] = contacts;
        expect(contact.status).toBe(Status.Overlapping);
        near(contact.gap, expected.gap, 1e-11);
        // Directions that are as shallow to rounding may differ.
        const turned = [0, 1, 2].some((k) => Math.abs(contact.normal[k] - expected.normal[k]) > 1e-6);
        if (turned || depth > 0.1 * Math.min(body.inradius, other.inradius)) return;
        expect(contact.owner).toBe(expected.owner);
        near(contact.area, expected.area, 1e-7 * expected.area + 1e-13);
        near(contact.volume, expected.volume, 1e-7 * expected.volume + 1e-15);
        if (expected.volume > 1e-12) for (let k = 0; k < 3; k++) near(contact.centre[k], expected.centre[k], 1e-6);
      }),
      runs(60, 20),
    );
  });

  test('apart: as far off as the solid, with its normal', () => {
    fc.assert(
      fc.property(fc.record({ ...scene, gap: grid(0, 0.3) }), (s) => {
        const body = solid(s.a);
        const other = solid(s.b);
        const pose = place(body, other, s.q, s.way, 0.01 + s.gap);
        const options = { ...createDetectOptions(), margin: 1.01 * (0.01 + s.gap) };
        const expected = exactContact(body, other, pose, options);
        const contacts = contactsOf(body, surfaceOf(other), pose, options);
        expect(contacts.length).toBe(1);
        near(contacts[0].gap, expected.gap, 1e-9);
        for (let k = 0; k < 3; k++) near(contacts[0].normal[k], expected.normal[k], 1e-6);
        expect([contacts[0].status, contacts[0].area, contacts[0].volume]).toEqual([Status.Separated, 0, 0]);
        expect(contactsOf(body, surfaceOf(other), pose, { ...options, margin: 0.99 * expected.gap })).toEqual([]);
      }),
      runs(60, 20),
    );
  });

  test('rounded bodies press where the sharp gap is at most the radius', () => {
    fc.assert(
      fc.property(fc.record({ ...scene, gap: grid(-0.01, 0.049) }), (s) => {
        const body = solid(s.a);
        const other = solid(s.b);
        const pose = place(body, other, s.q, s.way, s.gap);
        const options = { ...createDetectOptions(), margin: 0.05, rounding: 0.05 };
        const expected = exactContact(body, other, pose, options);
        if (Math.abs(expected.gap - s.gap) > 1e-9) return;
        const contacts = contactsOf(body, surfaceOf(other), pose, options);
        expect(contacts.length).toBe(1);
        const [contact] = contacts;
        near(contact.gap, expected.gap, 1e-9);
        if ([0, 1, 2].some((k) => Math.abs(contact.normal[k] - expected.normal[k]) > 1e-6)) return;
        if (Math.min(body.inradius, other.inradius) < 0.15) return;
        near(contact.area, expected.area, 1e-6 * expected.area + 1e-12);
        near(contact.volume, expected.volume, 1e-6 * expected.volume + 1e-14);
      }),
      runs(60, 20),
    );
  });

  test('while facets are large against the overlap the points are those of the solids', () => {
    let same = 0;
    let all = 0;
    fc.assert(
      fc.property(fc.record({ ...scene, a: meshable() }), (s) => {
        const body = solid(s.a);
        const other = solid(s.b);
        const pose = place(body, other, s.q, s.way, -1e-4);
        const expected = exactContact(body, other, pose, createDetectOptions());
        const [contact] = contactsOf(body, surfaceOf(other), pose);
        all++;
        const key = (c: Contact): string =>
          Array.from({ length: c.count }, (_, p) => c.gaps[p].toFixed(9))
            .sort()
            .join();
        if (contact.rimCount === expected.rimCount && key(contact) === key(expected)) same++;
      }),
      runs(100),
    );
    // Corners that the surface hardly needs are left out.
    expect(same / all).toBeGreaterThan(0.95);
  });

  test('a body wholly inside is moved out the shortest way', () => {
    fc.assert(
      fc.property(
        fc.record({ ...scene, a: meshable(), size: grid(0.01, 0.2), where: fc.tuple(grid(-1, 1), grid(-1, 1), grid(-1, 1)) }),
        (s) => {
          const other = solid(s.b);
          const small = polyhedronFromVertices(s.a.points.map((x) => x * s.size * other.inradius));
          const pose = poseOf(s.q, [0, 0, 0]);
          for (let k = 0; k < 3; k++) pose[9 + k] = s.where[k] * 0.4 * other.inradius;
          const gap = exactGap(small, other, pose);
          const contacts = contactsOf(small, surfaceOf(other), pose);
          expect(contacts.length).toBe(1);
          near(contacts[0].gap, gap, 1e-9);
        },
      ),
      runs(60, 20),
    );
  });
});

test('a corner pressed over a rim is found at every depth', () => {
  const wall = box(4, 4, 1);
  const q: Quaternion = [-0.7590517775471619, -0.35955084199602405, -0.5293387396052577, 0.11985028066534135];
  const way = [-0.9891406651785577, -0.136717300755685, 0.053936297279291834];
  const cube = box(1, 1, 1);
  for (const depth of [1e-5, 1e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2]) {
    // The body stands turned and moved before the wall: the wall's pose in its frame is the inverse.
    let low = 0;
    let high = 5;
    let pose = poseOf([-q[0], -q[1], -q[2], q[3]], [0, 0, 0]);
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      pose = poseOf([-q[0], -q[1], -q[2], q[3]], [0, 0, 0]);
      for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) pose[9 + r] -= pose[3 * r + c] * middle * way[c];
      if (exactGap(cube, wall, pose) < -depth) low = middle;
      else high = middle;
    }
    const expected = exactContact(cube, wall, pose, createDetectOptions());
    const contacts = contactsOf(cube, surfaceOf(wall), pose);
    expect(contacts.length).toBe(1);
    near(contacts[0].gap, expected.gap, 1e-12);
    for (let k = 0; k < 3; k++) near(contacts[0].normal[k], expected.normal[k], 1e-12);
    expect([contacts[0].count, contacts[0].rimCount]).toEqual([expected.count, expected.rimCount]);
  }
});

test('apart by far less than the margin, a corner over an edge is not missed by rounding', () => {
  const body = polyhedronFromVertices([1, 0, 0, -0.4, 0.27, 0, -0.4, -0.15, 0.24, -0.4, -0.15, -0.24, 0, 0, -0.3]);
  const other = polyhedronFromVertices([
    -0.5, -0.4, -0.3, 0.5, -0.4, -0.3, -0.5, 0.4, -0.3, 0.5, 0.4, -0.3, -0.5, -0.4, 0.3, 0.5, -0.4, 0.3, -0.5, 0.4, 0.3, 0.5, 0.4, 0.3,
    -0.5003162277660168, 0.4001029901952799, 0.2996837722339831, -0.5003162277660168, 0.400102835787191, 0.29968994855753817,
  ]);
  const pose = Float64Array.from([
    0.8879297167314575, -0.430375311486504, -0.16235119158197883, -0.0003153255798245269, -0.35352280813960535, 0.9354258520560923,
    -0.45997904160404135, -0.8305412183558274, -0.31403911523414574, 1.3906253574729759, -0.14217691451659328, 0.3879146631582417,
  ]);
  const gap = exactGap(body, other, pose);
  expect(gap).toBeCloseTo(1e-6, 15);
  for (const margin of [2e-6, 1e-3, 0.1, 1, 10]) {
    const contacts = contactsOf(body, surfaceOf(other), pose, { ...createDetectOptions(), margin });
    expect(contacts.length).toBe(1);
    near(contacts[0].gap, gap, 1e-14);
  }
});

test('a margin that takes in more planes than are told apart changes nothing', () => {
  const sides = 63;
  const corners: number[] = [];
  for (let k = 0; k < sides; k++) {
    const angle = (2 * Math.PI * k) / sides;
    for (const z of [-0.05, 0.05]) corners.push(0.2 * Math.cos(angle), 0.2 * Math.sin(angle), z);
  }
  const [cube, prism] = [box(1, 1, 1), polyhedronFromVertices(corners)];
  // An edge of the prism's round crosses an edge of the cube, both of whose faces lean by 45 degrees.
  const sine = Math.sqrt(1 - 0.95 * 0.95);
  const pose = Float64Array.from([0.95, sine, 0, 0, 0, 1, sine, -0.95, 0, -0.39, -0.551, -0.7]);
  const gap = exactGap(cube, prism, pose);
  expect(gap).toBeGreaterThan(1e-4);
  for (const margin of [1.1 * gap, 0.01, 0.1, 0.3, 0.5, 1, 3, 100]) {
    const contacts = contactsOf(cube, surfaceOf(prism), pose, { ...createDetectOptions(), margin });
    expect(contacts.length).toBe(1);
    near(contacts[0].gap, gap, 1e-13);
  }
});

test('a zone whose sides are where rounding puts them is shared out all the same', () => {
  const plate = polyhedronFromVertices([
    4.77668244562803, 1.4776010333066978, -0.028117066259517456, 4.77668244562803, 1.4776010333066978, 0.028117066259517456,
    1.1087011913122786, 4.875528860378403, -0.028117066259517456, 1.1087011913122786, 4.875528860378403, 0.028117066259517456,
    -3.6679812543157504, 3.3979278270717073, -0.028117066259517456, -3.6679812543157504, 3.3979278270717073, 0.028117066259517456,
    -4.776682445628031, -1.4776010333066965, -0.028117066259517456, -4.776682445628031, -1.4776010333066965, 0.028117066259517456,
    -1.1087011913122813, -4.875528860378403, -0.028117066259517456, -1.1087011913122813, -4.875528860378403, 0.028117066259517456,
    3.6679812543157513, -3.3979278270717064, -0.028117066259517456, 3.6679812543157513, -3.3979278270717064, 0.028117066259517456,
  ]);
  const prism = polyhedronFromVertices([
    5.799008650760992, 0.5818416313947953, -3.1092529296875, 5.799008650760992, 0.5818416313947953, 3.1092529296875, -0.5818416313947954,
    5.799008650760992, -3.1092529296875, -0.5818416313947954, 5.799008650760992, 3.1092529296875, -5.799008650760994, -0.5818416313947951,
    -3.1092529296875, -5.799008650760994, -0.5818416313947951, 3.1092529296875, 0.5818416313947922, -5.799008650760994, -3.1092529296875,
    0.5818416313947922, -5.799008650760994, 3.1092529296875,
  ]);
  const pose = Float64Array.from([
    0.7109296359165059, -0.199549900184841, -0.6743581319386934, -0.4426578891970293, -0.872088646986958, -0.20860341542766675,
    -0.5464732801402598, 0.44681229742776457, -0.708326001894656, -2.497510337849259, 8.073771958511403, 0.01000000000000056,
  ]);
  const [contact] = contactsOf(plate, surfaceOf(prism), pose);
  expect(contact.area).toBeGreaterThan(0.1);
  const shares = contact.shares.slice(0, contact.count + contact.rimCount);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(contact.area, 12);
});

test.each([
  {
    a: [
      0.016399073650087605, -0.0028939541735448714, 0, -0.008681862520634614, 0.013505119476542732, 0.0003050495544183997,
      -0.007717211129452991, -0.014469770867724357, -0.0003050495544183997, 0.0009646513911816238, 0.0019293027823632477,
      0.0003050495544183997, 0, -0.015434422258905981, 0,
    ],
    b: [
      0.85, -0.15, 0, -0.45, 0.7, 0.015811388300841896, -0.4, -0.75, -0.015811388300841896, 0.05, 0.1, 0.015811388300841896, 0, -0.5, 0, 0,
      -0.1, -0.015811388300841896, 0.75, -0.3, -0.015811388300841896, 0.8, 0.55, 0,
    ],
    pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, -0.47314453125, 0.31103515625, 0.013476562499999997],
  },
  {
    a: [
      0.026879360111431223, -0.004743416490252569, 0, -0.014230249470757706, 0.022135943621178652, 0.0008891397050194613,
      -0.012649110640673518, -0.023717082451262844, -0.0008891397050194613, 0.0015811388300841897, 0.0031622776601683794,
      0.0008891397050194613, 0, 0, 0,
    ],
    b: [
      0.85, -0.15, 0, -0.45, 0.7, 0.015811388300841896, -0.4, -0.75, -0.015811388300841896, 0.05, 0.1, 0.015811388300841896, -0.65, 0.05,
      -0.015811388300841896, -0.65, 0, -0.015811388300841896, 0, 0, 0,
    ],
    pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, -0.114990234375, 0.0107421875],
  },
])('a flat lens wholly inside another, whose corner just touches a face from inside (%#)', ({ a, b, pose }) => {
  const body = polyhedronFromVertices(a);
  const other = polyhedronFromVertices(b);
  const gap = exactGap(body, other, Float64Array.from(pose));
  const contacts = contactsOf(body, surfaceOf(other), Float64Array.from(pose));
  expect(contacts.length).toBe(1);
  near(contacts[0].gap, gap, 1e-12);
});

test('a small tetrahedron in a cube', () => {
  const cube = polyhedronFromVertices([
    -0.5, -0.5, -0.5, 0.5, -0.5, -0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, -0.5, -0.5, 0.5, 0.5, -0.5, 0.5, -0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
  ]);
  const tetrahedron = polyhedronFromVertices([
    0.11246826503806982, 0.11246826503806982, 0.11246826503806982, 0.11246826503806982, -0.11246826503806982, -0.11246826503806982,
    -0.11246826503806982, 0.11246826503806982, -0.11246826503806982, -0.11246826503806982, -0.11246826503806982, 0.11246826503806982,
  ]);
  const pose = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1.7263349150062195e-5, -1.7263349150062195e-5]);
  const contacts = contactsOf(cube, surfaceOf(tetrahedron), pose);
  expect(contacts.length).toBe(1);
  near(contacts[0].gap, exactGap(cube, tetrahedron, pose), 1e-13);
});

test('margins of needles reach through thin walls, which do not hold them for that', () => {
  const random = createRandom(5);
  const between = (most: number): number => most * (2 * random() - 1);
  const foot = [0, 1, 2].flatMap((k) => [0.03 * Math.cos(2.1 * k), 0.03 * Math.sin(2.1 * k), -0.3]);
  const needle = polyhedronFromVertices([0, 0, 0.3, ...foot]);
  let apart = 0;
  for (let trial = 0; trial < sweep(1000, 300); trial++) {
    const thickness = 0.02 + 0.1 * random();
    const ridge = [between(0.5), between(0.5), thickness, between(0.5), between(0.5), thickness];
    const lid = polyhedronFromVertices([-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0, ...ridge]);
    const q = [between(1), between(1), between(1), between(1)];
    const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    const [x, y, z, w] = q.map((part) => part / length);
    const pose = poseOf([x, y, z, w], [between(0.8), between(0.8), between(0.8)]);
    const gap = exactGap(needle, lid, pose);
    if (gap < 0.01) continue;
    apart++;
    for (const margin of [0.3 * gap, 1.2 * gap, 0.2])
      for (const contact of contactsOf(needle, surfaceOf(lid), pose, { ...createDetectOptions(), margin })) near(contact.gap, gap, 1e-9);
  }
  expect(apart).toBeGreaterThan(sweep(500, 150));
});
