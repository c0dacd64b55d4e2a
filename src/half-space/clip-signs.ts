/**
 * Signs by topology, for cases in which the signs of rounded heights contradict each other (see clip.ts): on each side
 * of the plane only the part with the farthest corner keeps its sign.
 */
import { corners, CORNERS, meshTotal, height, MAX_CLIP_CORNERS, nextEdge, originOf, spoke } from './clip-mesh';

/** Replaces a height whose sign topology decides. It is so small that the corner does not move. */
const NOTHING = 1e-300;

const reached = /* @__PURE__ */ new Int32Array(MAX_CLIP_CORNERS);
/** By corner. All 0 between calls. */
const isReached = /* @__PURE__ */ new Uint8Array(MAX_CLIP_CORNERS);

/**
 * Of the corners on the side of `sign`, those connected with the farthest keep the sign. All others go to the other
 * side, where they lie on the plane. Returns the farthest.
 */
export function keepFarthest(sign: number): number {
  const all = meshTotal[CORNERS];
  let farthest = corners[0];
  for (let k = 1; k < all; k++) if (sign * height[corners[k]] > sign * height[farthest]) farthest = corners[k];
  let length = 0;
  reached[length++] = farthest;
  isReached[farthest] = 1;
  for (let k = 0; k < length; k++) {
    const first = spoke[reached[k]];
    let h = first;
    do {
      const w = originOf[h ^ 1];
      if (isReached[w] === 0 && sign * height[w] > 0) {
        reached[length++] = w;
        isReached[w] = 1;
      }
      h = nextEdge[h ^ 1];
    } while (h !== first);
  }
  for (let k = 0; k < all; k++) {
    const v = corners[k];
    if (isReached[v] === 0 && !(sign * height[v] < 0)) height[v] = -sign * NOTHING;
    isReached[v] = 0;
  }
  return farthest;
}
