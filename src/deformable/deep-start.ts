/**
 * Blocks that overlap at the start so deep that no contact point is found.
 *
 * Their tetrahedra overlap. Of two tetrahedra the depth is the least one over the directions of separating axes: the
 * normals of all faces, and the cross products of all edges. Blocks that only meet at their rims, and so have no point,
 * overlap by dTol at most, and so do their tetrahedra.
 */
import { createNearPairsWorkspace, nearPairs } from '../broad-phase/near-pairs';
import { createPairList } from '../broad-phase/pair-list';
import { FACES } from './boundary';
import { IN_CONTACT, type DeformableContacts } from './deformable-contacts';
import type { DeformableSet } from './deformable-set';

/**
 * Number of pairs of blocks with tetrahedra that overlap by more than twice dTol without any contact point, or by more
 * than half of the reach.
 */
export function countUnseen(set: DeformableSet, contacts: DeformableContacts): number {
  const { surface, places, points, tolerance, reach } = contacts;
  const { elementCount, elements, positions, blockCount } = set;
  const touched = new Set<number>();
  const deep = new Set<number>();
  const nameOf = (a: number, b: number) => Math.min(a, b) * blockCount + Math.max(a, b);
  for (let p = 0; p < places.count; p++)
    if (points.state[p] === IN_CONTACT && points.gaps[p] <= tolerance)
      touched.add(nameOf(surface.nodeBlock[points.nodes[2 * p]], surface.triangleBlock[points.triangle[p]]));
  const blockOf = (e: number) => surface.nodeBlock[elements[4 * e]];
  const { centres, radii } = elementSpheres(set);
  const filter = {
    group: Int32Array.from({ length: elementCount }, (_, e) => blockOf(e) + 1),
    flags: new Uint8Array(elementCount),
    category: new Uint32Array(elementCount).fill(1),
    mask: new Uint32Array(elementCount).fill(1),
  };
  const near = createPairList();
  nearPairs(near, elementCount, centres, radii, { filter }, createNearPairsWorkspace());
  for (let p = 0; p < near.count; p++) {
    const [e, f] = near.pairs.subarray(2 * p, 2 * p + 2);
    const name = nameOf(blockOf(e), blockOf(f));
    if (!deep.has(name) && depthOf(positions, elements, e, f) > (touched.has(name) ? 0.5 * reach : 2 * tolerance)) deep.add(name);
  }
  return deep.size;
}

function elementSpheres({ elementCount, elements, positions }: DeformableSet): { centres: Float64Array; radii: Float64Array } {
  const centres = new Float64Array(3 * elementCount);
  const radii = new Float64Array(elementCount);
  for (let e = 0; e < elementCount; e++) {
    const corners = cornersOf(positions, elements, e);
    for (let k = 0; k < 3; k++) centres[3 * e + k] = 0.25 * (corners[0][k] + corners[1][k] + corners[2][k] + corners[3][k]);
    const centre = [...centres.subarray(3 * e, 3 * e + 3)];
    for (const corner of corners) radii[e] = Math.max(radii[e], Math.sqrt(dot(from(centre, corner), from(centre, corner))));
  }
  return { centres, radii };
}

/** Least overlap of two tetrahedra over all separating axes; below 0 when they are apart. */
function depthOf(positions: Float64Array, elements: Int32Array, e: number, f: number): number {
  const a = cornersOf(positions, elements, e);
  const b = cornersOf(positions, elements, f);
  let least = Infinity;
  const tryAxis = (u: number[], v: number[]) => {
    const axis = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.sqrt(dot(axis, axis));
    // The cross product of parallel edges has no direction.
    if (!(size > PARALLEL * Math.sqrt(dot(u, u) * dot(v, v)))) return;
    const [p, q] = [a, b].map((corners) => corners.map((x) => dot(axis, x) / size));
    least = Math.min(least, Math.max(...p) - Math.min(...q), Math.max(...q) - Math.min(...p));
  };
  for (const t of [a, b]) for (const [i, j, k] of FACES) tryAxis(from(t[i], t[j]), from(t[i], t[k]));
  for (const [i, j] of EDGES) for (const [k, l] of EDGES) tryAxis(from(a[i], a[j]), from(b[k], b[l]));
  return least;
}

const PARALLEL = 1e-9;
const EDGES = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
] as const;

const cornersOf = (positions: Float64Array, elements: Int32Array, e: number): number[][] =>
  [0, 1, 2, 3].map((c) => [0, 1, 2].map((k) => positions[3 * elements[4 * e + c] + k]));
const from = (p: number[], q: number[]): number[] => [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
const dot = (u: number[], v: number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
