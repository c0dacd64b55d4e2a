/**
 * The proof of a depth by support points, for cases in which the ball and the corners of the face of M are not enough.
 *
 * Let K be a set of points of M. All unit vectors n with g(n) > -d are in Q = { x : x·p >= -d for p in K, x·c >= R - d
 * }. K starts with the corners of the face. So Q is a cone with its tip at the face's normal n1, cut off by the plane
 * of the ball. If that does not bound it, x·n1 >= -3 does (not -1: at -n1 itself opposite faces tie). If every other
 * corner of Q is shorter than 1, n1 is the only such n. Otherwise test the direction of the longest corner x. Either g
 * > -d there, which is a better plane, or the support point of M along x cuts x off.
 *
 * A corner of Q is the meeting of three planes and is identified by them. The tip is not in the list, since no point of
 * M cuts it off. To cut Q by a plane, remove the corners beyond it. An edge of Q (two planes) that an odd number of the
 * removed corners had is cut, and gives a new corner.
 *
 * Bounds: MAX_PLANES planes, MAX_CORNERS corners, MAX_POINTS support points; beyond these, and when three planes are
 * nearly dependent, there is no proof.
 */
import { OFFSET, SQUARE } from '../contact/layouts';
import { XY, XZ } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { BALL, depth, DEPTH, EDGES, faceOfM, limits, NO_PROOF, OF_A, OF_B, PROVED, SORT } from './minkowski-face';
import { ROUNDING, climb, direction, oppose, relative, scales, top, vertex, loadPointOfM, pointOfM } from './minkowski-pair';

/** A direction with a larger g was found: it is set. */
export const BETTER = 6;

const MAX_PLANES = 64;
const MAX_CORNERS = 160;
const MAX_POINTS = 24;
/** The plane that bounds Q when the ball does not, as a multiple of n1. */
const FAR = -3;

/** Planes a·x >= b: a (0..2), b (OFFSET). */
const planes = /* @__PURE__ */ new Float64Array(4 * MAX_PLANES);
/** Corners: x (0..2), and an upper bound of |x|^2 (SQUARE) that includes its rounding. */
const corners = /* @__PURE__ */ new Float64Array(4 * MAX_CORNERS);
const cornerPlanes = /* @__PURE__ */ new Int32Array(3 * MAX_CORNERS);
/** Numbers of the region. */
const counts = /* @__PURE__ */ new Int32Array(2);
/** Planes so far. */
const PLANES = 0;
/** Corners so far. */
const CORNERS = 1;
/** Edges of Q (pairs of planes) of the removed corners: a list, and for each pair whether its count is odd. */
const edgeList = /* @__PURE__ */ new Int32Array(3 * MAX_CORNERS);
const isOdd = /* @__PURE__ */ new Uint8Array(MAX_PLANES * MAX_PLANES);

/**
 * If a corner is shorter than 1 by less than this, another plane may be as good as the face's. Then the exhaustive
 * search decides which one it is.
 */
const STRICT = 1e-9;
/** The same in rounding steps of g over the depth. */
const STRICT_STEPS = 32;
/**
 * Error of the meeting of three planes of unit normals with a determinant of 1, squared length, and least determinant.
 */
const CORNER_ERROR = 2 ** -48;
const LEAST_DETERMINANT = 1e-9;

/** Proves the depth of the face of M in faceOfM, or finds a better direction. */
export function closeRegion(a: ConvexPolyhedron, b: ConvexPolyhedron): number {
  const side = faceOfM[SORT] === 1 ? 1 : 0;
  const shape = side === 0 ? a : b;
  const other = side === 0 ? b : a;
  const d = depth[DEPTH];
  counts[PLANES] = 0;
  counts[CORNERS] = 0;
  const total = faceOfM[SORT] === EDGES ? addEdgeCorners(a, b) : addFaceCorners(side, shape, other);
  if (total > MAX_PLANES - MAX_POINTS - 2) return NO_PROOF;
  const o = 3 * side;
  // Coordinates are written here, because engines allocate doubles that are passed to a function that is not inlined.
  const far = 4 * counts[PLANES]++;
  planes[far] = direction[o];
  planes[far + 1] = direction[o + 1];
  planes[far + 2] = direction[o + 2];
  planes[far + OFFSET] = FAR;
  for (let k = 0; k < total; k++) if (!addCorner(k, k + 1 < total ? k + 1 : 0, total)) return NO_PROOF;
  const c = 12 * side + 9;
  const ball = 4 * counts[PLANES]++;
  planes[ball] = relative[c];
  planes[ball + 1] = relative[c + XY];
  planes[ball + 2] = relative[c + XZ];
  planes[ball + OFFSET] = limits[BALL] - d;
  if (!cut()) return NO_PROOF;

  const rounding = scales[ROUNDING];
  const most = 1 - STRICT - (STRICT_STEPS * rounding) / d;
  for (let points = 0; points <= MAX_POINTS; points++) {
    let longest = -1;
    let square = most;
    for (let k = 0; k < counts[CORNERS]; k++) {
      if (!(corners[4 * k + SQUARE] <= square)) {
        square = corners[4 * k + SQUARE];
        longest = k;
      }
    }
    if (longest < 0) return PROVED;
    if (points === MAX_POINTS) break;
    const x = corners[4 * longest];
    const y = corners[4 * longest + 1];
    const z = corners[4 * longest + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0.5)) break;
    direction[o] = x / length;
    direction[o + 1] = y / length;
    direction[o + 2] = z / length;
    oppose(side);
    climb(a, 0);
    climb(b, 1);
    const g = (x * relative[c] + y * relative[c + XY] + z * relative[c + XZ]) / length - top[0] - top[1];
    if (g > rounding - d) return BETTER;
    // The point must cut the corner off. A tie does not.
    if (!(length * g < -d - rounding)) break;
    addSupport(side, shape, other);
    if (!cut()) break;
  }
  return NO_PROOF;
}

/** Adds the corners of a face and a vertex, in the order of the face. Returns their number. */
function addFaceCorners(side: number, shape: ConvexPolyhedron, other: ConvexPolyhedron): number {
  const start = shape.faceHalfEdge[faceOfM[OF_A + side]];
  let h = start;
  let total = 0;
  do {
    vertex[side] = shape.halfEdgeOrigin[h];
    addSupport(side, shape, other);
    total++;
    h = shape.halfEdgeNext[h];
  } while (h !== start && total < MAX_PLANES - MAX_POINTS - 1);
  return total;
}

/** Adds the corners of two edges, in the order around the parallelogram. */
function addEdgeCorners(a: ConvexPolyhedron, b: ConvexPolyhedron): number {
  const e = 2 * faceOfM[OF_A];
  const f = 2 * faceOfM[OF_B];
  for (let k = 0; k < 4; k++) {
    vertex[0] = a.halfEdgeOrigin[k < 2 ? e : e + 1];
    vertex[1] = b.halfEdgeOrigin[k === 0 || k === 3 ? f : f + 1];
    addSupport(0, a, b);
  }
  return 4;
}

/** Adds the plane of the point of M of the two vertices, in the frame of a side. */
function addSupport(side: number, shape: ConvexPolyhedron, other: ConvexPolyhedron): void {
  loadPointOfM(side, shape, other);
  const plane = 4 * counts[PLANES]++;
  planes[plane] = pointOfM[0];
  planes[plane + 1] = pointOfM[1];
  planes[plane + 2] = pointOfM[2];
  planes[plane + OFFSET] = -depth[DEPTH];
}

/** Adds the meeting of three planes. False when they are nearly dependent, or when there is no room. */
function addCorner(i: number, j: number, k: number): boolean {
  const n = counts[CORNERS];
  if (n === MAX_CORNERS) return false;
  const ax = planes[4 * i];
  const ay = planes[4 * i + 1];
  const az = planes[4 * i + 2];
  const bx = planes[4 * j];
  const by = planes[4 * j + 1];
  const bz = planes[4 * j + 2];
  const cx = planes[4 * k];
  const cy = planes[4 * k + 1];
  const cz = planes[4 * k + 2];
  const p = planes[4 * i + OFFSET];
  const q = planes[4 * j + OFFSET];
  const r = planes[4 * k + OFFSET];
  const bcx = by * cz - bz * cy;
  const bcy = bz * cx - bx * cz;
  const bcz = bx * cy - by * cx;
  const cax = cy * az - cz * ay;
  const cay = cz * ax - cx * az;
  const caz = cx * ay - cy * ax;
  const abx = ay * bz - az * by;
  const aby = az * bx - ax * bz;
  const abz = ax * by - ay * bx;
  const determinant = ax * bcx + ay * bcy + az * bcz;
  const volume = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz) * (cx * cx + cy * cy + cz * cz));
  const size = Math.abs(determinant);
  if (!(size > LEAST_DETERMINANT * volume)) return false;
  const x = (p * bcx + q * cax + r * abx) / determinant;
  const y = (p * bcy + q * cay + r * aby) / determinant;
  const z = (p * bcz + q * caz + r * abz) / determinant;
  corners[4 * n] = x;
  corners[4 * n + 1] = y;
  corners[4 * n + 2] = z;
  corners[4 * n + SQUARE] = (x * x + y * y + z * z) * (1 + (CORNER_ERROR * volume) / size);
  cornerPlanes[3 * n] = i;
  cornerPlanes[3 * n + 1] = j;
  cornerPlanes[3 * n + 2] = k;
  counts[CORNERS] = n + 1;
  return true;
}

/** Cuts Q by the last plane. */
function cut(): boolean {
  const last = counts[PLANES] - 1;
  const ax = planes[4 * last];
  const ay = planes[4 * last + 1];
  const az = planes[4 * last + 2];
  const bound = planes[4 * last + OFFSET];
  let kept = 0;
  let listed = 0;
  for (let n = 0; n < counts[CORNERS]; n++) {
    const i = cornerPlanes[3 * n];
    const j = cornerPlanes[3 * n + 1];
    const k = cornerPlanes[3 * n + 2];
    if (ax * corners[4 * n] + ay * corners[4 * n + 1] + az * corners[4 * n + 2] < bound) {
      const ij = i < j ? i * MAX_PLANES + j : j * MAX_PLANES + i;
      const jk = j < k ? j * MAX_PLANES + k : k * MAX_PLANES + j;
      const ki = k < i ? k * MAX_PLANES + i : i * MAX_PLANES + k;
      edgeList[listed++] = ij;
      edgeList[listed++] = jk;
      edgeList[listed++] = ki;
      isOdd[ij] ^= 1;
      isOdd[jk] ^= 1;
      isOdd[ki] ^= 1;
      continue;
    }
    corners[4 * kept] = corners[4 * n];
    corners[4 * kept + 1] = corners[4 * n + 1];
    corners[4 * kept + 2] = corners[4 * n + 2];
    corners[4 * kept + SQUARE] = corners[4 * n + SQUARE];
    cornerPlanes[3 * kept] = i;
    cornerPlanes[3 * kept + 1] = j;
    cornerPlanes[3 * kept + 2] = k;
    kept++;
  }
  counts[CORNERS] = kept;
  let done = true;
  for (let n = 0; n < listed; n++) {
    const edge = edgeList[n];
    if (isOdd[edge] === 0) continue;
    isOdd[edge] = 0;
    if (done && !addCorner((edge / MAX_PLANES) | 0, edge % MAX_PLANES, last)) done = false;
  }
  return done;
}
