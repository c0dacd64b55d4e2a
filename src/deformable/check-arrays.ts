/** Checks of a mesh that are the same for tetrahedra and triangles. */
import { InputError } from '../math/input-error';

/** Elements of a mesh, in messages; one has dimension + 1 corners. */
export interface ElementKind {
  readonly dimension: number;
  readonly name: string;
  readonly names: string;
  /** What two neighbours share. */
  readonly side: string;
}

export const TETRAHEDRA: ElementKind = { dimension: 3, name: 'tetrahedron', names: 'tetrahedra', side: 'triangle' };

/** Lengths, numbers, and nodes that no element has. */
export function checkArrays({ dimension, name }: ElementKind, nodes: ArrayLike<number>, elements: ArrayLike<number>): void {
  const corners = dimension + 1;
  if (nodes.length % dimension !== 0 || nodes.length < dimension * corners)
    throw new InputError(
      'bad-length',
      `nodes has ${nodes.length} numbers; it must have ${dimension} for each of at least ${corners} nodes`,
      -1,
      nodes.length,
    );
  if (elements.length % corners !== 0 || elements.length < corners)
    throw new InputError(
      'bad-length',
      `elements has ${elements.length} entries; it must have ${corners} for each ${name}`,
      -1,
      elements.length,
    );
  const count = nodes.length / dimension;
  for (let k = 0; k < nodes.length; k++)
    if (!Number.isFinite(nodes[k])) {
      const node = Math.floor(k / dimension);
      throw new InputError('not-finite', `coordinate ${'xyz'[k % dimension]} of node ${node} is ${nodes[k]}`, node, nodes[k]);
    }
  const used = new Uint8Array(count);
  for (let k = 0; k < elements.length; k++) {
    const node = elements[k];
    const e = Math.floor(k / corners);
    if (!(Number.isInteger(node) && node >= 0 && node < count))
      throw new InputError('bad-index', `${name} ${e} has the node ${node}; there are ${count} nodes, from 0`, e, node);
    used[node] = 1;
  }
  const unused = used.indexOf(0);
  if (unused >= 0) throw new InputError('unused-node', `node ${unused} is in no ${name}; leave it out`, unused, unused);
}

/** All elements hang together by the sides they share. `pairs` has two elements for each shared side. */
export function checkPieces({ name, side }: ElementKind, count: number, pairs: ArrayLike<number>): void {
  const root = Int32Array.from({ length: count }, (_, e) => e);
  const find = (e: number): number => {
    while (root[e] !== e) e = root[e] = root[root[e]];
    return e;
  };
  for (let k = 0; k < pairs.length; k += 2) root[find(pairs[k])] = find(pairs[k + 1]);
  const first = find(0);
  const apart = root.findIndex((_, e) => find(e) !== first);
  if (apart >= 0)
    throw new InputError(
      'non-manifold',
      `${name} ${apart} shares no ${side} with the piece of ${name} 0; give each piece as a block of its own`,
      apart,
    );
}
