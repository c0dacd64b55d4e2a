/**
 * Does one contact of a body cover another one? See seam-filter.ts for the definition.
 *
 * All places are taken relative to the body that both contacts share, along the axes of the world: nothing is lost far
 * from the origin, and contacts with images in a periodic box are compared where they are.
 */
import type { ContactRows } from '../contact/contact-rows';
import { NormalOwner } from '../contact/status';
import { Verdict, type SeamRows } from './seam-rows';
import type { BodyRows } from './row-watch';

/** What the filter reads of bodies of space and of the plane. */
export type SeamBodies = BodyRows & {
  readonly positions: Float64Array;
  readonly shapes: readonly { readonly tolerance: number }[];
};

/** What it takes to answer, in space or in the plane. */
export interface Cover {
  readonly coordinates: number;
  readonly bodies: SeamBodies;
  readonly list: ContactRows;
  readonly rows: SeamRows;
  /** The lengths of the options. */
  readonly lengths: Float64Array;
  /** Sets rows.volume, and the corners too if they are wanted. */
  readonly measure: (row: number, wantsCorners: boolean) => void;
  /**
   * Sets {@link measured}[DISTANCE] to how far the corners of {@link seen} are from a body at {@link place}: the
   * largest distance from a face plane, which is at most the true distance.
   */
  readonly measureDistance: (body: number, corners: number) => void;
}

/** Slots of `lengths`. */
export const SEAM = 0;
export const JOINT = 1;

/** What the covering contact does to the other one. */
export const Covers = { Explains: 0, Aligns: 1, Confirms: 2, Not: 3 } as const;
export type Covers = (typeof Covers)[keyof typeof Covers];

/** cos 1°: normals closer than that are alike, for bodies that lie flush are not level to the last digit. */
const LIKE_NORMAL = 0.9998476951563913;
/**
 * Alike is not the same for links (see {@link sameNormalOf}); 1.4e-6 in radians is. The normal of a link turns from
 * sideways to upright as a round end goes over the edge of the next body. A last degree of that would be a bump of
 * 1.5e-4 of the radius. Links with the same normal differ by the rounding of places over the distance of sharp bodies.
 */
const SAME_LINK = 1 - 1e-12;
/** Normals may be this much more than at right angles: flush bodies are rarely square to the last digit. */
export const LEAST_COSINE = -0.2;
/** Part of the depth of the covering contact by which flush bodies may stick out: depths of one step differ by that. */
const DEPTH_PART = 0.1;
/** The covering volume is larger by this part at least, so that rounding decides nothing. */
const LARGER = 1 + 1e-9;
/** Rounding steps of the sum of two radii. */
const ROUNDING_ULPS = 4 * Number.EPSILON;

/** Corners of the region, seen from the shared body; room for those of a contact. */
export const seen = { corners: new Float64Array(0) };
/** The other body of the covering contact, from the shared one. */
export const place = /* @__PURE__ */ new Float64Array(3);
/** The shared body's place in each of the two contacts, in the world. */
const origin = /* @__PURE__ */ new Float64Array(6);
const OTHER_ORIGIN = 3;
/** Normals from the shared body: of the covering contact, and of the other one. */
const normals = /* @__PURE__ */ new Float64Array(6);
const OTHER_NORMAL = 3;

/** Results that are lengths: doubles returned by a function that is not inlined are allocated. */
export const measured = /* @__PURE__ */ new Float64Array(4);
export const DISTANCE = 0;
/** After {@link covers}: how far the region's front lies behind the plane. */
export const BEHIND = 1;
/** Height of the plane of the covering contact, and by how much a flush body may stick out of it. */
const PLANE_HEIGHT = 2;
const EPS = 3;

/** Row of the body at an end, and of the other one (a wall is below zero). */
export function bodyAt({ bodyA, bodyB }: ContactRows, end: number): number {
  return (end & 1) === 0 ? bodyA[end >> 1] : bodyB[end >> 1];
}

export function bodyAcross(list: ContactRows, end: number): number {
  return bodyAt(list, end ^ 1);
}

/** Writes where the body at an end is, in the image that the contact is in. */
function placeOf({ list, bodies, coordinates }: Cover, end: number, out: Float64Array, at: number): void {
  const body = bodyAt(list, end);
  const row = end >> 1;
  const isB = (end & 1) === 1;
  for (let k = 0; k < coordinates; k++)
    out[at + k] = bodies.positions[coordinates * body + k] + (isB ? list.shifts[coordinates * row + k] : 0);
}

/** Writes the plane of the covering contact: its normal and its height, by the witness point of the other body. */
function setPlane(cover: Cover, end: number): void {
  const { list, coordinates } = cover;
  const row = end >> 1;
  const isA = (end & 1) === 0;
  const witness = isA ? list.pointsB : list.pointsA;
  placeOf(cover, end, origin, 0);
  let height = 0;
  for (let k = 0; k < coordinates; k++) {
    const n = list.normals[coordinates * row + k];
    normals[k] = isA ? n : -n;
    height += normals[k] * (witness[coordinates * row + k] - origin[k]);
  }
  measured[PLANE_HEIGHT] = height;
}

/**
 * From this cosine on, a normal counts as the same as that of the contact in `row`. The contact is a link where sharp
 * bodies lie apart and its normal belongs to no face: it goes from one place to another, as between ends, corners and
 * edges.
 */
function sameNormalOf({ list, bodies: { rounding } }: Cover, row: number): number {
  const b = list.bodyB[row];
  const radii = rounding[list.bodyA[row]] + (b < 0 ? 0 : rounding[b]);
  const owner = list.owner[row];
  return owner !== NormalOwner.FaceA && owner !== NormalOwner.FaceB && list.gaps[row] + radii > 0 ? SAME_LINK : LIKE_NORMAL;
}

/** Writes the other normal from the shared body; returns what the covering contact does if it covers that one. */
function compareNormals(cover: Cover, other: number): Covers {
  const { list, coordinates } = cover;
  const row = other >> 1;
  const isA = (other & 1) === 0;
  let cosine = 0;
  for (let k = 0; k < coordinates; k++) {
    const n = list.normals[coordinates * row + k];
    normals[OTHER_NORMAL + k] = isA ? n : -n;
    cosine += normals[k] * normals[OTHER_NORMAL + k];
  }
  if (!(cosine >= LEAST_COSINE)) return Covers.Not;
  if (cosine < LIKE_NORMAL) return Covers.Explains;
  return cosine < sameNormalOf(cover, row) ? Covers.Aligns : Covers.Confirms;
}

/** Writes by how much a flush body may stick out of the plane of a contact. */
function setTolerance({ list, bodies, lengths }: Cover, end: number): void {
  const a = bodyAt(list, end);
  const b = bodyAcross(list, end);
  const shape = bodies.shapes[bodies.shapeIndex[a]];
  const other = b < 0 ? shape : bodies.shapes[bodies.shapeIndex[b]];
  const radii = bodies.rounding[a] + (b < 0 ? 0 : bodies.rounding[b]);
  const band = shape.tolerance + other.tolerance + ROUNDING_ULPS * radii;
  measured[EPS] = Math.max(band, DEPTH_PART * -list.gaps[end >> 1], lengths[SEAM]);
}

/** Sets the covering contact for {@link mayChange}. */
export function setCovering(cover: Cover, end: number): void {
  setPlane(cover, end);
  setTolerance(cover, end);
}

/**
 * Slots of the numbers that the quick test of an end reads: its normal from the shared body (0..2), the middle of its
 * witness points from there, the least height of what it may explain, its gap, the cosine from which on another normal
 * is the same. In the plane the third coordinates are 0.
 */
export const END_NUMBERS = 9;
export const MIDDLE = 3;
export const LEAST_HEIGHT = 6;
export const END_GAP = 7;
export const SAME_COSINE = 8;

/** Writes these numbers. */
export function setEndNumbers(cover: Cover, end: number, out: Float64Array, at: number): void {
  const { list, coordinates } = cover;
  const row = end >> 1;
  setCovering(cover, end);
  out[at + 2] = out[at + MIDDLE + 2] = 0;
  for (let k = 0; k < coordinates; k++) {
    const middle = 0.5 * (list.pointsA[coordinates * row + k] + list.pointsB[coordinates * row + k]);
    out[at + k] = normals[k];
    out[at + MIDDLE + k] = middle - origin[k];
  }
  out[at + LEAST_HEIGHT] = measured[PLANE_HEIGHT] - measured[EPS];
  out[at + END_GAP] = list.gaps[row];
  out[at + SAME_COSINE] = sameNormalOf(cover, row);
}

/**
 * Whether the covering contact may explain or align the one at `other`, an end at the same body, by what costs little:
 * normals and points. All points of a contact lie in its region, or above it by no more than its depth.
 */
export function mayChange(cover: Cover, other: number): boolean {
  if (compareNormals(cover, other) >= Covers.Confirms) return false;
  const { list, coordinates } = cover;
  placeOf(cover, other, origin, OTHER_ORIGIN);
  const row = other >> 1;
  const least = measured[PLANE_HEIGHT] - measured[EPS] + list.gaps[row];
  for (let p = list.pointStart[row]; p < list.pointStart[row + 1]; p++) {
    let height = 0;
    for (let k = 0; k < coordinates; k++) height += normals[k] * (list.points[coordinates * p + k] - origin[OTHER_ORIGIN + k]);
    if (height < least) return false;
  }
  return true;
}

/**
 * Whether the contact at `end` covers the one at `other`, an end at the same body. `seen` has `count` corners, those of
 * the latter.
 */
export function covers(cover: Cover, end: number, other: number, count: number): Covers {
  const { list, bodies, rows, coordinates, lengths } = cover;
  const row = end >> 1;
  if (rows.verdict[row] !== Verdict.Kept) return Covers.Not;
  setCovering(cover, end);
  const effect = compareNormals(cover, other);
  if (effect === Covers.Not) return Covers.Not;
  const otherRow = other >> 1;
  const { rounding } = bodies;
  const otherBody = bodyAcross(list, other);
  const swollen = rounding[otherBody];
  let front = Infinity;
  for (let c = 0; c < count; c++) {
    let height = -swollen;
    for (let k = 0; k < coordinates; k++) height += normals[k] * seen.corners[coordinates * c + k];
    if (height < front) front = height;
  }
  const eps = measured[EPS];
  measured[BEHIND] = front - measured[PLANE_HEIGHT];
  if (!(measured[BEHIND] >= -eps)) return Covers.Not;

  const across = bodyAcross(list, end);
  if (across >= 0) {
    placeOf(cover, end ^ 1, place, 0);
    for (let k = 0; k < coordinates; k++) place[k] -= origin[k];
    cover.measureDistance(across, count);
    const near = Math.max(eps, -list.gaps[row], lengths[JOINT]);
    if (!(measured[DISTANCE] <= near + swollen + rounding[across])) return Covers.Not;
  }
  // Last, since its region has to be computed for it.
  cover.measure(row, false);
  if (!(rows.volume[row] > rows.volume[otherRow] * LARGER)) return Covers.Not;
  return effect;
}

/** Writes the corners of a region as seen from the body at an end of the contact; returns their number. */
export function seeCorners(cover: Cover, end: number): number {
  const { rows, coordinates } = cover;
  const row = end >> 1;
  const count = rows.cornerCount[row];
  const numbers = coordinates * count;
  if (seen.corners.length < numbers) seen.corners = new Float64Array(2 * numbers);
  const isA = (end & 1) === 0;
  const first = isA ? rows.cornerStart[row] : rows.otherStart[row];
  placeOf(cover, 2 * row, origin, OTHER_ORIGIN);
  placeOf(cover, end, place, 0);
  for (let k = 0; k < numbers; k++) {
    const axis = k % coordinates;
    seen.corners[k] = rows.corners[first + k] - (isA ? 0 : place[axis] - origin[OTHER_ORIGIN + axis]);
  }
  return count;
}
