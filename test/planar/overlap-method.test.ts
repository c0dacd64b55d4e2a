import { describe, expect, test } from 'vitest';
import { ContactKind, createState, edgeFeature, featureDimension, NormalOwner, Status, vertexFeature } from '../../src/contact';
import {
  bodySetFromPoints2d,
  createContact2d,
  createDetectOptions2d,
  createOverlap2dFor,
  detect2d,
  overlapPolygon,
  overlapPolygonMethod,
  rectangle,
  regularPolygon,
  type ConvexPolygon,
} from '../../src/planar';

const contact = createContact2d(64);
const square = rectangle(2, 2);
const half = [Math.SQRT1_2, Math.SQRT1_2];

function find(a: ConvexPolygon, b: ConvexPolygon, x: number, y: number, turn: number[] = [1, 0], minLength = 0) {
  const pose = new Float64Array([...turn, x, y]);
  overlapPolygonMethod.detect(contact, a, b, pose, createState(overlapPolygonMethod), { ...createDetectOptions2d(), minLength });
  const region = createOverlap2dFor(a, b);
  overlapPolygon(region, a, b, pose);
  expect(contact.status).toBe(region.status);
  return { contact, region };
}

describe('overlapPolygonMethod', () => {
  test('two squares side on side: the whole side, at the depth', () => {
    const { region } = find(square, square, 0.5, 1.9);
    expect([contact.kind, contact.count]).toEqual([ContactKind.ParallelEdges, 1]);
    // Corners counter-clockwise from the lower left: edge 2 of A is its top, edge 0 of B its bottom.
    expect([contact.featureA, contact.featureB, ...contact.features.slice(0, 2)]).toEqual([9, 1, 9, 1]);
    expect([contact.featureA, contact.featureB]).toEqual([edgeFeature(2), edgeFeature(0)]);
    expect(contact.length).toBe(region.normalLength);
    expect([contact.area, ...contact.centre, contact.shares[0], contact.rimCount, contact.dropped]).toEqual([
      region.area,
      ...region.centroid,
      region.normalLength,
      0,
      0,
    ]);
    // The normal leans: it is no edge's.
    expect(contact.owner).toBe(NormalOwner.None);
    // The normal leans by the step at the side, and the region is as thick along it as it is.
    expect(contact.gap).toBeLessThanOrEqual(-0.1);
    expect(contact.gap).toBeGreaterThan(-0.3);
    expect([...contact.points.slice(0, 2)]).toEqual([...region.centroid]);
    const way = [0, 1].map((k) => contact.pointB[k] - contact.pointA[k] - contact.gap * contact.normal[k]);
    expect(Math.hypot(...way)).toBeLessThan(1e-15);
  });

  test('a minLength that is no number counts as 0', () => {
    for (const minLength of [Number.NaN, -1]) {
      const { contact, region } = find(square, square, 0, 1.5, [1, 0], minLength);
      expect([contact.length, region.normalLength]).toEqual([2, 2]);
    }
  });

  test('a corner in a side, and corner in corner', () => {
    find(square, square, 0, 1 + Math.SQRT2 - 0.1, half);
    expect([contact.kind, contact.featureA, contact.featureB]).toEqual([ContactKind.VertexEdge, edgeFeature(2), vertexFeature(0)]);
    expect(contact.gap).toBeCloseTo(-0.1, 14);
    expect(contact.length).toBeCloseTo(0.2, 14);
    expect(contact.area).toBeCloseTo(0.01, 14);
    expect(contact.owner).toBe(NormalOwner.FaceA);
    find(square, square, 0.3, -1 - Math.SQRT2 + 0.1, half);
    expect(contact.owner).toBe(NormalOwner.FaceA);
    // A tip of A in a side of B, which is turned.
    const reach = 1 + Math.SQRT2 - 0.1;
    find(square, square, reach * Math.SQRT1_2, reach * Math.SQRT1_2, half);
    expect([contact.featureA, contact.owner]).toEqual([vertexFeature(2), NormalOwner.FaceB]);
    find(square, square, 1.9, 1.9);
    expect([contact.kind, contact.featureA, contact.featureB]).toEqual([ContactKind.VertexVertex, vertexFeature(2), vertexFeature(0)]);
  });

  test('a body inside the other has the edge on its way out, one point and its own extent', () => {
    find(regularPolygon(4), rectangle(10, 10), -2, 0.5, half);
    expect([contact.status, contact.count]).toEqual([Status.Overlapping, 1]);
    // The normal points to B's centroid, so B leaves by its corner or edge on the other side, which is turned.
    expect(featureDimension(contact.featureB)).toBe(1);
    expect(contact.kind).not.toBe(ContactKind.None);
    find(rectangle(10, 10), regularPolygon(4), 2, 0);
    expect([contact.status, contact.featureA, contact.count]).toEqual([Status.Overlapping, edgeFeature(1), 1]);
    expect(contact.kind).not.toBe(ContactKind.None);
    expect([contact.features[0], contact.features[1]]).toEqual([contact.featureA, contact.featureB]);
    expect(contact.gap).toBeCloseTo(-2, 14);
    expect(contact.points[0]).toBeCloseTo(2, 14);
  });

  test('touching has a gap of 0 and a point; apart has neither', () => {
    find(square, square, 0.5, 2, [1, 0], 0.25);
    expect([contact.status, contact.gap, contact.count, contact.length]).toEqual([Status.Touching, 0, 1, 0.25]);
    expect(contact.kind).toBe(ContactKind.ParallelEdges);
    find(square, square, 0.5, 2.1);
    expect([contact.status, contact.gap, contact.count, contact.kind]).toEqual([Status.Separated, 0, 0, ContactKind.None]);
    expect(find(square, square, Number.NaN, 0).contact.status).toBe(Status.Invalid);
  });

  test('too little room for the point is told', () => {
    const none = createContact2d(0);
    overlapPolygonMethod.detect(
      none,
      square,
      square,
      new Float64Array([1, 0, 0, 1.5]),
      createState(overlapPolygonMethod),
      createDetectOptions2d(),
    );
    expect([none.status, none.count, none.dropped, none.length]).toEqual([Status.Overlapping, 0, 1, 2]);
  });

  test('sees sharp bodies only', () => {
    const bodies = bodySetFromPoints2d([square.vertices, square.vertices]);
    bodies.positions[2] = 1.5;
    expect(detect2d(contact, overlapPolygonMethod, bodies, 0, 1)).toBe(Status.Overlapping);
    bodies.rounding[1] = 0.1;
    expect(detect2d(contact, overlapPolygonMethod, bodies, 0, 1)).toBe(Status.Invalid);
  });
});
