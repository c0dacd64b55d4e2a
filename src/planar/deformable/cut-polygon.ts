/** Triangles of a convex polygon, and of a mesh whose edges are halved. */
import type { ConvexPolygon } from '../polygon/convex-polygon';
import type { BlockMesh2d } from './block-mesh-2d';

/** A triangle stays one; four corners are cut along the shorter diagonal; any other polygon from its centroid. */
export function cutPolygon({ vertexCount: n, vertices }: ConvexPolygon): BlockMesh2d {
  if (n === 3) return { nodes: Float64Array.from(vertices), elements: Int32Array.of(0, 1, 2) };
  if (n === 4) {
    const isFirst = distanceSquared(vertices, 0, 2) <= distanceSquared(vertices, 1, 3);
    return { nodes: Float64Array.from(vertices), elements: Int32Array.from(isFirst ? [0, 1, 2, 0, 2, 3] : [0, 1, 3, 1, 2, 3]) };
  }
  // The centroid is the origin, and the last node.
  const nodes = new Float64Array(2 * n + 2);
  nodes.set(vertices);
  return { nodes, elements: Int32Array.from({ length: 3 * n }, (_, k) => [n, Math.floor(k / 3), (Math.floor(k / 3) + 1) % n][k % 3]) };
}

function distanceSquared(points: ArrayLike<number>, p: number, q: number): number {
  const x = points[2 * p] - points[2 * q];
  const y = points[2 * p + 1] - points[2 * q + 1];
  return x * x + y * y;
}

/** Halves all edges: a triangle gives one at each corner and one between the middles of its edges. */
export function refineMesh2d({ nodes, elements }: BlockMesh2d): BlockMesh2d {
  const count = nodes.length / 2;
  const points = Array.from(nodes);
  const middles = new Map<number, number>();
  const middleOf = (p: number, q: number): number => {
    const key = Math.min(p, q) * count + Math.max(p, q);
    const known = middles.get(key);
    if (known !== undefined) return known;
    const made = points.length / 2;
    for (let k = 0; k < 2; k++) points.push(0.5 * nodes[2 * p + k] + 0.5 * nodes[2 * q + k]);
    middles.set(key, made);
    return made;
  };
  const children: number[] = [];
  for (let e = 0; e < elements.length; e += 3) {
    const [a, b, c] = elements.subarray(e, e + 3);
    const [ab, bc, ca] = [middleOf(a, b), middleOf(b, c), middleOf(c, a)];
    children.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return { nodes: Float64Array.from(points), elements: Int32Array.from(children) };
}
