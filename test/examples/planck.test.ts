import { describe, expect, test } from 'vitest';
import { planckScenes, sleepers } from '../../examples/engines/planck-scenes';
import { sweep } from '../sweep';

describe('boxes under planck fall asleep, in stacks where they were built', () => {
  // A column and a heap stand for the others, which are larger or three times the same.
  const scenes = sweep(1, 0) === 1 ? planckScenes : (['column', 'heap'] as const);
  test.each(scenes)('%s', (scene) => {
    const { asleep, boxes } = sleepers(scene, 1, 20, false);
    expect(asleep).toBe(boxes);
  });
});
