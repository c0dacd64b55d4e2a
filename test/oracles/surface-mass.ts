import { add, cross, dot, scale, sub, type Vec } from './vector';

/**
 * Volume, centroid and inertia of a closed surface of triangles by surface integrals (Nassauer, Liedke and Kuna 2012,
 * eqs 15-24, with a minus sign at F12 and F23, and F13 = -x1 x3^2 / 2): Gauss's theorem turns the integral of x^p y^q
 * z^r over the solid into one over its surface, and a rule that is exact for cubics sums that over each triangle.
 * Tetrahedra, which the library sums, are not used.
 *
 * Trust: as far as the triangles are the surface; to some 1e-14 of the size's power for coordinates about an origin
 * near to the solid.
 */
export function surfaceMass(triangles: readonly (readonly [Vec, Vec, Vec])[]): {
  volume: number;
  area: number;
  centroid: Vec;
  inertia: number[];
} {
  let area = 0;
  let volume = 0;
  const first = [0, 0, 0];
  const second = new Array<number>(9).fill(0);
  for (const [p, q, r] of triangles) {
    // Twice the area vector.
    const n = cross(sub(q, p), sub(r, p));
    area += Math.sqrt(dot(n, n)) / 2;
    for (const [x, weight] of nodes(p, q, r)) {
      const w = weight / 2;
      volume += w * n[0] * x[0];
      for (let i = 0; i < 3; i++) {
        first[i] += (w * n[i] * x[i] * x[i]) / 2;
        second[4 * i] += (w * n[i] * x[i] * x[i] * x[i]) / 3;
        for (let j = 0; j < 3; j++) if (j !== i) second[3 * i + j] += (w * n[i] * x[i] * x[i] * x[j]) / 2;
      }
    }
  }
  const centroid: Vec = [first[0] / volume, first[1] / volume, first[2] / volume];
  const about = second.map((s, k) => s - volume * centroid[Math.floor(k / 3)] * centroid[k % 3]);
  const trace = about[0] + about[4] + about[8];
  return { volume, area, centroid, inertia: about.map((s, k) => (k % 4 === 0 ? trace - s : -s)) };
}

/** Points and weights, exact for polynomials of degree 3: corners 1/20, middles of sides 2/15, centroid 9/20. */
function nodes(p: Vec, q: Vec, r: Vec): [Vec, number][] {
  const middle = (u: Vec, v: Vec): [Vec, number] => [scale(add(u, v), 1 / 2), 2 / 15];
  return [[p, 1 / 20], [q, 1 / 20], [r, 1 / 20], middle(p, q), middle(q, r), middle(r, p), [scale(add(add(p, q), r), 1 / 3), 9 / 20]];
}
