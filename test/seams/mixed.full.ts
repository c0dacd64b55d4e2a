import { describe, expect, it } from 'vitest';
import { createDetector, memoryFromJson, memoryToJson, type ContactList, type SeamOptions } from '../../src/index';
import { createRandom, type Random } from '../../src/polyhedron';
import { CELLS, FLOORS, mixedScene, slideMixed, SLIDERS, type Mixed, type MixedKind } from './mixed';
import { shuffled } from './scenes';

/** All kinds of sliders, floors and cells. */
const KINDS: MixedKind[] = SLIDERS.flatMap((slider) => FLOORS.flatMap((floor) => CELLS.map((cell) => ({ slider, floor, cell }))));

function withSeams(scene: Mixed, seams: SeamOptions | undefined): Mixed {
  return { ...scene, options: { ...scene.options, ...(seams === undefined ? {} : { seams }) } };
}

/**
 * A place from which a slider soon passes a seam: across the face of the cell where there is one and no wall ends
 * there.
 */
function placeBefore({ floor, cell }: MixedKind, random: Random): [number, number] {
  const seam = cell === 'none' || floor === 'boxes and wall' ? 0 : 2;
  return [seam - 0.36 + 0.2 * random(), 0.6 * random() - 0.3];
}

/** Contacts by pair of rows, as seen from the smaller row: gap, normal, number of points, deepest point. */
function contactsOf(list: ContactList, rowOf: (row: number) => number): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (let c = 0; c < list.count; c++) {
    const a = rowOf(list.bodyA[c]);
    const b = list.bodyB[c] < 0 ? list.bodyB[c] : rowOf(list.bodyB[c]);
    const sign = b >= 0 && b < a ? -1 : 1;
    const points = list.pointGaps.subarray(list.pointStart[c], list.pointStart[c + 1]);
    const key = b < 0 ? `${a} ${b} ${list.featureB[c]}` : `${Math.min(a, b)} ${Math.max(a, b)}`;
    const normal = [0, 1, 2].map((k) => sign * list.normals[3 * c + k]);
    found.set(key, [list.gaps[c], ...normal, points.length, points.length === 0 ? 0 : Math.min(...points)]);
  }
  return found;
}

function expectAlike(a: Map<string, number[]>, b: Map<string, number[]>, tolerance: number, name: string): void {
  expect([...b.keys()].sort(), name).toEqual([...a.keys()].sort());
  for (const [key, numbers] of a) {
    const others = b.get(key) ?? [];
    numbers.forEach((x, k) => {
      expect(Math.abs(x - others[k]), `${name}: ${key}, number ${k}: ${x} and ${others[k]}`).toBeLessThanOrEqual(tolerance);
    });
  }
}

const nameOf = ({ slider, floor, cell }: MixedKind): string => `${slider} on ${floor}, periodic: ${cell}`;

describe('sliders of all kinds on flush floors, in boxes, sheared cells and beside mesh walls', () => {
  it('keep their speed', () => {
    const random = createRandom(31);
    let thrown = 0;
    for (const kind of KINDS) {
      const depth = 10 ** (-2 - 0.6 * random());
      const seed = Math.floor(1e6 * random());
      const place = placeBefore(kind, random);
      const speed = (seams?: SeamOptions): number =>
        slideMixed(withSeams(mixedScene(kind, createRandom(seed), place, depth), seams), depth, 0.1, 0.12);
      expect(Math.abs(speed({}) - 1), nameOf(kind)).toBeLessThan(0.01);
      if (kind.cell === 'none' && Math.abs(speed() - 1) > 0.001) thrown++;
    }
    expect(thrown).toBeGreaterThan(0);
  });

  it('are stopped by a step', () => {
    const random = createRandom(32);
    for (const kind of KINDS) {
      const scene = mixedScene(kind, random, [-0.6, 0.2 * random() - 0.1], 1e-2, 0.05);
      // With 0.1 of speed a body can rise by 0.005.
      expect(slideMixed(withSeams(scene, { seam: 1e-3 }), 1e-2, 0.1, 0.55), nameOf(kind)).toBeLessThan(0.5);
    }
  });
});

describe('contact lists of such scenes', () => {
  it('do not depend on the order of bodies', () => {
    const random = createRandom(33);
    let changed = 0;
    for (let round = 0; round < 8; round++) {
      for (const kind of KINDS) {
        const depth = 10 ** (-1.2 - 1.5 * random());
        const scene = withSeams(mixedScene(kind, random, [3.8 * random() - 1.9, 3.8 * random() - 1.9], depth), {});
        const detector = createDetector({ bodies: scene.bodies, ...scene.options });
        const found = contactsOf(detector.update(), (row) => row);
        changed += detector.statistics.turnedContacts + detector.statistics.droppedContacts;
        const other = shuffled(scene.bodies, random);
        const list = createDetector({ bodies: other.bodies, ...scene.options }).update();
        expectAlike(
          found,
          contactsOf(list, (row) => other.order[row]),
          1e-9,
          nameOf(kind),
        );
      }
    }
    expect(changed).toBeGreaterThan(20);
  });

  it('do not depend on the skin, on the past, or on being saved and restored', () => {
    const random = createRandom(34);
    let changed = 0;
    for (const kind of KINDS) {
      const depth = 10 ** (-1.5 - random());
      const scene = withSeams(mixedScene(kind, random, placeBefore(kind, random), depth), {});
      const { bodies, movers } = scene;
      const open = (skin?: number) => createDetector({ bodies, ...scene.options, ...(skin === undefined ? {} : { skin }) });
      const warm = [open(), open(0), open(0.3)];
      let saved = open();
      for (let step = 0; step < 12; step++) {
        const fresh = contactsOf(open().update(), (row) => row);
        for (const detector of warm)
          expectAlike(
            fresh,
            contactsOf(detector.update(), (row) => row),
            1e-12,
            nameOf(kind),
          );
        expectAlike(
          fresh,
          contactsOf(saved.update(), (row) => row),
          1e-12,
          nameOf(kind),
        );
        changed += saved.statistics.turnedContacts + saved.statistics.droppedContacts;
        const memory = memoryFromJson(memoryToJson(saved.save()));
        saved = open();
        saved.restore(memory);
        const way = [0.06 * random(), 0.02 * random() - 0.01, 0.1 * depth * (random() - 0.5)];
        for (let m = 0; m < movers; m++) for (let k = 0; k < 3; k++) bodies.positions[3 * m + k] += way[k];
      }
    }
    expect(changed).toBeGreaterThan(20);
  });
});
