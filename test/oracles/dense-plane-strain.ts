/**
 * Finite elements in plane strain, as textbooks have them: B of each triangle with constant strain, K = A B' D B in one
 * dense matrix, D in E and nu (Zienkiewicz and Taylor, The Finite Element Method, chapter on plane elasticity). Forces,
 * stresses and the largest frequency of a mesh, for small displacements.
 */

export interface PlaneMesh {
  nodes: ArrayLike<number>;
  elements: ArrayLike<number>;
}

type Matrix = number[][];

function product(p: Matrix, q: Matrix): Matrix {
  return p.map((row) => q[0].map((_, j) => row.reduce((sum, x, k) => sum + x * q[k][j], 0)));
}

function transposed(p: Matrix): Matrix {
  return p[0].map((_, j) => p.map((row) => row[j]));
}

export function planeStrainLaw(E: number, nu: number): Matrix {
  const f = E / ((1 + nu) * (1 - 2 * nu));
  return [
    [f * (1 - nu), f * nu, 0],
    [f * nu, f * (1 - nu), 0],
    [0, 0, 0.5 * f * (1 - 2 * nu)],
  ];
}

/** Area and B, 3 x 6: strains xx yy and the engineering shear, of the displacements of three corners. */
function strainMatrix({ nodes, elements }: PlaneMesh, e: number): { area: number; b: Matrix } {
  const [i, j, k] = [0, 1, 2].map((c) => elements[3 * e + c]);
  const x = (n: number) => nodes[2 * n];
  const y = (n: number) => nodes[2 * n + 1];
  const twice = x(i) * (y(j) - y(k)) + x(j) * (y(k) - y(i)) + x(k) * (y(i) - y(j));
  const beta = [y(j) - y(k), y(k) - y(i), y(i) - y(j)].map((value) => value / twice);
  const gamma = [x(k) - x(j), x(i) - x(k), x(j) - x(i)].map((value) => value / twice);
  const b = [beta.flatMap((value) => [value, 0]), gamma.flatMap((value) => [0, value]), [0, 1, 2].flatMap((c) => [gamma[c], beta[c]])];
  return { area: twice / 2, b };
}

/** Stiffness of the mesh, 2n x 2n. */
export function denseStiffness(mesh: PlaneMesh, E: number, nu: number): Matrix {
  const size = mesh.nodes.length;
  const stiffness = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (let e = 0; e < mesh.elements.length / 3; e++) {
    const { area, b } = strainMatrix(mesh, e);
    const own = product(product(transposed(b), planeStrainLaw(E, nu)), b);
    const place = [0, 1, 2].flatMap((c) => [2 * mesh.elements[3 * e + c], 2 * mesh.elements[3 * e + c] + 1]);
    place.forEach((row, p) => place.forEach((column, q) => (stiffness[row][column] += area * own[p][q])));
  }
  return stiffness;
}

/** Masses of the nodes: a third of that of each triangle. */
export function lumpedMasses(mesh: PlaneMesh, density: number): number[] {
  const masses = new Array<number>(mesh.nodes.length / 2).fill(0);
  for (let e = 0; e < mesh.elements.length / 3; e++)
    for (let c = 0; c < 3; c++) masses[mesh.elements[3 * e + c]] += (density * strainMatrix(mesh, e).area) / 3;
  return masses;
}

/** Stress of each triangle, xx yy xy, for displacements of the nodes. */
export function denseStresses(mesh: PlaneMesh, displacements: ArrayLike<number>, E: number, nu: number): Matrix {
  return Array.from({ length: mesh.elements.length / 3 }, (_, e) => {
    const { b } = strainMatrix(mesh, e);
    const own = [0, 1, 2].flatMap((c) => [0, 1].map((k) => [displacements[2 * mesh.elements[3 * e + c] + k]]));
    return product(planeStrainLaw(E, nu), product(b, own)).map(([value]) => value);
  });
}

/** Largest frequency w of M^-1 K, from below: the power method. */
export function largestFrequency(stiffness: Matrix, masses: readonly number[], rounds = 400): number {
  let mode = stiffness.map((_, i) => Math.sin(1 + 1.7 * i * i));
  let square = 0;
  for (let r = 0; r < rounds; r++) {
    const next = stiffness.map((row, i) => row.reduce((sum, x, j) => sum + x * mode[j], 0) / masses[Math.floor(i / 2)]);
    // Rayleigh's quotient is never above the largest.
    const energy = next.reduce((sum, x, i) => sum + masses[Math.floor(i / 2)] * x * mode[i], 0);
    square = energy / mode.reduce((sum, x, i) => sum + masses[Math.floor(i / 2)] * x * x, 0);
    const length = Math.sqrt(next.reduce((sum, x) => sum + x * x, 0));
    mode = next.map((x) => x / length);
  }
  return Math.sqrt(square);
}
