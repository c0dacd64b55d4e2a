import { quat, type ReadonlyVec3 } from 'gl-matrix';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyFlag, addBody, boundingRadii, createBodySet, createPose, isFinitePose, relativePose, removeBody } from '../../src/body';
import {
  ContactKind,
  NO_FEATURE,
  Status,
  appendContact,
  applyRounding,
  clearContact,
  clearContactList,
  createCommonPlane,
  createContact,
  createContactFor,
  createContactList,
  createDetectOptions,
  createState,
  detect,
  edgeFeature,
  faceFeature,
  featureDimension,
  featureIndex,
  statusOfGap,
  toWorld,
  touchingBand,
  vertexFeature,
  type Contact,
  type ContactMethod,
} from '../../src/contact';
import { InputError } from '../../src/math/input-error';
import { QUATERNION_DRIFT } from '../../src/math/rotation';
import { MAX_FACES, MAX_VERTICES, polyhedronFromVertices } from '../../src/polyhedron';
import { direction, rotation } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { grid } from '../arbitraries/shapes';
import { inverseTransform, transform } from '../oracles/solid';
import { add, cross, distance, dot, length, scale, vec, type Vec } from '../oracles/vector';

const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [(k & 1) - 0.5, ((k >> 1) & 1) - 0.5, (k >> 2) - 0.5]);
const cube = polyhedronFromVertices(corners);
const tetrahedron = polyhedronFromVertices([0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4]);

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return `${error.code} ${error.index}`;
    throw error;
  }
  return 'accepted';
};

describe('BodySet', () => {
  it('is built on the caller arrays, copying nothing', () => {
    const positions = new Float64Array(new SharedArrayBuffer(6 * 8));
    const orientations = new Float64Array(new SharedArrayBuffer(8 * 8));
    const bodies = createBodySet({ shapes: [cube], positions, orientations });
    expect(bodies.count).toBe(2);
    expect(bodies.positions).toBe(positions);
    expect(bodies.orientations).toBe(orientations);
    // Both are all zero still: no orientation, hence no pose.
    expect(isFinitePose(relativePose(createPose(), bodies, 0, 1))).toBe(false);
    orientations[3] = orientations[7] = 1;
    positions[3] = 5;
    expect(Array.from(relativePose(createPose(), bodies, 0, 1))).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0]);
  });

  it('takes its count from shapeIndex before positions, and may use only part of the arrays', () => {
    const shapeIndex = new Int32Array([0, -1, 0]);
    expect(createBodySet({ shapes: [cube], shapeIndex }).count).toBe(3);
    expect(createBodySet({ shapes: [cube], count: 1, positions: new Float64Array(30) }).count).toBe(1);
    expect(createBodySet().count).toBe(0);
  });

  it('refuses arrays that do not fit', () => {
    const shapes = [cube];
    expect(codeOf(() => createBodySet({ shapes, count: 2, positions: new Float64Array(5) }))).toBe('bad-length -1');
    expect(codeOf(() => createBodySet({ shapes, positions: new Float64Array(6), orientations: new Float64Array(7) }))).toBe(
      'bad-length -1',
    );
    expect(codeOf(() => createBodySet({ shapes, positions: new Float64Array(6), rounding: new Float64Array(1) }))).toBe('bad-length -1');
    expect(codeOf(() => createBodySet({ shapes, positions: new Float64Array(6), group: new Int32Array(1) }))).toBe('bad-length -1');
    expect(codeOf(() => createBodySet({ shapes, positions: new Float64Array(6), flags: new Uint8Array(1) }))).toBe('bad-length -1');
    expect(codeOf(() => createBodySet({ shapes, shapeIndex: new Int32Array([0, 1]) }))).toBe('bad-index 1');
    expect(codeOf(() => createBodySet({ shapes, shapeIndex: new Int32Array([-2]) }))).toBe('bad-index 0');
    expect(codeOf(() => createBodySet({ positions: new Float64Array(3) }))).toBe('bad-index 0');
    for (const r of [-1e-300, Number.NaN, Infinity]) {
      expect(codeOf(() => createBodySet({ shapes, positions: new Float64Array(6), rounding: new Float64Array([0, r]) }))).toBe(
        'bad-radius 1',
      );
    }
    for (const count of [-1, 0.5, Number.NaN]) expect(codeOf(() => createBodySet({ shapes, count }))).toBe('bad-option -1');
  });

  it('puts a body where its shape stood unless told otherwise, and shares equal shapes', () => {
    const bodies = createBodySet();
    expect(addBody(bodies, { shape: tetrahedron })).toBe(0);
    expect(
      addBody(bodies, { shape: cube, position: [1, 2, 3], orientation: [0, 0, 1, 0], rounding: 0.1, group: 7, flags: BodyFlag.Static }),
    ).toBe(1);
    expect(addBody(bodies, { shape: tetrahedron })).toBe(2);
    expect(bodies.shapes).toEqual([tetrahedron, cube]);
    expect(Array.from(bodies.positions.subarray(0, 9))).toEqual([1, 1, 1, 1, 2, 3, 1, 1, 1]);
    expect(Array.from(bodies.orientations.subarray(0, 12))).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect([bodies.rounding[1], bodies.group[1], bodies.flags[1]]).toEqual([0.1, 7, BodyFlag.Static]);
    expect([bodies.rounding[2], bodies.group[2], bodies.flags[2]]).toEqual([0, 0, 0]);
  });

  it('refuses a bad body and is unchanged after it', () => {
    const bodies = createBodySet();
    addBody(bodies, { shape: cube });
    const bad: [string, () => unknown][] = [
      ['not-finite 1', () => addBody(bodies, { shape: cube, position: [0, Number.NaN, 0] })],
      ['not-finite 1', () => addBody(bodies, { shape: cube, position: [Infinity, 0, 0] })],
      ['not-unit 1', () => addBody(bodies, { shape: cube, orientation: [0, 0, 0, 0] })],
      ['not-unit 1', () => addBody(bodies, { shape: cube, orientation: [0, 0, 0, 1.01] })],
      ['not-unit 1', () => addBody(bodies, { shape: cube, orientation: [Number.NaN, 0, 0, 1] })],
      ['bad-radius 1', () => addBody(bodies, { shape: cube, rounding: -1 })],
      ['bad-radius 1', () => addBody(bodies, { shape: tetrahedron, rounding: Number.NaN })],
    ];
    for (const [code, run] of bad) {
      expect(codeOf(run)).toBe(code);
      expect(bodies.count).toBe(1);
      expect(bodies.shapes).toEqual([cube]);
      expect(bodies.freeRows).toEqual([]);
    }
  });

  it('hands out handles that stay valid through any sequence of adding and removing', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(1000)), { maxLength: 120 }), (steps) => {
        const bodies = createBodySet();
        const alive = new Map<number, number>();
        let next = 1;
        for (const [remove, pick] of steps) {
          if (remove && alive.size > 0) {
            const handle = [...alive.keys()][pick % alive.size];
            removeBody(bodies, handle);
            alive.delete(handle);
            expect(codeOf(() => removeBody(bodies, handle))).toBe(`bad-index ${handle}`);
          } else {
            const handle = addBody(bodies, { shape: pick % 2 ? cube : tetrahedron, position: [next, -next, 2 * next], group: next });
            expect(alive.has(handle)).toBe(false);
            alive.set(handle, next++);
          }
          expect(bodies.count - bodies.freeRows.length).toBe(alive.size);
          for (let row = 0; row < bodies.count; row++) expect(bodies.shapeIndex[row] >= 0).toBe(alive.has(row));
          for (const [handle, mark] of alive) {
            expect(bodies.group[handle]).toBe(mark);
            expect(Array.from(bodies.positions.subarray(3 * handle, 3 * handle + 3))).toEqual([mark, -mark, 2 * mark]);
          }
        }
        for (const name of ['shapeIndex', 'rounding', 'group', 'flags', 'category', 'mask'] as const)
          expect(bodies[name].length).toBeGreaterThanOrEqual(bodies.count);
        expect(bodies.positions.length).toBeGreaterThanOrEqual(3 * bodies.count);
        expect(bodies.orientations.length).toBeGreaterThanOrEqual(4 * bodies.count);
      }),
      runs(60),
    );
  });

  it('knows rows of the caller that were removed, and uses them again', () => {
    const bodies = createBodySet({ shapes: [cube], shapeIndex: new Int32Array([0, -1, 0]), grow: true });
    expect(addBody(bodies, { shape: cube })).toBe(1);
    expect(addBody(bodies, { shape: cube })).toBe(3);
    expect(bodies.count).toBe(4);
  });

  it('grows arrays onto buffers of the same kind: shared ones stay shared', () => {
    const shared = new Float64Array(new SharedArrayBuffer(2 * 3 * 8));
    const bodies = createBodySet({
      shapes: [cube],
      positions: shared,
      group: new Int32Array(new SharedArrayBuffer(2 * 4)),
      flags: new Uint8Array(new SharedArrayBuffer(2)).fill(BodyFlag.Static),
      rounding: new Float64Array([0.5, 0.25]),
      grow: true,
    });
    shared.set([1, 2, 3, 4, 5, 6]);
    expect(addBody(bodies, { shape: cube, position: [7, 8, 9], group: 5 })).toBe(2);
    for (const name of ['positions', 'group', 'flags'] as const) expect(bodies[name].buffer, name).toBeInstanceOf(SharedArrayBuffer);
    for (const name of ['rounding', 'orientations', 'shapeIndex', 'category', 'mask'] as const)
      expect(bodies[name].buffer, name).toBeInstanceOf(ArrayBuffer);
    expect(Array.from(bodies.positions.subarray(0, 9))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(Array.from(bodies.group.subarray(0, 3))).toEqual([0, 0, 5]);
    expect(Array.from(bodies.flags.subarray(0, 3))).toEqual([BodyFlag.Static, BodyFlag.Static, BodyFlag.None]);
    expect(Array.from(bodies.rounding.subarray(0, 3))).toEqual([0.5, 0.25, 0]);
    expect(bodies.positions.length).toBe(3 * bodies.group.length);
  });

  it('does not know handles that were never given', () => {
    const bodies = createBodySet();
    addBody(bodies, { shape: cube });
    for (const handle of [-1, 1, 0.5, Number.NaN, Infinity]) expect(codeOf(() => removeBody(bodies, handle))).toBe(`bad-index ${handle}`);
  });

  it('gives bounding radii with the rounding, and NaN for removed bodies', () => {
    const bodies = createBodySet();
    addBody(bodies, { shape: cube, rounding: 0.5 });
    addBody(bodies, { shape: cube });
    removeBody(bodies, 1);
    const out = boundingRadii(new Float64Array(2), bodies);
    expect(out[0]).toBeCloseTo(Math.sqrt(0.75) + 0.5, 14);
    expect(out[1]).toBeNaN();
  });
});

describe('pose', () => {
  const twoBodies = (qA: readonly number[], tA: Vec, qB: readonly number[], tB: Vec) =>
    createBodySet({ shapes: [cube], positions: Float64Array.from([...tA, ...tB]), orientations: Float64Array.from([...qA, ...qB]) });

  it('carries B into the frame of A as the quaternions say', () => {
    fc.assert(
      fc.property(rotation(), direction(), rotation(), direction(), direction(), (qA, tA, qB, tB, x) => {
        const bodies = twoBodies(qA, tA, qB, tB);
        const pose = relativePose(createPose(), bodies, 0, 1);
        // q x q* by the Hamilton product, in plain doubles: x + 2 w (v x x) + 2 v x (v x x).
        const turn = (q: readonly number[], u: Vec): Vec => {
          const v: Vec = [q[0], q[1], q[2]];
          const c = scale(cross(v, u), 2);
          return add(add(u, scale(c, q[3])), cross(v, c));
        };
        const world = add(turn(qB, x), tB);
        const inA = turn([-qA[0], -qA[1], -qA[2], qA[3]], add(world, scale(tA, -1)));
        expect(distance(transform(pose, x), inA)).toBeLessThan(4e-15);
        expect(distance(inverseTransform(pose, transform(pose, x)), x)).toBeLessThan(4e-15);
        const columns = [0, 1, 2].map((c): Vec => [pose[c], pose[3 + c], pose[6 + c]]);
        expect(dot(cross(columns[0], columns[1]), columns[2])).toBeCloseTo(1, 14);
      }),
      runs(200),
    );
  });

  it('agrees with gl-matrix on what a quaternion x y z w means', () => {
    const s = Math.SQRT1_2;
    const pose = relativePose(createPose(), twoBodies([0, 0, 0, 1], [0, 0, 0], [0, 0, s, s], [0, 0, 0]), 0, 1);
    // A quarter turn about z, right-handed, carries x to y.
    expect(distance(transform(pose, [1, 0, 0]), [0, 1, 0])).toBeLessThan(1e-15);
    const q = quat.fromEuler(quat.create(), 20, 30, 40);
    const turned = [0, 0, 0];
    vec3TransformQuat(turned, [1, 2, 3], Array.from(q));
    const unit = length([q[0], q[1], q[2]]);
    expect(unit).toBeGreaterThan(0);
    const own = relativePose(createPose(), twoBodies([0, 0, 0, 1], [0, 0, 0], Array.from(q), [0, 0, 0]), 0, 1);
    // gl-matrix's create is Float32: the quaternion is off unit length by 1e-8.
    expect(distance(transform(own, [1, 2, 3]), vec(turned))).toBeLessThan(1e-5);
  });

  it('stays a rotation while a quaternion drifts, and is NaN beyond the limit', () => {
    fc.assert(
      fc.property(rotation(), fc.constantFrom(1e-12, -1e-9, 1e-6, 4e-4, -4e-4), (q, drift) => {
        const drifted = q.map((x) => x * (1 + drift));
        const clean = relativePose(createPose(), twoBodies([0, 0, 0, 1], [0, 0, 0], q, [1, 2, 3]), 0, 1);
        const pose = relativePose(createPose(), twoBodies([0, 0, 0, 1], [0, 0, 0], drifted, [1, 2, 3]), 0, 1);
        for (let k = 0; k < 12; k++) expect(Math.abs(pose[k] - clean[k])).toBeLessThan(4e-15);
      }),
      runs(100),
    );
    const identity = [0, 0, 0, 1];
    for (const norm of [1 + 2 * QUATERNION_DRIFT, 1 - 2 * QUATERNION_DRIFT, 0, Number.NaN, Infinity]) {
      const q = [0, 0, 0, Math.sqrt(norm)];
      expect(isFinitePose(relativePose(createPose(), twoBodies(identity, [0, 0, 0], q, [0, 0, 0]), 0, 1))).toBe(false);
      expect(isFinitePose(relativePose(createPose(), twoBodies(q, [0, 0, 0], identity, [0, 0, 0]), 0, 1))).toBe(false);
    }
  });

  it('of a position that is not finite is not finite', () => {
    const identity = [0, 0, 0, 1];
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      expect(isFinitePose(relativePose(createPose(), twoBodies(identity, [0, bad, 0], identity, [0, 0, 0]), 0, 1))).toBe(false);
      expect(isFinitePose(relativePose(createPose(), twoBodies(identity, [0, 0, bad], identity, [0, 0, bad]), 0, 1))).toBe(false);
    }
    const pose = createPose();
    expect(isFinitePose(pose)).toBe(true);
    for (let k = 0; k < 12; k++) {
      for (const bad of [Number.NaN, Infinity, -Infinity]) {
        const broken = pose.slice();
        broken[k] = bad;
        expect(isFinitePose(broken)).toBe(false);
      }
    }
  });

  it('loses nothing far from the origin: the difference of positions is taken first', () => {
    const bodies = twoBodies([0.5, 0.5, 0.5, 0.5], [1e15, 1e15, 1e15], [0.5, 0.5, 0.5, 0.5], [1e15 + 0.125, 1e15, 1e15]);
    expect(Array.from(relativePose(createPose(), bodies, 0, 1))).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.125]);
  });
});

/**
 * gl-matrix's own formula for turning a vector by a quaternion, called with plain arrays so that nothing is Float32.
 */
function vec3TransformQuat(out: number[], a: ReadonlyVec3, q: readonly number[]): void {
  const v: Vec = [q[0], q[1], q[2]];
  const c = scale(cross(v, vec(a)), 2);
  const r = add(add(vec(a), scale(c, q[3])), cross(v, c));
  out.splice(0, 3, ...r);
}

/** A method that answers what it is told: for testing what detect does around a kernel. */
function echo(contact: Partial<Contact>, seen: { margin?: number; pose?: number[]; memory?: number } = {}): ContactMethod {
  return {
    name: 'echo',
    stateInts: 2,
    stateFloats: 3,
    detect(out, _a, _b, pose, state, options) {
      seen.margin = options.margin;
      seen.pose = Array.from(pose);
      seen.memory = state.floats[state.floatOffset];
      state.floats[state.floatOffset] = 42;
      state.ints[state.intOffset + 1] = 7;
      clearContact(out, Status.Separated);
      if (!isFinitePose(pose)) return clearContact(out, Status.Invalid).status;
      const { normal, pointA, pointB, points, gaps, features, ...rest } = contact;
      Object.assign(out, rest);
      for (const [name, value] of Object.entries({ normal, pointA, pointB, points, gaps, features })) {
        if (value) out[name as 'normal'].set(value);
      }
      return out.status;
    },
  };
}

describe('detect', () => {
  const quarter = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
  const world = (rounding = [0, 0]) =>
    createBodySet({
      shapes: [cube],
      positions: new Float64Array([10, 20, 30, 10, 22, 30]),
      orientations: new Float64Array([...quarter, 0, 0, 0, 1]),
      rounding: new Float64Array(rounding),
    });
  const local = {
    status: Status.Separated,
    kind: ContactKind.FaceFace,
    normal: new Float64Array([1, 0, 0]),
    gap: 1,
    area: 0.25,
    pointA: new Float64Array([0.5, 0, 0]),
    pointB: new Float64Array([1.5, 0, 0]),
    featureA: faceFeature(3),
    featureB: faceFeature(5),
    count: 1,
    points: new Float64Array([1, 0, 0]),
    gaps: new Float64Array([1]),
    features: new Int32Array([4, 8]),
    iterations: 3,
  };

  it('hands the kernel the relative pose and gives its answer in the world', () => {
    const seen: { pose?: number[] } = {};
    const out = createContactFor(cube, cube);
    expect(detect(out, echo(local, seen), world(), 0, 1)).toBe(Status.Separated);
    // B is 2 along the world's y, which is A's x after the quarter turn.
    expect(distance(vec(seen.pose!, 9), [2, 0, 0])).toBeLessThan(1e-15);
    expect(distance(vec(out.normal), [0, 1, 0])).toBeLessThan(1e-15);
    expect(distance(vec(out.pointA), [10, 20.5, 30])).toBeLessThan(1e-14);
    expect(distance(vec(out.pointB), [10, 21.5, 30])).toBeLessThan(1e-14);
    expect(distance(vec(out.points), [10, 21, 30])).toBeLessThan(1e-14);
    expect([out.gap, out.area, out.kind, out.featureA, out.featureB, out.iterations]).toEqual([1, 0.25, ContactKind.FaceFace, 14, 22, 3]);
  });

  it('subtracts the radii and asks the kernel for so much more margin', () => {
    const seen: { margin?: number } = {};
    const options = { ...createDetectOptions(), margin: 0.5 };
    const out = createContactFor(cube, cube);
    expect(detect(out, echo(local, seen), world([0.75, 0.5]), 0, 1, undefined, options)).toBe(Status.Overlapping);
    expect(seen.margin).toBe(1.75);
    expect(options.margin).toBe(0.5);
    expect(out.gap).toBe(-0.25);
    expect(out.gaps[0]).toBe(-0.25);
    expect(distance(vec(out.pointA), [10, 21.25, 30])).toBeLessThan(1e-14);
    expect(distance(vec(out.pointB), [10, 21, 30])).toBeLessThan(1e-14);
    // The plane lies midway between the swollen surfaces.
    expect(distance(vec(out.points), [10, 21.125, 30])).toBeLessThan(1e-14);
    expect(detect(out, echo(local), world([0.5, 0.5]), 0, 1)).toBe(Status.Touching);
  });

  it('starts cold without a state, however often it was called, and remembers with one', () => {
    const seen: { memory?: number } = {};
    const method = echo(local, seen);
    const out = createContactFor(cube, cube);
    for (let k = 0; k < 3; k++) {
      detect(out, method, world(), 0, 1);
      expect(seen.memory).toBe(0);
    }
    const state = createState(method);
    detect(out, method, world(), 0, 1, state);
    expect(seen.memory).toBe(0);
    detect(out, method, world(), 0, 1, state);
    expect(seen.memory).toBe(42);
    expect(state.ints.length).toBe(2);
    expect(state.floats.length).toBe(3);
  });

  it('starts methods of any state size cold', () => {
    for (const size of [100, 3000, 70]) {
      const seen: number[] = [];
      const long: ContactMethod = {
        ...echo(local),
        stateInts: size,
        stateFloats: 2 * size,
        detect(out, _a, _b, _pose, { ints, floats, intOffset, floatOffset }) {
          // Of a slot too short, the last entries are undefined and keep nothing.
          seen.push(ints[intOffset + size - 1], floats[floatOffset + 2 * size - 1]);
          ints.fill(7, intOffset, intOffset + size);
          floats.fill(7, floatOffset, floatOffset + 2 * size);
          return clearContact(out, Status.Separated).status;
        },
      };
      for (let k = 0; k < 2; k++) detect(createContactFor(cube, cube), long, world(), 0, 1);
      expect(seen).toEqual([0, 0, 0, 0]);
    }
  });

  it('keeps to its slot in a shared state array', () => {
    const method = echo(local);
    const state = { ints: new Int32Array(9).fill(-1), floats: new Float64Array(9).fill(-1), intOffset: 4, floatOffset: 3 };
    detect(createContactFor(cube, cube), method, world(), 0, 1, state);
    expect(Array.from(state.ints)).toEqual([-1, -1, -1, -1, -1, 7, -1, -1, -1]);
    expect(Array.from(state.floats)).toEqual([-1, -1, -1, 42, -1, -1, -1, -1, -1]);
  });

  it('answers Invalid for removed or unknown bodies and bad poses, with every field written', () => {
    const bodies = world();
    const poisoned = (): Contact => {
      const out = createContactFor(cube, cube);
      for (const field of ['normal', 'pointA', 'pointB'] as const) out[field].fill(Number.NaN);
      return Object.assign(out, {
        status: 9,
        kind: 9,
        gap: Number.NaN,
        area: Number.NaN,
        featureA: 9,
        featureB: 9,
        count: 9,
        iterations: 9,
      });
    };
    const cleared = {
      status: Status.Invalid,
      kind: ContactKind.None,
      gap: 0,
      area: 0,
      featureA: NO_FEATURE,
      featureB: NO_FEATURE,
      count: 0,
      iterations: 0,
    };
    const expectInvalid = (i: number, j: number): void => {
      const out = poisoned();
      expect(detect(out, echo(local), bodies, i, j)).toBe(Status.Invalid);
      expect(out).toMatchObject(cleared);
      for (const field of ['normal', 'pointA', 'pointB'] as const) expect(Array.from(out[field])).toEqual([0, 0, 0]);
    };
    expectInvalid(0, 2);
    expectInvalid(-1, 0);
    expectInvalid(0.5, 1);
    bodies.orientations.fill(0, 4, 8);
    expectInvalid(0, 1);
    expectInvalid(1, 0);
    bodies.orientations[7] = 1;
    bodies.positions[0] = Number.NaN;
    expectInvalid(0, 1);
    bodies.positions[0] = 10;
    removeBody(bodies, 1);
    expectInvalid(0, 1);
    expectInvalid(1, 0);
  });
});

describe('rounding', () => {
  it('turns a plane into that of the swollen bodies', () => {
    fc.assert(
      fc.property(direction(), direction(), grid(-1, 1), grid(0, 2), grid(0, 2), (n, p, gap, rA, rB) => {
        const plane = createCommonPlane();
        plane.status = statusOfGap(gap, 1e-15);
        plane.normal.set(n);
        plane.gap = gap;
        plane.pointA.set(p);
        plane.pointB.set(add(p, scale(n, gap)));
        plane.point.set(add(p, scale(n, gap / 2)));
        applyRounding(plane, rA, rB, 1e-15);
        expect(plane.gap).toBeCloseTo(gap - rA - rB, 14);
        expect(distance(vec(plane.pointA), add(p, scale(n, rA)))).toBeLessThan(1e-14);
        expect(distance(vec(plane.pointB), add(vec(plane.pointA), scale(n, plane.gap)))).toBeLessThan(2e-15);
        expect(distance(vec(plane.point), scale(add(vec(plane.pointA), vec(plane.pointB)), 0.5))).toBeLessThan(2e-15);
        if (Math.abs(plane.gap) > 1e-13) expect(plane.status).toBe(plane.gap > 0 ? Status.Separated : Status.Overlapping);
      }),
      runs(200),
    );
  });

  it('widens the band by the rounding of the radii only', () => {
    const plane = createCommonPlane();
    Object.assign(plane, { status: Status.Separated, gap: 2 });
    expect(applyRounding(plane, 1, 1, 0).status).toBe(Status.Touching);
    Object.assign(plane, { status: Status.Separated, gap: 2 + 1e-13 });
    expect(applyRounding(plane, 1, 1, 0).status).toBe(Status.Separated);
    Object.assign(plane, { status: Status.Separated, gap: 2 - 1e-13 });
    expect(applyRounding(plane, 1, 1, 0).status).toBe(Status.Overlapping);
  });

  it('leaves Invalid results, unresolved ones as unresolved, and sharp bodies untouched', () => {
    const plane = createCommonPlane();
    Object.assign(plane, { status: Status.Invalid, gap: 0 });
    expect(applyRounding(plane, 1, 1, 0)).toMatchObject({ status: Status.Invalid, gap: 0 });
    Object.assign(plane, { status: Status.Unresolved, gap: 3 });
    expect(applyRounding(plane, 1, 1, 0)).toMatchObject({ status: Status.Unresolved, gap: 1 });
    Object.assign(plane, { status: Status.Touching, gap: 1e-20 });
    expect(applyRounding(plane, 0, 0, 1e-15)).toMatchObject({ status: Status.Touching, gap: 1e-20 });
  });

  it('has a closed band', () => {
    expect([1.5, 1, 0, -1, -1.5].map((gap) => statusOfGap(gap, 1))).toEqual([
      Status.Separated,
      Status.Touching,
      Status.Touching,
      Status.Touching,
      Status.Overlapping,
    ]);
    expect(touchingBand(cube, tetrahedron)).toBe(cube.tolerance + tetrahedron.tolerance);
  });
});

describe('toWorld', () => {
  it('leaves an Invalid result as it is', () => {
    const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([1, 2, 3]) });
    const out = clearContact(createContact(4), Status.Invalid);
    toWorld(out, bodies, 0);
    expect(Array.from(out.pointA)).toEqual([0, 0, 0]);
  });

  it('turns only the points that count', () => {
    const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([1, 2, 3]) });
    const out = clearContact(createContact(2), Status.Touching);
    out.count = 1;
    toWorld(out, bodies, 0);
    expect(Array.from(out.points)).toEqual([1, 2, 3, 0, 0, 0]);
  });
});

describe('feature codes', () => {
  it('hold index and dimension, distinct for every feature up to the largest shape', () => {
    fc.assert(
      fc.property(fc.nat(3 * MAX_VERTICES), (index) => {
        for (const [code, dimension] of [
          [vertexFeature(index), 0],
          [edgeFeature(index), 1],
          [faceFeature(index), 2],
        ]) {
          expect(featureDimension(code)).toBe(dimension);
          expect(featureIndex(code)).toBe(index);
          expect(code).toBe(index * 4 + dimension);
        }
      }),
      runs(200),
    );
    expect(faceFeature(MAX_FACES)).toBeLessThan(2 ** 31);
    expect(featureDimension(NO_FEATURE)).toBe(3);
    expect(featureIndex(NO_FEATURE)).toBe(-1);
  });
});

describe('generation', () => {
  it('tells the next body of a row from the last one, also when the arrays grow', () => {
    const bodies = createBodySet();
    const first = addBody(bodies, { shape: cube });
    const seen = new Set([bodies.generation[first]]);
    for (let k = 0; k < 5; k++) {
      removeBody(bodies, first);
      expect(addBody(bodies, { shape: cube })).toBe(first);
      seen.add(bodies.generation[first]);
    }
    expect(seen.size).toBe(6);
    const last = bodies.generation[first];
    for (let k = 0; k < 40; k++) addBody(bodies, { shape: cube });
    expect(bodies.generation[first]).toBe(last);
  });
});

describe('shift', () => {
  it('moves the second body before anything else is asked', () => {
    const positions = new Float64Array([0.125, 0.2, 0.3, 10.5, 0.2, 0.3]);
    const bodies = createBodySet({ shapes: [cube], positions });
    const shift = new Float64Array([-10, 0, 0]);
    const shifted = relativePose(createPose(), bodies, 0, 1, shift);
    positions[3] -= 10;
    expect(Array.from(shifted)).toEqual(Array.from(relativePose(createPose(), bodies, 0, 1)));
  });
});

describe('ContactList', () => {
  const someContact = (count: number, mark: number): Contact => {
    const out = createContact(Math.max(count, 1));
    out.points.forEach((_, k) => (out.points[k] = mark + k / 100));
    out.gaps.forEach((_, k) => (out.gaps[k] = -mark - k));
    out.features.forEach((_, k) => (out.features[k] = 10 * mark + k));
    out.normal.set([mark, mark + 1, mark + 2]);
    out.pointA.set([mark, 0, 1]);
    out.pointB.set([mark, 2, 3]);
    return Object.assign(out, {
      count,
      status: Status.Touching,
      kind: ContactKind.FaceFace,
      gap: mark,
      area: 2 * mark,
      featureA: mark,
      featureB: mark + 1,
    });
  };

  it('keeps every field of every contact in order while it grows, on shared memory if so asked', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 40 }), fc.boolean(), fc.integer({ min: 1, max: 4 }), (counts, shared, room) => {
        const list = createContactList(room, room, shared);
        counts.forEach((count, c) => expect(appendContact(list, 2 * c, 2 * c + 1, someContact(count, c + 1))).toBe(c));
        expect(list.count).toBe(counts.length);
        expect(list.pointCount).toBe(counts.reduce((s, x) => s + x, 0));
        expect(list.pointStart[0]).toBe(0);
        counts.forEach((count, c) => {
          const mark = c + 1;
          const contact = someContact(count, mark);
          expect([list.bodyA[c], list.bodyB[c], list.status[c], list.kind[c]]).toEqual([
            2 * c,
            2 * c + 1,
            Status.Touching,
            ContactKind.FaceFace,
          ]);
          expect([list.gaps[c], list.areas[c], list.featureA[c], list.featureB[c]]).toEqual([mark, 2 * mark, mark, mark + 1]);
          // Nothing is known of the past.
          expect([list.began[c], list.userSlot[c], ...list.shifts.subarray(3 * c, 3 * c + 3)]).toEqual([1, -1, 0, 0, 0]);
          for (const [all, one] of [
            [list.normals, contact.normal],
            [list.pointsA, contact.pointA],
            [list.pointsB, contact.pointB],
          ]) {
            expect(Array.from(all.subarray(3 * c, 3 * c + 3))).toEqual(Array.from(one));
          }
          const first = list.pointStart[c];
          expect(list.pointStart[c + 1] - first).toBe(count);
          expect(Array.from(list.points.subarray(3 * first, 3 * (first + count)))).toEqual(
            Array.from(contact.points.subarray(0, 3 * count)),
          );
          expect(Array.from(list.pointGaps.subarray(first, first + count))).toEqual(Array.from(contact.gaps.subarray(0, count)));
          expect(Array.from(list.pointFeatures.subarray(2 * first, 2 * (first + count)))).toEqual(
            Array.from(contact.features.subarray(0, 2 * count)),
          );
          for (let p = first; p < first + count; p++) expect([list.pointBegan[p], list.pointSlot[p]]).toEqual([1, -1]);
        });
        for (const array of [list.bodyA, list.status, list.normals, list.points, list.pointFeatures, list.pointStart, list.userSlot]) {
          expect(array.buffer instanceof SharedArrayBuffer).toBe(shared);
        }
      }),
      runs(60),
    );
  });

  it('is empty after clearing and keeps its arrays', () => {
    const list = createContactList(1, 1);
    appendContact(list, 0, 1, someContact(3, 1));
    const { points } = list;
    expect(clearContactList(list)).toBe(list);
    expect([list.count, list.pointCount, list.pointStart[0]]).toEqual([0, 0, 0]);
    expect(list.points).toBe(points);
    expect(appendContact(list, 5, 6, someContact(1, 9))).toBe(0);
    expect(Array.from(list.pointStart.subarray(0, 2))).toEqual([0, 1]);
  });

  it('can start with no room at all', () => {
    const list = createContactList(0, 0);
    for (let c = 0; c < 5; c++) appendContact(list, c, c + 1, someContact(2, c + 1));
    expect(list.count).toBe(5);
    expect(list.pointCount).toBe(10);
  });
});

describe('createContactFor', () => {
  it('has room for the corners of both bodies and of both largest faces', () => {
    const out = createContactFor(cube, tetrahedron);
    const room = 8 + 4 + 4 + 3;
    expect(out.gaps.length).toBe(room);
    expect(out.points.length).toBe(3 * room);
    expect(out.features.length).toBe(2 * room);
    expect(out.features.every((f) => f === NO_FEATURE)).toBe(true);
  });
});
