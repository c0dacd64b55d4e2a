/**
 * The contacts of a sphere, a body whose core is a point, with a mesh wall.
 *
 * 1. **Places**: the closest place of each near triangle to the centre (closest-on-triangle.ts).
 * 2. **Least distance**: a place on an edge or a corner counts only if the surface comes no nearer beside it. All
 *    triangles that contain the place must have it as their closest place. So inner edges of a flat part, seams and
 *    T-junctions make no contact, and a ridge makes one.
 * 3. **Side**: the centre is in front of a place or behind it. At an edge or a corner the mean normal of its triangles
 *    decides, with their angles there as weights (Baerentzen and Aanaes 2005). A sheet has contacts in front only; a
 *    two-sided mesh has every place in front.
 * 4. **Centre in the solid**: if the nearest place of the closed pieces is seen from behind, or the centre is inside a
 *    closed piece, the nearest place seen from behind is the way out. Its gap is minus its distance. Other places seen
 *    from behind are no contacts.
 * 5. **Contacts**: the place with the least gap. It covers every other place that lies behind its plane, if a motion
 *    along the normal by the depth also frees the sphere from the plane of that place; both within the bend. It also
 *    covers places that are the same to rounding. The bend is that of mesh-wall-contact.ts: a tenth of the depth, at
 *    least four rounding bands. The place that is left with the least gap is the next contact.
 *
 * Step 2 is exact for any surface: the distance from the centre is a convex function on each triangle, so a place is a
 * local minimum on the surface if and only if it is the minimum on each triangle that contains it. On a closed convex
 * mesh there is one contact, with the signed distance of the centre.
 *
 * Frame: places are in the mesh's frame, contacts in the body's. Cost: near triangles, and for places on edges and
 * corners their square. No allocation.
 */
import type { Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { faceFeature, featureDimension, vertexFeature } from '../contact/feature';
import type { DetectOptions } from '../contact/method';
import { statusOfGap } from '../contact/rounding';
import { ContactKind, NormalOwner, Status } from '../contact/status';
import { TOLERANCE_ULPS, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { findClosest, hit, hitFeature, HIT_DISTANCE, HIT_HEIGHT, HIT_INSIDE, SEEK_BAND, seekPoint } from './closest-on-triangle';
import { isInsideMesh } from './inside-mesh';
import type { MeshWall } from './mesh-wall';
import { wallBand } from './plane-wall-contact';
import { findTriangles, sphereReach, type TriangleList } from './triangle-tree';
import { centreInMesh } from './wall-pose';

/** Most near triangles. */
const MAX_PLACES = 4096;
/** Most doublings of the reach of a centre inside a solid: enough for any sizes. */
const MAX_DOUBLINGS = 200;
/** Two places within this many bands are one: each is known to one band or two. */
const SAME_BANDS = 4;
/** The bend: a part of the depth, or rounding bands. */
const BEND_PART = 0.1;
const BEND_BANDS = 4;

/** Places: x y z packed; distance from the centre; gap; unit normal towards the centre, x y z packed. */
const placeAt = /* @__PURE__ */ new Float64Array(3 * MAX_PLACES);
const placeDistance = /* @__PURE__ */ new Float64Array(MAX_PLACES);
const placeGap = /* @__PURE__ */ new Float64Array(MAX_PLACES);
const placeNormal = /* @__PURE__ */ new Float64Array(3 * MAX_PLACES);
const placeTriangle = /* @__PURE__ */ new Int32Array(MAX_PLACES);
const placeCode = /* @__PURE__ */ new Int32Array(MAX_PLACES);
/** 1: the place is inside its triangle. */
const placeInside = /* @__PURE__ */ new Uint8Array(MAX_PLACES);
const FRONT = 1;
const BEHIND = 2;
const NO_PLACE = 0;
/** FRONT, BEHIND, or NO_PLACE if it makes no contact. */
const placeSide = /* @__PURE__ */ new Uint8Array(MAX_PLACES);

/** Number of places; 1 if there was no room for all. */
const counts = /* @__PURE__ */ new Int32Array(2);
const OVERFLOW = 1;

const centre = /* @__PURE__ */ new Float64Array(3);
/** Rounding band; reach of the search; largest gap of a contact. */
const lengths = /* @__PURE__ */ new Float64Array(3);
const BAND = 0;
const REACH = 1;
const MOST = 2;

/** Contacts of a sphere with a mesh wall; see meshWallContacts. The pose is finite. */
export function meshSphereContacts(
  out: readonly Contact[],
  shape: ConvexPolyhedron,
  mesh: MeshWall,
  near: TriangleList,
  pose: Pose,
  options: DetectOptions,
): number {
  const band = wallBand(shape, mesh.tolerance);
  centreInMesh(centre, pose);
  lengths[MOST] = Math.max(options.margin, options.rounding + band);
  lengths[REACH] = lengths[MOST];
  lengths[BAND] = band + TOLERANCE_ULPS * Number.EPSILON * lengths[MOST];
  findPlaces(mesh, near);
  if (!mesh.twoSided && mesh.report.closedPieces > 0) findWayOut(mesh, near);
  let count = 0;
  for (let rounds = counts[0]; rounds > 0; rounds--) {
    const c = leastGap();
    if (c < 0) break;
    if (count < out.length) writePlace(out[count], c, shape, mesh, pose, options);
    cover(c, mesh, options, count < out.length ? out[count] : null);
    count++;
  }
  return count;
}

/** The places within the reach of the centre, with their sides and gaps. */
function findPlaces(mesh: MeshWall, near: TriangleList): void {
  const { normals, offsets } = mesh;
  const reach = lengths[REACH];
  sphereReach[0] = reach;
  findTriangles(near, mesh, centre);
  for (let k = 0; k < 3; k++) seekPoint[k] = centre[k];
  seekPoint[SEEK_BAND] = lengths[BAND];
  counts[0] = 0;
  counts[OVERFLOW] = 0;
  for (let i = 0; i < near.count; i++) {
    const t = near.triangles[i];
    const h = normals[3 * t] * centre[0] + normals[3 * t + 1] * centre[1] + normals[3 * t + 2] * centre[2] - offsets[t];
    if (!(Math.abs(h) <= reach)) continue;
    findClosest(mesh, t);
    if (!(hit[HIT_DISTANCE] <= reach)) continue;
    const c = counts[0];
    if (c === MAX_PLACES) {
      counts[OVERFLOW] = 1;
      break;
    }
    counts[0]++;
    placeTriangle[c] = t;
    placeCode[c] = hitFeature[0];
    placeInside[c] = hitFeature[HIT_INSIDE];
    placeDistance[c] = hit[HIT_DISTANCE];
    for (let k = 0; k < 3; k++) placeAt[3 * c + k] = hit[k];
    setSide(c, mesh, t, hit[HIT_HEIGHT] < 0);
    for (let k = 0; k < 3; k++) placeNormal[3 * c + k] = (hit[HIT_HEIGHT] < 0 ? -1 : 1) * normals[3 * t + k];
  }
  for (let c = 0; c < counts[0]; c++) if (placeInside[c] === 0) judgeRim(mesh, c);
}

/** The side of a place and its gap. */
function setSide(c: number, mesh: MeshWall, t: number, isBelow: boolean): void {
  const isBehind = isBelow && !mesh.twoSided;
  placeSide[c] = isBehind ? (mesh.isSheet[t] === 1 ? NO_PLACE : BEHIND) : FRONT;
  placeGap[c] = isBehind ? -placeDistance[c] : placeDistance[c];
}

/** Step 2 and 3 for a place on an edge or a corner. Sets its normal. */
function judgeRim(mesh: MeshWall, c: number): void {
  const { normals } = mesh;
  const band = lengths[BAND];
  const x = placeAt[3 * c];
  const y = placeAt[3 * c + 1];
  const z = placeAt[3 * c + 2];
  const wx = centre[0] - x;
  const wy = centre[1] - y;
  const wz = centre[2] - z;
  const distance = placeDistance[c];
  seekPoint[0] = x;
  seekPoint[1] = y;
  seekPoint[2] = z;
  let height = 0;
  for (let u = 0; u < counts[0]; u++) {
    const t = placeTriangle[u];
    if (!(placeDistance[u] <= distance + band)) continue;
    findClosest(mesh, t);
    if (!(hit[HIT_DISTANCE] <= 2 * band)) continue;
    const dx = placeAt[3 * u] - x;
    const dy = placeAt[3 * u + 1] - y;
    const dz = placeAt[3 * u + 2] - z;
    if (dx * dx + dy * dy + dz * dz > SAME_BANDS * SAME_BANDS * band * band) {
      placeSide[c] = NO_PLACE;
      return;
    }
    height += angleAt(mesh, t) * (normals[3 * t] * wx + normals[3 * t + 1] * wy + normals[3 * t + 2] * wz);
  }
  const facing = placeTriangle[c];
  const isBelow = height < 0;
  setSide(c, mesh, facing, isBelow);
  if (!(distance > band)) {
    for (let k = 0; k < 3; k++) placeNormal[3 * c + k] = (isBelow ? -1 : 1) * normals[3 * facing + k];
    return;
  }
  placeNormal[3 * c] = wx / distance;
  placeNormal[3 * c + 1] = wy / distance;
  placeNormal[3 * c + 2] = wz / distance;
}

/** Angle of triangle t at the place in `seekPoint`: that of a corner, or a half turn on a side. */
function angleAt({ vertices, triangles, cornerAngles }: MeshWall, t: number): number {
  const near = 2 * lengths[BAND];
  for (let c = 3 * t; c < 3 * t + 3; c++) {
    const v = 3 * triangles[c];
    const dx = vertices[v] - seekPoint[0];
    const dy = vertices[v + 1] - seekPoint[1];
    const dz = vertices[v + 2] - seekPoint[2];
    if (dx * dx + dy * dy + dz * dz <= near * near) return cornerAngles[c];
  }
  return Math.PI;
}

/** Step 4. Leaves at most one place that is seen from behind. */
function findWayOut(mesh: MeshWall, near: TriangleList): void {
  let best = nearestClosed(mesh);
  if (best < 0 || placeSide[best] !== BEHIND) {
    // A centre on the surface is in front of it, whatever the test says.
    const isOnSurface = best >= 0 && placeDistance[best] <= lengths[BAND];
    if (isOnSurface || !isInsideMesh(mesh, centre)) best = -1;
    else {
      best = nearestOf(BEHIND);
      for (let rounds = MAX_DOUBLINGS; best < 0 && rounds > 0 && near.count < mesh.triangleCount; rounds--) {
        lengths[REACH] = 2 * lengths[REACH] + mesh.tolerance;
        findPlaces(mesh, near);
        best = nearestOf(BEHIND);
      }
    }
  }
  for (let c = 0; c < counts[0]; c++) if (placeSide[c] === BEHIND && c !== best) placeSide[c] = NO_PLACE;
}

/** The nearest place of the closed pieces, or -1. */
function nearestClosed(mesh: MeshWall): number {
  let best = -1;
  for (let c = 0; c < counts[0]; c++) {
    if (placeSide[c] === NO_PLACE || mesh.isSheet[placeTriangle[c]] === 1) continue;
    if (best < 0 || placeDistance[c] < placeDistance[best]) best = c;
  }
  return best;
}

function nearestOf(side: number): number {
  let best = -1;
  for (let c = 0; c < counts[0]; c++) {
    if (placeSide[c] === side && (best < 0 || placeDistance[c] < placeDistance[best])) best = c;
  }
  return best;
}

/** The place with the least gap that no contact covers, or -1. */
function leastGap(): number {
  let best = -1;
  for (let c = 0; c < counts[0]; c++) {
    if (placeSide[c] !== NO_PLACE && placeGap[c] <= lengths[MOST] && (best < 0 || placeGap[c] < placeGap[best])) best = c;
  }
  return best;
}

/** Step 5. The flat part of a contact is the lowest of those that have the same place: it keeps its name on a ridge. */
function cover(c: number, mesh: MeshWall, options: DetectOptions, out: Contact | null): void {
  const band = lengths[BAND];
  const depth = Math.max(0, options.rounding - placeGap[c]);
  const bend = Math.max(BEND_BANDS * band, BEND_PART * depth);
  // Towards the free side, also where the centre is behind the surface.
  const turn = placeSide[c] === BEHIND ? -1 : 1;
  const nx = turn * placeNormal[3 * c];
  const ny = turn * placeNormal[3 * c + 1];
  const nz = turn * placeNormal[3 * c + 2];
  const x = placeAt[3 * c];
  const y = placeAt[3 * c + 1];
  const z = placeAt[3 * c + 2];
  for (let u = 0; u < counts[0]; u++) {
    if (placeSide[u] === NO_PLACE) continue;
    const dx = placeAt[3 * u] - x;
    const dy = placeAt[3 * u + 1] - y;
    const dz = placeAt[3 * u + 2] - z;
    const isSame = dx * dx + dy * dy + dz * dz <= SAME_BANDS * SAME_BANDS * band * band;
    const alike = nx * placeNormal[3 * u] + ny * placeNormal[3 * u + 1] + nz * placeNormal[3 * u + 2];
    const isFree = nx * dx + ny * dy + nz * dz <= bend && options.rounding - placeGap[u] - depth * alike <= bend;
    if (!isSame && !isFree) continue;
    placeSide[u] = NO_PLACE;
    if (out === null || !isSame) continue;
    const part = faceFeature(mesh.flatPart[placeTriangle[u]]);
    if (part < out.featureB && featureDimension(placeCode[c]) < 2) out.featureB = part;
  }
  placeSide[c] = NO_PLACE;
}

/** Writes the contact at a place, in the body's frame, without the radius. */
function writePlace(out: Contact, c: number, shape: ConvexPolyhedron, mesh: MeshWall, pose: Pose, options: DetectOptions): void {
  clearContact(out, Status.Invalid);
  // From the sphere into the wall.
  const turn = placeSide[c] === BEHIND ? 1 : -1;
  for (let k = 0; k < 3; k++) {
    let n = 0;
    let q = 0;
    for (let i = 0; i < 3; i++) {
      n += pose[3 * k + i] * placeNormal[3 * c + i];
      q += pose[3 * k + i] * (placeAt[3 * c + i] - centre[i]);
    }
    out.normal[k] = turn * n + 0;
    out.pointB[k] = q;
    out.centre[k] = 0.5 * q;
  }
  const code = placeCode[c];
  const dimension = featureDimension(code);
  out.gap = placeGap[c];
  out.status = counts[OVERFLOW] === 1 ? Status.Unresolved : statusOfGap(out.gap, wallBand(shape, mesh.tolerance));
  out.kind = dimension === 2 ? ContactKind.VertexFace : dimension === 1 ? ContactKind.VertexEdge : ContactKind.VertexVertex;
  out.owner = dimension === 2 ? NormalOwner.FaceB : NormalOwner.None;
  out.area = options.minArea > 0 ? options.minArea : 0;
  out.featureA = vertexFeature(0);
  out.featureB = faceFeature(mesh.flatPart[placeTriangle[c]]);
  if (out.gaps.length === 0) {
    out.dropped = 1;
    return;
  }
  out.count = 1;
  for (let k = 0; k < 3; k++) out.points[k] = out.centre[k];
  out.gaps[0] = out.gap;
  out.shares[0] = 0;
  out.features[0] = vertexFeature(0);
  out.features[1] = code;
}
