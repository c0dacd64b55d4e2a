/**
 * The **tips** of the candidates under a face of the body (zone-corners.ts): the deepest candidate, then repeatedly the
 * candidate that is deepest below the cone of triangles from each tip to the ring, as long as it is deeper by a part of
 * the depth ({@link deviation}). A smooth cap has one tip: a paraboloid of depth d is at most d / 4 below the cone from
 * its apex to its rim.
 */
import { featureDimension } from '../contact/feature';
import type { MeshWall } from './mesh-wall';
import { candidateCode, candidateGap, candidateX, candidateY, ROUNDING, zoneBounds } from './wall-zone';
import { isSamePlace, isSharp, ring, RING, ringSizes, SORTED, sorted } from './zone-ring';

const MAX_TIPS = 12;

export const tips = /* @__PURE__ */ new Int32Array(MAX_TIPS);
export const tipCount = /* @__PURE__ */ new Int32Array(1);
/** The apexes of the cones: the first one, and the tips. */
const apexes = /* @__PURE__ */ new Int32Array(MAX_TIPS + 1);
const apexCount = /* @__PURE__ */ new Int32Array(1);
/** Least additional depth of tips: input. */
export const deviation = /* @__PURE__ */ new Float64Array(2);
/** At smooth places of the mesh. */
export const SMOOTH_PLACE = 0;
/** At sharp ones. */
export const SHARP_PLACE = 1;
/** Gap computed by {@link spanAt}. */
const spanned = /* @__PURE__ */ new Float64Array(1);

/** Finds the tips of the sorted candidates. Their ring exists already. */
export function findTips(mesh: MeshWall): void {
  const n = ringSizes[SORTED];
  tipCount[0] = 0;
  // Corners of the body that are in line with others are still corners of the contact.
  for (let k = 0; k < n && tipCount[0] < MAX_TIPS; k++) {
    const c = sorted[k];
    if (featureDimension(candidateCode[2 * c]) === 0 && !isListed(c)) tips[tipCount[0]++] = c;
  }
  const deepest = deepestCandidate();
  let most = -Infinity;
  for (let k = 0; k < ringSizes[RING]; k++) if (candidateGap[ring[k]] > most) most = candidateGap[ring[k]];
  if (!(most - candidateGap[deepest] > deviation[SHARP_PLACE])) return;
  // The apex of the first cone is the deepest corner of all if that is a tip, otherwise the deepest corner of the ring.
  let first = ring[0];
  for (let k = 1; k < ringSizes[RING]; k++) if (candidateGap[ring[k]] < candidateGap[first]) first = ring[k];
  apexes[0] = first;
  apexCount[0] = 1;
  if (!isListed(deepest)) {
    spanAt(deepest);
    if (spanned[0] - candidateGap[deepest] > deviation[isSharp(mesh, deepest) ? 1 : 0]) {
      if (tipCount[0] < MAX_TIPS) tips[tipCount[0]++] = deepest;
      apexes[0] = deepest;
    }
  }
  for (let round = tipCount[0]; round < MAX_TIPS; round++) {
    let best = -1;
    let largest = 0;
    for (let k = 0; k < n; k++) {
      const c = sorted[k];
      if (!(most - candidateGap[c] > Math.max(largest, deviation[SHARP_PLACE])) || isListed(c)) continue;
      spanAt(c);
      const deeper = spanned[0] - candidateGap[c];
      if (deeper > largest && deeper > deviation[isSharp(mesh, c) ? 1 : 0]) {
        largest = deeper;
        best = c;
      }
    }
    if (best < 0) break;
    tips[tipCount[0]++] = best;
    apexes[apexCount[0]++] = best;
  }
}

/**
 * The deepest candidate. Of several that are equally deep to rounding (along a level ridge): the one farthest from
 * their mean.
 */
function deepestCandidate(): number {
  const n = ringSizes[SORTED];
  let least = Infinity;
  for (let k = 0; k < n; k++) if (candidateGap[sorted[k]] < least) least = candidateGap[sorted[k]];
  least += 4 * zoneBounds[ROUNDING];
  let count = 0;
  let x = 0;
  let y = 0;
  for (let k = 0; k < n; k++) {
    const c = sorted[k];
    if (!(candidateGap[c] <= least)) continue;
    count++;
    x += candidateX[c];
    y += candidateY[c];
  }
  x /= count;
  y /= count;
  let best = sorted[0];
  let far = -1;
  for (let k = 0; k < n; k++) {
    const c = sorted[k];
    if (!(candidateGap[c] <= least)) continue;
    const d = (candidateX[c] - x) * (candidateX[c] - x) + (candidateY[c] - y) * (candidateY[c] - y);
    if (d > far) {
      far = d;
      best = c;
    }
  }
  return best;
}

/**
 * The least gap at the place of c that the apexes and the ring span: over triangles of an apex and a side of the ring,
 * and of two apexes and a third corner.
 */
function spanAt(c: number): void {
  const count = ringSizes[RING];
  spanned[0] = Infinity;
  for (let i = 0; i < apexCount[0]; i++) {
    const p = apexes[i];
    if (count < 3) {
      for (let k = 0; k < count; k++) spanLine(p, ring[k], c);
      for (let j = 0; j < i; j++) spanLine(p, apexes[j], c);
      continue;
    }
    for (let k = 0; k < count; k++) spanTriangle(p, ring[k], ring[k + 1 < count ? k + 1 : 0], c);
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < count; k++) spanTriangle(p, apexes[j], ring[k], c);
      for (let k = 0; k < j; k++) spanTriangle(p, apexes[j], apexes[k], c);
    }
  }
}

/** Lowers `spanned` to the gap at c between p and q, if c is between them. */
function spanLine(p: number, q: number, c: number): void {
  const ux = candidateX[q] - candidateX[p];
  const uy = candidateY[q] - candidateY[p];
  const uu = ux * ux + uy * uy;
  const t = uu > 0 ? ((candidateX[c] - candidateX[p]) * ux + (candidateY[c] - candidateY[p]) * uy) / uu : -1;
  if (!(t >= 0 && t <= 1)) return;
  const gap = candidateGap[p] + t * (candidateGap[q] - candidateGap[p]);
  if (gap < spanned[0]) spanned[0] = gap;
}

/**
 * The same for the triangle of p, a and b in either orientation. Beyond its side a b the plane continues, since the
 * thinned ring has places outside.
 */
function spanTriangle(p: number, a: number, b: number, c: number): void {
  const ax = candidateX[a] - candidateX[p];
  const ay = candidateY[a] - candidateY[p];
  const bx = candidateX[b] - candidateX[p];
  const by = candidateY[b] - candidateY[p];
  const x = candidateX[c] - candidateX[p];
  const y = candidateY[c] - candidateY[p];
  const whole = ax * by - ay * bx;
  if (whole === 0) return;
  const s = (x * by - y * bx) / whole;
  const t = (ax * y - ay * x) / whole;
  if (!(s >= -SLACK && t >= -SLACK)) return;
  const gap = candidateGap[p] + s * (candidateGap[a] - candidateGap[p]) + t * (candidateGap[b] - candidateGap[p]);
  if (gap < spanned[0]) spanned[0] = gap;
}

/** Relative to a side: places on the border between two triangles are in both. */
const SLACK = 1e-9;

function isListed(c: number): boolean {
  for (let k = 0; k < ringSizes[RING]; k++) if (ring[k] === c || isSamePlace(ring[k], c)) return true;
  for (let k = 0; k < tipCount[0]; k++) if (tips[k] === c || isSamePlace(tips[k], c)) return true;
  return false;
}
