/* eslint-disable no-restricted-syntax -- data enters the library here: a mesh is checked when it is built */
/**
 * The topology of a mesh of triangles: welded vertices, edges and the bend of the surface there, flat parts, connected
 * pieces. Cold.
 *
 * The contacts use two of these: the sides that are borders, and the triangles of pieces with a border. The others give
 * the features of contact points, so the features do not change when a corner of a body slides from triangle to
 * triangle.
 */
import { angleOf } from '../math/elementary';
import { InputError } from '../math/input-error';
import { areaVector } from '../polyhedron/area-vector';
import type { PointSet } from '../polyhedron/points';
import { checkAgreement, edgesOf, endOf, orientAlike, runsUp, type Edges } from './mesh-edges';
import { cornerNames, flatParts, sharpFeatures } from './mesh-parts';
import { seamsOf } from './mesh-seams';
import type { MeshReport, MeshWall } from './mesh-wall';
import { weldVertices } from './mesh-weld';
import { triangleTree } from './triangle-tree';

export type MeshTopology = Omit<MeshWall, 'kind' | 'twoSided' | 'tolerance' | 'position' | 'orientation' | 'velocity' | 'angularVelocity'>;

/** @param weld Vertices within this distance are welded. Vertices within the tolerance are always welded. */
export function meshTopology(
  points: PointSet,
  indices: ArrayLike<number> | null,
  twoSided: boolean,
  repair: boolean,
  weld: number,
): MeshTopology {
  const { coordinates, tolerance } = points;
  const { vertices, place } = weldVertices(points, Math.max(tolerance, weld));
  const given = cornersOf(indices, coordinates.length / 3, place);
  const { triangles, source, areas } = properTriangles(vertices, given, tolerance, twoSided, repair);
  let edges = edgesOf(triangles, vertices.length / 3);
  let flipped = 0;
  if (twoSided || repair) {
    flipped = orientAlike(triangles, areas, edges);
    if (flipped > 0) edges = edgesOf(triangles, vertices.length / 3);
  } else {
    checkAgreement(triangles, edges, source);
  }
  const tree = triangleTree(vertices, triangles);
  const isAlone = Uint8Array.from(triangles, (_, c) => (edges.edgeSides[edges.triangleEdges[c]].length === 1 ? 1 : 0));
  const seams = seamsOf(vertices, triangles, isAlone, tree, tolerance);
  const planes = flatParts(vertices, triangles, areas, edges, seams, tolerance);
  const openSides = Uint8Array.from(isAlone, (alone, c) => (alone === 1 && seams[c] === null ? 1 : 0));
  const { isSheet, pieces, closedPieces } = piecesOf(edges, seams, openSides);
  const report: MeshReport = {
    welded: coordinates.length / 3 - vertices.length / 3,
    dropped: given.length / 3 - triangles.length / 3,
    flipped,
    unoriented: edges.edgeSides.filter((s) => s.length === 2 && runsUp(triangles, s[0]) === runsUp(triangles, s[1])).length,
    junctions: edges.edgeSides.filter((s) => s.length > 2).length,
    seams: seams.filter((s) => s !== null).length,
    borders: openSides.reduce((sum, open) => sum + open, 0),
    pieces,
    closedPieces,
  };
  return {
    vertexCount: vertices.length / 3,
    triangleCount: triangles.length / 3,
    edgeCount: edges.edgeSides.length,
    vertices,
    triangles,
    sourceTriangle: source,
    normals: planes.normals,
    offsets: planes.offsets,
    flatPart: planes.flatPart,
    partSize: sizesOf(planes.flatPart),
    triangleEdges: edges.triangleEdges,
    edgeVertices: edges.edgeVertices,
    edgeKinds: planes.edgeKinds,
    ...cornerNames(triangles, edges, planes, vertices.length / 3),
    cornerAngles: anglesOf(vertices, triangles),
    ...sharpFeatures(triangles, edges, planes, vertices.length / 3),
    openSides,
    isSheet,
    tree,
    report,
  };
}

/** The corners of the triangles as welded vertices. */
function cornersOf(indices: ArrayLike<number> | null, given: number, place: Int32Array): Int32Array {
  const corners = indices ?? Array.from({ length: given }, (_, i) => i);
  if (corners.length === 0 || corners.length % 3 !== 0) {
    throw new InputError('bad-length', `${corners.length} corners are not a whole number of triangles, one or more`, -1, corners.length);
  }
  const out = new Int32Array(corners.length);
  for (let c = 0; c < corners.length; c++) {
    const v = corners[c];
    if (!(Number.isInteger(v) && v >= 0 && v < given)) {
      const text = `triangle ${Math.floor(c / 3)} has corner ${v}, but there are ${given} vertices, counted from 0`;
      throw new InputError('bad-index', text, Math.floor(c / 3), v);
    }
    out[c] = place[v];
  }
  return out;
}

/**
 * Triangles with an area, with twice their area vectors. Others are an error, or left out. With `repair`, duplicates
 * are left out too.
 */
function properTriangles(
  vertices: Float64Array,
  given: Int32Array,
  tolerance: number,
  twoSided: boolean,
  repair: boolean,
): { triangles: Int32Array; source: Int32Array; areas: Float64Array } {
  const triangles: number[] = [];
  const source: number[] = [];
  const areas: number[] = [];
  const known = new Set<string>();
  for (let t = 0; 3 * t < given.length; t++) {
    const corners = [...given.subarray(3 * t, 3 * t + 3)];
    const [a, b, c] = corners;
    const area = areaVector(vertices, a, b, c);
    const longest = Math.max(distance(vertices, a, b), distance(vertices, b, c), distance(vertices, c, a));
    const width = longest > 0 ? Math.sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]) / longest : 0;
    if (!(width > tolerance)) {
      if (repair) continue;
      throw new InputError('degenerate-face', `triangle ${t} has no area: its corners are within ${width} of a line`, t, width);
    }
    if (twoSided || repair) {
      // Reversed duplicates are equal for a sheet, but not for a solid.
      const first = corners.indexOf(Math.min(a, b, c));
      const turned = twoSided ? corners.sort((p, q) => p - q) : [corners[first], corners[(first + 1) % 3], corners[(first + 2) % 3]];
      const name = turned.join(' ');
      if (known.has(name)) continue;
      known.add(name);
    }
    triangles.push(a, b, c);
    areas.push(...area);
    source.push(t);
  }
  if (source.length === 0) throw new InputError('degenerate-face', 'no triangle of the mesh has an area', -1, 0);
  return { triangles: Int32Array.from(triangles), source: Int32Array.from(source), areas: Float64Array.from(areas) };
}

/** Connected pieces: triangles that share an edge or a seam. A piece with a border is a sheet. */
function piecesOf(
  { edgeSides, triangleEdges }: Edges,
  seams: readonly (number[] | null)[],
  openSides: Uint8Array,
): { isSheet: Uint8Array; pieces: number; closedPieces: number } {
  const count = triangleEdges.length / 3;
  const isSheet = new Uint8Array(count);
  const isSeen = new Uint8Array(count);
  // A seam lists the sides along it only on one of its two sides.
  const links: number[][] = Array.from({ length: count }, () => []);
  seams.forEach((sides, c) => {
    for (const d of sides ?? []) {
      links[Math.floor(c / 3)].push(Math.floor(d / 3));
      links[Math.floor(d / 3)].push(Math.floor(c / 3));
    }
  });
  let pieces = 0;
  let closedPieces = 0;
  for (let seed = 0; seed < count; seed++) {
    if (isSeen[seed] === 1) continue;
    isSeen[seed] = 1;
    const piece = [seed];
    let isOpen = false;
    const visit = (u: number): void => {
      if (isSeen[u] === 1) return;
      isSeen[u] = 1;
      piece.push(u);
    };
    for (const t of piece) {
      for (let c = 3 * t; c < 3 * t + 3; c++) {
        if (openSides[c] === 1) isOpen = true;
        for (const d of edgeSides[triangleEdges[c]]) visit(Math.floor(d / 3));
      }
      links[t].forEach(visit);
    }
    pieces++;
    if (isOpen) for (const t of piece) isSheet[t] = 1;
    else closedPieces++;
  }
  return { isSheet, pieces, closedPieces };
}

/** The angle between the two sides at each corner. */
function anglesOf(vertices: Float64Array, triangles: Int32Array): Float64Array {
  return Float64Array.from(triangles, (v, c) => {
    const b = triangles[endOf(c)];
    const d = triangles[endOf(endOf(c))];
    const [x, y, z] = areaVector(vertices, v, b, d);
    let along = 0;
    for (let k = 0; k < 3; k++) along += (vertices[3 * b + k] - vertices[3 * v + k]) * (vertices[3 * d + k] - vertices[3 * v + k]);

    return angleOf(along, Math.sqrt(x * x + y * y + z * z));
  });
}

function sizesOf(flatPart: Int32Array): Int32Array {
  const size = new Int32Array(flatPart.length);
  for (const part of flatPart) size[part]++;
  return flatPart.map((part) => size[part]);
}

function distance(p: Float64Array, a: number, b: number): number {
  const x = p[3 * a] - p[3 * b];
  const y = p[3 * a + 1] - p[3 * b + 1];
  const z = p[3 * a + 2] - p[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
