import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodySet, createPose, type Pose } from '../../src/body';
import { ContactKind, createContactFor, createDetectOptions, createState, detect, Status, type Contact } from '../../src/contact';
import { box, polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { createShrunkenEdgeOptions, shrunkenEdgeMethod, type ShrunkenEdgeOptions } from '../../src/shrunken-edge';
import { anyPair, buildPair, contained, deep, identical, nearParallelFaces, type PairCase } from '../arbitraries/pairs';
import { fromAxisAngle, multiply, poseOf, rotation } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { needle, nearCoplanar, plate } from '../arbitraries/shapes';
import { exact, leastArm, shrunken, toleranceOf, type Bodies } from './bodies';

const options: ShrunkenEdgeOptions[] = [createDetectOptions(), { ...createDetectOptions(), rims: true }];

/** What holds for every answer. */
function checkAnswer(bodies: Bodies): void {
  const slack = 16 * (bodies.a.tolerance + bodies.b.tolerance);
  const plane = exact(bodies);
  for (const option of options) {
    const contact = shrunken(bodies, option);
    const { normal, pointA, pointB, gap, count, gaps, points, status } = contact;
    expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
    expect([...normal, ...pointA, ...pointB, gap, contact.area].every(Number.isFinite)).toBe(true);
    const dTol = toleranceOf(bodies);
    expect(gap).toBeLessThanOrEqual((count > 0 ? plane.gap : Math.max(plane.gap, 0)) + slack);
    // No deeper than twice the exact depth; edges at a small angle have a normal that is known less exactly.
    const loose = slack + Math.max(1e-3 * dTol, 1e-9 * (bodies.a.radius + bodies.b.radius));
    expect(gap).toBeGreaterThanOrEqual(2 * Math.min(plane.gap, 0) - loose);
    if (plane.gap > slack) expect(status === Status.Separated || (status === Status.Touching && plane.gap < dTol)).toBe(true);
    if (count === 0) continue;
    if (plane.gap < -slack) expect(status).toBe(Status.Overlapping);
    expect(count).toBeLessThanOrEqual(gaps.length);
    for (let k = 0; k < 3; k++) expect(Math.abs(pointB[k] - pointA[k] - gap * normal[k])).toBeLessThanOrEqual(slack);
    expect([...points.subarray(0, 3 * count), ...gaps.subarray(0, count)].every(Number.isFinite)).toBe(true);
  }
}

describe('any pair', () => {
  const sources: [string, fc.Arbitrary<PairCase>][] = [
    ['anything', anyPair()],
    ['needles and plates', anyPair(() => fc.oneof(needle(), plate()))],
    ['near-coplanar faces', anyPair(() => nearCoplanar())],
    ['near-parallel faces', nearParallelFaces()],
    ['deep overlap', fc.oneof(deep(), contained(), identical())],
  ];
  it.each(sources)('%s: the gap is that of a plane, at most twice as deep as the exact one, and witness points fit', (_, source) => {
    fc.assert(
      fc.property(source, (pair) => {
        checkAnswer(buildPair(pair));
      }),
      runs(70),
    );
  });

  it('swap turns the normal round', () => {
    fc.assert(
      fc.property(anyPair(), (pair) => {
        const { a, b, pose } = buildPair(pair);
        for (const option of options) {
          const forth = shrunken({ a, b, pose }, option);
          const back = shrunken({ a: b, b: a, pose: inverse(pose) }, option);
          const dTol = toleranceOf({ a, b });
          const slack = 64 * (a.tolerance + b.tolerance);
          const margin = Math.min(Math.abs(dTol - forth.gap), Math.abs(dTol + forth.gap));
          if (margin < slack || forth.count === 0 || back.count === 0) continue;
          // Edges at a small angle have a normal that is known to rounding over the sine of it.
          const loose = slack + Math.max(1e-3 * dTol, 1e-9 * (a.radius + b.radius));
          expect(Math.abs(forth.gap - back.gap)).toBeLessThanOrEqual(loose);
        }
      }),
      runs(70),
    );
  });
});

describe('equivariance', () => {
  const cube = box(1, 1, 1);
  const wedge = polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  // Clear cases of four kinds, with the kind that they have wherever they are.
  const cases: [string, ConvexPolyhedron, number[], number[], ContactKind][] = [
    ['f-f', cube, [0.25, 0.1, 1 - 1e-4], [0, 0, 0, 1], ContactKind.FaceFace],
    ['e-f', cube, [0.1, 0, 0.5 + Math.SQRT1_2 - 1e-4], fromAxisAngle([0, 1, 0], Math.PI / 4) as unknown as number[], ContactKind.EdgeFace],
    [
      'v-f',
      wedge,
      [0.1, 0.1, 0.5 + 0.4329],
      multiply(fromAxisAngle([1, -1, 0], 0.9553), [0, 0, 0, 1]) as unknown as number[],
      ContactKind.None,
    ],
    ['deep', cube, [0.3, 0.2, 0.5], [0, 0, 0, 1], ContactKind.FaceFace],
  ];

  it.each(cases)('%s: moving both bodies together turns the answer with them', (_, shape, position, orientation) => {
    const rest = createBodySet({
      shapes: [cube, shape],
      shapeIndex: new Int32Array([0, 1]),
      positions: new Float64Array([0, 0, 0, ...position]),
      orientations: new Float64Array([0, 0, 0, 1, ...orientation]),
    });
    const first = createContactFor(cube, shape);
    detect(first, shrunkenEdgeMethod, rest, 0, 1);
    fc.assert(
      fc.property(rotation(), fc.constantFrom(0, 1, 1e3), (q, far) => {
        const r = poseOf(q, [0, 0, 0]);
        const turn = (x: ArrayLike<number>, shift: number): number[] =>
          [0, 1, 2].map((k) => r[3 * k] * x[0] + r[3 * k + 1] * x[1] + r[3 * k + 2] * x[2] + shift);
        const moved = createBodySet({
          shapes: [cube, shape],
          shapeIndex: new Int32Array([0, 1]),
          positions: new Float64Array([far, far, far, ...turn(position, far)]),
          orientations: new Float64Array([...q, ...multiply(q, orientation as never)]),
        });
        const contact = createContactFor(cube, shape);
        detect(contact, shrunkenEdgeMethod, moved, 0, 1);
        const close = (x: number, y: number): void => expect(Math.abs(x - y)).toBeLessThanOrEqual(1e-14 * (64 + 16 * far));
        expect([contact.status, contact.kind, contact.count]).toEqual([first.status, first.kind, first.count]);
        close(contact.gap, first.gap);
        close(contact.area, first.area);
        turn(first.normal, 0).forEach((x, k) => close(contact.normal[k], x));
        for (let p = 0; p < first.count; p++) {
          // The same point wherever it comes in the order.
          const x = turn(first.points.subarray(3 * p), far);
          const distances = Array.from({ length: first.count }, (__, c) => Math.hypot(...x.map((y, k) => contact.points[3 * c + k] - y)));
          close(Math.min(...distances), 0);
        }
      }),
      runs(50),
    );
  });

  it.each([1e-9, 1e-3, 1, 1e3, 1e9])('scale %f', (scale) => {
    const big = box(scale, scale, scale);
    const pose = createPose();
    pose[9] = 0.25 * scale;
    pose[11] = 0.9999 * scale;
    const contact = shrunken({ a: big, b: big, pose });
    expect(contact.kind).toBe(ContactKind.FaceFace);
    expect(contact.area / scale / scale).toBeCloseTo(0.75, 12);
    expect(contact.gap / scale).toBeCloseTo(-1e-4, 12);
  });

  it('far from the origin', () => {
    const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([1e6, 1e6, 1e6, 1e6 + 0.5, 1e6, 1e6 + 1]) });
    const contact = createContactFor(cube, cube);
    detect(contact, shrunkenEdgeMethod, bodies, 0, 1);
    expect([contact.status, contact.kind, contact.area]).toEqual([Status.Touching, ContactKind.FaceFace, 0.5]);
  });
});

describe('at the door', () => {
  const cube = box(1, 1, 1);

  it('a pose that is not finite is Invalid, with every field written', () => {
    for (const bad of [NaN, Infinity, -Infinity]) {
      for (let at = 0; at < 12; at++) {
        const pose = createPose();
        pose[at] = bad;
        for (const option of options) {
          const contact = shrunken({ a: cube, b: cube, pose }, option);
          expect([contact.status, contact.kind, contact.count]).toEqual([Status.Invalid, ContactKind.None, 0]);
          expect([...contact.normal, ...contact.pointA, ...contact.pointB].some(Number.isNaN)).toBe(false);
        }
      }
    }
  });

  it('a dTol that is not below the shrink distance is Invalid', () => {
    for (const tolerance of [0.01 * leastArm(cube), 1, Infinity]) {
      const given = { ...createShrunkenEdgeOptions([cube]), tolerance };
      expect(shrunken({ a: cube, b: cube, pose: createPose() }, given).status).toBe(Status.Invalid);
    }
  });

  it('options are checked', () => {
    expect(createShrunkenEdgeOptions([cube], { shrink: 0.001, tolerance: 4e-4 }).tolerance).toBe(4e-4);
    expect(createShrunkenEdgeOptions([cube], { rims: true }).rims).toBe(true);
    for (const bad of [
      { shrink: 0.02 },
      { shrink: 0 },
      { shrink: NaN },
      { tolerance: 0.0051 },
      { tolerance: 0 },
      { tolerance: -1e-4 },
      { tolerance: NaN },
    ])
      expect(() => createShrunkenEdgeOptions([cube], bad)).toThrow(expect.objectContaining({ code: 'bad-option' }) as Error);
  });

  it('the shape at fault is told', () => {
    const slab = box(1, 1, 0.01);
    expect(() => createShrunkenEdgeOptions([cube, slab], { tolerance: 1e-4 })).toThrow(
      expect.objectContaining({ index: 1, value: 1e-4 }) as Error,
    );
  });

  it('rounded bodies are refused', () => {
    const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 0, 0, 1]), rounding: new Float64Array([0.1, 0]) });
    expect(detect(createContactFor(cube, cube), shrunkenEdgeMethod, bodies, 0, 1)).toBe(Status.Invalid);
  });

  it('the same bits for the same input, whatever the state and the call before', () => {
    const state = createState(shrunkenEdgeMethod);
    const answer = (z: number): Contact => {
      const pose = createPose();
      pose[11] = z;
      const out = createContactFor(cube, cube);
      shrunkenEdgeMethod.detect(out, cube, cube, pose, state, createDetectOptions());
      return out;
    };
    const first = answer(0.9999);
    for (const z of [0.3, 0, 5, NaN]) answer(z);
    expect(answer(0.9999)).toEqual(first);
  });
});

function inverse(pose: Pose): Pose {
  const out = createPose();
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[3 * i + j] = pose[3 * j + i];
    out[9 + i] = -(pose[i] * pose[9] + pose[3 + i] * pose[10] + pose[6 + i] * pose[11]);
  }
  return out;
}
