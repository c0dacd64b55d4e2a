/**
 * The walk of the certified shortest link: from the features in `askedFeature` to a link with a proof. shortest-link.ts
 * explains the steps and why the walk ends.
 *
 * Frame: A's. Features of B are transformed when they are used.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { Pose } from '../body/pose';
import { LENGTH, P, Q } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { link, linkFeature, NORMAL, shortestBetween } from '../plane-links/feature-link';
import { clearSnap, isSnapped, snapNormal } from './snapped-normal';

/**
 * Cold walks typically take 4 steps; 99 % take less than 20. Around a disc they can take as many steps as it has sides.
 */
const MAX_MOVES = 64;

/**
 * A tilt of 1e-9 shortens a link by 1e-18 of its lever arm, which the length does not show. So a few steps may leave
 * the length unchanged to rounding (4 steps of 2^-53 of the extent). A pair that needs more such steps gets no proof
 * here.
 */
const LEVEL_MOVES = 4;
const LEVEL = 4 * 2 ** -53;

/**
 * Sine of the largest angle by which a neighbour may rise above the plane and still count as level. The dot product of
 * unit vectors has an error of about 4 * 2^-53; the neighbour's direction adds as much.
 */
const SLACK = 8 * 2 ** -53;

/**
 * Corners of merged faces are off their planes by up to the tolerance. Along a very short edge the body may seem to
 * sink although it rises farther away. An edge shorter than SHORT radii that does not sink by DOUBT tolerances (two
 * corners off a plane, with a factor of two) is no evidence. All corners are then tested.
 */
const SHORT = 1 / 16;
const DOUBT = 4;
/**
 * An edge that rises by more than this, but within SLACK, is no evidence either: at a blunt corner (of a disc with many
 * sides) the far side rises by a multiple of it.
 */
const SURE = 2 * 2 ** -53;

/** The features to search next: one of A, one of B. A failed certificate sets them. */
export const askedFeature = /* @__PURE__ */ new Int32Array(2);
/** The plane normal in the frame of the tested body, pointing away from it. */
const outward = /* @__PURE__ */ new Float64Array(3);

/**
 * Walks from the features in `askedFeature` to the shortest link, into link and linkFeature. Returns the number of
 * computed links; minus that number if there is no proof because of overlap, contact or rounding.
 */
export function walkLink(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): number {
  let moves = 1;
  shortestBetween(a, b, pose, askedFeature[0], askedFeature[1]);
  // The exact plane decides for a length that overflowed.
  let shortest = link[LENGTH] < Infinity ? link[LENGTH] : -1;
  let level = LEVEL_MOVES;
  const rounding = LEVEL * (a.radius + b.radius + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]));
  clearSnap();
  while (shortest > 0) {
    const side = risingSide(a, b, pose);
    if (side < 0) break;
    const onA = linkFeature[0];
    const onB = linkFeature[1];
    let length = -1;
    if (moves < MAX_MOVES) {
      // The other point is behind the faces over which it leans: it is in the body, or beyond its far side.
      if (askedFeature[0] === onA && askedFeature[1] === onB) return -moves;
      shortestBetween(a, b, pose, askedFeature[0], askedFeature[1]);
      length = link[LENGTH];
    }
    moves++;
    if (linkFeature[0] !== onA || linkFeature[1] !== onB) clearSnap();
    // The new features give the same link: use their plane.
    else if (length > 0 && askedFeature[side] !== linkFeature[side] && snapNormal(a, b, pose, side, askedFeature[side])) continue;
    if (!(length < shortest) && (level-- === 0 || !(length < shortest + rounding))) shortest = -1;
    else shortest = length;
  }
  return shortest > 0 && (!isSnapped() || dropToNormal(rounding)) ? moves : -moves;
}

/** Puts Q on the snapped normal through P. False when that moves it by more than rounding, or leaves no gap. */
function dropToNormal(rounding: number): boolean {
  const nx = link[NORMAL];
  const ny = link[NORMAL + 1];
  const nz = link[NORMAL + 2];
  const dx = link[Q] - link[P];
  const dy = link[Q + 1] - link[P + 1];
  const dz = link[Q + 2] - link[P + 2];
  const gap = dx * nx + dy * ny + dz * nz;
  const x = dx - gap * nx;
  const y = dy - gap * ny;
  const z = dz - gap * nz;
  link[Q] -= x;
  link[Q + 1] -= y;
  link[Q + 2] -= z;
  link[LENGTH] = gap;
  return gap > 0 && x * x + y * y + z * z <= rounding * rounding;
}

/**
 * Sets the vertices farthest along the line of centroids, each towards the other body. (Section 3.5.1 uses the vertices
 * with the smallest absolute distance to the bisector. For a body that crosses the bisector this can be a rear vertex.)
 */
export function coldStart(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  const x = pose[9];
  const y = pose[10];
  const z = pose[11];
  askedFeature[0] = vertexFeature(farthestVertex(a.vertices, a.vertexCount, x, y, z));
  // -R^T t: the direction to A in B's own frame.
  askedFeature[1] = vertexFeature(
    farthestVertex(
      b.vertices,
      b.vertexCount,
      -(pose[0] * x + pose[3] * y + pose[6] * z),
      -(pose[1] * x + pose[4] * y + pose[7] * z),
      -(pose[2] * x + pose[5] * y + pose[8] * z),
    ),
  );
}

function farthestVertex(vertices: Float64Array, count: number, x: number, y: number, z: number): number {
  let best = -Infinity;
  let at = 0;
  for (let v = 0; v < count; v++) {
    const d = vertices[3 * v] * x + vertices[3 * v + 1] * y + vertices[3 * v + 2] * z;
    if (d > best) {
      best = d;
      at = v;
    }
  }
  return at;
}

/**
 * The certificate: -1 when the link is proved to be the shortest, otherwise the body (0 A, 1 B) that rises above the
 * plane. Then `askedFeature` has the features that may give a shorter link. It has the same features again when the
 * other point is behind the faces over which it leans.
 */
export function risingSide(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): number {
  askedFeature[0] = linkFeature[0];
  askedFeature[1] = linkFeature[1];
  const nx = link[NORMAL];
  const ny = link[NORMAL + 1];
  const nz = link[NORMAL + 2];
  outward[0] = nx;
  outward[1] = ny;
  outward[2] = nz;
  if (!isExtreme(a, 0, linkFeature[0])) return 0;
  // The same test for B in its own frame: R^T (-n). So no feature of B is transformed.
  outward[0] = -(pose[0] * nx + pose[3] * ny + pose[6] * nz);
  outward[1] = -(pose[1] * nx + pose[4] * ny + pose[7] * nz);
  outward[2] = -(pose[2] * nx + pose[5] * ny + pose[8] * nz);
  return isExtreme(b, 1, linkFeature[1]) ? -1 : 1;
}

/**
 * Whether the body lies behind the plane with normal `outward` (in the body's frame) through its feature; If not,
 * askedFeature[side] is the feature where it rises.
 */
function isExtreme(shape: ConvexPolyhedron, side: number, feature: number): boolean {
  const dimension = featureDimension(feature);
  // A face supports the body.
  if (dimension === 2) return true;
  return dimension === 1 ? isExtremeEdge(shape, side, featureIndex(feature)) : isExtremeVertex(shape, side, featureIndex(feature));
}

function isExtremeEdge(shape: ConvexPolyhedron, side: number, e: number): boolean {
  const { vertices, normals, halfEdgeOrigin, halfEdgeFace } = shape;
  const nx = outward[0];
  const ny = outward[1];
  const nz = outward[2];
  const p = 3 * halfEdgeOrigin[2 * e];
  const q = 3 * halfEdgeOrigin[2 * e + 1];
  const ux = vertices[q] - vertices[p];
  const uy = vertices[q + 1] - vertices[p + 1];
  const uz = vertices[q + 2] - vertices[p + 2];
  // Directions into the faces of the edge, perpendicular to it: m x u on the left, u x m on the right. So their rise is
  // +-m·(u x n).
  const rx = uy * nz - uz * ny;
  const ry = uz * nx - ux * nz;
  const rz = ux * ny - uy * nx;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const slack = SLACK * length;
  const level = length < SHORT * shape.radius ? -DOUBT * shape.tolerance : SURE * length;
  let doubtful = false;
  // The edge itself must lie in the plane. The link is perpendicular to it unless rounding spoiled a short link.
  let extreme = Math.abs(nx * ux + ny * uy + nz * uz) <= slack;
  for (let half = 0; half < 2; half++) {
    const face = halfEdgeFace[2 * e + half];
    const mx = normals[3 * face];
    const my = normals[3 * face + 1];
    const mz = normals[3 * face + 2];
    const rise = (half === 0 ? 1 : -1) * (mx * rx + my * ry + mz * rz);
    if (rise > level) doubtful = true;
    if (rise <= slack) continue;
    extreme = false;
    // The other point leans over this face. It must also be in front of it: a point behind both faces is in the body or
    // beyond it.
    if (mx * nx + my * ny + mz * nz > 0) askedFeature[side] = faceFeature(face);
  }
  return extreme && (!doubtful || isTop(shape, vertices[p], vertices[p + 1], vertices[p + 2]));
}

/** Whether no corner is higher than a point, to within the rounding of the corners. */
function isTop(shape: ConvexPolyhedron, x: number, y: number, z: number): boolean {
  const { vertices } = shape;
  const top = 3 * farthestVertex(vertices, shape.vertexCount, outward[0], outward[1], outward[2]);
  return (
    outward[0] * (vertices[top] - x) + outward[1] * (vertices[top + 1] - y) + outward[2] * (vertices[top + 2] - z) <=
    shape.tolerance / DOUBT
  );
}

function isExtremeVertex(shape: ConvexPolyhedron, side: number, v: number): boolean {
  const { vertices, neighbours, neighbourStart, halfEdgeNext } = shape;
  const nx = outward[0];
  const ny = outward[1];
  const nz = outward[2];
  const x = vertices[3 * v];
  const y = vertices[3 * v + 1];
  const z = vertices[3 * v + 2];
  const start = neighbourStart[v];
  const end = neighbourStart[v + 1];
  const sunk = -DOUBT * shape.tolerance;
  const short = SHORT * shape.radius;
  let doubtful = false;
  let steepest = 0;
  let at = start;
  for (let k = start; k < end; k++) {
    const w = 3 * neighbours[k];
    const ux = vertices[w] - x;
    const uy = vertices[w + 1] - y;
    const uz = vertices[w + 2] - z;
    const rise = nx * ux + ny * uy + nz * uz;
    if (rise > sunk) {
      const uu = ux * ux + uy * uy + uz * uz;
      if (uu < short * short) doubtful = true;
      // Compare squared sines, so that short and long edges are treated alike.
      const sine2 = (rise * rise) / uu;
      if (rise > 0 && sine2 > SURE * SURE) doubtful = true;
      if (rise > 0 && sine2 > SLACK * SLACK && sine2 > steepest) {
        steepest = sine2;
        at = k;
      }
    }
  }
  if (steepest === 0) return !doubtful || isTop(shape, x, y, z);
  // The edge to that neighbour.
  let h = shape.vertexHalfEdge[v];
  for (let k = start; k < at; k++) h = halfEdgeNext[h ^ 1];
  askedFeature[side] = edgeFeature(h >> 1);
  return false;
}
