/**
 * The contact of a body in the plane with a line wall: the contact of a pair (line-contact.ts) with a half-plane in the
 * place of B.
 *
 *   normal    from the body to the wall: minus the wall's normal. It belongs to the wall: owner FaceB
 *   gap       of the deepest corner; pointA that corner, pointB its foot on the wall
 *   points    one for each corner of the border that faces the wall with a gap within the limit, midway between the
 *             corner and its foot; features: the corner's code, edgeFeature(0). The limit is that of pairs:
 *             options.margin, options.pointMargin for a body that touches, and rounding at least
 *   order     counter-clockwise along the border of the body, also of the points that options.maxPoints leaves
 *   zone      length, area, centre, shares and rim of the part of the border below the wall, as for pairs
 *   kind      a label: ParallelEdges where an edge rests on the line to rounding (or to options.band), VertexEdge where
 *             a corner does
 *
 * The border that faces the wall consists of the edges whose normals point to it. A corner of the other border gives no
 * point at any depth.
 *
 * Frame: the body's. Status by the rounding band of {@link lineWallBand}. A gap above options.margin and above the
 * radius and rounding is not a contact: kind None, no points. NaN in the line, or a normal that is not of unit length,
 * gives Status.Invalid; one that has drifted a little from it is made a unit one. Cost: at most one scalar product a
 * corner to find the deepest, and the corners within the limit.
 */
import { edgeFeature, vertexFeature } from '../../contact/feature';
import { roundedBand, statusOfGap } from '../../contact/rounding';
import { ContactKind, NormalOwner, Status } from '../../contact/status';
import { clearContact2d, type Contact2d } from '../contact/contact-2d';
import type { DetectOptions2d } from '../contact/method-2d';
import { writeFacing } from '../method/contact-zone-2d';
import { EPS, LEVEL, POINT_X, POINT_Y, ROUNDING, axes, bounds, extremeCorner, setWallAxes, walkWall } from '../method/facing-borders';
import { setBounds } from '../method/line-contact';
import { TOLERANCE_ULPS, type ConvexPolygon } from '../polygon/convex-polygon';

/** How far the squared length of a unit normal may be from 1; more is no rounding. */
const UNIT_DRIFT = 1e-3;

/** The line with a normal of unit length. */
const unitLine = /* @__PURE__ */ new Float64Array(3);

/**
 * The rounding band of a body and a line wall: what is unknown of the body, and 16 rounding steps of its radius for
 * turning the wall into its frame.
 */
export function lineWallBand(shape: ConvexPolygon): number {
  return shape.tolerance + TOLERANCE_ULPS * Number.EPSILON * shape.radius;
}

/**
 * Fills `out` with the contact of a body and a line wall, and returns its status. createContact2d(shape.vertexCount +
 * 2) has room for all points and both ends of the zone; with less room `out` keeps the points that options.maxPoints
 * would, and `out.dropped` tells how many are missing.
 *
 * @param line The wall in the body's frame, length 3: unit normal out of the solid, offset ({@link wallLine}).
 *
 * @example
 * ```ts
 * const stone = regularPolygon(5);
 * const bodies = createBodySet2d({ shapes: [stone], positions: new Float64Array([0, 0.9]) });
 * const floor = lineWall([0, 1], 0);
 * const out = createContactFor2d(stone, stone);
 * const line = wallLine(new Float64Array(3), floor, bodies, 0);
 * if (lineWallContact(out, stone, line, createDetectOptions2d()) === Status.Overlapping)
 *   for (let k = 0; k < out.count; k++) console.log(out.points[2 * k], out.gaps[k], out.shares[k]);
 * toWorld2d(out, bodies, 0);
 * ```
 */
export function lineWallContact(out: Contact2d, shape: ConvexPolygon, line: Float64Array, options: DetectOptions2d): Status {
  const nx = line[0];
  const ny = line[1];
  const square = nx * nx + ny * ny;
  // Written so that NaN fails.
  if (!(Math.abs(square - 1) <= UNIT_DRIFT && Math.abs(line[2]) < Infinity)) return clearContact2d(out, Status.Invalid).status;
  const unit = 1 / Math.sqrt(square);
  for (let k = 0; k < 3; k++) unitLine[k] = line[k] * unit;
  setWallAxes(unitLine);
  const deepest = extremeCorner(shape, 0);
  const x = shape.vertices[2 * deepest] - axes[POINT_X];
  const y = shape.vertices[2 * deepest + 1] - axes[POINT_Y];
  const gap = unitLine[0] * x + unitLine[1] * y;
  const band = lineWallBand(shape);
  out.status = statusOfGap(gap, band);
  out.gap = gap;
  out.iterations = 0;
  for (let k = 0; k < 2; k++) {
    out.normal[k] = 0 - unitLine[k];
    out.pointA[k] = shape.vertices[2 * deepest + k];
    out.pointB[k] = out.pointA[k] - gap * unitLine[k];
    out.centre[k] = 0.5 * (out.pointA[k] + out.pointB[k]);
  }
  bounds[EPS] = band;
  bounds[LEVEL] = shape.radius;
  setBounds(out, options);
  if (gap <= options.margin || gap <= bounds[ROUNDING] + bounds[EPS]) {
    out.owner = NormalOwner.FaceB;
    walkWall(shape, deepest);
    writeFacing(out, options);
    return out.status;
  }
  out.kind = ContactKind.None;
  out.owner = NormalOwner.None;
  out.length = 0;
  out.area = 0;
  out.featureA = vertexFeature(deepest);
  out.featureB = edgeFeature(0);
  out.count = 0;
  out.rimCount = 0;
  out.dropped = 0;
  return out.status;
}

/**
 * Turns the contact of a sharp body with a wall into that of the body swollen by a disc of radius `rounding`, in place:
 * gaps shrink by the radius, pointA moves out along the normal, points and centre by half of it, to the new middle. The
 * wall is sharp. `band` is that of {@link lineWallBand}; the contact must have been sought with options.rounding and a
 * margin of at least the radius.
 */
export function applyLineWallRounding(out: Contact2d, rounding: number, band: number): Contact2d {
  if (out.status === Status.Invalid || rounding === 0) return out;
  out.gap -= rounding;
  const rows = out.count + out.rimCount;
  for (let k = 0; k < 2; k++) {
    const step = rounding * out.normal[k];
    out.pointA[k] += step;
    out.centre[k] += 0.5 * step;
    for (let p = 0; p < rows; p++) out.points[2 * p + k] += 0.5 * step;
  }
  for (let p = 0; p < rows; p++) out.gaps[p] -= rounding;
  out.status = statusOfGap(out.gap, roundedBand(band, rounding));
  return out;
}
