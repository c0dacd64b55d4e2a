/**
 * The candidate planes of the fast common plane (Nezami, Hashash, Zhao, Ghaboussi 2004): for the vertices a of A and b
 * of B that are nearest to the plane so far, the normals n
 *   1  along b - a: the perpendicular bisector of ab;
 *   2  of the faces of A that meet at a, and the negated normals of the faces of B that meet at b;
 *   3  perpendicular to an edge of A at a and an edge of B at b;
 *   4  perpendicular to one such edge, in the plane of that edge and the other body's vertex.
 *
 * Why these: as long as a and b stay the nearest vertices, g(n) = n·(b - a). Those n fill a polygon on the sphere,
 * bounded by the arcs perpendicular to the edges at a and b. There a linear function is greatest in the inside (1), on
 * a side (4), or at a corner (2: corners of one body's cone; 3: sides of both). So the best candidate is at least as
 * good as any plane with these nearest vertices. Candidates outside the polygon are also planes. They make longer steps
 * and can leave local maxima of g. For bodies apart g has no such maxima, so candidates outside are not needed
 * (`confined`).
 *
 * Each candidate is evaluated over all vertices, g(n) = lB(n) - hA(n). The evaluation stops at the first vertex that
 * shows that the candidate is not the best. It uses a and b first (n·(b - a) alone excludes most candidates), then
 * their neighbours, then the other vertices. This is exact: a rejected candidate is not better. Edges parallel to
 * rounding have no common normal of type 3; type 4 replaces it.
 *
 * Frame: A's. Only the edges and faces at a and b are rotated; a scan of B rotates the normal instead of the vertices.
 */
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import type { Pose } from '../body/pose';
import { GAP } from '../contact/layouts';
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** The best plane so far: normal (0..2), g (GAP). */
export const bestPlane = /* @__PURE__ */ new Float64Array(4);
/** Its nearest vertices, of A and of B. */
export const nearest = /* @__PURE__ */ new Int32Array(2);
/** The features of A and of B that define it. */
export const source = /* @__PURE__ */ new Int32Array(2);
/** Gains of g. */
export const gain = /* @__PURE__ */ new Float64Array(2);
/** The rounding of g: the least gain of a candidate over the best. */
export const ROUNDING_OF_G = 0;
/** The least gain that applies now: it is smaller while ties are collected. */
const TO_GAIN = 1;
/** 1: only candidates along which a and b stay the nearest vertices are tried; 0: all. */
export const confined = /* @__PURE__ */ new Int32Array(1);
/** Candidates that were compared with more than the two nearest vertices (0). */
export const evaluations = /* @__PURE__ */ new Int32Array(1);

/** The candidate: normal (0..2), and the bound of its g (GAP_BOUND). */
export const trialPlane = /* @__PURE__ */ new Float64Array(4);
/** n·(b - a), which bounds its g. */
const GAP_BOUND = 3;

/** Candidates as good as the best to rounding: normal and g, the two features, the nearest vertices. */
const TIES = 64;
const tied = /* @__PURE__ */ new Float64Array(4 * TIES);
const tiedSource = /* @__PURE__ */ new Int32Array(2 * TIES);
const tiedNearest = /* @__PURE__ */ new Int32Array(2 * TIES);
const tiedCount = /* @__PURE__ */ new Int32Array(1);

/** Edges at a and at b: vector from the vertex, 1 / its square, code; and normals of the faces there, from A to B. */
const fanEdge = [/* @__PURE__ */ new Float64Array(3 * MAX_VERTICES), /* @__PURE__ */ new Float64Array(3 * MAX_VERTICES)] as const;
const fanInverse = [/* @__PURE__ */ new Float64Array(MAX_VERTICES), /* @__PURE__ */ new Float64Array(MAX_VERTICES)] as const;
const fanEdgeCode = [/* @__PURE__ */ new Int32Array(MAX_VERTICES), /* @__PURE__ */ new Int32Array(MAX_VERTICES)] as const;
const fanNormal = [/* @__PURE__ */ new Float64Array(3 * MAX_VERTICES), /* @__PURE__ */ new Float64Array(3 * MAX_VERTICES)] as const;
const fanFaceCode = [/* @__PURE__ */ new Int32Array(MAX_VERTICES), /* @__PURE__ */ new Int32Array(MAX_VERTICES)] as const;
const fanCount = /* @__PURE__ */ new Int32Array(2);

/** The vertices that the candidates are from: n is compared with them first. */
const from = /* @__PURE__ */ new Int32Array(2);
/** b - a in A's frame; and the vector that tryAcross takes. */
const between = /* @__PURE__ */ new Float64Array(3);
const toward = /* @__PURE__ */ new Float64Array(3);

/**
 * g is a difference of two scalar products of three terms each on coordinates up to the extent: about 4 rounding steps
 * (2^-53) of it.
 */
const ROUNDING = 4 * 2 ** -53;

/** Sets the gain for a pair. False for poses whose squares overflow: they have no distance in double precision. */
export function setGain(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  const distance = Math.sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]);
  gain[ROUNDING_OF_G] = gain[TO_GAIN] = ROUNDING * (a.radius + b.radius + distance);
  return distance < Infinity;
}

/** Makes the normal in `trialPlane` the current plane, without a test. */
export function startAt(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  bestPlane[GAP] = -Infinity;
  fanCount[0] = 0;
  fanCount[1] = 0;
  from[0] = 0;
  from[1] = 0;
  trialPlane[GAP_BOUND] = Infinity;
  offer(a, b, pose, -1, -1);
  source[0] = vertexFeature(nearest[0]);
  source[1] = vertexFeature(nearest[1]);
}

/** Tries the candidates of the nearest vertices of the best plane; true if one is better. */
export function tryCandidates(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  const better = tryVertexCandidates(a, b, pose);
  return tryEdgePairs(a, b, pose) || better;
}

/** The first part of tryCandidates, all but type 3. */
export function tryVertexCandidates(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  const va = nearest[0];
  const vb = nearest[1];
  from[0] = va;
  from[1] = vb;
  loadFan(0, a, va, pose);
  loadFan(1, b, vb, pose);
  const x = b.vertices[3 * vb];
  const y = b.vertices[3 * vb + 1];
  const z = b.vertices[3 * vb + 2];
  const mx = pose[0] * x + pose[1] * y + pose[2] * z + pose[9] - a.vertices[3 * va];
  const my = pose[3] * x + pose[4] * y + pose[5] * z + pose[10] - a.vertices[3 * va + 1];
  const mz = pose[6] * x + pose[7] * y + pose[8] * z + pose[11] - a.vertices[3 * va + 2];
  between[0] = mx;
  between[1] = my;
  between[2] = mz;
  const before = bestPlane[GAP];
  const onA = vertexFeature(va);
  const onB = vertexFeature(vb);

  const length = Math.sqrt(mx * mx + my * my + mz * mz);
  if (length > bestPlane[GAP] + gain[TO_GAIN]) {
    trialPlane[0] = mx / length;
    trialPlane[1] = my / length;
    trialPlane[2] = mz / length;
    trialPlane[GAP_BOUND] = length;
    offer(a, b, pose, onA, onB);
    // No plane with these nearest vertices is better than their distance.
    if (bestPlane[GAP] + gain[TO_GAIN] >= length) return bestPlane[GAP] > before;
  }
  tryFaces(0, a, b, pose, onB);
  tryFaces(1, a, b, pose, onA);
  tryEdges(0, a, b, pose, onB);
  tryEdges(1, a, b, pose, onA);
  return bestPlane[GAP] > before;
}

/**
 * Writes the list of ties: the best plane, and the candidates of its nearest vertices that are as good to rounding.
 * Returns their number.
 */
export function collectTies(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): number {
  tiedCount[0] = 0;
  keepTie(bestPlane[0], bestPlane[1], bestPlane[2], bestPlane[GAP], nearest[0], nearest[1], source[0], source[1]);
  gain[TO_GAIN] = -gain[ROUNDING_OF_G];
  tryCandidates(a, b, pose);
  gain[TO_GAIN] = gain[ROUNDING_OF_G];
  return tiedCount[0];
}

/** Makes a tie the best plane. */
export function takeTie(k: number): void {
  for (let c = 0; c < 4; c++) bestPlane[c] = tied[4 * k + c];
  for (let c = 0; c < 2; c++) {
    source[c] = tiedSource[2 * k + c];
    nearest[c] = tiedNearest[2 * k + c];
  }
}

/** Type 2 of one body; `opposite` is the other's vertex. */
function tryFaces(side: 0 | 1, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, opposite: number): void {
  const normals = fanNormal[side];
  const codes = fanFaceCode[side];
  for (let k = 0; k < fanCount[side]; k++) {
    const nx = normals[3 * k];
    const ny = normals[3 * k + 1];
    const nz = normals[3 * k + 2];
    const bound = nx * between[0] + ny * between[1] + nz * between[2];
    if (!(bound > bestPlane[GAP] + gain[TO_GAIN])) continue;
    trialPlane[0] = nx;
    trialPlane[1] = ny;
    trialPlane[2] = nz;
    trialPlane[GAP_BOUND] = 1;
    if (!isWithin()) continue;
    trialPlane[GAP_BOUND] = bound;
    if (side === 0) offer(a, b, pose, codes[k], opposite);
    else offer(a, b, pose, opposite, codes[k]);
  }
}

/**
 * Type 4 of one body: the part of b - a perpendicular to an edge. It points from A to B; the opposite direction is the
 * worst of its arc.
 */
function tryEdges(side: 0 | 1, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, opposite: number): void {
  for (let k = 0; k < fanCount[side]; k++) {
    for (let c = 0; c < 3; c++) toward[c] = between[c];
    tryAcross(side, k, a, b, pose, opposite);
  }
}

/**
 * Tries the candidate perpendicular to edge k of a fan, in the plane of that edge and the vector `toward` to a vertex
 * of the other body.
 */
function tryAcross(side: 0 | 1, k: number, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, opposite: number): void {
  const edges = fanEdge[side];
  const ux = edges[3 * k];
  const uy = edges[3 * k + 1];
  const uz = edges[3 * k + 2];
  const inverse = fanInverse[side][k];
  const s = (toward[0] * ux + toward[1] * uy + toward[2] * uz) * inverse;
  let nx = toward[0] - s * ux;
  let ny = toward[1] - s * uy;
  let nz = toward[2] - s * uz;
  // Near an edge this vector is short. Its rounding along the edge would tilt the plane, so that part is subtracted
  // once more.
  const t = (nx * ux + ny * uy + nz * uz) * inverse;
  nx -= t * ux;
  ny -= t * uy;
  nz -= t * uz;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return;
  nx /= length;
  ny /= length;
  nz /= length;
  const bound = nx * between[0] + ny * between[1] + nz * between[2];
  if (!(bound > bestPlane[GAP] + gain[TO_GAIN])) return;
  trialPlane[0] = nx;
  trialPlane[1] = ny;
  trialPlane[2] = nz;
  trialPlane[GAP_BOUND] = 1;
  if (!isWithin()) return;
  trialPlane[GAP_BOUND] = bound;
  const code = fanEdgeCode[side][k];
  if (side === 0) offer(a, b, pose, code, opposite);
  else offer(a, b, pose, opposite, code);
}

/** The second part of tryCandidates: type 3, with both signs. */
export function tryEdgePairs(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  const edgesA = fanEdge[0];
  const edgesB = fanEdge[1];
  const mx = between[0];
  const my = between[1];
  const mz = between[2];
  const before = bestPlane[GAP];
  const highest = before + gain[TO_GAIN];
  if (highest >= 0 && highest * highest >= mx * mx + my * my + mz * mz) return false;
  for (let i = 0; i < fanCount[0]; i++) {
    const ux = edgesA[3 * i];
    const uy = edgesA[3 * i + 1];
    const uz = edgesA[3 * i + 2];
    const inverse = fanInverse[0][i];
    for (let j = 0; j < fanCount[1]; j++) {
      const wx = edgesB[3 * j];
      const wy = edgesB[3 * j + 1];
      const wz = edgesB[3 * j + 2];
      // u x w from the part of w perpendicular to u: so it is perpendicular to both to rounding, also when they are
      // nearly parallel.
      const k = (ux * wx + uy * wy + uz * wz) * inverse;
      const cx = wx - k * ux;
      const cy = wy - k * uy;
      const cz = wz - k * uz;
      const nx = uy * cz - uz * cy;
      const ny = uz * cx - ux * cz;
      const nz = ux * cy - uy * cx;
      const along = nx * mx + ny * my + nz * mz;
      const nn = nx * nx + ny * ny + nz * nz;
      if (!(nn > 0)) continue;
      // |c| / |w| is the sine of the angle between the edges.
      if ((cx * cx + cy * cy + cz * cz) * fanInverse[1][j] < PARALLEL) {
        toward[0] = mx + wx;
        toward[1] = my + wy;
        toward[2] = mz + wz;
        tryAcross(0, i, a, b, pose, farEnd(b, fanEdgeCode[1][j], from[1]));
        toward[0] = mx - ux;
        toward[1] = my - uy;
        toward[2] = mz - uz;
        tryAcross(1, j, a, b, pose, farEnd(a, fanEdgeCode[0][i], from[0]));
      }
      // n·m / |n| > level, without a square root. When the level is below 0, both signs may pass.
      for (let sign = along >= 0 ? 1 : -1, turns = 0; turns < 2; sign = -sign, turns++) {
        const level = bestPlane[GAP] + gain[TO_GAIN];
        const s = sign * along;
        const higher = s * s > level * level * nn;
        if (s > 0 ? level >= 0 && !higher : level >= 0 || higher) break;
        trialPlane[0] = sign * nx;
        trialPlane[1] = sign * ny;
        trialPlane[2] = sign * nz;
        trialPlane[GAP_BOUND] = nn;
        if (!isWithin()) continue;
        const scale = 1 / Math.sqrt(nn);
        trialPlane[0] *= scale;
        trialPlane[1] *= scale;
        trialPlane[2] *= scale;
        trialPlane[GAP_BOUND] = scale * s;
        offer(a, b, pose, fanEdgeCode[0][i], fanEdgeCode[1][j]);
      }
    }
  }
  return bestPlane[GAP] > before;
}

/**
 * Square of the sine by which a neighbour may be beyond the plane through its vertex: the dot product of unit vectors
 * has an error of about 8 * 2^-53.
 */
const SLACK2 = 2 ** -100;

/**
 * Whether a and b stay the nearest vertices along the direction in trialPlane (0..2), of any length, with its square in
 * slot 3. Also true when candidates are not confined. (Coordinates are not arguments: engines allocate doubles that are
 * passed to a function that is not inlined.)
 */
function isWithin(): boolean {
  if (confined[0] === 0) return true;
  const x = trialPlane[0];
  const y = trialPlane[1];
  const z = trialPlane[2];
  const slack2 = SLACK2 * trialPlane[GAP_BOUND];
  const edgesA = fanEdge[0];
  const inverseA = fanInverse[0];
  for (let k = 0, o = 0; k < fanCount[0]; k++, o += 3) {
    const d = x * edgesA[o] + y * edgesA[o + 1] + z * edgesA[o + 2];
    if (d > 0 && d * d * inverseA[k] > slack2) return false;
  }
  const edgesB = fanEdge[1];
  const inverseB = fanInverse[1];
  for (let k = 0, o = 0; k < fanCount[1]; k++, o += 3) {
    const d = x * edgesB[o] + y * edgesB[o + 1] + z * edgesB[o + 2];
    if (d < 0 && d * d * inverseB[k] > slack2) return false;
  }
  return true;
}

/** Code of the end of an edge that is not vertex v. */
function farEnd(shape: ConvexPolyhedron, edge: number, v: number): number {
  const h = 2 * (edge >> 2);
  return vertexFeature(shape.halfEdgeOrigin[shape.halfEdgeOrigin[h] === v ? h + 1 : h]);
}

/**
 * Squared sine of nearly parallel edges, 2^-20 rad. The direction perpendicular to both then has an error of 2^-53 /
 * sine about them, while the planes perpendicular to one edge lose at most the sine. Below 2^-26 the error hides the
 * candidate of type 3. Then the plane perpendicular to one edge, through the far end of the other, replaces it.
 */
const PARALLEL = 2 ** -40;

/**
 * Evaluates the candidate in `trialPlane` until a vertex shows that it is not better than the best by more than
 * rounding. If no vertex does, it becomes the best.
 */
function offer(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, onA: number, onB: number): void {
  evaluations[0]++;
  const nx = trialPlane[0];
  const ny = trialPlane[1];
  const nz = trialPlane[2];
  /** The largest total by which vertices of A may rise above a and vertices of B sink below b. */
  const room = trialPlane[GAP_BOUND] - bestPlane[GAP] - gain[TO_GAIN];
  let rise = 0;
  const edgesA = fanEdge[0];
  for (let k = 0; k < 3 * fanCount[0]; k += 3) {
    const d = nx * edgesA[k] + ny * edgesA[k + 1] + nz * edgesA[k + 2];
    if (d > rise) rise = d;
  }
  if (rise >= room) return;
  const edgesB = fanEdge[1];
  for (let k = 0; k < 3 * fanCount[1]; k += 3) {
    const d = nx * edgesB[k] + ny * edgesB[k + 1] + nz * edgesB[k + 2];
    if (rise - d >= room) return;
  }

  const verticesA = a.vertices;
  const startA = 3 * from[0];
  let atA = from[0];
  let reach = nx * verticesA[startA] + ny * verticesA[startA + 1] + nz * verticesA[startA + 2];
  const most = reach + room;
  for (let v = 0, o = 0; v < a.vertexCount; v++, o += 3) {
    const d = nx * verticesA[o] + ny * verticesA[o + 1] + nz * verticesA[o + 2];
    if (d > reach) {
      if (d >= most) return;
      reach = d;
      atA = v;
    }
  }
  const verticesB = b.vertices;
  const bx = pose[0] * nx + pose[3] * ny + pose[6] * nz;
  const by = pose[1] * nx + pose[4] * ny + pose[7] * nz;
  const bz = pose[2] * nx + pose[5] * ny + pose[8] * nz;
  const startB = 3 * from[1];
  let atB = from[1];
  let low = bx * verticesB[startB] + by * verticesB[startB + 1] + bz * verticesB[startB + 2];
  const least = low - (most - reach);
  for (let w = 0, o = 0; w < b.vertexCount; w++, o += 3) {
    const d = bx * verticesB[o] + by * verticesB[o + 1] + bz * verticesB[o + 2];
    if (d < low) {
      if (d <= least) return;
      low = d;
      atB = w;
    }
  }
  const g = low - reach + (nx * pose[9] + ny * pose[10] + nz * pose[11]);
  if (!(g > bestPlane[GAP] + gain[TO_GAIN])) return;
  if (gain[TO_GAIN] < 0) {
    if (tiedCount[0] < TIES) keepTie(nx, ny, nz, g, atA, atB, onA, onB);
    return;
  }
  bestPlane[0] = nx;
  bestPlane[1] = ny;
  bestPlane[2] = nz;
  bestPlane[GAP] = g;
  nearest[0] = atA;
  nearest[1] = atB;
  source[0] = onA;
  source[1] = onB;
}

function keepTie(nx: number, ny: number, nz: number, g: number, atA: number, atB: number, onA: number, onB: number): void {
  const k = tiedCount[0]++;
  tied[4 * k] = nx;
  tied[4 * k + 1] = ny;
  tied[4 * k + 2] = nz;
  tied[4 * k + GAP] = g;
  tiedNearest[2 * k] = atA;
  tiedNearest[2 * k + 1] = atB;
  tiedSource[2 * k] = onA;
  tiedSource[2 * k + 1] = onB;
}

/** Loads the edges and faces at a vertex, in A's frame. */
function loadFan(side: 0 | 1, shape: ConvexPolyhedron, v: number, pose: Pose): void {
  const { vertices, normals, halfEdgeNext, halfEdgeOrigin, halfEdgeFace } = shape;
  const edges = fanEdge[side];
  const faces = fanNormal[side];
  const inverse = fanInverse[side];
  const edgeCodes = fanEdgeCode[side];
  const faceCodes = fanFaceCode[side];
  const px = vertices[3 * v];
  const py = vertices[3 * v + 1];
  const pz = vertices[3 * v + 2];
  const first = shape.vertexHalfEdge[v];
  let h = first;
  let count = 0;
  while (count < MAX_VERTICES) {
    const w = 3 * halfEdgeOrigin[h ^ 1];
    const f = 3 * halfEdgeFace[h];
    const ux = vertices[w] - px;
    const uy = vertices[w + 1] - py;
    const uz = vertices[w + 2] - pz;
    const nx = normals[f];
    const ny = normals[f + 1];
    const nz = normals[f + 2];
    const o = 3 * count;
    if (side === 0) {
      edges[o] = ux;
      edges[o + 1] = uy;
      edges[o + 2] = uz;
      faces[o] = nx;
      faces[o + 1] = ny;
      faces[o + 2] = nz;
    } else {
      edges[o] = pose[0] * ux + pose[1] * uy + pose[2] * uz;
      edges[o + 1] = pose[3] * ux + pose[4] * uy + pose[5] * uz;
      edges[o + 2] = pose[6] * ux + pose[7] * uy + pose[8] * uz;
      // The outward normal of B points towards A.
      faces[o] = -(pose[0] * nx + pose[1] * ny + pose[2] * nz);
      faces[o + 1] = -(pose[3] * nx + pose[4] * ny + pose[5] * nz);
      faces[o + 2] = -(pose[6] * nx + pose[7] * ny + pose[8] * nz);
    }
    inverse[count] = 1 / (ux * ux + uy * uy + uz * uz);
    edgeCodes[count] = edgeFeature(h >> 1);
    faceCodes[count] = faceFeature(halfEdgeFace[h]);
    count++;
    h = halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  fanCount[side] = count;
}
