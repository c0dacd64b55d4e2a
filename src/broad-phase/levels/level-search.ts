/**
 * Shared by the parts of one search for near pairs (near-pairs.ts): copies of the bodies in the order of the search,
 * and the test of one body against consecutive bodies in that order.
 *
 * Bodies are copied: a quarter of x, y, z and of radius + margin / 2, in adjacent memory, so that consecutive bodies
 * are one block. A quarter is exact, and no difference or sum of finite numbers overflows. On a periodic axis x is
 * relative to the start of the box and moved into it. With u = 2^-53, x - start and k edge are split without error (as
 * in image-test.ts), so the error is less than 4u edge = 2^-51 edge. A body may then be up to 2^-24 edge outside the
 * box; this does no harm, since cells are counted around it. PAD is larger than this error.
 *
 * The copies only select candidates: |d|^2 <= reach^2 (1 + 2^-20) with errors of a few u. The exact decision uses the
 * caller's numbers, after the filter: a pair that may not pair is never listed.
 */
import { mayPair, type PairFilter } from '../../body/pairing';
import { appendIfNear } from '../sphere-test';
import { appendIfNearImage } from '../image-test';
import { LEAST_HEIGHT } from '../lattice/lattice';
import { appendIfNearSkew, type SkewSearch } from '../lattice/skew-image-test';
import type { PairList } from '../pair-list';

export interface NearSearch {
  out: PairList;
  centres: Float64Array;
  radii: Float64Array;
  filter: PairFilter | undefined;
  periodic: boolean;
  /** In a cell: what it is, and how pairs are decided; centres and radii here are its places and swollen radii. */
  skew: SkewSearch | undefined;
  readonly margin: Float64Array;
  /** Edges of the box (0 on axes that do not repeat), and its start. */
  readonly edges: Float64Array;
  readonly starts: Float64Array;
  /** Added to a quarter of the radius: an eighth of the margin and PAD. */
  readonly extra: Float64Array;
  /** Number of valid bodies. */
  count: number;
  /** Numbers of the valid bodies: level by level, rows of cells in it. */
  body: Int32Array;
  /** Four numbers for each of them. */
  spheres: Float64Array;
}

/**
 * In units of the largest edge: eight times the error of moving a body into the box; a quarter, as all lengths here.
 */
export const PAD = 2 ** -50;

/** Candidates have distance^2 <= reach^2 WIDER + LOST, which is more than the errors of rounding and underflow. */
export const WIDER = 1 + 2 ** -20;
export const LOST = 1e-250;

/** Lists the near pairs of body p and the bodies from .. to - 1 (places in search.body). */
export function meet(search: NearSearch, p: number, from: number, to: number): void {
  if (search.periodic) {
    meetImages(search, p, from, to);
    return;
  }
  const spheres = search.spheres;
  const px = spheres[4 * p];
  const py = spheres[4 * p + 1];
  const pz = spheres[4 * p + 2];
  const pr = spheres[4 * p + 3];
  for (let q = from; q < to; q++) {
    const dx = spheres[4 * q] - px;
    const dy = spheres[4 * q + 1] - py;
    const dz = spheres[4 * q + 2] - pz;
    const reach = spheres[4 * q + 3] + pr;
    if (dx * dx + dy * dy + dz * dz <= reach * reach * WIDER + LOST) decide(search, p, q);
  }
}

/** The same between nearest images. */
function meetImages(search: NearSearch, p: number, from: number, to: number): void {
  if (search.skew !== undefined) {
    meetInCell(search, search.skew, p, from, to);
    return;
  }
  const { spheres, edges } = search;
  const px = spheres[4 * p];
  const py = spheres[4 * p + 1];
  const pz = spheres[4 * p + 2];
  const pr = spheres[4 * p + 3];
  const edgeX = 0.25 * edges[0];
  const edgeY = 0.25 * edges[1];
  const edgeZ = 0.25 * edges[2];
  const halfX = edgeX > 0 ? 0.5 * edgeX : Infinity;
  const halfY = edgeY > 0 ? 0.5 * edgeY : Infinity;
  const halfZ = edgeZ > 0 ? 0.5 * edgeZ : Infinity;
  for (let q = from; q < to; q++) {
    let dx = spheres[4 * q] - px;
    let dy = spheres[4 * q + 1] - py;
    let dz = spheres[4 * q + 2] - pz;
    if (dx > halfX) dx -= edgeX;
    else if (dx < -halfX) dx += edgeX;
    if (dy > halfY) dy -= edgeY;
    else if (dy < -halfY) dy += edgeY;
    if (dz > halfZ) dz -= edgeZ;
    else if (dz < -halfZ) dz += edgeZ;
    const reach = spheres[4 * q + 3] + pr;
    if (dx * dx + dy * dy + dz * dz <= reach * reach * WIDER + LOST) decide(search, p, q);
  }
}

/** The same in a cell: distances by its metric. Where more images may be near, all pairs that meet are decided. */
function meetInCell(search: NearSearch, { lattice }: SkewSearch, p: number, from: number, to: number): void {
  const { spheres, edges } = search;
  const m = lattice.metric;
  const px = spheres[4 * p];
  const py = spheres[4 * p + 1];
  const pz = spheres[4 * p + 2];
  const pr = spheres[4 * p + 3];
  const edgeX = 0.25 * edges[0];
  const edgeY = 0.25 * edges[1];
  const edgeZ = 0.25 * edges[2];
  const halfX = edgeX > 0 ? 0.5 * edgeX : Infinity;
  const halfY = edgeY > 0 ? 0.5 * edgeY : Infinity;
  const halfZ = edgeZ > 0 ? 0.5 * edgeZ : Infinity;
  const single = 0.125 * lattice.sizes[LEAST_HEIGHT] * (1 - 2 ** -20);
  for (let q = from; q < to; q++) {
    let tx = spheres[4 * q] - px;
    let ty = spheres[4 * q + 1] - py;
    let tz = spheres[4 * q + 2] - pz;
    if (tx > halfX) tx -= edgeX;
    else if (tx < -halfX) tx += edgeX;
    if (ty > halfY) ty -= edgeY;
    else if (ty < -halfY) ty += edgeY;
    if (tz > halfZ) tz -= edgeZ;
    else if (tz < -halfZ) tz += edgeZ;
    const dx = m[0] * tx + m[1] * ty + m[2] * tz;
    const dy = m[3] * ty + m[4] * tz;
    const dz = m[5] * tz;
    const reach = spheres[4 * q + 3] + pr;
    if (dx * dx + dy * dy + dz * dz <= reach * reach * WIDER + LOST || reach > single) decide(search, p, q);
  }
}

/** Lists the pair of the bodies at places p and q if they may pair and are near. */
export function decide(search: NearSearch, p: number, q: number): void {
  const { out, centres, radii, filter, margin } = search;
  const i = search.body[p];
  const j = search.body[q];
  if (filter !== undefined && !mayPair(filter, i, j)) return;
  if (search.skew !== undefined) appendIfNearSkew(out, search.skew, margin, i, j);
  else if (search.periodic) appendIfNearImage(out, centres, radii, margin, search.edges, i, j);
  else appendIfNear(out, centres, radii, margin, i, j);
}
