/**
 * The convex solid that the half-spaces of a group bound near a body, as a polyhedron for the exact plane. It is closed
 * by a box of six radii about the body. The box is so far away that no result depends on it. Input and output are in
 * module arrays, and each call fills the same polyhedron record: nothing is allocated.
 */
import { OFFSET } from '../contact/layouts';
import { Cut, cut, firstCut, cutter, snap } from '../half-space/clip';
import {
  CORNERS,
  corners,
  cornerX,
  cornerY,
  cornerZ,
  faceHalfEdge,
  faces,
  FACES,
  GONE,
  MAX_CLIP_CORNERS,
  MAX_CLIP_EDGES,
  nextEdge,
  originOf,
  meshTotal,
} from '../half-space/clip-mesh';
import { mate, mergeCorners, shortEdge, standsFor } from './merge-corners';
import { createPose, type Pose, TX, TY, TZ } from '../body/pose';
import { MAX_FACES, TOLERANCE_ULPS, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { box } from '../polyhedron/solids';
import { BAND, bounds } from './meeting';
import { halfSpace, MAX_SPACES } from './surface-group';

/** Half the width of the box, in radii of the body. */
const BOX = 6;

/** By Euler's formula. */
const FACE_ROOM = MAX_SPACES + 6;
const VERTEX_ROOM = 2 * FACE_ROOM;
const EDGE_ROOM = 3 * FACE_ROOM;

type Writable = { -readonly [K in keyof ConvexPolyhedron]: ConvexPolyhedron[K] };

function emptySolid(): Writable {
  return {
    dimension: 3,
    vertexCount: 0,
    edgeCount: 0,
    faceCount: 0,
    vertices: new Float64Array(3 * VERTEX_ROOM),
    normals: new Float64Array(3 * FACE_ROOM),
    offsets: new Float64Array(FACE_ROOM),
    halfEdgeNext: new Int32Array(2 * EDGE_ROOM),
    halfEdgeOrigin: new Int32Array(2 * EDGE_ROOM),
    halfEdgeFace: new Int32Array(2 * EDGE_ROOM),
    vertexHalfEdge: new Int32Array(VERTEX_ROOM),
    faceHalfEdge: new Int32Array(FACE_ROOM),
    neighbourStart: new Int32Array(VERTEX_ROOM + 1),
    neighbours: new Int32Array(2 * EDGE_ROOM),
    radius: 0,
    inradius: 0,
    volume: 0,
    area: 0,
    inertia: new Float64Array(9),
    origin: new Float64Array(3),
    tolerance: 0,
  };
}

/** The solid, and where it is in the body's frame. */
export const solid = /* @__PURE__ */ emptySolid();
export const solidPose: Pose = /* @__PURE__ */ createPose();
/** The half-space that each face of the solid lies on; -1 for the box. */
const solidSpace = /* @__PURE__ */ new Int32Array(FACE_ROOM);

/** The box, with corners at plus and minus one, and in the given size. */
const unitBox = /* @__PURE__ */ box(2, 2, 2);
const bigBox: Writable = /* @__PURE__ */ copyOf(unitBox);

function copyOf(shape: ConvexPolyhedron): Writable {
  return { ...shape, vertices: shape.vertices.slice(), offsets: shape.offsets.slice() };
}

/** Numbers of corners and half-edges of the cut box in the solid. */
const vertexNumber = /* @__PURE__ */ new Int32Array(MAX_CLIP_CORNERS);
const halfNumber = /* @__PURE__ */ new Int32Array(2 * MAX_CLIP_EDGES);
/** Edges up to this length are removed, in rounding bands. */
const SHORT_BANDS = 4;

/** Radius of the body and its surroundings: input. */
export const solidBounds = /* @__PURE__ */ new Float64Array(1);

/** Fills the solid from the first `count` half-spaces. False when their intersection is empty, or there is no room. */
export function fillSolid(count: number): boolean {
  const half = BOX * solidBounds[0];
  for (let k = 0; k < 24; k++) bigBox.vertices[k] = half * unitBox.vertices[k];
  for (let k = 0; k < 6; k++) bigBox.offsets[k] = half;
  snap[0] = 0.25 * bounds[BAND];
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < 4; i++) cutter[i] = halfSpace[4 * k + i];
    const done = k === 0 ? firstCut(bigBox, MAX_FACES) : cut(MAX_FACES + k);
    if (done === Cut.Empty || done === Cut.Full) return false;
  }
  return copySolid();
}

/** Copies the arrays of the cut to the polyhedron, with its origin at the mean of its corners. */
function copySolid(): boolean {
  shortEdge[0] = SHORT_BANDS * bounds[BAND];
  mergeCorners();
  let vertexCount = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < meshTotal[CORNERS]; k++) {
    const v = corners[k];
    if (standsFor(v) !== v) continue;
    if (vertexCount === VERTEX_ROOM) return false;
    vertexNumber[v] = vertexCount++;
    x += cornerX[v];
    y += cornerY[v];
    z += cornerZ[v];
  }
  if (vertexCount < 4) return false;
  x /= vertexCount;
  y /= vertexCount;
  z /= vertexCount;
  let radius2 = 0;
  for (let k = 0; k < meshTotal[CORNERS]; k++) {
    const v = corners[k];
    if (standsFor(v) !== v) continue;
    const o = 3 * vertexNumber[v];
    const dx = cornerX[v] - x;
    const dy = cornerY[v] - y;
    const dz = cornerZ[v] - z;
    solid.vertices[o] = dx;
    solid.vertices[o + 1] = dy;
    solid.vertices[o + 2] = dz;
    const d = dx * dx + dy * dy + dz * dz;
    if (d > radius2) radius2 = d;
  }
  let faceCount = 0;
  let edgeCount = 0;
  for (let k = 0; k < meshTotal[FACES]; k++) {
    const first = faceHalfEdge[faces[k]];
    if (first === GONE) continue;
    let h = first;
    for (let steps = 0; steps < 2 * EDGE_ROOM; steps++) {
      halfNumber[h] = -1;
      h = nextEdge[h];
      if (h === first) break;
    }
  }
  let inradius = Infinity;
  for (let k = 0; k < meshTotal[FACES]; k++) {
    const face = faces[k];
    const first = faceHalfEdge[face];
    if (first === GONE) continue;
    if (faceCount === FACE_ROOM) return false;
    const f = faceCount++;
    const space = face < MAX_FACES ? -1 : face - MAX_FACES;
    solidSpace[f] = space;
    for (let i = 0; i < 3; i++) solid.normals[3 * f + i] = space < 0 ? unitBox.normals[3 * face + i] : halfSpace[4 * space + i];
    const offset = space < 0 ? bigBox.offsets[face] : halfSpace[4 * space + OFFSET];
    solid.offsets[f] = offset - (solid.normals[3 * f] * x + solid.normals[3 * f + 1] * y + solid.normals[3 * f + 2] * z);
    if (solid.offsets[f] < inradius) inradius = solid.offsets[f];
    let h = first;
    let last = -1;
    for (let steps = 0; steps < 2 * EDGE_ROOM; steps++) {
      if (halfNumber[h] < 0) {
        if (edgeCount === EDGE_ROOM) return false;
        // The half-edge of an edge in the first of its faces gets the even number.
        halfNumber[h] = 2 * edgeCount;
        halfNumber[mate[h]] = 2 * edgeCount + 1;
        edgeCount++;
      }
      const g = halfNumber[h];
      const v = vertexNumber[standsFor(originOf[h])];
      solid.halfEdgeOrigin[g] = v;
      solid.halfEdgeFace[g] = f;
      solid.vertexHalfEdge[v] = g;
      if (last < 0) solid.faceHalfEdge[f] = g;
      else solid.halfEdgeNext[last] = g;
      last = g;
      h = nextEdge[h];
      if (h === first) break;
    }
    solid.halfEdgeNext[last] = solid.faceHalfEdge[f];
  }
  if (faceCount < 4) return false;
  solid.vertexCount = vertexCount;
  solid.edgeCount = edgeCount;
  solid.faceCount = faceCount;
  solid.radius = Math.sqrt(radius2);
  solid.inradius = inradius > 0 ? inradius : 0;
  solid.tolerance = bounds[BAND] + TOLERANCE_ULPS * Number.EPSILON * solid.radius;
  solidPose[TX] = x;
  solidPose[TY] = y;
  solidPose[TZ] = z;
  return true;
}
