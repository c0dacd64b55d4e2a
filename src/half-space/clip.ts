/**
 * A convex polyhedron that is cut by one half-space after another, in module-constant arrays: loops of corners face by face, as they come from
 * body A, and one more face (the cap) for each plane that cuts.
 *
 * A cut reads the polyhedron from one half of the arrays and writes what is left to the other. Corners within `snap` of the plane count as on it:
 * there the sign of a distance is noise, and a corner where more than three planes meet must not be cut into several. Each edge that
 * crosses gives one new corner, shared by its two faces: it hangs in a list at the edge's outer end. Every face that is cut leaves an
 * open side from its last corner on the plane back to its first; together these sides, turned round, are the border of the cap. It closes the surface
 * exactly when it is one loop.
 *
 * Where planes nearly coincide, signs are noise beyond `snap` too, and that border can fall apart. Then topology decides, as Sugihara and
 * Iri do for Voronoi diagrams (Proc. IEEE 80, 1992): the corners outside must hang together, and so must those inside, because an edge cut
 * of a planar graph with two connected sides crosses a single ring of faces. The part with the farthest corner keeps its sign, the other parts, whose
 * heights are noise, take the opposite one, and no corner counts as on the plane. So every cut leaves a closed surface, off by no more than the noise.
 */
import { MAX_EDGES, MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** Full: more corners or sides than the arrays hold. */
export const Cut = { Missed: 0, Done: 1, Empty: 2, Full: 3 } as const;
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
/** By face of A: whether a plane of B lies on it with the same side out. */
export const isShared = /* @__PURE__ */ new Uint8Array(MAX_FACES);

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

/** By face of A: loaded by the first cut. All 0 between calls. */
const isLoaded = /* @__PURE__ */ new Uint8Array(MAX_FACES);

/** The cutting plane: unit normal and offset. */
export const plane = /* @__PURE__ */ new Float64Array(4);
/** Corners at most this far from a plane are on it. */
export const snap = /* @__PURE__ */ new Float64Array(1);

/** A sphere that holds the polyhedron: its centre, and its radius last. Planes that miss it do not cut. */
export const ball = /* @__PURE__ */ new Float64Array(4);

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

/**
 * Starts with a body, in its own frame, and cuts it by the plane: only the faces that a corner inside belongs to are loaded at all, which saves most of
 * the work where bodies overlap by little.
 */
export function firstCut(shape: ConvexPolyhedron, name: number): Cut {
  const { vertices, halfEdgeNext, halfEdgeFace, vertexHalfEdge, faceHalfEdge, vertexCount } = shape;
  now[0] = 0;
  now[1] = vertexCount;
  now[2] = 0;
  for (let v = 0, k = 0; v < vertexCount; v++, k += 3) {
    clipX[v] = vertices[k];
    clipY[v] = vertices[k + 1];
    clipZ[v] = vertices[k + 2];
  }
  ball[0] = ball[1] = ball[2] = 0;
  ball[3] = shape.radius;
  isShared.fill(0, 0, shape.faceCount);
  classify();
  if (sides[INSIDE] === 0 && sides[OUTSIDE] > 0) return Cut.Empty;
  if (sides[OUTSIDE] === 0) {
    loadFaces(shape);
    return miss();
  }
  let faces = 0;
  let used = 0;
  for (let v = 0; v < vertexCount; v++) {
    if (height[v] >= 0) continue;
    const spoke = vertexHalfEdge[v];
    let h = spoke;
    do {
      const f = halfEdgeFace[h];
      if (isLoaded[f] === 0) {
        isLoaded[f] = 1;
        sideStart[faces] = used;
        source[faces++] = f;
        used = loadFace(shape, faceHalfEdge[f], used);
      }
      h = halfEdgeNext[h ^ 1];
    } while (h !== spoke);
  }
  sideStart[faces] = used;
  now[2] = faces;
  for (let f = 0; f < faces; f++) isLoaded[source[f]] = 0;
  if (build(name) === Cut.Done) return Cut.Done;
  loadFaces(shape);
  return cutByTopology(name);
}

function loadFaces(shape: ConvexPolyhedron): void {
  const { faceHalfEdge, faceCount } = shape;
  let used = 0;
  for (let f = 0; f < faceCount; f++) {
    sideStart[f] = used;
    source[f] = f;
    used = loadFace(shape, faceHalfEdge[f], used);
  }
  sideStart[faceCount] = used;
  now[2] = faceCount;
}

/** Appends the corners of the face of half-edge `first`; returns the new number of sides. */
function loadFace({ halfEdgeNext, halfEdgeOrigin }: ConvexPolyhedron, first: number, used: number): number {
  let h = first;
  do {
    side[used++] = halfEdgeOrigin[h];
    h = halfEdgeNext[h];
  } while (h !== first && used < 2 * MAX_EDGES);
  return used;
}

/** Cuts off what lies beyond the plane; `name` is the source of the cap. */
export function cut(name: number): Cut {
  classify();
  if (sides[OUTSIDE] === 0) return miss();
  if (sides[INSIDE] === 0) return Cut.Empty;
  return build(name) === Cut.Done ? Cut.Done : cutByTopology(name);
}

/** Numbers of corners on each side of the plane. */
const INSIDE = 0;
const OUTSIDE = 1;
const sides = /* @__PURE__ */ new Int32Array(2);

/** Heights of the corners, 0 for those on the plane. */
function classify(): void {
  const nx = plane[0];
  const ny = plane[1];
  const nz = plane[2];
  const d = plane[3];
  const near = snap[0];
  const corners = now[1];
  const c0 = now[0] * CORNERS;
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
  sides[INSIDE] = inside;
  sides[OUTSIDE] = outside;
}

/** The plane does not cut; a face of A that lies on it is shared. */
function miss(): Cut {
  if (now[1] - sides[INSIDE] < 3) return Cut.Missed;
  const f0 = now[0] * FACES;
  const b0 = now[0] * (FACES + 1);
  const s0 = now[0] * SIDES;
  const faces = now[2];
  for (let f = 0; f < faces; f++) {
    const face = source[f0 + f];
    if (face < 0) continue;
    let isOn = true;
    for (let k = s0 + sideStart[b0 + f]; k < s0 + sideStart[b0 + f + 1] && isOn; k++) isOn = height[side[k]] === 0;
    if (isOn) isShared[face] = 1;
  }
  return Cut.Missed;
}

/** Stands for a height whose sign topology decides: the corner moves by nothing. */
const NOTHING = 1e-300;

function cutByTopology(name: number): Cut {
  const high = height[keepFarthest(1)];
  const low = height[keepFarthest(-1)];
  const done = build(name);
  if (done !== Cut.Missed) return done;
  // One side is a row of corners within an edge: nothing is there to cut, or nothing is left.
  return high < -low ? Cut.Missed : Cut.Empty;
}

/**
 * Of the corners on the side of `sign`, those that hang together with the farthest keep it; all others go to the other side, where they lie on the
 * plane. Returns the farthest.
 */
function keepFarthest(sign: number): number {
  const corners = now[1];
  const faces = now[2];
  const b0 = now[0] * (FACES + 1);
  const s0 = now[0] * SIDES;
  let farthest = 0;
  for (let v = 0; v < corners; v++) {
    renamed[v] = v;
    if (sign * height[v] > sign * height[farthest]) farthest = v;
  }
  for (let f = 0; f < faces; f++) {
    const end = s0 + sideStart[b0 + f + 1];
    let v = side[end - 1];
    for (let k = s0 + sideStart[b0 + f]; k < end; k++) {
      const w = side[k];
      if (sign * height[v] > 0 && sign * height[w] > 0) renamed[rootOf(v)] = rootOf(w);
      v = w;
    }
  }
  const part = rootOf(farthest);
  for (let v = 0; v < corners; v++)
    if (!(sign * height[v] > 0 && rootOf(v) === part) && !(sign * height[v] < 0)) height[v] = -sign * NOTHING;
  return farthest;
}

/** Root of v in the forest of parts; halves the way to it. */
function rootOf(v: number): number {
  while (renamed[v] !== v) {
    renamed[v] = renamed[renamed[v]];
    v = renamed[v];
  }
  return v;
}

/** Writes what is left to the other half. Missed, with nothing changed: the border of the cap is not one loop. */
function build(name: number): Cut {
  const from = now[0];
  const c0 = from * CORNERS;
  const corners = now[1];
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
      if (newSides > SIDES - 4 || newCorners > CORNERS - 4) return Cut.Full;
    }
    const loopEnd = s1 + newSides;
    let u = side[loopEnd - 1];
    for (let k = loop; k < loopEnd; k++) {
      const q = side[k];
      if (isOnPlane[u] !== 0 && isOnPlane[q] !== 0) {
        if (capNext[q] >= 0) return Cut.Missed;
        capNext[q] = u;
        capFirst = q;
        capSides++;
      }
      u = q;
    }
    sideStart[b1 + newFaces] = loop - s1;
    source[f1 + newFaces++] = source[f0 + f];
  }

  if (newFaces >= FACES || newSides + capSides > SIDES) return Cut.Full;
  if (capSides < 3) return Cut.Missed;
  sideStart[b1 + newFaces] = newSides;
  source[f1 + newFaces++] = name;
  let u = capFirst;
  for (let k = 0; k < capSides; k++) {
    if (u < 0) return Cut.Missed;
    side[s1 + newSides++] = u;
    u = capNext[u];
    if (u === capFirst && k < capSides - 1) return Cut.Missed;
  }
  if (u !== capFirst) return Cut.Missed;
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
