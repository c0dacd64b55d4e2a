/** Volume, surface, centroid and inertia of a closed surface of planar faces; see {@link massProperties}. */
export interface MassProperties {
  volume: number;
  area: number;
  /** Relative to the reference point that the corners were given in. */
  centroid: Float64Array;
  /** Row-major 3x3 about the centroid for unit density. */
  inertia: Float64Array;
}

/**
 * Mass properties by tetrahedra from the mean of the corners (a point inside) to the triangle fans of the faces.
 * `points` are x y z packed; faces are counter-clockwise from outside.
 */
export function massProperties(points: Float64Array, faces: readonly ArrayLike<number>[]): MassProperties {
  const n = points.length / 3;
  const p = new Float64Array(points.length);
  const base = [points[0], points[1], points[2]];
  const mean = [0, 0, 0];
  for (let i = 0; i < n; i++) for (let k = 0; k < 3; k++) mean[k] += (points[3 * i + k] - base[k]) / n;
  for (let i = 0; i < n; i++) for (let k = 0; k < 3; k++) p[3 * i + k] = points[3 * i + k] - base[k] - mean[k];
  let volume6 = 0;
  let area2 = 0;
  const first = [0, 0, 0];
  const second = new Float64Array(9);
  for (const face of faces) {
    const a = 3 * face[0];
    for (let i = 1; i + 1 < face.length; i++) {
      const b = 3 * face[i];
      const c = 3 * face[i + 1];
      const ux = p[b] - p[a];
      const uy = p[b + 1] - p[a + 1];
      const uz = p[b + 2] - p[a + 2];
      const vx = p[c] - p[a];
      const vy = p[c + 1] - p[a + 1];
      const vz = p[c + 2] - p[a + 2];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      area2 += Math.sqrt(nx * nx + ny * ny + nz * nz);
      const det = nx * p[a] + ny * p[a + 1] + nz * p[a + 2];
      volume6 += det;
      for (let j = 0; j < 3; j++) {
        const sum = p[a + j] + p[b + j] + p[c + j];
        first[j] += det * sum;
        for (let k = 0; k < 3; k++) {
          const other = p[a + k] + p[b + k] + p[c + k];
          second[3 * j + k] += det * (sum * other + p[a + j] * p[a + k] + p[b + j] * p[b + k] + p[c + j] * p[c + k]);
        }
      }
    }
  }
  const volume = volume6 / 6;
  const local = first.map((f) => f / (4 * volume6));
  const m = new Float64Array(9);
  for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) m[3 * j + k] = second[3 * j + k] / 120 - volume * local[j] * local[k];
  const trace = m[0] + m[4] + m[8];
  const inertia = new Float64Array(9);
  for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) inertia[3 * j + k] = (j === k ? trace : 0) - m[3 * j + k];
  const centroid = Float64Array.of(base[0] + (mean[0] + local[0]), base[1] + (mean[1] + local[1]), base[2] + (mean[2] + local[2]));
  return { volume, area: area2 / 2, centroid, inertia };
}
