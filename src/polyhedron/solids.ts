/**
 * Named solids: the particles that DEM papers use and the usual shapes for tests.
 *
 * Source: textbook coordinates. The first four are the particles of figure 14 of the shortest-link paper (Nezami,
 * Hashash, Zhao, Ghaboussi 2006, section 5.2.1): 4, 5, 8 and 14 vertices; see {@link tetrakisHexahedron} about the
 * last.
 *
 * Frame: centred on the centroid, symmetry axes along the coordinate axes; pyramid and prism stand along z. Sizes:
 * `edge` is the length of the named edges, `x y z` and `height` are full lengths, `radius` is from the axis or centre
 * to the corners; any unit. A size that is not a positive finite number is an InputError 'bad-option'. Accuracy: the
 * error of every coordinate is at most two roundings and the rounding of the centroid. Bits are the same on every
 * engine.
 */
import { InputError } from '../math/input-error';
import { cosSinOfTurn } from '../math/elementary';
import { randomDirection, type Random } from '../math/random';
import { assemblePolyhedron } from './assemble';
import { MAX_VERTICES, type ConvexPolyhedron } from './convex-polyhedron';
import { polyhedronFromVertices } from './from-vertices';

const GOLDEN_RATIO = (1 + /* @__PURE__ */ Math.sqrt(5)) / 2;

/** Regular tetrahedron: 4 vertices, 4 faces. Corners at alternate corners of a cube. */
export function tetrahedron(edge: number): ConvexPolyhedron {
  const a = positive('edge', edge) / Math.sqrt(8);
  return polyhedronFromVertices([a, a, a, a, -a, -a, -a, a, -a, -a, -a, a]);
}

/**
 * Pyramid on a square of side `edge`: 5 vertices, 5 faces. `height`, from the square to the tip, is edge / sqrt(2)
 * unless given: then all edges are equal and the sides are regular triangles.
 */
export function squarePyramid(edge: number, height = edge / Math.SQRT2): ConvexPolyhedron {
  const a = positive('edge', edge) / 2;
  // The centroid of a pyramid is a quarter of the height above its base.
  const base = -positive('height', height) / 4;
  return polyhedronFromVertices([a, a, base, -a, a, base, -a, -a, base, a, -a, base, 0, 0, 0.75 * height]);
}

/**
 * Box with edges of lengths x, y, z along the axes: 8 vertices, 6 faces.
 *
 * @example
 * ```ts
 * const cube = box(1, 1, 1);
 * const plate = box(1, 1, 0.05);
 * ```
 */
export function box(x: number, y: number, z: number): ConvexPolyhedron {
  return polyhedronFromVertices(signs([positive('x', x) / 2, positive('y', y) / 2, positive('z', z) / 2]));
}

/**
 * The 14-vertex particle: a cube of side `edge` with a point above the middle of each face, 24 triangular faces.
 *
 * The paper shows it in figure 14 without dimensions. The proportions here are ours: the points are edge / 4 above the
 * faces. This makes it the tetrakis hexahedron: only at this height are all 24 triangles equally far from the centre
 * and all 36 dihedral angles equal (143.13 degrees). Any height below edge / 2 gives the same counts; at edge / 2 pairs
 * of triangles become one plane, see {@link rhombicDodecahedron}. It spans 1.5 edge along the axes and sqrt(3) edge
 * across the cube's corners.
 */
export function tetrakisHexahedron(edge: number): ConvexPolyhedron {
  const a = positive('edge', edge) / 2;
  return polyhedronFromVertices([...signs([a, a, a]), ...signs([1.5 * a, 0, 0], true)]);
}

/** Rhombic dodecahedron: 14 vertices, 12 rhombic faces with sides of length `edge`. It fills space. */
export function rhombicDodecahedron(edge: number): ConvexPolyhedron {
  const a = positive('edge', edge) / Math.sqrt(3);
  return polyhedronFromVertices([...signs([a, a, a]), ...signs([2 * a, 0, 0], true)]);
}

/**
 * Right prism on a regular polygon of n sides (3 to 2,500) whose corners are `radius` from the axis: 2n vertices, n + 2
 * faces. The axis is z, the first corner lies on the positive x axis.
 */
export function prism(n: number, radius: number, height: number): ConvexPolyhedron {
  if (!Number.isInteger(n) || n < 3 || n > MAX_VERTICES / 2) {
    throw new InputError('bad-option', `n is a whole number from 3 to ${MAX_VERTICES / 2}, not ${n}`, -1, n);
  }
  positive('radius', radius);
  const z = positive('height', height) / 2;
  // Corner k below is point 2k, above it is point 2k + 1.
  const points = new Float64Array(6 * n);
  const sides: number[][] = [];
  const bottom: number[] = [];
  const top: number[] = [];
  const direction = new Float64Array(2);
  for (let k = 0; k < n; k++) {
    cosSinOfTurn(direction, k, n);
    const x = radius * direction[0];
    const y = radius * direction[1];
    points.set([x, y, -z, x, y, z], 6 * k);
    const next = (k + 1) % n;
    sides.push([2 * k, 2 * next, 2 * next + 1, 2 * k + 1]);
    bottom.unshift(2 * k);
    top.push(2 * k + 1);
  }
  // A hull is needed only if a corner is so near to the plane of the next side, or the prism so flat, that rounding
  // matters.
  cosSinOfTurn(direction, 1, n);
  const least = Math.min(radius * direction[1] * direction[1], height);
  if (least < 2 ** -40 * Math.max(radius, height)) return polyhedronFromVertices(points);
  return assemblePolyhedron(points, [bottom, top, ...sides]);
}

/** Regular octahedron: 6 vertices on the axes, 8 faces. */
export function octahedron(edge: number): ConvexPolyhedron {
  return polyhedronFromVertices(signs([positive('edge', edge) * Math.SQRT1_2, 0, 0], true));
}

/** Regular dodecahedron: 20 vertices, 12 pentagons. */
export function dodecahedron(edge: number): ConvexPolyhedron {
  const a = positive('edge', edge) / 2;
  const cube = a * GOLDEN_RATIO;
  return polyhedronFromVertices([...signs([cube, cube, cube]), ...signs([0, a, a * (GOLDEN_RATIO + 1)], true)]);
}

/** Regular icosahedron: 12 vertices, 20 faces. */
export function icosahedron(edge: number): ConvexPolyhedron {
  const a = positive('edge', edge) / 2;
  return polyhedronFromVertices(signs([0, a, a * GOLDEN_RATIO], true));
}

/** Truncated icosahedron (football): 60 vertices, 12 pentagons and 20 hexagons. */
export function truncatedIcosahedron(edge: number): ConvexPolyhedron {
  const a = positive('edge', edge) / 2;
  return polyhedronFromVertices([
    ...signs([0, a, a * (3 * GOLDEN_RATIO)], true),
    ...signs([a, a * (2 + GOLDEN_RATIO), a * (2 * GOLDEN_RATIO)], true),
    ...signs([a * GOLDEN_RATIO, 2 * a, a * (2 * GOLDEN_RATIO + 1)], true),
  ]);
}

/**
 * The hull of `count` random points on a sphere of the given radius, evenly distributed: every point becomes a vertex
 * and every face is a triangle (2 count - 4 of them), except when points coincide by chance. Three radii stretch the
 * sphere along the axes: (1, 1, 0.05) gives a plate and (1, 0.05, 0.05) a needle. The centroid is near, not at, the
 * centre of the sphere.
 *
 * @param random numbers in [0, 1), such as {@link createRandom} makes
 * @param count 4 to 5,000
 */
export function randomHull(random: Random, count: number, radiusX = 1, radiusY = radiusX, radiusZ = radiusX): ConvexPolyhedron {
  if (!Number.isInteger(count) || count < 4 || count > MAX_VERTICES) {
    throw new InputError('bad-option', `count is a whole number from 4 to ${MAX_VERTICES}, not ${count}`, -1, count);
  }
  const radii = [positive('radiusX', radiusX), positive('radiusY', radiusY), positive('radiusZ', radiusZ)];
  const points = new Float64Array(3 * count);
  const direction = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    randomDirection(direction, random);
    for (let k = 0; k < 3; k++) points[3 * i + k] = radii[k] * direction[k];
  }
  return polyhedronFromVertices(points);
}

/** Returns the number if it is a valid size; throws otherwise. */
function positive(name: string, value: number): number {
  if (!(value > 0 && value < Infinity)) throw new InputError('bad-option', `${name} is a positive number, not ${value}`, -1, value);
  return value;
}

/**
 * All points that follow from one point, or from its three cyclic permutations, by changing the signs of the non-zero
 * coordinates.
 */
function signs([x, y, z]: readonly number[], cyclic = false): number[] {
  const points: number[] = [];
  for (const sx of x === 0 ? [1] : [-1, 1]) {
    for (const sy of y === 0 ? [1] : [-1, 1]) {
      for (const sz of z === 0 ? [1] : [-1, 1]) {
        points.push(sx * x, sy * y, sz * z);
        if (cyclic) points.push(sy * y, sz * z, sx * x, sz * z, sx * x, sy * y);
      }
    }
  }
  return points;
}
