/**
 * Writes the fields of a contact that do not depend on the search: status, witness points, and the area, volume,
 * pressure centre, points, shares and rim of the zone along the normal.
 */
import type { Contact } from '../contact/contact';
import { AXIS_Y, GAP, HIGH_A, LOW_B, TOUCH } from '../contact/layouts';
import type { ContactKind, NormalOwner } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { AXIS_N, meeting, view } from './plane-view';
import { BAND, D_TOL, settings, statusAt, type ShrunkenEdgeOptions } from './settings';
import { AREA, level, measureZone, OF_POINT, OF_ZONE, WEIGHT, WEIGHT_X, WEIGHT_Y, zoneSum } from './zone';
import { isKept, keepPoints, order, orderPoints } from './zone-order';
import { lostRows, mergePoints, rowA, rowB, rowCount, rowGap, rowHeight, rowShare, rowX, rowY } from './zone-rows';

/** Normal from A to B (0..2) and gap (GAP) of the current contact; a point of it on A or B (TOUCH, 4..6). */
export const chosen = /* @__PURE__ */ new Float64Array(7);

/** Status, normal, gap and witness points from {@link chosen}, whose point is on the block of row `side`. */
export function writeCommon(out: Contact, kind: ContactKind, owner: NormalOwner, side: number, featureA: number, featureB: number): void {
  const gap = chosen[GAP];
  out.status = statusAt(chosen, 3);
  out.kind = kind;
  out.gap = gap;
  out.owner = owner;
  out.area = 0;
  out.volume = 0;
  out.featureA = featureA;
  out.featureB = featureB;
  out.count = 0;
  out.rimCount = 0;
  out.dropped = 0;
  out.iterations = 1;
  for (let k = 0; k < 3; k++) {
    // Adding 0 makes -0 a plain 0.
    out.normal[k] = chosen[k] + 0;
    out.pointA[k] = side === 0 ? chosen[TOUCH + k] : chosen[TOUCH + k] - gap * chosen[k];
    out.pointB[k] = side === 0 ? chosen[TOUCH + k] + gap * chosen[k] : chosen[TOUCH + k];
    out.centre[k] = 0.5 * (out.pointA[k] + out.pointB[k]);
  }
}

/**
 * Measures the zone along the chosen normal. For blocks that touch or overlap it is where the gap is at most the
 * rounding band. For blocks apart it is where the gap is at most twice the least gap, so flush faces also have their
 * area and nothing jumps at touch. With points, returns their number. Points have a gap up to dTol, options.margin or,
 * for blocks that touch, options.pointMargin. They are the first rows, in order.
 */
export function findZone(a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions, withPoints: boolean): number {
  for (let k = 0; k < 3; k++) view[AXIS_N + k] = chosen[k];
  const isApart = chosen[GAP] > settings[BAND];
  level[OF_ZONE] = isApart ? 2 * chosen[GAP] : settings[BAND];
  level[OF_POINT] = Math.max(settings[D_TOL], level[OF_ZONE]);
  if (options.margin > level[OF_POINT]) level[OF_POINT] = options.margin;
  if (!isApart && options.pointMargin > level[OF_POINT]) level[OF_POINT] = options.pointMargin;
  measureZone(a, b, withPoints);
  if (!withPoints) return 0;
  const points = mergePoints(a, b);
  orderPoints(points);
  return points;
}

/** Area, volume and pressure centre of the zone last measured, where there is one. */
export function writeZone(out: Contact, options: ShrunkenEdgeOptions): void {
  const area = zoneSum[AREA];
  out.area = options.minArea > area ? options.minArea : area > 0 ? area : 0;
  if (!(zoneSum[WEIGHT] > 0)) return;
  const volume = zoneSum[WEIGHT] - level[OF_ZONE] * area;
  if (chosen[GAP] <= settings[BAND] && volume > 0) out.volume = volume;
  const x = zoneSum[WEIGHT_X] / zoneSum[WEIGHT];
  const y = zoneSum[WEIGHT_Y] / zoneSum[WEIGHT];
  const z = 0.5 * (meeting[HIGH_A] + meeting[LOW_B]);
  for (let k = 0; k < 3; k++) out.centre[k] = view[k] * x + view[AXIS_Y + k] * y + view[AXIS_N + k] * z;
}

/**
 * Writes the first `points` rows that are kept, in order, as contact points, and the other rows as the rim, with their
 * shares.
 */
export function writeRows(out: Contact, points: number, options: ShrunkenEdgeOptions): void {
  const room = out.gaps.length;
  const rows = rowCount[0];
  const wanted = options.maxPoints > 0 && options.maxPoints < points ? options.maxPoints : points;
  keepPoints(points, wanted < room ? wanted : room);
  let sum = 0;
  for (let r = 0; r < rows; r++) sum += rowShare[r];
  // The area that minArea adds is divided like the area of the zone, or evenly if there is no zone.
  const factor = sum > 0 ? out.area / sum : 0;
  const even = sum > 0 ? 0 : out.area / points;
  let count = 0;
  for (let k = 0; k < points; k++) {
    if (isKept[order[k]] === 0) continue;
    writeRow(out, count, order[k]);
    out.shares[count] = factor * rowShare[order[k]] + even;
    count++;
  }
  out.count = count;
  const rim = rows - points < room - count ? rows - points : room - count;
  for (let k = 0; k < rim; k++) {
    writeRow(out, count + k, points + k);
    out.shares[count + k] = factor * rowShare[points + k];
  }
  out.rimCount = rim;
  out.dropped = lostRows[0] + wanted - count + rows - points - rim;
  if (!(zoneSum[WEIGHT] > 0)) centreAtDeepest(out, points);
}

function writeRow(out: Contact, at: number, r: number): void {
  for (let k = 0; k < 3; k++) out.points[3 * at + k] = view[k] * rowX[r] + view[AXIS_Y + k] * rowY[r] + view[AXIS_N + k] * rowHeight[r];
  out.gaps[at] = rowGap[r];
  out.features[2 * at] = rowA[r];
  out.features[2 * at + 1] = rowB[r];
}

/** Without a zone the pressure centre is the deepest point. */
function centreAtDeepest(out: Contact, points: number): void {
  let deepest = 0;
  for (let r = 1; r < points; r++) if (rowGap[r] < rowGap[deepest]) deepest = r;
  for (let k = 0; k < 3; k++)
    out.centre[k] = view[k] * rowX[deepest] + view[AXIS_Y + k] * rowY[deepest] + view[AXIS_N + k] * rowHeight[deepest];
}

/** The one point midway between the witness points. */
export function writeOnePoint(out: Contact): void {
  if (out.gaps.length === 0) {
    out.dropped = 1;
    return;
  }
  out.count = 1;
  for (let k = 0; k < 3; k++) out.points[k] = 0.5 * (out.pointA[k] + out.pointB[k]);
  out.gaps[0] = out.gap;
  out.features[0] = out.featureA;
  out.features[1] = out.featureB;
  out.shares[0] = out.area;
}
