/**
 * Corners and edges of one block at edges and corners of the other: vertex-vertex, vertex-edge and parallel edges.
 * Shrunken edges do not find these, since no feature is over a face of the other block. They are used for blocks that
 * overlap by more than dTol and, with options.rims, for blocks that touch.
 *
 * A corner within `near`, settings[RIM_REACH], of a corner or an edge is a candidate. An edge from that corner is also
 * a candidate if another edge runs along it, within `near` over their common part. Each candidate has the mean normal
 * of section 2.3. Candidates with a depth of more than twice the least depth plus dTol are excluded. Of the others the
 * first sort in this order counts: parallel edges, vertex-vertex, vertex-edge.
 *
 * The mean of face normals need not separate blocks that only touch (a slanting tip between two other faces). So the
 * caller compares its g with that of other directions. One of these is the line between both features, which is
 * computed here.
 */
import { GAP } from '../contact/layouts';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, faceNormal, faceOffset, gapAlong, probe, reach } from './blocks';
import { mean, meanOfCorners, meanOfEdge, meanOfEdges } from './mean-normal';
import { D_TOL, RIM_REACH, settings } from './settings';

export const VERTEX_EDGE = 0;
export const VERTEX_VERTEX = 1;
export const PARALLEL_EDGES = 2;

/** Largest g of each sort; -Infinity for none. */
const rimGap = /* @__PURE__ */ new Float64Array(3);
/** The gap for {@link mostHolding}. */
const bound = /* @__PURE__ */ new Float64Array(1);
/** Largest gap along directions other than those of rims: an input of {@link findRims}. */
export const otherGap = /* @__PURE__ */ new Float64Array(1);
/** The best candidate of each sort, one row each: MET_SIDE, OTHER_CORNER, MET_EDGE, MET_END. */
const rimFound = /* @__PURE__ */ new Int32Array(12);
/** The same four slots of the chosen candidate, and its sort. */
export const chosenRim = /* @__PURE__ */ new Int32Array(5);
/** Block of the edge or corner met. */
export const MET_SIDE = 0;
/** Corner of the other block. */
export const OTHER_CORNER = 1;
/** Half-edge met. */
export const MET_EDGE = 2;
/** Corner met, or half-edge along it. */
export const MET_END = 3;
/** Sort of the chosen rim, -1 for none. */
export const RIM_SORT = 4;
/** Mean normal of the chosen one (0..2) and g along it (GAP). */
export const rimPlane = /* @__PURE__ */ new Float64Array(4);
/** Common part of the last pair of edges measured. */
export const common = /* @__PURE__ */ new Float64Array(6);
/** Shares of the edge met at the two ends of the common part. */
const MET_SHARES = 0;
/** Shares of the other edge there. */
export const OTHER_SHARES = 2;
/** Length of the common part. */
const COMMON_LENGTH = 4;
/** Distance of the edges squared, the larger of those at its ends. */
const MOST_SQUARE = 5;
/**
 * Unit vector from A to B along the line between the features of the chosen rim (the shortest line for edges); 0 when
 * they meet.
 */
export const rimLink = /* @__PURE__ */ new Float64Array(3);

/**
 * Searches rims within `near` of each other. False when there are none. For blocks that touch, the features alone
 * decide the sort (`byFeatures`). For blocks whose rims have passed each other, the depths along the mean normals also
 * count.
 */
export function findRims(a: ConvexPolyhedron, b: ConvexPolyhedron, byFeatures: boolean): boolean {
  rimGap.fill(-Infinity);
  searchRims(a, b, 0);
  searchRims(b, a, 1);
  const most = Math.max(rimGap[0], rimGap[1], rimGap[2]);
  bound[0] = byFeatures ? -Infinity : Math.max(most, otherGap[0]);
  let sort = mostHolding();
  if (sort < 0) {
    bound[0] = most;
    sort = mostHolding();
  }
  chosenRim[RIM_SORT] = most > -Infinity ? sort : -1;
  if (chosenRim[RIM_SORT] < 0) return false;
  for (let k = 0; k < 4; k++) chosenRim[k] = rimFound[4 * sort + k];
  const target = chosenRim[MET_SIDE] === 0 ? a : b;
  const main = chosenRim[MET_SIDE] === 0 ? b : a;
  makeMean(target, main, chosenRim[MET_SIDE], sort, chosenRim[OTHER_CORNER], chosenRim[MET_EDGE], chosenRim[MET_END]);
  for (let k = 0; k < 3; k++) rimPlane[k] = mean[k];
  rimPlane[GAP] = rimGap[sort];
  linkFeatures(target);
  return true;
}

/**
 * The first sort whose depth is at most twice the depth of the gap in {@link bound} plus dTol; -1 for none.
 */
function mostHolding(): number {
  const g = bound[0];
  const least = g > -Infinity ? g - settings[D_TOL] - Math.max(0, -g) : -Infinity;
  let sort = PARALLEL_EDGES;
  while (sort >= 0 && !(rimGap[sort] >= least && rimGap[sort] > -Infinity)) sort--;
  return sort;
}

/** Corners of `main` at edges and corners of `target`, the block of row `side`. */
function searchRims(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number): void {
  for (let v = 0; v < main.vertexCount; v++) {
    const p = 3 * ((1 - side) * MAX_VERTICES + v);
    if (!isWithin(target, side, p)) continue;
    for (let h = 0; h < 2 * target.edgeCount; h += 2) {
      if (!isAtEdge(target, side, h, p)) continue;
      const start = target.halfEdgeOrigin[h];
      const end = target.halfEdgeOrigin[h ^ 1];
      if (isAt(side, start, p)) offer(target, main, side, VERTEX_VERTEX, v, h, start);
      else if (isAt(side, end, p)) offer(target, main, side, VERTEX_VERTEX, v, h, end);
      // The edge is also offered beside a corner: if the corner is farther away than the depth of the blocks, the depth
      // along its mean normal is too large.
      offer(target, main, side, VERTEX_EDGE, v, h, -1);
      const first = main.vertexHalfEdge[v];
      let i = first;
      for (let turns = main.edgeCount; turns > 0; turns--) {
        if (runAlong(target, main, side, h, i)) offer(target, main, side, PARALLEL_EDGES, v, h, i);
        i = main.halfEdgeNext[i ^ 1];
        if (i === first) break;
      }
    }
  }
}

function offer(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, sort: number, v: number, h: number, other: number): void {
  if (!makeMean(target, main, side, sort, v, h, other)) return;
  for (let k = 0; k < 3; k++) probe[k] = mean[k];
  gapAlong();
  if (!(reach[0] > rimGap[sort])) return;
  rimGap[sort] = reach[0];
  rimFound[4 * sort] = side;
  rimFound[4 * sort + OTHER_CORNER] = v;
  rimFound[4 * sort + MET_EDGE] = h;
  rimFound[4 * sort + MET_END] = other;
}

function makeMean(
  target: ConvexPolyhedron,
  main: ConvexPolyhedron,
  side: number,
  sort: number,
  v: number,
  h: number,
  other: number,
): boolean {
  if (sort === VERTEX_EDGE) return meanOfEdge(target, side, h);
  return sort === VERTEX_VERTEX ? meanOfCorners(target, main, side, other, v) : meanOfEdges(target, main, side, h, other);
}

/** Whether the point at place p is in the block of row `side` or no more than `near` outside any of its faces. */
function isWithin(shape: ConvexPolyhedron, side: number, p: number): boolean {
  for (let f = side * MAX_FACES, end = f + shape.faceCount; f < end; f++) {
    const d = faceNormal[3 * f] * corner[p] + faceNormal[3 * f + 1] * corner[p + 1] + faceNormal[3 * f + 2] * corner[p + 2] - faceOffset[f];
    if (d > settings[RIM_REACH]) return false;
  }
  return true;
}

/** Whether the point at place p is within `near` of corner v of the block of row `side`. */
function isAt(side: number, v: number, p: number): boolean {
  const o = 3 * (side * MAX_VERTICES + v);
  const x = corner[p] - corner[o];
  const y = corner[p + 1] - corner[o + 1];
  const z = corner[p + 2] - corner[o + 2];
  return x * x + y * y + z * z <= settings[RIM_REACH] * settings[RIM_REACH];
}

/** Whether the point at place p is within `near` of edge h of the block of row `side`. */
function isAtEdge(shape: ConvexPolyhedron, side: number, h: number, p: number): boolean {
  const i = 3 * (side * MAX_VERTICES + shape.halfEdgeOrigin[h]);
  const j = 3 * (side * MAX_VERTICES + shape.halfEdgeOrigin[h ^ 1]);
  const ex = corner[j] - corner[i];
  const ey = corner[j + 1] - corner[i + 1];
  const ez = corner[j + 2] - corner[i + 2];
  const x = corner[p] - corner[i];
  const y = corner[p + 1] - corner[i + 1];
  const z = corner[p + 2] - corner[i + 2];
  const t = Math.min(1, Math.max(0, (x * ex + y * ey + z * ez) / (ex * ex + ey * ey + ez * ez)));
  const qx = x - t * ex;
  const qy = y - t * ey;
  const qz = z - t * ez;
  return qx * qx + qy * qy + qz * qz <= settings[RIM_REACH] * settings[RIM_REACH];
}

/** Edges that run along each other within `near` over ten times that are 6 degrees from parallel at most. */
const LEAST_PART = 10;

/** Whether edge i of `main` runs along edge h of `target`, within `near` of it over their common part. */
function runAlong(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, h: number, i: number): boolean {
  measureCommonPart(target, main, side, h, i);
  return common[COMMON_LENGTH] > LEAST_PART * settings[RIM_REACH] && common[MOST_SQUARE] <= settings[RIM_REACH] * settings[RIM_REACH];
}

/**
 * Writes the part of edge h of `target`, the block of row `side`, beside edge i of `main` to {@link common}. Its length
 * is 0 when there is none.
 */
export function measureCommonPart(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, h: number, i: number): void {
  const p = 3 * (side * MAX_VERTICES + target.halfEdgeOrigin[h]);
  const q = 3 * (side * MAX_VERTICES + target.halfEdgeOrigin[h ^ 1]);
  const r = 3 * ((1 - side) * MAX_VERTICES + main.halfEdgeOrigin[i]);
  const s = 3 * ((1 - side) * MAX_VERTICES + main.halfEdgeOrigin[i ^ 1]);
  let ee = 0;
  let es = 0;
  let er = 0;
  for (let k = 0; k < 3; k++) {
    const e = corner[q + k] - corner[p + k];
    ee += e * e;
    er += e * (corner[r + k] - corner[p + k]);
    es += e * (corner[s + k] - corner[p + k]);
  }
  // Shares of edge h at the ends of edge i.
  const tr = er / ee;
  const ts = es / ee;
  const low = Math.max(0, Math.min(tr, ts));
  const high = Math.min(1, Math.max(tr, ts));
  common[MET_SHARES] = low;
  common[MET_SHARES + 1] = high;
  common[COMMON_LENGTH] = high > low ? (high - low) * Math.sqrt(ee) : 0;
  common[MOST_SQUARE] = 0;
  if (!(common[COMMON_LENGTH] > 0)) return;
  for (let c = 0; c < 2; c++) {
    const u = (common[c] - tr) / (ts - tr);
    common[OTHER_SHARES + c] = u;
    let d2 = 0;
    for (let k = 0; k < 3; k++) {
      const d = corner[r + k] + u * (corner[s + k] - corner[r + k]) - corner[p + k] - common[c] * (corner[q + k] - corner[p + k]);
      d2 += d * d;
    }
    if (!(d2 <= common[MOST_SQUARE])) common[MOST_SQUARE] = d2;
  }
}

/** Sets rimLink of the chosen rim. For parallel edges it is that of the corner where the common part starts. */
function linkFeatures(target: ConvexPolyhedron): void {
  const side = chosenRim[MET_SIDE];
  const p = 3 * ((1 - side) * MAX_VERTICES + chosenRim[OTHER_CORNER]);
  let o = 3 * (side * MAX_VERTICES + target.halfEdgeOrigin[chosenRim[MET_EDGE]]);
  let t = 0;
  const j = 3 * (side * MAX_VERTICES + target.halfEdgeOrigin[chosenRim[MET_EDGE] ^ 1]);
  if (chosenRim[RIM_SORT] === VERTEX_VERTEX) o = 3 * (side * MAX_VERTICES + chosenRim[MET_END]);
  else {
    let ee = 0;
    let er = 0;
    for (let k = 0; k < 3; k++) {
      const e = corner[j + k] - corner[o + k];
      ee += e * e;
      er += e * (corner[p + k] - corner[o + k]);
    }
    t = Math.min(1, Math.max(0, er / ee));
  }
  const sense = side === 0 ? 1 : -1;
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    rimLink[k] = sense * (corner[p + k] - corner[o + k] - t * (corner[j + k] - corner[o + k]));
    length2 += rimLink[k] * rimLink[k];
  }
  const length = Math.sqrt(length2);
  for (let k = 0; k < 3; k++) rimLink[k] = length > 0 ? rimLink[k] / length : 0;
}
