/**
 * The link of the closest features so far, and the plane normal that fits it best. Normals come from features: a face
 * normal, the cross product of two edges, or the link without its part along an edge. Each normal is evaluated (g by
 * full scan). It replaces the current one when the link fits it better, so the bounds |PQ| and g come nearer to each
 * other.
 */
import { featureDimension, featureIndex } from '../contact/feature';
import { GAP, LENGTH, P, Q, SCANNED_GAP, SQUARE } from '../contact/layouts';
import { MAX_EDGES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { accuracy, closestOnBody, foot, LENGTH_ROUNDING, target } from './closest-on-body';
import { FACE_ROW, edge, faceNormal, gapAlong, loadEdge, probe, extremes } from './pair-frame';

/** The link: P on A, Q on B, its LENGTH. */
export const link = /* @__PURE__ */ new Float64Array(7);
/** Features that contain P and Q. */
export const linkFeature = /* @__PURE__ */ new Int32Array(2);
/** The plane normal that fits the link best (0..2), and g along it (GAP). */
export const axis = /* @__PURE__ */ new Float64Array(4);
/** Counts of the search since the caller cleared them. */
export const searchWork = /* @__PURE__ */ new Int32Array(2);
/** Rounds of projection. */
export const ROUNDS = 0;
/** Evaluations of g. */
export const EVALUATIONS = 1;

/** 1: links as short as the shortest are tried with all normals of the features that meet at their ends. */
export const thorough = /* @__PURE__ */ new Int32Array(1);

/** The result of the last measureMisfit. */
export const misfit = /* @__PURE__ */ new Float64Array(1);

/**
 * Writes |Q - P - g n|, the distance of the link from one that joins the planes along their normal. It bounds |PQ| - g
 * and the offset of the points along the planes.
 */
export function measureMisfit(): void {
  const g = axis[GAP];
  const x = link[Q] - link[P] - g * axis[0];
  const y = link[Q + 1] - link[P + 1] - g * axis[1];
  const z = link[Q + 2] - link[P + 2] - g * axis[2];
  misfit[0] = Math.sqrt(x * x + y * y + z * z);
}

/** Whether the misfit is only the rounding of the feet: the link is then proved. */
export function fits(): boolean {
  measureMisfit();
  return misfit[0] <= PROVED * accuracy[LENGTH_ROUNDING];
}

const PROVED = 2;
/**
 * Bound of the misfit after all trials, in roundings: one rounding more. The tolerances of the bodies are added:
 * corners a tolerance apart are not exactly where their edges meet, and corners of a merged face are not on its plane.
 */
export const ACCEPTED = 3;

/**
 * The foot on a short edge, or the normal of a face with a short edge, is known only to rounding over the edge's
 * length. This is accurate enough for the plane but not for the fit of the link. So one end is projected from the other
 * along the axis, to the distance where the bounds meet. If it is in its body, this is the proof.
 */
function dropsAlongAxis(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  if (!(link[LENGTH] - axis[GAP] <= PROVED * accuracy[LENGTH_ROUNDING])) return false;
  return drops(1, b) || drops(0, a);
}

/**
 * Moves the end of the link on a body to the projection of the other end, if that is on the body to the rounding of a
 * foot.
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
 * Evaluates g for the normal that the link's features define. It replaces the axis if it is better.
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
    // The link gives the sign. If it is too short to have a direction, the current axis does.
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

/** Writes the unit vector of an edge to `edge`. */
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

/** Edges of A and of B at the ends of the link that are perpendicular to it. */
const meeting = [/* @__PURE__ */ new Int32Array(MAX_EDGES), /* @__PURE__ */ new Int32Array(MAX_EDGES)] as const;

/**
 * The direction of a short link is known only to rounding / length. A plane tilted by that may cut off the far ends of
 * edges at P or Q that are perpendicular to the link to rounding. Among the directions within this uncertainty, the
 * best bound is along one of these: the link itself (which failed); the part of the link perpendicular to one such
 * edge; the direction perpendicular to two of them; the normal of a face at P or Q. The reason: the nearest points of a
 * cone lie in its inside, on a side or on an edge.
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
 * Offers the normals (times sign) of the faces at a feature. Lists the edges there that are perpendicular to the link,
 * and returns their number.
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
  const hasFaces = shape.faceCount > 0;
  let h = first;
  let total = 0;
  for (let k = 0; k < shape.edgeCount; k++) {
    const o = 3 * (FACE_ROW[side] + shape.halfEdgeFace[h]);
    if (hasFaces) {
      offerNormal(a, b, o, sign);
      offerCorner(a, b, side, h, sign);
    }
    edgeVector(side, shape, h >> 1);
    if (Math.abs(dx * edge[0] + dy * edge[1] + dz * edge[2]) <= ACROSS * accuracy[LENGTH_ROUNDING]) meeting[side][total++] = h >> 1;
    // The next face around the vertex; for an edge its other side.
    h = dimension === 1 ? h ^ 1 : shape.halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  return total;
}

/**
 * Offers the face's normal at a corner as the cross product of its two edges. On a narrow face the corners, rounded in
 * A's frame, are off the transformed plane.
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

/** Both ends of a link have errors of a few roundings (see SNAP), so its part along an edge has twice that error. */
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
 * Offers u x edge, computed from the part of the edge perpendicular to u. The result is perpendicular to both to
 * rounding, also when they are nearly parallel.
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
