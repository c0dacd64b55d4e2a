/**
 * The basic contacts of two blocks in the plane (Zheng, Jiao, Gardner, Sitar 2017, section 2.1), which the direct
 * search collects from all pairs of a vertex and an edge, the fast one from those near its entrance.
 *
 * Contact set: v-v within dTol; v-e within dTol of the edge and of none of its ends. Valid entrance of a vertex and an
 * edge with outward normal m: no edge u that leaves the vertex goes into the half-plane, u·m >= 0, up to the parallel
 * tolerance of 1 degree. A vertex-vertex pair is valid if one of the vertex-edge pairs with the edges there is valid.
 * Its normal is the normalised mean of the valid ones.
 */
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../../contact/feature';
import { P_2D, Q_2D } from '../contact/layouts-2d';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from '../polygon/convex-polygon';
import { NEAR, normalsB, settings } from './entrance-2d';
import { cornersB } from './pair-frame-2d';

/** Sine of 1 degree. */
export const PARALLEL_SINE = 0.0174524064372835;

/** Most basic contacts of a pair that are kept: dTol is a part of the smallest edge, so there are few. */
const CAPACITY = 256;
/** Their features. */
export const setA = /* @__PURE__ */ new Int32Array(CAPACITY);
export const setB = /* @__PURE__ */ new Int32Array(CAPACITY);
/** Numbers of the contact set. */
export const setCount = /* @__PURE__ */ new Int32Array(2);
/** Number of basic contacts. */
export const CONTACTS = 0;
/** Number of written points. */
export const WRITTEN = 1;

/** P (P_2D) and Q (Q_2D) of the last placePoints. */
export const basicPoints = /* @__PURE__ */ new Float64Array(4);
/** The normal of the last meanNormal, from A to B. */
export const mean = /* @__PURE__ */ new Float64Array(2);

/** The result of the last nearEdge. */
const foot = /* @__PURE__ */ new Float64Array(4);
/** Square of the distance. */
const FOOT_SQUARE = 0;
/** Slot of the nearest point of the edge. */
const FOOT_POINT = 1;
/** Its part of the edge. */
const EDGE_PART = 3;

/**
 * The edges that are near and a valid entrance, each once: side * MAX_POLYGON_VERTICES + edge of A (side 0) or B (1).
 * They are the edges of the Minkowski difference at the contact.
 */
const EDGE_CAPACITY = 64;
export const nearEdges = /* @__PURE__ */ new Int32Array(EDGE_CAPACITY);
/** Their number; EDGE_CAPACITY + 1 if they do not fit. */
const nearEdgeTotal = /* @__PURE__ */ new Int32Array(1);

/**
 * The shortest link of a vertex and an edge that are near: unit vector from A to B (0, 1) and length (2), of bodies
 * that are apart.
 */
export const shortest = /* @__PURE__ */ new Float64Array(3);
const LENGTH = 2;

export function clearSet(): void {
  setCount[CONTACTS] = 0;
  nearEdgeTotal[0] = 0;
  shortest[LENGTH] = Infinity;
}

/** The number of near edges; 0 also if not all had room. */
export function nearEdgeCount(): number {
  return nearEdgeTotal[0] > EDGE_CAPACITY ? 0 : nearEdgeTotal[0];
}

/** Adds the basic contacts of vertex v of body `side` with edge k of the other body and its ends, if they are near. */
export function addNear(a: ConvexPolygon, b: ConvexPolygon, side: number, v: number, k: number): void {
  const count = side === 0 ? b.vertexCount : a.vertexCount;
  const next = k + 1 < count ? k + 1 : 0;
  nearEdge(a, side, v, k, next);
  if (!(foot[FOOT_SQUARE] <= settings[NEAR] * settings[NEAR])) return;
  if (foot[FOOT_SQUARE] < shortest[LENGTH] * shortest[LENGTH]) takeLink(a, side, v, k);
  const isValid = isEntrance(a, b, side, v, k);
  if (isValid) addNearEdge(1 - side, k);
  const nearFirst = areCornersNear(a, side, v, k);
  const nearLast = areCornersNear(a, side, v, next);
  if (nearFirst) addCorners(a, b, side, v, k);
  if (nearLast) addCorners(a, b, side, v, next);
  if (!nearFirst && !nearLast && isValid) add(side, vertexFeature(v), edgeFeature(k));
}

/**
 * Uses the link of vertex v of body `side` and edge k of the other body, whose foot is known. Inside the edge the
 * direction is the normal of the edge.
 */
function takeLink(a: ConvexPolygon, side: number, v: number, k: number): void {
  const p = side === 0 ? a.vertices : cornersB;
  const m = side === 0 ? normalsB : a.normals;
  const sense = 2 * side - 1;
  const x = sense * (p[2 * v] - foot[FOOT_POINT]);
  const y = sense * (p[2 * v + 1] - foot[FOOT_POINT + 1]);
  const length = Math.sqrt(foot[FOOT_SQUARE]);
  const isInside = foot[EDGE_PART] > 0 && foot[EDGE_PART] < 1;
  shortest[0] = isInside ? sense * m[2 * k] : length > 0 ? x / length : 0;
  shortest[1] = isInside ? sense * m[2 * k + 1] : length > 0 ? y / length : 0;
  shortest[LENGTH] = length;
}

function addNearEdge(side: number, k: number): void {
  const code = side * MAX_POLYGON_VERTICES + k;
  const n = Math.min(nearEdgeTotal[0], EDGE_CAPACITY);
  for (let l = 0; l < n; l++) if (nearEdges[l] === code) return;
  if (n < EDGE_CAPACITY) nearEdges[n] = code;
  nearEdgeTotal[0] = n + 1;
}

/** A vertex-vertex pair, once: found from either body and from both edges at its vertex. */
function addCorners(a: ConvexPolygon, b: ConvexPolygon, side: number, v: number, w: number): void {
  const i = side === 0 ? v : w;
  const j = side === 0 ? w : v;
  for (let n = 0; n < setCount[CONTACTS]; n++) if (setA[n] === vertexFeature(i) && setB[n] === vertexFeature(j)) return;
  if (meanNormal(a, b, i, j) > 0) add(0, vertexFeature(i), vertexFeature(j));
}

function add(side: number, own: number, other: number): void {
  const n = setCount[CONTACTS];
  if (n >= CAPACITY) return;
  setA[n] = side === 0 ? own : other;
  setB[n] = side === 0 ? other : own;
  setCount[CONTACTS] = n + 1;
}

function areCornersNear(a: ConvexPolygon, side: number, v: number, w: number): boolean {
  const p = side === 0 ? a.vertices : cornersB;
  const q = side === 0 ? cornersB : a.vertices;
  const x = q[2 * w] - p[2 * v];
  const y = q[2 * w + 1] - p[2 * v + 1];
  return x * x + y * y <= settings[NEAR] * settings[NEAR];
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
  foot[FOOT_SQUARE] = dx * dx + dy * dy;
  foot[FOOT_POINT] = ox + t * ex;
  foot[FOOT_POINT + 1] = oy + t * ey;
  foot[EDGE_PART] = t;
}

/**
 * Whether vertex v of body `side` can touch edge k of the other body: neither of its edges goes into it by more than
 * the parallel tolerance.
 */
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

/**
 * Writes the normalised mean of the valid normals at vertices i of A and j of B, from A to B, to `mean` (zero if the
 * sum is zero). Returns their number.
 */
export function meanNormal(a: ConvexPolygon, b: ConvexPolygon, i: number, j: number): number {
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
  mean[0] = length > 0 ? x / length : 0;
  mean[1] = length > 0 ? y / length : 0;
  return count;
}

/** The points of a basic contact on A and on B: vertices, or a vertex and its foot on the edge. */
export function placePoints(a: ConvexPolygon, b: ConvexPolygon, featureA: number, featureB: number): void {
  const i = featureIndex(featureA);
  const j = featureIndex(featureB);
  basicPoints[P_2D] = a.vertices[2 * i];
  basicPoints[P_2D + 1] = a.vertices[2 * i + 1];
  basicPoints[Q_2D] = cornersB[2 * j];
  basicPoints[Q_2D + 1] = cornersB[2 * j + 1];
  if (featureDimension(featureA) === 1) {
    nearEdge(a, 1, j, i, i + 1 < a.vertexCount ? i + 1 : 0);
    basicPoints[P_2D] = foot[FOOT_POINT];
    basicPoints[P_2D + 1] = foot[FOOT_POINT + 1];
  } else if (featureDimension(featureB) === 1) {
    nearEdge(a, 0, i, j, j + 1 < b.vertexCount ? j + 1 : 0);
    basicPoints[Q_2D] = foot[FOOT_POINT];
    basicPoints[Q_2D + 1] = foot[FOOT_POINT + 1];
  }
}
