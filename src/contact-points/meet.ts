/**
 * Points and zone of two bodies over a plane, or of a body over a wall. The search starts from the faces of the deepest
 * place. Two faces are clipped by each other (clip.ts). The cell is added to the points and the zone (zone.ts). The
 * faces beyond its sides are loaded (surface.ts) when they are within the limit. This repeats for each new pair of
 * faces.
 *
 * This file calls all code that uses the arrays of this part. A bundle then keeps that code and the arrays in one
 * module. An engine reads an array of another module from memory at every use, which is slower.
 */
import { GAP, OFFSET } from '../contact/layouts';
import { createPose, type Pose } from '../body/pose';
import { createCommonPlane, type CommonPlane } from '../contact/common-plane';
import type { Contact } from '../contact/contact';
import { faceFeature, vertexFeature } from '../contact/feature';
import type { DetectOptions } from '../contact/method';
import { NormalOwner } from '../contact/status';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, EPS, FLAT, LEVEL, LIMIT } from './bounds';
import { copyFace } from './cell';
import { clipFaces } from './clip';
import { clearLine, meetLineAndFaces, meetLineAndWall, meetLines, ownerOfFeatures, shadowDimension, writeLineCentre } from './core-shadow';
import { AXES, planeAxes, setPlaneAxes } from './coordinates';
import { labelBounds, LEVEL_BAND, ownerOfNormal } from './label';
import { meetAtPoint } from './point';
import { addPlace, clearPlaces, found, foundCode, placeCount, POINTS } from './places';
import {
  clearSurfaces,
  climb,
  extremeVertex,
  extremeZ,
  faceCode,
  faceCorner,
  faceCorners,
  faceNumbers,
  FACE_NUMBERS,
  LEAST_X,
  LEAST_Y,
  LEAST_Z,
  loadFaces,
  loadWholeSurface,
  MOST_X,
  MOST_Y,
  MOST_Z,
  scan,
  surfaceBounds,
  surfaceFaces,
  ROUNDING,
  vertexOf,
} from './surface';
import { baseFace, CELL_WANTED, findPlateau, ownerOfPlateau } from './plateau-base';
import { setCell } from './plateau-cell';
import { addPlateau } from './plateau-zone';
import { writeContact } from './write';
import { addCell, addWallCell, clearZone, gapBounds, POINT_LIMIT, ZONE_LEVEL } from './zone';

/**
 * Faces are cut off below the limit by this part (2^-16) of the extent of the pair. So the rest of a face that the
 * limit only touches is wide enough to be clipped.
 */
export const CUT_BELOW = 1 / 65536;

/** The wall as the plane of the contact: its normal and a point on it, in the frame of the body. */
const wallPlane = /* @__PURE__ */ createCommonPlane();
const noPose = /* @__PURE__ */ createPose();

/** Writes the contact of two bodies within contactBounds, except status, gap, normal and witness points. */
export function meetBodies(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  plane: CommonPlane,
  options: DetectOptions,
): void {
  setPlaneAxes(pose, plane);
  const areSolid = a.dimension + b.dimension === 6;
  if (areSolid && meetAtPoint(out, a, b, plane, options)) return;
  begin();
  if (!areSolid) {
    meetCores(out, a, b, plane, options);
    return;
  }
  let corners = findPlateau(a, b, plane.featureA, plane.featureB);
  if (corners === CELL_WANTED) corners = setCell(a, baseFace[0], b, baseFace[1]);
  if (corners > 0) addPlateau(corners);
  else meetSurfaces(a, b, plane);
  if (placeCount[POINTS] === 0) addPlanePoint(plane);
  writeContact(out, a, b, plane, options);
  out.owner = corners > 0 ? ownerOfPlateau(a, b, plane, corners) : ownerOfNormal(plane.featureA, plane.featureB);
}

/** The point midway between the witness points of the plane. */
function addPlanePoint(plane: CommonPlane): void {
  foundCode[0] = plane.featureA >= 0 ? plane.featureA : vertexFeature(extremeVertex[0]);
  foundCode[1] = plane.featureB >= 0 ? plane.featureB : vertexFeature(extremeVertex[1]);
  found[0] = found[1] = found[2] = 0;
  found[GAP] = plane.gap;
  addPlace(POINTS, 0);
}

/** The same for pairs with a point, a segment or a plate, by the shadows of both: see core-shadow.ts. */
function meetCores(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, plane: CommonPlane, options: DetectOptions): void {
  const shadowA = shadowDimension(a, 0);
  const shadowB = shadowDimension(b, 1);
  extremeVertex[0] = vertexOf(a, plane.featureA);
  extremeVertex[1] = vertexOf(b, plane.featureB);
  clearLine();
  if (shadowA === 2 && shadowB === 2) {
    meetSurfaces(a, b, plane);
  } else if (shadowA === 1 && shadowB === 1) {
    meetLines(a, b, plane);
  } else if (shadowA > 0 && shadowB > 0) {
    setReach(a, b, plane);
    if (shadowA === 1) {
      loadWholeSurface(b, 1);
      meetLineAndFaces(a, 0, b);
    } else {
      loadWholeSurface(a, 0);
      meetLineAndFaces(b, 1, a);
    }
  }
  if (placeCount[POINTS] === 0) addPlanePoint(plane);
  writeContact(out, a, b, plane, options);
  writeLineCentre(out, plane);
  // The features of the label, since those of the plane are of one link of several where two edges are parallel.
  const ofLevel = ownerOfNormal(out.featureA, out.featureB);
  const ofFeatures = ownerOfFeatures(plane.featureA, plane.featureB);
  // A level face of A goes before a face that the plane names, which may be B's where two faces are parallel.
  out.owner = ofLevel === NormalOwner.FaceA || ofFeatures === NormalOwner.None ? ofLevel : ofFeatures;
}

/**
 * The same for a body and a wall: `wall` is its plane in the body's frame (unit normal out of the wall, offset),
 * `lowest` is the corner of the body nearest to it, at out.gap. The caller has set the normal of the contact.
 */
export function meetWall(out: Contact, shape: ConvexPolyhedron, lowest: number, wall: Float64Array, options: DetectOptions): void {
  begin();
  for (let k = 0; k < 3; k++) {
    wallPlane.normal[k] = out.normal[k];
    wallPlane.point[k] = wall[OFFSET] * wall[k];
  }
  setPlaneAxes(noPose, wallPlane);
  // Heights follow from the wall's own offset, also when its normal has drifted from unit length.
  planeAxes[AXES - 1] = wall[OFFSET];
  surfaceBounds[0] = -contactBounds[LIMIT] - CUT_BELOW * shape.radius;
  faceCode[MAX_FACES] = faceFeature(0);
  clearLine();
  const shadow = shape.dimension === 3 ? 2 : shadowDimension(shape, 0);
  if (shadow === 1) meetLineAndWall(shape, faceFeature(0));
  if (shadow === 2) loadFaces(shape, 0, vertexFeature(lowest));
  for (let i = 0; i < surfaceFaces[0]; i++) addWallCell(shape, i, MAX_FACES, copyFace(0, faceCorner[i], faceCorners[i], faceFeature(0)));
  if (placeCount[POINTS] === 0) {
    found[0] = found[1] = 0;
    found[2] = -0.5 * out.gap;
    found[GAP] = out.gap;
    foundCode[0] = vertexFeature(lowest);
    foundCode[1] = faceFeature(0);
    addPlace(POINTS, 0);
  }
  writeContact(out, shape, shape, wallPlane, options);
  if (shadow === 1) writeLineCentre(out, wallPlane);
}

function begin(): void {
  surfaceBounds[ROUNDING] = contactBounds[EPS];
  gapBounds[POINT_LIMIT] = contactBounds[LIMIT];
  gapBounds[ZONE_LEVEL] = contactBounds[LEVEL];
  labelBounds[LEVEL_BAND] = contactBounds[FLAT];
  clearSurfaces();
  clearPlaces();
  clearZone();
}

/**
 * Gathers the points and the zone of all pairs of faces within the limit. The search starts from the faces of the
 * plane's features. When these faces do not meet, it starts from all faces within reach.
 */
function meetSurfaces(a: ConvexPolyhedron, b: ConvexPolyhedron, plane: CommonPlane): void {
  setReach(a, b, plane);
  loadFaces(a, 0, plane.featureA);
  loadFaces(b, 1, plane.featureB);
  meetNewFaces(a, b, 0, 0);
  if (placeCount[POINTS] > 0) return;
  const facesA = surfaceFaces[0];
  const facesB = surfaceFaces[1];
  loadWholeSurface(a, 0);
  loadWholeSurface(b, 1);
  meetNewFaces(a, b, facesA, facesB);
}

/** Finds the outermost corners. They give the heights at which the surfaces are cut off. */
function setReach(a: ConvexPolyhedron, b: ConvexPolyhedron, plane: CommonPlane): void {
  const reach = gapBounds[POINT_LIMIT] + CUT_BELOW * (a.radius + b.radius);
  climb(a, 0, plane.featureA);
  climb(b, 1, plane.featureB);
  // The plane's gap proves these corners. The gap of a published plane is that of a link, which may differ from the gap
  // of the outermost corners.
  if (!(Math.abs(extremeZ[1] - extremeZ[0] - plane.gap) <= 2 * surfaceBounds[ROUNDING])) {
    scan(a, 0);
    scan(b, 1);
  }
  surfaceBounds[0] = extremeZ[1] - reach;
  surfaceBounds[1] = extremeZ[0] + reach;
}

/**
 * Clips each pair of loaded faces once, except pairs of the first `doneA` faces of A with the first `doneB` faces of B.
 * Faces that are loaded during the loop come last.
 */
function meetNewFaces(a: ConvexPolyhedron, b: ConvexPolyhedron, doneA: number, doneB: number): void {
  let i = doneA;
  let j = doneB;
  while (i < surfaceFaces[0] || j < surfaceFaces[1]) {
    if (i < surfaceFaces[0]) {
      for (let k = 0; k < j; k++) meetFaces(a, b, i, MAX_FACES + k);
      i++;
    } else {
      for (let k = 0; k < i; k++) meetFaces(a, b, k, MAX_FACES + j);
      j++;
    }
  }
}

function meetFaces(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): void {
  const eps = surfaceBounds[ROUNDING];
  const m = FACE_NUMBERS * i;
  const n = FACE_NUMBERS * j;
  const numbers = faceNumbers;
  if (numbers[n + LEAST_Z] > numbers[m + MOST_Z] + gapBounds[POINT_LIMIT] + eps) return;
  if (numbers[n + LEAST_X] > numbers[m + MOST_X] + eps || numbers[n + MOST_X] < numbers[m + LEAST_X] - eps) return;
  if (numbers[n + LEAST_Y] > numbers[m + MOST_Y] + eps || numbers[n + MOST_Y] < numbers[m + LEAST_Y] - eps) return;
  const corners = clipFaces(faceCorner[i], faceCorners[i], faceCode[i], faceCorner[j], faceCorners[j], faceCode[j]);
  if (corners > 0) addCell(a, b, i, j, corners);
}
