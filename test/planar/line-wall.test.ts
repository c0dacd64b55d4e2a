import { describe, expect, test } from 'vitest';
import { edgeFeature, vertexFeature, ContactKind, Status } from '../../src/contact';
import {
  addBody2d,
  applyLineWallRounding,
  createBodySet2d,
  createContact2d,
  createDetectOptions2d,
  detect2d,
  exactLineMethod,
  lineWall,
  lineWallBand,
  lineWallContact,
  rectangle,
  regularPolygon,
  toWorld2d,
  wallLine,
  type ConvexPolygon,
} from '../../src/planar';
import { createRandom } from '../../src/polyhedron';
import { codeOf } from '../polyhedron/code-of';

/** The contact, in the world, of a shape turned by `angle` at (x, y) with a wall. */
function meet(
  shape: ConvexPolygon,
  x: number,
  y: number,
  angle: number,
  wall: ReturnType<typeof lineWall>,
  options = createDetectOptions2d(),
) {
  const bodies = createBodySet2d();
  addBody2d(bodies, { shape, rotation: [Math.cos(angle), Math.sin(angle)] });
  bodies.positions.set([x, y]);
  const out = createContact2d(shape.vertexCount);
  lineWallContact(out, shape, wallLine(new Float64Array(3), wall, bodies, 0), options);
  return toWorld2d(out, bodies, 0);
}

const floor = lineWall([0, 2], 0);

test('gap, status and normal are those of a wide slab under the line', () => {
  const random = createRandom(1);
  const slab = rectangle(100, 10);
  for (let k = 0; k < 300; k++) {
    const shape = regularPolygon(3 + (k % 6), 0.1 + random());
    const [x, turn] = [2 * random() - 1, 7 * random()];
    const y = shape.inradius + 0.3 * (random() - 0.3);
    const bodies = createBodySet2d();
    addBody2d(bodies, { shape, position: [x, y], rotation: [Math.cos(turn), Math.sin(turn)] });
    addBody2d(bodies, { shape: slab, position: [0, -5] });
    const expected = createContact2d(64);
    detect2d(expected, exactLineMethod, bodies, 0, 1);
    const out = meet(shape, x, y, turn, floor);
    expect(Math.abs(out.gap - expected.gap)).toBeLessThan(1e-14);
    expect([out.status, out.normal[0] + 0, out.normal[1]]).toEqual([expected.status, expect.closeTo(0, 12), expect.closeTo(-1, 12)]);
    // Each point lies on the wall below a corner through it.
    for (let p = 0; p < out.count; p++) {
      expect(Math.abs(out.points[2 * p + 1])).toBeLessThan(1e-15);
      expect(out.gaps[p]).toBeGreaterThanOrEqual(out.gap);
    }
    expect(Math.abs(out.pointA[1] - out.gap)).toBeLessThan(1e-15);
    expect(out.count > 0).toBe(out.gap <= lineWallBand(shape));
  }
});

describe('what rests', () => {
  test('an edge flat on the wall', () => {
    const out = meet(rectangle(2, 1), 3, 0.49, 0, floor);
    expect([out.kind, out.length, out.count, out.featureA, out.featureB]).toEqual([
      ContactKind.ParallelEdges,
      2,
      2,
      edgeFeature(0),
      edgeFeature(0),
    ]);
    expect([...out.features]).toEqual([vertexFeature(0), edgeFeature(0), vertexFeature(1), edgeFeature(0), -1, -1, -1, -1]);
    expect([...out.points.slice(0, 4)]).toEqual([2, 0, 4, 0]);
    expect(out.gap).toBeCloseTo(-0.01, 15);
  });
  test('a tip, level on both sides, stays a tip however deep', () => {
    for (const depth of [1e-3, 0.5, 1]) {
      const out = meet(rectangle(2, 2), 0, Math.SQRT2 - depth, Math.PI / 4, floor);
      expect([out.kind, out.length]).toEqual([ContactKind.VertexEdge, 0]);
    }
  });
  test('a lifted corner: the edge rests while the corner is within half the depth', () => {
    const shape = rectangle(2, 1);
    for (const [depth, kind, count] of [
      [0.001, ContactKind.VertexEdge, 1],
      [0.011, ContactKind.VertexEdge, 1],
      [0.03, ContactKind.VertexEdge, 2],
      [0.041, ContactKind.ParallelEdges, 2],
    ]) {
      // One end of the lower edge is 0.02 higher than the other.
      const lean = Math.asin(0.01);
      const y = 0.5 * Math.cos(lean) + Math.sin(lean) - depth;
      const out = meet(shape, 0, y, lean, floor, { ...createDetectOptions2d(), minLength: 0.25 });
      expect([out.kind, out.count, out.length]).toEqual([
        kind,
        count,
        kind === ContactKind.VertexEdge ? 0.25 : expect.closeTo(2 * Math.cos(lean), 12),
      ]);
    }
  });
  test('all corners through the wall are points; a list that is too short keeps those that fit', () => {
    const shape = regularPolygon(12, 1);
    const out = meet(shape, 0, 0, 0, floor);
    expect(out.count).toBeGreaterThanOrEqual(5);
    const bodies = createBodySet2d();
    addBody2d(bodies, { shape, position: [0, 0] });
    const short = createContact2d(64);
    lineWallContact(short, shape, wallLine(new Float64Array(3), floor, bodies, 0), createDetectOptions2d());
    toWorld2d(short, bodies, 0);
    expect([short.count, ...short.points]).toEqual([out.count, ...out.points.slice(0, 4)]);
  });
});

test('the gap is that of the stored numbers far from the origin', () => {
  const wall = lineWall([3, 4], 5e9 - 0.5);
  const out = meet(rectangle(1, 1), 3e9, 4e9, Math.atan2(-0.6, 0.8), wall);
  // The doubles 0.6 and 0.8 are off by -2.22e-17 and 4.44e-17.
  expect(Math.abs(out.gap - 1.110223024625156e-7)).toBeLessThan(1e-15);
  expect(Math.abs(meet(rectangle(1, 1), 0, 1e9 + 0.5, 0, lineWall([0, 1], 1e9)).gap)).toBe(0);
});

test('a rounded body is nearer by its radius', () => {
  const options = { ...createDetectOptions2d(), margin: 0.1 };
  const out = meet(rectangle(1, 1), 0, 0.55, 0, floor, options);
  applyLineWallRounding(out, 0.1, lineWallBand(rectangle(1, 1)));
  expect([out.status, out.gap, out.gaps[0], out.gaps[1], out.pointA[1]].map((x) => +x.toFixed(12))).toEqual([
    Status.Overlapping,
    -0.05,
    -0.05,
    -0.05,
    -0.05,
  ]);
});

test('what is no pose or no wall is invalid', () => {
  const shape = rectangle(1, 1);
  const wall = lineWall([0, 1], 0);
  expect(meet(shape, Number.NaN, 0, 0, wall).status).toBe(Status.Invalid);
  wall.offset = Infinity;
  expect(meet(shape, 0, 0, 0, wall).status).toBe(Status.Invalid);
  wall.offset = 0;
  wall.normal[0] = 0.5;
  expect(meet(shape, 0, 0, 0, wall).status).toBe(Status.Invalid);
  const bodies = createBodySet2d({ shapes: [shape], positions: new Float64Array(2), rotations: new Float64Array([2, 0]) });
  expect(wallLine(new Float64Array(3), floor, bodies, 0)[0]).toBeNaN();
});

test.each([
  ['bad-length', [1, 2, 3], 0],
  ['bad-length', null, 0],
  ['not-finite', [Number.NaN, 1], 0],
  ['not-unit', [0, 0], 0],
  ['not-finite', [0, 1], Infinity],
])('%s: %j, %s', (code, normal, offset) => expect(codeOf(() => lineWall(normal as number[], offset))).toBe(code));

test('normals of any length become unit ones', () => {
  expect([...lineWall([3e200, 4e200], 1).normal]).toEqual([0.6, 0.8]);
  expect([...lineWall([0, -1e-300], 1).normal]).toEqual([0, -1]);
});
