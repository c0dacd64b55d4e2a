/**
 * The surface of deformable blocks, for contacts: nodes, triangles and convex edges, and which of them meet. It is
 * found once, at the start; the nodes move it.
 *
 * A face that a mesh divides into triangles is one face here: a side between two triangles at less than FLAT_SINE is
 * not an edge of the block.
 */
import { faceNodes, FACES, freeFaces, sortedFaces } from './boundary';
import type { DeformableSet } from './deformable-set';

/** Sine of the angle up to which faces count as flush and two triangles as one face: 6 degrees. */
export const FLAT_SINE = 0.1;

export interface Surface {
  /** Nodes of the surface, ascending. */
  readonly nodes: Int32Array;
  /** Block of each node of the set. */
  readonly nodeBlock: Int32Array;
  /** Nodes of each triangle, counter-clockwise seen from outside, and its block. Triangles are in order of blocks. */
  readonly triangles: Int32Array;
  readonly triangleBlock: Int32Array;
  /** Bit k of a triangle: its side opposite to corner k is a convex edge of the block. */
  readonly sharpSides: Uint8Array;
  /** Triangles at node n of the set: nodeTriangles[start[n]] up to, not including, nodeTriangles[start[n + 1]]. */
  readonly nodeTriangleStart: Int32Array;
  readonly nodeTriangles: Int32Array;
  /** Convex edges: two nodes, the two triangles beside them, and the third corner of each. In order of blocks. */
  readonly edges: Int32Array;
  readonly edgeTriangles: Int32Array;
  readonly edgeApexes: Int32Array;
  /** The edge that goes straight on at each end of an edge, or -1 at a corner of the block. Length 2 * edges. */
  readonly edgeNext: Int32Array;
  /** 1 at nodes of the set where a convex edge goes straight on, length nodeCount. */
  readonly isOnEdge: Uint8Array;
  /** Least height of the tetrahedra at the surface. Infinity without tetrahedra. */
  readonly leastHeight: number;
}

export function findSurface(set: DeformableSet): Surface {
  const faces = freeFaces(sortedFaces(set.elements));
  const element = Int32Array.from(faces, (f) => Math.floor(f / 4));
  const triangles = faceNodes(set.elements, faces);
  const nodeBlock = new Int32Array(set.nodeCount);
  for (let b = 0; b < set.blockCount; b++) nodeBlock.fill(b, set.nodeStart[b], set.nodeStart[b + 1]);
  const triangleBlock = Int32Array.from(element, (_, t) => nodeBlock[triangles[3 * t]]);
  const sharpSides = new Uint8Array(element.length);
  const { edges, edgeTriangles, edgeApexes } = findConvexEdges(set.positions, triangles, sharpSides);
  const edgeNext = findStraight(set.positions, edges);
  const isOnEdge = new Uint8Array(set.nodeCount);
  edges.forEach((node, k) => (isOnEdge[node] = edgeNext[k] < 0 ? 0 : 1));
  const nodeTriangleStart = new Int32Array(set.nodeCount + 1);
  for (const node of triangles) nodeTriangleStart[node + 1]++;
  for (let n = 0; n < set.nodeCount; n++) nodeTriangleStart[n + 1] += nodeTriangleStart[n];
  const next = nodeTriangleStart.slice();
  const nodeTriangles = new Int32Array(triangles.length);
  triangles.forEach((node, k) => {
    nodeTriangles[next[node]++] = Math.floor(k / 3);
  });
  return {
    nodes: Int32Array.from(new Set(triangles)).sort(),
    nodeBlock,
    triangles,
    triangleBlock,
    sharpSides,
    nodeTriangleStart,
    nodeTriangles,
    edges,
    edgeTriangles,
    edgeApexes,
    edgeNext,
    isOnEdge,
    leastHeight: leastHeight(set, element),
  };
}

/** Edges that share a node and go on within FLAT_SINE are one edge of the block. */
function findStraight(positions: Float64Array, edges: Int32Array): Int32Array {
  const next = new Int32Array(edges.length).fill(-1);
  const ends = new Map<number, number[]>();
  edges.forEach((node, k) => ends.set(node, [...(ends.get(node) ?? []), k]));
  const away = (k: number) => [0, 1, 2].map((i) => positions[3 * edges[k ^ 1] + i] - positions[3 * edges[k] + i]);
  const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  for (const at of ends.values())
    for (const k of at)
      for (const other of at) {
        const [u, v] = [away(k), away(other)];
        const cosine = dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v));
        if (cosine < 0 && cosine * cosine > 1 - FLAT_SINE * FLAT_SINE) next[k] = other >> 1;
      }
  return next;
}

interface ConvexEdges {
  edges: Int32Array;
  edgeTriangles: Int32Array;
  edgeApexes: Int32Array;
}

/** Also marks the sides of triangles. Sides of more than two triangles are convex in `sharpSides`, and no edges. */
function findConvexEdges(positions: Float64Array, triangles: Int32Array, sharpSides: Uint8Array): ConvexEdges {
  const sides = new Map<string, number[]>();
  for (let s = 0; s < triangles.length; s++) {
    const t = s - (s % 3);
    const p = triangles[t + ((s + 1) % 3)];
    const q = triangles[t + ((s + 2) % 3)];
    const key = `${Math.min(p, q)} ${Math.max(p, q)}`;
    const known = sides.get(key);
    if (known === undefined) sides.set(key, [s]);
    else known.push(s);
  }
  const edges: number[] = [];
  const edgeTriangles: number[] = [];
  const edgeApexes: number[] = [];
  for (const at of sides.values()) {
    if (at.length === 2 && !isConvex(positions, triangles, at[0], at[1])) continue;
    for (const s of at) sharpSides[Math.floor(s / 3)] |= 1 << (s % 3);
    if (at.length !== 2) continue;
    const t = at[0] - (at[0] % 3);
    edges.push(triangles[t + ((at[0] + 1) % 3)], triangles[t + ((at[0] + 2) % 3)]);
    edgeTriangles.push(Math.floor(at[0] / 3), Math.floor(at[1] / 3));
    edgeApexes.push(triangles[at[0]], triangles[at[1]]);
  }
  return {
    edges: Int32Array.from(edges),
    edgeTriangles: Int32Array.from(edgeTriangles),
    edgeApexes: Int32Array.from(edgeApexes),
  };
}

/** Whether the triangle of side q falls away behind the plane of the triangle of side p, by more than FLAT_SINE. */
function isConvex(positions: Float64Array, triangles: Int32Array, p: number, q: number): boolean {
  const [n, m] = [p, q].map((s) => unitNormal(positions, triangles, 3 * Math.floor(s / 3)));
  const x = n[1] * m[2] - n[2] * m[1];
  const y = n[2] * m[0] - n[0] * m[2];
  const z = n[0] * m[1] - n[1] * m[0];
  const cosine = n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
  const isBent = cosine < 0 || x * x + y * y + z * z > FLAT_SINE * FLAT_SINE;
  const apex = 3 * triangles[q];
  const corner = 3 * triangles[p - (p % 3) + ((p + 1) % 3)];
  let rise = 0;
  for (let k = 0; k < 3; k++) rise += n[k] * (positions[apex + k] - positions[corner + k]);
  return isBent && rise < 0;
}

function unitNormal(positions: Float64Array, triangles: Int32Array, at: number): number[] {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[at + k]);
  const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
  const v = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return n.map((x) => x / size);
}

function leastHeight({ positions, elements }: DeformableSet, surfaceElements: Int32Array): number {
  let least = Infinity;
  for (const e of surfaceElements) {
    for (let f = 0; f < 4; f++) {
      const corners = Int32Array.from(FACES[f], (c) => elements[4 * e + c]);
      const n = unitNormal(positions, corners, 0);
      let height = 0;
      for (let k = 0; k < 3; k++) height += n[k] * (positions[3 * corners[0] + k] - positions[3 * elements[4 * e + f] + k]);
      least = Math.min(least, height);
    }
  }
  return least;
}
