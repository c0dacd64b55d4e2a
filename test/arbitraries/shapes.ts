import fc from 'fast-check';

/**
 * Generators of solids by name, about one unit in size, as flat corner lists x y z ... (plain numbers, so that a
 * failing case can be pasted). All shrink towards few, plain corners. Some lists hold points that are no corners
 * (inside a face, nearly double): part of the test.
 */
export interface NamedShape {
  kind: string;
  points: number[];
}

/** Adds 0, which turns -0 into 0: JSON knows no -0, and a pasted case must be the same to the bit. */
const named = (kind: string, points: fc.Arbitrary<number[]>): fc.Arbitrary<NamedShape> =>
  points.map((p) => ({ kind, points: p.map((x) => x + 0) }));

/** A double in [min, max] that shrinks to min in steps of 1/4096 of the range: no subnormals, no 17-digit noise. */
export function grid(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 4096 }).map((k) => min + ((max - min) * k) / 4096);
}

/** 10^-k, k from `from` to `to`: a small number whose exponent is uniform. */
export function tiny(from: number, to: number): fc.Arbitrary<number> {
  return fc.integer({ min: from * 4, max: to * 4 }).map((k) => 10 ** (-k / 4));
}

function boxPoints(x: number, y: number, z: number): number[] {
  const points: number[] = [];
  for (let k = 0; k < 8; k++) points.push(k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z);
  return points;
}

/** A prism over a regular polygon; phase turns it, so that few of its coordinates are round. */
function prismPoints(sides: number, radius: number, height: number, phase: number): number[] {
  const points: number[] = [];
  for (let k = 0; k < sides; k++) {
    const angle = phase + (2 * Math.PI * k) / sides;
    const x = radius * Math.cos(angle);
    const y = radius * Math.sin(angle);
    points.push(x, y, -height / 2, x, y, height / 2);
  }
  return points;
}

/** Six times the volume of a tetrahedron, given as 12 numbers. */
function determinant(p: readonly number[]): number {
  const [ax, ay, az] = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
  const [bx, by, bz] = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
  const [cx, cy, cz] = [p[9] - p[0], p[10] - p[1], p[11] - p[2]];
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

export const cube = (): fc.Arbitrary<NamedShape> => named('cube', fc.constant(boxPoints(0.5, 0.5, 0.5)));

export const box = (): fc.Arbitrary<NamedShape> =>
  named(
    'box',
    fc.tuple(grid(0.1, 1), grid(0.1, 1), grid(0.1, 1)).map(([x, y, z]) => boxPoints(x, y, z)),
  );

/** Long and thin, down to 1 : 1e4. */
export const needle = (): fc.Arbitrary<NamedShape> =>
  named(
    'needle',
    fc
      .tuple(tiny(1, 4), fc.constantFrom(0, 3, 5))
      .map(([width, sides]) => (sides === 0 ? boxPoints(width / 2, width / 2, 0.5) : prismPoints(sides, width / 2, 1, 0.3))),
  );

/** Wide and flat, down to 1 : 1e4. */
export const plate = (): fc.Arbitrary<NamedShape> =>
  named(
    'plate',
    fc
      .tuple(tiny(1, 4), fc.constantFrom(0, 6, 12))
      .map(([height, sides]) => (sides === 0 ? boxPoints(0.5, 0.4, height / 2) : prismPoints(sides, 0.5, height, 0.3))),
  );

/** Whole corners from -4 to 4: many exactly parallel and coplanar meetings. */
export const latticeTetrahedron = (): fc.Arbitrary<NamedShape> =>
  named(
    'lattice tetrahedron',
    fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 12, maxLength: 12 }).filter((p) => determinant(p) !== 0),
  );

/** Any tetrahedron that is not too flat. */
export const tetrahedron = (): fc.Arbitrary<NamedShape> =>
  named(
    'tetrahedron',
    fc.array(grid(-1, 1), { minLength: 12, maxLength: 12 }).filter((p) => Math.abs(determinant(p)) > 1e-3),
  );

/** A box whose top is raised in the middle, or at one corner, by 1e-2 to 1e-13: faces that are nearly one plane. */
export const nearCoplanar = (): fc.Arbitrary<NamedShape> =>
  named(
    'near-coplanar faces',
    fc.tuple(tiny(2, 13), fc.boolean(), grid(-0.4, 0.4), grid(-0.4, 0.4)).map(([height, atCorner, x, y]) => {
      const points = boxPoints(0.5, 0.5, 0.5);
      if (atCorner) points[23] += height;
      else points.push(x, y, 0.5 + height);
      return points;
    }),
  );

/** A box with doubles of its corners 1e-3 to 1e-16 away. */
export const nearDuplicate = (): fc.Arbitrary<NamedShape> =>
  named(
    'near-duplicate corners',
    fc
      .tuple(tiny(3, 16), fc.array(fc.tuple(fc.nat(7), grid(-1, 1), grid(-1, 1), grid(-1, 1)), { minLength: 1, maxLength: 4 }))
      .map(([step, doubles]) => {
        const points = boxPoints(0.5, 0.4, 0.3);
        for (const [corner, x, y, z] of doubles) {
          points.push(points[3 * corner] + step * x, points[3 * corner + 1] + step * y, points[3 * corner + 2] + step * z);
        }
        return points;
      }),
  );

/**
 * Thin and wide, with corners near one plane on whole numbers: a lens, 2 units wide, 0.1 thick or up to ten times
 * thinner. Most of its edges are far longer than it is thick.
 */
export const lens = (): fc.Arbitrary<NamedShape> =>
  named(
    'lens',
    fc
      .tuple(
        fc.array(fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }), fc.integer({ min: -1, max: 1 })), {
          minLength: 1,
          maxLength: 20,
          size: 'max',
        }),
        tiny(0, 1),
      )
      .map(([corners, thin]) => {
        // Four corners that keep the hull solid, whatever the rest is.
        const points = [17, -3, 0, -9, 14, 1, -8, -15, -1, 1, 2, 1];
        for (const corner of corners) points.push(...corner);
        return points.map((x, k) => (k % 3 === 2 ? (thin * x) / 20 : x / 20));
      }),
  );

/**
 * Boxes and prisms whose corners are off the planes of their faces by 1e-12 to 1e-17, and a box with such points in a
 * face as well.
 */
export const flatToRounding = (): fc.Arbitrary<NamedShape> =>
  named(
    'faces flat to rounding',
    fc
      .tuple(
        fc.oneof(
          fc.constant(boxPoints(0.5, 0.5, 0.5)),
          fc.constant([...boxPoints(0.5, 0.4, 0.3), 0.1, 0.1, 0.3, -0.2, 0.1, 0.3, 0.1, -0.3, 0.3]),
          fc.tuple(fc.integer({ min: 3, max: 12 }), grid(0.3, 1)).map(([sides, height]) => prismPoints(sides, 0.5, height, 0)),
        ),
        tiny(12, 17),
        fc.array(grid(-1, 1), { minLength: 72, maxLength: 72 }),
      )
      .map(([points, off, steps]) => points.map((x, k) => x + off * steps[k])),
  );

export const prism = (maxSides = 64): fc.Arbitrary<NamedShape> =>
  named(
    'prism',
    fc
      .tuple(fc.integer({ min: 3, max: maxSides }), grid(0.2, 1), grid(0.1, 1), fc.constantFrom(0, 0.1))
      .map(([sides, radius, height, phase]) => prismPoints(sides, radius, height, phase)),
  );

/** Random corners on an ellipsoid. */
export const rock = (maxCorners = 40): fc.Arbitrary<NamedShape> =>
  named(
    'rock',
    fc
      .tuple(
        fc.array(fc.tuple(grid(-1, 1), grid(0, 2 * Math.PI)), { minLength: 1, maxLength: maxCorners - 4, size: 'max' }),
        grid(0.3, 1),
        grid(0.3, 1),
      )
      .map(([directions, y, z]) => {
        // Four corners that keep the hull solid whatever the rest is.
        const points = [1, 0, 0, -0.4, 0.9 * y, 0, -0.4, -0.5 * y, 0.8 * z, -0.4, -0.5 * y, -0.8 * z];
        for (const [height, angle] of directions) {
          const r = Math.sqrt(1 - height * height);
          points.push(r * Math.cos(angle), y * r * Math.sin(angle), z * height);
        }
        return points;
      }),
  );

const GOLDEN = (1 + Math.sqrt(5)) / 2;

/** Even sign changes and cyclic shifts of a corner: enough to write the regular solids down. */
function cyclic(x: number, y: number, z: number): number[] {
  const points: number[] = [];
  for (let k = 0; k < 8; k++) {
    const sx = k & 1 ? x : -x;
    const sy = k & 2 ? y : -y;
    const sz = k & 4 ? z : -z;
    points.push(sx, sy, sz, sz, sx, sy, sy, sz, sx);
  }
  return points;
}

const SOLIDS: Record<string, number[]> = {
  'regular tetrahedron': [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1],
  octahedron: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1],
  icosahedron: cyclic(0, 0.5, GOLDEN / 2),
  dodecahedron: [...boxPoints(0.6, 0.6, 0.6), ...cyclic(0, 0.6 / GOLDEN, 0.6 * GOLDEN)],
  cuboctahedron: cyclic(0, 0.7, 0.7),
  'rhombic dodecahedron': [...boxPoints(0.5, 0.5, 0.5), 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1],
  'truncated octahedron': [...cyclic(0, 0.4, 0.8), ...cyclic(0, 0.8, 0.4)],
};

export const solid = (): fc.Arbitrary<NamedShape> =>
  fc.constantFrom(...Object.entries(SOLIDS)).map(([kind, points]) => ({ kind, points: points.map((x) => x + 0) }));

/** At most 8 corners: what the exact oracle can afford. */
export const smallShape = (): fc.Arbitrary<NamedShape> =>
  fc
    .oneof(cube(), box(), latticeTetrahedron(), tetrahedron(), needle(), plate(), nearCoplanar(), prism(4), rock(7))
    .filter((s) => s.points.length <= 27);

/** The whole zoo. */
export const anyShape = (): fc.Arbitrary<NamedShape> =>
  fc.oneof(
    cube(),
    box(),
    needle(),
    plate(),
    latticeTetrahedron(),
    tetrahedron(),
    nearCoplanar(),
    nearDuplicate(),
    prism(),
    rock(),
    solid(),
  );
