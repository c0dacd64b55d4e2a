/**
 * From a seed to the plane of a contact: the allowed bend of the surface, the group of classes, the exact plane between
 * the body and the solid that they bound, and the gaps along its normal.
 */
import { CUT_BELOW } from '../contact-points/meet';
import { GAP_ULPS } from '../contact/band';
import { faceFeature, vertexFeature } from '../contact/feature';
import { createState } from '../contact/method';
import { Status } from '../contact/status';
import { EXACT_STATE_FLOATS, EXACT_STATE_INTS } from '../exact-plane/exact-plane';
import { exhaustivePlane } from '../exact-plane/exhaustive-plane';
import { fillSolid, solid, solidPose } from './local-solid';
import { BAND, BEND, bounds, plane, type Meeting } from './meeting';
import { classTolerance, lowestCorner, measureHeight, measureStretch, sideHeight, sidePlane, sideStretch } from './plane-classes';
import { boundGroup, groupSides, growGroup, startGroup } from './surface-group';
import { isWitnessOnWall, witnessReach } from './witness-on-wall';
import { isWitnessAnswered } from './wall-rows';
import { BELOW, leastGap, LEVEL, LIMIT, meetWall, ROUNDING, zoneBounds } from './wall-zone';

/** The allowed bend as a part of the depth, and its least value in rounding bands. */
const BEND_PART = 0.1;
const BEND_BANDS = 4;
/** A place of a piece is at most this many times as deep as its centroid. */
const STRETCH = 3;

/**
 * Largest distance of the wall's witness point from the wall, in rounding bands: the solid's corners are intersections
 * of planes.
 */
const WITNESS_BANDS = 64;

/** Gaps that differ by less than this many roundings are equal. */
export const WRITE_BANDS = 4;

/** 1: the least gap is at the witness points of the plane, where the shadows do not meet. */
export const isAtWitness = /* @__PURE__ */ new Uint8Array(1);

/** Every call is cold. */
const state = /* @__PURE__ */ createState({ stateInts: EXACT_STATE_INTS, stateFloats: EXACT_STATE_FLOATS });

/** Bend, group, plane and gaps of a seed. */
export function meetGroup(at: Meeting, seed: number): void {
  setBend(at, seed);
  startGroup(seed);
  growGroup(at.mesh.twoSided, -1);
  setPlane(at);
  meetZone(at, -1, false);
}

/** Sets the bend from the depth at the seed: the depth behind its plane, limited by the largest depth of its pieces. */
export function setBend({ shape, spaces, options }: Meeting, seed: number): void {
  measureHeight(shape, seed);
  measureStretch(spaces, seed);
  const depth = Math.min(-sideHeight[0], STRETCH * sideStretch[0]) + options.rounding;
  // Planes within the class tolerance count as one, so the surface is known only to that length.
  bounds[BEND] = Math.max(BEND_BANDS * bounds[BAND], classTolerance[0], BEND_PART * depth);
}

/** Sets the plane of the group: for a single half-space its own plane, otherwise the exact plane. */
export function setPlane({ shape, mesh }: Meeting): void {
  const spaces = boundGroup(mesh);
  if (spaces > 1 && fillSolid(spaces)) {
    state.floats.fill(0);
    // A solid made by cuts has faces and edges as short as rounding, so a walk from neighbour to neighbour would fail.
    exhaustivePlane(plane, shape, solid, solidPose, state);
    return;
  }
  const side = groupSides[0];
  measureHeight(shape, side);
  const v = lowestCorner[0];
  const gap = sideHeight[0];
  plane.gap = gap;
  plane.status = Status.Touching;
  plane.featureA = vertexFeature(v);
  plane.featureB = faceFeature(0);
  for (let k = 0; k < 3; k++) {
    const m = sidePlane[4 * side + k];
    const x = shape.vertices[3 * v + k];
    plane.normal[k] = 0 - m;
    plane.pointA[k] = x;
    plane.pointB[k] = x - gap * m;
    plane.point[k] = x - 0.5 * gap * m;
  }
}

/** Gaps and zone of the group over the plane; see {@link meetWall}. */
export function meetZone(at: Meeting, cutClass: number, withBehind: boolean): void {
  const { shape, options } = at;
  const gap = plane.gap;
  const eps = bounds[BAND] + GAP_ULPS * (Math.abs(gap) + options.rounding);
  const level = options.rounding + eps;
  let limit = Math.max(options.margin, gap + 2 * eps);
  if (gap <= level) limit = Math.max(limit, level, options.pointMargin);
  zoneBounds[LIMIT] = limit;
  zoneBounds[LEVEL] = level;
  zoneBounds[ROUNDING] = eps;
  zoneBounds[BELOW] = bounds[BEND] + CUT_BELOW * shape.radius;
  meetWall(at, cutClass, withBehind);
  isAtWitness[0] = 0;
  // For bodies that are apart or only touch, the shadows of a corner and an edge may miss each other by rounding. Then
  // the least gap is that of another place, or there is none.
  if (leastGap[0] <= gap + WRITE_BANDS * eps || gap < -BEND_BANDS * bounds[BAND]) return;
  witnessReach[0] = WITNESS_BANDS * bounds[BAND];
  // The solid of a surface that bends may be nearer than the surface by the bend: then the gap of the surface counts.
  if (leastGap[0] > gap + bounds[BEND]) witnessReach[0] += bounds[BEND];
  if (isWitnessAnswered() || !isWitnessOnWall()) return;
  leastGap[0] = gap;
  isAtWitness[0] = 1;
}

/** The gap along the normal, from the last {@link meetZone}. Infinity when no part of the body is over the wall. */
export function gapOfGroup(): number {
  return leastGap[0];
}

/** Whether the body touches the solid of the group where there is no wall. */
export function isBridge(): boolean {
  return leastGap[0] > plane.gap + bounds[BEND];
}
