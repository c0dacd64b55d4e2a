/**
 * Von Mises stress of each tetrahedron, written to `out`, length at least elementCount. `stresses` are those of a
 * `DeformableSet`: xx yy zz xy yz xz, length 6 * elementCount.
 *
 * @example
 * ```ts
 * const out = vonMisesStress(new Float64Array(1), [3e6, 0, 0, 0, 0, 0]);
 * console.log(out[0]); // 3e6
 * ```
 */
export function vonMisesStress(out: Float64Array, stresses: ArrayLike<number>): Float64Array {
  for (let e = 0; 6 * e + 5 < stresses.length && e < out.length; e++) {
    const o = 6 * e;
    const p = stresses[o] - stresses[o + 1];
    const q = stresses[o + 1] - stresses[o + 2];
    const r = stresses[o + 2] - stresses[o];
    const xy = stresses[o + 3];
    const yz = stresses[o + 4];
    const xz = stresses[o + 5];
    out[e] = Math.sqrt(0.5 * (p * p + q * q + r * r) + 3 * (xy * xy + yz * yz + xz * xz));
  }
  return out;
}
