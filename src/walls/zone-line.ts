/**
 * The pressure centre of a zone that is a line: a rod, or the rim of a plate, over the triangles of a wall.
 *
 * The line is cut into pieces by the triangles. A piece along a side of two triangles occurs twice, and surfaces above
 * each other both have pieces. So the pieces of a line are sorted by their places along it, and each place counts once:
 * for the piece that starts first, and of these for the deepest.
 *
 * Over a piece of length L with the linear weight w = level - gap, from w0 to w1:
 *
 *     integral of w   = L (w0 + w1) / 2
 *     integral of w s = L^2 (w0 + 2 w1) / 6        s from the first end
 */
import { YX, ZX } from '../body/pose';
import type { CommonPlane } from '../contact/common-plane';
import type { Contact } from '../contact/contact';
import { planeAxes } from '../contact-points/coordinates';

/** Numbers of an end: x, y, height midway, LINE_WEIGHT, and the place ALONG the line. */
export const LINE_END = 5;
export const LINE_WEIGHT = 3;
export const ALONG = 4;
/** The piece to keep: two ends. */
export const linePiece = /* @__PURE__ */ new Float64Array(2 * LINE_END);

/** Most pieces of a line. Further pieces do not count. */
const MAX_PIECES = 4096;
const PIECE = 2 * LINE_END;
const pieces = /* @__PURE__ */ new Float64Array(PIECE * MAX_PIECES);
const order = /* @__PURE__ */ new Int32Array(MAX_PIECES);
const pieceCount = /* @__PURE__ */ new Int32Array(1);

/** Integrals of w x, w y, w z and w. */
const sums = /* @__PURE__ */ new Float64Array(4);
const WEIGHT = 3;

/** Begins a contact. */
export function clearLineZone(): void {
  pieceCount[0] = 0;
  sums.fill(0);
}

/** Keeps the piece in linePiece. Its first end is the one that comes first along the line. */
export function keepLinePiece(): void {
  const k = pieceCount[0];
  if (k === MAX_PIECES) return;
  const swap = linePiece[ALONG] > linePiece[LINE_END + ALONG] ? LINE_END : 0;
  for (let i = 0; i < LINE_END; i++) {
    pieces[PIECE * k + i] = linePiece[swap + i];
    pieces[PIECE * k + LINE_END + i] = linePiece[LINE_END - swap + i];
  }
  pieceCount[0]++;
}

/** Adds the pieces of the current line to the sums. The next piece belongs to another line. */
export function closeLine(): void {
  const count = pieceCount[0];
  pieceCount[0] = 0;
  sortPieces(count);
  let reached = -Infinity;
  for (let k = 0; k < count; k++) {
    const a = PIECE * order[k];
    const b = a + LINE_END;
    const start = pieces[a + ALONG];
    const end = pieces[b + ALONG];
    if (!(end > reached)) continue;
    const s = start < reached ? (reached - start) / (end - start) : 0;
    addPart(a, b, s);
    reached = end;
  }
}

/** Adds the part of a piece from s (0 to 1) to its second end. */
function addPart(a: number, b: number, s: number): void {
  const w0 = pieces[a + LINE_WEIGHT] + s * (pieces[b + LINE_WEIGHT] - pieces[a + LINE_WEIGHT]);
  const w1 = pieces[b + LINE_WEIGHT];
  const weight = 0.5 * (1 - s) * (pieces[b + ALONG] - pieces[a + ALONG]) * (w0 + w1);
  if (!(weight > 0)) return;
  const t = s + ((1 - s) * (w0 + 2 * w1)) / (3 * (w0 + w1));
  for (let i = 0; i < 3; i++) sums[i] += weight * (pieces[a + i] + t * (pieces[b + i] - pieces[a + i]));
  sums[WEIGHT] += weight;
}

/** Shell's sort, with gaps 1, 4, 13, 40, ... */
function sortPieces(count: number): void {
  for (let k = 0; k < count; k++) order[k] = k;
  let gap = 1;
  while (3 * gap + 1 < count) gap = 3 * gap + 1;
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let i = gap; i < count; i++) {
      const c = order[i];
      let j = i;
      for (; j >= gap && isAfter(order[j - gap], c); j -= gap) order[j] = order[j - gap];
      order[j] = c;
    }
  }
}

function isAfter(i: number, j: number): boolean {
  const a = PIECE * i;
  const b = PIECE * j;
  if (pieces[a + ALONG] !== pieces[b + ALONG]) return pieces[a + ALONG] > pieces[b + ALONG];
  return pieces[a + LINE_WEIGHT] < pieces[b + LINE_WEIGHT];
}

/** Sets the centre of a contact along a line, if any of the line is in the zone. */
export function writeLineCentre(out: Contact, plane: CommonPlane): void {
  const weight = sums[WEIGHT];
  if (!(weight > 0)) return;
  const x = sums[0] / weight;
  const y = sums[1] / weight;
  const z = sums[2] / weight;
  const m = planeAxes;
  for (let k = 0; k < 3; k++) out.centre[k] = plane.point[k] + m[k] * x + m[YX + k] * y + m[ZX + k] * z;
}
