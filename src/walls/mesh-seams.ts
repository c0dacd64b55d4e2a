/**
 * Edges with one triangle that are not borders. When one long edge lies along several short ones (a T-junction), each
 * has one triangle, but the surface continues. A body that ends flush with such an edge must not find a rim there.
 * Cold.
 */
import { endOf } from './mesh-edges';
import { createTriangleList, meshWallTriangles, type TriangleTree } from './triangle-tree';

/**
 * Edges apart by up to this part of the largest coordinate lie along each other: the accuracy of six printed digits.
 */
const CRACK = 2 ** -17;

/**
 * For each side of a triangle whose edge no other triangle has: the sides of others that lie along it in the opposite
 * direction and together cover it; null if it is a border.
 *
 * @param isAlone For each side: 1 if no other triangle has the edge.
 */
export function seamsOf(
  vertices: Float64Array,
  triangles: Int32Array,
  isAlone: Uint8Array,
  tree: TriangleTree,
  tolerance: number,
): (number[] | null)[] {
  let largest = 0;
  for (const x of vertices) largest = Math.max(largest, Math.abs(x));
  const crack = Math.max(4 * tolerance, CRACK * largest);
  const near = createTriangleList();
  const centre = new Float64Array(3);
  const seams: (number[] | null)[] = Array.from(isAlone, () => null);
  for (let c = 0; c < isAlone.length; c++) {
    if (isAlone[c] === 0) continue;
    const p = 3 * triangles[c];
    const q = 3 * triangles[endOf(c)];
    const u = [0, 1, 2].map((k) => vertices[q + k] - vertices[p + k]);
    const uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    for (let k = 0; k < 3; k++) centre[k] = vertices[p + k] + 0.5 * u[k];
    /** The position of a vertex along the edge, from 0 to 1; NaN if it is beside the edge. */
    const along = (v: number): number => {
      const w = [0, 1, 2].map((k) => vertices[3 * v + k] - vertices[p + k]);
      const t = (w[0] * u[0] + w[1] * u[1] + w[2] * u[2]) / uu;
      let square = 0;
      for (let k = 0; k < 3; k++) square += (w[k] - t * u[k]) * (w[k] - t * u[k]);
      return square <= crack * crack ? t : Number.NaN;
    };
    meshWallTriangles(near, { tree, tolerance }, centre, 0.5 * Math.sqrt(uu) + crack);
    const beside: { side: number; from: number; to: number }[] = [];
    for (let i = 0; i < near.count; i++) {
      for (let d = 3 * near.triangles[i]; d < 3 * near.triangles[i] + 3; d++) {
        if (isAlone[d] === 0 || d === c) continue;
        const to = along(triangles[d]);
        const from = along(triangles[endOf(d)]);
        if (from < to && from < 1 && to > 0) beside.push({ side: d, from, to });
      }
    }
    beside.sort((a, b) => a.from - b.from);
    const slack = crack / Math.sqrt(uu);
    let covered = 0;
    for (const { from, to } of beside) if (from <= covered + slack) covered = Math.max(covered, to);
    if (covered >= 1 - slack && beside.length > 0) seams[c] = beside.map(({ side }) => side);
  }
  return seams;
}
