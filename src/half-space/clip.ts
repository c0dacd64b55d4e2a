/**
 * Cuts a convex polyhedron by one half-space after another.
 *
 * Corners within `snap` of the plane count as on it. The sign of their distance is only rounding, and a corner where
 * more than three planes meet must not be cut into several. The edges from an outer corner to one that is not outside
 * form a ring: it goes out of one face, over the edge, and through the outer corners of the next face. If one ring
 * contains all such edges, the outer part is connected, and so is the inner part. Then each of these edges ends in a
 * corner on the plane, and each face of the ring is closed by a side between its two new corners. The other halves of
 * these sides are the border of the new face, the cap. So the cost of a cut is proportional to the removed part, plus
 * one distance for each corner.
 *
 * When planes nearly coincide, signs beyond `snap` can also be wrong by rounding. There may be several rings, or a ring
 * may touch itself at a corner on the plane. Then topology decides, as in Sugihara and Iri for Voronoi diagrams (Proc.
 * IEEE 80, 1992): the corners outside must be connected, and so must those inside, because an edge cut of a planar
 * graph with two connected sides crosses a single ring of faces. The part with the farthest corner keeps its sign. The
 * heights of the other parts are only rounding; they get the opposite sign, and no corner counts as on the plane. So
 * every cut leaves a closed surface, with an error no larger than the rounding.
 */
import { OFFSET } from '../contact/layouts';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import {
  CORNER_NUMBERS,
  cornerX,
  cornerY,
  cornerZ,
  CORNERS,
  corners,
  EDGE_NUMBERS,
  faceHalfEdge,
  faceOf,
  FACES,
  faces,
  FREE_EDGES,
  freeEdges,
  GONE,
  height,
  isShared,
  LISTED,
  loadBody,
  loadKept,
  MAX_CLIP_CORNERS,
  MAX_CLIP_EDGES,
  nextEdge,
  originOf,
  spoke,
  meshTotal,
} from './clip-mesh';
import { keepFarthest } from './clip-signs';

/** Results of a cut. Full: there are more corners or edges than the arrays have room for. */
export const Cut = { Missed: 0, Done: 1, Empty: 2, Full: 3 } as const;
export type Cut = (typeof Cut)[keyof typeof Cut];

/** The cutting plane: unit normal and OFFSET. */
export const cutter = /* @__PURE__ */ new Float64Array(4);
/** Corners at most this far from a plane are on it. */
export const snap = /* @__PURE__ */ new Float64Array(1);
/** Numbers of corners inside, outside and on the plane; the list of outer corners. */
const INSIDE = 0;
const OUTSIDE = 1;
const ON = 2;
const sides = /* @__PURE__ */ new Int32Array(3);
const outer = /* @__PURE__ */ new Int32Array(MAX_CLIP_CORNERS);
/** Positions of the outer corners in the list, in its order. */
const outerPlace = /* @__PURE__ */ new Int32Array(MAX_CLIP_CORNERS);

/** Half-edges from an outer corner to one that is not outside, in the order of the ring. */
const ring = /* @__PURE__ */ new Int32Array(2 * MAX_CLIP_EDGES);
const ringLength = /* @__PURE__ */ new Int32Array(1);
/** The number of free edges after the outer corners are removed. */
const freed = /* @__PURE__ */ new Int32Array(1);
/** The number of outer corners in the list. Corners that were never loaded are not in the list. */
const listedOuter = /* @__PURE__ */ new Int32Array(1);
/** Marks in faceHalfEdge a face that the ring has passed. */
const PASSED = -2;

/**
 * Loads a body, in its own frame, and cuts it by the plane. Parts outside the plane are not loaded, which saves most of
 * the work for small overlaps.
 */
export function firstCut(shape: ConvexPolyhedron, cap: number): Cut {
  classifyVertices(shape);
  if (sides[INSIDE] === 0 && sides[OUTSIDE] > 0) return Cut.Empty;
  if (sides[OUTSIDE] === 0) {
    loadBody(shape);
    return miss();
  }
  freed[0] = 0;
  listedOuter[0] = 0;
  if (trace(loadKept(shape, ring))) return close(cap);
  loadBody(shape);
  return cutByTopology(cap);
}

/** Cuts off what lies beyond the plane; the cap becomes face `cap`. */
export function cut(cap: number): Cut {
  classify();
  if (sides[OUTSIDE] === 0) return miss();
  if (sides[INSIDE] === 0) return Cut.Empty;
  if (trace(leaveOuter())) return close(cap);
  restoreFaces();
  return cutByTopology(cap);
}

/** Heights of the corners, 0 for those on the plane. */
function classify(): void {
  const nx = cutter[0];
  const ny = cutter[1];
  const nz = cutter[2];
  const d = cutter[OFFSET];
  const near = snap[0];
  const all = meshTotal[CORNERS];
  let inside = 0;
  let outside = 0;
  for (let k = 0; k < all; k++) {
    const v = corners[k];
    const s = nx * cornerX[v] + ny * cornerY[v] + nz * cornerZ[v] - d;
    const isOut = s > near;
    const isIn = s < -near;
    height[v] = Math.abs(s) > near ? s : 0;
    // Counted without a branch, because a processor cannot predict the side of a corner.
    outerPlace[outside] = k;
    outer[outside] = v;
    outside += +isOut;
    inside += +isIn;
  }
  sides[INSIDE] = inside;
  sides[OUTSIDE] = outside;
  sides[ON] = all - inside - outside;
}

/** The same for a body that is not loaded yet. */
function classifyVertices({ vertices, vertexCount }: ConvexPolyhedron): void {
  const nx = cutter[0];
  const ny = cutter[1];
  const nz = cutter[2];
  const d = cutter[OFFSET];
  const near = snap[0];
  let inside = 0;
  let outside = 0;
  for (let v = 0, k = 0; v < vertexCount; v++, k += 3) {
    const s = nx * vertices[k] + ny * vertices[k + 1] + nz * vertices[k + 2] - d;
    const isOut = s > near;
    const isIn = s < -near;
    height[v] = Math.abs(s) > near ? s : 0;
    outside += +isOut;
    inside += +isIn;
  }
  sides[INSIDE] = inside;
  sides[OUTSIDE] = outside;
  sides[ON] = vertexCount - inside - outside;
}

/** The plane does not cut; a face of A that lies on it is shared. */
function miss(): Cut {
  if (sides[ON] < 3) return Cut.Missed;
  for (let k = 0; k < meshTotal[FACES]; k++) {
    const f = faces[k];
    if (f >= MAX_FACES || faceHalfEdge[f] === GONE) continue;
    const first = faceHalfEdge[f];
    let h = first;
    while (height[originOf[h]] === 0) {
      h = nextEdge[h];
      if (h === first) {
        isShared[f] = 1;
        break;
      }
    }
  }
  return Cut.Missed;
}

/**
 * Removes all faces with an outer corner (the ring closes those of which a part remains), and lists the edges between
 * outer corners after the free ones. Writes one half-edge of the ring and returns their number.
 */
function leaveOuter(): number {
  const outside = sides[OUTSIDE];
  listedOuter[0] = outside;
  let crossings = 0;
  let free = meshTotal[FREE_EDGES];
  for (let k = 0; k < outside; k++) {
    const v = outer[k];
    const first = spoke[v];
    let h = first;
    do {
      faceHalfEdge[faceOf[h]] = GONE;
      const w = originOf[h ^ 1];
      if (height[w] > 0) {
        if (v < w) freeEdges[free++] = h >> 1;
      } else {
        ring[0] = h;
        crossings++;
      }
      h = nextEdge[h ^ 1];
    } while (h !== first);
  }
  freed[0] = free;
  return crossings;
}

function restoreFaces(): void {
  for (let k = 0; k < sides[OUTSIDE]; k++) {
    const first = spoke[outer[k]];
    let h = first;
    do {
      faceHalfEdge[faceOf[h]] = h;
      h = nextEdge[h ^ 1];
    } while (h !== first);
  }
}

/**
 * Writes the ring, from the half-edge in its first place. False when it does not contain all crossing edges, touches
 * itself, or has fewer than three corners.
 */
function trace(crossings: number): boolean {
  const first = ring[0];
  let h = first;
  let length = 0;
  do {
    if (length === crossings) return false;
    ring[length++] = h;
    const f = faceOf[h ^ 1];
    if (faceHalfEdge[f] !== GONE) return false;
    faceHalfEdge[f] = PASSED;
    let after = nextEdge[h ^ 1];
    do {
      h = after;
      after = nextEdge[h];
    } while (height[originOf[after]] > 0);
  } while (h !== first);
  ringLength[0] = length;
  return length === crossings && (sides[ON] === 0 ? length >= 3 : isSimple(length));
}

/** By corner: already found on the ring. All 0 between calls. */
const isOnRing = /* @__PURE__ */ new Uint8Array(MAX_CLIP_CORNERS);

/**
 * Whether a ring with corners on the plane gives a proper cap: at least three corners, each of them once (a corner on
 * the plane may end several half-edges in a row), and inner corners on the other side of each side.
 */
function isSimple(length: number): boolean {
  let isGood = true;
  let runs = 0;
  for (let k = 0; k < length; k++) {
    const v = originOf[ring[k === 0 ? length - 1 : k - 1] ^ 1];
    const h = ring[k];
    const w = originOf[h ^ 1];
    if (height[w] < 0) {
      runs++;
    } else if (w !== v) {
      runs++;
      if (isOnRing[w] !== 0) isGood = false;
      isOnRing[w] = 1;
      if (height[v] === 0) {
        // Both corners are on the plane: either an edge whose other face must stay whole, or a face with an inner
        // corner between them.
        const e = nextEdge[h];
        const x = originOf[nextEdge[e]];
        if (x !== v) {
          if (!(height[x] < 0)) isGood = false;
        } else if (faceHalfEdge[faceOf[e ^ 1]] < 0 || !(height[originOf[nextEdge[e ^ 1] ^ 1]] < 0)) {
          isGood = false;
        }
      }
    }
  }
  for (let k = 0; k < length; k++) isOnRing[originOf[ring[k] ^ 1]] = 0;
  return isGood && runs >= 3;
}

/**
 * Ends the edges of the ring in corners on the plane, gives each face of the ring a side from the corner where the ring
 * enters to the corner where it leaves, and makes the cap from the other halves of these sides.
 */
function close(cap: number): Cut {
  const length = ringLength[0];
  if (meshTotal[CORNER_NUMBERS] + length > MAX_CLIP_CORNERS || meshTotal[EDGE_NUMBERS] + length > MAX_CLIP_EDGES) {
    restoreFaces();
    return Cut.Full;
  }
  let free = freed[0];
  let numbers = meshTotal[EDGE_NUMBERS];
  const first = endCorner(ring[0]);
  let u = first;
  let firstSide = -1;
  let lastSide = -1;
  for (let k = 0; k < length; k++) {
    const isLast = k + 1 === length;
    const comes = ring[k] ^ 1;
    const goes = ring[isLast ? 0 : k + 1];
    const w = isLast ? first : endCorner(goes);
    const f = faceOf[comes];
    faceHalfEdge[f] = GONE;
    if (u === w) continue;
    // A face with no inner corner leaves an edge on the plane, which becomes an edge of the cap.
    let side = nextEdge[goes];
    if (originOf[comes] !== u || originOf[goes ^ 1] !== w || originOf[nextEdge[side]] !== u) {
      const h = 2 * (free > 0 ? freeEdges[--free] : numbers++);
      nextEdge[h] = originOf[goes ^ 1] === w ? side : goes;
      side = h ^ 1;
      originOf[h] = u;
      originOf[side] = w;
      faceOf[h] = f;
      faceHalfEdge[f] = h;
      let before = comes;
      if (originOf[comes] === u) {
        before = goes;
        while (nextEdge[before] !== comes) before = nextEdge[before];
      }
      nextEdge[before] = h;
    }
    faceOf[side] = cap;
    spoke[w] = side;
    if (lastSide < 0) firstSide = side;
    else nextEdge[side] = lastSide;
    lastSide = side;
    u = w;
  }
  nextEdge[firstSide] = lastSide;
  faceHalfEdge[cap] = firstSide;
  faces[meshTotal[FACES]++] = cap;
  if (sides[ON] > 0) {
    // Edges between outer corners and corners on the plane. The outer ends of the other edges are new corners.
    for (let k = 0; k < length; k++) if (height[originOf[ring[k]]] > 0) freeEdges[free++] = ring[k] >> 1;
  }
  meshTotal[FREE_EDGES] = free;
  meshTotal[EDGE_NUMBERS] = numbers;
  dropOuter();
  return Cut.Done;
}

/**
 * The new start of a half-edge of the ring, which leads inward: a new corner on the plane, or its end if that is on the
 * plane.
 */
function endCorner(h: number): number {
  const inner = originOf[h ^ 1];
  if (height[inner] === 0) return inner;
  // Interpolated from the inner end to the outer end, for both directions of the edge.
  const v = originOf[h];
  const share = height[inner] / (height[inner] - height[v]);
  const x = cornerX[inner];
  const y = cornerY[inner];
  const z = cornerZ[inner];
  const place = meshTotal[CORNERS]++;
  if (place === meshTotal[LISTED]) corners[meshTotal[LISTED]++] = meshTotal[CORNER_NUMBERS]++;
  const u = corners[place];
  cornerX[u] = x + (cornerX[v] - x) * share;
  cornerY[u] = y + (cornerY[v] - y) * share;
  cornerZ[u] = z + (cornerZ[v] - z) * share;
  height[u] = 0;
  originOf[h] = u;
  return u;
}

/** Removes the outer corners from the first part of the list. The last corners in use move to their places. */
function dropOuter(): void {
  let last = meshTotal[CORNERS];
  for (let k = listedOuter[0] - 1; k >= 0; k--) {
    const place = outerPlace[k];
    const v = corners[place];
    corners[place] = corners[--last];
    corners[last] = v;
  }
  meshTotal[CORNERS] = last;
}

function cutByTopology(cap: number): Cut {
  const high = height[keepFarthest(1)];
  const low = height[keepFarthest(-1)];
  const all = meshTotal[CORNERS];
  let outside = 0;
  for (let k = 0; k < all; k++) {
    if (!(height[corners[k]] > 0)) continue;
    outerPlace[outside] = k;
    outer[outside++] = corners[k];
  }
  sides[OUTSIDE] = outside;
  sides[ON] = 0;
  if (trace(leaveOuter())) return close(cap);
  restoreFaces();
  // One side is only a row of corners on an edge: there is nothing to cut, or nothing remains.
  return high < -low ? Cut.Missed : Cut.Empty;
}
