/**
 * Near pairs of spheres: from the pair to the row of the contact list in one loop. It writes what the finder writes
 * pair by pair for `sphereContact`, to the last bit, but reads each array of the list once for many pairs.
 *
 * Spheres have no memory of a method. They have no slack either (slack.ts): the bounds of a sphere are the sphere, so a
 * pair within the bounds is in contact to 2^-40 of its size. No shape has faces, so none rules out a pair (reach.ts).
 */
import type { ContactList } from '../contact/contact-list';
import { reserveContacts } from '../contact/contact-list';
import { vertexFeature } from '../contact/feature';
import { roundedBand } from '../contact/rounding';
import { LEAST_DISTANCE } from '../contact/sphere-contact';
import { ContactKind, NormalOwner, Status } from '../contact/status';
import { PAIRS_A_BLOCK, type PairCounts, type RowTarget } from '../detector-shared/ask-pairs';
import { forgetPair } from '../detector-shared/pair-table';
import { Health } from '../detector-shared/row-watch';
import type { Search } from './finder';
import { toImage } from './reach';

const CENTRE = /* @__PURE__ */ vertexFeature(0);

/**
 * A function that asks near pairs from `from` on, as long as they are of two healthy spheres, and at most up to `to`.
 * It returns the pair after the last one.
 */
export function createSpherePairs(
  search: Search,
  target: RowTarget<ContactList>,
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
    const area = options.minArea > 0 ? options.minArea : 0;
    const isPeriodic = edges[0] > 0 || edges[1] > 0 || edges[2] > 0;
    const last = Math.min(to, from + PAIRS_A_BLOCK);
    const first = list.count;
    reserveContacts(list, first + last - from, list.pointCount + last - from);
    const { bodyA, bodyB, status, kind, normals, gaps, owner, areas, volumes, centres, pointsA, pointsB, featureA, featureB } = list;
    const { pointStart, points, pointGaps, pointFeatures, pointShares, shifts, began, userSlot, pointBegan, pointSlot } = list;
    let row = first;
    let point = list.pointCount;
    let asked = 0;
    let p = from;
    for (; p < last; p++) {
      const i = pairs[2 * p];
      const j = pairs[2 * p + 1];
      if (health[i] !== Health.Good || health[j] !== Health.Good) break;
      if (shapes[shapeIndex[i]].dimension !== 0 || shapes[shapeIndex[j]].dimension !== 0) break;
      const ax = positions[3 * i];
      const ay = positions[3 * i + 1];
      const az = positions[3 * i + 2];
      let dx = positions[3 * j] - ax;
      let dy = positions[3 * j + 1] - ay;
      let dz = positions[3 * j + 2] - az;
      let shiftX = 0;
      let shiftY = 0;
      let shiftZ = 0;
      if (isPeriodic) {
        shiftX = toImage(dx, edges[0]);
        shiftY = toImage(dy, edges[1]);
        shiftZ = toImage(dz, edges[2]);
      }
      dx += shiftX;
      dy += shiftY;
      dz += shiftZ;
      const square = dx * dx + dy * dy + dz * dz;
      const bound = radii[i] + radii[j] + reach;
      if (!(square <= bound * bound)) {
        if (live[p] === 1) forgetPair(table, p);
        continue;
      }
      const distance = Math.sqrt(square);
      // Centres at one place, or too far apart for their distance.
      if (!(distance >= LEAST_DISTANCE && distance < Infinity)) break;
      live[p] = 1;
      asked++;
      const ra = rounding[i];
      const rb = rounding[j];
      const sum = ra + rb;
      const gap = distance - sum;
      const band = roundedBand(0, sum);
      if (!(gap <= band || gap <= margin)) continue;
      const nx = dx / distance;
      const ny = dy / distance;
      const nz = dz / distance;
      const far = distance - rb;
      const middle = ra + 0.5 * gap;
      const at = 3 * row;
      const to3 = 3 * point;
      bodyA[row] = i;
      bodyB[row] = j;
      status[row] = gap > band ? Status.Separated : gap < -band ? Status.Overlapping : Status.Touching;
      kind[row] = ContactKind.VertexVertex;
      gaps[row] = pointGaps[point] = gap;
      owner[row] = NormalOwner.None;
      areas[row] = area;
      volumes[row] = 0;
      featureA[row] = featureB[row] = CENTRE;
      normals[at] = nx;
      normals[at + 1] = ny;
      normals[at + 2] = nz;
      pointsA[at] = ax + ra * nx;
      pointsA[at + 1] = ay + ra * ny;
      pointsA[at + 2] = az + ra * nz;
      pointsB[at] = ax + far * nx;
      pointsB[at + 1] = ay + far * ny;
      pointsB[at + 2] = az + far * nz;
      centres[at] = points[to3] = ax + middle * nx;
      centres[at + 1] = points[to3 + 1] = ay + middle * ny;
      centres[at + 2] = points[to3 + 2] = az + middle * nz;
      // Without a cell that moves the velocities of images are 0 in all rows.
      if (isPeriodic) {
        shifts[at] = shiftX;
        shifts[at + 1] = shiftY;
        shifts[at + 2] = shiftZ;
      }
      began[row] = 1;
      userSlot[row] = -1;
      pointFeatures[2 * point] = pointFeatures[2 * point + 1] = CENTRE;
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
