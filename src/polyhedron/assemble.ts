/**
 * The polyhedron of given corners and faces: half-edges, neighbours, face planes, mass properties, everything relative
 * to the centroid. Internal: trusts its input to be the surface of a convex solid; the public constructors make sure of
 * it.
 *
 * The origin is the centroid rounded to doubles, so that input corner = vertex + origin; subtracting it from the
 * corners is exact for a small solid far away and rounds once otherwise. The normal of a face is the sum of the area
 * vectors of its triangles (Newell's normal), taken from the corners before that rounding, which would turn the planes
 * of narrow faces; the offset is that of the supporting plane, over all vertices, so the whole solid lies behind it. A
 * face of more than three corners is planar to within the tolerance, and its corners are as far behind that plane.
 *
 * Cost: every vertex for every face.
 */
import { InputError } from '../math/input-error';
import { directionOf, loopVector } from './area-vector';
import { MAX_VERTICES, TOLERANCE_ULPS, type ConvexPolyhedron } from './convex-polyhedron';
import { massProperties } from './mass';

/**
 * `points` are x y z packed; `faces` are loops of indices, counter-clockwise seen from outside; every point is used.
 * `tolerance`, if the points are known to less than {@link TOLERANCE_ULPS} rounding steps, is that length. Throws
 * InputError 'too-many-vertices'.
 */
export function assemblePolyhedron(
  points: Float64Array,
  faces: readonly (readonly number[] | Int32Array)[],
  tolerance = 0,
): ConvexPolyhedron {
  const vertexCount = points.length / 3;
  checkVertexCount(vertexCount);
  const { volume, area, centroid, inertia } = massProperties(points, faces);
  const vertices = points.map((x, i) => x - centroid[i % 3]);
  const topology = halfEdges(vertexCount, faces);
  const { normals, offsets } = facePlanes(points, vertices, faces);
  let radius = 0;
  for (let v = 0; v < 3 * vertexCount; v += 3) {
    radius = Math.max(radius, Math.sqrt(vertices[v] ** 2 + vertices[v + 1] ** 2 + vertices[v + 2] ** 2));
  }
  let largest = 0;
  for (let i = 0; i < points.length; i++) largest = Math.max(largest, Math.abs(points[i]), Math.abs(vertices[i]));
  return {
    vertexCount,
    edgeCount: topology.halfEdgeNext.length / 2,
    faceCount: faces.length,
    vertices,
    normals,
    offsets,
    ...topology,
    radius,
    inradius: offsets.reduce((least, offset) => Math.min(least, offset), Infinity),
    volume,
    area,
    inertia,
    origin: centroid,
    tolerance: Math.max(tolerance, TOLERANCE_ULPS * 2 ** -52 * largest),
  };
}

/** Throws InputError 'too-many-vertices'. */
export function checkVertexCount(count: number): void {
  if (count <= MAX_VERTICES) return;
  const text = `the solid has ${count} corners, the most is ${MAX_VERTICES}: leave out points, or use a coarser mesh`;
  throw new InputError('too-many-vertices', text, -1, count);
}

type Topology = Pick<
  ConvexPolyhedron,
  'halfEdgeNext' | 'halfEdgeOrigin' | 'halfEdgeFace' | 'vertexHalfEdge' | 'faceHalfEdge' | 'neighbourStart' | 'neighbours'
>;

/**
 * Edges are numbered as the faces meet them; the first of the two directions takes the even number, its twin the odd
 * one after it.
 */
function halfEdges(vertexCount: number, faces: readonly (readonly number[] | Int32Array)[]): Topology {
  const count = faces.reduce((sum, face) => sum + face.length, 0);
  const halfEdgeNext = new Int32Array(count);
  const halfEdgeOrigin = new Int32Array(count);
  const halfEdgeFace = new Int32Array(count);
  const vertexHalfEdge = new Int32Array(vertexCount).fill(-1);
  const faceHalfEdge = new Int32Array(faces.length);
  const numbers = new Map<number, number>();
  const halfEdge = (from: number, to: number): number => {
    let h = numbers.get(from * vertexCount + to);
    if (h === undefined) {
      h = numbers.size;
      numbers.set(from * vertexCount + to, h);
      numbers.set(to * vertexCount + from, h + 1);
    }
    return h;
  };
  faces.forEach((face, f) => {
    for (let i = 0; i < face.length; i++) {
      const [a, b, c] = [face[i], face[(i + 1) % face.length], face[(i + 2) % face.length]];
      const h = halfEdge(a, b);
      halfEdgeOrigin[h] = a;
      halfEdgeFace[h] = f;
      halfEdgeNext[h] = halfEdge(b, c);
      if (vertexHalfEdge[a] < 0) vertexHalfEdge[a] = h;
      if (i === 0) faceHalfEdge[f] = h;
    }
  });

  const neighbourStart = new Int32Array(vertexCount + 1);
  const neighbours = new Int32Array(count);
  let filled = 0;
  for (let v = 0; v < vertexCount; v++) {
    let h = vertexHalfEdge[v];
    do {
      neighbours[filled++] = halfEdgeOrigin[h ^ 1];
      h = halfEdgeNext[h ^ 1];
    } while (h !== vertexHalfEdge[v]);
    neighbourStart[v + 1] = filled;
  }
  return { halfEdgeNext, halfEdgeOrigin, halfEdgeFace, vertexHalfEdge, faceHalfEdge, neighbourStart, neighbours };
}

function facePlanes(
  points: Float64Array,
  vertices: Float64Array,
  faces: readonly (readonly number[] | Int32Array)[],
): { normals: Float64Array; offsets: Float64Array } {
  const normals = new Float64Array(3 * faces.length);
  const offsets = new Float64Array(faces.length);
  faces.forEach((face, f) => {
    const [nx, ny, nz] = directionOf(loopVector(points, face));
    let offset = -Infinity;
    for (let v = 0; v < vertices.length; v += 3) {
      offset = Math.max(offset, nx * vertices[v] + ny * vertices[v + 1] + nz * vertices[v + 2]);
    }
    normals[3 * f] = nx;
    normals[3 * f + 1] = ny;
    normals[3 * f + 2] = nz;
    offsets[f] = offset;
  });
  return { normals, offsets };
}
