import { expect, test } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { exactPlane, planeContact } from '../../src/common-plane';
import { createCommonPlane, createContact, createDetectOptions, createState, NO_FEATURE, type Contact } from '../../src/contact';
import { createRandom } from '../../src/math/random';
import {
  box,
  dodecahedron,
  polyhedronFromVertices,
  prism,
  randomHull,
  rhombicDodecahedron,
  tetrahedron,
  type ConvexPolyhedron,
} from '../../src/polyhedron';
import { sweep } from '../sweep';

/**
 * A plane without features has no plateau to start from: its contact is gathered cell by cell. Both ways must agree, in
 * all attitudes: any, face on face turned, and face on face turned and tilted by 1e-8 to 1.
 */
const random = createRandom(41);
const shapes: readonly ConvexPolyhedron[] = [
  box(1, 1, 1),
  box(2, 1, 0.3),
  prism(6, 0.5, 1),
  prism(32, 0.5, 0.4),
  dodecahedron(0.5),
  tetrahedron(1),
  rhombicDodecahedron(0.7),
  randomHull(random, 8),
  randomHull(random, 14),
  randomHull(random, 40),
  polyhedronFromVertices([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.2, 0.2, 0.5, 0.8, 0.2, 0.5, 0.8, 0.8, 0.5, 0.2, 0.8, 0.5]),
];

const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
const unit = (v: number[]): number[] => v.map((x) => x / Math.hypot(...v));
const anyDirection = (n: number): number[] => {
  for (;;) {
    const v = Array.from({ length: n }, () => 2 * random() - 1);
    const length = Math.hypot(...v);
    if (length < 1 && length > 0.1) return unit(v);
  }
};
const matrixOf = ([x, y, z, w]: number[]): number[] => [
  ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
  ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
  ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
];
const turnAbout = (axis: number[], angle: number): number[] => matrixOf([...axis.map((x) => x * Math.sin(angle / 2)), Math.cos(angle / 2)]);
const product = (a: number[], b: number[]): number[] =>
  [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j]));
/** The rotation that takes unit vector u to v, which is not opposite. */
const fromTo = (u: number[], v: number[]): number[] => {
  const axis = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return matrixOf(unit([...axis, 1 + u[0] * v[0] + u[1] * v[1] + u[2] * v[2]]));
};

/** B in A's frame, far away, with the attitude of the family. */
function placed(a: ConvexPolyhedron, b: ConvexPolyhedron, family: number): Pose {
  const pose = createPose();
  let rotation = matrixOf(anyDirection(4));
  let way = anyDirection(3);
  if (family > 0) {
    const f = Math.floor(random() * a.faceCount);
    const g = Math.floor(random() * b.faceCount);
    const up = Array.from(a.normals.subarray(3 * f, 3 * f + 3));
    const down = Array.from(b.normals.subarray(3 * g, 3 * g + 3), (x) => -x);
    const opposite = up[0] * down[0] + up[1] * down[1] + up[2] * down[2] < -0.999;
    if (!opposite) rotation = product(turnAbout(up, random() < 0.2 ? 0 : random()), fromTo(down, up));
    if (family === 2) rotation = product(turnAbout(anyDirection(3), 10 ** (-8 * random())), rotation);
    way = unit(up.map((x) => x + (random() < 0.3 ? 0 : (random() - 0.5) * 0.8)));
  }
  pose.set([...rotation, ...way.map((x) => 2 * (a.radius + b.radius) * x)]);
  return pose;
}

const rowsOf = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, k) => from + k);

/** The row of `others` nearest to row k of c, in place; of equals the one of the same names. */
function nearest(c: Contact, k: number, other: Contact, rows: readonly number[]): [number, number] {
  let best: [number, number] = [-1, Infinity];
  for (const m of rows) {
    const named = [0, 1].every((i) => c.features[2 * k + i] === other.features[2 * m + i]);
    const d = Math.hypot(...[0, 1, 2].map((i) => c.points[3 * k + i] - other.points[3 * m + i])) + (named ? 0 : 1e-13);
    if (d < best[1]) best = [m, d];
  }
  return best;
}

test.each(['any attitude', 'face on face', 'face on face, tilted'].map((name, family) => [family, name] as const))(
  'a plateau and its wedges are what the cells give (%i: %s)',
  (family) => {
    const counts = { point: 0, more: 0, pressing: 0 };
    for (let run = 0; run < sweep(1500, 200); run++) {
      const a = pick(shapes);
      const b = pick(shapes);
      const pose = placed(a, b, family);
      const plane = createCommonPlane();
      const state = createState({ stateInts: 8, stateFloats: 8 });
      exactPlane(plane, a, b, pose, state);
      const wanted = (random() < 0.3 ? 1 : -1) * Math.min(a.inradius, b.inradius) * 10 ** (-0.5 - 5 * random());
      for (let k = 0; k < 3; k++) pose[9 + k] -= (plane.gap - wanted) * plane.normal[k];
      exactPlane(plane, a, b, pose, state);
      const rounding = pick([0, 0, 0.01]);
      const options = { ...createDetectOptions(), margin: pick([0, 1e-4, 0.03]) + rounding, rounding };
      const closed = createContact(600);
      const gathered = createContact(600);
      planeContact(closed, a, b, pose, plane, options);
      planeContact(gathered, a, b, pose, { ...plane, featureA: NO_FEATURE, featureB: NO_FEATURE }, options);
      if (closed.count === 1) counts.point++;
      if (closed.count > 1) counts.more++;
      if (closed.rimCount > 0) counts.pressing++;

      const size = a.radius + b.radius;
      expect(closed.count).toBe(gathered.count);
      expect(closed.kind).toBe(gathered.kind);
      for (const k of rowsOf(0, closed.count)) {
        const [m, d] = nearest(closed, k, gathered, rowsOf(0, gathered.count));
        expect(d).toBeLessThan(1e-9 * size);
        expect([closed.features[2 * k], closed.features[2 * k + 1]]).toEqual([gathered.features[2 * m], gathered.features[2 * m + 1]]);
        expect(Math.abs(closed.gaps[k] - gathered.gaps[m])).toBeLessThan(1e-12 * size);
        expect(Math.abs(closed.shares[k] - gathered.shares[m])).toBeLessThan(1e-9 * size * size);
      }
      // Rim corners nearer than 1e-5 to one another may be one in one of the two ways.
      const rows = closed.count + closed.rimCount;
      for (const k of rowsOf(closed.count, rows)) {
        const [, d] = nearest(closed, k, gathered, rowsOf(0, gathered.count + gathered.rimCount));
        expect(d).toBeLessThan(1e-5 * size);
      }
      expect(Math.abs(closed.area - gathered.area)).toBeLessThan(1e-11 * size * size);
      expect(Math.abs(closed.volume - gathered.volume)).toBeLessThan(1e-12 * size ** 3);
      if (gathered.volume > 1e-9 * size ** 3)
        for (let k = 0; k < 3; k++) expect(Math.abs(closed.centre[k] - gathered.centre[k])).toBeLessThan(1e-8 * size);
      if (closed.gap > rounding) continue;
      const shares = closed.shares.subarray(0, rows).reduce((sum, x) => sum + x, 0);
      expect(Math.abs(shares - closed.area)).toBeLessThan(1e-11 * size * size);
    }
    expect(Math.min(counts.point, counts.more, counts.pressing)).toBeGreaterThan(sweep(100, 12));
  },
);
