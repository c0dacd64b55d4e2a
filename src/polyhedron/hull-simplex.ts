/** Four points far apart, from which a hull grows. */
import { triangleVector, setAreaVector } from './area-vector';
import { addFacet, clearFacets, distance, heightAbove, norm, type Facets } from './hull-facets';

/** Distances of the corners: b from a, c from their line, d from their plane. */
export interface Simplex {
  readonly corners: readonly [a: number, b: number, c: number, d: number];
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Chooses four of the first `count` candidates (indices of points): the one farthest from the middle of all; the one
 * farthest from that; the one farthest from their line; the one farthest from their plane. `facets` is cleared and used
 * as scratch.
 */
export function findSimplex(facets: Facets, points: Float64Array, candidates: Int32Array, count: number): Simplex {
  const x = middleOf(points, candidates, count, 0);
  const y = middleOf(points, candidates, count, 1);
  const z = middleOf(points, candidates, count, 2);
  let a = candidates[0];
  let most = -Infinity;
  for (let k = 0; k < count; k++) {
    const i = candidates[k];
    const fromMiddle = norm(points[3 * i] - x, points[3 * i + 1] - y, points[3 * i + 2] - z);
    if (fromMiddle > most) {
      most = fromMiddle;
      a = i;
    }
  }
  let b = candidates[0];
  let size = -Infinity;
  for (let k = 0; k < count; k++) {
    const fromA = distance(points, a, candidates[k]);
    if (fromA > size) {
      size = fromA;
      b = candidates[k];
    }
  }
  let c = candidates[0];
  let width = -Infinity;
  for (let k = 0; k < count; k++) {
    setAreaVector(points, a, b, candidates[k]);
    const fromLine = norm(triangleVector[0], triangleVector[1], triangleVector[2]) / size;
    if (fromLine > width) {
      width = fromLine;
      c = candidates[k];
    }
  }
  clearFacets(facets, points);
  const plane = addFacet(facets, a, b, c);
  let d = candidates[0];
  let height = -Infinity;
  for (let k = 0; k < count; k++) {
    const fromPlane = Math.abs(heightAbove(facets, plane, candidates[k]));
    if (fromPlane > height) {
      height = fromPlane;
      d = candidates[k];
    }
  }
  clearFacets(facets, points);
  return { corners: [a, b, c, d], size, width, height };
}

/** The middle of the range of coordinate `axis`. */
function middleOf(points: Float64Array, candidates: Int32Array, count: number, axis: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < count; k++) {
    const x = points[3 * candidates[k] + axis];
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return low + (high - low) / 2;
}
