import { expect, test } from 'vitest';
import { exactMethod } from '../../src/common-plane';
import { ContactKind, contactsOf, createContactList, kindName, Status, statusName } from '../../src/contact';
import { createDetector } from '../../src/detector';
import { addPointForces, velocityOfBody } from '../../src/force';
import { addPointForces2d, createDetector2d, exactLineMethod, lineWall, velocityOfBody2d } from '../../src/planar';
import { createRandom } from '../../src/polyhedron';
import { planeWall } from '../../src/walls';
import { move2d, randomScene2d } from '../planar/scene-2d';
import { move, randomScene } from './scene';

test('the contacts of a body are those that a look at all finds, after each change of the list', () => {
  const random = createRandom(4);
  const bodies = randomScene(random, 40, 4);
  const flat = randomScene2d(random, 40, 5);
  const space = createDetector({ bodies, method: exactMethod, walls: [planeWall([0, 0, 1], 0.5)] });
  const plane = createDetector2d({ bodies: flat, method: exactLineMethod, walls: [lineWall([0, 1], 0.5)] });
  for (let step = 0; step < 4; step++) {
    for (const list of [space.update(), plane.update()]) {
      for (const body of [...Array(42).keys(), -1, 0.5, Number.NaN]) {
        const rows = [...Array(list.count).keys()].filter((c) => list.bodyA[c] === body || (body >= 0 && list.bodyB[c] === body));
        expect([...contactsOf(list, body)]).toEqual(rows);
      }
      expect(contactsOf(list, 3).buffer).toBe(contactsOf(list, 5).buffer);
    }
    move(bodies, random, 0.1);
    move2d(flat, random, 0.1);
  }
  expect(contactsOf(createContactList(), 0).length).toBe(0);
});

test('names of kinds and statuses', () => {
  for (const [name, value] of Object.entries(Status)) expect(statusName(value)).toBe(name);
  for (const [name, value] of Object.entries(ContactKind)) expect(kindName(value)).toBe(name);
  expect([statusName(9), kindName(-1), kindName(Number.NaN)]).toEqual(['', '', '']);
});

test('forces at points do on the bodies, in any motion, the work that they do at the points', () => {
  const random = createRandom(6);
  const any = (length: number) => new Float64Array(length).map(() => 2 * random() - 1);
  const bodies = randomScene(random, 80, 7);
  bodies.flags.fill(0);
  const list = createDetector({
    bodies,
    method: exactMethod,
    walls: [planeWall([0, 0, 1], 0.5)],
    periodic: { min: [0, 0, 0], max: [7, 7, 7], axes: [true, true, false] },
  }).update();
  expect(list.shifts.subarray(0, 3 * list.count).some((x) => x !== 0)).toBe(true);
  const motion = { positions: bodies.positions, velocities: any(240), spins: any(240) };
  const pointForces = any(3 * list.pointCount);
  const [forces, torques] = [new Float64Array(240), new Float64Array(240)];
  addPointForces(forces, torques, list, pointForces, bodies.positions);
  let power = 0;
  for (let k = 0; k < 240; k++) power += forces[k] * motion.velocities[k] + torques[k] * motion.spins[k];
  const at = new Float64Array(3);
  for (let c = 0; c < list.count; c++) {
    for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
      const [a, b] = [list.bodyA[c], list.bodyB[c]];
      const place = list.points.slice(3 * p, 3 * p + 3);
      const velocityA = velocityOfBody(at, motion, a, place).slice();
      // B where it is, not its image.
      for (let k = 0; k < 3; k++) place[k] -= list.shifts[3 * c + k];
      const velocityB = b < 0 ? new Float64Array(3) : velocityOfBody(at, motion, b, place).slice();
      for (let k = 0; k < 3; k++) power -= pointForces[3 * p + k] * (velocityB[k] - velocityA[k]);
    }
  }
  expect(Math.abs(power)).toBeLessThan(1e-10);

  const flat = randomScene2d(random, 40, 6);
  const flatList = createDetector2d({ bodies: flat, method: exactLineMethod, walls: [lineWall([0, 1], 0.5)] }).update();
  const flatMotion = { positions: flat.positions, velocities: any(80), spins: any(40) };
  const flatForces = any(2 * flatList.pointCount);
  const [sums, turns] = [new Float64Array(80), new Float64Array(40)];
  addPointForces2d(sums, turns, flatList, flatForces, flat.positions);
  let work = 0;
  for (let k = 0; k < 80; k++) work += sums[k] * flatMotion.velocities[k];
  for (let i = 0; i < 40; i++) work += turns[i] * flatMotion.spins[i];
  for (let c = 0; c < flatList.count; c++) {
    for (let p = flatList.pointStart[c]; p < flatList.pointStart[c + 1]; p++) {
      const place = flatList.points.slice(2 * p, 2 * p + 2);
      const of = (i: number) => (i < 0 ? new Float64Array(2) : velocityOfBody2d(new Float64Array(2), flatMotion, i, place));
      const [velocityA, velocityB] = [of(flatList.bodyA[c]), of(flatList.bodyB[c])];
      for (let k = 0; k < 2; k++) work -= flatForces[2 * p + k] * (velocityB[k] - velocityA[k]);
    }
  }
  expect(flatList.pointCount).toBeGreaterThan(20);
  expect(Math.abs(work)).toBeLessThan(1e-10);
});
