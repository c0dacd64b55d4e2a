import { expect, it } from 'vitest';
import {
  ContactKind,
  Status,
  createBodySet,
  createContactFor,
  createPose,
  polyhedronFromVertices,
  relativePose,
  shrunkenEdge,
} from '../../src';
import { createDetectOptions } from '../../src/contact';

/** A roof with its ridge along x, which ends at (1, 0, 0), and a narrower one upside down and tilted, whose lowest corner is at (x, 0, -depth). */
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
  const out = createContactFor(roof, prism);
  shrunkenEdge(out, roof, prism, relativePose(createPose(), bodies, 0, 1), { ...createDetectOptions(), shrink: 0.01, tolerance });
  return out;
}

it.each([1e-5, 1e-7, 1e-9])('a corner that enters at a corner or an edge stays a contact with it far beyond dTol = %f', (tolerance) => {
  // The shrink distance is 1.7 mm.
  for (const depth of [5 * tolerance, 50 * tolerance, 1e-4, 1e-3]) {
    const corner = cornerOnRidge(1, depth, tolerance);
    expect(corner.status).toBe(Status.Overlapping);
    expect(corner.kind).toBe(ContactKind.VertexVertex);
    // The mean of the normals around both corners: upright to the tilt of the end face, and not that of a side of the roof, which would let go a little sooner.
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
