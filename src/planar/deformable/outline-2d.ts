/**
 * The outline of deformable blocks in the plane, for contacts: nodes and edges, and which of them meet. It is found
 * once, at the start; the nodes move it. Twin of src/deformable/surface.ts.
 */
import type { DeformableSet2d } from './deformable-set-2d';
import { signedArea } from './signed-area';

export interface Outline {
  /** Nodes of the outline, ascending. */
  readonly nodes: Int32Array;
  /** Block of each node of the set. */
  readonly nodeBlock: Int32Array;
  /**
   * Two nodes of each edge; the block is on the left of the way from the first to the second one. In order of blocks.
   */
  readonly edges: Int32Array;
  readonly edgeBlock: Int32Array;
  /** The nodes before and after each node of the set along the outline; -1 inside, and where two outlines meet. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Least height of the triangles at the outline. Infinity without triangles. */
  readonly leastHeight: number;
}

export function findOutline(set: DeformableSet2d): Outline {
  const { nodeCount, elements } = set;
  const free = new Map<number, number>();
  const opposite = (k: number) => elements[k - (k % 3) + ((k + 1) % 3)];
  for (let k = 0; k < elements.length; k++) {
    const shared = opposite(k) * nodeCount + elements[k];
    if (!free.delete(shared)) free.set(elements[k] * nodeCount + opposite(k), k);
  }
  const sides = [...free.values()].sort((p, q) => p - q);
  const edges = Int32Array.from(sides.flatMap((k) => [elements[k], opposite(k)]));
  const nodeBlock = new Int32Array(nodeCount);
  for (let b = 0; b < set.blockCount; b++) nodeBlock.fill(b, set.nodeStart[b], set.nodeStart[b + 1]);
  const before = new Int32Array(nodeCount).fill(-1);
  const after = new Int32Array(nodeCount).fill(-1);
  const edgesAt = new Int32Array(nodeCount);
  for (let e = 0; e < edges.length; e += 2) {
    after[edges[e]] = edges[e + 1];
    before[edges[e + 1]] = edges[e];
    edgesAt[edges[e]]++;
  }
  edgesAt.forEach((count, node) => {
    if (count > 1) before[node] = after[node] = -1;
  });
  return {
    nodes: Int32Array.from(new Set(edges)).sort(),
    nodeBlock,
    edges,
    edgeBlock: Int32Array.from(sides, (k) => nodeBlock[elements[k]]),
    before,
    after,
    leastHeight: leastHeight(set, sides),
  };
}

/** Over the triangles of these sides: the height is twice the area over the side. */
function leastHeight({ positions, elements }: DeformableSet2d, sides: number[]): number {
  let least = Infinity;
  for (const side of sides) {
    const first = side - (side % 3);
    const area = signedArea(positions, elements, first);
    for (let c = 0; c < 3; c++) {
      const p = 2 * elements[first + c];
      const q = 2 * elements[first + ((c + 1) % 3)];
      const x = positions[q] - positions[p];
      const y = positions[q + 1] - positions[p + 1];
      least = Math.min(least, (2 * area) / Math.sqrt(x * x + y * y));
    }
  }
  return least;
}
