/**
 * The first entrance of two blocks: the valid vertex-face or crossing edge-edge pair of largest signed distance, which is the largest g(n) over the faces of
 * their Minkowski difference. Positive, it separates them (a lower bound of the gap); negative, it is minus the shortest way out.
 *
 * The search stops at the first entrance whose g is at least -dTol: beyond dTol it excludes the pair, within it is the first contact, and what is near it is for
 * the local search (fast-direct-search.ts). Faces first, those of B, then of A (paper 001, section 2.2.1), then edges (2.2.2).
 *
 * A vertex is valid over a face when no other vertex is nearer to the plane, so one pass over the signed distances finds the valid one and g; a face is given up at the
 * first vertex that is nearer than the best entrance. A pair of edges is believed after a scan, since a line across nearly parallel
 * edges is rounded.
 */
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { measureToPlane, planeDistance } from './block-pair';
import { canImprove, entrance, offerEdgeEntrance, offerFaceEntrance } from './best-entrance';
import { crossEdges, isCrossingEntrance } from './entrance';
import { settings } from './settings';

/** Improves the first entrance by all faces, stopping at one of g >= -dTol. */
export function searchFaces(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  searchFacesOf(a, b, 0);
  if (entrance[3] < -settings[0]) searchFacesOf(b, a, 1);
}

/** Vertices of block `side` over faces of the other one. */
function searchFacesOf(own: ConvexPolyhedron, other: ConvexPolyhedron, side: number): void {
  const row = side * MAX_VERTICES;
  const faces = (1 - side) * MAX_FACES;
  // The vertex that gave the last face up is near the next one too, as a rule.
  let start = 0;
  for (let f = 0; f < other.faceCount; f++) {
    measureToPlane(row + start, faces + f);
    let low = planeDistance[0];
    if (!canImprove(side, f)) continue;
    for (let v = 0; v < own.vertexCount; v++) {
      measureToPlane(row + v, faces + f);
      if (!(planeDistance[0] < low)) continue;
      low = planeDistance[0];
      start = v;
      if (!canImprove(side, f)) break;
    }
    planeDistance[0] = low;
    offerFaceEntrance(side, start, f);
    if (entrance[3] >= -settings[0]) return;
  }
}

/** Improves the first entrance by all pairs of edges, stopping at one of g >= -dTol. */
export function searchEdges(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  for (let i = 0; i < 2 * a.edgeCount; i += 2) {
    for (let j = 0; j < 2 * b.edgeCount; j += 2) {
      if (!crossEdges(a, b, i, j)) continue;
      if (!isCrossingEntrance(a, b, i, j)) continue;
      offerEdgeEntrance(i, j);
      if (entrance[3] >= -settings[0]) return;
    }
  }
}
