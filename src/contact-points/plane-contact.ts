/**
 * From a common plane to a full contact: the points where the bodies press, how deep and over which area, and what a
 * force law needs of it.
 *
 * With n the unit normal from A to B and u a place in the plane, let a(u) be the height of A's surface over u and b(u)
 * that of B's: A's is concave and B's is convex, each linear over a face. Then
 *
 *     gap(u) = b(u) - a(u)        convex and piecewise linear on the shadow that both share
 *     Z(t) = { u : gap(u) <= t }  convex
 *
 *   points    corners of this subdivision with gap <= limit: a corner of B over a face of A, a corner of A under a face
 *   of B, an edge of A over an edge of B; corner on corner within rounding is
 *             one. limit: options.margin, or options.pointMargin if that is more and the bodies touch; at least what is
 *             level with the deepest place.
 *   area      of the contact zone Z(eps); volume and pressure centre: of what lies between the surfaces over it
 *   (zone.ts)
 *   kind      a label of the deepest place (label.ts)
 *
 * The bounds are taken here; meet.ts gathers the points and the zone.
 *
 * Source: the contact points of Cundall's common plane (1988) are the corners of the two faces that meet; here all
 * corners that press are points, on all faces, so that nothing appears or vanishes while it carries load. Volume times
 * normal at the pressure centre is the resultant of an elastic foundation.
 *
 * `gap` stays that of the plane, g(n): for the exact plane it is the least gap of the points; for a plane that is not
 * the best one (tracked, published) points may all lie higher. Where the shadows of such a plane miss each other, or
 * nothing of them is within the limit, one point is left, midway between the plane's witness points, with the plane's
 * gap and features.
 *
 * Frame: that of the plane, A's. Any unit normal will do. NaN anywhere in pose or plane gives Status.Invalid. Cost:
 * pairs of faces within the limit, and the corners of each; no allocation.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { touchingBand } from '../contact/band';
import type { CommonPlane } from '../contact/common-plane';
import { clearContact, type Contact } from '../contact/contact';
import type { DetectOptions } from '../contact/method';
import { ContactKind, NormalOwner, Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, EPS, FLAT, LEVEL, LIMIT } from './bounds';
import { meetBodies } from './meet';

/**
 * Coordinates of a pair that is `gap` apart carry the rounding of that distance as well: two steps for each body's
 * origin.
 */
const GAP_ULPS = 4 * Number.EPSILON;

/**
 * A unit normal along a link of two rounded points is off by about eps / gap, and the ends of a feature out of level by
 * that times the extent. Links so short that this is more than 2^-26 (1.5e-8) of the extent give no normal; it is then
 * one of a feature, and level.
 */
const LEAST_LEVEL = 1 / 67108864;

/**
 * Fills `out` from the common plane of A and B (B posed in A's frame), and returns its status.
 *
 * {@link createContactFor} makes an `out` with room for what two bodies usually have; `out.dropped` counts what found
 * no room, and the points kept are then chosen as by `options.maxPoints`.
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
  // What the features that hold the deepest place may be out of level.
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

/** Writes every field: those that the plane knows, and no points. */
function beginContact(out: Contact, plane: CommonPlane): void {
  const { normal, pointA, pointB, centre } = out;
  for (let k = 0; k < 3; k++) {
    normal[k] = plane.normal[k];
    pointA[k] = plane.pointA[k];
    pointB[k] = plane.pointB[k];
    centre[k] = plane.point[k];
  }
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
