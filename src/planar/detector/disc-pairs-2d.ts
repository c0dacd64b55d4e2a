/**
 * Near pairs of discs: from the pair to the row of the contact list in one loop, as sphere-pairs.ts in space. It writes
 * what the finder writes pair by pair for `discContact`, to the last bit.
 */
import { vertexFeature } from '../../contact/feature';
import { roundedBand } from '../../contact/rounding';
import { ContactKind, NormalOwner, Status } from '../../contact/status';
import { PAIRS_A_BLOCK, type PairCounts, type RowTarget } from '../../detector-shared/ask-pairs';
import { forgetPair } from '../../detector-shared/pair-table';
import { Health } from '../../detector-shared/row-watch';
import { reserveContacts2d, type ContactList2d } from '../contact/contact-list-2d';
import type { Search2d } from './finder-2d';

const CENTRE = /* @__PURE__ */ vertexFeature(0);

/**
 * A function that asks near pairs from `from` on, as long as they are of two healthy discs, and at most up to `to`. It
 * returns the pair after the last one.
 */
export function createDiscPairs2d(
  search: Search2d,
  target: RowTarget<ContactList2d>,
  counts: PairCounts,
): (from: number, to: number) => number {
  const { bodies, method, options, list: near, watch } = search;
  const { list, isReady, settle } = target;
  return (from, to) => {
    // Threads get their cell and their bodies after they are made.
    if (method.takesCores !== true || near.cell !== undefined || from >= to) return from;
    const { positions, rounding, shapes, shapeIndex } = bodies;
    const { radii, edges, table } = near;
    const { pairs, live } = table;
    const { health } = watch;
    const start = pairs[2 * from];
    if (health[start] !== Health.Good || shapes[shapeIndex[start]].dimension !== 0 || !isReady()) return from;
    const reach = near.reach[0];
    const margin = options.margin;
    const length = options.minLength > 0 ? options.minLength : 0;
    const isPeriodic = edges[0] > 0 || edges[1] > 0;
    const last = Math.min(to, from + PAIRS_A_BLOCK);
    const first = list.count;
    reserveContacts2d(list, first + last - from, list.pointCount + last - from);
    const { bodyA, bodyB, status, kind, normals, gaps, owner, lengths, areas, centres, pointsA, pointsB, featureA, featureB } = list;
    const { pointStart, points, pointGaps, pointFeatures, pointShares, shifts, began, userSlot, pointBegan, pointSlot } = list;
    let row = first;
    let point = list.pointCount;
    let asked = 0;
    let p = from;
    for (; p < last; p++) {
      const i = pairs[2 * p];
      const j = pairs[2 * p + 1];
      if (health[i] !== Health.Good || health[j] !== Health.Good) break;
      const a = shapes[shapeIndex[i]];
      const b = shapes[shapeIndex[j]];
      if (a.dimension !== 0 || b.dimension !== 0) break;
      const ax = positions[2 * i];
      const ay = positions[2 * i + 1];
      let dx = positions[2 * j] - ax;
      let dy = positions[2 * j + 1] - ay;
      let shiftX = 0;
      let shiftY = 0;
      if (isPeriodic) {
        if (edges[0] > 0) shiftX = Math.floor(0.5 - dx / edges[0]) * edges[0];
        if (edges[1] > 0) shiftY = Math.floor(0.5 - dy / edges[1]) * edges[1];
      }
      dx += shiftX;
      dy += shiftY;
      const square = dx * dx + dy * dy;
      const bound = radii[i] + radii[j] + reach;
      if (!(square <= bound * bound)) {
        if (live[p] === 1) forgetPair(table, p);
        continue;
      }
      const distance = Math.sqrt(square);
      // Centres at one place, or too far apart for their distance.
      if (!(distance > 0 && distance < Infinity)) break;
      live[p] = 1;
      asked++;
      const ra = rounding[i];
      const rb = rounding[j];
      const sum = ra + rb;
      const gap = distance - sum;
      const band = roundedBand(a.tolerance + b.tolerance, sum);
      if (!(gap <= band || gap <= margin)) continue;
      const nx = dx / distance;
      const ny = dy / distance;
      const middle = 0.5 * (distance + ra - rb);
      const far = distance - rb;
      const at = 2 * row;
      const to2 = 2 * point;
      bodyA[row] = i;
      bodyB[row] = j;
      status[row] = gap > band ? Status.Separated : gap < -band ? Status.Overlapping : Status.Touching;
      kind[row] = ContactKind.VertexVertex;
      gaps[row] = pointGaps[point] = gap;
      owner[row] = NormalOwner.None;
      lengths[row] = length;
      areas[row] = 0;
      featureA[row] = featureB[row] = CENTRE;
      normals[at] = nx;
      normals[at + 1] = ny;
      pointsA[at] = ax + ra * nx;
      pointsA[at + 1] = ay + ra * ny;
      pointsB[at] = ax + far * nx;
      pointsB[at + 1] = ay + far * ny;
      centres[at] = points[to2] = ax + middle * nx;
      centres[at + 1] = points[to2 + 1] = ay + middle * ny;
      // Without a cell that moves the velocities of images are 0 in all rows.
      if (isPeriodic) {
        shifts[at] = shiftX;
        shifts[at + 1] = shiftY;
      }
      began[row] = 1;
      userSlot[row] = -1;
      pointFeatures[to2] = pointFeatures[to2 + 1] = CENTRE;
      pointShares[point] = 0;
      pointBegan[point] = 1;
      pointSlot[point] = -1;
      row++;
      point++;
      pointStart[row] = point;
    }
    counts.asked += asked;
    if (row > first) {
      list.count = row;
      list.pointCount = point;
      list.bodyIndex.isMade = false;
      settle(first);
    }
    return p;
  };
}
