/**
 * The label of a contact: the features that meet at its deepest place, and the owner of its normal. No force depends on
 * the label.
 *
 * Label points are the points within rounding (or options.band) of the deepest one. featureA and featureB are the
 * smallest features that contain all label points. The dimensions of both features determine the kind. So two faces
 * whose projections share only an edge are ParallelEdges, and an edge that meets a face only in a corner is
 * VertexVertex or VertexEdge. When the points span several faces (facets in one plane), the feature is the face that
 * lies flattest on the common plane.
 */
import { ZX, ZY, ZZ } from '../body/pose';
import { edgeFeature, faceFeature, featureDimension, featureIndex, NO_FEATURE } from '../contact/feature';
import { ContactKind, NormalOwner } from '../contact/status';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { placeCode, placeCount, placeFace, placeGap, POINTS } from './places';
import { AXES, planeAxes } from './coordinates';
import { FACE_NUMBERS, LEAST_X, LEAST_Y, MOST_X, MOST_Y, SLOPE_X, SLOPE_Y, faceCode, faceNumbers, surfaceFaces } from './surface';
import { holds, KINDS } from '../contact/incidence';

/** The features that contain all label points: of A (0) and of B (1). */
export const labelFeature = /* @__PURE__ */ new Int32Array(2);
/** Slot 0: the largest gap of a label point. */
export const labelBounds = /* @__PURE__ */ new Float64Array(2);
export const LABEL_LIMIT = 0;
/** The largest height difference over the extent of a face that owns the normal. */
export const LEVEL_BAND = 1;

/** Finds the label features and returns the kind. */
export function labelContact(a: ConvexPolyhedron, b: ConvexPolyhedron): ContactKind {
  const n = placeCount[POINTS];
  if (n === 1) return labelPoint();
  let points = 0;
  let inFirstCell = 0;
  let first = 0;
  for (let k = n - 1; k >= 0; k--) {
    if (!isLabel(k)) continue;
    first = k;
    points++;
  }
  const faceA = placeFace[2 * first];
  const faceB = placeFace[2 * first + 1];
  for (let k = first; k < n; k++) if (isLabel(k) && placeFace[2 * k] === faceA && placeFace[2 * k + 1] === faceB) inFirstCell++;
  let featureA = placeCode[2 * first];
  let featureB = placeCode[2 * first + 1];
  if (inFirstCell > 2 && inFirstCell === points) {
    // Three corners of one cell are not on one line: the two faces of the cell are the smallest features that contain
    // them.
    featureA = faceCode[faceA];
    featureB = faceCode[faceB];
  } else {
    for (let k = first + 1; k < n; k++) {
      if (!isLabel(k)) continue;
      featureA = joinFeatures(a, 0, featureA, placeCode[2 * k]);
      featureB = joinFeatures(b, 1, featureB, placeCode[2 * k + 1]);
    }
  }
  labelFeature[0] = featureA;
  labelFeature[1] = featureB;
  const kind = KINDS[3 * featureDimension(featureA) + featureDimension(featureB)] as ContactKind;
  return kind === ContactKind.EdgeEdge && points > 1 ? ContactKind.ParallelEdges : kind;
}

/** The label of a contact with one point: the features of the point. */
function labelPoint(): ContactKind {
  labelFeature[0] = placeCode[0];
  labelFeature[1] = placeCode[1];
  return KINDS[3 * featureDimension(placeCode[0]) + featureDimension(placeCode[1])] as ContactKind;
}

function isLabel(k: number): boolean {
  return placeGap[k] <= labelBounds[LABEL_LIMIT];
}

/** The smallest feature that contains two features. When there is none: the flatter one of their two faces. */
export function joinFeatures(shape: ConvexPolyhedron, side: number, f: number, g: number): number {
  if (f === g || holds(shape, f, g)) return f;
  if (holds(shape, g, f)) return g;
  const { halfEdgeNext, halfEdgeOrigin, halfEdgeFace } = shape;
  const dimensionF = featureDimension(f);
  const dimensionG = featureDimension(g);
  if (dimensionF === 2) return dimensionG === 2 ? flatter(shape, side, f, g) : flatter(shape, side, f, faceAt(shape, side, g));
  if (dimensionG === 2) return flatter(shape, side, g, faceAt(shape, side, f));
  // An edge between two vertices; otherwise a face at the first feature that also contains the second feature.
  let best = NO_FEATURE;
  const first = dimensionF === 0 ? shape.vertexHalfEdge[featureIndex(f)] : 2 * featureIndex(f);
  let h = first;
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    const edge = edgeFeature(h >> 1);
    if (dimensionF === 0 && dimensionG === 0 && halfEdgeOrigin[h ^ 1] === featureIndex(g)) return edge;
    const face = faceFeature(halfEdgeFace[h]);
    if (holds(shape, face, g)) best = best === NO_FEATURE ? face : flatter(shape, side, best, face);
    h = dimensionF === 0 ? halfEdgeNext[h ^ 1] : h ^ 1;
    if (h === first) break;
  }
  return best !== NO_FEATURE ? best : flatter(shape, side, faceAt(shape, side, f), faceAt(shape, side, g));
}

/** The flattest face at a vertex or an edge. */
export function faceAt(shape: ConvexPolyhedron, side: number, f: number): number {
  const isVertex = featureDimension(f) === 0;
  const first = isVertex ? shape.vertexHalfEdge[featureIndex(f)] : 2 * featureIndex(f);
  let best = faceFeature(shape.halfEdgeFace[first]);
  let h = first;
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    best = flatter(shape, side, best, faceFeature(shape.halfEdgeFace[h]));
    h = isVertex ? shape.halfEdgeNext[h ^ 1] : h ^ 1;
    if (h === first) break;
  }
  return best;
}

/** The face that looks more along the normal; the first of two equal faces. */
function flatter(shape: ConvexPolyhedron, side: number, f: number, g: number): number {
  const { normals } = shape;
  const m = planeAxes;
  const o = AXES * side;
  const i = 3 * featureIndex(f);
  const k = 3 * featureIndex(g);
  const rise =
    m[o + ZX] * (normals[k] - normals[i]) + m[o + ZY] * (normals[k + 1] - normals[i + 1]) + m[o + ZZ] * (normals[k + 2] - normals[i + 2]);
  return (side === 0 ? rise : -rise) > 0 ? g : f;
}

/** The owner of the normal: a face that lies level on the plane, two edges if the features are edges, or none. */
export function ownerOfNormal(featureA: number, featureB: number): NormalOwner {
  if (hasLevelFace(0)) return NormalOwner.FaceA;
  if (hasLevelFace(1)) return NormalOwner.FaceB;
  return featureDimension(featureA) === 1 && featureDimension(featureB) === 1 ? NormalOwner.Edges : NormalOwner.None;
}

function hasLevelFace(side: number): boolean {
  const row = side * MAX_FACES;
  for (let k = row; k < row + surfaceFaces[side]; k++) {
    const n = FACE_NUMBERS * k;
    const width = Math.max(faceNumbers[n + MOST_X] - faceNumbers[n + LEAST_X], faceNumbers[n + MOST_Y] - faceNumbers[n + LEAST_Y]);
    const slope = Math.max(Math.abs(faceNumbers[n + SLOPE_X]), Math.abs(faceNumbers[n + SLOPE_Y]));
    if (slope * width <= labelBounds[LEVEL_BAND]) return true;
  }
  return false;
}
