/**
 * The solid of a shape of a .shp file: the convex hull of its vertices, or a slab for a flat polygon.
 *
 * A file of this kind may have non-convex shapes. Their hull would be another body. They have one of two signs: a
 * vertex inside the hull, or an edge that runs through it (a non-convex surface has an edge of more than 180 degrees
 * within, and such an edge lies inside the hull of the shape even when both its ends are corners of it). Both are
 * errors. Edges are those of the file and the sides of its faces; the winding of faces is not reliable in such files
 * and does not matter here.
 *
 * Sphero-polyhedron codes describe walls as a flat polygon with a radius. Here such a polygon becomes a slab from
 * -radius to +radius along its normal, with sharp edges and rounding 0. Its two large faces are exactly those of the
 * rounded body; the round rim of width radius beyond the border of the polygon is missing.
 *
 * Frame: `polyhedron.origin` is the centroid in the shape's frame: a body of this shape at position p with rotation R
 * has its centroid at p + R origin.
 */
import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { polyhedronFromVertices } from '../polyhedron/from-vertices';
import { createHullReport, type HullReport } from '../polyhedron/hull-report';
import { addNotice, type Reading } from './reading';
import type { ShapeRecord } from './shp';
import { fileError, quoted } from './text';

/** The solid of a shape of a .shp file. */
export interface ShapeSolid {
  /** Sharp polyhedron, relative to its centroid. */
  readonly polyhedron: ConvexPolyhedron;
  /** Rounding radius that goes with it: the file's radius, 0 for a slab. */
  readonly rounding: number;
  /** Whether the file's shape is a flat polygon and the polyhedron a slab. */
  readonly slab: boolean;
  /**
   * Vertex of the polyhedron for each vertex of the file; -1 where it is no corner of the hull, and for slabs. Length
   * nv.
   */
  readonly vertexOfFile: Int32Array;
  /**
   * Edge of the polyhedron for each edge of the file; -1 where it lies inside a face of the polyhedron, and for slabs.
   * Length ne.
   */
  readonly edgeOfFile: Int32Array;
  /**
   * Faces of the polyhedron for each face of the file, length nf: one where they agree or where the file splits a face
   * of the polyhedron, several where the vertices of the file's face are not quite in one plane; none for slabs.
   */
  readonly facesOfFile: readonly (readonly number[])[];
}

/**
 * The accuracy of numbers in files, relative to the size of the shape. By default C++ streams print six significant
 * digits. The error of a coordinate is then up to 5e-6 of itself, and a point is off a plane through others by about
 * twice that.
 */
const FILE_PRECISION = 1e-5;

/**
 * Throws InputError as {@link readShapes} says; `lineOfPoint` gives the line of a vertex, for the error. Notices report
 * omitted vertices, faces that are not planar, and polygons that became slabs.
 */
export function solidOfShape(shape: ShapeRecord, lineOfPoint: (point: number) => number, reading: Reading): ShapeSolid {
  const { points, radius, line, name } = shape;
  const n = points.length / 3;
  const words = `shape ${quoted(name)}`;
  const title = `line ${line}: ${words}`;
  if (n === 0) throw fileError(line, `${words} has no vertices, expected one or more`, 0);
  if (n < 3) {
    const what = n === 1 ? 'one vertex, a sphere' : 'two vertices, a rod';
    throw new InputError(
      'too-few-points',
      `${title} has ${what}; expected a polyhedron of four or more vertices or a flat polygon`,
      line,
      n,
    );
  }
  const plane = planeOf(points);
  if (plane.extent === 0) throw new InputError('coincident', `${title}: all ${n} vertices are one point`, line, 0);
  // The precision of the file is too low to determine the plane of a needle.
  const isFlat = plane.width > FILE_PRECISION * plane.extent && plane.height <= FILE_PRECISION * plane.extent;
  if (isFlat && radius > 0) return slabOfShape(shape, plane, lineOfPoint, reading);
  if (isFlat && n === 3) throw new InputError('flat', `${title} is a triangle with radius 0, which encloses no volume`, line, 0);

  const report = createHullReport();
  const polyhedron = build(points, title, line, report);
  const clearly = FILE_PRECISION * plane.extent + polyhedron.tolerance;
  for (const i of report.inside) {
    const [x, y, z] = [0, 1, 2].map((k) => points[3 * i + k] - polyhedron.origin[k]);
    const depth = depthOf(polyhedron, x, y, z);
    if (depth <= clearly) continue;
    throw new InputError(
      'non-convex',
      `line ${lineOfPoint(i)}: vertex ${i} of shape ${quoted(shape.name)} lies ${depth} inside the convex hull of the others; split the shape into convex parts`,
      lineOfPoint(i),
      depth,
    );
  }
  const vertexOfFile = report.vertexOfInput;
  const left = [...vertexOfFile.keys()].filter((i) => vertexOfFile[i] < 0);
  if (left.length > 0) {
    const first = left.slice(0, MOST_LISTED).join(', ') + (left.length > MOST_LISTED ? ` and ${left.length - MOST_LISTED} more` : '');
    addNotice(reading, 'changed', line, `${words}: vertices ${first} lie on a face or edge of the hull and were left out`, name);
  }

  const checkEdge = (a: number, b: number): void => {
    const [x, y, z] = [0, 1, 2].map((k) => 0.5 * (points[3 * a + k] + points[3 * b + k]) - polyhedron.origin[k]);
    const depth = depthOf(polyhedron, x, y, z);
    if (depth <= clearly) return;
    throw new InputError(
      'non-convex',
      `${title}: its edge from vertex ${a} to ${b} runs ${depth} inside the convex hull of the shape; split the shape into convex parts`,
      line,
      depth,
    );
  };
  const edgeOfFile = new Int32Array(shape.edges.length / 2);
  for (let e = 0; e < edgeOfFile.length; e++) {
    edgeOfFile[e] = edgeBetween(polyhedron, vertexOfFile[shape.edges[2 * e]], vertexOfFile[shape.edges[2 * e + 1]]);
    if (edgeOfFile[e] < 0) checkEdge(shape.edges[2 * e], shape.edges[2 * e + 1]);
  }
  for (const face of shape.faces) {
    face.forEach((v, k) => {
      const w = face[(k + 1) % face.length];
      if (edgeBetween(polyhedron, vertexOfFile[v], vertexOfFile[w]) < 0) checkEdge(v, w);
    });
  }
  const facesOfFile = shape.faces.map((face) => facesWithin(polyhedron, face, vertexOfFile));
  const bent = facesOfFile.filter((faces) => faces.length > 1).length;
  if (bent > 0) {
    const reason =
      `${words}: ${bent} of ${facesOfFile.length} faces are not planar to within rounding (${polyhedron.tolerance}); ` +
      `the hull of the vertices as they stand has ${polyhedron.faceCount} faces`;
    addNotice(reading, 'changed', line, reason, name);
  }
  return { polyhedron, rounding: radius, slab: false, vertexOfFile, edgeOfFile, facesOfFile };
}

/** Vertices that a notice lists by number. */
const MOST_LISTED = 10;

interface Plane {
  /** Largest distance from the first vertex. */
  extent: number;
  /** Largest distance of a vertex from the line through the first vertex and the one farthest from it. */
  width: number;
  /** Largest distance of a vertex from the plane through those two and the vertex farthest from their line. */
  height: number;
  normal: [number, number, number];
}

/**
 * The plane through three vertices that are far apart. Differences are scaled to the extent, so no product over- or
 * underflows.
 */
function planeOf(p: Float64Array): Plane {
  const n = p.length / 3;
  const plane: Plane = { extent: 0, width: 0, height: 0, normal: [0, 0, 0] };
  let far = 0;
  for (let i = 1; i < n; i++) {
    const d = Math.max(Math.abs(p[3 * i] - p[0]), Math.abs(p[3 * i + 1] - p[1]), Math.abs(p[3 * i + 2] - p[2]));
    if (d > plane.extent) {
      plane.extent = d;
      far = i;
    }
  }
  if (plane.extent === 0) return plane;
  const scale = plane.extent;
  const from = (i: number): [number, number, number] => [
    (p[3 * i] - p[0]) / scale,
    (p[3 * i + 1] - p[1]) / scale,
    (p[3 * i + 2] - p[2]) / scale,
  ];
  const u = from(far);
  const length = norm(u);
  let most = 0;
  for (let i = 1; i < n; i++) {
    const c = cross(u, from(i));
    const size = norm(c);
    if (size > most) {
      most = size;
      plane.normal = [c[0] / size, c[1] / size, c[2] / size];
    }
  }
  plane.width = (most / length) * scale;
  for (let i = 1; i < n; i++) {
    const v = from(i);
    plane.height = Math.max(plane.height, scale * Math.abs(plane.normal[0] * v[0] + plane.normal[1] * v[1] + plane.normal[2] * v[2]));
  }
  return plane;
}

function slabOfShape(shape: ShapeRecord, plane: Plane, lineOfPoint: (point: number) => number, reading: Reading): ShapeSolid {
  const { points, radius, line, name } = shape;
  const n = points.length / 3;
  const [nx, ny, nz] = plane.normal;
  const flat = new Float64Array(3 * n);
  const both = new Float64Array(6 * n);
  for (let i = 0; i < n; i++) {
    const off = nx * (points[3 * i] - points[0]) + ny * (points[3 * i + 1] - points[1]) + nz * (points[3 * i + 2] - points[2]);
    for (let k = 0; k < 3; k++) {
      flat[3 * i + k] = points[3 * i + k] - off * plane.normal[k];
      both[3 * i + k] = flat[3 * i + k] + radius * plane.normal[k];
      both[3 * (n + i) + k] = flat[3 * i + k] - radius * plane.normal[k];
    }
  }
  const polyhedron = build(both, `line ${line}: shape ${quoted(shape.name)}`, line);
  // Depth inside the polygon: the distance from the slab's narrow faces only.
  for (let i = 0; i < n; i++) {
    let depth = Infinity;
    for (let f = 0; f < polyhedron.faceCount; f++) {
      const [a, b, c] = polyhedron.normals.subarray(3 * f, 3 * f + 3);
      if (Math.abs(a * nx + b * ny + c * nz) > 0.5) continue;
      const distance =
        a * (flat[3 * i] - polyhedron.origin[0]) +
        b * (flat[3 * i + 1] - polyhedron.origin[1]) +
        c * (flat[3 * i + 2] - polyhedron.origin[2]);
      depth = Math.min(depth, polyhedron.offsets[f] - distance);
    }
    if (depth > FILE_PRECISION * plane.extent + polyhedron.tolerance) {
      throw new InputError(
        'non-convex',
        `line ${lineOfPoint(i)}: vertex ${i} of the flat shape ${quoted(shape.name)} lies ${depth} inside the convex hull of the others; split the polygon into convex parts`,
        lineOfPoint(i),
        depth,
      );
    }
  }
  addNotice(
    reading,
    'changed',
    line,
    `the flat polygon ${quoted(name)} with radius ${radius} is read as a slab of thickness ${2 * radius}`,
    name,
  );
  return {
    polyhedron,
    rounding: 0,
    slab: true,
    vertexOfFile: new Int32Array(n).fill(-1),
    edgeOfFile: new Int32Array(shape.edges.length / 2).fill(-1),
    facesOfFile: shape.faces.map(() => []),
  };
}

/** The hull; errors of the geometry get the shape's name and line. */
function build(points: Float64Array, title: string, line: number, report?: HullReport): ConvexPolyhedron {
  try {
    return polyhedronFromVertices(points, report);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.code, `${title}: ${error.message}`, line, error.value);
  }
}

/** How far a point lies inside: its least distance from the planes of the faces, negative outside. */
function depthOf(polyhedron: ConvexPolyhedron, x: number, y: number, z: number): number {
  const { normals, offsets } = polyhedron;
  let depth = Infinity;
  for (let f = 0; f < polyhedron.faceCount; f++) {
    depth = Math.min(depth, offsets[f] - (normals[3 * f] * x + normals[3 * f + 1] * y + normals[3 * f + 2] * z));
  }
  return depth;
}

/** Edge with the given ends; -1 if there is no such edge. */
function edgeBetween(polyhedron: ConvexPolyhedron, a: number, b: number): number {
  if (a < 0 || b < 0) return -1;
  const first = polyhedron.vertexHalfEdge[a];
  let h = first;
  do {
    if (polyhedron.halfEdgeOrigin[h ^ 1] === b) return h >> 1;
    h = polyhedron.halfEdgeNext[h ^ 1];
  } while (h !== first);
  return -1;
}

/** Faces whose vertices all belong to the file's face, or that contain all its vertices. */
function facesWithin(polyhedron: ConvexPolyhedron, face: readonly number[], vertexOfFile: Int32Array): number[] {
  const corners = new Set(face.map((v) => vertexOfFile[v]));
  // Points that are not corners of the hull lie inside its faces or edges and are ignored.
  corners.delete(-1);
  const found = new Set<number>();
  for (const corner of corners) {
    let h = polyhedron.vertexHalfEdge[corner];
    do {
      const loop: number[] = [];
      let g = h;
      do {
        loop.push(polyhedron.halfEdgeOrigin[g]);
        g = polyhedron.halfEdgeNext[g];
      } while (g !== h);
      const shared = loop.filter((v) => corners.has(v)).length;
      // Two corners of an edge would fit both faces of it.
      if (shared >= 3 && (shared === loop.length || shared === corners.size)) found.add(polyhedron.halfEdgeFace[h]);
      h = polyhedron.halfEdgeNext[h ^ 1];
    } while (h !== polyhedron.vertexHalfEdge[corner]);
  }
  return [...found];
}

function cross(u: readonly number[], v: readonly number[]): [number, number, number] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function norm(v: readonly number[]): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
