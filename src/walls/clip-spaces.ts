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
/** Inputs of {@link setAcross}. */
const along = /* @__PURE__ */ new Float64Array(3);
const other = /* @__PURE__ */ new Float64Array(3);
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
    // The edge runs counter-clockwise about the normal of the front.
    for (let k = 0; k < 3; k++) {
      along[k] = vertices[q + k] - vertices[p + k];
      other[k] = normals[k];
    }
    setAcross();
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
  along[0] = dx / length;
  along[1] = dy / length;
  along[2] = dz / length;
  for (let sign = -1; sign <= 1; sign += 2) {
    for (let k = 0; k < 3; k++) outward[k] = sign * along[k];
    add(shape);
  }
  // Across the segment and the axis that is least along it.
  const ax = Math.abs(along[0]);
  const ay = Math.abs(along[1]);
  const az = Math.abs(along[2]);
  const axis = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  for (let k = 0; k < 3; k++) other[k] = k === axis ? 1 : 0;
  setAcross();
  for (let k = 0; k < 3; k++) {
    across[k] = outward[k];
    other[k] = outward[k];
  }
  setAcross();
  for (let k = 0; k < 3; k++) across[SECOND + k] = outward[k];
  for (let side = 0; side < SIDES_OF_ROD; side++) {
    // 0, 1, 2, ... eighths of a turn: along one direction, between both, along the other, and so on.
    const cosine = side % 4 === 2 ? 0 : (side > 2 && side < 6 ? -1 : 1) * (side % 2 === 0 ? 1 : DIAGONAL);
    const sine = side % 4 === 0 ? 0 : (side > 4 ? -1 : 1) * (side % 2 === 0 ? 1 : DIAGONAL);
    for (let k = 0; k < 3; k++) outward[k] = cosine * across[k] + sine * across[SECOND + k];
    add(shape);
  }
}

/** Sets `outward` to the unit vector across `along` and `other`. */
function setAcross(): void {
  const x = along[1] * other[2] - along[2] * other[1];
  const y = along[2] * other[0] - along[0] * other[2];
  const z = along[0] * other[1] - along[1] * other[0];
  const length = Math.sqrt(x * x + y * y + z * z);
  outward[0] = x / length;
  outward[1] = y / length;
  outward[2] = z / length;
}
