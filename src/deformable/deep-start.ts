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
    const e = near.pairs[2 * p];
    const f = near.pairs[2 * p + 1];
    const name = nameOf(blockOf(e), blockOf(f));
    if (!deep.has(name) && isDeeper(positions, elements, e, f, touched.has(name) ? 0.5 * reach : 2 * tolerance)) deep.add(name);
  }
  return deep.size;
}

function elementSpheres({ elementCount, elements, positions }: DeformableSet): { centres: Float64Array; radii: Float64Array } {
  const centres = new Float64Array(3 * elementCount);
  const radii = new Float64Array(elementCount);
  for (let e = 0; e < elementCount; e++) {
    loadCorners(positions, elements, e, A);
    for (let c = 0; c < 12; c++) centres[3 * e + (c % 3)] += 0.25 * corners[c];
    let most = 0;
    for (let c = 0; c < 12; c += 3) {
      const x = corners[c] - centres[3 * e];
      const y = corners[c + 1] - centres[3 * e + 1];
      const z = corners[c + 2] - centres[3 * e + 2];
      most = Math.max(most, x * x + y * y + z * z);
    }
    radii[e] = Math.sqrt(most);
  }
  return { centres, radii };
}

/** Corners of two tetrahedra, x y z packed: four from A on and four from B on. */
const corners = /* @__PURE__ */ new Float64Array(24);
const A = 0;
const B = 12;
/** The direction of {@link isOverlapAbove} and its squared length. */
const axis = /* @__PURE__ */ new Float64Array(4);
const SQUARE = 3;

const PARALLEL = 1e-9;
const EDGES = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
] as const;

function loadCorners(positions: Float64Array, elements: Int32Array, e: number, to: number): void {
  for (let c = 0; c < 4; c++) for (let k = 0; k < 3; k++) corners[to + 3 * c + k] = positions[3 * elements[4 * e + c] + k];
}

/** Whether two tetrahedra overlap by more than `depth` along all separating axes. */
function isDeeper(positions: Float64Array, elements: Int32Array, e: number, f: number, depth: number): boolean {
  loadCorners(positions, elements, e, A);
  loadCorners(positions, elements, f, B);
  for (const to of [A, B])
    for (const [i, j, k] of FACES) if (setAxis(to + 3 * i, to + 3 * j, to + 3 * i, to + 3 * k) && !isOverlapAbove(depth)) return false;
  for (const [i, j] of EDGES)
    for (const [k, l] of EDGES) if (setAxis(A + 3 * i, A + 3 * j, B + 3 * k, B + 3 * l) && !isOverlapAbove(depth)) return false;
  return true;
}

/** Writes the cross product of the lines from p to q and from r to s. False when they are parallel. */
function setAxis(p: number, q: number, r: number, s: number): boolean {
  const ux = corners[q] - corners[p];
  const uy = corners[q + 1] - corners[p + 1];
  const uz = corners[q + 2] - corners[p + 2];
  const vx = corners[s] - corners[r];
  const vy = corners[s + 1] - corners[r + 1];
  const vz = corners[s + 2] - corners[r + 2];
  axis[0] = uy * vz - uz * vy;
  axis[1] = uz * vx - ux * vz;
  axis[2] = ux * vy - uy * vx;
  axis[SQUARE] = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  return axis[SQUARE] > PARALLEL * PARALLEL * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
}

/** Whether the loaded tetrahedra overlap by more than `depth` along the axis, to either side. */
function isOverlapAbove(depth: number): boolean {
  let leastA = Infinity;
  let mostA = -Infinity;
  let leastB = Infinity;
  let mostB = -Infinity;
  for (let c = 0; c < 12; c += 3) {
    const a = axis[0] * corners[A + c] + axis[1] * corners[A + c + 1] + axis[2] * corners[A + c + 2];
    const b = axis[0] * corners[B + c] + axis[1] * corners[B + c + 1] + axis[2] * corners[B + c + 2];
    leastA = Math.min(leastA, a);
    mostA = Math.max(mostA, a);
    leastB = Math.min(leastB, b);
    mostB = Math.max(mostB, b);
  }
  const least = depth * Math.sqrt(axis[SQUARE]);
  return mostA - leastB > least && mostB - leastA > least;
}
