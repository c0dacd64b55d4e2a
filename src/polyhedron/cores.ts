/**
 * Cores: points, segments and flat convex polygons as polyhedra without volume. A body set swells them by the rounding
 * radius of the body: a point becomes a sphere, a segment a rod with round ends, a polygon a plate with round rims.
 * Such bodies are called sphero-polyhedra (Pournin, Liebling 2005; Alonso-Marroquin 2008).
 *
 * The outline of a plate is the convex hull of its points, projected along the coordinate axis that is most across the
 * plate. A projection along an axis only leaves out one coordinate, so the test of orientation is exact.
 */
import type { ReadonlyVec3 } from 'gl-matrix';
import { orient2d } from 'robust-predicates';
import { InputError } from '../math/input-error';
import { areaVector, directionOf, loopVector } from './area-vector';
import { checkVertexCount, halfEdges, supportOffset } from './assemble';
import { TOLERANCE_ULPS, type ConvexPolyhedron } from './convex-polyhedron';
import { faceLoops } from './face-loops';
import { readPoints, SMALLEST_SOLID, type Points } from './points';

/**
 * A point: the core of a sphere. The radius of the sphere is the rounding radius of the body. `position`, length 3, is
 * the `origin` of the core; default 0 0 0.
 *
 * Throws InputError 'bad-length', 'not-finite'.
 *
 * @example
 * ```ts
 * const bodies = createBodySet();
 * addBody(bodies, { shape: pointCore(), rounding: 0.5, position: [0, 0, 2] }); // a sphere of radius 0.5
 * ```
 */
export function pointCore(position: ReadonlyVec3 = [0, 0, 0]): ConvexPolyhedron {
  const { coordinates } = readPoints(position);
  if (coordinates.length !== 3) {
    throw new InputError('bad-length', `a point has 3 coordinates, got ${coordinates.length}`, -1, coordinates.length);
  }
  return core(0, coordinates, coordinates, [], 0);
}

/**
 * A segment: the core of a rod with round ends (a capsule). Either its length, along the z axis with its middle at the
 * origin, or its two ends. The rod is longer than its core by a rounding radius at each end.
 *
 * Throws InputError 'bad-length' (not two ends), 'not-finite', 'coincident' (ends no farther apart than the rounding of
 * their coordinates; `value` is the distance).
 *
 * @param ends the length of the core, or its two ends: six numbers x y z x y z, or two triples.
 *
 * @example
 * ```ts
 * const upright = segmentCore(2);
 * const between = segmentCore([[0, 0, 0], [1, 1, 0]]);
 * ```
 */
export function segmentCore(ends: number | Points): ConvexPolyhedron {
  const given = typeof ends === 'number' ? [0, 0, -ends / 2, 0, 0, ends / 2] : ends;
  const { coordinates: p, tolerance } = readPoints(given);
  if (p.length !== 6) throw new InputError('bad-length', `a segment has two ends, got ${p.length / 3} points`, -1, p.length / 3);
  const length = distance(p, 0, 1);
  if (!(length > tolerance && length >= SMALLEST_SOLID) || (typeof ends === 'number' && ends < 0)) {
    const text = `the ends of the segment are ${typeof ends === 'number' ? ends : length} apart: use pointCore() for a sphere`;
    throw new InputError('coincident', text, -1, typeof ends === 'number' ? ends : length);
  }
  const middle = new Float64Array(3);
  for (let k = 0; k < 3; k++) middle[k] = p[k] + 0.5 * (p[3 + k] - p[k]);
  return core(1, p, middle, [], tolerance);
}

/**
 * A flat convex polygon: the core of a plate with round rims. The thickness of the plate is twice the rounding radius
 * of the body. `corners` may be in any order; the library finds the order of the outline. Vertices keep the order of
 * the input; corners on an edge and doubled corners, to within the tolerance, are left out. Face 0 is the front: seen
 * from it, the first three vertices run counter-clockwise. Face 1 is the back.
 *
 * Throws InputError 'bad-length', 'not-finite', 'too-few-points' (fewer than three), 'coincident' and 'collinear' (the
 * corners are one point or lie on one line; `value` is the extent), 'non-planar' (`index` is the corner farthest from
 * the plane, `value` its distance), 'non-convex' (`index` is a corner inside the outline of the others, `value` how
 * far), 'too-many-vertices'.
 *
 * @param corners x y z packed, length 3n, or n triples.
 *
 * @example
 * ```ts
 * const square = plateCore([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
 * addBody(createBodySet(), { shape: square, rounding: 0.05 }); // 0.1 thick, 1.1 long and wide
 * ```
 */
export function plateCore(corners: Points): ConvexPolyhedron {
  const { coordinates: p, tolerance } = readPoints(corners);
  const count = p.length / 3;
  if (count < 3) throw new InputError('too-few-points', `a plate has at least three corners, there are ${count}`, -1, count);
  const outline = mergedOutline(p, strictOutline(p, tolerance), tolerance);
  if (outline.length < 3) throw onOneLine(outline.length < 2 ? 0 : tolerance);
  const kept = [...outline].sort((i, j) => i - j);
  checkVertexCount(kept.length);
  checkConvex(p, outline, tolerance);

  const placeOf = new Map(outline.map((i, k) => [i, k]));
  const [first, second, third] = [0, 1, 2].map((k) => placeOf.get(kept[k])!);
  // Whether the first three vertices come in this order round the outline.
  const inOrder = (second - first) * (third - second) * (third - first) > 0;
  const turned = inOrder ? outline : outline.slice().reverse();
  const start = turned.indexOf(kept[0]);
  const numberOf = new Map(kept.map((i, v) => [i, v]));
  const loop = [...turned.slice(start), ...turned.slice(0, start)].map((i) => numberOf.get(i)!);
  const points = new Float64Array(3 * kept.length);
  kept.forEach((i, v) => points.set(p.subarray(3 * i, 3 * i + 3), 3 * v));
  const centre = areaCentroid(points, loop);
  checkPlanar(p, centre, directionOf(loopVector(points, loop)), tolerance);
  return core(2, points, centre, loop, tolerance);
}

/** The arrays of a core. `loop`: the outline of a plate, counter-clockwise seen from the front. */
function core(
  dimension: 0 | 1 | 2,
  points: Float64Array,
  origin: Float64Array,
  loop: readonly number[],
  inputTolerance: number,
): ConvexPolyhedron {
  const vertexCount = points.length / 3;
  const vertices = points.map((x, k) => x - origin[k % 3]);
  let squared = 0;
  let largest = 0;
  for (let v = 0; v < vertices.length; v += 3) {
    squared = Math.max(squared, vertices[v] ** 2 + vertices[v + 1] ** 2 + vertices[v + 2] ** 2);
    for (let k = v; k < v + 3; k++) largest = Math.max(largest, Math.abs(vertices[k]));
  }
  const faceCount = dimension === 2 ? 2 : 0;
  const normals = new Float64Array(3 * faceCount);
  const offsets = new Float64Array(faceCount);
  let area = 0;
  if (dimension === 2) {
    const vector = loopVector(points, loop);
    const normal = directionOf(vector);
    for (let k = 0; k < 3; k++) area += (vector[k] + vector[3 + k]) * normal[k];
    for (let k = 0; k < 3; k++) {
      normals[k] = normal[k];
      normals[3 + k] = -normal[k];
    }
    for (let f = 0; f < 2; f++) offsets[f] = supportOffset(vertices, normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]);
  }
  return {
    dimension,
    vertexCount,
    edgeCount: dimension === 2 ? vertexCount : dimension,
    faceCount,
    vertices,
    normals,
    offsets,
    ...topologyOf(dimension, vertexCount, loop),
    radius: Math.sqrt(squared),
    inradius: 0,
    volume: 0,
    area,
    inertia: new Float64Array(9),
    origin: origin.slice(),
    tolerance: Math.max(inputTolerance, TOLERANCE_ULPS * 2 ** -52 * largest),
  };
}

function topologyOf(dimension: 0 | 1 | 2, vertexCount: number, loop: readonly number[]): ReturnType<typeof halfEdges> {
  if (dimension === 2) return halfEdges(vertexCount, faceLoops([loop, loop.slice().reverse()]));
  const isSegment = dimension === 1;
  return {
    halfEdgeNext: Int32Array.from(isSegment ? [1, 0] : []),
    halfEdgeOrigin: Int32Array.from(isSegment ? [0, 1] : []),
    halfEdgeFace: Int32Array.from(isSegment ? [-1, -1] : []),
    vertexHalfEdge: Int32Array.from(isSegment ? [0, 1] : [-1]),
    faceHalfEdge: new Int32Array(0),
    neighbourStart: Int32Array.from(isSegment ? [0, 1, 2] : [0, 0]),
    neighbours: Int32Array.from(isSegment ? [1, 0] : []),
  };
}

/**
 * Indices of the corners of the strictly convex outline of the projected points (Andrew's monotone chain, Information
 * Processing Letters 9, 1979). Throws InputError 'coincident', 'collinear'.
 */
function strictOutline(p: Float64Array, tolerance: number): number[] {
  const count = p.length / 3;
  const all = Array.from({ length: count }, (_, i) => i);
  const far = farthest(all, (i) => distance(p, 0, i));
  const size = distance(p, 0, far);
  if (!(size > tolerance && size >= SMALLEST_SOLID)) {
    throw new InputError('coincident', `all ${count} corners of the plate are within ${size} of each other`, -1, size);
  }
  const off = (i: number): number => lineDistance(p, 0, far, i);
  const third = farthest(all, off);
  if (!(off(third) > tolerance)) throw onOneLine(off(third));
  const across = areaVector(p, 0, far, third).map(Math.abs);
  const axis = across.indexOf(Math.max(...across));
  const [x, y] = [(axis + 1) % 3, (axis + 2) % 3];
  const at = (i: number, k: number): number => p[3 * i + k];
  const ordered = all.sort((i, j) => at(i, x) - at(j, x) || at(i, y) - at(j, y) || i - j);
  const distinct = ordered.filter((i, k) => k === 0 || at(i, x) !== at(ordered[k - 1], x) || at(i, y) !== at(ordered[k - 1], y));
  const chain = (points: readonly number[]): number[] => {
    const out: number[] = [];
    // robust-predicates counts the y axis downwards: a left turn is negative.
    const turnsLeft = (i: number, j: number, k: number): boolean =>
      orient2d(at(i, x), at(i, y), at(j, x), at(j, y), at(k, x), at(k, y)) < 0;
    for (const i of points) {
      while (out.length >= 2 && !turnsLeft(out[out.length - 2], out[out.length - 1], i)) out.pop();
      out.push(i);
    }
    return out.slice(0, -1);
  };
  return [...chain(distinct), ...chain(distinct.reverse())];
}

/** Without the corners that are within the tolerance of the line through their neighbours; the least one goes first. */
function mergedOutline(p: Float64Array, outline: number[], tolerance: number): number[] {
  const left = outline.slice();
  while (left.length > 2) {
    const places = left.map((_, k) => k);
    const height = (k: number): number => {
      const before = left[(k + left.length - 1) % left.length];
      const after = left[(k + 1) % left.length];
      return distance(p, before, after) > 0 ? lineDistance(p, before, after, left[k]) : distance(p, before, left[k]);
    };
    const flattest = farthest(places, (k) => -height(k));
    if (height(flattest) > tolerance) break;
    left.splice(flattest, 1);
  }
  return left;
}

/** Throws InputError 'non-convex' for a point inside the outline, farther than two tolerances from its edges. */
function checkConvex(p: Float64Array, outline: readonly number[], tolerance: number): void {
  for (let i = 0; i < p.length / 3; i++) {
    if (outline.includes(i)) continue;
    const inside = Math.min(...outline.map((a, k) => segmentDistance(p, a, outline[(k + 1) % outline.length], i)));
    if (inside <= 2 * tolerance) continue;
    const text = `corner ${i} of the plate lies ${inside} inside the outline of the others: cut the plate into convex parts`;
    throw new InputError('non-convex', text, i, inside);
  }
}

function checkPlanar(p: Float64Array, centre: Float64Array, normal: Float64Array, tolerance: number): void {
  const height = (i: number): number => Math.abs([0, 1, 2].reduce((sum, k) => sum + normal[k] * (p[3 * i + k] - centre[k]), 0));
  const worst = farthest(
    Array.from({ length: p.length / 3 }, (_, i) => i),
    height,
  );
  if (height(worst) <= tolerance) return;
  const text = `corner ${worst} lies ${height(worst)} out of the plane of the plate, allowed is ${tolerance}`;
  throw new InputError('non-planar', text, worst, height(worst));
}

/** Centroid of the area, from the triangles at the first corner. */
function areaCentroid(p: Float64Array, loop: readonly number[]): Float64Array {
  const apex = loop[0];
  const moment = [0, 0, 0];
  let total = 0;
  for (let i = 1; i + 1 < loop.length; i++) {
    const area = Math.sqrt(areaVector(p, apex, loop[i], loop[i + 1]).reduce((sum, x) => sum + x * x, 0));
    total += area;
    for (let k = 0; k < 3; k++) {
      moment[k] += (area * (p[3 * loop[i] + k] - p[3 * apex + k] + (p[3 * loop[i + 1] + k] - p[3 * apex + k]))) / 3;
    }
  }
  return Float64Array.from(moment, (m, k) => p[3 * apex + k] + m / total);
}

function onOneLine(width: number): InputError {
  const text = `the corners of the plate lie within ${width} of one line: use segmentCore() for a rod`;
  return new InputError('collinear', text, -1, width);
}

/** The entry for which the value is largest; the first of equal ones. */
function farthest(entries: readonly number[], valueOf: (entry: number) => number): number {
  let best = entries[0];
  let most = -Infinity;
  for (const entry of entries) {
    const value = valueOf(entry);
    if (!(value > most)) continue;
    most = value;
    best = entry;
  }
  return best;
}

function distance(p: Float64Array, i: number, j: number): number {
  const [x, y, z] = [0, 1, 2].map((k) => p[3 * j + k] - p[3 * i + k]);
  return Math.sqrt(x * x + y * y + z * z);
}

/** Distance of point i from the line through points a and b. */
function lineDistance(p: Float64Array, a: number, b: number, i: number): number {
  const [x, y, z] = areaVector(p, a, b, i);
  return Math.sqrt(x * x + y * y + z * z) / distance(p, a, b);
}

/** Distance of point i from the segment between points a and b. */
function segmentDistance(p: Float64Array, a: number, b: number, i: number): number {
  let along = 0;
  for (let k = 0; k < 3; k++) along += (p[3 * b + k] - p[3 * a + k]) * (p[3 * i + k] - p[3 * a + k]);
  if (along <= 0) return distance(p, a, i);
  return along >= distance(p, a, b) ** 2 ? distance(p, b, i) : lineDistance(p, a, b, i);
}
