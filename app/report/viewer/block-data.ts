/// <reference lib="dom" />
/** Data of a block, of an element and of a node as the page shows and saves them. */
import { vtkElements } from '../../../src/io/vtk-deformables';
import { displacementOf, placesAt, stressOf, velocitiesAt, type Blocks } from './blocks';
import { formatLength, formatNumber, formatVector, scaledText } from './controls';
import type { Course } from './history';

/** A place in a block: an element, and its node that is nearest to the place. */
export interface Place {
  element: number;
  node: number;
}

/** Lines of a tip. */
export function describePlace(blocks: Blocks, frame: number, { element, node }: Place): string[] {
  return [
    `element ${element}: ${scaledText(stressOf(blocks, frame, element), 'Pa')}`,
    `node ${node}: displacement ${formatLength(displacementOf(blocks, frame, node))}`,
  ];
}

/** Terms and values of a block and of a place in it. */
export function blockRows(blocks: Blocks, b: number, frame: number, place: Place | null): [string, string][] {
  const { nodeStart, elementStart } = blocks.data;
  let [stress, moved] = [0, 0];
  for (let e = elementStart[b]; e < elementStart[b + 1]; e++) stress = Math.max(stress, stressOf(blocks, frame, e));
  for (let n = nodeStart[b]; n < nodeStart[b + 1]; n++) moved = Math.max(moved, displacementOf(blocks, frame, n));
  const elements = elementStart[b + 1] - elementStart[b];
  const rows: [string, string][] = [
    ['Mesh', `${elements} element${elements === 1 ? '' : 's'}, ${nodeStart[b + 1] - nodeStart[b]} nodes`],
    ['Largest von Mises stress', scaledText(stress, 'Pa')],
    ['Largest displacement', formatLength(moved)],
  ];
  if (place === null) return rows;
  const { element, node } = place;
  const at = placesAt(new Float64Array(3 * blocks.nodeCount), blocks, frame);
  const velocity = velocitiesAt(blocks, frame).subarray(3 * node, 3 * node + 3);
  return [
    ...rows,
    [`Element ${element}`, `von Mises stress ${scaledText(stressOf(blocks, frame, element), 'Pa')}`],
    [`Node ${node}`, `${formatVector(at, 3 * node)} m`],
    ['Its displacement', formatLength(displacementOf(blocks, frame, node))],
    ['Its speed', `${formatNumber(Math.hypot(...velocity))} m/s`],
  ];
}

/** What an element and a node did over all frames. */
export function placeCourses(blocks: Blocks, { element, node }: Place): Course[] {
  const over = (value: (f: number) => number): number[] => blocks.times.map((_, f) => value(f));
  return [
    { name: `Stress of element ${element}`, unit: 'Pa', values: over((f) => stressOf(blocks, f, element)) },
    { name: `Displacement of node ${node}`, unit: 'm', values: over((f) => displacementOf(blocks, f, node)) },
  ];
}

export function nodesCsv(blocks: Blocks, frame: number): string {
  const { data, nodeCount, nodeBlock } = blocks;
  const places = placesAt(new Float64Array(3 * nodeCount), blocks, frame);
  const velocities = velocitiesAt(blocks, frame);
  const rows = Array.from({ length: nodeCount }, (_, n) => {
    const three = (of: (i: number) => number): number[] => [0, 1, 2].map((k) => of(3 * n + k));
    const columns = [...three((i) => places[i]), ...three((i) => places[i] - data.start[i]), ...three((i) => velocities[i])];
    return [n, nodeBlock[n], ...columns].join(',');
  });
  return ['node,block,x,y,z,ux,uy,uz,vx,vy,vz', ...rows, ''].join('\n');
}

/** The file that the library writes for deformable blocks: places, displacements and velocities, blocks, stresses. */
export function elementsVtk(blocks: Blocks, frame: number): string {
  const { data, count, nodeCount, elementCount, corners } = blocks;
  const dimension = corners === 4 ? 3 : 2;
  const inDimension = (values: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: dimension * nodeCount }, (_, i) => values[3 * Math.floor(i / dimension) + (i % dimension)]);
  return vtkElements(
    {
      dimension,
      blockCount: count,
      nodeCount,
      elementCount,
      positions: inDimension(placesAt(new Float64Array(3 * nodeCount), blocks, frame)),
      startPositions: inDimension(data.start),
      velocities: inDimension(velocitiesAt(blocks, frame)),
      elements: Int32Array.from(data.elements),
      elementStart: Int32Array.from(data.elementStart),
    },
    Float64Array.from({ length: elementCount }, (_, e) => stressOf(blocks, frame, e)),
    corners === 4 ? { name: 'tetrahedron', type: 10 } : { name: 'triangle', type: 5 },
  );
}
