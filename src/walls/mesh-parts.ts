/**
 * The bend of the surface at each edge, the flat parts, and the features that name contact points. Cold.
 *
 * An edge is flat when its two triangles can lie in one plane, with each corner off it by at most the tolerance. Then
 * every tetrahedron of one triangle and a corner of the other has at most 6V = tolerance times twice its surface (6V is
 * exact to the last bits). Reason: a corner that moves by h changes 6V by h times twice the opposite face. Triangles
 * connected by flat edges are a flat part and get one plane, the sum of their area vectors: a floor cut into a million
 * triangles is one plane to the last bit. If that plane misses a vertex by more than {@link FLAT_PART} tolerances (the
 * edges are flat to rounding, but the surface slowly bends), each triangle keeps its own plane.
 */
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import { addToSum, areaVector, directionOf, sixVolumes } from '../polyhedron/area-vector';
import { endOf, runsUp, type Edges } from './mesh-edges';
import { WallEdge } from './wall-edge';

/**
 * The plane of a flat part is known to its vertices' tolerance. Several triangles lead to the far end of a part, each
 * with its own tolerance.
 */
const FLAT_PART = 4;

export interface FlatParts {
  readonly normals: Float64Array;
  readonly offsets: Float64Array;
  readonly flatPart: Int32Array;
  readonly edgeKinds: Uint8Array;
}

export function flatParts(
  vertices: Float64Array,
  triangles: Int32Array,
  areas: Float64Array,
  { edgeSides }: Edges,
  seams: readonly (number[] | null)[],
  tolerance: number,
): FlatParts {
  const count = triangles.length / 3;
  const beside: number[][] = Array.from({ length: count }, () => []);
  const bend = (c: number, d: number): WallEdge => bendOf(vertices, triangles, areas, c, d, tolerance);
  const join = (c: number, d: number): void => {
    beside[Math.floor(c / 3)].push(Math.floor(d / 3));
    beside[Math.floor(d / 3)].push(Math.floor(c / 3));
  };
  const edgeKinds = Uint8Array.from(edgeSides, (sides) => {
    const [c, d] = sides;
    if (sides.length === 1) {
      const along = seams[c];
      if (along === null) return WallEdge.Border;
      if (!along.every((side) => bend(c, side) === WallEdge.Flat)) return WallEdge.Junction;
      for (const side of along) join(c, side);
      return WallEdge.Flat;
    }
    if (sides.length > 2) {
      for (let i = 0; i < sides.length; i++) {
        for (let j = 0; j < i; j++) {
          const opposite = runsUp(triangles, sides[i]) !== runsUp(triangles, sides[j]);
          if (opposite && bend(sides[i], sides[j]) === WallEdge.Flat) join(sides[i], sides[j]);
        }
      }
      return WallEdge.Junction;
    }
    if (runsUp(triangles, c) === runsUp(triangles, d)) return WallEdge.Junction;
    const kind = bend(c, d);
    if (kind === WallEdge.Flat) join(c, d);
    return kind;
  });

  const normals = new Float64Array(3 * count);
  const offsets = new Float64Array(count);
  const flatPart = new Int32Array(count).fill(-1);
  for (let seed = 0; seed < count; seed++) {
    if (flatPart[seed] >= 0) continue;
    const members = [seed];
    flatPart[seed] = seed;
    for (const t of members) {
      for (const u of beside[t]) {
        if (flatPart[u] >= 0) continue;
        flatPart[u] = seed;
        members.push(u);
      }
    }
    if (setPlane(vertices, triangles, areas, members, normals, offsets) > FLAT_PART * tolerance) {
      for (const t of members) {
        flatPart[t] = t;
        setPlane(vertices, triangles, areas, [t], normals, offsets);
      }
    }
  }
  return { normals, offsets, flatPart, edgeKinds };
}

/** The bend from the triangle of side c to that of side d, which passes the edge in the opposite direction. */
function bendOf(v: Float64Array, triangles: Int32Array, areas: Float64Array, c: number, d: number, tolerance: number): WallEdge {
  const t = Math.floor(c / 3);
  const u = Math.floor(d / 3);
  const [i, j, k] = triangles.subarray(3 * t, 3 * t + 3);
  // Every corner of u counts: along a seam u may share no corner with t.
  let volume = 0;
  let isFlat = true;
  for (const p of triangles.subarray(3 * u, 3 * u + 3)) {
    const six = -sixVolumes(v, i, j, k, p);
    if (Math.abs(six) > Math.abs(volume)) volume = six;
    const surface = size(areas, t) + size(areaVector(v, i, j, p), 0) + size(areaVector(v, j, k, p), 0) + size(areaVector(v, k, i, p), 0);
    if (Math.abs(six) > tolerance * surface) isFlat = false;
  }
  if (isFlat) return dot(areas, 3 * t, areas, 3 * u) < 0 ? WallEdge.Convex : WallEdge.Flat;
  return volume > 0 ? WallEdge.Concave : WallEdge.Convex;
}

/** Sets one plane for some triangles. Returns its largest distance from their corners. */
function setPlane(
  vertices: Float64Array,
  triangles: Int32Array,
  areas: Float64Array,
  members: readonly number[],
  normals: Float64Array,
  offsets: Float64Array,
): number {
  const sum = new Float64Array(6);
  const term = new Float64Array(6);
  for (const t of members) {
    for (let k = 0; k < 3; k++) term[k] = areas[3 * t + k];
    addToSum(sum, 0, term, 0);
  }
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

/** Feature codes of corners and sides; inside a flat part the code of its face. */
export function cornerNames(
  triangles: Int32Array,
  { edgeSides, triangleEdges }: Edges,
  { flatPart, edgeKinds }: FlatParts,
  vertexCount: number,
): { cornerCodes: Int32Array; sideCodes: Int32Array } {
  const isInside = new Uint8Array(vertexCount).fill(1);
  edgeSides.forEach((sides, e) => {
    if (edgeKinds[e] === WallEdge.Flat && sides.every((c) => flatPart[Math.floor(c / 3)] === flatPart[Math.floor(sides[0] / 3)])) return;
    for (const c of sides) {
      isInside[triangles[c]] = 0;
      isInside[triangles[endOf(c)]] = 0;
    }
  });
  const face = (c: number): number => faceFeature(flatPart[Math.floor(c / 3)]);
  return {
    cornerCodes: triangles.map((v, c) => (isInside[v] === 1 ? face(c) : vertexFeature(v))),
    sideCodes: triangleEdges.map((e, c) => (edgeKinds[e] === WallEdge.Flat ? face(c) : edgeFeature(e))),
  };
}

/** Cosine of the least angle by which the surface bends at a sharp edge: 15 degrees. */
const SHARP = 0.966;

/** Edges where the surface bends clearly or ends, and their vertices. */
export function sharpFeatures(
  triangles: Int32Array,
  { edgeSides }: Edges,
  { normals, edgeKinds }: FlatParts,
  vertexCount: number,
): { isSharpEdge: Uint8Array; isSharpVertex: Uint8Array } {
  const isSharpVertex = new Uint8Array(vertexCount);
  const isSharpEdge = Uint8Array.from(edgeSides, (sides, e) => {
    if (edgeKinds[e] === WallEdge.Flat) return 0;
    const isSmooth =
      sides.length === 2 &&
      edgeKinds[e] !== WallEdge.Junction &&
      dot(normals, 3 * Math.floor(sides[0] / 3), normals, 3 * Math.floor(sides[1] / 3)) > SHARP;
    if (isSmooth) return 0;
    isSharpVertex[triangles[sides[0]]] = 1;
    isSharpVertex[triangles[endOf(sides[0])]] = 1;
    return 1;
  });
  return { isSharpEdge, isSharpVertex };
}

function size(areas: ArrayLike<number>, t: number): number {
  return Math.sqrt(dot(areas, 3 * t, areas, 3 * t));
}

function dot(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}
