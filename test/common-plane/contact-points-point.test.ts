import { expect, test } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { planeContact, shortestLink, shortestLinkMethod } from '../../src/common-plane';
import { createCommonPlane, createContact, createContactFor, createDetectOptions, createState, type Contact } from '../../src/contact';
import { createRandom } from '../../src/math/random';
import { box, dodecahedron, prism, randomHull, rhombicDodecahedron, tetrahedron } from '../../src/polyhedron';
import { bytes } from '../bytes';
import { sweep } from '../sweep';

/**
 * A contact at one point has a closed form (src/contact-points/point.ts). Where there is no room for the whole rim the
 * general way is taken: it must give the same bits, but for the rows without room.
 */
const random = createRandom(43);
const shapes = [
  ...[box(1, 1, 1), box(1, 1, 0.03), box(1, 0.05, 0.05), tetrahedron(1.5), dodecahedron(0.5), prism(7, 0.6, 0.4)],
  ...[rhombicDodecahedron(1), randomHull(random, 14), randomHull(random, 60), box(1e-6, 2e-6, 1e-6), box(1e6, 3e6, 2e6)],
];

function anyPose(distance: number): Pose {
  const pose = createPose();
  for (;;) {
    const [x, y, z, w, dx, dy, dz] = Array.from({ length: 7 }, () => 2 * random() - 1);
    const s = 2 / (x * x + y * y + z * z + w * w);
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(s < 20 && d > 0.1 && d < 1)) continue;
    pose.set([1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)], 0);
    pose.set([s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)], 3);
    pose.set([s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)], 6);
    pose.set([(distance / d) * dx, (distance / d) * dy, (distance / d) * dz], 9);
    return pose;
  }
}

const numbersOf = (c: Contact): number[] => [
  ...[c.status, c.kind, c.owner, c.gap, c.area, c.volume, c.featureA, c.featureB, c.count],
  ...[...c.normal, ...c.centre, ...c.pointA, ...c.pointB],
];
const rowsOf = (c: Contact, rows: number): number[] => [
  ...[...c.points.subarray(0, 3 * rows), ...c.gaps.subarray(0, rows)],
  ...[...c.shares.subarray(0, rows), ...c.features.subarray(0, 2 * rows)],
];
const bitsOf = (c: Contact, rows: number): string => {
  const numbers = Float64Array.from([...numbersOf(c), ...rowsOf(c, rows)]);
  return bytes(numbers, numbers.length);
};

test('a contact at one point has the bits of the general way', () => {
  const plane = createCommonPlane();
  const options = createDetectOptions();
  const kinds = new Map<number, number>();
  for (let k = 0; k < sweep(4000, 1500); k++) {
    const a = shapes[k % shapes.length];
    const b = k % 3 === 0 ? shapes[(k + 1) % 9] : a;
    const size = Math.min(a.radius, b.radius);
    const pose = anyPose(1.5 * (a.radius + b.radius));
    // Depths from 1e-9 to 0.3, and small gaps within the margin.
    const gap = (k % 5 === 0 ? 1 : -1) * size * 10 ** (-9 + 8.5 * random());
    for (let step = 0; step < 3; step++) {
      shortestLink(plane, a, b, pose, createState(shortestLinkMethod));
      for (let c = 0; c < 3; c++) pose[9 + c] += (gap - plane.gap) * plane.normal[c];
    }
    shortestLink(plane, a, b, pose, createState(shortestLinkMethod));
    options.margin = k % 2 === 0 ? 0 : 0.02 * size;
    options.rounding = k % 7 === 0 ? 0.01 * size : 0;
    options.minArea = k % 11 === 0 ? 1e-3 : 0;
    const contact = createContactFor(a, b);
    planeContact(contact, a, b, pose, plane, options);
    if (contact.count !== 1 || contact.rimCount === 0) continue;
    const short = createContact(contact.rimCount);
    planeContact(short, a, b, pose, plane, options);
    expect(short.dropped).toBe(1);
    expect(bitsOf(short, contact.rimCount)).toBe(bitsOf(contact, contact.rimCount));
    kinds.set(contact.kind, (kinds.get(contact.kind) ?? 0) + 1);
  }
  // Vertices over faces and edges that cross, both often.
  expect([...kinds.values()].filter((n) => n > sweep(200, 75))).toHaveLength(2);
});
