/**
 * What was found on a plane, written to a contact: label, points in order, rim, area, volume and pressure centre.
 */
import type { CommonPlane } from '../contact/common-plane';
import type { Contact } from '../contact/contact';
import type { DetectOptions } from '../contact/method';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { choosePoints, order, orderPoints } from './choice';
import { planeAxes } from './coordinates';
import { labelBounds, labelContact, labelFeature, LABEL_LIMIT, LEVEL_BAND } from './label';
import { DROPPED, placeCode, placeCount, placeGap, placeShare, placeX, placeY, placeZ, POINTS, RIM, RIM_ROW } from './places';
import { surfaceBounds } from './surface';
import { AREA, WEIGHT, WEIGHT_X, WEIGHT_Y, WEIGHT_Z, zoneSums } from './zone';

/**
 * Writes everything but status, gap, normal and witness points. At least one point has been found; plane.point is the
 * origin of the plane coordinates.
 */
export function writeContact(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, plane: CommonPlane, options: DetectOptions): void {
  labelBounds[LABEL_LIMIT] = placeGap[deepestPoint()] + Math.max(labelBounds[LEVEL_BAND], options.band);
  out.kind = labelContact(a, b);
  out.featureA = labelFeature[0];
  out.featureB = labelFeature[1];
  writeFound(out, plane, options);
}

/** The row of the deepest point. */
export function deepestPoint(): number {
  const n = placeCount[POINTS];
  let deepest = 0;
  for (let k = 1; k < n; k++) if (placeGap[k] < placeGap[deepest]) deepest = k;
  return deepest;
}

/** Points in order, rim, area, volume and pressure centre. */
export function writeFound(out: Contact, plane: CommonPlane, options: DetectOptions): void {
  const deepest = deepestPoint();
  orderPoints();
  writePoints(out, plane, options.maxPoints);
  writeZone(out, plane, options, deepest);
}

/** The points listed, in A's frame, and after them the corners of the rim. */
function writePoints(out: Contact, plane: CommonPlane, maxPoints: number): void {
  const room = out.gaps.length;
  const foundPoints = placeCount[POINTS];
  const wanted = maxPoints > 0 && maxPoints < foundPoints ? maxPoints : foundPoints;
  const count = choosePoints(wanted < room ? wanted : room);
  out.count = count;
  for (let k = 0; k < count; k++) writePlace(out, plane, k, order[k]);
  const rim = Math.min(placeCount[RIM], room - count);
  out.rimCount = rim;
  for (let k = 0; k < rim; k++) writePlace(out, plane, count + k, RIM_ROW + k);
  out.dropped = wanted - count + (placeCount[RIM] - rim) + placeCount[DROPPED];
}

function writePlace(out: Contact, plane: CommonPlane, k: number, r: number): void {
  const m = planeAxes;
  const x = placeX[r];
  const y = placeY[r];
  const z = placeZ[r];
  const { point } = plane;
  const { points } = out;
  points[3 * k] = point[0] + m[0] * x + m[3] * y + m[6] * z;
  points[3 * k + 1] = point[1] + m[1] * x + m[4] * y + m[7] * z;
  points[3 * k + 2] = point[2] + m[2] * x + m[5] * y + m[8] * z;
  out.gaps[k] = placeGap[r];
  out.shares[k] = placeShare[r];
  out.features[2 * k] = placeCode[2 * r];
  out.features[2 * k + 1] = placeCode[2 * r + 1];
}

function writeZone(out: Contact, plane: CommonPlane, options: DetectOptions, deepest: number): void {
  const area = zoneSums[AREA];
  const weight = zoneSums[WEIGHT];
  out.area = area > options.minArea ? area : options.minArea;
  out.volume = Math.max(0, weight - surfaceBounds[2] * area);
  // The centroid of the weight; where no zone is wider than rounding, the deepest point.
  const x = weight > 0 ? zoneSums[WEIGHT_X] / weight : placeX[deepest];
  const y = weight > 0 ? zoneSums[WEIGHT_Y] / weight : placeY[deepest];
  const z = weight > 0 ? zoneSums[WEIGHT_Z] / weight : placeZ[deepest];
  const m = planeAxes;
  for (let i = 0; i < 3; i++) out.centre[i] = plane.point[i] + m[i] * x + m[3 + i] * y + m[6 + i] * z;
}
