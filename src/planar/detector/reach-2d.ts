/**
 * May two bodies in the plane be within the margin of each other? These are cheap tests that never exclude such a pair:
 * first their bounding discs; then, for a body much smaller than the other, its disc against the lines of the other's
 * edges. So a grain does not meet a wall whose bounding disc holds the whole scene.
 *
 * The result depends on the current poses alone. The detector runs the tests in every step for every pair of the near
 * list, and memory of a pair that fails is dropped: that is why results do not depend on the skin.
 *
 * Rounding: as in space, radii are swollen by two tolerances and MARGIN_SLACK of the rounding radius and the margin;
 * scalar products and squares below err by a few 2^-53.
 */
import type { NearPairs } from '../../detector-shared/ask-pairs';
import { toNearestImage } from '../../detector-shared/moving-cell';
import { MARGIN_SLACK } from '../../detector-shared/near-list';
import type { BodySet2d } from '../body/body-set-2d';

/** Bodies with more edges are not tested by them: that would cost as much as the contact itself. */
const MAX_EDGES = 64;
/** Edges are tested when the other body is this much larger. */
const LARGER = 4;

/** Vector from body i to the nearest image of body j. */
const separation = /* @__PURE__ */ new Float64Array(2);
/**
 * What {@link mayReach2d} leaves behind: the translation of j to that image; the body whose edges were the reason for
 * no, or -1.
 */
export const imageShift2d = /* @__PURE__ */ new Float64Array(2);
export const byEdges = /* @__PURE__ */ new Int32Array(1);

/** Whether bodies i and j may be within list.reach[0] of each other. */
export function mayReach2d(list: NearPairs, bodies: BodySet2d, i: number, j: number): boolean {
  const { radii, edges, cell, reach } = list;
  const { positions } = bodies;
  let square = 0;
  for (let axis = 0; axis < 2; axis++) {
    const edge = cell === undefined ? edges[axis] : 0;
    let d = positions[2 * j + axis] - positions[2 * i + axis];
    imageShift2d[axis] = 0;
    if (edge > 0) {
      const images = Math.floor(0.5 - d / edge);
      imageShift2d[axis] = images * edge;
      d += imageShift2d[axis];
    }
    separation[axis] = d;
    square += d * d;
  }
  if (cell !== undefined) {
    toNearestImage(cell, separation, imageShift2d);
    square = 0;
    for (let axis = 0; axis < 2; axis++) square += separation[axis] * separation[axis];
  }
  byEdges[0] = -1;
  const sum = radii[i] + radii[j] + reach[0];
  if (!(square <= sum * sum)) return false;
  if (radii[i] > LARGER * radii[j]) return !isBeyondEdge(list, bodies, i, j, 1);
  if (radii[j] > LARGER * radii[i]) return !isBeyondEdge(list, bodies, j, i, -1);
  return true;
}

/**
 * Whether the disc of the small body lies beyond the line of an edge of the large one; sign * separation leads from the
 * large one to it.
 */
function isBeyondEdge(list: NearPairs, bodies: BodySet2d, large: number, small: number, sign: number): boolean {
  const shape = bodies.shapes[bodies.shapeIndex[large]];
  if (shape.vertexCount > MAX_EDGES) return false;
  const { rotations } = bodies;
  const c = rotations[2 * large];
  const s = rotations[2 * large + 1];
  const unit = sign / Math.sqrt(c * c + s * s);
  const px = (c * separation[0] + s * separation[1]) * unit;
  const py = (c * separation[1] - s * separation[0]) * unit;
  // What the large body has beyond its edges: rounding, and what swells its radius.
  const swollen = list.radii[small] + (list.radii[large] - shape.radius) + list.reach[0] + MARGIN_SLACK * list.radii[large];
  const { normals, offsets } = shape;
  for (let k = 0; k < offsets.length; k++) {
    if (normals[2 * k] * px + normals[2 * k + 1] * py - offsets[k] > swollen) {
      byEdges[0] = large;
      return true;
    }
  }
  return false;
}
