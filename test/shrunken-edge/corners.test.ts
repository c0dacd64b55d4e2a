import { expect, it } from 'vitest';
import {
  ContactKind,
  Status,
  box,
  createBodySet,
  createContactFor,
  createDetectOptions,
  createPose,
  createState,
  polyhedronFromVertices,
  relativePose,
  shrunkenEdgeMethod,
  type BodySet,
  type Contact,
  type ShrunkenEdgeOptions,
} from '../../src';

/** The contact of bodies 0 and 1 with that dTol. */
function contactOf(bodies: BodySet, tolerance: number): Contact {
  const [a, b] = [0, 1].map((i) => bodies.shapes[bodies.shapeIndex[i]]);
  const out = createContactFor(a, b);
  const options: ShrunkenEdgeOptions = { ...createDetectOptions(), shrink: 0.01, tolerance };
  shrunkenEdgeMethod.detect(out, a, b, relativePose(createPose(), bodies, 0, 1), createState(shrunkenEdgeMethod), options);
  return out;
}

/**
 * A roof with its ridge along x, which ends at (1, 0, 0), and a narrower one upside down and tilted, whose lowest
 * corner is at (x, 0, -depth).
 */
function cornerOnRidge(x: number, depth: number, tolerance: number) {
  const roof = polyhedronFromVertices([-1, -0.5, -0.5, 1, -0.5, -0.5, -1, 0.5, -0.5, 1, 0.5, -0.5, -1, 0, 0, 1, 0, 0]);
  const prism = polyhedronFromVertices([-0.6, -0.3, 0.6, 0.6, -0.3, 0.6, -0.6, 0.3, 0.6, 0.6, 0.3, 0.6, -0.6, 0, 0, 0.6, 0, 0]);
  const sine = 0.1;
  const cosine = Math.sqrt(1 - sine * sine);
  const up = prism.origin[2];
  const bodies = createBodySet({
    shapes: [roof, prism],
    shapeIndex: new Int32Array([0, 1]),
    positions: new Float64Array([...roof.origin, x - cosine * 0.6 + sine * up, 0, -depth + sine * 0.6 + cosine * up]),
  });
  bodies.orientations.set([0, Math.sqrt(0.5 * (1 - cosine)), 0, Math.sqrt(0.5 * (1 + cosine))], 4);
  return contactOf(bodies, tolerance);
}

it.each([1e-5, 1e-7, 1e-9])('a corner that enters at a corner or an edge stays a contact with it far beyond dTol = %f', (tolerance) => {
  // The shrink distance is 1.7 mm.
  for (const depth of [5 * tolerance, 50 * tolerance, 1e-4, 1e-3]) {
    const corner = cornerOnRidge(1, depth, tolerance);
    expect(corner.status).toBe(Status.Overlapping);
    expect(corner.kind).toBe(ContactKind.VertexVertex);
    // The mean of the normals around both corners: upright to the tilt of the end face, and not that of a side of the
    // roof, which would let go a little sooner.
    expect(corner.normal[2]).toBeGreaterThan(0.999);
    expect(corner.normal[1]).toBeCloseTo(0, 12);
    expect(corner.gap).toBeCloseTo(-depth * corner.normal[2], 12);
    expect(corner.points[0]).toBeCloseTo(1, 3);

    const edge = cornerOnRidge(0.3, depth, tolerance);
    expect(edge.kind).toBe(ContactKind.VertexEdge);
    expect(edge.normal[2]).toBeCloseTo(1, 12);
    expect(edge.gap).toBeCloseTo(-depth, 12);
    expect(edge.points[0]).toBeCloseTo(0.3, 9);
  }
});

it('a cube that lies on another one and sticks out at a corner rests on its face, however it is tilted within dTol', () => {
  const cube = box(1, 1, 1);
  for (const [x, y] of [
    [1e-7, 0],
    [1e-7, 1e-7],
    [-1e-7, 3e-7],
    [2e-7, -1e-7],
  ]) {
    const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 0.3, 0.2, 1 - 1e-6]) });
    bodies.orientations.set([0.5 * x, 0.5 * y, Math.sin(0.2), Math.cos(0.2)], 4);
    const out = contactOf(bodies, 1e-4);
    expect(out.kind).toBe(ContactKind.FaceFace);
    expect(Math.abs(out.normal[2])).toBeCloseTo(1, 9);
    // Corners and crossings of rims that run all around the common part.
    expect(out.count).toBeGreaterThanOrEqual(4);
    expect(out.area).toBeGreaterThan(0.4);
  }
});
