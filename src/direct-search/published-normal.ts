/**
 * The normal as printed in Zheng et al. 2017 (section 2.1.3): that of the first entrance for v-f, crossing e-e, e-f and
 * f-f; the mean of all potential normals of the pair for v-v, v-e and parallel e-e. The paper does not treat two cases:
 * the mean is zero, or it gives an overlap for blocks that are apart. Here the first entrance replaces the mean in
 * these cases.
 *
 * The depth along the mean has no bound. A corner within dTol of a side counts as on the side. So for a corner that is
 * in the face by a very small depth, the depth along the mean is up to dTol: see docs/direct-search.md.
 */
import { featureDimension, featureIndex } from '../contact/feature';
import { GAP, SCANNED_GAP } from '../contact/layouts';
import { statusOfGap } from '../contact/rounding';
import { ContactKind } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { entrance } from './best-entrance';
import { gapAlong, probe, extremes } from './block-pair';
import { meeting } from './contact-features';
import { FROM_ENTRANCE, measureAlong, normal, normalSource } from './contact-normal';
import { collectParallelEdges, collectVertexEdge, collectVertexVertex, potential } from './entrance';
import { BAND, settings } from './settings';

/** A sum of unit normals shorter than this has lost half its digits. */
const LEAST_MEAN = 1e-8;

/** Replaces the first entrance by the mean, for the features that meet. */
export function choosePublishedNormal(a: ConvexPolyhedron, b: ConvexPolyhedron, kind: ContactKind): void {
  if (!takeMean(a, b, kind)) return;
  normalSource[FROM_ENTRANCE] = 0;
  measureAlong();
}

function takeMean(a: ConvexPolyhedron, b: ConvexPolyhedron, kind: ContactKind): boolean {
  const i = featureIndex(meeting[0]);
  const j = featureIndex(meeting[1]);
  let isListed = false;
  if (kind === ContactKind.VertexVertex) isListed = collectVertexVertex(a, b, i, j, false);
  else if (kind === ContactKind.ParallelEdges) isListed = collectParallelEdges(a, b, 2 * i, 2 * j);
  else if (kind === ContactKind.VertexEdge)
    isListed =
      featureDimension(meeting[0]) === 0 ? collectVertexEdge(a, b, 0, i, 2 * j, false) : collectVertexEdge(b, a, 1, j, 2 * i, false);
  if (!isListed) return false;
  const length = Math.sqrt(potential[0] * potential[0] + potential[1] * potential[1] + potential[2] * potential[2]);
  if (!(length > LEAST_MEAN)) return false;
  for (let k = 0; k < 3; k++) probe[k] = potential[k] / length;
  gapAlong();
  if (statusOfGap(extremes[SCANNED_GAP], settings[BAND]) !== statusOfGap(entrance[GAP], settings[BAND])) return false;
  for (let k = 0; k < 3; k++) normal[k] = probe[k];
  return true;
}
