import { expect, test } from 'vitest';
import { addBody, BodyFlag, createBodySet, mayPair, type NewBody } from '../../src/body';
import { box } from '../../src/polyhedron';

const cube = box(1, 1, 1);

function pairs(a: Partial<NewBody>, b: Partial<NewBody>): boolean {
  const bodies = createBodySet();
  addBody(bodies, { shape: cube, ...a });
  addBody(bodies, { shape: cube, ...b });
  const forth = mayPair(bodies, 0, 1);
  expect(mayPair(bodies, 1, 0)).toBe(forth);
  return forth;
}

test('two bodies that feel no force never pair', () => {
  const { None, Static, Kinematic } = BodyFlag;
  expect(pairs({ flags: None }, { flags: None })).toBe(true);
  for (const flags of [Static, Kinematic, Static | Kinematic]) {
    expect(pairs({ flags }, {})).toBe(true);
    for (const other of [Static, Kinematic]) expect(pairs({ flags }, { flags: other })).toBe(false);
  }
});

test('bodies of one group never pair; group 0 is none', () => {
  expect(pairs({ group: 3 }, { group: 3 })).toBe(false);
  expect(pairs({ group: 3 }, { group: 4 })).toBe(true);
  expect(pairs({ group: 3 }, {})).toBe(true);
  expect(pairs({}, {})).toBe(true);
});

test('each mask must hold a bit of the other category, the highest included', () => {
  expect(pairs({ category: 2, mask: 4 }, { category: 4, mask: 2 })).toBe(true);
  expect(pairs({ category: 2, mask: 4 }, { category: 4, mask: 1 })).toBe(false);
  expect(pairs({ mask: 0 }, {})).toBe(false);
  expect(pairs({ category: 0 }, {})).toBe(false);
  expect(pairs({ category: 2 ** 31, mask: 2 ** 31 }, { category: 2 ** 31, mask: 2 ** 31 })).toBe(true);
});
