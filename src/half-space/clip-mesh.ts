/**
 * The convex polyhedron during the cuts, as half-edges in module-constant arrays. Numbering as in ConvexPolyhedron:
 * half-edges 2k and 2k + 1 are the two directions of edge k, from h the next half-edge that leaves the same corner is
 * nextEdge[h ^ 1].
 *
 * A cut changes only the parts that it touches. New corners reuse the numbers of removed ones: `corners` lists the
 * numbers in use first, then the free ones. `freeEdges` lists removed edges. Faces keep the numbers of their planes and
 * stay in the list `faces`; a face that is cut away completely has no half-edge (GONE). Nothing is kept between calls:
 * a load resets all numbers, so the same bodies give the same bits.
 */
import { MAX_EDGES, MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/**
 * Most faces, corners and edges of a polyhedron with all faces of both bodies. The corners and edges of A are added,
 * since they may keep their numbers.
 */
const MAX_CLIP_FACES = 2 * MAX_FACES;
export const MAX_CLIP_CORNERS = 3 * MAX_CLIP_FACES;
export const MAX_CLIP_EDGES = 3 * MAX_CLIP_FACES + MAX_EDGES;

/** Corners, and their signed distances from the plane of the cut: > 0 outside, 0 on it. */
export const cornerX = /* @__PURE__ */ new Float64Array(MAX_CLIP_CORNERS);
export const cornerY = /* @__PURE__ */ new Float64Array(MAX_CLIP_CORNERS);
export const cornerZ = /* @__PURE__ */ new Float64Array(MAX_CLIP_CORNERS);
export const height = /* @__PURE__ */ new Float64Array(MAX_CLIP_CORNERS);
/** A half-edge that leaves each corner. */
export const spoke = /* @__PURE__ */ new Int32Array(MAX_CLIP_CORNERS);

export const nextEdge = /* @__PURE__ */ new Int32Array(2 * MAX_CLIP_EDGES);
export const originOf = /* @__PURE__ */ new Int32Array(2 * MAX_CLIP_EDGES);
export const faceOf = /* @__PURE__ */ new Int32Array(2 * MAX_CLIP_EDGES);

/** One half-edge of each face: A's by its number, B's by MAX_FACES + its number. */
export const faceHalfEdge = /* @__PURE__ */ new Int32Array(MAX_CLIP_FACES);
/** Instead of a half-edge: the face is cut away completely. */
export const GONE = -1;

/** Numbers of corners: those in use, then, up to meshTotal[LISTED], those that are free again. */
export const corners = /* @__PURE__ */ new Int32Array(MAX_CLIP_CORNERS);
export const freeEdges = /* @__PURE__ */ new Int32Array(MAX_CLIP_EDGES);
export const faces = /* @__PURE__ */ new Int32Array(MAX_CLIP_FACES);

/** For each face of A: whether a plane of B coincides with it, with the same outward side. */
export const isShared = /* @__PURE__ */ new Uint8Array(MAX_FACES);

/**
 * Slots of `meshTotal`: corners in use; entries of `corners`; corner numbers used so far; free edges; edge numbers used
 * so far; entries of `faces`.
 */
export const CORNERS = 0;
export const LISTED = 1;
export const CORNER_NUMBERS = 2;
export const FREE_EDGES = 3;
export const EDGE_NUMBERS = 4;
export const FACES = 5;
export const meshTotal = /* @__PURE__ */ new Int32Array(6);

/** Loads a whole body. Heights stay. */
export function loadBody(shape: ConvexPolyhedron): void {
  const { halfEdgeNext, halfEdgeOrigin, halfEdgeFace, vertices, vertexHalfEdge, vertexCount, faceCount, edgeCount } = shape;
  for (let v = 0, k = 0; v < vertexCount; v++, k += 3) {
    cornerX[v] = vertices[k];
    cornerY[v] = vertices[k + 1];
    cornerZ[v] = vertices[k + 2];
    spoke[v] = vertexHalfEdge[v];
    corners[v] = v;
  }
  for (let h = 0; h < 2 * edgeCount; h++) {
    nextEdge[h] = halfEdgeNext[h];
    originOf[h] = halfEdgeOrigin[h];
    faceOf[h] = halfEdgeFace[h];
  }
  for (let f = 0; f < faceCount; f++) {
    faces[f] = f;
    faceHalfEdge[f] = shape.faceHalfEdge[f];
    isShared[f] = 0;
  }
  startNumbers(shape, vertexCount, faceCount);
}

function startNumbers({ vertexCount, edgeCount }: ConvexPolyhedron, listedCorners: number, listedFaces: number): void {
  meshTotal[CORNERS] = listedCorners;
  meshTotal[LISTED] = listedCorners;
  meshTotal[CORNER_NUMBERS] = vertexCount;
  meshTotal[FREE_EDGES] = 0;
  meshTotal[EDGE_NUMBERS] = edgeCount;
  meshTotal[FACES] = listedFaces;
}

/** For each face: whether loadKept has loaded it. All 0 between calls. */
const isLoaded = /* @__PURE__ */ new Uint8Array(MAX_FACES);

/**
 * Loads the parts of a body with known heights that the cut needs: the corners that are not outside, their faces, and
 * the outer ends of their edges. Faces that reach outside are GONE until the cut closes them. Writes to `edges` the
 * half-edges from an outer corner to one that is not outside, and returns their number.
 */
export function loadKept(shape: ConvexPolyhedron, edges: Int32Array): number {
  const { halfEdgeNext, halfEdgeOrigin, halfEdgeFace, vertices, vertexHalfEdge, vertexCount } = shape;
  let crossings = 0;
  let kept = 0;
  let loaded = 0;
  for (let v = 0; v < vertexCount; v++) {
    if (height[v] > 0) continue;
    corners[kept++] = v;
    cornerX[v] = vertices[3 * v];
    cornerY[v] = vertices[3 * v + 1];
    cornerZ[v] = vertices[3 * v + 2];
    const first = vertexHalfEdge[v];
    spoke[v] = first;
    let h = first;
    do {
      const f = halfEdgeFace[h];
      if (isLoaded[f] === 0) {
        isLoaded[f] = 1;
        faces[loaded++] = f;
        let reachesOut = false;
        let k = h;
        do {
          const w = halfEdgeOrigin[k];
          const after = halfEdgeNext[k];
          if (height[w] > 0) reachesOut = true;
          nextEdge[k] = after;
          originOf[k] = w;
          faceOf[k] = f;
          k = after;
        } while (k !== h);
        faceHalfEdge[f] = reachesOut ? GONE : h;
        isShared[f] = 0;
      }
      const back = h ^ 1;
      const w = halfEdgeOrigin[back];
      if (height[w] > 0) {
        cornerX[w] = vertices[3 * w];
        cornerY[w] = vertices[3 * w + 1];
        cornerZ[w] = vertices[3 * w + 2];
        edges[0] = back;
        crossings++;
      }
      h = halfEdgeNext[back];
    } while (h !== first);
  }
  for (let k = 0; k < loaded; k++) isLoaded[faces[k]] = 0;
  startNumbers(shape, kept, loaded);
  return crossings;
}
