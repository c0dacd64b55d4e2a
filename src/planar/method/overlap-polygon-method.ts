import { edgeFeature, featureDimension, featureIndex, NO_FEATURE, vertexFeature } from '../../contact/feature';
import { ContactKind, NormalOwner, Status } from '../../contact/status';
import type { Pose2d } from '../body/pose-2d';
import { touchingBand2d } from '../contact/common-line';
import { clearContact2d, type Contact2d } from '../contact/contact-2d';
import type { ContactMethod2d } from '../contact/method-2d';
import { createOverlap2d } from '../contact/overlap-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { CORNER_COUNT, corners, current, HALF, overlapPolygon, sources, span } from './overlap-polygon';

/**
 * The overlap polygon as a {@link ContactMethod2d}, named as in space. One contact point, the centroid of the common
 * region; The normal, the length (normalLength), the area and the centre are those of the region. The gap is minus the
 * extent of the region along the normal. For a partial overlap this extent is at least the depth of the exact line,
 * since the exact normal minimises it. It can be less when one body is inside the other or passes through it. The share
 * of the point is the whole length. Owner: the body with an edge that has the normal to rounding; None if they only
 * touch. Features and kind follow from the edges that take part: one is an edge, two that meet are the vertex between
 * them. ParallelEdges has one point here too. A body that contains the other has the edge through which the normal at
 * the centroid leaves it.
 *
 * The method finds overlaps only: a pair that is apart is Separated with a gap of 0 and without points, for every
 * margin. It is for sharp bodies. margin, pointMargin and maxPoints have no effect, and there are no rim rows.
 */
export const overlapPolygonMethod: ContactMethod2d = {
  name: 'half-space',
  stateInts: 0,
  stateFloats: 0,
  sharpOnly: true,
  detect(out, a, b, pose, _state, options) {
    const status = overlapPolygon(region, a, b, pose);
    if (status === Status.Separated || status === Status.Invalid) return clearContact2d(out, status).status;
    writeContact(out, a, b, pose);
    writeOwner(out, a, b, pose);
    if (options.minLength > out.length) out.length = options.minLength;
    return status;
  },
};

/** The region of the call. Only its integrals are used; its edges are read from the cut polygon. */
const region = /* @__PURE__ */ createOverlap2d(0);

/**
 * An edge takes part if its contribution to the force (length times cosine) is at least this part of that of its body's
 * largest edge, as faces in space.
 */
const PART = 0.1;

function writeContact(out: Contact2d, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const { status, centroid, normal } = region;
  const isTouching = status === Status.Touching;
  const at = normal[0] * centroid[0] + normal[1] * centroid[1];
  const gap = isTouching ? 0 : span[0] - span[1];
  out.status = status;
  out.gap = gap;
  out.iterations = region.iterations;
  out.length = region.normalLength;
  out.area = region.area;
  out.featureA = featureOf(a, 0);
  if (out.featureA === NO_FEATURE) {
    for (let k = 0; k < 2; k++) {
      way[k] = centroid[k];
      way[WAY_OUT + k] = normal[k];
    }
    out.featureA = edgeOnTheWay(a);
  }
  out.featureB = featureOf(b, 1);
  if (out.featureB === NO_FEATURE) {
    const x = centroid[0] - pose[2];
    const y = centroid[1] - pose[3];
    way[0] = pose[0] * x + pose[1] * y;
    way[1] = pose[0] * y - pose[1] * x;
    way[WAY_OUT] = -(pose[0] * normal[0] + pose[1] * normal[1]);
    way[WAY_OUT + 1] = -(pose[0] * normal[1] - pose[1] * normal[0]);
    out.featureB = edgeOnTheWay(b);
  }
  out.kind = kindOf(out.featureA, out.featureB);
  for (let k = 0; k < 2; k++) {
    out.normal[k] = normal[k];
    out.pointA[k] = centroid[k] + (isTouching ? 0 : (span[1] - at) * normal[k]);
    out.pointB[k] = centroid[k] + (isTouching ? 0 : (span[0] - at) * normal[k]);
    out.centre[k] = centroid[k];
  }
  out.rimCount = 0;
  out.count = out.gaps.length > 0 ? 1 : 0;
  out.dropped = 1 - out.count;
  if (out.count === 0) return;
  for (let k = 0; k < 2; k++) out.points[k] = centroid[k];
  out.gaps[0] = gap;
  out.shares[0] = region.normalLength;
  out.features[0] = out.featureA;
  out.features[1] = out.featureB;
}

/**
 * The normal is perpendicular to the line between two crossings, which are known to rounding. It is that of an edge if
 * it differs by no more than that.
 */
function writeOwner(out: Contact2d, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const nx = out.normal[0];
  const ny = out.normal[1];
  const reach = touchingBand2d(a, b);
  const i = 2 * featureIndex(out.featureA);
  const j = 2 * featureIndex(out.featureB);
  out.owner = NormalOwner.None;
  if (!(region.normalLength > 0)) return;
  if (featureDimension(out.featureA) === 1) {
    const sine = nx * a.normals[i + 1] - ny * a.normals[i];
    if (Math.abs(sine) * region.normalLength <= reach) out.owner = NormalOwner.FaceA;
  }
  if (out.owner === NormalOwner.None && featureDimension(out.featureB) === 1) {
    const mx = pose[0] * b.normals[j] - pose[1] * b.normals[j + 1];
    const my = pose[1] * b.normals[j] + pose[0] * b.normals[j + 1];
    if (Math.abs(nx * my - ny * mx) * region.normalLength <= reach) out.owner = NormalOwner.FaceB;
  }
}

/**
 * The feature of one body (0 = A, 1 = B), from its edges in the border of the region; NO_FEATURE if it has none there.
 */
function featureOf({ vertexCount }: ConvexPolygon, body: 0 | 1): number {
  const p = corners[current[HALF]];
  const tags = sources[current[HALF]];
  const n = current[CORNER_COUNT];
  const nx = body === 0 ? region.normal[0] : -region.normal[0];
  const ny = body === 0 ? region.normal[1] : -region.normal[1];
  let most = 0;
  let largest = -1;
  let other = -1;
  let count = 0;
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < n; i++) {
      const edge = body === 0 ? tags[i] : -1 - tags[i];
      if (edge < 0) continue;
      const j = i + 1 < n ? i + 1 : 0;
      const share = nx * (p[2 * j + 1] - p[2 * i + 1]) - ny * (p[2 * j] - p[2 * i]);
      if (pass === 0) {
        if (share > most) {
          most = share;
          largest = edge;
        }
      } else if (share > PART * most && edge !== largest) {
        other = edge;
        count++;
      }
    }
  }
  if (largest < 0) return NO_FEATURE;
  // Edge k ends where edge k + 1 begins.
  if (count === 1 && other === (largest + 1 < vertexCount ? largest + 1 : 0)) return vertexFeature(other);
  if (count === 1 && largest === (other + 1 < vertexCount ? other + 1 : 0)) return vertexFeature(largest);
  return edgeFeature(largest);
}

/** A place in a body's frame (0, 1) and the outward direction (WAY_OUT). */
const way = /* @__PURE__ */ new Float64Array(4);
/** Slot of the outward direction. */
const WAY_OUT = 2;

/** The edge through which `way` leaves the body; the first of several. */
function edgeOnTheWay({ normals, offsets, vertexCount }: ConvexPolygon): number {
  let nearest = Infinity;
  let edge = 0;
  for (let e = 0; e < vertexCount; e++) {
    const ahead = normals[2 * e] * way[WAY_OUT] + normals[2 * e + 1] * way[WAY_OUT + 1];
    if (!(ahead > 0)) continue;
    const distance = (offsets[e] - (normals[2 * e] * way[0] + normals[2 * e + 1] * way[1])) / ahead;
    if (distance < nearest) {
      nearest = distance;
      edge = e;
    }
  }
  return edgeFeature(edge);
}

function kindOf(featureA: number, featureB: number): ContactKind {
  const dimensions = featureDimension(featureA) + featureDimension(featureB);
  return dimensions === 0 ? ContactKind.VertexVertex : dimensions === 1 ? ContactKind.VertexEdge : ContactKind.ParallelEdges;
}
