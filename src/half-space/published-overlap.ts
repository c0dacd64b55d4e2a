/**
 * The overlap of two bodies as published: every corner of the region is the intersection of three planes, and all
 * triples are tried.
 *
 * Source: Nassauer, Liedke and Kuna 2012, section 3, step by step: bounding spheres; corners that can take part (eqs
 * 35-39) and the planes through them; intersections of two planes of one body with one of the other (eq. 40); corners
 * and intersections that are inside; planes with at least three such points; their order around the face by angles (eqs
 * 5-7); volume and centroid by tetrahedra about the mean point (eqs 8-12, 41).
 *
 * This is the literal form, with its errors (docs/half-space.md has the examples):
 * - eqs 36-37 take absolute values, so a corner behind a centroid counts as one before it: deep overlaps can lose
 *   corners, or all; a particle on a wide floor, beside its centre, is lost;
 * - eqs 36-37 divide by r12·r12: d is a ratio without dimension, where the text says a distance. Only comparisons use
 *   it, so this changes no result;
 * - a plane of A and a plane of B that coincide are two faces, and a point found by several triples is several points:
 *   flush bodies count surfaces twice;
 * - points that coincide have no angle between them, so faces with such points are put in a wrong order;
 * - eqs 8 and 11 take absolute values, which hides both. Details that the paper does not give: a point is on or inside
 *   a plane to TOLERANCE of the bodies' radii, and triples with a determinant below PARALLEL are parallel. The normal
 *   is the first form of eq. 42; the second form is not a unit vector.
 *
 * Cost: about fA^2 fB + fA fB^2 triples for f valid planes, each tested against all planes. A region takes up to
 * MAX_POINTS points, duplicates included. More give Status.Unresolved with an empty region. Frame, signs and `out` as
 * {@link overlap}. {@link overlap} is correct in all these cases.
 */
import { OFFSET } from '../contact/layouts';
import { isFinitePose, type Pose } from '../body/pose';
import { clearOverlap, type Overlap } from '../contact/overlap';
import { Status } from '../contact/status';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

const TOLERANCE = 1e-10;
const PARALLEL = 1e-12;
/** Twice the largest number of faces of both bodies: a region has no more corners where each is on three planes. */
const MAX_POINTS = 4 * MAX_FACES;

/** Corners of A, then of B, in A's frame; whether they are valid. */
const corner = /* @__PURE__ */ new Float64Array(6 * MAX_VERTICES);
const isValidCorner = /* @__PURE__ */ new Uint8Array(2 * MAX_VERTICES);
/** Planes of A, then of B: normal and offset; row MAX_FACES is B's first. */
const plane = /* @__PURE__ */ new Float64Array(8 * MAX_FACES);
const validPlanes = /* @__PURE__ */ new Int32Array(2 * MAX_FACES);
const validCount = /* @__PURE__ */ new Int32Array(2);

/** Points of the region, duplicates included. */
const point = /* @__PURE__ */ new Float64Array(3 * MAX_POINTS);
const found = /* @__PURE__ */ new Float64Array(3);
/** Points of one face, in the order of the list and of the angles. */
const onFace = /* @__PURE__ */ new Int32Array(MAX_POINTS);
const ordered = /* @__PURE__ */ new Int32Array(MAX_POINTS);

/**
 * The common region by the published algorithm; it is only for comparison with the paper; use {@link overlap}
 * otherwise.
 *
 * @example
 * ```ts
 * const cube = box(1, 1, 1);
 * const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 0.4, 0.3, 0.75]) });
 * const region = createOverlapFor(cube, cube);
 * publishedOverlap(region, cube, cube, relativePose(createPose(), bodies, 0, 1));
 * console.log(region.volume); // 0.6 x 0.7 x 0.25
 * ```
 */
export function publishedOverlap(out: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): Status {
  if (!isFinitePose(pose) || a.dimension + b.dimension < 6) return clearOverlap(out, Status.Invalid).status;
  const reach = a.radius + b.radius;
  if (pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11] > reach * reach) return clearOverlap(out, Status.Separated).status;
  load(a, b, pose);
  if (!findValid(a, b, pose)) return clearOverlap(out, Status.Separated).status;
  const tolerance = TOLERANCE * reach;
  const points = findPoints(a, b, tolerance);
  if (points > MAX_POINTS) return clearOverlap(out, Status.Unresolved).status;
  if (points < 4) return clearOverlap(out, Status.Separated).status;
  measure(out, a, b, points, tolerance);
  return (out.status = out.volume > 0 ? Status.Overlapping : Status.Touching);
}

function load(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  for (let k = 0; k < 3 * a.vertexCount; k++) corner[k] = a.vertices[k];
  for (let f = 0; f < a.faceCount; f++) {
    for (let k = 0; k < 3; k++) plane[4 * f + k] = a.normals[3 * f + k];
    plane[4 * f + OFFSET] = a.offsets[f];
  }
  for (let v = 0; v < b.vertexCount; v++) {
    for (let r = 0; r < 3; r++) corner[3 * (MAX_VERTICES + v) + r] = turned(pose, r, b.vertices, 3 * v) + pose[9 + r];
  }
  for (let f = 0; f < b.faceCount; f++) {
    const p = 4 * (MAX_FACES + f);
    for (let r = 0; r < 3; r++) plane[p + r] = turned(pose, r, b.normals, 3 * f);
    plane[p + OFFSET] = b.offsets[f] + plane[p] * pose[9] + plane[p + 1] * pose[10] + plane[p + 2] * pose[11];
  }
}

function turned(pose: Pose, r: number, v: Float64Array, o: number): number {
  return pose[3 * r] * v[o] + pose[3 * r + 1] * v[o + 1] + pose[3 * r + 2] * v[o + 2];
}

/** Eqs 35-39, absolute values included. r12 is the position of B; false when no corner is valid. */
function findValid(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  let largestOfA = -Infinity;
  let leastOfB = Infinity;
  for (let u = 0; u < a.vertexCount; u++) largestOfA = Math.max(largestOfA, along(u, pose));
  for (let v = 0; v < b.vertexCount; v++) leastOfB = Math.min(leastOfB, along(MAX_VERTICES + v, pose));
  let any = false;
  for (let u = 0; u < a.vertexCount; u++) {
    isValidCorner[u] = along(u, pose) > leastOfB ? 1 : 0;
    if (isValidCorner[u] !== 0) any = true;
  }
  for (let v = MAX_VERTICES; v < MAX_VERTICES + b.vertexCount; v++) {
    isValidCorner[v] = along(v, pose) < largestOfA ? 1 : 0;
    if (isValidCorner[v] !== 0) any = true;
  }
  gatherPlanes(a, 0);
  gatherPlanes(b, 1);
  return any;
}

/** |r12·p| / r12·r12; for coincident centroids 0 / 0, which no comparison accepts. */
function along(c: number, pose: Pose): number {
  const x = pose[9];
  const y = pose[10];
  const z = pose[11];
  return Math.abs((x * corner[3 * c] + y * corner[3 * c + 1] + z * corner[3 * c + 2]) / (x * x + y * y + z * z));
}

function gatherPlanes(shape: ConvexPolyhedron, body: number): void {
  let count = 0;
  for (let f = 0; f < shape.faceCount; f++) {
    const first = shape.faceHalfEdge[f];
    let h = first;
    let isValid = false;
    do {
      if (isValidCorner[body * MAX_VERTICES + shape.halfEdgeOrigin[h]] !== 0) isValid = true;
      h = shape.halfEdgeNext[h];
    } while (h !== first);
    if (isValid) validPlanes[body * MAX_FACES + count++] = body * MAX_FACES + f;
  }
  validCount[body] = count;
}

/**
 * Valid corners of each body that are inside the other, and intersections that are inside both; their number,
 * MAX_POINTS + 1 when there is no room.
 */
function findPoints(a: ConvexPolyhedron, b: ConvexPolyhedron, tolerance: number): number {
  let points = 0;
  for (let u = 0; u < a.vertexCount + b.vertexCount; u++) {
    const c = u < a.vertexCount ? u : MAX_VERTICES + u - a.vertexCount;
    if (isValidCorner[c] === 0) continue;
    for (let k = 0; k < 3; k++) found[k] = corner[3 * c + k];
    if (u < a.vertexCount ? isInside(b, 1, tolerance) : isInside(a, 0, tolerance)) {
      if (points >= MAX_POINTS) return MAX_POINTS + 1;
      for (let k = 0; k < 3; k++) point[3 * points + k] = found[k];
      points++;
    }
  }
  for (let two = 0; two < 2; two++) {
    const one = 1 - two;
    for (let i = 0; i < validCount[two]; i++) {
      for (let j = i + 1; j < validCount[two]; j++) {
        for (let k = 0; k < validCount[one]; k++) {
          const meets = intersect(
            4 * validPlanes[two * MAX_FACES + i],
            4 * validPlanes[two * MAX_FACES + j],
            4 * validPlanes[one * MAX_FACES + k],
          );
          if (!meets || !isInside(a, 0, tolerance) || !isInside(b, 1, tolerance)) continue;
          if (points >= MAX_POINTS) return MAX_POINTS + 1;
          for (let x = 0; x < 3; x++) point[3 * points + x] = found[x];
          points++;
        }
      }
    }
  }
  return points;
}

function isInside(shape: ConvexPolyhedron, body: number, tolerance: number): boolean {
  for (let f = 0, p = 4 * body * MAX_FACES; f < shape.faceCount; f++, p += 4) {
    if (plane[p] * found[0] + plane[p + 1] * found[1] + plane[p + 2] * found[2] - plane[p + OFFSET] > tolerance) return false;
  }
  return true;
}

/** Writes the solution of eq. 40 by Cramer's rule to `found`. */
function intersect(p: number, q: number, r: number): boolean {
  const cx = plane[q + 1] * plane[r + 2] - plane[q + 2] * plane[r + 1];
  const cy = plane[q + 2] * plane[r] - plane[q] * plane[r + 2];
  const cz = plane[q] * plane[r + 1] - plane[q + 1] * plane[r];
  const determinant = plane[p] * cx + plane[p + 1] * cy + plane[p + 2] * cz;
  if (!(Math.abs(determinant) > PARALLEL)) return false;
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    // dp (q x r) + dq (r x p) + dr (p x q), component k.
    const qr = plane[q + i] * plane[r + j] - plane[q + j] * plane[r + i];
    const rp = plane[r + i] * plane[p + j] - plane[r + j] * plane[p + i];
    const pq = plane[p + i] * plane[q + j] - plane[p + j] * plane[q + i];
    found[k] = (plane[p + OFFSET] * qr + plane[q + OFFSET] * rp + plane[r + OFFSET] * pq) / determinant;
  }
  return true;
}

/** Faces, and the sums over their tetrahedra. */
function measure(out: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, points: number, tolerance: number): void {
  clearOverlap(out, Status.Touching);
  out.vertexCount = points;
  for (let k = 0; k < 3 * points && k < out.vertices.length; k++) out.vertices[k] = point[k];
  let ox = 0;
  let oy = 0;
  let oz = 0;
  for (let p = 0; p < 3 * points; p += 3) {
    ox += point[p] / points;
    oy += point[p + 1] / points;
    oz += point[p + 2] / points;
  }
  let mx = 0;
  let my = 0;
  let mz = 0;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let f = 0; f < a.faceCount + b.faceCount; f++) {
    const body = f < a.faceCount ? 0 : 1;
    const face = body === 0 ? f : f - a.faceCount;
    const p = 4 * (body * MAX_FACES + face);
    let count = 0;
    for (let k = 0; k < points; k++) {
      const s = plane[p] * point[3 * k] + plane[p + 1] * point[3 * k + 1] + plane[p + 2] * point[3 * k + 2] - plane[p + OFFSET];
      if (Math.abs(s) <= tolerance) onFace[count++] = k;
    }
    if (count < 3) continue;
    order(count);
    appendFace(out, body, face, count);
    let area = 0;
    const first = 3 * ordered[0];
    const ux = point[first] - ox;
    const uy = point[first + 1] - oy;
    const uz = point[first + 2] - oz;
    for (let k = 1; k + 1 < count; k++) {
      const q = 3 * ordered[k];
      const r = 3 * ordered[k + 1];
      const vx = point[q] - ox;
      const vy = point[q + 1] - oy;
      const vz = point[q + 2] - oz;
      const wx = point[r] - ox;
      const wy = point[r + 1] - oy;
      const wz = point[r + 2] - oz;
      const volume = Math.abs(ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)) / 6;
      out.volume += volume;
      // Eq. 12: the fourth corner is the origin of these vectors.
      mx += (volume * (ux + vx + wx)) / 4;
      my += (volume * (uy + vy + wy)) / 4;
      mz += (volume * (uz + vz + wz)) / 4;
      const cx = (vy - uy) * (wz - uz) - (vz - uz) * (wy - uy);
      const cy = (vz - uz) * (wx - ux) - (vx - ux) * (wz - uz);
      const cz = (vx - ux) * (wy - uy) - (vy - uy) * (wx - ux);
      area += 0.5 * Math.sqrt(cx * cx + cy * cy + cz * cz);
    }
    if (body === 0) {
      out.areaA += area;
      nx += area * plane[p];
      ny += area * plane[p + 1];
      nz += area * plane[p + 2];
    } else {
      out.areaB += area;
    }
  }
  out.area = out.areaA + out.areaB;
  const share = out.volume > 0 ? 1 / out.volume : 0;
  out.centroid[0] = ox + mx * share;
  out.centroid[1] = oy + my * share;
  out.centroid[2] = oz + mz * share;
  out.normalArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (out.normalArea > 0) {
    out.normal[0] = nx / out.normalArea;
    out.normal[1] = ny / out.normalArea;
    out.normal[2] = nz / out.normalArea;
  }
}

/**
 * Eqs 5-7: writes `onFace` in the order of angles to `ordered`. A point that coincides with the last one gives 0 / 0
 * and comes after all others.
 */
function order(count: number): void {
  ordered[1] = take(0, count);
  let least = Infinity;
  let alpha = 0;
  let beta = 1;
  for (let i = 0; i < count - 1; i++) {
    for (let j = i + 1; j < count - 1; j++) {
      const c = cosine(ordered[1], onFace[i], onFace[j]);
      if (c < least) {
        least = c;
        alpha = i;
        beta = j;
      }
    }
  }
  ordered[2] = take(beta, count - 1);
  ordered[0] = take(alpha, count - 2);
  for (let n = 3; n < count; n++) {
    least = Infinity;
    let next = 0;
    for (let k = 0; k < count - n; k++) {
      const c = cosine(ordered[n - 1], ordered[n - 2], onFace[k]);
      if (c < least) {
        least = c;
        next = k;
      }
    }
    ordered[n] = take(next, count - n);
  }
}

/** Removes entry k of the first `count` of onFace (the last one fills its place) and returns it. */
function take(k: number, count: number): number {
  const value = onFace[k];
  onFace[k] = onFace[count - 1];
  return value;
}

/** Cosine of the angle at p between q and r. */
function cosine(p: number, q: number, r: number): number {
  const ax = point[3 * q] - point[3 * p];
  const ay = point[3 * q + 1] - point[3 * p + 1];
  const az = point[3 * q + 2] - point[3 * p + 2];
  const bx = point[3 * r] - point[3 * p];
  const by = point[3 * r + 1] - point[3 * p + 1];
  const bz = point[3 * r + 2] - point[3 * p + 2];
  return (ax * bx + ay * by + az * bz) / Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
}

function appendFace(out: Overlap, body: number, face: number, count: number): void {
  const { faceStart, faceVertices, faceSource } = out;
  const row = out.faceCount++;
  if (row + 1 >= faceStart.length) return;
  const start = faceStart[row];
  faceStart[row + 1] = start + count;
  for (let k = 0; k < count && start + k < faceVertices.length; k++) faceVertices[start + k] = ordered[k];
  faceSource[2 * row] = body;
  faceSource[2 * row + 1] = face;
}
