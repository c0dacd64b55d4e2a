/** Nodes and elements of each block, from one list: the same for tetrahedra and triangles. */
import { InputError } from '../math/input-error';
import type { ElementKind } from './check-arrays';

/** What {@link meshesFromElements} says, but for the checks of each mesh. */
export function splitBlocks(
  { dimension, name, names }: ElementKind,
  nodes: ArrayLike<number>,
  elements: ArrayLike<number>,
  blocks: ArrayLike<number>,
): { nodes: number[]; elements: number[] }[] {
  const corners = dimension + 1;
  if (blocks.length * corners !== elements.length)
    throw new InputError(
      'bad-length',
      `blocks has ${blocks.length} entries; there are ${elements.length / corners} ${names}`,
      -1,
      blocks.length,
    );
  const owner = new Int32Array(Math.floor(nodes.length / dimension)).fill(-1);
  const parts: { nodes: number[]; elements: number[] }[] = [];
  const own = new Int32Array(owner.length);
  for (let e = 0; e < blocks.length; e++) {
    const block = blocks[e];
    if (!(Number.isInteger(block) && block >= 0 && block < blocks.length))
      throw new InputError('bad-index', `the block of ${name} ${e} is ${block}; it must be 0, 1, 2 and so on`, e, block);
    const part = (parts[block] ??= { nodes: [], elements: [] });
    for (let k = corners * e; k < corners * e + corners; k++) {
      const node = elements[k];
      if (!(Number.isInteger(node) && node >= 0 && node < owner.length))
        throw new InputError('bad-index', `${name} ${e} has the node ${node}; there are ${owner.length} nodes`, e, node);
      if (owner[node] === -1) {
        owner[node] = block;
        own[node] = part.nodes.length / dimension;
        for (let i = 0; i < dimension; i++) part.nodes.push(nodes[dimension * node + i]);
      } else if (owner[node] !== block)
        throw new InputError(
          'shared-node',
          `node ${node} is in blocks ${owner[node]} and ${block}; give each block nodes of its own`,
          node,
          block,
        );
      part.elements.push(own[node]);
    }
  }
  const unused = owner.indexOf(-1);
  if (unused >= 0) throw new InputError('unused-node', `node ${unused} is in no ${name}`, unused);
  return Array.from(parts, (part, block) => {
    if (part === undefined) throw new InputError('bad-index', `block ${block} has no ${name}; number the blocks 0, 1, 2 and so on`, block);
    return part;
  });
}
