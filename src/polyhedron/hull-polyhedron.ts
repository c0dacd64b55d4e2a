import { InputError } from '../math/input-error';
import { directionOf, loopVector } from './area-vector';
import { assemblePolyhedron, checkVertexCount } from './assemble';
import type { ConvexPolyhedron } from './convex-polyhedron';
import { triangulatedHull } from './hull';
import { fillHullReport, type HullReport } from './hull-report';
import { mergeFacets } from './merge-facets';
import type { PointSet } from './points';

/**
 * The step that all constructors from points share: hull, faces, assembly, report. Vertices come in the order of
 * `used`, the points to take; faces in the order of the `given` ones they contain, if there are any. `referenced` are
 * the points to report on, where some were already welded to others.
 */
export function hullPolyhedron(
  { coordinates, tolerance }: PointSet,
  used: readonly number[],
  report?: HullReport,
  given?: readonly (readonly number[])[],
  referenced = used,
): ConvexPolyhedron {
  if (used.length < 4) {
    throw new InputError('too-few-points', `a solid needs at least four points, there are ${used.length}`, -1, used.length);
  }
  const hull = triangulatedHull(gather(coordinates, used), tolerance);
  // Euler: a triangulated surface has 2n - 4 triangles, and joining them loses no corner.
  checkVertexCount(hull.triangles.length / 2 + 2);
  const merged = mergeFacets(hull);
  const canonical = inCanonicalOrder(merged.faces.map((loop) => loop.map((k) => used[k])));
  const faces = given ? inGivenOrder(coordinates, tolerance, canonical, given) : canonical;
  const corners = [...new Set(faces.flat())].sort((i, j) => i - j);
  const vertexOf = new Map(corners.map((i, v) => [i, v]));
  const loops = faces.map((loop) => loop.map((i) => vertexOf.get(i) as number));
  const polyhedron = assemblePolyhedron(gather(coordinates, corners), loops, tolerance);
  if (report) {
    fillHullReport(report, coordinates, referenced, corners, polyhedron);
    report.facetsMerged = (given ?? hull.triangles).length - faces.length;
    report.planeError = merged.planeError * (tolerance / hull.tolerance);
  }
  return polyhedron;
}

function gather(coordinates: Float64Array, indices: readonly number[]): Float64Array {
  const points = new Float64Array(3 * indices.length);
  indices.forEach((i, k) => points.set(coordinates.subarray(3 * i, 3 * i + 3), 3 * k));
  return points;
}

/**
 * Every loop from its first point on, faces by their points: so that the numbering, and with it the last bits of all
 * sums, depends on the corners alone and not on points left out or on the course of the hull.
 */
export function inCanonicalOrder(faces: readonly (readonly number[])[]): number[][] {
  const loops = faces.map((loop) => {
    const first = loop.indexOf(loop.reduce((least, i) => Math.min(least, i)));
    return [...loop.slice(first), ...loop.slice(0, first)];
  });
  // No two faces have their first two points in common: that edge runs the other way in the other face.
  return loops.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Sorts faces by the first given face that lies in their plane and touches one of their corners. */
function inGivenOrder(p: Float64Array, tolerance: number, faces: number[][], given: readonly (readonly number[])[]): number[][] {
  const givenAt = new Map<number, number[]>();
  given.forEach((loop, g) => {
    for (const i of loop) {
      const list = givenAt.get(i);
      if (list) list.push(g);
      else givenAt.set(i, [g]);
    }
  });
  const ranked = faces.map((loop) => {
    const [nx, ny, nz] = directionOf(loopVector(p, loop));
    const a = 3 * loop[0];
    const inPlane = (i: number): boolean =>
      Math.abs(nx * (p[3 * i] - p[a]) + ny * (p[3 * i + 1] - p[a + 1]) + nz * (p[3 * i + 2] - p[a + 2])) <= 2 * tolerance;
    let rank = given.length;
    for (const i of loop) for (const g of givenAt.get(i) ?? []) if (g < rank && given[g].every(inPlane)) rank = g;
    return { loop, rank };
  });
  return ranked.sort((s, t) => s.rank - t.rank).map(({ loop }) => loop);
}
