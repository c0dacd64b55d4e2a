/**
 * The link of the closest features so far and the plane normal that fits it best. Normals come from features: a face
 * normal, the cross product of two edges, the link with its part along an edge removed; each is evaluated (g by full
 * scan) and taken when the link fits it better, that is, when the bounds |PQ| and g come nearer to each other.
 */
import { featureDimension, featureIndex } from '../contact/feature';
import { GAP, LENGTH, P, Q, SCANNED_GAP, SQUARE } from '../contact/layouts';
import { MAX_EDGES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { accuracy, closestOnBody, foot, LENGTH_ROUNDING, target } from './closest-on-body';
import { FACE_ROW, edge, faceNormal, gapAlong, loadEdge, probe, extremes } from './pair-frame';

/** The link: P on A, Q on B, its LENGTH. */
export const link = /* @__PURE__ */ new Float64Array(7);
/** Features that hold P and Q. */
export const linkFeature = /* @__PURE__ */ new Int32Array(2);
/** The plane normal that the link fits best (0..2), and g along it (GAP). */
export const axis = /* @__PURE__ */ new Float64Array(4);
/** Work since the caller cleared it. */
export const searchWork = /* @__PURE__ */ new Int32Array(2);
/** Rounds of projection. */
export const ROUNDS = 0;
/** Evaluations of g. */
export const EVALUATIONS = 1;

/** 1 when links as short as the shortest are tried with all the normals of the features that meet at their ends. */
export const thorough = /* @__PURE__ */ new Int32Array(1);

/** Of the last measureMisfit. */
export const misfit = /* @__PURE__ */ new Float64Array(1);

/**
 * |Q - P - g n|, how far the link is from joining the planes along their normal: it bounds |PQ| - g and the slide of
 * the points along the planes.
 */
export function measureMisfit(): void {
  const g = axis[GAP];
  const x = link[Q] - link[P] - g * axis[0];
  const y = link[Q + 1] - link[P + 1] - g * axis[1];
  const z = link[Q + 2] - link[P + 2] - g * axis[2];
  misfit[0] = Math.sqrt(x * x + y * y + z * z);
}

/** A misfit of a few roundings is that of the feet: the link is proved. */
export function fits(): boolean {
  measureMisfit();
  return misfit[0] <= PROVED * accuracy[LENGTH_ROUNDING];
}

const PROVED = 2;
/**
 * When all has been tried, one rounding more, and what is unknown of the bodies: corners a tolerance apart are not
 * where their edges meet, and those of a merged face not on its plane.
 */
export const ACCEPTED = 3;

/**
 * The foot on a short edge, or the normal of a face that has one, is known to rounding over the edge's length only: too
 * little to make the link fit, and enough for the plane. Where the bounds meet along the axis, one end is dropped from
 * the other to where they do; it is the proof if it is in its body.
 */
function dropsAlongAxis(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  if (!(link[LENGTH] - axis[GAP] <= PROVED * accuracy[LENGTH_ROUNDING])) return false;
  return drops(1, b) || drops(0, a);
}

/**
 * Puts the end of the link on a body to where the other end drops, if that is on the body, to the roundings of a foot.
 */
function drops(side: 0 | 1, shape: ConvexPolyhedron): boolean {
  const other = 3 - 3 * side;
  const g = side === 1 ? axis[GAP] : -axis[GAP];
  for (let k = 0; k < 3; k++) target[k] = link[other + k] + g * axis[k];
  const x = target[0];
  const y = target[1];
  const z = target[2];
  const feature = closestOnBody(side, shape);
  if (!(Math.sqrt(foot[SQUARE]) <= ACCEPTED * accuracy[LENGTH_ROUNDING])) return false;
  link[3 * side] = x;
  link[3 * side + 1] = y;
  link[3 * side + 2] = z;
  link[LENGTH] = Math.abs(axis[GAP]);
  linkFeature[side] = feature;
  return true;
}

/**
 * Takes the normal that the link's features define, evaluates g for it, and keeps it when it is better than the axis so
 * far.
 */
export function axisFromFeatures(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const dimensionA = featureDimension(linkFeature[0]);
  const dimensionB = featureDimension(linkFeature[1]);
  if (dimensionA === 2) {
    const o = 3 * (FACE_ROW[0] + featureIndex(linkFeature[0]));
    offerNormal(a, b, o, 1);
    return;
  }
  if (dimensionB === 2) {
    const o = 3 * (FACE_ROW[1] + featureIndex(linkFeature[1]));
    offerNormal(a, b, o, -1);
    return;
  }
  const dx = link[Q] - link[P];
  const dy = link[Q + 1] - link[P + 1];
  const dz = link[Q + 2] - link[P + 2];
  if (dimensionA === 1 && dimensionB === 1) {
    edgeVector(0, a, featureIndex(linkFeature[0]));
    const ux = edge[0];
    const uy = edge[1];
    const uz = edge[2];
    edgeVector(1, b, featureIndex(linkFeature[1]));
    // The sense by the link, or where that is too short to have a direction by the axis so far.
    const cx = uy * edge[2] - uz * edge[1];
    const cy = uz * edge[0] - ux * edge[2];
    const cz = ux * edge[1] - uy * edge[0];
    const side = link[LENGTH] > accuracy[LENGTH_ROUNDING] ? cx * dx + cy * dy + cz * dz : cx * axis[0] + cy * axis[1] + cz * axis[2];
    across[0] = ux;
    across[1] = uy;
    across[2] = uz;
    offerAcross(a, b, side < 0 ? -1 : 1);
  }
  if (dimensionA === 1) offerAcrossEdge(a, b, 0, featureIndex(linkFeature[0]));
  else if (dimensionB === 1) offerAcrossEdge(a, b, 1, featureIndex(linkFeature[1]));
  else {
    probe[0] = dx;
    probe[1] = dy;
    probe[2] = dz;
    offerDirection(a, b, 1);
  }
}

/** Unit vector of an edge, into edge. */
function edgeVector(side: number, shape: ConvexPolyhedron, e: number): void {
  loadEdge(side, shape, e);
  const length = Math.sqrt(edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2]);
  for (let k = 0; k < 3; k++) edge[k] /= length;
}

/** Offers the direction in the probe, of any length, times sign. */
function offerDirection(a: ConvexPolyhedron, b: ConvexPolyhedron, sign: number): void {
  const length = Math.sqrt(probe[0] * probe[0] + probe[1] * probe[1] + probe[2] * probe[2]);
  if (!(length > 0)) return;
  for (let k = 0; k < 3; k++) probe[k] = (sign * probe[k]) / length;
  offerAxis(a, b);
}

/** Offers the face normal that starts at o, times sign. */
function offerNormal(a: ConvexPolyhedron, b: ConvexPolyhedron, o: number, sign: number): void {
  for (let k = 0; k < 3; k++) probe[k] = sign * faceNormal[o + k];
  offerAxis(a, b);
}

/** Takes the axis in the probe if the link fits it better. */
function offerAxis(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  searchWork[EVALUATIONS]++;
  measureMisfit();
  const before = misfit[0];
  const ox = axis[0];
  const oy = axis[1];
  const oz = axis[2];
  const og = axis[GAP];
  gapAlong();
  for (let k = 0; k < 3; k++) axis[k] = probe[k];
  axis[GAP] = extremes[SCANNED_GAP];
  if (thorough[0] === 1 && dropsAlongAxis(a, b)) return;
  measureMisfit();
  if (misfit[0] < before) return;
  axis[0] = ox;
  axis[1] = oy;
  axis[2] = oz;
  axis[GAP] = og;
}

/** Edges at the ends of the link and across it: of A, of B. */
const meeting = [/* @__PURE__ */ new Int32Array(MAX_EDGES), /* @__PURE__ */ new Int32Array(MAX_EDGES)] as const;

/**
 * The direction of a short link is known to rounding / length only, and a plane turned by that may cut off the far ends
 * of edges at P or Q that are across the link to rounding. Of the directions within that uncertainty the best bound is
 * along the link itself (which did not do), along its part across one such edge, across two of them, or the normal of a
 * face that meets there: the nearest points of a cone lie in its inside, on a side or on an edge.
 */
export function offerIncidentAxes(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const onA = linkFeature[0];
  const onB = linkFeature[1];
  const countA = offerFacesAt(a, b, 0, onA, 1);
  const countB = offerFacesAt(a, b, 1, onB, -1);
  for (let i = 0; i < countA; i++) offerAcrossEdge(a, b, 0, meeting[0][i]);
  for (let k = 0; k < countB; k++) offerAcrossEdge(a, b, 1, meeting[1][k]);
  for (let i = 0; i < countA && !fits(); i++) {
    edgeVector(0, a, meeting[0][i]);
    for (let k = 0; k < 3; k++) across[k] = edge[k];
    for (let k = 0; k < countB; k++) {
      edgeVector(1, b, meeting[1][k]);
      offerAcross(a, b, 1);
      offerAcross(a, b, -1);
    }
  }
}

/**
 * Offers the normals (times sign) of the faces at a feature and lists the edges there that are across the link; returns
 * their number.
 */
function offerFacesAt(a: ConvexPolyhedron, b: ConvexPolyhedron, side: 0 | 1, feature: number, sign: number): number {
  const shape = side === 0 ? a : b;
  const index = featureIndex(feature);
  const dimension = featureDimension(feature);
  if (dimension === 2) return 0;
  const dx = link[Q] - link[P];
  const dy = link[Q + 1] - link[P + 1];
  const dz = link[Q + 2] - link[P + 2];
  const first = dimension === 1 ? 2 * index : shape.vertexHalfEdge[index];
  let h = first;
  let total = 0;
  for (let k = 0; k < shape.edgeCount; k++) {
    const o = 3 * (FACE_ROW[side] + shape.halfEdgeFace[h]);
    offerNormal(a, b, o, sign);
    offerCorner(a, b, side, h, sign);
    edgeVector(side, shape, h >> 1);
    if (Math.abs(dx * edge[0] + dy * edge[1] + dz * edge[2]) <= ACROSS * accuracy[LENGTH_ROUNDING]) meeting[side][total++] = h >> 1;
    // Round the vertex; for an edge its other side.
    h = dimension === 1 ? h ^ 1 : shape.halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  return total;
}

/**
 * Offers the face's normal at a corner, across its two edges: on a narrow face the corners, rounded in A's frame, leave
 * the plane that was carried there.
 */
function offerCorner(a: ConvexPolyhedron, b: ConvexPolyhedron, side: 0 | 1, h: number, sign: number): void {
  const shape = side === 0 ? a : b;
  const next = shape.halfEdgeNext[h];
  edgeVector(side, shape, h >> 1);
  const turned = (h & 1) === (next & 1) ? sign : -sign;
  for (let k = 0; k < 3; k++) across[k] = edge[k];
  edgeVector(side, shape, next >> 1);
  offerAcross(a, b, turned);
}

/** Both ends of a link are off by a few roundings (see SNAP), so its part along an edge is known to twice that. */
const ACROSS = 8;

/** Offers the direction of the link without its part along an edge. */
function offerAcrossEdge(a: ConvexPolyhedron, b: ConvexPolyhedron, side: 0 | 1, e: number): void {
  edgeVector(side, side === 0 ? a : b, e);
  const dx = link[Q] - link[P];
  const dy = link[Q + 1] - link[P + 1];
  const dz = link[Q + 2] - link[P + 2];
  const t = dx * edge[0] + dy * edge[1] + dz * edge[2];
  probe[0] = dx - t * edge[0];
  probe[1] = dy - t * edge[1];
  probe[2] = dz - t * edge[2];
  offerDirection(a, b, 1);
}

/** The unit vector u of offerAcross. */
const across = /* @__PURE__ */ new Float64Array(3);

/**
 * Offers u x edge, by way of the part of the edge across u: across both to rounding, however nearly parallel they are.
 */
function offerAcross(a: ConvexPolyhedron, b: ConvexPolyhedron, sign: number): void {
  const ux = across[0];
  const uy = across[1];
  const uz = across[2];
  const k = ux * edge[0] + uy * edge[1] + uz * edge[2];
  const ax = edge[0] - k * ux;
  const ay = edge[1] - k * uy;
  const az = edge[2] - k * uz;
  probe[0] = uy * az - uz * ay;
  probe[1] = uz * ax - ux * az;
  probe[2] = ux * ay - uy * ax;
  offerDirection(a, b, sign);
}
