/**
 * From the basic contacts of two blocks in the plane to the contact that both direct searches give (Zheng, Jiao,
 * Gardner, Sitar 2017, sections 2.1.3 and 2.2).
 *
 * One basic contact is a contact of its own kind. Several that lie on one edge of each body, parallel to 1 degree, are
 * ParallelEdges with the two outermost as points. Of others the nearest one counts (the first of equal ones). Normal:
 * see bounded-normal-2d.ts; published-normal-2d.ts has the paper's normal. Gap: g along it.
 *
 * Points, kind and gap are the paper's. Length, area, centre and owner are those of the zone that presses along the
 * normal, as for every other method (contact-zone-2d.ts); The share of each of two points is the part of the length
 * that is nearer to it; a single point has the whole length. There are no rim rows, and share times gap does not add up
 * to the area. options.pointMargin is not used: dTol limits the gaps of points.
 */
import { edgeFeature, featureDimension, featureIndex } from '../../contact/feature';
import { HIGH_A, LOW_B, SCANNED_GAP } from '../../contact/layouts';
import { ContactKind, Status } from '../../contact/status';
import type { Pose2d } from '../body/pose-2d';
import { clearContact2d, type Contact2d } from '../contact/contact-2d';
import { GAP_2D, P_2D, Q_2D } from '../contact/layouts-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { chooseNormal2d } from './bounded-normal-2d';
import { basicPoints, CONTACTS, PARALLEL_SINE, placePoints, setA, setB, setCount, WRITTEN } from './contact-set-2d';
import {
  BAND,
  FARTHEST,
  entrance,
  entranceFeatures,
  normalsB,
  searchAllEntrances,
  settings,
  type DirectSearchOptions2d,
} from './entrance-2d';
import { measureZone, zone, ZONE_FROM, ZONE_TO } from './contact-zone-2d';
import { EPS, LEVEL, LIMIT, ROUNDING, bounds, setAxes, walkBorders } from './facing-borders';
import { setBounds, writeOwner } from './line-contact';
import { along, gapAlong, extremes } from './pair-frame-2d';
import { choosePublishedNormal2d } from './published-normal-2d';

/**
 * Slightly more than the reach, so that bodies apart do not touch after rounding radii and the rounding band are
 * subtracted from the gap.
 */
const BEYOND = 1 + 2 ** -49;

/** The contact of the pair: from the set; from the first entrance if the overlap is deeper than dTol; or none. */
export function writeContact2d(out: Contact2d, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, options: DirectSearchOptions2d): Status {
  clearContact2d(out, Status.Separated);
  if (setCount[CONTACTS] > 0) {
    chooseContacts(a, b, out);
    if (options.variant === 'published') choosePublishedNormal2d(a, b, pose, out);
    else chooseNormal2d(a, b);
  } else {
    if (!(entrance[GAP_2D] > settings[FARTHEST])) searchAllEntrances(a, b);
    // Nothing is near. Bodies that are apart have an entrance with g > 0. Bodies that overlap (also by dTol to
    // rounding) have none.
    if (!(entrance[GAP_2D] < 0)) {
      out.gap = Math.max(entrance[GAP_2D], settings[FARTHEST] * BEYOND + settings[BAND]);
      out.normal[0] = entrance[0] + 0;
      out.normal[1] = entrance[1] + 0;
      return out.status;
    }
    takeEntrance(out);
    gapAlong(a, b);
  }
  const gap = extremes[SCANNED_GAP];
  const band = settings[BAND];
  out.iterations = 1;
  out.gap = gap;
  out.status = gap > band ? Status.Separated : gap < -band ? Status.Overlapping : Status.Touching;
  out.normal[0] = along[0] + 0;
  out.normal[1] = along[1] + 0;
  placeAll(a, b);
  writeZone(out, a, b, pose, options);
  writePoints(out, options);
  if (options.minLength > out.length) out.length = options.minLength;
  return out.status;
}

/** The points on the line midway (the ends of the segment that edges share): place, gap, and share of the length. */
const points = /* @__PURE__ */ new Float64Array(4);
const gaps = /* @__PURE__ */ new Float64Array(2);
const shares = /* @__PURE__ */ new Float64Array(2);

function placeAll(a: ConvexPolygon, b: ConvexPolygon): void {
  const middle = 0.5 * (extremes[HIGH_A] + extremes[LOW_B]);
  for (let k = 0; k < setCount[WRITTEN]; k++) {
    placePoints(a, b, setA[k], setB[k]);
    const mx = 0.5 * (basicPoints[P_2D] + basicPoints[Q_2D]);
    const my = 0.5 * (basicPoints[P_2D + 1] + basicPoints[Q_2D + 1]);
    const step = middle - along[0] * mx - along[1] * my;
    points[2 * k] = mx + step * along[0];
    points[2 * k + 1] = my + step * along[1];
    gaps[k] = along[0] * (basicPoints[Q_2D] - basicPoints[P_2D]) + along[1] * (basicPoints[Q_2D + 1] - basicPoints[P_2D + 1]);
  }
}

/**
 * Length, area, centre and owner, and the shares of the points. The centre of bodies that do not press is in the middle
 * of the points.
 */
function writeZone(out: Contact2d, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, options: DirectSearchOptions2d): void {
  const last = 2 * setCount[WRITTEN] - 2;
  bounds[EPS] = settings[BAND];
  bounds[LEVEL] = a.radius + b.radius;
  setBounds(out, options);
  setAxes(pose, along, points);
  const pressing = bounds[ROUNDING] + bounds[EPS];
  bounds[LIMIT] = Math.max(pressing, out.gap);
  walkBorders(a, b, out, setA[0], setB[0]);
  writeOwner(out);
  shares[0] = shares[1] = 0;
  if (!(out.gap <= pressing)) {
    for (let k = 0; k < 2; k++) out.centre[k] = 0.5 * (points[k] + points[last + k]);
    return;
  }
  measureZone(out);
  // The first point is at place 0.
  const half = 0.5 * (along[0] * (points[last + 1] - points[1]) - along[1] * (points[last] - points[0]));
  const from = zone[ZONE_FROM];
  const to = zone[ZONE_TO];
  const cut = half < from ? from : half > to ? to : half;
  shares[half < 0 ? 1 : 0] = cut - from;
  shares[half < 0 ? 0 : 1] = to - cut;
  if (last === 0) shares[0] = out.length;
}

/** Writes the points, and the witness points on both sides of the first. If two are too many, the deeper one stays. */
function writePoints(out: Contact2d, { maxPoints }: DirectSearchOptions2d): void {
  const half = 0.5 * extremes[SCANNED_GAP];
  const count = setCount[WRITTEN];
  const wanted = maxPoints > 0 && maxPoints < count ? 1 : count;
  const room = out.gaps.length;
  out.count = wanted < room ? wanted : room;
  out.dropped = wanted - out.count;
  const first = out.count < count && gaps[1] < gaps[0] ? 1 : 0;
  for (let k = 0; k < out.count; k++) {
    const from = first + k;
    out.gaps[k] = gaps[from];
    out.shares[k] = shares[from];
    for (let i = 0; i < 2; i++) out.points[2 * k + i] = points[2 * from + i];
    out.features[2 * k] = setA[from];
    out.features[2 * k + 1] = setB[from];
  }
  for (let k = 0; k < 2; k++) {
    out.pointA[k] = points[k] - half * along[k];
    out.pointB[k] = points[k] + half * along[k];
  }
}

/** Deeper than dTol the first entrance is the contact. */
function takeEntrance(out: Contact2d): void {
  along[0] = entrance[0];
  along[1] = entrance[1];
  setA[0] = out.featureA = entranceFeatures[0];
  setB[0] = out.featureB = entranceFeatures[1];
  setCount[WRITTEN] = 1;
  out.kind = ContactKind.VertexEdge;
}

/** Sets kind and features, and moves the one or two basic contacts that are points to the front of the set. */
function chooseContacts(a: ConvexPolygon, b: ConvexPolygon, out: Contact2d): void {
  const count = setCount[CONTACTS];
  const edgeA = count > 1 ? commonEdge(setA, count, a.vertexCount) : -1;
  const edgeB = count > 1 ? commonEdge(setB, count, b.vertexCount) : -1;
  if (edgeA >= 0 && edgeB >= 0) {
    const sine = a.normals[2 * edgeA] * normalsB[2 * edgeB + 1] - a.normals[2 * edgeA + 1] * normalsB[2 * edgeB];
    if (Math.abs(sine) <= PARALLEL_SINE) {
      keepOutermost(a, b, edgeA);
      setCount[WRITTEN] = 2;
      out.kind = ContactKind.ParallelEdges;
      out.featureA = edgeFeature(edgeA);
      out.featureB = edgeFeature(edgeB);
      return;
    }
  }
  keepNearest(a, b);
  setCount[WRITTEN] = 1;
  out.featureA = setA[0];
  out.featureB = setB[0];
  const dimensions = featureDimension(setA[0]) + featureDimension(setB[0]);
  out.kind = dimensions === 0 ? ContactKind.VertexVertex : ContactKind.VertexEdge;
}

/** The edge on which all features of a set are, more than one of them; -1 if there is none. */
function commonEdge(set: Int32Array, count: number, n: number): number {
  const k = featureIndex(set[0]);
  for (let way = 0; way < 2; way++) {
    if (way === 1 && featureDimension(set[0]) === 1) return -1;
    const edge = way === 0 ? k : k > 0 ? k - 1 : n - 1;
    const next = edge + 1 < n ? edge + 1 : 0;
    let holds = true;
    let differ = false;
    for (let c = 0; c < count; c++) {
      const f = featureIndex(set[c]);
      if (featureDimension(set[c]) === 1 ? f !== edge : f !== edge && f !== next) holds = false;
      if (set[c] !== set[0]) differ = true;
    }
    if (holds && (differ || featureDimension(set[0]) === 1)) return edge;
  }
  return -1;
}

function keepOutermost(a: ConvexPolygon, b: ConvexPolygon, edge: number): void {
  let first = 0;
  let last = 0;
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < setCount[CONTACTS]; k++) {
    placePoints(a, b, setA[k], setB[k]);
    // Along the edge of A.
    const at =
      a.normals[2 * edge] * (basicPoints[P_2D + 1] + basicPoints[Q_2D + 1]) -
      a.normals[2 * edge + 1] * (basicPoints[P_2D] + basicPoints[Q_2D]);
    if (at < low) {
      low = at;
      first = k;
    }
    if (at > high) {
      high = at;
      last = k;
    }
  }
  const lastA = setA[last];
  const lastB = setB[last];
  setA[0] = setA[first];
  setB[0] = setB[first];
  setA[1] = lastA;
  setB[1] = lastB;
}

function keepNearest(a: ConvexPolygon, b: ConvexPolygon): void {
  let at = 0;
  let least = Infinity;
  for (let k = 0; k < setCount[CONTACTS]; k++) {
    placePoints(a, b, setA[k], setB[k]);
    const x = basicPoints[Q_2D] - basicPoints[P_2D];
    const y = basicPoints[Q_2D + 1] - basicPoints[P_2D + 1];
    if (x * x + y * y < least) {
      least = x * x + y * y;
      at = k;
    }
  }
  setA[0] = setA[at];
  setB[0] = setB[at];
}
