import { describe, expect, test } from 'vitest';
import { cannonScenes, fallsAsleep } from '../../examples/engines/cannon-scenes';

describe('stacks under cannon-es fall asleep where they were built', () => {
  test.each(cannonScenes)('%s', (scene) => {
    for (const seed of [1, 2]) expect(fallsAsleep(scene, seed, 20, {}).asleep).toBe(true);
  });
});
