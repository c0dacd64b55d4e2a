/**
 * The smallest feature of a block that contains a list of features, and the face that looks most along a direction.
 */
import { NO_FEATURE, edgeFeature, faceFeature, featureDimension, featureIndex } from '../contact/feature';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { faceNormal } from './block-pair';
import { holds } from '../contact/incidence';

/**
 * The smallest vertex, edge or face that contains the first `count` features of a list; NO_FEATURE when no face does.
 */
export function commonFeature(shape: ConvexPolyhedron, list: Int32Array, count: number): number {
  const first = list[0];
  if (holdsAll(shape, first, list, count)) return first;
  const dimension = featureDimension(first);
  const index = featureIndex(first);
  if (dimension === 1) {
    for (let k = 0; k < 2; k++) {
      const face = faceFeature(shape.halfEdgeFace[2 * index + k]);
      if (holdsAll(shape, face, list, count)) return face;
    }
  } else if (dimension === 0) {
    const start = shape.vertexHalfEdge[index];
    let face = NO_FEATURE;
    let h = start;
    for (let turns = shape.edgeCount; turns > 0; turns--) {
      if (holdsAll(shape, edgeFeature(h >> 1), list, count)) return edgeFeature(h >> 1);
      if (face < 0 && holdsAll(shape, faceFeature(shape.halfEdgeFace[h]), list, count)) face = faceFeature(shape.halfEdgeFace[h]);
      h = shape.halfEdgeNext[h ^ 1];
      if (h === start) break;
    }
    return face;
  }
  return NO_FEATURE;
}

function holdsAll(shape: ConvexPolyhedron, feature: number, list: Int32Array, count: number): boolean {
  for (let k = 0; k < count; k++) if (!holds(shape, feature, list[k])) return false;
  return true;
}

/** The face of block `side` that looks most towards the other block, with the normal from A to B. */
export function facing(shape: ConvexPolyhedron, side: number, normal: Float64Array): number {
  const sense = 1 - 2 * side;
  let best = 0;
  let most = -Infinity;
  for (let f = 0, o = 3 * side * MAX_FACES; f < shape.faceCount; f++, o += 3) {
    const c = sense * (normal[0] * faceNormal[o] + normal[1] * faceNormal[o + 1] + normal[2] * faceNormal[o + 2]);
    if (c > most) {
      most = c;
      best = f;
    }
  }
  return faceFeature(best);
}
