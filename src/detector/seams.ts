/**
 * The seam filter in space (seam-filter.ts): regions by half-spaces (`overlap`), distances from the faces of a body,
 * and turned contacts by `planeContact`.
 */
import type { BodySet } from '../body/body-set';
import { createPose, relativePose } from '../body/pose';
import { createCommonPlane } from '../contact/common-plane';
import type { Contact } from '../contact/contact';
import { appendContact, clearContactList, createContactList, type ContactList } from '../contact/contact-list';
import { loadRow } from '../contact/contact-rows';
import { detect } from '../contact/detect';
import { vertexFeature } from '../contact/feature';
import { createState, type ContactMethod, type DetectOptions } from '../contact/method';
import { createOverlap } from '../contact/overlap';
import { planeStatus } from '../contact/rounding';
import { NormalOwner } from '../contact/status';
import { planeContact } from '../contact-points/plane-contact';
import { overlap } from '../half-space/overlap';
import { rotationFromQuaternion } from '../math/rotation';
import { DISTANCE, measured, place, seeCorners, seen, type Cover } from '../detector-shared/seam-cover';
import type { SeamOptions } from '../detector-shared/seam-options';
import { isFit, type Seams } from '../detector-shared/seam-record';
import { hasNoRegion, placeCorners, placePoints } from '../detector-shared/seam-regions';
import { createSeamRows, UNKNOWN } from '../detector-shared/seam-rows';
import { createScratch, growScratch, reservePoints } from './scratch-contact';

const pose = /* @__PURE__ */ createPose();
const shift = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(9);

export function createSeams(bodies: BodySet, { seam, joint }: SeamOptions, options: DetectOptions): Seams<ContactList, Contact> {
  const scratch = createScratch();
  const found = createContactList();
  const rows = createSeamRows();
  let region = createOverlap(0, 64, 0);

  const setPose = (row: number): void => {
    for (let k = 0; k < 3; k++) shift[k] = found.shifts[3 * row + k];
    relativePose(pose, bodies, found.bodyA[row], found.bodyB[row], shift);
  };

  const measure = (row: number, wantsCorners: boolean): void => {
    if (rows.volume[row] !== UNKNOWN) return;
    const i = found.bodyA[row];
    const j = found.bodyB[row];
    const isSharp = bodies.rounding[i] === 0 && bodies.rounding[j] === 0;
    // Of the swollen bodies the contact itself knows the volume.
    rows.volume[row] = found.volumes[row];
    // Spheres and rods touch in points and lines, without volume: the deeper contact counts as the larger one.
    if (rows.volume[row] === 0 && found.gaps[row] < 0) rows.volume[row] = -(found.gaps[row] * found.gaps[row] * found.gaps[row]);
    if (!isSharp && !wantsCorners) return;
    const a = bodies.shapes[bodies.shapeIndex[i]];
    const b = bodies.shapes[bodies.shapeIndex[j]];
    if (a.dimension < 3 || b.dimension < 3) {
      placePoints(cover, row);
      return;
    }
    setPose(row);
    overlap(region, a, b, pose);
    if (3 * region.vertexCount > region.vertices.length) {
      region = createOverlap(0, 2 * region.vertexCount, 0);
      overlap(region, a, b, pose);
    }
    if (isSharp) rows.volume[row] = region.volume;
    if (!wantsCorners) return;
    if (!(region.volume > 0)) {
      placePoints(cover, row);
      return;
    }
    const first = placeCorners(rows, 3, row, region.vertexCount);
    const { vertices } = region;
    rotationFromQuaternion(rotation, 0, bodies.orientations, 4 * i);
    for (let k = 0; k < 3 * region.vertexCount; k += 3) {
      for (let axis = 0; axis < 3; axis++) {
        rows.corners[first + k + axis] =
          rotation[3 * axis] * vertices[k] + rotation[3 * axis + 1] * vertices[k + 1] + rotation[3 * axis + 2] * vertices[k + 2];
      }
    }
  };

  const measureDistance = (body: number, count: number): void => {
    const { normals, offsets, faceCount, radius } = bodies.shapes[bodies.shapeIndex[body]];
    const r = rotation;
    const { corners } = seen;
    rotationFromQuaternion(r, 0, bodies.orientations, 4 * body);
    // A point and a segment have no faces.
    let nearest = Infinity;
    for (let c = 0; c < 3 * count && faceCount === 0; c += 3) {
      const dx = corners[c] - place[0];
      const dy = corners[c + 1] - place[1];
      const dz = corners[c + 2] - place[2];
      nearest = Math.min(nearest, dx * dx + dy * dy + dz * dz);
    }
    let largest = faceCount === 0 ? Math.sqrt(nearest) - radius : -Infinity;
    for (let f = 0; f < faceCount; f++) {
      const x = normals[3 * f];
      const y = normals[3 * f + 1];
      const z = normals[3 * f + 2];
      const nx = r[0] * x + r[1] * y + r[2] * z;
      const ny = r[3] * x + r[4] * y + r[5] * z;
      const nz = r[6] * x + r[7] * y + r[8] * z;
      let least = Infinity;
      for (let c = 0; c < 3 * count; c += 3) {
        const d = nx * (corners[c] - place[0]) + ny * (corners[c + 1] - place[1]) + nz * (corners[c + 2] - place[2]);
        if (d < least) least = d;
      }
      if (least - offsets[f] > largest) largest = least - offsets[f];
    }
    measured[DISTANCE] = largest;
  };

  const cover: Cover = {
    coordinates: 3,
    bodies,
    list: found,
    rows,
    lengths: new Float64Array([seam ?? 0, joint ?? 0]),
    measure,
    measureDistance,
  };

  const load = (row: number): Contact => {
    reservePoints(scratch, found.pointStart[row + 1] - found.pointStart[row]);
    const { contact } = scratch;
    loadRow(contact, found, 3, row);
    contact.area = found.areas[row];
    contact.volume = found.volumes[row];
    return contact;
  };

  const turn = (row: number): Contact => {
    setTurned(cover, row);
    if (hasNoRegion(rows, row)) return turnPoints(load(row));
    const i = found.bodyA[row];
    rotationFromQuaternion(rotation, 0, bodies.orientations, 4 * i);
    toBody(turned.normal);
    toBody(turned.front);
    setPose(row);
    do detect(scratch.contact, turnedPlane, bodies, i, found.bodyB[row], noMemory, options, shift);
    while (growScratch(scratch));
    const { contact } = scratch;
    if (isFit(contact, contact.volume, rows.volume[row])) return contact;
    setTurned(cover, row);
    return turnPoints(load(row));
  };

  return {
    found,
    cover,
    clear: () => {
      clearContactList(found);
    },
    add: (i, j, contact, image) => {
      const row = appendContact(found, i, j, contact);
      for (let k = 0; k < 3; k++) found.shifts[3 * row + k] = image[k];
    },
    load,
    turn,
    held: () => [found, rows, region, scratch],
  };
}

/** The new plane: its normal from A to B, and the corner of the region that lies at its front, from A. */
const turned = {
  normal: /* @__PURE__ */ new Float64Array(3),
  front: /* @__PURE__ */ new Float64Array(3),
  /** Whether body A is the one whose contact explains: the front is then B's. */
  isEndA: true,
};
const noMemory = /* @__PURE__ */ createState({ stateInts: 0, stateFloats: 0 });
const plane = /* @__PURE__ */ createCommonPlane();

/** Writes `turned`, along the axes of the world. */
function setTurned(cover: Cover, row: number): void {
  const { rows, list } = cover;
  const { normal, front } = turned;
  const end = rows.explainer[row];
  turned.isEndA = rows.turnedEnd[row] === 0;
  const sign = ((end & 1) === 0) === turned.isEndA ? 1 : -1;
  for (let k = 0; k < 3; k++) normal[k] = sign * list.normals[3 * (end >> 1) + k];
  const count = seeCorners(cover, 2 * row);
  const { corners } = seen;
  const side = turned.isEndA ? 1 : -1;
  let least = Infinity;
  for (let c = 0; c < 3 * count; c += 3) {
    const height = side * (normal[0] * corners[c] + normal[1] * corners[c + 1] + normal[2] * corners[c + 2]);
    if (!(height < least)) continue;
    least = height;
    for (let k = 0; k < 3; k++) front[k] = corners[c + k];
  }
}

/** Turns a vector from the axes of the world to those of the body whose `rotation` is set. */
function toBody(v: Float64Array): void {
  const r = rotation;
  const x = v[0];
  const y = v[1];
  const z = v[2];
  for (let k = 0; k < 3; k++) v[k] = r[k] * x + r[3 + k] * y + r[6 + k] * z;
}

/** A contact of rounded bodies whose sharp bodies are apart keeps its depth and its points. */
function turnPoints(contact: Contact): Contact {
  const { normal, pointA, pointB } = contact;
  for (let k = 0; k < 3; k++) {
    const middle = 0.5 * (pointA[k] + pointB[k]);
    normal[k] = turned.normal[k];
    pointA[k] = middle - 0.5 * contact.gap * normal[k];
    pointB[k] = middle + 0.5 * contact.gap * normal[k];
  }
  contact.owner = NormalOwner.None;
  return contact;
}

/** The contact over the plane with the new normal, from the outermost place of one body to the front of the region. */
const turnedPlane: ContactMethod = {
  name: 'turned',
  stateInts: 0,
  stateFloats: 0,
  detect(out, a, b, poseB, _state, options) {
    const { normal, front, isEndA } = turned;
    const x = normal[0];
    const y = normal[1];
    const z = normal[2];
    let high = -Infinity;
    for (let v = 0; v < a.vertexCount; v++) {
      const height = x * a.vertices[3 * v] + y * a.vertices[3 * v + 1] + z * a.vertices[3 * v + 2];
      if (!(height > high)) continue;
      high = height;
      plane.featureA = vertexFeature(v);
    }
    // The normal in the frame of B.
    const bx = poseB[0] * x + poseB[3] * y + poseB[6] * z;
    const by = poseB[1] * x + poseB[4] * y + poseB[7] * z;
    const bz = poseB[2] * x + poseB[5] * y + poseB[8] * z;
    let low = Infinity;
    for (let v = 0; v < b.vertexCount; v++) {
      const height = bx * b.vertices[3 * v] + by * b.vertices[3 * v + 1] + bz * b.vertices[3 * v + 2];
      if (!(height < low)) continue;
      low = height;
      plane.featureB = vertexFeature(v);
    }
    low += x * poseB[9] + y * poseB[10] + z * poseB[11];
    const at = x * front[0] + y * front[1] + z * front[2];
    plane.gap = isEndA ? at - high : low - at;
    for (let k = 0; k < 3; k++) {
      plane.normal[k] = normal[k];
      plane.pointA[k] = front[k] - (isEndA ? plane.gap * normal[k] : 0);
      plane.pointB[k] = front[k] + (isEndA ? 0 : plane.gap * normal[k]);
      plane.point[k] = 0.5 * (plane.pointA[k] + plane.pointB[k]);
    }
    plane.status = planeStatus(plane, a, b);
    return planeContact(out, a, b, poseB, plane, options);
  },
};
