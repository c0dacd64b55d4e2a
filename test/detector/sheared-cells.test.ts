/** Cells that are sheared, remapped, saved, too small, turned; and forces across their faces. */
import { describe, expect, test } from 'vitest';
import { createMovableCell, createMovableCell2d, putIntoCell, shearCell, type MovableCell } from '../../src/broad-phase';
import { addBody, createBodySet, type BodySet } from '../../src/body';
import { shortestLinkMethod } from '../../src/common-plane';
import type { ContactList } from '../../src/contact';
import { createDetector, type Detector } from '../../src/detector';
import { beginSprings, contactForce, createPairForce, createPressureLaw, createSprings, type Springs } from '../../src/force';
import { InputError } from '../../src/math/input-error';
import { addBody2d, createBodySet2d, createDetector2d, rectangle, shortestLinkMethod2d } from '../../src/planar';
import { box, createRandom, polyhedronFromVertices } from '../../src/polyhedron';
import { sweep } from '../sweep';
import { bits, move, randomScene, slots } from './scene';

const method = shortestLinkMethod;
const law = createPressureLaw(1e3, 8e2, 0.5, { normalDamping: 3, shearDamping: 2 });
const pair = createPairForce();

/** Force and torques of all contacts, by 'i j'. */
function forces(springs: Springs, list: ContactList, bodies: BodySet, velocities: Float64Array, spins: Float64Array, dt: number) {
  const motion = { positions: bodies.positions, velocities, spins };
  beginSprings(springs, list);
  const found = new Map<string, number[]>();
  for (let c = 0; c < list.count; c++) {
    contactForce(pair, law, springs, list, c, motion, dt);
    found.set(`${list.bodyA[c]} ${list.bodyB[c]}`, [...pair.force, ...pair.torqueA, ...pair.torqueB]);
  }
  return found;
}

function expectSame(a: Map<string, number[]>, b: Map<string, number[]>): void {
  expect([...a.keys()]).toEqual([...b.keys()]);
  const differences = [...a].flatMap(([key, numbers]) => numbers.map((x, k) => Math.abs(x - (b.get(key) ?? [])[k])));
  expect(Math.max(0, ...differences)).toBeLessThan(1e-8);
}

const sheared = (lean = 0): MovableCell =>
  createMovableCell({ vectors: [7, 0, 0, lean, 7, 0, 0, 0, 7], velocities: [0, 0, 0, 0.7, 0, 0, 0, 0, 0] });

describe('a cell that is remapped', () => {
  test('keeps contacts, slots, springs, motion and the near list; a body that is put back keeps its contacts', () => {
    const random = createRandom(8);
    const bodies = randomScene(random, 60, 7);
    // The same bodies in a cell that is never remapped.
    const other = { ...bodies, positions: bodies.positions.slice() } as BodySet;
    const velocities = Float64Array.from({ length: 3 * bodies.count }, () => 0.2 * random() - 0.1);
    const otherVelocities = velocities.slice();
    const spins = Float64Array.from({ length: 3 * bodies.count }, () => random() - 0.5);
    const cell = sheared(3.3);
    const free = sheared(3.3);
    putIntoCell(cell, bodies.positions, velocities, bodies.count);
    const remapped = createDetector({ bodies, method, margin: 0.02, periodic: cell });
    const unmapped = createDetector({ bodies: other, method, margin: 0.02, periodic: free });
    const springs = [createSprings(), createSprings()];
    const dt = 0.02;
    let remaps = 0;
    let contacts = 0;
    for (let step = 0; step < sweep(60, 24); step++) {
      for (let k = 0; k < 3 * bodies.count; k++) {
        bodies.positions[k] += dt * velocities[k];
        other.positions[k] += dt * otherVelocities[k];
      }
      for (let k = 0; k < free.vectors.length; k++) free.vectors[k] += dt * free.velocities[k];
      if (shearCell(cell, dt, bodies.positions, velocities, bodies.count)) remaps++;
      const [a, b] = [remapped.update(), unmapped.update()];
      // Positions differ by rounding, and with them the order of points that tie.
      const contactSlots = (list: ContactList) => [slots(list)[1], slots(list)[5], [list.pointCount, list.endedPointCount]];
      expect(contactSlots(a)).toEqual(contactSlots(b));
      expect(Array.from(a.began.subarray(0, a.count))).toEqual(Array.from(b.began.subarray(0, b.count)));
      expectSame(forces(springs[0], a, bodies, velocities, spins, dt), forces(springs[1], b, other, otherVelocities, spins, dt));
      contacts += a.count;
    }
    expect(remaps).toBe(1);
    expect(contacts).toBeGreaterThan(sweep(600, 240));
    expect(remapped.statistics.builtForMotion).toBe(unmapped.statistics.builtForMotion);
  });

  test('without motion, gives the same bits before and after', () => {
    const random = createRandom(8);
    const bodies = randomScene(random, 60, 7);
    const cell = sheared(4.5);
    const detector = createDetector({ bodies, method, margin: 0.02, periodic: cell });
    detector.update();
    const before = [bits(detector.update()), slots(detector.contacts)];
    const { vectors } = cell;
    for (let c = 0; c < 3; c++) vectors[3 + c] -= vectors[c];
    expect([bits(detector.update()), slots(detector.contacts)]).toEqual(before);
    for (let c = 0; c < 3; c++) vectors[6 + c] += 5 * vectors[c] - 3 * vectors[3 + c];
    expect([bits(detector.update()), slots(detector.contacts)]).toEqual(before);
    expect(detector.statistics.builtForMotion).toBe(0);
    expect(detector.contacts.count).toBeGreaterThan(20);
  });
});

test('forces across the faces of a moving cell are those inside it', () => {
  const random = createRandom(31);
  const bodies = randomScene(random, 60, 7);
  const count = 3 * bodies.count;
  const velocities = Float64Array.from({ length: count }, () => random() - 0.5);
  const spins = Float64Array.from({ length: count }, () => random() - 0.5);
  const cell = createMovableCell({ vectors: [7, 0, 0, 1.2, 7, 0, 0.4, -1, 7], velocities: [0.1, 0, 0, 3, 0.2, 0, 1, -2, 0.3] });
  putIntoCell(cell, bodies.positions, velocities, bodies.count);
  const all = (): Map<string, number[]> =>
    forces(createSprings(), createDetector({ bodies, method, periodic: cell }).update(), bodies, velocities, spins, 1e-3);
  const want = all();
  expect(want.size).toBeGreaterThan(20);
  for (let k = 0; k < 5; k++) {
    const by = [0, 1, 2].map(() => 20 * random() - 10);
    for (let at = 0; at < count; at++) bodies.positions[at] += by[at % 3];
    putIntoCell(cell, bodies.positions, velocities, bodies.count);
    expectSame(all(), want);
  }
});

test('a steady shear keeps the momentum relative to the flow, and the flow pays for what damping takes', () => {
  const random = createRandom(2);
  const bodies = createBodySet();
  const rate = 0.2;
  const n = sweep(5, 4);
  const edge = 0.992 * n;
  for (let b = 0; b < n ** 3; b++) {
    const at = [b % n, Math.floor(b / n) % n, Math.floor(b / n / n)].map((x) => (edge / n) * (x + 0.5 + 0.05 * random()));
    addBody(bodies, { shape: box(1, 1, 1), position: [at[0], at[1], at[2]] });
  }
  const cell = createMovableCell({ vectors: [edge, 0, 0, 0, edge, 0, 0, 0, edge], velocities: [0, 0, 0, rate * edge, 0, 0, 0, 0, 0] });
  const velocities = new Float64Array(3 * bodies.count);
  // All drift along y, through the faces that move; so the plane in which the flow is at rest drifts, too.
  const drift = 1;
  for (let b = 0; b < bodies.count; b++) {
    velocities[3 * b] = rate * bodies.positions[3 * b + 1];
    velocities[3 * b + 1] = drift;
  }
  const spins = new Float64Array(3 * bodies.count);
  const relative = (): number[] => {
    const sum = [0, 0, 0];
    for (let b = 0; b < bodies.count; b++) {
      for (let c = 0; c < 3; c++) sum[c] += velocities[3 * b + c] - (c === 0 ? rate * bodies.positions[3 * b + 1] : 0);
    }
    return sum;
  };
  const start = relative();
  const detector = createDetector({ bodies, method, periodic: cell });
  const springs = createSprings();
  const dt = 1e-2;
  let pressed = 0;
  let crossed = 0;
  let work = 0;
  const STEPS = sweep(80, 60);
  for (let step = 0; step < STEPS; step++) {
    for (let k = 0; k < 3 * bodies.count; k++) bodies.positions[k] += dt * velocities[k];
    const before = velocities.slice();
    shearCell(cell, dt, bodies.positions, velocities, bodies.count);
    before.forEach((v, k) => {
      if (v !== velocities[k]) crossed++;
    });
    const list = detector.update();
    const found = forces(springs, list, bodies, velocities, spins, dt);
    const sum = [0, 0, 0];
    for (let c = 0; c < list.count; c++) {
      const [i, j] = [list.bodyA[c], list.bodyB[c]];
      const force = found.get(`${i} ${j}`) ?? [];
      for (let k = 0; k < 3; k++) {
        velocities[3 * i + k] -= dt * force[k];
        velocities[3 * j + k] += dt * force[k];
        sum[k] += Math.abs(force[k]);
      }
      // Work of the flow: minus the shear force times the height between the two centroids.
      work -= dt * rate * force[0] * (bodies.positions[3 * j + 1] + list.shifts[3 * c + 1] - bodies.positions[3 * i + 1]);
    }
    pressed += sum[0] + sum[1] + sum[2];
  }
  expect(crossed).toBeGreaterThan(10);
  expect(pressed).toBeGreaterThan(1e3);
  expect(work).toBeGreaterThan(0);
  const end = [start[0] - rate * bodies.count * drift * STEPS * dt, start[1], start[2]];
  relative().forEach((x, c) => expect(Math.abs(x - end[c])).toBeLessThan(1e-9));
});

describe('bodies that the cell takes along, and that do not move against it', () => {
  // Two boxes in a cell that shrinks, or is sheared, and one far away, so that the mean motion is not that of the pair.
  test.each([
    ['shrinks', [-1, 0, 0, 0, -1, 0, 0, 0, -1], [3, 1, 1]],
    ['is sheared', [0, 0, 0, -1, 0, 0, 0, 0, 0], [2.3, 1.9, 1]],
  ])('meet when the cell %s, whatever the skin', (_name, velocities, second) => {
    for (const skin of [0, 0.05, 0.5]) {
      const bodies = createBodySet();
      const places = [[1, 1, 1], second, [7, 8, 6]].map((place) => place.map((x) => x / 10));
      for (const [x, y, z] of places) addBody(bodies, { shape: box(1, 0.95, 1), position: [10 * x, 10 * y, 10 * z] });
      const cell = createMovableCell({ vectors: [10, 0, 0, 0, 10, 0, 0, 0, 10], velocities });
      const detector = createDetector({ bodies, method, periodic: cell, skin });
      const always = createDetector({ bodies, method: { ...method, certified: false }, periodic: cell, skin: 0 });
      let began = 0;
      for (let step = 0; step < 104; step++) {
        const list = detector.update();
        expect(list.count).toBe(always.update().count);
        began += list.began.subarray(0, list.count).reduce((sum, x) => sum + x, 0);
        for (let k = 0; k < 9; k++) cell.vectors[k] += 0.05 * velocities[k];
        places.forEach((place, b) => {
          for (let c = 0; c < 3; c++) bodies.positions[3 * b + c] = place.reduce((sum, x, k) => sum + x * cell.vectors[3 * k + c], 0);
        });
      }
      expect(began).toBeGreaterThan(0);
    }
  });
});

test('slack ends where the next image may be nearer: half of the least height', () => {
  // A pyramid whose apex points away from a plate, and at the next image of the plate.
  const pyramid = polyhedronFromVertices(
    [
      [-0.3, -0.3, -1 / 3],
      [0.3, -0.3, -1 / 3],
      [0.3, 0.3, -1 / 3],
      [-0.3, 0.3, -1 / 3],
      [0, 0, 1],
    ].flat(),
  );
  const bodies = createBodySet();
  addBody(bodies, { shape: box(1, 1, 0.05), position: [0, 0, 0] });
  addBody(bodies, { shape: pyramid, position: [0, 0, 1.65] });
  const detector = createDetector({ bodies, method, skin: 0.01, periodic: { vectors: [8, 0, 0, 3, 8, 0, 0.3, 0, 3.6] } });
  expect([detector.update().count, detector.statistics.askedPairs]).toEqual([0, 1]);
  bodies.positions.set([0.3, 0, 2.6], 3);
  // The motion is less than the distance was.
  expect(0.3 ** 2 + 0.95 ** 2).toBeLessThan(1.29 ** 2);
  const list = detector.update();
  expect([list.count, Array.from(list.shifts.subarray(0, 3))]).toEqual([1, [-0.3, 0, -3.6].map((x) => expect.closeTo(x, 12) as number)]);
});

test('a cell turned with its bodies has the same contacts', () => {
  const random = createRandom(14);
  const bodies = randomScene(random, 60, 7);
  const vectors = [7, 0, 0, 2, 7, 0, -1, 3, 7];
  const list = createDetector({ bodies, method, margin: 0.02, periodic: { vectors } }).update();
  // A turn by the unit quaternion q.
  const q = [0.1, 0.5, -0.7, 0.5];
  const turned = (x: ArrayLike<number>, at: number): number[] => {
    const [v, w] = [q.slice(0, 3), q[3]];
    const cross = (a: readonly number[], b: ArrayLike<number>, o = 0) =>
      [0, 1, 2].map((k) => a[(k + 1) % 3] * b[o + ((k + 2) % 3)] - a[(k + 2) % 3] * b[o + ((k + 1) % 3)]);
    const c = cross(v, x, at);
    const d = cross(v, c);
    return [0, 1, 2].map((k) => x[at + k] + 2 * (w * c[k] + d[k]));
  };
  const other = { ...bodies, positions: bodies.positions.slice(), orientations: bodies.orientations.slice() } as BodySet;
  for (let b = 0; b < bodies.count; b++) {
    other.positions.set(turned(bodies.positions, 3 * b), 3 * b);
    const [x, y, z, w] = bodies.orientations.subarray(4 * b, 4 * b + 4);
    const [a, e, f, g] = q;
    other.orientations.set(
      [g * x + a * w + e * z - f * y, g * y + e * w + f * x - a * z, g * z + f * w + a * y - e * x, g * w - a * x - e * y - f * z],
      4 * b,
    );
  }
  const cell = { vectors: [0, 3, 6].flatMap((at) => turned(vectors, at)) };
  const same = createDetector({ bodies: other, method, margin: 0.02, periodic: cell }).update();
  expect([same.count, same.pointCount]).toEqual([list.count, list.pointCount]);
  expect(list.count).toBeGreaterThan(20);
  for (let c = 0; c < list.count; c++) {
    expect([same.bodyA[c], same.bodyB[c], same.status[c]]).toEqual([list.bodyA[c], list.bodyB[c], list.status[c]]);
    expect(same.gaps[c]).toBeCloseTo(list.gaps[c], 9);
    turned(list.shifts, 3 * c).forEach((x, k) => expect(same.shifts[3 * c + k]).toBeCloseTo(x, 9));
  }
});

test('a memory that is saved while the cell moves goes on to the bit', () => {
  const random = createRandom(40);
  const bodies = randomScene(random, 60, 7);
  const cell = sheared(1);
  const velocities = new Float64Array(3 * bodies.count);
  const detector = createDetector({ bodies, method, margin: 0.02, periodic: cell });
  for (let step = 0; step < sweep(30, 12); step++) {
    detector.update();
    const memory = structuredClone(detector.save());
    move(bodies, random, 0.002);
    shearCell(cell, 0.02, bodies.positions, velocities, bodies.count);
    const restored = createDetector({ bodies, method, margin: 0.02, periodic: cell });
    restored.restore(memory);
    restored.update();
    detector.update();
    expect(bits(restored.contacts)).toEqual(bits(detector.contacts));
    expect(slots(restored.contacts)).toEqual(slots(detector.contacts));
  }
});

function thrownBy(run: () => void): InputError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return error as InputError;
  }
  throw new Error('nothing was thrown');
}

describe('bad cells', () => {
  const scene = (): BodySet => randomScene(createRandom(3), 30, 7);

  test('when the detector is made', () => {
    const make =
      (periodic: object): (() => Detector) =>
      () =>
        createDetector({ bodies: scene(), method, periodic: periodic as never });
    expect(thrownBy(make({ vectors: [7, 0, 0, 14, 0, 0, 0, 0, 7] })).code).toBe('flat');
    expect(thrownBy(make({ vectors: [7, 0, 0, 0, Number.NaN, 0, 0, 0, 7] }))).toMatchObject({ code: 'not-finite', index: 1 });
    expect(thrownBy(make({ vectors: [7, 0, 7] })).code).toBe('bad-length');
  });

  test('that are too flat for the bodies, or lose their volume, stop an update; the next good one goes on', () => {
    const bodies = scene();
    const cell = sheared();
    const [detector, other] = [1, 2].map(() => createDetector({ bodies, method, margin: 0.1, periodic: cell }));
    for (let step = 0; step < 3; step++) {
      detector.update();
      other.update();
      const good = cell.vectors.slice();
      cell.vectors.set([7, 0, 0, 0, 2, 0, 0, 0, 7]);
      const small = thrownBy(() => detector.update());
      expect(small).toMatchObject({ code: 'bad-option', value: 2 });
      expect(small.message).toContain('height of 2');
      cell.vectors.set([7, 0, 0, 7, 0, 0, 0, 0, 7]);
      expect(thrownBy(() => detector.update()).code).toBe('flat');
      cell.vectors.set(good);
      move(bodies, createRandom(step), 0.01);
      expect(bits(detector.update())).toEqual(bits(other.update()));
      expect(slots(detector.contacts)).toEqual(slots(other.contacts));
    }
    // Sheared by many edges it is as high as before.
    cell.vectors[3] += 7 * 1000;
    const count = other.contacts.count;
    expect(detector.update().count).toBe(count);
  });

  test('of the helpers', () => {
    const cell = sheared();
    const three = new Float64Array(3);
    expect(thrownBy(() => shearCell(cell, Number.NaN, three, three, 1))).toMatchObject({ code: 'bad-option', value: Number.NaN });
    expect(thrownBy(() => putIntoCell(cell, three, three, 2))).toMatchObject({ code: 'bad-length', value: 3 });
    expect(thrownBy(() => createMovableCell({ vectors: [1, 0, 0, 1] })).code).toBe('bad-length');
    expect(thrownBy(() => createMovableCell(null as never)).code).toBe('bad-option');
    cell.vectors.fill(0, 3, 6);
    expect(thrownBy(() => putIntoCell(cell, three, three, 1)).code).toBe('bad-option');
    expect(thrownBy(() => shearCell({ vectors: [7] } as never, 1, three, three, 1)).code).toBe('bad-option');
    expect(thrownBy(() => putIntoCell(undefined as never, three, three, 1)).code).toBe('bad-option');
    expect(thrownBy(() => putIntoCell(sheared(), [0, 0, 0] as never, three, 1)).code).toBe('bad-option');
    expect(thrownBy(() => putIntoCell(sheared(), three, three, Number.NaN)).code).toBe('bad-option');
  });

  test('a step of the cell that fails changes nothing', () => {
    const three = new Float64Array(3);
    const closing = createMovableCell({ vectors: [7, 0, 0, 0, 7, 0, 0, 0, 7], velocities: [0, 0, 0, 0, -7, 0, 0, 0, 0] });
    for (const step of [
      () => shearCell(closing, 1, three, three, 1),
      () => shearCell(closing, 0.1, three, three, 2),
      () => shearCell(closing, 0.1, three, new Float64Array(2), 1),
    ]) {
      const before = closing.vectors.slice();
      thrownBy(step);
      expect(closing.vectors).toEqual(before);
    }
  });

  test('velocities that are not finite stop an update', () => {
    const cell = sheared();
    const detector = createDetector({ bodies: scene(), method, periodic: cell });
    const count = detector.update().count;
    cell.velocities[5] = Number.NaN;
    expect(thrownBy(() => detector.update())).toMatchObject({ code: 'not-finite', index: 1 });
    expect(thrownBy(() => shearCell(cell, 0, new Float64Array(3), new Float64Array(3), 1)).code).toBe('not-finite');
    cell.velocities[5] = 0;
    expect(detector.update().count).toBe(count);
  });

  test('a body whose position is not finite stays as it is', () => {
    const positions = new Float64Array([Number.NaN, 8, 1, 1, 8, 1]);
    const velocities = new Float64Array(6);
    putIntoCell(sheared(), positions, velocities, 2);
    expect(Array.from(positions)).toEqual([Number.NaN, 8, 1, 1, 1, 1]);
    expect(Array.from(velocities)).toEqual([0, 0, 0, -0.7, 0, 0]);
  });
});

test('bodies are put into the cell with the velocity of their image; those in it keep their bits', () => {
  const random = createRandom(6);
  const cell = createMovableCell({
    vectors: [4, 0, 0, 1, 3, 0, -1, 2, 5],
    origin: [-2, 1, 0],
    velocities: [0, 0, 0, 2, 0, 0, 1, 0.5, 0.25],
  });
  for (let k = 0; k < 50; k++) {
    const parts = [0, 1, 2].map(() => 0.01 + 0.98 * random());
    const inside = cell.origin.map((x, c) => x + parts.reduce((sum, part, m) => sum + part * cell.vectors[3 * m + c], 0));
    const images = [0, 1, 2].map(() => Math.floor(7 * random()) - 3);
    const positions = inside.map((x, c) => x + images.reduce((sum, s, m) => sum + s * cell.vectors[3 * m + c], 0));
    const velocities = Float64Array.from([0, 1, 2], (c) => images.reduce((sum, s, m) => sum + s * cell.velocities[3 * m + c], 0));
    putIntoCell(cell, positions, velocities, 1);
    positions.forEach((x, c) => expect(x).toBeCloseTo(inside[c], 12));
    velocities.forEach((x) => expect(x).toBeCloseTo(0, 12));
    const before = [positions.slice(), velocities.slice()];
    putIntoCell(cell, positions, velocities, 1);
    expect([positions, velocities]).toEqual(before);
  }
});

test('in the plane: contacts, forces and slots of squares in a row across the face of a cell that shears', () => {
  const bodies = createBodySet2d();
  const cell = createMovableCell2d({ vectors: [4, 0, 0, 4], velocities: [0, 0, 1, 0] });
  // The lower row at rest, the upper one moves with the face: it stays as it is against its images.
  for (let b = 0; b < 8; b++) addBody2d(bodies, { shape: rectangle(0.9, 0.999), position: [0.5 + (b % 4), b < 4 ? 0.5 : 3.5] });
  const velocities = Float64Array.from({ length: 16 }, (_, k) => (k % 2 === 0 && k >= 8 ? 1 : 0));
  const detector = createDetector2d({ bodies, method: shortestLinkMethod2d, margin: 0.01, periodic: cell });
  const first = Array.from(detector.update().userSlot.subarray(0, detector.contacts.count));
  expect(first.length).toBe(4);
  let remaps = 0;
  for (let step = 0; step < 200; step++) {
    for (let k = 0; k < 16; k++) bodies.positions[k] += 0.03 * velocities[k];
    if (shearCell(cell, 0.03, bodies.positions, velocities, bodies.count)) remaps++;
    const list = detector.update();
    expect(Array.from(list.userSlot.subarray(0, list.count))).toEqual(first);
    for (let c = 0; c < list.count; c++) {
      expect(list.gaps[c]).toBeCloseTo(0.001, 9);
      expect(list.shifts[2 * c + 1]).toBeCloseTo(-4, 12);
      // The image of the upper square has its velocity less that of the face: that of the lower one.
      expect(velocities[2 * list.bodyB[c]] + list.shiftVelocities[2 * c]).toBeCloseTo(velocities[2 * list.bodyA[c]], 12);
    }
  }
  expect(remaps).toBe(2);
});
