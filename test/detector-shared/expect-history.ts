/** What a list says of points that began, went on and ended, against the rule written down plainly. */
import { expect } from 'vitest';
import type { ContactList } from '../../src/contact';
import type { ContactList2d } from '../../src/planar';
import { matchGreedily, type NamedPoint } from './greedy';

interface Known {
  points: NamedPoint[];
  slots: number[];
}

export interface Counts {
  /** Points of contacts that are not new. */
  began: number;
  /** Points that go on under another name. */
  renamed: number;
}

/**
 * Looks at one step after the other. `toBody` gives a place in the world in the frame of a body as it stands,
 * `inradius` that of the swollen body. Methods that give a contact two points of one name are none of its business.
 */
export function createHistoryWatch(
  coordinates: number,
  toBody: (i: number, place: readonly number[]) => number[],
  inradius: (i: number) => number,
): (list: ContactList | ContactList2d) => Counts {
  let last = new Map<string, Known>();
  return (list) => {
    const now = new Map<string, Known>();
    const ended = new Set(list.endedPointSlot.subarray(0, list.endedPointCount));
    const counts = { began: 0, renamed: 0 };
    for (let c = 0; c < list.count; c++) {
      const [a, b] = [list.bodyA[c], list.bodyB[c]];
      const rows = Array.from({ length: list.pointStart[c + 1] - list.pointStart[c] }, (_, k) => list.pointStart[c] + k);
      const points = rows.map((p): NamedPoint => ({
        name: [list.pointFeatures[2 * p], list.pointFeatures[2 * p + 1]],
        place: toBody(a, [...list.points.subarray(coordinates * p, coordinates * (p + 1))]),
      }));
      const slots = rows.map((p) => list.pointSlot[p]);
      const key = `${a} ${b} ${b < 0 ? list.featureB[c] : ''}`;
      now.set(key, { points, slots });
      const names = new Set(points.map(({ name }) => name.join()));
      const before = last.get(key);
      if (before === undefined || names.size !== points.length) {
        expect([names.size, list.began[c]]).toEqual([points.length, before === undefined ? 1 : 0]);
        continue;
      }
      const cap = 0.02 * Math.min(inradius(a), b < 0 ? Infinity : inradius(b));
      const partners = matchGreedily(points, before.points, cap);
      // Slots are handed out anew for points that began, so it is enough that those are others than before.
      const expected = partners.map((q, k) => (q < 0 ? !before.slots.includes(slots[k]) : slots[k] === before.slots[q]));
      const marked = partners.map((q, k) => list.pointBegan[rows[k]] === (q < 0 ? 1 : 0));
      const gone = before.slots.map((slot, q) => ended.has(slot) !== partners.includes(q));
      if ([...expected, ...marked, ...gone].includes(false)) expect({ key, partners, slots }).toBe(before);
      partners.forEach((q, k) => {
        if (q < 0) counts.began++;
        else if (points[k].name.join() !== before.points[q].name.join()) counts.renamed++;
      });
    }
    last = now;
    return counts;
  };
}
