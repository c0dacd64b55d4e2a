import { expect, test } from 'vitest';
import { createRandom } from '../../src/polyhedron';
import { createDetector } from '../../src/detector';
import { contactMethods } from '../../src/methods';
import { move, randomScene } from './scene';

test('names of methods differ', () => {
  expect(new Set(contactMethods.map((method) => method.name)).size).toBe(contactMethods.length);
});

test.each(contactMethods)('$name works in a detector', (method) => {
  const random = createRandom(2);
  const bodies = randomScene(random, 40, 4);
  bodies.rounding.fill(0);
  const detector = createDetector({ bodies, method, margin: 0.01 });
  for (let step = 0; step < 5; step++) {
    detector.update();
    move(bodies, random, 0.02);
  }
  // The printed shrunken edge sees no deeper than its tolerance, and these overlap by more.
  expect(detector.contacts.count > 5).toBe(method.name !== 'shrunken-edge-published');
  expect(detector.invalidCount).toBe(0);
});
