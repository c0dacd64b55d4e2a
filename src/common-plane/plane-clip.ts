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

/** Each clip line adds one corner at most. */
const CAPACITY = 2 * MAX_VERTICES;

/** The polygon being clipped and its successor, rows 0 and CAPACITY by turns. */
const ringX = /* @__PURE__ */ new Float64Array(2 * CAPACITY);
const ringY = /* @__PURE__ */ new Float64Array(2 * CAPACITY);
/** Features that made the corner: of the clipped body, and of the clipping one. */
const ringOwn = /* @__PURE__ */ new Int32Array(2 * CAPACITY);
const ringOther = /* @__PURE__ */ new Int32Array(2 * CAPACITY);
/** What the side after the corner lies on: an edge code of the clipped body, or ~j for clip line j. */
const ringLine = /* @__PURE__ */ new Int32Array(2 * CAPACITY);
/** Twice-area side of each corner from the clip line: > 0 inside, 0 on it, < 0 outside. */
const ringSide = /* @__PURE__ */ new Float64Array(CAPACITY);

/** The contact points. */
export const pointX = /* @__PURE__ */ new Float64Array(CAPACITY);
export const pointY = /* @__PURE__ */ new Float64Array(CAPACITY);
/** Feature of A, feature of B. */
export const pointCode = /* @__PURE__ */ new Int32Array(2 * CAPACITY);
/** What the side after the point lies on, as in ringLine. */
const pointLine = /* @__PURE__ */ new Int32Array(CAPACITY);
/** Area of the polygon of the points (0). */
export const polygonArea = /* @__PURE__ */ new Float64Array(1);
/** Where two points came from a polygon: the body (0) and the edge (1) that its longest side lies on. */
export const longestSide = /* @__PURE__ */ new Int32Array(2);

/** Sine of 1 degree. */
const PARALLEL_SINE = 0.0174524064372835;

/** Puts the corners of a feature of A (side 0) or B (side 1) where the functions below take them; returns their number. */
export function loadFeature(shape: ConvexPolyhedron, side: number, feature: number): number {
  const { halfEdgeNext, halfEdgeOrigin } = shape;
  const row = side * MAX_VERTICES;
  const index = featureIndex(feature);
  const dimension = featureDimension(feature);
  if (dimension === 0) {
    loadCorner(shape, side, row, index);
    sideCode[row] = feature;
    return 1;
  }
  if (dimension === 1) {
    loadCorner(shape, side, row, halfEdgeOrigin[2 * index]);
    loadCorner(shape, side, row + 1, halfEdgeOrigin[2 * index + 1]);
    sideCode[row] = feature;
    sideCode[row + 1] = feature;
    return 2;
  }
  let count = 0;
  const first = shape.faceHalfEdge[index];
  let h = first;
  for (; count < shape.vertexCount; count++) {
    loadCorner(shape, side, row + count, halfEdgeOrigin[h]);
    sideCode[row + count] = edgeFeature(h >> 1);
    h = halfEdgeNext[h];
    if (h === first) {
      count++;
      break;
    }
  }
  if (side === 1) reverse(row, count);
  return count;
}

function loadCorner(shape: ConvexPolyhedron, side: number, row: number, vertex: number): void {
  const { vertices } = shape;
  const o = 12 * side;
  const x = vertices[3 * vertex];
  const y = vertices[3 * vertex + 1];
  const z = vertices[3 * vertex + 2];
  cornerX[row] = planeAxes[o] * x + planeAxes[o + 1] * y + planeAxes[o + 2] * z + planeAxes[o + 9];
  cornerY[row] = planeAxes[o + 3] * x + planeAxes[o + 4] * y + planeAxes[o + 5] * z + planeAxes[o + 10];
  cornerCode[row] = vertexFeature(vertex);
}

/** A face of B is seen from inside: turned round. The side after a corner is then the one that came before it. */
function reverse(row: number, count: number): void {
  for (let i = row, j = row + count - 1; i < j; i++, j--) {
    swapFloats(cornerX, i, j);
    swapFloats(cornerY, i, j);
    swapInts(cornerCode, i, j);
  }
  for (let i = row, j = row + count - 2; i < j; i++, j--) swapInts(sideCode, i, j);
}

function swapFloats(list: Float64Array, i: number, j: number): void {
  const x = list[i];
  list[i] = list[j];
  list[j] = x;
}

function swapInts(list: Int32Array, i: number, j: number): void {
  const x = list[i];
  list[i] = list[j];
  list[j] = x;
}

/**
 * Clips the feature of body `side` (p corners, code `own`) by the face of the other body (q corners); returns the number of points, 0 when they do not meet.
 */
export function clipByFace(side: number, p: number, q: number, own: number, face: number): number {
  const eps = bands[0];
  const subject = side * MAX_VERTICES;
  const clip = MAX_VERTICES - subject;
  let from = 0;
  let to = CAPACITY;
  let m = p;
  for (let k = 0; k < p; k++) {
    ringX[k] = cornerX[subject + k];
    ringY[k] = cornerY[subject + k];
    ringOwn[k] = cornerCode[subject + k];
    ringOther[k] = face;
    ringLine[k] = sideCode[subject + k];
  }
  for (let j = 0; j < q; j++) {
    const x0 = cornerX[clip + j];
    const y0 = cornerY[clip + j];
    const j1 = j + 1 < q ? j + 1 : 0;
    const ex = cornerX[clip + j1] - x0;
    const ey = cornerY[clip + j1] - y0;
    const length = Math.sqrt(ex * ex + ey * ey);
    // The direction of a side this short is rounding; its neighbours bound the polygon to eps without it.
    if (!(length > 2 * eps)) continue;
    const band = eps * length;
    let outside = 0;
    for (let k = 0; k < m; k++) {
      const s = ex * (ringY[from + k] - y0) - ey * (ringX[from + k] - x0);
      if (s < -band) {
        ringSide[k] = s;
        outside++;
      } else if (s <= band) {
        ringSide[k] = 0;
        ringOther[from + k] = onSide(clip, j, q, ringOther[from + k]);
      } else {
        ringSide[k] = s;
      }
    }
    if (outside === 0) continue;
    if (outside === m) return 0;
    m = cut(from, to, m, j, own, clip, q);
    const swap = from;
    from = to;
    to = swap;
  }
  if (featureDimension(own) === 2) findOwnEdges(from, m, subject, p);
  return settle(from, m, side);
}

/** The code of a point with code `code` of the clipping body once it is known to lie on side j as well. */
function onSide(clip: number, j: number, q: number, code: number): number {
  const dimension = featureDimension(code);
  if (dimension === 2) return sideCode[clip + j];
  // On two adjacent sides: on the corner between them.
  if (dimension === 1) {
    if (j > 0 && code === sideCode[clip + j - 1]) return cornerCode[clip + j];
    if (j === q - 1 && code === sideCode[clip]) return cornerCode[clip];
  }
  return code;
}

/** Cuts off what is outside clip line j; returns the new number of corners. */
function cut(from: number, to: number, m: number, j: number, own: number, clip: number, q: number): number {
  let r = to;
  const end = to + CAPACITY;
  for (let k = 0; k < m && r < end; k++) {
    const k1 = k + 1 < m ? k + 1 : 0;
    const s = ringSide[k];
    const s1 = ringSide[k1];
    if (s >= 0) {
      ringX[r] = ringX[from + k];
      ringY[r] = ringY[from + k];
      ringOwn[r] = ringOwn[from + k];
      ringOther[r] = ringOther[from + k];
      // From a corner on the line to one outside, the polygon follows the line.
      ringLine[r] = s === 0 && s1 < 0 ? ~j : ringLine[from + k];
      r++;
    }
    if (r < end && ((s > 0 && s1 < 0) || (s < 0 && s1 > 0))) {
      const a = from + (s > 0 ? k : k1);
      const b = from + (s > 0 ? k1 : k);
      const t = s > 0 ? s / (s - s1) : s1 / (s1 - s);
      const x = ringX[a] + t * (ringX[b] - ringX[a]);
      const y = ringY[a] + t * (ringY[b] - ringY[a]);
      const line = ringLine[from + k];
      ringX[r] = x;
      ringY[r] = y;
      if (line >= 0) {
        // A side of the clipped body crosses side j, or passes through one of its ends.
        const j1 = j + 1 < q ? j + 1 : 0;
        ringOwn[r] = line;
        ringOther[r] = isAt(x, y, clip + j) ? cornerCode[clip + j] : isAt(x, y, clip + j1) ? cornerCode[clip + j1] : sideCode[clip + j];
      } else {
        // Two clip lines: a corner of the clipping body. Lines that are not neighbours meet outside it, and a later line cuts that corner off.
        const corner = ~line === 0 && j === q - 1 ? clip : clip + j;
        if (~line === j - 1 || corner === clip) {
          ringX[r] = cornerX[corner];
          ringY[r] = cornerY[corner];
        }
        ringOwn[r] = own;
        ringOther[r] = cornerCode[corner];
      }
      ringLine[r] = s > 0 ? ~j : line;
      r++;
    }
  }
  return r - to;
}

/** Whether two points that are each known to eps are the same: (x, y) and a corner. */
function isAt(x: number, y: number, corner: number): boolean {
  const dx = x - cornerX[corner];
  const dy = y - cornerY[corner];
  return dx * dx + dy * dy <= 4 * bands[0] * bands[0];
}

/** Corners of the clipping face inside the clipped one may lie on its sides: gives them the edge. */
function findOwnEdges(from: number, m: number, subject: number, p: number): void {
  const eps2 = bands[0] * bands[0];
  for (let k = from; k < from + m; k++) {
    if (featureDimension(ringOwn[k]) !== 2) continue;
    for (let i = 0; i < p; i++) {
      const i1 = i + 1 < p ? i + 1 : 0;
      const x0 = cornerX[subject + i];
      const y0 = cornerY[subject + i];
      const ex = cornerX[subject + i1] - x0;
      const ey = cornerY[subject + i1] - y0;
      const length2 = ex * ex + ey * ey;
      const s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
      if (s * s <= eps2 * length2 && length2 > 4 * eps2) {
        ringOwn[k] = sideCode[subject + i];
        break;
      }
    }
  }
}

/** Writes the ring as points: one for points that coincide, two for a polygon no wider than rounding. Leaves its area. Returns their number. */
function settle(from: number, m: number, side: number): number {
  const limit = 4 * bands[0] * bands[0];
  let count = 0;
  for (let k = from; k < from + m; k++) {
    if (count > 0 && isNear(count - 1, ringX[k], ringY[k], limit)) merge(count - 1, side, ringOwn[k], ringOther[k]);
    else writePoint(count++, side, ringX[k], ringY[k], ringOwn[k], ringOther[k]);
    pointLine[count - 1] = ringLine[k];
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
  longestSide[1] = line >= 0 ? line : sideCode[MAX_VERTICES * (1 - side) + ~line];
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
