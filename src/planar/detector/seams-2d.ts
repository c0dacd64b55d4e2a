/**
 * The seam filter in the plane (seam-filter.ts), as seams.ts in space: regions by half-planes (`overlapPolygon`), their
 * areas as volumes, distances from the edges of a body, and turned contacts by `lineContact`.
 */
import { createState, type ContactState } from '../../contact/method';
import { vertexFeature } from '../../contact/feature';
import { loadRow } from '../../contact/contact-rows';
import { NormalOwner } from '../../contact/status';
import { DISTANCE, measured, place, seeCorners, seen, type Cover } from '../../detector-shared/seam-cover';
import type { SeamOptions } from '../../detector-shared/seam-options';
import { isFit, type Seams } from '../../detector-shared/seam-record';
import { hasNoRegion, placeCorners, placePoints } from '../../detector-shared/seam-regions';
import { createSeamRows, UNKNOWN } from '../../detector-shared/seam-rows';
import type { BodySet2d } from '../body/body-set-2d';
import { createPose2d, relativePose2d } from '../body/pose-2d';
import { createCommonLine, setStatusOfGap } from '../contact/common-line';
import { createContact2d, type Contact2d } from '../contact/contact-2d';
import { appendContact2d, clearContactList2d, createContactList2d, type ContactList2d } from '../contact/contact-list-2d';
import { detect2d } from '../contact/detect-2d';
import type { ContactMethod2d, DetectOptions2d } from '../contact/method-2d';
import { createOverlap2d } from '../contact/overlap-2d';
import { lineContact } from '../method/line-contact';
import { overlapPolygon } from '../method/overlap-polygon';

const pose = /* @__PURE__ */ createPose2d();
const shift = /* @__PURE__ */ new Float64Array(2);
/** Unit cosine and sine of a body. */
const rotation = /* @__PURE__ */ new Float64Array(2);

export function createSeams2d(bodies: BodySet2d, { seam, joint }: SeamOptions, options: DetectOptions2d): Seams<ContactList2d, Contact2d> {
  const found = createContactList2d();
  const rows = createSeamRows();
  let region = createOverlap2d(32);
  let contact = createContact2d(32);

  const setPose = (row: number): void => {
    for (let k = 0; k < 2; k++) shift[k] = found.shifts[2 * row + k];
    relativePose2d(pose, bodies, found.bodyA[row], found.bodyB[row], shift);
  };

  const measure = (row: number, wantsCorners: boolean): void => {
    if (rows.volume[row] !== UNKNOWN) return;
    const i = found.bodyA[row];
    const j = found.bodyB[row];
    const isSharp = bodies.rounding[i] === 0 && bodies.rounding[j] === 0;
    // Of the swollen bodies the contact itself knows the area.
    rows.volume[row] = found.areas[row];
    // Discs and ends of rods touch in points, without area: the deeper contact counts as the larger one.
    if (rows.volume[row] === 0 && found.gaps[row] < 0) rows.volume[row] = found.gaps[row] * found.gaps[row];
    if (!isSharp && !wantsCorners) return;
    const a = bodies.shapes[bodies.shapeIndex[i]];
    const b = bodies.shapes[bodies.shapeIndex[j]];
    if (2 * (a.vertexCount + b.vertexCount) > region.vertices.length) region = createOverlap2d(2 * (a.vertexCount + b.vertexCount));
    setPose(row);
    overlapPolygon(region, a, b, pose);
    if (isSharp) rows.volume[row] = region.area;
    if (!wantsCorners) return;
    if (!(region.area > 0)) {
      placePoints(cover, row);
      return;
    }
    const first = placeCorners(rows, 2, row, region.vertexCount);
    const { vertices } = region;
    setRotation(bodies, i);
    for (let k = 0; k < 2 * region.vertexCount; k += 2) {
      rows.corners[first + k] = rotation[0] * vertices[k] - rotation[1] * vertices[k + 1];
      rows.corners[first + k + 1] = rotation[1] * vertices[k] + rotation[0] * vertices[k + 1];
    }
  };

  const measureDistance = (body: number, count: number): void => {
    const { normals, offsets, vertexCount } = bodies.shapes[bodies.shapeIndex[body]];
    const { corners } = seen;
    setRotation(bodies, body);
    let largest = -Infinity;
    for (let e = 0; e < vertexCount; e++) {
      const x = normals[2 * e];
      const y = normals[2 * e + 1];
      const nx = rotation[0] * x - rotation[1] * y;
      const ny = rotation[1] * x + rotation[0] * y;
      let least = Infinity;
      for (let c = 0; c < 2 * count; c += 2) {
        const d = nx * (corners[c] - place[0]) + ny * (corners[c + 1] - place[1]);
        if (d < least) least = d;
      }
      if (least - offsets[e] > largest) largest = least - offsets[e];
    }
    measured[DISTANCE] = largest;
  };

  const cover: Cover = {
    coordinates: 2,
    bodies,
    list: found,
    rows,
    lengths: new Float64Array([seam ?? 0, joint ?? 0]),
    measure,
    measureDistance,
  };

  const reservePoints = (points: number): void => {
    if (points > contact.gaps.length) contact = createContact2d(2 * points);
  };

  const load = (row: number): Contact2d => {
    reservePoints(found.pointStart[row + 1] - found.pointStart[row]);
    loadRow(contact, found, 2, row);
    contact.length = found.lengths[row];
    contact.area = found.areas[row];
    return contact;
  };

  const turn = (row: number): Contact2d => {
    setTurned(cover, row);
    if (hasNoRegion(rows, row)) return turnPoints(load(row));
    const i = found.bodyA[row];
    setRotation(bodies, i);
    toBody(turned.normal);
    toBody(turned.front);
    setPose(row);
    const j = found.bodyB[row];
    // Each corner is a point at most, and so are both ends of the zone.
    reservePoints(bodies.shapes[bodies.shapeIndex[i]].vertexCount + bodies.shapes[bodies.shapeIndex[j]].vertexCount + 2);
    detect2d(contact, turnedLine, bodies, i, j, noMemory, options, shift);
    if (isFit(contact, contact.area, rows.volume[row])) return contact;
    setTurned(cover, row);
    return turnPoints(load(row));
  };

  return {
    found,
    cover,
    clear: () => {
      clearContactList2d(found);
    },
    add: (i, j, other, image) => {
      const row = appendContact2d(found, i, j, other);
      for (let k = 0; k < 2; k++) found.shifts[2 * row + k] = image[k];
    },
    load,
    turn,
    held: () => [found, rows, region, contact],
  };
}

/** The new line: its normal from A to B, and the corner of the region that lies at its front, from A. */
const turned = {
  normal: /* @__PURE__ */ new Float64Array(2),
  front: /* @__PURE__ */ new Float64Array(2),
  /** Whether body A is the one whose contact explains: the front is then B's. */
  isEndA: true,
};
const noMemory: ContactState = /* @__PURE__ */ createState({ stateInts: 0, stateFloats: 0 });
const line = /* @__PURE__ */ createCommonLine();

function setRotation({ rotations }: BodySet2d, body: number): void {
  const c = rotations[2 * body];
  const s = rotations[2 * body + 1];
  const length = Math.sqrt(c * c + s * s);
  rotation[0] = c / length;
  rotation[1] = s / length;
}

/** Writes `turned`, along the axes of the world. */
function setTurned(cover: Cover, row: number): void {
  const { rows, list } = cover;
  const { normal, front } = turned;
  const end = rows.explainer[row];
  turned.isEndA = rows.turnedEnd[row] === 0;
  const sign = ((end & 1) === 0) === turned.isEndA ? 1 : -1;
  for (let k = 0; k < 2; k++) normal[k] = sign * list.normals[2 * (end >> 1) + k];
  const count = seeCorners(cover, 2 * row);
  const { corners } = seen;
  const side = turned.isEndA ? 1 : -1;
  let least = Infinity;
  for (let c = 0; c < 2 * count; c += 2) {
    const height = side * (normal[0] * corners[c] + normal[1] * corners[c + 1]);
    if (!(height < least)) continue;
    least = height;
    front[0] = corners[c];
    front[1] = corners[c + 1];
  }
}

/** Turns a vector from the axes of the world to those of the body whose `rotation` is set. */
function toBody(v: Float64Array): void {
  const x = v[0];
  const y = v[1];
  v[0] = rotation[0] * x + rotation[1] * y;
  v[1] = rotation[0] * y - rotation[1] * x;
}

/** A contact of rounded bodies whose sharp bodies are apart keeps its depth and its points. */
function turnPoints(contact: Contact2d): Contact2d {
  const { normal, pointA, pointB } = contact;
  for (let k = 0; k < 2; k++) {
    const middle = 0.5 * (pointA[k] + pointB[k]);
    normal[k] = turned.normal[k];
    pointA[k] = middle - 0.5 * contact.gap * normal[k];
    pointB[k] = middle + 0.5 * contact.gap * normal[k];
  }
  contact.owner = NormalOwner.None;
  return contact;
}

/** The contact over the line with the new normal, from the outermost place of one body to the front of the region. */
const turnedLine: ContactMethod2d = {
  name: 'turned',
  stateInts: 0,
  stateFloats: 0,
  detect(out, a, b, poseB, _state, options) {
    const { normal, front, isEndA } = turned;
    const x = normal[0];
    const y = normal[1];
    let high = -Infinity;
    for (let v = 0; v < a.vertexCount; v++) {
      const height = x * a.vertices[2 * v] + y * a.vertices[2 * v + 1];
      if (!(height > high)) continue;
      high = height;
      line.featureA = vertexFeature(v);
    }
    // The normal in the frame of B.
    const bx = poseB[0] * x + poseB[1] * y;
    const by = poseB[0] * y - poseB[1] * x;
    let low = Infinity;
    for (let v = 0; v < b.vertexCount; v++) {
      const height = bx * b.vertices[2 * v] + by * b.vertices[2 * v + 1];
      if (!(height < low)) continue;
      low = height;
      line.featureB = vertexFeature(v);
    }
    low += x * poseB[2] + y * poseB[3];
    const at = x * front[0] + y * front[1];
    line.gap = isEndA ? at - high : low - at;
    for (let k = 0; k < 2; k++) {
      line.normal[k] = normal[k];
      line.pointA[k] = front[k] - (isEndA ? line.gap * normal[k] : 0);
      line.pointB[k] = front[k] + (isEndA ? 0 : line.gap * normal[k]);
      line.point[k] = 0.5 * (line.pointA[k] + line.pointB[k]);
    }
    setStatusOfGap(line, a, b);
    return lineContact(out, a, b, poseB, line, options);
  },
};
