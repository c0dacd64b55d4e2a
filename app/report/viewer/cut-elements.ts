/** Tetrahedra cut by a plane: a triangle, or a quadrilateral as two. */
import type { Blocks } from './blocks';
import type { Slice } from './pick';

/** A corner of a cut: on the edge between two nodes, at this share of the way. */
export interface CutCorner {
  place: number[];
  from: number;
  to: number;
  share: number;
}

/** Takes the three corners of a triangle; `isSide[k]`: its side opposite to corner k is a side of the cut. */
export type TakeTriangle = (element: number, corners: readonly CutCorner[], isSide: readonly boolean[]) => void;

export function cutElements(
  { data, corners, elementCount, elementBlock }: Blocks,
  places: Float64Array,
  visible: Uint8Array,
  slice: Slice,
  take: TakeTriangle,
): void {
  const [nx, ny, nz] = slice.normal;
  const heights = [0, 0, 0, 0];
  for (let e = 0; e < elementCount; e++) {
    if (!visible[elementBlock[e]]) continue;
    const above: number[] = [];
    const below: number[] = [];
    for (let c = 0; c < 4; c++) {
      const n = 3 * data.elements[corners * e + c];
      heights[c] = nx * places[n] + ny * places[n + 1] + nz * places[n + 2] - slice.offset;
      (heights[c] > 0 ? above : below).push(c);
    }
    if (above.length === 0 || below.length === 0) continue;
    const corner = (p: number, q: number): CutCorner => {
      const [from, to] = [data.elements[corners * e + p], data.elements[corners * e + q]];
      const share = heights[p] / (heights[p] - heights[q]);
      return { from, to, share, place: [0, 1, 2].map((k) => places[3 * from + k] + share * (places[3 * to + k] - places[3 * from + k])) };
    };
    if (above.length !== 2) {
      const [one, three] = above.length === 1 ? [above[0], below] : [below[0], above];
      take(e, three.map((q) => corner(one, q)), [true, true, true]); // prettier-ignore
      continue;
    }
    const [p, q, r, s] = [corner(above[0], below[0]), corner(above[0], below[1]), corner(above[1], below[1]), corner(above[1], below[0])];
    take(e, [p, q, r], [true, false, true]);
    take(e, [p, r, s], [true, true, false]);
  }
}
