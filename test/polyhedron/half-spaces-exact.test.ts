/**
 * The decisions of polyhedronFromHalfSpaces against enumeration of all triples of planes in exact integers: slow and
 * obvious, right for any input of doubles. Planes are drawn from a few normals and offsets, so that most systems are
 * degenerate: several planes through a corner, doubled planes, opposite planes, flat and empty sets.
 */
import { describe, expect, it } from 'vitest';
import { determinant3, integerRow } from '../../src/math/exact';
import { createRandom } from '../../src/math/random';
import { polyhedronFromHalfSpaces } from '../../src/polyhedron/from-half-spaces';
import { halfSpaceCorners } from '../../src/polyhedron/half-space-corners';
import { createHalfSpaces, largestBall } from '../../src/polyhedron/half-space-interior';
import { codeOf } from './code-of';
import { sweep } from '../sweep';

interface Enumerated {
  /** 'pointed' is false where the set holds a whole line; such sets are not decided here. */
  pointed: boolean;
  bounded: boolean;
  /** Corners as fractions x y z over w > 0. */
  corners: bigint[][];
  /** -1 empty, else 0 to 3; of the hull of the corners. */
  dimension: number;
}

/** Rows (nx ny nz d) of whole numbers, n·x <= d. */
function enumerate(rows: bigint[][]): Enumerated {
  const m = rows.length;
  const corners = new Map<string, bigint[]>();
  let pointed = false;
  let bounded = true;
  for (let i = 0; i < m; i++) {
    for (let j = i + 1; j < m; j++) {
      // Extreme rays of the cone of directions that no plane closes lie in two planes each.
      const [a, b] = [rows[i], rows[j]];
      const ray = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
      if (ray.some((x) => x !== 0n)) {
        for (const sign of [1n, -1n]) {
          if (rows.every((r) => sign * (r[0] * ray[0] + r[1] * ray[1] + r[2] * ray[2]) <= 0n)) bounded = false;
        }
      }
      for (let k = j + 1; k < m; k++) {
        const c = rows[k];
        const w = determinant3(a, b, c, 0, 1, 2);
        if (w === 0n) continue;
        pointed = true;
        const sign = w < 0n ? -1n : 1n;
        const x = [
          sign * determinant3(a, b, c, 3, 1, 2),
          sign * determinant3(a, b, c, 0, 3, 2),
          sign * determinant3(a, b, c, 0, 1, 3),
          sign * w,
        ];
        if (rows.every((r) => r[0] * x[0] + r[1] * x[1] + r[2] * x[2] <= r[3] * x[3])) {
          const g = x.reduce(gcd, 0n);
          corners.set(
            x.map((v) => v / g).join(),
            x.map((v) => v / g),
          );
        }
      }
    }
  }
  const list = [...corners.values()];
  return { pointed, bounded: pointed && bounded, corners: list, dimension: rank(list) - 1 };
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y) [x, y] = [y, x % y];
  return x;
}

/** Rank of rows of four by elimination. */
function rank(input: bigint[][]): number {
  const rows = input.map((r) => [...r]);
  let found = 0;
  for (let column = 0; column < 4; column++) {
    const pivot = rows.findIndex((r, i) => i >= found && r[column] !== 0n);
    if (pivot < 0) continue;
    [rows[found], rows[pivot]] = [rows[pivot], rows[found]];
    for (let i = found + 1; i < rows.length; i++) {
      const [f, g] = [rows[i][column], rows[found][column]];
      for (let k = 0; k < 4; k++) rows[i][k] = rows[i][k] * g - rows[found][k] * f;
      const d = rows[i].reduce(gcd, 0n);
      if (d > 1n) rows[i] = rows[i].map((v) => v / d);
    }
    found++;
  }
  return found;
}

/** Normals with exact and with rounded coordinates, in opposite pairs. */
const NORMALS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0.6, 0.8, 0],
  [0, 0.6, 0.8],
  [0.8, 0, -0.6],
  [0.5, 0.5, Math.SQRT1_2],
  [Math.SQRT1_2, -0.5, 0.5],
  [2 / 3, 2 / 3, 1 / 3],
  [1e-9, 1, 0],
  [1, 1e-14, 2e-14],
].flatMap((n) => [n, n.map((x) => -x)]);

interface Outcome {
  normals: number[];
  offsets: number[];
  exact: Enumerated;
}

function* systems(seed: number, count: number): Generator<Outcome> {
  const random = createRandom(seed);
  const pick = (n: number) => Math.floor(random() * n);
  for (let i = 0; i < count; i++) {
    const m = 4 + pick(8);
    const pool = i % 3 === 0 ? 6 : NORMALS.length;
    const reach = 1 + pick(3);
    const normals: number[] = [];
    const offsets: number[] = [];
    const rows: bigint[][] = [];
    for (let k = 0; k < m; k++) {
      const n = NORMALS[pick(pool)];
      const d = pick(2 * reach + 1) - (i % 2 ? 0 : 1);
      normals.push(...n);
      offsets.push(d);
      rows.push(integerRow([...n, d]));
    }
    yield { normals, offsets, exact: enumerate(rows) };
  }
}

describe('half-spaces against exact enumeration', () => {
  it('the largest ball has the exact sign, the corners are the exact ones', () => {
    const seen = { solid: 0, flat: 0, empty: 0, unbounded: 0 };
    for (const { normals, offsets, exact } of systems(21, sweep(4000, 700))) {
      if (!exact.pointed) continue;
      const halfSpaces = createHalfSpaces(normals, offsets);
      const ball = largestBall(halfSpaces);
      if (exact.corners.length === 0) {
        expect(ball.radius).toBeLessThan(0);
        seen.empty++;
        continue;
      }
      if (exact.bounded) expect(Math.sign(ball.radius)).toBe(exact.dimension === 3 ? 1 : 0);
      else expect(ball.radius).toBeGreaterThanOrEqual(0);
      if (!(ball.radius > 0)) {
        seen.flat++;
        continue;
      }
      const corners = halfSpaceCorners(halfSpaces);
      if (!exact.bounded) {
        expect(corners).toBeUndefined();
        seen.unbounded++;
        continue;
      }
      seen.solid++;
      const places = new Set(corners?.map(({ point }) => point.join()));
      const expected = new Set(exact.corners.map((x) => [0, 1, 2].map((k) => roundedQuotient(x[k], x[3])).join()));
      expect(places).toEqual(expected);
    }
    // Every kind came up often.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(sweep(100, 18));
  });

  it('the codes of errors follow the exact state where rounding has no say', () => {
    for (const { normals, offsets, exact } of systems(22, sweep(4000, 500))) {
      // Normals that are nearly parallel put corners where the tolerance is coarse: those are tested above.
      if (!exact.pointed || normals.some((x) => x !== 0 && Math.abs(x) < 1e-3)) continue;
      const code = codeOf(() => polyhedronFromHalfSpaces(normals, offsets));
      if (exact.corners.length === 0) {
        expect(['empty', 'flat']).toContain(code);
        if (largestBall(createHalfSpaces(normals, offsets)).radius < -1e-13) expect(code).toBe('empty');
      } else if (!exact.bounded) expect(['unbounded', 'flat']).toContain(code);
      else if (exact.dimension < 3) expect(code).toBe('flat');
      else if (largestBall(createHalfSpaces(normals, offsets)).radius > 1e-13) expect(code).toBe('nothing thrown');
    }
  });

  it('the radius of the largest ball is attained and cannot be larger', () => {
    for (const { normals, offsets, exact } of systems(23, sweep(500, 250))) {
      if (!exact.bounded) continue;
      const halfSpaces = createHalfSpaces(normals, offsets);
      const { radius, centre, planes } = largestBall(halfSpaces);
      const size = 1 + Math.max(...centre.map(Math.abs));
      const slack = (i: number) =>
        offsets[i] - normals[3 * i] * centre[0] - normals[3 * i + 1] * centre[1] - normals[3 * i + 2] * centre[2];
      for (let i = 0; i < offsets.length; i++) expect(slack(i)).toBeGreaterThanOrEqual(radius - 1e-15 * size);
      for (const i of planes) expect(Math.abs(slack(i) - radius)).toBeLessThanOrEqual(1e-15 * size);
      // Without the planes that hold it the ball can grow; with them alone it cannot.
      const alone = largestBall(
        createHalfSpaces(
          planes.flatMap((i) => normals.slice(3 * i, 3 * i + 3)),
          planes.map((i) => offsets[i]),
        ),
      );
      expect(Math.abs(alone.radius - radius)).toBeLessThanOrEqual(1e-15 * size);
    }
  });
});

/** The double nearest to a / b, b > 0, by trying the neighbours of a rounded quotient. */
function roundedQuotient(a: bigint, b: bigint): number {
  if (a === 0n) return 0;
  let best = Number((a * 2n ** 200n) / b) * 2 ** -200;
  const error = (x: number): bigint => {
    // |x b - a|, as a multiple of 2^-1100.
    const [m, one] = integerRow([x, 1]);
    const difference = m * b - a * one;
    return ((difference < 0n ? -difference : difference) << 1100n) / one;
  };
  for (const x of [best * (1 - 2 ** -53), best * (1 + 2 ** -52)]) if (error(x) < error(best)) best = x;
  return best;
}
