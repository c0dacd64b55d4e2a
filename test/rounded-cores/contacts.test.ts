import { describe, expect, test } from 'vitest';
import {
  addBody,
  box,
  type ContactKind,
  createBodySet,
  createContact,
  createContactFor,
  createDetectOptions,
  createState,
  detect,
  edgeFeature,
  exactMethod,
  faceFeature,
  kindName,
  NormalOwner,
  plateCore,
  pointCore,
  segmentCore,
  shortestLinkMethod,
  Status,
  vertexFeature,
  type Contact,
  type ConvexPolyhedron,
  type NewBody,
} from '../../src/index';
import { createRandom } from '../../src/math/random';

const point = pointCore();
const rodX = segmentCore([-1, 0, 0, 1, 0, 0]);
const rodY = segmentCore([0, -1, 0, 0, 1, 0]);
const rodZ = segmentCore(2);
const square = plateCore([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
const cube = box(2, 2, 2);
const H = Math.SQRT1_2;

type Place = readonly [number, number, number];
type Turn = readonly [number, number, number, number];
const NONE: Turn = [0, 0, 0, 1];
const about = (axis: Place, angle: number): Turn => {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
};

/** Contact of A, radius 0.1, at the origin and B, radius 0.2. */
function contactOf(
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  position: Place,
  orientation = NONE,
  more = {},
  method = exactMethod,
): Contact {
  const bodies = createBodySet();
  addBody(bodies, { shape: a, rounding: 0.1 });
  addBody(bodies, { shape: b, rounding: 0.2, position, orientation });
  const contact = createContact(40);
  detect(contact, method, bodies, 0, 1, createState(method), { ...createDetectOptions(), ...more });
  return contact;
}

/** The points in order of x, then y, then z, to 12 digits. */
const pointsOf = ({ count, points }: Contact): number[][] =>
  Array.from({ length: count }, (_, k) => [...points.subarray(3 * k, 3 * k + 3)].map((x) => Number(x.toFixed(12)) + 0)).sort(
    (p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2],
  );

const scenes: [string, ConvexPolyhedron, ConvexPolyhedron, Place, Turn, keyof typeof ContactKind, number[][]][] = [
  ['sphere on sphere', point, point, [0, 0, 0.29], NONE, 'VertexVertex', [[0, 0, 0.095]]],
  ['sphere on rod', rodX, point, [0.3, 0, 0.29], NONE, 'VertexEdge', [[0.3, 0, 0.095]]],
  ['sphere at the end of a rod', rodX, point, [1.29, 0, 0], NONE, 'VertexVertex', [[1.095, 0, 0]]],
  ['sphere on plate', square, point, [0.3, 0.2, 0.29], NONE, 'VertexFace', [[0.3, 0.2, 0.095]]],
  ['sphere at the rim of a plate', square, point, [1.29, 0.2, 0], NONE, 'VertexEdge', [[1.095, 0.2, 0]]],
  ['sphere on cube', cube, point, [0.3, 0.2, 1.29], NONE, 'VertexFace', [[0.3, 0.2, 1.095]]],
  ['rod across rod', rodX, rodY, [0.3, 0.2, 0.29], NONE, 'EdgeEdge', [[0.3, 0, 0.095]]],
  [
    'parallel rods',
    rodX,
    rodX,
    [0.3, 0, 0.29],
    NONE,
    'ParallelEdges',
    [
      [-0.7, 0, 0.095],
      [1, 0, 0.095],
    ],
  ],
  [
    'rods that are parallel to 1e-9',
    rodX,
    rodX,
    [0.3, 0, 0.29],
    about([0, 0, 1], 1e-9),
    'ParallelEdges',
    [
      [-0.7, -0.0000000005, 0.095],
      [1, 0.00000000035, 0.095],
    ],
  ],
  ['rods end to end', rodX, rodX, [2.29, 0, 0], NONE, 'VertexVertex', [[1.095, 0, 0]]],
  [
    'rod on plate',
    square,
    rodX,
    [0.3, 0, 0.29],
    NONE,
    'EdgeFace',
    [
      [-0.7, 0, 0.095],
      [1, 0, 0.095],
    ],
  ],
  [
    'rod on cube',
    cube,
    rodX,
    [0, 0.5, 1.29],
    about([0, 0, 1], 0.5),
    'EdgeFace',
    [
      [-Number(Math.cos(0.5).toFixed(12)), Number((0.5 - Math.sin(0.5)).toFixed(12)), 1.095],
      [Number(Math.cos(0.5).toFixed(12)), Number((0.5 + Math.sin(0.5)).toFixed(12)), 1.095],
    ],
  ],
  ['upright rod on cube', cube, rodZ, [0.3, 0, 2.29], NONE, 'VertexFace', [[0.3, 0, 1.095]]],
  [
    'plate on plate',
    square,
    square,
    [0.5, 0.5, 0.29],
    NONE,
    'FaceFace',
    [
      [-0.5, -0.5, 0.095],
      [-0.5, 1, 0.095],
      [1, -0.5, 0.095],
      [1, 1, 0.095],
    ],
  ],
  [
    'small plate on cube',
    box(4, 4, 2),
    square,
    [0.2, 0, 1.29],
    NONE,
    'FaceFace',
    [
      [-0.8, -1, 1.095],
      [-0.8, 1, 1.095],
      [1.2, -1, 1.095],
      [1.2, 1, 1.095],
    ],
  ],
  [
    'upright plate on cube',
    box(4, 4, 2),
    square,
    [0.2, 0, 2.29],
    [0, H, 0, H],
    'EdgeFace',
    [
      [0.2, -1, 1.095],
      [0.2, 1, 1.095],
    ],
  ],
  [
    'plates rim to rim',
    square,
    square,
    [2.29, 0.3, 0],
    NONE,
    'ParallelEdges',
    [
      [1.095, -0.7, 0],
      [1.095, 1, 0],
    ],
  ],
];

describe.each(scenes)('%s', (_, a, b, position, turn, kind, points) => {
  test.each([exactMethod, shortestLinkMethod])('has kind, gap and points by $name', (method) => {
    const contact = contactOf(a, b, position, turn, {}, method);
    expect(contact.status).toBe(Status.Overlapping);
    expect(kindName(contact.kind)).toBe(kind);
    expect(contact.gap).toBeCloseTo(-0.01, 12);
    const found = pointsOf(contact);
    expect(found).toHaveLength(points.length);
    points.forEach((place, k) => place.forEach((x, i) => expect(Math.abs(found[k][i] - x)).toBeLessThan(1e-9)));
    for (let k = 0; k < contact.count; k++) expect(contact.gaps[k]).toBeCloseTo(-0.01, 12);
    // The centre is the middle: all points are equally deep.
    for (let k = 0; k < 3; k++) {
      const least = Math.min(...found.map((p) => p[k]));
      const most = Math.max(...found.map((p) => p[k]));
      expect(contact.centre[k]).toBeCloseTo((least + most) / 2, 9);
    }
    const shares = [...contact.shares.subarray(0, contact.count + contact.rimCount)].reduce((s, x) => s + x, 0);
    expect(shares).toBeCloseTo(contact.area, 12);
    if (kind === 'FaceFace') expect(contact.volume).toBeCloseTo(0.01 * contact.area, 12);
    else expect([contact.area, contact.volume]).toEqual([0, 0]);
  });

  test('with A and B exchanged has the same points', () => {
    const contact = contactOf(a, b, position, turn);
    const bodies = createBodySet();
    addBody(bodies, { shape: b, rounding: 0.2, position, orientation: turn });
    addBody(bodies, { shape: a, rounding: 0.1 });
    const other = createContact(40);
    detect(other, exactMethod, bodies, 0, 1);
    expect(other.kind).toBe(contact.kind);
    const [p, q] = [pointsOf(contact), pointsOf(other)];
    p.forEach((place, k) => place.forEach((x, i) => expect(Math.abs(q[k][i] - x)).toBeLessThan(2e-12)));
    const names = (c: Contact, first: number): string[] =>
      Array.from({ length: c.count }, (_n, k) => `${c.features[2 * k + first]} ${c.features[2 * k + 1 - first]}`).sort();
    expect(names(other, 1)).toEqual(names(contact, 0));
    for (let k = 0; k < 3; k++) expect(other.normal[k]).toBeCloseTo(-contact.normal[k], 12);
  });
});

describe('points and names', () => {
  test('a rod on a face is named by its ends', () => {
    const contact = contactOf(box(4, 4, 2), rodX, [0, 0, 1.29]);
    const names = [0, 1].map((k) => [...contact.features.subarray(2 * k, 2 * k + 2)]);
    const top = names[0][0];
    expect(names.sort((p, q) => p[1] - q[1])).toEqual([
      [top, vertexFeature(0)],
      [top, vertexFeature(1)],
    ]);
    expect(contact.owner).toBe(NormalOwner.FaceA);
    expect([contact.featureA, contact.featureB]).toEqual([top, edgeFeature(0)]);
  });

  test('plates tell their front from their back', () => {
    expect(contactOf(square, point, [0, 0, 0.29]).featureA).toBe(faceFeature(0));
    expect(contactOf(square, point, [0, 0, -0.29]).featureA).toBe(faceFeature(1));
  });

  test('two level plates: the normal belongs to the face of A, whatever the memory', () => {
    const random = createRandom(13);
    const turned = (): ConvexPolyhedron => {
      const t = 6 * random();
      const corners = [0, 1, 2, 3, 4].flatMap((k) => [Math.cos(t + 1.2 * k), Math.sin(t + 1.2 * k), 0]);
      return plateCore(corners);
    };
    const options = { ...createDetectOptions(), rounding: 2, margin: 3 };
    for (let run = 0; run < 200; run++) {
      const [a, b] = [turned(), turned()];
      const pose = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, random(), random(), run % 2 === 0 ? 2 : -2]);
      const contact = createContactFor(a, b);
      for (const method of [exactMethod, shortestLinkMethod]) {
        const state = createState(method);
        for (let call = 0; call < 4; call++) {
          if (call === 2) for (let k = 0; k < state.floats.length; k++) state.floats[k] = 2 * random() - 1;
          method.detect(contact, a, b, pose, state, options);
          expect(contact.owner).toBe(NormalOwner.FaceA);
        }
      }
    }
  });

  test('rods that are almost parallel add the ends that press', () => {
    // Ends of the common piece are 0.7 and 1 from the crossing; they count up to 0.029 aside.
    expect(contactOf(rodX, rodX, [0.3, 0, 0.29], about([0, 0, 1], 0.2)).count).toBe(1);
    expect(contactOf(rodX, rodX, [0.3, 0, 0.29], about([0, 0, 1], 0.035)).count).toBe(2);
    // Less deep: up to sqrt(0.3^2 - 0.2999^2) = 0.00775 aside, and farther with a margin of points.
    expect(contactOf(rodX, rodX, [0.3, 0, 0.2999], about([0, 0, 1], 0.009)).count).toBe(2);
    expect(contactOf(rodX, rodX, [0.3, 0, 0.2999], about([0, 0, 1], 0.009), { pointMargin: 0.001 }).count).toBe(3);
    const contact = contactOf(rodX, rodX, [0.3, 0, 0.29], about([0, 0, 1], 0.01));
    expect(contact.count).toBe(3);
    const distanceAt = (along: number): number => Math.sqrt(0.29 ** 2 + (along * Math.sin(0.01)) ** 2) - 0.3;
    const gaps = [...contact.gaps.subarray(0, 3)].sort((x, y) => x - y);
    [0, distanceAt(0.7), distanceAt(1)].forEach((gap, k) => expect(gaps[k]).toBeCloseTo(k === 0 ? -0.01 : gap, 6));
  });

  test('maxPoints keeps the number, minArea the area', () => {
    const contact = contactOf(square, square, [0.5, 0.5, 0.29], about([0, 0, 1], 0.3), { maxPoints: 3 });
    expect(contact.count).toBe(3);
    expect(contactOf(point, point, [0, 0, 0.29], NONE, { minArea: 0.5 }).area).toBe(0.5);
    expect(contactOf(rodX, rodY, [0, 0, 0.29], NONE, { minArea: 0.5 }).area).toBe(0.5);
  });

  test('a tilted rod on a face presses at its deeper end', () => {
    const contact = contactOf(box(6, 6, 2), rodX, [0, 0, 1.295], about([0, 1, 0], 0.02));
    // The end at x = 1 is 0.02 lower than the middle: the line presses to where the gap is 0.
    expect(contact.count).toBe(1);
    const depth = Math.sin(0.02) + 0.005;
    const length = depth / Math.tan(0.02);
    expect(contact.gaps[0]).toBeCloseTo(-depth, 12);
    expect(contact.centre[0]).toBeCloseTo(Math.cos(0.02) - length / 3, 9);
  });
});

describe('cores that cross', () => {
  test('rod through plate: the shortest way out', () => {
    const contact = contactOf(square, rodZ, [0.3, 0, 0.2]);
    // Sideways over the rim 0.7, down 0.8: the rim is nearer. Radii 0.3.
    expect(contact.gap).toBeCloseTo(-1, 12);
    expect([...contact.normal]).toEqual([1, 0, 0]);
    expect(contact.owner).toBe(NormalOwner.Edges);
  });

  test('point in cube: out through the nearest face', () => {
    const contact = contactOf(cube, point, [0.3, 0, 0.7]);
    expect(contact.gap).toBeCloseTo(-0.6, 12);
    expect([...contact.normal]).toEqual([0, 0, 1]);
  });

  test('rods that cross have the radii as depth, along the normal of both', () => {
    const contact = contactOf(rodX, rodY, [0.3, 0.2, 0]);
    expect(contact.gap).toBeCloseTo(-0.3, 15);
    expect([...contact.normal].map(Math.abs)).toEqual([0, 0, 1]);
  });

  test('coincident cores have documented directions', () => {
    expect([...contactOf(point, point, [0, 0, 0]).normal]).toEqual([0, 0, 1]);
    // Across the rod, nearest the axis that is least along it.
    expect([...contactOf(rodX, rodX, [0, 0, 0]).normal]).toEqual([0, 0, 1]);
    expect([...contactOf(rodZ, rodZ, [0, 0, 0]).normal]).toEqual([0, 1, 0]);
    expect([...contactOf(square, square, [0, 0, 0]).normal]).toEqual([0, 0, 1]);
    expect(contactOf(square, square, [0.2, 0, 0]).gap).toBeCloseTo(-0.3, 15);
  });
});

describe('spheres', () => {
  const ask = (bodies: ReturnType<typeof createBodySet>, method: typeof exactMethod, margin = 0): Contact => {
    const contact = createContact(4);
    detect(contact, method, bodies, 0, 1, undefined, { ...createDetectOptions(), margin });
    return contact;
  };
  // The same method without the short way of detect: not the same object, and it calls the kernel for spheres.
  const kernel = { ...exactMethod };

  test('are what the kernel finds for their cores, at any place and turn', () => {
    const random = createRandom(4);
    for (let run = 0; run < 500; run++) {
      const far = run % 4 === 0 ? 1e5 : 0;
      const place = (): Place => [far + random(), far + random(), far + random()];
      const turn = about([0.6, 0, 0.8], 6 * random());
      const bodies = createBodySet();
      const make = (radius: number): NewBody => ({ shape: point, rounding: radius, position: place(), orientation: turn });
      addBody(bodies, make(0.2 + 0.3 * random()));
      addBody(bodies, make(0.2 + 0.3 * random()));
      const contact = ask(bodies, exactMethod, 0.05);
      const d = [0, 1, 2].map((k) => bodies.positions[3 + k] - bodies.positions[k]);
      const distance = Math.sqrt(d.reduce((s, x) => s + x * x, 0));
      const gap = distance - bodies.rounding[0] - bodies.rounding[1];
      expect(Math.abs(contact.gap - gap)).toBeLessThan(4e-16);
      expect(contact.count).toBe(gap <= 0.05 ? 1 : 0);
      for (let k = 0; k < 3; k++) {
        expect(contact.normal[k]).toBeCloseTo(d[k] / distance, 14);
        expect(contact.pointA[k]).toBeCloseTo(bodies.positions[k] + (bodies.rounding[0] * d[k]) / distance, far > 0 ? 9 : 14);
        expect(contact.pointB[k]).toBeCloseTo(bodies.positions[3 + k] - (bodies.rounding[1] * d[k]) / distance, far > 0 ? 9 : 14);
      }
      expect(contact.status).toBe(gap > 1e-14 ? Status.Separated : gap < -1e-14 ? Status.Overlapping : contact.status);
    }
  });

  test('agree with a sphere and a rod that is all but a point', () => {
    const bodies = createBodySet();
    addBody(bodies, { shape: point, rounding: 0.3 });
    addBody(bodies, { shape: segmentCore(1e-9), rounding: 0.2, position: [0.3, 0.2, 0.1] });
    const rod = ask(bodies, kernel);
    bodies.shapes[1] = point;
    const sphere = ask(bodies, kernel);
    expect(rod.gap).toBeCloseTo(sphere.gap, 8);
    for (let k = 0; k < 3; k++) expect(rod.points[k]).toBeCloseTo(sphere.points[k], 8);
  });

  test('a bad pose or radius is invalid', () => {
    for (const spoil of [
      (b: ReturnType<typeof createBodySet>) => (b.positions[4] = NaN),
      (b: ReturnType<typeof createBodySet>) => (b.orientations[3] = 2),
      (b: ReturnType<typeof createBodySet>) => (b.orientations[7] = 0),
      (b: ReturnType<typeof createBodySet>) => (b.rounding[1] = 0),
      (b: ReturnType<typeof createBodySet>) => (b.rounding[0] = NaN),
      (b: ReturnType<typeof createBodySet>) => (b.rounding[0] = -1),
    ]) {
      const bodies = createBodySet();
      addBody(bodies, { shape: point, rounding: 0.3 });
      addBody(bodies, { shape: point, rounding: 0.2, position: [0.3, 0, 0] });
      expect(ask(bodies, exactMethod).status).toBe(Status.Overlapping);
      spoil(bodies);
      expect(ask(bodies, exactMethod)).toMatchObject({ status: Status.Invalid, count: 0, gap: 0 });
    }
  });

  test('a contact without room counts its point as dropped', () => {
    const bodies = createBodySet();
    addBody(bodies, { shape: point, rounding: 0.3 });
    addBody(bodies, { shape: point, rounding: 0.2, position: [0.3, 0, 0] });
    const contact = createContact(0);
    detect(contact, exactMethod, bodies, 0, 1);
    expect([contact.count, contact.dropped]).toEqual([0, 1]);
  });
});
