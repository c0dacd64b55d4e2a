import { clearContact, type Contact } from '../contact/contact';
import type { ContactMethod, DetectOptions } from '../contact/method';
import { createOverlap } from '../contact/overlap';
import { Status } from '../contact/status';
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { overlap } from './overlap';
import { featureOf, kindOf, ownerOf } from './region-features';
import { extent, HIGHEST, LOWEST } from './region-integrals';

/**
 * The overlap polyhedron as a {@link ContactMethod} ('half-space'). There is one contact point, the centroid of the
 * common region. The normal, the area (normalArea) and the volume are those of the region. The gap is minus the extent
 * of the region along the normal. For a partial overlap this extent is at least the depth of the exact plane, since the
 * exact normal minimises it. It can be less when one body is inside the other or passes through it. Features and kind
 * follow from the faces that take part: one face is a face; two that meet in an edge are that edge; more that meet in a
 * vertex are that vertex. A body that contains the other has no such face: its feature is the face through which the
 * normal at the centroid leaves it.
 *
 * The method finds overlaps only: a pair that is apart is Separated with a gap of 0 and without points, for every
 * margin. It takes sharp bodies only: docs/half-space.md has rounding radii, and the differences to the points of other
 * methods.
 */
export const halfSpaceMethod: ContactMethod = {
  name: 'half-space',
  stateInts: 0,
  stateFloats: 0,
  sharpOnly: true,
  detect(out, a, b, pose, _state, options) {
    const status = overlap(region, a, b, pose);
    if (status === Status.Separated || status === Status.Invalid) return clearContact(out, status).status;
    return contactOf(out, a, b, pose, options);
  },
};

/** The region of the call. Only its integrals are used; its faces are read from the clipped mesh. */
const region = /* @__PURE__ */ createOverlap(0, 0, 0);

function contactOf(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, options: DetectOptions): Status {
  const { status, centroid, normal } = region;
  const isTouching = status === Status.Touching;
  const low = extent[LOWEST];
  const high = extent[HIGHEST];
  const at = normal[0] * centroid[0] + normal[1] * centroid[1] + normal[2] * centroid[2];
  const gap = isTouching ? 0 : low - high;
  out.status = status;
  out.gap = gap;
  out.area = options.minArea > region.normalArea ? options.minArea : region.normalArea;
  out.volume = region.volume;
  out.iterations = region.iterations;
  out.featureA = featureOf(region, a, 0, pose);
  out.featureB = featureOf(region, b, 1, pose);
  out.kind = kindOf(out.featureA, out.featureB, a, b, pose);
  out.owner = ownerOf(region, out.featureA, out.featureB, a, b, pose);
  for (let k = 0; k < 3; k++) {
    out.normal[k] = normal[k];
    out.centre[k] = centroid[k];
    out.pointA[k] = centroid[k] + (isTouching ? 0 : (high - at) * normal[k]);
    out.pointB[k] = centroid[k] + (isTouching ? 0 : (low - at) * normal[k]);
  }
  const hasRoom = out.gaps.length > 0;
  out.count = hasRoom ? 1 : 0;
  out.dropped = hasRoom ? 0 : 1;
  out.rimCount = 0;
  if (hasRoom) {
    for (let k = 0; k < 3; k++) out.points[k] = centroid[k];
    out.gaps[0] = gap;
    out.features[0] = out.featureA;
    out.features[1] = out.featureB;
    out.shares[0] = out.area;
  }
  return status;
}
