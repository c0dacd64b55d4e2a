import fc from 'fast-check';
import { createPose2d, polygonFromVertices, rectangle, type ConvexPolygon } from '../../src/planar';
import { cornersOf, type Pair2d } from './judge-2d';

/**
 * Points of a random polygon of 3 to 24 corners, x y packed: a stretched cloud of any size, turned, near or far.
 * Coordinates are never all on a line.
 */
export const points: fc.Arbitrary<number[]> = fc
  .record({
    count: fc.integer({ min: 3, max: 24 }),
    seed: fc.integer(),
    stretch: fc.constantFrom(1, 1, 1, 0.3, 1e-2, 1e-4),
    size: fc.constantFrom(1, 1, 1, 1e-9, 1e9, 1e-6, 1e6),
    angle: fc.double({ min: 0, max: 6.3, noNaN: true }),
    round: fc.boolean(),
  })
  .map(({ count, seed, stretch, size, angle, round }) => {
    const random = numbers(seed);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const out: number[] = [];
    for (let k = 0; k < count; k++) {
      const turn = ((k + 0.9 * random()) / count) * 2 * Math.PI;
      const r = round ? 1 : 0.2 + random();
      const x = size * r * Math.cos(turn);
      const y = size * r * stretch * Math.sin(turn);
      out.push(c * x - s * y, s * x + c * y);
    }
    return out;
  });

/**
 * Points with many coincidences: on small lattices, doubled, moved by rounding steps, on lines, far from the origin.
 */
export const hostilePoints: fc.Arbitrary<number[]> = fc
  .record({
    lattice: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 6, maxLength: 60 }),
    steps: fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 60, maxLength: 60 }),
    step: fc.constantFrom(0, 2 ** -52, 2 ** -50, 2 ** -48, 2 ** -44, 1e-9),
    at: fc.constantFrom(0, 0, 1, 1e6),
    size: fc.constantFrom(1, 1e-9, 1e9, 1e-6),
  })
  .map(({ lattice, steps, step, at, size }) =>
    lattice.slice(0, lattice.length - (lattice.length % 2)).map((x, i) => size * (at + x + step * steps[i])),
  );

/** A small generator of numbers in [0, 1). */
export function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Placing {
  /** Direction of B, and how far it is along it, in units of the smaller inradius. */
  aim: number;
  apart: number;
  /** Angle of edge edgeB of B to edge edgeA of A; null: B is turned by `extra`. */
  tilt: number | null;
  edgeA: number;
  edgeB: number;
  extra: number;
  slide: number;
}

/** In steps that leave no numbers too small to be scaled. */
const angles = fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((k) => 6.3 * 2 ** -31 * k);

/** Far, near, touching, shallow, deep, one in the other; edges in line to an angle of 1 to 1e-12, or exactly. */
const placings: fc.Arbitrary<Placing> = fc.record({
  aim: angles,
  apart: fc.constantFrom(1, 0.1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-14, 1e-15, 0, -1e-15, -1e-12, -1e-9, -1e-6, -1e-3, -0.1, -0.5, -1),
  tilt: fc.constantFrom(null, null, 0, 1e-12, -1e-9, 1e-6, -1e-3, 0.1),
  slide: fc.integer({ min: -1000, max: 1000 }).map((x) => x / 1000),
  edgeA: fc.nat(),
  edgeB: fc.nat(),
  extra: angles,
});

function place(a: ConvexPolygon, b: ConvexPolygon, { aim, apart, tilt, slide, edgeA, edgeB, extra }: Placing): Pair2d {
  const pose = createPose2d();
  const k = edgeA % a.vertexCount;
  const m = edgeB % b.vertexCount;
  let [nx, ny] = [Math.cos(aim), Math.sin(aim)];
  if (tilt === null) {
    pose[0] = Math.cos(extra);
    pose[1] = Math.sin(extra);
  } else {
    // Edge m of B against edge k of A, at an angle of `tilt`.
    [nx, ny] = [a.normals[2 * k], a.normals[2 * k + 1]];
    const [mx, my] = [-b.normals[2 * m], -b.normals[2 * m + 1]];
    const c = mx * nx + my * ny;
    const s = mx * ny - my * nx;
    const [tc, ts] = [Math.cos(tilt), Math.sin(tilt)];
    const length = Math.hypot(c * tc - s * ts, s * tc + c * ts);
    pose[0] = (c * tc - s * ts) / length;
    pose[1] = (s * tc + c * ts) / length;
  }
  // Along n as far as wanted, beside it by `slide`.
  const high = Math.max(...cornersOf(a).map(([x, y]) => nx * x + ny * y));
  const low = Math.min(...cornersOf(b, pose).map(([x, y]) => nx * x + ny * y));
  const distance = high - low + apart * Math.min(a.inradius, b.inradius);
  const across = 0.5 * slide * (a.radius + b.radius);
  pose[2] = distance * nx - across * ny;
  pose[3] = distance * ny + across * nx;
  return { a, b, pose };
}

/** The second polygon in a size that suits the first: the same, or no more than a thousand times as large or small. */
function sized(a: ConvexPolygon, b: ConvexPolygon, same: boolean): ConvexPolygon {
  if (!same && b.radius < 1e3 * a.radius && a.radius < 1e3 * b.radius) return b;
  const scale = a.radius / b.radius;
  try {
    return polygonFromVertices(b.vertices.map((x) => scale * x));
  } catch {
    // A sliver as thin as its rounding may be a line in another scale.
    return rectangle(a.radius, 0.7 * a.radius);
  }
}

/** Two polygons and a pose of one size. */
export const pairs: fc.Arbitrary<Pair2d> = fc
  .record({ a: points, b: points, sameSize: fc.boolean(), placing: placings })
  .map(({ a: pointsA, b: pointsB, sameSize, placing }) => {
    const a = polygonFromVertices(pointsA);
    return place(a, sized(a, polygonFromVertices(pointsB), sameSize), placing);
  });

/**
 * The same of polygons with corners that rounding decides about, edges nearly in line, and input far from the origin,
 * whose tolerance is wide.
 */
export const hostilePairs: fc.Arbitrary<Pair2d> = fc
  .record({ a: hostilePoints, b: hostilePoints, sameSize: fc.boolean(), placing: placings })
  .map(({ a: pointsA, b: pointsB, sameSize, placing }) => {
    // Points on a line make no polygon.
    const polygon = (p: number[]): ConvexPolygon => {
      try {
        return polygonFromVertices(p);
      } catch {
        return rectangle(1, 1e-3);
      }
    };
    const a = polygon(pointsA);
    const b = polygon(pointsB);
    const far = b.radius > 1e3 * a.radius || a.radius > 1e3 * b.radius;
    return place(a, far ? rectangle(a.radius, 0.7 * a.radius) : sized(a, b, sameSize), placing);
  });

/** A thin polygon and one 30 to 300 times smaller beside its middle, across its rim or in it, in either order. */
export const lensPairs: fc.Arbitrary<Pair2d> = fc
  .record({
    corners: fc.array(fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -1, max: 1 })), { minLength: 1, maxLength: 10 }),
    small: points,
    power: fc.integer({ min: 0, max: 100 }).map((k) => 1.5 + k / 100),
    at: fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -1000, max: 1000 })),
    turn: angles,
    swapped: fc.boolean(),
  })
  .map(({ corners, small, power, at, turn, swapped }) => {
    const lens = polygonFromVertices([-17, 0, 18, 1, 2, -1, ...corners.flat()].map((x) => x / 20));
    const other = polygonFromVertices(small);
    const size = (10 ** -power * lens.radius) / other.radius;
    const dot = polygonFromVertices(other.vertices.map((x) => size * x));
    const pose = createPose2d();
    pose.set([Math.cos(turn), Math.sin(turn), at[0] / 1000, at[1] / 10_000]);
    if (!swapped) return { a: lens, b: dot, pose };
    const [c, s, x, y] = pose;
    pose.set([c, -s, -(c * x + s * y), s * x - c * y]);
    return { a: dot, b: lens, pose };
  });

/**
 * Polygons with corners on a small lattice, unturned or turned by right angles: touching and overlapping exactly, with
 * every tie.
 */
export const latticePairs: fc.Arbitrary<Pair2d> = fc
  .record({
    a: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 8, maxLength: 24 }),
    b: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 8, maxLength: 24 }),
    turn: fc.constantFrom([1, 0], [0, 1], [-1, 0], [0, -1], [0.6, 0.8]),
    at: fc.tuple(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -12, max: 12 })),
    size: fc.constantFrom(1, 1, 1e-9, 1e9),
  })
  .map(({ a: pointsA, b: pointsB, turn, at, size }) => {
    // Three more corners, so that they are never on a line.
    const polygon = (p: number[]) => polygonFromVertices([...p.slice(0, p.length - (p.length % 2)), 0, 0, 1, 0, 0, 1].map((x) => size * x));
    const a = polygon(pointsA);
    const b = polygon(pointsB);
    const pose = createPose2d();
    pose.set(turn);
    pose[2] = size * at[0] * 0.5 - a.origin[0] + turn[0] * b.origin[0] - turn[1] * b.origin[1];
    pose[3] = size * at[1] * 0.5 - a.origin[1] + turn[1] * b.origin[0] + turn[0] * b.origin[1];
    return { a, b, pose };
  });
