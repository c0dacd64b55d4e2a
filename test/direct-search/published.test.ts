import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { ContactKind, Status, createDetectOptions } from '../../src/contact';
import { box, polyhedronFromVertices } from '../../src/polyhedron';
import { fromAxisAngle, multiply, poseOf } from '../arbitraries/quaternion';
import { dot, vec } from '../oracles/vector';
import { direct, exact, fast, memory, toleranceOf } from './searches';

/** Where the method as printed would answer otherwise (docs/direct-search.md), and what each kind's normal is. */
const at = (x: number, y: number, z: number): Pose => {
  const pose = createPose();
  pose.set([x, y, z], 9);
  return pose;
};
const cube = box(1, 1, 1);

describe('where the paper errs', () => {
  it('a corner of a cube has three faces, and is v-v', () => {
    expect(fast({ a: cube, b: cube, pose: at(1.01, 1.01, 1.01) }).kind).toBe(ContactKind.VertexVertex);
  });

  it('two planes are within dTol, but their edge is not: v-f', () => {
    // A wedge of 10 degrees lies on its flat side; a tip stands over that side, 0.2 from the edge, where the other
    // plane is 0.035 away. dTol is 0.05.
    const t = Math.tan(Math.PI / 18);
    const wedge = polyhedronFromVertices([0, -1, 0, 0, 1, 0, 6, -1, 0, 6, 1, 0, 6, -1, -6 * t, 6, 1, -6 * t]);
    const tip = polyhedronFromVertices([0, 0, 0, 0.7, 0, 1, -0.7, 0.7, 1, -0.7, -0.7, 1]);
    const pose = at(0.2 + tip.origin[0] - wedge.origin[0], tip.origin[1] - wedge.origin[1], 0.005 + tip.origin[2] - wedge.origin[2]);
    expect(toleranceOf({ a: wedge, b: tip, pose })).toBeGreaterThan(0.2 * Math.sin(Math.PI / 18) + 0.005);
    for (const contact of [direct({ a: wedge, b: tip, pose }), fast({ a: wedge, b: tip, pose })]) {
      expect(contact.kind).toBe(ContactKind.VertexFace);
      expect(contact.gap).toBeCloseTo(0.005, 12);
    }
  });

  it('long edges that cross at half a degree are no parallel ones without ends', () => {
    // Two beams of 20 x 1 x 1 on edge; the ends of one are 0.087 beside the other, dTol is 0.05.
    const beam = box(20, 1, 1);
    const onEdge = fromAxisAngle([1, 0, 0], Math.PI / 4);
    const q = multiply(fromAxisAngle([0, 0, 1], Math.PI / 360), onEdge);
    const upright = polyhedronFromVertices(
      [-10, 10].flatMap((x) => [x, Math.SQRT1_2, 0, x, -Math.SQRT1_2, 0, x, 0, Math.SQRT1_2, x, 0, -Math.SQRT1_2]),
    );
    const bodies = { a: upright, b: beam, pose: poseOf(q, [0, 0, Math.SQRT2 + 0.01]) };
    for (const contact of [direct(bodies), fast(bodies)]) {
      expect(contact.kind).toBe(ContactKind.EdgeEdge);
      expect(contact.gap).toBeCloseTo(0.01, 9);
    }
  });

  it('a vertex slides over the side of a face with the same vertices in the VCP region', () => {
    const tip = polyhedronFromVertices([0, 0, 0, 0.7, 0, 1, -0.7, 0.7, 1, -0.7, -0.7, 1]);
    const state = memory();
    const over = (x: number) => fast({ a: cube, b: tip, pose: at(x + tip.origin[0], tip.origin[1], 0.5 + 0.001 + tip.origin[2]) }, state);
    expect(over(0.4).kind).toBe(ContactKind.VertexFace);
    expect(over(0.48).kind).toBe(ContactKind.VertexEdge);
    expect(over(0.52).kind).toBe(ContactKind.VertexEdge);
    const off = over(0.7);
    expect(off.status).toBe(Status.Separated);
    expect(off.count).toBe(0);
  });
});

describe('normals', () => {
  it('of v-f, e-e, e-f and f-f are those of the exact plane', () => {
    const faces = { a: cube, b: cube, pose: at(0.3, 0.2, 0.99) };
    const contact = fast(faces);
    expect(contact.kind).toBe(ContactKind.FaceFace);
    expect(contact.count).toBe(4);
    expect(contact.area).toBeCloseTo(0.7 * 0.8, 12);
    expect([...contact.normal]).toEqual([...exact(faces).normal]);
  });

  it('of an isolated v-v is the mean: it differs from the shortest link by the offset of the corners', () => {
    const pose = at(1.02, 1.01, 1.01);
    const contact = fast({ a: cube, b: cube, pose }, memory(), { ...createDetectOptions(), variant: 'published' });
    const plane = exact({ a: cube, b: cube, pose });
    expect(contact.kind).toBe(ContactKind.VertexVertex);
    // The shortest link points along (2, 1, 1), the mean of equal lists along (1, 1, 1): 19.5 degrees.
    expect(dot(vec(contact.normal), vec(plane.normal))).toBeCloseTo(4 / Math.sqrt(18), 9);
    expect(contact.gap).toBeCloseTo(0.04 / Math.sqrt(3), 12);
    expect(plane.gap).toBeCloseTo(Math.sqrt(6) * 0.01, 12);
    // The default form leans to the nearest plane, and towards the link by the part that the distance is of dTol.
    const bounded = fast({ a: cube, b: cube, pose });
    expect(bounded.gap).toBeGreaterThan(0.01);
    expect(bounded.gap).toBeLessThan(plane.gap);
  });

  it('blocks apart are not made to overlap by a mean', () => {
    // The corners have passed each other in y and z, and are apart in x.
    const pose = at(1.01, 0.97, 0.97);
    for (const variant of ['bounded', 'published'] as const) {
      const contact = fast({ a: cube, b: cube, pose }, memory(), { ...createDetectOptions(), variant });
      expect(contact.status).toBe(Status.Separated);
      expect(contact.gap).toBeCloseTo(0.01, 12);
      expect([...contact.normal]).toEqual([1, 0, 0]);
    }
  });
});
