/* eslint-disable no-restricted-syntax -- data enters the library here: what is wrong with a mesh is said once, when it is built */
/**
 * What a mesh of triangles is made of: welded vertices, edges and how the surface bends there, flat parts, vertices that stick out.
 *
 * An edge is flat when neither triangle leaves the plane of the other by more than what rounding of the vertices can do: with 6V the volume that the four vertices
 * span (exact to the last bits) and 2A, 2A' twice the areas, |6V| <= tolerance (2A + 2A'). Triangles connected by flat edges are a flat part and get one plane, the sum of their
 * area vectors: a floor cut into a million triangles is one plane to the last bit. Where that plane misses a vertex by more than {@link FLAT_PART} tolerances (edges flat to
 * rounding, but a surface that slowly turns) each triangle keeps a plane of its own.
 *
 * A vertex sticks out when ridges or borders meet there and some direction m has m·(q - p) < 0 for all its neighbours q. Cold: O(n log n), maps and lists.
 */
import { InputError } from '../math/input-error';
import { addVectors, areaVector, directionOf, sixVolumes, type VectorSum } from '../polyhedron/area-vector';
import type { PointSet } from '../polyhedron/points';
import { WallEdge, type MeshWall } from './mesh-wall';

export type MeshTopology = Omit<MeshWall, 'kind' | 'tree' | 'tolerance' | 'position' | 'orientation'>;

/** The plane of a flat part is known to its vertices' tolerance; the far end of a part is reached over several triangles, each with its own. */
const FLAT_PART = 4;

/** Passes of the perceptron; it finds cones open by 1/15 and more. */
const PASSES = 200;
/** Two for each triangle at the vertex. */
const MANY_SPOKES = 64;

export function meshTopology(points: PointSet, indices: ArrayLike<number> | null): MeshTopology {
  const { coordinates, tolerance } = points;
  const given = coordinates.length / 3;
  const corners = indices ?? Array.from({ length: given }, (_, i) => i);
  if (corners.length === 0 || corners.length % 3 !== 0) {
    throw new InputError('bad-length', `${corners.length} corners are not a whole number of triangles, one or more`, -1, corners.length);
  }
  const triangleCount = corners.length / 3;
  const { vertices, place } = weld(points);
  const triangles = new Int32Array(corners.length);
  for (let c = 0; c < corners.length; c++) {
    const v = corners[c];
    if (!(Number.isInteger(v) && v >= 0 && v < given)) {
      const text = `triangle ${Math.floor(c / 3)} has corner ${v}, but there are ${given} vertices, counted from 0`;
      throw new InputError('bad-index', text, Math.floor(c / 3), v);
    }
    triangles[c] = place[v];
  }
  const areas = areaVectors(vertices, triangles, tolerance);
  const edges = edgesOf(vertices, triangles, areas, tolerance);
  const planes = flatParts(vertices, triangles, areas, edges, tolerance);
  const rings = vertexRings(vertices.length / 3, triangles);
  return {
    vertexCount: vertices.length / 3,
    triangleCount,
    edgeCount: edges.edgeKinds.length,
    vertices,
    triangles,
    ...planes,
    ownsCorner: cornerOwners(triangles, planes.flatPart, rings),
    ...edges,
    isPeak: peaks(vertices, triangles, edges, planes.normals, rings, tolerance),
    ...rings,
  };
}

/**
 * Each point goes to the first one within the tolerance that was not itself welded. Cells find it; they are much wider than the tolerance, so that nearly always one holds all that may be near.
 */
function weld({ coordinates, tolerance }: PointSet): { vertices: Float64Array; place: Int32Array } {
  const count = coordinates.length / 3;
  const place = new Int32Array(count);
  const kept: number[] = [];
  const cells = new Map<string, number[]>();
  const size = tolerance > 0 ? CELL * tolerance : 1;
  const cell = (x: number): number => Math.floor(x / size);
  const isNear = (i: number, v: number): boolean => {
    let square = 0;
    for (let k = 0; k < 3; k++) square += (coordinates[3 * i + k] - coordinates[3 * kept[v] + k]) ** 2;
    return square <= tolerance * tolerance;
  };
  const find = (i: number): number => {
    const x = coordinates[3 * i];
    const y = coordinates[3 * i + 1];
    const z = coordinates[3 * i + 2];
    for (let cx = cell(x - tolerance); cx <= cell(x + tolerance); cx++) {
      for (let cy = cell(y - tolerance); cy <= cell(y + tolerance); cy++) {
        for (let cz = cell(z - tolerance); cz <= cell(z + tolerance); cz++) {
          for (const v of cells.get(`${cx} ${cy} ${cz}`) ?? []) if (isNear(i, v)) return v;
        }
      }
    }
    return -1;
  };
  for (let i = 0; i < count; i++) {
    let v = find(i);
    if (v < 0) {
      v = kept.push(i) - 1;
      const key = `${cell(coordinates[3 * i])} ${cell(coordinates[3 * i + 1])} ${cell(coordinates[3 * i + 2])}`;
      const list = cells.get(key);
      if (list) list.push(v);
      else cells.set(key, [v]);
    }
    place[i] = v;
  }
  const vertices = new Float64Array(3 * kept.length);
  kept.forEach((i, v) => vertices.set(coordinates.subarray(3 * i, 3 * i + 3), 3 * v));
  return { vertices, place };
}

/** Width of a cell of {@link weld} in tolerances: a whole power of two, so that cell numbers (at most 2^52 / 16 / 64) are exact. */
const CELL = 64;

/** Twice the area vectors; throws for triangles narrower than the tolerance. */
function areaVectors(vertices: Float64Array, triangles: Int32Array, tolerance: number): Float64Array {
  const areas = new Float64Array(triangles.length);
  for (let t = 0; 3 * t < triangles.length; t++) {
    const a = triangles[3 * t];
    const b = triangles[3 * t + 1];
    const c = triangles[3 * t + 2];
    const area = areaVector(vertices, a, b, c);
    const longest = Math.max(distance(vertices, a, b), distance(vertices, b, c), distance(vertices, c, a));
    const width = longest > 0 ? Math.sqrt(area[0] ** 2 + area[1] ** 2 + area[2] ** 2) / longest : 0;
    if (!(width > tolerance)) {
      throw new InputError('degenerate-face', `triangle ${t} has no area: its corners are within ${width} of a line`, t, width);
    }
    areas.set(area, 3 * t);
  }
  return areas;
}

interface Edges {
  readonly triangleEdges: Int32Array;
  readonly edgeVertices: Int32Array;
  readonly edgeTriangles: Int32Array;
  readonly edgeKinds: Uint8Array;
}

function edgesOf(vertices: Float64Array, triangles: Int32Array, areas: Float64Array, tolerance: number): Edges {
  const count = vertices.length / 3;
  const known = new Map<number, number>();
  const triangleEdges = new Int32Array(triangles.length);
  const ends: number[] = [];
  const sides: number[] = [];
  const forward: boolean[] = [];
  for (let c = 0; c < triangles.length; c++) {
    const t = Math.floor(c / 3);
    const a = triangles[c];
    const b = triangles[c % 3 === 2 ? c - 2 : c + 1];
    const key = Math.min(a, b) * count + Math.max(a, b);
    let e = known.get(key);
    if (e === undefined) {
      e = sides.length / 2;
      known.set(key, e);
      ends.push(Math.min(a, b), Math.max(a, b));
      sides.push(t, -1);
      forward.push(a < b);
    } else if (sides[2 * e + 1] >= 0) {
      const text = `triangles ${sides[2 * e]}, ${sides[2 * e + 1]} and ${t} share an edge, two at most can`;
      throw new InputError('non-manifold', text, t, 3);
    } else if (forward[e] === a < b) {
      const text = `triangles ${sides[2 * e]} and ${t} run along their edge the same way: one shows its front where the other shows its back`;
      throw new InputError('wrong-winding', text, t);
    } else {
      sides[2 * e + 1] = t;
    }
    triangleEdges[c] = e;
  }
  const edgeKinds = new Uint8Array(sides.length / 2);
  for (let e = 0; e < edgeKinds.length; e++) {
    const t = sides[2 * e];
    const u = sides[2 * e + 1];
    edgeKinds[e] =
      u < 0 ? WallEdge.Border : bend(vertices, triangles, areas, t, u, opposite(triangles, u, ends[2 * e], ends[2 * e + 1]), tolerance);
  }
  return { triangleEdges, edgeVertices: Int32Array.from(ends), edgeTriangles: Int32Array.from(sides), edgeKinds };
}

/** The corner of a triangle that is neither of two. */
function opposite(triangles: Int32Array, t: number, a: number, b: number): number {
  for (let k = 0; k < 3; k++) if (triangles[3 * t + k] !== a && triangles[3 * t + k] !== b) return triangles[3 * t + k];
  return a;
}

/** How triangle u, whose far corner is `tip`, goes on from triangle t. */
function bend(v: Float64Array, triangles: Int32Array, areas: Float64Array, t: number, u: number, tip: number, tolerance: number): WallEdge {
  const volume = -sixVolumes(v, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2], tip);
  const sum = tolerance * (size(areas, t) + size(areas, u));
  const folded = dot(areas, 3 * t, areas, 3 * u) < 0;
  if (Math.abs(volume) <= sum) return folded ? WallEdge.Convex : WallEdge.Flat;
  return volume > 0 ? WallEdge.Concave : WallEdge.Convex;
}

interface Planes {
  readonly normals: Float64Array;
  readonly offsets: Float64Array;
  readonly flatPart: Int32Array;
}

function flatParts(vertices: Float64Array, triangles: Int32Array, areas: Float64Array, edges: Edges, tolerance: number): Planes {
  const count = triangles.length / 3;
  const normals = new Float64Array(3 * count);
  const offsets = new Float64Array(count);
  const flatPart = new Int32Array(count).fill(-1);
  let parts = 0;
  for (let seed = 0; seed < count; seed++) {
    if (flatPart[seed] >= 0) continue;
    const members = [seed];
    flatPart[seed] = parts;
    for (let at = 0; at < members.length; at++) {
      for (let k = 0; k < 3; k++) {
        const e = edges.triangleEdges[3 * members[at] + k];
        if (edges.edgeKinds[e] !== WallEdge.Flat) continue;
        const next = edges.edgeTriangles[2 * e] + edges.edgeTriangles[2 * e + 1] - members[at];
        if (flatPart[next] >= 0) continue;
        flatPart[next] = parts;
        members.push(next);
      }
    }
    if (setPlane(vertices, triangles, areas, members, normals, offsets) > FLAT_PART * tolerance) {
      for (const t of members) {
        flatPart[t] = parts++;
        setPlane(vertices, triangles, areas, [t], normals, offsets);
      }
    } else {
      parts++;
    }
  }
  return { normals, offsets, flatPart };
}

/** One plane for some triangles; returns how far it misses their corners. */
function setPlane(
  vertices: Float64Array,
  triangles: Int32Array,
  areas: Float64Array,
  members: readonly number[],
  normals: Float64Array,
  offsets: Float64Array,
): number {
  let sum: VectorSum = [0, 0, 0, 0, 0, 0];
  for (const t of members) sum = addVectors(sum, [areas[3 * t], areas[3 * t + 1], areas[3 * t + 2], 0, 0, 0]);
  const normal = directionOf(sum);
  let low = Infinity;
  let high = -Infinity;
  for (const t of members) {
    for (let k = 0; k < 3; k++) {
      const h = dot(normal, 0, vertices, 3 * triangles[3 * t + k]);
      low = Math.min(low, h);
      high = Math.max(high, h);
    }
  }
  for (const t of members) {
    normals.set(normal, 3 * t);
    offsets[t] = low + (high - low) / 2;
  }
  return (high - low) / 2;
}

interface Rings {
  readonly vertexTriangleStart: Int32Array;
  readonly vertexTriangles: Int32Array;
}

function vertexRings(vertexCount: number, triangles: Int32Array): Rings {
  const vertexTriangleStart = new Int32Array(vertexCount + 1);
  for (const v of triangles) vertexTriangleStart[v + 1]++;
  for (let v = 0; v < vertexCount; v++) vertexTriangleStart[v + 1] += vertexTriangleStart[v];
  const next = vertexTriangleStart.slice();
  const vertexTriangles = new Int32Array(triangles.length);
  triangles.forEach((v, c) => (vertexTriangles[next[v]++] = Math.floor(c / 3)));
  return { vertexTriangleStart, vertexTriangles };
}

/** Of the triangles of one flat part at a vertex the lowest. */
function cornerOwners(triangles: Int32Array, flatPart: Int32Array, { vertexTriangleStart, vertexTriangles }: Rings): Uint8Array {
  const owns = new Uint8Array(triangles.length);
  triangles.forEach((v, c) => {
    const t = Math.floor(c / 3);
    let first = t;
    for (let r = vertexTriangleStart[v]; r < vertexTriangleStart[v + 1]; r++) {
      if (flatPart[vertexTriangles[r]] === flatPart[t]) first = Math.min(first, vertexTriangles[r]);
    }
    owns[c] = first === t ? 1 : 0;
  });
  return owns;
}

function peaks(
  vertices: Float64Array,
  triangles: Int32Array,
  { edgeKinds, edgeVertices }: Edges,
  normals: Float64Array,
  { vertexTriangleStart, vertexTriangles }: Rings,
  tolerance: number,
): Uint8Array {
  const count = vertices.length / 3;
  const isPeak = new Uint8Array(count);
  const rims = new Int32Array(count);
  edgeKinds.forEach((kind, e) => {
    if (kind !== WallEdge.Border && kind !== WallEdge.Convex) return;
    rims[edgeVertices[2 * e]]++;
    rims[edgeVertices[2 * e + 1]]++;
  });
  for (let v = 0; v < count; v++) {
    // What sticks out is where ridges or borders meet.
    if (rims[v] < 2) continue;
    const normal = [0, 0, 0];
    const spokes: number[][] = [];
    for (let r = vertexTriangleStart[v]; r < vertexTriangleStart[v + 1]; r++) {
      const t = vertexTriangles[r];
      for (let k = 0; k < 3; k++) {
        normal[k] += normals[3 * t + k];
        const w = triangles[3 * t + k];
        if (w !== v) spokes.push([0, 1, 2].map((i) => vertices[3 * w + i] - vertices[3 * v + i]));
      }
    }
    isPeak[v] = sticksOut(spokes, normal, 2 * tolerance) ? 1 : 0;
  }
  return isPeak;
}

/**
 * Whether some direction is at an obtuse angle to all spokes, by more than rounding of their ends. Such directions make a cone whose edges are
 * perpendicular to two spokes each; the sum of its edges is inside, and so does not depend on the order of the spokes. Flat fans have no such
 * edges: there it is the opposite of the mean spoke. Vertices with many spokes leave out the edges, which would be a cubic search: a perceptron looks instead,
 * from the mean normal on, and may give up in a narrow cone.
 */
function sticksOut(spokes: readonly number[][], normal: readonly number[], least: number): boolean {
  const isInside = (m: readonly number[], slack: number): boolean => {
    const length = Math.sqrt(dot(m, 0, m, 0));
    return length > 0 && spokes.every((s) => dot(m, 0, s, 0) < slack * length);
  };
  if (isInside(normal, -least)) return true;
  if (spokes.length > MANY_SPOKES) return perceptron(spokes, normal, least);
  const away = [0, 0, 0];
  const inner = [0, 0, 0];
  spokes.forEach((s, i) => {
    add(away, s, -1);
    for (let j = 0; j < i; j++) {
      const t = spokes[j];
      const ray = [s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]];
      for (const sign of [1, -1]) {
        const edge = ray.map((x) => sign * x);
        if (isInside(edge, least)) add(inner, edge, 1);
      }
    }
  });
  return isInside(inner, -least) || isInside(away, -least);
}

/** Adds sign times the unit vector along v. */
function add(sum: number[], v: readonly number[], sign: number): void {
  const length = Math.sqrt(dot(v, 0, v, 0));
  for (let k = 0; k < 3; k++) sum[k] += (sign * v[k]) / length;
}

function perceptron(spokes: readonly number[][], normal: readonly number[], least: number): boolean {
  const m = [...normal];
  for (let pass = 0; pass < PASSES; pass++) {
    const length = Math.sqrt(dot(m, 0, m, 0));
    let bad = false;
    for (const s of spokes) {
      if (dot(m, 0, s, 0) < -least * length) continue;
      bad = true;
      add(m, s, -1);
    }
    if (!bad) return true;
  }
  return false;
}

function distance(p: Float64Array, a: number, b: number): number {
  return Math.sqrt((p[3 * a] - p[3 * b]) ** 2 + (p[3 * a + 1] - p[3 * b + 1]) ** 2 + (p[3 * a + 2] - p[3 * b + 2]) ** 2);
}

function size(areas: Float64Array, t: number): number {
  return Math.sqrt(dot(areas, 3 * t, areas, 3 * t));
}

function dot(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}
