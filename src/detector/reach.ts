/**
 * May two bodies be within the margin of each other? These are cheap tests that never exclude a pair within the margin.
 * The first test is that of the bounding spheres. For a body much smaller than the other, its sphere is then tested
 * against the face planes of the other. So a grain does not meet a wall only because the bounding sphere of the wall
 * contains the whole scene.
 *
 * The result depends on the current poses alone. The detector runs the tests in every step for every pair of the near
 * list, and it clears the memory of a pair that fails. For this reason results do not depend on the skin.
 *
 * Rounding: the radii are swollen by two tolerances (16 rounding steps of the size each, and so twice the rounding band
 * of contacts) and 2^-40 of the rounding radius and the margin; scalar products and squares below err by a few 2^-53.
 */
import type { BodySet } from '../body/body-set';
import type { NearPairs } from '../detector-shared/ask-pairs';
import { toNearestImage } from '../detector-shared/moving-cell';
import { MARGIN_SLACK } from '../detector-shared/near-list';

/** Bodies with more faces are not tested by them: that would cost as much as the contact itself. */
const MAX_FACES = 64;
/** Faces are tested when the other body is this much larger. */
const LARGER = 4;

/** Vector from body i to the nearest image of body j. */
const separation = /* @__PURE__ */ new Float64Array(3);
/**
 * What {@link mayReach} leaves behind: the translation of j to that image; the body whose faces were the reason for no,
 * or -1.
 */
export const imageShift = /* @__PURE__ */ new Float64Array(3);
export const byFaces = /* @__PURE__ */ new Int32Array(1);

/** Whether bodies i and j may be within list.reach[0] of each other. */
export function mayReach(list: NearPairs, bodies: BodySet, i: number, j: number): boolean {
  const { radii, edges, cell, reach } = list;
  const { positions } = bodies;
  let dx = positions[3 * j] - positions[3 * i];
  let dy = positions[3 * j + 1] - positions[3 * i + 1];
  let dz = positions[3 * j + 2] - positions[3 * i + 2];
  if (cell === undefined) {
    dx += imageShift[0] = toImage(dx, edges[0]);
    dy += imageShift[1] = toImage(dy, edges[1]);
    dz += imageShift[2] = toImage(dz, edges[2]);
  } else {
    separation[0] = dx;
    separation[1] = dy;
    separation[2] = dz;
    toNearestImage(cell, separation, imageShift);
    dx = separation[0];
    dy = separation[1];
    dz = separation[2];
  }
  const square = dx * dx + dy * dy + dz * dz;
  byFaces[0] = -1;
  const sum = radii[i] + radii[j] + reach[0];
  if (!(square <= sum * sum)) return false;
  separation[0] = dx;
  separation[1] = dy;
  separation[2] = dz;
  if (radii[i] > LARGER * radii[j]) return !isBeyondFace(list, bodies, i, j, 1);
  if (radii[j] > LARGER * radii[i]) return !isBeyondFace(list, bodies, j, i, -1);
  return true;
}

/** Translation to the nearest image of a body d away, along an axis that repeats after `edge`; 0 if it does not. */
export function toImage(d: number, edge: number): number {
  return edge > 0 ? Math.floor(0.5 - d / edge) * edge : 0;
}

/**
 * Whether the sphere of the small body lies beyond the plane of a face of the large one; sign * separation leads from
 * the large one to it.
 */
function isBeyondFace(list: NearPairs, bodies: BodySet, large: number, small: number, sign: number): boolean {
  const shape = bodies.shapes[bodies.shapeIndex[large]];
  if (shape.faceCount > MAX_FACES) return false;
  const { orientations } = bodies;
  const dx = sign * separation[0];
  const dy = sign * separation[1];
  const dz = sign * separation[2];
  // Turned by the conjugate of q, with v its vector and c = v x d: d + 2 / q·q (v x c - w c).
  const x = orientations[4 * large];
  const y = orientations[4 * large + 1];
  const z = orientations[4 * large + 2];
  const w = orientations[4 * large + 3];
  const cx = y * dz - z * dy;
  const cy = z * dx - x * dz;
  const cz = x * dy - y * dx;
  const s = 2 / (x * x + y * y + z * z + w * w);
  const px = dx + s * (y * cz - z * cy - w * cx);
  const py = dy + s * (z * cx - x * cz - w * cy);
  const pz = dz + s * (x * cy - y * cx - w * cz);
  // What the large body has beyond its faces: rounding, and what swells its radius.
  const swollen = list.radii[small] + (list.radii[large] - shape.radius) + list.reach[0] + MARGIN_SLACK * list.radii[large];
  const { normals, offsets } = shape;
  for (let f = 0; f < shape.faceCount; f++) {
    if (normals[3 * f] * px + normals[3 * f + 1] * py + normals[3 * f + 2] * pz - offsets[f] > swollen) {
      byFaces[0] = large;
      return true;
    }
  }
  return false;
}
