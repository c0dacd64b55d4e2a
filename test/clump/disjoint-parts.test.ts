import { describe, expect, test } from 'vitest';
import { createClump, disjointParts, type ClumpPart } from '../../src/clump';
import { box, createRandom } from '../../src/polyhedron';
import { codeOf } from '../polyhedron/code-of';
import { sweep } from '../sweep';
import { FAMILIES } from './parts';

test('a cross of two bars is cut at a side of one bar, and loses an arm of the other', () => {
  const parts = [{ shape: box(3, 1, 1) }, { shape: box(1, 3, 1) }];
  const arms = disjointParts(parts);
  const clump = createClump(arms);
  expect(clump.sharedVolume).toBe(0);
  expect(clump.volume).toBeCloseTo(4, 13);
});

test('a box that sticks in another by its end is cut off at the face: nothing is lost', () => {
  const parts: ClumpPart[] = [{ shape: box(2, 2, 2) }, { shape: box(1, 1, 2), position: [0, 0, 1.5] }];
  const disjoint = createClump(disjointParts(parts));
  expect(disjoint.sharedVolume).toBe(0);
  expect(disjoint.volume).toBeCloseTo(createClump(parts).volume, 13);
  expect(disjoint.partCount).toBe(2);
});

test('a part inside another is left out, parts that do not overlap are the same', () => {
  const [big, small, far] = [{ shape: box(2, 2, 2) }, { shape: box(1, 1, 1) }, { shape: box(1, 1, 1), position: [1.5, 0, 0] as const }];
  const parts = disjointParts([big, small, far]);
  expect(parts.map(({ shape }) => shape)).toEqual([big.shape, far.shape]);
  expect(parts[1].position).toEqual([1.5, 0, 0]);
});

describe('random parts', () => {
  test.each(Object.entries(FAMILIES))('%s', (name, family) => {
    const random = createRandom(41);
    for (let round = 0; round < sweep(200, 7); round++) {
      const parts = family(random);
      const before = createClump(parts);
      const left = disjointParts(parts);
      const after = createClump(left);
      // Far from the origin a place is known to a rounding step of its coordinate.
      if (name === 'far') expect(after.sharedVolume).toBeLessThan(1e-8);
      else expect(after.sharedVolume).toBe(0);
      // Cuts take away only: the union is a part of that before.
      expect(after.volume).toBeLessThanOrEqual(before.volume + before.volumeError + after.volumeError + (name === 'far' ? 1e-8 : 0));
      expect(after.volume).toBeGreaterThan(0.3 * before.volume);
      // So what is left adds nothing to the parts before. (Inclusion and exclusion of all of them.)
      if (parts.length + left.length <= 7) {
        const together = createClump([...parts, ...left]);
        expect(Math.abs(together.volume - before.volume)).toBeLessThanOrEqual(
          together.volumeError + before.volumeError + (name === 'far' ? 1e-8 : 0),
        );
      }
    }
  });
});

test('bad parts', () => {
  expect(codeOf(() => disjointParts([]))).toBe('bad-length');
  expect(codeOf(() => disjointParts([{} as never]))).toBe('bad-option');
});
