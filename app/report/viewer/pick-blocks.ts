/** What a ray from the eye meets first of blocks that deform: a triangle of the surface, or the cut of a slice. */
import type { Blocks } from './blocks';
import { cutElements } from './cut-elements';
import type { Hit, Slice } from './pick';

/** The block, the element, and the node of the element that is nearest to the place. */
export interface BlockHit extends Hit {
  element: number;
  node: number;
}

export function pickBlocks(
  blocks: Blocks,
  places: Float64Array,
  visible: Uint8Array,
  slice: Slice | null,
  eye: readonly number[],
  way: readonly number[],
): BlockHit | null {
  const { data, elementBlock } = blocks;
  let first: { element: number; distance: number } | null = null;
  const meet = (element: number, corners: readonly ArrayLike<number>[], isCut: boolean): void => {
    const distance = meets(corners, eye, way);
    if (distance === null || (first !== null && distance >= first.distance)) return;
    const isAway =
      !isCut && slice !== null && slice.normal.reduce((sum, n, k) => sum + n * (eye[k] + distance * way[k]), -slice.offset) > 0;
    if (!isAway) first = { element, distance };
  };
  data.triangleElement.forEach((element, t) => {
    if (visible[elementBlock[element]]) meet(element, [0, 1, 2].map((c) => corner(places, data.triangles[3 * t + c])), false); // prettier-ignore
  });
  if (slice && blocks.corners === 4)
    cutElements(blocks, places, visible, slice, (element, corners) => meet(element, corners.map(({ place }) => place), true)); // prettier-ignore
  return first === null ? null : hitOf(blocks, places, eye, way, first);
}

function corner(places: Float64Array, n: number): Float64Array {
  return places.subarray(3 * n, 3 * n + 3);
}

function hitOf(
  { data, corners, elementBlock }: Blocks,
  places: Float64Array,
  eye: readonly number[],
  way: readonly number[],
  { element, distance }: { element: number; distance: number },
): BlockHit {
  const away = (n: number): number => [0, 1, 2].reduce((sum, k) => sum + (places[3 * n + k] - eye[k] - distance * way[k]) ** 2, 0);
  const nodes = data.elements.slice(corners * element, corners * (element + 1));
  const node = nodes.reduce((best, n) => (away(n) < away(best) ? n : best));
  return { body: elementBlock[element], element, node, distance };
}

/** Distance at which a ray meets a triangle, from either side (Möller and Trumbore 1997); null where it does not. */
function meets([a, b, c]: readonly ArrayLike<number>[], eye: readonly number[], way: readonly number[]): number | null {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [px, py, pz] = [way[1] * vz - way[2] * vy, way[2] * vx - way[0] * vz, way[0] * vy - way[1] * vx];
  const det = ux * px + uy * py + uz * pz;
  if (det === 0) return null;
  const [sx, sy, sz] = [eye[0] - a[0], eye[1] - a[1], eye[2] - a[2]];
  const s = (sx * px + sy * py + sz * pz) / det;
  if (!(s >= 0 && s <= 1)) return null;
  const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
  const t = (way[0] * qx + way[1] * qy + way[2] * qz) / det;
  if (!(t >= 0 && s + t <= 1)) return null;
  const distance = (vx * qx + vy * qy + vz * qz) / det;
  return distance > 0 ? distance : null;
}
