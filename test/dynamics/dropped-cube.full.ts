/**
 * The pressure law keeps the energy of an undamped cube that falls, bounces and rocks: the short form of the table of
 * docs/laws.md.
 */
import { expect, it } from 'vitest';
import { dropCube } from '../../sim/scenes/dropped-cube';
import {
  box,
  createPressureLaw,
  exactMethod,
  fastCommonPlaneMethod,
  polyhedronFromVertices,
  shortestLinkMethod,
  trackedShortestLinkMethod,
} from '../../src';

const plate = box(4, 4, 1);
/** Its top is two faces that meet in a ridge of a nanometre. */
const seamed = polyhedronFromVertices([-2, 2].flatMap((y) => [-2, y, -0.5, 2, y, -0.5, -2, y, 0.5, 2, y, 0.5, 0, y, 0.5 + 1e-9]));
const methods = [exactMethod, shortestLinkMethod, trackedShortestLinkMethod, fastCommonPlaneMethod];
const LEANING = [0.015, 0.05, 0, 1] as const;
const ON_EDGE = [0, 0.3, 0, 1] as const;

// The law leaves out the pressure on the sides of the cube that lean over the zone: 5e-6 of the fall, whatever the
// step.
// On an equal cube the normal changes between faces of the two, which are a twentieth of a radian apart.
it.each([
  ['a plate', plate, 0, LEANING, 1e-5],
  ['a plate, rounded', plate, 0.05, LEANING, 1e-5],
  ['a plate with a seam', seamed, 0, LEANING, 1e-5],
  ['an equal cube', box(1, 1, 1), 0, LEANING, 1e-2],
  ['an edge, on a plate', plate, 0, ON_EDGE, 1e-4],
  ['an edge, on a plate, rounded', plate, 0.05, ON_EDGE, 1e-4],
] as const)('on %s', (_, ground, rounding, turn, slack) => {
  for (const method of methods) {
    const law = createPressureLaw(4e6, 4e6, 0);
    const { lost, gained, deepest, flights } = dropCube({
      ground,
      law,
      turn,
      timeStep: 2e-4,
      seconds: 0.7,
      method,
      rounding,
    });
    expect(deepest).toBeGreaterThan(0.01);
    expect(flights).toBeGreaterThan(500);
    expect(Math.max(-lost, gained)).toBeLessThan(slack);
  }
});
