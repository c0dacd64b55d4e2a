/**
 * From the corners of all cells to the points of a contact. A surface cut into triangles has corners that are not
 * features of the surface, and a finely curved one has any number. So of the candidates under each face of the body two
 * sorts are kept: those that bound the zone, the ring (zone-ring.ts), and those deeper than the span of the others, the
 * tips (zone-tips.ts). Over a plane, and over a face of a convex solid, these are exactly the corners of
 * plane-contact.ts.
 *
 * Shares: those of the ring as of a polygon (zone.ts), a third for the tips if there are any; then the smallest change
 * makes them add up to the area, its centroid and the volume (zone-shares.ts).
 */
import { addPlace, clearPlaces, found, foundCode, placeCount, placeShare, POINTS, RIM } from '../contact-points/places';
import { GAP } from '../contact/layouts';
import type { MeshWall } from './mesh-wall';
import {
  bodyShadow,
  candidateCode,
  candidateCount,
  candidateGap,
  candidateX,
  candidateY,
  candidateZ,
  faceArea,
  isRim,
  leastGap,
  LEVEL,
  LIMIT,
  OF_FACES,
  ROUNDING,
  zoneBounds,
} from './wall-zone';
import { isSamePlace, makeRing, mostGap, rankOf, ring, RING, ringSizes, SORTED, sorted, sortCandidates, triangleArea } from './zone-ring';
import { balanceShares } from './zone-shares';
import { deviation, findTips, SHARP_PLACE, SMOOTH_PLACE, tipCount, tips } from './zone-tips';

/** The least additional depth of a tip, as a part of the depth: at smooth places of the mesh, at sharp ones. */
const DEVIATION = 0.4;
const SHARP_DEVIATION = 0.1;

/**
 * Inputs of functions, because engines allocate doubles that are passed as arguments: area of a face to divide; gap
 * above which its places are listed; share of a corner.
 */
const given = /* @__PURE__ */ new Float64Array(3);
const DIVIDED = 0;
const ABOVE = 1;
const SHARE = 2;

/** Fills the places with points and rim corners of all faces, and their shares. */
export function chooseCorners(mesh: MeshWall): void {
  clearPlaces();
  const least = leastGap[0];
  const level = zoneBounds[LEVEL];
  const limit = zoneBounds[LIMIT];
  const eps = zoneBounds[ROUNDING];
  for (let f = 0; f < candidateCount[OF_FACES]; f++) {
    mostGap[0] = level;
    sortCandidates(f, true);
    if (ringSizes[SORTED] > 0) {
      deviation[SMOOTH_PLACE] = Math.max(2 * eps, DEVIATION * (level - least));
      deviation[SHARP_PLACE] = Math.max(2 * eps, SHARP_DEVIATION * (level - least));
      makeRing(mesh);
      findTips(mesh);
      given[DIVIDED] = faceArea[f];
      given[ABOVE] = -Infinity;
      addFace();
    }
    if (!(limit > level)) continue;
    // Corners beyond the zone are listed too.
    mostGap[0] = limit;
    sortCandidates(f, false);
    if (ringSizes[SORTED] === 0) continue;
    deviation[SMOOTH_PLACE] = Math.max(2 * eps, DEVIATION * (limit - least));
    deviation[SHARP_PLACE] = Math.max(2 * eps, SHARP_DEVIATION * (limit - least));
    makeRing(mesh);
    findTips(mesh);
    given[DIVIDED] = 0;
    given[ABOVE] = level;
    addFace();
  }
  balanceShares();
}

/**
 * Adds the ring and the tips as places, but only those with a gap above the given one. The given area is divided among
 * them: the ring gets shares as a polygon; the tips, if any, get a third.
 */
function addFace(): void {
  const area = given[DIVIDED];
  const count = ringSizes[RING];
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
  const tipsArea = tipCount[0] > 0 ? area / 3 : 0;
  // Half of each of the two triangles. The sum here is twice the area, so a quarter.
  const scale = whole > 0 ? (area - tipsArea) / (2 * whole) : 0;
  // For bodies that just touch, the sides of the zone are only rounding, and its corners may be in line.
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
  given[SHARE] = tipsArea / tipCount[0];
  for (let k = 0; k < tipCount[0]; k++) addCorner(tips[k]);
}

function addCorner(corner: number): void {
  if (!(candidateGap[corner] > given[ABOVE])) return;
  // The rim of a zone without area bounds the ring, but carries nothing.
  if (isRim[corner] === 1 && bodyShadow[0] < 2) return;
  // Of the candidates at one place use the one with the lowest features.
  let c = corner;
  for (let k = 0; k < ringSizes[SORTED]; k++) {
    const d = sorted[k];
    if (rankOf(d) < rankOf(c) && isRim[d] === isRim[corner] && isSamePlace(d, corner)) c = d;
  }
  found[0] = candidateX[c];
  found[1] = candidateY[c];
  found[2] = candidateZ[c];
  found[GAP] = candidateGap[c];
  foundCode[0] = candidateCode[2 * c];
  foundCode[1] = candidateCode[2 * c + 1];
  const kind = isRim[c] === 1 ? RIM : POINTS;
  const place = addPlace(kind, placeCount[kind]);
  if (place >= 0) placeShare[place] += given[SHARE];
}
