/**
 * A node of one block on the faces of another.
 *
 * Source: Wang, Li and Feng 2014, section 2. Its shrunken edges decide at rims; its faces are those of convex bodies.
 * Here a face is many triangles, which bend. So a node is in contact with a triangle when
 *   - its foot is on the triangle: at a convex edge of the block to within dTol, at other sides also a little beside
 *     it, for surfaces that bend away below it;
 *   - no neighbour of the node is deeper along the normal: otherwise the triangle does not face the node;
 *   - near a convex edge, within the shrink distance, a corner of a flush triangle at the node, moved towards its
 *     middle by the shrink distance, is over the face too; or the overlap is above dTol. So rims that only meet are no
 *     contact. A node inside an edge is not a contact there at any depth: the crossing of the edges is the contact.
 * The triangle with the least overlap counts.
 */
import { frame, framePoint, HEIGHT, loadFrame, move, NORMAL, SHARE, GRADIENT } from './triangle-frame';
import type { DeformableSet } from './deformable-set';
import { APART, IN_CONTACT, MOST_SIDES, type DeformableContacts } from './deformable-contacts';
import { FLAT_SINE } from './surface';

/** lambda of the paper, which uses the upper end of 0.001 .. 0.01. */
const SHRINK = 0.01;
/** Cosine of 6 degrees. */
export const FLAT_COSINE = 0.995;

/** Shape function up to which a way that leaves through a side of a triangle counts: for rounding. */
const SIDE = 1e-6;

/** Height over the best triangle, area at the node. */
export const best = /* @__PURE__ */ new Float64Array(2);
export const AREA = 1;

/** Finds the contact of place p, which is of a node, and its side rows. */
export function findNodeContact(set: DeformableSet, contacts: DeformableContacts, p: number): void {
  const { places, points, reach } = contacts;
  // As small integers: engines would allocate doubles that are arguments.
  const block = (places.keys[p] % set.blockCount) | 0;
  const node = ((places.keys[p] - block) / set.blockCount) | 0;
  points.state[p] = APART;
  best[HEIGHT_OF] = -Infinity;
  limit[LOWEST] = -reach;
  limit[HIGHEST] = reach;
  let triangle = leastDeep(set, contacts, p, node, 0);
  if (triangle < 0) return;
  writeRow(set, contacts, p, node, triangle);
  if (!(best[HEIGHT_OF] < 0)) return;
  limit[HIGHEST] = best[HEIGHT_OF];
  sideRows[0] = p;
  for (let sides = 1; sides <= MOST_SIDES; sides++) {
    best[HEIGHT_OF] = -Infinity;
    triangle = leastDeep(set, contacts, p, node, sides);
    if (triangle < 0) return;
    const row = points.rowCount++;
    points.place[row] = p;
    sideRows[sides] = row;
    writeRow(set, contacts, row, node, triangle);
  }
}

/** Heights that are asked for. */
const limit = /* @__PURE__ */ new Float64Array(2);
const LOWEST = 0;
const HIGHEST = 1;

/** Rows of the node of this call. */
const sideRows = /* @__PURE__ */ new Int32Array(MOST_SIDES + 1);

/**
 * The highest triangle of place p with the node in contact, at a height in {@link limit}, and with other normals than
 * those of the first `sides` of {@link sideRows}. Writes {@link best}. -1 when there is none.
 */
function leastDeep(set: DeformableSet, contacts: DeformableContacts, p: number, node: number, sides: number): number {
  const { surface, places, points } = contacts;
  const { positions } = set;
  const end = places.start[p + 1];
  let triangle = -1;
  for (let k = places.start[p]; k < end; k++) {
    const t = places.triangles[k];
    setPoint(positions, node);
    if (!loadFrame(positions, surface.triangles, 3 * t)) continue;
    const height = frame[HEIGHT];
    if (!(height <= limit[HIGHEST] && height >= limit[LOWEST] && height > best[HEIGHT_OF])) continue;
    if (!isOver(positions, contacts, p, t, false) || !isSupported(set, contacts, node)) continue;
    let isNew = true;
    for (let s = 0; s < sides; s++) {
      const n = 3 * sideRows[s];
      let along = 0;
      for (let i = 0; i < 3; i++) along -= frame[NORMAL + i] * points.normals[n + i];
      if (!(along < FLAT_COSINE)) isNew = false;
    }
    if (!isNew) continue;
    for (let i = 0; i < 3; i++) normal[i] = frame[NORMAL + i];
    if (sides > 0 && margin[0] < 1 && !countsAtRim(set, contacts, p, node, height)) continue;
    best[HEIGHT_OF] = height;
    leastMargin[0] = margin[0];
    triangle = t;
  }
  if (sides > 0 || triangle < 0 || !(leastMargin[0] < 1)) return triangle;
  setPoint(positions, node);
  loadFrame(positions, surface.triangles, 3 * triangle);
  for (let i = 0; i < 3; i++) normal[i] = frame[NORMAL + i];
  margin[0] = leastMargin[0];
  return countsAtRim(set, contacts, p, node, best[HEIGHT_OF]) ? triangle : -1;
}

/**
 * Whether a node counts whose foot is within the shrink distance of a rim, on a face with the {@link normal}. A node
 * without a flush triangle must be over the face, not even by rounding beyond the rim; its crossings begin right there.
 */
function countsAtRim(set: DeformableSet, contacts: DeformableContacts, p: number, node: number, height: number): boolean {
  const isBeyond = margin[0] < 0;
  const isShared = measureFlush(set, contacts, p, node, true);
  if (isShared) return true;
  if (contacts.surface.isOnEdge[node] === 1) return false;
  return best[AREA] > 0 ? height < -contacts.tolerance : !isBeyond;
}

function writeRow(set: DeformableSet, contacts: DeformableContacts, row: number, node: number, triangle: number): void {
  const { surface, points } = contacts;
  setPoint(set.positions, node);
  loadFrame(set.positions, surface.triangles, 3 * triangle);
  for (let k = 0; k < 3; k++) normal[k] = frame[NORMAL + k];
  measureFlush(set, contacts, points.place[row], node, false);
  points.state[row] = IN_CONTACT;
  points.triangle[row] = triangle;
  points.nodes[2 * row] = points.nodes[2 * row + 1] = node;
  points.shares[2 * row] = 1;
  points.shares[2 * row + 1] = 0;
  for (let k = 0; k < 3; k++) points.normals[3 * row + k] = -normal[k];
  points.gaps[row] = best[HEIGHT_OF];
  points.areas[row] = best[AREA];
}

const HEIGHT_OF = 0;
/** Outward normal of the face that the node meets. */
export const normal = /* @__PURE__ */ new Float64Array(3);

function setPoint(positions: Float64Array, node: number): void {
  for (let k = 0; k < 3; k++) framePoint[k] = positions[3 * node + k];
}

/** Least distance of the last foot from convex sides, in shrink distances; Infinity without such sides. */
const margin = /* @__PURE__ */ new Float64Array(1);

/**
 * Whether the foot of the loaded frame is on triangle t of place p; `isStrict`: not even by rounding beyond convex
 * edges. A foot that is a little beside a side that is no edge must be inside the edges of the triangles around too.
 */
function isOver(positions: Float64Array, contacts: DeformableContacts, p: number, t: number, isStrict: boolean): boolean {
  const { surface, tolerance } = contacts;
  const height = frame[HEIGHT] < 0 ? -frame[HEIGHT] : frame[HEIGHT];
  const slack = isStrict ? 0 : tolerance;
  let isBeside = false;
  margin[0] = Infinity;
  for (let k = 0; k < 3; k++) {
    const inside = insideSide(k);
    const isSharp = (surface.sharpSides[t] & (1 << k)) !== 0;
    if (!(inside >= -(isSharp ? slack : FLAT_SINE * height + tolerance))) return false;
    if (!isSharp && inside < 0) isBeside = true;
    // A third of the height is the distance of the middle from the side.
    if (isSharp) margin[0] = Math.min(margin[0], (3 * frame[SHARE + k]) / SHRINK);
  }
  return !isBeside || isInsideRims(positions, contacts, p, t, slack);
}

/** {@link margin} of the triangle with the least overlap. */
const leastMargin = /* @__PURE__ */ new Float64Array(1);

/** Distance of the loaded foot from the side opposite to corner k, above 0 inside. */
function insideSide(k: number): number {
  const gx = frame[GRADIENT + 3 * k];
  const gy = frame[GRADIENT + 3 * k + 1];
  const gz = frame[GRADIENT + 3 * k + 2];
  return frame[SHARE + k] / Math.sqrt(gx * gx + gy * gy + gz * gz);
}

/** Whether the point is inside the convex edges of all triangles of place p that are flush with t and share a node. */
function isInsideRims(positions: Float64Array, { places, surface }: DeformableContacts, p: number, t: number, slack: number): boolean {
  const { triangles, sharpSides } = surface;
  const end = places.start[p + 1];
  for (let i = 0; i < 3; i++) normalOf[i] = frame[NORMAL + i];
  let isInside = true;
  for (let k = places.start[p]; k < end && isInside; k++) {
    const other = places.triangles[k];
    if (other === t || sharpSides[other] === 0 || !shareNode(triangles, t, other)) continue;
    if (!loadFrame(positions, triangles, 3 * other)) continue;
    const along = frame[NORMAL] * normalOf[0] + frame[NORMAL + 1] * normalOf[1] + frame[NORMAL + 2] * normalOf[2];
    if (!(along > FLAT_COSINE)) continue;
    for (let c = 0; c < 3; c++) if ((sharpSides[other] & (1 << c)) !== 0 && !(insideSide(c) >= -slack)) isInside = false;
  }
  loadFrame(positions, triangles, 3 * t);
  return isInside;
}

const normalOf = /* @__PURE__ */ new Float64Array(3);

function shareNode(triangles: Int32Array, t: number, other: number): boolean {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) if (triangles[3 * t + i] === triangles[3 * other + j]) return true;
  return false;
}

/** Whether no neighbour of the node is deeper along the loaded normal, by more than FLAT_SINE of its distance. */
function isSupported({ positions }: DeformableSet, { surface }: DeformableContacts, node: number): boolean {
  const { triangles, nodeTriangles, nodeTriangleStart } = surface;
  const end = nodeTriangleStart[node + 1];
  for (let k = nodeTriangleStart[node]; k < end; k++) {
    for (let c = 0; c < 3; c++) {
      const other = triangles[3 * nodeTriangles[k] + c];
      if (other === node) continue;
      const x = positions[3 * other] - positions[3 * node];
      const y = positions[3 * other + 1] - positions[3 * node + 1];
      const z = positions[3 * other + 2] - positions[3 * node + 2];
      const rise = frame[NORMAL] * x + frame[NORMAL + 1] * y + frame[NORMAL + 2] * z;
      if (rise < 0 && rise * rise > FLAT_SINE * FLAT_SINE * (x * x + y * y + z * z)) return false;
    }
  }
  return true;
}

/**
 * Writes the area of a node on a face with the outward {@link normal}: a third of each flush triangle, and a half of
 * that, because the nodes of both faces count. Returns, when asked, whether the shrunken corner of one of them is over
 * the other block.
 */
export function measureFlush(set: DeformableSet, contacts: DeformableContacts, p: number, node: number, isAsked: boolean): boolean {
  const { triangles, nodeTriangles, nodeTriangleStart } = contacts.surface;
  const { positions } = set;
  const end = nodeTriangleStart[node + 1];
  best[AREA] = 0;
  let isFound = false;
  for (let k = nodeTriangleStart[node]; k < end; k++) {
    const t = nodeTriangles[k];
    setPoint(positions, node);
    if (!loadFrame(positions, triangles, 3 * t)) continue;
    const facing = frame[NORMAL] * normal[0] + frame[NORMAL + 1] * normal[1] + frame[NORMAL + 2] * normal[2];
    if (!(facing <= -FLAT_COSINE)) continue;
    addFrameArea();
    if (!isAsked || isFound) continue;
    for (let i = 0; i < 3; i++) {
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += positions[3 * triangles[3 * t + c] + i];
      framePoint[i] += SHRINK * (sum / 3 - framePoint[i]);
    }
    isFound = isPointOver(positions, contacts, p);
  }
  return isFound;
}

/** Adds a sixth of the loaded triangle. 1 / (2 area) is the size of the cross product of two gradients. */
function addFrameArea(): void {
  const g = frame;
  const x = g[GRADIENT + 4] * g[GRADIENT + 8] - g[GRADIENT + 5] * g[GRADIENT + 7];
  const y = g[GRADIENT + 5] * g[GRADIENT + 6] - g[GRADIENT + 3] * g[GRADIENT + 8];
  const z = g[GRADIENT + 3] * g[GRADIENT + 7] - g[GRADIENT + 4] * g[GRADIENT + 6];
  best[AREA] += 0.5 / (6 * Math.sqrt(x * x + y * y + z * z));
}

/** Whether the point is over a triangle of place p with nearly the same normal. */
function isPointOver(positions: Float64Array, contacts: DeformableContacts, p: number): boolean {
  const { places, surface } = contacts;
  const end = places.start[p + 1];
  for (let k = places.start[p]; k < end; k++) {
    const t = places.triangles[k];
    if (!loadFrame(positions, surface.triangles, 3 * t)) continue;
    const along = frame[NORMAL] * normal[0] + frame[NORMAL + 1] * normal[1] + frame[NORMAL + 2] * normal[2];
    if (along > FLAT_COSINE && isOver(positions, contacts, p, t, true)) return true;
  }
  return false;
}

/**
 * Whether {@link move} takes the node of place p out of the other block, through one of its triangles. A node beside a
 * rim can be out before the move, by less than its length.
 */
export function isNodeOut({ positions }: DeformableSet, { places, points, surface }: DeformableContacts, p: number): boolean {
  const end = places.start[p + 1];
  const node = points.nodes[2 * p];
  const size = move[0] * move[0] + move[1] * move[1] + move[2] * move[2];
  for (let k = places.start[p]; k < end; k++) {
    setPoint(positions, node);
    if (!loadFrame(positions, surface.triangles, 3 * places.triangles[k])) continue;
    const height = frame[HEIGHT];
    const rise = move[0] * frame[NORMAL] + move[1] * frame[NORMAL + 1] + move[2] * frame[NORMAL + 2];
    if (!(height <= 0 || height * height <= size) || !(height + rise >= 0 && rise > 0)) continue;
    const part = height < 0 ? -height / rise : 0;
    let isThrough = true;
    for (let c = 0; c < 3; c++) {
      const g = GRADIENT + 3 * c;
      const share = frame[SHARE + c] + part * (move[0] * frame[g] + move[1] * frame[g + 1] + move[2] * frame[g + 2]);
      if (!(share >= -SIDE)) isThrough = false;
    }
    if (isThrough) return true;
  }
  return false;
}
