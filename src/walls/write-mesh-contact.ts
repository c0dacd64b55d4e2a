/** Writes the current contact from the plane and the places found over it. */
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import { statusOfGap } from '../contact/rounding';
import { NormalOwner, Status } from '../contact/status';
import { labelBounds, LABEL_LIMIT, LEVEL_BAND, ownerOfNormal } from '../contact-points/label';
import { addPlace, found, foundCode, placeCode, placeCount, placeGap, POINTS, RIM, RIM_ROW } from '../contact-points/places';
import { ownerOfFeatures } from '../contact-points/core-shadow';
import { extremeVertex } from '../contact-points/surface';
import { deepestPoint, writeFound } from '../contact-points/write';
import { GAP } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { isAtWitness, WRITE_BANDS } from './group-plane';
import { BAND, bounds, plane, type Meeting } from './meeting';
import type { MeshWall } from './mesh-wall';
import { OVERFLOW, touchedCount } from './touched-surface';
import { labelWall, wallLabel } from './wall-label';
import { candidateCount, leastGap, OVERFLOWN, ROUNDING, zoneBounds } from './wall-zone';
import { chooseCorners } from './zone-corners';
import { writeLineCentre } from './zone-line';

/** `part`: the flat part that is featureB of the contact. */
export function writeMeshContact(out: Contact, { shape, mesh, options }: Meeting, part: number): void {
  const gap = leastGap[0];
  const eps = zoneBounds[ROUNDING];
  chooseCorners(mesh);
  nameCuts(mesh, part);
  if (placeCount[POINTS] === 0 || isAtWitness[0] === 1) {
    for (let k = 0; k < 3; k++) found[k] = 0;
    found[GAP] = gap;
    foundCode[0] = plane.featureA >= 0 ? plane.featureA : vertexFeature(extremeVertex[0]);
    foundCode[1] = faceFeature(part);
    addPlace(POINTS, 0);
  }
  clearContact(out, Status.Touching);
  for (let k = 0; k < 3; k++) {
    out.normal[k] = plane.normal[k];
    out.pointA[k] = plane.pointA[k];
    out.pointB[k] = plane.pointB[k];
  }
  labelBounds[LEVEL_BAND] = 2 * eps;
  const deepest = deepestPoint();
  labelBounds[LABEL_LIMIT] = placeGap[deepest] + Math.max(2 * eps, options.band);
  out.kind = labelWall(shape);
  out.featureA = wallLabel[0];
  out.featureB = faceFeature(part);
  out.owner = ownerOf(shape);
  writeFound(out, plane, options, deepest);
  writeLineCentre(out, plane);
  out.gap = plane.gap;
  if (Math.abs(gap - plane.gap) > WRITE_BANDS * eps) {
    // The surface bends, so it is not exactly at the plane of the solid.
    out.gap = gap;
    setWitness(out);
  }
  const isShort = touchedCount[OVERFLOW] + candidateCount[OVERFLOWN] > 0;
  out.status = isShort || plane.status === Status.Unresolved ? Status.Unresolved : statusOfGap(out.gap, bounds[BAND]);
}

/** What the normal belongs to. A core may have no level face: then the features of the plane say it. */
function ownerOf(shape: ConvexPolyhedron): NormalOwner {
  const { featureA, featureB } = plane;
  const ofLevel = ownerOfNormal(featureA, featureB);
  if (shape.dimension === 3 || ofLevel === NormalOwner.FaceA) return ofLevel;
  const ofFeatures = ownerOfFeatures(featureA, featureB);
  return ofFeatures === NormalOwner.None ? ofLevel : ofFeatures;
}

/**
 * Where another contact has the rest of the surface there is no edge of the mesh: such places get the code of the face.
 */
function nameCuts({ edgeCount }: MeshWall, part: number): void {
  for (let k = 0; k < placeCount[POINTS] + placeCount[RIM]; k++) {
    const r = k < placeCount[POINTS] ? k : RIM_ROW + k - placeCount[POINTS];
    if (placeCode[2 * r + 1] === edgeFeature(edgeCount)) placeCode[2 * r + 1] = faceFeature(part);
  }
}

/** Sets the witness points at the deepest listed point. */
function setWitness(out: Contact): void {
  let deepest = 0;
  for (let k = 1; k < out.count; k++) if (out.gaps[k] < out.gaps[deepest]) deepest = k;
  for (let k = 0; k < 3 && out.count > 0; k++) {
    const half = 0.5 * out.gaps[deepest] * out.normal[k];
    out.pointA[k] = out.points[3 * deepest + k] - half;
    out.pointB[k] = out.points[3 * deepest + k] + half;
  }
}
