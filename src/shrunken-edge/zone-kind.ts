/**
 * The kind of a contact by the span of its points (Wang et al. 2014, section 2.3). Points as deep as the deepest one,
 * to +-dTol, count. If they span more than a strip of dTol, faces lie on each other. If they span a line, it is an edge
 * on a face or along an edge. Otherwise the features of the deepest point decide.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex } from '../contact/feature';
import { ContactKind } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { BAND, D_TOL, settings } from './settings';
import { mainFaces } from './zone';
import { order } from './zone-order';
import { rowA, rowB, rowGap, rowX, rowY } from './zone-rows';
import { KINDS } from '../contact/incidence';

/** The kind and features of the contact. */
export const label = /* @__PURE__ */ new Int32Array(5);
/** Kind of contact. */
export const KIND = 0;
/** Feature of A, and of B. */
export const ON_A = 1;
export const ON_B = 2;
/** Rows of the two ends of a line. */
const LINE_START = 3;
const LINE_END = 4;

/** Gaps up to here are as deep as the least one. */
const levelGap = /* @__PURE__ */ new Float64Array(1);

/** Fills {@link label} from the first `points` rows, one or more, which are in order. */
export function labelPoints(a: ConvexPolyhedron, b: ConvexPolyhedron, points: number): void {
  const deepest = deepestRow(points);
  levelGap[0] = rowGap[deepest] + 2 * settings[D_TOL];
  const first = farthestFrom(deepest, points);
  const last = farthestFrom(first, points);
  const x = rowX[last] - rowX[first];
  const y = rowY[last] - rowY[first];
  const length = Math.sqrt(x * x + y * y);
  label[LINE_START] = first;
  label[LINE_END] = last;
  if (isWide(points, length)) setLabel(ContactKind.FaceFace, faceFeature(mainFaces[0]), faceFeature(mainFaces[1]));
  else if (length > settings[D_TOL]) labelLine(a, b, first, last);
  else {
    const featureA = rowA[deepest];
    const featureB = rowB[deepest];
    setLabel(KINDS[3 * featureDimension(featureA) + featureDimension(featureB)], featureA, featureB);
  }
}

function setLabel(kind: number, featureA: number, featureB: number): void {
  label[KIND] = kind;
  label[ON_A] = featureA;
  label[ON_B] = featureB;
}

/** The row with the smallest features among those with the least gap, to rounding. */
function deepestRow(points: number): number {
  let least = Infinity;
  for (let p = 0; p < points; p++) if (rowGap[p] < least) least = rowGap[p];
  let best = 0;
  let smallest = Infinity;
  for (let p = 0; p < points; p++) {
    if (!(rowGap[p] <= least + settings[BAND])) continue;
    const size = featureDimension(rowA[p]) + featureDimension(rowB[p]);
    if (size >= smallest) continue;
    smallest = size;
    best = p;
  }
  return best;
}

/** The row at the level of the deepest that is farthest from row p. */
function farthestFrom(p: number, points: number): number {
  let most = -1;
  let far = p;
  for (let q = 0; q < points; q++) {
    if (!(rowGap[q] <= levelGap[0])) continue;
    const x = rowX[q] - rowX[p];
    const y = rowY[q] - rowY[p];
    const d = x * x + y * y;
    if (d > most) {
      most = d;
      far = q;
    }
  }
  return far;
}

/** Whether the rows at the level of the deepest span more than a strip of dTol. */
function isWide(points: number, length: number): boolean {
  let twice = 0;
  let origin = -1;
  let before = -1;
  for (let k = 0; k < points; k++) {
    const p = order[k];
    if (!(rowGap[p] <= levelGap[0])) continue;
    if (origin < 0) origin = p;
    else if (before >= 0) {
      const x1 = rowX[before] - rowX[origin];
      const y1 = rowY[before] - rowY[origin];
      const x2 = rowX[p] - rowX[origin];
      const y2 = rowY[p] - rowY[origin];
      twice += x1 * y2 - y1 * x2;
    }
    before = p === origin ? -1 : p;
  }
  return 0.5 * twice > settings[D_TOL] * length;
}

/** Two points far from each other, on an edge of one block or of both. */
function labelLine(a: ConvexPolyhedron, b: ConvexPolyhedron, first: number, last: number): void {
  const edgeA = sharedEdge(a, rowA[first], rowA[last]);
  const edgeB = sharedEdge(b, rowB[first], rowB[last]);
  const kind = edgeA < 0 && edgeB < 0 ? ContactKind.FaceFace : edgeA >= 0 && edgeB >= 0 ? ContactKind.ParallelEdges : ContactKind.EdgeFace;
  setLabel(kind, edgeA >= 0 ? edgeFeature(edgeA) : faceFeature(mainFaces[0]), edgeB >= 0 ? edgeFeature(edgeB) : faceFeature(mainFaces[1]));
}

/** The edge that contains two features (itself or its ends); -1 for none. */
function sharedEdge(shape: ConvexPolyhedron, p: number, q: number): number {
  if (featureDimension(p) === 1) return holds(shape, featureIndex(p), q) ? featureIndex(p) : -1;
  if (featureDimension(q) === 1) return holds(shape, featureIndex(q), p) ? featureIndex(q) : -1;
  if (featureDimension(p) !== 0 || featureDimension(q) !== 0) return -1;
  const first = shape.vertexHalfEdge[featureIndex(p)];
  let h = first;
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    if (shape.halfEdgeOrigin[h ^ 1] === featureIndex(q)) return h >> 1;
    h = shape.halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  return -1;
}

function holds(shape: ConvexPolyhedron, edge: number, feature: number): boolean {
  if (featureDimension(feature) === 1) return featureIndex(feature) === edge;
  return (
    featureDimension(feature) === 0 &&
    (shape.halfEdgeOrigin[2 * edge] === featureIndex(feature) || shape.halfEdgeOrigin[2 * edge + 1] === featureIndex(feature))
  );
}
