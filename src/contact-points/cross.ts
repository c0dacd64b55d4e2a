/**
 * The common part of two faces of few corners in general position: no corner of one lies on the line of a side of the
 * other, to rounding. Then the signs of the distances between corners and lines decide everything:
 *
 *     a corner belongs to the common part when it is inside all lines of the other face
 *     side i of A crosses side j of B when the ends of each side lie on different sides of the other's line
 *
 * The signs are bits of a word. The sides of A are visited in turn. Where A leaves B, the corners of B follow, up to
 * the side over which A comes back. Only crossings that exist are computed.
 *
 * Cost: 2 p q distances for p and q corners. All other pairs of faces go to clip.ts, which is linear and accepts any
 * position.
 */
import { cellCode, cellSide, cellX, cellY, copyCorner, copyFace } from './cell';
import { cornerX, cornerY, sideCode, surfaceBounds, ROUNDING } from './surface';

/** Most corners of a face for which 2 p q distances cost less than the steps of clip.ts. */
export const FEW = 8;

/** The result of crossFaces when a corner is too near a line or another corner. */
export const IN_DOUBT = -1;

/** Distance of corner i of A from the line of side j of B, times the length of the side: in row FEW i + j. */
const distance = /* @__PURE__ */ new Float64Array(FEW * FEW);
/** Bit j: corner i of A is inside line j of B. */
const insideLines = /* @__PURE__ */ new Int32Array(FEW);
/** Bit j: side j of B goes from one side of line i of A to the other. */
const sidesAcross = /* @__PURE__ */ new Int32Array(FEW);
/** The corners of B that are corners of the cell, as bits. */
const followed = /* @__PURE__ */ new Int32Array(1);
/** The sides of B, and the least distance from their line that is not in doubt. */
const sideX = /* @__PURE__ */ new Float64Array(FEW);
const sideY = /* @__PURE__ */ new Float64Array(FEW);
const sideBand = /* @__PURE__ */ new Float64Array(FEW);

/**
 * The common part of a face of A (p corners from row `rowA`, code `faceA`) and a face of B (q corners from row `rowB`,
 * code `faceB`), p and q at most FEW, to the arrays of the cell. Returns the number of its corners, 0 when the faces do
 * not meet, or IN_DOUBT.
 */
export function crossFaces(rowA: number, p: number, faceA: number, rowB: number, q: number, faceB: number): number {
  const all = (1 << q) - 1;
  const cornersOfB = measure(rowA, p, rowB, q);
  if (cornersOfB === IN_DOUBT) return IN_DOUBT;
  followed[0] = 0;
  let count = 0;
  // The side of B over which A left B last, until A comes back; the side over which A entered first.
  let left = -1;
  let firstIn = -1;
  for (let i = 0; i < p; i++) {
    const next = i + 1 < p ? i + 1 : 0;
    const inside = insideLines[i];
    const nextInside = insideLines[next];
    if (inside === all) {
      copyCorner(count++, 0, rowA + i, faceB);
      if (nextInside === all) continue;
    }
    const across = sidesAcross[i];
    const into = across & ~inside & nextInside;
    const out = across & inside & ~nextInside;
    if (into !== 0) {
      const j = 31 - Math.clz32(into);
      if (left < 0) firstIn = j;
      else count = followB(count, left, j, rowB, q, faceA);
      left = -1;
      putCrossing(count, next, i, i, j, rowA, rowB);
      cellSide[count++] = 2 * sideCode[rowA + i];
    }
    if (out !== 0) {
      left = 31 - Math.clz32(out);
      putCrossing(count, i, next, i, left, rowA, rowB);
      cellSide[count++] = 2 * sideCode[rowB + left] + 1;
    }
  }
  if (count === 0) return cornersOfB === all ? copyFace(1, rowB, q, faceA) : cornersOfB === 0 ? 0 : IN_DOUBT;
  if (left >= 0) {
    if (firstIn < 0) return IN_DOUBT;
    count = followB(count, left, firstIn, rowB, q, faceA);
  }
  return followed[0] === cornersOfB && isWide(count) ? count : IN_DOUBT;
}

/** Sets distances and bits. Returns the corners of B inside all lines of A, as bits, or IN_DOUBT. */
function measure(rowA: number, p: number, rowB: number, q: number): number {
  // Engines fold arrays of a module into a loop within a loop only where the function has them as constants.
  const placeX = cornerX;
  const placeY = cornerY;
  const lineX = sideX;
  const lineY = sideY;
  const lineBand = sideBand;
  const distances = distance;
  const eps = surfaceBounds[ROUNDING];
  // Sides as short as rounding have no direction.
  const shortest = 4 * eps * eps;
  for (let j = 0; j < q; j++) {
    const next = j + 1 < q ? rowB + j + 1 : rowB;
    const ex = placeX[next] - placeX[rowB + j];
    const ey = placeY[next] - placeY[rowB + j];
    if (!(ex * ex + ey * ey > shortest)) return IN_DOUBT;
    lineX[j] = ex;
    lineY[j] = ey;
    lineBand[j] = 2 * eps * (Math.abs(ex) + Math.abs(ey));
  }
  let cornersOfB = (1 << q) - 1;
  for (let i = 0; i < p; i++) {
    const x = placeX[rowA + i];
    const y = placeY[rowA + i];
    const next = i + 1 < p ? rowA + i + 1 : rowA;
    const ex = placeX[next] - x;
    const ey = placeY[next] - y;
    if (!(ex * ex + ey * ey > shortest)) return IN_DOUBT;
    const band = 2 * eps * (Math.abs(ex) + Math.abs(ey));
    let ofA = 0;
    let ofB = 0;
    for (let j = 0; j < q; j++) {
      const dx = x - placeX[rowB + j];
      const dy = y - placeY[rowB + j];
      const a = lineX[j] * dy - lineY[j] * dx;
      const b = ey * dx - ex * dy;
      if (!(Math.abs(a) > lineBand[j] && Math.abs(b) > band)) return IN_DOUBT;
      distances[FEW * i + j] = a;
      if (a > 0) ofA |= 1 << j;
      if (b > 0) ofB |= 1 << j;
    }
    insideLines[i] = ofA;
    sidesAcross[i] = ofB ^ ((ofB >> 1) | ((ofB & 1) << (q - 1)));
    cornersOfB &= ofB;
  }
  return cornersOfB;
}

/**
 * Writes the crossing of side j of B with the side of A after corner i. One end of that side is inside, the other
 * outside.
 */
function putCrossing(count: number, inside: number, outside: number, i: number, j: number, rowA: number, rowB: number): void {
  const from = distance[FEW * inside + j];
  const t = from / (from - distance[FEW * outside + j]);
  const x = cornerX[rowA + inside];
  const y = cornerY[rowA + inside];
  cellX[count] = x + t * (cornerX[rowA + outside] - x);
  cellY[count] = y + t * (cornerY[rowA + outside] - y);
  cellCode[2 * count] = sideCode[rowA + i];
  cellCode[2 * count + 1] = sideCode[rowB + j];
}

/** Copies the corners of B between its sides `from` and `to` to the cell. */
function followB(count: number, from: number, to: number, rowB: number, q: number, faceA: number): number {
  let k = count;
  for (let j = from; j !== to; k++) {
    j = j + 1 < q ? j + 1 : 0;
    followed[0] |= 1 << j;
    copyCorner(k, 1, rowB + j, faceA);
  }
  return k;
}

/** Whether no two corners of the cell coincide and the cell is wider than rounding. */
function isWide(count: number): boolean {
  if (count < 3) return false;
  const eps = surfaceBounds[ROUNDING];
  const shortest = 4 * eps * eps;
  const x0 = cellX[0];
  const y0 = cellY[0];
  let x = cellX[count - 1] - x0;
  let y = cellY[count - 1] - y0;
  if (!(x * x + y * y > shortest)) return false;
  x = y = 0;
  let area2 = 0;
  let reach2 = 0;
  for (let k = 1; k < count; k++) {
    const nextX = cellX[k] - x0;
    const nextY = cellY[k] - y0;
    const ex = nextX - x;
    const ey = nextY - y;
    if (!(ex * ex + ey * ey > shortest)) return false;
    area2 += x * nextY - y * nextX;
    const d2 = nextX * nextX + nextY * nextY;
    if (d2 > reach2) reach2 = d2;
    x = nextX;
    y = nextY;
  }
  return area2 > 4 * eps * Math.sqrt(reach2);
}
