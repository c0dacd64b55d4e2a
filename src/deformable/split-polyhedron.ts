/** The fewest tetrahedra of a convex polyhedron that need no more than its corners and its centroid. */
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { BlockMesh } from './block-mesh';
import { signedVolume } from './signed-volume';

export function splitPolyhedron(shape: ConvexPolyhedron): BlockMesh {
  const sides = faceSizes(shape);
  const cut = sides === '3,3,3,3' ? [0, 1, 2, 3] : sides === '3,3,4,4,4' ? cutPrism(shape) : sides === '4,4,4,4,4,4' ? cutBox(shape) : [];
  const turned = turnOutwards(shape.vertices, cut);
  if (turned !== null && turned.length > 0) return { nodes: Float64Array.from(shape.vertices), elements: Int32Array.from(turned) };
  return cutFromCentroid(shape);
}

/** Numbers of corners of the faces, in order of size: '4,4,4,4,4,4' for a box. */
function faceSizes(shape: ConvexPolyhedron): string {
  const sizes = new Array<number>(shape.faceCount).fill(0);
  for (const face of shape.halfEdgeFace) sizes[face]++;
  return sizes.sort((a, b) => a - b).join();
}

function neighboursOf({ neighbours, neighbourStart }: ConvexPolyhedron, v: number): number[] {
  return [...neighbours.subarray(neighbourStart[v], neighbourStart[v + 1])];
}

/** Corners of a face, in its order. */
function cornersOf(shape: ConvexPolyhedron, face: number): number[] {
  const corners: number[] = [];
  const first = shape.faceHalfEdge[face];
  let h = first;
  do {
    corners.push(shape.halfEdgeOrigin[h]);
    h = shape.halfEdgeNext[h];
  } while (h !== first);
  return corners;
}

/** Bottom a, b, c and top d, e, f above them give abcd, bcde and cdef. */
function cutPrism(shape: ConvexPolyhedron): number[] {
  const bottom = Array.from({ length: 5 }, (_, f) => cornersOf(shape, f)).find((corners) => corners.length === 3);
  if (bottom === undefined) return [];
  const [a, b, c] = bottom;
  const [d, e, f] = bottom.map((v) => neighboursOf(shape, v).find((w) => !bottom.includes(w)) ?? -1);
  return [a, b, c, d, b, c, d, e, c, d, e, f];
}

/** All paths of three edges from a corner to the opposite one. */
function cutBox(shape: ConvexPolyhedron): number[] {
  const near = neighboursOf(shape, 0);
  const second = new Set(near.flatMap((a) => neighboursOf(shape, a)).filter((b) => b !== 0));
  const opposite = Array.from({ length: 8 }, (_, v) => v).find((v) => v !== 0 && !near.includes(v) && !second.has(v));
  if (opposite === undefined) return [];
  const elements: number[] = [];
  for (const a of near) for (const b of neighboursOf(shape, a)) if (b !== 0) elements.push(0, a, b, opposite);
  return elements;
}

/** Each face as a fan of triangles, with the centroid. */
function cutFromCentroid(shape: ConvexPolyhedron): BlockMesh {
  const n = shape.vertexCount;
  const nodes = new Float64Array(3 * n + 3);
  nodes.set(shape.vertices);
  const elements: number[] = [];
  for (let f = 0; f < shape.faceCount; f++) {
    const corners = cornersOf(shape, f);
    for (let k = 2; k < corners.length; k++) elements.push(n, corners[0], corners[k - 1], corners[k]);
  }
  return { nodes, elements: Int32Array.from(elements) };
}

/** A tetrahedron of less than this part of the largest one is a sliver: the cut is not used. */
const LEAST_PART = 1e-3;

/** Tetrahedra with positive volumes, or null when one of them is a sliver. */
function turnOutwards(nodes: Float64Array, elements: number[]): number[] | null {
  const volumes: number[] = [];
  for (let e = 0; e < elements.length; e += 4) {
    const volume = signedVolume(nodes, elements, e);
    volumes.push(Math.abs(volume));
    if (volume < 0) [elements[e], elements[e + 1]] = [elements[e + 1], elements[e]];
  }
  return Math.min(...volumes) > LEAST_PART * Math.max(...volumes) ? elements : null;
}
