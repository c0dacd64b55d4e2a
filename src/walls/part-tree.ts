/**
 * Which parts of a mesh wall are near a sphere? Boxes over the parts in a binary tree, halved by the middle of the longest axis; built once.
 *
 * Every part whose box is within reach of the centre is listed, so none that a body of that bounding radius meets is left out: a corner of the body behind a triangle has its foot within
 * the radius of the centre, as long as the centre is in front. Cost of a search: O(log n + parts found), no allocation while the list has room.
 */
import { WallEdge, type MeshWall } from './mesh-wall';
import type { MeshTopology } from './mesh-topology';

/** A tree of boxes. Nodes are stored in the order in which a search visits them, children after their parent. */
export interface PartTree {
  /** Part of each leaf, -1 elsewhere. One a node. */
  readonly part: Int32Array;
  /** The node after all those below this one. */
  readonly skip: Int32Array;
  /** Least x y z, largest x y z. Six a node. */
  readonly boxes: Float64Array;
}

/** Parts of a mesh wall; see {@link createWallPartList}. */
export interface WallPartList {
  count: number;
  /** Ascending. May be longer than count, and is replaced by a longer one when it is full. */
  parts: Int32Array;
}

export function createWallPartList(capacity = 64): WallPartList {
  return { count: 0, parts: new Int32Array(Math.max(1, capacity)) };
}

/**
 * The parts of a mesh wall (triangles, then ridges and borders, then peaks, by number) that may meet a sphere, in ascending order. Returns `out`.
 *
 * @param centre In the mesh's frame, length 3. Not finite: no part.
 * @param reach Bounding radius of the body, plus its rounding radius and the margin.
 */
export function meshWallTriangles(out: WallPartList, mesh: MeshWall, centre: Float64Array, reach: number): WallPartList {
  const { part, skip, boxes } = mesh.tree;
  const x = centre[0];
  const y = centre[1];
  const z = centre[2];
  // Rounding of the boxes' distances, and of the vertices.
  const far = reach + mesh.tolerance + 4 * Number.EPSILON * (reach + Math.abs(x) + Math.abs(y) + Math.abs(z));
  const square = far * far;
  const nodes = part.length;
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
    if (part[node] >= 0) {
      if (count >= out.parts.length) out.parts = longer(out.parts);
      out.parts[count++] = part[node];
    }
    node++;
  }
  out.count = count;
  sortAscending(out.parts, count);
  return out;
}

function longer(parts: Int32Array): Int32Array {
  const more = new Int32Array(2 * parts.length);
  more.set(parts);
  return more;
}

/** Shell's sort, in place, with gaps 1, 4, 13, 40, ... */
function sortAscending(parts: Int32Array, count: number): void {
  let gap = 1;
  while (3 * gap + 1 < count) gap = 3 * gap + 1;
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let i = gap; i < count; i++) {
      const part = parts[i];
      let j = i;
      for (; j >= gap && parts[j - gap] > part; j -= gap) parts[j] = parts[j - gap];
      parts[j] = part;
    }
  }
}

/** Cold: O(n log^2 n). */
export function partTree(mesh: MeshTopology): PartTree {
  const { vertices, triangles, triangleCount, edgeCount, vertexCount } = mesh;
  const ids: number[] = [];
  const corners: number[][] = [];
  const add = (id: number, points: number[]): void => {
    ids.push(id);
    corners.push(points);
  };
  for (let t = 0; t < triangleCount; t++) add(t, [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]]);
  for (let e = 0; e < edgeCount; e++) {
    const kind = mesh.edgeKinds[e];
    if (kind === WallEdge.Border || kind === WallEdge.Convex)
      add(triangleCount + e, [mesh.edgeVertices[2 * e], mesh.edgeVertices[2 * e + 1]]);
  }
  for (let v = 0; v < vertexCount; v++) if (mesh.isPeak[v] === 1) add(triangleCount + edgeCount + v, [v]);

  const nodes = 2 * ids.length - 1;
  const part = new Int32Array(nodes).fill(-1);
  const skip = new Int32Array(nodes);
  const boxes = new Float64Array(6 * nodes);
  const middles = new Float64Array(3 * ids.length);
  corners.forEach((points, item) => {
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (const v of points) {
        low = Math.min(low, vertices[3 * v + k]);
        high = Math.max(high, vertices[3 * v + k]);
      }
      middles[3 * item + k] = low / 2 + high / 2;
    }
  });
  let next = 0;
  const build = (items: number[]): void => {
    const node = next++;
    const box = 6 * node;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (const item of items) {
        for (const v of corners[item]) {
          const x = vertices[3 * v + k];
          if (x < low) low = x;
          if (x > high) high = x;
        }
      }
      boxes[box + k] = low;
      boxes[box + 3 + k] = high;
    }
    if (items.length === 1) {
      part[node] = ids[items[0]];
    } else {
      const sizes = [0, 1, 2].map((k) => boxes[box + 3 + k] - boxes[box + k]);
      const axis = sizes.indexOf(Math.max(...sizes));
      const sorted = items.sort((a, b) => middles[3 * a + axis] - middles[3 * b + axis] || a - b);
      build(sorted.slice(0, sorted.length >> 1));
      build(sorted.slice(sorted.length >> 1));
    }
    skip[node] = next;
  };
  build(ids.map((_, item) => item));
  return { part, skip, boxes };
}
