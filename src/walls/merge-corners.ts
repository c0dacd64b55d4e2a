/**
 * Removes edges as short as rounding from the current solid (clip-mesh.ts). When more than three planes meet in a
 * corner, cuts leave several corners within rounding of one place, in any order. Faces then have sides without a
 * direction, so their inside is not defined.
 *
 * Corners at the ends of a short edge become one. A face with only two sides left is a line: it is removed, and the
 * faces beside it meet there. Corners move by at most a few times the length.
 */
import {
  corners,
  CORNERS,
  cornerX,
  cornerY,
  cornerZ,
  faceHalfEdge,
  faces,
  FACES,
  GONE,
  MAX_CLIP_CORNERS,
  MAX_CLIP_EDGES,
  nextEdge,
  originOf,
  meshTotal,
} from '../half-space/clip-mesh';

/** Edges up to this length are removed: input. */
export const shortEdge = /* @__PURE__ */ new Float64Array(1);

/** The half-edge on the other side of each: h ^ 1, except where a face was removed. */
export const mate = /* @__PURE__ */ new Int32Array(2 * MAX_CLIP_EDGES);
/** For each corner the next corner on the chain to its representative; itself for a representative. */
const same = /* @__PURE__ */ new Int32Array(MAX_CLIP_CORNERS);

/** The representative of a corner. */
export function standsFor(corner: number): number {
  let c = corner;
  // Each step leads to a lower number.
  while (same[c] !== c) c = same[c];
  return c;
}

export function mergeCorners(): void {
  for (let k = 0; k < meshTotal[CORNERS]; k++) same[corners[k]] = corners[k];
  let merged = 0;
  for (let k = 0; k < meshTotal[FACES]; k++) {
    const first = faceHalfEdge[faces[k]];
    if (first === GONE) continue;
    let h = first;
    for (let steps = 0; steps < 2 * MAX_CLIP_EDGES; steps++) {
      mate[h] = h ^ 1;
      if ((h & 1) === 0 && isShort(h)) {
        const a = standsFor(originOf[h]);
        const b = standsFor(originOf[h ^ 1]);
        if (a < b) same[b] = a;
        else same[a] = b;
        merged++;
      }
      h = nextEdge[h];
      if (h === first) break;
    }
  }
  if (merged === 0) return;
  for (let k = 0; k < meshTotal[FACES]; k++) if (faceHalfEdge[faces[k]] !== GONE) shorten(faces[k]);
}

function isShort(h: number): boolean {
  const a = originOf[h];
  const b = originOf[h ^ 1];
  const dx = cornerX[a] - cornerX[b];
  const dy = cornerY[a] - cornerY[b];
  const dz = cornerZ[a] - cornerZ[b];
  return dx * dx + dy * dy + dz * dz <= shortEdge[0] * shortEdge[0];
}

/** Removes the sides of a face whose ends are one corner, and the face if fewer than three sides are left. */
function shorten(face: number): void {
  const first = faceHalfEdge[face];
  let start = GONE;
  let last = GONE;
  let sides = 0;
  let h = first;
  for (let steps = 0; steps < 2 * MAX_CLIP_EDGES; steps++) {
    const after = nextEdge[h];
    if (standsFor(originOf[h]) !== standsFor(originOf[h ^ 1])) {
      if (last === GONE) start = h;
      else nextEdge[last] = h;
      last = h;
      sides++;
    }
    h = after;
    if (h === first) break;
  }
  if (last !== GONE) nextEdge[last] = start;
  faceHalfEdge[face] = sides < 3 ? GONE : start;
  if (sides !== 2) return;
  const a = mate[start];
  const b = mate[last];
  mate[a] = b;
  mate[b] = a;
}
