import { expect, test } from 'vitest';
import { createBodySet } from '../../src/body';
import { exactMethod } from '../../src/common-plane';
import { createContact, createDetectOptions, detect, Status } from '../../src/contact';
import { directSearchMethod, fastDirectSearchMethod } from '../../src/direct-search';
import {
  addBody2d,
  createBodySet2d,
  createContact2d,
  detect2d,
  directSearchMethod2d,
  fastDirectSearchMethod2d,
  rectangle,
} from '../../src/planar';
import { box, createRandom } from '../../src/polyhedron';
import { sweep } from '../sweep';

/**
 * Bodies whose radii are as large as dTol: where nothing is within dTol, the bound of the gap is not taken for the gap.
 */

/** Milliseconds: many times what a quiet machine takes. */
const LONG = 60_000;
const radii = [0.03, 0.2, 7, 1000];
const cube = box(1, 1, 1);
const random = createRandom(11);
const part = (): number => 2 * random() - 1;

/** A unit vector of n numbers. */
function direction(n: number): number[] {
  const v = Array.from({ length: n }, part);
  const length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
  return v.map((x) => x / length);
}

test.each([directSearchMethod, fastDirectSearchMethod])(
  '$name: swollen bodies without contact points are apart',
  { timeout: LONG },
  (method) => {
    const out = createContact(64);
    let empty = 0;
    for (const radius of radii) {
      for (const margin of [0, 0.1]) {
        for (let k = 0; k < sweep(60, 24); k++) {
          const way = direction(3).map((x) => x * (2 * radius + 1 + 0.8 * random()));
          const bodies = createBodySet({
            shapes: [cube],
            positions: Float64Array.from([0, 0, 0, ...way]),
            orientations: Float64Array.from([0, 0, 0, 1, ...direction(4)]),
            rounding: Float64Array.from([radius, radius]),
          });
          const options = { ...createDetectOptions(), margin };
          const truth = detect(out, exactMethod, bodies, 0, 1, undefined, options);
          const { gap } = out;
          const status = detect(out, method, bodies, 0, 1, undefined, options);
          expect(out.gap).toBeLessThanOrEqual(gap + 1e-14 * (1 + radius));
          if (out.count > 0) continue;
          empty++;
          expect([status, truth]).toEqual([Status.Separated, Status.Separated]);
          expect(out.gap).toBeGreaterThan(margin);
        }
      }
    }
    expect(empty).toBeGreaterThan(sweep(40, 15));
  },
);

test.each([directSearchMethod2d, fastDirectSearchMethod2d])('$name, in the plane', { timeout: LONG }, (method) => {
  const out = createContact2d(64);
  let empty = 0;
  for (const radius of radii) {
    for (let k = 0; k < sweep(200, 80); k++) {
      const bodies = createBodySet2d();
      const [x, y] = direction(2);
      const distance = 2 * radius + 1 + 0.5 * random();
      addBody2d(bodies, { shape: rectangle(1, 1), rounding: radius });
      addBody2d(bodies, { shape: rectangle(1, 1), position: [x * distance, y * distance], rounding: radius });
      bodies.rotations.set(direction(2), 2);
      const status = detect2d(out, method, bodies, 0, 1);
      if (out.count > 0) continue;
      empty++;
      expect(status).toBe(Status.Separated);
    }
  }
  expect(empty).toBeGreaterThan(sweep(40, 15));
});
