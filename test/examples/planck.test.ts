import { describe, expect, test } from 'vitest';
import { planckScenes, sleepers } from '../../examples/engines/planck-scenes';
import { sweep } from '../sweep';

describe('boxes under planck fall asleep, in stacks where they were built', () => {
  // The pyramid has 210 boxes: it is in the full tests only.
  const scenes = planckScenes.filter((scene) => scene !== 'pyramid' || sweep(1, 0) === 1);
  test.each(scenes)('%s', (scene) => {
    const { asleep, boxes } = sleepers(scene, 1, 20, false);
    expect(asleep).toBe(boxes);
  });
});
