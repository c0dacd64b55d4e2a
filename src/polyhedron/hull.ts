/**
 * Convex hull of points: quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact orientation.
 *
 * Which side of a facet a point is on is decided by robust-predicates' `orient3d`, without rounding. A point is outside
 * of a facet only when it is strictly above its plane; then the facets that a point sees form one disc, its rim (the
 * horizon) is a simple loop, no facet is ever degenerate however points coincide or line up, and a point that is above
 * none of the facets built over a horizon is inside for good. So the triangulated surface is exactly the convex hull of
 * its corners at all times.
 *
 * Departure: the original leaves out points by their height above a facet's plane. Here the rounding of the input,
 * `tolerance`, is a distance.
 * 1. Grow. Points are added, farthest first, until every point lies within the tolerance of the hull of those added.
 * 2. Prune. A corner within the tolerance of the hull of the others goes; of two corners that share an edge only one in
 *   a round. What went
 *    before must stay within the tolerance, or it comes back for good.
 * So no two corners are closer than the tolerance, every corner stands out by more than it (but for those that came
 * back), and every input point lies within twice the tolerance of the result. Without doubled or near-coplanar points
 * none of this happens, and the result is the exact hull.
 *
 * Sign: robust-predicates counts the y axis downwards; `orient3d(a, b, c, d) < 0` where d is above the plane in which
 * a, b, c turn counter-clockwise. Cost: about n log n for n points; n^2 at worst.
 */
import { orient3d } from 'robust-predicates';
import { InputError } from '../math/input-error';
import { areaVector } from './area-vector';
import { SMALLEST_SOLID } from './points';

export type Triangle = readonly [number, number, number];

/** A triangle of the hull, counter-clockwise from outside. */
interface Facet {
  readonly corners: Triangle;
  /** Neighbour k lies across the edge from corner k to corner k + 1. */
  readonly neighbours: Facet[];
  /** Outward unit normal. */
  readonly normal: Triangle;
  /** Heights above this times the distance have the right sign without further proof. */
  readonly doubt: number;
  /** Points strictly above the plane that no other facet lists. */
  outside: number[];
  /** No longer part of the hull. */
  gone: boolean;
}

export interface TriangulatedHull {
  /** The points, scaled by a power of two so that the largest coordinate is from 1 to 2. */
  readonly points: Float64Array;
  /** In the same scale. */
  readonly tolerance: number;
  /** Indices into the points. */
  readonly triangles: readonly Triangle[];
}

/**
 * The hull of points (x y z packed), triangulated, its corners chosen as described above.
 * Throws InputError 'coincident', 'collinear' or 'flat', with the measured extent, when the points span no volume
 * beyond the tolerance.
 */
export function triangulatedHull(coordinates: Float64Array, tolerance: number): TriangulatedHull {
  const n = coordinates.length / 3;
  let largest = 0;
  for (const x of coordinates) largest = Math.max(largest, Math.abs(x));
  let scale = 1;
  while (largest > 0 && largest * scale < 1) scale *= 2;
  while (largest * scale >= 2) scale /= 2;
  // What remains are multiples of 2^-252: products of three differences stay far above the smallest double, and the
  // predicates lose no bits. One point more than given: room for one inside.
  const points = new Float64Array(3 * n + 3);
  for (let i = 0; i < 3 * n; i++) points[i] = Math.abs(coordinates[i] * scale) < 2 ** -200 ? 0 : coordinates[i] * scale;
  const limit = tolerance * scale;

  const all = firstOfEqual(coordinates);
  const simplex = findSimplex(points, all);
  checkExtent(simplex, n, limit, 1 / scale);
  for (const i of simplex.corners) for (let k = 0; k < 3; k++) points[3 * n + k] += points[3 * i + k] / 4;
  let facets = grow(points, all, simplex, limit);
  checkThickness(points, facets, n, limit, 1 / scale);
  facets = prune(points, facets, n, limit);
  checkThickness(points, facets, n, limit, 1 / scale);
  return { points, tolerance: limit, triangles: facets.map((f) => f.corners) };
}

/** The points without those equal to an earlier one: of equal points the first is the corner. */
function firstOfEqual(coordinates: Float64Array): number[] {
  const places = new Map<string, number>();
  for (let i = 0; i < coordinates.length / 3; i++) {
    const place = `${coordinates[3 * i]} ${coordinates[3 * i + 1]} ${coordinates[3 * i + 2]}`;
    if (!places.has(place)) places.set(place, i);
  }
  return [...places.values()];
}

/** Four points far apart, and how far: b from a, c from their line, d from their plane. */
interface Simplex {
  readonly corners: readonly [number, number, number, number];
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

function findSimplex(points: Float64Array, candidates: readonly number[]): Simplex {
  const middle = [0, 1, 2].map((k) => {
    let low = Infinity;
    let high = -Infinity;
    for (const i of candidates) {
      low = Math.min(low, points[3 * i + k]);
      high = Math.max(high, points[3 * i + k]);
    }
    return low + (high - low) / 2;
  });
  const fromMiddle = (i: number): number => norm(points[3 * i] - middle[0], points[3 * i + 1] - middle[1], points[3 * i + 2] - middle[2]);
  const a = farthest(candidates, fromMiddle);
  const fromA = (i: number): number => distance(points, a, i);
  const b = farthest(candidates, fromA);
  const size = fromA(b);
  const fromLine = (i: number): number => norm(...areaVector(points, a, b, i)) / size;
  const c = farthest(candidates, fromLine);
  const width = fromLine(c);
  const plane = createFacet(points, a, b, c);
  const fromPlane = (i: number): number => Math.abs(heightAbove(points, plane, i));
  const d = farthest(candidates, fromPlane);
  return { corners: [a, b, c, d], size, width, height: fromPlane(d) };
}

/** `unit` turns lengths back into the caller's. Written so that the NaN of a division by a zero size fails the test. */
function checkExtent({ size, width, height }: Simplex, count: number, tolerance: number, unit: number): void {
  const rounding = 'no more than the rounding of the coordinates';
  if (size > tolerance && size * unit < SMALLEST_SOLID) {
    const text = `all ${count} points are at most ${size * unit} apart, so small that volume and inertia vanish: choose a smaller unit of length`;
    throw new InputError('coincident', text, -1, size * unit);
  }
  if (!(size > tolerance)) {
    const text = `all ${count} points are one point: they are at most ${size * unit} apart, ${rounding}`;
    throw new InputError('coincident', text, -1, size * unit);
  }
  if (!(width > tolerance)) {
    const text = `all ${count} points lie on one line: they are at most ${width * unit} off it, ${rounding}`;
    throw new InputError('collinear', text, -1, width * unit);
  }
  // Points may lie on both sides of the plane through three of them; the thickness is measured on the hull.
  if (!(2 * height > tolerance)) throw flat(count, height * unit);
}

function flat(count: number, thickness: number): InputError {
  const text = `all ${count} points lie in one plane: the solid would be at most ${thickness} thick, no more than the rounding of the coordinates`;
  return new InputError('flat', text, -1, thickness);
}

/**
 * A solid is flat when all of it lies within the tolerance of one of its facets. `inside` is the index of a point well
 * inside.
 */
function checkThickness(points: Float64Array, facets: readonly Facet[], inside: number, tolerance: number, unit: number): void {
  const corners = cornersOf(facets);
  for (const facet of facets) {
    let depth = -heightAbove(points, facet, inside);
    for (let i = 0; i < corners.length && depth <= tolerance; i++) depth = Math.max(depth, -heightAbove(points, facet, corners[i]));
    if (depth <= tolerance) throw flat(corners.length, depth * unit);
  }
}

/** Step 1. */
function grow(points: Float64Array, candidates: readonly number[], simplex: Simplex, tolerance: number): Facet[] {
  const facets = firstFacets(points, simplex);
  for (const i of candidates) assign(points, facets, i);
  addHighPoints(points, facets, 0, tolerance);

  // What is left is low above the facet that lists it, but may still be far beyond the facet's rim.
  const near = new Set<number>();
  for (let f = 0; f < facets.length; f++) {
    const facet = facets[f];
    for (let k = 0; k < facet.outside.length && !facet.gone; k++) {
      const i = facet.outside[k];
      if (near.has(i)) continue;
      const isNear =
        distanceToHull(points, [facet], i, tolerance) <= tolerance || distanceToHull(points, facets, i, tolerance) <= tolerance;
      if (isNear) {
        near.add(i);
      } else {
        const first = facets.length;
        addPoint(points, facets, facet, i);
        addHighPoints(points, facets, first, tolerance);
      }
    }
  }
  return facets.filter((f) => !f.gone);
}

function firstFacets(points: Float64Array, simplex: Simplex): Facet[] {
  const [a, p, q, d] = simplex.corners;
  // d is above the triangle that it sees counter-clockwise; the base is that triangle seen from below.
  const [b, c] = orientation(points, [a, p, q], d) > 0 ? [q, p] : [p, q];
  const base = createFacet(points, a, b, c);
  const sides = [createFacet(points, b, a, d), createFacet(points, c, b, d), createFacet(points, a, c, d)];
  for (let k = 0; k < 3; k++) {
    base.neighbours[k] = sides[k];
    // Side k stands on edge k of the base; the edge from its second corner up to d is shared with the side before it.
    sides[k].neighbours.push(base, sides[(k + 2) % 3], sides[(k + 1) % 3]);
  }
  return [base, ...sides];
}

function createFacet(points: Float64Array, a: number, b: number, c: number): Facet {
  const [x, y, z] = areaVector(points, a, b, c);
  const area2 = norm(x, y, z);
  const longest = Math.max(distance(points, a, b), distance(points, b, c), distance(points, c, a));
  const doubt = area2 > THINNEST * longest * longest ? HEIGHT_ROUNDING : Infinity;
  return { corners: [a, b, c], neighbours: [], normal: [x / area2, y / area2, z / area2], doubt, outside: [], gone: false };
}

/**
 * From facet number `first` on, adds points that are higher than the tolerance above the facet that lists them, until
 * there are none.
 */
function addHighPoints(points: Float64Array, facets: Facet[], first: number, tolerance: number): void {
  for (let f = first; f < facets.length; f++) {
    const facet = facets[f];
    if (facet.outside.length === 0) continue;
    const height = (i: number): number => heightAbove(points, facet, i);
    const eye = farthest(facet.outside, height);
    if (height(eye) > tolerance) addPoint(points, facets, facet, eye);
  }
}

/** Replaces the facets that a point sees by a cone from their rim to the point; `seen` is one of them. */
function addPoint(points: Float64Array, facets: Facet[], seen: Facet, eye: number): void {
  const visible = [seen];
  seen.gone = true;
  const cone: Facet[] = [];
  const startingAt = new Map<number, Facet>();
  for (const facet of visible) {
    for (let k = 0; k < 3; k++) {
      const beyond = facet.neighbours[k];
      if (beyond.gone) continue;
      if (heightAbove(points, beyond, eye) > 0) {
        beyond.gone = true;
        visible.push(beyond);
        continue;
      }
      const from = facet.corners[k];
      const to = facet.corners[(k + 1) % 3];
      const created = createFacet(points, from, to, eye);
      created.neighbours[0] = beyond;
      beyond.neighbours[beyond.corners.indexOf(to)] = created;
      startingAt.set(from, created);
      cone.push(created);
    }
  }
  for (const facet of cone) {
    const next = startingAt.get(facet.corners[1]) as Facet;
    facet.neighbours[1] = next;
    next.neighbours[2] = facet;
  }
  for (const facet of cone) facets.push(facet);
  for (const facet of visible) {
    for (const i of facet.outside) if (i !== eye) assign(points, cone, i);
    facet.outside = [];
  }
}

/** Puts a point on the list of the facet that it is highest above, if it is above any. */
function assign(points: Float64Array, facets: readonly Facet[], i: number): void {
  let best: Facet | undefined;
  let most = 0;
  for (const facet of facets) {
    const height = heightAbove(points, facet, i);
    if (height > most) {
      most = height;
      best = facet;
    }
  }
  best?.outside.push(i);
}

/** Step 2. `inside` is the index of a point well inside. */
function prune(points: Float64Array, grown: Facet[], inside: number, tolerance: number): Facet[] {
  let facets = grown;
  const removed = new Set<number>();
  const returned = new Set<number>();
  // Every round removes a corner, and a corner that returns stays: at most two rounds a corner.
  for (;;) {
    const neighbours = neighboursOf(facets.map((f) => f.corners));
    const going = new Set<number>();
    for (const [v, link] of neighbours) {
      if (returned.has(v) || link.some((w) => going.has(w))) continue;
      if (!standsOut(points, v, link, inside, tolerance)) going.add(v);
    }
    if (going.size === 0) return facets;
    const corners = [...neighbours.keys()].filter((v) => !going.has(v));
    facets = exactHull(points, corners);
    for (const v of going) removed.add(v);
    const back = [...removed].filter((v) => distanceToHull(points, facets, v, tolerance) > tolerance);
    if (back.length > 0) facets = exactHull(points, [...corners, ...back]);
    for (const v of back) {
      removed.delete(v);
      returned.add(v);
    }
  }
}

/**
 * Whether a corner is farther than the tolerance from the hull of the others. Of the others only its neighbours `link`
 * matter: the facets that would close the hole have no other corners, because the rest keep all the facets they have.
 */
function standsOut(points: Float64Array, v: number, link: readonly number[], inside: number, tolerance: number): boolean {
  // A direction along which it is that far ahead of every neighbour proves it; the mean direction away from them is
  // nearly always one.
  const away: [number, number, number] = [0, 0, 0];
  for (const w of link) for (let k = 0; k < 3; k++) away[k] += (points[3 * v + k] - points[3 * w + k]) / distance(points, v, w);
  const size = norm(...away);
  const lead = (w: number): number => {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += (away[k] / size) * (points[3 * v + k] - points[3 * w + k]);
    return sum;
  };
  if (link.every((w) => lead(w) > 1.5 * tolerance)) return true;
  // The hull of the neighbours and a point inside the solid has those facets too.
  return distanceToHull(points, exactHull(points, [...link, inside]), v, tolerance) > tolerance;
}

/** The hull of some points, none left out; no facets if they are exactly in one plane. */
function exactHull(points: Float64Array, candidates: readonly number[]): Facet[] {
  const simplex = findSimplex(points, candidates);
  return simplex.height > 0 ? grow(points, candidates, simplex, 0) : [];
}

/** Distance of a point from the hull; a value up to `enough` may be too large. 0 inside, Infinity without facets. */
function distanceToHull(points: Float64Array, facets: readonly Facet[], i: number, enough: number): number {
  let least = Infinity;
  let outside = facets.length === 0;
  for (const facet of facets) {
    if (facet.gone || !(heightAbove(points, facet, i) > 0)) continue;
    outside = true;
    least = Math.min(least, distanceToTriangle(points, facet, i));
    if (least <= enough) return least;
  }
  return outside ? least : 0;
}

/**
 * The least distance from the three sides or, above the inside, from the plane. Right for slivers, whose sides are all
 * of them.
 */
function distanceToTriangle(points: Float64Array, facet: Facet, i: number): number {
  const [nx, ny, nz] = facet.normal;
  let least = Infinity;
  let above = true;
  for (let k = 0; k < 3; k++) {
    const a = 3 * facet.corners[k];
    const b = 3 * facet.corners[(k + 1) % 3];
    const ux = points[b] - points[a];
    const uy = points[b + 1] - points[a + 1];
    const uz = points[b + 2] - points[a + 2];
    const vx = points[3 * i] - points[a];
    const vy = points[3 * i + 1] - points[a + 1];
    const vz = points[3 * i + 2] - points[a + 2];
    const t = Math.min(1, Math.max(0, (ux * vx + uy * vy + uz * vz) / (ux * ux + uy * uy + uz * uz)));
    least = Math.min(least, norm(vx - t * ux, vy - t * uy, vz - t * uz));
    // Left of the side: (n x u)·v > 0.
    if (!((ny * uz - nz * uy) * vx + (nz * ux - nx * uz) * vy + (nx * uy - ny * ux) * vz > 0)) above = false;
  }
  return above ? Math.min(least, Math.abs(heightAbove(points, facet, i))) : least;
}

/** Neighbouring corners of each corner. */
function neighboursOf(triangles: readonly Triangle[]): Map<number, number[]> {
  const neighbours = new Map<number, number[]>();
  for (const triangle of triangles) {
    for (let k = 0; k < 3; k++) {
      // Every edge is met once in each direction.
      const list = neighbours.get(triangle[k]);
      if (list) list.push(triangle[(k + 1) % 3]);
      else neighbours.set(triangle[k], [triangle[(k + 1) % 3]]);
    }
  }
  return neighbours;
}

function cornersOf(facets: readonly Facet[]): number[] {
  return [...new Set(facets.flatMap((f) => f.corners))];
}

/** Height of point i above a facet's plane, negative below. The sign is exact. */
function heightAbove(p: Float64Array, facet: Facet, i: number): number {
  const { corners, normal } = facet;
  const x = p[3 * i] - p[3 * corners[0]];
  const y = p[3 * i + 1] - p[3 * corners[0] + 1];
  const z = p[3 * i + 2] - p[3 * corners[0] + 2];
  const height = normal[0] * x + normal[1] * y + normal[2] * z;
  if (Math.abs(height) > facet.doubt * (Math.abs(x) + Math.abs(y) + Math.abs(z))) return height;
  const size = Math.abs(height);
  // The normal of a facet of nearly no width may not even be a number.
  return Math.sign(orientation(p, corners, i)) * (size > 0 ? size : Number.MIN_VALUE);
}

/**
 * A height is a sum of three products of a normal's components (each within 3 * 2^-53 of 1) and differences, together
 * off by at most 8 * 2^-53 times the sum of the differences; twice that. The normals of triangles thinner than {@link
 * THINNEST} may be off by more.
 */
const HEIGHT_ROUNDING = 2 ** -49;

/**
 * Width over length: area vectors are right to about 2^-104 of the squared length, so to 2^-60 of the vector at this
 * width.
 */
const THINNEST = 2 ** -44;

/** Positive, exactly, when point i sees the triangle counter-clockwise. */
function orientation(p: Float64Array, [a, b, c]: Triangle, i: number): number {
  return -orient3d(
    p[3 * a],
    p[3 * a + 1],
    p[3 * a + 2],
    p[3 * b],
    p[3 * b + 1],
    p[3 * b + 2],
    p[3 * c],
    p[3 * c + 1],
    p[3 * c + 2],
    p[3 * i],
    p[3 * i + 1],
    p[3 * i + 2],
  );
}

/** The candidate of largest `value`. */
function farthest(candidates: readonly number[], value: (i: number) => number): number {
  let best = candidates[0];
  let most = -Infinity;
  for (const i of candidates) {
    const v = value(i);
    if (v > most) {
      most = v;
      best = i;
    }
  }
  return best;
}

function distance(p: Float64Array, a: number, b: number): number {
  return norm(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
}

export function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
