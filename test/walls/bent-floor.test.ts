/**
 * Surfaces that are not quite flat, finely curved or rough: contacts are those of the surface, whatever its triangles.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { createDetectOptions, type Contact } from '../../src/contact';
import { rotationFromQuaternion } from '../../src/math/rotation';
import { box, createRandom, polyhedronFromVertices, type ConvexPolyhedron, type Random } from '../../src/polyhedron';
import { meshWall } from '../../src/walls';
import { conjugate, multiply, poseOf, rotation, type Quaternion } from '../arbitraries/quaternion';
import { anyShape, grid } from '../arbitraries/shapes';
import { runs } from '../arbitraries/settings';
import { touchedPoints, wayOut } from '../oracles/touched-points';
import { sweep } from '../sweep';
import { contactsOf, floorMesh } from './wall-helpers';

const cube = box(1, 1, 1);
const options = createDetectOptions();

function standing(x: number, y: number, z: number): Pose {
  const pose = createPose();
  pose.set([-x, -y, -z], 9);
  return pose;
}

/** What force laws take of contacts: one spring a point; volume and area. */
function loads(contacts: readonly Contact[]): { springs: number; volume: number; area: number; force: number[]; points: number } {
  let springs = 0;
  let volume = 0;
  let area = 0;
  let points = 0;
  const force = [0, 0, 0];
  for (const c of contacts) {
    for (let p = 0; p < c.count; p++) springs += Math.max(0, -c.gaps[p]);
    volume += c.volume;
    area += c.area;
    points += c.count;
    for (let k = 0; k < 3; k++) force[k] += c.volume * c.normal[k];
  }
  return { springs, volume, area, force, points };
}

/**
 * A shape over the origin, turned, with its lowest corner at a height over z = 0: the pose of the ground in its frame.
 */
function over(shape: ConvexPolyhedron, q: Quaternion, height: number, x: number, y: number): Pose {
  const pose = poseOf(q, [0, 0, 0]);
  const up = [pose[2], pose[5], pose[8]];
  let low = Infinity;
  for (let v = 0; v < shape.vertexCount; v++) {
    low = Math.min(low, up[0] * shape.vertices[3 * v] + up[1] * shape.vertices[3 * v + 1] + up[2] * shape.vertices[3 * v + 2]);
  }
  for (let k = 0; k < 3; k++) pose[9 + k] = up[k] * (low - height) - pose[3 * k] * x - pose[3 * k + 1] * y;
  return pose;
}

describe('a floor that is not quite flat', () => {
  const floor = (h: number) => meshWall([-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0, 0, 0, h], [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]);

  test.each([1e-17, 1e-15, 1e-13, 1e-12, 1e-10, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, -1e-6, -1e-4])(
    'raised by %d in the middle: four points',
    (h) => {
      const flat = loads(contactsOf(cube, floor(0), standing(0.1, 0.05, 0.499)));
      const contacts = contactsOf(cube, floor(h), standing(0.1, 0.05, 0.499));
      expect(contacts.length).toBe(1);
      const bent = loads(contacts);
      const order = 10 * Math.abs(h) + 1e-14;
      expect(bent.points).toBe(4);
      expect(Math.abs(bent.springs - flat.springs)).toBeLessThan(order);
      expect(Math.abs(bent.volume - flat.volume)).toBeLessThan(order);
      expect(Math.abs(bent.area - flat.area)).toBeLessThan(order);
      for (let k = 0; k < 3; k++) expect(Math.abs(bent.force[k] - flat.force[k])).toBeLessThan(order);
      for (let p = 0; p < 4; p++) expect(Math.abs(contacts[0].shares[p] - 0.25)).toBeLessThan(0.1 * order * 1e3 + 1e-14);
    },
  );

  test('raised from 1e-5 to 1e-2 in steps of 7 %, no load jumps', () => {
    let last = loads(contactsOf(cube, floor(1e-5), standing(0.1, 0.05, 0.499)));
    for (let h = 1e-5; h < 1e-2; h *= 1.07) {
      const now = loads(contactsOf(cube, floor(h), standing(0.1, 0.05, 0.499)));
      expect(Math.abs(now.volume - last.volume)).toBeLessThan(0.2 * Math.max(now.volume, h));
      last = now;
    }
  });
});

describe('a mesh read from text with six digits', () => {
  test('acts as the plane it means, down to depths of the last digit', () => {
    const scenes = fc.record({
      shape: anyShape().filter((s) => s.kind !== 'needle' && s.kind !== 'plate' && s.kind !== 'lattice tetrahedron'),
      q: rotation(),
      turn: rotation(),
      flat: fc.boolean(),
      seed: fc.integer({ min: 1, max: 1e6 }),
      n: fc.constantFrom(1, 5, 10, 20),
      depth: fc.constantFrom(1e-2, 1e-3, 1e-4, 1e-5),
    });
    fc.assert(
      fc.property(scenes, (s) => {
        const random = createRandom(s.seed);
        const shape = polyhedronFromVertices(s.shape.points);
        const { vertices, triangles } = roughFloor(s.n, 0, random);
        const r = new Float64Array(9);
        rotationFromQuaternion(r, 0, Float64Array.from(s.turn), 0);
        const exact = vertices.map((_, i) => {
          const [v, k] = [i - (i % 3), i % 3];
          return r[3 * k] * vertices[v] + r[3 * k + 1] * vertices[v + 1] + r[3 * k + 2] * vertices[v + 2];
        });
        const text = exact.map((x) => Number(x.toPrecision(6)));
        const q: Quaternion = s.flat ? [0, 0, 0, 1] : s.q;
        // The ground z = 0 turned by `turn` is the mesh.
        const pose = poseOf(multiply(q, conjugate(s.turn)), [0, 0, 0]);
        const ground = over(shape, q, -s.depth, 0.1, 0.2);
        for (let k = 0; k < 3; k++) pose[9 + k] = ground[9 + k];
        const [plane, ...none] = contactsOf(shape, meshWall(exact, triangles), pose);
        expect(none).toEqual([]);
        const [contact, ...more] = contactsOf(shape, meshWall(text, triangles), pose);
        expect(more).toEqual([]);
        // Coordinates up to 5 are off by 5e-6, heights by as much.
        expect(Math.abs(contact.gap - plane.gap)).toBeLessThan(6e-6);
        for (let k = 0; k < 3; k++) expect(Math.abs(contact.normal[k] - plane.normal[k])).toBeLessThan(1e-4);
        if (s.depth < 1e-3) return;
        expect(Math.abs(contact.volume - plane.volume)).toBeLessThan(0.05 * plane.volume);
        expect(Math.abs(contact.area - plane.area)).toBeLessThan(0.05 * plane.area);
        // A wall that says how exact it is has its planes back: vertices are off by up to sqrt(3) times 5e-6.
        expect(new Set(meshWall(text, triangles, { tolerance: 1e-5 }).flatPart).size).toBe(1);
      }),
      runs(60, 15),
    );
  });
});

describe('a dome', () => {
  test('converges to the sphere: one point, the area and the volume of the cap', () => {
    const [radius, depth] = [10, 0.002];
    for (const n of [24, 36, 48, 60, 72, 80, 90, 96].slice(0, sweep(8, 4))) {
      const { vertices, triangles } = floorMesh(
        n,
        1.2,
        () => 0,
        () => false,
      );
      for (let v = 0; v < vertices.length; v += 3)
        vertices[v + 2] = Math.sqrt(radius ** 2 - vertices[v] ** 2 - vertices[v + 1] ** 2) - radius;
      const contacts = contactsOf(cube, meshWall(vertices, triangles), standing(0.013, 0.007, 0.5 - depth));
      expect(contacts.length).toBe(1);
      const [contact] = contacts;
      expect(contact.gap).toBeCloseTo(-depth, 12);
      expect(contact.count).toBe(1);
      expect(contact.rimCount).toBeLessThanOrEqual(8);
      // The facets leave out what is within their sagitta of the surface.
      const sagitta = (2.4 / n) ** 2 / (4 * radius);
      const area = Math.PI * (2 * radius * depth - depth ** 2);
      const volume = Math.PI * depth ** 2 * (radius - depth / 3);
      expect(Math.abs(contact.area / area - 1)).toBeLessThan((2 * sagitta) / depth);
      expect(Math.abs(contact.volume / volume - 1)).toBeLessThan((3 * sagitta) / depth);
    }
  });
});

/** A floor of n x n cells over [-3, 3]^2, cut at random, its heights within plus and minus half of `rough`. */
function roughFloor(n: number, rough: number, random: Random): { vertices: number[]; triangles: number[] } {
  const floor = floorMesh(
    n,
    3,
    () => (random() - 0.5) / 3,
    () => random() < 0.5,
  );
  for (let v = 2; v < floor.vertices.length; v += 3) floor.vertices[v] = rough * (random() - 0.5);
  return floor;
}

describe('rough ground', () => {
  const scenes = fc.record({
    shape: anyShape().filter((s) => s.kind !== 'needle' && s.kind !== 'plate' && s.kind !== 'lattice tetrahedron'),
    q: rotation(),
    flat: fc.boolean(),
    seed: fc.integer({ min: 1, max: 1e6 }),
    rough: fc.constantFrom(1e-6, 1e-4, 1e-3, 0.01, 0.1, 0.3, 0.5),
    n: fc.constantFrom(4, 6, 12),
    depth: fc.constantFrom(1e-3, 1e-2, 0.05),
    x: grid(-0.3, 0.3),
  });

  test('all that is touched is behind the plane of a contact, and no contact is deeper than the body is somewhere', () => {
    let touched = 0;
    fc.assert(
      fc.property(scenes, (s) => {
        const shape = polyhedronFromVertices(s.shape.points);
        const { vertices, triangles } = roughFloor(s.n, s.rough, createRandom(s.seed));
        const pose = over(shape, s.flat ? [0, 0, 0, 1] : s.q, 0.2 * s.rough - s.depth, s.x, 0.1);
        const contacts = contactsOf(shape, meshWall(vertices, triangles), pose);
        const perSide = Math.ceil(160 / s.n);
        const spacing = 10 / (s.n * perSide);
        const samples = touchedPoints(shape, vertices, triangles, pose, perSide);
        touched += samples.length;
        if (samples.length > 0) expect(contacts.length).toBeGreaterThan(0);
        for (const x of samples) {
          // Bends of a tenth of the depth are taken for flat; the depth is at most three times the deepest sample, by
          // the rule of the seed.
          const isAnswered = contacts.some(({ normal, pointB, gap }) => {
            const n = [...normal];
            const behind = n.reduce((sum, c, k) => sum + c * (x[k] - pointB[k]), 0);
            return behind >= 0.3 * gap - 1e-9;
          });
          expect(isAnswered).toBe(true);
        }
        for (const { normal, gap } of contacts) {
          let deepest = 0;
          for (const x of samples) {
            if (x[3] * normal[0] + x[4] * normal[1] + x[5] * normal[2] < 0) deepest = Math.max(deepest, wayOut(shape, x, normal));
          }
          expect(-gap).toBeLessThan(1.1 * deepest + 2 * spacing);
        }
      }),
      runs(60),
    );
    expect(touched).toBeGreaterThan(1000);
  });

  test('numbers and first corners of the triangles change nothing; triangles cut in four hardly anything', () => {
    let cut = 0;
    let changed = 0;
    fc.assert(
      fc.property(scenes, (s) => {
        const random = createRandom(s.seed);
        const shape = polyhedronFromVertices(s.shape.points);
        const { vertices, triangles } = roughFloor(s.n, s.rough, random);
        const pose = over(shape, s.flat ? [0, 0, 0, 1] : s.q, 0.2 * s.rough - s.depth, s.x, 0.1);
        const expected = contactsOf(shape, meshWall(vertices, triangles), pose);
        const key = (contacts: readonly Contact[]): string[] =>
          contacts
            .map((c) =>
              [c.gap, ...c.normal, c.area, c.volume, c.count, c.rimCount]
                .map((x) => x.toFixed(9).replace('-0.000000000', '0.000000000'))
                .join(' '),
            )
            .sort();
        const shuffled = shuffle(vertices, triangles, random);
        expect(key(contactsOf(shape, meshWall(shuffled.vertices, shuffled.triangles), pose))).toEqual(key(expected));
        const finer = cutInFour(vertices, triangles);
        const refined = contactsOf(shape, meshWall(finer.vertices, finer.triangles), pose);
        if (expected.length === 0) {
          expect(refined).toEqual([]);
          return;
        }
        cut++;
        const one = loads(expected);
        const other = loads(refined);
        if (expected.length !== refined.length || Math.abs(other.volume - one.volume) > 1e-3 * one.volume) changed++;
      }),
      runs(100, 30),
    );
    expect(cut).toBeGreaterThan(sweep(40, 20));
    expect(changed / cut).toBeLessThan(0.03);
  });

  test('what slides over it feels no jumps', () => {
    let steps = 0;
    let jumps = 0;
    fc.assert(
      fc.property(scenes, grid(0, 6.28), (s, angle) => {
        const shape = polyhedronFromVertices(s.shape.points);
        const { vertices, triangles } = roughFloor(s.n, s.rough, createRandom(s.seed));
        const mesh = meshWall(vertices, triangles);
        const q: Quaternion = s.flat ? [0, 0, 0, 1] : s.q;
        // At the height where the deepest contact has the depth.
        let low = -1;
        let high = 1;
        for (let k = 0; k < 30; k++) {
          const middle = (low + high) / 2;
          const deepest = contactsOf(shape, mesh, over(shape, q, middle, s.x, 0.1)).reduce((d, c) => Math.max(d, -c.gap), 0);
          if (deepest > s.depth) low = middle;
          else high = middle;
        }
        let last = loads(contactsOf(shape, mesh, over(shape, q, high, s.x, 0.1)));
        for (let k = 1; k <= 30; k++) {
          const way = 2e-5 * k;
          const now = loads(contactsOf(shape, mesh, over(shape, q, high, s.x + way * Math.cos(angle), 0.1 + way * Math.sin(angle))));
          steps++;
          const change = Math.sqrt(now.force.reduce((sum, f, i) => sum + (f - last.force[i]) ** 2, 0));
          if (change > 0.2 * Math.max(now.volume, last.volume)) jumps++;
          last = now;
        }
      }),
      runs(40, 12),
    );
    expect(steps).toBe(30 * sweep(40, 12));
    expect(jumps).toBeLessThan(3);
  });
});

function shuffle(vertices: readonly number[], triangles: readonly number[], random: Random): { vertices: number[]; triangles: number[] } {
  const order = <T>(list: T[]): T[] => {
    for (let i = list.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  };
  const place = order(Array.from({ length: vertices.length / 3 }, (_, v) => v));
  const moved: number[] = new Array<number>(vertices.length);
  place.forEach((p, v) => [0, 1, 2].forEach((k) => (moved[3 * p + k] = vertices[3 * v + k])));
  const corners = Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = triangles.slice(3 * t, 3 * t + 3).map((v) => place[v]);
    return [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ][Math.floor(random() * 3)];
  });
  return { vertices: moved, triangles: order(corners).flat() };
}

function cutInFour(vertices: readonly number[], triangles: readonly number[]): { vertices: number[]; triangles: number[] } {
  const out = { vertices: [...vertices], triangles: [] as number[] };
  const known = new Map<string, number>();
  const middle = (a: number, b: number): number => {
    const key = [Math.min(a, b), Math.max(a, b)].join();
    let v = known.get(key);
    if (v === undefined) {
      v = out.vertices.length / 3;
      known.set(key, v);
      for (let k = 0; k < 3; k++) out.vertices.push((vertices[3 * a + k] + vertices[3 * b + k]) / 2);
    }
    return v;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.slice(t, t + 3);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    out.triangles.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return out;
}

test('options reach the kernel: points up to a margin, few of them', () => {
  const { vertices, triangles } = roughFloor(6, 1e-4, createRandom(2));
  const mesh = meshWall(vertices, triangles);
  const tilted = poseOf([0.01, 0, 0, Math.sqrt(1 - 1e-4)], [0, 0, 0]);
  tilted.set([0, 0, -0.5], 9);
  const [few] = contactsOf(cube, mesh, tilted, { ...options, maxPoints: 1 });
  expect([few.count, few.dropped]).toEqual([1, 0]);
  const [some] = contactsOf(cube, mesh, tilted);
  const [more] = contactsOf(cube, mesh, tilted, { ...options, pointMargin: 0.05 });
  expect(some.count).toBe(2);
  expect(more.count).toBe(4);
  expect(more.area).toBeCloseTo(some.area, 12);
});
