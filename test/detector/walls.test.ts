/**
 * Contacts of the detector with walls are those of asking the wall kernels about every body and every part, bit for
 * bit, whatever else goes on.
 */
import { expect, test } from 'vitest';
import { bytes } from '../bytes';
import { createRandom } from '../../src/polyhedron';
import { addBody, BodyFlag, createBodySet, createPose, removeBody, type BodySet } from '../../src/body';
import { shortestLinkMethod } from '../../src/common-plane';
import { createContact, createDetectOptions, Status, toWorld, type Contact, type ContactList } from '../../src/contact';
import { faceFeature } from '../../src/contact/feature';
import { roundedBand, sharpMargin } from '../../src/contact/rounding';
import { createDetector, type Wall } from '../../src/detector';
import {
  applyWallRounding,
  meshWall,
  meshWallContacts,
  createTriangleList,
  planeWall,
  planeWallContact,
  wallBand,
  wallPlane,
  wallPose,
  type MeshWall,
} from '../../src/walls';
import { floorMesh } from '../walls/wall-helpers';
import { addRandom, move, randomScene, shapes } from './scene';
import { sweep } from '../sweep';

/** A cube of edge 2 with its front outwards. */
function cubeMesh(position: readonly number[]): MeshWall {
  const corners = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];
  const sides = [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7];
  return meshWall(corners, sides, { position });
}

/** Everything about one contact as plain numbers. */
function rowOf(i: number, w: number, featureB: number, out: Contact): unknown[] {
  const n = out.count;
  return [
    [i, -1 - w, featureB, out.status, out.kind, out.gap, out.area, out.featureA],
    [...out.normal, ...out.pointA, ...out.pointB],
    [...out.points.subarray(0, 3 * n)],
    [...out.gaps.subarray(0, n)],
    [...out.features.subarray(0, 2 * n)],
  ];
}

function listed(list: ContactList): unknown[][] {
  const rows: unknown[][] = [];
  for (let c = 0; c < list.count; c++) {
    if (list.bodyB[c] >= 0 || list.status[c] === Status.Invalid) continue;
    const [from, to] = [list.pointStart[c], list.pointStart[c + 1]];
    rows.push([
      [list.bodyA[c], list.bodyB[c], list.featureB[c], list.status[c], list.kind[c], list.gaps[c], list.areas[c], list.featureA[c]],
      [list.normals, list.pointsA, list.pointsB].flatMap((x) => [...x.subarray(3 * c, 3 * c + 3)]),
      [...list.points.subarray(3 * from, 3 * to)],
      [...list.pointGaps.subarray(from, to)],
      [...list.pointFeatures.subarray(2 * from, 2 * to)],
    ]);
  }
  return rows;
}

const near = createTriangleList();
const found = Array.from({ length: 12 }, () => createContact(400));
/** Rows as text, bit for bit. */
const bitsOf = (rows: readonly unknown[][]): string[] =>
  rows.map((row) => Float64Array.from(row.flat() as number[])).map((x) => bytes(x, x.length));

/** The obvious way: every healthy body that feels forces, every wall. */
function coldContacts(bodies: BodySet, walls: readonly Wall[], margin: number): unknown[][] {
  const rows: unknown[][] = [];
  const out = createContact(64);
  for (let i = 0; i < bodies.count; i++) {
    if (bodies.shapeIndex[i] < 0 || bodies.flags[i] !== BodyFlag.None) continue;
    if (!bodies.positions.subarray(3 * i, 3 * i + 3).every(Number.isFinite)) continue;
    const shape = bodies.shapes[bodies.shapeIndex[i]];
    const rounding = bodies.rounding[i];
    walls.forEach((wall, w) => {
      const band = roundedBand(wallBand(shape, wall.kind === 'mesh' ? wall.tolerance : 0), rounding);
      const options = { ...createDetectOptions(), margin: rounding > 0 ? sharpMargin(margin, rounding, band) : margin, rounding };
      const add = (code: number, tolerance: number): void => {
        if (out.count === 0) return;
        applyWallRounding(out, rounding, wallBand(shape, tolerance));
        rows.push(rowOf(i, w, code, toWorld(out, bodies, i)));
      };
      if (wall.kind === 'plane') {
        planeWallContact(out, shape, wallPlane(new Float64Array(4), wall, bodies, i), options);
        add(faceFeature(0), 0);
        return;
      }
      const pose = wallPose(createPose(), wall, bodies, i);
      const count = meshWallContacts(found, shape, wall, near, pose, options);
      const part = (c: Contact): number => c.featureB;
      for (const contact of found.slice(0, count).sort((a, b) => part(a) - part(b))) {
        applyWallRounding(contact, rounding, wallBand(shape, wall.tolerance));
        rows.push(rowOf(i, w, part(contact), toWorld(contact, bodies, i)));
      }
    });
  }
  return rows;
}

const STEPS = sweep(20, 10);
const scenes = [
  [2, 0.05, 0],
  [3, 0, 1e9],
  [1, 0, 0],
  [61, 1e-9, 0],
];

test.each(scenes.slice(0, sweep(4, 2)))('seed %i, margin %d, origin at %d', (seed, margin, origin) => {
  const random = createRandom(seed);
  const size = 4;
  const bodies = randomScene(random, 40, size);
  for (let k = 0; k < 3 * bodies.count; k++) bodies.positions[k] += origin;
  const { vertices, triangles } = floorMesh(
    4,
    6,
    () => 0.4 * random() - 0.2,
    () => random() < 0.5,
  );
  const floor = meshWall(vertices, triangles, { position: [origin, origin, origin + 0.4] });
  const block = cubeMesh([origin + 2, origin + 2, origin + 2]);
  const walls = [planeWall([0, 0, 1], origin + 0.3), floor, block, planeWall([1, 0.3, 0], origin)];
  const detector = createDetector({ bodies, method: shortestLinkMethod, margin, walls, capacity: 1 });
  let rows = 0;
  for (let step = 0; step < STEPS; step++) {
    const i = step % bodies.count;
    if (step % 5 === 1) removeBody(bodies, i);
    if (step % 5 === 2) addRandom(bodies, random, size);
    if (step % 5 === 3) bodies.rounding[i] = 0.3 * random();
    if (step % 5 === 4) bodies.flags[i] = BodyFlag.Kinematic;
    const before = bodies.positions[3 * i + 30];
    if (step % 3 === 1) bodies.positions[3 * i + 30] = Number.NaN;
    block.position[0] += random() - 0.5;
    const half = 0.2 * random();
    floor.orientation.set([Math.sin(half), 0, 0, Math.cos(half)]);
    const expected = coldContacts(bodies, walls, margin);
    expect(bitsOf(listed(detector.update()))).toEqual(bitsOf(expected));
    rows += expected.length;
    bodies.positions[3 * i + 30] = before;
    move(bodies, random, 0.1);
  }
  expect(rows).toBeGreaterThan(20 * STEPS);
});

test('a body in the corner of a room has a contact with each side, under names that last while it slides', () => {
  const bodies = createBodySet();
  addBody(bodies, { shape: shapes[0], position: [0, 0, 0] });
  const low = [0, 1, 2].map((k) => shapes[0].vertices.reduce((m, x, i) => (i % 3 === k ? Math.min(m, x) : m), Infinity));
  bodies.positions.set(low.map((x) => -x - 0.01));
  // Each side cut into many triangles.
  const { vertices, triangles } = floorMesh(
    20,
    10,
    () => 0,
    (k) => k % 2 === 0,
  );
  const count = vertices.length / 3;
  const room: number[] = [];
  for (const turn of [0, 1, 2])
    for (let v = 0; v < count; v++) for (let k = 0; k < 3; k++) room.push([10, 10, 0][(k + turn) % 3] + vertices[3 * v + ((k + turn) % 3)]);
  const wall = meshWall(
    room,
    [0, 1, 2].flatMap((side) => triangles.map((v) => v + side * count)),
  );
  expect(wall.report).toMatchObject({ pieces: 1, welded: 3 * 21 - 1 });
  const detector = createDetector({ bodies, method: shortestLinkMethod, walls: [wall] });
  const list = detector.update();
  expect(list.count).toBe(3);
  const names = [...list.featureB.subarray(0, 3)];
  expect(new Set(names).size).toBe(3);
  expect(names).toEqual([...names].sort((a, b) => a - b));
  const slots = [...list.userSlot.subarray(0, 3)];
  const points = [...list.pointSlot.subarray(0, list.pointCount)];
  for (let step = 0; step < 50; step++) {
    for (let k = 0; k < 3; k++) bodies.positions[k] += 2e-4 * Math.sin(step + k);
    detector.update();
    expect([...list.userSlot.subarray(0, list.count)]).toEqual(slots);
    expect([...list.pointSlot.subarray(0, list.pointCount)].sort()).toEqual([...points].sort());
    expect([list.endedCount, list.endedPointCount]).toEqual([0, 0]);
  }
});
