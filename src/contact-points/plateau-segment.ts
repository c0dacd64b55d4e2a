/**
 * The plateau of an edge over a face: the part of the edge over the face, as a polygon of two corners and two sides.
 * Its right side leads from the edge's first vertex to its last vertex.
 */
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, EPS } from './bounds';
import { cellCode, cellSide, cellX, cellY } from './cell';
import {
  addRay,
  apex,
  faceBeyond,
  faceHeight,
  measureHeight,
  isVisible,
  rayCount,
  rayWedge,
  RISES,
  setBaseSlope,
  setSlope,
  X,
  Y,
} from './plateau';
import { addFan, endOfEdge, halfEdgeFrom, keepRays, setApex, sideHasStrip } from './plateau-rays';
import { projectVertex, vertexX, vertexY, vertexZ } from './surface';
import { heightA, heightB } from './zone';

/** Start and end of the part along the edge, from 0 to 1. */
const part = /* @__PURE__ */ new Float64Array(2);
/** The edge of the face that bounds the part at its start and at its end, or -1 for the vertex of the edge itself. */
const border = /* @__PURE__ */ new Int32Array(2);
/** The feature of the face. */
export const segmentFace = /* @__PURE__ */ new Int32Array(1);

/**
 * Sets the plateau of an edge of body `side` over a face of the other body, and its rays. False when the proof fails:
 * Z(limit) may be larger than the segment and its wedges.
 */
export function setSegment(shape: ConvexPolyhedron, side: number, edge: number, other: ConvexPolyhedron, face: number): boolean {
  const v = shape.halfEdgeOrigin[2 * edge];
  const w = shape.halfEdgeOrigin[2 * edge + 1];
  projectVertex(shape, side, v);
  projectVertex(shape, side, w);
  if (!clipEdge(side, v, w, other, face)) return false;
  const p = side * MAX_VERTICES + v;
  const q = side * MAX_VERTICES + w;
  const own = side === 0 ? heightA : heightB;
  const across = side === 0 ? heightB : heightA;
  for (let k = 0; k < 2; k++) {
    const t = part[k];
    const b = border[k];
    cellX[k] = apex[X] = b < 0 ? vertexX[k === 0 ? p : q] : vertexX[p] + t * (vertexX[q] - vertexX[p]);
    cellY[k] = apex[Y] = b < 0 ? vertexY[k === 0 ? p : q] : vertexY[p] + t * (vertexY[q] - vertexY[p]);
    own[k] = b < 0 ? vertexZ[k === 0 ? p : q] : vertexZ[p] + t * (vertexZ[q] - vertexZ[p]);
    if (!setBaseSlope(other, 1 - side, face)) return false;
    measureHeight(other, 1 - side, face);
    across[k] = faceHeight[0];
    cellCode[2 * k + side] = b < 0 ? vertexFeature(k === 0 ? v : w) : edgeFeature(edge);
    cellCode[2 * k + 1 - side] = b < 0 ? faceFeature(face) : edgeFeature(b);
    cellSide[k] = 2 * edgeFeature(edge) + side;
  }
  // Faces of B are seen from inside, so right and left are exchanged.
  const right = shape.halfEdgeFace[2 * edge + 1 - side];
  const left = shape.halfEdgeFace[2 * edge + side];
  sideHasStrip[0] = isVisible(shape, side, right) ? 1 : 0;
  sideHasStrip[1] = isVisible(shape, side, left) ? 1 : 0;
  if (sideHasStrip[0] + sideHasStrip[1] === 0) return false;
  segmentFace[0] = faceFeature(face);
  rayCount[0] = 0;
  return (!setApex(0) || setEndRays(shape, side, edge, other, face, 0)) && (!setApex(1) || setEndRays(shape, side, edge, other, face, 1));
}

/**
 * Sets the rays of end k, at vertex v of the edge. Around the plateau, the end lies between face `before` and face
 * `after` of the edge.
 */
function setEndRays(shape: ConvexPolyhedron, side: number, edge: number, other: ConvexPolyhedron, face: number, k: number): boolean {
  const v = shape.halfEdgeOrigin[2 * edge + k];
  // Faces of B are seen from inside. End 0 comes after the left face, end 1 after the right face.
  const before = shape.halfEdgeFace[2 * edge + (k === 0 ? side : 1 - side)];
  const after = shape.halfEdgeFace[2 * edge + (k === 0 ? 1 - side : side)];
  const start = rayCount[0];
  const b = border[k];
  if (b < 0) {
    if (!setSlope(other, 1 - side, face) || !addFan(shape, side, halfEdgeFrom(shape, edge, v), edge, other, face)) return false;
    keepRays(k, start, side);
    return true;
  }
  // The edge leaves the face across the face's edge b, which leads from the side of `before` to the side of `after`.
  const beyond = faceBeyond(other, b, face);
  const hasBefore = sideHasStrip[1 - k] === 1;
  const hasAfter = sideHasStrip[k] === 1;
  const hasBeyond = isVisible(other, 1 - side, beyond);
  if (hasBefore) {
    setSlope(shape, side, before);
    if (addRay(other, 1 - side, b, endOfEdge(other, 1 - side, b, face, false), shape, before, edge) !== RISES) return false;
    rayWedge[start] = hasBeyond ? 1 : 0;
  }
  if (hasBeyond) {
    const r = rayCount[0];
    setSlope(other, 1 - side, beyond);
    if (addRay(shape, side, edge, v, other, beyond, b) !== RISES) return false;
    rayWedge[r] = hasAfter ? 1 : 0;
  }
  if (hasAfter) {
    setSlope(shape, side, after);
    if (addRay(other, 1 - side, b, endOfEdge(other, 1 - side, b, face, true), shape, after, edge) !== RISES) return false;
  }
  keepRays(k, start, 1);
  return true;
}

/**
 * Writes the part of an edge of body `side` (vertices v, w) over a face of the other body to `part` and `border`. False
 * when there is no such part, or when an end is in doubt by rounding.
 */
function clipEdge(side: number, v: number, w: number, other: ConvexPolyhedron, face: number): boolean {
  const { halfEdgeNext, halfEdgeOrigin } = other;
  const eps = contactBounds[EPS];
  const sense = side === 0 ? -1 : 1;
  const row = (1 - side) * MAX_VERTICES;
  const p = side * MAX_VERTICES + v;
  const q = side * MAX_VERTICES + w;
  let least = 0;
  let most = 1;
  border[0] = border[1] = -1;
  const first = other.faceHalfEdge[face];
  let h = first;
  projectVertex(other, 1 - side, halfEdgeOrigin[h]);
  for (let corners = other.vertexCount; corners > 0; corners--) {
    const r = row + halfEdgeOrigin[h];
    const edge = h >> 1;
    h = halfEdgeNext[h];
    projectVertex(other, 1 - side, halfEdgeOrigin[h]);
    const s = row + halfEdgeOrigin[h];
    const ex = sense * (vertexX[s] - vertexX[r]);
    const ey = sense * (vertexY[s] - vertexY[r]);
    const band = eps * (Math.abs(ex) + Math.abs(ey));
    const from = ex * (vertexY[p] - vertexY[r]) - ey * (vertexX[p] - vertexX[r]);
    const to = ex * (vertexY[q] - vertexY[r]) - ey * (vertexX[q] - vertexX[r]);
    if (!(Math.abs(from) > band && Math.abs(to) > band) || (from < 0 && to < 0)) return false;
    if (from < 0 || to < 0) {
      const t = from / (from - to);
      if (from < 0 && t > least) {
        least = t;
        border[0] = edge;
      } else if (to < 0 && t < most) {
        most = t;
        border[1] = edge;
      }
    }
    if (h === first) break;
  }
  part[0] = least;
  part[1] = most;
  if (!(most > least)) return false;
  for (let k = 0; k < 2; k++) {
    if (border[k] < 0) continue;
    const x = vertexX[p] + part[k] * (vertexX[q] - vertexX[p]);
    const y = vertexY[p] + part[k] * (vertexY[q] - vertexY[p]);
    for (let end = 0; end < 2; end++) {
      const r = row + halfEdgeOrigin[2 * border[k] + end];
      const dx = x - vertexX[r];
      const dy = y - vertexY[r];
      if (!(dx * dx + dy * dy > 16 * eps * eps)) return false;
    }
  }
  return true;
}
