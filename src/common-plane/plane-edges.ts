/**
 * Contact points of two edges projected on a common plane, and of features that do not meet there.
 *
 * Edges are parallel when their directions are within 1 degree (the tolerance of paper 001, section 2.1.4) and they stay within the contact zone
 * delta = bands[1] of each other where they run side by side: two points then, the ends of that stretch, midway between them. Otherwise they meet in their
 * crossing, one point. So two beams that overlap edge on edge keep two points while the depth is more than what their small angle takes away.
 *
 * Where projections do not meet (corner against corner, a rounding step apart, or a plane that is not the best one) the answer is the middle of the shortest line
 * between them, O(p q) for p and q corners.
 */
import { MAX_VERTICES } from '../polyhedron/convex-polyhedron';
import { bands } from './contact-feature';
import { cornerCode, cornerX, cornerY, longestSide, namePoint, pointApart, pointX, pointY, polygonArea, sideCode } from './plane-points';

/** Sine of 1 degree. */
const PARALLEL_SINE = 0.0174524064372835;

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
    mean[0] = ux + sense * vx;
    mean[1] = uy + sense * vy;
    if (alongEdges()) return 2;
  }
  // Distances of B's ends from A's line and of A's ends from B's line.
  const c = ux * cy - uy * cx;
  const d = c + sine * lengthB;
  const a = vy * cx - vx * cy;
  const b = a - sine * lengthA;
  const crossed = ((c > eps && d < -eps) || (c < -eps && d > eps)) && ((a > eps && b < -eps) || (a < -eps && b > eps));
  if (!crossed) return 0;
  const t = (c / (c - d)) * lengthB;
  pointX[0] = ax + cx + t * vx;
  pointY[0] = ay + cy + t * vy;
  pointApart[0] = 0;
  pointApart[1] = 0;
  namePoint(0, 0, sideCode[0], sideCode[MAX_VERTICES]);
  return 1;
}

/** Direction between those of two edges (0, 1), not of unit length. */
const mean = /* @__PURE__ */ new Float64Array(2);

/** The two ends of the stretch where two almost parallel edges run side by side, as seen along their mean direction; false when they do not. */
function alongEdges(): boolean {
  const eps = bands[0];
  const B = MAX_VERTICES;
  const r = 1 / Math.sqrt(mean[0] * mean[0] + mean[1] * mean[1]);
  const dx = mean[0] * r;
  const dy = mean[1] * r;
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
  pointX[0] = ax + dx * start - dy * o0;
  pointY[0] = ay + dy * start + dx * o0;
  pointApart[0] = -0.5 * dy * startOffset;
  pointApart[1] = 0.5 * dx * startOffset;
  pointX[1] = ax + dx * end - dy * o1;
  pointY[1] = ay + dy * end + dx * o1;
  pointApart[2] = -0.5 * dy * endOffset;
  pointApart[3] = 0.5 * dx * endOffset;
  // Whose end it is; both when they are the same to rounding.
  const margin = 2 * eps;
  namePoint(0, 0, startB <= margin ? cornerCode[0] : sideCode[0], startB >= -margin ? cornerCode[lowB] : sideCode[B]);
  namePoint(1, 0, endB >= sA - margin ? cornerCode[1] : sideCode[0], endB <= sA + margin ? cornerCode[highB] : sideCode[B]);
  return true;
}

/** Squared distance of the best link so far. */
const nearest = /* @__PURE__ */ new Float64Array(1);

/** The middle of the shortest line between two features that do not meet: always 1 point. */
export function nearestCorners(p: number, q: number): number {
  nearest[0] = Infinity;
  polygonArea[0] = 0;
  // Only coordinates that are not finite leave this as it is.
  pointX[0] = pointY[0] = pointApart[0] = pointApart[1] = 0;
  namePoint(0, 0, cornerCode[0], cornerCode[MAX_VERTICES]);
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
        namePoint(0, side, cornerCode[i], code);
        pointX[0] = x + 0.5 * dx;
        pointY[0] = y + 0.5 * dy;
        // From A to B.
        const half = 0.5 - side;
        pointApart[0] = half * dx;
        pointApart[1] = half * dy;
      }
    }
  }
}
