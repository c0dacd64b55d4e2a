import { describe, expect, test } from 'vitest';
import { addBody, createBodySet } from '../../src/body';
import { exactMethod } from '../../src/common-plane';
import { createContact, detect, Status } from '../../src/contact';
import { createDetector } from '../../src/detector';
import {
  addBody2d,
  contactMethods2d,
  createBodySet2d,
  createContact2d,
  createDetector2d,
  detect2d,
  exactLineMethod,
  lineWall,
  rectangle,
} from '../../src/planar';
import { box } from '../../src/polyhedron';
import { planeWall } from '../../src/walls';

/**
 * Two radii and a slide; the bodies touch to rounding, and which side of it they are on changes from one to the next.
 */
const touching = Array.from({ length: 300 }, (_, k) => ({ r: 0.001 * (1 + (k % 97)), q: 0.0013 * (1 + (k % 31)), slide: 0.01 * (k % 7) }));

describe('swollen bodies that touch to rounding are in contact without any margin', () => {
  test('in space, and on a plane', () => {
    const contact = createContact(8);
    const cube = box(1, 1, 1);
    for (const { r, q, slide } of touching) {
      const bodies = createBodySet();
      addBody(bodies, { shape: cube, rounding: r });
      addBody(bodies, { shape: cube, position: [1 + r + q, slide, 0], rounding: q });
      expect(detect(contact, exactMethod, bodies, 0, 1)).toBe(Status.Touching);
      expect(contact.count).toBe(4);
      const walls = [planeWall([1, 0, 0], -0.5 - r)];
      const list = createDetector({ bodies, method: exactMethod, walls }).update();
      expect([...list.status.subarray(0, list.count)]).toEqual([Status.Touching, Status.Touching]);
    }
  });

  test('in the plane, and on a line', () => {
    const contact = createContact2d(64);
    const square = rectangle(1, 1);
    for (const { r, q, slide } of touching) {
      const bodies = createBodySet2d();
      addBody2d(bodies, { shape: square, rounding: r });
      addBody2d(bodies, { shape: square, position: [1 + r + q, slide], rounding: q });
      for (const method of contactMethods2d) {
        if (method.sharpOnly === true) continue;
        const status = detect2d(contact, method, bodies, 0, 1);
        expect(contact.count > 0, method.name).toBe(status === Status.Touching || status === Status.Overlapping);
      }
      const walls = [lineWall([1, 0], -0.5 - r)];
      const list = createDetector2d({ bodies, method: exactLineMethod, walls }).update();
      expect([...list.status.subarray(0, list.count)]).toEqual([Status.Touching, Status.Touching]);
    }
  });
});
