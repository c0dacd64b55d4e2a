/** Random scenes, and the obvious detector: all pairs, each asked cold. */
import { createRandom, type Random } from '../../src/polyhedron';
import { addBody, createBodySet, mayPair, type BodySet } from '../../src/body';
import { box, octahedron, prism, randomHull, type ConvexPolyhedron } from '../../src/polyhedron';
import { createContact, createDetectOptions, detect, Status, type ContactList, type ContactMethod } from '../../src/contact';
import { bytes } from '../bytes';

export const shapes: ConvexPolyhedron[] = [
  box(1, 1, 1),
  octahedron(0.8),
  prism(7, 0.6, 0.4),
  box(2, 0.3, 0.5),
  randomHull(createRandom(5), 20),
];

export function addRandom(bodies: BodySet, random: Random, size: number, flags = 0): number {
  const q = [0, 1, 2, 3].map(() => 2 * random() - 1);
  const norm = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return addBody(bodies, {
    shape: shapes[Math.floor(random() * shapes.length)],
    position: [size * random(), size * random(), size * random()],
    orientation: [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm],
    rounding: random() < 0.3 ? 0.1 * random() : 0,
    group: random() < 0.2 ? 1 + Math.floor(2 * random()) : 0,
    flags,
  });
}

export function randomScene(random: Random, count: number, size: number): BodySet {
  const bodies = createBodySet();
  for (let b = 0; b < count; b++) addRandom(bodies, random, size, random() < 0.15 ? 1 + Math.floor(2 * random()) : 0);
  return bodies;
}

/** Moves and turns all bodies that are not static; now and then one by a lot. */
export function move(bodies: BodySet, random: Random, by: number): void {
  for (let i = 0; i < bodies.count; i++) {
    const far = random() < 0.03 ? 5 : 1;
    const step = [0, 1, 2, 3, 4, 5].map(() => far * by * (2 * random() - 1));
    if (bodies.flags[i] === 1) continue;
    for (let k = 0; k < 3; k++) bodies.positions[3 * i + k] += step[k];
    const q = bodies.orientations.subarray(4 * i, 4 * i + 4);
    const [x, y, z, w] = q;
    const [a, b, c] = step.slice(3);
    q.set([x + a * w + b * z - c * y, y + b * w + c * x - a * z, z + c * w + a * y - b * x, w - a * x - b * y - c * z]);
    const norm = Math.sqrt(q.reduce((sum, v) => sum + v * v, 0));
    for (let k = 0; k < 4; k++) q[k] /= norm;
  }
}

const lengths = new Map<ConvexPolyhedron, number>();

/** Distance of the farthest corner of a body from its centroid, and the rounding. */
function reachOf({ shapes, shapeIndex, rounding }: BodySet, i: number): number {
  const shape = shapes[shapeIndex[i]];
  let length = lengths.get(shape);
  if (length === undefined) {
    length = Math.max(...Array.from({ length: shape.vertexCount }, (_, v) => Math.hypot(...shape.vertices.subarray(3 * v, 3 * v + 3))));
    lengths.set(shape, length);
  }
  return length + rounding[i];
}

/**
 * 'i j' of all pairs in contact, with gap and status, asking about all that are no farther apart than their
 * farthest corners and the margin reach; `edges` of a box that repeats, 0 where not.
 */
export function allContacts(bodies: BodySet, method: ContactMethod, margin: number, edges = [0, 0, 0]) {
  const contact = createContact(64);
  const options = { ...createDetectOptions(), margin };
  const found = new Map<string, { gap: number; status: number }>();
  const shift = new Float64Array(3);
  for (let i = 0; i < bodies.count; i++) {
    for (let j = i + 1; j < bodies.count; j++) {
      if (bodies.shapeIndex[i] < 0 || bodies.shapeIndex[j] < 0 || !mayPair(bodies, i, j)) continue;
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const between = bodies.positions[3 * j + k] - bodies.positions[3 * i + k];
        shift[k] = edges[k] > 0 ? -edges[k] * Math.round(between / edges[k]) : 0;
        square += (between + shift[k]) ** 2;
      }
      if (square > 1.0001 * (reachOf(bodies, i) + reachOf(bodies, j) + margin) ** 2) continue;
      const status = detect(contact, method, bodies, i, j, undefined, options, shift);
      if (contact.count > 0 && status !== Status.Invalid) found.set(`${i} ${j}`, { gap: contact.gap, status });
    }
  }
  return found;
}

/** Everything in a list but its slots, each array as text. */
export function bits(list: ContactList) {
  const { count: n, pointCount: m } = list;
  const perContact = [list.bodyA, list.bodyB, list.status, list.kind, list.gaps, list.areas, list.featureA, list.featureB, list.began];
  return [
    ...perContact.map((x) => bytes(x, n)),
    ...[list.normals, list.pointsA, list.pointsB, list.shifts].map((x) => bytes(x, 3 * n)),
    ...[list.pointGaps, list.pointBegan].map((x) => bytes(x, m)),
    bytes(list.points, 3 * m),
    bytes(list.pointFeatures, 2 * m),
  ];
}

/** Slots and what has ended. */
export function slots(list: ContactList) {
  return [
    `${list.slotCount} ${list.pointSlotCount}`,
    bytes(list.userSlot, list.count),
    bytes(list.pointSlot, list.pointCount),
    ...[list.endedBodyA, list.endedBodyB, list.endedUserSlot].map((x) => bytes(x, list.endedCount)),
    bytes(list.endedPointSlot, list.endedPointCount),
  ];
}
