import { describe, expect, test } from 'vitest';
import { planckScenes, sleepers } from '../../examples/engines/planck-scenes';

describe('boxes under planck fall asleep, in stacks where they were built', () => {
  test.each(planckScenes)('%s', (scene) => {
    const { asleep, boxes } = sleepers(scene, 1, 20, false);
    expect(asleep).toBe(boxes);
  });
});
