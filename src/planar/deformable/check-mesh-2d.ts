/** Checks of a mesh of triangles that is given: each fault has its own words. */
import { checkArrays, checkPieces, type ElementKind } from '../../deformable/check-arrays';
import { InputError } from '../../math/input-error';
import { signedArea } from './signed-area';

export const TRIANGLES: ElementKind = { dimension: 2, name: 'triangle', names: 'triangles', side: 'edge' };

/** A triangle is flat when its area is below this part of the square of its longest edge. */
const FLAT = 1e-12;
/** A node hangs on an edge when it is nearer than this part of the length of the edge. */
const HANGS = 1e-9;

export function checkMesh2d(nodes: ArrayLike<number>, elements: ArrayLike<number>): void {
  checkArrays(TRIANGLES, nodes, elements);
  for (let e = 0; e < elements.length / 3; e++) checkArea(nodes, elements, e);
  const edges = new Map<number, Edge>();
  const pairs = pairTriangles(nodes.length / 2, elements, edges);
  checkHangingNodes(
    nodes,
    [...edges.values()].filter(({ other }) => other < 0),
  );
  // Triangles beside a node that hangs share no edge: that is said first.
  checkPieces(TRIANGLES, elements.length / 3, pairs);
}

/** An edge and its triangles; `other` is -1 at the border. */
interface Edge {
  from: number;
  to: number;
  triangle: number;
  other: number;
}

function checkArea(nodes: ArrayLike<number>, elements: ArrayLike<number>, e: number): void {
  const area = signedArea(nodes, elements, 3 * e);
  let longest = 0;
  for (let i = 0; i < 3; i++) longest = Math.max(longest, distanceSquared(nodes, elements[3 * e + i], elements[3 * e + ((i + 1) % 3)]));
  if (!(Math.abs(area) > FLAT * longest)) throw new InputError('flat', `triangle ${e} is flat: its area is ${area}`, e, area);
  if (area < 0)
    throw new InputError('wrong-winding', `triangle ${e} has the area ${area}; exchange two of its nodes to make it positive`, e, area);
}

function distanceSquared(nodes: ArrayLike<number>, p: number, q: number): number {
  const x = nodes[2 * p] - nodes[2 * q];
  const y = nodes[2 * p + 1] - nodes[2 * q + 1];
  return x * x + y * y;
}

/** Fills the edges. Returns two triangles for each edge that is shared: they are on opposite sides of it. */
function pairTriangles(nodeCount: number, elements: ArrayLike<number>, edges: Map<number, Edge>): number[] {
  const pairs: number[] = [];
  for (let k = 0; k < elements.length; k++) {
    const triangle = Math.floor(k / 3);
    const from = elements[k];
    const to = elements[3 * triangle + ((k + 1) % 3)];
    const key = Math.min(from, to) * nodeCount + Math.max(from, to);
    const edge = edges.get(key);
    if (edge === undefined) {
      edges.set(key, { from, to, triangle, other: -1 });
      continue;
    }
    const names = `the edge of nodes ${edge.from} and ${edge.to}`;
    if (edge.other >= 0) throw new InputError('non-manifold', `${names} is in more than two triangles`, triangle, edge.other);
    if (edge.from === from)
      throw new InputError(
        'non-manifold',
        `triangles ${edge.triangle} and ${triangle} are on the same side of ${names}: they overlap`,
        triangle,
        edge.triangle,
      );
    edge.other = triangle;
    pairs.push(edge.triangle, triangle);
  }
  return pairs;
}

/** No node of the border lies on an edge of the border that it is not an end of. */
function checkHangingNodes(nodes: ArrayLike<number>, border: readonly Edge[]): void {
  // Nodes in order of x, so that each edge asks only those of its own range.
  const sorted = [...new Set(border.flatMap(({ from, to }) => [from, to]))].sort((p, q) => nodes[2 * p] - nodes[2 * q]);
  const lowest = (x: number): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nodes[2 * sorted[middle]] < x) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  for (const { from, to } of border) {
    const ux = nodes[2 * to] - nodes[2 * from];
    const uy = nodes[2 * to + 1] - nodes[2 * from + 1];
    const square = ux * ux + uy * uy;
    const reach = HANGS * Math.sqrt(square);
    const end = Math.max(nodes[2 * from], nodes[2 * to]) + reach;
    for (let k = lowest(Math.min(nodes[2 * from], nodes[2 * to]) - reach); k < sorted.length; k++) {
      const p = sorted[k];
      if (nodes[2 * p] > end) break;
      if (p === from || p === to) continue;
      const x = nodes[2 * p] - nodes[2 * from];
      const y = nodes[2 * p + 1] - nodes[2 * from + 1];
      const along = (x * ux + y * uy) / square;
      if (along >= -HANGS && along <= 1 + HANGS && Math.abs(ux * y - uy * x) <= HANGS * square)
        throw new InputError(
          'non-manifold',
          `node ${p} lies on the edge of nodes ${from} and ${to} but is no end of it; triangles must meet in whole edges`,
          p,
          along,
        );
    }
  }
}
