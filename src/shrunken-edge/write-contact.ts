/**
 * Turns what the search found into a Contact: normal by section 2.3 of Wang et al. 2014, kind by what the points span,
 * points, and the zone (write-zone.ts).
 *
 * Along the normal of a face or of crossing edges the points are the corners of the zone (zone-rows.ts). Along the mean
 * normal of a rim they are those of the paper: the corner, or both ends of the common part of two edges. A mean normal
 * that says too much of the depth gives way to the normal that let it be found.
 */
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { ContactKind, NormalOwner, Status } from '../contact/status';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { CROSSING_SORT, direction, OUTER_FACE, OUTER_SIDE, OWNER, source } from './best-direction';
import { corner, faceSupport, gapAlong, probe, reach } from './blocks';
import { best, crossing, locateCrossing } from './candidates';
import { isFit, mean, meanOfCorners, meanOfEdge, meanOfEdges } from './mean-normal';
import { chosenRim, common, measureCommonPart, PARALLEL_EDGES, VERTEX_EDGE, VERTEX_VERTEX } from './rims';
import type { ShrunkenEdgeOptions } from './settings';
import { label, labelPoints } from './zone-kind';
import { chosen, findZone, writeCommon, writeOnePoint, writeRows, writeZone } from './write-zone';

/** No contact: n has the best known normal, from A to B, and the gap along it (3). */
export function writeSeparated(out: Contact, n: Float64Array): Status {
  clearContact(out, Status.Separated);
  const g = n[3];
  out.gap = g > 0 ? g : 0;
  for (let k = 0; k < 3; k++) out.normal[k] = n[k] + 0;
  return Status.Separated;
}

/** The contact along the best direction known: its kind by what its points span. */
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
  writeCommon(out, label[0] as ContactKind, source[OWNER] as NormalOwner, side, label[1], label[2]);
  writeZone(out, options);
  if (points > 0) writeRows(out, points, options);
  else writeOnePoint(out);
  return out.status;
}

/** The witness point is where the edges cross, on A's. */
function chooseCrossing(a: ConvexPolyhedron, sort: number): void {
  const h = best[2 * sort];
  const p = 3 * a.halfEdgeOrigin[h];
  const q = 3 * a.halfEdgeOrigin[h ^ 1];
  const t = Math.min(1, Math.max(0, crossing[3]));
  for (let k = 0; k < 3; k++) chosen[4 + k] = corner[p + k] + t * (corner[q + k] - corner[p + k]);
}

/** The witness point is the corner that is deepest behind the outermost face. */
function chooseCorner(): void {
  const v = 3 * faceSupport[source[OUTER_SIDE] * MAX_FACES + source[OUTER_FACE]];
  for (let k = 0; k < 3; k++) chosen[4 + k] = corner[v + k];
}

/** Crossing edges that do not lie above each other. */
function labelCrossing(sort: number): void {
  label[0] = ContactKind.EdgeEdge;
  label[1] = edgeFeature(best[2 * sort] >> 1);
  label[2] = edgeFeature(best[2 * sort + 1] >> 1);
}

/** The deepest corner and the outermost face, where the blocks do not lie above each other. */
function labelCorner(): void {
  const side = source[OUTER_SIDE];
  const f = source[OUTER_FACE];
  const v = vertexFeature(faceSupport[side * MAX_FACES + f] - (1 - side) * MAX_VERTICES);
  label[0] = ContactKind.VertexFace;
  label[1] = side === 0 ? faceFeature(f) : v;
  label[2] = side === 0 ? v : faceFeature(f);
}

/**
 * Makes the features of {@link label} the chosen rim, with its mean normal; false when they are no rim, or have none.
 */
function setRim(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  const isVertexA = featureDimension(label[1]) === 0;
  const p = featureIndex(label[1]);
  const q = featureIndex(label[2]);
  chosenRim[0] = 0;
  switch (label[0]) {
    case ContactKind.VertexVertex:
      setChosenRim(0, q, a.vertexHalfEdge[p], p, VERTEX_VERTEX);
      return meanOfCorners(a, b, 0, p, q);
    case ContactKind.VertexEdge:
      if (isVertexA) setChosenRim(1, p, 2 * q, -1, VERTEX_EDGE);
      else setChosenRim(0, q, 2 * p, -1, VERTEX_EDGE);
      return meanOfEdge(isVertexA ? b : a, chosenRim[0], chosenRim[2]);
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
  chosenRim[0] = side;
  chosenRim[1] = v;
  chosenRim[2] = h;
  chosenRim[3] = other;
  chosenRim[4] = sort;
}

/** Whether the mean normal last made may stand for the chosen one; its gap goes to mean[3]. */
function isMeanFit(): boolean {
  for (let k = 0; k < 3; k++) probe[k] = mean[k];
  gapAlong();
  mean[3] = reach[0];
  return isFit(mean, chosen);
}

/** The chosen rim of rims.ts. n has the normal, its mean one or a better one, and the gap along it (3). */
export function writeRim(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  options: ShrunkenEdgeOptions,
  n: Float64Array,
  owner: NormalOwner,
): Status {
  const side = chosenRim[0];
  const v = chosenRim[1];
  const h = chosenRim[2];
  const target = side === 0 ? a : b;
  const main = side === 0 ? b : a;
  const o = 3 * ((1 - side) * MAX_VERTICES + v);
  for (let k = 0; k < 3; k++) {
    chosen[k] = n[k];
    chosen[4 + k] = corner[o + k];
  }
  chosen[3] = n[3];
  findZone(a, b, options, false);
  if (chosenRim[4] === PARALLEL_EDGES) {
    const i = chosenRim[3];
    const own = edgeFeature(i >> 1);
    const other = edgeFeature(h >> 1);
    measureCommonPart(target, main, side, h, i);
    chooseDeeperEnd(target, main, side, h, i);
    writeCommon(out, ContactKind.ParallelEdges, owner, 1 - side, side === 0 ? other : own, side === 0 ? own : other);
    writeZone(out, options);
    writeTwoPoints(out, target, main, side, h, i);
    return out.status;
  }
  const isCorner = chosenRim[4] === VERTEX_VERTEX;
  const own = vertexFeature(v);
  const other = isCorner ? vertexFeature(chosenRim[3]) : edgeFeature(h >> 1);
  const kind = isCorner ? ContactKind.VertexVertex : ContactKind.VertexEdge;
  writeCommon(out, kind, owner, 1 - side, side === 0 ? other : own, side === 0 ? own : other);
  writeZone(out, options);
  writeOnePoint(out);
  return out.status;
}

/**
 * Places on edge h of `target` (0..2) and on edge i of `main` (3..5) at an end of their common part, and the gap there
 * (6).
 */
const end = /* @__PURE__ */ new Float64Array(7);

/** Fills {@link end} for end c of the common part last measured. */
function setEnd(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, h: number, i: number, c: number): void {
  const p = 3 * (side * MAX_VERTICES + target.halfEdgeOrigin[h]);
  const q = 3 * (side * MAX_VERTICES + target.halfEdgeOrigin[h ^ 1]);
  const r = 3 * ((1 - side) * MAX_VERTICES + main.halfEdgeOrigin[i]);
  const s = 3 * ((1 - side) * MAX_VERTICES + main.halfEdgeOrigin[i ^ 1]);
  const sense = side === 0 ? 1 : -1;
  end[6] = 0;
  for (let k = 0; k < 3; k++) {
    end[k] = corner[p + k] + common[c] * (corner[q + k] - corner[p + k]);
    end[3 + k] = corner[r + k] + common[2 + c] * (corner[s + k] - corner[r + k]);
    end[6] += sense * chosen[k] * (end[3 + k] - end[k]);
  }
}

/** The point of the contact is the end where the edges are deeper in each other. */
function chooseDeeperEnd(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, h: number, i: number): void {
  setEnd(target, main, side, h, i, 0);
  const first = end[6];
  setEnd(target, main, side, h, i, 1);
  if (first <= end[6]) setEnd(target, main, side, h, i, 0);
  for (let k = 0; k < 3; k++) chosen[4 + k] = end[3 + k];
}

/**
 * Both ends of the common part of edge h of `target` and edge i of `main`. The area is shared so that the pressure
 * centre is between them as it is along the edge.
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
    for (let k = 0; k < 3; k++) points[3 * c + k] = 0.5 * (end[k] + end[3 + k]);
    gaps[c] = end[6];
    // An end of the common part is an end of one of the edges: of the one met, or of the other.
    const isOwnEnd = common[c] > 0 && common[c] < 1;
    const ownEnd = isOwnEnd ? vertexFeature(main.halfEdgeOrigin[common[2 + c] < 0.5 ? i : i ^ 1]) : own;
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
