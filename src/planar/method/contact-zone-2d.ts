/**
 * From the rows of two facing borders (facing-borders.ts) to a contact: zone, label and points.
 *
 * The **zone** is where the bodies press: Z(t) = places with gap(u) <= t, t = rounding radii + eps, an interval since
 * gap is convex. Between two neighbouring rows, and between a row and an end of the zone, lies a **cell**, where gap is
 * linear.
 *
 *   length   of Z(t)
 *   area     integral of (rounding radii - gap) over Z(t), >= 0
 *   centre   of what lies between the borders over Z(t): centroid of the places midway between them, with the weight t
 *   -
 *            gap. Where nothing presses, the same of Z(least gap + eps): the middle of the deepest places
 *   shares   half of the length of each cell for each of its two ends. So shares sum to length, and shares times gaps
 *            to -area
 *   rim      ends of Z(t) that are no corners: an edge of A over an edge of B, gap = t
 *
 * The **label** is the deepest row: VertexVertex or VertexEdge; with a neighbour within max(eps, band) of it, the cell
 * between the two: ParallelEdges. Of two such neighbours the deeper one counts. If only the band includes them and both
 * are level, the label stays a tip. No force depends on the label.
 *
 * The **points** are the rows with a gap within the limit, and those that are deepest to rounding. So there is at least
 * one, also on a line that is not the best one. If there are too many, choose the deepest, the farthest from it along
 * the line, and the deepest of the others, which are its neighbours since gap is convex. Among rows that are deepest to
 * rounding the first counts, so rounding does not decide.
 */
import { edgeFeature, featureDimension, featureIndex } from '../../contact/feature';
import { ContactKind } from '../../contact/status';
import type { Contact2d } from '../contact/contact-2d';
import type { DetectOptions2d } from '../contact/method-2d';
import {
  axes,
  bounds,
  DEEPEST,
  EPS,
  LIMIT,
  NORMAL_X,
  NORMAL_Y,
  POINT_X,
  POINT_Y,
  ROUNDING,
  ROW,
  ROW_GAP,
  ROW_HEIGHT_A,
  ROW_HEIGHT_B,
  ROW_PLACE,
  ROW_SHARE,
  ROW_TOTAL,
  rowCount,
  rowFeatures,
  rows,
  TANGENT_X,
  TANGENT_Y,
} from './facing-borders';

/** Number of ends of the zone that are not corners (0), first and last row of the points (1, 2). */
const found = /* @__PURE__ */ new Int32Array(3);
const RIMS = 0;
const FIRST = 1;
const LAST = 2;

/**
 * Results of the last measureZone: largest gap of the zone (0), its two ends (1, 2). Both ends are the deepest place if
 * nothing presses.
 */
export const zone = /* @__PURE__ */ new Float64Array(3);
const ZONE_GAP = 0;
export const ZONE_FROM = 1;
export const ZONE_TO = 2;

const SIXTH = 1 / 6;

/** Writes kind, features, zone and points of the rows to `out`. Any rows: there is one at least. */
export function writeFacing(out: Contact2d, options: DetectOptions2d): void {
  measureZone(out);
  if (options.minLength > out.length) out.length = options.minLength;
  writeLabel(out, options);
  writePoints(out, options);
}

/** Writes length, area and centre, and keeps the shares of the rows. */
export function measureZone(out: Contact2d): void {
  const count = rowCount[ROW_TOTAL];
  const deepest = ROW * rowCount[DEEPEST];
  const rounding = bounds[ROUNDING];
  const least = rows[deepest + ROW_GAP];
  const deepestPlace = rows[deepest + ROW_PLACE];
  const presses = least <= rounding + bounds[EPS];
  const most = (presses ? rounding : least) + bounds[EPS];
  let zoneFrom = deepestPlace;
  let zoneTo = deepestPlace;
  let length = 0;
  let area = 0;
  let load = 0;
  let moment = 0;
  let lift = 0;
  found[RIMS] = 0;
  zone[ZONE_GAP] = most;
  for (let r = 0; r + 1 < count; r++) {
    let p = ROW * r;
    let q = p + ROW;
    if (rows[p + ROW_GAP] > most) {
      if (rows[q + ROW_GAP] > most) continue;
      p = cutCell(r);
    } else if (rows[q + ROW_GAP] > most) q = cutCell(r);
    const from = rows[p + ROW_PLACE];
    const to = rows[q + ROW_PLACE];
    const width = to - from;
    // Rounding can exchange two places that coincide.
    if (!(width > 0)) continue;
    const first = most - rows[p + ROW_GAP];
    const last = most - rows[q + ROW_GAP];
    length += width;
    area += width * (rounding - 0.5 * (rows[p + ROW_GAP] + rows[q + ROW_GAP]));
    load += 0.5 * width * (first + last);
    moment += SIXTH * width * (from * (2 * first + last) + to * (first + 2 * last));
    lift += SIXTH * width * (midwayAt(p) * (2 * first + last) + midwayAt(q) * (first + 2 * last));
    rows[p + ROW_SHARE] += 0.5 * width;
    rows[q + ROW_SHARE] += 0.5 * width;
    if (from < zoneFrom) zoneFrom = from;
    if (to > zoneTo) zoneTo = to;
  }
  const place = load > 0 ? moment / load : deepestPlace;
  const middle = load > 0 ? lift / load : midwayAt(deepest);
  out.centre[0] = axes[POINT_X] + place * axes[TANGENT_X] + middle * axes[NORMAL_X];
  out.centre[1] = axes[POINT_Y] + place * axes[TANGENT_Y] + middle * axes[NORMAL_Y];
  if (!presses) length = 0;
  if (!presses || !(area > 0)) area = 0;
  out.length = length;
  out.area = area;
  zone[ZONE_FROM] = presses ? zoneFrom : deepestPlace;
  zone[ZONE_TO] = presses ? zoneTo : deepestPlace;
  if (presses) return;
  found[RIMS] = 0;
  for (let r = 0; r < count; r++) rows[ROW * r + ROW_SHARE] = 0;
}

/** Adds the end of the zone between rows r and r + 1 to the rows, and returns where. */
function cutCell(r: number): number {
  const p = ROW * r;
  const q = p + ROW;
  const row = rowCount[ROW_TOTAL] + found[RIMS]++;
  const at = ROW * row;
  const part = (zone[ZONE_GAP] - rows[p + ROW_GAP]) / (rows[q + ROW_GAP] - rows[p + ROW_GAP]);
  rows[at + ROW_PLACE] = rows[p + ROW_PLACE] + part * (rows[q + ROW_PLACE] - rows[p + ROW_PLACE]);
  rows[at + ROW_HEIGHT_A] = rows[p + ROW_HEIGHT_A] + part * (rows[q + ROW_HEIGHT_A] - rows[p + ROW_HEIGHT_A]);
  rows[at + ROW_HEIGHT_B] = rows[p + ROW_HEIGHT_B] + part * (rows[q + ROW_HEIGHT_B] - rows[p + ROW_HEIGHT_B]);
  rows[at + ROW_GAP] = zone[ZONE_GAP];
  rows[at + ROW_SHARE] = 0;
  rowFeatures[2 * row] = edgeOfA(r);
  rowFeatures[2 * row + 1] = edgeOfB(r);
  return at;
}

/** The edge of A over the cell between rows r and r + 1: the row's own, or the one that begins at its corner. */
function edgeOfA(r: number): number {
  return edgeFeature(featureIndex(rowFeatures[2 * r]));
}

/** The edge of B there, whose border runs the other way. */
function edgeOfB(r: number): number {
  return edgeFeature(featureIndex(rowFeatures[2 * (r + 1) + 1]));
}

/** Height midway between the borders at the row that begins at `p`. */
function midwayAt(p: number): number {
  return 0.5 * (rows[p + ROW_HEIGHT_A] + rows[p + ROW_HEIGHT_B]);
}

function writeLabel(out: Contact2d, options: DetectOptions2d): void {
  const width = options.band > bounds[EPS] ? options.band : bounds[EPS];
  const r = rowCount[DEEPEST];
  const at = ROW * r + ROW_GAP;
  let before = Infinity;
  if (r > 0) before = rows[at - ROW] - rows[at];
  let after = Infinity;
  if (r + 1 < rowCount[ROW_TOTAL]) after = rows[at + ROW] - rows[at];
  const near = after <= before ? after : before;
  const isTip = near > bounds[EPS] && Math.abs(after - before) <= bounds[EPS];
  if (near <= width && !isTip) {
    const cell = after <= before ? r : r - 1;
    out.kind = ContactKind.ParallelEdges;
    out.featureA = edgeOfA(cell);
    out.featureB = edgeOfB(cell);
    return;
  }
  out.featureA = rowFeatures[2 * r];
  out.featureB = rowFeatures[2 * r + 1];
  const dimensions = featureDimension(out.featureA) + featureDimension(out.featureB);
  out.kind = dimensions === 0 ? ContactKind.VertexVertex : ContactKind.VertexEdge;
}

function writePoints(out: Contact2d, { maxPoints }: DetectOptions2d): void {
  const limit = Math.max(bounds[LIMIT], gapOf(rowCount[DEEPEST]) + bounds[EPS]);
  let first = 0;
  let last = rowCount[ROW_TOTAL] - 1;
  while (first < last && gapOf(first) > limit) first++;
  while (last > first && gapOf(last) > limit) last--;
  const all = last - first + 1;
  const room = out.gaps.length;
  const wanted = maxPoints > 0 && maxPoints < all ? maxPoints : all;
  let count = wanted < room ? wanted : room;
  if (count < all) {
    found[FIRST] = first;
    found[LAST] = last;
    writeChosen(out, count);
  } else for (let r = first; r <= last; r++) writeRow(out, r - first, r);
  out.count = count;
  const rims = found[RIMS];
  for (let k = 0; k < rims && count < room; k++) writeRow(out, count++, rowCount[ROW_TOTAL] + k);
  out.rimCount = count - out.count;
  out.dropped = wanted + rims - count;
}

/** Writes `kept` of the points, in their order. */
function writeChosen(out: Contact2d, kept: number): void {
  if (kept < 1) return;
  const first = found[FIRST];
  const last = found[LAST];
  const least = gapOf(rowCount[DEEPEST]) + bounds[EPS];
  let deepest = first;
  while (deepest < last && gapOf(deepest) > least) deepest++;
  let end = placeOf(deepest) - placeOf(first) > placeOf(last) - placeOf(deepest) ? first : last;
  if (kept < 2) end = deepest;
  let from = deepest;
  let to = deepest;
  // The end counts separately until the sequence of neighbours has reached it.
  for (let steps = last - first; steps > 0; steps--) {
    if (to - from + 1 + (end < from || end > to ? 1 : 0) >= kept) break;
    const before = from > first ? gapOf(from - 1) : Infinity;
    const after = to < last ? gapOf(to + 1) : Infinity;
    if (before < after || to === last) from--;
    else to++;
  }
  let count = 0;
  if (end < from) writeRow(out, count++, end);
  for (let r = from; r <= to; r++) writeRow(out, count++, r);
  if (end > to) writeRow(out, count, end);
}

function gapOf(r: number): number {
  return rows[ROW * r + ROW_GAP];
}

function placeOf(r: number): number {
  return rows[ROW * r + ROW_PLACE];
}

/** Row r as row k of the contact. */
function writeRow(out: Contact2d, k: number, r: number): void {
  const o = ROW * r;
  const place = rows[o + ROW_PLACE];
  const middle = 0.5 * (rows[o + ROW_HEIGHT_A] + rows[o + ROW_HEIGHT_B]);
  out.points[2 * k] = axes[POINT_X] + place * axes[TANGENT_X] + middle * axes[NORMAL_X];
  out.points[2 * k + 1] = axes[POINT_Y] + place * axes[TANGENT_Y] + middle * axes[NORMAL_Y];
  out.gaps[k] = rows[o + ROW_GAP];
  out.shares[k] = rows[o + ROW_SHARE];
  out.features[2 * k] = rowFeatures[2 * r];
  out.features[2 * k + 1] = rowFeatures[2 * r + 1];
}
