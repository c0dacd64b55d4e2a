/**
 * Two convex edges of different blocks that cross.
 *
 * The normal is their cross product. It counts when no face beside either edge rises above it, by more than RISE_SINE:
 * so also rims of flush faces that cross have a point, with the normal of the faces. Crossings within dTol of a corner
 * have none: there the nodes are points, and a move by dTol along the edge ends the crossing. Edges at less than 6
 * degrees have one only when they overlap by more than dTol.
 */
import { placeOfEdges } from './contact-places';
import type { DeformableSet } from './deformable-set';
import { APART, IN_CONTACT, RELIEVED, type DeformableContacts } from './deformable-contacts';
import { FLAT_COSINE } from './node-on-face';
import { FLAT_SINE, type Surface } from './surface';
import { move } from './triangle-frame';

/** Edges at a smaller sine count as parallel. */
const LEAST_SINE = 1e-3;

/**
 * A face beside an edge may rise by this sine: faces that are pressed bend. With more of it, edges that are not the
 * outermost ones cross deep between blocks that are apart.
 */
const RISE_SINE = 0.01;

/** Slack for rounding, over the reach. */
const JOINT = 1e-9;

/** Unit normal of the crossing. */
const normal = /* @__PURE__ */ new Float64Array(3);
/** Corner and direction of the two edges. */
const lines = /* @__PURE__ */ new Float64Array(12);
const DIRECTION_A = 3;
const CORNER_B = 6;
const DIRECTION_B = 9;

/** Finds the contact of place p, which is of two edges. */
export function findEdgeContact(set: DeformableSet, contacts: DeformableContacts, p: number): void {
  const { surface, places, points, tolerance, reach } = contacts;
  const { positions } = set;
  const edgeCount = surface.edges.length / 2;
  // As small integers: engines would allocate doubles that are arguments.
  const edgeB = (places.keys[p] % edgeCount) | 0;
  const edgeA = ((places.keys[p] - edgeB) / edgeCount) | 0;
  points.state[p] = 0;
  loadLine(positions, surface.edges, edgeA, 0);
  loadLine(positions, surface.edges, edgeB, CORNER_B);
  if (!solveCrossing()) return;
  const s = crossing[0];
  // The normal leaves A, as the faces beside its edge do.
  rise[0] = 0;
  addRise(positions, surface.edgeApexes, edgeA, 0, 1);
  addRise(positions, surface.edgeApexes, edgeB, CORNER_B, -1);
  if (rise[0] > 0) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  let gap = 0;
  for (let k = 0; k < 3; k++) gap += normal[k] * (lines[CORNER_B + k] - lines[k]);
  if (!(gap <= reach && gap >= -reach)) return;
  beyond[0] = 0;
  slack[0] = FLAT_SINE * (gap < 0 ? -gap : gap) + JOINT * reach;
  if (!isWithin(surface.edgeNext, edgeA, 0) || !isWithin(surface.edgeNext, edgeB, 1)) return;
  if (!(gap < -tolerance) && !(crossing[SINE_SQUARED] > FLAT_SINE * FLAT_SINE)) return;
  if ((isAtCorner(contacts, edgeA, 0) || isAtCorner(contacts, edgeB, 1)) && isFlush(positions, surface, edgeA, edgeB)) return;
  if (!isOutermost(positions, surface.edgeApexes, edgeA, 0, 1) || !isOutermost(positions, surface.edgeApexes, edgeB, CORNER_B, -1)) return;
  points.state[p] = IN_CONTACT;
  points.triangle[p] = facingTriangle(positions, contacts, edgeB);
  points.nodes[2 * p] = surface.edges[2 * edgeA];
  points.nodes[2 * p + 1] = surface.edges[2 * edgeA + 1];
  points.shares[2 * p] = 1 - s;
  points.shares[2 * p + 1] = s;
  for (let k = 0; k < 3; k++) points.normals[3 * p + k] = normal[k];
  points.gaps[p] = gap;
  points.areas[p] = 0;
  points.beyond[p] = beyond[0];
}

/** Places of the crossing on both lines, 0 to 1 on the edges; lengths of the edges; squared sine of their angle. */
const crossing = /* @__PURE__ */ new Float64Array(5);
const LENGTH_A = 2;
const LENGTH_B = 3;
const SINE_SQUARED = 4;

/** Writes {@link crossing} and the unit {@link normal} of the loaded lines. False when they are nearly parallel. */
function solveCrossing(): boolean {
  const ux = lines[DIRECTION_A];
  const uy = lines[DIRECTION_A + 1];
  const uz = lines[DIRECTION_A + 2];
  const vx = lines[DIRECTION_B];
  const vy = lines[DIRECTION_B + 1];
  const vz = lines[DIRECTION_B + 2];
  const cx = uy * vz - uz * vy;
  const cy = uz * vx - ux * vz;
  const cz = ux * vy - uy * vx;
  const cc = cx * cx + cy * cy + cz * cz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  if (!(cc > LEAST_SINE * LEAST_SINE * uu * vv)) return false;
  crossing[SINE_SQUARED] = cc / (uu * vv);
  const wx = lines[CORNER_B] - lines[0];
  const wy = lines[CORNER_B + 1] - lines[1];
  const wz = lines[CORNER_B + 2] - lines[2];
  crossing[0] = ((wy * vz - wz * vy) * cx + (wz * vx - wx * vz) * cy + (wx * vy - wy * vx) * cz) / cc;
  crossing[1] = ((wy * uz - wz * uy) * cx + (wz * ux - wx * uz) * cy + (wx * uy - wy * ux) * cz) / cc;
  crossing[LENGTH_A] = Math.sqrt(uu);
  crossing[LENGTH_B] = Math.sqrt(vv);
  const size = Math.sqrt(cc);
  normal[0] = cx / size;
  normal[1] = cy / size;
  normal[2] = cz / size;
  return true;
}

/**
 * Whether the loaded crossing is on an edge, which is `side` of it: 0 for A and 1 for B. Where the edge goes straight
 * on, edges that bend there may miss each other: up to {@link slack} beside the end counts, and adds to {@link beyond}.
 */
function isWithin(edgeNext: Int32Array, edge: number, side: number): boolean {
  const at = crossing[side];
  const over = (at < 0 ? -at : at > 1 ? at - 1 : 0) * crossing[LENGTH_A + side];
  beyond[0] += over;
  return over === 0 || (edgeNext[2 * edge + (at < 0 ? 0 : 1)] >= 0 && over <= slack[0]);
}

/** Distance of the crossing from the edges. */
const beyond = /* @__PURE__ */ new Float64Array(1);
const slack = /* @__PURE__ */ new Float64Array(1);

/** Whether the loaded crossing is within dTol of a corner of the block at an end of that edge. */
function isAtCorner({ surface, tolerance }: DeformableContacts, edge: number, side: number): boolean {
  const at = crossing[side];
  const end = tolerance / crossing[LENGTH_A + side];
  return (surface.edgeNext[2 * edge] < 0 && !(at >= end)) || (surface.edgeNext[2 * edge + 1] < 0 && !(at <= 1 - end));
}

function loadLine(positions: Float64Array, edges: Int32Array, edge: number, at: number): void {
  const p = 3 * edges[2 * edge];
  const q = 3 * edges[2 * edge + 1];
  for (let k = 0; k < 3; k++) {
    lines[at + k] = positions[p + k];
    lines[at + DIRECTION_A + k] = positions[q + k] - positions[p + k];
  }
}

/** Sum of the heights of the third corners beside an edge along the normal, times a sign. */
function addRise(positions: Float64Array, apexes: Int32Array, edge: number, at: number, sign: number): void {
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    const apex = 3 * apexes[2 * edge + side];
    for (let k = 0; k < 3; k++) sum += normal[k] * (positions[apex + k] - lines[at + k]);
  }
  rise[0] += sign * sum;
}

const rise = /* @__PURE__ */ new Float64Array(1);

/** Whether neither face beside the edge rises along the normal (`sign` 1) or against it (-1) by more than RISE_SINE. */
function isOutermost(positions: Float64Array, apexes: Int32Array, edge: number, at: number, sign: number): boolean {
  const ux = lines[at + DIRECTION_A];
  const uy = lines[at + DIRECTION_A + 1];
  const uz = lines[at + DIRECTION_A + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  for (let side = 0; side < 2; side++) {
    const apex = 3 * apexes[2 * edge + side];
    const x = positions[apex] - lines[at];
    const y = positions[apex + 1] - lines[at + 1];
    const z = positions[apex + 2] - lines[at + 2];
    const up = sign * (normal[0] * x + normal[1] * y + normal[2] * z);
    const along = (ux * x + uy * y + uz * z) / uu;
    const across = x * x + y * y + z * z - along * along * uu;
    if (up > 0 && up * up > RISE_SINE * RISE_SINE * across) return false;
  }
  return true;
}

/** Whether a face beside each edge has nearly the normal of the crossing. */
function isFlush(positions: Float64Array, { triangles, edgeTriangles }: Surface, edgeA: number, edgeB: number): boolean {
  addFacing(positions, triangles, edgeTriangles[2 * edgeA], 0);
  addFacing(positions, triangles, edgeTriangles[2 * edgeA + 1], 1);
  if (!(facing[0] > FLAT_COSINE || facing[1] > FLAT_COSINE)) return false;
  addFacing(positions, triangles, edgeTriangles[2 * edgeB], 0);
  addFacing(positions, triangles, edgeTriangles[2 * edgeB + 1], 1);
  return facing[0] < -FLAT_COSINE || facing[1] < -FLAT_COSINE;
}

/** Of the two triangles beside an edge of B the one that faces A more. */
function facingTriangle(positions: Float64Array, { surface }: DeformableContacts, edge: number): number {
  const first = surface.edgeTriangles[2 * edge];
  const second = surface.edgeTriangles[2 * edge + 1];
  facing[0] = facing[1] = 0;
  addFacing(positions, surface.triangles, first, 0);
  addFacing(positions, surface.triangles, second, 1);
  return facing[0] <= facing[1] ? first : second;
}

/** Cosines of the angles of the normals of two triangles with that of the crossing. */
const facing = /* @__PURE__ */ new Float64Array(2);

function addFacing(positions: Float64Array, triangles: Int32Array, t: number, at: number): void {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const size = Math.sqrt(x * x + y * y + z * z);
  facing[at] = size > 0 ? (x * normal[0] + y * normal[1] + z * normal[2]) / size : 1;
}

/** Whether the edges of place p, which is in contact, still cross and overlap after {@link move}. */
export function isCrossingMoved({ positions }: DeformableSet, { surface, places, points }: DeformableContacts, p: number): boolean {
  const edgeCount = surface.edges.length / 2;
  const edgeB = (places.keys[p] % edgeCount) | 0;
  const edgeA = ((places.keys[p] - edgeB) / edgeCount) | 0;
  loadLine(positions, surface.edges, edgeA, 0);
  loadLine(positions, surface.edges, edgeB, CORNER_B);
  let gap = points.gaps[p];
  for (let k = 0; k < 3; k++) {
    lines[k] += move[k];
    gap -= move[k] * points.normals[3 * p + k];
  }
  if (!(gap < 0)) return false;
  solveCrossing();
  // The faces may rise by FLAT_SINE, so a crossing of this depth may be this far beyond the true end of the overlap.
  const endA = (-FLAT_SINE * gap) / crossing[LENGTH_A];
  const endB = (-FLAT_SINE * gap) / crossing[LENGTH_B];
  return crossing[0] > endA && crossing[0] < 1 - endA && crossing[1] > endB && crossing[1] < 1 - endB;
}

/**
 * Where edges go straight on, a crossing near their node can be that of several edges. It stays with those that it is
 * on, or least beyond; of equal ones, with the first.
 */
export function keepOneCrossing({ surface, places, points }: DeformableContacts): void {
  const edgeCount = surface.edges.length / 2;
  for (let p = places.nodeCount; p < places.count; p++) {
    if (points.state[p] !== IN_CONTACT) continue;
    const edgeB = (places.keys[p] % edgeCount) | 0;
    const edgeA = ((places.keys[p] - edgeB) / edgeCount) | 0;
    for (let k = 1; k < 9; k++) {
      const a = k % 3 === 0 ? edgeA : surface.edgeNext[2 * edgeA + (k % 3) - 1];
      const b = k < 3 ? edgeB : surface.edgeNext[2 * edgeB + (k < 6 ? 0 : 1)];
      const q = a < 0 || b < 0 ? -1 : placeOfEdges(places, edgeCount, a, b);
      if (q < 0 || points.state[q] === APART) continue;
      if (points.beyond[q] < points.beyond[p] || (points.beyond[q] === points.beyond[p] && q < p)) points.state[p] = RELIEVED;
    }
  }
}
