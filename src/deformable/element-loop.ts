/**
 * Stresses and nodal forces of all tetrahedra of a block over one time step.
 *
 * Source: Wang, Li and Feng 2014, section 3, eqs 10-15, with three departures:
 *   - The gradient of the velocity is taken at the middle of the step, where a rotation has no strain (Hughes and
 *     Winget 1980). At either end of the step a block that only turns is strained by half the square of its angle.
 *   - The stress is rotated by an orthogonal Q = (1 - W/2)^-1 (1 + W/2). Eq. 13 adds W s - s W, which makes the stress
 *     longer with each step. As printed: published-elements.ts.
 *   - Half of the new stress d is added before the turn and half after it, because d is that of the middle of the step.
 *     Added after the turn as a whole, it is behind by half of the angle of a step. A block that spins then gains
 *     energy: vibrations grow as exp(k w t), with the angle w t and k of about w_e dt / 2 for modes of frequency w_e.
 *
 *     L = sum of (v_k - v_0) x grad N_k     e = sym(L) dt     W = skew(L) dt
 *     d = lambda tr(e) 1 + 2 mu e     s <- Q (s + d / 2) Q' + d / 2
 *     F_k = -V s grad N_k, at the end of the step
 */

/** Input of {@link advanceElements}. */
export const elementGiven = /* @__PURE__ */ new Float64Array(3);
/** Lame constants of the block, and the time step. */
export const LAMBDA = 0;
export const MU = 1;
export const TIME_STEP = 2;

const SIXTH = 1 / 6;

/**
 * Advances the tetrahedra `from` up to, not including, `end`, and adds their forces to those of the nodes. Positions
 * are those at the end of the step, velocities those in the middle of it. Returns the first tetrahedron without a
 * positive volume, or with a stress that is no number, or -1.
 */
export function advanceElements(
  from: number,
  end: number,
  elements: Int32Array,
  positions: Float64Array,
  velocities: Float64Array,
  stresses: Float64Array,
  forces: Float64Array,
): number {
  const lambda = elementGiven[LAMBDA];
  const mu = elementGiven[MU];
  const dt = elementGiven[TIME_STEP];
  const half = 0.5 * dt;
  let inverted = -1;
  for (let e = from; e < end; e++) {
    const a = 3 * elements[4 * e];
    const b = 3 * elements[4 * e + 1];
    const c = 3 * elements[4 * e + 2];
    const d = 3 * elements[4 * e + 3];
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const uax = velocities[a];
    const uay = velocities[a + 1];
    const uaz = velocities[a + 2];
    // Edges from a at the end of the step, and velocities relative to a.
    const bx = positions[b] - ax;
    const by = positions[b + 1] - ay;
    const bz = positions[b + 2] - az;
    const cx = positions[c] - ax;
    const cy = positions[c + 1] - ay;
    const cz = positions[c + 2] - az;
    const dx = positions[d] - ax;
    const dy = positions[d + 1] - ay;
    const dz = positions[d + 2] - az;
    const ubx = velocities[b] - uax;
    const uby = velocities[b + 1] - uay;
    const ubz = velocities[b + 2] - uaz;
    const ucx = velocities[c] - uax;
    const ucy = velocities[c + 1] - uay;
    const ucz = velocities[c + 2] - uaz;
    const udx = velocities[d] - uax;
    const udy = velocities[d + 1] - uay;
    const udz = velocities[d + 2] - uaz;
    // Edges in the middle of the step.
    const mbx = bx - half * ubx;
    const mby = by - half * uby;
    const mbz = bz - half * ubz;
    const mcx = cx - half * ucx;
    const mcy = cy - half * ucy;
    const mcz = cz - half * ucz;
    const mdx = dx - half * udx;
    const mdy = dy - half * udy;
    const mdz = dz - half * udz;
    // det grad N_b = c x d, det grad N_c = d x b, det grad N_d = b x c
    const gbx = mcy * mdz - mcz * mdy;
    const gby = mcz * mdx - mcx * mdz;
    const gbz = mcx * mdy - mcy * mdx;
    const gcx = mdy * mbz - mdz * mby;
    const gcy = mdz * mbx - mdx * mbz;
    const gcz = mdx * mby - mdy * mbx;
    const gdx = mby * mcz - mbz * mcy;
    const gdy = mbz * mcx - mbx * mcz;
    const gdz = mbx * mcy - mby * mcx;
    const det = mbx * gbx + mby * gby + mbz * gbz;
    // The same at the end of the step, det is 6 V.
    const hbx = cy * dz - cz * dy;
    const hby = cz * dx - cx * dz;
    const hbz = cx * dy - cy * dx;
    const hcx = dy * bz - dz * by;
    const hcy = dz * bx - dx * bz;
    const hcz = dx * by - dy * bx;
    const hdx = by * cz - bz * cy;
    const hdy = bz * cx - bx * cz;
    const hdz = bx * cy - by * cx;
    const det1 = bx * hbx + by * hby + bz * hbz;
    if (!(det > 0 && det1 > 0 && det1 < Infinity)) {
      if (inverted < 0) inverted = e;
      continue;
    }
    // L dt, row i of the velocity, column j of the gradient.
    const f = dt / det;
    const lxx = f * (ubx * gbx + ucx * gcx + udx * gdx);
    const lxy = f * (ubx * gby + ucx * gcy + udx * gdy);
    const lxz = f * (ubx * gbz + ucx * gcz + udx * gdz);
    const lyx = f * (uby * gbx + ucy * gcx + udy * gdx);
    const lyy = f * (uby * gby + ucy * gcy + udy * gdy);
    const lyz = f * (uby * gbz + ucy * gcz + udy * gdz);
    const lzx = f * (ubz * gbx + ucz * gcx + udz * gdx);
    const lzy = f * (ubz * gby + ucz * gcy + udz * gdy);
    const lzz = f * (ubz * gbz + ucz * gcz + udz * gdz);
    // Q = 1 + s (W + W W / 2) with the axial vector w of W.
    const wx = 0.5 * (lzy - lyz);
    const wy = 0.5 * (lxz - lzx);
    const wz = 0.5 * (lyx - lxy);
    const ww = wx * wx + wy * wy + wz * wz;
    const s = 1 / (1 + 0.25 * ww);
    const t = 0.5 * s;
    const qxx = 1 - t * (wy * wy + wz * wz);
    const qyy = 1 - t * (wx * wx + wz * wz);
    const qzz = 1 - t * (wx * wx + wy * wy);
    const qxy = t * wx * wy - s * wz;
    const qyx = t * wx * wy + s * wz;
    const qyz = t * wy * wz - s * wx;
    const qzy = t * wy * wz + s * wx;
    const qzx = t * wx * wz - s * wy;
    const qxz = t * wx * wz + s * wy;
    const o = 6 * e;
    // Half of the new stress before the turn, half after it.
    const mean = 0.5 * lambda * (lxx + lyy + lzz);
    const shear = 0.5 * mu;
    const exx = mean + mu * lxx;
    const eyy = mean + mu * lyy;
    const ezz = mean + mu * lzz;
    const exy = shear * (lxy + lyx);
    const eyz = shear * (lyz + lzy);
    const exz = shear * (lxz + lzx);
    const sxx = stresses[o] + exx;
    const syy = stresses[o + 1] + eyy;
    const szz = stresses[o + 2] + ezz;
    const sxy = stresses[o + 3] + exy;
    const syz = stresses[o + 4] + eyz;
    const sxz = stresses[o + 5] + exz;
    // T = Q s
    const txx = qxx * sxx + qxy * sxy + qxz * sxz;
    const txy = qxx * sxy + qxy * syy + qxz * syz;
    const txz = qxx * sxz + qxy * syz + qxz * szz;
    const tyx = qyx * sxx + qyy * sxy + qyz * sxz;
    const tyy = qyx * sxy + qyy * syy + qyz * syz;
    const tyz = qyx * sxz + qyy * syz + qyz * szz;
    const tzx = qzx * sxx + qzy * sxy + qzz * sxz;
    const tzy = qzx * sxy + qzy * syy + qzz * syz;
    const tzz = qzx * sxz + qzy * syz + qzz * szz;
    const nxx = txx * qxx + txy * qxy + txz * qxz + exx;
    const nyy = tyx * qyx + tyy * qyy + tyz * qyz + eyy;
    const nzz = tzx * qzx + tzy * qzy + tzz * qzz + ezz;
    const nxy = txx * qyx + txy * qyy + txz * qyz + exy;
    const nyz = tyx * qzx + tyy * qzy + tyz * qzz + eyz;
    const nxz = txx * qzx + txy * qzy + txz * qzz + exz;
    // Too large for a number: the step is as useless as one that inverts.
    const size = nxx + nyy + nzz + nxy + nyz + nxz;
    if (!(size - size === 0)) {
      if (inverted < 0) inverted = e;
      continue;
    }
    stresses[o] = nxx;
    stresses[o + 1] = nyy;
    stresses[o + 2] = nzz;
    stresses[o + 3] = nxy;
    stresses[o + 4] = nyz;
    stresses[o + 5] = nxz;
    // V s grad N is (s / 6) h.
    const pxx = SIXTH * nxx;
    const pyy = SIXTH * nyy;
    const pzz = SIXTH * nzz;
    const pxy = SIXTH * nxy;
    const pyz = SIXTH * nyz;
    const pxz = SIXTH * nxz;
    const fbx = pxx * hbx + pxy * hby + pxz * hbz;
    const fby = pxy * hbx + pyy * hby + pyz * hbz;
    const fbz = pxz * hbx + pyz * hby + pzz * hbz;
    const fcx = pxx * hcx + pxy * hcy + pxz * hcz;
    const fcy = pxy * hcx + pyy * hcy + pyz * hcz;
    const fcz = pxz * hcx + pyz * hcy + pzz * hcz;
    const fdx = pxx * hdx + pxy * hdy + pxz * hdz;
    const fdy = pxy * hdx + pyy * hdy + pyz * hdz;
    const fdz = pxz * hdx + pyz * hdy + pzz * hdz;
    forces[b] -= fbx;
    forces[b + 1] -= fby;
    forces[b + 2] -= fbz;
    forces[c] -= fcx;
    forces[c + 1] -= fcy;
    forces[c + 2] -= fcz;
    forces[d] -= fdx;
    forces[d + 1] -= fdy;
    forces[d + 2] -= fdz;
    forces[a] += fbx + fcx + fdx;
    forces[a + 1] += fby + fcy + fdy;
    forces[a + 2] += fbz + fcz + fdz;
  }
  return inverted;
}
