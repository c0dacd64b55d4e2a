import { describe, expect, it } from 'vitest';
import { createBodySet, createPose, type Pose } from '../../src/body';
import { ContactKind, createContactFor, createDetectOptions, createState, detect, Status } from '../../src/contact';
import { box, polyhedronFromVertices } from '../../src/polyhedron';
import { shrunkenEdgeMethod } from '../../src/shrunken-edge';
import { leastArm, shrunken } from './bodies';

/** One test for each correction of the paper in docs/shrunken-edge.md. */
describe('where the paper errs', () => {
  const cube = box(1, 1, 1);
  const at = (x: number, y: number, z: number): Pose => Object.assign(createPose(), { 9: x, 10: y, 11: z });

  it('eq. 6: an edge cut at one end keeps the part inside', () => {
    // The minimum of the ratios is 0, from the sides that do not cut, and would leave the polygon uncut: 1 for 0.25.
    const contact = shrunken({ a: cube, b: cube, pose: at(0.5, 0.5, 1) });
    expect(contact.area).toBeCloseTo(0.25, 12);
    expect(contact.count).toBe(4);
  });

  it('approaching faces: the most opposed face alone misses a slim tip on a face', () => {
    const needle = polyhedronFromVertices([0, 0, 0, 0.1, 0, 2, -0.05, 0.08, 2, -0.05, -0.08, 2]);
    const bodies = createBodySet({ shapes: [cube, needle], shapeIndex: new Int32Array([0, 1]), positions: new Float64Array(6) });
    for (let k = 0; k < 3; k++) bodies.positions[3 + k] = needle.origin[k] + (k === 2 ? 0.5 : 0);
    const contact = createContactFor(cube, needle);
    detect(contact, shrunkenEdgeMethod, bodies, 0, 1);
    expect(contact.kind).toBe(ContactKind.VertexFace);
    // No side of the needle has the top of the cube as its most opposed face.
    for (let f = 0; f < needle.faceCount; f++) {
      const [x, y, z] = needle.normals.subarray(3 * f, 3 * f + 3);
      if (z < 0) expect(Math.min(x, -x, y, -y)).toBeLessThan(z);
    }
  });

  it('|d| < dTol from behind a face is no contact', () => {
    // Cubes of one size, one in the other but for a little: their like faces are within dTol of each other.
    const contact = shrunken({ a: cube, b: cube, pose: at(0, 0, 0.001) });
    expect(contact.status).toBe(Status.Overlapping);
    expect(contact.gap).toBeCloseTo(-0.999, 12);
  });

  it('case C: an edge through the inside of a face is seen', () => {
    const post = box(0.1, 0.1, 4);
    const contact = shrunken({ a: cube, b: post, pose: at(0.1, 0.1, 0) });
    expect(contact.status).toBe(Status.Overlapping);
    expect(contact.gap).toBeCloseTo(-0.45, 12);
  });

  it('points are on the true edges', () => {
    const contact = shrunken({ a: cube, b: cube, pose: at(0, 0, 1) });
    for (let p = 0; p < 4; p++) for (let k = 0; k < 2; k++) expect(Math.abs(contact.points[3 * p + k])).toBeCloseTo(0.5, 12);
  });

  it('main and target change places: corners of a small face in the middle of a large one, and the other way round', () => {
    const small = box(0.2, 0.2, 0.2);
    expect(shrunken({ a: cube, b: small, pose: at(0, 0, 0.6) }).count).toBe(4);
    expect(shrunken({ a: small, b: cube, pose: at(0, 0, 0.6) }).count).toBe(4);
  });

  it('eq. 5: an edge turned against the sides is cut where it crosses them', () => {
    // Turned by 45 degrees in its plane, the long edges of the bar cross the sides of the cube at |x| = 0.5.
    const bar = box(4, 0.2, 0.2);
    const pose = at(0, 0, 0.6);
    const c = Math.SQRT1_2;
    [c, -c, 0, c, c, 0, 0, 0, 1].forEach((x, k) => (pose[k] = x));
    const contact = shrunken({ a: cube, b: bar, pose });
    expect(contact.kind).toBe(ContactKind.FaceFace);
    expect(contact.count).toBe(6);
    // The square of side 1 less the two corners beside the bar, right triangles of legs 1 - 0.1 sqrt 2.
    expect(contact.area).toBeCloseTo(1 - (1 - 0.1 * Math.SQRT2) ** 2, 12);
  });

  it('ties: every face that is most opposed is looked at', () => {
    // Stood on an edge, two faces of the upper cube are alike opposed to the top of the lower one; and the top to two
    // of that one.
    const c = Math.SQRT1_2;
    for (const x of [-0.3, 0, 0.3]) {
      const pose = at(x, 0, 0.5 + c);
      [c, 0, c, 0, 1, 0, -c, 0, c].forEach((m, k) => (pose[k] = m));
      const contact = shrunken({ a: cube, b: cube, pose });
      expect([contact.kind, contact.count, contact.status]).toEqual([ContactKind.EdgeFace, 2, Status.Touching]);
    }
  });

  it('dTol must be below the shrink distance, which is that of the nearest side of any face of the pair', () => {
    const slab = box(1, 1, 0.01);
    // The corner of the large face is 0.7 from its middle, but the long sides of the narrow faces are 0.005 from
    // theirs.
    expect(leastArm(slab)).toBeCloseTo(0.005, 12);
    const options = { ...createDetectOptions(), tolerance: 4e-5 };
    expect(shrunken({ a: slab, b: slab, pose: at(0, 0, 0.01) }, options).status).toBe(Status.Touching);
    options.tolerance = 6e-5;
    expect(shrunken({ a: slab, b: slab, pose: at(0, 0, 0.01) }, options).status).toBe(Status.Invalid);
  });

  it('points found by several edges and from both blocks are one', () => {
    // Every corner of the square ends two edges of a face of either cube, and each of those edges two faces.
    const contact = shrunken({ a: cube, b: cube, pose: at(0, 0, 1) });
    expect(contact.count).toBe(4);
    for (let p = 0; p < 4; p++) {
      for (let q = 0; q < p; q++)
        expect(Math.hypot(...[0, 1, 2].map((k) => contact.points[3 * p + k] - contact.points[3 * q + k]))).toBeGreaterThan(0.9);
    }
  });

  it('a vertex contact has the mean normal of the faces around both corners, not of one of them', () => {
    const tip = polyhedronFromVertices([0, 0, 0, 0.3, 0, 1, -0.2, 0.4, 1, -0.2, -0.4, 1]);
    const base = polyhedronFromVertices([0, 0, 0, 1, 0, -1, -1, 1, -1, -1, -1, -1]);
    const pose = createPose();
    for (let k = 0; k < 3; k++) pose[9 + k] = tip.origin[k] - base.origin[k];
    const options = { ...createDetectOptions(), rims: true };
    const contact = shrunken({ a: base, b: tip, pose }, options);
    const back = createPose();
    for (let k = 0; k < 3; k++) back[9 + k] = -pose[9 + k];
    const swapped = shrunken({ a: tip, b: base, pose: back }, options);
    expect([contact.kind, swapped.kind]).toEqual([ContactKind.VertexVertex, ContactKind.VertexVertex]);
    for (let k = 0; k < 3; k++) expect(contact.normal[k]).toBeCloseTo(-swapped.normal[k], 14);
  });

  it('points keep their edge, face and place on it', () => {
    const state = createState(shrunkenEdgeMethod);
    const out = createContactFor(cube, cube);
    const pose = at(0.25, 0, 1);
    shrunkenEdgeMethod.detect(out, cube, cube, pose, state, createDetectOptions());
    expect(state.ints[0]).toBe(out.count);
    for (let p = 0; p < out.count; p++) {
      const [sort, h] = state.ints.subarray(1 + 3 * p);
      const share = state.floats[2 * p];
      const from = 3 * cube.halfEdgeOrigin[h];
      const to = 3 * cube.halfEdgeOrigin[h ^ 1];
      for (let k = 0; k < 3; k++) {
        const shift = sort === 2 ? pose[9 + k] : 0;
        const x = cube.vertices[from + k] + share * (cube.vertices[to + k] - cube.vertices[from + k]) + shift;
        expect(out.points[3 * p + k]).toBeCloseTo(x, 12);
      }
    }
    pose[11] = 3;
    shrunkenEdgeMethod.detect(out, cube, cube, pose, state, createDetectOptions());
    expect([...state.ints, ...state.floats].every((x) => x === 0)).toBe(true);
  });
});
