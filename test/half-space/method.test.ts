import { describe, expect, it } from 'vitest';
import { addBody, createBodySet, createPose, relativePose } from '../../src/body';
import {
  ContactKind,
  createContact,
  createContactFor,
  createDetectOptions,
  createState,
  detect,
  faceFeature,
  featureDimension,
  NO_FEATURE,
  NormalOwner,
  Status,
} from '../../src/contact';
import { halfSpaceMethod } from '../../src/half-space';
import { box, octahedron, polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { solveExact } from '../oracles/solve';

const cube = box(1, 1, 1);
const tip = octahedron(1);
const half = Math.SQRT1_2;

function contact(a: ConvexPolyhedron, b: ConvexPolyhedron, position: [number, number, number], orientation = [0, 0, 0, 1]) {
  const bodies = createBodySet();
  addBody(bodies, { shape: a, position: [0, 0, 0] });
  addBody(bodies, { shape: b, position, orientation: orientation });
  const out = createContactFor(a, b);
  detect(out, halfSpaceMethod, bodies, 0, 1);
  return out;
}

describe('kinds follow the faces that take part', () => {
  it('face on face, shifted', () => {
    const out = contact(cube, cube, [0.25, 0.125, 0.875]);
    expect([out.status, out.kind, out.count]).toEqual([Status.Overlapping, ContactKind.FaceFace, 1]);
    // The sides of A that lie in B push as well: 0.75 x 0.875 along z, 0.875 x 0.125 along x, 0.75 x 0.125 along y.
    const parts = [0.875 * 0.125, 0.75 * 0.125, 0.75 * 0.875];
    expect(out.area).toBeCloseTo(Math.hypot(...parts), 14);
    for (let k = 0; k < 3; k++) expect(out.normal[k]).toBeCloseTo(parts[k] / out.area, 14);
    expect(out.gap).toBeCloseTo(-(0.75 * parts[0] + 0.875 * parts[1] + 0.125 * parts[2]) / out.area, 14);
    expect(Array.from(out.points.subarray(0, 3))).toEqual([0.125, 0.0625, 0.4375]);
    expect([out.featureA, out.featureB].map(featureDimension)).toEqual([2, 2]);
    expect(cube.normals[3 * (out.featureA >> 2) + 2]).toBe(1);
    expect(cube.normals[3 * (out.featureB >> 2) + 2]).toBe(-1);
  });

  it('vertex on face', () => {
    const out = contact(cube, tip, [0.01, 0.02, 0.5 + tip.radius - 0.05]);
    expect(out.kind).toBe(ContactKind.VertexFace);
    expect([featureDimension(out.featureA), featureDimension(out.featureB)]).toEqual([2, 0]);
  });

  it('edge on face', () => {
    // A quarter of a right angle about x sets the upper cube on an edge along x.
    const s = Math.sin(Math.PI / 8);
    const out = contact(cube, cube, [0, 0, 0.5 + half - 0.03], [s, 0, 0, Math.cos(Math.PI / 8)]);
    expect(out.kind).toBe(ContactKind.EdgeFace);
    expect(out.normal[2]).toBeCloseTo(1, 12);
    expect(out.gap).toBeCloseTo(-0.03, 12);
  });

  it('crossing edges', () => {
    // Two squares set on edge, one along x, one along y.
    const turn = [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)];
    const other = [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)];
    const bodies = createBodySet();
    addBody(bodies, { shape: cube, position: [0, 0, 0], orientation: turn });
    addBody(bodies, { shape: cube, position: [0, 0, 2 * half - 0.02], orientation: other });
    const out = createContactFor(cube, cube);
    detect(out, halfSpaceMethod, bodies, 0, 1);
    expect(out.kind).toBe(ContactKind.EdgeEdge);
    expect([out.featureA & 3, out.featureB & 3]).toEqual([1, 1]);
    expect(out.gap).toBeCloseTo(-0.02, 12);
  });
});

describe('a body inside the other', () => {
  const holder = box(4, 4, 4);
  const face = (shape: ConvexPolyhedron, x: number): number =>
    faceFeature(Array.from({ length: shape.faceCount }, (_, f) => shape.normals[3 * f]).findIndex((nx) => nx === x));

  it('has a kind and features: the holder has the face by which the normal through the centroid leaves it', () => {
    const out = contact(holder, cube, [0.5, 0, 0]);
    expect([out.status, out.kind, out.count]).toEqual([Status.Overlapping, ContactKind.FaceFace, 1]);
    expect(Array.from(out.normal)).toEqual([1, 0, 0]);
    expect([out.featureA, out.featureB, out.owner]).toEqual([face(holder, 1), face(cube, -1), NormalOwner.FaceA]);
    expect([out.area, out.volume]).toEqual([0, 1]);
    // The extent of the region, not the depth of 2.
    expect(out.gap).toBe(-1);
  });

  it('has them in the other order too', () => {
    const out = contact(cube, holder, [-0.5, 0, 0]);
    expect([out.status, out.kind]).toEqual([Status.Overlapping, ContactKind.FaceFace]);
    expect([out.featureA, out.featureB]).toEqual([face(cube, -1), face(holder, 1)]);
    expect(Array.from(out.normal)).toEqual([-1, 0, 0]);
  });

  it('has them where the centroids are in one place, and where both are the same', () => {
    for (const b of [cube, holder]) {
      const out = contact(holder, b, [0, 0, 0]);
      expect([out.status, out.kind, out.featureA]).toEqual([Status.Overlapping, ContactKind.FaceFace, face(holder, 1)]);
    }
    // A needle through a plate sticks out on both sides alike.
    const through = contact(box(4, 4, 0.1), box(0.1, 0.1, 3), [0, 0, 0]);
    expect(through.kind).not.toBe(ContactKind.None);
  });
});

it('fills the fields that all contacts have', () => {
  const out = contact(cube, cube, [0, 0, 0.875]);
  expect([out.owner, out.area, out.volume, out.count, out.rimCount, out.dropped]).toEqual([NormalOwner.FaceA, 1, 0.125, 1, 0, 0]);
  expect([...out.centre]).toEqual([0, 0, 0.4375]);
  expect(out.shares[0]).toBe(out.area);
  const few = createContact(0);
  const pose = createPose();
  pose[11] = 0.875;
  halfSpaceMethod.detect(few, cube, cube, pose, createState(halfSpaceMethod), createDetectOptions());
  expect([few.count, few.dropped, few.volume]).toEqual([0, 1, 0.125]);
});

it('the normal belongs to a face of A, a face of B, two edges, or none', () => {
  const s = Math.sin(Math.PI / 8);
  const c = Math.cos(Math.PI / 8);
  expect(contact(cube, cube, [0, 0, 0.5 + half - 0.03], [s, 0, 0, c]).owner).toBe(NormalOwner.FaceA);
  expect(contact(tip, cube, [0, 0, 0.5 + tip.radius - 0.05]).owner).toBe(NormalOwner.FaceB);
  expect(contact(cube, cube, [0.25, 0.125, 0.875]).owner).toBe(NormalOwner.None);
});

describe('slivers have the status of the exact plane', () => {
  const needle = (width: number, length: number): ConvexPolyhedron =>
    polyhedronFromVertices([0, 0, 0, ...[-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [x * width, y * width, -length]))]);

  it.each([2.3e-9, 3e-10, 1e-13, 0, -1e-13, -3e-10, -2.3e-9])('two tips with a gap of %s along the axis', (gap) => {
    for (const width of [1e-2, 1e-4, 1e-6]) {
      const bodies = createBodySet();
      const shape = needle(width, 1);
      const height = shape.vertices.reduce((most, x, k) => (k % 3 === 2 ? Math.max(most, x) : most), -1);
      addBody(bodies, { shape, position: [0, 0, 0] });
      // Turned upside down about x.
      addBody(bodies, { shape, position: [0, 0, 2 * height + gap], orientation: [1, 0, 0, 0] });
      const out = createContactFor(shape, shape);
      const status = detect(out, halfSpaceMethod, bodies, 0, 1);
      // The shortest way out is sideways: a needle is as many times thinner than long.
      const depth = -gap * width;
      const expected = gap > 0 ? Status.Separated : depth > 1e-14 ? Status.Overlapping : depth > 1e-16 ? null : Status.Touching;
      if (expected !== null) expect(status).toBe(expected);
      expect(status).toBe(solveExact({ a: shape, b: shape, pose: relativePose(createPose(), bodies, 0, 1) }).status);
      if (status === Status.Overlapping) expect([out.kind === ContactKind.None, out.gap < 0, out.count]).toEqual([false, true, 1]);
    }
  });
});

it('bodies that only touch', () => {
  const out = contact(cube, cube, [0.25, 0.25, 1]);
  expect([out.status, out.kind, out.gap, out.area]).toEqual([Status.Touching, ContactKind.FaceFace, 0, 0]);
  expect(out.normal[2]).toBe(1);
  expect(out.points[2]).toBeCloseTo(0.5, 12);
});

it('apart: no points, whatever the margin', () => {
  const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 0, 0, 1.001]) });
  const out = createContactFor(cube, cube);
  expect(detect(out, halfSpaceMethod, bodies, 0, 1, undefined, { ...createDetectOptions(), margin: 1 })).toBe(Status.Separated);
  expect(out.count).toBe(0);
});

it('rounded bodies are refused', () => {
  const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 0, 0, 0.9]) });
  bodies.rounding[1] = 0.01;
  expect(detect(createContactFor(cube, cube), halfSpaceMethod, bodies, 0, 1)).toBe(Status.Invalid);
});

it('a pose that is not finite', () => {
  const pose = createPose();
  pose[9] = Number.NaN;
  const out = createContactFor(cube, cube);
  expect(halfSpaceMethod.detect(out, cube, cube, pose, createState(halfSpaceMethod), createDetectOptions())).toBe(Status.Invalid);
  expect([out.count, out.kind, out.featureA]).toEqual([0, ContactKind.None, NO_FEATURE]);
});

it('minArea', () => {
  const bodies = createBodySet({ shapes: [tip], positions: new Float64Array([0, 0, 0, 0, 0, 1.999 * tip.radius]) });
  const out = createContactFor(bodies.shapes[0], bodies.shapes[0]);
  detect(out, halfSpaceMethod, bodies, 0, 1, undefined, { ...createDetectOptions(), minArea: 0.5 });
  expect([out.status, out.kind, out.area]).toEqual([Status.Overlapping, ContactKind.VertexVertex, 0.5]);
});

it('a minArea that is no number counts as 0', () => {
  const pose = createPose();
  pose[11] = 0.75;
  const out = createContactFor(cube, cube);
  for (const minArea of [Number.NaN, undefined, -1]) {
    const options = { ...createDetectOptions(), minArea: minArea as number };
    halfSpaceMethod.detect(out, cube, cube, pose, createState(halfSpaceMethod), options);
    expect(out.area).toBe(1);
  }
});
