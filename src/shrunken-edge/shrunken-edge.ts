/**
 * The shrunken edge algorithm: contact type and points of two convex blocks from the edges of one, drawn in a little on each of its faces, against the faces of the other.
 *
 * Source: Wang, Li and Feng 2014, section 2. Rims that only meet, as those of the blocks of a cut rock mass do everywhere, are no contacts: a shrunken edge is on its own
 * face, so of two blocks only those that share a part of a face find each other.
 *
 * Departures, each with its reason and a counterexample in docs/shrunken-edge.md:
 *   - the maximum in eq. 6, and nothing but a cut counts (edge-on-face.ts);
 *   - over the inside of a face, distances are those of the true corners: a tip would otherwise enter by lambda |OV| unseen; points are on the true edges everywhere;
 *   - every pair of faces that face each other is looked at, not only the most opposed: that one misses a slim tip on a face;
 *   - crossing edges are tested as such, with both pairs of faces, not by J = 0, which no rounded number is;
 *   - an edge deeper than dTol inside the other block, crossing edges that overlap by more, or a middle of one, means overlap beyond dTol: the face, or the crossing of edges, that lets the blocks out soonest is the contact;
 *   - edges that cross beyond dTol beside a corner are the contact of that corner, as before it got deep;
 *   - main and target change places, and points found twice are one.
 *
 * The normal is the one of largest g among those found (g(n) = lB(n) - hA(n)), so that a corner within dTol of a face whose block it leaves elsewhere is none.
 *
 * Frame: A's. Normal from A to B. Status.Separated where nothing is found; the gap then is a lower bound, and 0 where only rims meet. A gap above dTol is not
 * looked into: options.margin beyond it has no effect.
 * Cost: faces times faces, and edges of faces that face each other; no memory.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import type { ContactMethod } from '../contact/method';
import { statusOfGap } from '../contact/rounding';
import { ContactKind, Status } from '../contact/status';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, faceGap, faceNormal, faceSupport, gapAlong, isMiddleInside, loadBlocks, measureTo, reach, shrinkEdges } from './blocks';
import {
  addFace,
  best,
  bestGap,
  clearCandidates,
  crossing,
  isInside,
  locateCrossing,
  mean,
  meanNormal,
  normalizeMean,
  search,
} from './candidates';
import {
  collectPoints,
  farthestFrom,
  movePoint,
  orderAround,
  pointAt,
  pointCount,
  pointFeatureA,
  pointFeatureB,
  pointGap,
  polygonArea,
  resting,
} from './contact-points';
import { findRim, rim } from './edge-on-face';
import { setTolerances, settings, type ShrunkenEdgeOptions } from './settings';

/** The face of either block with the largest gap: block (0), face (1). */
const outermost = /* @__PURE__ */ new Int32Array(2);
/** Normal from A to B (0..2) and gap (3) of the contact being written; a point of it on A or B (4..6). */
const chosen = /* @__PURE__ */ new Float64Array(7);

/**
 * Fills `out` with the contact of A and B (B posed in A's frame) and returns its status. `out` needs the room of {@link createContactFor}.
 *
 * @example
 * ```ts
 * const contact = createContactFor(a, b);
 * shrunkenEdge(contact, a, b, pose, createShrunkenEdgeOptions([a, b]));
 * ```
 */
export function shrunkenEdge(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, options: ShrunkenEdgeOptions): Status {
  if (!isFinitePose(pose) || !setTolerances(a, b, options)) return clearContact(out, Status.Invalid).status;
  const tolerance = settings[1];
  loadBlocks(a, b, pose);
  let most = -Infinity;
  for (let side = 0; side < 2; side++) {
    const faces = side === 0 ? a.faceCount : b.faceCount;
    for (let f = 0; f < faces; f++) {
      measureTo(f, side);
      const g = faceGap[side * MAX_FACES + f];
      if (!(g > most)) continue;
      most = g;
      outermost[0] = side;
      outermost[1] = f;
    }
  }
  if (!(most <= tolerance)) return writeSeparated(out, most);

  shrinkEdges(a, 0);
  shrinkEdges(b, 1);
  clearCandidates();
  search(b, a, 1);
  search(a, b, 0);
  // Crossing edges count before a face where they let the blocks be farther apart than rounding can say.
  const isCrossing = bestGap[1] > bestGap[0] + settings[2];
  const g = isCrossing ? bestGap[1] : bestGap[0];
  if (g >= -tolerance) {
    if (g > tolerance && !(g <= options.margin)) return writeSeparated(out, g);
    return isCrossing ? writeCrossing(out, a, b, options) : writeFaceContact(out, a, b, options);
  }
  // Crossing edges overlap the blocks when they do so by less than the blocks are thick: here, by three shrink distances.
  const isDeep =
    (bestGap[1] > most && bestGap[1] > -3 * settings[3]) ||
    isMiddleInside(b, 0) ||
    isMiddleInside(a, 1) ||
    isInside(b, a, 1) ||
    isInside(a, b, 0);
  if (!isDeep) return writeSeparated(out, most);
  if (bestGap[1] > most) return writeDeepCrossing(out, a, b, options);
  best[0] = outermost[0];
  best[1] = outermost[1];
  settings[4] = most;
  return writeFaceContact(out, a, b, options);
}

/** The shrunken edge algorithm behind the common signature. It keeps no memory. */
export const shrunkenEdgeMethod: ContactMethod = {
  name: 'shrunken-edge',
  stateInts: 0,
  stateFloats: 0,
  sharpOnly: true,
  detect: (out, a, b, pose, _state, options) => shrunkenEdge(out, a, b, pose, options),
};

function writeSeparated(out: Contact, g: number): Status {
  clearContact(out, Status.Separated);
  out.gap = g > 0 ? g : 0;
  const sense = outermost[0] === 0 ? 1 : -1;
  const o = 3 * (outermost[0] * MAX_FACES + outermost[1]);
  for (let k = 0; k < 3; k++) out.normal[k] = sense * faceNormal[o + k] + 0;
  return Status.Separated;
}

/** Status, normal, gap and witness points from `chosen`, whose point is on the block of row `side`. */
function writeCommon(out: Contact, kind: ContactKind, side: number, featureA: number, featureB: number): void {
  const gap = chosen[3];
  out.status = statusOfGap(gap, settings[2]);
  out.kind = kind;
  out.gap = gap;
  out.area = 0;
  out.featureA = featureA;
  out.featureB = featureB;
  out.count = 0;
  out.iterations = 1;
  for (let k = 0; k < 3; k++) {
    // Adding 0 makes -0 a plain 0.
    out.normal[k] = chosen[k] + 0;
    out.pointA[k] = side === 0 ? chosen[4 + k] : chosen[4 + k] - gap * chosen[k];
    out.pointB[k] = side === 0 ? chosen[4 + k] + gap * chosen[k] : chosen[4 + k];
  }
}

/** A contact of one point: midway between the witness points. */
function writeOnePoint(out: Contact, options: ShrunkenEdgeOptions): Status {
  out.area = options.minArea > 0 ? options.minArea : 0;
  out.count = 1;
  if (out.gaps.length > 0) {
    for (let k = 0; k < 3; k++) out.points[k] = 0.5 * (out.pointA[k] + out.pointB[k]);
    out.gaps[0] = out.gap;
    out.features[0] = out.featureA;
    out.features[1] = out.featureB;
  }
  return out.status;
}

/** Normal and gap of face f of the block of row `side`, with the corner that is deepest. */
function chooseFace(side: number, f: number): void {
  const face = side * MAX_FACES + f;
  const sense = side === 0 ? 1 : -1;
  const v = 3 * faceSupport[face];
  for (let k = 0; k < 3; k++) {
    chosen[k] = sense * faceNormal[3 * face + k];
    chosen[4 + k] = corner[v + k];
  }
  chosen[3] = faceGap[face];
}

function writeCrossing(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions): Status {
  locateCrossing(a, b);
  const p = 3 * a.halfEdgeOrigin[best[2]];
  const q = 3 * a.halfEdgeOrigin[best[2] ^ 1];
  for (let k = 0; k < 3; k++) {
    chosen[k] = crossing[k];
    chosen[4 + k] = corner[p + k] + crossing[3] * (corner[q + k] - corner[p + k]);
  }
  chosen[3] = bestGap[1];
  writeCommon(out, ContactKind.EdgeEdge, 0, edgeFeature(best[2] >> 1), edgeFeature(best[3] >> 1));
  return writeOnePoint(out, options);
}

/**
 * Edges that cross deeper than dTol nearer to their ends than the shrink distance are those beside a corner that came in at a corner or an edge: the contact of that corner, with the
 * mean normal, if it holds the blocks apart along it.
 */
function writeDeepCrossing(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions): Status {
  locateCrossing(a, b);
  const v = endOf(a, best[2], crossing[3], 0);
  const w = endOf(b, best[3], crossing[4], MAX_VERTICES);
  if (v < 0 && w < 0) return writeCrossing(out, a, b, options);
  // The corner of one block and the corner or edge of the other.
  const side = w >= 0 ? 0 : 1;
  rim[0] = side === 0 ? best[2] : best[3];
  rim[1] = side === 0 ? v : -1;
  if (!meanNormal(side === 0 ? a : b, side === 0 ? b : a, side, side === 0 ? w : v)) return writeCrossing(out, a, b, options);
  gapAlong(mean[0], mean[1], mean[2]);
  const p = 3 * (v >= 0 ? v : a.halfEdgeOrigin[best[2]]);
  const q = 3 * (MAX_VERTICES + (w >= 0 ? w : b.halfEdgeOrigin[best[3]]));
  let between = 0;
  for (let k = 0; k < 3; k++) between += mean[k] * (corner[q + k] - corner[p + k]);
  const isSupport = Math.abs(between - reach[0]) <= settings[2];
  if (!isSupport || !(reach[0] >= bestGap[1] - settings[3])) return writeCrossing(out, a, b, options);
  for (let k = 0; k < 3; k++) {
    chosen[k] = mean[k];
    chosen[4 + k] = corner[(w >= 0 ? q : p) + k];
  }
  chosen[3] = reach[0];
  const kind = v >= 0 && w >= 0 ? ContactKind.VertexVertex : ContactKind.VertexEdge;
  writeCommon(
    out,
    kind,
    w >= 0 ? 1 : 0,
    v >= 0 ? vertexFeature(v) : edgeFeature(best[2] >> 1),
    w >= 0 ? vertexFeature(w) : edgeFeature(best[3] >> 1),
  );
  return writeOnePoint(out, options);
}

/** The end of half-edge h that its point at share t is nearer to than the shrink distance; -1 for none. */
function endOf(shape: ConvexPolyhedron, h: number, t: number, row: number): number {
  const v = shape.halfEdgeOrigin[h];
  const w = shape.halfEdgeOrigin[h ^ 1];
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    const d = corner[3 * (row + w) + k] - corner[3 * (row + v) + k];
    length2 += d * d;
  }
  const share = settings[3] / Math.sqrt(length2);
  return t < share ? v : t > 1 - share ? w : -1;
}

/** The contact of the deepest corner with the chosen face f, or with its edge or corner within `near` of the foot. */
function writeCorner(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  options: ShrunkenEdgeOptions,
  side: number,
  f: number,
  near: number,
): Status {
  const target = side === 0 ? a : b;
  const row = (1 - side) * MAX_VERTICES;
  const v = faceSupport[side * MAX_FACES + f] - row;
  findRim(target, side, f, corner, 3 * (row + v), near);
  if (rim[0] >= 0 && meanNormal(target, side === 0 ? b : a, side, v)) takeMean(near);
  const kind = rim[1] >= 0 ? ContactKind.VertexVertex : rim[0] >= 0 ? ContactKind.VertexEdge : ContactKind.VertexFace;
  const own = vertexFeature(v);
  const other = rim[1] >= 0 ? vertexFeature(rim[1]) : rim[0] >= 0 ? edgeFeature(rim[0] >> 1) : faceFeature(f);
  writeCommon(out, kind, 1 - side, side === 0 ? other : own, side === 0 ? own : other);
  return writeOnePoint(out, options);
}

/** Contact with the best face: by what its points span, one of f-f, e-f, parallel edges, v-f, v-e, v-v. */
function writeFaceContact(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions): Status {
  const side = best[0];
  const f = best[1];
  const target = side === 0 ? a : b;
  const main = side === 0 ? b : a;
  collectPoints(a, b);
  chooseFace(side, f);
  // A deep corner near the rim of the face is a contact with the rim: so it began.
  const isDeep = settings[4] < 0;
  if (pointCount[0] === 0) return writeCorner(out, a, b, options, side, f, isDeep ? settings[3] : settings[1]);
  const first = farthestFrom(0);
  const last = farthestFrom(first);
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    const x = pointAt[3 * last + k] - pointAt[3 * first + k];
    length2 += x * x;
  }
  const length = Math.sqrt(length2);
  if (resting[1] >= 0 && pointCount[0] > 2) {
    orderAround(chosen, 0);
    if (polygonArea[0] > settings[1] * length) {
      writeCommon(out, ContactKind.FaceFace, 1 - side, faceFeature(side === 0 ? f : resting[1]), faceFeature(side === 0 ? resting[1] : f));
      out.area = polygonArea[0];
      return writePoints(out);
    }
  }
  if (resting[0] >= 0 && length > settings[1]) {
    const p = farthestFrom(0);
    keepTwo(p, farthestFrom(p));
    const edge = edgeFeature(resting[0] >> 1);
    findRim(target, side, f, pointAt, 0, settings[1]);
    const side0 = rim[0];
    findRim(target, side, f, pointAt, 3, settings[1]);
    const isParallel = side0 >= 0 && side0 === rim[0];
    const other = isParallel ? edgeFeature(side0 >> 1) : faceFeature(f);
    if (isParallel) {
      // The mean of the faces of both edges: of those of one it would depend on which block comes first.
      const sense = side === 0 ? 1 : -1;
      mean.fill(0);
      for (let k = 0; k < 2; k++) {
        addFace(side * MAX_FACES + target.halfEdgeFace[side0 ^ k], sense);
        addFace((1 - side) * MAX_FACES + main.halfEdgeFace[resting[0] ^ k], -sense);
      }
      if (normalizeMean()) takeMean(settings[1]);
    }
    const kind = isParallel ? ContactKind.ParallelEdges : ContactKind.EdgeFace;
    writeCommon(out, kind, 1 - side, side === 0 ? other : edge, side === 0 ? edge : other);
    out.area = options.minArea > 0 ? options.minArea : 0;
    return writePoints(out);
  }
  return writeCorner(out, a, b, options, side, f, isDeep ? settings[3] : settings[1]);
}

/** Takes the mean normal of the paper if the pair has the same status along it and overlaps by no more than `near` beyond; else the face's stays. */
function takeMean(near: number): void {
  gapAlong(mean[0], mean[1], mean[2]);
  if (!(reach[0] >= chosen[3] - near) || statusOfGap(reach[0], settings[2]) !== statusOfGap(chosen[3], settings[2])) return;
  for (let k = 0; k < 3; k++) chosen[k] = mean[k];
  chosen[3] = reach[0];
}

function keepTwo(p: number, q: number): void {
  const low = p < q ? p : q;
  const high = p < q ? q : p;
  movePoint(low, 0);
  movePoint(high, 1);
  pointCount[0] = 2;
}

/** All collected points, moved along the normal to the plane midway between the witness points. */
function writePoints(out: Contact): Status {
  const { points, gaps, features, pointA, pointB, normal } = out;
  const count = pointCount[0];
  out.count = count;
  let middle = 0;
  for (let k = 0; k < 3; k++) middle += 0.5 * normal[k] * (pointA[k] + pointB[k]);
  for (let p = 0; p < count && p < gaps.length; p++) {
    let up = middle;
    for (let k = 0; k < 3; k++) up -= normal[k] * pointAt[3 * p + k];
    for (let k = 0; k < 3; k++) points[3 * p + k] = pointAt[3 * p + k] + up * normal[k];
    gaps[p] = pointGap[p];
    features[2 * p] = pointFeatureA[p];
    features[2 * p + 1] = pointFeatureB[p];
  }
  return out.status;
}
