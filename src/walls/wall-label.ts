/**
 * The label of a contact with a mesh wall, as label.ts for two bodies: the smallest features that contain all points
 * within rounding (or options.band) of the deepest one. The topology of the mesh is not used. Points with one feature
 * lie on it. Points with several features lie on an edge if they are two, at vertices or along it; otherwise on a face.
 */
import { featureDimension } from '../contact/feature';
import { ContactKind } from '../contact/status';
import { joinFeatures, labelBounds, LABEL_LIMIT } from '../contact-points/label';
import { placeCode, placeCount, placeGap, POINTS } from '../contact-points/places';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { KINDS } from '../contact/incidence';

/** The feature of the body that contains all label points. */
export const wallLabel = /* @__PURE__ */ new Int32Array(1);

/** Finds it and returns the kind. */
export function labelWall(shape: ConvexPolyhedron): ContactKind {
  let points = 0;
  let feature = -1;
  let code = -1;
  let isOne = true;
  let most = 0;
  for (let k = 0; k < placeCount[POINTS]; k++) {
    if (!(placeGap[k] <= labelBounds[LABEL_LIMIT])) continue;
    feature = points === 0 ? placeCode[2 * k] : joinFeatures(shape, 0, feature, placeCode[2 * k]);
    if (points > 0 && placeCode[2 * k + 1] !== code) isOne = false;
    code = placeCode[2 * k + 1];
    most = Math.max(most, featureDimension(code));
    points++;
  }
  wallLabel[0] = feature;
  const dimension = isOne ? most : points === 2 && most < 2 ? 1 : 2;
  const kind = KINDS[3 * featureDimension(feature) + dimension] as ContactKind;
  return kind === ContactKind.EdgeEdge && points > 1 ? ContactKind.ParallelEdges : kind;
}
