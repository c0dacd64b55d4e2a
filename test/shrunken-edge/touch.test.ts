import { expect, it } from 'vitest';
import { ContactKind } from '../../src/contact';
import { sweepTouches, TOUCHES } from './touch-sweep';
import { sweep } from '../sweep';

/** `DEM_CONTACT_POSES=20000 npx vitest run test/shrunken-edge/touch.test.ts` is the long form. */
const TOUCHES_EACH = Number(process.env.DEM_CONTACT_POSES ?? sweep(120, 20));
const SEED = Number(process.env.DEM_CONTACT_SEED ?? 1);
const nameOf = (kind: ContactKind): string => Object.entries(ContactKind).find(([, code]) => code === kind)![0];

it.each(TOUCHES.map((touch): [string, number, number, (typeof TOUCHES)[number]] => [nameOf(touch[0]), touch[1], touch[2], touch]))(
  'with rims, an exact touch is a %s (dimensions %i and %i) at gap 0',
  { timeout: 20_000 + 20 * TOUCHES_EACH },
  (_, __, ___, touch) => {
    const report = sweepTouches(touch, SEED, TOUCHES_EACH);
    expect(report.faults).toEqual([]);
    expect(report.touches).toBe(TOUCHES_EACH);
  },
);
