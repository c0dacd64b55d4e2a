/**
 * The solid of a shape of a .shp file: the convex hull of its vertices, which may be a point, a segment or a flat
 * polygon.
 *
 * A file of this kind may have non-convex shapes. Their hull would be another body. They have one of two signs: a
 * vertex inside the hull, or an edge that runs through it (a non-convex surface has an edge of more than 180 degrees
 * within, and such an edge lies inside the hull of the shape even when both its ends are corners of it). Both are
 * errors. Edges are those of the file and the sides of its faces; the winding of faces is not reliable in such files
 * and does not matter here. A shape whose faces do not cover the hull, such as a frame of rods, gets a notice.
 *
 * Shapes with a radius need no volume: one vertex is a sphere, two (or more on one line) are a rod, a flat polygon is a
 * plate. Their polyhedra are cores (polyhedron/cores.ts).
 *
 * Frame: `polyhedron.origin` is the centroid in the shape's frame: a body of this shape at position p with rotation R
 * has its centroid at p + R origin.
 */
import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { plateCore, pointCore, segmentCore } from '../polyhedron/cores';
import { polyhedronFromVertices } from '../polyhedron/from-vertices';
import { createHullReport, type HullReport } from '../polyhedron/hull-report';
import { addNotice, type Reading } from './reading';
import type { ShapeRecord } from './shp';
import { fileError, quoted } from './text';

/** The solid of a shape of a .shp file. */
export interface ShapeSolid {
  /** Sharp polyhedron, relative to its centroid; a core (dimension below 3) for a sphere, a rod or a plate. */
  readonly polyhedron: ConvexPolyhedron;
  /** Rounding radius that goes with it: the file's radius. */
  readonly rounding: number;
  /**
   * Vertex of the polyhedron for each vertex of the file; -1 where it is not a corner of the hull. Length nv.
   */
  readonly vertexOfFile: Int32Array;
  /**
   * Edge of the polyhedron for each edge of the file; -1 where it lies inside a face of the polyhedron. Length ne.
   */
  readonly edgeOfFile: Int32Array;
  /**
   * Faces of the polyhedron for each face of the file, length nf: one where they agree or where the file splits a face
   * of the polyhedron, several where the vertices of the file's face are not quite in one plane, both of a plate.
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
 * Throws InputError as {@link readShapes} says; `lineOfPoint` gives the line of a vertex, for the error. Notices
 * report omitted or moved vertices, faces that are not planar, and shapes that their faces do not close.
 */
export function solidOfShape(shape: ShapeRecord, lineOfPoint: (point: number) => number, reading: Reading): ShapeSolid {
  const { points, radius, line, name } = shape;
  const n = points.length / 3;
  const words = `shape ${quoted(name)}`;
  const title = `line ${line}: ${words}`;
  if (n === 0) throw fileError(line, `${words} has no vertices, expected one or more`, 0);
  if (n < 3 && radius === 0) {
    const what = n === 1 ? 'one vertex' : 'two vertices';
    throw new InputError('too-few-points', `${title} has ${what} and radius 0, which encloses no volume`, line, n);
  }
  if (n === 1) return lineOfShape(shape, title, reading);
  const plane = planeOf(points);
  if (plane.extent === 0) throw new InputError('coincident', `${title}: all ${n} vertices are one point`, line, 0);
  const isThin = plane.width <= FILE_PRECISION * plane.extent;
  if (n === 2 || (isThin && radius > 0 && !spansVolume(points))) return lineOfShape(shape, title, reading);
  // The precision of the file is too low to determine the plane of a needle.
  const isFlat = !isThin && plane.height <= FILE_PRECISION * plane.extent;
  if (isFlat && radius > 0) return plateOfShape(shape, plane, title, lineOfPoint, reading);
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
  tellLeftOut(vertexOfFile, shape, 'a face or edge of the hull', reading);

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
  tellOpen(polyhedron, shape, reading);
  return { polyhedron, rounding: radius, vertexOfFile, edgeOfFile, facesOfFile };
}

/** A shape is open where its faces cover less than this part of its hull. Numbers of a file change an area by less. */
const COVERED = 1 - 1e-3;

/**
 * Notice of a shape whose faces do not close its hull, such as a frame of rods. In the code that wrote it other bodies
 * get inside. A file with neither edges nor faces gives the corners of a solid.
 */
function tellOpen({ area, dimension }: ConvexPolyhedron, { points, edges, faces, line, name }: ShapeRecord, reading: Reading): void {
  if (edges.length + faces.length === 0) return;
  const sides = dimension === 2 ? 2 : 1;
  const covered = (sides * faces.reduce((sum, face) => sum + areaOf(points, face), 0)) / area;
  if (!(covered < COVERED)) return;
  const percent = Math.round(1000 * covered) / 10;
  const words = `shape ${quoted(name)}: its faces cover ${percent} % of the surface of its convex hull, and it is read as the whole hull`;
  addNotice(reading, 'changed', line, `${words}; clumpOfShape makes plates, rods and spheres of it`, name);
}

/** Area of a polygon of vertices. */
function areaOf(points: Float64Array, face: readonly number[]): number {
  const from = (v: number): number[] => [0, 1, 2].map((k) => points[3 * v + k] - points[3 * face[0] + k]);
  const sum = [0, 0, 0];
  for (let k = 1; k + 1 < face.length; k++) cross(from(face[k]), from(face[k + 1])).forEach((x, axis) => (sum[axis] += x));
  return 0.5 * norm(sum);
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

/** A sphere of one vertex; a rod between the two vertices of a line that are farthest apart. */
function lineOfShape(shape: ShapeRecord, title: string, reading: Reading): ShapeSolid {
  const { points, radius, line, name, edges } = shape;
  const n = points.length / 3;
  if (n === 1) return { polyhedron: pointCore([points[0], points[1], points[2]]), rounding: radius, ...noneOf(shape, [0]) };
  // On a line the vertex farthest from any other is an end.
  const end = farthestFrom(points, 0);
  const [first, last] = [end, farthestFrom(points, end)].sort((i, j) => i - j);
  const corners = [first, last];
  const polyhedron = named(title, line, () => segmentCore(corners.map((i) => [points[3 * i], points[3 * i + 1], points[3 * i + 2]])));
  if (n > 2) {
    const words = `shape ${quoted(name)}: its ${n} vertices are on one line; it is read as a rod from vertex ${first} to ${last}`;
    addNotice(reading, 'changed', line, words, name);
  }
  const none = noneOf(shape, corners);
  for (let e = 0; e < edges.length / 2; e++) {
    if (corners.includes(edges[2 * e]) && corners.includes(edges[2 * e + 1])) none.edgeOfFile[e] = 0;
  }
  return { polyhedron, rounding: radius, ...none };
}

/** The vertex farthest from vertex i. */
function farthestFrom(points: Float64Array, i: number): number {
  let most = 0;
  let at = i;
  for (let j = 0; j < points.length / 3; j++) {
    const d = norm([0, 1, 2].map((k) => points[3 * j + k] - points[3 * i + k]));
    if (d > most) [at, most] = [j, d];
  }
  return at;
}

/** Maps of a core whose vertices are these of the file; edges and faces are still to come. */
function noneOf(
  { points, edges, faces }: ShapeRecord,
  corners: readonly number[],
): Pick<ShapeSolid, 'vertexOfFile' | 'edgeOfFile' | 'facesOfFile'> {
  const vertexOfFile = new Int32Array(points.length / 3).fill(-1);
  corners.forEach((i, v) => (vertexOfFile[i] = v));
  return { vertexOfFile, edgeOfFile: new Int32Array(edges.length / 2).fill(-1), facesOfFile: faces.map(() => []) };
}

/** A flat polygon: its vertices in their plane, those inside the outline to the precision of a file left out. */
function plateOfShape(
  shape: ShapeRecord,
  plane: Plane,
  title: string,
  lineOfPoint: (point: number) => number,
  reading: Reading,
): ShapeSolid {
  const { points, radius, line, name } = shape;
  const n = points.length / 3;
  const flat = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const off = plane.normal.reduce((sum, x, k) => sum + x * (points[3 * i + k] - points[k]), 0);
    for (let k = 0; k < 3; k++) flat[3 * i + k] = points[3 * i + k] - off * plane.normal[k];
  }
  let kept = Array.from({ length: n }, (_, i) => i);
  let polyhedron: ConvexPolyhedron | undefined;
  while (polyhedron === undefined) {
    try {
      polyhedron = plateCore(kept.map((i) => [flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]]));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (error.code !== 'non-convex') throw new InputError(error.code, `${title}: ${error.message}`, line, error.value);
      const inside = kept[error.index];
      if (error.value > FILE_PRECISION * plane.extent) {
        const text = `vertex ${inside} of the flat shape ${quoted(name)} lies ${error.value} inside the convex hull of the others`;
        const where = lineOfPoint(inside);
        throw new InputError('non-convex', `line ${where}: ${text}; split the polygon into convex parts`, where, error.value);
      }
      kept = kept.filter((i) => i !== inside);
    }
  }
  const { vertices, origin, tolerance } = polyhedron;
  const vertexOfFile = Int32Array.from({ length: n }, (_, i) => {
    const away = (v: number): number => norm([0, 1, 2].map((k) => vertices[3 * v + k] + origin[k] - flat[3 * i + k]));
    return Array.from({ length: vertices.length / 3 }, (_, v) => v).find((v) => away(v) <= 2 * tolerance) ?? -1;
  });
  tellLeftOut(vertexOfFile, shape, 'its outline', reading);
  if (plane.height > tolerance) {
    const words = `shape ${quoted(name)}: its vertices are up to ${plane.height} out of one plane, into which they were moved`;
    addNotice(reading, 'changed', line, words, name);
  }
  const edgeOfFile = Int32Array.from({ length: shape.edges.length / 2 }, (_, e) =>
    edgeBetween(polyhedron, vertexOfFile[shape.edges[2 * e]], vertexOfFile[shape.edges[2 * e + 1]]),
  );
  tellOpen(polyhedron, shape, reading);
  return { polyhedron, rounding: radius, vertexOfFile, edgeOfFile, facesOfFile: shape.faces.map(() => [0, 1]) };
}

/** Notice of the vertices that are no corners. */
function tellLeftOut(vertexOfFile: Int32Array, { line, name }: ShapeRecord, what: string, reading: Reading): void {
  const left = [...vertexOfFile.keys()].filter((i) => vertexOfFile[i] < 0);
  if (left.length === 0) return;
  const first = left.slice(0, MOST_LISTED).join(', ') + (left.length > MOST_LISTED ? ` and ${left.length - MOST_LISTED} more` : '');
  addNotice(reading, 'changed', line, `shape ${quoted(name)}: vertices ${first} lie on ${what} and were left out`, name);
}

/** The hull. */
function build(points: Float64Array, title: string, line: number, report?: HullReport): ConvexPolyhedron {
  return named(title, line, () => polyhedronFromVertices(points, report));
}

/** The result; errors get the title and line of the shape. */
function named<T>(title: string, line: number, make: () => T): T {
  try {
    return make();
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

/** Whether the hull of the points is a solid. Thin needles are, where their coordinates say so. */
function spansVolume(points: Float64Array): boolean {
  try {
    return polyhedronFromVertices(points).dimension === 3;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

function cross(u: readonly number[], v: readonly number[]): [number, number, number] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function norm(v: readonly number[]): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
