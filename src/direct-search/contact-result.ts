/**
 * From the contact set of two blocks to a full contact (Zheng et al. 2017, sections 2.1.3 and 2.2): normal and gap
 * (contact-normal.ts), features and kind (contact-features.ts), points (contact-points.ts), and for two faces the zone
 * in which they press (face-zone.ts).
 *
 * Contacts of corners and edges have no zone: their area is options.minArea and their volume is 0. Their pressure
 * centre is the mean of the points that press, weighted by depth.
 */
import { GAP_ULPS } from '../contact/band';
import { clearContact, type Contact } from '../contact/contact';
import { featureDimension, featureIndex } from '../contact/feature';
import { GAP, TOUCH } from '../contact/layouts';
import { statusOfGap } from '../contact/rounding';
import { ContactKind, NormalOwner, Status } from '../contact/status';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { entrance, entranceFeatures, HEIGHT } from './best-entrance';
import { faceNormal } from './block-pair';
import { chooseFeatures, meeting } from './contact-features';
import { FROM_ENTRANCE, FROM_LINK, chooseNormal, normal, normalSource, takeEntrance } from './contact-normal';
import { choosePoints, deepestPoint, placePoints, pointGap, pointShare, pointX, pointY, pointZ } from './contact-points';
import { CONTACTS, LEFT_OUT, setA, setB, setCount, sortSet } from './contact-set';
import { AREA, LEVEL, WEIGHT, WEIGHT_X, clearZone, measureZone, rimCode, rimPlace, rimShare, rimTotal, zone } from './face-zone';
import { linkWay } from './nearest-link';
import { choosePublishedNormal } from './published-normal';
import { AS_PRINTED, BAND, RADII, REACH, settings, type DirectSearchOptions } from './settings';

/**
 * Slightly more than the reach, so that bodies apart do not touch after rounding radii and the rounding band are
 * subtracted from the gap.
 */
const BEYOND = 1 + 2 ** -49;

/**
 * A pair without contacts that is apart: nothing is within reach. So the gap is larger than the reach, or the gap that
 * the excluding entrance proved.
 */
export function writeSeparated(out: Contact): Status {
  clearContact(out, Status.Separated);
  out.gap = Math.max(entrance[GAP], settings[REACH] * BEYOND + settings[BAND]);
  for (let k = 0; k < 3; k++) out.normal[k] = entrance[k] + 0;
  return Status.Separated;
}

/** An overlap deeper than dTol: the first entrance is the contact. */
export function writeDeepContact(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: DirectSearchOptions): Status {
  setA[0] = entranceFeatures[0];
  setB[0] = entranceFeatures[1];
  setCount[CONTACTS] = 1;
  setCount[LEFT_OUT] = 0;
  takeEntrance();
  return writeContact(out, a, b, chooseFeatures(a, b), options);
}

/** The contact of a set that is not empty; the first entrance is known. */
export function writeContactSet(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: DirectSearchOptions): Status {
  sortSet();
  const isPublished = settings[AS_PRINTED] === 1;
  if (isPublished) takeEntrance();
  else chooseNormal(a, b);
  const kind = chooseFeatures(a, b);
  if (isPublished) choosePublishedNormal(a, b, kind);
  return writeContact(out, a, b, kind, options);
}

function writeContact(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, kind: ContactKind, options: DirectSearchOptions): Status {
  const gap = normal[GAP];
  const areFaces = kind === ContactKind.FaceFace;
  writeStatus(out);
  out.kind = kind;
  out.gap = gap;
  out.featureA = meeting[0];
  out.featureB = meeting[1];
  out.owner = ownerOfNormal(a, b, kind);
  out.iterations = 1;
  // Adding 0 makes -0 a plain 0.
  for (let k = 0; k < 3; k++) out.normal[k] = normal[k] + 0;
  placePoints(a, b, areFaces);
  writeWitness(out);
  const eps = settings[BAND] + GAP_ULPS * (Math.abs(gap) + settings[RADII]);
  zone[LEVEL] = settings[RADII] + eps;
  // In slots, because engines allocate numbers that are passed to a function that is not inlined.
  zoneBounds[EPS] = eps;
  zoneBounds[LEAST_AREA] = options.minArea > 0 ? options.minArea : 0;
  const room = out.gaps.length;
  const found = setCount[CONTACTS];
  const wanted = options.maxPoints > 0 && options.maxPoints < found ? options.maxPoints : found;
  if (wanted < found || room < found) choosePoints(wanted < room ? wanted : room);
  clearZone();
  // No place is nearer than the gap.
  if (areFaces && gap < zone[LEVEL]) measureZone(a, b, featureIndex(meeting[0]), featureIndex(meeting[1]));
  writeZone(out);
  writePoints(out);
  out.rimCount = Math.min(rimTotal[0], room - out.count);
  for (let r = 0; r < out.rimCount; r++) writeRim(out, r);
  out.dropped = wanted - out.count + rimTotal[0] - out.rimCount + setCount[LEFT_OUT];
  return out.status;
}

/** A separate small function, so that engines inline its calls. They would allocate doubles passed to other calls. */
function writeStatus(out: Contact): void {
  out.status = statusOfGap(normal[GAP], settings[BAND]);
}

/** Rounding of the gap, and the least reported area. */
const zoneBounds = /* @__PURE__ */ new Float64Array(2);
const EPS = 0;
const LEAST_AREA = 1;

/** The ends of the shortest link, or the deepest point on both virtual contact planes. */
function writeWitness(out: Contact): void {
  const { pointA, pointB } = out;
  if (normalSource[FROM_LINK] === 1) {
    for (let k = 0; k < 3; k++) {
      pointA[k] = linkWay[TOUCH + k];
      pointB[k] = linkWay[TOUCH + k] + normal[GAP] * normal[k];
    }
    return;
  }
  const p = deepestPoint();
  const up = normal[HEIGHT] - (normal[0] * pointX[p] + normal[1] * pointY[p] + normal[2] * pointZ[p]);
  pointA[0] = pointX[p] + up * normal[0];
  pointA[1] = pointY[p] + up * normal[1];
  pointA[2] = pointZ[p] + up * normal[2];
  for (let k = 0; k < 3; k++) pointB[k] = pointA[k] + normal[GAP] * normal[k];
}

function writePoints(out: Contact): void {
  const { points, gaps, features, shares } = out;
  const count = setCount[CONTACTS];
  out.count = count;
  for (let k = 0; k < count; k++) {
    points[3 * k] = pointX[k];
    points[3 * k + 1] = pointY[k];
    points[3 * k + 2] = pointZ[k];
    gaps[k] = pointGap[k];
    shares[k] = pointShare[k];
    features[2 * k] = setA[k];
    features[2 * k + 1] = setB[k];
  }
}

function writeRim(out: Contact, r: number): void {
  const k = out.count + r;
  for (let c = 0; c < 3; c++) out.points[3 * k + c] = rimPlace[3 * r + c];
  out.gaps[k] = zone[LEVEL];
  out.shares[k] = rimShare[r];
  out.features[2 * k] = rimCode[2 * r];
  out.features[2 * k + 1] = rimCode[2 * r + 1];
}

/**
 * Area, volume and pressure centre of the zone; without a zone the mean of the points that press, or the deepest point.
 */
function writeZone(out: Contact): void {
  const area = zone[AREA];
  out.area = area > zoneBounds[LEAST_AREA] ? area : zoneBounds[LEAST_AREA];
  out.volume = 0;
  const { centre } = out;
  if (zone[WEIGHT] > 0) {
    out.volume = Math.max(0, zone[WEIGHT] - zoneBounds[EPS] * area);
    for (let k = 0; k < 3; k++) centre[k] = zone[WEIGHT_X + k] / zone[WEIGHT];
    return;
  }
  const p = setCount[CONTACTS] > 1 ? deepestPoint() : 0;
  centre[0] = pointX[p];
  centre[1] = pointY[p];
  centre[2] = pointZ[p];
  if (setCount[CONTACTS] < 2) return;
  let x = 0;
  let y = 0;
  let z = 0;
  let sum = 0;
  for (let k = 0; k < setCount[CONTACTS]; k++) {
    const w = zone[LEVEL] - pointGap[k];
    if (!(w > 0)) continue;
    x += w * pointX[k];
    y += w * pointY[k];
    z += w * pointZ[k];
    sum += w;
  }
  if (!(sum > 0)) return;
  centre[0] = x / sum;
  centre[1] = y / sum;
  centre[2] = z / sum;
}

/**
 * The owner of the normal: a level face of the contact, A's first. Otherwise the features of the first entrance, unless
 * the normal is a mean.
 */
function ownerOfNormal(a: ConvexPolyhedron, b: ConvexPolyhedron, kind: ContactKind): NormalOwner {
  const isEntrance = normalSource[FROM_ENTRANCE] === 1;
  if (isEntrance && featureDimension(entranceFeatures[0]) === 2) return NormalOwner.FaceA;
  if (isLevel(a, 0, meeting[0])) return NormalOwner.FaceA;
  if (isEntrance) return featureDimension(entranceFeatures[1]) === 2 ? NormalOwner.FaceB : NormalOwner.Edges;
  if (isLevel(b, MAX_FACES, meeting[1])) return NormalOwner.FaceB;
  return kind === ContactKind.EdgeEdge && normalSource[FROM_LINK] === 1 ? NormalOwner.Edges : NormalOwner.None;
}

/** Whether a feature is a face that is level on the plane of the contact, to rounding. */
function isLevel(shape: ConvexPolyhedron, row: number, feature: number): boolean {
  if (featureDimension(feature) !== 2) return false;
  const o = 3 * (row + featureIndex(feature));
  const x = normal[1] * faceNormal[o + 2] - normal[2] * faceNormal[o + 1];
  const y = normal[2] * faceNormal[o] - normal[0] * faceNormal[o + 2];
  const z = normal[0] * faceNormal[o + 1] - normal[1] * faceNormal[o];
  return (x * x + y * y + z * z) * shape.radius * shape.radius <= settings[BAND] * settings[BAND];
}
