import { describe, expect, it } from 'vitest';
import { fingerprint, readPacking } from '../../app/main-job';
import { candidatePairs, findContacts, meanRadius, wallsOf } from '../../app/scene-contacts';
import { gapClassOf, summarise } from '../../app/summary';
import { createContactFor, createDetectOptions, detect, exactMethod, Status, type BodySet } from '../../src';
import { heap } from './helpers';

/** Every pair but those of two walls, asked one by one: what the broad phase must not miss. */
function contactsOfAllPairs(bodies: BodySet, isWall: Uint8Array, margin: number): Map<string, number> {
  const found = new Map<string, number>();
  const options = { ...createDetectOptions(), margin };
  for (let i = 0; i < bodies.count; i++) {
    for (let j = i + 1; j < bodies.count; j++) {
      if (isWall[i] && isWall[j]) continue;
      const contact = createContactFor(bodies.shapes[bodies.shapeIndex[i]], bodies.shapes[bodies.shapeIndex[j]]);
      detect(contact, exactMethod, bodies, i, j, undefined, options);
      if (contact.gap <= margin) found.set(`${i} ${j}`, contact.gap);
    }
  }
  return found;
}

describe('contacts of a scene', () => {
  it.each([
    [1, 0],
    [2, 0.02],
    [3, 0.3],
  ])('are those of all pairs, each once (seed %i, margin %f)', (seed, margin) => {
    const { bodies, names, isWall } = heap(60, seed, margin);
    const { contacts } = findContacts({ bodies, names }, margin, [], undefined, 'exact');
    const expected = contactsOfAllPairs(bodies, isWall, margin);
    const found = new Map<string, number>();
    for (let c = 0; c < contacts.count; c++) found.set(`${contacts.bodyA[c]} ${contacts.bodyB[c]}`, contacts.gaps[c]);
    expect(contacts.count).toBe(found.size);
    expect(found.size).toBeGreaterThan(30);
    expect([...found].sort()).toEqual([...expected].sort());

    // The shortest link finds the same pairs, with the same gaps to rounding.
    const link = findContacts({ bodies, names }, margin, []).contacts;
    expect(link.bodyA.subarray(0, link.count)).toEqual(contacts.bodyA.subarray(0, contacts.count));
    expect(link.bodyB.subarray(0, link.count)).toEqual(contacts.bodyB.subarray(0, contacts.count));
    for (let c = 0; c < link.count; c++) expect(Math.abs(link.gaps[c] - contacts.gaps[c])).toBeLessThan(1e-14);
  });

  it('leave out most pairs with a wall before the exact plane', () => {
    const { bodies, isWall } = heap(200, 4, 0);
    const pairs = candidatePairs(bodies, isWall, 0);
    const withWall = pairs.filter((_, k) => k % 2 === 0 && isWall[pairs[k]]).length;
    expect(withWall).toBeGreaterThan(0);
    expect(withWall).toBeLessThan(200);
    for (let p = 0; p < pairs.length; p += 2) expect(pairs[p]).toBeLessThan(pairs[p + 1]);
  });

  it('count pairs with an invalid pose and go on', () => {
    const { bodies, names } = heap(40, 5, 0);
    bodies.orientations.fill(0, 4 * 10, 4 * 11);
    const found = findContacts({ bodies, names }, 0, []);
    expect(found.invalid).toBeGreaterThan(0);
    expect(found.contacts.count).toBeGreaterThan(0);
    expect(Array.from(found.contacts.bodyA.subarray(0, found.contacts.count))).not.toContain(10);
  });

  it('give the same fingerprint again, and another for another gap', () => {
    const first = heap(50, 6, 0.01);
    expect(fingerprint(heap(50, 6, 0.01).contacts)).toBe(fingerprint(first.contacts));
    const before = fingerprint(first.contacts);
    first.contacts.gaps[0] += 1e-16;
    expect(fingerprint(first.contacts)).not.toBe(before);
  });
});

describe('the summary', () => {
  it('counts every listed contact once and every closed one at both its bodies', () => {
    const found = heap(80, 7, 0.05);
    const summary = summarise(found);
    const sum = (values: Iterable<number>): number => [...values].reduce((total, n) => total + n, 0);
    expect(sum(summary.byKind.flat())).toBe(found.contacts.count);
    expect(sum(summary.byClass)).toBe(found.contacts.count);
    expect(sum(summary.closedOf)).toBe(2 * summary.closed);
    expect(summary.allPairs).toBe((82 * 81) / 2 - 1);
    expect(summary.byClass[2]).toBeGreaterThan(0);
  });

  it('knows the class of each status', () => {
    expect([Status.Overlapping, Status.Touching, Status.Separated, Status.Unresolved].map(gapClassOf)).toEqual([0, 1, 2, 3]);
  });
});

describe('the packing that comes with the project', () => {
  const path = new URL('../../sim/scenes/packing-500/scene.conf', import.meta.url).pathname;
  const { bodies, names } = readPacking(path);
  const isWall = wallsOf(bodies);
  const found = findContacts({ bodies, names }, 0.01 * meanRadius(bodies, isWall), []);
  const summary = summarise(found);

  it('has 500 particles of four shapes in equal shares, 2 to 5 cm in size, between six walls', () => {
    expect([summary.particles, summary.walls]).toEqual([500, 6]);
    const share = new Map<string, number>();
    for (let b = 0; b < bodies.count; b++) {
      if (isWall[b]) continue;
      share.set(names[b], (share.get(names[b]) ?? 0) + 1);
      const size = Math.cbrt((6 / Math.PI) * bodies.shapes[bodies.shapeIndex[b]].volume);
      expect(size).toBeGreaterThan(0.01999);
      expect(size).toBeLessThan(0.05001);
    }
    expect([...share.values()]).toEqual([125, 125, 125, 125]);
  });

  it('is dense and settled: 5 to 8 contacts a particle, no overlap beyond a thousandth of a size', () => {
    expect(summary.meanClosed).toBeGreaterThan(5);
    expect(summary.meanClosed).toBeLessThan(8);
    expect(summary.byClass[3]).toBe(0);
    expect(found.invalid).toBe(0);
    const { contacts } = found;
    for (let c = 0; c < contacts.count; c++) {
      const sizes = [contacts.bodyA[c], contacts.bodyB[c]]
        .filter((b) => !isWall[b])
        .map((b) => Math.cbrt((6 / Math.PI) * bodies.shapes[bodies.shapeIndex[b]].volume));
      expect(-contacts.gaps[c]).toBeLessThan(1e-3 * Math.min(...sizes));
    }
  });
});
