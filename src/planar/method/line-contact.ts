/**
 * From a common line to a full contact in the plane: the corners and edges that meet, the gap at each point, and the
 * zone in which they press. The twin of planeContact.
 *
 *   points   every corner of A under B and of B over A with a gap within the limit (facing-borders.ts). The limit is
 *            options.margin; for a pair that touches options.pointMargin, if that is more; and the rounding of a touch
 *            at least. Each point lies midway between the two borders, its gap is the distance between them there along
 *            the normal, and its name is the corner and the edge that it is over, or two corners. A pair in contact has
 *            one point at least
 *   order    ascending along the tangent, the normal turned left: counter-clockwise along the border of A. The same for
 *            the points that options.maxPoints leaves
 *   zone     length, area, centre, shares and rim of the part that presses (contact-zone-2d.ts)
 *   owner    FaceA where an edge of A is level to rounding, else FaceB where one of B is, else None
 *   kind     a label of the features at the deepest place, which no force depends on
 *
 * The gap of the contact is that of the line, g(n). For the best line it is the least gap of the points. For another
 * line (tracked, published, by small tilts) the highest place of A and the lowest place of B need not face each other.
 * The least gap of the points can then be larger than g(n), and positive although g(n) is not. Then the bodies are
 * apart, and the point carries no load. If the shadows of the bodies on such a line do not overlap, there is one point,
 * midway between the nearest ends, and no zone.
 *
 * A pair with a gap above options.margin (and above the radii and rounding) is not a contact: kind None, no points, and
 * the line's features. Any unit normal is allowed. NaN in pose or line gives Status.Invalid. Frame: that of the line,
 * A's. Cost: the corners within the limit, from the line's features on.
 */
import { GAP_ULPS } from '../../contact/band';
import { ContactKind, NormalOwner, Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { touchingBand2d, type CommonLine } from '../contact/common-line';
import { clearContact2d, type Contact2d } from '../contact/contact-2d';
import type { DetectOptions2d } from '../contact/method-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { writeFacing } from './contact-zone-2d';
import { EPS, LEVEL, LIMIT, ROUNDING, bounds, isLevel, setAxes, walkBorders } from './facing-borders';

/**
 * A normal from two rounded points has an error of eps / gap. A link for which this is more than 2^-26 of the extent is
 * too short to give a normal: then the normal is that of an edge.
 */
const LEAST_LEVEL = 2 ** -26;

/**
 * Fills `out` from the common line of A and B (B posed in A's frame) and returns its status. `options.margin` admits
 * contacts that are still apart, `options.pointMargin` lists points beyond the margin for pairs that touch,
 * `options.rounding` is the sum of the radii, which is subtracted from the gaps later, `options.minLength` is the least
 * length of a contact. {@link createContactFor2d} has room for all points. With less room `out` has the points that
 * options.maxPoints would choose, and `out.dropped` is the number of missing ones.
 *
 * @example
 * ```ts
 * exactLine(line, a, b, pose);
 * lineContact(contact, a, b, pose, line, createDetectOptions2d());
 * for (let k = 0; k < contact.count; k++) console.log(contact.points[2 * k], contact.gaps[k], contact.shares[k]);
 * ```
 */
export function lineContact(
  out: Contact2d,
  a: ConvexPolygon,
  b: ConvexPolygon,
  pose: Pose2d,
  line: CommonLine,
  options: DetectOptions2d,
): Status {
  if (line.status === Status.Invalid || !isFinitePose2d(pose) || !isFiniteLine(line)) return clearContact2d(out, Status.Invalid).status;
  const gap = line.gap;
  out.status = line.status;
  out.gap = gap;
  out.iterations = line.iterations;
  for (let k = 0; k < 2; k++) {
    out.normal[k] = line.normal[k];
    out.pointA[k] = line.pointA[k];
    out.pointB[k] = line.pointB[k];
  }
  bounds[EPS] = touchingBand2d(a, b);
  bounds[LEVEL] = a.radius + b.radius;
  setBounds(out, options);
  if (!(gap <= options.margin || gap <= bounds[ROUNDING] + bounds[EPS])) {
    writeNone(out, line);
    return out.status;
  }
  setAxes(pose, line.normal, line.point);
  walkBorders(a, b, out, line.featureA, line.featureB);
  writeOwner(out);
  writeFacing(out, options);
  return out.status;
}

/**
 * Sets `bounds` from the gap of `out`. Before the call bounds[EPS] is the rounding band of the pair, and bounds[LEVEL]
 * is the size of both bodies together.
 */
export function setBounds({ gap }: Contact2d, options: DetectOptions2d): void {
  const extent = bounds[LEVEL];
  const eps = bounds[EPS] + GAP_ULPS * Math.abs(gap);
  const rounding = options.rounding > 0 ? options.rounding : 0;
  let limit = rounding + eps;
  if (options.margin > limit) limit = options.margin;
  if (options.pointMargin > limit && gap <= rounding + eps) limit = options.pointMargin;
  bounds[EPS] = eps;
  bounds[LEVEL] = gap > eps ? Math.max(eps, Math.min(eps + (eps / gap) * extent, LEAST_LEVEL * extent)) : eps;
  bounds[LIMIT] = limit;
  bounds[ROUNDING] = rounding;
}

/**
 * Call it after the walk. An edge that is level to rounding has priority over an edge that is level only within the
 * error of a normal from two points.
 */
export function writeOwner(out: Contact2d): void {
  if (isLevel(0, EPS)) out.owner = NormalOwner.FaceA;
  else if (isLevel(1, EPS)) out.owner = NormalOwner.FaceB;
  else if (bounds[LEVEL] > bounds[EPS] && isLevel(0, LEVEL)) out.owner = NormalOwner.FaceA;
  else if (bounds[LEVEL] > bounds[EPS] && isLevel(1, LEVEL)) out.owner = NormalOwner.FaceB;
  else out.owner = NormalOwner.None;
}

function writeNone(out: Contact2d, line: CommonLine): void {
  out.kind = ContactKind.None;
  out.owner = NormalOwner.None;
  out.length = 0;
  out.area = 0;
  out.centre[0] = line.point[0];
  out.centre[1] = line.point[1];
  out.featureA = line.featureA;
  out.featureB = line.featureB;
  out.count = 0;
  out.rimCount = 0;
  out.dropped = 0;
}

function isFiniteLine(line: CommonLine): boolean {
  // 0 * x is NaN for NaN and infinities, and NaN stays.
  let sum = 0 * line.gap;
  for (let k = 0; k < 2; k++) sum += 0 * line.normal[k] + 0 * line.point[k];
  return sum === 0;
}
