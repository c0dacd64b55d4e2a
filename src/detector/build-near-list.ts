/**
 * Builds the near list of bodies in space: pairs of bounding spheres, less those that the faces of much larger bodies
 * rule out (reach.ts).
 */
import type { BodySet } from '../body/body-set';
import { createNearPairsWorkspace, nearPairs, type NearPairsWorkspace } from '../broad-phase/near-pairs';
import type { PeriodicBox } from '../broad-phase/periodic';
import { cellOf, type PeriodicCell } from '../broad-phase/periodic-cell';
import { createMovingCell, type MovingCell } from '../detector-shared/moving-cell';
import { beginNearList, endNearList, type NearList } from '../detector-shared/near-list';
import type { RowWatch } from '../detector-shared/row-watch';
import { byFaces, mayReach } from './reach';

export interface NearSearcher {
  readonly workspace: NearPairsWorkspace;
  readonly search: { margin: number; readonly periodic: PeriodicBox | PeriodicCell | undefined; filter: BodySet };
}

export function createNearSearcher(bodies: BodySet, periodic: PeriodicBox | PeriodicCell | undefined): NearSearcher {
  return { workspace: createNearPairsWorkspace(), search: { margin: 0, periodic, filter: bodies } };
}

/** The periodic cell, if it is no box. */
export function movingCellOf(periodic: PeriodicBox | PeriodicCell | undefined, shared: boolean): MovingCell | undefined {
  const cell = cellOf(periodic);
  return cell === undefined ? undefined : createMovingCell(cell, 3, shared);
}

/** Edges of the box, 0 along axes that do not repeat; of a cell the detector reads the heights in each step. */
export function edgesOf(periodic: PeriodicBox | PeriodicCell | undefined, shared: boolean): Float64Array {
  const edges = new Float64Array(shared ? new SharedArrayBuffer(24) : new ArrayBuffer(24));
  for (let axis = 0; axis < 3; axis++) {
    if (periodic && 'max' in periodic && (periodic.axes === undefined || periodic.axes[axis]))
      edges[axis] = periodic.max[axis] - periodic.min[axis];
  }
  return edges;
}

/** Builds the list for the poses of this moment. Throws what {@link beginNearList} throws. */
export function buildNearList(list: NearList, { workspace, search }: NearSearcher, bodies: BodySet, watch: RowWatch): void {
  const { count } = bodies;
  beginNearList(list, bodies, watch);
  const { found } = list;
  search.margin = list.reach[0];
  search.filter = bodies;
  nearPairs(found, count, bodies.positions, list.radii, search, workspace);

  for (let i = 0; i < count; i++) watch.turning[i] = 0;
  let kept = 0;
  for (let p = 0; p < found.count; p++) {
    const i = found.pairs[2 * p];
    const j = found.pairs[2 * p + 1];
    if (mayReach(list, bodies, i, j) || byFaces[0] < 0) {
      found.pairs[2 * kept] = i;
      found.pairs[2 * kept + 1] = j;
      kept++;
    } else watch.turning[byFaces[0]] = 1;
  }
  endNearList(list, kept, count, watch);
}
