/**
 * Writes the result of the search as a Contact: normal by section 2.3 of Wang et al. 2014, kind by the span of the
 * points, points, and the zone (write-zone.ts).
 *
 * Along the normal of a face or of crossing edges the points are the corners of the zone (zone-rows.ts). Along the mean
 * normal of a rim they are those of the paper: the corner, or both ends of the common part of two edges. If the depth
 * along the mean normal is too large, the previous normal stays.
 */
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { GAP, TOUCH } from '../contact/layouts';
import { ContactKind, NormalOwner, Status } from '../contact/status';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { CROSSING_SORT, direction, OUTER_FACE, OUTER_SIDE, OWNER, source } from './best-direction';
import { corner, faceSupport, gapAlong, probe, reach } from './blocks';
import { bestCrossing, crossing, locateCrossing, SHARES } from './candidates';
import { isFit, mean, meanOfCorners, meanOfEdge, meanOfEdges } from './mean-normal';
import {
  chosenRim,
  common,
  measureCommonPart,
  MET_EDGE,
  MET_END,
  MET_SIDE,
  OTHER_CORNER,
  OTHER_SHARES,
  PARALLEL_EDGES,
  RIM_SORT,
  VERTEX_EDGE,
  VERTEX_VERTEX,
} from './rims';
import type { ShrunkenEdgeOptions } from './settings';
import { KIND, label, labelPoints, ON_A, ON_B } from './zone-kind';
import { chosen, findZone, writeCommon, writeOnePoint, writeRows, writeZone } from './write-zone';

/** No contact: n has the best known normal, from A to B, and the gap along it (3). */
export function writeSeparated(out: Contact, n: Float64Array): Status {
  clearContact(out, Status.Separated);
  const g = n[3];
  out.gap = g > 0 ? g : 0;
  for (let k = 0; k < 3; k++) out.normal[k] = n[k] + 0;
  return Status.Separated;
}

/** The contact along the best known direction. The span of its points gives its kind. */
export function writeContact(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions): Status {
  for (let k = 0; k < 4; k++) chosen[k] = direction[k];
  const sort = source[CROSSING_SORT];
  if (sort > 0) locateCrossing(a, b, sort);
  const points = findZone(a, b, options, true);
  if (points > 0) labelPoints(a, b, points);
  else if (sort > 0) labelCrossing(sort);
  else labelCorner();
  if (setRim(a, b) && isMeanFit()) return writeRim(out, a, b, options, mean, NormalOwner.None);
  const side = sort > 0 ? 0 : 1 - source[OUTER_SIDE];
  if (sort > 0) chooseCrossing(a, sort);
  else chooseCorner();
  writeCommon(out, label[KIND] as ContactKind, source[OWNER] as NormalOwner, side, label[ON_A], label[ON_B]);
  writeZone(out, options);
  if (points > 0) writeRows(out, points, options);
  else writeOnePoint(out);
  return out.status;
}

/** The witness point is where the edges cross, on A's edge. */
function chooseCrossing(a: ConvexPolyhedron, sort: number): void {
  const h = bestCrossing[2 * sort];
  const p = 3 * a.halfEdgeOrigin[h];
  const q = 3 * a.halfEdgeOrigin[h ^ 1];
  const t = Math.min(1, Math.max(0, crossing[SHARES]));
  for (let k = 0; k < 3; k++) chosen[TOUCH + k] = corner[p + k] + t * (corner[q + k] - corner[p + k]);
}

/** The witness point is the corner that is deepest behind the outermost face. */
function chooseCorner(): void {
  const v = 3 * faceSupport[source[OUTER_SIDE] * MAX_FACES + source[OUTER_FACE]];
  for (let k = 0; k < 3; k++) chosen[TOUCH + k] = corner[v + k];
}

/** Crossing edges that do not lie above each other. */
function labelCrossing(sort: number): void {
  label[KIND] = ContactKind.EdgeEdge;
  label[ON_A] = edgeFeature(bestCrossing[2 * sort] >> 1);
  label[ON_B] = edgeFeature(bestCrossing[2 * sort + 1] >> 1);
}

/** The deepest corner and the outermost face, where the blocks do not lie above each other. */
function labelCorner(): void {
  const side = source[OUTER_SIDE];
  const f = source[OUTER_FACE];
  const v = vertexFeature(faceSupport[side * MAX_FACES + f] - (1 - side) * MAX_VERTICES);
  label[KIND] = ContactKind.VertexFace;
  label[ON_A] = side === 0 ? faceFeature(f) : v;
  label[ON_B] = side === 0 ? v : faceFeature(f);
}

/**
 * Makes the features of {@link label} the chosen rim, with its mean normal. False when they are not a rim, or have no
 * mean normal.
 */
function setRim(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  const isVertexA = featureDimension(label[ON_A]) === 0;
  const p = featureIndex(label[ON_A]);
  const q = featureIndex(label[ON_B]);
  chosenRim[MET_SIDE] = 0;
  switch (label[KIND]) {
    case ContactKind.VertexVertex:
      setChosenRim(0, q, a.vertexHalfEdge[p], p, VERTEX_VERTEX);
      return meanOfCorners(a, b, 0, p, q);
    case ContactKind.VertexEdge:
      if (isVertexA) setChosenRim(1, p, 2 * q, -1, VERTEX_EDGE);
      else setChosenRim(0, q, 2 * p, -1, VERTEX_EDGE);
      return meanOfEdge(isVertexA ? b : a, chosenRim[MET_SIDE], chosenRim[MET_EDGE]);
    case ContactKind.ParallelEdges:
      setChosenRim(0, b.halfEdgeOrigin[2 * q], 2 * p, 2 * q, PARALLEL_EDGES);
      return meanOfEdges(a, b, 0, 2 * p, 2 * q);
    default:
      return false;
  }
}

/**
 * Block of the edge or corner met, corner of the other block, half-edge met, corner met or half-edge along it, sort.
 */
function setChosenRim(side: number, v: number, h: number, other: number, sort: number): void {
  chosenRim[MET_SIDE] = side;
  chosenRim[OTHER_CORNER] = v;
  chosenRim[MET_EDGE] = h;
  chosenRim[MET_END] = other;
  chosenRim[RIM_SORT] = sort;
}

/** Whether the last mean normal may replace the chosen normal. Writes its gap to mean[GAP]. */
function isMeanFit(): boolean {
  for (let k = 0; k < 3; k++) probe[k] = mean[k];
  gapAlong();
  mean[GAP] = reach[0];
  return isFit(mean, chosen);
}

/**
 * Writes the contact of the chosen rim of rims.ts. n has the normal (the mean one or a better one) and the gap along it
 * (3).
 */
export function writeRim(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  options: ShrunkenEdgeOptions,
  n: Float64Array,
  owner: NormalOwner,
): Status {
  const side = chosenRim[MET_SIDE];
  const v = chosenRim[OTHER_CORNER];
  const h = chosenRim[MET_EDGE];
  const target = side === 0 ? a : b;
  const main = side === 0 ? b : a;
  const o = 3 * ((1 - side) * MAX_VERTICES + v);
  for (let k = 0; k < 3; k++) {
    chosen[k] = n[k];
    chosen[TOUCH + k] = corner[o + k];
  }
  chosen[GAP] = n[3];
  findZone(a, b, options, false);
  if (chosenRim[RIM_SORT] === PARALLEL_EDGES) {
    const i = chosenRim[MET_END];
    const own = edgeFeature(i >> 1);
    const other = edgeFeature(h >> 1);
    measureCommonPart(target, main, side, h, i);
    chooseDeeperEnd(target, main, side, h, i);
    writeCommon(out, ContactKind.ParallelEdges, owner, 1 - side, side === 0 ? other : own, side === 0 ? own : other);
    writeZone(out, options);
    writeTwoPoints(out, target, main, side, h, i);
    return out.status;
  }
  const isCorner = chosenRim[RIM_SORT] === VERTEX_VERTEX;
  const own = vertexFeature(v);
  const other = isCorner ? vertexFeature(chosenRim[MET_END]) : edgeFeature(h >> 1);
  const kind = isCorner ? ContactKind.VertexVertex : ContactKind.VertexEdge;
  writeCommon(out, kind, owner, 1 - side, side === 0 ? other : own, side === 0 ? own : other);
  writeZone(out, options);
  writeOnePoint(out);
  return out.status;
}

/** An end of the common part of two edges. */
const end = /* @__PURE__ */ new Float64Array(7);
/** Place on edge i of `main`. */
const ON_MAIN = 3;
/** The gap there. */
const END_GAP = 6;

/** Fills {@link end} for end c of the common part last measured. */
function setEnd(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, h: number, i: number, c: number): void {
  const p = 3 * (side * MAX_VERTICES + target.halfEdgeOrigin[h]);
  const q = 3 * (side * MAX_VERTICES + target.halfEdgeOrigin[h ^ 1]);
  const r = 3 * ((1 - side) * MAX_VERTICES + main.halfEdgeOrigin[i]);
  const s = 3 * ((1 - side) * MAX_VERTICES + main.halfEdgeOrigin[i ^ 1]);
  const sense = side === 0 ? 1 : -1;
  end[END_GAP] = 0;
  for (let k = 0; k < 3; k++) {
    end[k] = corner[p + k] + common[c] * (corner[q + k] - corner[p + k]);
    end[ON_MAIN + k] = corner[r + k] + common[OTHER_SHARES + c] * (corner[s + k] - corner[r + k]);
    end[END_GAP] += sense * chosen[k] * (end[ON_MAIN + k] - end[k]);
  }
}

/** The point of the contact is the end with the larger depth. */
function chooseDeeperEnd(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, h: number, i: number): void {
  setEnd(target, main, side, h, i, 0);
  const first = end[END_GAP];
  setEnd(target, main, side, h, i, 1);
  if (first <= end[END_GAP]) setEnd(target, main, side, h, i, 0);
  for (let k = 0; k < 3; k++) chosen[TOUCH + k] = end[ON_MAIN + k];
}

/**
 * Both ends of the common part of edge h of `target` and edge i of `main`. The shares of the area are such that the
 * pressure centre between them is that along the edge.
 */
function writeTwoPoints(out: Contact, target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, h: number, i: number): void {
  const { points, gaps, features, shares, centre } = out;
  const room = gaps.length;
  out.count = room < 2 ? room : 2;
  out.dropped = 2 - out.count;
  const own = edgeFeature(i >> 1);
  const other = edgeFeature(h >> 1);
  for (let c = 0; c < out.count; c++) {
    setEnd(target, main, side, h, i, c);
    for (let k = 0; k < 3; k++) points[3 * c + k] = 0.5 * (end[k] + end[ON_MAIN + k]);
    gaps[c] = end[END_GAP];
    // An end of the common part is an end of one of the two edges.
    const isOwnEnd = common[c] > 0 && common[c] < 1;
    const ownEnd = isOwnEnd ? vertexFeature(main.halfEdgeOrigin[common[OTHER_SHARES + c] < 0.5 ? i : i ^ 1]) : own;
    const otherEnd = isOwnEnd ? other : vertexFeature(target.halfEdgeOrigin[common[c] < 0.5 ? h : h ^ 1]);
    features[2 * c] = side === 0 ? otherEnd : ownEnd;
    features[2 * c + 1] = side === 0 ? ownEnd : otherEnd;
    shares[c] = out.area;
  }
  if (out.count < 2) return;
  let along = 0;
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    const e = points[3 + k] - points[k];
    length2 += e * e;
    along += e * (centre[k] - points[k]);
  }
  const share = length2 > 0 ? Math.min(1, Math.max(0, along / length2)) : 0.5;
  shares[0] = out.area * (1 - share);
  shares[1] = out.area * share;
}
