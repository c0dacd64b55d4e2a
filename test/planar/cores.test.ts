import { describe, expect, test } from 'vitest';
import { ContactKind, createState, edgeFeature, featureDimension, NormalOwner, Status, vertexFeature } from '../../src/contact';
import { InputError } from '../../src/math/input-error';
import {
  addBody2d,
  contactMethods2d,
  createBodySet2d,
  createCommonLine,
  createContact2d,
  createDetectOptions2d,
  createPose2d,
  detect2d,
  exactLine,
  exactLineMethod,
  pointCore2d,
  rectangle,
  relativePose2d,
  segmentCore2d,
  shortestLink2d,
  shortestLinkMethod2d,
  validatePolygon,
  type Contact2d,
} from '../../src/planar';
import { createRandom } from '../../src/math/random';
import { exactPosedDistance2d } from '../oracles/exact-distance-2d';
import { codeOf } from '../polyhedron/code-of';
import { corePair, families } from './core-pairs';
import { allowanceOf, cornersOf, judgeLine, type Pair2d } from './judge-2d';
import { complaintsAboutPoints } from './judge-borders';
import { sweep } from '../sweep';

const dimensions = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
  [0, 2],
  [2, 0],
  [1, 2],
  [2, 1],
] as const;

function faultOf(run: () => unknown): InputError {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error;
  }
  throw new Error('no InputError');
}

describe('shapes', () => {
  test('a point', () => {
    const point = pointCore2d([3, 4]);
    expect(point).toMatchObject({ dimension: 0, vertexCount: 1, radius: 0, inradius: 0, area: 0, perimeter: 0, tolerance: 0 });
    expect([...point.vertices, ...point.normals, ...point.offsets]).toEqual([0, 0]);
    expect([...point.origin]).toEqual([3, 4]);
  });

  test('a segment has two sides', () => {
    const rod = segmentCore2d(2);
    expect(rod).toMatchObject({ dimension: 1, vertexCount: 2, radius: 1, inradius: 0, area: 0, perimeter: 4 });
    expect([...rod.vertices]).toEqual([-1, 0, 1, 0]);
    expect([...rod.normals]).toEqual([0, -1, 0, 1]);
    const placed = segmentCore2d([
      [1, 1],
      [1, 3],
    ]);
    expect([...placed.origin]).toEqual([1, 2]);
    expect([...placed.normals]).toEqual([1, 0, -1, 0]);
  });

  test('faults have codes and values', () => {
    expect(faultOf(() => segmentCore2d(-2))).toMatchObject({ code: 'coincident', value: -2 });
    expect(faultOf(() => segmentCore2d([1, 1, 1, 1]))).toMatchObject({ code: 'coincident', value: 0 });
    expect(codeOf(() => segmentCore2d([1e6, 0, 1e6 + 1e-9, 0]))).toBe('coincident');
    expect(codeOf(() => segmentCore2d([1, 2]))).toBe('bad-length');
    expect(codeOf(() => segmentCore2d(NaN))).toBe('not-finite');
    expect(codeOf(() => pointCore2d([1, 2, 3, 4] as never))).toBe('bad-length');
    const bodies = createBodySet2d();
    for (const shape of [pointCore2d(), segmentCore2d(1)])
      expect(faultOf(() => addBody2d(bodies, { shape }))).toMatchObject({ code: 'bad-radius', index: 0, value: 0 });
    expect(bodies.count).toBe(0);
    const arrays = { shapes: [pointCore2d()], positions: new Float64Array(4), rounding: new Float64Array([1, 0]) };
    expect(faultOf(() => createBodySet2d(arrays))).toMatchObject({ code: 'bad-radius', index: 1, value: 0 });
  });
});

describe.each(families)('%s', (family) => {
  test.each(dimensions.map((pair) => [pair.join(' and '), pair] as const))('dimensions %s: distance or way out', (_, pairOf) => {
    const random = createRandom(1 + families.indexOf(family));
    const line = createCommonLine();
    const warm = createState(shortestLinkMethod2d);
    const faults: string[] = [];
    for (let run = 0; run < 150; run++) {
      const pair = corePair(family, pairOf, random);
      const { a, b, pose } = pair;
      const allowed = allowanceOf(pair);
      const { gap } = exactPosedDistance2d(cornersOf(a), cornersOf(b), pose);
      const tell = (name: string, found: string[]): void => {
        for (const fault of found) faults.push(`run ${run}, ${name}: ${fault}`);
      };
      const compare = (name: string): void => {
        if (!(Math.abs(line.gap - gap) <= allowed)) tell(name, [`gap ${line.gap}, the true one is ${gap}`]);
        tell(name, judgeLine(line, pair, { exact: false }));
      };
      exactLine(line, a, b, pose);
      compare('exact');
      const exact = [...line.normal];
      shortestLink2d(line, a, b, pose, createState(shortestLinkMethod2d));
      compare('slm cold');
      const cold = [...line.normal, line.gap];
      // The memory of the pair before, of other shapes.
      shortestLink2d(line, a, b, pose, warm);
      compare('slm, memory of another pair');
      if (gap > 1e6 * allowed || Math.abs(gap) <= allowed)
        for (const other of [exact, cold]) {
          const apart = Math.hypot(line.normal[0] - other[0], line.normal[1] - other[1]);
          if (apart > 1e-5) tell('slm', [`normal ${line.normal.join()}, not ${other.join()}, at gap ${gap}`]);
        }
    }
    expect(faults).toEqual([]);
  });
});

test('contacts have the points, zone and label of their definition, whatever the memory', () => {
  const random = createRandom(5);
  const contact = createContact2d(32);
  const again = createContact2d(32);
  const faults: string[] = [];
  const rowsOf = ({ gap, count, kind, gaps, points }: Contact2d) => [
    gap,
    count,
    kind,
    ...gaps.slice(0, count),
    ...points.slice(0, 2 * count),
  ];
  let most = 0;
  for (let run = 0; run < sweep(3000, 1000); run++) {
    const family = families[run % families.length];
    const pair = corePair(family, dimensions[Math.floor(run / families.length) % dimensions.length], random);
    const { a, b, pose } = pair;
    const rounding = (0.1 + random()) * (a.radius + b.radius + Math.abs(pose[2]));
    const options = { ...createDetectOptions2d(), rounding, margin: rounding };
    for (const method of [exactLineMethod, shortestLinkMethod2d]) {
      const state = createState(method);
      method.detect(contact, a, b, pose, state, options);
      method.detect(again, a, b, pose, state, options);
      if (contact.gap > rounding) continue;
      most = Math.max(most, contact.count);
      if (method === exactLineMethod && rowsOf(contact).join() !== rowsOf(again).join()) faults.push(`run ${run}: warm is not cold`);
      for (const fault of complaintsAboutPoints(contact, pair, { limit: rounding, rounding }))
        faults.push(`run ${run} ${family}, ${method.name}: ${fault}`);
      if (contact.count + contact.rimCount === 1 && contact.kind === ContactKind.ParallelEdges) faults.push(`run ${run}: kind`);
    }
  }
  expect(most).toBeGreaterThan(3);
  expect(faults).toEqual([]);
});

/** Two bodies with a radius of 0.5 and 0.25, and their contact. */
function contactOf(
  shapes: Pair2d['a'][],
  place: [number, number],
  rotation: [number, number] = [1, 0],
  method = exactLineMethod,
): Contact2d {
  const bodies = createBodySet2d();
  addBody2d(bodies, { shape: shapes[0], rounding: 0.5, position: [0, 0] });
  addBody2d(bodies, { shape: shapes[1], rounding: 0.25, position: place, rotation });
  const out = createContact2d(16);
  detect2d(out, method, bodies, 0, 1);
  return out;
}

describe('what a simulator gets', () => {
  const point = pointCore2d();
  const rod = segmentCore2d(2);

  test('two discs: one point, on the line of centres', () => {
    const contact = contactOf([point, point], [0, 0.7]);
    expect(contact).toMatchObject({ status: Status.Overlapping, kind: ContactKind.VertexVertex, owner: NormalOwner.None, count: 1 });
    expect(contact.gap).toBeCloseTo(-0.05, 15);
    expect([...contact.normal]).toEqual([0, 1]);
    expect(contact.points[1]).toBeCloseTo(0.475, 15);
    expect([contact.length, contact.area, contact.rimCount, contact.featureA, contact.featureB]).toEqual([
      0,
      0,
      0,
      vertexFeature(0),
      vertexFeature(0),
    ]);
  });

  test('coincident centres part along the x axis of A', () => {
    const contact = contactOf([point, point], [0, 0]);
    expect([...contact.normal]).toEqual([1, 0]);
    expect(contact.gap).toBe(-0.75);
  });

  test('a rod on a rod: two points and the length that they share', () => {
    const contact = contactOf([rod, rod], [0.5, 0.7]);
    expect(contact).toMatchObject({ kind: ContactKind.ParallelEdges, owner: NormalOwner.FaceA, count: 2, rimCount: 0 });
    expect(contact.length).toBeCloseTo(1.5, 14);
    expect(contact.area).toBeCloseTo(0.05 * 1.5, 14);
    expect([...contact.shares.slice(0, 2)].map((x) => +x.toFixed(12))).toEqual([0.75, 0.75]);
    expect([...contact.gaps.slice(0, 2)].map((x) => +x.toFixed(12))).toEqual([-0.05, -0.05]);
    expect([contact.featureA, contact.featureB]).toEqual([edgeFeature(1), edgeFeature(0)]);
  });

  test('a rod that stands on a rod: one point, corner on edge', () => {
    const contact = contactOf([rod, rod], [0.5, 1.7], [0, 1]);
    expect(contact).toMatchObject({ kind: ContactKind.VertexEdge, owner: NormalOwner.FaceA, count: 1 });
    expect(contact.gap).toBeCloseTo(-0.05, 14);
  });

  test('a rod flat on an edge of a polygon: two points', () => {
    const contact = contactOf([rectangle(4, 2), rod], [0.2, 1.7]);
    expect(contact).toMatchObject({ kind: ContactKind.ParallelEdges, owner: NormalOwner.FaceA, count: 2 });
    expect(contact.length).toBeCloseTo(2, 13);
  });

  test('end on end and disc on side', () => {
    expect(contactOf([rod, rod], [2.7, 0])).toMatchObject({ kind: ContactKind.VertexVertex, count: 1 });
    const side = contactOf([rod, point], [0.3, -0.7], [1, 0], shortestLinkMethod2d);
    expect(side).toMatchObject({ kind: ContactKind.VertexEdge, owner: NormalOwner.FaceA, count: 1, featureA: edgeFeature(0) });
    expect([...side.normal].map((x) => x + 0)).toEqual([0, -1]);
  });

  test('segments that cross leave by the shortest way, those on one line along the normal of edge 0 of A', () => {
    const cross = contactOf([rod, rod], [0.9, 0], [0, 1]);
    expect(cross.gap).toBeCloseTo(-0.1 - 0.75, 14);
    expect([...cross.normal].map((x) => +x.toFixed(12) + 0)).toEqual([1, 0]);
    for (const method of [exactLineMethod, shortestLinkMethod2d]) {
      for (const x of [0, 0.3, -1.5]) {
        const same = contactOf([rod, rod], [x, 0], [1, 0], method);
        expect([...same.normal].map((n) => n + 0)).toEqual([0, -1]);
        expect(same.gap).toBe(-0.75);
        expect(same.kind).toBe(ContactKind.ParallelEdges);
        expect(same.count).toBe(2);
      }
    }
  });

  test('segments on one line in any direction part to the same side, though rounding moves their ends', () => {
    const random = createRandom(9);
    const out = createContact2d(16);
    for (let run = 0; run < 300; run++) {
      const turn = 2 * Math.PI * random();
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const along = 1.9 * (2 * random() - 1);
      const bodies = createBodySet2d();
      addBody2d(bodies, { shape: rod, rounding: 0.5, position: [0, 0], rotation: [c, s] });
      addBody2d(bodies, { shape: segmentCore2d([-c, -s, c, s]), rounding: 0.5, position: [along * c, along * s] });
      detect2d(out, run % 2 === 0 ? exactLineMethod : shortestLinkMethod2d, bodies, 0, 1);
      expect(Math.hypot(out.normal[0] - s, out.normal[1] + c)).toBeLessThan(1e-12);
      expect(out).toMatchObject({ count: 2, kind: ContactKind.ParallelEdges });
    }
  });

  test('methods of sharp bodies give Status.Invalid, also called by themselves; and so do cores without a radius', () => {
    const bodies = createBodySet2d();
    addBody2d(bodies, { shape: rectangle(1, 1) });
    addBody2d(bodies, { shape: rod, rounding: 0.1 });
    addBody2d(bodies, { shape: point, rounding: 0.1 });
    const out = createContact2d(16);
    const pose = createPose2d();
    for (const method of contactMethods2d) {
      for (const [i, j] of [
        [0, 1],
        [1, 0],
        [1, 2],
        [2, 0],
      ]) {
        const status = detect2d(out, method, bodies, i, j);
        expect(status === Status.Invalid, `${method.name} ${i} ${j}`).toBe(method.takesCores !== true);
        relativePose2d(pose, bodies, i, j);
        const [a, b] = [i, j].map((k) => bodies.shapes[bodies.shapeIndex[k]]);
        const own = method.detect(out, a, b, pose, createState(method), createDetectOptions2d());
        expect(own === Status.Invalid, method.name).toBe(method.takesCores !== true);
      }
    }
    bodies.rounding[1] = 0;
    expect(detect2d(out, exactLineMethod, bodies, 0, 1)).toBe(Status.Invalid);
    expect(featureDimension(out.featureA)).not.toBe(0);
  });
});

test('validatePolygon takes points and segments, and finds what is broken in them', () => {
  const random = createRandom(8);
  for (let run = 0; run < 200; run++) {
    const [x, y, ex, ey] = [0, 0, 0, 0].map(() => 2 * random() - 1);
    const rod = segmentCore2d([x, y, x + ex, y + ey]);
    expect(codeOf(() => validatePolygon(rod))).toBe('nothing thrown');
    expect(codeOf(() => validatePolygon({ ...rod, normals: rod.normals.map((n) => -n) }))).toBe('bad-option');
    expect(codeOf(() => validatePolygon({ ...rod, perimeter: 2 * rod.perimeter }))).toBe('bad-option');
  }
  expect(codeOf(() => validatePolygon(pointCore2d([3, 4])))).toBe('nothing thrown');
  expect(codeOf(() => validatePolygon({ ...pointCore2d(), offsets: new Float64Array(1) }))).toBe('bad-length');
});
