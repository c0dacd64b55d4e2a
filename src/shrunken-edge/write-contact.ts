/**
 * Turns what the search found into a Contact: kind by what the points span, normal by section 2.3 of Wang et al. 2014, witness points, points and what the springs keep.
 *
 * A mean normal along which the pair has another status, or overlaps by more than dTol beyond, gives way to the normal that let it be found.
 */
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import type { ContactState } from '../contact/method';
import { ContactKind, Status } from '../contact/status';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, faceGap, faceNormal, faceSupport, gapAlong, probe, reach } from './blocks';
import { best, bestGap, crossing, locateCrossing } from './candidates';
import {
  collectPoints,
  farthestFrom,
  movePoint,
  ON_EDGE_OF_A,
  ON_EDGE_OF_B,
  ON_EDGES,
  orderAround,
  placePoint,
  pointAt,
  pointCount,
  pointFeatureA,
  pointFeatureB,
  pointGap,
  pointPlace,
  pointShare,
  polygonArea,
  resting,
  thinOut,
} from './contact-points';
import { clipToFace, findRim, LOOSE, rim } from './edge-on-face';
import { mean, meanOfCorners, meanOfEdge, meanOfEdges } from './mean-normal';
import { chosenRim, common, measureCommonPart, PARALLEL_EDGES, VERTEX_VERTEX } from './rims';
import { settings, statusAt, type ShrunkenEdgeOptions } from './settings';

/** Normal from A to B (0..2) and gap (3) of the contact being written; a point of it on A or B (4..6). */
const chosen = /* @__PURE__ */ new Float64Array(7);

/** No contact: n has the best known normal, from A to B, and the gap along it (3). */
export function writeSeparated(out: Contact, n: Float64Array): Status {
  clearContact(out, Status.Separated);
  const g = n[3];
  out.gap = g > 0 ? g : 0;
  for (let k = 0; k < 3; k++) out.normal[k] = n[k] + 0;
  return Status.Separated;
}

/** Crossing edges: of sort 1, or those of sort 2, at an end. */
export function writeCrossing(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions, sort: number): Status {
  locateCrossing(a, b, sort);
  const h = best[2 * sort];
  const i = best[2 * sort + 1];
  const p = 3 * a.halfEdgeOrigin[h];
  const q = 3 * a.halfEdgeOrigin[h ^ 1];
  const t = Math.min(1, Math.max(0, crossing[3]));
  for (let k = 0; k < 3; k++) {
    chosen[k] = crossing[k];
    chosen[4 + k] = corner[p + k] + t * (corner[q + k] - corner[p + k]);
  }
  chosen[3] = bestGap[sort];
  placePoint(0, ON_EDGES, h, i);
  pointShare[0] = t;
  pointShare[1] = Math.min(1, Math.max(0, crossing[4]));
  writeCommon(out, ContactKind.EdgeEdge, 0, edgeFeature(h >> 1), edgeFeature(i >> 1));
  return writeOnePoint(out, options);
}

/**
 * Contact with the best face: by what its points span, one of f-f, e-f, parallel edges, v-f, v-e, v-v. `plane` is the direction of largest gap known (3): where it sees the blocks
 * apart that overlap along the normal of the face, it is the normal.
 */
export function writeFaceContact(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  options: ShrunkenEdgeOptions,
  plane: Float64Array,
): Status {
  const side = best[0];
  const f = best[1];
  const target = side === 0 ? a : b;
  const main = side === 0 ? b : a;
  collectPoints(a, b);
  chooseFace(side, f);
  if (plane[3] > settings[2] && chosen[3] < -settings[2]) for (let k = 0; k < 4; k++) chosen[k] = plane[k];
  if (pointCount[0] === 0) {
    // The deepest corner may be well beyond the rim, of an edge that dips below the face there: the contact then is where edges cross.
    const v = 3 * faceSupport[side * MAX_FACES + f];
    const isOver = clipToFace(target, side, f, corner, v, v, LOOSE);
    return isOver || !(bestGap[2] > chosen[3]) ? writeCorner(out, a, b, options, side, f) : writeCrossing(out, a, b, options, 2);
  }
  const first = farthestFrom(0);
  const last = farthestFrom(first);
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    const x = pointAt[3 * last + k] - pointAt[3 * first + k];
    length2 += x * x;
  }
  const length = Math.sqrt(length2);
  if (resting[1] >= 0 && pointCount[0] > 2) {
    orderAround(chosen);
    if (out.gaps.length > 2) thinOut(chosen, out.gaps.length);
    if (polygonArea[0] > settings[1] * length) {
      writeCommon(out, ContactKind.FaceFace, 1 - side, faceFeature(side === 0 ? f : resting[1]), faceFeature(side === 0 ? resting[1] : f));
      out.area = polygonArea[0];
      return writePoints(out);
    }
  }
  if (!(resting[0] >= 0 && length > settings[1])) return writeCorner(out, a, b, options, side, f);
  const p = farthestFrom(0);
  keepTwo(p, farthestFrom(p));
  const edge = edgeFeature(resting[0] >> 1);
  findRim(target, side, f, pointAt, 0);
  const side0 = rim[0];
  findRim(target, side, f, pointAt, 3);
  const isParallel = side0 >= 0 && side0 === rim[0];
  const other = isParallel ? edgeFeature(side0 >> 1) : faceFeature(f);
  if (isParallel && meanOfEdges(target, main, side, side0, resting[0])) takeMean();
  const kind = isParallel ? ContactKind.ParallelEdges : ContactKind.EdgeFace;
  writeCommon(out, kind, 1 - side, side === 0 ? other : edge, side === 0 ? edge : other);
  out.area = options.minArea > 0 ? options.minArea : 0;
  return writePoints(out);
}

/** The chosen rim of rims.ts. n has the normal, its mean one or a better one, and the gap along it (3). */
export function writeRim(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions, n: Float64Array): Status {
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
  if (chosenRim[4] === PARALLEL_EDGES) {
    const i = chosenRim[3];
    collectCommonPart(target, main, side, h, i);
    const own = edgeFeature(i >> 1);
    const other = edgeFeature(h >> 1);
    writeCommon(out, ContactKind.ParallelEdges, 1 - side, side === 0 ? other : own, side === 0 ? own : other);
    out.area = options.minArea > 0 ? options.minArea : 0;
    return writePoints(out);
  }
  const isCorner = chosenRim[4] === VERTEX_VERTEX;
  const own = vertexFeature(v);
  const other = isCorner ? vertexFeature(chosenRim[3]) : edgeFeature(h >> 1);
  placeOnEdges(side, main.vertexHalfEdge[v], isCorner ? target.vertexHalfEdge[chosenRim[3]] : h);
  if (!isCorner) shareOfFoot(target, side, h, o);
  writeCommon(
    out,
    isCorner ? ContactKind.VertexVertex : ContactKind.VertexEdge,
    1 - side,
    side === 0 ? other : own,
    side === 0 ? own : other,
  );
  return writeOnePoint(out, options);
}

/** The two ends of the common part of edge h of `target` and edge i of `main`, as points. */
function collectCommonPart(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, h: number, i: number): void {
  // `common` is of the last edges looked at: not always these.
  measureCommonPart(target, main, side, h, i);
  const p = 3 * (side * MAX_VERTICES + target.halfEdgeOrigin[h]);
  const q = 3 * (side * MAX_VERTICES + target.halfEdgeOrigin[h ^ 1]);
  const r = 3 * ((1 - side) * MAX_VERTICES + main.halfEdgeOrigin[i]);
  const s = 3 * ((1 - side) * MAX_VERTICES + main.halfEdgeOrigin[i ^ 1]);
  const sense = side === 0 ? 1 : -1;
  let least = Infinity;
  for (let c = 0; c < 2; c++) {
    const t = common[c];
    const u = common[2 + c];
    let d = 0;
    for (let k = 0; k < 3; k++) {
      const x = corner[p + k] + t * (corner[q + k] - corner[p + k]);
      const y = corner[r + k] + u * (corner[s + k] - corner[r + k]);
      d += sense * chosen[k] * (y - x);
      pointAt[3 * c + k] = 0.5 * (x + y);
    }
    pointGap[c] = d;
    // An end of the common part is an end of one of the edges: of the one met, or of the other.
    const isOwnEnd = t > 0 && t < 1;
    const own = isOwnEnd ? vertexFeature(main.halfEdgeOrigin[u < 0.5 ? i : i ^ 1]) : edgeFeature(i >> 1);
    const other = isOwnEnd ? edgeFeature(h >> 1) : vertexFeature(target.halfEdgeOrigin[t < 0.5 ? h : h ^ 1]);
    pointFeatureA[c] = side === 0 ? other : own;
    pointFeatureB[c] = side === 0 ? own : other;
    placePoint(c, ON_EDGES, side === 0 ? h : i, side === 0 ? i : h);
    pointShare[2 * c + side] = t;
    pointShare[2 * c + 1 - side] = u;
    if (d < least) {
      least = d;
      for (let k = 0; k < 3; k++) chosen[4 + k] = corner[r + k] + u * (corner[s + k] - corner[r + k]);
    }
  }
  pointCount[0] = 2;
}

/** Puts the one point at the foot, on edge h of the block of row `side`, of the corner at place p. */
function shareOfFoot(shape: ConvexPolyhedron, side: number, h: number, p: number): void {
  const i = 3 * (side * MAX_VERTICES + shape.halfEdgeOrigin[h]);
  const j = 3 * (side * MAX_VERTICES + shape.halfEdgeOrigin[h ^ 1]);
  let ee = 0;
  let er = 0;
  for (let k = 0; k < 3; k++) {
    const e = corner[j + k] - corner[i + k];
    ee += e * e;
    er += e * (corner[p + k] - corner[i + k]);
  }
  pointShare[side] = Math.min(1, Math.max(0, er / ee));
}

/** The one point at the starts of edge `own` of the block that is not of row `side`, and of edge `other` of the one that is. */
function placeOnEdges(side: number, own: number, other: number): void {
  placePoint(0, ON_EDGES, side === 0 ? other : own, side === 0 ? own : other);
}

/** Status, normal, gap and witness points from `chosen`, whose point is on the block of row `side`. */
function writeCommon(out: Contact, kind: ContactKind, side: number, featureA: number, featureB: number): void {
  const gap = chosen[3];
  out.status = statusAt(chosen, 3);
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

/** The contact of the deepest corner with the chosen face f, or with its edge or corner within dTol of the foot. */
function writeCorner(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  options: ShrunkenEdgeOptions,
  side: number,
  f: number,
): Status {
  const target = side === 0 ? a : b;
  const main = side === 0 ? b : a;
  const row = (1 - side) * MAX_VERTICES;
  const v = faceSupport[side * MAX_FACES + f] - row;
  findRim(target, side, f, corner, 3 * (row + v));
  const isCorner = rim[1] >= 0;
  const isEdge = !isCorner && rim[0] >= 0;
  if (isCorner ? meanOfCorners(target, main, side, rim[1], v) : isEdge && meanOfEdge(target, side, rim[0])) takeMean();
  const own = vertexFeature(v);
  const other = isCorner ? vertexFeature(rim[1]) : isEdge ? edgeFeature(rim[0] >> 1) : faceFeature(f);
  if (isCorner) placeOnEdges(side, main.vertexHalfEdge[v], target.vertexHalfEdge[rim[1]]);
  else if (isEdge) {
    placeOnEdges(side, main.vertexHalfEdge[v], rim[0]);
    shareOfFoot(target, side, rim[0], 3 * (row + v));
  } else placePoint(0, side === 0 ? ON_EDGE_OF_B : ON_EDGE_OF_A, main.vertexHalfEdge[v], f);
  const kind = isCorner ? ContactKind.VertexVertex : isEdge ? ContactKind.VertexEdge : ContactKind.VertexFace;
  writeCommon(out, kind, 1 - side, side === 0 ? other : own, side === 0 ? own : other);
  return writeOnePoint(out, options);
}

/** Takes the mean normal if the pair has the same status along it and overlaps by no more than dTol beyond; else the face's stays. */
function takeMean(): void {
  for (let k = 0; k < 3; k++) probe[k] = mean[k];
  gapAlong();
  if (!(reach[0] >= chosen[3] - settings[1]) || statusAt(reach, 0) !== statusAt(chosen, 3)) return;
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

/** Points of which the state keeps the place. */
const KEPT = 8;
/** Number of points kept; of each, three integers and two shares as of {@link pointPlace} and {@link pointShare}. */
export const STATE_INTS = 1 + 3 * KEPT;
export const STATE_FLOATS = 2 * KEPT;

/** Writes where the points of the contact are to the state; zeros where there are none. */
export function keepPlaces(state: ContactState, count: number): void {
  const kept = count < KEPT ? count : KEPT;
  const ints = state.intOffset;
  const floats = state.floatOffset;
  state.ints[ints] = kept;
  for (let k = 0; k < 3 * KEPT; k++) state.ints[ints + 1 + k] = k < 3 * kept ? pointPlace[k] : 0;
  for (let k = 0; k < 2 * KEPT; k++) state.floats[floats + k] = k < 2 * kept ? pointShare[k] : 0;
}
