/**
 * The contact points of two features projected on a common plane: polygon, segment or point against the same, in plane coordinates.
 *
 * Source: convex clipping of Sutherland and Hodgman (1974), made robust: a corner within `eps` of a clip line lies on the line, and no crossing is
 * ever computed for a side that does not leave the line by more than eps at both ends. So flush, shifted and almost flush features give the same corners
 * whatever the last bits are, and a crossing is always an interpolation between two points on either side.
 *
 * Every point knows the features that made it, one of A and one of B: (vertex, face) a corner inside the other's face, (edge, edge) a crossing, (vertex, edge)
 * and (vertex, vertex) corners that lie on an edge or a corner of the other. That is its key from step to step. Points closer than 2 eps (each of
 * two is known to eps) are one point, of the lower features of both.
 *
 * Edges against edges are parallel when their directions are within 1 degree (paper 001, section 2.2.2) and they stay within the contact zone `delta` of each other
 * where they run side by side: two points then, the ends of that stretch, midway between them; otherwise one, the crossing.
 *
 * Where projections do not meet (corner against corner, a rounding step apart, or a plane that is not the best one) the answer is the
 * middle of the shortest line between them.
 *
 * Cost: O(p q) for p and q corners. Polygons are counter-clockwise seen from the tip of the plane's normal, so are the points.
 */
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { bands } from './contact-feature';
import { planeAxes } from './plane-coordinates';

/** Corners of the feature of A from row 0, of B from row MAX_VERTICES; the code of the vertex, and of the edge to the following corner. */
const cornerX = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
const cornerY = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
const cornerCode = /* @__PURE__ */ new Int32Array(2 * MAX_VERTICES);
const sideCode = /* @__PURE__ */ new Int32Array(2 * MAX_VERTICES);

/** Most contact points: each clip line adds one corner at most. */
const CAPACITY = 2 * MAX_VERTICES;

/** The polygon being clipped, a ring of linked corners: p to begin with, and two new ones for each clip line at most (one a side and one a corner). */
const RING = 5 * MAX_VERTICES;
const ringX = /* @__PURE__ */ new Float64Array(RING);
const ringY = /* @__PURE__ */ new Float64Array(RING);
const ringNext = /* @__PURE__ */ new Int32Array(RING);
const ringBack = /* @__PURE__ */ new Int32Array(RING);
/** Features that made the corner: of the clipped body, and of the clipping one. */
const ringOwn = /* @__PURE__ */ new Int32Array(RING);
const ringOther = /* @__PURE__ */ new Int32Array(RING);
/** What the side after the corner lies on: an edge code of the clipped body, or ~j for clip line j (see clipByLine). */
const ringLine = /* @__PURE__ */ new Int32Array(RING);
/** Twice the area that the clip line's side spans with the corner: > 0 inside. Of the corners that the line looks at. */
const ringSide = /* @__PURE__ */ new Float64Array(RING);
/** The corner to start from for the next line (0), number of corners ever made (1). */
const ringState = /* @__PURE__ */ new Int32Array(2);

/** The contact points. */
export const pointX = /* @__PURE__ */ new Float64Array(CAPACITY);
export const pointY = /* @__PURE__ */ new Float64Array(CAPACITY);
/** Feature of A, feature of B. */
export const pointCode = /* @__PURE__ */ new Int32Array(2 * CAPACITY);
/** What the side after the point lies on, as in ringLine. */
const pointLine = /* @__PURE__ */ new Int32Array(CAPACITY);
/** Of the first two points: half the way from where A's feature is to where B's is, x and y. Zero for points that are on both. */
export const pointApart = /* @__PURE__ */ new Float64Array(4);
/** Area of the polygon of the points (0). */
export const polygonArea = /* @__PURE__ */ new Float64Array(1);
/** Where two points came from a polygon: the body (0) and the edge (1) that its longest side lies on. */
export const longestSide = /* @__PURE__ */ new Int32Array(2);

/** The clip line: its starting point (0, 1), direction (2, 3) and eps times the direction's length (4). */
const clipLine = /* @__PURE__ */ new Float64Array(5);
/**
 * Cosine of the turn above which a corner of the clipping polygon is sharp (its angle below 30 degrees) and cut straight as well: what is within eps
 * of both its sides may lie eps / sin(angle / 2) beyond it, without bound for a sliver. So it is less than 4 eps anywhere.
 */
const SHARP_COSINE = -0.866;

/** Sine of 1 degree. */
const PARALLEL_SINE = 0.0174524064372835;

/**
 * Puts the corners of a feature of A (side 0) or B (side 1) where the functions below take them; returns their number. Corners of a face that
 * coincide to rounding are one: the direction of a side as short as that is noise.
 */
export function loadFeature(shape: ConvexPolyhedron, side: number, feature: number): number {
  const { vertices, halfEdgeNext, halfEdgeOrigin } = shape;
  const o = 12 * side;
  const xx = planeAxes[o];
  const xy = planeAxes[o + 1];
  const xz = planeAxes[o + 2];
  const yx = planeAxes[o + 3];
  const yy = planeAxes[o + 4];
  const yz = planeAxes[o + 5];
  const x0 = planeAxes[o + 9];
  const y0 = planeAxes[o + 10];
  const row = side * MAX_VERTICES;
  const index = featureIndex(feature);
  const dimension = featureDimension(feature);
  // A vertex and an edge are loops too: of one corner, and of the edge's two half-edges.
  const first = dimension === 0 ? shape.vertexHalfEdge[index] : dimension === 1 ? 2 * index : shape.faceHalfEdge[index];
  const most = dimension === 0 ? 1 : dimension === 1 ? 2 : shape.vertexCount;
  let count = 0;
  let h = first;
  while (count < most) {
    const v = halfEdgeOrigin[h];
    const x = vertices[3 * v];
    const y = vertices[3 * v + 1];
    const z = vertices[3 * v + 2];
    const px = xx * x + xy * y + xz * z + x0;
    const py = yx * x + yy * y + yz * z + y0;
    if (dimension === 2 && count > 0 && isAt(px, py, row + count - 1)) {
      sideCode[row + count - 1] = edgeFeature(h >> 1);
    } else {
      const r = row + count++;
      cornerX[r] = px;
      cornerY[r] = py;
      cornerCode[r] = vertexFeature(v);
      sideCode[r] = edgeFeature(h >> 1);
    }
    h = dimension === 1 ? h ^ 1 : halfEdgeNext[h];
    if (h === first) break;
  }
  if (dimension === 2) {
    while (count > 1 && isAt(cornerX[row], cornerY[row], row + count - 1)) count--;
    if (side === 1) reverse(row, count);
  }
  return count;
}

/** A face of B is seen from inside: turned round. The side after a corner is then the one that came before it. */
function reverse(row: number, count: number): void {
  for (let i = row, j = row + count - 1; i < j; i++, j--) {
    const x = cornerX[i];
    const y = cornerY[i];
    const code = cornerCode[i];
    cornerX[i] = cornerX[j];
    cornerY[i] = cornerY[j];
    cornerCode[i] = cornerCode[j];
    cornerX[j] = x;
    cornerY[j] = y;
    cornerCode[j] = code;
  }
  for (let i = row, j = row + count - 2; i < j; i++, j--) {
    const code = sideCode[i];
    sideCode[i] = sideCode[j];
    sideCode[j] = code;
  }
}

/**
 * Clips the feature of body `side` (p corners, code `own`) by the face of the other body (q corners); returns the number of points, 0 when they do not meet.
 *
 * Clip lines turn counter-clockwise and with them the corner farthest outside, so it is found by walking on from that of the line before, and all that a line
 * cuts off lies around it: each corner is looked at a few times altogether.
 */
export function clipByFace(side: number, p: number, q: number, own: number, face: number): number {
  const subject = side * MAX_VERTICES;
  const clip = MAX_VERTICES - subject;
  for (let k = 0; k < p; k++) {
    ringX[k] = cornerX[subject + k];
    ringY[k] = cornerY[subject + k];
    ringNext[k] = k + 1;
    ringBack[k] = k - 1;
    ringOwn[k] = cornerCode[subject + k];
    ringOther[k] = face;
    ringLine[k] = sideCode[subject + k];
  }
  ringNext[p - 1] = 0;
  ringBack[0] = p - 1;
  ringState[1] = p;
  let ex = cornerX[clip + 1] - cornerX[clip];
  let ey = cornerY[clip + 1] - cornerY[clip];
  let length = Math.sqrt(ex * ex + ey * ey);
  // For the first line all corners are tried.
  let least = Infinity;
  let outermost = 0;
  for (let k = 0; k < p; k++) {
    const s = ex * ringY[k] - ey * ringX[k];
    if (s < least) {
      least = s;
      outermost = k;
    }
  }
  ringState[0] = outermost;
  for (let j = 0; j < q; j++) {
    const j1 = j + 1 < q ? j + 1 : 0;
    const j2 = j1 + 1 < q ? j1 + 1 : 0;
    setClipLine(clip + j, ex, ey, length);
    if (!clipByLine(j, j, j1, q, clip, own)) return 0;
    const fx = cornerX[clip + j2] - cornerX[clip + j1];
    const fy = cornerY[clip + j2] - cornerY[clip + j1];
    const nextLength = Math.sqrt(fx * fx + fy * fy);
    if (ex * fx + ey * fy < SHARP_COSINE * length * nextLength) {
      // Across the bisector of the corner, the inside to the left.
      const bx = fy / nextLength - ey / length;
      const by = ex / length - fx / nextLength;
      setClipLine(clip + j1, bx, by, Math.sqrt(bx * bx + by * by));
      if (!clipByLine(MAX_VERTICES + j1, j1, j1, q, clip, own)) return 0;
    }
    ex = fx;
    ey = fy;
    length = nextLength;
  }
  return settle(side);
}

function setClipLine(corner: number, ex: number, ey: number, length: number): void {
  clipLine[0] = cornerX[corner];
  clipLine[1] = cornerY[corner];
  clipLine[2] = ex;
  clipLine[3] = ey;
  clipLine[4] = bands[0] * length;
}

/**
 * Cuts off what is outside of the clip line, and marks what is on it; false when nothing is left. Lines are numbered: j along side j, from corner
 * `start` = j to `end` = j + 1; MAX_VERTICES + j across a sharp corner j, where start = end = j.
 */
function clipByLine(line: number, start: number, end: number, q: number, clip: number, own: number): boolean {
  const x0 = clipLine[0];
  const y0 = clipLine[1];
  const ex = clipLine[2];
  const ey = clipLine[3];
  const band = clipLine[4];
  const limit = ringState[1];

  // The corner farthest outside. Steps up by less than the band are followed too: they may be rounding.
  let k = ringState[0];
  let s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
  let best = k;
  let least = s;
  for (let steps = 0; steps < limit; steps++) {
    k = ringNext[k];
    s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
    if (s < least) {
      least = s;
      best = k;
    } else if (!(s <= least + band)) break;
  }
  k = ringBack[ringState[0]];
  for (let steps = 0; steps < limit; steps++) {
    s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
    if (s < least) {
      least = s;
      best = k;
    } else if (!(s <= least + band)) break;
    k = ringBack[k];
  }
  ringState[0] = best;
  if (least > band) return true;

  // The first corners that are not outside, in both directions.
  ringSide[best] = least;
  let after = best;
  let before = best;
  for (let steps = 0; ringSide[after] < -band; steps++) {
    if (steps === limit) return false;
    after = ringNext[after];
    ringSide[after] = ex * (ringY[after] - y0) - ey * (ringX[after] - x0);
  }
  for (let steps = 0; ringSide[before] < -band && steps < limit; steps++) {
    before = ringBack[before];
    ringSide[before] = ex * (ringY[before] - y0) - ey * (ringX[before] - x0);
  }
  // On the line: these two and the corners that follow along it.
  k = after;
  s = ringSide[k];
  for (let steps = 0; steps < limit && Math.abs(s) <= band; steps++) {
    markSide(k, clip + start, clip + end);
    k = ringNext[k];
    s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
  }
  k = before;
  s = ringSide[k];
  for (let steps = 0; steps < limit && Math.abs(s) <= band; steps++) {
    markSide(k, clip + start, clip + end);
    k = ringBack[k];
    s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
  }
  if (!(least < -band)) return true;

  const first = ringNext[before];
  const last = ringBack[after];
  const entry = ringSide[after] > band ? addCrossing(after, last, ringLine[last], start, end, q, clip, own) : after;
  const exit = ringSide[before] > band ? addCrossing(before, first, ringLine[before], start, end, q, clip, own) : before;
  if (entry !== after) {
    ringLine[entry] = ringLine[last];
    link(entry, after);
  }
  if (exit !== before) link(before, exit);
  // From where the polygon leaves to where it comes back it follows the line.
  ringLine[exit] = ~line;
  link(exit, entry);
  ringState[0] = exit;
  return true;
}

function link(k: number, k1: number): void {
  ringNext[k] = k1;
  ringBack[k1] = k;
}

/** A new corner where the side from a corner inside to one outside, which lies on `line`, crosses the clip line. */
function addCrossing(
  inside: number,
  outside: number,
  line: number,
  start: number,
  end: number,
  q: number,
  clip: number,
  own: number,
): number {
  const r = ringState[1]++;
  const t = ringSide[inside] / (ringSide[inside] - ringSide[outside]);
  const x = ringX[inside] + t * (ringX[outside] - ringX[inside]);
  const y = ringY[inside] + t * (ringY[outside] - ringY[inside]);
  ringX[r] = x;
  ringY[r] = y;
  if (line >= 0) {
    // A side of the clipped body crosses the side, passes through one of its ends, or (where sides are almost in line) just beyond an end.
    ringOwn[r] = line;
    if (isAt(x, y, clip + start)) ringOther[r] = cornerCode[clip + start];
    else if (isAt(x, y, clip + end)) ringOther[r] = cornerCode[clip + end];
    else {
      const place = placeOnSide(x, y, clip + start, clip + end);
      ringOther[r] = sideCode[clip + (place < -1 ? (start > 0 ? start : q) - 1 : place > 1 ? end : start)];
    }
    return r;
  }
  // Two clip lines: the corner of the clipping body between them. Lines that are not neighbours meet outside it, and a later line cuts that corner off.
  const other = ~line;
  const otherStart = other % MAX_VERTICES;
  const otherEnd = other >= MAX_VERTICES ? otherStart : other + 1 < q ? other + 1 : 0;
  const corner = clip + (otherStart === end ? end : start);
  if (otherStart === end || otherEnd === start) {
    ringX[r] = cornerX[corner];
    ringY[r] = cornerY[corner];
  }
  ringOwn[r] = own;
  ringOther[r] = cornerCode[corner];
  return r;
}

/** Names corner k of the ring, known to lie on the line of a clip side, after the side or the end of it where it is; a lower feature found before stays. */
function markSide(k: number, start: number, end: number): void {
  const dimension = featureDimension(ringOther[k]);
  if (dimension === 0) return;
  const x = ringX[k];
  const y = ringY[k];
  if (isAt(x, y, start)) ringOther[k] = cornerCode[start];
  else if (isAt(x, y, end)) ringOther[k] = cornerCode[end];
  else if (dimension === 2 && Math.abs(placeOnSide(x, y, start, end)) < 1) ringOther[k] = sideCode[start];
}

/** Where a point on the line of a side is along it: from -1 at its start to 1 at its end. */
function placeOnSide(x: number, y: number, start: number, end: number): number {
  const ex = cornerX[end] - cornerX[start];
  const ey = cornerY[end] - cornerY[start];
  return ((2 * x - cornerX[start] - cornerX[end]) * ex + (2 * y - cornerY[start] - cornerY[end]) * ey) / (ex * ex + ey * ey);
}

/** Whether two points that are each known to eps are the same: (x, y) and a corner. */
function isAt(x: number, y: number, corner: number): boolean {
  const dx = x - cornerX[corner];
  const dy = y - cornerY[corner];
  return dx * dx + dy * dy <= 4 * bands[0] * bands[0];
}

/** Writes the ring as points: one for points that coincide, two for a polygon no wider than rounding. Leaves its area. Returns their number. */
function settle(side: number): number {
  pointApart.fill(0);
  const limit = 4 * bands[0] * bands[0];
  const start = ringState[0];
  let count = 0;
  let k = start;
  for (let steps = 0; steps < CAPACITY; steps++) {
    if (count > 0 && isNear(count - 1, ringX[k], ringY[k], limit)) merge(count - 1, side, ringOwn[k], ringOther[k]);
    else writePoint(count++, side, ringX[k], ringY[k], ringOwn[k], ringOther[k]);
    pointLine[count - 1] = ringLine[k];
    k = ringNext[k];
    if (k === start) break;
  }
  while (count > 1 && isNear(count - 1, pointX[0], pointY[0], limit)) {
    count--;
    merge(0, 0, pointCode[2 * count], pointCode[2 * count + 1]);
  }
  polygonArea[0] = 0;
  if (count < 3) {
    writeLongestSide(0, side);
    return count;
  }

  const x0 = pointX[0];
  const y0 = pointY[0];
  let area2 = 0;
  let reach2 = 0;
  let dx = pointX[1] - x0;
  let dy = pointY[1] - y0;
  for (let k = 1; k < count; k++) {
    const d2 = dx * dx + dy * dy;
    if (d2 > reach2) reach2 = d2;
    if (k + 1 === count) break;
    const ex = pointX[k + 1] - x0;
    const ey = pointY[k + 1] - y0;
    area2 += dx * ey - dy * ex;
    dx = ex;
    dy = ey;
  }
  // A sliver of width w has at least half the area w * reach, and its sides are known to eps either way.
  if (area2 > 4 * bands[0] * Math.sqrt(reach2)) {
    polygonArea[0] = 0.5 * area2;
    return count;
  }
  let longest = 0;
  let most = 0;
  for (let k = 0; k < count; k++) {
    const k1 = k + 1 < count ? k + 1 : 0;
    const ex = pointX[k1] - pointX[k];
    const ey = pointY[k1] - pointY[k];
    if (ex * ex + ey * ey > most) {
      most = ex * ex + ey * ey;
      longest = k;
    }
  }
  writeLongestSide(longest, side);
  const far = farthestFrom(0, count);
  const near = farthestFrom(far, count);
  copyPoint(CAPACITY - 1, far);
  copyPoint(0, near);
  copyPoint(1, CAPACITY - 1);
  return 2;
}

function writeLongestSide(k: number, side: number): void {
  const line = pointLine[k];
  longestSide[0] = line >= 0 ? side : 1 - side;
  longestSide[1] = line >= 0 ? line : sideCode[MAX_VERTICES * (1 - side) + (~line % MAX_VERTICES)];
}

function isNear(k: number, x: number, y: number, limit: number): boolean {
  const dx = pointX[k] - x;
  const dy = pointY[k] - y;
  return dx * dx + dy * dy <= limit;
}

function farthestFrom(k: number, count: number): number {
  let best = k;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const dx = pointX[i] - pointX[k];
    const dy = pointY[i] - pointY[k];
    const d2 = dx * dx + dy * dy;
    if (d2 > most) {
      most = d2;
      best = i;
    }
  }
  return best;
}

function setApart(k: number, x: number, y: number): void {
  pointApart[2 * k] = x;
  pointApart[2 * k + 1] = y;
}

function writePoint(k: number, side: number, x: number, y: number, own: number, other: number): void {
  pointX[k] = x;
  pointY[k] = y;
  pointCode[2 * k + side] = own;
  pointCode[2 * k + 1 - side] = other;
}

function copyPoint(to: number, from: number): void {
  writePoint(to, 0, pointX[from], pointY[from], pointCode[2 * from], pointCode[2 * from + 1]);
}

/** The same point, found again with other features: the lower ones say more. */
function merge(k: number, side: number, own: number, other: number): void {
  const i = 2 * k + side;
  const j = 2 * k + 1 - side;
  if (featureDimension(own) < featureDimension(pointCode[i])) pointCode[i] = own;
  if (featureDimension(other) < featureDimension(pointCode[j])) pointCode[j] = other;
}

/** Contact points of two edges: 2 when parallel, 1 when they cross, 0 when they do not meet. */
export function meetEdges(): number {
  const eps = bands[0];
  const ax = cornerX[0];
  const ay = cornerY[0];
  const cx = cornerX[MAX_VERTICES] - ax;
  const cy = cornerY[MAX_VERTICES] - ay;
  let ux = cornerX[1] - ax;
  let uy = cornerY[1] - ay;
  let vx = cornerX[MAX_VERTICES + 1] - cornerX[MAX_VERTICES];
  let vy = cornerY[MAX_VERTICES + 1] - cornerY[MAX_VERTICES];
  const lengthA = Math.sqrt(ux * ux + uy * uy);
  const lengthB = Math.sqrt(vx * vx + vy * vy);
  polygonArea[0] = 0;
  longestSide[0] = 0;
  longestSide[1] = sideCode[0];
  if (!(lengthA > 2 * eps && lengthB > 2 * eps)) return 0;
  ux /= lengthA;
  uy /= lengthA;
  vx /= lengthB;
  vy /= lengthB;
  const sine = ux * vy - uy * vx;
  if (Math.abs(sine) <= PARALLEL_SINE) {
    const sense = ux * vx + uy * vy < 0 ? -1 : 1;
    if (alongEdges(ux + sense * vx, uy + sense * vy)) return 2;
  }
  // Distances of B's ends from A's line and of A's ends from B's line.
  const c = ux * cy - uy * cx;
  const d = c + sine * lengthB;
  const a = vy * cx - vx * cy;
  const b = a - sine * lengthA;
  if (!crosses(c, d, eps) || !crosses(a, b, eps)) return 0;
  const t = (c / (c - d)) * lengthB;
  writePoint(0, 0, ax + cx + t * vx, ay + cy + t * vy, sideCode[0], sideCode[MAX_VERTICES]);
  setApart(0, 0, 0);
  return 1;
}

function crosses(s: number, s1: number, eps: number): boolean {
  return (s > eps && s1 < -eps) || (s < -eps && s1 > eps);
}

/** The two ends of the stretch where two almost parallel edges run side by side, as seen along their mean direction m; false when they do not. */
function alongEdges(mx: number, my: number): boolean {
  const eps = bands[0];
  const B = MAX_VERTICES;
  const r = 1 / Math.sqrt(mx * mx + my * my);
  const dx = mx * r;
  const dy = my * r;
  const ax = cornerX[0];
  const ay = cornerY[0];
  // Along (s) and across (o) coordinates from A's first end; A runs upwards, B either way.
  const sA = dx * (cornerX[1] - ax) + dy * (cornerY[1] - ay);
  const oA = dx * (cornerY[1] - ay) - dy * (cornerX[1] - ax);
  const sC = dx * (cornerX[B] - ax) + dy * (cornerY[B] - ay);
  const oC = dx * (cornerY[B] - ay) - dy * (cornerX[B] - ax);
  const sD = dx * (cornerX[B + 1] - ax) + dy * (cornerY[B + 1] - ay);
  const oD = dx * (cornerY[B + 1] - ay) - dy * (cornerX[B + 1] - ax);
  const lowB = sC < sD ? B : B + 1;
  const highB = sC < sD ? B + 1 : B;
  const startB = Math.min(sC, sD);
  const endB = Math.max(sC, sD);
  const start = Math.max(0, startB);
  const end = Math.min(sA, endB);
  if (!(end - start > 2 * eps)) return false;
  const slopeA = oA / sA;
  const slopeB = (oD - oC) / (sD - sC);
  const startA = slopeA * start;
  const endA = slopeA * end;
  const startOffset = oC + slopeB * (start - sC) - startA;
  const endOffset = oC + slopeB * (end - sC) - endA;
  if (!(Math.abs(startOffset) <= bands[1] && Math.abs(endOffset) <= bands[1])) return false;
  const o0 = startA + 0.5 * startOffset;
  const o1 = endA + 0.5 * endOffset;
  setApart(0, -0.5 * dy * startOffset, 0.5 * dx * startOffset);
  setApart(1, -0.5 * dy * endOffset, 0.5 * dx * endOffset);
  // Whose end it is; both when they are the same to rounding.
  writePoint(
    0,
    0,
    ax + dx * start - dy * o0,
    ay + dy * start + dx * o0,
    startB <= 2 * eps ? cornerCode[0] : sideCode[0],
    startB >= -2 * eps ? cornerCode[lowB] : sideCode[B],
  );
  writePoint(
    1,
    0,
    ax + dx * end - dy * o1,
    ay + dy * end + dx * o1,
    endB >= sA - 2 * eps ? cornerCode[1] : sideCode[0],
    endB <= sA + 2 * eps ? cornerCode[highB] : sideCode[B],
  );
  return true;
}

/** Squared distance of the best link so far. */
const nearest = /* @__PURE__ */ new Float64Array(1);

/** The middle of the shortest line between two features that do not meet: always 1 point. */
export function nearestCorners(p: number, q: number): number {
  nearest[0] = Infinity;
  polygonArea[0] = 0;
  writePoint(0, 0, 0, 0, cornerCode[0], cornerCode[MAX_VERTICES]);
  setApart(0, 0, 0);
  cornersToSides(0, p, q);
  cornersToSides(1, q, p);
  return 1;
}

/** The shortest line from the p corners of body `side` to the q sides of the other. */
function cornersToSides(side: number, p: number, q: number): void {
  const eps = bands[0];
  const first = side * MAX_VERTICES;
  const other = MAX_VERTICES - first;
  for (let i = first; i < first + p; i++) {
    const x = cornerX[i];
    const y = cornerY[i];
    for (let j = 0; j < q; j++) {
      const j0 = other + j;
      const j1 = other + (j + 1 < q ? j + 1 : 0);
      const ex = cornerX[j1] - cornerX[j0];
      const ey = cornerY[j1] - cornerY[j0];
      const length2 = ex * ex + ey * ey;
      let t = length2 > 0 ? ((x - cornerX[j0]) * ex + (y - cornerY[j0]) * ey) / length2 : 0;
      t = t > 0 ? (t < 1 ? t : 1) : 0;
      const footX = cornerX[j0] + t * ex;
      const footY = cornerY[j0] + t * ey;
      const dx = footX - x;
      const dy = footY - y;
      const d2 = dx * dx + dy * dy;
      if (d2 < nearest[0]) {
        nearest[0] = d2;
        const length = Math.sqrt(length2);
        const code = t * length <= 2 * eps ? cornerCode[j0] : (1 - t) * length <= 2 * eps ? cornerCode[j1] : sideCode[j0];
        writePoint(0, side, x + 0.5 * dx, y + 0.5 * dy, cornerCode[i], code);
        const half = 0.5 - side;
        setApart(0, half * dx, half * dy);
      }
    }
  }
}

/** The edge of a face that two of its points share, or the feature itself when there is none: `c` and `d` are the codes of the points. */
export function sharedEdge(shape: ConvexPolyhedron, feature: number, c: number, d: number): number {
  const dimensionC = featureDimension(c);
  const dimensionD = featureDimension(d);
  if (featureDimension(feature) < 2 || dimensionC > 1 || dimensionD > 1) return feature;
  if (dimensionC === 1) return c === d || (dimensionD === 0 && isEnd(shape, c, d)) ? c : feature;
  if (dimensionD === 1) return isEnd(shape, d, c) ? d : feature;
  const first = shape.vertexHalfEdge[featureIndex(c)];
  let h = first;
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    if (vertexFeature(shape.halfEdgeOrigin[h ^ 1]) === d) return edgeFeature(h >> 1);
    h = shape.halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  return feature;
}

function isEnd(shape: ConvexPolyhedron, edge: number, vertex: number): boolean {
  const e = featureIndex(edge);
  const v = featureIndex(vertex);
  return shape.halfEdgeOrigin[2 * e] === v || shape.halfEdgeOrigin[2 * e + 1] === v;
}
