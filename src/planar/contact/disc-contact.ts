/**
 * The contact of two discs: bodies whose cores are points. It is the contact of a pair with a point for each body
 * (line-contact.ts), written down: one point on the line of centres, named by the two centres, kind VertexVertex. The
 * zone, which is measured on the cores, has no length. Discs with the same centre part along the x axis of A.
 *
 * Frame: the world. Nothing is turned, so a pair costs one square root.
 */
import { vertexFeature } from '../../contact/feature';
import { roundedBand } from '../../contact/rounding';
import { ContactKind, NormalOwner, Status } from '../../contact/status';
import { ROTATION_DRIFT } from '../body/pose-2d';
import type { BodySet2d } from '../body/body-set-2d';
import { clearContact2d, type Contact2d } from './contact-2d';
import type { DetectOptions2d } from './method-2d';

const CENTRE = /* @__PURE__ */ vertexFeature(0);

/** Of bodies i and j, whose shapes are points and whose radii are finite. `shift` as for detect2d. */
export function discContact(
  out: Contact2d,
  { positions, rotations, rounding, shapes, shapeIndex }: BodySet2d,
  i: number,
  j: number,
  shift: Float64Array,
  options: DetectOptions2d,
): Status {
  const radiusA = rounding[i];
  const radiusB = rounding[j];
  const px = positions[2 * i];
  const py = positions[2 * i + 1];
  const dx = positions[2 * j] - px + shift[0];
  const dy = positions[2 * j + 1] - py + shift[1];
  const square = dx * dx + dy * dy;
  const c = rotations[2 * i];
  const s = rotations[2 * i + 1];
  const turnedA = c * c + s * s;
  const turnedB = rotations[2 * j] * rotations[2 * j] + rotations[2 * j + 1] * rotations[2 * j + 1];
  // Written so that NaN fails.
  const isTurn = Math.abs(turnedA - 1) <= ROTATION_DRIFT && Math.abs(turnedB - 1) <= ROTATION_DRIFT;
  if (!(isTurn && square < Infinity && 0 * px + 0 * py === 0)) return clearContact2d(out, Status.Invalid).status;
  const distance = Math.sqrt(square);
  const sum = radiusA + radiusB;
  const gap = distance - sum;
  const band = roundedBand(shapes[shapeIndex[i]].tolerance + shapes[shapeIndex[j]].tolerance, sum);
  const part = distance > 0 ? distance : Math.sqrt(turnedA);
  const nx = (distance > 0 ? dx : c) / part;
  const ny = (distance > 0 ? dy : s) / part;
  const middle = 0.5 * (distance + radiusA - radiusB);
  const isContact = gap <= band || gap <= options.margin;
  out.status = gap > band ? Status.Separated : gap < -band ? Status.Overlapping : Status.Touching;
  out.kind = isContact ? ContactKind.VertexVertex : ContactKind.None;
  out.normal[0] = nx;
  out.normal[1] = ny;
  out.gap = gap;
  out.owner = NormalOwner.None;
  out.length = isContact && options.minLength > 0 ? options.minLength : 0;
  out.area = 0;
  out.centre[0] = px + middle * nx;
  out.centre[1] = py + middle * ny;
  out.pointA[0] = px + radiusA * nx;
  out.pointA[1] = py + radiusA * ny;
  out.pointB[0] = px + (distance - radiusB) * nx;
  out.pointB[1] = py + (distance - radiusB) * ny;
  out.featureA = CENTRE;
  out.featureB = CENTRE;
  out.rimCount = 0;
  out.iterations = 1;
  const room = out.gaps.length;
  out.count = isContact && room > 0 ? 1 : 0;
  out.dropped = isContact && room === 0 ? 1 : 0;
  if (out.count === 0) return out.status;
  out.points[0] = out.centre[0];
  out.points[1] = out.centre[1];
  out.gaps[0] = gap;
  out.shares[0] = 0;
  out.features[0] = CENTRE;
  out.features[1] = CENTRE;
  return out.status;
}
