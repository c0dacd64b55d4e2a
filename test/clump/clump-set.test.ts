import { describe, expect, test } from 'vitest';
import { addBody, BodyFlag, createBodySet, mayPair, removeBody } from '../../src/body';
import {
  addClump,
  addClumpForces,
  createClump,
  createClumpSet,
  moveParts,
  placeClumps,
  removeClump,
  type Clump,
  type ClumpSet,
} from '../../src/clump';
import { exactMethod, shortestLinkMethod } from '../../src/common-plane';
import { createContact, detect, Status } from '../../src/contact';
import { createDetector } from '../../src/detector';
import { addPointForces, velocityOfBody } from '../../src/force';
import { InputError } from '../../src/math/input-error';
import { box, createRandom, octahedron, randomHull, type Random } from '../../src/polyhedron';
import { planeWall } from '../../src/walls';
import { allContacts, bits, slots } from '../detector/scene';
import { randomTurn, turned, type Place, type Quaternion } from './parts';

const EL = createClump([
  { shape: box(3, 1, 1), position: [1.5, 0.5, 0.5] },
  { shape: box(1, 1, 1), position: [0.5, 1.5, 0.5] },
]);
const JACK = createClump([
  { shape: box(2, 0.4, 0.4) },
  { shape: box(2, 0.4, 0.4), orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
  { shape: box(2, 0.4, 0.4), orientation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
]);

const place = (random: Random, size: number): Place => [size * random(), size * random(), size * random()];

function randomClumps(random: Random, count: number, size: number, kinds: Clump[] = [EL, JACK]): ClumpSet {
  const set = createClumpSet(createBodySet());
  for (let c = 0; c < count; c++) {
    const clump = kinds[Math.floor(kinds.length * random())];
    addClump(set, { clump, position: place(random, size), orientation: randomTurn(random) });
  }
  return set;
}

/** Moves and turns all clumps by a little. */
function moveClumps(set: ClumpSet, random: Random, by: number): void {
  for (let c = 0; c < set.count; c++) {
    for (let k = 0; k < 3; k++) set.positions[3 * c + k] += by * (2 * random() - 1);
    const q = set.orientations.subarray(4 * c, 4 * c + 4);
    q.set(q.map((x) => x + by * (random() - 0.5)));
    const norm = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    q.set(q.map((x) => x / norm));
  }
  placeClumps(set);
}

describe('placeClumps', () => {
  test('parts stand where the pose of the clump takes them, whatever came before', () => {
    const random = createRandom(2);
    const set = randomClumps(random, 20, 5);
    for (let round = 0; round < 5; round++) {
      moveClumps(set, random, 0.3);
      for (let row = 0; row < set.bodies.count; row++) {
        const [c, p] = [set.clumpOf[row], set.partOf[row]];
        const clump = set.clumps[set.clumpIndex[c]];
        const q = set.orientations.subarray(4 * c, 4 * c + 4);
        const arm = turned(q, clump.positions.subarray(3 * p, 3 * p + 3));
        for (let k = 0; k < 3; k++) expect(set.bodies.positions[3 * row + k]).toBeCloseTo(set.positions[3 * c + k] + arm[k], 13);
        for (const axis of [
          [1, 0, 0],
          [0, 1, 0],
        ] as Place[]) {
          const inClump = turned(clump.orientations.subarray(4 * p, 4 * p + 4), axis);
          const inWorld = turned(q, inClump);
          turned(set.bodies.orientations.subarray(4 * row, 4 * row + 4), axis).forEach((x, k) => expect(x).toBeCloseTo(inWorld[k], 13));
        }
      }
    }
    // The same poses give the same bits in another set that has made no steps.
    const fresh = createClumpSet(createBodySet());
    for (let c = 0; c < set.count; c++) {
      const orientation = Array.from(set.orientations.subarray(4 * c, 4 * c + 4)) as Quaternion;
      const position = Array.from(set.positions.subarray(3 * c, 3 * c + 3)) as Place;
      addClump(fresh, { clump: set.clumps[set.clumpIndex[c]], position, orientation });
    }
    const rows = set.bodies.count;
    expect(fresh.bodies.positions.subarray(0, 3 * rows)).toEqual(set.bodies.positions.subarray(0, 3 * rows));
    expect(fresh.bodies.orientations.subarray(0, 4 * rows)).toEqual(set.bodies.orientations.subarray(0, 4 * rows));
  });

  test('a bad pose makes the parts invalid, the others stay right', () => {
    const set = randomClumps(createRandom(4), 3, 0.5);
    set.orientations[4] = 5;
    placeClumps(set);
    const contact = createContact(64);
    const rowsOf = (c: number) => Array.from(set.clumpOf.subarray(0, set.bodies.count)).flatMap((x, row) => (x === c ? [row] : []));
    expect(detect(contact, exactMethod, set.bodies, rowsOf(1)[0], rowsOf(0)[0])).toBe(Status.Invalid);
    expect(detect(contact, exactMethod, set.bodies, rowsOf(2)[0], rowsOf(0)[0])).not.toBe(Status.Invalid);
  });
});

test('a clump of one part is the plain body, bit for bit, in the detector', () => {
  const random = createRandom(8);
  const [plain, parts] = [createBodySet(), createBodySet()];
  const set = createClumpSet(parts);
  const shapes = [octahedron(0.7), box(1, 0.5, 0.8), randomHull(createRandom(6), 14)];
  const clumps = shapes.map((shape) => createClump([{ shape }]));
  for (let i = 0; i < 40; i++) {
    const [s, position, orientation] = [Math.floor(3 * random()), place(random, 4), randomTurn(random)];
    addBody(plain, { shape: shapes[s], position, orientation });
    addClump(set, { clump: clumps[s], position, orientation });
  }
  const walls = [planeWall([0, 0, 1], 0.3)];
  const [one, two] = [plain, parts].map((bodies) => createDetector({ bodies, method: shortestLinkMethod, margin: 0.02, walls }));
  let found = 0;
  for (let step = 0; step < 6; step++) {
    const list = two.update();
    expect(bits(list)).toEqual(bits(one.update()));
    expect(slots(list)).toEqual(slots(one.contacts));
    found += list.count;
    moveClumps(set, random, 0.02);
    plain.positions.set(set.positions.subarray(0, 120));
    plain.orientations.set(set.orientations.subarray(0, 160));
  }
  expect(found).toBeGreaterThan(100);
});

test('contacts are those of all pairs of parts of different clumps; parts of one clump never meet', () => {
  const random = createRandom(12);
  const set = randomClumps(random, 25, 6);
  const { bodies } = set;
  addBody(bodies, { shape: box(8, 8, 0.5), position: [3, 3, -0.2], flags: BodyFlag.Static });
  placeClumps(set);
  expect(set.clumpOf[bodies.count - 1]).toBe(-1);
  const detector = createDetector({ bodies, method: exactMethod, margin: 0.02 });
  let between = 0;
  for (let step = 0; step < 4; step++) {
    const list = detector.update();
    const oracle = allContacts(bodies, exactMethod, 0.02);
    expect(list.count).toBe(oracle.size);
    for (let c = 0; c < list.count; c++) {
      const [a, b] = [list.bodyA[c], list.bodyB[c]];
      expect(list.gaps[c]).toBe(oracle.get(`${a} ${b}`)?.gap);
      expect(set.clumpOf[a]).not.toBe(set.clumpOf[b]);
      if (set.clumpOf[a] >= 0 && set.clumpOf[b] >= 0) between++;
    }
    moveClumps(set, random, 0.05);
  }
  expect(between).toBeGreaterThan(20);
  // Without the groups the parts of each clump would meet.
  bodies.group.fill(0);
  const alone = createDetector({ bodies, method: exactMethod, margin: 0.02 }).update();
  const inside = Array.from(alone.bodyA.subarray(0, alone.count)).filter((a, c) => set.clumpOf[a] === set.clumpOf[alone.bodyB[c]]);
  expect(inside.length).toBeGreaterThanOrEqual(25);
});

test('two clumps that fall on each other meet with the parts that face each other', () => {
  const set = createClumpSet(createBodySet());
  const low = addClump(set, { clump: EL, position: [0, 0, 0] });
  const high = addClump(set, { clump: EL, position: [0, 0, 0.99] });
  const list = createDetector({ bodies: set.bodies, method: exactMethod }).update();
  const pairs = Array.from({ length: list.count }, (_, c) => {
    const [a, b] = [list.bodyA[c], list.bodyB[c]];
    return [set.clumpOf[a], set.partOf[a], set.clumpOf[b], set.partOf[b], Math.round(1000 * list.areas[c]) / 1000];
  });
  // Top on bottom, and the flush sides of parts of different clumps, which only touch.
  expect(pairs.filter(([, , , , area]) => area > 0.02).sort((p, q) => p[1] - q[1])).toEqual([
    [low, 0, high, 0, 3],
    [low, 1, high, 1, 1],
  ]);
});

describe('forces', () => {
  test('of parts sum to those of clumps: what acts on all stays the same to rounding', () => {
    const random = createRandom(31);
    const set = randomClumps(random, 25, 5);
    const { bodies } = set;
    const list = createDetector({ bodies, method: exactMethod }).update();
    expect(list.count).toBeGreaterThan(20);
    const pointForces = Float64Array.from({ length: 3 * list.pointCount }, () => random() - 0.5);
    const [forces, torques] = [new Float64Array(3 * bodies.count), new Float64Array(3 * bodies.count)];
    addPointForces(forces, torques, list, pointForces, bodies.positions);
    const [ofClumps, torquesOfClumps] = [new Float64Array(3 * set.count), new Float64Array(3 * set.count)];
    addClumpForces(ofClumps, torquesOfClumps, set, forces, torques);
    // Each clump: straight from the points.
    const direct = new Float64Array(6 * set.count);
    for (let c = 0; c < list.count; c++) {
      for (const [row, sign] of [
        [list.bodyA[c], -1],
        [list.bodyB[c], 1],
      ]) {
        const k = set.clumpOf[row];
        for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
          const f = [0, 1, 2].map((i) => sign * pointForces[3 * p + i]);
          const r = [0, 1, 2].map((i) => list.points[3 * p + i] - set.positions[3 * k + i]);
          const torque = [r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2], r[0] * f[1] - r[1] * f[0]];
          for (let i = 0; i < 3; i++) {
            direct[6 * k + i] += f[i];
            direct[6 * k + 3 + i] += torque[i];
          }
        }
      }
    }
    for (let k = 0; k < set.count; k++) {
      for (let i = 0; i < 3; i++) {
        expect(ofClumps[3 * k + i]).toBeCloseTo(direct[6 * k + i], 12);
        expect(torquesOfClumps[3 * k + i]).toBeCloseTo(direct[6 * k + 3 + i], 12);
      }
    }
    for (let i = 0; i < 3; i++) {
      const sum = [0, 0];
      for (let k = 0; k < set.count; k++) {
        sum[0] += ofClumps[3 * k + i];
        const [j, l] = [(i + 1) % 3, (i + 2) % 3];
        sum[1] +=
          torquesOfClumps[3 * k + i] + set.positions[3 * k + j] * ofClumps[3 * k + l] - set.positions[3 * k + l] * ofClumps[3 * k + j];
      }
      expect(sum[0]).toBeCloseTo(0, 12);
      expect(sum[1]).toBeCloseTo(0, 11);
    }
  });

  test('a part moves with its clump', () => {
    const random = createRandom(9);
    const set = randomClumps(random, 6, 3);
    const { bodies } = set;
    const rates = () => Float64Array.from({ length: 3 * set.count }, () => random() - 0.5);
    const [clumpVelocities, clumpSpins] = [rates(), rates()];
    const [velocities, spins] = [new Float64Array(3 * bodies.count), new Float64Array(3 * bodies.count)];
    moveParts(velocities, spins, set, clumpVelocities, clumpSpins);
    const point = Float64Array.of(1, 2, 3);
    for (let row = 0; row < bodies.count; row++) {
      const ofPart = velocityOfBody(new Float64Array(3), { positions: bodies.positions, velocities, spins }, row, point);
      const motion = { positions: set.positions, velocities: clumpVelocities, spins: clumpSpins };
      const ofClump = velocityOfBody(new Float64Array(3), motion, set.clumpOf[row], point);
      ofPart.forEach((x, k) => expect(x).toBeCloseTo(ofClump[k], 13));
    }
    // With a lag: the velocity of the arm as it was. Central difference of a turn about z.
    const one = createClumpSet(createBodySet());
    addClump(one, {
      clump: createClump([
        { shape: box(1, 1, 1), position: [2, 0, 0] },
        { shape: box(1, 1, 1), position: [-2, 0, 0] },
      ]),
    });
    const [v, w] = [new Float64Array(6), new Float64Array(6)];
    moveParts(v, w, one, new Float64Array(3), Float64Array.of(0, 0, 1), 0.01);
    expect(v[0]).toBeCloseTo(2 * Math.sin(0.01), 5);
    expect(v[1]).toBeCloseTo(2 * Math.cos(0.01), 3);
  });
});

describe('groups, flags and masks', () => {
  test("a user's group of a clump keeps its bodies apart from others of that group; other clumps pair", () => {
    const bodies = createBodySet();
    const set = createClumpSet(bodies);
    addBody(bodies, { shape: box(1, 1, 1), group: 7 });
    const rows = [{ group: 7 }, {}, { flags: BodyFlag.Static }, { flags: BodyFlag.Kinematic }, { category: 2, mask: 2 }].map((more) => {
      const first = bodies.count;
      addClump(set, { clump: EL, ...more });
      return first;
    });
    const [grouped, free, fixed, driven, masked] = rows;
    for (const row of rows) expect(mayPair(bodies, row, row + 1)).toBe(false);
    expect(mayPair(bodies, 0, grouped + 1)).toBe(false);
    expect(mayPair(bodies, 0, free)).toBe(true);
    expect(mayPair(bodies, grouped, free)).toBe(true);
    expect(mayPair(bodies, free, fixed)).toBe(true);
    expect(mayPair(bodies, fixed, driven + 1)).toBe(false);
    expect(mayPair(bodies, free, masked)).toBe(false);
    expect(Array.from(set.flags.subarray(0, 5))).toEqual([0, 0, 1, 2, 0]);
  });

  test('clumps of two sets on one body set meet each other', () => {
    const bodies = createBodySet();
    for (const set of [createClumpSet(bodies), createClumpSet(bodies)]) addClump(set, { clump: EL });
    for (const [i, j, pairs] of [
      [0, 1, false],
      [2, 3, false],
      [0, 2, true],
      [1, 3, true],
    ] as const)
      expect(mayPair(bodies, i, j)).toBe(pairs);
  });

  test('a clump on the row of a removed part meets the other parts of the old clump', () => {
    const bodies = createBodySet();
    const sets = [createClumpSet(bodies), createClumpSet(bodies)];
    for (const [k, set] of sets.entries()) {
      const start = bodies.count;
      addClump(sets[0], { clump: JACK });
      removeBody(bodies, start);
      addClump(set, { clump: EL });
      for (const each of sets) placeClumps(each);
      // Rows: parts 1 and 2 of the jack, parts 0 and 1 of the L.
      const [second, third, first, last] = [start + 1, start + 2, start, start + 3];
      expect([k, mayPair(bodies, second, third), mayPair(bodies, first, last)]).toEqual([k, false, false]);
      expect([k, mayPair(bodies, first, second), mayPair(bodies, third, last)]).toEqual([k, true, true]);
    }
  });
});

describe('adding and removing', () => {
  test('rows are used again; plain bodies and other clumps stay', () => {
    const random = createRandom(1);
    const set = randomClumps(random, 4, 3);
    const { bodies } = set;
    removeClump(set, 1);
    removeClump(set, 2);
    const [rock] = [addBody(bodies, { shape: box(1, 2, 3), position: [9, 9, 9] })];
    expect(set.clumpOf[rock]).toBe(-1);
    const before = bodies.count;
    const handle = addClump(set, { clump: JACK, position: [5, 5, 5] });
    expect([1, 2]).toContain(handle);
    expect(set.count).toBe(4);
    expect(bodies.count).toBeLessThanOrEqual(before + 3);
    placeClumps(set);
    expect(Array.from(bodies.positions.subarray(3 * rock, 3 * rock + 3))).toEqual([9, 9, 9]);
    const parts = Array.from(set.clumpOf.subarray(0, bodies.count)).filter((c) => c === handle);
    expect(parts.length).toBe(3);
    removeClump(set, handle);
    expect(Array.from(set.clumpOf)).not.toContain(handle);
    expect(() => removeClump(set, handle)).toThrow(InputError);
  });

  test('both sets grow; moved names the arrays of each', () => {
    const set = createClumpSet(createBodySet());
    const views = [set.positions, set.clumpOf, set.bodies.positions];
    for (let c = 0; c < 100; c++) addClump(set, { clump: JACK, position: [0, 0, 3 * c] });
    expect([set.count, set.bodies.count]).toEqual([100, 300]);
    [set.positions, set.clumpOf, set.bodies.positions].forEach((array, k) => expect(array).not.toBe(views[k]));
    expect(set.moved.slice().sort()).toEqual(
      ['clumpIndex', 'clumpOf', 'firstPart', 'flags', 'nextPart', 'orientations', 'partGeneration', 'partOf', 'positions'].sort(),
    );
    expect(set.bodies.moved).toContain('positions');
    for (let row = 0; row < 300; row++) expect([set.clumpOf[row], set.partOf[row]]).toEqual([Math.floor(row / 3), row % 3]);
    expect(set.clumps).toEqual([JACK]);
    // Bodies that are added behind the back of the set get room at the next placing.
    while (set.bodies.count <= set.clumpOf.length) addBody(set.bodies, { shape: box(1, 1, 1), position: [4, 4, 4] });
    placeClumps(set);
    expect(set.clumpOf[set.bodies.count - 1]).toBe(-1);
    expect(set.bodies.positions[3 * set.bodies.count - 3]).toBe(4);
  });

  test('a part removed by removeBody is no part any more, nor is the next body of its row', () => {
    const set = createClumpSet(createBodySet());
    const handle = addClump(set, { clump: JACK, position: [1, 2, 3] });
    removeBody(set.bodies, 1);
    expect(addBody(set.bodies, { shape: box(1, 1, 1), position: [7, 7, 7] })).toBe(1);
    placeClumps(set);
    expect(set.clumpOf[1]).toBe(-1);
    expect(set.bodies.positions[3]).toBe(7);
    expect([set.clumpOf[0], set.clumpOf[2]]).toEqual([handle, handle]);
  });

  test('a clump that lost parts is removed whole, also when their rows are parts of another clump or plain bodies', () => {
    for (let lost = 0; lost < 3; lost++) {
      for (const taken of ['clump', 'body', 'nothing']) {
        const bodies = createBodySet();
        const set = createClumpSet(bodies);
        const first = addClump(set, { clump: JACK });
        removeBody(bodies, lost);
        if (taken === 'clump') addClump(set, { clump: EL, position: [9, 0, 0] });
        if (taken === 'body') addBody(bodies, { shape: box(1, 1, 1) });
        if (taken !== 'clump') placeClumps(set);
        removeClump(set, first);
        const used = Array.from(bodies.shapeIndex.subarray(0, bodies.count)).filter((s) => s >= 0);
        expect(used).toHaveLength({ clump: 2, body: 1, nothing: 0 }[taken]!);
        placeClumps(set);
        expect(Array.from(set.clumpOf).filter((c) => c >= 0)).toEqual(taken === 'clump' ? [1, 1] : []);
      }
    }
  });

  test('nothing is added when there is no room in the arrays of the caller', () => {
    const bodies = createBodySet({ count: 0, positions: new Float64Array(12) });
    const set = createClumpSet(bodies);
    addClump(set, { clump: JACK });
    expect(() => addClump(set, { clump: EL })).toThrow(InputError);
    expect([bodies.count, set.count]).toEqual([3, 1]);
  });
});

test('saved and restored: the same contacts to the bit', () => {
  const random = createRandom(77);
  const set = randomClumps(random, 20, 4.5);
  const options = { method: shortestLinkMethod, margin: 0.02 };
  const detector = createDetector({ bodies: set.bodies, ...options });
  for (let step = 0; step < 3; step++) {
    detector.update();
    moveClumps(set, random, 0.02);
  }
  // A program saves which clump each row is, and its pose.
  const saved = JSON.parse(
    JSON.stringify({
      clumpIndex: Array.from(set.clumpIndex.subarray(0, set.count)),
      positions: Array.from(set.positions),
      orientations: Array.from(set.orientations),
    }),
  ) as Record<string, number[]>;
  const memory = structuredClone(detector.save());
  const other = createClumpSet(createBodySet());
  for (const index of saved['clumpIndex']) addClump(other, { clump: set.clumps[index] });
  other.positions.set(saved['positions'].slice(0, 3 * other.count));
  other.orientations.set(saved['orientations'].slice(0, 4 * other.count));
  placeClumps(other);
  const again = createDetector({ bodies: other.bodies, ...options });
  again.restore(memory);
  const [steps, same] = [createRandom(5), createRandom(5)];
  for (let step = 0; step < 4; step++) {
    expect(bits(again.update())).toEqual(bits(detector.update()));
    expect(slots(again.contacts)).toEqual(slots(detector.contacts));
    moveClumps(set, steps, 0.02);
    moveClumps(other, same, 0.02);
  }
  expect(detector.contacts.count).toBeGreaterThan(10);
});

describe('bad input', () => {
  const set = createClumpSet(createBodySet());
  addClump(set, { clump: EL });
  test.each<[string, () => unknown, string, number, number]>([
    ['no body set', () => createClumpSet({} as never), 'bad-option', -1, NaN],
    ['no clump', () => addClump(set, { clump: box(1, 1, 1) as never }), 'bad-option', -1, NaN],
    ['nothing', () => addClump(set, null as never), 'bad-option', -1, NaN],
    ['no mass', () => createClump([{ shape: box(1, 1, 1) }], null as never), 'bad-option', -1, NaN],
    ['0 for a mass', () => createClump([{ shape: box(1, 1, 1) }], 0 as never), 'bad-option', -1, NaN],
    ['short position', () => addClump(set, { clump: EL, position: [1] as never }), 'bad-length', 1, 1],
    ['no number', () => addClump(set, { clump: EL, position: [1, NaN, 0] }), 'not-finite', 1, NaN],
    ['long orientation', () => addClump(set, { clump: EL, orientation: [1, 1, 0, 0] }), 'not-unit', 1, 2],
    ['group of clump sets', () => addClump(set, { clump: EL, group: -(2 ** 31) }), 'bad-option', 1, -(2 ** 31)],
    ['half a group', () => addClump(set, { clump: EL, group: 0.5 }), 'bad-option', 1, 0.5],
    ['no handle', () => removeClump(set, 1), 'bad-index', 1, 1],
    ['half a handle', () => removeClump(set, 0.5), 'bad-index', 0.5, 0.5],
  ])('%s', (_, run, code, index, value) => {
    let error: unknown;
    try {
      run();
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(InputError);
    const { code: found, index: at, value: measured } = error as InputError;
    expect({ code: found, index: at, value: measured }).toEqual({ code, index, value });
    expect([set.count, set.bodies.count]).toEqual([1, 2]);
  });
});
