/**
 * Polygonal faces of a triangulated convex hull: neighbouring facets that lie in one plane to within the tolerance are
 * joined.
 *
 * A face is accepted when its plane (area-weighted normal, moved out until the whole hull lies behind it) is within the
 * tolerance of all its corners. This fit of the whole face decides, not the angle between two facets. So a finely
 * rounded surface is not joined step by step into a face that is not flat. After a join the result must still be a
 * polyhedron:
 * - every vertex keeps three faces, so no vertex is inside a face or on a straight edge;
 * - two faces share nothing, one vertex or one edge (with the rule above the edge graph stays 3-connected; by Steinitz'
 *   theorem it is the edge graph of a convex polyhedron);
 * - the joined polygon turns left where the two facets meet. Facets that lie exactly in one plane always pass: any
 *   connected part of a triangulated convex polygon is a convex polygon. Other facets are joined in order of flatness,
 *   flattest pairs first. The corners come from hull.ts, where each stands out from the others by more than the
 *   tolerance. So a pair that fits is refused only if the surface is almost a blade as thin as the tolerance.
 *
 * Cost: every corner of the hull for every facet that is joined to another; nothing if no two facets are in one plane.
 */
import { addToSum, triangleVector, setAreaVector, setDirection } from './area-vector';
import type { FaceLoops } from './face-loops';
import type { TriangulatedHull } from './hull';
import { roughHeight, type Facets } from './hull-facets';
import { grown } from './scratch';

export interface MergedHull {
  /** Indices of the hull's points. The arrays are valid until the next hull is merged. */
  readonly faces: FaceLoops;
  /** Largest distance of a corner from the plane of its face, in the scale of the hull's points. */
  readonly planeError: number;
}

/**
 * The centring of the vertices rounds them once more, by at most 1/16 of the tolerance. A quarter of the tolerance is
 * reserved for that and for the rounding of the planes.
 */
const FIT = 0.75;

const scratch = {
  /** For each half-edge (numbered as in the hull): the next and the previous half-edge in its face, and the face. */
  next: new Int32Array(64) as Int32Array,
  previous: new Int32Array(64) as Int32Array,
  faceOf: new Int32Array(64) as Int32Array,
  /**
   * For each face: its first half-edge (-1 for a face that was joined to another), corners, vector sum and plane error.
   */
  firstOf: new Int32Array(64) as Int32Array,
  sizeOf: new Int32Array(64) as Int32Array,
  sums: new Float64Array(64) as Float64Array,
  errors: new Float64Array(64) as Float64Array,
  /** For each point the last trial that visited it, and the number of trials. */
  markOf: new Int32Array(64) as Int32Array,
  /** For each point the number of its faces. */
  degrees: new Int32Array(64) as Int32Array,
  /** The points that are corners. */
  corners: new Int32Array(64) as Int32Array,
  /** For each half-edge that may be removed, the deviation of its two facets from one plane. */
  heights: new Float64Array(64) as Float64Array,
  loopStart: new Int32Array(64) as Int32Array,
  loopCorners: new Int32Array(64) as Int32Array,
  cornerCount: 0,
  mark: 0,
};
const jointSum = new Float64Array(6);
const jointNormal = new Float64Array(3);

export function mergeFacets({ facets, tolerance }: TriangulatedHull): MergedHull {
  let edges = flatEdges(facets, tolerance);
  if (edges.length === 0) return { faces: trianglesOf(facets), planeError: 0 };
  edges.sort((h, k) => scratch.heights[h] - scratch.heights[k]);
  prepare(facets);
  // A refused edge may pass after its faces have grown.
  for (let before = -1; edges.length !== before;) {
    before = edges.length;
    edges = edges.filter((h) => !join(facets, h, tolerance));
  }
  let planeError = 0;
  for (let f = 0; f < facets.count; f++) if (scratch.firstOf[f] >= 0) planeError = Math.max(planeError, scratch.errors[f]);
  return { faces: loopsOf(facets), planeError };
}

/** One half-edge of each edge whose facets may lie in one plane; writes their `heights`. */
function flatEdges(facets: Facets, tolerance: number): number[] {
  const { twins, corners: from, count } = facets;
  scratch.heights = grown(scratch.heights, 4 * count);
  const edges: number[] = [];
  for (let f = 0; f < count; f++) {
    for (let k = 0; k < 3; k++) {
      const twin = twins[4 * f + k];
      const g = twin >> 2;
      if (f > g) continue;
      const c = from[4 * f + ((k + 2) % 3)];
      const d = from[4 * g + (((twin & 3) + 2) % 3)];
      // Four points within a slab are at most twice its thickness from the plane of the larger triangle.
      const height = Math.min(Math.abs(roughHeight(facets, f, d)), Math.abs(roughHeight(facets, g, c)));
      if (!(height <= 2 * tolerance)) continue;
      scratch.heights[4 * f + k] = height;
      edges.push(4 * f + k);
    }
  }
  return edges;
}

/** Makes every triangle a face. */
function prepare({ points, count, corners: from }: Facets): void {
  scratch.next = grown(scratch.next, 4 * count);
  scratch.previous = grown(scratch.previous, 4 * count);
  scratch.faceOf = grown(scratch.faceOf, 4 * count);
  scratch.firstOf = grown(scratch.firstOf, count);
  scratch.sizeOf = grown(scratch.sizeOf, count);
  scratch.sums = grown(scratch.sums, 6 * count);
  scratch.errors = grown(scratch.errors, count);
  scratch.markOf = grown(scratch.markOf, points.length / 3);
  scratch.markOf.fill(0, 0, points.length / 3);
  scratch.mark = 0;
  scratch.degrees = grown(scratch.degrees, points.length / 3);
  scratch.corners = grown(scratch.corners, 3 * count);
  scratch.degrees.fill(0, 0, points.length / 3);
  scratch.sums.fill(0, 0, 6 * count);
  scratch.cornerCount = 0;
  for (let f = 0; f < count; f++) {
    const h = 4 * f;
    for (let k = 0; k < 3; k++) {
      scratch.next[h + k] = h + ((k + 1) % 3);
      scratch.previous[h + k] = h + ((k + 2) % 3);
      scratch.faceOf[h + k] = f;
      if (scratch.degrees[from[h + k]]++ === 0) scratch.corners[scratch.cornerCount++] = from[h + k];
    }
    scratch.firstOf[f] = h;
    scratch.sizeOf[f] = 3;
    scratch.errors[f] = 0;
    setAreaVector(points, from[h], from[h + 1], from[h + 2]);
    addToSum(scratch.sums, 6 * f, triangleVector, 0);
  }
}

/** Joins the faces on both sides of a half-edge if that is allowed. */
function join(facets: Facets, h: number, tolerance: number): boolean {
  const { points, corners: from, twins } = facets;
  const twin = twins[h];
  const f = scratch.faceOf[h];
  const g = scratch.faceOf[twin];
  const a = from[h];
  const b = from[twin];
  if (scratch.degrees[a] < 4 || scratch.degrees[b] < 4) return false;
  jointSum.set(scratch.sums.subarray(6 * f, 6 * f + 6));
  addToSum(jointSum, 0, scratch.sums, 6 * g);
  setDirection(jointNormal, 0, jointSum, 0);
  if (!turnsLeft(points, from[scratch.previous[h]], a, from[scratch.next[scratch.next[twin]]])) return false;
  if (!turnsLeft(points, from[scratch.previous[twin]], b, from[scratch.next[scratch.next[h]]])) return false;
  const error = planeError(points, from, scratch.next[h], scratch.next[twin]);
  if (!(error <= FIT * tolerance) || !meetsOthersOnce(facets, h, twin)) return false;

  for (let e = scratch.next[twin]; e !== twin; e = scratch.next[e]) scratch.faceOf[e] = f;
  link(scratch.previous[h], scratch.next[twin]);
  link(scratch.previous[twin], scratch.next[h]);
  scratch.firstOf[f] = scratch.next[h];
  scratch.firstOf[g] = -1;
  scratch.sizeOf[f] += scratch.sizeOf[g] - 2;
  scratch.sums.set(jointSum, 6 * f);
  scratch.errors[f] = error;
  scratch.degrees[a]--;
  scratch.degrees[b]--;
  return true;
}

function link(h: number, after: number): void {
  scratch.next[h] = after;
  scratch.previous[after] = h;
}

/** Whether the corner b between a and c is convex in a face with the joint normal. */
function turnsLeft(points: Float64Array, a: number, b: number, c: number): boolean {
  setAreaVector(points, a, b, c);
  return jointNormal[0] * triangleVector[0] + jointNormal[1] * triangleVector[1] + jointNormal[2] * triangleVector[2] > 0;
}

/**
 * The plane error of a joined face: the plane has the joined normal and the whole hull behind it; the error is the
 * distance of the farthest corner of the face behind it. A half-edge of each part gives the face.
 */
function planeError(points: Float64Array, from: Int32Array, ofF: number, ofG: number): number {
  const { next, corners, cornerCount } = scratch;
  const nx = jointNormal[0];
  const ny = jointNormal[1];
  const nz = jointNormal[2];
  const o = 3 * from[ofF];
  const ox = points[o];
  const oy = points[o + 1];
  const oz = points[o + 2];
  let low = 0;
  let top = 0;
  for (let part = 0; part < 2; part++) {
    const first = part === 0 ? ofF : ofG;
    let h = first;
    do {
      const v = 3 * from[h];
      low = Math.min(low, nx * (points[v] - ox) + ny * (points[v + 1] - oy) + nz * (points[v + 2] - oz));
      h = next[h];
    } while (h !== first);
  }
  for (let k = 0; k < cornerCount; k++) {
    const v = 3 * corners[k];
    top = Math.max(top, nx * (points[v] - ox) + ny * (points[v + 1] - oy) + nz * (points[v + 2] - oz));
  }
  return top - low;
}

/**
 * Whether the joined face of both sides of an edge a-b would share at most a vertex or one edge with every other face.
 * Each side does, and every vertex keeps three faces. So this fails only if some face without a and b meets both sides.
 */
function meetsOthersOnce({ corners: from, twins }: Facets, h: number, twin: number): boolean {
  const { next, faceOf, sizeOf, firstOf, markOf } = scratch;
  const f = faceOf[h];
  const g = faceOf[twin];
  const smaller = sizeOf[f] < sizeOf[g] ? h : twin;
  const larger = twins[smaller];
  const mark = ++scratch.mark;
  for (let e = next[larger]; e !== larger; e = next[e]) markOf[from[e]] = mark;
  // The last half-edge and the half-edge after `smaller` start at a or b. Those between start at other corners.
  markOf[from[larger]] = markOf[from[smaller]] = 0;
  for (let start = next[next[smaller]]; start !== smaller; start = next[start]) {
    let e = start;
    do {
      const k = faceOf[e];
      if (k !== f && k !== g && meetsMarked(from, next, markOf, firstOf[k], mark, from[h], from[twin])) return false;
      e = next[twins[e]];
    } while (e !== start);
  }
  return true;
}

/** Whether a face has a marked corner but neither a nor b. */
function meetsMarked(from: Int32Array, next: Int32Array, markOf: Int32Array, first: number, mark: number, a: number, b: number): boolean {
  let meets = false;
  let h = first;
  do {
    const v = from[h];
    if (v === a || v === b) return false;
    if (markOf[v] === mark) meets = true;
    h = next[h];
  } while (h !== first);
  return meets;
}

function trianglesOf({ corners: from, count }: Facets): FaceLoops {
  scratch.loopStart = grown(scratch.loopStart, count + 1);
  scratch.loopCorners = grown(scratch.loopCorners, 3 * count);
  for (let f = 0; f < count; f++) {
    scratch.loopStart[f] = 3 * f;
    for (let k = 0; k < 3; k++) scratch.loopCorners[3 * f + k] = from[4 * f + k];
  }
  scratch.loopStart[count] = 3 * count;
  return { count, start: scratch.loopStart, corners: scratch.loopCorners };
}

function loopsOf({ corners: from, count: triangles }: Facets): FaceLoops {
  scratch.loopStart = grown(scratch.loopStart, triangles + 1);
  scratch.loopCorners = grown(scratch.loopCorners, 3 * triangles);
  let count = 0;
  let filled = 0;
  for (let f = 0; f < triangles; f++) {
    if (scratch.firstOf[f] < 0) continue;
    scratch.loopStart[count++] = filled;
    let h = scratch.firstOf[f];
    do {
      scratch.loopCorners[filled++] = from[h];
      h = scratch.next[h];
    } while (h !== scratch.firstOf[f]);
  }
  scratch.loopStart[count] = filled;
  return { count, start: scratch.loopStart, corners: scratch.loopCorners };
}
