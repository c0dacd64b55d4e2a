import { describe, expect, it } from 'vitest';
import {
  addBody,
  box,
  BodyFlag,
  createDetector,
  exactMethod,
  planeWall,
  shortestLinkMethod,
  Status,
  type BodySet,
  type ContactList,
  type DetectorOptions,
  type SeamOptions,
} from '../../src/index';
import { createRandom } from '../../src/polyhedron';
import { sweep } from '../sweep';
import { plainContacts, plainFilter } from './plain-filter';
import { brickFloor, brickWall, crowd, cutFloor, shuffled } from './scenes';
import { layFloor } from './slide';

/** Row of the contact of each pair, or of a body and a wall. */
function rowsOf(list: ContactList): Map<string, number> {
  return new Map(Array.from({ length: list.count }, (_, c) => [`${list.bodyA[c]} ${list.bodyB[c]}`, c]));
}

/** A slider over a floor, sunk in by `depth`, at a place where it has entered some bricks by less than that. */
function sliderScenes(): { name: string; bodies: BodySet; seams: SeamOptions }[] {
  const scenes: { name: string; bodies: BodySet; seams: SeamOptions }[] = [];
  const random = createRandom(11);
  for (const [name, floor] of [
    ['stack', brickFloor('stack')],
    ['running', brickFloor('running')],
    ['joints', brickFloor('running', 1e-3)],
    ['steps', brickFloor('stack', 0, () => 2e-4 * random())],
    ['cut', cutFloor(3, 9)],
    ['cut, joints', cutFloor(4, 7, 1e-3)],
  ] as const) {
    for (let k = 0; k < 8; k++) {
      const depth = 10 ** (-3 - 2 * random());
      const bodies = layFloor(box(0.6, 0.6, 0.3), floor);
      const enters = 3 * depth * random();
      const [x, y] = k % 2 === 0 ? [0.2 + enters, 0.2 * random()] : [0.1 * random(), -0.05 + enters];
      bodies.positions.set([x, y, 0.15 - depth]);
      // Another block on the same floor, pressed against the slider.
      if (k > 3) addBody(bodies, { shape: box(0.6, 0.6, 0.3), position: [x - 0.6 + depth, y, 0.15 - depth] });
      scenes.push({ name: `${name} ${k}`, bodies, seams: k % 3 === 0 ? {} : { seam: 3e-4 * random(), joint: 2e-3 * random() } });
    }
  }
  return scenes;
}

function crowdScenes(): { name: string; bodies: BodySet; seams: SeamOptions; walls?: DetectorOptions['walls'] }[] {
  const scenes = [];
  for (let seed = 0; seed < 24; seed++) {
    const random = createRandom(100 + seed);
    scenes.push({
      name: `crowd ${seed}`,
      bodies: crowd(random, 20, 2.2, seed % 2 === 0),
      seams: seed % 3 === 0 ? {} : { seam: 0.2 * random(), joint: 0.2 * random() },
      walls: seed % 4 === 1 ? [planeWall([0, 0, 1], 0.3)] : [],
    });
  }
  for (const layers of [3, 6]) scenes.push({ name: `wall ${layers}`, bodies: brickWall(layers, 5, 1e-3), seams: {} });
  return scenes;
}

/** In `npm test` every fifth scene: no kind of scene comes again after so many. */
const scenes: { name: string; bodies: BodySet; seams: SeamOptions; walls?: DetectorOptions['walls'] }[] = [
  ...sliderScenes(),
  ...crowdScenes(),
].filter(({ name }, k) => k % sweep(1, 5) === 0 || name === 'wall 3');

describe.each([exactMethod, shortestLinkMethod])('seam filter on contacts of $name', (method) => {
  it('gives what the definition says, contact by contact', () => {
    const counts = { kept: 0, turned: 0, dropped: 0 };
    for (const { name, bodies, seams, walls } of scenes) {
      const plain = createDetector({ bodies, method, walls }).update();
      const detector = createDetector({ bodies, method, walls, seams });
      const list = detector.update();
      const rows = rowsOf(list);
      const verdicts = plainFilter(plainContacts(plain, bodies), bodies, seams);
      const here = { kept: 0, turned: 0, dropped: 0 };
      for (const [j, { verdict, normals, gap }] of verdicts) {
        here[verdict]++;
        const row = rows.get(`${j.a} ${j.b}`);
        if (verdict === 'dropped') {
          expect({ name, a: j.a, b: j.b, row }).toEqual({ name, a: j.a, b: j.b, row: undefined });
          continue;
        }
        expect({ name, a: j.a, b: j.b, isListed: row !== undefined }).toEqual({ name, a: j.a, b: j.b, isListed: true });
        const normal = [...list.normals.subarray(3 * row!, 3 * row! + 3)];
        if (verdict === 'kept') {
          expect(normal).toEqual([...j.normal]);
          expect(list.gaps[row!]).toBe(j.gap);
          const [p, q] = [plain.pointStart[j.row], list.pointStart[row!]];
          const count = plain.pointStart[j.row + 1] - p;
          expect([...list.points.subarray(3 * q, 3 * list.pointStart[row! + 1])]).toEqual([
            ...plain.points.subarray(3 * p, 3 * (p + count)),
          ]);
        } else {
          const off = normals!.map((n) => Math.max(...n.map((x, k) => Math.abs(x - normal[k]))));
          expect(Math.min(...off)).toBeLessThan(1e-12);
          if (normals!.length === 1) expect(Math.abs(list.gaps[row!] - gap!)).toBeLessThan(1e-12);
          expect(list.pointStart[row! + 1]).toBeGreaterThan(list.pointStart[row!]);
        }
      }
      expect({ name, ...here }).toEqual({
        name,
        kept: verdicts.size - here.turned - here.dropped,
        turned: detector.statistics.turnedContacts,
        dropped: detector.statistics.droppedContacts,
      });
      expect(list.count).toBe(plain.count - here.dropped);
      for (const key of ['kept', 'turned', 'dropped'] as const) counts[key] += here[key];
    }
    // All three happen, and often.
    expect(counts.turned).toBeGreaterThan(sweep(50, 10));
    expect(counts.dropped).toBeGreaterThan(sweep(50, 10));
    expect(counts.kept).toBeGreaterThan(sweep(500, 100));
  });

  it('leaves each body with an overlapping contact at least one, and its largest contact with a body', () => {
    for (const { name, bodies, seams, walls } of scenes) {
      const plain = plainContacts(createDetector({ bodies, method, walls }).update(), bodies);
      const list = createDetector({ bodies, method, walls, seams }).update();
      const touched = new Set<number>();
      for (let c = 0; c < list.count; c++) {
        if (!(list.gaps[c] < 0)) continue;
        touched.add(list.bodyA[c]);
        touched.add(list.bodyB[c]);
      }
      for (const { a, b } of plain) expect({ name, a: touched.has(a), b: touched.has(b) }).toEqual({ name, a: true, b: true });
      const rows = rowsOf(list);
      for (let body = 0; body < bodies.count; body++) {
        const own = plain.filter(({ a, b }) => a === body || b === body);
        const largest = own.reduce<(typeof own)[number] | undefined>(
          (one, other) => (one && one.volume >= other.volume ? one : other),
          undefined,
        );
        if (largest) expect(rows.has(`${largest.a} ${largest.b}`)).toBe(true);
      }
    }
  });

  it('does not depend on the order of the bodies', () => {
    const random = createRandom(5);
    for (const { name, bodies, seams } of scenes) {
      const { bodies: copy, order } = shuffled(bodies, random);
      const list = createDetector({ bodies, method, seams }).update();
      const other = createDetector({ bodies: copy, method, seams }).update();
      const rows = rowsOf(other);
      const place = (b: number): number => order.indexOf(b);
      let overlapping = 0;
      for (let c = 0; c < list.count; c++) {
        if (list.status[c] !== Status.Overlapping) continue;
        overlapping++;
        const [a, b] = [place(list.bodyA[c]), place(list.bodyB[c])];
        const row = rows.get(a < b ? `${a} ${b}` : `${b} ${a}`);
        expect({ name, isListed: row !== undefined }).toEqual({ name, isListed: true });
        // Deepest along several normals at once, as aligned boxes often are: the method's choice then follows the
        // order.
      }
      expect({ name, count: overlapping }).toEqual({
        name,
        count: Array.from({ length: other.count }, (_, c) => +(other.status[c] === Status.Overlapping)).reduce((sum, x) => sum + x, 0),
      });
    }
  });
});

describe('a wall of bricks', () => {
  it.each([1e-4, 1e-3, 5e-3])('pressed together by %f keeps its joints and beds as they are', (depth) => {
    const bodies = brickWall(8, 6, depth);
    const plain = createDetector({ bodies, method: exactMethod }).update();
    const list = createDetector({ bodies, method: exactMethod, seams: {} }).update();
    const rows = rowsOf(list);
    let same = 0;
    for (let c = 0; c < plain.count; c++) {
      // Joints have an area of 0.2, beds at least half a brick's 0.25 with the floor and 0.1 less the depths on
      // another.
      if (plain.areas[c] < 0.05) continue;
      const row = rows.get(`${plain.bodyA[c]} ${plain.bodyB[c]}`)!;
      expect([list.gaps[row], list.areas[row], list.volumes[row], list.normals[3 * row], list.normals[3 * row + 2]]).toEqual([
        plain.gaps[c],
        plain.areas[c],
        plain.volumes[c],
        plain.normals[3 * c],
        plain.normals[3 * c + 2],
      ]);
      same++;
    }
    expect(same).toBeGreaterThan(100);
  });
});

describe('a contact with a wall', () => {
  it('is never changed, and explains others', () => {
    const bodies = layFloor(box(0.6, 0.6, 0.3), { shapes: [box(1, 1, 0.2)], bricks: [[0, 0.8, 0, -0.1]] });
    // The front has entered the brick by less than the depth; the wall carries the rest.
    bodies.positions.set([0.0002, 0, 0.15 - 1e-3]);
    const walls = [planeWall([0, 0, 1], 0)];
    const plain = createDetector({ bodies, method: exactMethod, walls }).update();
    expect([plain.normals[0], plain.normals[2]]).toEqual([1, 0]);
    const detector = createDetector({ bodies, method: exactMethod, walls, seams: {} });
    const list = detector.update();
    expect(list.count).toBe(2);
    expect([...list.normals.subarray(0, 6)].map((x) => x + 0)).toEqual([0, 0, -1, 0, 0, -1]);
    expect(list.gaps[0]).toBeCloseTo(-1e-3, 14);
    expect(detector.statistics.turnedContacts).toBe(1);
    expect(bodies.flags[1]).toBe(BodyFlag.Static);
  });
});
