/**
 * The normal as printed in Zheng, Jiao, Gardner, Sitar 2017 (section 2.1.3), in the plane: that of the edge for v-e and
 * parallel edges (A's edge if both bodies have one); for v-v the normalised mean of all valid normals there.
 *
 * The depth along the mean has no bound. A corner within dTol of a corner counts as on it. So for a corner that is
 * inside by a very small depth, the depth along the mean is up to dTol.
 *
 * The status is proved: g > 0 proves that the bodies are apart, a vertex inside the other body proves an overlap, two
 * points within rounding prove that they touch. The paper does not treat normals without any of these proofs. Here the
 * entrance of largest g replaces them.
 */
import { featureDimension, featureIndex } from '../../contact/feature';
import { SCANNED_GAP } from '../../contact/layouts';
import type { Pose2d } from '../body/pose-2d';
import type { Contact2d } from '../contact/contact-2d';
import { P_2D, Q_2D } from '../contact/layouts-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { basicPoints, mean, meanNormal, placePoints, setA, setB } from './contact-set-2d';
import { BAND, D_TOL, entrance, normalsB, searchAllEntrances, settings } from './entrance-2d';
import { along, cornersB, gapAlong, extremes, support } from './pair-frame-2d';

/** The corner that isCornerInside tests, in the frame of the tested body. */
const inner = /* @__PURE__ */ new Float64Array(2);

/** Writes the normal of the contact to `along`, after its status is proved, and g along it. */
export function choosePublishedNormal2d(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, out: Contact2d): void {
  const i = featureIndex(out.featureA);
  const j = featureIndex(out.featureB);
  if (featureDimension(out.featureA) === 1) {
    along[0] = a.normals[2 * i];
    along[1] = a.normals[2 * i + 1];
  } else if (featureDimension(out.featureB) === 1) {
    along[0] = -normalsB[2 * j];
    along[1] = -normalsB[2 * j + 1];
  } else {
    meanNormal(a, b, i, j);
    along[0] = mean[0];
    along[1] = mean[1];
  }
  const isDirection = along[0] !== 0 || along[1] !== 0;
  if (isDirection) {
    gapAlong(a, b);
    const band = settings[BAND];
    if (extremes[SCANNED_GAP] > band) return;
    if (extremes[SCANNED_GAP] < -band) {
      if (extremes[SCANNED_GAP] >= -settings[D_TOL] && isCornerInside(a, b, pose)) return;
    } else {
      placePoints(a, b, setA[0], setB[0]);
      const x = basicPoints[Q_2D] - basicPoints[P_2D];
      const y = basicPoints[Q_2D + 1] - basicPoints[P_2D + 1];
      if (x * x + y * y <= band * band) return;
    }
  }
  searchAllEntrances(a, b);
  along[0] = entrance[0];
  along[1] = entrance[1];
  gapAlong(a, b);
}

/** Whether one of the corners of the last gapAlong is inside the other body by more than rounding. */
function isCornerInside(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  const w = 2 * support[1];
  inner[0] = cornersB[w];
  inner[1] = cornersB[w + 1];
  if (holdsInner(a)) return true;
  const x = a.vertices[2 * support[0]] - pose[2];
  const y = a.vertices[2 * support[0] + 1] - pose[3];
  inner[0] = pose[0] * x + pose[1] * y;
  inner[1] = pose[0] * y - pose[1] * x;
  return holdsInner(b);
}

function holdsInner({ normals, offsets, vertexCount }: ConvexPolygon): boolean {
  const band = settings[BAND];
  for (let k = 0; k < vertexCount; k++) {
    if (!(normals[2 * k] * inner[0] + normals[2 * k + 1] * inner[1] < offsets[k] - band)) return false;
  }
  return true;
}
