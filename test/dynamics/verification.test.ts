import { describe, expect, it } from 'vitest';
import { rebound, slide, topples } from '../../bench/papers/verification/scenes';
import { fastDirectSearchMethod, shortestLinkMethod, shrunkenEdgeMethod } from '../../src';

/** Verification problems of the shrunken edge paper, shortened, with its stiffness of 1500 GN/m on the slope. */
describe.each([shrunkenEdgeMethod, shortestLinkMethod, fastDirectSearchMethod])('$name', (method) => {
  it.each([6, 24])('slides by eq. 32 at a friction angle of %i degrees', (phi) => {
    // The shear spring is slack at first: until it holds the limit the block is pulled too fast. Stiffer springs take less time for that.
    expect(slide(method, phi, 0.02, 1.5e12, 1e-6).error).toBeLessThan(0.05);
  });

  it('topples between 13.9 and 14.2 degrees', () => {
    expect([13.9, 14.2].map((degrees) => topples(method, 0.4, degrees, 1))).toEqual([false, true]);
  });

  it('rebounds from an edge with its energy', () => {
    const { energyError, bounces, height } = rebound(method, 0.8, 2e-5);
    expect(bounces).toBeGreaterThan(0);
    expect(energyError).toBeLessThan(1e-4);
    expect(height).toBeCloseTo(1, 4);
  });
});
