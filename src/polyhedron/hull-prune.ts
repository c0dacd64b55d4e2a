/**
 * Removes corners of a hull that lie within the tolerance of the hull of the other corners.
 *
 * In one round at most one of two corners that share an edge is removed. Corners removed before must stay within the
 * tolerance of the new hull. A corner that does not is put back and stays.
 */
import { createFacets, distanceToHull, norm, NORMAL, PLANE, type Facets } from './hull-facets';
import { grow } from './hull-grow';
import { findSimplex } from './hull-simplex';
import { grown } from './scratch';

const scratch = {
  /** The half-edges that leave corner k: `sides[sideStart[k]]` up to, not including, `sides[sideStart[k + 1]]`. */
  sides: new Int32Array(64) as Int32Array,
  sideStart: new Int32Array(64) as Int32Array,
  /** The corners in the order in which the facets visit them, and for each point its number in that order. */
  corners: new Int32Array(64) as Int32Array,
  numbers: new Int32Array(64) as Int32Array,
  /** State of each corner in a round, by its number. */
  going: new Int32Array(64) as Int32Array,
  /** Points of the hull that is built next. */
  chosen: new Int32Array(64) as Int32Array,
  cornerCount: 0,
};
/** The hull of the neighbours of a corner. */
const local = /* @__PURE__ */ createFacets();

/** Removes corners. `inside` is the index of a point well inside. */
export function prune(facets: Facets, inside: number, tolerance: number): void {
  const removed = new Set<number>();
  const returned = new Set<number>();
  // Every round removes a corner, and a corner that returns stays. So there are at most two rounds for each corner.
  for (;;) {
    findSides(facets);
    scratch.going = grown(scratch.going, scratch.cornerCount);
    scratch.going.fill(0, 0, scratch.cornerCount);
    let goingCount = 0;
    for (let k = 0; k < scratch.cornerCount; k++) {
      if (returned.has(scratch.corners[k]) || hasNeighbourGoing(facets, k)) continue;
      if (standsOut(facets, k, inside, tolerance)) continue;
      scratch.going[k] = 1;
      goingCount++;
    }
    if (goingCount === 0) return;
    scratch.chosen = grown(scratch.chosen, scratch.cornerCount + removed.size);
    let kept = 0;
    for (let k = 0; k < scratch.cornerCount; k++) {
      if (scratch.going[k] === 0) scratch.chosen[kept++] = scratch.corners[k];
      else removed.add(scratch.corners[k]);
    }
    exactHull(facets, facets.points, scratch.chosen, kept);
    const before = kept;
    for (const v of removed) if (distanceToHull(facets, v, tolerance) > tolerance) scratch.chosen[kept++] = v;
    if (kept > before) exactHull(facets, facets.points, scratch.chosen, kept);
    for (const v of scratch.chosen.subarray(before, kept)) {
      removed.delete(v);
      returned.add(v);
    }
  }
}

/** Finds all corners and the half-edges that leave them, each in the order of the facets. */
function findSides(facets: Facets): void {
  const { count } = facets;
  scratch.numbers = grown(scratch.numbers, facets.points.length / 3);
  scratch.corners = grown(scratch.corners, 3 * count);
  scratch.sides = grown(scratch.sides, 3 * count);
  scratch.sideStart = grown(scratch.sideStart, 3 * count + 1);
  for (let h = 0; h < 4 * count; h++) if ((h & 3) < 3) scratch.numbers[facets.corners[h]] = -1;
  scratch.cornerCount = 0;
  scratch.sideStart[0] = 0;
  for (let h = 0; h < 4 * count; h++) {
    if ((h & 3) === 3) continue;
    const v = facets.corners[h];
    if (scratch.numbers[v] < 0) {
      scratch.numbers[v] = scratch.cornerCount;
      scratch.corners[scratch.cornerCount++] = v;
      scratch.sideStart[scratch.cornerCount] = 0;
    }
    // Every edge is visited once in each direction.
    scratch.sideStart[scratch.numbers[v] + 1]++;
  }
  for (let k = 0; k < scratch.cornerCount; k++) scratch.sideStart[k + 1] += scratch.sideStart[k];
  for (let h = 0; h < 4 * count; h++) {
    if ((h & 3) === 3) continue;
    scratch.sides[scratch.sideStart[scratch.numbers[facets.corners[h]]]++] = h;
  }
  for (let k = scratch.cornerCount; k > 0; k--) scratch.sideStart[k] = scratch.sideStart[k - 1];
  scratch.sideStart[0] = 0;
}

function hasNeighbourGoing({ corners, twins }: Facets, k: number): boolean {
  for (let l = scratch.sideStart[k]; l < scratch.sideStart[k + 1]; l++) {
    if (scratch.going[scratch.numbers[corners[twins[scratch.sides[l]]]]] !== 0) return true;
  }
  return false;
}

/**
 * Whether a corner is farther than the tolerance from the hull of the others. Only its neighbours matter: the facets
 * that close the hole after its removal have no other corners, and all other facets stay.
 */
function standsOut(facets: Facets, k: number, inside: number, tolerance: number): boolean {
  if (isAhead(facets, k, 1.5 * tolerance)) return true;
  // The hull of the neighbours and a point inside the solid has those facets too.
  const first = scratch.sideStart[k];
  const count = scratch.sideStart[k + 1] - first;
  scratch.chosen = grown(scratch.chosen, count + 1);
  for (let l = 0; l < count; l++) scratch.chosen[l] = facets.corners[facets.twins[scratch.sides[first + l]]];
  scratch.chosen[count] = inside;
  exactHull(local, facets.points, scratch.chosen, count + 1);
  return distanceToHull(local, scratch.corners[k], tolerance) > tolerance;
}

/**
 * Whether there is a direction along which a corner is ahead of all its neighbours by `lead`. This proves that its
 * distance from their hull is at least `lead`. The mean normal of the facets at the corner is nearly always such a
 * direction, because no neighbour is above any of these facets. False decides nothing.
 */
function isAhead({ points, corners, twins, planes }: Facets, k: number, lead: number): boolean {
  const { sides } = scratch;
  const first = scratch.sideStart[k];
  const end = scratch.sideStart[k + 1];
  const v = 3 * scratch.corners[k];
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let l = first; l < end; l++) {
    const normal = PLANE * (sides[l] >> 2) + NORMAL;
    nx += planes[normal];
    ny += planes[normal + 1];
    nz += planes[normal + 2];
  }
  const least = lead * norm(nx, ny, nz);
  for (let l = first; l < end; l++) {
    const w = 3 * corners[twins[sides[l]]];
    const ahead = nx * (points[v] - points[w]) + ny * (points[v + 1] - points[w + 1]) + nz * (points[v + 2] - points[w + 2]);
    if (!(ahead > least)) return false;
  }
  return true;
}

/** The hull of some points without tolerance. No facets if they are exactly in one plane. */
function exactHull(facets: Facets, points: Float64Array, candidates: Int32Array, count: number): void {
  const simplex = findSimplex(facets, points, candidates, count);
  if (simplex.height > 0) grow(facets, candidates, count, simplex, 0);
}
