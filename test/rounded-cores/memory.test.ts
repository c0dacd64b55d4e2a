/** Memory of a pair changes neither normal nor label of a contact with a point, a segment or a plate. */
import { describe, expect, test } from 'vitest';
import {
  addBody,
  createBodySet,
  createContact,
  createDetectOptions,
  createState,
  detect,
  exactMethod,
  NormalOwner,
  plateCore,
  segmentCore,
  shortestLinkMethod,
  type NewBody,
} from '../../src/index';
import { createRandom } from '../../src/math/random';
import { randomPair } from './core-pairs';
import { sweep } from '../sweep';

/**
 * Status, kind, owner and features. Points in any order, because two that are equal to rounding may change places. A
 * pair without points has the features of one of its equally short links.
 */
function labels({ status, kind, owner, count, featureA, featureB, features }: ReturnType<typeof createContact>): unknown[] {
  const points = Array.from({ length: count }, (_, k) => `${features[2 * k]} ${features[2 * k + 1]}`).sort();
  return [status, kind, owner, ...(count === 0 ? [] : [featureA, featureB]), ...points];
}

/** Labels and normal cold, warm, and with memories that are wrong. */
function answers(method: typeof exactMethod, a: NewBody, b: NewBody): { label: unknown[]; normal: number[] }[] {
  const bodies = createBodySet();
  addBody(bodies, a);
  addBody(bodies, b);
  const contact = createContact(40);
  const state = createState(method);
  return [[], [], [1, 0, 0], [-0.6, 0.64, 0.48], [NaN, 0, 1]].map((memory) => {
    state.floats.set(memory);
    detect(contact, method, bodies, 0, 1, state, { ...createDetectOptions(), margin: 0.5 });
    return { label: labels(contact), normal: [...contact.normal] };
  });
}

describe.each([exactMethod, shortestLinkMethod])('$name', (method) => {
  test('a rod along the rim of a plate that it touches has one normal', () => {
    const square = plateCore([0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1]);
    const q = [-0.6865140422161984, 0.6552324604727452, 0.19494938879190313, 0.24771683106416395] as const;
    const p = [-0.383509665414402, 0.868073409309907, 0.2749068773466619, 0.15425660883837533] as const;
    const [cold, ...others] = answers(
      method,
      { shape: square, rounding: 0.1, position: [0.2860521855764091, -0.9391581946983933, 0.050206458661705256], orientation: [...q] },
      {
        shape: segmentCore([-1, -1, 0, 1, 1, 0]),
        rounding: 0.25,
        position: [0.3430054171595628, -0.34356169328914765, -0.7510557561726784],
        orientation: [...p],
      },
    );
    for (const warm of others) expect(warm).toEqual(cold);
  });

  test('the normal of parallel edges belongs to both', () => {
    const triangle = plateCore([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const turned = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;
    const found = answers(
      method,
      { shape: segmentCore([-1, -1, 0, 1, 1, 0]), rounding: 1 },
      { shape: triangle, rounding: 0.01, position: [0.5, 0, 0.5], orientation: [...turned] },
    );
    for (const { label } of found) expect(label[2]).toBe(NormalOwner.Edges);
  });

  test.each(['random', 'grid', 'coincident', 'inside'] as const)('%s pairs', (family) => {
    for (let seed = 1; seed <= sweep(400, 80); seed++) {
      const random = createRandom(9000 + seed);
      const { a, b, pose } = randomPair(random, family);
      const placed: NewBody = { shape: b, rounding: 0.2, position: [pose[9], pose[10], pose[11]] };
      const [cold, ...others] = answers(method, { shape: a, rounding: 0.3 }, placed);
      for (const { label, normal } of others) {
        expect([seed, label]).toEqual([seed, cold.label]);
        // The normal of a link of two places: their rounding over its length.
        for (let k = 0; k < 3; k++) expect(Math.abs(normal[k] - cold.normal[k])).toBeLessThan(1e-7);
      }
    }
  });
});
