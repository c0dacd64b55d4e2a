/**
 * The energy of a node at a convex corner of another block, for the stiffness 1.
 *
 * Far from corners the energy of a node is h^2 / 2, with its depth h below the nearest edge. At a corner two edges, at
 * the depths h1 and h2, give three energies:
 *   - S = M^2 / 2, of a node that can leave through both edges. M is the smaller depth, rounded off where the two
 *   differ
 *     by less than ROUND (h1 + h2), so that a corner that meets a corner by symmetry is not pushed to a side. S counts
 *     as far as the node faces one of the edges (facing.ts);
 *   - F1, of a node with an edge of its own that lies flush on edge 1, on the same side of the corner. It can leave
 *     through edge 1 only: a block that lies flush on another one near its rim is not pushed to the side. With the way
 *     t of its foot from the corner, F1 = s(t / h1) h1^2 / 2. The smooth step s rises from 0 at -1 to 1 at 1, and s(x)
 *     + s(-x) = 1. So where two flush blocks end at one rim, and only one of their corners can be on the other block,
 *     the sum of both is that of one node;
 *   - F2 in the same way.
 * The energy is w1 F1 + w2 F2 + (1 - w1 - w2) S. The weights depend on cosines of angles and on the depths h1 and h2:
 * they are 1 for flush edges at a sharp corner, up to half of the reach, and fall to 0 at the reach. So the energy is
 * continuous along every motion.
 */
import { addFacing, clearFacing, facing, raiseFacing } from './facing';
import {
  addAngle,
  addLine,
  angle,
  CORNER,
  CORNER_AFTER,
  CORNER_BEFORE,
  COSINE,
  DEPTH,
  gradient,
  LINE_AFTER,
  LINE_BEFORE,
  lines,
  loadAngle,
  loadLine,
  NODE,
  NODE_AFTER,
  NODE_BEFORE,
  partNodes,
  WAY,
  weights,
} from './touch-parts';

/** Part of h1 + h2 in which the smaller depth is rounded off. */
const ROUND = 0.5;
/** Cosines of the angle between two edges that are not flush, 20 degrees, and flush, 10 degrees. */
const BENT = 0.94;
const FLUSH = 0.985;
/** Cosines of the angle at a corner that is straight, 165 degrees, and sharp, 150 degrees. */
const STRAIGHT = -0.966;
const SHARP = -0.866;

/** Energy, and its derivatives by the depths below the edges before and after the corner. */
export const cornerEnergy = /* @__PURE__ */ new Float64Array(3);
export const BY_BEFORE = 1;
export const BY_AFTER = 2;
export const cornerReach = /* @__PURE__ */ new Float64Array(1);

/** Value of S, its derivatives by the two depths and by the rounding. */
const smaller = /* @__PURE__ */ new Float64Array(4);
const BY_ROUNDING = 3;
/** Value of F of a line, its derivatives by depth and way: before, then after. */
const flush = /* @__PURE__ */ new Float64Array(6);
const BY_DEPTH = 1;
const BY_WAY = 2;
const AFTER = 3;
/** Value and slope of {@link ramp}: of the corner, of the flush edges before and after. */
const ramps = /* @__PURE__ */ new Float64Array(6);
const SHARPNESS = 0;
const FLUSH_BEFORE = 2;
const FLUSH_AFTER = 4;
/** Value and slope of {@link fade}: of the edges before and after. */
const fades = /* @__PURE__ */ new Float64Array(4);
const FADE_BEFORE = 0;
const FADE_AFTER = 2;
/** Part of h1 + h2 in which M is rounded off at this corner. */
const rounding = /* @__PURE__ */ new Float64Array(1);

/** Whether the loaded corner is convex and bent, and not a part of a straight side. Loads its lines. */
export function isSharpCorner(): boolean {
  loadLine(LINE_BEFORE);
  loadLine(LINE_AFTER);
  const turn = lines[LINE_AFTER] * lines[LINE_BEFORE + 1] - lines[LINE_AFTER + 1] * lines[LINE_BEFORE];
  loadAngle(CORNER, CORNER_BEFORE, CORNER, CORNER_AFTER);
  ramp(SHARPNESS, COSINE, STRAIGHT, SHARP);
  return turn > 0 && ramps[SHARPNESS] > 0;
}

/**
 * Writes the energy of the node at the loaded corner, for which {@link isSharpCorner} is true, and its gradient. Flush
 * edges count less from half of {@link cornerReach} on, and not at all beyond it.
 */
export function findCornerEnergy(): void {
  ramps[FLUSH_BEFORE] = ramps[FLUSH_BEFORE + 1] = ramps[FLUSH_AFTER] = ramps[FLUSH_AFTER + 1] = 0;
  const hasEdges = partNodes[NODE_AFTER] >= 0;
  // Outlines run in opposite ways along flush edges.
  fade(FADE_BEFORE, LINE_BEFORE);
  fade(FADE_AFTER, LINE_AFTER);
  if (hasEdges && fades[FADE_BEFORE] > 0) {
    loadAngle(NODE, NODE_AFTER, CORNER, CORNER_BEFORE);
    ramp(FLUSH_BEFORE, COSINE, BENT, FLUSH);
  }
  if (hasEdges && fades[FADE_AFTER] > 0) {
    loadAngle(NODE, NODE_BEFORE, CORNER, CORNER_AFTER);
    ramp(FLUSH_AFTER, COSINE, BENT, FLUSH);
  }
  const sharp = ramps[SHARPNESS];
  rounding[0] = ROUND * sharp;
  findSmaller();
  clearFacing();
  raiseFacing(LINE_BEFORE);
  raiseFacing(LINE_AFTER);
  const both = smaller[0];
  for (let k = 0; k < 4; k++) smaller[k] *= facing[0];
  findFlush(LINE_BEFORE, 0);
  findFlush(LINE_AFTER, AFTER);
  const flatBefore = fades[FADE_BEFORE] * ramps[FLUSH_BEFORE];
  const flatAfter = fades[FADE_AFTER] * ramps[FLUSH_AFTER];
  const a = sharp * flatBefore;
  const b = sharp * flatAfter;
  const first = a * (1 - b);
  const second = b * (1 - a);
  const rest = 1 - first - second;
  const gainBefore = flush[0] - smaller[0];
  const gainAfter = flush[AFTER] - smaller[0];
  // Derivatives by a and b.
  const byFirst = (1 - b) * gainBefore - b * gainAfter;
  const bySecond = (1 - a) * gainAfter - a * gainBefore;
  cornerEnergy[0] = smaller[0] + first * gainBefore + second * gainAfter;
  gradient.fill(0);
  weights[0] = first * flush[BY_DEPTH] + rest * smaller[BY_BEFORE];
  weights[1] = first * flush[BY_WAY];
  cornerEnergy[BY_BEFORE] = weights[0];
  weights[0] += sharp * byFirst * ramps[FLUSH_BEFORE] * fades[FADE_BEFORE + 1];
  addLine(LINE_BEFORE);
  weights[0] = second * flush[AFTER + BY_DEPTH] + rest * smaller[BY_AFTER];
  weights[1] = second * flush[AFTER + BY_WAY];
  cornerEnergy[BY_AFTER] = weights[0];
  weights[0] += sharp * bySecond * ramps[FLUSH_AFTER] * fades[FADE_AFTER + 1];
  addLine(LINE_AFTER);
  weights[1] = 0;
  weights[0] = sharp * byFirst * fades[FADE_BEFORE] * ramps[FLUSH_BEFORE + 1];
  if (weights[0] !== 0) addAngle(NODE, NODE_AFTER, CORNER, CORNER_BEFORE);
  weights[0] = sharp * bySecond * fades[FADE_AFTER] * ramps[FLUSH_AFTER + 1];
  if (weights[0] !== 0) addAngle(NODE, NODE_BEFORE, CORNER, CORNER_AFTER);
  weights[0] = (flatBefore * byFirst + flatAfter * bySecond + rest * ROUND * smaller[BY_ROUNDING]) * ramps[SHARPNESS + 1];
  if (weights[0] !== 0) addAngle(CORNER, CORNER_BEFORE, CORNER, CORNER_AFTER);
  weights[0] = rest * both;
  addFacing();
}

/** Rises from 0 to 1 while the cosine or sine of the loaded {@link angle} goes from `low` to `high`. */
function ramp(at: number, of: number, low: number, high: number): void {
  const x = (angle[of] - low) / (high - low);
  ramps[at] = x <= 0 ? 0 : x >= 1 ? 1 : x;
  ramps[at + 1] = x <= 0 || x >= 1 ? 0 : 1 / (high - low);
}

/** Falls from 1 to 0 while the depth below a line goes from half of the reach to the reach. */
function fade(at: number, line: number): void {
  const x = 2 - (2 * lines[line + DEPTH]) / cornerReach[0];
  const part = x <= 0 ? 0 : x >= 1 ? 1 : x;
  // Its slope is 0 at both ends, so the force does not jump.
  fades[at] = part * part * part * (4 - 3 * part);
  fades[at + 1] = (-24 * part * part * (1 - part)) / cornerReach[0];
}

/** S, with the rounding of the corner as given. */
function findSmaller(): void {
  const p = lines[LINE_BEFORE + DEPTH];
  const q = lines[LINE_AFTER + DEPTH];
  smaller.fill(0);
  if (!(p > 0 && q > 0)) return;
  const round = rounding[0];
  const width = round * (p + q);
  const apart = p < q ? q - p : p - q;
  let m = p < q ? p : q;
  let byP = p < q ? 1 : 0;
  let byRound = 0;
  let bySum = 0;
  if (apart < width) {
    const part = (width - apart) / (2 * width);
    const byWidth = (-part * (width + apart)) / (2 * width);
    m -= 0.5 * part * (width - apart);
    byP += p < q ? -part : part;
    bySum = byWidth * round;
    byRound = byWidth * (p + q);
  }
  smaller[0] = 0.5 * m * m;
  smaller[BY_BEFORE] = m * (byP + bySum);
  smaller[BY_AFTER] = m * (1 - byP + bySum);
  smaller[BY_ROUNDING] = m * byRound;
}

/** F of a line, written to `flush`. */
function findFlush(line: number, at: number): void {
  const h = lines[line + DEPTH];
  const t = lines[line + WAY];
  flush[at] = flush[at + BY_DEPTH] = flush[at + BY_WAY] = 0;
  if (!(h > 0 && t > -h)) return;
  if (t >= h) {
    flush[at] = 0.5 * h * h;
    flush[at + BY_DEPTH] = h;
    return;
  }
  const x = t / h;
  flush[at] = h * h * (0.25 + 0.375 * x - 0.125 * x * x * x);
  flush[at + BY_DEPTH] = h * (0.5 + 0.375 * x + 0.125 * x * x * x);
  flush[at + BY_WAY] = h * (0.375 - 0.375 * x * x);
}
