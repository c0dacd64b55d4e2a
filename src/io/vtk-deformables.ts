/**
 * Deformable blocks as VTK files.
 *
 * Format: legacy VTK, ASCII, DATASET UNSTRUCTURED_GRID (VTK file formats, "Simple Legacy Formats"); cell type 10 is a
 * tetrahedron with nodes in the same order as here. `vtkSeries` (vtk.ts) lists the files of many steps.
 */
import { InputError } from '../math/input-error';
import type { DeformableSet } from '../deformable/deformable-set';
import { vonMisesStress } from '../deformable/von-mises';
import { formatNumbers } from './text';

/** A cell with four nodes and four faces. */
const TETRAHEDRON: DrawnElement = { name: 'tetrahedron', type: 10 };

/**
 * All tetrahedra at their present places, in the world. Point data, one vector a node: `displacement` from the place at
 * the start, and `velocity`. Cell data, one value a tetrahedron: `block` and `vonMises`, the von Mises stress. Throws
 * InputError 'not-finite' for a place, a velocity or a stress that is not finite; index is the node or the tetrahedron.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const blocks = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: rock }]);
 * await writeFile('blocks-0010.vtk', vtkDeformables(blocks));
 * ```
 */
export function vtkDeformables(set: DeformableSet): string {
  return vtkElements(set, vonMisesStress(new Float64Array(set.elementCount), set.stresses), TETRAHEDRON);
}

/** Blocks in space or in the plane, which is that of z = 0. An element has dimension + 1 corners. */
export interface DrawnBlocks {
  readonly dimension: 2 | 3;
  readonly blockCount: number;
  readonly nodeCount: number;
  readonly elementCount: number;
  readonly elementStart: Int32Array;
  readonly elements: Int32Array;
  readonly positions: Float64Array;
  readonly startPositions: Float64Array;
  readonly velocities: Float64Array;
}

/** Name and VTK number of the elements. */
export interface DrawnElement {
  readonly name: string;
  readonly type: number;
}

/** The file of {@link vtkDeformables}, with a stress for each element. */
export function vtkElements(set: DrawnBlocks, stress: Float64Array, element: DrawnElement): string {
  const { dimension, nodeCount, elementCount, positions, startPositions, velocities, elements, elementStart } = set;
  checkFinite('position', positions, dimension, 'node');
  checkFinite('velocity', velocities, dimension, 'node');
  checkFinite('stress', stress, 1, element.name);
  const corners = dimension + 1;
  const displacements = positions.map((x, i) => x - startPositions[i]);
  const cells: string[] = [];
  const blocks: string[] = [];
  for (let b = 0; b < set.blockCount; b++) {
    for (let e = elementStart[b]; e < elementStart[b + 1]; e++) {
      cells.push(`${corners} ${elements.subarray(corners * e, corners * e + corners).join(' ')}`);
      blocks.push(String(b));
    }
  }
  return [
    '# vtk DataFile Version 3.0',
    'deformable blocks',
    'ASCII',
    'DATASET UNSTRUCTURED_GRID',
    `POINTS ${nodeCount} double`,
    ...vectors(positions, dimension),
    `CELLS ${elementCount} ${(corners + 1) * elementCount}`,
    ...cells,
    `CELL_TYPES ${elementCount}`,
    ...cells.map(() => String(element.type)),
    `POINT_DATA ${nodeCount}`,
    'VECTORS displacement double',
    ...vectors(displacements, dimension),
    'VECTORS velocity double',
    ...vectors(velocities, dimension),
    `CELL_DATA ${elementCount}`,
    'SCALARS block int 1',
    'LOOKUP_TABLE default',
    ...blocks,
    'SCALARS vonMises double 1',
    'LOOKUP_TABLE default',
    ...rows(stress, 1),
    '',
  ].join('\n');
}

/** VTK has three numbers for each point. */
function vectors(values: Float64Array, dimension: number): string[] {
  return dimension === 3 ? rows(values, 3) : rows(values, 2).map((row) => `${row} 0`);
}

function rows(values: Float64Array, size: number): string[] {
  return Array.from({ length: values.length / size }, (_, k) => formatNumbers(values, size * k, size));
}

/** `size`: numbers a row. */
function checkFinite(name: string, values: Float64Array, size: number, of: string): void {
  const at = values.findIndex((value) => !Number.isFinite(value));
  if (at < 0) return;
  const row = Math.floor(at / size);
  throw new InputError('not-finite', `the ${name} of ${of} ${row} is ${values[at]}`, row, values[at]);
}
