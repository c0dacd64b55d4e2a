/**
 * The positions of the contact points on both blocks, for springs that last from step to step (Wang et al. 2014,
 * section 4): an edge, and a face or an edge of the other block, with the fractions along the edges.
 */
import type { Contact } from '../contact/contact';
import { featureDimension, featureIndex } from '../contact/feature';
import type { ContactState } from '../contact/method';
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner } from './blocks';

/** Largest number of points whose places the state stores. */
const KEPT = 8;
/** The number of stored points; for each its sort, an edge, and a face or another edge. */
export const STATE_INTS = 1 + 3 * KEPT;
/** For each point the fractions along the edges. */
export const STATE_FLOATS = 2 * KEPT;

const ON_EDGE_OF_A = 1;
const ON_EDGE_OF_B = 2;
const ON_EDGES = 3;

/** Writes the places of the points of the contact to the state; zeros if there are no points. */
export function keepPlaces(state: ContactState, out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const kept = out.count < KEPT ? out.count : KEPT;
  const { ints, floats, intOffset, floatOffset } = state;
  ints[intOffset] = kept;
  for (let p = 0; p < KEPT; p++) {
    const i = intOffset + 1 + 3 * p;
    const o = floatOffset + 2 * p;
    ints[i] = ints[i + 1] = ints[i + 2] = 0;
    floats[o] = floats[o + 1] = 0;
    if (p >= kept) continue;
    const featureA = out.features[2 * p];
    const featureB = out.features[2 * p + 1];
    const isFaceA = featureDimension(featureA) === 2;
    const isFaceB = featureDimension(featureB) === 2;
    ints[i] = isFaceB ? ON_EDGE_OF_A : isFaceA ? ON_EDGE_OF_B : ON_EDGES;
    const edgeA = halfEdgeOf(a, featureA);
    const edgeB = halfEdgeOf(b, featureB);
    ints[i + 1] = isFaceA && !isFaceB ? edgeB : edgeA;
    ints[i + 2] = isFaceB ? featureIndex(featureB) : isFaceA ? featureIndex(featureA) : edgeB;
    if (isFaceA && !isFaceB) keepShare(floats, o, b, 1, featureB, out, p);
    else keepShare(floats, o, a, 0, featureA, out, p);
    if (!isFaceA && !isFaceB) keepShare(floats, o + 1, b, 1, featureB, out, p);
  }
}

/** A half-edge that starts at a corner, lies along an edge, or belongs to a face. */
function halfEdgeOf(shape: ConvexPolyhedron, feature: number): number {
  const dimension = featureDimension(feature);
  if (dimension === 0) return shape.vertexHalfEdge[featureIndex(feature)];
  return dimension === 1 ? 2 * featureIndex(feature) : shape.faceHalfEdge[featureIndex(feature)];
}

/**
 * Stores the fraction of point p along an edge of the block of row `side`; 0 for a corner, which is the start of its
 * half-edge.
 */
function keepShare(
  floats: Float64Array,
  at: number,
  shape: ConvexPolyhedron,
  side: number,
  feature: number,
  out: Contact,
  p: number,
): void {
  if (featureDimension(feature) !== 1) return;
  const h = 2 * featureIndex(feature);
  const i = 3 * (side * MAX_VERTICES + shape.halfEdgeOrigin[h]);
  const j = 3 * (side * MAX_VERTICES + shape.halfEdgeOrigin[h + 1]);
  let ee = 0;
  let er = 0;
  for (let k = 0; k < 3; k++) {
    const e = corner[j + k] - corner[i + k];
    ee += e * e;
    er += e * (out.points[3 * p + k] - corner[i + k]);
  }
  floats[at] = Math.min(1, Math.max(0, er / ee));
}
