import type { ConvexPolyhedron } from './convex-polyhedron';

/**
 * The points and faces that a constructor left out or joined. {@link createHullReport} makes it. Each construction
 * overwrites every field.
 */
export interface HullReport {
  /** Points given. */
  inputCount: number;
  /** For each given point the vertex that it is, or that it was welded to; -1 for omitted points. Length inputCount. */
  vertexOfInput: Int32Array;
  /** Points that coincide, within two tolerances, with a vertex made of another point. */
  welded: number[];
  /** Points left out because they lie on an edge, within two tolerances. */
  onEdges: number[];
  /** Points left out because they lie on a face, within two tolerances. */
  onFaces: number[];
  /** Points left out because they lie inside. */
  inside: number[];
  /** Points of a list of faces that no face uses. */
  unused: number[];
  /** Number of triangles of the hull, or given faces, that were joined to a neighbour in their plane. */
  facetsMerged: number;
  /** Triangles of a mesh that were left out because welding their corners left no area. */
  collapsed: number[];
  /** Largest distance of a corner from the plane of a face made of several facets, a length. */
  planeError: number;
}

/**
 * A report for the constructors to fill in.
 *
 * @example
 * ```ts
 * const report = createHullReport();
 * const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1];
 * const cube = polyhedronFromVertices([...corners, 0.5, 0.5, 0.5], report);
 * console.log(report.inside, report.facetsMerged); // [8] 6
 * ```
 */
export function createHullReport(): HullReport {
  return {
    inputCount: 0,
    vertexOfInput: new Int32Array(0),
    welded: [],
    onEdges: [],
    onFaces: [],
    inside: [],
    unused: [],
    facetsMerged: 0,
    collapsed: [],
    planeError: 0,
  };
}

/**
 * Writes the result for every input point (x y z packed). `used` are the points from which the solid was built.
 * `corners` are the points that became the vertices, in their order.
 */
export function fillHullReport(
  report: HullReport,
  coordinates: Float64Array,
  used: ArrayLike<number>,
  corners: Int32Array,
  polyhedron: ConvexPolyhedron,
): void {
  const { faceCount, vertices, normals, offsets, origin, halfEdgeNext, halfEdgeOrigin, faceHalfEdge } = polyhedron;
  const near = 2 * polyhedron.tolerance;
  const n = coordinates.length / 3;
  report.inputCount = n;
  report.vertexOfInput = new Int32Array(n).fill(-1);
  report.welded = [];
  report.onEdges = [];
  report.onFaces = [];
  report.inside = [];
  report.unused = [];
  report.collapsed = [];
  corners.forEach((i, v) => (report.vertexOfInput[i] = v));
  const isUsed = new Uint8Array(n);
  for (let k = 0; k < used.length; k++) isUsed[used[k]] = 1;
  for (let i = 0; i < n; i++) {
    if (report.vertexOfInput[i] >= 0) continue;
    if (isUsed[i] === 0) {
      report.unused.push(i);
      continue;
    }
    const x = coordinates[3 * i] - origin[0];
    const y = coordinates[3 * i + 1] - origin[1];
    const z = coordinates[3 * i + 2] - origin[2];
    let onFace = false;
    let vertex = -1;
    let toVertex = near;
    let toEdge = Infinity;
    for (let f = 0; f < faceCount; f++) {
      const height = normals[3 * f] * x + normals[3 * f + 1] * y + normals[3 * f + 2] * z - offsets[f];
      if (!(height >= -near)) continue;
      onFace = true;
      let h = faceHalfEdge[f];
      do {
        const a = 3 * halfEdgeOrigin[h];
        const b = 3 * halfEdgeOrigin[h ^ 1];
        const [ux, uy, uz] = [vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1], vertices[b + 2] - vertices[a + 2]];
        const [vx, vy, vz] = [x - vertices[a], y - vertices[a + 1], z - vertices[a + 2]];
        const t = Math.min(1, Math.max(0, (ux * vx + uy * vy + uz * vz) / (ux * ux + uy * uy + uz * uz)));
        toEdge = Math.min(toEdge, Math.sqrt((vx - t * ux) ** 2 + (vy - t * uy) ** 2 + (vz - t * uz) ** 2));
        const distance = Math.sqrt(vx * vx + vy * vy + vz * vz);
        if (distance <= toVertex) {
          toVertex = distance;
          vertex = halfEdgeOrigin[h];
        }
        h = halfEdgeNext[h];
      } while (h !== faceHalfEdge[f]);
    }
    report.vertexOfInput[i] = vertex;
    const list = vertex >= 0 ? report.welded : toEdge <= near ? report.onEdges : onFace ? report.onFaces : report.inside;
    list.push(i);
  }
}
