/**
 * From a common plane to a full contact: the points where the bodies press, their gaps, the area, and the quantities
 * that force laws use.
 *
 * Let n be the unit normal from A to B and u a place in the plane. Let a(u) be the height of A's surface over u, and
 * b(u) the height of B's surface. a is concave and b is convex; each is linear over a face. Then
 *
 *     gap(u) = b(u) - a(u)        convex and piecewise linear where the shadows of both overlap
 *     Z(t) = { u : gap(u) <= t }  convex
 *
 * - Points: the corners of this subdivision with gap <= limit. It is a corner of B over a face of A, a corner of A
 *   under a face of B, or an edge of A over an edge of B. A corner over a corner, to rounding, is one point. The limit
 *   is options.margin; when the bodies touch and options.pointMargin is larger, it is options.pointMargin. All corners
 *   that are level with the deepest place are points in any case.
 * - Area: of the contact zone Z(eps). Volume and pressure centre: of the region between the surfaces over the zone
 *   (zone.ts).
 * - Kind: a label of the deepest place (label.ts).
 *
 * This file sets the bounds; meet.ts gathers the points and the zone.
 *
 * Source: Cundall (1988), whose contact points are the corners of the two faces that meet. Departure: here every corner
 * that presses is a point, on all faces, so no point appears or vanishes while it carries load. Volume times normal,
 * applied at the pressure centre, is the resultant of an elastic foundation.
 *
 * `gap` is the gap of the plane, g(n). For the exact plane it is the least gap of the points. For a plane that is not
 * the best one (tracked, published) the gaps of all points may be larger. Over such a plane the shadows may not
 * overlap, or no place may be within the limit. The contact then has one point, midway between the plane's witness
 * points, with the plane's gap and features.
 *
 * Frame: the frame of the plane, which is A's. Any unit normal is accepted. NaN in the pose or the plane gives
 * Status.Invalid. Cost: proportional to the pairs of faces within the limit and their corners; no allocation.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { GAP_ULPS, touchingBand } from '../contact/band';
import type { CommonPlane } from '../contact/common-plane';
import { clearContact, type Contact } from '../contact/contact';
import type { DetectOptions } from '../contact/method';
import { ContactKind, NormalOwner, Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, EPS, FLAT, LEVEL, LIMIT } from './bounds';
import { meetBodies } from './meet';

/**
 * A unit normal along a link of two rounded points has an error of about eps / gap. The ends of a feature then differ
 * in height by that error times the extent. A link for which this is more than 2^-26 (1.5e-8) of the extent is too
 * short to give a normal. The normal is then that of a feature, and the feature is level.
 */
const LEAST_LEVEL = 1 / 67108864;

/**
 * Fills `out` from the common plane of A and B (B posed in A's frame), and returns its status.
 *
 * {@link createContactFor} makes an `out` that is large enough for most pairs. `out.dropped` counts the rows that did
 * not fit. The points that are kept are then chosen as for `options.maxPoints`.
 *
 * @example
 * ```ts
 * exactPlane(plane, a, b, pose, state);
 * planeContact(contact, a, b, pose, plane, createDetectOptions());
 * for (let k = 0; k < contact.count; k++) console.log(contact.points[3 * k], contact.gaps[k]);
 * ```
 */
export function planeContact(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  plane: CommonPlane,
  options: DetectOptions,
): Status {
  if (plane.status === Status.Invalid || !isFinitePose(pose) || !isFinitePlane(plane)) return clearContact(out, Status.Invalid).status;
  const gap = plane.gap;
  beginContact(out, plane);
  const rounding = options.rounding;
  const eps = touchingBand(a, b) + GAP_ULPS * (Math.abs(gap) + rounding);
  const level = rounding + eps;
  const touches = gap <= level;
  if (!(touches || gap <= options.margin)) return out.status;

  const extent = a.radius + b.radius;
  // The largest height difference over the features of the deepest place.
  const flat = gap > eps ? Math.max(2 * eps, Math.min((eps / gap) * extent, LEAST_LEVEL * extent)) : 2 * eps;
  let limit = Math.max(options.margin, gap + flat);
  if (touches) limit = Math.max(limit, level, options.pointMargin);
  contactBounds[EPS] = eps;
  contactBounds[LIMIT] = limit;
  contactBounds[LEVEL] = level;
  contactBounds[FLAT] = flat;
  meetBodies(out, a, b, pose, plane, options);
  return out.status;
}

function isFinitePlane({ gap, normal, point }: CommonPlane): boolean {
  // 0 * x is NaN for NaN and infinities, and NaN stays.
  return 0 * gap + (0 * normal[0] + 0 * normal[1] + 0 * normal[2]) + (0 * point[0] + 0 * point[1] + 0 * point[2]) === 0;
}

/** Writes every field: the values of the plane, and no points. */
function beginContact(out: Contact, plane: CommonPlane): void {
  const { normal, pointA, pointB, centre } = out;
  const { normal: n, point, pointA: p, pointB: q } = plane;
  normal[0] = n[0];
  normal[1] = n[1];
  normal[2] = n[2];
  pointA[0] = p[0];
  pointA[1] = p[1];
  pointA[2] = p[2];
  pointB[0] = q[0];
  pointB[1] = q[1];
  pointB[2] = q[2];
  centre[0] = point[0];
  centre[1] = point[1];
  centre[2] = point[2];
  out.status = plane.status;
  out.kind = ContactKind.None;
  out.gap = plane.gap;
  out.owner = NormalOwner.None;
  out.area = 0;
  out.volume = 0;
  out.featureA = plane.featureA;
  out.featureB = plane.featureB;
  out.count = 0;
  out.rimCount = 0;
  out.dropped = 0;
  out.iterations = plane.iterations;
}
