/**
 * Builds a polyhedron from corners and faces: half-edges, neighbours, face planes and mass properties, all relative to
 * the centroid. Internal: the input must be the surface of a convex solid. The public constructors check this.
 *
 * The origin is the centroid rounded to doubles, so that input corner = vertex + origin. Subtracting it from the
 * corners is exact for a small solid far away, and rounds once otherwise. The normal of a face is the sum of the area
 * vectors of its triangles (Newell's normal). It is computed from the corners before the subtraction, since that
 * rounding would turn the planes of narrow faces. The offset is that of the supporting plane over all vertices, so the
 * whole solid lies behind it. A face of more than three corners is planar to within the tolerance: its corners are at
 * most the tolerance behind that plane.
 *
 * Cost: every vertex for every face.
 */
import { InputError } from '../math/input-error';
import { MAX_VERTICES, TOLERANCE_ULPS, type ConvexPolyhedron } from './convex-polyhedron';
import { faceLoops, type FaceLoops } from './face-loops';
import { massOfLoops } from './mass';
import { grown } from './scratch';

/**
 * `points` are x y z packed; `faces` are loops of indices, counter-clockwise seen from outside; every point is used.
 * `tolerance` is a length: give it when the points are less exact than {@link TOLERANCE_ULPS} rounding steps. Throws
 * InputError 'too-many-vertices'.
 */
export function assemblePolyhedron(
  points: Float64Array,
  faces: readonly (readonly number[] | Int32Array)[],
  tolerance = 0,
): ConvexPolyhedron {
  return assembleLoops(points, faceLoops(faces), tolerance);
}

/** The same for faces in flat arrays. */
export function assembleLoops(points: Float64Array, faces: FaceLoops, tolerance = 0): ConvexPolyhedron {
  const vertexCount = points.length / 3;
  checkVertexCount(vertexCount);
  const normals = new Float64Array(3 * faces.count);
  const { volume, area, centroid, inertia } = massOfLoops(points, faces, normals);
  const vertices = new Float64Array(3 * vertexCount);
  const [cx, cy, cz] = [centroid[0], centroid[1], centroid[2]];
  let squared = 0;
  let largest = 0;
  for (let v = 0; v < 3 * vertexCount; v += 3) {
    const x = points[v] - cx;
    const y = points[v + 1] - cy;
    const z = points[v + 2] - cz;
    vertices[v] = x;
    vertices[v + 1] = y;
    vertices[v + 2] = z;
    squared = Math.max(squared, x * x + y * y + z * z);
    const given = Math.max(Math.abs(points[v]), Math.abs(points[v + 1]), Math.abs(points[v + 2]));
    largest = Math.max(largest, given, Math.abs(x), Math.abs(y), Math.abs(z));
  }
  const topology = halfEdges(vertexCount, faces);
  const offsets = new Float64Array(faces.count);
  let inradius = Infinity;
  for (let f = 0; f < faces.count; f++) {
    const offset = supportOffset(vertices, normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]);
    offsets[f] = offset;
    inradius = Math.min(inradius, offset);
  }
  return {
    dimension: 3,
    vertexCount,
    edgeCount: topology.halfEdgeNext.length / 2,
    faceCount: faces.count,
    vertices,
    normals,
    offsets,
    ...topology,
    radius: Math.sqrt(squared),
    inradius,
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

const scratch = {
  /** Scratch of {@link halfEdges}. A place is a position in the concatenated corners of all loops. */
  placesAt: new Int32Array(64) as Int32Array,
  placesStart: new Int32Array(64) as Int32Array,
  twinOf: new Int32Array(64) as Int32Array,
  numberOf: new Int32Array(64) as Int32Array,
  placeTo: new Int32Array(64) as Int32Array,
};

/**
 * Edges get their numbers in the order of the faces. The first direction of an edge gets the even number, its twin the
 * next odd number.
 */
export function halfEdges(vertexCount: number, { count: faceCount, start, corners }: FaceLoops): Topology {
  const count = start[faceCount];
  const halfEdgeNext = new Int32Array(count);
  const halfEdgeOrigin = new Int32Array(count);
  const halfEdgeFace = new Int32Array(count);
  const vertexHalfEdge = new Int32Array(vertexCount);
  const faceHalfEdge = new Int32Array(faceCount);
  findTwins(vertexCount, { count: faceCount, start, corners });
  const number = (scratch.numberOf = grown(scratch.numberOf, count));
  const twin = scratch.twinOf;
  number.fill(-1, 0, count);
  vertexHalfEdge.fill(-1);
  let numbered = 0;
  for (let place = 0; place < count; place++) {
    if (number[place] >= 0) continue;
    number[place] = numbered;
    number[twin[place]] = numbered + 1;
    numbered += 2;
  }
  for (let f = 0; f < faceCount; f++) {
    faceHalfEdge[f] = number[start[f]];
    for (let place = start[f]; place < start[f + 1]; place++) {
      const h = number[place];
      const v = corners[place];
      halfEdgeOrigin[h] = v;
      halfEdgeFace[h] = f;
      halfEdgeNext[h] = number[place + 1 < start[f + 1] ? place + 1 : start[f]];
      if (vertexHalfEdge[v] < 0) vertexHalfEdge[v] = h;
    }
  }

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

/**
 * Writes `twinOf`: for the side that starts at each place, the side in the opposite direction. Sides are sorted by the
 * smaller of their two vertices; twins then agree in the larger vertex.
 */
function findTwins(vertexCount: number, { count: faceCount, start, corners }: FaceLoops): void {
  const count = start[faceCount];
  const at = (scratch.placesAt = grown(scratch.placesAt, count));
  const first = (scratch.placesStart = grown(scratch.placesStart, vertexCount + 1));
  const to = (scratch.placeTo = grown(scratch.placeTo, vertexCount));
  const twin = (scratch.twinOf = grown(scratch.twinOf, count));
  first.fill(0, 0, vertexCount + 1);
  for (let f = 0; f < faceCount; f++) {
    let a = corners[start[f + 1] - 1];
    for (let place = start[f]; place < start[f + 1]; place++) {
      const b = corners[place];
      first[a < b ? a : b]++;
      a = b;
    }
  }
  let sum = 0;
  for (let v = 0; v < vertexCount; v++) {
    sum += first[v];
    first[v] = sum;
  }
  first[vertexCount] = sum;
  // Fill each vertex's part from its end to its start. Afterwards `first` is the start.
  for (let f = 0; f < faceCount; f++) {
    for (let place = start[f]; place < start[f + 1]; place++) {
      const a = corners[place];
      const b = corners[place + 1 < start[f + 1] ? place + 1 : start[f]];
      at[--first[a < b ? a : b]] = place;
      twin[place] = a < b ? b : a;
    }
  }
  to.fill(-1, 0, vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    for (let k = first[v]; k < first[v + 1]; k++) {
      const place = at[k];
      const larger = twin[place];
      const other = to[larger];
      if (other < 0) {
        to[larger] = place;
      } else {
        twin[place] = other;
        twin[other] = place;
        to[larger] = -1;
      }
    }
  }
}

/** The offset of the plane with this normal that touches the solid. */
export function supportOffset(vertices: Float64Array, nx: number, ny: number, nz: number): number {
  let offset = -Infinity;
  for (let v = 0; v < vertices.length; v += 3) {
    const height = nx * vertices[v] + ny * vertices[v + 1] + nz * vertices[v + 2];
    if (height > offset) offset = height;
  }
  return offset;
}
