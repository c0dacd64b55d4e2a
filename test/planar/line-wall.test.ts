import { describe, expect, test } from 'vitest';
import { edgeFeature, vertexFeature, ContactKind, NormalOwner, Status } from '../../src/contact';
import {
  addBody2d,
  applyLineWallRounding,
  createBodySet2d,
  createCommonLine,
  createContact2d,
  createContactFor2d,
  createDetectOptions2d,
  createPose2d,
  lineContact,
  lineWall,
  lineWallBand,
  lineWallContact,
  polygonFromVertices,
  rectangle,
  regularPolygon,
  relativePose2d,
  toWorld2d,
  wallLine,
  type Contact2d,
  type ConvexPolygon,
} from '../../src/planar';
import { createRandom } from '../../src/polyhedron';
import { codeOf } from '../polyhedron/code-of';
import { setLineAlong } from './judge-2d';
import { sweep } from '../sweep';

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
  const out = createContactFor2d(shape, shape);
  lineWallContact(out, shape, wallLine(new Float64Array(3), wall, bodies, 0), options);
  return toWorld2d(out, bodies, 0);
}

const floor = lineWall([0, 2], 0);

/** Rows of a contact: name of the body's feature, place, gap and share. */
const rowsOf = ({ count, rimCount, points, gaps, shares, features }: Contact2d) =>
  Array.from({ length: count + rimCount }, (_, p) => [features[2 * p], points[2 * p], points[2 * p + 1], gaps[p], shares[p]]);

test('all fields are those of a wide slab under the line, to any depth', () => {
  const random = createRandom(1);
  const slab = rectangle(100, 10);
  let zones = 0;
  for (let k = 0; k < sweep(1500, 500); k++) {
    const shape =
      k % 3 === 0 ? polygonFromVertices(Array.from({ length: 12 }, () => random())) : regularPolygon(3 + (k % 6), 0.1 + random());
    const [x, turn] = [2 * random() - 1, k % 7 === 0 ? 0 : 7 * random()];
    const y = shape.inradius * (k % 5 === 0 ? 1 : 1.4 - 1.6 * random());
    const rounding = k % 4 === 0 ? 0.1 * random() : 0;
    const more = {
      margin: k % 2 === 0 ? 0.02 + rounding : rounding,
      pointMargin: 0.05 * random() + rounding,
      maxPoints: k % 9 === 0 ? 2 : 0,
      rounding,
    };
    const bodies = createBodySet2d();
    addBody2d(bodies, { shape, position: [x, y], rotation: [Math.cos(turn), Math.sin(turn)] });
    addBody2d(bodies, { shape: slab, position: [0, -5] });
    const expected = createContactFor2d(shape, slab);
    const pose = relativePose2d(createPose2d(), bodies, 0, 1);
    const options = { ...createDetectOptions2d(), ...more };
    const line = setLineAlong(createCommonLine(), { a: shape, b: slab, pose }, -Math.sin(turn), -Math.cos(turn));
    lineContact(expected, shape, slab, pose, line, options);
    toWorld2d(expected, bodies, 0);
    const out = meet(shape, x, y, turn, floor, options);
    expect(Math.abs(out.gap - expected.gap)).toBeLessThan(1e-13);
    if (Math.abs(out.gap - rounding) < 1e-12) continue;
    expect([out.status, out.count, out.rimCount, out.dropped]).toEqual([expected.status, expected.count, expected.rimCount, 0]);
    expect([out.normal[0], out.normal[1]]).toEqual([expect.closeTo(0, 12), expect.closeTo(-1, 12)]);
    for (const [p, row] of rowsOf(out).entries()) {
      // The rounding of the slab is that of a large body: ends of the zone are off by it over a slope.
      rowsOf(expected)[p].forEach((value, i) => expect(Math.abs(row[i] - value)).toBeLessThan(1e-7));
      expect(out.features[2 * p + 1]).toBe(edgeFeature(0));
      // Midway between the body and the wall.
      expect(Math.abs(out.points[2 * p + 1] - 0.5 * out.gaps[p])).toBeLessThan(1e-12);
    }
    for (const [p, q] of [
      [out.length, expected.length],
      [out.area, expected.area],
      [out.centre[0], expected.centre[0]],
      [out.centre[1], expected.centre[1]],
    ])
      if (out.count > 0) expect(Math.abs(p - q)).toBeLessThan(1e-7);
    expect(Math.abs(out.pointA[1] - out.gap)).toBeLessThan(1e-14);
    expect(Math.abs(out.pointB[1])).toBeLessThan(1e-14);
    expect(out.count > 0).toBe(out.gap <= Math.max(more.margin, rounding + lineWallBand(shape)));
    expect(out.owner).toBe(out.count > 0 ? NormalOwner.FaceB : NormalOwner.None);
    if (out.area > 0) zones++;
  }
  expect(zones).toBeGreaterThan(sweep(1200, 400));
});

describe('what rests', () => {
  test('an edge flat on the wall', () => {
    const out = meet(rectangle(2, 1), 3, 0.49, 0, floor);
    expect([out.kind, out.length, out.count, out.rimCount, out.featureA, out.featureB]).toEqual([
      ContactKind.ParallelEdges,
      2,
      2,
      0,
      edgeFeature(0),
      edgeFeature(0),
    ]);
    expect(rowsOf(out)).toEqual([
      [vertexFeature(0), 2, expect.closeTo(-0.005, 15), expect.closeTo(-0.01, 15), 1],
      [vertexFeature(1), 4, expect.closeTo(-0.005, 15), expect.closeTo(-0.01, 15), 1],
    ]);
    expect([out.gap, out.area]).toEqual([expect.closeTo(-0.01, 15), expect.closeTo(0.02, 15)]);
    expect([...out.centre]).toEqual([expect.closeTo(3, 14), expect.closeTo(-0.005, 15)]);
  });
  test('a tip is a tip however deep, and the zone is what is below the wall', () => {
    for (const depth of [1e-3, 0.5, 1]) {
      const out = meet(rectangle(2, 2), 0, Math.SQRT2 - depth, Math.PI / 4, floor);
      expect([out.kind, out.count, out.rimCount]).toEqual([ContactKind.VertexEdge, 1, 2]);
      expect([out.length, out.area]).toEqual([expect.closeTo(2 * depth, 12), expect.closeTo(depth * depth, 12)]);
      expect(out.centre[1]).toBeCloseTo(-depth / 3, 12);
    }
  });
  test('a lifted corner is a point as long as it presses; the edge rests to rounding or to the band', () => {
    const shape = rectangle(2, 1);
    for (const [depth, band, kind, count, length] of [
      [0.001, 0, ContactKind.VertexEdge, 1, 0.25],
      [0.011, 0, ContactKind.VertexEdge, 1, 1.1],
      [0.021, 0, ContactKind.VertexEdge, 2, 2],
      [0.021, 0.021, ContactKind.ParallelEdges, 2, 2],
    ]) {
      // One end of the lower edge is 0.02 higher than the other.
      const lean = Math.asin(0.01);
      const y = 0.5 * Math.cos(lean) + Math.sin(lean) - depth;
      const out = meet(shape, 0, y, lean, floor, { ...createDetectOptions2d(), minLength: 0.25, band });
      expect([out.kind, out.count]).toEqual([kind, count]);
      expect(out.length).toBeCloseTo(length, 2);
    }
  });
  test('corners that the wall hides behind a side are none', () => {
    // The upper side leans out over the lower left corner.
    const shape = polygonFromVertices([0, 0, 3, 3, 0, 3, -0.2, 0.05, -0.19, 0.1]);
    const out = meet(shape, shape.origin[0], shape.origin[1] - 0.3, 0, floor);
    expect(
      rowsOf(out)
        .slice(0, out.count)
        .map(([name]) => name),
    ).toHaveLength(2);
  });
  test('a list that is too short keeps those that maxPoints would, and tells the rest', () => {
    const shape = regularPolygon(12, 1);
    const out = meet(shape, 0, 0, 0, floor);
    expect(out.count).toBeGreaterThanOrEqual(5);
    for (let room = 0; room < out.count + 2; room++) {
      const short = createContact2d(room);
      const bodies = createBodySet2d();
      addBody2d(bodies, { shape, position: [0, 0] });
      lineWallContact(short, shape, wallLine(new Float64Array(3), floor, bodies, 0), createDetectOptions2d());
      expect([short.count, short.count + short.rimCount + short.dropped]).toEqual([Math.min(room, out.count), out.count + out.rimCount]);
      const few = meet(shape, 0, 0, 0, floor, { ...createDetectOptions2d(), maxPoints: room });
      if (room > 0) expect([...short.gaps.slice(0, short.count)]).toEqual([...few.gaps.slice(0, short.count)]);
    }
  });
});

test('a wall whose normal has drifted from unit length is where its line is', () => {
  const wall = lineWall([0, 1], 0.1);
  wall.normal.set([0, 1.0004]);
  const out = meet(rectangle(1, 1), 5, 0.59, 0, wall);
  expect(out.normal[1]).toBe(-1);
  expect(out.gap).toBeCloseTo(0.09 - 0.1 / 1.0004, 12);
});

test('the gap is that of the stored numbers far from the origin', () => {
  const wall = lineWall([3, 4], 5e9 - 0.5);
  const out = meet(rectangle(1, 1), 3e9, 4e9, Math.atan2(-0.6, 0.8), wall);
  // The doubles 0.6 and 0.8 are off by -2.22e-17 and 4.44e-17.
  expect(Math.abs(out.gap - 1.110223024625156e-7)).toBeLessThan(1e-15);
  expect(Math.abs(meet(rectangle(1, 1), 0, 1e9 + 0.5, 0, lineWall([0, 1], 1e9)).gap)).toBe(0);
});

test('a rounded body is nearer by its radius', () => {
  const options = { ...createDetectOptions2d(), margin: 0.1, rounding: 0.1 };
  const out = meet(rectangle(1, 1), 0, 0.55, 0, floor, options);
  applyLineWallRounding(out, 0.1, lineWallBand(rectangle(1, 1)));
  expect([out.status, out.gap, out.gaps[0], out.gaps[1], out.pointA[1]].map((x) => +x.toFixed(12))).toEqual([
    Status.Overlapping,
    -0.05,
    -0.05,
    -0.05,
    -0.05,
  ]);
  expect([out.length, out.area, out.points[1], out.centre[1]].map((x) => +x.toFixed(12))).toEqual([1, 0.05, -0.025, -0.025]);
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
