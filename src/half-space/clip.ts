/**
 * A convex polyhedron that is cut by one half-space after another, in module-constant arrays: loops of corners face by face, as they come from
 * body A, and one more face (the cap) for each plane that cuts.
 *
 * A cut reads the polyhedron from one half of the arrays and writes what is left to the other. Corners within `snap` of the plane count as on it:
 * there the sign of a distance is noise, and a corner where more than three planes meet must not be cut into several. Each edge that
 * crosses gives one new corner, shared by its two faces: it hangs in a list at the edge's outer end. Every face that is cut leaves an
 * open side from its last corner on the plane back to its first; together these sides, turned round, are the border of the cap.
 * Where signs contradict each other (planes that nearly coincide) that border is no single closed loop, and the cut says Broken.
 */
import { MAX_EDGES, MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

export const Cut = { Missed: 0, Done: 1, Empty: 2, Broken: 3 } as const;
export type Cut = (typeof Cut)[keyof typeof Cut];

/** All faces of both bodies, and what a polyhedron of so many faces can have of corners and of sides (two for each edge). */
const FACES = 2 * MAX_FACES;
const CORNERS = 2 * FACES;
const SIDES = 6 * FACES;

/** Corners x y z; the second half of each array starts at CORNERS (FACES, SIDES). */
export const clipX = /* @__PURE__ */ new Float64Array(2 * CORNERS);
export const clipY = /* @__PURE__ */ new Float64Array(2 * CORNERS);
export const clipZ = /* @__PURE__ */ new Float64Array(2 * CORNERS);
/** Corner numbers (of the same half, from 0) face by face; face f has sideStart[f] .. sideStart[f + 1]. */
export const side = /* @__PURE__ */ new Int32Array(2 * SIDES);
export const sideStart = /* @__PURE__ */ new Int32Array(2 * (FACES + 1));
/** Which face of which body: face of A, or -1 - face of B. */
export const source = /* @__PURE__ */ new Int32Array(2 * FACES);

/** Signed distances of the corners from the plane of the cut: > 0 outside. */
const height = /* @__PURE__ */ new Float64Array(CORNERS);
/** New number of a corner that stays, -1 while it has none. */
const renamed = /* @__PURE__ */ new Int32Array(CORNERS);
/** Crossings of an outer corner: list of (inner corner, new corner). */
const firstCrossing = /* @__PURE__ */ new Int32Array(CORNERS);
const nextCrossing = /* @__PURE__ */ new Int32Array(SIDES);
const innerEnd = /* @__PURE__ */ new Int32Array(SIDES);
const crossing = /* @__PURE__ */ new Int32Array(SIDES);
/** By new corner: whether it is on the plane, and which corner follows it round the cap. */
const isOnPlane = /* @__PURE__ */ new Uint8Array(CORNERS);
const capNext = /* @__PURE__ */ new Int32Array(CORNERS);

/** State of the polyhedron: which half (0 or 1), corners, faces. */
const now = /* @__PURE__ */ new Int32Array(3);

/** Cutting planes: unit normal and offset, four a plane. */
export const plane = /* @__PURE__ */ new Float64Array(4 * MAX_FACES);
/** Corners at most this far from a plane are on it. */
export const snap = /* @__PURE__ */ new Float64Array(1);

/** A sphere that holds the polyhedron: its centre, and its radius last. Planes that miss it do not cut. */
const ball = /* @__PURE__ */ new Float64Array(4);

export function firstCorner(): number {
  return now[0] * CORNERS;
}
export function firstFace(): number {
  return now[0] * FACES;
}
export function firstSideStart(): number {
  return now[0] * (FACES + 1);
}
export function firstSide(): number {
  return now[0] * SIDES;
}
export function cornerCount(): number {
  return now[1];
}
export function clipFaceCount(): number {
  return now[2];
}

/** Starts with all of a body, in its own frame. */
export function loadBody(shape: ConvexPolyhedron): void {
  const { vertices, halfEdgeNext, halfEdgeOrigin, faceHalfEdge, vertexCount, faceCount } = shape;
  now[0] = 0;
  now[1] = vertexCount;
  now[2] = faceCount;
  for (let v = 0, k = 0; v < vertexCount; v++, k += 3) {
    clipX[v] = vertices[k];
    clipY[v] = vertices[k + 1];
    clipZ[v] = vertices[k + 2];
  }
  let used = 0;
  for (let f = 0; f < faceCount; f++) {
    sideStart[f] = used;
    source[f] = f;
    const first = faceHalfEdge[f];
    let h = first;
    do {
      side[used++] = halfEdgeOrigin[h];
      h = halfEdgeNext[h];
    } while (h !== first && used < 2 * MAX_EDGES);
  }
  sideStart[faceCount] = used;
  ball[0] = ball[1] = ball[2] = 0;
  ball[3] = shape.radius;
}

/** Cuts off what lies beyond plane p; `name` is the source of the cap. */
export function cut(p: number, name: number): Cut {
  const nx = plane[4 * p];
  const ny = plane[4 * p + 1];
  const nz = plane[4 * p + 2];
  const d = plane[4 * p + 3];
  const near = snap[0];
  if (nx * ball[0] + ny * ball[1] + nz * ball[2] + ball[3] < d - near) return Cut.Missed;
  const from = now[0];
  const c0 = from * CORNERS;
  const corners = now[1];
  let inside = 0;
  let outside = 0;
  for (let v = 0; v < corners; v++) {
    const s = nx * clipX[c0 + v] + ny * clipY[c0 + v] + nz * clipZ[c0 + v] - d;
    if (s > near) {
      height[v] = s;
      outside++;
    } else if (s < -near) {
      height[v] = s;
      inside++;
    } else {
      height[v] = 0;
    }
  }
  if (outside === 0) return Cut.Missed;
  if (inside === 0) return Cut.Empty;
  for (let v = 0; v < corners; v++) {
    renamed[v] = -1;
    firstCrossing[v] = -1;
  }

  const to = 1 - from;
  const c1 = to * CORNERS;
  const f0 = from * FACES;
  const f1 = to * FACES;
  const b0 = from * (FACES + 1);
  const b1 = to * (FACES + 1);
  const s0 = from * SIDES;
  const s1 = to * SIDES;
  const faces = now[2];
  let newCorners = 0;
  let newFaces = 0;
  let newSides = 0;
  let crossings = 0;
  let capSides = 0;
  let capFirst = -1;
  for (let f = 0; f < faces; f++) {
    const start = s0 + sideStart[b0 + f];
    const end = s0 + sideStart[b0 + f + 1];
    let isKept = false;
    for (let k = start; k < end; k++) {
      if (height[side[k]] < 0) {
        isKept = true;
        break;
      }
    }
    if (!isKept) continue;
    const loop = s1 + newSides;
    let v = side[end - 1];
    let hv = height[v];
    for (let k = start; k < end; k++) {
      const w = side[k];
      const hw = height[w];
      if ((hv < 0 && hw > 0) || (hv > 0 && hw < 0)) {
        const inner = hv < 0 ? v : w;
        const outer = hv < 0 ? w : v;
        let e = firstCrossing[outer];
        while (e >= 0 && innerEnd[e] !== inner) e = nextCrossing[e];
        if (e < 0) {
          // Always from the inner end to the outer one: both faces of the edge get the same corner.
          e = crossings++;
          innerEnd[e] = inner;
          nextCrossing[e] = firstCrossing[outer];
          firstCrossing[outer] = e;
          const share = height[inner] / (height[inner] - height[outer]);
          const x = clipX[c0 + inner];
          const y = clipY[c0 + inner];
          const z = clipZ[c0 + inner];
          clipX[c1 + newCorners] = x + (clipX[c0 + outer] - x) * share;
          clipY[c1 + newCorners] = y + (clipY[c0 + outer] - y) * share;
          clipZ[c1 + newCorners] = z + (clipZ[c0 + outer] - z) * share;
          isOnPlane[newCorners] = 1;
          capNext[newCorners] = -1;
          crossing[e] = newCorners++;
        }
        side[s1 + newSides++] = crossing[e];
      }
      if (hw <= 0) {
        let u = renamed[w];
        if (u < 0) {
          u = newCorners++;
          renamed[w] = u;
          clipX[c1 + u] = clipX[c0 + w];
          clipY[c1 + u] = clipY[c0 + w];
          clipZ[c1 + u] = clipZ[c0 + w];
          isOnPlane[u] = hw === 0 ? 1 : 0;
          capNext[u] = -1;
        }
        side[s1 + newSides++] = u;
      }
      v = w;
      hv = hw;
      // Rounding can make a loop cross more than twice; what is written must still fit.
      if (newSides > SIDES - 4 || newCorners > CORNERS - 4) return Cut.Broken;
    }
    const loopEnd = s1 + newSides;
    let u = side[loopEnd - 1];
    for (let k = loop; k < loopEnd; k++) {
      const q = side[k];
      if (isOnPlane[u] !== 0 && isOnPlane[q] !== 0) {
        if (capNext[q] >= 0) return Cut.Broken;
        capNext[q] = u;
        capFirst = q;
        capSides++;
      }
      u = q;
    }
    sideStart[b1 + newFaces] = loop - s1;
    source[f1 + newFaces++] = source[f0 + f];
  }

  if (capSides < 3 || newFaces >= FACES || newSides + capSides > SIDES) return Cut.Broken;
  sideStart[b1 + newFaces] = newSides;
  source[f1 + newFaces++] = name;
  let u = capFirst;
  for (let k = 0; k < capSides; k++) {
    if (u < 0) return Cut.Broken;
    side[s1 + newSides++] = u;
    u = capNext[u];
    if (u === capFirst && k < capSides - 1) return Cut.Broken;
  }
  if (u !== capFirst) return Cut.Broken;
  sideStart[b1 + newFaces] = newSides;
  now[0] = to;
  now[1] = newCorners;
  now[2] = newFaces;
  enclose();
  return Cut.Done;
}

/** The sphere about the middle of the bounding box. */
function enclose(): void {
  const c = firstCorner();
  const end = c + now[1];
  let x0 = clipX[c];
  let x1 = x0;
  let y0 = clipY[c];
  let y1 = y0;
  let z0 = clipZ[c];
  let z1 = z0;
  for (let v = c + 1; v < end; v++) {
    const x = clipX[v];
    const y = clipY[v];
    const z = clipZ[v];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  ball[0] = 0.5 * (x0 + x1);
  ball[1] = 0.5 * (y0 + y1);
  ball[2] = 0.5 * (z0 + z1);
  const dx = x1 - x0;
  const dy = y1 - y0;
  const dz = z1 - z0;
  ball[3] = 0.5 * Math.sqrt(dx * dx + dy * dy + dz * dz);
}
