/**
 * The search for triangles of a mesh wall near a sphere: boxes over the triangles in a binary tree, built once. Each
 * node is halved at the middle of the longest axis.
 *
 * Every triangle whose box is within reach of the centre is listed. Cost of a search: O(log n + triangles found), no
 * allocation while the list has room.
 */
import { sortAscending } from '../math/sort-ascending';

/** A tree of boxes. Nodes are stored in the order in which a search visits them, children after their parent. */
export interface TriangleTree {
  /** Triangle of each leaf, -1 elsewhere. One a node. */
  readonly triangle: Int32Array;
  /** The node after all those below this one. */
  readonly skip: Int32Array;
  /** Least x y z, largest x y z. Six a node. */
  readonly boxes: Float64Array;
}

/** Triangles of a mesh wall; see {@link createTriangleList}. */
export interface TriangleList {
  count: number;
  /** Ascending. May be longer than count, and is replaced by a longer one when it is full. */
  triangles: Int32Array;
}

export function createTriangleList(capacity = 64): TriangleList {
  return { count: 0, triangles: new Int32Array(Math.max(1, capacity)) };
}

/**
 * The triangles of a mesh wall whose boxes meet a sphere, in ascending order. Returns `out`.
 *
 * @param centre In the mesh's frame, length 3. Not finite: no triangle.
 * @param reach Bounding radius of the body, plus its rounding radius and the margin.
 */
export function meshWallTriangles(
  out: TriangleList,
  mesh: { readonly tree: TriangleTree; readonly tolerance: number },
  centre: Float64Array,
  reach: number,
): TriangleList {
  sphereReach[0] = reach;
  return findTriangles(out, mesh, centre);
}

/** Reach of {@link findTriangles}. Engines would allocate a double that is passed as an argument. */
export const sphereReach = /* @__PURE__ */ new Float64Array(1);

/** The same with the reach in {@link sphereReach}. */
export function findTriangles(
  out: TriangleList,
  mesh: { readonly tree: TriangleTree; readonly tolerance: number },
  centre: Float64Array,
): TriangleList {
  const reach = sphereReach[0];
  const { triangle, skip, boxes } = mesh.tree;
  const x = centre[0];
  const y = centre[1];
  const z = centre[2];
  // Rounding of the boxes' distances, and of the vertices.
  const far = reach + mesh.tolerance + 4 * Number.EPSILON * (reach + Math.abs(x) + Math.abs(y) + Math.abs(z));
  const square = far * far;
  const nodes = triangle.length;
  let count = 0;
  let node = 0;
  while (node < nodes) {
    const b = 6 * node;
    const dx = Math.max(boxes[b] - x, x - boxes[b + 3], 0);
    const dy = Math.max(boxes[b + 1] - y, y - boxes[b + 4], 0);
    const dz = Math.max(boxes[b + 2] - z, z - boxes[b + 5], 0);
    if (!(dx * dx + dy * dy + dz * dz <= square)) {
      node = skip[node];
      continue;
    }
    if (triangle[node] >= 0) {
      if (count >= out.triangles.length) out.triangles = longer(out.triangles);
      out.triangles[count++] = triangle[node];
    }
    node++;
  }
  out.count = count;
  sortAscending(out.triangles, count);
  return out;
}

function longer(list: Int32Array): Int32Array {
  const more = new Int32Array(2 * list.length);
  more.set(list);
  return more;
}

/** Cold: O(n log^2 n). */
export function triangleTree(vertices: Float64Array, triangles: Int32Array): TriangleTree {
  const count = triangles.length / 3;
  const nodes = 2 * count - 1;
  const triangle = new Int32Array(nodes).fill(-1);
  const skip = new Int32Array(nodes);
  const boxes = new Float64Array(6 * nodes);
  const middles = new Float64Array(3 * count);
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 3; k++) {
      const a = vertices[3 * triangles[3 * t] + k];
      const b = vertices[3 * triangles[3 * t + 1] + k];
      const c = vertices[3 * triangles[3 * t + 2] + k];
      middles[3 * t + k] = Math.min(a, b, c) / 2 + Math.max(a, b, c) / 2;
    }
  }
  let next = 0;
  const build = (items: Int32Array): void => {
    const node = next++;
    const box = 6 * node;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (const t of items) {
        for (let c = 0; c < 3; c++) {
          const x = vertices[3 * triangles[3 * t + c] + k];
          if (x < low) low = x;
          if (x > high) high = x;
        }
      }
      boxes[box + k] = low;
      boxes[box + 3 + k] = high;
    }
    if (items.length === 1) {
      triangle[node] = items[0];
    } else {
      const sizes = [0, 1, 2].map((k) => boxes[box + 3 + k] - boxes[box + k]);
      const axis = sizes.indexOf(Math.max(...sizes));
      const sorted = items.sort((a, b) => middles[3 * a + axis] - middles[3 * b + axis] || a - b);
      const half = sorted.length >> 1;
      build(sorted.slice(0, half));
      build(sorted.slice(half));
    }
    skip[node] = next;
  };
  build(Int32Array.from({ length: count }, (_, t) => t));
  return { triangle, skip, boxes };
}
