/**
 * The normal of a short link, snapped to the features at which its certificate fails.
 *
 * The direction of a link is known only to rounding / length. An edge or a face at its ends may lie in the common plane
 * to within that error: the bodies are nearly in contact, resting on faces and edges. Then the plane from the link cuts
 * into it, the search for a shorter link finds nothing, and the certificate fails. Within the error of the direction,
 * the right plane is the one that contains that edge or face. Reason: in a cone of normals, the nearest one to the link
 * lies in the inside, on a side (perpendicular to one edge), or on an edge of the cone (perpendicular to two edges, or
 * a face normal).
 *
 * So the normal is made perpendicular to the edges that contain P and Q, and to each edge at which the certificate
 * fails, up to two. If it fails at a face, that face is the plane. Then the certificate is tested again: the result is
 * proved with the snapped normal, by the same signs.
 */
import { featureDimension, featureIndex } from '../contact/feature';
import type { Pose } from '../body/pose';
import { P, Q } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { link, linkFeature, NORMAL } from '../plane-links/feature-link';
import { fetchedNormal, loadEdge, loadNormal } from '../plane-links/load-feature';

/** Edges to which the normal is perpendicular, in A's frame: origin and vector of each. */
const held = [/* @__PURE__ */ new Float64Array(6), /* @__PURE__ */ new Float64Array(6)] as const;
/** Their number, or FULL when the normal is that of a face. */
const count = /* @__PURE__ */ new Int32Array(1);
const FULL = 3;

/** Removes the edges of the last link. */
export function clearSnap(): void {
  count[0] = 0;
}

/** Whether the normal was snapped, so that it differs from that of the link. */
export function isSnapped(): boolean {
  return count[0] > 0;
}

/** Snaps the normal of the link to one more feature, of body `side`. False when no normal remains. */
export function snapNormal(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, side: number, feature: number): boolean {
  const shape = side === 0 ? a : b;
  if (featureDimension(feature) === 2) {
    if (count[0] === FULL) return false;
    count[0] = FULL;
    loadNormal(shape, featureIndex(feature), side, pose);
    const sign = side === 0 ? 1 : -1;
    for (let k = 0; k < 3; k++) link[NORMAL + k] = sign * fetchedNormal[k];
    return true;
  }
  if (count[0] === 0) {
    if (featureDimension(linkFeature[0]) === 1) loadEdge(held[count[0]++], a, featureIndex(linkFeature[0]), 0, pose);
    if (featureDimension(linkFeature[1]) === 1) loadEdge(held[count[0]++], b, featureIndex(linkFeature[1]), 1, pose);
  }
  if (count[0] > 1 || featureDimension(linkFeature[0]) === 2 || featureDimension(linkFeature[1]) === 2) return false;
  loadEdge(held[count[0]++], shape, featureIndex(feature), side, pose);
  return count[0] === 1 ? acrossOne() : acrossBoth();
}

/** Sets the normal to the link without its part along the edge. */
function acrossOne(): boolean {
  const u = held[0];
  const dx = link[Q] - link[P];
  const dy = link[Q + 1] - link[P + 1];
  const dz = link[Q + 2] - link[P + 2];
  const t = (dx * u[3] + dy * u[4] + dz * u[5]) / (u[3] * u[3] + u[4] * u[4] + u[5] * u[5]);
  return setNormal(dx - t * u[3], dy - t * u[4], dz - t * u[5]);
}

/**
 * Sets a normal perpendicular to both edges, from the part of one edge perpendicular to the other. It is perpendicular
 * to rounding, also when the edges are nearly parallel.
 */
function acrossBoth(): boolean {
  const u = held[0];
  const v = held[1];
  const k = (u[3] * v[3] + u[4] * v[4] + u[5] * v[5]) / (u[3] * u[3] + u[4] * u[4] + u[5] * u[5]);
  const x = v[3] - k * u[3];
  const y = v[4] - k * u[4];
  const z = v[5] - k * u[5];
  return setNormal(u[4] * z - u[5] * y, u[5] * x - u[3] * z, u[3] * y - u[4] * x);
}

/** Sets the normal to a direction, with the sign of the current normal. */
function setNormal(x: number, y: number, z: number): boolean {
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = (link[NORMAL] * x + link[NORMAL + 1] * y + link[NORMAL + 2] * z < 0 ? -1 : 1) / length;
  link[NORMAL] = scale * x;
  link[NORMAL + 1] = scale * y;
  link[NORMAL + 2] = scale * z;
  return length > 0;
}
