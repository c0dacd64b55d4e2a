/**
 * From a common line to a full contact: which corners or edges meet, the segment that two edges share, and how deep at each point. The twin of planeContact, with its rules
 * (docs/contact-points.md) where the plane has a counterpart to them.
 *
 *   1  The contact feature of each body: of the corners within delta = max(rounding, depth / 2, options.band) of the extreme one along the normal, one is a corner, two are an
 *      edge. Where more are within delta it is the edge to the nearer neighbour; two neighbours level to rounding are taken together or not at all, so the tip of a symmetric
 *      wedge stays a tip. An edge that leans more than 41 degrees (cosine 3/4) to the line is none. The edge that holds the witness point comes first where it is level.
 *   2  Both projected on the line. Two edges share a segment there: its two ends are the contact points, kind ParallelEdges. Where they share no more than a
 *      point (to 2 rounding bands), or where one body has a corner, there is one point.
 *   3  Features and kind are the smallest features that hold all points.
 *   4  The gap of a point is the distance along the normal from A's feature to B's there. It is never below the gap of the line, to rounding.
 *
 * A pair with a gap above options.margin (and above rounding) is no contact: kind None, no points, and the line's features. Any unit normal will do, the best one or not. NaN in
 * pose or line gives Status.Invalid. Frame: that of the line, A's. Cost: the climb to the extreme corner from the line's features.
 */
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../../contact/feature';
import { ContactKind, Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { touchingBand2d, type CommonLine } from '../contact/common-line';
import { clearContact2d, type Contact2d } from '../contact/contact-2d';
import type { DetectOptions2d } from '../contact/method-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';

/** Coordinates of a pair that is `gap` apart carry the rounding of that distance as well: two steps for each body's origin. */
const GAP_ULPS = 4 * Number.EPSILON;

/** A normal from two rounded points is off by eps / gap; links so short that this is more than 2^-26 of the extent give no normal, and it is then an edge's. */
const LEAST_LEVEL = 2 ** -26;

/** Least cosine of the lean of a contact edge. */
const LEAST_COSINE = 0.75;

/** Rounding (0), depth of the contact zone (1), what an edge may be out of level by if the line names it (2). */
const bands = /* @__PURE__ */ new Float64Array(3);
/** For A, then B: normal (0, 1) and tangent (2, 3) in the body's frame, the line's point there (4, 5). The tangent is the normal turned left. */
const axes = /* @__PURE__ */ new Float64Array(12);
/** For A, then B: the ends of the feature on the line, place and height over it (0, 1; 2, 3), the first end being that of the smaller place. */
const ends = /* @__PURE__ */ new Float64Array(8);
/** Corners at these ends. */
const endCorner = /* @__PURE__ */ new Int32Array(4);
/** Of a contact point: its place on A's feature and on B's (0, 1), and their heights there (2, 3). Doubles that go to a function that is not inlined are allocated. */
const spot = /* @__PURE__ */ new Float64Array(4);

/**
 * Fills `out` from the common line of A and B (B posed in A's frame) and returns its status. `options.margin` admits contacts that are still apart,
 * `options.band` widens the contact zone, `options.minLength` is the length of contacts at a point.
 *
 * @example
 * ```ts
 * exactLine(line, a, b, pose);
 * lineContact(contact, a, b, pose, line, createDetectOptions2d());
 * for (let k = 0; k < contact.count; k++) console.log(contact.points[2 * k], contact.gaps[k]);
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
  const eps = touchingBand2d(a, b) + GAP_ULPS * Math.abs(gap);
  if (!(gap <= options.margin || gap <= eps)) {
    out.kind = ContactKind.None;
    out.length = 0;
    out.featureA = line.featureA;
    out.featureB = line.featureB;
    out.count = 0;
    return out.status;
  }
  bands[0] = eps;
  bands[1] = Math.max(eps, -0.5 * gap, options.band > 0 ? options.band : 0);
  const extent = a.radius + b.radius;
  bands[2] = gap > eps ? Math.min(eps + (eps / gap) * extent, LEAST_LEVEL * extent) : eps;
  setAxes(pose, line);
  const featureA = contactFeature(a, 0, line.featureA);
  const featureB = contactFeature(b, 1, line.featureB);
  placeEnds(a, 0, featureA);
  placeEnds(b, 1, featureB);
  writePoints(out, line, featureA, featureB);
  if (out.count === 1) out.length = options.minLength > 0 ? options.minLength : 0;
  return out.status;
}

function isFiniteLine(line: CommonLine): boolean {
  // 0 * x is NaN for NaN and infinities, and NaN stays.
  let sum = 0 * line.gap;
  for (let k = 0; k < 2; k++) sum += 0 * line.normal[k] + 0 * line.point[k];
  return sum === 0;
}

function setAxes(pose: Pose2d, line: CommonLine): void {
  const c = pose[0];
  const s = pose[1];
  const nx = line.normal[0];
  const ny = line.normal[1];
  const px = line.point[0];
  const py = line.point[1];
  axes[0] = nx;
  axes[1] = ny;
  axes[4] = px;
  axes[5] = py;
  axes[6] = c * nx + s * ny;
  axes[7] = c * ny - s * nx;
  axes[10] = c * (px - pose[2]) + s * (py - pose[3]);
  axes[11] = c * (py - pose[3]) - s * (px - pose[2]);
  axes[2] = -axes[1];
  axes[3] = axes[0];
  axes[8] = -axes[7];
  axes[9] = axes[6];
}

/** Feature code of the contact feature of A (side 0) or B (1). `hint` is a feature of the body, best the one that holds the witness point. */
function contactFeature(shape: ConvexPolygon, side: 0 | 1, hint: number): number {
  const { vertices, vertexCount: n } = shape;
  // Up is towards the other body.
  const up = 1 - 2 * side;
  const nx = up * axes[6 * side];
  const ny = up * axes[6 * side + 1];
  const known = featureIndex(hint);
  const isKnown = known >= 0 && known < n;
  if (isKnown && featureDimension(hint) === 1) {
    const next = known + 1 < n ? known + 1 : 0;
    const rise = nx * (vertices[2 * next] - vertices[2 * known]) + ny * (vertices[2 * next + 1] - vertices[2 * known + 1]);
    if (Math.abs(rise) <= bands[2] && isFlat(shape, side, known)) return hint;
  }
  // A scan finds the top; level with it to rounding, the corner of the hint stays.
  let top = 0;
  let height = -Infinity;
  for (let v = 0; v < n; v++) {
    const h = nx * vertices[2 * v] + ny * vertices[2 * v + 1];
    if (h > height) {
      height = h;
      top = v;
    }
  }
  if (isKnown && nx * vertices[2 * known] + ny * vertices[2 * known + 1] >= height - bands[0]) top = known;
  const high = nx * vertices[2 * top] + ny * vertices[2 * top + 1];
  const after = top + 1 < n ? top + 1 : 0;
  const before = top > 0 ? top - 1 : n - 1;
  const downAfter = high - nx * vertices[2 * after] - ny * vertices[2 * after + 1];
  const downBefore = high - nx * vertices[2 * before] - ny * vertices[2 * before + 1];
  const near = Math.min(downAfter, downBefore);
  if (!(near <= bands[1])) return vertexFeature(top);
  // Level neighbours: both are in or both are out, and three corners are no edge. At the top itself rounding may not tell, and any edge will do.
  if (Math.abs(downAfter - downBefore) <= bands[0] && near > bands[0]) return vertexFeature(top);
  const first = downAfter < downBefore ? top : before;
  if (isFlat(shape, side, first)) return edgeFeature(first);
  return vertexFeature(top);
}

function isFlat({ normals }: ConvexPolygon, side: 0 | 1, edge: number): boolean {
  const cosine = axes[6 * side] * normals[2 * edge] + axes[6 * side + 1] * normals[2 * edge + 1];
  return (side === 0 ? cosine : -cosine) >= LEAST_COSINE;
}

/** The ends of a feature on the line. */
function placeEnds(shape: ConvexPolygon, side: 0 | 1, feature: number): void {
  const k = featureIndex(feature);
  let first = k;
  let last = k;
  if (featureDimension(feature) === 1) {
    // A's border runs along the tangent where it faces B, B's against it.
    const next = k + 1 < shape.vertexCount ? k + 1 : 0;
    if (side === 0) last = next;
    else first = next;
  }
  placeEnd(shape, side, 0, first);
  placeEnd(shape, side, 1, last);
}

function placeEnd({ vertices }: ConvexPolygon, side: number, end: number, v: number): void {
  const o = 6 * side;
  const x = vertices[2 * v] - axes[o + 4];
  const y = vertices[2 * v + 1] - axes[o + 5];
  ends[4 * side + 2 * end] = axes[o + 2] * x + axes[o + 3] * y;
  ends[4 * side + 2 * end + 1] = axes[o] * x + axes[o + 1] * y;
  endCorner[2 * side + end] = v;
}

function writePoints(out: Contact2d, line: CommonLine, featureA: number, featureB: number): void {
  const eps = bands[0];
  const low = Math.max(ends[0], ends[4]);
  const high = Math.min(ends[2], ends[6]);
  if (high - low > 2 * eps) {
    out.count = 2;
    out.kind = ContactKind.ParallelEdges;
    out.length = high - low;
    out.featureA = featureA;
    out.featureB = featureB;
    spot[0] = spot[1] = low;
    writePoint(out, line, 0, featureA, featureB);
    spot[0] = spot[1] = high;
    writePoint(out, line, 1, featureA, featureB);
    return;
  }
  // One point; beside each other (a line that is not the best one) midway between the nearest ends.
  const apart = low > high;
  spot[0] = apart ? (ends[0] > ends[4] ? ends[0] : ends[2]) : 0.5 * (low + high);
  spot[1] = apart ? (ends[0] > ends[4] ? ends[6] : ends[4]) : spot[0];
  out.count = 1;
  writePoint(out, line, 0, featureA, featureB);
  out.featureA = out.features[0];
  out.featureB = out.features[1];
  const dimensions = featureDimension(out.featureA) + featureDimension(out.featureB);
  out.kind = dimensions === 0 ? ContactKind.VertexVertex : ContactKind.VertexEdge;
  out.length = 0;
}

/** Point k, at its places on A's feature and B's; where a corner is within two bands of it, the corner makes it. */
function writePoint(out: Contact2d, line: CommonLine, k: number, featureA: number, featureB: number): void {
  const place = 0.5 * (spot[0] + spot[1]);
  findHeight(0);
  findHeight(1);
  out.points[2 * k] = line.point[0] + place * axes[2];
  out.points[2 * k + 1] = line.point[1] + place * axes[3];
  out.gaps[k] = spot[3] - spot[2];
  out.features[2 * k] = nameAt(0, featureA);
  out.features[2 * k + 1] = nameAt(1, featureB);
}

function nameAt(side: number, feature: number): number {
  const o = 4 * side;
  if (Math.abs(spot[side] - ends[o]) <= 2 * bands[0]) return vertexFeature(endCorner[2 * side]);
  if (Math.abs(spot[side] - ends[o + 2]) <= 2 * bands[0]) return vertexFeature(endCorner[2 * side + 1]);
  return feature;
}

/** Height of A's (0) or B's (1) feature over the line at the spot. */
function findHeight(side: number): void {
  const o = 4 * side;
  const width = ends[o + 2] - ends[o];
  const rise = width > 0 ? ((ends[o + 3] - ends[o + 1]) * (spot[side] - ends[o])) / width : 0;
  spot[2 + side] = ends[o + 1] + rise;
}
