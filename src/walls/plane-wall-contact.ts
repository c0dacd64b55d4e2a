/**
 * The contact of a body with a plane wall: the same as with a solid whose face is wider than the body.
 *
 * Definition: planeContact's, with the wall as B. Over the wall the gap is the height of the body's surface, and the
 * points are the corners of the body through the wall (or within the limit of it).
 *
 *   normal    from the body to the wall: minus the wall's normal; it is the wall's (owner FaceB)
 *   gap       of the deepest corner; pointA that corner, pointB its foot
 *   kind      VertexFace, EdgeFace or FaceFace: the label of what is within rounding (or options.band) of the deepest
 *             corner
 *   area      of the part of the body's surface through the wall, projected on it; volume of the body behind the wall
 *             where no face of it is undercut, and its centroid
 *   points    midway between the corner and its foot; features: the corner's code, faceFeature(0)
 *
 * Source: the wall routine of BLOKS3D has all corners through the wall as contact points. It takes the point midway
 * between the corner and the wall's stored point as reference, which is wrong off the wall's axis; here the reference
 * is the foot of the corner on the wall.
 *
 * Frame: the body's. Status by the rounding band of {@link wallBand}. A gap above options.margin and above the band is
 * no contact: kind None, no points, the other fields as for a contact. NaN in the plane, or a normal that is not of
 * unit length, gives Status.Invalid. Cost: one scalar product a corner, and the faces within the limit.
 */
import { clearContact, type Contact } from '../contact/contact';
import { faceFeature, vertexFeature } from '../contact/feature';
import type { DetectOptions } from '../contact/method';
import { roundedBand, statusOfGap } from '../contact/rounding';
import { NormalOwner, Status } from '../contact/status';
import { contactBounds, EPS, FLAT, LEVEL, LIMIT } from '../contact-points/bounds';
import { meetWall } from '../contact-points/meet';
import { TOLERANCE_ULPS, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** Largest deviation of the squared length of a unit normal from 1. More is not rounding. */
const UNIT_DRIFT = 1e-3;

/**
 * The rounding band of a body and a wall: |gap| within it is Status.Touching. It is the tolerance of the body, plus 16
 * rounding steps of its radius for the transformation of the wall into its frame (a touching wall is at most the radius
 * away), plus the tolerance of the wall: 0 for a plane, `tolerance` of a mesh.
 */
export function wallBand(shape: ConvexPolyhedron, wallTolerance = 0): number {
  return shape.tolerance + TOLERANCE_ULPS * Number.EPSILON * shape.radius + wallTolerance;
}

/**
 * Fills `out` with the contact of a body and a plane wall, and returns its status.
 *
 * A contact of `shape.vertexCount + 8` rows has room for all points and, mostly, for the rim; `out.dropped` is the
 * number of rows without room.
 *
 * @param plane The wall in the body's frame, length 4: unit normal out of the solid, offset ({@link wallPlane}).
 *
 * @example
 * ```ts
 * const floor = planeWall([0, 0, 1], 0);
 * const out = createContact(rock.vertexCount + 8);
 * const plane = wallPlane(new Float64Array(4), floor, bodies, 0);
 * if (planeWallContact(out, rock, plane, createDetectOptions()) === Status.Overlapping)
 *   for (let k = 0; k < out.count; k++) console.log(out.points[3 * k], out.gaps[k]);
 * toWorld(out, bodies, 0);
 * ```
 */
export function planeWallContact(out: Contact, shape: ConvexPolyhedron, plane: Float64Array, options: DetectOptions): Status {
  const { vertices, vertexCount } = shape;
  const nx = plane[0];
  const ny = plane[1];
  const nz = plane[2];
  const offset = plane[3];
  clearContact(out, Status.Invalid);
  // The comparison is false for NaN.
  if (!(Math.abs(nx * nx + ny * ny + nz * nz - 1) <= UNIT_DRIFT && Math.abs(offset) < Infinity)) return out.status;
  let lowest = 0;
  let gap = Infinity;
  for (let v = 0; v < vertexCount; v++) {
    // h = m . x - offset
    const h = nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2] - offset;
    if (h < gap) {
      gap = h;
      lowest = v;
    }
  }
  const band = wallBand(shape);
  out.status = statusOfGap(gap, band);
  out.gap = gap;
  for (let k = 0; k < 3; k++) {
    const m = plane[k];
    out.normal[k] = 0 - m;
    out.pointA[k] = vertices[3 * lowest + k];
    out.pointB[k] = vertices[3 * lowest + k] - gap * m;
    out.centre[k] = vertices[3 * lowest + k] - 0.5 * gap * m;
  }
  out.owner = NormalOwner.FaceB;
  out.featureA = vertexFeature(lowest);
  out.featureB = faceFeature(0);
  const level = options.rounding + band;
  const touches = gap <= level;
  if (!(touches || gap <= options.margin)) return out.status;

  let limit = Math.max(options.margin, gap + 2 * band);
  if (touches) limit = Math.max(limit, level, options.pointMargin);
  contactBounds[EPS] = band;
  contactBounds[LIMIT] = limit;
  contactBounds[LEVEL] = level;
  contactBounds[FLAT] = 2 * band;
  meetWall(out, shape, lowest, plane, options);
  return out.status;
}

/**
 * Turns the contact of a sharp body with a wall into that of the body swollen by a sphere of radius `rounding`, in
 * place: gaps shrink by the radius, pointA moves out along the normal, points and centre by half as much, because the
 * wall is sharp. `band` is that of {@link wallBand}. The margin of the search must have been at least the radius.
 *
 * @example
 * ```ts
 * const floor = wallPlane(new Float64Array(4), planeWall([0, 0, 1], 0), bodies, 0);
 * planeWallContact(contact, rock, floor, { ...createDetectOptions(), margin: 0.01 });
 * applyWallRounding(contact, 0.01, wallBand(rock));
 * ```
 */
export function applyWallRounding(out: Contact, rounding: number, band: number): Contact {
  if (out.status === Status.Invalid || rounding === 0) return out;
  out.gap -= rounding;
  const rows = out.count + out.rimCount;
  for (let p = 0; p < rows; p++) out.gaps[p] -= rounding;
  for (let k = 0; k < 3; k++) {
    const shift = 0.5 * rounding * out.normal[k];
    out.pointA[k] += 2 * shift;
    out.centre[k] += shift;
    for (let p = 0; p < rows; p++) out.points[3 * p + k] += shift;
  }
  out.status = statusOfGap(out.gap, roundedBand(band, rounding));
  return out;
}
