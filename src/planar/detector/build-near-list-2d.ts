/**
 * Builds the near list of bodies in the plane: pairs of bounding discs, less those that the edges of much larger bodies
 * rule out (reach-2d.ts).
 */
import { mayPair } from '../../body/pairing';
import { createNbsWorkspace2d, nbsPairs2d, type NbsWorkspace2d } from '../../broad-phase/nbs-2d';
import { createNearPairsWorkspace2d, nearPairs2d, type NearPairsWorkspace2d } from '../../broad-phase/near-pairs-2d';
import type { PeriodicBox2d } from '../../broad-phase/periodic';
import { cellOf2d, type PeriodicCell2d } from '../../broad-phase/periodic-cell';
import { createMovingCell, type MovingCell } from '../../detector-shared/moving-cell';
import { beginNearList, endNearList, type NearList } from '../../detector-shared/near-list';
import type { RowWatch } from '../../detector-shared/row-watch';
import type { BodySet2d } from '../body/body-set-2d';
import { byEdges, mayReach2d } from './reach-2d';

export interface NearSearcher2d {
  /** The workspace of one of the two searches. */
  readonly near: NearPairsWorkspace2d | undefined;
  readonly nbs: NbsWorkspace2d | undefined;
  readonly options: { margin: number; readonly periodic: PeriodicBox2d | PeriodicCell2d | undefined; readonly filter: BodySet2d };
}

export function createNearSearcher2d(
  bodies: BodySet2d,
  periodic: PeriodicBox2d | PeriodicCell2d | undefined,
  search: 'near-pairs' | 'nbs',
): NearSearcher2d {
  return {
    near: search === 'nbs' ? undefined : createNearPairsWorkspace2d(),
    nbs: search === 'nbs' ? createNbsWorkspace2d() : undefined,
    options: { margin: 0, periodic, filter: bodies },
  };
}

/** The periodic cell, if it is no box. */
export function movingCellOf2d(periodic: PeriodicBox2d | PeriodicCell2d | undefined, shared: boolean): MovingCell | undefined {
  const cell = cellOf2d(periodic);
  return cell === undefined ? undefined : createMovingCell(cell, 2, shared);
}

/** Edges of the box, 0 along axes that do not repeat; of a cell the detector reads the heights in each step. */
export function edgesOf2d(periodic: PeriodicBox2d | PeriodicCell2d | undefined, shared: boolean): Float64Array {
  const edges = new Float64Array(shared ? new SharedArrayBuffer(16) : new ArrayBuffer(16));
  if (periodic === undefined || !('max' in periodic)) return edges;
  for (const axis of [0, 1] as const) {
    if (periodic.axes === undefined || periodic.axes[axis]) edges[axis] = periodic.max[axis] - periodic.min[axis];
  }
  return edges;
}

/** Builds the list for the poses of this moment. Throws what {@link beginNearList} throws. */
export function buildNearList2d(list: NearList, { near, nbs, options }: NearSearcher2d, bodies: BodySet2d, watch: RowWatch): void {
  const { count, positions } = bodies;
  beginNearList(list, bodies, watch);
  const { found, radii } = list;
  options.margin = list.reach[0];
  if (nbs !== undefined) nbsPairs2d(found, count, positions, radii, options.margin, nbs);
  else nearPairs2d(found, count, positions, radii, options, near);

  for (let i = 0; i < count; i++) watch.turning[i] = 0;
  let kept = 0;
  for (let p = 0; p < found.count; p++) {
    const i = found.pairs[2 * p];
    const j = found.pairs[2 * p + 1];
    // NBS knows no masks.
    if (nbs !== undefined && !mayPair(bodies, i, j)) continue;
    if (mayReach2d(list, bodies, i, j) || byEdges[0] < 0) {
      found.pairs[2 * kept] = i;
      found.pairs[2 * kept + 1] = j;
      kept++;
    } else watch.turning[byEdges[0]] = 1;
  }
  endNearList(list, kept, count, watch);
}
