/**
 * Writes the findings over a plane to a contact: label, points in order, rim, area, volume and pressure centre.
 */
import { YX, YY, YZ, ZX, ZY, ZZ } from '../body/pose';
import type { CommonPlane } from '../contact/common-plane';
import type { Contact } from '../contact/contact';
import type { DetectOptions } from '../contact/method';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { choosePoints, order, orderPoints } from './choice';
import { planeAxes } from './coordinates';
import { labelBounds, labelContact, labelFeature, LABEL_LIMIT, LEVEL_BAND } from './label';
import { DROPPED, placeCode, placeCount, placeGap, placeShare, placeX, placeY, placeZ, POINTS, RIM, RIM_ROW } from './places';
import { surfaceBounds, ROUNDING } from './surface';
import { AREA, WEIGHT, WEIGHT_X, WEIGHT_Y, WEIGHT_Z, zoneSums } from './zone';

/**
 * Writes everything except status, gap, normal and witness points. At least one point was found. plane.point is the
 * origin of the plane coordinates.
 */
export function writeContact(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, plane: CommonPlane, options: DetectOptions): void {
  const deepest = deepestPoint();
  labelBounds[LABEL_LIMIT] = placeGap[deepest] + Math.max(labelBounds[LEVEL_BAND], options.band);
  out.kind = labelContact(a, b);
  out.featureA = labelFeature[0];
  out.featureB = labelFeature[1];
  writeFound(out, plane, options, deepest);
}

/** The row of the deepest point. */
export function deepestPoint(): number {
  const n = placeCount[POINTS];
  let deepest = 0;
  for (let k = 1; k < n; k++) if (placeGap[k] < placeGap[deepest]) deepest = k;
  return deepest;
}

/** Points in order, rim, area, volume and pressure centre. `deepest` is the row of the deepest point. */
export function writeFound(out: Contact, plane: CommonPlane, options: DetectOptions, deepest: number): void {
  orderPoints();
  writePoints(out, plane, options.maxPoints);
  writeZone(out, plane, options, deepest);
}

/** Writes the listed points in A's frame, and after them the corners of the rim. */
function writePoints(out: Contact, plane: CommonPlane, maxPoints: number): void {
  const room = out.gaps.length;
  const foundPoints = placeCount[POINTS];
  const wanted = maxPoints > 0 && maxPoints < foundPoints ? maxPoints : foundPoints;
  const count = choosePoints(wanted < room ? wanted : room);
  out.count = count;
  writePlaces(out, plane, POINTS, count, 0);
  const rim = Math.min(placeCount[RIM], room - count);
  out.rimCount = rim;
  writePlaces(out, plane, RIM, rim, count);
  out.dropped = wanted - count + (placeCount[RIM] - rim) + placeCount[DROPPED];
}

/** Writes the first `count` places of a kind, POINTS in their order or RIM, to the contact, from row `start`. */
function writePlaces(out: Contact, plane: CommonPlane, kind: number, count: number, start: number): void {
  const m = planeAxes;
  const ux = m[0];
  const uy = m[1];
  const uz = m[2];
  const vx = m[YX];
  const vy = m[YY];
  const vz = m[YZ];
  const nx = m[ZX];
  const ny = m[ZY];
  const nz = m[ZZ];
  const { points, gaps, shares, features } = out;
  const { point } = plane;
  const cx = point[0];
  const cy = point[1];
  const cz = point[2];
  for (let i = 0; i < count; i++) {
    const r = kind === RIM ? RIM_ROW + i : order[i];
    const k = start + i;
    const x = placeX[r];
    const y = placeY[r];
    const z = placeZ[r];
    points[3 * k] = cx + ux * x + vx * y + nx * z;
    points[3 * k + 1] = cy + uy * x + vy * y + ny * z;
    points[3 * k + 2] = cz + uz * x + vz * y + nz * z;
    gaps[k] = placeGap[r];
    shares[k] = placeShare[r];
    features[2 * k] = placeCode[2 * r];
    features[2 * k + 1] = placeCode[2 * r + 1];
  }
}

function writeZone(out: Contact, plane: CommonPlane, options: DetectOptions, deepest: number): void {
  const area = zoneSums[AREA];
  const weight = zoneSums[WEIGHT];
  out.area = area > options.minArea ? area : options.minArea;
  out.volume = Math.max(0, weight - surfaceBounds[ROUNDING] * area);
  // The centroid of the weight. When the zone is no wider than rounding: the deepest point.
  const x = weight > 0 ? zoneSums[WEIGHT_X] / weight : placeX[deepest];
  const y = weight > 0 ? zoneSums[WEIGHT_Y] / weight : placeY[deepest];
  const z = weight > 0 ? zoneSums[WEIGHT_Z] / weight : placeZ[deepest];
  const m = planeAxes;
  const { centre } = out;
  const { point } = plane;
  centre[0] = point[0] + m[0] * x + m[YX] * y + m[ZX] * z;
  centre[1] = point[1] + m[1] * x + m[YY] * y + m[ZY] * z;
  centre[2] = point[2] + m[2] * x + m[YZ] * y + m[ZZ] * z;
}
