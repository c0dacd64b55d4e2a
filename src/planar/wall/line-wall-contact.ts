/**
 * The contact of a body in the plane with a line wall, by the rules of planeWallContact in space.
 *
 * Every corner of the body through the wall (or within options.margin of it) is a contact point with a gap of its own, its point the foot of the corner on the wall.
 *
 *   normal    from the body to the wall: minus the wall's normal
 *   gap       of the deepest corner; pointA that corner, pointB its foot
 *   kind      ParallelEdges where an edge of the body rests on the line, VertexEdge where a corner does. The edge goes from the lowest corner to its lower neighbour, if that is within
 *             delta = max(rounding, depth / 2, options.band) of it. Neighbours level to rounding come together or not at all, and an edge that leans more than 41 degrees (cosine 3/4) does
 *             not rest: rules 1 of line-contact.ts
 *   length    of the resting edge, projected on the line; options.minLength where none rests
 *   points    one for each corner through the wall, in ascending order of their numbers; features: the corner's code, edgeFeature(0)
 *
 * Frame: the body's. Status by the rounding band of {@link lineWallBand}. A gap above options.margin and above the band is no contact: kind None, no points. NaN in the line, or a normal
 * that is not of unit length, gives Status.Invalid. Cost: one scalar product a corner.
 */
import { edgeFeature, vertexFeature } from '../../contact/feature';
import { roundedBand, statusOfGap } from '../../contact/rounding';
import { ContactKind, Status } from '../../contact/status';
import { clearContact2d, type Contact2d } from '../contact/contact-2d';
import type { DetectOptions2d } from '../contact/method-2d';
import { TOLERANCE_ULPS, type ConvexPolygon } from '../polygon/convex-polygon';

/** How far the squared length of a unit normal may be from 1; more is no rounding. */
const UNIT_DRIFT = 1e-3;

/** Least cosine of the lean of a resting edge. */
const LEAST_COSINE = 0.75;

/** The rounding band of a body and a line wall: what is unknown of the body, and 16 rounding steps of its radius for turning the wall into its frame. */
export function lineWallBand(shape: ConvexPolygon): number {
  return shape.tolerance + TOLERANCE_ULPS * Number.EPSILON * shape.radius;
}

/**
 * Fills `out` with the contact of a body and a line wall, and returns its status. `out.count` is the number of corners through the wall or within the margin; `out` keeps those that
 * fit: createContact2d(shape.vertexCount) has room for all.
 *
 * @param line The wall in the body's frame, length 3: unit normal out of the solid, offset ({@link wallLine}).
 *
 * @example
 * ```ts
 * const stone = regularPolygon(5);
 * const bodies = createBodySet2d({ shapes: [stone], positions: new Float64Array([0, 0.9]) });
 * const floor = lineWall([0, 1], 0);
 * const out = createContact2d(stone.vertexCount);
 * if (lineWallContact(out, stone, wallLine(new Float64Array(3), floor, bodies, 0), createDetectOptions2d()) === Status.Overlapping)
 *   for (let k = 0; k < out.count; k++) console.log(out.points[2 * k], out.gaps[k]);
 * toWorld2d(out, bodies, 0);
 * ```
 */
export function lineWallContact(out: Contact2d, shape: ConvexPolygon, line: Float64Array, options: DetectOptions2d): Status {
  const { vertices, vertexCount } = shape;
  const nx = line[0];
  const ny = line[1];
  const offset = line[2];
  // Written so that NaN fails.
  if (!(Math.abs(nx * nx + ny * ny - 1) <= UNIT_DRIFT && Math.abs(offset) < Infinity)) return clearContact2d(out, Status.Invalid).status;
  const band = lineWallBand(shape);
  const reach = options.margin > band ? options.margin : band;
  const wall = edgeFeature(0);
  let lowest = 0;
  let gap = Infinity;
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    const x = vertices[2 * v];
    const y = vertices[2 * v + 1];
    const h = nx * x + ny * y - offset;
    if (h < gap) {
      gap = h;
      lowest = v;
    }
    if (h <= reach) {
      if (count < out.gaps.length) {
        out.points[2 * count] = x - h * nx;
        out.points[2 * count + 1] = y - h * ny;
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
  for (let k = 0; k < 2; k++) {
    out.pointA[k] = vertices[2 * lowest + k];
    out.pointB[k] = vertices[2 * lowest + k] - gap * line[k];
  }
  out.featureA = vertexFeature(lowest);
  out.featureB = wall;
  out.count = count;
  out.iterations = 0;
  out.kind = ContactKind.None;
  out.length = 0;
  if (count > 0) setResting(out, shape, nx, ny, lowest, band, options);
  out.status = statusOfGap(gap, band);
  return out.status;
}

/** Kind, feature and length by what rests on the line. */
function setResting(
  out: Contact2d,
  { vertices, normals, vertexCount: n }: ConvexPolygon,
  nx: number,
  ny: number,
  lowest: number,
  band: number,
  options: DetectOptions2d,
): void {
  const after = lowest + 1 < n ? lowest + 1 : 0;
  const before = lowest > 0 ? lowest - 1 : n - 1;
  const x = vertices[2 * lowest];
  const y = vertices[2 * lowest + 1];
  const riseAfter = nx * (vertices[2 * after] - x) + ny * (vertices[2 * after + 1] - y);
  const riseBefore = nx * (vertices[2 * before] - x) + ny * (vertices[2 * before + 1] - y);
  const near = Math.min(riseAfter, riseBefore);
  const edge = riseAfter < riseBefore ? lowest : before;
  const isTip = Math.abs(riseAfter - riseBefore) <= band && near > band;
  const isFlat = -(nx * normals[2 * edge] + ny * normals[2 * edge + 1]) >= LEAST_COSINE;
  out.kind = ContactKind.VertexEdge;
  out.length = options.minLength > 0 ? options.minLength : 0;
  if (!(near <= Math.max(band, -0.5 * out.gap, options.band > 0 ? options.band : 0)) || isTip || !isFlat) return;
  const end = edge === lowest ? after : before;
  out.kind = ContactKind.ParallelEdges;
  out.featureA = edgeFeature(edge);
  out.length = Math.abs(nx * (vertices[2 * end + 1] - y) - ny * (vertices[2 * end] - x));
}

/**
 * Turns the contact of a sharp body with a wall into that of the body swollen by a disc of radius `rounding`, in place: gaps shrink by the radius, pointA moves out along the normal. Points
 * stay on the wall, which is sharp. `band` is that of {@link lineWallBand}; the contact must have been sought with a margin of at least the radius.
 */
export function applyLineWallRounding(out: Contact2d, rounding: number, band: number): Contact2d {
  if (out.status === Status.Invalid || rounding === 0) return out;
  out.gap -= rounding;
  for (let k = 0; k < 2; k++) out.pointA[k] += rounding * out.normal[k];
  for (let p = 0; p < out.count && p < out.gaps.length; p++) out.gaps[p] -= rounding;
  out.status = statusOfGap(out.gap, roundedBand(band, rounding));
  return out;
}
