/** Random scenes in the plane, and the obvious detector: all pairs, each asked cold. */
import { mayPair } from '../../src/body';
import { Status } from '../../src/contact';
import {
  addBody2d,
  createBodySet2d,
  createContact2d,
  createDetectOptions2d,
  detect2d,
  pointCore2d,
  polygonFromVertices,
  rectangle,
  regularPolygon,
  segmentCore2d,
  type BodySet2d,
  type ContactList2d,
  type ContactMethod2d,
  type ConvexPolygon,
} from '../../src/planar';
import type { Random } from '../../src/polyhedron';
import { bytes } from '../bytes';

export const shapes: ConvexPolygon[] = [
  rectangle(1, 1),
  regularPolygon(3, 0.7),
  regularPolygon(7, 0.6),
  rectangle(2, 0.3),
  polygonFromVertices([0, 0, 1, -0.2, 1.3, 0.5, 0.9, 1.1, 0.1, 0.8]),
];

/** Points, segments and polygons, for bodies that all have a radius. */
export const cores: ConvexPolygon[] = [
  pointCore2d(),
  segmentCore2d(1),
  segmentCore2d([0, 0, 0.1, 0.3]),
  pointCore2d(),
  ...shapes.slice(0, 2),
];

/** Shapes of three decades of size. */
export const scaled: ConvexPolygon[] = [3, 1, 0.1, 0.01, 0.003].map((size, k) => regularPolygon(3 + k, size));

export function addRandom2d(bodies: BodySet2d, random: Random, size: number, flags = 0, from = shapes): number {
  const angle = 2 * Math.PI * random();
  const shape = from[Math.floor(random() * from.length)];
  return addBody2d(bodies, {
    shape,
    position: [size * random(), size * random()],
    rotation: [Math.cos(angle), Math.sin(angle)],
    rounding: shape.dimension < 2 ? 0.05 + random() ** 4 : random() < 0.3 ? 0.1 * random() : 0,
    group: random() < 0.2 ? 1 + Math.floor(2 * random()) : 0,
    flags,
  });
}

export function randomScene2d(random: Random, count: number, size: number, from = shapes): BodySet2d {
  const bodies = createBodySet2d();
  for (let b = 0; b < count; b++) addRandom2d(bodies, random, size, random() < 0.15 ? 1 + Math.floor(2 * random()) : 0, from);
  return bodies;
}

/** Moves and turns all bodies that are not static; now and then one by a lot. */
export function move2d(bodies: BodySet2d, random: Random, by: number): void {
  for (let i = 0; i < bodies.count; i++) {
    const far = random() < 0.02 ? 8 : 1;
    const [x, y, turn] = [0, 1, 2].map(() => far * by * (2 * random() - 1));
    if (bodies.flags[i] === 1) continue;
    bodies.positions[2 * i] += x;
    bodies.positions[2 * i + 1] += y;
    const c = bodies.rotations[2 * i];
    const s = bodies.rotations[2 * i + 1];
    const norm = Math.sqrt((c * c + s * s) * (1 + turn * turn));
    bodies.rotations[2 * i] = (c - turn * s) / norm;
    bodies.rotations[2 * i + 1] = (s + turn * c) / norm;
  }
}

/** Distance of the farthest corner of a body from its centroid, and the rounding. */
function reachOf({ shapes, shapeIndex, rounding }: BodySet2d, i: number): number {
  const { vertices, vertexCount } = shapes[shapeIndex[i]];
  let square = 0;
  for (let v = 0; v < vertexCount; v++) square = Math.max(square, vertices[2 * v] ** 2 + vertices[2 * v + 1] ** 2);
  return Math.sqrt(square) + rounding[i];
}

/**
 * 'i j' of all pairs in contact, with the gap, asking about all that are no farther apart than their farthest corners
 * and the margin reach; `edges` of a box that repeats, 0 where not.
 */
export function allContacts2d(bodies: BodySet2d, method: ContactMethod2d, margin: number, edges = [0, 0]): Map<string, number> {
  const contact = createContact2d(64);
  const options = { ...createDetectOptions2d(), margin };
  const found = new Map<string, number>();
  const shift = new Float64Array(2);
  for (let i = 0; i < bodies.count; i++) {
    for (let j = i + 1; j < bodies.count; j++) {
      if (bodies.shapeIndex[i] < 0 || bodies.shapeIndex[j] < 0 || !mayPair(bodies, i, j)) continue;
      let square = 0;
      for (let k = 0; k < 2; k++) {
        const between = bodies.positions[2 * j + k] - bodies.positions[2 * i + k];
        shift[k] = edges[k] > 0 ? -edges[k] * Math.round(between / edges[k]) : 0;
        square += (between + shift[k]) ** 2;
      }
      if (square > 1.0001 * (reachOf(bodies, i) + reachOf(bodies, j) + margin) ** 2) continue;
      const status = detect2d(contact, method, bodies, i, j, undefined, options, shift);
      if (contact.count > 0 && status !== Status.Invalid) found.set(`${i} ${j}`, contact.gap);
    }
  }
  return found;
}

/** Everything in a list but its slots, each array as text. */
export function bits2d(list: ContactList2d): string[] {
  const { count: n, pointCount: m } = list;
  return [
    ...[
      list.bodyA,
      list.bodyB,
      list.status,
      list.kind,
      list.gaps,
      list.owner,
      list.lengths,
      list.areas,
      list.featureA,
      list.featureB,
      list.began,
    ].map((x) => bytes(x, n)),
    ...[list.normals, list.centres, list.pointsA, list.pointsB, list.shifts].map((x) => bytes(x, 2 * n)),
    ...[list.pointGaps, list.pointShares, list.pointBegan].map((x) => bytes(x, m)),
    bytes(list.points, 2 * m),
    bytes(list.pointFeatures, 2 * m),
  ];
}

/** Slots and what has ended. */
export function slots2d(list: ContactList2d): string[] {
  return [
    `${list.slotCount} ${list.pointSlotCount}`,
    bytes(list.userSlot, list.count),
    bytes(list.pointSlot, list.pointCount),
    ...[list.endedBodyA, list.endedBodyB, list.endedUserSlot].map((x) => bytes(x, list.endedCount)),
    bytes(list.endedPointSlot, list.endedPointCount),
  ];
}
