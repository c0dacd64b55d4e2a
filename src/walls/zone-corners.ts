/**
 * From the corners of all cells to the points of a contact. A surface cut into triangles has corners that say nothing
 * of the surface; a finely curved one has any number. So of the candidates under each face of the body those are kept
 * that bound the zone or reach deeper than what the others span:
 *
 * 1. **ring**: corners of the convex hull of the candidates, in the plane. Corners that a feature of the mesh made are
 *    left out, the least first, while the triangle that such a corner spans with its neighbours is less than SLIVER of
 *    the hull, or while there are more than MESH_CORNERS of them. A corner of the body always stays, and so does where
 *    an edge of the body leaves the zone on a flat part.
 * 2. **tips**: the deepest candidate, and then again and again the one that is deepest below the cone of triangles from
 *    each tip to the ring, as long as it is deeper by DEVIATION of the depth. One tip stands for a smooth cap: a
 *    paraboloid of depth d is at most d / 4 below the cone from its apex to its rim.
 *
 * Over a plane, and over a face of a convex solid, that is all corners and nothing else, as in plane-contact.ts.
 *
 * Shares: those of the ring as of a polygon (zone.ts), a third for the tips if there are any; then changed by the least
 * that makes them add up to the area, its centroid and the volume (zone-shares.ts).
 */
import { featureDimension, featureIndex } from '../contact/feature';
import { addPlace, clearPlaces, found, foundCode, placeCount, placeShare, POINTS, RIM } from '../contact-points/places';
import type { MeshWall } from './mesh-wall';
import { balanceShares } from './zone-shares';
import {
  candidateCode,
  candidateCount,
  candidateGap,
  CANDIDATES,
  candidateX,
  candidateY,
  candidateZ,
  faceArea,
  faceFirst,
  isRim,
  leastGap,
  LEVEL,
  LIMIT,
  ROUNDING,
  zoneBounds,
} from './wall-zone';

const MESH_CORNERS = 8;
const SLIVER = 0.001;
const MAX_TIPS = 12;
const DEVIATION = 0.4;
const SHARP_DEVIATION = 0.1;

/** Candidates by place, then the ring. */
const sorted = /* @__PURE__ */ new Int32Array(CANDIDATES);
const ring = /* @__PURE__ */ new Int32Array(CANDIDATES + 1);
const tips = /* @__PURE__ */ new Int32Array(MAX_TIPS);
/** Where the cones that tips are measured by come to a point: the first one, and the tips. */
const apexes = /* @__PURE__ */ new Int32Array(MAX_TIPS + 1);
/** Lengths of sorted, ring, tips, apexes. */
const sizes = /* @__PURE__ */ new Int32Array(4);
const SORTED = 0;
const RING = 1;
const TIPS = 2;
const APEXES = 3;
/** What tips must be deeper by: at smooth places of the mesh (0), at sharp ones (1). */
const deviation = /* @__PURE__ */ new Float64Array(2);
/**
 * Doubles that functions are given, since those passed as arguments are allocated: greatest gap of the candidates that
 * are sorted; area of a face to be divided and gap above which its places are listed; share of a corner.
 */
const given = /* @__PURE__ */ new Float64Array(4);
const MOST = 0;
const DIVIDED = 1;
const ABOVE = 2;
const SHARE = 3;
/** Gap that {@link spanAt} gives. */
const spanned = /* @__PURE__ */ new Float64Array(1);

/** Fills the places with points and rim corners of all faces, and their shares. */
export function chooseCorners(mesh: MeshWall): void {
  clearPlaces();
  const least = leastGap[0];
  const level = zoneBounds[LEVEL];
  const limit = zoneBounds[LIMIT];
  const eps = zoneBounds[ROUNDING];
  for (let f = 0; f < candidateCount[1]; f++) {
    given[MOST] = level;
    sortCandidates(f, true);
    if (sizes[SORTED] > 0) {
      deviation[0] = Math.max(2 * eps, DEVIATION * (level - least));
      deviation[1] = Math.max(2 * eps, SHARP_DEVIATION * (level - least));
      chooseOfFace(mesh);
      given[DIVIDED] = faceArea[f];
      given[ABOVE] = -Infinity;
      addFace();
    }
    if (!(limit > level)) continue;
    // Corners beyond the zone are listed too.
    given[MOST] = limit;
    sortCandidates(f, false);
    if (sizes[SORTED] === 0) continue;
    deviation[0] = Math.max(2 * eps, DEVIATION * (limit - least));
    deviation[1] = Math.max(2 * eps, SHARP_DEVIATION * (limit - least));
    chooseOfFace(mesh);
    given[DIVIDED] = 0;
    given[ABOVE] = level;
    addFace();
  }
  balanceShares();
}

/** The candidates of a face with a gap up to the given one, by place. */
function sortCandidates(f: number, withRim: boolean): void {
  const most = given[MOST];
  let n = 0;
  for (let c = faceFirst[f]; c < faceFirst[f + 1]; c++) if (isRim[c] === 1 ? withRim : candidateGap[c] <= most) sorted[n++] = c;
  sizes[SORTED] = n;
  // Heap sort.
  for (let k = (n >> 1) - 1; k >= 0; k--) sink(k, n);
  for (let end = n - 1; end > 0; end--) {
    const c = sorted[0];
    sorted[0] = sorted[end];
    sorted[end] = c;
    sink(0, end);
  }
}

function sink(k: number, n: number): void {
  const c = sorted[k];
  let at = k;
  for (let child = 2 * at + 1; child < n; child = 2 * at + 1) {
    if (child + 1 < n && isAfter(sorted[child + 1], sorted[child])) child++;
    if (!isAfter(sorted[child], c)) break;
    sorted[at] = sorted[child];
    at = child;
  }
  sorted[at] = c;
}

/** In order of x, then y; of the same place the one that says more, then the first. */
function isAfter(c: number, d: number): boolean {
  if (candidateX[c] !== candidateX[d]) return candidateX[c] > candidateX[d];
  if (candidateY[c] !== candidateY[d]) return candidateY[c] > candidateY[d];
  const rank = rankOf(c) - rankOf(d);
  return rank !== 0 ? rank > 0 : c > d;
}

/** Lower for lower features. */
function rankOf(c: number): number {
  return featureDimension(candidateCode[2 * c]) + featureDimension(candidateCode[2 * c + 1]);
}

/** Ring and tips of the sorted candidates. */
function chooseOfFace(mesh: MeshWall): void {
  findRing();
  thinRing(mesh);
  findTips(mesh);
}

/**
 * The convex hull, counter-clockwise (Andrew 1979); corners within rounding of the line of their neighbours are none.
 */
function findRing(): void {
  const n = sizes[SORTED];
  let count = 0;
  for (let k = 0; k < n; k++) {
    while (count > 1 && !turnsLeft(ring[count - 2], ring[count - 1], sorted[k])) count--;
    if (count === 1 && isSamePlace(ring[0], sorted[k])) continue;
    ring[count++] = sorted[k];
  }
  const lower = count + 1;
  for (let k = n - 2; k >= 0; k--) {
    while (count >= lower && !turnsLeft(ring[count - 2], ring[count - 1], sorted[k])) count--;
    ring[count++] = sorted[k];
  }
  // The first corner has come again, or one of the same place.
  if (count > 1) count--;
  while (count > 1 && isSamePlace(ring[0], ring[count - 1])) count--;
  sizes[RING] = count;
}

/** Whether b is to the right of the way from a to c by more than rounding. */
function turnsLeft(a: number, b: number, c: number): boolean {
  const ux = candidateX[c] - candidateX[a];
  const uy = candidateY[c] - candidateY[a];
  const s = ux * (candidateY[b] - candidateY[a]) - uy * (candidateX[b] - candidateX[a]);
  return s < -zoneBounds[ROUNDING] * Math.sqrt(ux * ux + uy * uy);
}

function isSamePlace(c: number, d: number): boolean {
  const dx = candidateX[c] - candidateX[d];
  const dy = candidateY[c] - candidateY[d];
  const eps = 2 * zoneBounds[ROUNDING];
  return dx * dx + dy * dy <= eps * eps;
}

/** Whether a corner is the body's: its vertex, or an edge over a flat part. */
function isOfBody(c: number): boolean {
  const dimension = featureDimension(candidateCode[2 * c]);
  return dimension === 0 || (dimension === 1 && featureDimension(candidateCode[2 * c + 1]) === 2);
}

/** Whether a corner is at a sharp edge or vertex of the mesh. */
function isSharp({ isSharpEdge, isSharpVertex }: MeshWall, c: number): boolean {
  const code = candidateCode[2 * c + 1];
  const dimension = featureDimension(code);
  return dimension === 1 ? isSharpEdge[featureIndex(code)] === 1 : dimension === 0 && isSharpVertex[featureIndex(code)] === 1;
}

/** Leaves out corners of the mesh. */
function thinRing(mesh: MeshWall): void {
  let count = sizes[RING];
  if (count < 4) return;
  let whole = 0;
  let free = 0;
  let smooth = 0;
  for (let k = 0; k < count; k++) {
    whole += triangleArea(ring[0], ring[k], ring[k + 1 < count ? k + 1 : 0]);
    if (!isOfBody(ring[k])) free++;
    if (!isOfBody(ring[k]) && !isSharp(mesh, ring[k])) smooth++;
  }
  while (free > 0 && count > 3) {
    const tooMany = smooth > MESH_CORNERS;
    let least = Infinity;
    let at = -1;
    for (let k = 0; k < count; k++) {
      if (isOfBody(ring[k]) || (tooMany && isSharp(mesh, ring[k]))) continue;
      const a = triangleArea(ring[k > 0 ? k - 1 : count - 1], ring[k], ring[k + 1 < count ? k + 1 : 0]);
      if (a < least) {
        least = a;
        at = k;
      }
    }
    if (at < 0 || !(tooMany || least < SLIVER * whole)) break;
    free--;
    if (!isSharp(mesh, ring[at])) smooth--;
    for (let k = at; k + 1 < count; k++) ring[k] = ring[k + 1];
    count--;
  }
  sizes[RING] = count;
}

/** Twice the signed area. */
function triangleArea(a: number, b: number, c: number): number {
  return (
    (candidateX[b] - candidateX[a]) * (candidateY[c] - candidateY[a]) - (candidateY[b] - candidateY[a]) * (candidateX[c] - candidateX[a])
  );
}

function findTips(mesh: MeshWall): void {
  const n = sizes[SORTED];
  sizes[TIPS] = 0;
  // Corners of the body that are in line with others are corners of the contact all the same.
  for (let k = 0; k < n && sizes[TIPS] < MAX_TIPS; k++) {
    const c = sorted[k];
    if (featureDimension(candidateCode[2 * c]) === 0 && !isListed(c)) tips[sizes[TIPS]++] = c;
  }
  const deepest = deepestCandidate();
  let most = -Infinity;
  for (let k = 0; k < sizes[RING]; k++) if (candidateGap[ring[k]] > most) most = candidateGap[ring[k]];
  if (!(most - candidateGap[deepest] > deviation[1])) return;
  // The first cone: from the deepest corner of all if that is a tip, else from the deepest corner of the ring.
  let first = ring[0];
  for (let k = 1; k < sizes[RING]; k++) if (candidateGap[ring[k]] < candidateGap[first]) first = ring[k];
  apexes[0] = first;
  sizes[APEXES] = 1;
  if (!isListed(deepest)) {
    spanAt(deepest);
    if (spanned[0] - candidateGap[deepest] > deviation[isSharp(mesh, deepest) ? 1 : 0]) {
      if (sizes[TIPS] < MAX_TIPS) tips[sizes[TIPS]++] = deepest;
      apexes[0] = deepest;
    }
  }
  for (let round = sizes[TIPS]; round < MAX_TIPS; round++) {
    let best = -1;
    let largest = 0;
    for (let k = 0; k < n; k++) {
      const c = sorted[k];
      if (!(most - candidateGap[c] > Math.max(largest, deviation[1])) || isListed(c)) continue;
      spanAt(c);
      const deeper = spanned[0] - candidateGap[c];
      if (deeper > largest && deeper > deviation[isSharp(mesh, c) ? 1 : 0]) {
        largest = deeper;
        best = c;
      }
    }
    if (best < 0) break;
    tips[sizes[TIPS]++] = best;
    apexes[sizes[APEXES]++] = best;
  }
}

/**
 * The deepest candidate; of those that are as deep to rounding, as along a level ridge, the one farthest from their
 * mean.
 */
function deepestCandidate(): number {
  const n = sizes[SORTED];
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
  const count = sizes[RING];
  spanned[0] = Infinity;
  for (let i = 0; i < sizes[APEXES]; i++) {
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

/** Lowers `spanned` to the gap at c between p and q, where c is between them. */
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
 * The same for the triangle of p, a and b in either turn; beyond its side a b the plane goes on, since the ring that
 * was thinned has places outside.
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

/** Of a side: places on the border between two triangles are in both. */
const SLACK = 1e-9;

function isListed(c: number): boolean {
  for (let k = 0; k < sizes[RING]; k++) if (ring[k] === c || isSamePlace(ring[k], c)) return true;
  for (let k = 0; k < sizes[TIPS]; k++) if (tips[k] === c || isSamePlace(tips[k], c)) return true;
  return false;
}

/**
 * Adds the ring and the tips as places, those with a gap above the given one only. The given area is divided among
 * them: to the ring as to a polygon, a third of it to the tips if there are any.
 */
function addFace(): void {
  const area = given[DIVIDED];
  const count = sizes[RING];
  let cx = 0;
  let cy = 0;
  let whole = 0;
  const ox = candidateX[ring[0]];
  const oy = candidateY[ring[0]];
  for (let k = 1; k + 1 < count; k++) {
    const t = triangleArea(ring[0], ring[k], ring[k + 1]);
    whole += t;
    cx += t * (candidateX[ring[k]] + candidateX[ring[k + 1]] - 2 * ox);
    cy += t * (candidateY[ring[k]] + candidateY[ring[k + 1]] - 2 * oy);
  }
  cx = whole > 0 ? ox + cx / (3 * whole) : ox;
  cy = whole > 0 ? oy + cy / (3 * whole) : oy;
  const tipsArea = sizes[TIPS] > 0 ? area / 3 : 0;
  // Of each of the two triangles half: twice the area is summed here, so a quarter.
  const scale = whole > 0 ? (area - tipsArea) / (2 * whole) : 0;
  // Bodies that touch to rounding have a zone whose sides are where rounding puts them; its corners may be in line.
  const each = whole > 0 ? 0 : (area - tipsArea) / count;
  for (let k = 0; k < count; k++) {
    const c = ring[k];
    const a = ring[k > 0 ? k - 1 : count - 1];
    const b = ring[k + 1 < count ? k + 1 : 0];
    const ux = candidateX[c] - cx;
    const uy = candidateY[c] - cy;
    const before = (candidateX[a] - cx) * uy - (candidateY[a] - cy) * ux;
    const after = ux * (candidateY[b] - cy) - uy * (candidateX[b] - cx);
    given[SHARE] = each + scale * (before + after);
    addCorner(c);
  }
  given[SHARE] = tipsArea / sizes[TIPS];
  for (let k = 0; k < sizes[TIPS]; k++) addCorner(tips[k]);
}

function addCorner(corner: number): void {
  if (!(candidateGap[corner] > given[ABOVE])) return;
  // Of the candidates at one place the one that says most.
  let c = corner;
  for (let k = 0; k < sizes[SORTED]; k++) {
    const d = sorted[k];
    if (rankOf(d) < rankOf(c) && isRim[d] === isRim[corner] && isSamePlace(d, corner)) c = d;
  }
  found[0] = candidateX[c];
  found[1] = candidateY[c];
  found[2] = candidateZ[c];
  found[3] = candidateGap[c];
  foundCode[0] = candidateCode[2 * c];
  foundCode[1] = candidateCode[2 * c + 1];
  const kind = isRim[c] === 1 ? RIM : POINTS;
  const place = addPlace(kind, placeCount[kind]);
  if (place >= 0) placeShare[place] += given[SHARE];
}
