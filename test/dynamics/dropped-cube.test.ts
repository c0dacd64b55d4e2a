/**
 * The pressure law keeps the energy of an undamped cube that falls, bounces and rocks: the short form of the table of
 * docs/laws.md.
 */
import { expect, it } from 'vitest';
import { dropCube } from '../../bench/scenes/dropped-cube';
import { box, createPressureLaw, exactMethod, polyhedronFromVertices, trackedShortestLinkMethod } from '../../src';

const plate = box(4, 4, 1);
/** Its top is two faces that meet in a ridge of a nanometre. */
const seamed = polyhedronFromVertices([-2, 2].flatMap((y) => [-2, y, -0.5, 2, y, -0.5, -2, y, 0.5, 2, y, 0.5, 0, y, 0.5 + 1e-9]));
const methods = [exactMethod, trackedShortestLinkMethod];

// The law leaves out the pressure on the sides of the cube that lean over the zone: 5e-6 of the fall, whatever the
// step.
// On an equal cube the normal changes between faces of the two, which are a twentieth of a radian apart.
it.each([
  ['a plate', plate, 0, 1e-5],
  ['a plate, rounded', plate, 0.05, 1e-5],
  ['a plate with a seam', seamed, 0, 1e-5],
  ['an equal cube', box(1, 1, 1), 0, 1e-2],
] as const)('on %s', (_, ground, rounding, slack) => {
  for (const method of methods) {
    const law = createPressureLaw(4e6, 4e6, 0);
    const { lost, gained, deepest, flights } = dropCube({
      ground,
      law,
      turn: [0.015, 0.05, 0, 1],
      timeStep: 2e-4,
      seconds: 1,
      method,
      rounding,
    });
    expect(deepest).toBeGreaterThan(0.01);
    expect(flights).toBeGreaterThan(1000);
    expect(Math.max(-lost, gained)).toBeLessThan(slack);
  }
});
