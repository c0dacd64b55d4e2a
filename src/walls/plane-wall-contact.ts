/**
 * The contact of a body with a plane wall.
 *
 * Every corner of the body through the wall (or within options.margin of it) is a contact point with a gap of its own; there is no plane to search and no
 * separation step. Source: the wall routine of BLOKS3D, with one departure: it takes the point midway between the corner and the wall's stored point as
 * reference, which is off the wall's axis wrong; here it is the foot of the corner on the wall.
 *
 *   normal    from the body to the wall: minus the wall's normal
 *   gap       of the deepest corner; pointA that corner, pointB its foot
 *   kind      by the feature of the body that rests on the plane (resting-feature.ts): VertexFace, EdgeFace, FaceFace
 *   area      of the resting face, projected on the plane; options.minArea where none rests
 *   points    one for each corner through the wall, in ascending order of their numbers; features: the corner's code, faceFeature(0)
 *
 * Frame: the body's. Status by the rounding band of {@link wallBand}. A gap above options.margin and above the band is no contact: kind None, no points, the other
 * fields as for a contact. NaN in the plane, or a normal that is not of unit length, gives Status.Invalid. Cost: one scalar product a corner.
 */
import { clearContact, type Contact } from '../contact/contact';
import { faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { DetectOptions } from '../contact/method';
import { roundedBand, statusOfGap } from '../contact/rounding';
import { ContactKind, Status } from '../contact/status';
import { TOLERANCE_ULPS, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { resting, restingArea, restingFeature } from './resting-feature';

/** How far the squared length of a unit normal may be from 1; more is no rounding. */
const UNIT_DRIFT = 1e-3;

/** Kinds by the dimension of the body's feature, the wall being a face. */
const KINDS = /* @__PURE__ */ new Uint8Array([ContactKind.VertexFace, ContactKind.EdgeFace, ContactKind.FaceFace]);

/**
 * The rounding band of a body and a wall: |gap| within it is Status.Touching. What is unknown of the body, 16 rounding steps of its radius for turning the wall into its frame (a
 * touching wall is no farther off than the radius), and what is unknown of the wall: 0 for a plane, `tolerance` of a mesh.
 */
export function wallBand(shape: ConvexPolyhedron, wallTolerance = 0): number {
  return shape.tolerance + TOLERANCE_ULPS * Number.EPSILON * shape.radius + wallTolerance;
}

/**
 * Fills `out` with the contact of a body and a plane wall, and returns its status.
 *
 * `out.count` is the number of corners through the wall or within the margin, up to all corners of the body; `out` keeps those that fit.
 *
 * @param plane The wall in the body's frame, length 4: unit normal out of the solid, offset ({@link wallPlane}).
 *
 * @example
 * ```ts
 * const floor = planeWall([0, 0, 1], 0);
 * const out = createContact(rock.vertexCount);
 * if (planeWallContact(out, rock, wallPlane(new Float64Array(4), floor, bodies, 0), createDetectOptions()) === Status.Overlapping)
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
  // Written so that NaN fails.
  if (!(Math.abs(nx * nx + ny * ny + nz * nz - 1) <= UNIT_DRIFT && Math.abs(offset) < Infinity))
    return clearContact(out, Status.Invalid).status;
  const band = wallBand(shape);
  const reach = options.margin > band ? options.margin : band;
  const wall = faceFeature(0);
  let lowest = 0;
  let gap = Infinity;
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    const x = vertices[3 * v];
    const y = vertices[3 * v + 1];
    const z = vertices[3 * v + 2];
    const h = nx * x + ny * y + nz * z - offset;
    if (h < gap) {
      gap = h;
      lowest = v;
    }
    if (h <= reach) {
      if (count < out.gaps.length) {
        out.points[3 * count] = x - h * nx;
        out.points[3 * count + 1] = y - h * ny;
        out.points[3 * count + 2] = z - h * nz;
        out.gaps[count] = h;
        out.features[2 * count] = vertexFeature(v);
        out.features[2 * count + 1] = wall;
      }
      count++;
    }
  }
  out.gap = gap;
  out.normal[0] = 0 - nx;
  out.normal[1] = 0 - ny;
  out.normal[2] = 0 - nz;
  for (let k = 0; k < 3; k++) {
    out.pointA[k] = vertices[3 * lowest + k];
    out.pointB[k] = vertices[3 * lowest + k] - gap * plane[k];
  }
  out.featureA = vertexFeature(lowest);
  out.featureB = wall;
  out.count = count;
  out.iterations = 0;
  out.kind = ContactKind.None;
  out.area = 0;
  if (count > 0) {
    resting[0] = nx;
    resting[1] = ny;
    resting[2] = nz;
    resting[3] = band;
    resting[4] = Math.max(band, -0.5 * gap, options.band > 0 ? options.band : 0);
    setRestingKind(out, shape, lowest, options);
  }
  out.status = statusOfGap(gap, band);
  return out.status;
}

/**
 * Turns the contact of a sharp body with a wall into that of the body swollen by a sphere of radius `rounding`, in place: gaps shrink by the radius, pointA moves out along the normal. Points stay
 * on the wall, which is sharp (applyRounding would move them into it). `band` is that of {@link wallBand}; the contact must have been sought with a margin of at least the radius.
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
  for (let k = 0; k < 3; k++) out.pointA[k] += rounding * out.normal[k];
  const stored = Math.min(out.count, out.gaps.length);
  for (let p = 0; p < stored; p++) out.gaps[p] -= rounding;
  out.status = statusOfGap(out.gap, roundedBand(band, rounding));
  return out;
}

/** Kind, feature and area of a contact by the feature of the body that rests on the plane in `resting`. */
export function setRestingKind(out: Contact, shape: ConvexPolyhedron, lowest: number, options: DetectOptions): void {
  out.featureA = restingFeature(shape, lowest);
  const dimension = featureDimension(out.featureA);
  out.kind = KINDS[dimension] as ContactKind;
  if (dimension === 2) out.area = restingArea(shape, featureIndex(out.featureA));
  else out.area = options.minArea > 0 ? options.minArea : 0;
}
