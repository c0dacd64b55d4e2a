import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactTypes } from '../../bench/lib/contact-types';
import { addBody, createBodySet, createPose } from '../../src/body';
import { ContactKind, Status, createContactFor, createDetectOptions, createState, detect, type Contact } from '../../src/contact';
import { directSearchMethod, directSearchWork, fastDirectSearchMethod } from '../../src/direct-search';
import { box } from '../../src/polyhedron';
import { direction, rotation } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { inverseTransform } from '../oracles/solid';
import { contactSet, direct, exact, fast, memory, type Bodies } from './searches';

/**
 * The contact types of figures 10, 12 and 14 of the paper, by the geometry that the benches measure; all are 0.001
 * open.
 */
const KINDS: Record<string, ContactKind> = {
  'v-v': ContactKind.VertexVertex,
  'v-e': ContactKind.VertexEdge,
  'v-f': ContactKind.VertexFace,
  'crossing e-e': ContactKind.EdgeEdge,
  'parallel e-e': ContactKind.ParallelEdges,
  'e-f': ContactKind.EdgeFace,
  'f-f': ContactKind.FaceFace,
};
const types = contactTypes().map((pair): [string, Bodies, ContactKind] => [
  `${pair.shape}, ${pair.type}`,
  pair,
  KINDS[pair.type.replace(/,.*/, '')],
]);

/** How far the contacts are open. */
const OPEN = 0.001;

const mirror = (contact: Contact): string =>
  contactSet(contact)
    .split(' ')
    .map((pair) => pair.split(':').reverse().join(':'))
    .sort()
    .join(' ');

describe.each(types)('%s', (_, bodies, kind) => {
  it('is found as such by all searches', () => {
    const state = memory();
    const ds = direct(bodies);
    const points = kind < ContactKind.ParallelEdges ? 1 : kind < ContactKind.FaceFace ? 2 : 3;
    for (const contact of [ds, fast(bodies, state), fast(bodies, state)]) {
      expect(contact.kind).toBe(kind);
      expect(contact.status).toBe(Status.Separated);
      expect(contactSet(contact)).toBe(contactSet(ds));
      expect(contact.count).toBeGreaterThanOrEqual(points);
      if (kind > ContactKind.VertexEdge && kind !== ContactKind.ParallelEdges) expect(contact.gap).toBeCloseTo(exact(bodies).gap, 12);
      expect(contact.gap).toBeLessThanOrEqual(exact(bodies).gap + 1e-14);
    }
  });

  it('asks for fewer distances than the direct search, and for fewer still with memory', () => {
    const state = memory();
    direct(bodies);
    const all = directSearchWork[0];
    fast(bodies, state);
    const initial = directSearchWork[0];
    // Of two tetrahedra almost every pair of edges is in the region: there a scan is all that tells them apart.
    expect(initial).toBeLessThan(all + bodies.a.vertexCount + bodies.b.vertexCount);
    // The second call measures how long its answer lasts, the third is answered from it.
    fast(bodies, state);
    expect(directSearchWork[2]).toBe(0);
    fast(bodies, state);
    expect(directSearchWork[2]).toBe(1);
    expect(directSearchWork[0]).toBeLessThan(initial);
  });

  it('is the mirrored contact for swapped bodies', () => {
    const { a, b, pose } = bodies;
    const back = createPose();
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) back[3 * r + c] = pose[3 * c + r];
    back.set(inverseTransform(pose, [0, 0, 0]), 9);
    const contact = fast(bodies);
    const swapped = fast({ a: b, b: a, pose: back });
    expect(swapped.kind).toBe(kind);
    expect(mirror(swapped)).toBe(contactSet(contact));
    expect(swapped.gap).toBeCloseTo(contact.gap, 12);
    expect(swapped.area).toBeCloseTo(contact.area, 12);
    for (let r = 0; r < 3; r++) {
      const turned = [0, 1, 2].reduce((sum, c) => sum + pose[3 * r + c] * swapped.normal[c], 0);
      expect(turned).toBeCloseTo(-contact.normal[r], 10);
    }
  });

  it('moves with the bodies, near and far from the origin', () => {
    fc.assert(
      fc.property(rotation(), direction(), fc.constantFrom(0, 1, 1e3, 1e6), (q, way, far) => {
        const contact = fast(bodies);
        const { a, b, pose } = bodies;
        const set = createBodySet();
        addBody(set, { shape: a, position: [far * way[0], far * way[1], far * way[2]], orientation: q });
        const turn = matrixOf(q);
        const apply = (v: ArrayLike<number>) => [0, 1, 2].map((r) => turn[3 * r] * v[0] + turn[3 * r + 1] * v[1] + turn[3 * r + 2] * v[2]);
        const t = apply([pose[9], pose[10], pose[11]]);
        addBody(set, {
          shape: b,
          position: [far * way[0] + t[0], far * way[1] + t[1], far * way[2] + t[2]],
          orientation: product(q, quaternionOf(pose)),
        });
        const world = createContactFor(a, b);
        for (const method of [directSearchMethod, fastDirectSearchMethod]) {
          detect(world, method, set, 0, 1, createState(method), createDetectOptions());
          const allowed = 1e-12 + 4e-16 * far;
          expect(world.kind).toBe(kind);
          expect(contactSet(world)).toBe(contactSet(contact));
          expect(Math.abs(world.gap - contact.gap)).toBeLessThanOrEqual(allowed);
          // The link of corners and edges is as long as they are open, and turns as its ends are rounded.
          const turns = 1e-9 + (8 * allowed) / OPEN;
          apply(contact.normal).forEach((x, k) => expect(Math.abs(world.normal[k] - x)).toBeLessThanOrEqual(turns));
        }
      }),
      runs(10),
    );
  });
});

/** Row-major, of a unit quaternion x y z w. */
function matrixOf([x, y, z, w]: readonly number[]): number[] {
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

type Quaternion = [number, number, number, number];

function product([ax, ay, az, aw]: readonly number[], [bx, by, bz, bw]: readonly number[]): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Of a rotation matrix, by its largest component. */
function quaternionOf(m: ArrayLike<number>): Quaternion {
  const squares = [1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8], 1 - m[0] - m[4] + m[8], 1 + m[0] + m[4] + m[8]];
  const k = squares.indexOf(Math.max(...squares));
  const rows: Quaternion[] = [
    [squares[0], m[1] + m[3], m[2] + m[6], m[7] - m[5]],
    [m[1] + m[3], squares[1], m[5] + m[7], m[2] - m[6]],
    [m[2] + m[6], m[5] + m[7], squares[2], m[3] - m[1]],
    [m[7] - m[5], m[2] - m[6], m[3] - m[1], squares[3]],
  ];
  const length = Math.sqrt(rows[k].reduce((sum, x) => sum + x * x, 0));
  return rows[k].map((x) => x / length) as Quaternion;
}

describe('memory decides nothing', () => {
  it('of equally deep entrances the same is taken after any step', () => {
    const cube = box(1, 1, 1);
    const at = (x: number, y: number, z: number): Bodies => {
      const pose = createPose();
      pose.set([x, y, z], 9);
      return { a: cube, b: box(0.5, 0.5, 0.5), pose };
    };
    const cold = fast(at(0, 0, 0));
    expect(cold.status).toBe(Status.Overlapping);
    expect(cold.gap).toBeCloseTo(-0.75, 14);
    for (const before of [at(0.1, 0, 0), at(-0.1, 0, 0), at(0, 0.1, 0), at(0, -0.1, 0), at(0, 0, 0.1), at(0, 0, -0.1)]) {
      const state = memory();
      fast(before, state);
      const warm = fast(at(0, 0, 0), state);
      expect([...warm.normal]).toEqual([...cold.normal]);
      expect(contactSet(warm)).toBe(contactSet(cold));
      expect(warm.gap).toBe(cold.gap);
    }
  });

  it('numbers that are none are no memory', () => {
    for (const [, bodies] of types) {
      for (const bad of [NaN, Infinity, -Infinity, 1e300, 1e-300]) {
        const state = memory();
        state.floats.fill(bad);
        expect(contactSet(fast(bodies, state))).toBe(contactSet(fast(bodies)));
      }
    }
  });
});
