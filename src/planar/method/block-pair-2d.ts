/**
 * What both direct searches in the plane share: tolerances, entrances, the contact set and its evaluation (Zheng, Jiao, Gardner, Sitar 2017, sections 2.1 and 2.2; the twin of src/direct-search, where
 * docs/direct-search.md has the definitions).
 *
 * Tolerance: dTol = max(2 dMax, 0.05 dSmall, margin), dSmall the smallest edge of the pair unless the options name one. Valid entrance of a vertex and an edge with outward normal m: no edge u that leaves the vertex
 * goes into the half-plane, u·m >= 0, up to the parallel tolerance of 1 degree. A vertex-vertex pair is valid when one of the vertex-edge pairs made of the edges there is.
 *
 * Contact set: v-v within dTol; v-e within dTol of the edge and of none of its ends. One is a contact of its own kind. Several that lie on one edge of each body, parallel to 1 degree, are ParallelEdges with the two
 * outermost as points. Of others the nearest one counts, of equal ones the first.
 * Normal: of the edge for v-e and parallel edges (of A's edge where both bodies have one), for v-v the normalised mean of the valid normals. Gap: g along it.
 *
 * Certain of the status: g > 0 proves that the bodies are apart, a vertex inside the other body that they overlap, two points within rounding that they touch. Where a normal gives none of these,
 * the entrance of largest g takes its place, which is the exact depth, and positive when they are apart.
 */
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../../contact/feature';
import { statusOfGap } from '../../contact/rounding';
import { ContactKind, Status } from '../../contact/status';
import type { Pose2d } from '../body/pose-2d';
import { touchingBand2d } from '../contact/common-line';
import { clearContact2d, type Contact2d } from '../contact/contact-2d';
import type { DetectOptions2d } from '../contact/method-2d';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from '../polygon/convex-polygon';
import { ROUNDING, along, cornersB, gapAlong, loadCornersB, reach, support } from './pair-frame-2d';

/** Options of the direct searches; fields that are missing or 0 have the defaults of the paper. */
export interface DirectSearchOptions2d extends DetectOptions2d {
  /** dSmall, a length. Default: the smallest edge of the two shapes. The paper: the smallest of the whole system. */
  smallestEdge?: number;
}

/** Sine of 1 degree. */
const PARALLEL_SINE = 0.0174524064372835;

/** dTol (0), rounding of a signed distance (1), rounding band (2). */
export const settings = /* @__PURE__ */ new Float64Array(3);

/** The first entrance: normal from A to B (0, 1) and g (2); and its features. */
export const entrance = /* @__PURE__ */ new Float64Array(3);
export const entranceFeatures = /* @__PURE__ */ new Int32Array(2);

/** Normals of B's edges in A's frame. */
const normalsB = /* @__PURE__ */ new Float64Array(2 * MAX_POLYGON_VERTICES);

/** Most basic contacts of a pair that are kept: dTol is a part of the smallest edge, so there are few. */
const CAPACITY = 256;
const setA = /* @__PURE__ */ new Int32Array(CAPACITY);
const setB = /* @__PURE__ */ new Int32Array(CAPACITY);
/** Number of basic contacts (0), and of the points that are written (1). */
export const setCount = /* @__PURE__ */ new Int32Array(2);
/** Square of the distance (0) and nearest point of the edge (1, 2) of the last nearEdge. */
const foot = /* @__PURE__ */ new Float64Array(3);
/** Normal chosen (0, 1); P (2, 3) and Q (4, 5) of the last placePoints. */
const chosen = /* @__PURE__ */ new Float64Array(6);

export function loadBlocks2d(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, options: DirectSearchOptions2d): void {
  loadCornersB(b, pose);
  for (let k = 0; k < 2 * b.vertexCount; k += 2) {
    normalsB[k] = pose[0] * b.normals[k] - pose[1] * b.normals[k + 1];
    normalsB[k + 1] = pose[1] * b.normals[k] + pose[0] * b.normals[k + 1];
  }
  const given = options.smallestEdge ?? 0;
  const small = given > 0 ? given : Math.min(smallestEdge(a), smallestEdge(b));
  const motion = Math.max(positive(options.motionA), positive(options.motionB));
  settings[1] = ROUNDING * (a.radius + b.radius + Math.abs(pose[2]) + Math.abs(pose[3]));
  settings[2] = touchingBand2d(a, b);
  settings[0] = Math.max(2 * motion, 0.05 * small, positive(options.margin), settings[2] + settings[1]);
  setCount[0] = 0;
  entrance[0] = entrance[1] = 0;
  entrance[2] = -Infinity;
  entranceFeatures[0] = entranceFeatures[1] = -1;
}

function positive(x: number): number {
  return x > 0 ? x : 0;
}

function smallestEdge({ vertices, vertexCount: n }: ConvexPolygon): number {
  let least = Infinity;
  for (let k = 0; k < n; k++) {
    const next = k + 1 < n ? k + 1 : 0;
    const x = vertices[2 * next] - vertices[2 * k];
    const y = vertices[2 * next + 1] - vertices[2 * k + 1];
    least = Math.min(least, x * x + y * y);
  }
  return Math.sqrt(least);
}

/** Offers edge k of A (side 0) or B (1) as an entrance: its vertex is the nearest one of the other body, by a scan that ends where the best entrance cannot be beaten. */
export function offerEntrance(a: ConvexPolygon, b: ConvexPolygon, side: number, k: number): void {
  const m = side === 0 ? a.normals : normalsB;
  const q = side === 0 ? a.vertices : cornersB;
  const p = side === 0 ? cornersB : a.vertices;
  const count = side === 0 ? b.vertexCount : a.vertexCount;
  const mx = m[2 * k];
  const my = m[2 * k + 1];
  const offset = mx * q[2 * k] + my * q[2 * k + 1];
  const level = offset + entrance[2];
  let low = Infinity;
  let at = 0;
  for (let v = 0; v < count && low > level; v++) {
    const d = mx * p[2 * v] + my * p[2 * v + 1];
    if (d < low) {
      low = d;
      at = v;
    }
  }
  // A scan that was cut short has not seen the lowest vertex.
  if (!(low > level)) return;
  const g = low - offset;
  if (!(g > entrance[2])) return;
  entrance[0] = side === 0 ? mx : -mx;
  entrance[1] = side === 0 ? my : -my;
  entrance[2] = g;
  entranceFeatures[side] = edgeFeature(k);
  entranceFeatures[1 - side] = vertexFeature(at);
}

/** Entrances of all edges, those of B, then of A, until one has g >= least. */
export function searchEntrances(a: ConvexPolygon, b: ConvexPolygon, least: number): void {
  for (let k = 0; k < b.vertexCount && !(entrance[2] >= least); k++) offerEntrance(a, b, 1, k);
  for (let k = 0; k < a.vertexCount && !(entrance[2] >= least); k++) offerEntrance(a, b, 0, k);
}

/** The entrance of largest g, from the start: of equal ones the first, whatever memory began with. */
function searchAllEntrances(a: ConvexPolygon, b: ConvexPolygon): void {
  entrance[2] = -Infinity;
  searchEntrances(a, b, Infinity);
}

/** Adds vertex v of body `side` and what of edge k of the other is near it. */
export function addNear(a: ConvexPolygon, b: ConvexPolygon, side: number, v: number, k: number): void {
  const count = side === 0 ? b.vertexCount : a.vertexCount;
  const next = k + 1 < count ? k + 1 : 0;
  const square = settings[0] * settings[0];
  nearEdge(a, side, v, k, next);
  if (!(foot[0] <= square)) return;
  const nearFirst = cornerDistance(a, side, v, k) <= square;
  const nearLast = cornerDistance(a, side, v, next) <= square;
  if (nearFirst) addCorners(a, b, side, v, k);
  if (nearLast) addCorners(a, b, side, v, next);
  if (!nearFirst && !nearLast && isEntrance(a, b, side, v, k)) add(side, vertexFeature(v), edgeFeature(k));
}

/** A vertex-vertex pair, once: found from either body and from both edges at its vertex. */
function addCorners(a: ConvexPolygon, b: ConvexPolygon, side: number, v: number, w: number): void {
  const i = side === 0 ? v : w;
  const j = side === 0 ? w : v;
  for (let n = 0; n < setCount[0]; n++) if (setA[n] === vertexFeature(i) && setB[n] === vertexFeature(j)) return;
  if (meanNormal(a, b, i, j) > 0) add(0, vertexFeature(i), vertexFeature(j));
}

function add(side: number, own: number, other: number): void {
  const n = setCount[0];
  if (n >= CAPACITY) return;
  setA[n] = side === 0 ? own : other;
  setB[n] = side === 0 ? other : own;
  setCount[0] = n + 1;
}

function cornerDistance(a: ConvexPolygon, side: number, v: number, w: number): number {
  const p = side === 0 ? a.vertices : cornersB;
  const q = side === 0 ? cornersB : a.vertices;
  const x = q[2 * w] - p[2 * v];
  const y = q[2 * w + 1] - p[2 * v + 1];
  return x * x + y * y;
}

function nearEdge(a: ConvexPolygon, side: number, v: number, k: number, next: number): void {
  const p = side === 0 ? a.vertices : cornersB;
  const q = side === 0 ? cornersB : a.vertices;
  const ox = q[2 * k];
  const oy = q[2 * k + 1];
  const ex = q[2 * next] - ox;
  const ey = q[2 * next + 1] - oy;
  const x = p[2 * v] - ox;
  const y = p[2 * v + 1] - oy;
  const part = (x * ex + y * ey) / (ex * ex + ey * ey);
  const t = part > 0 ? (part < 1 ? part : 1) : 0;
  const dx = x - t * ex;
  const dy = y - t * ey;
  foot[0] = dx * dx + dy * dy;
  foot[1] = ox + t * ex;
  foot[2] = oy + t * ey;
}

/** Whether vertex v of body `side` may stand on edge k of the other: neither of its edges goes in by more than the parallel tolerance. */
function isEntrance(a: ConvexPolygon, b: ConvexPolygon, side: number, v: number, k: number): boolean {
  const p = side === 0 ? a.vertices : cornersB;
  const m = side === 0 ? normalsB : a.normals;
  const n = side === 0 ? a.vertexCount : b.vertexCount;
  const mx = m[2 * k];
  const my = m[2 * k + 1];
  for (let way = 0; way < 2; way++) {
    const w = way === 0 ? (v + 1 < n ? v + 1 : 0) : v > 0 ? v - 1 : n - 1;
    const ux = p[2 * w] - p[2 * v];
    const uy = p[2 * w + 1] - p[2 * v + 1];
    if (ux * mx + uy * my < -PARALLEL_SINE * Math.sqrt(ux * ux + uy * uy)) return false;
  }
  return true;
}

/** The normalised mean of the normals valid at vertices i of A and j of B, from A to B, into chosen; returns their number. */
function meanNormal(a: ConvexPolygon, b: ConvexPolygon, i: number, j: number): number {
  let count = 0;
  let x = 0;
  let y = 0;
  for (let way = 0; way < 2; way++) {
    const e = way === 0 ? i : i > 0 ? i - 1 : a.vertexCount - 1;
    if (isEntrance(a, b, 1, j, e)) {
      count++;
      x += a.normals[2 * e];
      y += a.normals[2 * e + 1];
    }
    const f = way === 0 ? j : j > 0 ? j - 1 : b.vertexCount - 1;
    if (isEntrance(a, b, 0, i, f)) {
      count++;
      x -= normalsB[2 * f];
      y -= normalsB[2 * f + 1];
    }
  }
  const length = Math.sqrt(x * x + y * y);
  chosen[0] = length > 0 ? x / length : 0;
  chosen[1] = length > 0 ? y / length : 0;
  return count;
}

/** The contact of the pair: of the set; of the first entrance where the overlap is deeper than dTol; or none. */
export function writeContact2d(out: Contact2d, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, options: DirectSearchOptions2d): Status {
  clearContact2d(out, Status.Separated);
  if (setCount[0] === 0) {
    if (!(entrance[2] > settings[0])) searchAllEntrances(a, b);
    if (!(entrance[2] < -settings[0])) {
      out.gap = Math.max(entrance[2], settings[0]);
      out.normal[0] = entrance[0] + 0;
      out.normal[1] = entrance[1] + 0;
      return out.status;
    }
    setA[0] = entranceFeatures[0];
    setB[0] = entranceFeatures[1];
    setCount[0] = 1;
  }
  chooseContacts(a, b, out);
  chooseNormal(a, b, pose, out);
  gapAlong(a, b);
  out.iterations = 1;
  out.gap = reach[2];
  out.status = statusOfGap(reach[2], settings[2]);
  out.normal[0] = along[0] + 0;
  out.normal[1] = along[1] + 0;
  out.length = positive(options.minLength);
  const middle = 0.5 * (reach[0] + reach[1]);
  out.count = setCount[1];
  for (let k = 0; k < out.count; k++) {
    placePoints(a, b, setA[k], setB[k]);
    const mx = 0.5 * (chosen[2] + chosen[4]);
    const my = 0.5 * (chosen[3] + chosen[5]);
    const step = middle - along[0] * mx - along[1] * my;
    out.points[2 * k] = mx + step * along[0];
    out.points[2 * k + 1] = my + step * along[1];
    out.gaps[k] = along[0] * (chosen[4] - chosen[2]) + along[1] * (chosen[5] - chosen[3]);
    out.features[2 * k] = setA[k];
    out.features[2 * k + 1] = setB[k];
  }
  if (out.count === 2) {
    const x = out.points[2] - out.points[0];
    const y = out.points[3] - out.points[1];
    out.length = Math.sqrt(x * x + y * y);
  }
  for (let k = 0; k < 2; k++) {
    out.pointA[k] = out.points[k] - 0.5 * out.gap * along[k];
    out.pointB[k] = out.points[k] + 0.5 * out.gap * along[k];
  }
  return out.status;
}

/** Kind and features, and the one or two basic contacts that stand for the set moved to its front. */
function chooseContacts(a: ConvexPolygon, b: ConvexPolygon, out: Contact2d): void {
  const count = setCount[0];
  const edgeA = count > 1 ? commonEdge(setA, count, a.vertexCount) : -1;
  const edgeB = count > 1 ? commonEdge(setB, count, b.vertexCount) : -1;
  if (edgeA >= 0 && edgeB >= 0) {
    const sine = a.normals[2 * edgeA] * normalsB[2 * edgeB + 1] - a.normals[2 * edgeA + 1] * normalsB[2 * edgeB];
    if (Math.abs(sine) <= PARALLEL_SINE) {
      keepOutermost(a, b, edgeA);
      setCount[1] = 2;
      out.kind = ContactKind.ParallelEdges;
      out.featureA = edgeFeature(edgeA);
      out.featureB = edgeFeature(edgeB);
      return;
    }
  }
  keepNearest(a, b);
  setCount[1] = 1;
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
  for (let k = 0; k < setCount[0]; k++) {
    placePoints(a, b, setA[k], setB[k]);
    // Along the edge of A.
    const at = a.normals[2 * edge] * (chosen[3] + chosen[5]) - a.normals[2 * edge + 1] * (chosen[2] + chosen[4]);
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
  for (let k = 0; k < setCount[0]; k++) {
    placePoints(a, b, setA[k], setB[k]);
    const x = chosen[4] - chosen[2];
    const y = chosen[5] - chosen[3];
    if (x * x + y * y < least) {
      least = x * x + y * y;
      at = k;
    }
  }
  setA[0] = setA[at];
  setB[0] = setB[at];
}

/** The points of a basic contact on A and on B: vertices, or a vertex and its foot on the edge. */
function placePoints(a: ConvexPolygon, b: ConvexPolygon, featureA: number, featureB: number): void {
  const i = featureIndex(featureA);
  const j = featureIndex(featureB);
  chosen[2] = a.vertices[2 * i];
  chosen[3] = a.vertices[2 * i + 1];
  chosen[4] = cornersB[2 * j];
  chosen[5] = cornersB[2 * j + 1];
  if (featureDimension(featureA) === 1) {
    nearEdge(a, 1, j, i, i + 1 < a.vertexCount ? i + 1 : 0);
    chosen[2] = foot[1];
    chosen[3] = foot[2];
  } else if (featureDimension(featureB) === 1) {
    nearEdge(a, 0, i, j, j + 1 < b.vertexCount ? j + 1 : 0);
    chosen[4] = foot[1];
    chosen[5] = foot[2];
  }
}

/** The normal of the contact into along, once its status is certain. */
function chooseNormal(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, out: Contact2d): void {
  const i = featureIndex(out.featureA);
  const j = featureIndex(out.featureB);
  if (featureDimension(out.featureA) === 1) {
    along[0] = a.normals[2 * i];
    along[1] = a.normals[2 * i + 1];
  } else if (featureDimension(out.featureB) === 1) {
    along[0] = -normalsB[2 * j];
    along[1] = -normalsB[2 * j + 1];
  } else {
    meanNormal(a, b, i, j);
    along[0] = chosen[0];
    along[1] = chosen[1];
  }
  const isDirection = along[0] !== 0 || along[1] !== 0;
  if (isDirection) {
    gapAlong(a, b);
    const band = settings[2];
    if (reach[2] > band) return;
    placePoints(a, b, setA[0], setB[0]);
    const x = chosen[4] - chosen[2];
    const y = chosen[5] - chosen[3];
    if (reach[2] >= -band && x * x + y * y <= band * band) return;
    if (reach[2] < -band && reach[2] >= -settings[0] && isCornerInside(a, b, pose)) return;
  }
  searchAllEntrances(a, b);
  along[0] = entrance[0];
  along[1] = entrance[1];
}

/** Whether one of the corners that the last gapAlong found is inside the other body, by more than rounding. */
function isCornerInside(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  const w = 2 * support[1];
  if (isInside(a, cornersB[w], cornersB[w + 1])) return true;
  const x = a.vertices[2 * support[0]] - pose[2];
  const y = a.vertices[2 * support[0] + 1] - pose[3];
  return isInside(b, pose[0] * x + pose[1] * y, pose[0] * y - pose[1] * x);
}

function isInside({ normals, offsets, vertexCount }: ConvexPolygon, x: number, y: number): boolean {
  for (let k = 0; k < vertexCount; k++) if (!(normals[2 * k] * x + normals[2 * k + 1] * y < offsets[k] - settings[2])) return false;
  return true;
}
