import { vtkElements, type DrawnElement } from '../../io/vtk-deformables';
import type { DeformableSet2d } from './deformable-set-2d';
import { vonMisesStress2d } from './von-mises-2d';

/** A cell with three nodes. */
const TRIANGLE: DrawnElement = { name: 'triangle', type: 5 };

/**
 * All triangles at their present places as a VTK file, in the plane z = 0. Data and names are those of
 * `vtkDeformables` of space: `displacement` and `velocity` of each node, `block` and `vonMises` of each triangle.
 *
 * Throws InputError 'not-finite' for a place, a velocity or a stress that is not finite; index is the node or triangle.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const blocks = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: rock }]);
 * console.log(vtkDeformables2d(blocks).split('\n')[3]); // DATASET UNSTRUCTURED_GRID
 * ```
 */
export function vtkDeformables2d(set: DeformableSet2d): string {
  return vtkElements(set, vonMisesStress2d(new Float64Array(set.elementCount), set), TRIANGLE);
}
