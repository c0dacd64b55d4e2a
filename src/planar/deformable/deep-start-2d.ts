/**
 * Blocks in the plane that overlap at the start so deep that no contact point is found. Twin of
 * src/deformable/deep-start.ts: their triangles overlap, with the depth along the normals of their edges.
 */
import { createNearPairsWorkspace, nearPairs } from '../../broad-phase/near-pairs';
import { createPairList } from '../../broad-phase/pair-list';
import type { DeformableContacts2d } from './deformable-contacts-2d';
import type { DeformableSet2d } from './deformable-set-2d';

/**
 * Number of pairs of blocks with triangles that overlap by more than twice dTol without any contact point, or by more
 * than half of the reach.
 */
export function countUnseen2d(set: DeformableSet2d, contacts: DeformableContacts2d): number {
  const { outline, places, tolerance, reach } = contacts;
  const { elementCount, elements, positions, blockCount } = set;
  const nameOf = (a: number, b: number) => Math.min(a, b) * blockCount + Math.max(a, b);
  const touched = new Set<number>();
  for (let p = 0; p < places.count; p++) {
    const block = places.keys[p] % blockCount;
    if (places.depths[p] > 0) touched.add(nameOf(outline.nodeBlock[(places.keys[p] - block) / blockCount], block));
  }
  const blockOf = (e: number) => outline.nodeBlock[elements[3 * e]];
  const centres = new Float64Array(3 * elementCount);
  const radii = new Float64Array(elementCount);
  for (let e = 0; e < elementCount; e++) {
    const corners = cornersOf(positions, elements, e);
    for (let k = 0; k < 2; k++) centres[3 * e + k] = (corners[0][k] + corners[1][k] + corners[2][k]) / 3;
    for (const corner of corners) {
      const x = corner[0] - centres[3 * e];
      const y = corner[1] - centres[3 * e + 1];
      radii[e] = Math.max(radii[e], Math.sqrt(x * x + y * y));
    }
  }
  const filter = {
    group: Int32Array.from({ length: elementCount }, (_, e) => blockOf(e) + 1),
    flags: new Uint8Array(elementCount),
    category: new Uint32Array(elementCount).fill(1),
    mask: new Uint32Array(elementCount).fill(1),
  };
  const near = createPairList();
  nearPairs(near, elementCount, centres, radii, { filter }, createNearPairsWorkspace());
  const deep = new Set<number>();
  for (let p = 0; p < near.count; p++) {
    const [e, f] = near.pairs.subarray(2 * p, 2 * p + 2);
    const name = nameOf(blockOf(e), blockOf(f));
    const depth = depthOf(cornersOf(positions, elements, e), cornersOf(positions, elements, f));
    if (depth > (touched.has(name) ? 0.5 * reach : 2 * tolerance)) deep.add(name);
  }
  return deep.size;
}

/** Least overlap of two triangles over the normals of their edges; below 0 when they are apart. */
function depthOf(a: number[][], b: number[][]): number {
  let least = Infinity;
  for (const [t, other] of [
    [a, b],
    [b, a],
  ])
    for (let k = 0; k < 3; k++) {
      const [p, q] = [t[k], t[(k + 1) % 3]];
      const normal = [q[1] - p[1], p[0] - q[0]];
      const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
      const depths = other.map(([x, y]) => (normal[0] * (p[0] - x) + normal[1] * (p[1] - y)) / size);
      least = Math.min(least, Math.max(...depths));
    }
  return least;
}

const cornersOf = (positions: Float64Array, elements: Int32Array, e: number): number[][] =>
  [0, 1, 2].map((c) => [0, 1].map((k) => positions[2 * elements[3 * e + c] + k]));
