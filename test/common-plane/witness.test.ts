import { expect, test } from 'vitest';
import { addBody, createBodySet } from '../../src/body';
import { exactMethod } from '../../src/common-plane';
import { createContactFor, createDetectOptions, createState, detect, pointOnA, pointOnB } from '../../src/contact';
import { box } from '../../src/polyhedron';

test('contact points of swollen boxes lie on both swollen faces', () => {
  const shape = box(1, 1, 1);
  for (const height of [1.19, 1.21]) {
    const bodies = createBodySet();
    addBody(bodies, { shape, position: [0, 0, 0], rounding: 0.15 });
    addBody(bodies, { shape, position: [0.2, 0.3, height], rounding: 0.05 });
    const contact = createContactFor(shape, shape);
    detect(contact, exactMethod, bodies, 0, 1, createState(exactMethod), { ...createDetectOptions(), margin: 0.1 });
    expect(contact.count).toBe(4);
    const at = new Float64Array(3);
    for (let k = 0; k < contact.count; k++) {
      expect(pointOnA(at, contact, k)[2]).toBeCloseTo(0.65, 14);
      expect(pointOnB(at, contact, k)[2]).toBeCloseTo(height - 0.55, 14);
      expect(at[0]).toBe(contact.points[3 * k]);
    }
  }
});
