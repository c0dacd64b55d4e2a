import { describe, expect, test } from 'vitest';
import { ContactKind, createContactFor, createDetectOptions, createState, Status, type ContactState } from '../../src/contact';
import { directSearchMethod, directSearchWork, fastDirectSearchMethod, publishedFastDirectSearchMethod } from '../../src/direct-search';
import { box, createRandom, polyhedronFromVertices, randomHull, tetrahedron, type ConvexPolyhedron } from '../../src/polyhedron';
import { randomRotation } from '../../sim/scenes/mixed-particles';

// The decisions as printed: n_j near planes, n_v near vertices (Zheng et al. 2017, sections 2.2 and 2.3).

const cube = box(1, 1, 1);
const at = (x: number, y: number, z: number): Float64Array => new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z]);

function search(
  method: typeof fastDirectSearchMethod,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Float64Array,
  state = createState(method),
) {
  const contact = createContactFor(a, b);
  method.detect(contact, a, b, pose, state, createDetectOptions());
  return contact;
}
const printed = (b: ConvexPolyhedron, pose: Float64Array, state?: ContactState) =>
  search(publishedFastDirectSearchMethod, cube, b, pose, state);

describe('contact types by n_j', () => {
  test('of two cubes flush, edge on face and corner on face are those of the direct search', () => {
    const turned = (angle: number, axis: number): number[] => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return axis === 0 ? [1, 0, 0, 0, c, -s, 0, s, c] : [c, 0, s, 0, 1, 0, -s, 0, c];
    };
    const edgeDown = new Float64Array([...turned(Math.PI / 4, 0), 0.1, 0, 0.5 + Math.SQRT1_2 + 0.001]);
    for (const [pose, kind, count] of [
      [at(0.3, 0.2, 1.001), ContactKind.FaceFace, 4],
      [edgeDown, ContactKind.EdgeFace, 2],
      [at(1.02, 1.01, 1.01), ContactKind.VertexVertex, 1],
    ] as const) {
      const contact = printed(cube, pose);
      const right = search(directSearchMethod, cube, cube, pose);
      expect([contact.kind, contact.count, contact.status]).toEqual([kind, count, Status.Separated]);
      expect([right.kind, right.count]).toEqual([kind, count]);
    }
  });

  test('a plane can be near where its face is not: v-e in place of v-f', () => {
    // A roof of 11 degrees: 0.15 from its ridge, a point is within dTol = 0.05 of both planes.
    const roof = polyhedronFromVertices([
      -1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0, 0, -1, 0.1, 0, 1, 0.1,
    ]);
    const tip = polyhedronFromVertices([0, 0, 0, 0.7, 0, 1, -0.7, 0.7, 1, -0.7, -0.7, 1]);
    const pose = at(...([0, 1, 2].map((k) => [0.15, 0, 0.095][k] + tip.origin[k] - roof.origin[k]) as [number, number, number]));
    expect(search(directSearchMethod, roof, tip, pose).kind).toBe(ContactKind.VertexFace);
    expect(search(publishedFastDirectSearchMethod, roof, tip, pose).kind).toBe(ContactKind.VertexEdge);
  });
});

describe('updates by n_v', () => {
  const tip = polyhedronFromVertices([0, 0, 0, 0.7, 0, 1, -0.7, 0.7, 1, -0.7, -0.7, 1]);
  const over = (x: number): Float64Array => at(x + tip.origin[0], tip.origin[1], 0.5 + 0.001 + tip.origin[2]);

  test('the type of a contact that rests is kept', () => {
    const state = createState(publishedFastDirectSearchMethod);
    expect(printed(tip, over(0.2), state).kind).toBe(ContactKind.VertexFace);
    expect(directSearchWork[2]).toBe(0);
    const again = printed(tip, over(0.2001), state);
    expect([again.kind, again.count, directSearchWork[2]]).toEqual([ContactKind.VertexFace, 1, 1]);
    expect(again.gap).toBeCloseTo(0.001, 12);
  });

  test('a corner slides off a face with the same n_v: the contact stays, 0.2 beside the face', () => {
    const state = createState(publishedFastDirectSearchMethod);
    printed(tip, over(0.4), state);
    const off = printed(tip, over(0.7), state);
    expect([off.kind, off.count]).toEqual([ContactKind.VertexFace, 1]);
    expect(off.gap).toBeCloseTo(0.001, 12);
    const right = search(fastDirectSearchMethod, cube, tip, over(0.7));
    expect([right.status, right.count]).toEqual([Status.Separated, 0]);
    expect(printed(tip, over(0.7)).count).toBe(0);
  });

  test('another n_v begins a search', () => {
    const state = createState(publishedFastDirectSearchMethod);
    expect(printed(cube, at(0, 0, 1.001), state).kind).toBe(ContactKind.FaceFace);
    const c = Math.cos(0.1);
    const s = Math.sin(0.1);
    const tilted = new Float64Array([c, 0, s, 0, 1, 0, -s, 0, c, 0, 0, 0.5 + 0.5 * (c + s) + 0.001]);
    const contact = printed(cube, tilted, state);
    expect(directSearchWork[2]).toBe(0);
    expect(contact.count).toBe(2);
  });
});

test('any pair and any memory: finite, in bounds; bodies farther apart than dTol have no contact at a first call', () => {
  const random = createRandom(7);
  const shapes = [cube, tetrahedron(1), randomHull(createRandom(3), 14), box(1, 1, 0.04), box(0.05, 0.05, 1)];
  const state = createState(publishedFastDirectSearchMethod);
  const options = createDetectOptions();
  let same = 0;
  let near = 0;
  for (let k = 0; k < 1500; k++) {
    const a = shapes[Math.floor(shapes.length * random())];
    const b = shapes[Math.floor(shapes.length * random())];
    const [x, y, z, w] = randomRotation(random);
    const turn = [
      ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
      ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
      ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ];
    const reach = 1.3 * (a.radius + b.radius) * random();
    const [ux, uy, uz] = randomRotation(random);
    const pose = new Float64Array([...turn, reach * ux, reach * uy, reach * uz]);
    const contact = createContactFor(a, b);
    const fresh = createContactFor(a, b);
    // The memory is that of another pair, or what the last call left.
    if (k % 3 === 0) for (let i = 0; i < state.ints.length; i++) state.ints[i] = Math.floor(70000 * random());
    for (const [out, memory] of [
      [contact, state],
      [fresh, createState(publishedFastDirectSearchMethod)],
    ] as const) {
      publishedFastDirectSearchMethod.detect(out, a, b, pose, memory, options);
      expect(out.count).toBeLessThanOrEqual(out.gaps.length);
      const numbers = [
        out.gap,
        out.area,
        out.volume,
        ...out.normal,
        ...out.points.slice(0, 3 * out.count),
        ...out.gaps.slice(0, out.count),
      ];
      expect(numbers.every(Number.isFinite)).toBe(true);
    }
    const right = search(directSearchMethod, a, b, pose);
    if (right.count === 0) expect(fresh.count).toBe(0);
    else {
      near++;
      if (right.kind === fresh.kind && right.status === fresh.status) same++;
    }
  }
  expect(near).toBeGreaterThan(200);
  expect(same / near).toBeGreaterThan(0.8);
});
