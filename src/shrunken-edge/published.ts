/**
 * The shrunken edge algorithm as printed (Wang, Li and Feng 2014, section 2), for measurement and comparison: one
 * approaching face for each face of the main block, eqs 1-8. It is often wrong: see published-search.ts and
 * docs/shrunken-edge.md.
 *
 * The paper adds up the contact points of all pairs of faces. A contact here has one kind and one normal: those of the
 * pair of faces with the first kind in this order: face-face, edge-face, parallel edges, crossing edges, vertex-face,
 * vertex-edge, vertex-vertex. Among several of one kind it is the deepest. Its gap is the least distance of a shrunken
 * edge from the approaching face at a point. The paper defines no contact area: here it is that of the polygon of the
 * points, or minArea, in equal shares; the volume is the area times the mean depth.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, faceFeature, featureDimension, featureIndex } from '../contact/feature';
import type { ContactState } from '../contact/method';
import { ContactKind, NormalOwner, Status } from '../contact/status';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, faceNormal, loadBlocks, shrinkEdges } from './blocks';
import { mean, meanOfEdge, meanOfVertex } from './mean-normal';
import { keepPlaces } from './point-places';
import {
  approachingFace,
  CASE_B,
  CASE_C,
  CASE_D,
  cases,
  FIRST,
  publishedA,
  publishedAt,
  publishedB,
  publishedCount,
  publishedGap,
  searchFaces,
} from './published-search';
import { D_TOL, settings, setTolerances, statusAt, type ShrunkenEdgeOptions } from './settings';

/** The best pair of faces so far. */
const bestPair = /* @__PURE__ */ new Int32Array(3);
/** Main face. */
const MAIN = 0;
/** Approaching face. */
const APPROACHING = 1;
/** Kind of the pair: a higher code has priority. */
const PAIR_KIND = 2;
/** Least gaps. */
const leastGap = /* @__PURE__ */ new Float64Array(2);
/** Of the best pair. */
const OF_BEST = 0;
/** Of the tested pair. */
const OF_TRIED = 1;

/**
 * Fills `out`; A is the main block and B the target block. Status.Separated, with dTol as the gap, when nothing is
 * found. The state stores the places of the points, as in the default form.
 */
export function publishedShrunkenEdge(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  options: ShrunkenEdgeOptions,
): Status {
  if (isFinitePose(pose) && !(a.dimension + b.dimension < 6) && setTolerances(a, b, options)) detectBlocks(out, a, b, pose, options);
  else clearContact(out, Status.Invalid);
  keepPlaces(state, out, a, b);
  return out.status;
}

function detectBlocks(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, options: ShrunkenEdgeOptions): Status {
  loadBlocks(a, b, pose);
  shrinkEdges(a, 0);
  bestPair.fill(-1);
  bestPair[PAIR_KIND] = 0;
  leastGap[OF_BEST] = Infinity;
  for (let alpha = 0; alpha < a.faceCount; alpha++) {
    const beta = approachingFace(b, alpha);
    searchFaces(a, b, alpha, beta);
    offerPair(alpha, beta);
  }
  clearContact(out, Status.Separated);
  out.iterations = 1;
  out.gap = settings[D_TOL];
  if (bestPair[PAIR_KIND] === 0) return out.status;
  searchFaces(a, b, bestPair[MAIN], bestPair[APPROACHING]);
  return writePair(out, a, b, options);
}

function offerPair(alpha: number, beta: number): void {
  const kind = kindOfPair();
  if (kind === ContactKind.None || kind < bestPair[PAIR_KIND]) return;
  leastGap[OF_TRIED] = Infinity;
  for (let p = 0; p < publishedCount[0]; p++) if (publishedGap[p] < leastGap[OF_TRIED]) leastGap[OF_TRIED] = publishedGap[p];
  if (kind === bestPair[PAIR_KIND] && !(leastGap[OF_TRIED] < leastGap[OF_BEST])) return;
  bestPair[MAIN] = alpha;
  bestPair[APPROACHING] = beta;
  bestPair[PAIR_KIND] = kind;
  leastGap[OF_BEST] = leastGap[OF_TRIED];
}

/** The contact type of the pair of faces last searched (section 2.3). */
function kindOfPair(): ContactKind {
  if (cases[CASE_D] > 1) return ContactKind.FaceFace;
  if (cases[CASE_D] === 1) return isParallel() ? ContactKind.ParallelEdges : ContactKind.EdgeFace;
  if (cases[CASE_C] > 0) return ContactKind.EdgeEdge;
  if (cases[CASE_B] === 0) return ContactKind.None;
  const dimension = featureDimension(publishedB[0]);
  return dimension === 0 ? ContactKind.VertexVertex : dimension === 1 ? ContactKind.VertexEdge : ContactKind.VertexFace;
}

/** Whether both points of the one edge are on one edge of the approaching face. */
function isParallel(): boolean {
  return publishedCount[0] === 2 && featureDimension(publishedB[0]) === 1 && publishedB[0] === publishedB[1];
}

/** Normal from A to B of the pair, features, points and measures. */
function writePair(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions): Status {
  const kind = kindOfPair();
  const beta = bestPair[APPROACHING];
  out.kind = kind;
  out.owner = NormalOwner.FaceB;
  for (let k = 0; k < 3; k++) out.normal[k] = -faceNormal[3 * (MAX_FACES + beta) + k] + 0;
  out.featureA = kind === ContactKind.FaceFace ? faceFeature(bestPair[MAIN]) : publishedA[0];
  out.featureB = kind === ContactKind.FaceFace || kind === ContactKind.EdgeFace ? faceFeature(beta) : publishedB[0];
  if (kind === ContactKind.EdgeFace || kind === ContactKind.ParallelEdges) out.featureA = edgeFeature(cases[FIRST + CASE_D] >> 1);
  if (kind === ContactKind.EdgeEdge) turnToCross(out, a, b, cases[FIRST + CASE_C], 2 * featureIndex(publishedB[0]));
  else turnToMean(out, b, kind);
  const count =
    kind === ContactKind.FaceFace ? publishedCount[0] : kind === ContactKind.EdgeFace || kind === ContactKind.ParallelEdges ? 2 : 1;
  writePoints(out, count, options);
  return out.status;
}

/** The mean normal of the faces around an edge or a corner of the target block, for the kinds that have one. */
function turnToMean(out: Contact, b: ConvexPolyhedron, kind: ContactKind): void {
  const isEdge = kind === ContactKind.VertexEdge || kind === ContactKind.ParallelEdges;
  if (!isEdge && kind !== ContactKind.VertexVertex) return;
  const at = featureIndex(publishedB[0]);
  if (!(isEdge ? meanOfEdge(b, 1, 2 * at) : meanOfVertex(b, 1, at))) return;
  for (let k = 0; k < 3; k++) out.normal[k] = mean[k] + 0;
  out.owner = NormalOwner.None;
}

/** Eq. 8 and the cross product of both directions, on the side of the normal of the face. */
function turnToCross(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, h: number, i: number): void {
  const p = 3 * a.halfEdgeOrigin[h];
  const q = 3 * a.halfEdgeOrigin[h ^ 1];
  const r = 3 * (MAX_VERTICES + b.halfEdgeOrigin[i]);
  const s = 3 * (MAX_VERTICES + b.halfEdgeOrigin[i ^ 1]);
  const ex = corner[q] - corner[p];
  const ey = corner[q + 1] - corner[p + 1];
  const ez = corner[q + 2] - corner[p + 2];
  const fx = corner[s] - corner[r];
  const fy = corner[s + 1] - corner[r + 1];
  const fz = corner[s + 2] - corner[r + 2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return;
  const sense = nx * out.normal[0] + ny * out.normal[1] + nz * out.normal[2] < 0 ? -1 / length : 1 / length;
  out.normal[0] = sense * nx;
  out.normal[1] = sense * ny;
  out.normal[2] = sense * nz;
  out.owner = NormalOwner.Edges;
}

/** The first `count` points, on the plane midway between both blocks, and what follows from them. */
function writePoints(out: Contact, count: number, options: ShrunkenEdgeOptions): void {
  const { points, gaps, features, shares, centre, normal, pointA, pointB } = out;
  const room = gaps.length;
  const kept = count < room ? count : room;
  let deepest = 0;
  let depth = 0;
  for (let p = 0; p < count; p++) {
    if (publishedGap[p] < publishedGap[deepest]) deepest = p;
    depth += Math.max(0, -publishedGap[p]) / count;
    for (let k = 0; k < 3; k++) centre[k] += publishedAt[3 * p + k] / count;
  }
  const gap = publishedGap[deepest];
  leastGap[OF_BEST] = gap;
  out.status = statusAt(leastGap, 0);
  out.gap = gap;
  for (let k = 0; k < 3; k++) {
    pointB[k] = publishedAt[3 * deepest + k];
    pointA[k] = pointB[k] - gap * normal[k];
    centre[k] -= 0.5 * gap * normal[k];
  }
  const area = count > 2 ? areaOf(count) : 0;
  out.area = options.minArea > area ? options.minArea : area;
  out.volume = out.area * depth;
  out.count = kept;
  out.dropped = count - kept;
  for (let p = 0; p < kept; p++) {
    for (let k = 0; k < 3; k++) points[3 * p + k] = publishedAt[3 * p + k] - 0.5 * publishedGap[p] * normal[k];
    gaps[p] = publishedGap[p];
    features[2 * p] = publishedA[p];
    features[2 * p + 1] = publishedB[p];
    shares[p] = out.area / kept;
  }
}

/** Area of the polygon of the points in the order in which they were found, around the main face. */
function areaOf(count: number): number {
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let p = 2; p < count; p++) {
    const o = 3 * p;
    const x1 = publishedAt[o - 3] - publishedAt[0];
    const y1 = publishedAt[o - 2] - publishedAt[1];
    const z1 = publishedAt[o - 1] - publishedAt[2];
    const x2 = publishedAt[o] - publishedAt[0];
    const y2 = publishedAt[o + 1] - publishedAt[1];
    const z2 = publishedAt[o + 2] - publishedAt[2];
    sx += y1 * z2 - z1 * y2;
    sy += z1 * x2 - x1 * z2;
    sz += x1 * y2 - y1 * x2;
  }
  return 0.5 * Math.sqrt(sx * sx + sy * sy + sz * sz);
}
