import { describe, expect, test } from 'vitest';
import { cannonScenes, fallsAsleep } from '../../examples/engines/cannon-scenes';
import { sweep } from '../sweep';

describe('stacks under cannon-es fall asleep where they were built', () => {
  test.each(cannonScenes)('%s', (scene) => {
    for (const seed of [1, 2].slice(0, sweep(2, 1))) expect(fallsAsleep(scene, seed, 20, {}).asleep).toBe(true);
  });
});
