/**
 * The exact common plane by exhaustive search: the unit normal n that maximises g(n) = lB(n) - hA(n) (Nezami et al.
 * 2006, section 2.1, with signed gaps), and its gap. It decides when there is no certificate (overlap-certificate.ts).
 *
 * Let M be the Minkowski difference B - A. Then g(n) is the least n·m over M, so the largest g is
 * - the distance of the bodies when they are apart: found by closestFeatures, exhaustive and proved by duality;
 * - minus the shortest translation that separates them when they overlap. It is attained at a face normal of M: a face
 *   normal of A, a negated face normal of B, or the cross product of an edge of each whose arcs on the Gauss sphere
 *   cross (the separating axis theorem, SAT).
 *
 * g has many local maxima, so all candidates count. Two exact filters make that cheap:
 *
 * - near side: along n a body reaches at least to the ball of its inradius r about its centre, and to each of its
 *   corners. So g(n) <= n·c - rA - rB, with c from centre to centre. On the normals of a face, or of an edge's arc on
 *   the Gauss sphere, one of the bodies reaches exactly to that feature, which sharpens the bound. Faces, and edges
 *   whose whole arc stays below the best so far, are skipped;
 * - full scan: every candidate that beats the best so far is evaluated by a full scan before it is accepted. So a
 *   rounded cross product of nearly parallel edges can never give a gap that no plane has.
 *
 * Frame: A's; pose is that of B in A. Normal from A to B. Status by the pair's rounding band; Unresolved only if the
 * proof of distance failed by more than rounding and the bodies' tolerances (not seen in any test). state (3 floats):
 * the last normal in A's frame. It gives a first bound, or the start of the distance search. The result does not depend
 * on it. When several translations are equally short (a cube in the middle of a cube), the order is: faces of A, faces
 * of B, edges. Cost: O(n) when apart and certified at once, O(near features squared) at worst; overlapping O(faces *
 * vertices + pairs of listed edges).
 */
import { NO_FEATURE, edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { CommonPlane } from '../contact/common-plane';
import type { ContactState } from '../contact/method';
import { planeStatus } from '../contact/rounding';
import { Status } from '../contact/status';
import { isFinitePose, type Pose } from '../body/pose';
import { GAP, LENGTH, P, Q, SCANNED_GAP } from '../contact/layouts';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { acrossEdges, acrossLine, edgeGap, heightSlack, isOutermost, loadCoreEdge } from './core-axes';
import { closestFeatures, edgeOnEdge } from './closest-features';
import { accuracy, LENGTH_ROUNDING, projectsInside, target } from './closest-on-body';
import { axis, EVALUATIONS, link, linkFeature, ROUNDS, searchWork } from './closest-axis';
import {
  FACE_ROW,
  VERTEX_ROW,
  corner,
  edge,
  faceNormal,
  faceOffset,
  gapAlong,
  loadEdge,
  loadPair,
  probe,
  extremes,
  shiftB,
  support,
} from './pair-frame';

/**
 * g is a difference of two scalar products of three terms each on coordinates up to the extent: about 4 rounding steps
 * (2^-53) of it. A smaller gain is rounding: a later candidate must be better by at least this to replace an earlier
 * one.
 */
const ROUNDING = 4 * 2 ** -53;

/**
 * A shorter vector has no direction here: its square comes near 2^-1022, below which doubles lose digits, and the
 * quotient would not be a unit vector.
 */
export const LEAST_LENGTH = 2 ** -500;

/** Best axis so far (0..2) and its g (GAP). */
const bestAxis = /* @__PURE__ */ new Float64Array(6);
/** The value that g of a candidate must exceed: that of the best plus a rounding, or the bound from memory. */
const TO_EXCEED = 4;
/** The bound from memory. */
const REMEMBERED = 5;

/** From A's centroid to B's. */
const centre = /* @__PURE__ */ new Float64Array(3);

/**
 * Features of A and of B that gave the best axis: a face and the other body's support vertex, two edges, or none (the
 * centre line).
 */
const source = /* @__PURE__ */ new Int32Array(2);

/** The vertices of A and of B that the best axis touches. */
const touched = /* @__PURE__ */ new Int32Array(2);

/** For each face of a body: the distances of the other body's centre and touching vertex beyond the face. */
const toCentre = /* @__PURE__ */ new Float64Array(MAX_FACES);
const toVertex = /* @__PURE__ */ new Float64Array(MAX_FACES);

/**
 * Edges listed by collectArcs: unit direction (3), then the normals of the left and right face (6), for A and for B
 * (B's normals negated).
 */
const STRIDE = 9;
const arcs = [/* @__PURE__ */ new Float64Array(STRIDE * MAX_EDGES), /* @__PURE__ */ new Float64Array(STRIDE * MAX_EDGES)] as const;
const arcEdge = [/* @__PURE__ */ new Int32Array(MAX_EDGES), /* @__PURE__ */ new Int32Array(MAX_EDGES)] as const;

/** Exact common plane of A and B by exhaustive search, as exactPlane. */
export function exhaustivePlane(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState): Status {
  const { floats, floatOffset } = state;
  const isWarm = floats[floatOffset] !== 0 || floats[floatOffset + 1] !== 0 || floats[floatOffset + 2] !== 0;
  search(out, a, b, pose, state);
  if (isWarm && out.status === Status.Touching && a.dimension + b.dimension < 6) {
    // Cores that just touch have many normals with that gap. The one without memory counts.
    for (let k = 0; k < 3; k++) floats[floatOffset + k] = 0;
    search(out, a, b, pose, state);
  }
  return out.status;
}

function search(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState): Status {
  if (!isFinitePose(pose)) return invalidPlane(out);
  searchWork[ROUNDS] = 0;
  searchWork[EVALUATIONS] = 0;
  loadPair(a, b, pose);
  const cx = pose[9];
  const cy = pose[10];
  const cz = pose[11];
  const centreDistance = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const rounding = ROUNDING * (a.radius + b.radius + centreDistance);
  // The squares of such a pose overflow: it has no distance in double precision.
  if (!(centreDistance < Infinity)) return invalidPlane(out);

  bestAxis[GAP] = -Infinity;
  bestAxis[TO_EXCEED] = -Infinity;
  bestAxis[REMEMBERED] = -Infinity;
  source[0] = NO_FEATURE;
  source[1] = NO_FEATURE;
  accuracy[LENGTH_ROUNDING] = rounding;
  centre[0] = cx;
  centre[1] = cy;
  centre[2] = cz;
  useLastNormal(state);
  if (centreDistance >= LEAST_LENGTH && !(bestAxis[GAP] > 0)) {
    for (let k = 0; k < 3; k++) probe[k] = centre[k] / centreDistance;
    offer(NO_FEATURE, NO_FEATURE);
  }
  searchAxes(a, b);
  if (bestAxis[GAP] < bestAxis[REMEMBERED]) {
    // No candidate reached the bound from memory, because its rounding was larger than expected. Search without it.
    bestAxis[TO_EXCEED] = bestAxis[GAP] + rounding;
    searchAxes(a, b);
  }

  let gap = bestAxis[GAP];
  let proved = true;
  // Points and segments span no volume together, so they have no depth.
  if (gap > -rounding || a.faceCount + b.faceCount === 0) {
    // Apart or just touching: search the distance. Its plane need not be one of the axes above.
    for (let k = 0; k < 4; k++) axis[k] = bestAxis[k];
    // An axis that does not fit the pair must not fit a link that runs against it either.
    if (gap < -rounding) axis[GAP] = -(a.radius + b.radius + centreDistance);
    proved = closestFeatures(a, b);
    gap = axis[GAP];
    if (gap > 0) gap = axis[0] * (link[Q] - link[P]) + axis[1] * (link[Q + 1] - link[P + 1]) + axis[2] * (link[Q + 2] - link[P + 2]);
    out.gap = gap;
    writePlane(out, axis);
  } else {
    // Witness points: where the bodies touch after B has moved out by the depth.
    for (let k = 0; k < 3; k++) {
      axis[k] = bestAxis[k];
      probe[k] = -gap * bestAxis[k];
    }
    axis[GAP] = 0;
    shiftB(b, probe);
    if (!linkFromSource(a, b)) closestFeatures(a, b);
    out.gap = gap;
    writePlane(out, bestAxis);
  }
  out.iterations = searchWork[ROUNDS];
  out.evaluations = searchWork[EVALUATIONS];
  out.status = proved ? planeStatus(out, a, b) : Status.Unresolved;
  for (let k = 0; k < 3; k++) state.floats[state.floatOffset + k] = out.normal[k];
  return out.status;
}

export function invalidPlane(out: CommonPlane): Status {
  out.status = Status.Invalid;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = 0;
    out.point[k] = 0;
    out.pointA[k] = 0;
    out.pointB[k] = 0;
  }
  out.gap = 0;
  out.featureA = NO_FEATURE;
  out.featureB = NO_FEATURE;
  out.iterations = 0;
  out.evaluations = 0;
  return Status.Invalid;
}

/**
 * Writes the plane of out.gap with the unit normal n. Q is set on the normal through P, so that pointB = pointA + gap *
 * normal: the links given to this function fit to a few roundings.
 */
function writePlane(out: CommonPlane, n: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const p = link[k];
    const step = out.gap * n[k];
    out.normal[k] = n[k];
    out.pointA[k] = p;
    out.pointB[k] = p + step;
    out.point[k] = p + 0.5 * step;
  }
  out.featureA = linkFeature[0];
  out.featureB = linkFeature[1];
}

/**
 * The touching point of the moved bodies, directly from the features of the axis: the support vertex over the inside of
 * the face, or the crossing of the edges. False if that point is not inside the feature (parallel features, ties). Then
 * it must be searched.
 */
function linkFromSource(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  const onA = featureIndex(source[0]);
  const onB = featureIndex(source[1]);
  if (featureDimension(source[0]) === 2) {
    const w = 3 * (MAX_VERTICES + onB);
    return touchesFace(0, a, onA, w);
  }
  if (featureDimension(source[1]) === 2) {
    const v = 3 * onA;
    return touchesFace(1, b, onB, v);
  }
  if (featureDimension(source[0]) !== 1) return false;
  link[LENGTH] = Infinity;
  edgeOnEdge(a, onA, b, onB);
  return link[LENGTH] < Infinity;
}

/** Sets the link to the corner at o, which touches face f of a body, unless it projects outside of the face. */
function touchesFace(side: 0 | 1, shape: ConvexPolyhedron, f: number, o: number): boolean {
  for (let k = 0; k < 3; k++) target[k] = link[k] = link[Q + k] = corner[o + k];
  link[LENGTH] = 0;
  linkFeature[0] = source[0];
  linkFeature[1] = source[1];
  return projectsInside(side, shape, f);
}

/**
 * If the last normal still separates the bodies, the distance search starts from it, and finds its own normal. In
 * overlap the last normal is not a candidate, since it may be slightly worse than the best. But it is a bound: the
 * result is at least g along it.
 */
function useLastNormal(state: ContactState): void {
  const x = state.floats[state.floatOffset];
  const y = state.floats[state.floatOffset + 1];
  const z = state.floats[state.floatOffset + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  // Memory without a direction (zero, or not finite) is ignored.
  if (!(length >= LEAST_LENGTH && length < Infinity)) return;
  searchWork[EVALUATIONS]++;
  probe[0] = x / length;
  probe[1] = y / length;
  probe[2] = z / length;
  gapAlong();
  const g = extremes[SCANNED_GAP];
  if (g > 0) {
    for (let k = 0; k < 3; k++) bestAxis[k] = probe[k];
    bestAxis[GAP] = g;
  }
  bestAxis[REMEMBERED] = g - 2 * accuracy[LENGTH_ROUNDING];
  bestAxis[TO_EXCEED] = bestAxis[REMEMBERED];
}

/**
 * Evaluates g for the unit vector in `probe`. Keeps it, with its source, when it is better than the best so far by more
 * than rounding.
 */
function offer(onA: number, onB: number): void {
  const rounding = accuracy[LENGTH_ROUNDING];
  searchWork[EVALUATIONS]++;
  gapAlong();
  const g = extremes[SCANNED_GAP];
  if (!(g > bestAxis[GAP] + rounding)) return;
  for (let k = 0; k < 3; k++) bestAxis[k] = probe[k];
  bestAxis[GAP] = g;
  if (g + rounding > bestAxis[TO_EXCEED]) bestAxis[TO_EXCEED] = g + rounding;
  touched[0] = support[0];
  touched[1] = support[1];
  source[0] = onA === NO_FEATURE ? vertexFeature(support[0]) : onA;
  source[1] = onB === NO_FEATURE ? vertexFeature(support[1]) : onB;
}

/** Tries all axes of the separating axis theorem, until one separates. */
function searchAxes(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  if (bestAxis[GAP] <= 0) searchFaces(a, b);
  if (bestAxis[GAP] > 0) return;
  if (a.dimension + b.dimension < 6) searchCoreEdges(a, b);
  else searchEdges(a, b);
}

/** The same for pairs with a point, a segment or a plate: see core-axes.ts. */
function searchCoreEdges(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  heightSlack[0] = TIED * accuracy[LENGTH_ROUNDING];
  for (let e = 0; e < a.edgeCount; e++) {
    for (let f = 0; f < b.edgeCount; f++) {
      loadCoreEdge(0, a, e);
      loadCoreEdge(1, b, f);
      for (let sign = 1; sign >= -1; sign -= 2) {
        if (!acrossEdges(centre, sign)) break;
        if (!(edgeGap[0] > bestAxis[TO_EXCEED] && isOutermost(0) && isOutermost(1))) continue;
        offer(edgeFeature(e), edgeFeature(f));
        if (bestAxis[GAP] > 0) return;
      }
    }
  }
  if (a.faceCount + b.faceCount > 0) return;
  acrossLine(a, b);
  offer(NO_FEATURE, NO_FEATURE);
}

/**
 * Tries face normals of A and negated face normals of B. Skips those that the other body's ball or corners rule out.
 */
function searchFaces(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const cx = centre[0];
  const cy = centre[1];
  const cz = centre[2];
  const rounding = accuracy[LENGTH_ROUNDING];
  for (let f = 0; f < a.faceCount; f++) {
    const nx = faceNormal[3 * f];
    const ny = faceNormal[3 * f + 1];
    const nz = faceNormal[3 * f + 2];
    const level = faceOffset[f] + bestAxis[TO_EXCEED];
    if (nx * cx + ny * cy + nz * cz < b.inradius + level - rounding) continue;
    if (!clears(1, b, nx, ny, nz, level)) continue;
    for (let k = 0; k < 3; k++) probe[k] = faceNormal[3 * f + k];
    offer(faceFeature(f), NO_FEATURE);
    if (bestAxis[GAP] > 0) return;
  }
  for (let f = 0; f < b.faceCount; f++) {
    const level = faceOffset[MAX_FACES + f] + bestAxis[TO_EXCEED];
    // A's centre is the origin.
    if (0 < a.inradius + level - rounding) continue;
    const o = 3 * (MAX_FACES + f);
    const nx = faceNormal[o];
    const ny = faceNormal[o + 1];
    const nz = faceNormal[o + 2];
    if (!clears(0, a, nx, ny, nz, level)) continue;
    for (let k = 0; k < 3; k++) probe[k] = -faceNormal[o + k];
    offer(NO_FEATURE, faceFeature(f));
    if (bestAxis[GAP] > 0) return;
  }
}

/** True when every corner of the body has n·x > level; most axes fail at one of the first corners. */
function clears(side: 0 | 1, shape: ConvexPolyhedron, nx: number, ny: number, nz: number, level: number): boolean {
  const first = 3 * VERTEX_ROW[side];
  const end = first + 3 * shape.vertexCount;
  for (let o = first; o < end; o += 3) if (!(nx * corner[o] + ny * corner[o + 1] + nz * corner[o + 2] > level)) return false;
  return true;
}

/** Tries cross products of edge pairs whose Gauss arcs cross. */
function searchEdges(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const countA = collectArcs(0, a, b);
  if (countA === 0) return;
  const countB = collectArcs(1, b, a);
  const arcsA = arcs[0];
  const arcsB = arcs[1];
  for (let e = 0; e < countA; e++) {
    const i = STRIDE * e;
    const ux = arcsA[i];
    const uy = arcsA[i + 1];
    const uz = arcsA[i + 2];
    const lx = arcsA[i + 3];
    const ly = arcsA[i + 4];
    const lz = arcsA[i + 5];
    const rx = arcsA[i + 6];
    const ry = arcsA[i + 7];
    const rz = arcsA[i + 8];
    for (let f = 0; f < countB; f++) {
      const j = STRIDE * f;
      // The ends of B's arc on both sides of A's great circle ...
      const bl = arcsB[j + 3] * ux + arcsB[j + 4] * uy + arcsB[j + 5] * uz;
      const br = arcsB[j + 6] * ux + arcsB[j + 7] * uy + arcsB[j + 8] * uz;
      if ((bl > ARC_SLACK && br > ARC_SLACK) || (bl < -ARC_SLACK && br < -ARC_SLACK)) continue;
      const vx = arcsB[j];
      const vy = arcsB[j + 1];
      const vz = arcsB[j + 2];
      // ... and the ends of A's arc on both sides of B's ...
      const al = lx * vx + ly * vy + lz * vz;
      const ar = rx * vx + ry * vy + rz * vz;
      if ((al > ARC_SLACK && ar > ARC_SLACK) || (al < -ARC_SLACK && ar < -ARC_SLACK)) continue;
      // u x v from the part of v perpendicular to u: so the normal is perpendicular to both edges to rounding, also
      // when they are nearly parallel.
      const k = ux * vx + uy * vy + uz * vz;
      const wx = vx - k * ux;
      const wy = vy - k * uy;
      const wz = vz - k * uz;
      let nx = uy * wz - uz * wy;
      let ny = uz * wx - ux * wz;
      let nz = ux * wy - uy * wx;
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      if (!(length > 0)) continue;
      const outward = nx * (lx + rx) + ny * (ly + ry) + nz * (lz + rz);
      const scale = (outward < 0 ? -1 : 1) / length;
      nx *= scale;
      ny *= scale;
      nz *= scale;
      // ... and both arcs on the same side of the sphere.
      if (nx * (arcsB[j + 3] + arcsB[j + 6]) + ny * (arcsB[j + 4] + arcsB[j + 7]) + nz * (arcsB[j + 5] + arcsB[j + 8]) < -ARC_SLACK)
        continue;
      const p = 3 * a.halfEdgeOrigin[2 * arcEdge[0][e]];
      const q = 3 * (VERTEX_ROW[1] + b.halfEdgeOrigin[2 * arcEdge[1][f]]);
      const g = nx * (corner[q] - corner[p]) + ny * (corner[q + 1] - corner[p + 1]) + nz * (corner[q + 2] - corner[p + 2]);
      if (g > bestAxis[TO_EXCEED]) {
        probe[0] = nx;
        probe[1] = ny;
        probe[2] = nz;
        offer(edgeFeature(arcEdge[0][e]), edgeFeature(arcEdge[1][f]));
        if (bestAxis[GAP] > 0) return;
      }
    }
  }
}

/**
 * The dot product of two unit vectors has an error of about 4 * 2^-53. The end of an arc within this slack of the other
 * arc's great circle counts as on both sides.
 */
const ARC_SLACK = 8 * 2 ** -53;

/**
 * Lists the edges of a body with an axis that may be better than the best, and returns their number. For the normals n
 * of its arc the body reaches to the edge, n·p. The other body comes at least as near as its inscribed ball about the
 * centre c, and as its vertex w that touches the best axis. So g(n) <= n·(c - p) - inradius and g(n) <= n·(w - p). An
 * edge passes when both bounds exceed the best somewhere on its arc. At the ends of the arc n·p is the offset of a
 * face.
 */
function collectArcs(side: 0 | 1, shape: ConvexPolyhedron, { inradius }: ConvexPolyhedron): number {
  const list = arcs[side];
  const sign = side === 0 ? 1 : -1;
  const w = 3 * (VERTEX_ROW[1 - side] + touched[1 - side]);
  const wx = corner[w];
  const wy = corner[w + 1];
  const wz = corner[w + 2];
  // A's centre is the origin.
  const cx = side === 0 ? centre[0] : 0;
  const cy = side === 0 ? centre[1] : 0;
  const cz = side === 0 ? centre[2] : 0;
  // For B both n and the differences change their signs.
  for (let f = 0, i = FACE_ROW[side]; f < shape.faceCount; f++, i++) {
    const nx = faceNormal[3 * i];
    const ny = faceNormal[3 * i + 1];
    const nz = faceNormal[3 * i + 2];
    toCentre[f] = nx * cx + ny * cy + nz * cz - faceOffset[i];
    toVertex[f] = nx * wx + ny * wy + nz * wz - faceOffset[i];
  }
  // Corners are off the planes of their faces by up to the tolerance.
  const level = bestAxis[TO_EXCEED] + TIED * accuracy[LENGTH_ROUNDING] - shape.tolerance;
  let total = 0;
  for (let e = 0; e < shape.edgeCount; e++) {
    const fl = shape.halfEdgeFace[2 * e];
    const fr = shape.halfEdgeFace[2 * e + 1];
    const l = 3 * (FACE_ROW[side] + fl);
    const r = 3 * (FACE_ROW[side] + fr);
    if (isBelow(toCentre[fl], toCentre[fr], l, r, inradius + level)) continue;
    if (isBelow(toVertex[fl], toVertex[fr], l, r, level)) continue;
    loadEdge(side, shape, e);
    const ux = edge[0];
    const uy = edge[1];
    const uz = edge[2];
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const o = STRIDE * total;
    list[o] = ux / length;
    list[o + 1] = uy / length;
    list[o + 2] = uz / length;
    list[o + 3] = sign * faceNormal[l];
    list[o + 4] = sign * faceNormal[l + 1];
    list[o + 5] = sign * faceNormal[l + 2];
    list[o + 6] = sign * faceNormal[r];
    list[o + 7] = sign * faceNormal[r + 1];
    list[o + 8] = sign * faceNormal[r + 2];
    arcEdge[side][total] = e;
    total++;
  }
  return total;
}

/**
 * Whether n·d stays below a level along the whole arc between the face normals at l and r, given n·d there. Between the
 * ends, n·d reaches at most the length of the part of d in the arc's plane, and only when that part points into the
 * arc. With the cosine k of the arc, |that part|^2 = (dl^2 + dr^2 - 2 k dl dr) / (1 - k^2).
 */
function isBelow(dl: number, dr: number, l: number, r: number, level: number): boolean {
  if (!(dl < level && dr < level)) return false;
  // Then that part points out of the arc. The steps below would give the same.
  if (dl <= 0 && dr <= 0) return true;
  const k = faceNormal[l] * faceNormal[r] + faceNormal[l + 1] * faceNormal[r + 1] + faceNormal[l + 2] * faceNormal[r + 2];
  if (dl <= k * dr || dr <= k * dl) return true;
  return (
    level > 0 &&
    dl * dl + dr * dr - 2 * k * dl * dr < (1 - k * k) * level * level - SQUARED * accuracy[LENGTH_ROUNDING] * accuracy[LENGTH_ROUNDING]
  );
}

/**
 * The rounding of the squares: 64 steps of 2^-53 of the extent squared, where accuracy[LENGTH_ROUNDING] is
 * {@link ROUNDING} of the extent.
 */
const SQUARED = 4 * 2 ** 53;

/**
 * An edge pair must be better than the best so far by 8 roundings, otherwise it is a tie. When faces lie on each other,
 * all pairs of their edges are ties. Half of the 8 covers the rounding of the bounds.
 */
const TIED = 4;
