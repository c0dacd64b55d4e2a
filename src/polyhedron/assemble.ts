import { MAX_VERTICES, TOLERANCE_ULPS, type ConvexPolyhedron } from './convex-polyhedron';
import { InputError } from '../math/input-error';
import { massProperties } from './mass';

/**
 * The polyhedron of given corners and faces: topology, planes, mass properties, all relative to the centroid.
 * Internal: trusts its input to be the surface of a convex solid (the public constructors make sure of it).
 *
 * `points` are x y z packed; `faces` are loops of indices, counter-clockwise seen from outside; every point is used.
 */
export function assemblePolyhedron(points: Float64Array, faces: readonly (readonly number[] | Int32Array)[]): ConvexPolyhedron {
  const n = points.length / 3;
  const m = faces.length;
  if (n > MAX_VERTICES) {
    throw new InputError('too-many-vertices', `a polyhedron may have ${MAX_VERTICES} vertices, this one has ${n}`, -1, n);
  }
  let corners = 0;
  for (const face of faces) corners += face.length;
  const e = corners / 2;

  // Half-edges: the first of the two directions met takes an even number, its twin the odd one after it.
  const halfEdgeNext = new Int32Array(2 * e);
  const halfEdgeOrigin = new Int32Array(2 * e);
  const halfEdgeFace = new Int32Array(2 * e).fill(-1);
  const vertexHalfEdge = new Int32Array(n).fill(-1);
  const faceHalfEdge = new Int32Array(m);
  const halfEdgeOf = new Map<number, number>();
  let used = 0;
  const halfEdge = (from: number, to: number): number => {
    const known = halfEdgeOf.get(from * n + to);
    if (known !== undefined) return known;
    const h = used;
    used += 2;
    halfEdgeOf.set(from * n + to, h);
    halfEdgeOf.set(to * n + from, h + 1);
    return h;
  };
  for (let f = 0; f < m; f++) {
    const face = faces[f];
    const size = face.length;
    for (let i = 0; i < size; i++) {
      const h = halfEdge(face[i], face[(i + 1) % size]);
      halfEdgeOrigin[h] = face[i];
      halfEdgeFace[h] = f;
      halfEdgeNext[h] = halfEdge(face[(i + 1) % size], face[(i + 2) % size]);
      if (vertexHalfEdge[face[i]] < 0) vertexHalfEdge[face[i]] = h;
      if (i === 0) faceHalfEdge[f] = h;
    }
  }

  const neighbourStart = new Int32Array(n + 1);
  const neighbours = new Int32Array(2 * e);
  let filled = 0;
  for (let v = 0; v < n; v++) {
    neighbourStart[v] = filled;
    let h = vertexHalfEdge[v];
    do {
      neighbours[filled++] = halfEdgeOrigin[h ^ 1];
      h = halfEdgeNext[h ^ 1];
    } while (h !== vertexHalfEdge[v]);
  }
  neighbourStart[n] = filled;

  const { volume, area, centroid: origin, inertia } = massProperties(points, faces);
  const vertices = new Float64Array(3 * n);
  let largest = 0;
  let radius = 0;
  for (let v = 0; v < n; v++) {
    for (let k = 0; k < 3; k++) {
      vertices[3 * v + k] = points[3 * v + k] - origin[k];
      largest = Math.max(largest, Math.abs(points[3 * v + k]), Math.abs(vertices[3 * v + k]));
    }
    radius = Math.max(radius, Math.sqrt(vertices[3 * v] ** 2 + vertices[3 * v + 1] ** 2 + vertices[3 * v + 2] ** 2));
  }

  const normals = new Float64Array(3 * m);
  const offsets = new Float64Array(m);
  let inradius = Infinity;
  for (let f = 0; f < m; f++) {
    const face = faces[f];
    const a = 3 * face[0];
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let i = 1; i + 1 < face.length; i++) {
      const b = 3 * face[i];
      const c = 3 * face[i + 1];
      const ux = vertices[b] - vertices[a];
      const uy = vertices[b + 1] - vertices[a + 1];
      const uz = vertices[b + 2] - vertices[a + 2];
      const vx = vertices[c] - vertices[a];
      const vy = vertices[c + 1] - vertices[a + 1];
      const vz = vertices[c + 2] - vertices[a + 2];
      nx += uy * vz - uz * vy;
      ny += uz * vx - ux * vz;
      nz += ux * vy - uy * vx;
    }
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= length;
    ny /= length;
    nz /= length;
    let offset = -Infinity;
    for (let i = 0; i < face.length; i++) {
      const v = 3 * face[i];
      offset = Math.max(offset, nx * vertices[v] + ny * vertices[v + 1] + nz * vertices[v + 2]);
    }
    normals[3 * f] = nx;
    normals[3 * f + 1] = ny;
    normals[3 * f + 2] = nz;
    offsets[f] = offset;
    inradius = Math.min(inradius, offset);
  }

  return {
    vertexCount: n,
    edgeCount: e,
    faceCount: m,
    vertices,
    normals,
    offsets,
    halfEdgeNext,
    halfEdgeOrigin,
    halfEdgeFace,
    vertexHalfEdge,
    faceHalfEdge,
    neighbourStart,
    neighbours,
    radius,
    inradius,
    volume,
    area,
    inertia,
    origin,
    tolerance: TOLERANCE_ULPS * 2 ** -52 * largest,
  };
}
