import { describe, expect, test } from 'vitest';
import { createBodySet } from '../../src/body';
import { appendContact, clearContactList, createContact, createContactList } from '../../src/contact';
import { box, createRandom, type Random } from '../../src/polyhedron';
import { beginHistory, createContactHistory, endHistory, recordContact } from '../../src/detector-shared/contact-history';
import { createRowWatch, reserveWatch } from '../../src/detector-shared/row-watch';
import { matchGreedily, type NamedPoint } from './greedy';
import { sweep } from '../sweep';

const CAP = 0.02 * 0.5;
const cube = box(1, 1, 1);

/**
 * A history of one contact of two unit cubes that stand still: its points are what the caller says, in the order in
 * which he says them.
 */
function createPointHistory() {
  const bodies = createBodySet({ shapes: [cube], positions: new Float64Array(6) });
  const watch = createRowWatch(3, 4);
  reserveWatch(watch, 2);
  const list = createContactList();
  const history = createContactHistory(appendContact, createContact(0), { coordinates: 3, bodies, carry: () => undefined });
  /** Slots of the points. */
  return (points: readonly NamedPoint[]): number[] => {
    const contact = createContact(points.length);
    contact.count = points.length;
    points.forEach(({ name, place }, p) => {
      contact.points.set(place, 3 * p);
      contact.features.set(name, 2 * p);
    });
    clearContactList(list);
    beginHistory(history);
    recordContact(history, list, watch, 0, 1, contact);
    endHistory(history, list, watch);
    return [...list.pointSlot.subarray(0, list.pointCount)];
  };
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/**
 * Points in a small square, some of them close to each other, with names of which some are in use in the last step too.
 */
function randomPoints(random: Random, count: number, size: number, names: number): NamedPoint[] {
  const free = shuffled(random, [...Array(names).keys()]);
  return Array.from({ length: count }, (_, p) => ({
    name: [free[p] >> 3, free[p] & 7],
    place: [size * random(), size * random(), 0],
  }));
}

describe('by name, then again and again the closest pair within the cap', () => {
  test.each([0.005, 0.02, 0.1, 1])('in a square of %s', (size) => {
    const random = createRandom(Math.round(1000 * size));
    let byPlace = 0;
    for (let round = 0; round < sweep(400, 200); round++) {
      const old = randomPoints(random, Math.floor(9 * random()), size, 40);
      const fresh = randomPoints(random, Math.floor(9 * random()), size, 40);
      const step = createPointHistory();
      const oldSlots = step(old);
      const partners = matchGreedily(fresh, old, CAP);
      const slots = step(fresh);
      partners.forEach((q, p) => {
        if (q >= 0 ? slots[p] !== oldSlots[q] : oldSlots.includes(slots[p])) expect.fail(`round ${round}, point ${p}`);
        if (q >= 0 && fresh[p].name.join() !== old[q].name.join()) byPlace++;
      });
      expect(new Set(slots).size).toBe(slots.length);
    }
    // Half of the points by chance have a partner within the cap in a small square, hardly one in a large one.
    expect(byPlace > sweep(500, 250)).toBe(size <= 0.02);
  });
});

test('the order of the points changes nothing, also where distances are equal', () => {
  const random = createRandom(5);
  let matched = 0;
  for (let round = 0; round < sweep(300, 150); round++) {
    // On a lattice half a cap wide distances are equal to the bit.
    const lattice = (points: NamedPoint[]) =>
      points.map(({ name, place }) => ({ name, place: place.map((x) => Math.round(x) * 0.5 ** 8) }));
    const old = lattice(randomPoints(random, 8, 4, 24));
    const fresh = lattice(randomPoints(random, 8, 4, 24));
    const partners = [0, 1, 2].map(() => {
      const [a, b] = [shuffled(random, old), shuffled(random, fresh)];
      const step = createPointHistory();
      const names = new Map(step(a).map((slot, q) => [slot, a[q].name.join()]));
      return new Map(step(b).map((slot, p) => [b[p].name.join(), names.get(slot) ?? 'none']));
    });
    for (const [name, was] of partners[0]) {
      expect(partners[1].get(name)).toBe(was);
      expect(partners[2].get(name)).toBe(was);
      if (was !== 'none' && was !== name) matched++;
    }
  }
  expect(matched).toBeGreaterThan(sweep(300, 150));
});

test('so many points as a contact of large bodies has, all with other names, keep their slots; so many that it would take long do not', () => {
  const ring = (count: number, turn: number): NamedPoint[] =>
    Array.from({ length: count }, (_, p) => ({
      name: [turn, p],
      place: [Math.cos((2 * Math.PI * p) / count), Math.sin((2 * Math.PI * p) / count), 1e-4 * turn],
    }));
  const step = createPointHistory();
  const slots = step(ring(512, 0));
  expect(step(ring(512, 1))).toEqual(slots);
  // The same names in another order, again and again.
  expect(step([...ring(512, 1)].reverse())).toEqual([...slots].reverse());
  const more = createPointHistory();
  const before = more(ring(513, 0));
  expect(more(ring(513, 1)).some((slot) => before.includes(slot))).toBe(false);
  const after = more(ring(513, 1));
  expect(more(ring(513, 1))).toEqual(after);
});

test('a place that is no number is nobody', () => {
  const step = createPointHistory();
  const [slot] = step([{ name: [0, 0], place: [Number.NaN, 0, 0] }]);
  expect(step([{ name: [0, 1], place: [0, 0, 0] }])).not.toEqual([slot]);
});
