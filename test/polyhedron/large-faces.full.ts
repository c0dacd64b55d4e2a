import { describe, expect, test } from 'vitest';
import { readObj, readOff } from '../../src/io';
import { InputError } from '../../src/math/input-error';
import { createRandom } from '../../src/math/random';
import { polyhedronFromFaces, polyhedronFromTriangles, polyhedronFromVertices, validatePolyhedron } from '../../src/polyhedron';
import { multiply, rational, subtract, add, toNumber, type Rational } from '../oracles/rational';

type Corner = readonly [number, number];

/**
 * A pyramid over a polygon in the plane z = 0, the polygon counter-clockwise from above: its base is seen from below.
 */
function pyramidOver(polygon: readonly Corner[]): { points: number[]; faces: number[][] } {
  const n = polygon.length;
  const points = [...polygon.flatMap(([x, y]) => [x, y, 0]), 0, 0, 1];
  const base = polygon.map((_, k) => n - 1 - k);
  return { points, faces: [base, ...polygon.map((_, k) => [k, (k + 1) % n, n])] };
}

function regular(n: number, turns = 1): Corner[] {
  return Array.from({ length: n }, (_, k): Corner => {
    const angle = (2 * Math.PI * turns * k) / n;
    return [Math.cos(angle), Math.sin(angle)];
  });
}

/** The least distance of a corner to the left of a side, exactly but for the last division; negative if outside. */
function leastLeft(polygon: readonly Corner[]): number {
  const exact = polygon.map(([x, y]): [Rational, Rational] => [rational(x), rational(y)]);
  let least = Infinity;
  polygon.forEach((a, i) => {
    const j = (i + 1) % polygon.length;
    const b = polygon[j];
    const length = Math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
    const [ux, uy] = [subtract(exact[j][0], exact[i][0]), subtract(exact[j][1], exact[i][1])];
    for (const [x, y] of exact) {
      const cross = add(multiply(ux, subtract(y, exact[i][1])), multiply(uy, subtract(exact[i][0], x)));
      least = Math.min(least, toNumber(cross) / length);
    }
  });
  return least;
}

function codeOf(build: () => unknown): string {
  try {
    build();
    return 'none';
  } catch (error) {
    if (error instanceof InputError) return `${error.code} ${error.index}`;
    throw error;
  }
}

describe('faces of many corners', () => {
  const n = 4000;
  const { points, faces } = pyramidOver(regular(n));
  const expected = polyhedronFromVertices(points);

  test('a face of 4,000 corners from points, faces, triangles and files', () => {
    expect([expected.vertexCount, expected.faceCount]).toEqual([n + 1, n + 1]);
    expect(expected.volume).toBeCloseTo((n * Math.sin((2 * Math.PI) / n)) / 6, 13);
    const built = polyhedronFromFaces(points, faces);
    expect(built.vertices).toEqual(expected.vertices);
    expect(built.halfEdgeFace.filter((f) => f === 0).length).toBe(n);
    const fan = faces.flatMap((face) => face.slice(2).flatMap((v, k) => [face[0], face[k + 1], v]));
    expect(polyhedronFromTriangles(points, fan).volume).toBe(expected.volume);
    const rows = Array.from({ length: n + 1 }, (_, v) => points.slice(3 * v, 3 * v + 3).join(' '));
    const obj = [...rows.map((row) => `v ${row}`), ...faces.map((face) => `f ${face.map((v) => v + 1).join(' ')}`)].join('\n');
    const off = ['OFF', `${n + 1} ${faces.length} 0`, ...rows, ...faces.map((face) => `${face.length} ${face.join(' ')}`)].join('\n');
    const text = JSON.stringify(built);
    expect(JSON.stringify(readObj(obj)[0].polyhedron)).toBe(text);
    expect(JSON.stringify(readOff(off)[0].polyhedron)).toBe(text);
  });

  test('prisms: both caps and every side', () => {
    const ring = regular(1200);
    const prism = polyhedronFromVertices(ring.flatMap(([x, y]) => [x, y, 0, x, y, 1]));
    expect([prism.vertexCount, prism.faceCount]).toEqual([2400, 1202]);
    validatePolyhedron(prism);
  });

  test('one corner of 4,000 that is pushed in is found', () => {
    const bent = points.slice();
    bent[3 * 1234] *= 0.999;
    bent[3 * 1234 + 1] *= 0.999;
    expect(codeOf(() => polyhedronFromFaces(bent, faces))).toBe('non-convex 0');
  });
});

describe('polygons are convex or not', () => {
  const check = (polygon: readonly Corner[]): string => {
    const { points, faces } = pyramidOver(polygon);
    return codeOf(() => polyhedronFromFaces(points, faces));
  };

  test('stars wind around twice and turn left everywhere', () => {
    for (const [n, turns] of [
      [5, 2],
      [7, 2],
      [7, 3],
      [9, 4],
      [101, 2],
    ]) {
      expect(check(regular(n, turns))).toBe('non-convex 0');
    }
  });

  test('as exact arithmetic tells, for dents and bulges of every size', () => {
    const random = createRandom(5);
    // 16 rounding steps of coordinates up to one.
    const tolerance = 2 ** -48;
    const counts = { convex: 0, bent: 0 };
    for (let k = 0; k < 120; k++) {
      const size = 3 + Math.floor(8 * random());
      const noise = 10 ** (-17 * random());
      const straight = random() < 0.5;
      const polygon = regular(size).flatMap(([x, y], i, all): Corner[] => {
        const [p, q] = all[(i + 1) % size];
        // Corners on straight sides, off them by the noise.
        return straight
          ? [
              [x, y],
              [(x + p) / 2 + noise * (random() - 0.5), (y + q) / 2],
            ]
          : [[x, y]];
      });
      const moved = Math.floor(polygon.length * random());
      polygon[moved] = [polygon[moved][0] * (1 - noise * random()), polygon[moved][1] * (1 - noise * random())];
      const least = leastLeft(polygon);
      if (least > -tolerance / 4) {
        expect(check(polygon)).toBe('none');
        counts.convex++;
      } else if (least < -4 * tolerance) {
        expect(check(polygon)).toBe('non-convex 0');
        counts.bent++;
      }
    }
    expect(counts.convex).toBeGreaterThan(20);
    expect(counts.bent).toBeGreaterThan(20);
  });
});
