/**
 * The polygon that lines enclose: the intersection of half-planes n·x <= d.
 *
 * Lines are sorted by direction and added one after another. Each removes the corners that it cuts off at the two ends
 * of the chain (the half-plane form of the monotone chain). Every decision is the sign of a determinant of the given
 * numbers, in exact arithmetic. Corners are quotients of such determinants, rounded once. A large square replaces
 * infinity: if a part of it remains at the end, the half-planes do not close. The hull of the corners gives the polygon
 * by the same rules as for points, so that lines that cut off less than rounding are redundant.
 *
 * Rounding: the tolerance is that of the result, TOLERANCE_ULPS rounding steps at the largest coordinate of a corner.
 * Half-planes without a common point, or with no area in common, that have some after moving each line out by
 * TOLERANCE_ULPS steps of the largest offset are 'flat', not 'empty'. Corners that are 2^48 times as far as the
 * farthest line are 'unbounded': two lines that meet there are parallel to 16 rounding steps. Cost: a sort and some ten
 * exact determinants a line, about 20 microseconds.
 */
import { orient2d } from 'robust-predicates';
import { determinant3, integerRow, quotient, signOf } from '../../math/exact';
import { InputError } from '../../math/input-error';
import { TOLERANCE_ULPS, type ConvexPolygon } from './convex-polygon';
import { hullPolygon } from './hull-2d';
import { LARGEST_COORDINATE, checkLargest, type Points2d } from './points-2d';

/** The use of each line, see {@link polygonFromHalfPlanes}. */
export interface HalfPlaneReport {
  /**
   * Edge of the polygon that lies on each line, -1 for a line that bounds none; several lines may share an edge. Length
   * m.
   */
  edgeOfLine: Int32Array;
  /**
   * Lines that can be left out without changing the polygon, ascending: lines without an edge, and all lines of an edge
   * except the first.
   */
  redundant: number[];
}

export function createHalfPlaneReport(): HalfPlaneReport {
  return { edgeOfLine: new Int32Array(0), redundant: [] };
}

/**
 * Largest | |n|^2 - 1 |. Normals rounded to single precision pass. The half-plane is n·x <= d as given, for any such
 * length.
 */
const UNIT_TOLERANCE = 1e-6;

/**
 * Distance of the square relative to the farthest line: the inverse of TOLERANCE_ULPS rounding steps.
 */
const INFINITELY_FAR = 2 ** 48;

/** A line a x + b y = c as given, and times a power of two that makes all three whole numbers. */
interface Line {
  readonly a: number;
  readonly b: number;
  readonly row: readonly bigint[];
  /** Place in the input; -1 for a side of the square. */
  readonly index: number;
}

/**
 * The intersection of m half-planes normal·x <= offset.
 *
 * InputError codes: 'bad-length', 'not-finite', 'not-unit' (index: the line), 'too-few-points' (fewer than three),
 * 'empty' (no common point), 'flat' (no area), 'unbounded' (infinite area), 'coincident' (too small for doubles),
 * 'too-many-vertices'.
 *
 * @param normals outward unit normals, 2m numbers or m pairs
 * @param offsets signed distances of the lines from the origin, m numbers in the unit of length
 * @param report receives the lines of each edge and the redundant lines
 *
 * @example
 * ```ts
 * const square = polygonFromHalfPlanes([1, 0, -1, 0, 0, 1, 0, -1], [1, 1, 1, 1]);
 * ```
 */
export function polygonFromHalfPlanes(normals: Points2d, offsets: ArrayLike<number>, report?: HalfPlaneReport): ConvexPolygon {
  const flat = checkedNormals(normals, offsets);
  let farthest = 0;
  for (let i = 0; i < offsets.length; i++) farthest = Math.max(farthest, Math.abs(offsets[i]));
  // All lines pass through the origin: any length is correct.
  const scale = farthest > 0 ? farthest : 1;
  const far = INFINITELY_FAR * scale;
  const loop = enclose(linesOf(flat, offsets, 0), far);
  if (loop === undefined) {
    const moved = enclose(linesOf(flat, offsets, TOLERANCE_ULPS * 2 ** -52 * scale), far);
    if (moved === undefined) throw new InputError('empty', 'the half-planes have no common point');
    throw new InputError('flat', 'the half-planes have no area in common, or only one within rounding');
  }
  if (loop.some(({ index }) => index < 0)) {
    throw new InputError('unbounded', 'the half-planes do not close: their intersection extends without end');
  }
  const coordinates = new Float64Array(2 * loop.length);
  let largest = 0;
  loop.forEach((line, k) => {
    const next = loop[(k + 1) % loop.length];
    const [p, q] = [line.row, next.row];
    const denominator = p[0] * q[1] - p[1] * q[0];
    const corner = [quotient(p[2] * q[1] - p[1] * q[2], denominator), quotient(p[0] * q[2] - p[2] * q[0], denominator)];
    coordinates.set(corner, 2 * k);
    largest = Math.max(largest, Math.abs(corner[0]), Math.abs(corner[1]));
  });
  if (!(largest <= LARGEST_COORDINATE)) {
    throw new InputError('not-finite', `a corner has the coordinate ${largest}: choose a larger unit of length`, -1, largest);
  }
  checkLargest(largest);
  const single = [normals, normals[0], offsets].some((array) => array instanceof Float32Array);
  const tolerance = TOLERANCE_ULPS * (single ? 2 ** -23 : 2 ** -52) * largest;
  const polygon = hullOf(coordinates, tolerance);
  if (report) fillReport(report, flat, offsets, polygon);
  return polygon;
}

function checkedNormals(normals: Points2d, offsets: ArrayLike<number>): Float64Array {
  if (typeof normals?.length !== 'number' || typeof offsets?.length !== 'number') {
    throw new InputError('bad-length', 'half-planes are an array of normals and one of offsets');
  }
  const count = offsets.length;
  const nested = normals.length > 0 && typeof normals[0] !== 'number';
  if (normals.length !== (nested ? count : 2 * count)) {
    const found = `${normals.length} ${nested ? 'normals' : 'numbers'}`;
    throw new InputError(
      'bad-length',
      `${count} offsets need ${count} normals of two numbers each, there are ${found}`,
      -1,
      normals.length,
    );
  }
  const flat = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const n = nested ? (normals[i] as ArrayLike<number>) : [normals[2 * i] as number, normals[2 * i + 1] as number];
    if (n?.length !== 2) throw new InputError('bad-length', `normal ${i} does not have two coordinates`, i, n?.length);
    for (const x of [n[0], n[1], offsets[i]]) {
      if (!Number.isFinite(x)) throw new InputError('not-finite', `line ${i} has a ${x} in its normal or offset`, i, x);
    }
    const square = n[0] * n[0] + n[1] * n[1];
    if (!(Math.abs(square - 1) <= UNIT_TOLERANCE)) {
      const length = Math.sqrt(square);
      throw new InputError('not-unit', `the normal of line ${i} has length ${length}: divide it and the offset by that`, i, length);
    }
    flat[2 * i] = n[0];
    flat[2 * i + 1] = n[1];
  }
  if (count < 3) throw new InputError('too-few-points', `a polygon needs at least three half-planes, there are ${count}`, -1, count);
  return flat;
}

/** The lines, each moved out by a distance. */
function linesOf(normals: Float64Array, offsets: ArrayLike<number>, out: number): Line[] {
  return Array.from({ length: offsets.length }, (_, i) => makeLine(normals[2 * i], normals[2 * i + 1], offsets[i] + out, i));
}

function makeLine(a: number, b: number, c: number, index: number): Line {
  return { a, b, row: integerRow([a, b, c]), index };
}

/** The lines that bound the intersection, counter-clockwise; undefined when it has no inside. */
function enclose(lines: readonly Line[], far: number): Line[] | undefined {
  const square = [makeLine(1, 0, far, -1), makeLine(0, 1, far, -1), makeLine(-1, 0, far, -1), makeLine(0, -1, far, -1)];
  const sorted = [...lines, ...square].sort((p, q) => half(p) - half(q) || -turn(p, q) || compareOffsets(p, q));
  const chain: Line[] = [];
  let front = 0;
  for (const line of sorted) {
    // Of lines in one direction the innermost comes first. Only this one counts.
    if (chain.length > front && turn(chain[chain.length - 1], line) === 0 && half(chain[chain.length - 1]) === half(line)) continue;
    while (chain.length - front >= 2 && cutsOff(chain[chain.length - 2], chain[chain.length - 1], line)) chain.pop();
    while (chain.length - front >= 2 && cutsOff(chain[front], chain[front + 1], line)) front++;
    // With the square among the lines, neighbours are less than half a turn apart unless all between them was cut off.
    if (chain.length > front && turn(chain[chain.length - 1], line) <= 0) return undefined;
    chain.push(line);
  }
  while (chain.length - front > 2 && cutsOff(chain[chain.length - 2], chain[chain.length - 1], chain[front])) chain.pop();
  while (chain.length - front > 2 && cutsOff(chain[front], chain[front + 1], chain[chain.length - 1])) front++;
  return chain.length - front > 2 ? chain.slice(front) : undefined;
}

/** 0 for normals from +x, included, counter-clockwise to -x, excluded; else 1. */
function half({ a, b }: Line): number {
  return b > 0 || (b === 0 && a > 0) ? 0 : 1;
}

/** Sign of the cross product of the normals of p and q: 1 when q is to the left of p. */
function turn(p: Line, q: Line): number {
  return -Math.sign(orient2d(p.a, p.b, q.a, q.b, 0, 0)) + 0;
}

/** Order of two lines in the same direction, the one that leaves less first; normals need not be equally long. */
function compareOffsets(p: Line, q: Line): number {
  const k = Math.abs(p.a) > Math.abs(p.b) ? 0 : 1;
  const sign = signOf(p.row[k]) * signOf(q.row[k]);
  const difference = p.row[2] * q.row[k] - q.row[2] * p.row[k];
  return signOf(difference) * sign * signOf(p.row[k]) || p.index - q.index;
}

/**
 * Whether the corner of two lines, the second to the left of the first, is not strictly inside the half-plane of a
 * third.
 */
function cutsOff(p: Line, q: Line, line: Line): boolean {
  // |a b c| of the three lines is the height of the corner under the third, times the positive cross product of the
  // first two.
  return signOf(determinant3(p.row, q.row, line.row, 0, 1, 2)) <= 0;
}

function hullOf(coordinates: Float64Array, tolerance: number): ConvexPolygon {
  try {
    return hullPolygon({ coordinates, tolerance }).polygon;
  } catch (error) {
    const { code, value } = error as InputError;
    if (code !== 'collinear' && code !== 'coincident') throw error;
    throw new InputError('flat', `the half-planes leave an area that is only ${value} wide, which is rounding`, -1, value);
  }
}

/** A line bounds the edge whose two ends are on it within two tolerances. */
function fillReport(report: HalfPlaneReport, normals: Float64Array, offsets: ArrayLike<number>, polygon: ConvexPolygon): void {
  const { vertexCount, vertices, origin, tolerance } = polygon;
  const m = offsets.length;
  report.edgeOfLine = new Int32Array(m).fill(-1);
  report.redundant = [];
  const taken = new Set<number>();
  for (let i = 0; i < m; i++) {
    let nearest = 2 * tolerance;
    for (let k = 0; k < vertexCount; k++) {
      let off = 0;
      for (const v of [k, (k + 1) % vertexCount]) {
        const x = vertices[2 * v] + origin[0];
        const y = vertices[2 * v + 1] + origin[1];
        off = Math.max(off, Math.abs(normals[2 * i] * x + normals[2 * i + 1] * y - offsets[i]));
      }
      // For an edge no longer than two tolerances the lines of its neighbours also pass both ends. The direction
      // decides.
      const facing = normals[2 * i] * polygon.normals[2 * k] + normals[2 * i + 1] * polygon.normals[2 * k + 1] > 0;
      if (off <= nearest && facing) {
        nearest = off;
        report.edgeOfLine[i] = k;
      }
    }
    const edge = report.edgeOfLine[i];
    if (edge < 0 || taken.has(edge)) report.redundant.push(i);
    taken.add(edge);
  }
}
