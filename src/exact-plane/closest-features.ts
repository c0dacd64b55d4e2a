/**
 * Closest points of two convex bodies that are apart, by exhaustive search.
 *
 * The pair is loaded by loadPair (pair-frame). Three steps:
 * 1. Alternating projection (Nezami et al. 2006, section 3.5: P closest to Q, then Q closest to P), each projection
 *    over all features of the body. It gives an upper bound d = |PQ|. The features that contain P and Q give a plane
 *    normal n, and g(n) is a lower bound. When the two bounds meet, the link is proved (duality: g(n) <= distance <=
 *    |PQ| for every n, P, Q) and the search ends.
 * 2. Otherwise every vertex-face, vertex-edge and edge-edge pair is tried that can still be closer. A point of A at
 *    depth x behind A's supporting plane of the best n, and a point of B at height y above B's, are at least g + x + y
 *    apart; so only features within d - g of the planes count. This filter is exact, and all remaining features are
 *    searched: there is no walk that could stop early, cycle or miss. Because of rounding, the plane of every shortest
 *    link may be worse than the link. Then these links are tried again with all planes of the features at their ends.
 * 3. The normal is the one with the best bound. It comes from features: a face normal, the cross product of the edges,
 *    or the link without its part along an edge. It is the difference of two nearly equal points only if no feature
 *    gives it.
 *
 * Frame: A's. Cost: O(n) for step 1; step 2 is O(k^2) in the k features near the planes, at most the square of all.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { GAP, HIGH_A, LENGTH, LOW_B, P, Q, SQUARE } from '../contact/layouts';
import { MAX_EDGES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { accuracy, closestOnBody, foot, footOnEdge, LENGTH_ROUNDING, MEASURED_GAP, projectsInside, target } from './closest-on-body';
import {
  ACCEPTED,
  axis,
  axisFromFeatures,
  fits,
  link,
  linkFeature,
  measureMisfit,
  misfit,
  offerIncidentAxes,
  ROUNDS,
  searchWork,
  thorough,
} from './closest-axis';
import {
  FACE_ROW,
  VERTEX_ROW,
  corner,
  edge,
  faceNormal,
  faceOffset,
  gapAlong,
  loadEdge,
  nearOfB,
  probe,
  extremes,
  support,
} from './pair-frame';

/**
 * Alternating projection either is exact after a few rounds (face contacts) or converges slowly. In the second case the
 * exhaustive search is cheaper.
 */
const MAX_ROUNDS = 2;

/** Distance of each vertex (rows as in corner) behind its body's supporting plane. */
const depth = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
/** The lesser depth of the two ends of each edge: of A, then of B from row MAX_EDGES. */
const edgeDepth = /* @__PURE__ */ new Float64Array(2 * MAX_EDGES);
/** Vertices and edges of B near the plane. */
const nearVertices = /* @__PURE__ */ new Int32Array(MAX_VERTICES);
const nearEdges = /* @__PURE__ */ new Int32Array(MAX_EDGES);

/**
 * Finds the link of bodies that do not overlap (by more than rounding), starting from the unit normal and the lower
 * bound g in `axis`, with the rounding of a length in accuracy[LENGTH_ROUNDING]. Writes link, linkFeature and axis;
 * False when the bounds did not meet.
 */
export function closestFeatures(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  link[LENGTH] = Infinity;
  for (let k = 0; k < 3; k++) probe[k] = axis[k];
  nearOfB();
  const start = 3 * (VERTEX_ROW[1] + support[1]);
  link[Q] = corner[start];
  link[Q + 1] = corner[start + 1];
  link[Q + 2] = corner[start + 2];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    searchWork[ROUNDS]++;
    for (let k = 0; k < 3; k++) target[k] = link[Q + k];
    linkFeature[0] = closestOnBody(0, a);
    for (let k = 0; k < 3; k++) link[k] = target[k] = foot[k];
    linkFeature[1] = closestOnBody(1, b);
    for (let k = 0; k < 3; k++) link[Q + k] = foot[k];
    link[LENGTH] = Math.sqrt(foot[SQUARE]);
    axisFromFeatures(a, b);
    if (fits()) {
      settle(a, b);
      return true;
    }
  }
  exhaust(a, b);
  if (!fits()) {
    thorough[0] = 1;
    exhaust(a, b);
    thorough[0] = 0;
  }
  measureMisfit();
  const proved = misfit[0] <= ACCEPTED * accuracy[LENGTH_ROUNDING] + a.tolerance + b.tolerance;
  settle(a, b);
  return proved;
}

/**
 * Restores the unit length of the normal (rotating a face normal costs a few roundings), puts Q on the normal through
 * P, and sets the features that contain both.
 */
function settle(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (let k = 0; k < 3; k++) axis[k] /= length;
  const gap = (link[Q] - link[P]) * axis[0] + (link[Q + 1] - link[P + 1]) * axis[1] + (link[Q + 2] - link[P + 2]) * axis[2];
  for (let k = 0; k < 3; k++) link[Q + k] = link[k] + gap * axis[k];
  linkFeature[0] = smallestFeature(0, a, linkFeature[0]);
  linkFeature[1] = smallestFeature(1, b, linkFeature[1]);
}

/**
 * The vertex or edge of the feature within SNAP roundings of the link's end. The rounding of a foot may have hidden it.
 * Otherwise the feature itself.
 */
function smallestFeature(side: 0 | 1, shape: ConvexPolyhedron, feature: number): number {
  const dimension = featureDimension(feature);
  if (dimension === 0) return feature;
  const near2 = SNAP * SNAP * accuracy[LENGTH_ROUNDING] * accuracy[LENGTH_ROUNDING];
  const x = link[3 * side];
  const y = link[3 * side + 1];
  const z = link[3 * side + 2];
  const first = dimension === 1 ? 2 * featureIndex(feature) : shape.faceHalfEdge[featureIndex(feature)];
  let found = feature;
  let h = first;
  for (let k = 0; k < shape.vertexCount; k++) {
    const p = 3 * (VERTEX_ROW[side] + shape.halfEdgeOrigin[h]);
    const q = 3 * (VERTEX_ROW[side] + shape.halfEdgeOrigin[h ^ 1]);
    const wx = x - corner[p];
    const wy = y - corner[p + 1];
    const wz = z - corner[p + 2];
    if (wx * wx + wy * wy + wz * wz <= near2) return vertexFeature(shape.halfEdgeOrigin[h]);
    const ux = corner[q] - corner[p];
    const uy = corner[q + 1] - corner[p + 1];
    const uz = corner[q + 2] - corner[p + 2];
    const t = footOnEdge(wx, wy, wz, ux, uy, uz);
    const dx = wx - t * ux;
    const dy = wy - t * uy;
    const dz = wz - t * uz;
    if (dx * dx + dy * dy + dz * dz <= near2) found = edgeFeature(h >> 1);
    // Both ends of the edge, or all corners of the face.
    h = dimension === 1 ? h ^ 1 : shape.halfEdgeNext[h];
    if (h === first) break;
  }
  return found;
}

/** A point within this many roundings of a vertex or an edge is on it: the roundings of a foot and of its corners. */
const SNAP = 3;

/** Step 2: tries all feature pairs that the planes of the best axis do not rule out, until one fits. */
function exhaust(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  fillDepths(a, b);
  for (let v = 0; v < a.vertexCount; v++) {
    if (fits()) return;
    if (depth[v] > allowance[0]) continue;
    for (let f = 0; f < b.faceCount; f++) vertexOnFace(0, v, a, b, f);
  }
  // B's near features are listed once. Features outside the lists can only give links longer than the current one.
  let vertexTotal = 0;
  for (let w = 0; w < b.vertexCount; w++) {
    if (fits()) return;
    if (depth[MAX_VERTICES + w] > allowance[0]) continue;
    nearVertices[vertexTotal++] = w;
    for (let f = 0; f < a.faceCount; f++) vertexOnFace(1, w, a, b, f);
  }
  let edgeTotal = 0;
  for (let f = 0; f < b.edgeCount; f++) if (edgeDepth[MAX_EDGES + f] <= allowance[0]) nearEdges[edgeTotal++] = f;

  for (let e = 0; e < a.edgeCount; e++) {
    if (fits()) return;
    const near = edgeDepth[e];
    if (near > allowance[0]) continue;
    for (let k = 0; k < vertexTotal; k++) {
      const w = nearVertices[k];
      if (near + depth[MAX_VERTICES + w] <= allowance[0]) vertexOnEdge(1, w, a, b, e);
    }
    for (let k = 0; k < edgeTotal; k++) {
      const f = nearEdges[k];
      if (near + edgeDepth[MAX_EDGES + f] <= allowance[0]) edgeOnEdge(a, e, b, f);
    }
  }
  for (let v = 0; v < a.vertexCount; v++) {
    if (fits()) return;
    if (depth[v] > allowance[0]) continue;
    for (let k = 0; k < edgeTotal; k++) {
      const f = nearEdges[k];
      if (depth[v] + edgeDepth[MAX_EDGES + f] <= allowance[0]) vertexOnEdge(0, v, a, b, f);
    }
  }
}

/** The largest sum of the depths of two points behind the planes for which they can be closer than the link. */
const allowance = /* @__PURE__ */ new Float64Array(1);

function setAllowance(): void {
  allowance[0] = link[LENGTH] - accuracy[MEASURED_GAP] + EQUAL * accuracy[LENGTH_ROUNDING];
}

function fillDepths(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const nx = axis[0];
  const ny = axis[1];
  const nz = axis[2];
  accuracy[MEASURED_GAP] = axis[GAP];
  setAllowance();
  for (let k = 0; k < 3; k++) probe[k] = axis[k];
  gapAlong();
  const far = extremes[HIGH_A];
  const near = extremes[LOW_B];
  for (let v = 0, o = 0; v < a.vertexCount; v++, o += 3) depth[v] = far - (nx * corner[o] + ny * corner[o + 1] + nz * corner[o + 2]);
  for (let w = 0, o = 3 * MAX_VERTICES; w < b.vertexCount; w++, o += 3) {
    depth[MAX_VERTICES + w] = nx * corner[o] + ny * corner[o + 1] + nz * corner[o + 2] - near;
  }
  fillEdgeDepths(a, 0, 0);
  fillEdgeDepths(b, MAX_EDGES, MAX_VERTICES);
}

function fillEdgeDepths({ edgeCount, halfEdgeOrigin }: ConvexPolyhedron, firstEdge: number, firstVertex: number): void {
  for (let e = 0; e < edgeCount; e++) {
    const p = depth[firstVertex + halfEdgeOrigin[2 * e]];
    const q = depth[firstVertex + halfEdgeOrigin[2 * e + 1]];
    edgeDepth[firstEdge + e] = p < q ? p : q;
  }
}

/**
 * Vertex `v` of body `side` over face f of the other body. A vertex on the face, or behind it by rounding, counts as
 * over it.
 */
function vertexOnFace(side: number, v: number, a: ConvexPolyhedron, b: ConvexPolyhedron, f: number): void {
  const other = 1 - side;
  const p = 3 * (VERTEX_ROW[side] + v);
  const x = corner[p];
  const y = corner[p + 1];
  const z = corner[p + 2];
  const o = 3 * (FACE_ROW[other] + f);
  const h = faceNormal[o] * x + faceNormal[o + 1] * y + faceNormal[o + 2] * z - faceOffset[FACE_ROW[other] + f];
  const d = Math.abs(h);
  if (!(h > -2 * accuracy[LENGTH_ROUNDING] && d < link[LENGTH] + EQUAL * accuracy[LENGTH_ROUNDING])) return;
  target[0] = x;
  target[1] = y;
  target[2] = z;
  if (!projectsInside(other, side === 0 ? b : a, f)) return;
  for (let k = 0; k < 3; k++) {
    trialLink[3 * side + k] = corner[p + k];
    trialLink[3 * other + k] = corner[p + k] - h * faceNormal[o + k];
  }
  trialLink[LENGTH] = d;
  if (side === 0) offerLink(a, b, vertexFeature(v), faceFeature(f));
  else offerLink(a, b, faceFeature(f), vertexFeature(v));
}

function vertexOnEdge(side: number, v: number, a: ConvexPolyhedron, b: ConvexPolyhedron, e: number): void {
  const other = 1 - side;
  const shape = side === 0 ? b : a;
  const o = 3 * (VERTEX_ROW[side] + v);
  const from = shape.halfEdgeOrigin[2 * e];
  const to = shape.halfEdgeOrigin[2 * e + 1];
  const p = 3 * (VERTEX_ROW[other] + from);
  const q = 3 * (VERTEX_ROW[other] + to);
  const x = corner[o];
  const y = corner[o + 1];
  const z = corner[o + 2];
  loadEdge(other, shape, e);
  const ux = edge[0];
  const uy = edge[1];
  const uz = edge[2];
  const t = footOnEdge(x - corner[p], y - corner[p + 1], z - corner[p + 2], ux, uy, uz);
  const fx = t === 1 ? corner[q] : corner[p] + t * ux;
  const fy = t === 1 ? corner[q + 1] : corner[p + 1] + t * uy;
  const fz = t === 1 ? corner[q + 2] : corner[p + 2] + t * uz;
  const feature = t === 0 ? vertexFeature(from) : t === 1 ? vertexFeature(to) : edgeFeature(e);
  const dx = x - fx;
  const dy = y - fy;
  const dz = z - fz;
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(d < link[LENGTH] + EQUAL * accuracy[LENGTH_ROUNDING])) return;
  for (let k = 0; k < 3; k++) trialLink[3 * side + k] = corner[o + k];
  trialLink[3 * other] = fx;
  trialLink[3 * other + 1] = fy;
  trialLink[3 * other + 2] = fz;
  trialLink[LENGTH] = d;
  if (side === 0) offerLink(a, b, vertexFeature(v), feature);
  else offerLink(a, b, feature, vertexFeature(v));
}

/**
 * Two edges that cross, p0 + s u and q0 + t v, with closest points inside both (vertexOnEdge treats the ends). Let a
 * and x be the parts of v and w perpendicular to u. Then t = -x·a / a·a has an error of order eps / sin(angle), while
 * the usual 2x2 system has an error of order eps / sin^2(angle). s follows by projection on the other edge, so P - Q is
 * perpendicular to it for any error of t.
 */
export function edgeOnEdge(a: ConvexPolyhedron, e: number, b: ConvexPolyhedron, f: number): void {
  const p = 3 * a.halfEdgeOrigin[2 * e];
  const q = 3 * (MAX_VERTICES + b.halfEdgeOrigin[2 * f]);
  loadEdge(0, a, e);
  const ux = edge[0];
  const uy = edge[1];
  const uz = edge[2];
  loadEdge(1, b, f);
  const vx = edge[0];
  const vy = edge[1];
  const vz = edge[2];
  const wx = corner[q] - corner[p];
  const wy = corner[q + 1] - corner[p + 1];
  const wz = corner[q + 2] - corner[p + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const k = (ux * vx + uy * vy + uz * vz) / uu;
  const ax = vx - k * ux;
  const ay = vy - k * uy;
  const az = vz - k * uz;
  const aa = ax * ax + ay * ay + az * az;
  if (!(aa > 0)) return;
  const m = (wx * ux + wy * uy + wz * uz) / uu;
  const t = -((wx - m * ux) * ax + (wy - m * uy) * ay + (wz - m * uz) * az) / aa;
  const s = m + t * k;
  if (!(t > 0 && t < 1 && s > 0 && s < 1)) return;
  const px = corner[p] + s * ux;
  const py = corner[p + 1] + s * uy;
  const pz = corner[p + 2] + s * uz;
  const qx = corner[q] + t * vx;
  const qy = corner[q + 1] + t * vy;
  const qz = corner[q + 2] + t * vz;
  const dx = qx - px;
  const dy = qy - py;
  const dz = qz - pz;
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(d < link[LENGTH] + EQUAL * accuracy[LENGTH_ROUNDING])) return;
  trialLink[P] = px;
  trialLink[P + 1] = py;
  trialLink[P + 2] = pz;
  trialLink[Q] = qx;
  trialLink[Q + 1] = qy;
  trialLink[Q + 2] = qz;
  trialLink[LENGTH] = d;
  offerLink(a, b, edgeFeature(e), edgeFeature(f));
}

/** The offered link, in the layout of `link`. */
const trialLink = /* @__PURE__ */ new Float64Array(7);

/** A copy of the link and its axis while another link is tried. */
const spareLink = /* @__PURE__ */ new Float64Array(7);
const spareAxis = /* @__PURE__ */ new Float64Array(4);
/**
 * Takes a link that is shorter by more than rounding. Of equally long links it takes the one that fits the best axis
 * best. The reason: a tilt of 1e-9 shortens a link by only 1e-18, which its length does not show, but it moves the
 * plane by 1e-9 times the lever arm.
 */
function offerLink(a: ConvexPolyhedron, b: ConvexPolyhedron, onA: number, onB: number): void {
  const d = trialLink[LENGTH];
  const margin = EQUAL * accuracy[LENGTH_ROUNDING];
  if (!(d < link[LENGTH] + margin) || (d >= link[LENGTH] - margin && fits())) return;
  for (let k = 0; k < 7; k++) spareLink[k] = link[k];
  for (let k = 0; k < 4; k++) spareAxis[k] = axis[k];
  const oldA = linkFeature[0];
  const oldB = linkFeature[1];
  measureMisfit();
  const before = misfit[0];
  for (let k = 0; k < 7; k++) link[k] = trialLink[k];
  linkFeature[0] = onA;
  linkFeature[1] = onB;
  axisFromFeatures(a, b);
  if (thorough[0] === 1 && !fits()) offerIncidentAxes(a, b);
  measureMisfit();
  if (!(d < spareLink[LENGTH] - margin || misfit[0] < before)) {
    for (let k = 0; k < 7; k++) link[k] = spareLink[k];
    for (let k = 0; k < 4; k++) axis[k] = spareAxis[k];
    linkFeature[0] = oldA;
    linkFeature[1] = oldB;
  }
  setAllowance();
}

/** Lengths within this many roundings of each other count as equal: the roundings of both feet. */
const EQUAL = 2;
