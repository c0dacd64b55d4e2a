/**
 * The half-spaces by which a body clips the surface of a wall. They contain the body, and their intersection is the
 * body or its core:
 *
 * - a solid: its faces;
 * - a plate: front and back, and for each edge the plane through it that stands upright on the plate;
 * - a segment: a plane at each end, and {@link SIDES_OF_ROD} planes along it. Moved out by a radius they form a prism
 *   around the rod.
 *
 * Frame: the body's. The record of a core is filled in each call: nothing is allocated.
 */
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** Half-spaces n·x <= offset: unit normals, x y z packed; their number. */
export type ClipSpaces = Pick<ConvexPolyhedron, 'normals' | 'offsets' | 'faceCount'>;

/** Half-spaces of the largest plate. */
const ROOM = MAX_VERTICES + 2;
const core = {
  normals: /* @__PURE__ */ new Float64Array(3 * ROOM),
  offsets: /* @__PURE__ */ new Float64Array(ROOM),
  faceCount: 0,
};

/** An even number. The prism is wider than the rod by up to 8 %. */
const SIDES_OF_ROD = 8;
/** Cosine of 45 degrees. */
const DIAGONAL = Math.SQRT1_2;

/** The normal of the half-space to add. */
const outward = /* @__PURE__ */ new Float64Array(3);
/** Two directions across a segment: the first from slot 0, the second from slot SECOND. */
const across = /* @__PURE__ */ new Float64Array(6);
const SECOND = 3;

/** The half-spaces of a body. Those of a core stay valid until the next call. */
export function clipSpacesOf(shape: ConvexPolyhedron): ClipSpaces {
  if (shape.dimension === 3) return shape;
  core.faceCount = 0;
  if (shape.dimension === 2) addPlate(shape);
  else if (shape.dimension === 1) addSegment(shape);
  return core;
}

/** Adds the half-space with the normal `outward` that the body just fills. */
function add({ vertices, vertexCount }: ConvexPolyhedron): void {
  const f = core.faceCount++;
  let most = -Infinity;
  for (let v = 0; v < vertexCount; v++) {
    const h = outward[0] * vertices[3 * v] + outward[1] * vertices[3 * v + 1] + outward[2] * vertices[3 * v + 2];
    if (h > most) most = h;
  }
  for (let k = 0; k < 3; k++) core.normals[3 * f + k] = outward[k];
  core.offsets[f] = most;
}

function addPlate(shape: ConvexPolyhedron): void {
  const { vertices, normals, halfEdgeOrigin, halfEdgeNext, faceHalfEdge } = shape;
  for (let f = 0; f < 2; f++) {
    for (let k = 0; k < 3; k++) outward[k] = normals[3 * f + k];
    add(shape);
  }
  let h = faceHalfEdge[0];
  for (let e = 0; e < shape.edgeCount; e++) {
    const p = 3 * halfEdgeOrigin[h];
    const q = 3 * halfEdgeOrigin[h ^ 1];
    const x = vertices[q] - vertices[p];
    const y = vertices[q + 1] - vertices[p + 1];
    const z = vertices[q + 2] - vertices[p + 2];
    // The edge runs counter-clockwise about the normal of the front.
    setCross(x, y, z, normals[0], normals[1], normals[2]);
    add(shape);
    h = halfEdgeNext[h];
  }
}

function addSegment(shape: ConvexPolyhedron): void {
  const { vertices } = shape;
  const dx = vertices[3] - vertices[0];
  const dy = vertices[4] - vertices[1];
  const dz = vertices[5] - vertices[2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const x = dx / length;
  const y = dy / length;
  const z = dz / length;
  for (let sign = -1; sign <= 1; sign += 2) {
    outward[0] = sign * x;
    outward[1] = sign * y;
    outward[2] = sign * z;
    add(shape);
  }
  // Across the segment and the axis that is least along it.
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  if (ax <= ay && ax <= az) setCross(x, y, z, 1, 0, 0);
  else if (ay <= az) setCross(x, y, z, 0, 1, 0);
  else setCross(x, y, z, 0, 0, 1);
  for (let k = 0; k < 3; k++) across[k] = outward[k];
  setCross(x, y, z, across[0], across[1], across[2]);
  for (let k = 0; k < 3; k++) across[SECOND + k] = outward[k];
  for (let side = 0; side < SIDES_OF_ROD; side++) {
    // 0, 1, 2, ... eighths of a turn: along one direction, between both, along the other, and so on.
    const cosine = side % 4 === 2 ? 0 : (side > 2 && side < 6 ? -1 : 1) * (side % 2 === 0 ? 1 : DIAGONAL);
    const sine = side % 4 === 0 ? 0 : (side > 4 ? -1 : 1) * (side % 2 === 0 ? 1 : DIAGONAL);
    for (let k = 0; k < 3; k++) outward[k] = cosine * across[k] + sine * across[SECOND + k];
    add(shape);
  }
}

/** Sets `outward` to the unit vector along the cross product of two vectors. */
function setCross(ux: number, uy: number, uz: number, vx: number, vy: number, vz: number): void {
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  outward[0] = x / length;
  outward[1] = y / length;
  outward[2] = z / length;
}
