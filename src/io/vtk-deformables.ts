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

/** Type of a cell with four nodes and four faces. */
const TETRAHEDRON = 10;

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
  const { nodeCount, elementCount, positions, startPositions, velocities, elements, elementStart } = set;
  checkFinite('position', positions, 3, 'node');
  checkFinite('velocity', velocities, 3, 'node');
  const stress = vonMisesStress(new Float64Array(elementCount), set.stresses);
  checkFinite('stress', stress, 1, 'tetrahedron');
  const displacements = positions.map((x, i) => x - startPositions[i]);
  const cells: string[] = [];
  const blocks: string[] = [];
  for (let b = 0; b < set.blockCount; b++) {
    for (let e = elementStart[b]; e < elementStart[b + 1]; e++) {
      cells.push(`4 ${elements.subarray(4 * e, 4 * e + 4).join(' ')}`);
      blocks.push(String(b));
    }
  }
  return [
    '# vtk DataFile Version 3.0',
    'deformable blocks',
    'ASCII',
    'DATASET UNSTRUCTURED_GRID',
    `POINTS ${nodeCount} double`,
    ...rows(positions, 3),
    `CELLS ${elementCount} ${5 * elementCount}`,
    ...cells,
    `CELL_TYPES ${elementCount}`,
    ...cells.map(() => String(TETRAHEDRON)),
    `POINT_DATA ${nodeCount}`,
    'VECTORS displacement double',
    ...rows(displacements, 3),
    'VECTORS velocity double',
    ...rows(velocities, 3),
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
