import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/math/input-error';
import {
  createHullReport,
  polyhedronFromFaces,
  polyhedronFromVertices,
  validatePolyhedron,
  type ConvexPolyhedron,
} from '../../src/polyhedron';
import { distance, type Vec } from '../oracles/vector';
import { direction, distanceFrom, faceLoops, rotate, turn, uniform, vertexOf } from './polyhedron-checks';
import { sweep } from '../sweep';

/**
 * Sets that lie on the border of every decision: noise from a thousandth of the tolerance to a hundred times it, on
 * faces, edges, corners, domes, blades, needles and plates. Whatever is decided, the result must be a valid polyhedron
 * that misses no point by more than two tolerances, has no two corners closer than one, and is (to that) the same for
 * every order of the points.
 */
type Family = (random: () => number) => Vec[];

const CUBE: Vec[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
const signed = (random: () => number): number => 2 * random() - 1;
/** 10^-k, k uniform: noise around the tolerance of 3.6e-15 of bodies of size 1. */
const noise = (random: () => number): number => 10 ** -(13 + 4 * random());
const ring = (count: number, at: (x: number, y: number) => Vec[]): Vec[] =>
  Array.from({ length: count }, (_, i) => at(Math.cos((2 * Math.PI * i) / count), Math.sin((2 * Math.PI * i) / count))).flat();
const upTo = (random: () => number, least: number, most: number): number => least + Math.floor((most - least + 1) * random());

const families: Record<string, Family> = {
  'near the faces of a cube': (random) => {
    const e = noise(random);
    const points = Array.from({ length: upTo(random, 10, 150) }, (_, i): Vec => {
      const v = [random(), random(), random()];
      v[i % 3] = Math.round(random());
      return [v[0] + e * signed(random), v[1] + e * signed(random), v[2] + e * signed(random)];
    });
    return [...CUBE, ...points];
  },
  'near the edges of a cube': (random) => {
    const e = noise(random);
    const points = Array.from({ length: upTo(random, 10, 150) }, (_, i): Vec => {
      const v = [Math.round(random()), Math.round(random()), Math.round(random())];
      v[i % 3] = random();
      return [v[0] + e * signed(random), v[1] + e * signed(random), v[2] + e * signed(random)];
    });
    return [...CUBE, ...points];
  },
  'near corners': (random) => {
    const e = 3 * noise(random);
    const corners = Array.from({ length: upTo(random, 5, 15) }, () => direction(random));
    const near = corners.flatMap((v) =>
      Array.from({ length: upTo(random, 0, 6) }, (): Vec => [
        v[0] + e * signed(random),
        v[1] + e * signed(random),
        v[2] + e * signed(random),
      ]),
    );
    return [...corners, ...near];
  },
  'prisms with a domed cap': (random) => {
    const e = noise(random);
    return ring(upTo(random, 5, 100), (x, y) => [
      [x, y, 1 - 10 * e * x * x + e * signed(random)],
      [x, y, 0],
    ]);
  },
  'domes of rings': (random) => {
    const e = noise(random);
    return ring(upTo(random, 5, 40), (x, y) =>
      [1, 0.8, 0.6, 0.4, 0.2].flatMap((r): Vec[] => [
        [r * x, r * y, 1 - 10 * e * r * r + e * signed(random)],
        [r * x, r * y, 0],
      ]),
    );
  },
  'finely rounded edges': (random) => {
    const r = 10 ** -(3 + 11 * random());
    const steps = upTo(random, 2, 60);
    const rounded = Array.from({ length: steps + 1 }, (_, k) => (Math.PI / 2) * (k / steps)).flatMap((a): Vec[] =>
      [0, 0.25, 0.5, 1].map((z) => [1 - r + r * Math.cos(a), 1 - r + r * Math.sin(a), z]),
    );
    return [...rounded, [0, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 1], [1, 0, 1]];
  },
  'blades with corners out of line': (random) => {
    const w = 10 ** -(1 + 11 * random());
    const e = noise(random) / Math.max(w, 1e-6);
    const along = Array.from({ length: upTo(random, 3, 30) }, (): Vec => [random(), e * signed(random), 0]);
    return [...along, [-0.2, 0, 0], [1.2, 0, 0], [0, 1, w], [1, 1, w], [0, 1, -w], [1, 1, -w]];
  },
  'plates as thin as the tolerance': (random) => {
    const t = 10 ** -(12.5 + 2.5 * random());
    return ring(upTo(random, 3, 24), (x, y) => [
      [x, y, 0],
      [x, y, t * (random() < 0.5 ? 1 : random())],
    ]);
  },
  'wedges that taper to nothing': (random) => {
    const h = 10 ** -(15 * random());
    return ring(upTo(random, 4, 24), (x, y) => [
      [x, y, 0],
      [x, y, h * (1 + x)],
    ]);
  },
  'needles as thin as the tolerance': (random) => {
    const t = 10 ** -(11 + 4 * random());
    return Array.from({ length: upTo(random, 4, 40) }, (): Vec => [random(), t * signed(random), t * signed(random)]);
  },
  'any shape of any proportions': (random) => {
    const [b, c] = [10 ** -(8 * random()), 10 ** -(8 * random())];
    return Array.from({ length: upTo(random, 4, 40) }, (): Vec => {
      const [x, y, z] = direction(random);
      return [x, b * y, c * z];
    });
  },
  'the same point with and without the last bits': (random) =>
    Array.from({ length: upTo(random, 4, 12) }, () => direction(random)).flatMap((v): Vec[] => [
      v,
      [Math.fround(v[0]), Math.fround(v[1]), Math.fround(v[2])],
      [Number(v[0].toPrecision(15)), Number(v[1].toPrecision(15)), Number(v[2].toPrecision(15))],
    ]),
};

/** The set turned, scaled and moved in one of several ways; often not at all. */
function placed(points: readonly Vec[], random: () => number): Vec[] {
  const turned = random() < 0.7 ? rotate(points, turn(random)) : points;
  const scale = 10 ** [0, 0, -9, 9, 3 * signed(random)][upTo(random, 0, 4)];
  const offset = scale * [0, 0, 1, 1e3, 1e6][upTo(random, 0, 4)];
  const [x, y, z] = direction(random).map((d) => d * offset);
  return turned.map((v): Vec => [v[0] * scale + x, v[1] * scale + y, v[2] * scale + z]);
}

function build(points: readonly Vec[], report = createHullReport()): ConvexPolyhedron | string {
  try {
    return polyhedronFromVertices(points, report);
  } catch (error) {
    if (error instanceof InputError) return error.code;
    throw error;
  }
}

describe.each(Object.entries(families))('%s', (name, family) => {
  const seeds = Array.from({ length: sweep(24, 9) }, (_, k) => k + 1);

  test('give valid polyhedra or are refused as too thin', () => {
    let solids = 0;
    for (const seed of seeds) {
      const random = uniform(seed * 7919 + name.length);
      const points = placed(family(random), random);
      const report = createHullReport();
      const p = build(points, report);
      if (typeof p === 'string') {
        expect(['flat', 'collinear', 'coincident'], `seed ${seed}`).toContain(p);
        continue;
      }
      solids++;
      const where = `seed ${seed}, ${p.vertexCount} vertices`;
      try {
        validatePolyhedron(p);
      } catch (error) {
        throw new Error(where, { cause: error });
      }
      // Two tolerances from the hull of the corners, and what its faces are out of plane.
      expect(Math.max(...points.map((point) => distanceFrom(p, point))), where).toBeLessThanOrEqual(2.75 * p.tolerance);
      let closest = Infinity;
      for (let v = 0; v < p.vertexCount; v++) {
        for (let w = 0; w < v; w++) closest = Math.min(closest, distance(vertexOf(p, v), vertexOf(p, w)));
      }
      // The tolerance of the polyhedron may be up to twice that of the points, if its centroid is far from their
      // origin.
      expect(closest, where).toBeGreaterThan(0.4 * p.tolerance);
      const told = report.welded.length + report.onEdges.length + report.onFaces.length + report.inside.length;
      expect(told + p.vertexCount, where).toBe(points.length);

      // The points backwards give the same solid to the tolerance, unless that decides whether there is one.
      const q = build([...points].reverse());
      if (typeof q !== 'string') {
        expect(Math.abs(q.volume - p.volume), where).toBeLessThanOrEqual(4 * p.tolerance * Math.max(p.area, q.area));
      }

      // The faces found are a convex surface.
      const corners = Array.from(p.vertices, (x, i) => x + p.origin[i % 3]);
      const again = polyhedronFromFaces(corners, faceLoops(p));
      expect(Math.abs(again.volume - p.volume), where).toBeLessThanOrEqual(4 * p.tolerance * p.area);
    }
    expect(solids).toBeGreaterThan(sweep(8, 2));
  });
});

describe('sets found by searching for one rule each', () => {
  test('a needle as thick as the tolerance, of which pruning would leave nothing', () => {
    // Its corners go one by one, each within the tolerance of the rest, until the rest is flat: then some must come
    // back.
    const points = [
      413798016, 0.0000021289160940796137, 0.000001798388780116511, 697590144, 0.0000011476776080598938, 5.903216333535966e-7, 933929920,
      -0.0000027360911190044135, -0.0000037884935863985447, 342165600, -0.000001210825530506554, 0.00000414283658756176, 490910720,
      0.000001019405772240134, -0.00000156706812504126, 759100992, -0.0000036882022413919913, -0.0000029318198357941583,
    ];
    const p = polyhedronFromVertices(points);
    validatePolyhedron(p);
    for (let i = 0; i < points.length; i += 3) {
      expect(distanceFrom(p, [points[i], points[i + 1], points[i + 2]])).toBeLessThanOrEqual(2.75 * p.tolerance);
    }
  });

  test('a blade whose facets fit one plane in two ways, of which one makes two faces meet twice', () => {
    const points = [
      0.07845199855130086, -0.018952244455566182, 0.007553641344056472, 0.11424414021488637, -0.02759882364953424, 0.010999837821578576,
      0.2675411737524778, -0.06463195100842309, 0.025759829049777066, 0.378574000578538, -0.0914549933202105, 0.036450470037263163,
      0.482475592788117, -0.11655528918543835, 0.04645449003832696, 0.5561021137902797, -0.13434180642164117, 0.053543517001701436,
      0.6647179438512439, -0.16058095648878126, 0.06400144082414803, 0.8284988087970369, -0.20014674253494535, 0.07977085314847394,
      0.9179986572371008, -0.22176789990130066, 0.08838822132195819, 0.21721409518559076, 0.9629206316623057, 0.16000591855324336,
      1.1850228849130615, 0.7291197201776208, 0.25319003906301, 0.21721423350421953, 0.962920778113688, 0.16000484942775867,
      1.1850230232316903, 0.7291198666290031, 0.2531889699375253, -0.19356175794549416, 0.04676018229693698, -0.018636824101953327,
      1.1613705476729648, -0.28056109378162186, 0.11182094461171994,
    ];
    validatePolyhedron(polyhedronFromVertices(points));
  });

  test('a vertex that near-coplanar facets would leave with two faces', () => {
    // On the edge of a wedge of 1e-3 a corner stands out by 1e-13, 28 tolerances; across the edge, both sides are flat
    // to within a tolerance there.
    const points = [0, 0, 0, 1, 0, 0, 0.5, -1e-13, 0, 0, 1, 5e-4, 1, 1, 5e-4, 0, 1, -5e-4, 1, 1, -5e-4];
    const p = polyhedronFromVertices(points);
    validatePolyhedron(p);
    expect(p.vertexCount).toBe(7);
    expect(p.neighbourStart[3] - p.neighbourStart[2]).toBeGreaterThanOrEqual(3);
  });
});
