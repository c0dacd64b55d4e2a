/**
 * The contacts of a body with a mesh wall.
 *
 * Problem: a surface cut into triangles must act like the surface. With contacts for each triangle, inner edges stop a
 * body that slides over a flat floor, because their contacts have other normals (internal edge collisions). Areas and
 * depths also depend on the cut. Here contacts are made from the surface that the body touches. The triangles only
 * describe it.
 *
 * 1. **Touched surface**: near triangles are clipped by the body (touched-surface.ts). Triangles in one plane are a
 *    class (plane-classes.ts).
 * 2. **Seed**: the class with the largest area that no contact covers yet. **Bend**: a tenth of the depth there, at
 *    least four rounding bands. A part of the surface that bends by less counts as flat.
 * 3. **Group**: the seed and all classes that bound one convex solid with it, to within the bend (surface-group.ts).
 * 4. **Normal**: that of the exact plane between the body and this solid (local-solid.ts); for a single class its own
 *    normal (group-plane.ts).
 * 5. **Gap**: the least along the normal between the group's triangles and the body; with it area, volume, pressure
 *    centre and points (wall-zone.ts, zone-corners.ts). If the plane is deeper than the gap by more than the bend, the
 *    solid bridges a void: see cut-seed.ts. If other pieces extend out of the plane: see highest-bump.ts.
 * 6. **Used up**: the contact covers the group and everything behind its plane (behind-plane.ts). Go back to 2.
 * 7. **Second look**: if one group contains the whole touched surface, the surface is convex here. Then steps 1 to 5
 *    are repeated with the surface within the depth of the body, since the deepest place may be on a face that is not
 *    touched. This result counts if it is one group too.
 *
 * Guarantee: against the closed surface of a convex solid one contact, with the gap and normal of the exact plane of
 * the two solids, at any depth; with the area, volume and centre of planeContact while the overlap is small against the
 * body. Reason: the solid of the touched faces contains the mesh's solid, so its depth is at least the exact depth, and
 * no relevant face is farther away than that. A body wholly inside a closed piece is found too (inside-mesh.ts). Every
 * seed is used up, so no touched part is missed, and the loop ends.
 *
 * Frame: the body's; pose is that of the mesh in it. Cost: faces of the body times near triangles; the square of the
 * number of classes; an exact plane for each contact of several classes. No allocation.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, contactRoom, createContact, type Contact } from '../contact/contact';
import { OFFSET } from '../contact/layouts';
import type { DetectOptions } from '../contact/method';
import { Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { hasOthersBehind, setBehind, useUp } from './behind-plane';
import { clipSpacesOf } from './clip-spaces';
import { cutSeed } from './cut-seed';
import { gapOfGroup, isBridge, meetGroup, meetZone, setBend, setPlane } from './group-plane';
import { climbBumps } from './highest-bump';
import { isInsideMesh } from './inside-mesh';
import { solidBounds } from './local-solid';
import { BAND, BEND, bounds, MOST_GAP, plane, type Meeting } from './meeting';
import { meshSphereContacts } from './mesh-sphere-contact';
import type { MeshWall } from './mesh-wall';
import { chooseSeed, classCount, classFirst, classPart, classTolerance, makeClasses, measureClasses, pieceNext } from './plane-classes';
import { wallBand } from './plane-wall-contact';
import { groupCount, groupSides, growGroup, holdsAll, SIDES, startGroup } from './surface-group';
import { findTouched, isPieceNear, nearReach, OVERFLOW, PIECES, pieceUsed, ROWS, touchedCount, touchReach } from './touched-surface';
import { findTriangles, sphereReach, type TriangleList } from './triangle-tree';
import { centreInMesh } from './wall-pose';
import { behindPlane, clearAnswered, keepAnswered } from './wall-rows';
import { writeMeshContact } from './write-mesh-contact';

/**
 * Distance within which the surface is touched, in rounding bands: all faces at a corner that just touches must be
 * found.
 */
const TOUCH_BANDS = 4;
/** Most doublings of the reach of a body inside a solid: enough for any sizes of body and mesh. */
const MAX_DOUBLINGS = 200;
/** Most halvings of a reach with too many planes. */
const MAX_HALVINGS = 12;
/** Bound of the loop over seeds. */
const MAX_ROUNDS = 1024;
/** Corners of the mesh that the faces of a body have, mostly. */
const MESH_ROOM = 32;

const meeting = {} as Meeting;
const centre = /* @__PURE__ */ new Float64Array(3);
/** The first contact: its depth behind the solid of its group; the bend. */
const first = /* @__PURE__ */ new Float64Array(2);
const DEPTH = 0;
const FIRST_BEND = 1;
/** Number of classes in the first pass; 0 if its first group did not contain all of them. */
const convexClasses = /* @__PURE__ */ new Int32Array(1);

/**
 * Room for `count` contacts of a body with a mesh wall. Each has room for the usual number of points of a body of this
 * shape.
 */
export function createMeshContacts(shape: ConvexPolyhedron, count = 8): Contact[] {
  return Array.from({ length: count }, () => createContact(2 * contactRoom(shape) + MESH_ROOM));
}

/**
 * Finds the contacts of a body with a mesh wall and writes them to `out`, as far as there is room. Returns the number
 * of contacts.
 *
 * featureB is the flat part of the seed of the contact: `faceFeature(flatPart)`. A sphere, whose shape is a point, has
 * one point in each contact. An invalid pose gives no contact, and `out[0]` gets Status.Invalid. If the surface has
 * more triangles than there is room for, the status of the contacts is Unresolved.
 *
 * @param near Work space; it grows when a body meets more triangles than ever before.
 * @param pose Pose of the mesh in the body's frame, by {@link wallPose}.
 *
 * @example
 * ```ts
 * const floor = meshWall([0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0], [0, 1, 2, 0, 2, 3]);
 * const found = createMeshContacts(rock);
 * const near = createTriangleList();
 * const pose = wallPose(createPose(), floor, bodies, 0);
 * const count = meshWallContacts(found, rock, floor, near, pose, createDetectOptions());
 * for (let c = 0; c < Math.min(count, found.length); c++) toWorld(found[c], bodies, 0);
 * ```
 */
export function meshWallContacts(
  out: readonly Contact[],
  shape: ConvexPolyhedron,
  mesh: MeshWall,
  near: TriangleList,
  pose: Pose,
  options: DetectOptions,
): number {
  if (shape.dimension === 0 && isFinitePose(pose)) return meshSphereContacts(out, shape, mesh, near, pose, options);
  if (!isFinitePose(pose)) {
    if (out.length > 0) clearContact(out[0], Status.Invalid);
    return 0;
  }
  meeting.shape = shape;
  meeting.spaces = clipSpacesOf(shape);
  meeting.mesh = mesh;
  meeting.near = near;
  meeting.pose = pose;
  meeting.options = options;
  const band = wallBand(shape, mesh.tolerance);
  bounds[BAND] = band;
  bounds[MOST_GAP] = Math.max(options.margin, options.rounding + band);
  touchReach[0] = Math.max(bounds[MOST_GAP], options.rounding + TOUCH_BANDS * band);
  findNear(meeting);
  const reach = touchReach[0];
  const mostGap = bounds[MOST_GAP];
  narrowReach(meeting);
  const isNarrowed = touchReach[0] < reach;
  // Beyond a smaller reach only a part of the surface is found, where the half-spaces reach farther at an edge of the
  // body.
  if (isNarrowed) bounds[MOST_GAP] = touchReach[0];
  let touching = touchedCount[PIECES] > 0 ? answerAll(out, meeting) : 0;
  bounds[MOST_GAP] = mostGap;
  if (isNarrowed && touching === 0) {
    // Nothing is that near: use everything within the margin, and treat near planes as one.
    touchReach[0] = reach;
    findNear(meeting);
    touching = answerAll(out, meeting);
  }
  const count = touching > 0 ? touching : reachOut(out, meeting);
  if (count !== 1 || out.length === 0 || convexClasses[0] === 0 || !(first[DEPTH] > touchReach[0])) return count;
  touchReach[0] = first[DEPTH] + band;
  findNear(meeting);
  answerConvex(out[0], meeting);
  return 1;
}

/** Finds what is within touchReach of the body, and puts it into classes. */
function findNear({ shape, spaces, mesh, near, pose }: Meeting): void {
  sphereReach[0] = shape.radius + 2 * shape.tolerance + touchReach[0];
  findTriangles(near, mesh, centreInMesh(centre, pose));
  findTouched(shape, spaces, mesh, near, pose);
  solidBounds[0] = shape.radius + touchReach[0];
  classTolerance[0] = bounds[BAND];
  makeClasses(mesh);
}

/**
 * A large margin may include more planes than can be distinguished. Then the reach is halved until it has some surface
 * and few enough planes. If there is no such reach, near planes count as one.
 */
function narrowReach(at: Meeting): void {
  if (!(classTolerance[0] > bounds[BAND])) return;
  let low = at.options.rounding + TOUCH_BANDS * bounds[BAND];
  let high = touchReach[0];
  touchReach[0] = low;
  findNear(at);
  const isTooMuchAnyway = touchedCount[PIECES] > 0 && classTolerance[0] > bounds[BAND];
  for (let k = 0; k < MAX_HALVINGS && !isTooMuchAnyway; k++) {
    touchReach[0] = 0.5 * (low + high);
    findNear(at);
    if (touchedCount[PIECES] === 0) low = touchReach[0];
    else if (classTolerance[0] > bounds[BAND]) high = touchReach[0];
    else return;
  }
  touchReach[0] = high;
  findNear(at);
}

/**
 * A body that meets nothing may be wholly inside. Then the reach grows until there is a contact. The part that a sharp
 * body's corners reach first need not be over the body. Returns the number of contacts, 0 when the body is not inside.
 */
function reachOut(out: readonly Contact[], at: Meeting): number {
  const { shape, mesh } = at;
  if (mesh.twoSided || mesh.report.closedPieces === 0 || !isInsideMesh(mesh, centre)) return 0;
  let count = 0;
  for (let rounds = MAX_DOUBLINGS; count === 0 && rounds > 0; rounds--) {
    if (touchedCount[ROWS] === mesh.triangleCount || touchedCount[OVERFLOW] === 1) break;
    touchReach[0] = 2 * touchReach[0] + shape.inradius;
    findNear(at);
    if (touchedCount[PIECES] > 0) count = answerAll(out, at);
  }
  return count;
}

/** The contacts with the touched surface. */
function answerAll(out: readonly Contact[], at: Meeting): number {
  clearAnswered();
  convexClasses[0] = 0;
  let count = 0;
  // Every round uses a piece up; a cut seed leaves new ones, but uses up another class.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    measureClasses();
    const seed = chooseSeed(at.mesh);
    if (seed < 0) break;
    meetGroup(at, seed);
    if (round === 0) {
      first[DEPTH] = -plane.gap;
      first[FIRST_BEND] = bounds[BEND];
      convexClasses[0] = holdsAll() ? classCount[0] : 0;
    }
    count += answer(out, count, at, seed);
  }
  return count;
}

/**
 * The contact of a seed whose group has been met. It is written to out[place] if there is a contact and room. The
 * surface that it covers is marked as used. Returns the number of contacts, 0 or 1.
 */
function answer(out: readonly Contact[], place: number, at: Meeting, largest: number): number {
  const by = isBridge() ? cutSeed(at, largest) : -1;
  const seed = by < 0 ? climbBumps(at, largest) : largest;
  const isApart = isSpike(at);
  const isContact = !isApart && gapOfGroup() <= bounds[MOST_GAP];
  setBehind();
  // Such a group gives no information about others.
  if (isApart) behindPlane[OFFSET] = Infinity;
  if (isContact && place < out.length) {
    if (hasOthersBehind()) meetZone(at, by < 0 ? -1 : classCount[0], true);
    writeMeshContact(out[place], at, classPart[seed >> 1]);
  }
  useUp(seed, by);
  if (isContact) keepAnswered();
  return isContact ? 1 : 0;
}

/**
 * Whether the group is apart from the body although the half-spaces touch it. With a margin or a rounding radius the
 * body's half-spaces are moved out. At sharp corners they reach much farther, even to the back of a thin wedge, which
 * the body then seems to penetrate deeply.
 */
function isSpike({ spaces, mesh }: Meeting): boolean {
  nearReach[0] = TOUCH_BANDS * bounds[BAND];
  if (!(touchReach[0] > nearReach[0] && gapOfGroup() < -nearReach[0])) return false;
  for (let k = 0; k < groupCount[SIDES]; k++) {
    for (let p = classFirst[groupSides[k] >> 1]; p >= 0; p = pieceNext[p]) {
      if (pieceUsed[p] === 0 && isPieceNear(spaces, p)) return false;
    }
  }
  return !isInsideMesh(mesh, centre);
}

/**
 * The contact with the whole found surface, if it has planes that the first pass did not find and is one group.
 * Otherwise `out` stays.
 */
function answerConvex(out: Contact, at: Meeting): void {
  if (classCount[0] === convexClasses[0]) return;
  measureClasses();
  const seed = chooseSeed(at.mesh);
  if (seed < 0) return;
  setBend(at, seed);
  bounds[BEND] = Math.max(bounds[BEND], first[FIRST_BEND]);
  startGroup(seed);
  growGroup(at.mesh.twoSided, -1);
  if (!holdsAll()) return;
  clearAnswered();
  setPlane(at);
  meetZone(at, -1, false);
  if (isBridge() || !(gapOfGroup() <= bounds[MOST_GAP])) return;
  writeMeshContact(out, at, classPart[seed >> 1]);
}
