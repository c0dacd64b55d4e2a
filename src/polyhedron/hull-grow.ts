/**
 * Quickhull (Barber, Dobkin, Huhdanpaa 1996): the hull of points, farthest points first.
 *
 * Every facet lists points that are strictly above it. The farthest point of a list is added: a cone from the horizon
 * (the rim of the facets that the point sees) to the point replaces these facets. The points on their lists move to the
 * lists of the cone. The lists keep the order of the points. So the first of several equal points becomes the corner,
 * and the others are then above no facet.
 */
import { addFacet, distanceToHull, distanceToTriangle, dropGone, heightAbove, makeRoom, sideOf, type Facets } from './hull-facets';
import type { Simplex } from './hull-simplex';
import { grown } from './scratch';

const scratch = {
  /** Facets that a point sees, and the half-edges around them. */
  visible: new Int32Array(64) as Int32Array,
  horizon: new Int32Array(64) as Int32Array,
  /** For each point the facet of the cone whose first side starts at it. */
  startingAt: new Int32Array(64) as Int32Array,
  /** 1 for points known to be within the tolerance of the hull. */
  near: new Int32Array(64) as Int32Array,
};

/**
 * Builds the hull of the first `count` candidates (indices of points), to within the tolerance: no candidate is farther
 * from it than that. `facets` must be empty, on the same points, as {@link findSimplex} leaves it.
 */
export function grow(facets: Facets, candidates: Int32Array, count: number, simplex: Simplex, tolerance: number): void {
  const pointCount = facets.points.length / 3;
  scratch.startingAt = grown(scratch.startingAt, pointCount);
  scratch.near = grown(scratch.near, pointCount);
  addFirstFacets(facets, simplex);
  for (let k = 0; k < count; k++) {
    scratch.near[candidates[k]] = 0;
    assign(facets, 0, candidates[k]);
  }
  addHighPoints(facets, 0, tolerance);

  // The points that remain are low above the facet that lists them, but may be far beyond its rim.
  for (let f = 0; f < facets.count; f++) {
    for (let i = facets.firstOutside[f]; i >= 0 && facets.gone[f] === 0; i = facets.nextOutside[i]) {
      if (scratch.near[i] !== 0) continue;
      if (distanceToTriangle(facets, f, i) <= tolerance || distanceToHull(facets, i, tolerance) <= tolerance) {
        scratch.near[i] = 1;
      } else {
        const first = facets.count;
        addPoint(facets, f, i);
        addHighPoints(facets, first, tolerance);
        break;
      }
    }
  }
  dropGone(facets);
}

function addFirstFacets(facets: Facets, simplex: Simplex): void {
  const [a, p, q, d] = simplex.corners;
  // d is above the triangle that it sees counter-clockwise. The base is that triangle, seen from below.
  const seen = sideOf(facets.points, a, p, q, d) > 0;
  const b = seen ? q : p;
  const c = seen ? p : q;
  makeRoom(facets, 4);
  addFacet(facets, a, b, c);
  addFacet(facets, b, a, d);
  addFacet(facets, c, b, d);
  addFacet(facets, a, c, d);
  for (let k = 0; k < 3; k++) {
    // Facet k + 1 contains side k of the base. It shares its side towards d with the facet before it.
    join(facets, k, 4 * (k + 1));
    join(facets, 4 * (k + 1) + 1, 4 * (((k + 2) % 3) + 1) + 2);
  }
}

/** Makes two half-edges twins. */
function join({ twins }: Facets, h: number, g: number): void {
  twins[h] = g;
  twins[g] = h;
}

/**
 * Adds points that are higher than the tolerance above the facet that lists them, until there are none. Starts with
 * facet number `first`.
 */
function addHighPoints(facets: Facets, first: number, tolerance: number): void {
  for (let f = first; f < facets.count; f++) {
    let eye = facets.firstOutside[f];
    if (eye < 0) continue;
    let most = -Infinity;
    for (let i = eye; i >= 0; i = facets.nextOutside[i]) {
      const height = heightAbove(facets, f, i);
      if (height > most) {
        most = height;
        eye = i;
      }
    }
    if (most > tolerance) addPoint(facets, f, eye);
  }
}

/** Replaces the facets that a point sees by a cone from their rim to the point; `seen` is one of them. */
function addPoint(facets: Facets, seen: number, eye: number): void {
  // The hull has at most as many facets as were ever made. The rim of a set of facets has at most two more sides than
  // facets.
  scratch.visible = grown(scratch.visible, facets.count);
  scratch.horizon = grown(scratch.horizon, facets.count + 2);
  const { gone } = facets;
  scratch.visible[0] = seen;
  gone[seen] = 1;
  let visibleCount = 1;
  let horizonCount = 0;
  for (let v = 0; v < visibleCount; v++) {
    for (let h = 4 * scratch.visible[v]; h < 4 * scratch.visible[v] + 3; h++) {
      const beyond = facets.twins[h] >> 2;
      if (gone[beyond] !== 0) continue;
      if (heightAbove(facets, beyond, eye) > 0) {
        gone[beyond] = 1;
        scratch.visible[visibleCount++] = beyond;
      } else {
        scratch.horizon[horizonCount++] = h;
      }
    }
  }

  makeRoom(facets, facets.count + horizonCount);
  // Read the arrays only here: growing may have replaced them.
  const { corners, twins, firstOutside, nextOutside } = facets;
  const first = facets.count;
  for (let k = 0; k < horizonCount; k++) {
    const h = scratch.horizon[k];
    const from = corners[h];
    const twin = twins[h];
    const f = addFacet(facets, from, corners[twin], eye);
    join(facets, 4 * f, twin);
    scratch.startingAt[from] = f;
  }
  for (let f = first; f < facets.count; f++) join(facets, 4 * f + 1, 4 * scratch.startingAt[corners[4 * f + 1]] + 2);
  for (let v = 0; v < visibleCount; v++) {
    const f = scratch.visible[v];
    let i = firstOutside[f];
    firstOutside[f] = -1;
    while (i >= 0) {
      const next = nextOutside[i];
      if (i !== eye) assign(facets, first, i);
      i = next;
    }
  }
}

/** Puts a point on the list of the facet above which it is highest. Only facets from number `first` count. */
function assign(facets: Facets, first: number, i: number): void {
  let best = -1;
  let most = 0;
  for (let f = first; f < facets.count; f++) {
    const height = heightAbove(facets, f, i);
    if (height > most) {
      most = height;
      best = f;
    }
  }
  if (best < 0) return;
  const last = facets.lastOutside[best];
  if (last < 0) facets.firstOutside[best] = i;
  else facets.nextOutside[last] = i;
  facets.lastOutside[best] = i;
  facets.nextOutside[i] = -1;
}
