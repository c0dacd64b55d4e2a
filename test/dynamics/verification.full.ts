import { describe, expect, it } from 'vitest';
import { fallOnRidge } from '../../bench/papers/verification/falling';
import { rebound } from '../../bench/papers/verification/rebound';
import { createRivals } from '../../bench/papers/verification/scene';
import { slide } from '../../bench/papers/verification/sliding';
import { threeBlocks } from '../../bench/papers/verification/three-blocks';
import { fall, topples } from '../../bench/papers/verification/toppling';
import { collideFragments } from '../../bench/papers/verification/two-fragments';
import { slideWedge } from '../../bench/papers/verification/wedge';
import { ContactKind } from '../../src';

/**
 * Verification problems of the shrunken edge paper, shortened; at the paper's stiffness where a problem has one that
 * matters.
 */
describe.each(createRivals())('$name', (rival) => {
  it.each([6, 24])('slides by eq. 32 at a friction angle of %i degrees', (phi) => {
    const { error, energyError, momentumError, penetration } = slide(rival, { phi, time: 0.01, samples: 2, dt: 2e-5 });
    // The paper: 1e-5.
    expect(error).toBeLessThan(1e-7);
    expect(momentumError).toBeLessThan(1e-6);
    expect(energyError).toBeLessThan(1e-6);
    expect(penetration).toBeLessThan(1e-8);
  });

  it('slides too far where the shear springs begin slack', () => {
    const { error } = slide(rival, { phi: 24, time: 0.01, samples: 1, dt: 2e-5, start: 'pressed' });
    expect(error).toBeGreaterThan(1e-3);
    expect(error).toBeLessThan(0.1);
  });

  it('rebounds from an edge with its energy', () => {
    const { error, energyError, bounces, penetration, expected, sideways } = rebound(rival, 0.9, 5e-6);
    expect(bounces).toBe(1);
    expect(error).toBeLessThan(1e-3);
    expect(energyError).toBeLessThan(2e-3);
    expect(Math.abs(penetration / expected - 1)).toBeLessThan(1e-3);
    expect(sideways).toBeLessThan(1e-9);
  });

  it('slides as a wedge by eq. 34', () => {
    const { error, energyError, aside } = slideWedge(rival, 30, 0.05, 2, 1e-4);
    expect(error).toBeLessThan(1e-7);
    expect(energyError).toBeLessThan(1e-6);
    expect(aside).toBeLessThan(1e-12);
  });
});

// By the volume law a block stands on a narrow strip before it topples, and topples earlier (docs/verification.md).
it.each(createRivals().filter(({ isRegion }) => !isRegion))(
  '$name: a block topples between 13.9 and 14.2 degrees, as the rigid pendulum does',
  (rival) => {
    expect([13.9, 14.2].map((slope) => topples(rival, 0.4, slope, 0.65, 1.5e6))).toEqual([false, true]);
    expect(fall(rival, 0.4, 16, 2, 1, 15e6).error).toBeLessThan(0.01);
  },
);

describe('corner on corner', () => {
  it.each(createRivals(1e-7).filter(({ name }) => name !== 'SLM'))(
    '$name: the prism turns and meets the edge with its other corner',
    (rival) => {
      const { blows, speedError, spinError, timeError, energyError } = fallOnRidge(rival, 0.47, 2e-6);
      expect(speedError).toBeLessThan(0.05);
      expect(spinError).toBeLessThan(0.05);
      expect(timeError).toBeLessThan(1e-3);
      expect(energyError).toBeLessThan(0.05);
      expect(blows[0].direction[2]).toBeGreaterThan(0.99);
      if (rival.isRegion) return;
      expect(blows.map(({ kind }) => kind)).toEqual([ContactKind.VertexVertex, ContactKind.VertexEdge]);
    },
  );
});

it('a cube that falls on two blocks meets a face, their rims and then the lower face', () => {
  const [shrunkenEdge] = createRivals(1e-4);
  const { kinds, penetration, rise, restError } = threeBlocks(shrunkenEdge, 2.6, 6e-5);
  expect([...kinds.keys()]).toEqual([ContactKind.VertexFace, ContactKind.EdgeEdge, ContactKind.EdgeFace, ContactKind.FaceFace]);
  // The caption of figure 18.
  expect(kinds.get(ContactKind.VertexFace)).toBeCloseTo(0.18, 2);
  expect(penetration).toBeLessThan(1e-3);
  expect(rise).toBeLessThan(0.01);
  expect(restError).toBeLessThan(1e-5);
});

it('a slack start at 24 degrees: the step decides how far a block that only touches slides', () => {
  const slm = createRivals()[1];
  const error = (dt: number): number => slide(slm, { phi: 24, time: 0.25, samples: 1, dt, start: 'touching' }).error;
  expect(error(2e-5)).toBeGreaterThan(0.01);
  expect(error(5e-6)).toBeLessThan(0.005);
});

it('two fragments of the wedge collide with their energy', () => {
  const [shrunkenEdge] = createRivals();
  // The time step alone changes less than 1e-3.
  for (const ratio of collideFragments(shrunkenEdge, 30, 7)) expect(Math.abs(ratio - 1)).toBeLessThan(1e-3);
});
