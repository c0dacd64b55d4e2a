import { InputError, type InputErrorCode } from '../../math/input-error';
import { integrals } from './assemble-polygon';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from './convex-polygon';
import { pointCore2d, segmentCore2d } from './cores-2d';

/** Heights of vertices above lines and integrals are computed with a few roundings at the radius: 2^-49. */
const ROUNDING = 8 * 2 ** -52;

/**
 * Checks every invariant of a {@link ConvexPolygon}, points and segments included: for polygons that were built by hand
 * or read back from a file, and for tests.
 *
 * Throws InputError naming the first thing that is broken; `index` is the vertex or edge that the message names,
 * `value` what was found. Codes: 'bad-length' (an array), 'not-finite' (a number), 'too-few-points',
 * 'too-many-vertices', 'not-unit' (a normal), 'wrong-winding' (clockwise, or a normal that points inwards),
 * 'non-convex' (a vertex beyond an edge, or a corner that turns right), 'bad-option' (a derived quantity that does not
 * belong to this shape).
 *
 * @example
 * ```ts
 * validatePolygon(polygonFromVertices(points)); // never throws
 * ```
 */
export function validatePolygon(polygon: ConvexPolygon): void {
  if (polygon.dimension < 2) {
    checkCore(polygon);
    return;
  }
  checkArrays(polygon);
  checkEdges(polygon);
  checkMeasures(polygon);
}

/** A point or a segment must be what its maker makes of its vertices. */
function checkCore(core: ConvexPolygon): void {
  const made = core.dimension === 0 ? pointCore2d([core.vertices[0], core.vertices[1]]) : segmentCore2d(core.vertices);
  const slack = core.tolerance + made.tolerance;
  const compare = (name: string, found: ArrayLike<number>, expected: ArrayLike<number>, allowed: number): void => {
    if (found.length !== expected.length)
      fail('bad-length', `${name} has ${found.length} entries, expected ${expected.length}`, -1, found.length);
    for (let k = 0; k < found.length; k++) {
      if (Math.abs(found[k] - expected[k]) <= allowed) continue;
      fail('bad-option', `${name}[${k}] is ${found[k]}, expected ${expected[k]}`, k, found[k]);
    }
  };
  for (const name of ['vertexCount', 'inradius', 'area', 'inertia'] as const) compare(name, [core[name]], [made[name]], 0);
  for (const name of ['vertices', 'offsets'] as const) compare(name, core[name], made[name], slack);
  compare('secondMoments', core.secondMoments, made.secondMoments, 0);
  compare('normals', core.normals, made.normals, core.radius > 0 ? slack / core.radius : 0);
  for (const name of ['radius', 'perimeter'] as const) compare(name, [core[name]], [made[name]], 4 * slack);
}

function fail(code: InputErrorCode, message: string, index = -1, value = Number.NaN): never {
  throw new InputError(code, message, index, value);
}

function checkArrays(p: ConvexPolygon): void {
  const n = p.vertexCount;
  if (!(n >= 3)) fail('too-few-points', `vertexCount is ${n}, a polygon has three or more`, -1, n);
  if (n > MAX_POLYGON_VERTICES) fail('too-many-vertices', `vertexCount is ${n}, the most is ${MAX_POLYGON_VERTICES}`, -1, n);
  const lengths = { vertices: 2 * n, normals: 2 * n, offsets: n, secondMoments: 3, origin: 2 };
  for (const [name, expected] of Object.entries(lengths)) {
    const array = p[name as keyof typeof lengths];
    if (array.length !== expected) fail('bad-length', `${name} has ${array.length} entries, expected ${expected}`, -1, array.length);
    const bad = array.findIndex((x: number) => !Number.isFinite(x));
    if (bad >= 0) fail('not-finite', `${name}[${bad}] is ${array[bad]}`, bad, array[bad]);
  }
  for (const name of ['radius', 'inradius', 'area', 'perimeter', 'inertia', 'tolerance'] as const) {
    if (!(p[name] > 0 && p[name] < Infinity)) fail('not-finite', `${name} is ${p[name]}, expected a positive number`, -1, p[name]);
  }
}

function checkEdges({ vertexCount: n, vertices: v, normals, offsets, radius, tolerance }: ConvexPolygon): void {
  const rounding = ROUNDING * radius;
  let turned = 0;
  for (let k = 0; k < n; k++) {
    const j = (k + 1) % n;
    const nx = normals[2 * k];
    const ny = normals[2 * k + 1];
    const square = nx * nx + ny * ny;
    if (!(Math.abs(square - 1) <= ROUNDING)) fail('not-unit', `normal ${k} has length ${Math.sqrt(square)}`, k, Math.sqrt(square));
    const ex = v[2 * j] - v[2 * k];
    const ey = v[2 * j + 1] - v[2 * k + 1];
    if (!(nx * ey - ny * ex > 0)) fail('wrong-winding', `normal ${k} does not point to the right of its edge`, k, nx * ey - ny * ex);
    let highest = -Infinity;
    for (let w = 0; w < n; w++) highest = Math.max(highest, nx * v[2 * w] + ny * v[2 * w + 1] - offsets[k]);
    if (!(highest <= rounding)) fail('non-convex', `a vertex is ${highest} beyond edge ${k}`, k, highest);
    for (const w of [k, j]) {
      const height = nx * v[2 * w] + ny * v[2 * w + 1] - offsets[k];
      if (!(height >= -tolerance - rounding)) fail('bad-option', `vertex ${w} is ${-height} behind its edge ${k}`, k, height);
    }
    const i = (k + 2) % n;
    const turn = ex * (v[2 * i + 1] - v[2 * j + 1]) - ey * (v[2 * i] - v[2 * j]);
    if (!(turn > 0)) fail('non-convex', `the polygon does not turn left at vertex ${j}`, j, turn);
    // Once around the directions: the edges change from downward to not downward once.
    if (ey < 0 && v[2 * i + 1] - v[2 * j + 1] >= 0) turned++;
  }
  if (turned !== 1) fail('non-convex', `the edges turn around ${turned} times`, -1, turned);
}

function checkMeasures(p: ConvexPolygon): void {
  const { vertexCount: n, vertices, offsets, perimeter } = p;
  const { area, inertia, secondMoments } = integrals(vertices);
  let length = 0;
  let radius = 0;
  for (let k = 0; k < n; k++) {
    const ex = vertices[(2 * k + 2) % (2 * n)] - vertices[2 * k];
    const ey = vertices[(2 * k + 3) % (2 * n)] - vertices[2 * k + 1];
    length += Math.sqrt(ex * ex + ey * ey);
    radius = Math.max(radius, Math.sqrt(vertices[2 * k] * vertices[2 * k] + vertices[2 * k + 1] * vertices[2 * k + 1]));
  }
  const size = radius * radius;
  const rounding = n * ROUNDING;
  const checks: [string, number, number, number][] = [
    ['radius', p.radius, radius, rounding * radius],
    ['inradius', p.inradius, Math.min(...offsets), rounding * radius],
    ['perimeter', perimeter, length, rounding * radius + n * p.tolerance],
    ['area', p.area, area, rounding * size],
    ['inertia', p.inertia, inertia, rounding * size * size],
    ...[0, 1, 2].map((k): [string, number, number, number] => [
      `secondMoments[${k}]`,
      p.secondMoments[k],
      secondMoments[k],
      rounding * size * size,
    ]),
  ];
  for (const [name, found, expected, allowed] of checks) {
    if (!(Math.abs(found - expected) <= allowed)) fail('bad-option', `${name} is ${found}, this shape has ${expected}`, -1, found);
  }
}
