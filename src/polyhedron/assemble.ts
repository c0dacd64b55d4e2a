/**
 * The polyhedron of given corners and faces: half-edges, neighbours, face planes, mass properties, everything relative to the centroid.
 * Internal: trusts its input to be the surface of a convex solid; the public constructors make sure of it.
 *
 * The origin is the centroid rounded to doubles, so that input corner = vertex + origin; subtracting it from the corners is exact for
 * a small solid far away and rounds once otherwise. The planes are those of the vertices so rounded: the normal is the sum of the area
 * vectors of the face, cut into triangles (Newell's normal), the offset that of the supporting plane, with the whole solid behind it. A face of more than three
 * corners is planar to within the tolerance, and so are its corners behind that plane.
 */
import { InputError } from '../math/input-error';
import { areaVector } from './area-vector';
import { MAX_VERTICES, TOLERANCE_ULPS, type ConvexPolyhedron } from './convex-polyhedron';
import { massProperties } from './mass';

/**
 * `points` are x y z packed; `faces` are loops of indices, counter-clockwise seen from outside; every point is used. `tolerance`, if the points are known
 * to less than {@link TOLERANCE_ULPS} rounding steps, is that length. Throws InputError 'too-many-vertices'.
 */
export function assemblePolyhedron(
  points: Float64Array,
  faces: readonly (readonly number[] | Int32Array)[],
  tolerance = 0,
): ConvexPolyhedron {
  const vertexCount = points.length / 3;
  if (vertexCount > MAX_VERTICES) {
    const text = `the solid has ${vertexCount} corners, the most is ${MAX_VERTICES}: leave out points, or use a coarser mesh`;
    throw new InputError('too-many-vertices', text, -1, vertexCount);
  }
  const { volume, area, centroid, inertia } = massProperties(points, faces);
  const vertices = points.map((x, i) => x - centroid[i % 3]);
  const topology = halfEdges(vertexCount, faces);
  const { normals, offsets } = facePlanes(vertices, faces, topology);
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

type Topology = Pick<
  ConvexPolyhedron,
  'halfEdgeNext' | 'halfEdgeOrigin' | 'halfEdgeFace' | 'vertexHalfEdge' | 'faceHalfEdge' | 'neighbourStart' | 'neighbours'
>;

/** Edges are numbered as the faces meet them; the first of the two directions takes the even number, its twin the odd one after it. */
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
  vertices: Float64Array,
  faces: readonly (readonly number[] | Int32Array)[],
  { neighbourStart, neighbours }: Topology,
): { normals: Float64Array; offsets: Float64Array } {
  const normals = new Float64Array(3 * faces.length);
  const offsets = new Float64Array(faces.length);
  faces.forEach((face, f) => {
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let i = 1; i + 1 < face.length; i++) {
      const [x, y, z] = areaVector(vertices, face[0], face[i], face[i + 1]);
      nx += x;
      ny += y;
      nz += z;
    }
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= size;
    ny /= size;
    nz /= size;
    const height = (v: number): number => nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2];
    // Corners and their neighbours, then uphill: no vertex of a convex solid is higher than one that is higher than all its neighbours.
    let top = face[0];
    const raise = (v: number): void => {
      for (let i = neighbourStart[v]; i < neighbourStart[v + 1]; i++) if (height(neighbours[i]) > height(top)) top = neighbours[i];
    };
    for (let i = 0; i < face.length; i++) raise(face[i]);
    for (let v = -1; v !== top;) {
      v = top;
      raise(v);
    }
    normals[3 * f] = nx;
    normals[3 * f + 1] = ny;
    normals[3 * f + 2] = nz;
    offsets[f] = height(top);
  });
  return { normals, offsets };
}
