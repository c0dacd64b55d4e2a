import { InputError } from '../math/input-error';
import { directionOf, loopVector } from './area-vector';
import { assembleLoops, checkVertexCount } from './assemble';
import type { ConvexPolyhedron } from './convex-polyhedron';
import type { FaceLoops } from './face-loops';
import { triangulatedHull } from './hull';
import { fillHullReport, type HullReport } from './hull-report';
import { mergeFacets } from './merge-facets';
import type { PointSet } from './points';
import { grown } from './scratch';

/**
 * The step that all constructors from points share: hull, faces, assembly, report. `used` are the points to use,
 * ascending; vertices keep their order. When `given` faces exist, the faces are in the order of the given faces that
 * they contain. `referenced` are the points for the report, including points that were welded to others.
 */
export function hullPolyhedron(
  { coordinates, tolerance }: PointSet,
  used: ArrayLike<number>,
  report?: HullReport,
  given?: readonly (readonly number[])[],
  referenced = used,
): ConvexPolyhedron {
  if (used.length < 4) {
    throw new InputError('too-few-points', `a solid needs at least four points, there are ${used.length}`, -1, used.length);
  }
  const hull = triangulatedHull(gather(coordinates, used), tolerance);
  const triangleCount = hull.facets.count;
  // Euler: a triangulated surface of n corners has 2n - 4 triangles. Joining triangles removes no corner.
  checkVertexCount(triangleCount / 2 + 2);
  const merged = mergeFacets(hull);
  const corners = numberCorners(merged.faces, used);
  const points = gather(coordinates, corners);
  const canonical = inCanonicalOrder(merged.faces, corners.length);
  const faces = given ? inGivenOrder(points, tolerance, canonical, corners, coordinates, given) : canonical;
  const polyhedron = assembleLoops(points, faces, tolerance);
  if (report) {
    fillHullReport(report, coordinates, referenced, corners, polyhedron);
    report.facetsMerged = (given ? given.length : triangleCount) - faces.count;
    report.planeError = merged.planeError * (tolerance / hull.tolerance);
  }
  return polyhedron;
}

/** The points with these indices, ascending; the same array if they are all points. */
function gather(coordinates: Float64Array, indices: ArrayLike<number>): Float64Array {
  if (3 * indices.length === coordinates.length) return coordinates;
  const points = new Float64Array(3 * indices.length);
  for (let k = 0; k < indices.length; k++) {
    const i = 3 * indices[k];
    points[3 * k] = coordinates[i];
    points[3 * k + 1] = coordinates[i + 1];
    points[3 * k + 2] = coordinates[i + 2];
  }
  return points;
}

const scratch = {
  /** For each point used the number of its vertex. */
  vertexOf: new Int32Array(64) as Int32Array,
  canonicalStart: new Int32Array(64) as Int32Array,
  canonicalCorners: new Int32Array(64) as Int32Array,
  /**
   * Position of the first vertex of each loop; the faces sorted by their second vertices; the faces sorted by their
   * first.
   */
  firstPlace: new Int32Array(64) as Int32Array,
  bySecond: new Int32Array(64) as Int32Array,
  byFirst: new Int32Array(64) as Int32Array,
  counts: new Int32Array(64) as Int32Array,
};

/**
 * Numbers the corners of the faces in the order of the used points, and writes these numbers into the loops. Returns
 * the point of each corner.
 */
function numberCorners({ count, start, corners }: FaceLoops, used: ArrayLike<number>): Int32Array {
  scratch.vertexOf = grown(scratch.vertexOf, used.length);
  scratch.vertexOf.fill(-1, 0, used.length);
  let vertexCount = 0;
  for (let k = 0; k < start[count]; k++) {
    if (scratch.vertexOf[corners[k]] < 0) vertexCount++;
    scratch.vertexOf[corners[k]] = 0;
  }
  const points = new Int32Array(vertexCount);
  let v = 0;
  for (let i = 0; i < used.length; i++) {
    if (scratch.vertexOf[i] < 0) continue;
    points[v] = used[i];
    scratch.vertexOf[i] = v++;
  }
  for (let k = 0; k < start[count]; k++) corners[k] = scratch.vertexOf[corners[k]];
  return points;
}

/**
 * Every loop starts at its lowest vertex, and faces are sorted by their vertices. So the numbering, and the last bits
 * of all sums, depend only on the corners: not on omitted points, nor on the order in which the hull was built. The
 * arrays are valid until the next call.
 */
export function inCanonicalOrder({ count, start, corners }: FaceLoops, vertexCount: number): FaceLoops {
  scratch.canonicalStart = grown(scratch.canonicalStart, count + 1);
  scratch.canonicalCorners = grown(scratch.canonicalCorners, start[count]);
  scratch.firstPlace = grown(scratch.firstPlace, count);
  scratch.bySecond = grown(scratch.bySecond, count);
  scratch.byFirst = grown(scratch.byFirst, count);
  for (let f = 0; f < count; f++) {
    let first = start[f];
    for (let place = first + 1; place < start[f + 1]; place++) if (corners[place] < corners[first]) first = place;
    scratch.firstPlace[f] = first;
    scratch.byFirst[f] = f;
  }
  // No two faces have the same first two vertices, because the other face has that edge in the opposite direction. Sort
  // by the second vertex, then by the first with a stable sort.
  sortFaces(scratch.bySecond, scratch.byFirst, count, vertexCount, (f) => {
    const second = scratch.firstPlace[f] + 1;
    return corners[second < start[f + 1] ? second : start[f]];
  });
  sortFaces(scratch.byFirst, scratch.bySecond, count, vertexCount, (f) => corners[scratch.firstPlace[f]]);
  let filled = 0;
  for (let k = 0; k < count; k++) {
    const f = scratch.byFirst[k];
    scratch.canonicalStart[k] = filled;
    for (let place = scratch.firstPlace[f]; place < start[f + 1]; place++) scratch.canonicalCorners[filled++] = corners[place];
    for (let place = start[f]; place < scratch.firstPlace[f]; place++) scratch.canonicalCorners[filled++] = corners[place];
  }
  scratch.canonicalStart[count] = filled;
  return { count, start: scratch.canonicalStart, corners: scratch.canonicalCorners };
}

/** Counting sort of faces by a vertex. */
function sortFaces(out: Int32Array, faces: Int32Array, count: number, vertexCount: number, vertexOfFace: (f: number) => number): void {
  scratch.counts = grown(scratch.counts, vertexCount + 1);
  scratch.counts.fill(0, 0, vertexCount + 1);
  for (let k = 0; k < count; k++) scratch.counts[vertexOfFace(faces[k]) + 1]++;
  for (let v = 0; v < vertexCount; v++) scratch.counts[v + 1] += scratch.counts[v];
  for (let k = 0; k < count; k++) out[scratch.counts[vertexOfFace(faces[k])]++] = faces[k];
}

/** Sorts faces by the first given face that lies in their plane and touches one of their corners. */
function inGivenOrder(
  points: Float64Array,
  tolerance: number,
  { count, start, corners }: FaceLoops,
  pointOf: Int32Array,
  p: Float64Array,
  given: readonly (readonly number[])[],
): FaceLoops {
  const givenAt: number[][] = [];
  const vertexOfPoint = new Int32Array(p.length / 3).fill(-1);
  pointOf.forEach((i, v) => {
    vertexOfPoint[i] = v;
    givenAt.push([]);
  });
  given.forEach((loop, g) => {
    for (const i of loop) if (vertexOfPoint[i] >= 0) givenAt[vertexOfPoint[i]].push(g);
  });
  const ranks = new Int32Array(count);
  for (let f = 0; f < count; f++) {
    const loop = corners.subarray(start[f], start[f + 1]);
    const [nx, ny, nz] = directionOf(loopVector(points, loop));
    const a = 3 * pointOf[loop[0]];
    let rank = given.length;
    for (const v of loop) {
      for (const g of givenAt[v]) {
        // The numbers ascend: all others are larger.
        if (g >= rank) break;
        let k = 0;
        for (; k < given[g].length; k++) {
          const i = 3 * given[g][k];
          const height = nx * (p[i] - p[a]) + ny * (p[i + 1] - p[a + 1]) + nz * (p[i + 2] - p[a + 2]);
          if (!(Math.abs(height) <= 2 * tolerance)) break;
        }
        if (k === given[g].length) rank = g;
      }
    }
    ranks[f] = rank;
  }
  const order = Array.from(ranks, (_, f) => f).sort((f, g) => ranks[f] - ranks[g]);
  const sortedStart = new Int32Array(count + 1);
  const sortedCorners = new Int32Array(start[count]);
  order.forEach((f, k) => {
    sortedCorners.set(corners.subarray(start[f], start[f + 1]), sortedStart[k]);
    sortedStart[k + 1] = sortedStart[k] + start[f + 1] - start[f];
  });
  return { count, start: sortedStart, corners: sortedCorners };
}
