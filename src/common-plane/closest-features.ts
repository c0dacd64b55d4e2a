/**
 * Closest points of two convex bodies that are apart, exact by exhaustion.
 *
 * The pair is loaded by loadPair (pair-frame). Three steps:
 * 1. Alternating projection (paper 000, section 3.3: P closest to Q, then Q closest to P), each projection over all features of the body.
 *    It gives an upper bound d = |PQ|. The features that hold P and Q give a plane normal n and with it the lower bound g(n): when the two bounds
 *    meet, the link is proved (duality: g(n) <= distance <= |PQ| for every n, P, Q) and the search ends.
 * 2. Otherwise every vertex-face, vertex-edge and edge-edge pair is tried that can still be closer. A point of A at depth x behind A's supporting plane of
 *    the best n, and a point of B at height y above B's, are at least g + x + y apart; so only features within d - g of the planes count. This filter
 *    is exact, and what it keeps is searched completely: there is no walk that could stop early, cycle or miss.
 *    Where rounding leaves the plane of every shortest link worse than the link, they are tried again with all planes of the features at their ends.
 * 3. The normal is the one with the best bound, taken from features (face normal, cross product of the edges, or the link with its part along an edge removed),
 *    never from the difference of two nearly equal points where features give it.
 *
 * Frame: A's. Cost: O(n) for step 1; step 2 is O(k^2) in the k features near the planes, at most the square of all.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { MAX_EDGES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { FACE_ROW, VERTEX_ROW, corner, edge, faceNormal, faceOffset, gapAlong, intoBody, loadEdge } from './pair-frame';
import { nearOfB, own, reachOfA, support } from './pair-frame';

/** The link: P on A (0..2), Q on B (3..5), its length (6). */
export const link = /* @__PURE__ */ new Float64Array(7);
/** Features that hold P and Q. */
export const linkFeature = /* @__PURE__ */ new Int32Array(2);
/** The plane normal that the link fits best (0..2), and g along it (3). */
export const axis = /* @__PURE__ */ new Float64Array(4);
/** The rounding of a length (0); g of the axis that the depths were measured along (1). */
export const noise = /* @__PURE__ */ new Float64Array(2);
/** Rounds of projection (0) and evaluations of g (1) since the caller cleared them. */
export const work = /* @__PURE__ */ new Int32Array(2);

/** Alternating projection either is exact after a few rounds (face contacts) or converges slowly; then exhaustion is cheaper. */
const MAX_ROUNDS = 2;

/** Point to project (a cell, since doubles passed to a function that is not inlined are allocated). */
export const target = /* @__PURE__ */ new Float64Array(3);
/** Foot of a projection (0..2) and its squared distance (3). */
const foot = /* @__PURE__ */ new Float64Array(4);

/** Distance of each vertex (rows as in corner) behind its body's supporting plane. */
const depth = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
/** Vertices and edges of B near the plane. */
const nearVertices = /* @__PURE__ */ new Int32Array(MAX_VERTICES);
const nearEdges = /* @__PURE__ */ new Int32Array(MAX_EDGES);

/**
 * Finds the link of bodies that do not overlap (by more than rounding), starting from the unit normal and the lower bound g in `axis`, with the rounding
 * of a length in noise[0]. Writes link, linkFeature and axis; false when the bounds did not meet.
 */
export function closestFeatures(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  link[6] = Infinity;
  nearOfB(axis[0], axis[1], axis[2]);
  const start = 3 * (VERTEX_ROW[1] + support[1]);
  link[3] = corner[start];
  link[4] = corner[start + 1];
  link[5] = corner[start + 2];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    work[0]++;
    for (let k = 0; k < 3; k++) target[k] = link[3 + k];
    linkFeature[0] = closestOnBody(0, a);
    for (let k = 0; k < 3; k++) link[k] = target[k] = foot[k];
    linkFeature[1] = closestOnBody(1, b);
    for (let k = 0; k < 3; k++) link[3 + k] = foot[k];
    link[6] = Math.sqrt(foot[3]);
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
  const proved = misfit() <= ACCEPTED * noise[0] + a.tolerance + b.tolerance;
  settle(a, b);
  return proved;
}

/** Makes the normal one of unit length again (turning a face normal costs a few roundings), puts Q on it through P, and names the features that hold both. */
function settle(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (let k = 0; k < 3; k++) axis[k] /= length;
  const gap = (link[3] - link[0]) * axis[0] + (link[4] - link[1]) * axis[1] + (link[5] - link[2]) * axis[2];
  for (let k = 0; k < 3; k++) link[3 + k] = link[k] + gap * axis[k];
  linkFeature[0] = smallestFeature(0, a, linkFeature[0]);
  linkFeature[1] = smallestFeature(1, b, linkFeature[1]);
}

/** The border of the feature within SNAP roundings of the link's end, where rounding of a foot hid it, else the feature itself. */
function smallestFeature(side: 0 | 1, shape: ConvexPolyhedron, feature: number): number {
  const dimension = featureDimension(feature);
  if (dimension === 0) return feature;
  const near2 = SNAP * SNAP * noise[0] * noise[0];
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

/** Roundings within which a point counts as on a vertex or an edge: those of a foot and of the corners it came from. */
const SNAP = 3;

/** |Q - P - g n|, how far the link is from joining the planes along their normal: it bounds |PQ| - g and the slide of the points along the planes. */
function misfit(): number {
  const g = axis[3];
  const x = link[3] - link[0] - g * axis[0];
  const y = link[4] - link[1] - g * axis[1];
  const z = link[5] - link[2] - g * axis[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** A misfit of a few roundings is that of the feet: the link is proved. */
function fits(): boolean {
  return misfit() <= PROVED * noise[0];
}

const PROVED = 2;
/**
 * When all has been tried, one rounding more, and what is unknown of the bodies: corners a tolerance apart are not where their edges meet, and those of a
 * merged face not on its plane.
 */
const ACCEPTED = 3;

/**
 * The foot on a short edge, or the normal of a face that has one, is known to rounding over the edge's length only: too little to make the link fit, and
 * enough for the plane. Where the bounds meet along the axis, one end is dropped from the other to where they do; it is the proof if it is in its body.
 */
function dropsAlongAxis(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  if (!(link[6] - axis[3] <= PROVED * noise[0])) return false;
  const x = axis[3] * axis[0];
  const y = axis[3] * axis[1];
  const z = axis[3] * axis[2];
  return drops(1, b, link[0] + x, link[1] + y, link[2] + z) || drops(0, a, link[3] - x, link[4] - y, link[5] - z);
}

/** Puts the end of the link on a body there if that is on the body, to the roundings of a foot. */
function drops(side: 0 | 1, shape: ConvexPolyhedron, x: number, y: number, z: number): boolean {
  target[0] = x;
  target[1] = y;
  target[2] = z;
  const feature = closestOnBody(side, shape);
  if (!(Math.sqrt(foot[3]) <= ACCEPTED * noise[0])) return false;
  link[3 * side] = x;
  link[3 * side + 1] = y;
  link[3 * side + 2] = z;
  link[6] = Math.abs(axis[3]);
  linkFeature[side] = feature;
  return true;
}

/**
 * Closest point of one body to `target`, into foot; returns its feature. A point in front of a face that projects strictly inside it
 * has its foot there (the face's plane supports the body); failing that the foot lies on an edge or a vertex. A point that is in front of no face is
 * on or, by rounding, in the body: then its foot lies on the nearest face.
 */
function closestOnBody(side: number, shape: ConvexPolyhedron): number {
  const x = target[0];
  const y = target[1];
  const z = target[2];
  const faceRow = FACE_ROW[side];
  let highest = -Infinity;
  let highestFace = 0;
  for (let f = 0; f < shape.faceCount; f++) {
    const o = 3 * (faceRow + f);
    const h = faceNormal[o] * x + faceNormal[o + 1] * y + faceNormal[o + 2] * z - faceOffset[faceRow + f];
    if (h > highest) {
      highest = h;
      highestFace = f;
    }
    if (h > 0 && projectsInside(side, shape, f)) {
      setFoot(x - h * faceNormal[o], y - h * faceNormal[o + 1], z - h * faceNormal[o + 2], h * h);
      return faceFeature(f);
    }
  }
  if (highest <= 0 && projectsInside(side, shape, highestFace)) {
    const o = 3 * (faceRow + highestFace);
    setFoot(x - highest * faceNormal[o], y - highest * faceNormal[o + 1], z - highest * faceNormal[o + 2], highest * highest);
    return faceFeature(highestFace);
  }
  const { vertices, halfEdgeOrigin } = shape;
  intoBody(side, x, y, z);
  const ox = own[0];
  const oy = own[1];
  const oz = own[2];
  let shortest = Infinity;
  let nearest = 0;
  let at = 0;
  for (let e = 0; e < shape.edgeCount; e++) {
    const p = 3 * halfEdgeOrigin[2 * e];
    const q = 3 * halfEdgeOrigin[2 * e + 1];
    const wx = ox - vertices[p];
    const wy = oy - vertices[p + 1];
    const wz = oz - vertices[p + 2];
    const ux = vertices[q] - vertices[p];
    const uy = vertices[q + 1] - vertices[p + 1];
    const uz = vertices[q + 2] - vertices[p + 2];
    const t = footOnEdge(wx, wy, wz, ux, uy, uz);
    const dx = t === 1 ? ox - vertices[q] : wx - t * ux;
    const dy = t === 1 ? oy - vertices[q + 1] : wy - t * uy;
    const dz = t === 1 ? oz - vertices[q + 2] : wz - t * uz;
    const d2 = dx * dx + dy * dy + dz * dz;
    if (d2 < shortest) {
      shortest = d2;
      nearest = e;
      at = t;
    }
  }
  placeOnEdge(side, shape, nearest, at);
  const dx = x - foot[0];
  const dy = y - foot[1];
  const dz = z - foot[2];
  foot[3] = dx * dx + dy * dy + dz * dz;
  return at === 0 || at === 1 ? vertexFeature(halfEdgeOrigin[2 * nearest + at]) : edgeFeature(nearest);
}

/** The point t of 0..1 along an edge into foot; 0 and 1 are the ends. */
function placeOnEdge(side: number, shape: ConvexPolyhedron, e: number, t: number): void {
  const o = 3 * (VERTEX_ROW[side] + shape.halfEdgeOrigin[2 * e + (t === 1 ? 1 : 0)]);
  for (let k = 0; k < 3; k++) foot[k] = corner[o + k];
  if (t === 0 || t === 1) return;
  loadEdge(side, shape, e);
  for (let k = 0; k < 3; k++) foot[k] += t * edge[k];
}

/** Where on the edge 0..1 of vector u the point w (from its origin) has its foot; 0 and 1 exactly are the ends. */
function footOnEdge(wx: number, wy: number, wz: number, ux: number, uy: number, uz: number): number {
  const along = ux * wx + uy * wy + uz * wz;
  const length2 = ux * ux + uy * uy + uz * uz;
  return along <= 0 ? 0 : along >= length2 ? 1 : along / length2;
}

function setFoot(x: number, y: number, z: number, d2: number): void {
  foot[0] = x;
  foot[1] = y;
  foot[2] = z;
  foot[3] = d2;
}

/**
 * True when `target` projects strictly inside face f of a body along the face's normal: left of every edge of the counter-clockwise loop. Left by less
 * than a rounding it must also be beside the edge: beyond the tip of a needle-thin face a point is left of both its sides by as little.
 */
export function projectsInside(side: number, shape: ConvexPolyhedron, f: number): boolean {
  const { vertices, normals, halfEdgeOrigin, halfEdgeNext } = shape;
  intoBody(side, target[0], target[1], target[2]);
  const x = own[0];
  const y = own[1];
  const z = own[2];
  const nx = normals[3 * f];
  const ny = normals[3 * f + 1];
  const nz = normals[3 * f + 2];
  const first = shape.faceHalfEdge[f];
  let h = first;
  for (let k = 0; k < shape.vertexCount; k++) {
    const p = 3 * halfEdgeOrigin[h];
    const q = 3 * halfEdgeOrigin[h ^ 1];
    const ux = vertices[q] - vertices[p];
    const uy = vertices[q + 1] - vertices[p + 1];
    const uz = vertices[q + 2] - vertices[p + 2];
    const wx = x - vertices[p];
    const wy = y - vertices[p + 1];
    const wz = z - vertices[p + 2];
    // (n x u)·w
    const left = (ny * uz - nz * uy) * wx + (nz * ux - nx * uz) * wy + (nx * uy - ny * ux) * wz;
    if (!(left > 0)) return false;
    const uu = ux * ux + uy * uy + uz * uz;
    if (left * left <= noise[0] * noise[0] * uu) {
      const along = ux * wx + uy * wy + uz * wz;
      if (along < 0 || along > uu) return false;
    }
    h = halfEdgeNext[h];
    if (h === first) return true;
  }
  return true;
}

/** Takes the normal that the link's features define, evaluates g for it, and keeps it when it is better than the axis so far. */
function axisFromFeatures(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
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
  const dx = link[3] - link[0];
  const dy = link[4] - link[1];
  const dz = link[5] - link[2];
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
    const side = link[6] > noise[0] ? cx * dx + cy * dy + cz * dz : cx * axis[0] + cy * axis[1] + cz * axis[2];
    offerAcross(a, b, ux, uy, uz, side < 0 ? -1 : 1);
  }
  if (dimensionA === 1) offerAcrossEdge(a, b, 0, featureIndex(linkFeature[0]));
  else if (dimensionB === 1) offerAcrossEdge(a, b, 1, featureIndex(linkFeature[1]));
  else offerDirection(a, b, dx, dy, dz, 1);
}

/** Unit vector of an edge, into edge. */
function edgeVector(side: number, shape: ConvexPolyhedron, e: number): void {
  loadEdge(side, shape, e);
  const length = Math.sqrt(edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2]);
  for (let k = 0; k < 3; k++) edge[k] /= length;
}

/** The axis on offer. */
const offered = /* @__PURE__ */ new Float64Array(3);

function offerDirection(a: ConvexPolyhedron, b: ConvexPolyhedron, x: number, y: number, z: number, sign: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  offered[0] = (sign * x) / length;
  offered[1] = (sign * y) / length;
  offered[2] = (sign * z) / length;
  offerAxis(a, b);
}

/** Offers the face normal that starts at o, times sign. */
function offerNormal(a: ConvexPolyhedron, b: ConvexPolyhedron, o: number, sign: number): void {
  for (let k = 0; k < 3; k++) offered[k] = sign * faceNormal[o + k];
  offerAxis(a, b);
}

/** Takes an axis that the link fits better. */
function offerAxis(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  work[1]++;
  const before = misfit();
  const ox = axis[0];
  const oy = axis[1];
  const oz = axis[2];
  const og = axis[3];
  axis[0] = offered[0];
  axis[1] = offered[1];
  axis[2] = offered[2];
  axis[3] = gapAlong(offered[0], offered[1], offered[2]);
  if ((thorough[0] === 1 && dropsAlongAxis(a, b)) || misfit() < before) return;
  axis[0] = ox;
  axis[1] = oy;
  axis[2] = oz;
  axis[3] = og;
}

/** Edges at the ends of the link and across it: of A, of B. */
const meeting = [/* @__PURE__ */ new Int32Array(MAX_EDGES), /* @__PURE__ */ new Int32Array(MAX_EDGES)] as const;

/**
 * The direction of a short link is known to rounding / length only, and a plane turned by that may cut off the far ends of edges at P or Q that are across
 * the link to rounding. Of the directions within that uncertainty the best bound is along the link itself (which did not do), along its part
 * across one such edge, across two of them, or the normal of a face that meets there: the nearest points of a cone lie in its inside, on a side or on an edge.
 */
function offerIncidentAxes(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const onA = linkFeature[0];
  const onB = linkFeature[1];
  const countA = offerFacesAt(a, b, 0, onA, 1);
  const countB = offerFacesAt(a, b, 1, onB, -1);
  for (let i = 0; i < countA; i++) offerAcrossEdge(a, b, 0, meeting[0][i]);
  for (let k = 0; k < countB; k++) offerAcrossEdge(a, b, 1, meeting[1][k]);
  for (let i = 0; i < countA && !fits(); i++) {
    edgeVector(0, a, meeting[0][i]);
    const ux = edge[0];
    const uy = edge[1];
    const uz = edge[2];
    for (let k = 0; k < countB; k++) {
      edgeVector(1, b, meeting[1][k]);
      offerAcross(a, b, ux, uy, uz, 1);
      offerAcross(a, b, ux, uy, uz, -1);
    }
  }
}

/** Offers the normals (times sign) of the faces at a feature and lists the edges there that are across the link; returns their number. */
function offerFacesAt(a: ConvexPolyhedron, b: ConvexPolyhedron, side: 0 | 1, feature: number, sign: number): number {
  const shape = side === 0 ? a : b;
  const index = featureIndex(feature);
  const dimension = featureDimension(feature);
  if (dimension === 2) return 0;
  const dx = link[3] - link[0];
  const dy = link[4] - link[1];
  const dz = link[5] - link[2];
  const first = dimension === 1 ? 2 * index : shape.vertexHalfEdge[index];
  let h = first;
  let total = 0;
  for (let k = 0; k < shape.edgeCount; k++) {
    const o = 3 * (FACE_ROW[side] + shape.halfEdgeFace[h]);
    offerNormal(a, b, o, sign);
    offerCorner(a, b, side, h, sign);
    edgeVector(side, shape, h >> 1);
    if (Math.abs(dx * edge[0] + dy * edge[1] + dz * edge[2]) <= ACROSS * noise[0]) meeting[side][total++] = h >> 1;
    // Round the vertex; for an edge its other side.
    h = dimension === 1 ? h ^ 1 : shape.halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  return total;
}

/** Offers the face's normal at a corner, across its two edges: on a narrow face the corners, rounded in A's frame, leave the plane that was carried there. */
function offerCorner(a: ConvexPolyhedron, b: ConvexPolyhedron, side: 0 | 1, h: number, sign: number): void {
  const shape = side === 0 ? a : b;
  const next = shape.halfEdgeNext[h];
  edgeVector(side, shape, h >> 1);
  const turned = (h & 1) === (next & 1) ? sign : -sign;
  const ux = edge[0];
  const uy = edge[1];
  const uz = edge[2];
  edgeVector(side, shape, next >> 1);
  offerAcross(a, b, ux, uy, uz, turned);
}

/** Both ends of a link are off by a few roundings (see SNAP), so its part along an edge is known to twice that. */
const ACROSS = 8;

/** Offers the direction of the link without its part along an edge. */
function offerAcrossEdge(a: ConvexPolyhedron, b: ConvexPolyhedron, side: 0 | 1, e: number): void {
  edgeVector(side, side === 0 ? a : b, e);
  const dx = link[3] - link[0];
  const dy = link[4] - link[1];
  const dz = link[5] - link[2];
  const t = dx * edge[0] + dy * edge[1] + dz * edge[2];
  offerDirection(a, b, dx - t * edge[0], dy - t * edge[1], dz - t * edge[2], 1);
}

/** Offers u x edge, by way of the part of the edge across u: across both to rounding, however nearly parallel they are. */
function offerAcross(a: ConvexPolyhedron, b: ConvexPolyhedron, ux: number, uy: number, uz: number, sign: number): void {
  const k = ux * edge[0] + uy * edge[1] + uz * edge[2];
  const ax = edge[0] - k * ux;
  const ay = edge[1] - k * uy;
  const az = edge[2] - k * uz;
  offerDirection(a, b, uy * az - uz * ay, uz * ax - ux * az, ux * ay - uy * ax, sign);
}

/** Step 2: all feature pairs that the planes of the best axis do not rule out, until one fits. */
function exhaust(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  fillDepths(a, b);
  for (let v = 0; v < a.vertexCount; v++) {
    if (fits()) return;
    if (depth[v] > allowance[0]) continue;
    for (let f = 0; f < b.faceCount; f++) vertexOnFace(0, v, a, b, f);
  }
  // B's near features are listed once: what the lists leave out is longer than the link is by now.
  let vertexTotal = 0;
  for (let w = 0; w < b.vertexCount; w++) {
    if (fits()) return;
    if (depth[MAX_VERTICES + w] > allowance[0]) continue;
    nearVertices[vertexTotal++] = w;
    for (let f = 0; f < a.faceCount; f++) vertexOnFace(1, w, a, b, f);
  }
  let edgeTotal = 0;
  for (let f = 0; f < b.edgeCount; f++) if (edgeDepth(1, b, f) <= allowance[0]) nearEdges[edgeTotal++] = f;

  for (let e = 0; e < a.edgeCount; e++) {
    if (fits()) return;
    const near = edgeDepth(0, a, e);
    if (near > allowance[0]) continue;
    for (let k = 0; k < vertexTotal; k++) {
      const w = nearVertices[k];
      if (near + depth[MAX_VERTICES + w] <= allowance[0]) vertexOnEdge(1, w, a, b, e);
    }
    for (let k = 0; k < edgeTotal; k++) {
      const f = nearEdges[k];
      if (near + edgeDepth(1, b, f) <= allowance[0]) edgeOnEdge(a, e, b, f);
    }
  }
  for (let v = 0; v < a.vertexCount; v++) {
    if (fits()) return;
    if (depth[v] > allowance[0]) continue;
    for (let k = 0; k < edgeTotal; k++) {
      const f = nearEdges[k];
      if (depth[v] + edgeDepth(1, b, f) <= allowance[0]) vertexOnEdge(0, v, a, b, f);
    }
  }
}

/** How far behind the planes two points may lie together and still be closer than the link. */
const allowance = /* @__PURE__ */ new Float64Array(1);

function setAllowance(): void {
  allowance[0] = link[6] - noise[1] + EQUAL * noise[0];
}

function fillDepths(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const nx = axis[0];
  const ny = axis[1];
  const nz = axis[2];
  noise[1] = axis[3];
  setAllowance();
  const reach = reachOfA(nx, ny, nz);
  const near = nearOfB(nx, ny, nz);
  for (let v = 0, o = 0; v < a.vertexCount; v++, o += 3) depth[v] = reach - (nx * corner[o] + ny * corner[o + 1] + nz * corner[o + 2]);
  for (let w = 0, o = 3 * MAX_VERTICES; w < b.vertexCount; w++, o += 3) {
    depth[MAX_VERTICES + w] = nx * corner[o] + ny * corner[o + 1] + nz * corner[o + 2] - near;
  }
}

function edgeDepth(side: number, shape: ConvexPolyhedron, e: number): number {
  const p = depth[VERTEX_ROW[side] + shape.halfEdgeOrigin[2 * e]];
  const q = depth[VERTEX_ROW[side] + shape.halfEdgeOrigin[2 * e + 1]];
  return p < q ? p : q;
}

/** Vertex `v` of body `side` over face f of the other; on the face, or through it by rounding, counts as over it. */
function vertexOnFace(side: number, v: number, a: ConvexPolyhedron, b: ConvexPolyhedron, f: number): void {
  const other = 1 - side;
  const p = 3 * (VERTEX_ROW[side] + v);
  const x = corner[p];
  const y = corner[p + 1];
  const z = corner[p + 2];
  const o = 3 * (FACE_ROW[other] + f);
  const h = faceNormal[o] * x + faceNormal[o + 1] * y + faceNormal[o + 2] * z - faceOffset[FACE_ROW[other] + f];
  const d = Math.abs(h);
  if (!(h > -2 * noise[0] && d < link[6] + EQUAL * noise[0])) return;
  target[0] = x;
  target[1] = y;
  target[2] = z;
  if (!projectsInside(other, side === 0 ? b : a, f)) return;
  const fx = x - h * faceNormal[o];
  const fy = y - h * faceNormal[o + 1];
  const fz = z - h * faceNormal[o + 2];
  setTrial(side, x, y, z, fx, fy, fz, d);
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
  if (!(d < link[6] + EQUAL * noise[0])) return;
  setTrial(side, x, y, z, fx, fy, fz, d);
  if (side === 0) offerLink(a, b, vertexFeature(v), feature);
  else offerLink(a, b, feature, vertexFeature(v));
}

/**
 * Two edges that cross, p0 + s u and q0 + t v, closest inside both (ends are the business of vertexOnEdge).
 * With a and x the parts of v and w across u, t = -x·a / a·a has an error of order eps / sin(angle), where the usual 2x2 system has the square of that;
 * s then follows by projection on the other edge, so that P - Q is across it whatever the error of t.
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
  if (!(d < link[6] + EQUAL * noise[0])) return;
  setTrial(0, px, py, pz, qx, qy, qz, d);
  offerLink(a, b, edgeFeature(e), edgeFeature(f));
}

/** The link on offer, as in `link`. */
const trial = /* @__PURE__ */ new Float64Array(7);

/** The link from x (of body `side`) to f (of the other), of length d. */
function setTrial(side: number, x: number, y: number, z: number, fx: number, fy: number, fz: number, d: number): void {
  const p = 3 * side;
  const q = 3 - p;
  trial[p] = x;
  trial[p + 1] = y;
  trial[p + 2] = z;
  trial[q] = fx;
  trial[q + 1] = fy;
  trial[q + 2] = fz;
  trial[6] = d;
}

/** The link and its axis while another link is tried. */
const spareLink = /* @__PURE__ */ new Float64Array(7);
const spareAxis = /* @__PURE__ */ new Float64Array(4);
/** 1 when links as short as the shortest are tried with all the normals of the features that meet at their ends. */
const thorough = /* @__PURE__ */ new Int32Array(1);

/**
 * Takes a link that is shorter, by more than rounding. Of those that are equally long the one that fits the best axis best is taken: a tilt of 1e-9 shortens
 * a link by 1e-18, which no length shows, but moves the plane by 1e-9 times the lever arm.
 */
function offerLink(a: ConvexPolyhedron, b: ConvexPolyhedron, onA: number, onB: number): void {
  const d = trial[6];
  const margin = EQUAL * noise[0];
  if (!(d < link[6] + margin) || (d >= link[6] - margin && fits())) return;
  for (let k = 0; k < 7; k++) spareLink[k] = link[k];
  for (let k = 0; k < 4; k++) spareAxis[k] = axis[k];
  const oldA = linkFeature[0];
  const oldB = linkFeature[1];
  const before = misfit();
  for (let k = 0; k < 7; k++) link[k] = trial[k];
  linkFeature[0] = onA;
  linkFeature[1] = onB;
  axisFromFeatures(a, b);
  if (thorough[0] === 1 && !fits()) offerIncidentAxes(a, b);
  if (!(d < spareLink[6] - margin || misfit() < before)) {
    for (let k = 0; k < 7; k++) link[k] = spareLink[k];
    for (let k = 0; k < 4; k++) axis[k] = spareAxis[k];
    linkFeature[0] = oldA;
    linkFeature[1] = oldB;
  }
  setAllowance();
}

/** Lengths within this many roundings of each other count as equal: those of both feet. */
const EQUAL = 2;
