/**
 * The test whether a point is inside the solid that a closed mesh bounds. It is needed because a body wholly inside
 * touches no triangle.
 *
 * Triangles over the point (along z of the mesh's frame) are counted: plus one if the front looks up, minus one if the
 * back does. The side of an edge is computed from its ends in a fixed order. A point on an edge counts as slightly to
 * the right and then up. So exactly one of the two triangles of an edge contains the point. Sheets do not count.
 */
import type { MeshWall } from './mesh-wall';

/** Whether `point`, in the mesh's frame, length 3, is inside a closed piece whose front is outside. */
export function isInsideMesh({ tree, vertices, triangles, normals, offsets, isSheet }: MeshWall, point: Float64Array): boolean {
  const { triangle, skip, boxes } = tree;
  const x = point[0];
  const y = point[1];
  const z = point[2];
  let winding = 0;
  let node = 0;
  while (node < triangle.length) {
    const b = 6 * node;
    if (!(boxes[b] <= x && x <= boxes[b + 3] && boxes[b + 1] <= y && y <= boxes[b + 4] && z <= boxes[b + 5])) {
      node = skip[node];
      continue;
    }
    const t = triangle[node++];
    if (t < 0 || isSheet[t] === 1) continue;
    const p = triangles[3 * t];
    const q = triangles[3 * t + 1];
    const r = triangles[3 * t + 2];
    const s = sideOf(vertices, p, q, x, y);
    if (s === 0 || sideOf(vertices, q, r, x, y) !== s || sideOf(vertices, r, p, x, y) !== s) continue;
    const height = (offsets[t] - normals[3 * t] * x - normals[3 * t + 1] * y) / normals[3 * t + 2];
    if (height > z) winding += s;
  }
  return winding > 0;
}

/**
 * The side of the line from vertex p to q on which the point lies, seen from above: 1 left, -1 right; 0 for an upright
 * edge.
 */
function sideOf(vertices: Float64Array, p: number, q: number, x: number, y: number): number {
  const a = 3 * (p < q ? p : q);
  const b = 3 * (p < q ? q : p);
  const turned = p < q ? 1 : -1;
  const ux = vertices[b] - vertices[a];
  const uy = vertices[b + 1] - vertices[a + 1];
  const s = ux * (y - vertices[a + 1]) - uy * (x - vertices[a]);
  if (s !== 0) return s > 0 ? turned : -turned;
  if (uy !== 0) return uy < 0 ? turned : -turned;
  return ux > 0 ? turned : ux < 0 ? -turned : 0;
}
