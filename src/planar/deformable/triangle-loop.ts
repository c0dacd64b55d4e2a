/**
 * Stresses and nodal forces of all triangles of a block over one time step, in plane strain: the twin of
 * src/deformable/element-loop.ts, with the same departures from Wang, Li and Feng 2014, eqs 10-15. The gradient of the
 * velocity is taken at the middle of the step (Hughes and Winget 1980), the stress is turned by an orthogonal Q,
 * and half of the new stress is added before the turn, half after it.
 *
 *     L = sum of (v_k - v_0) x grad N_k     e = sym(L) dt     w = (L_yx - L_xy) dt / 2
 *     d = lambda tr(e) 1 + 2 mu e     s <- Q (s + d / 2) Q' + d / 2     F_k = -A s grad N_k, at the end of the step
 *
 * Q turns by the angle p with tan(p / 2) = w / 2. It keeps the mean of s_xx and s_yy, and turns half of their
 * difference with s_xy by 2 p. The stress across the plane is nu (s_xx + s_yy); no array is needed for it.
 */
import { LAMBDA, MU, TIME_STEP } from '../../deformable/element-loop';

/** Input of {@link advanceTriangles}, with the slots of `elementGiven`. */
export const triangleGiven = /* @__PURE__ */ new Float64Array(3);

/**
 * Advances the triangles `from` up to, not including, `end`, and adds their forces to those of the nodes. Positions are
 * those at the end of the step, velocities those in the middle of it. Returns the first triangle without a positive
 * area, or with a stress that is no number, or -1.
 */
export function advanceTriangles(
  from: number,
  end: number,
  elements: Int32Array,
  positions: Float64Array,
  velocities: Float64Array,
  stresses: Float64Array,
  forces: Float64Array,
): number {
  const lambda = triangleGiven[LAMBDA];
  const mu = triangleGiven[MU];
  const dt = triangleGiven[TIME_STEP];
  const half = 0.5 * dt;
  let inverted = -1;
  for (let e = from; e < end; e++) {
    const a = 2 * elements[3 * e];
    const b = 2 * elements[3 * e + 1];
    const c = 2 * elements[3 * e + 2];
    const ax = positions[a];
    const ay = positions[a + 1];
    const uax = velocities[a];
    const uay = velocities[a + 1];
    // Edges from a at the end of the step, and velocities relative to a.
    const bx = positions[b] - ax;
    const by = positions[b + 1] - ay;
    const cx = positions[c] - ax;
    const cy = positions[c + 1] - ay;
    const ubx = velocities[b] - uax;
    const uby = velocities[b + 1] - uay;
    const ucx = velocities[c] - uax;
    const ucy = velocities[c + 1] - uay;
    // Edges in the middle of the step. det grad N_b = (cy, -cx), det grad N_c = (-by, bx).
    const mbx = bx - half * ubx;
    const mby = by - half * uby;
    const mcx = cx - half * ucx;
    const mcy = cy - half * ucy;
    const det = mbx * mcy - mby * mcx;
    const det1 = bx * cy - by * cx;
    if (!(det > 0 && det1 > 0 && det1 < Infinity)) {
      if (inverted < 0) inverted = e;
      continue;
    }
    // L dt, row i of the velocity, column j of the gradient.
    const f = dt / det;
    const lxx = f * (ubx * mcy - ucx * mby);
    const lxy = f * (ucx * mbx - ubx * mcx);
    const lyx = f * (uby * mcy - ucy * mby);
    const lyy = f * (ucy * mbx - uby * mcx);
    // Cosine and sine of p, then of 2 p.
    const w = 0.5 * (lyx - lxy);
    const s = 1 / (1 + 0.25 * w * w);
    const cos = 1 - 0.5 * s * w * w;
    const sin = s * w;
    const cos2 = 1 - 2 * sin * sin;
    const sin2 = 2 * sin * cos;
    const o = 3 * e;
    // Half of the new stress before the turn, half after it.
    const mean = 0.5 * lambda * (lxx + lyy);
    const dxx = mean + mu * lxx;
    const dyy = mean + mu * lyy;
    const dxy = 0.5 * mu * (lxy + lyx);
    const sxx = stresses[o] + dxx;
    const syy = stresses[o + 1] + dyy;
    const sxy = stresses[o + 2] + dxy;
    const centre = 0.5 * (sxx + syy);
    const difference = 0.5 * (sxx - syy);
    const turned = cos2 * difference - sin2 * sxy;
    const nxx = centre + turned + dxx;
    const nyy = centre - turned + dyy;
    const nxy = sin2 * difference + cos2 * sxy + dxy;
    // Too large for a number: the step is as useless as one that inverts.
    const size = nxx + nyy + nxy;
    if (!(size - size === 0)) {
      if (inverted < 0) inverted = e;
      continue;
    }
    stresses[o] = nxx;
    stresses[o + 1] = nyy;
    stresses[o + 2] = nxy;
    const fbx = 0.5 * (nxx * cy - nxy * cx);
    const fby = 0.5 * (nxy * cy - nyy * cx);
    const fcx = 0.5 * (nxy * bx - nxx * by);
    const fcy = 0.5 * (nyy * bx - nxy * by);
    forces[b] -= fbx;
    forces[b + 1] -= fby;
    forces[c] -= fcx;
    forces[c + 1] -= fcy;
    forces[a] += fbx + fcx;
    forces[a + 1] += fby + fcy;
  }
  return inverted;
}
