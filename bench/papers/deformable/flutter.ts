/**
 * Stability of the steady slide of an elastic block on a plane with friction (Adams 1995; Martins and Oden).
 *
 * All nodes of the foot press and slide along x. The friction of a node is f times its normal force. So a node that
 * sinks by h is pushed up with K h, and back with f K h: the stiffness is not symmetric. Modes of nearly equal
 * frequency can couple, and then friction does work on them. Small motions u about the slide obey
 *
 *     M u'' + C u' + K u = 0,    u = exp(s t) w
 *
 * with the lumped masses, and the stiffness of tetrahedra and springs. C has the damping alpha M, the dashpots c of the
 * normal springs with f c against the slide, and the friction across the slide, f N / speed. The largest real part of s
 * is the growth rate.
 */
import { determinant, EigenvalueDecomposition, inverse, Matrix } from 'ml-matrix';
import type { BlockMesh, ElasticMaterial } from 'dem-contact';

export interface SteadySlide {
  mesh: BlockMesh;
  material: ElasticMaterial;
  /** Nodes that press on the plane, and the force of each. */
  foot: readonly number[];
  loads: readonly number[];
  /** Normal spring and dashpot of a node, and the tangent of the angle of friction. */
  stiffness: number;
  dashpot: number;
  friction: number;
  speed: number;
  /** alpha, 1 / s. */
  damping: number;
}

/** The mode that grows fastest: its growth rate, 0 when none grows, and its angular frequency, 1 / s. */
export function flutter(slide: SteadySlide): { rate: number; frequency: number } {
  const { mesh, material, foot, loads, stiffness, dashpot, friction, speed, damping } = slide;
  const { masses, matrix } = assemble(mesh, material);
  const size = masses.length;
  const damper = new Float64Array(size * size);
  for (let i = 0; i < size; i++) damper[size * i + i] = damping * masses[i];
  for (const [k, node] of foot.entries()) {
    const [x, y, z] = [3 * node, 3 * node + 1, 3 * node + 2];
    matrix[size * z + z] += stiffness;
    matrix[size * x + z] -= friction * stiffness;
    damper[size * z + z] += dashpot;
    damper[size * x + z] -= friction * dashpot;
    damper[size * y + y] += (friction * loads[k]) / speed;
  }
  // Of first order: (u, v)' = (v, -K u / M - C v / M).
  const system = Matrix.zeros(2 * size, 2 * size);
  for (let i = 0; i < size; i++) {
    system.set(i, size + i, 1);
    for (let j = 0; j < size; j++) {
      system.set(size + i, j, -matrix[size * i + j] / masses[i]);
      system.set(size + i, size + j, -damper[size * i + j] / masses[i]);
    }
  }
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(system);
  const rate = Math.max(0, ...realEigenvalues);
  // A rigid slide has the eigenvalue 0, which rounding turns into numbers of up to about 1e-2.
  return rate > 0.1 ? { rate, frequency: Math.abs(imaginaryEigenvalues[realEigenvalues.indexOf(rate)]) } : { rate: 0, frequency: 0 };
}

/** Lumped mass of each component, and the stiffness of all tetrahedra: V (lambda g g' + mu g' g + mu (g . g) 1). */
function assemble({ nodes, elements }: BlockMesh, { youngsModulus, poissonRatio, density }: ElasticMaterial) {
  const lambda = (youngsModulus * poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio));
  const mu = youngsModulus / (2 * (1 + poissonRatio));
  const size = nodes.length;
  const masses = new Float64Array(size);
  const matrix = new Float64Array(size * size);
  for (let e = 0; e < elements.length; e += 4) {
    const corner = [...elements.subarray(e, e + 4)];
    // The rows 1 x y z of the corners: the columns of the inverse are the shape functions.
    const rows = new Matrix(corner.map((n) => [1, ...nodes.subarray(3 * n, 3 * n + 3)]));
    const volume = determinant(rows) / 6;
    const shapes = inverse(rows);
    const gradients = [0, 1, 2, 3].map((c) => [1, 2, 3].map((k) => shapes.get(k, c)));
    for (let a = 0; a < 4; a++)
      for (let i = 0; i < 3; i++) {
        masses[3 * corner[a] + i] += (density * volume) / 4;
        for (let b = 0; b < 4; b++)
          for (let j = 0; j < 3; j++) {
            const [g, h] = [gradients[a], gradients[b]];
            const same = i === j ? mu * (g[0] * h[0] + g[1] * h[1] + g[2] * h[2]) : 0;
            matrix[size * (3 * corner[a] + i) + 3 * corner[b] + j] += volume * (lambda * g[i] * h[j] + mu * g[j] * h[i] + same);
          }
      }
  }
  return { masses, matrix };
}
