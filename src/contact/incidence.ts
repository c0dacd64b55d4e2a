/** Which features of a polyhedron contain others, and the kind of contact of two features. */
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { featureDimension, featureIndex } from './feature';
import { ContactKind } from './status';

/** Kinds by the dimensions of A's and B's feature, 3 * dimA + dimB; two edges at one point cross. */
export const KINDS = /* @__PURE__ */ new Uint8Array([
  ContactKind.VertexVertex,
  ContactKind.VertexEdge,
  ContactKind.VertexFace,
  ContactKind.VertexEdge,
  ContactKind.EdgeEdge,
  ContactKind.EdgeFace,
  ContactKind.VertexFace,
  ContactKind.EdgeFace,
  ContactKind.FaceFace,
]);

/** Whether a feature is `part` or has it on its border. */
export function holds(shape: ConvexPolyhedron, feature: number, part: number): boolean {
  if (feature === part) return true;
  const dimension = featureDimension(feature);
  const partDimension = featureDimension(part);
  if (partDimension >= dimension) return false;
  const { halfEdgeOrigin, halfEdgeFace, halfEdgeNext } = shape;
  const i = featureIndex(feature);
  const k = featureIndex(part);
  if (dimension === 1) return halfEdgeOrigin[2 * i] === k || halfEdgeOrigin[2 * i + 1] === k;
  if (partDimension === 1) return halfEdgeFace[2 * k] === i || halfEdgeFace[2 * k + 1] === i;
  const first = shape.vertexHalfEdge[k];
  let h = first;
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    if (halfEdgeFace[h] === i) return true;
    h = halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  return false;
}
