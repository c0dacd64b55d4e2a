/** The live pours of the site: bodies fall, stay in the box and come to rest; the same seed gives the same pour. */
import { expect, test } from 'vitest';
import { colourOf } from '../site/pours/draw';
import { METHODS } from '../site/pours/messages';
import type { Pour } from '../site/pours/pour';
import { createPour2d } from '../site/pours/pour-2d';
import { createPour3d } from '../site/pours/pour-3d';

const run = (pour: Pour, seconds: number): Pour => {
  for (let t = 0; t < seconds; t += pour.dt) pour.step();
  return pour;
};

test.each([
  ['in the plane', 2, createPour2d, 12, 0.9, 1],
  ['in space', 3, createPour3d, 12, 0.5, 0.01],
] as const)('%s', (_, dimension, create, bodies, seconds, energy) => {
  const choice = { dimension, bodies, method: 'slm', seed: 3 };
  const pour = create(choice);
  const start = pour.look();
  const { scene } = pour;
  expect(start.positions.length).toBe(dimension * scene.shapeIndex.length);
  expect(scene.isFixed.filter((isFixed) => !isFixed).length).toBe(bodies);
  expect(Math.max(...scene.shapeIndex)).toBeLessThan(scene.shapes.length);
  const end = run(pour, seconds).look();
  expect(end.energy).toBeLessThan(energy);
  expect(end.contacts).toBeGreaterThan(bodies);
  expect(end.points.length).toBeGreaterThan(0);
  for (let b = 0; b < scene.shapeIndex.length; b++) {
    if (scene.isFixed[b]) continue;
    const at = [...end.positions.subarray(dimension * b, dimension * b + dimension)];
    for (const x of at.slice(0, -1)) expect(Math.abs(x)).toBeLessThan(scene.width / 2);
    expect(at[dimension - 1]).toBeGreaterThan(0);
    expect(at[dimension - 1]).toBeLessThan(start.positions[dimension * b + dimension - 1]);
  }
  expect(run(create(choice), 0.02).look()).toEqual(run(create(choice), 0.02).look());
  expect(() => create({ ...choice, method: 'none' })).toThrow(/no method none/);
});

test('every method of the lists exists, and its bodies fall', () => {
  for (const [dimension, create] of [
    [2, createPour2d],
    [3, createPour3d],
  ] as const) {
    for (const method of METHODS[dimension]) {
      const pour = create({ dimension, bodies: 6, method, seed: 1 });
      const { energy } = pour.look();
      expect([method, run(pour, 0.02).look().energy > energy]).toEqual([method, true]);
    }
  }
});

test('colours go from blue to yellow, for any speed', () => {
  expect(colourOf(0)).toEqual([0.24, 0.35, 0.72]);
  for (const speed of [3, 1e9]) expect(colourOf(speed).map((x) => Number(x.toFixed(6)))).toEqual([0.99, 0.91, 0.15]);
  for (let speed = 0; speed < 4; speed += 0.01) for (const part of colourOf(speed)) expect(part >= 0 && part <= 1).toBe(true);
});
