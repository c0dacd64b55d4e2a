import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactTypes } from '../../bench/lib/contact-types';
import { createPose, type Pose } from '../../src/body';
import { ContactKind, createDetectOptions, Status, type Contact } from '../../src/contact';
import { directSearchWork, fastDirectSearchMethod, type DirectSearchOptions } from '../../src/direct-search';
import { box, createRandom, polyhedronFromVertices } from '../../src/polyhedron';
import { anyPair, buildPair, scalePair, size, type Pair } from '../arbitraries/pairs';
import { direction, fromAxisAngle, poseOf } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { anyShape, grid, smallShape } from '../arbitraries/shapes';
import { gapAlong, solidOf } from '../oracles/solid';
import { scale, vec, type Vec } from '../oracles/vector';
import { contactSet, direct, exact, fast, memory, toleranceOf, type Bodies } from './searches';
import { sweep } from '../sweep';

/** Updated detection by the set that is remembered: the answer is that of a search, to the bit, whatever the motion. */

const cube = box(1, 1, 1);
const at = (x: number, y: number, z: number): Pose => {
  const pose = createPose();
  pose.set([x, y, z], 9);
  return pose;
};
/** Milliseconds: many times what a quiet machine takes. */
const LONG = 60_000;

const zoo = fc.oneof(anyPair(smallShape), anyPair(anyShape));

/** All that a force law reads. */
function bits(contact: Contact): string {
  const { status, kind, gap, area, featureA, featureB, count } = contact;
  return JSON.stringify([
    [status, kind, gap, area, featureA, featureB, count],
    [...contact.normal, ...contact.pointA, ...contact.pointB],
    [...contact.points.slice(0, 3 * count), ...contact.gaps.slice(0, count), ...contact.features.slice(0, 2 * count)],
  ]);
}

const wasRefreshed = (): boolean => directSearchWork[2] === 1;

/**
 * The answer with memory is that without, and that of the direct search; true when it came from the set that was
 * remembered.
 */
function expectSearched(bodies: Bodies, state: ReturnType<typeof memory>, options: DirectSearchOptions = createDetectOptions()): boolean {
  const warm = fast(bodies, state, options);
  const refreshed = wasRefreshed();
  const cold = fast(bodies, memory(), options);
  const ds = direct(bodies, options);
  expect(contactSet(warm)).toBe(contactSet(ds));
  expect(warm.kind).toBe(ds.kind);
  expect(warm.status).toBe(ds.status);
  if (warm.count > 0) expect(bits(warm)).toBe(bits(cold));
  return refreshed;
}

/** B turned about an axis through its centroid, and shifted. */
function moved(pose: Pose, axis: Vec, angle: number, shift: Vec): Pose {
  const turn = poseOf(fromAxisAngle(axis, angle), [0, 0, 0]);
  const out = createPose();
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) out[3 * r + c] = [0, 1, 2].reduce((s, k) => s + turn[3 * r + k] * pose[3 * k + c], 0);
    out[9 + r] = pose[9 + r] + shift[r];
  }
  return out;
}

/** Steps as parts of dTol: from rounding to jumps. */
const step = fc.record({
  axis: direction(),
  along: direction(),
  size: fc.constantFrom(1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1, 3),
  turning: grid(0, 1),
});

function walk(pair: Pair, steps: readonly { axis: Vec; along: Vec; size: number; turning: number }[], options = createDetectOptions()) {
  const tolerance = toleranceOf(pair);
  const state = memory();
  let { pose } = pair;
  let refreshed = 0;
  for (let k = 0; k < 2; k++) expectSearched({ ...pair, pose }, state, options);
  for (const { axis, along, size: part, turning } of steps) {
    pose = moved(pose, axis, (turning * part * tolerance) / pair.b.radius, scale(along, (1 - turning) * part * tolerance));
    if (expectSearched({ ...pair, pose }, state, options)) refreshed++;
  }
  return refreshed;
}

describe('with memory, the answer of a search', () => {
  it(
    'on walks of small and large steps',
    () => {
      let refreshed = 0;
      let calls = 0;
      fc.assert(
        fc.property(zoo, fc.array(step, { minLength: 4, maxLength: 12 }), size(), (pairCase, steps, s) => {
          refreshed += walk(buildPair(scalePair(pairCase, s)), steps);
          calls += steps.length;
        }),
        runs(60),
      );
      // Both ways are tried.
      expect(refreshed).toBeGreaterThan(0.3 * calls);
      expect(refreshed).toBeLessThan(0.8 * calls);
    },
    LONG,
  );

  it('on walks that go on through the kinds of a contact type', { timeout: LONG }, () => {
    const random = createRandom(7);
    const part = (): number => 2 * random() - 1;
    for (const { a, b, pose: rest } of contactTypes()) {
      const tolerance = toleranceOf({ a, b, pose: rest });
      const state = memory();
      let pose = rest;
      let refreshed = 0;
      for (let k = 0; k < sweep(60, 36); k++) {
        pose = moved(
          pose,
          [part(), part(), part()],
          0.1 * tolerance * part(),
          [0, 1, 2].map(() => 0.1 * tolerance * part()) as unknown as Vec,
        );
        if (expectSearched({ a, b, pose }, state)) refreshed++;
      }
      expect(refreshed).toBeGreaterThan(sweep(5, 0));
      expect(refreshed).toBeLessThan(sweep(58, 35));
    }
  });

  it('when a vertex slides over the side of a face, and off it, in steps of thousandths of dTol', { timeout: LONG }, () => {
    const tip = polyhedronFromVertices([0, 0, 0, 0.7, 0, 1, -0.7, 0.7, 1, -0.7, -0.7, 1]);
    const state = memory();
    const seen = new Map<ContactKind, number>();
    let searched = 0;
    for (let x = 0.448; x < 0.562; x += sweep(5e-5, 2e-4)) {
      const pose = at(x + tip.origin[0], tip.origin[1], 0.501 + tip.origin[2]);
      if (!expectSearched({ a: cube, b: tip, pose }, state)) searched++;
      const { kind } = fast({ a: cube, b: tip, pose });
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    expect([...seen.keys()]).toEqual([ContactKind.VertexFace, ContactKind.VertexEdge, ContactKind.EdgeFace, ContactKind.None]);
    // The nearer the side, the shorter the slack: a search for each halving, twice or so.
    expect(searched).toBeLessThan(100);
  });

  it('when the tolerances change between calls', { timeout: LONG }, () => {
    const setting = fc.record({ margin: grid(0, 0.2), motionA: grid(0, 0.1), parallelSine: fc.constantFrom(0, 0.01, 0.03) });
    fc.assert(
      fc.property(zoo, fc.array(setting, { minLength: 2, maxLength: 5 }), (pairCase, list) => {
        const pair = buildPair(pairCase);
        const state = memory();
        for (const given of list) for (let k = 0; k < 3; k++) expectSearched(pair, state, { ...createDetectOptions(), ...given });
      }),
      runs(60),
    );
  });
});

describe('a memory', () => {
  const pose = at(0.3, 0.2, 1.001);
  const known = (bodies: Bodies) => {
    const state = memory();
    for (let k = 0; k < 3; k++) fast(bodies, state);
    return state;
  };

  it('is asked in the third call', () => {
    const state = known({ a: cube, b: cube, pose });
    expect(wasRefreshed()).toBe(true);
    expect(fast({ a: cube, b: cube, pose: at(0.3001, 0.2, 1.001) }, state).count).toBe(4);
    expect(wasRefreshed()).toBe(true);
  });

  it('holds no set of blocks that move by a good part of dTol in a step', () => {
    const bodies = { a: cube, b: cube, pose };
    const state = memory();
    for (let k = 0; k < 4; k++)
      expect(expectSearched(bodies, state, { ...createDetectOptions(), motionA: 0.01, motionB: 0.01 })).toBe(false);
    for (let k = 0; k < 2; k++)
      expect(expectSearched(bodies, state, { ...createDetectOptions(), motionA: 0.002, motionB: 0.002 })).toBe(k === 1);
  });

  it('is none for other shapes, however like', () => {
    const slab = box(1, 1, 0.999);
    const wedge = polyhedronFromVertices([-0.5, -0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, -0.5, -0.5, 0.5, -0.5, -0.5, 0, 0.5, 0.5, 0, 0.5]);
    for (const [a, b] of [
      [cube, slab],
      [slab, cube],
      [cube, wedge],
      [wedge, slab],
    ]) {
      const state = known({ a: cube, b: cube, pose });
      expect(expectSearched({ a, b, pose }, state)).toBe(false);
    }
    const state = known({ a: slab, b: cube, pose });
    expect(expectSearched({ a: cube, b: slab, pose }, state)).toBe(false);
  });

  it('is that of the same solid made again', () => {
    const state = known({ a: cube, b: cube, pose });
    expect(expectSearched({ a: box(1, 1, 1), b: box(1, 1, 1), pose }, state)).toBe(true);
  });

  it('of a slot among others, saved and put back, gives the same bits', () => {
    const first = known({ a: cube, b: cube, pose });
    const saved = JSON.stringify([[...first.ints], [...new Int32Array(first.floats.buffer)]]);
    const [ints, halves] = JSON.parse(saved) as [number[], number[]];
    const { stateInts, stateFloats } = fastDirectSearchMethod;
    const second = {
      ints: new Int32Array(3 * stateInts),
      floats: new Float64Array(3 * stateFloats),
      intOffset: stateInts,
      floatOffset: stateFloats,
    };
    second.ints.set(ints, stateInts);
    second.floats.set(new Float64Array(Int32Array.from(halves).buffer), stateFloats);
    for (const x of [0.3, 0.3001, 0.31, 0.9, 0.9001, 0.9002, 2, 2.01]) {
      const bodies = { a: cube, b: cube, pose: at(x, 0.2, 1.001) };
      const one = fast(bodies, first);
      const refreshed = wasRefreshed();
      expect(bits(fast(bodies, second))).toBe(bits(one));
      expect(wasRefreshed()).toBe(refreshed);
      expect([...second.ints.slice(stateInts, 2 * stateInts)]).toEqual([...first.ints]);
      expect([...second.floats.slice(stateFloats, 2 * stateFloats)]).toEqual([...first.floats]);
    }
    expect([...second.ints.slice(0, stateInts), ...second.ints.slice(2 * stateInts)].every((x) => x === 0)).toBe(true);
  });

  it('of bodies that are apart keeps a gap that a plane proves', { timeout: LONG }, () => {
    let refreshed = 0;
    fc.assert(
      fc.property(zoo, direction(), fc.array(step, { minLength: 3, maxLength: 8 }), grid(0.1, 2), (pairCase, way, steps, off) => {
        const pair = buildPair(pairCase);
        let place = moved(pair.pose, [0, 0, 1], 0, scale(way, (off + 1) * (pair.a.radius + pair.b.radius)));
        const state = memory();
        for (const { axis, along, size: part, turning } of steps) {
          place = moved(place, axis, 0.1 * turning * part, scale(along, 0.1 * part * pair.b.radius));
          const bodies = { ...pair, pose: place };
          const contact = fast(bodies, state);
          if (contact.count > 0 || contact.status !== Status.Separated) continue;
          if (wasRefreshed()) refreshed++;
          const rounding = 1e-14 * (pair.a.radius + pair.b.radius + Math.abs(contact.gap));
          expect(contact.gap).toBeGreaterThanOrEqual(toleranceOf(bodies) * (1 - 1e-12));
          expect(contact.gap).toBeLessThanOrEqual(exact(bodies).gap + rounding);
          expect(gapAlong(solidOf(pair.a), solidOf(pair.b, place), vec(contact.normal))).toBeGreaterThanOrEqual(contact.gap - rounding);
        }
      }),
      runs(150),
    );
    expect(refreshed).toBeGreaterThan(100);
  });
});
