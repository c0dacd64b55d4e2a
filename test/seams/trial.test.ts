import { describe, expect, it } from 'vitest';
import {
  box,
  createBodySet,
  createDetector,
  exactMethod,
  fastCommonPlaneMethod,
  fastDirectSearchMethod,
  shortestLinkMethod,
  shrunkenEdgeMethod,
  trackedShortestLinkMethod,
} from '../../src/index';
import { createBodySet2d, createDetector2d, exactLineMethod } from '../../src/planar/index';
import { layFloor, slide, unitBlocks } from './slide';

const methods = [
  exactMethod,
  shortestLinkMethod,
  trackedShortestLinkMethod,
  fastCommonPlaneMethod,
  fastDirectSearchMethod,
  shrunkenEdgeMethod,
];

/** A block slides over the seam at x = 0.5 between unit cubes. */
function trial(method: (typeof methods)[number], depth: number, law: 'pressure' | 'points', isFiltered: boolean) {
  const bodies = layFloor(box(0.6, 0.6, 0.3), unitBlocks());
  bodies.positions.set([0.19, 0.05, 0.15 - depth]);
  return slide({
    bodies,
    method,
    depth,
    area: 0.36,
    velocity: [0.05, 0, 0],
    path: 0.02,
    law,
    options: isFiltered ? { seams: {} } : {},
  });
}

describe('a block slides over the seam between two flush blocks', () => {
  for (const depth of [1e-3, 1e-4]) {
    it.each(methods)(`at a depth of ${depth}, found by $name: it keeps its speed`, (method) => {
      for (const law of ['pressure', 'points'] as const) {
        const { speed } = trial(method, depth, law, true);
        expect(Math.abs(speed - 1)).toBeLessThan(0.01);
      }
    });

    it.each(methods.filter((method) => method.certified === true))(
      `at a depth of ${depth}, found by $name: it keeps its height with the pressure law`,
      (method) => {
        expect(trial(method, depth, 'pressure', true).hop).toBeLessThan(1e-9 * depth);
      },
    );
  }

  it('without the filter it is thrown back or slowed down', () => {
    expect(trial(trackedShortestLinkMethod, 1e-3, 'points', false).speed).toBeLessThan(-0.9);
    expect(trial(exactMethod, 1e-3, 'points', false).speed).toBeLessThan(0.9);
  });
});

describe('lengths of the filter', () => {
  const bodies = createBodySet();
  const planar = createBodySet2d();

  it.each([
    [{ seam: -1 }, 'seams.seam must be a finite number >= 0, got -1', -1],
    [{ seam: Infinity }, 'seams.seam must be a finite number >= 0, got Infinity', Infinity],
    [{ joint: Number.NaN }, 'seams.joint must be a finite number >= 0, got NaN', Number.NaN],
    [{ seam: 0, joint: -1e-9 }, 'seams.joint must be a finite number >= 0, got -1e-9', -1e-9],
  ])('%o is bad', (seams, message, value) => {
    const error = { name: 'InputError', code: 'bad-option', message: expect.stringContaining(message) as string, value };
    expect(() => createDetector({ bodies, method: exactMethod, seams })).toThrow(expect.objectContaining(error));
    expect(() => createDetector2d({ bodies: planar, method: exactLineMethod, seams })).toThrow(expect.objectContaining(error));
  });

  it.each([true, null, [1e-3], 1e-3])('%o is no record of lengths', (seams) => {
    const error = { code: 'bad-option', message: expect.stringContaining('seams must be a record of lengths') as string };
    expect(() => createDetector({ bodies, method: exactMethod, seams: seams as never })).toThrow(expect.objectContaining(error));
    expect(() => createDetector2d({ bodies: planar, method: exactLineMethod, seams: seams as never })).toThrow(
      expect.objectContaining(error),
    );
  });

  it('may be left out', () => {
    for (const seams of [undefined, {}, { seam: 0 }, { joint: undefined }]) {
      expect(createDetector({ bodies, method: exactMethod, seams }).update().count).toBe(0);
      expect(createDetector2d({ bodies: planar, method: exactLineMethod, seams }).update().count).toBe(0);
    }
  });
});
