/**
 * The normal of a short link, snapped to the features that it fails at.
 *
 * The direction of a link is known to rounding / length. Where an edge or a face at its ends lies in the common plane
 * to within that (bodies nearly in contact, resting on faces and edges), the plane from the link cuts into it, the
 * search for a shorter link finds nothing, and no certificate holds. Within what is known of the direction the right
 * plane is then the one that holds that edge or face: of a cone of normals the nearest to the link lies in its inside,
 * on a side (across one edge) or on an edge of it (across two edges, or a face's normal).
 *
 * So the edges that hold P and Q, and each edge that the certificate names, up to two, are edges that the normal is
 * made to be across; a face that it names is the plane. The certificate is then asked again: what is answered is proved
 * with the snapped normal, by the same signs.
 */
import { featureDimension, featureIndex } from '../contact/feature';
import type { Pose } from '../body/pose';
import { P, Q } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { link, linkFeature, NORMAL } from '../plane-links/feature-link';
import { fetchedNormal, loadEdge, loadNormal } from '../plane-links/load-feature';

/** Edges that the normal is across, in A's frame: origin and vector of each. */
const held = [/* @__PURE__ */ new Float64Array(6), /* @__PURE__ */ new Float64Array(6)] as const;
/** Their number, or FULL when the normal is that of a face. */
const count = /* @__PURE__ */ new Int32Array(1);
const FULL = 3;

/** Forgets the edges of the last link. */
export function clearSnap(): void {
  count[0] = 0;
}

/** Whether the normal is no longer that of the link. */
export function isSnapped(): boolean {
  return count[0] > 0;
}

/** Snaps the normal of the link to a feature of body `side` too. False when no normal is left. */
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

/** The link without its part along the edge. */
function acrossOne(): boolean {
  const u = held[0];
  const dx = link[Q] - link[P];
  const dy = link[Q + 1] - link[P + 1];
  const dz = link[Q + 2] - link[P + 2];
  const t = (dx * u[3] + dy * u[4] + dz * u[5]) / (u[3] * u[3] + u[4] * u[4] + u[5] * u[5]);
  return setNormal(dx - t * u[3], dy - t * u[4], dz - t * u[5]);
}

/**
 * Across both edges, by the part of one across the other, so that it is so to rounding however nearly parallel they
 * are.
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

/** Takes the direction, turned to the side of the normal so far. */
function setNormal(x: number, y: number, z: number): boolean {
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = (link[NORMAL] * x + link[NORMAL + 1] * y + link[NORMAL + 2] * z < 0 ? -1 : 1) / length;
  link[NORMAL] = scale * x;
  link[NORMAL + 1] = scale * y;
  link[NORMAL + 2] = scale * z;
  return length > 0;
}
