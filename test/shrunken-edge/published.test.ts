import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { ContactKind, createContactFor, createDetectOptions, createState, Status, type Contact } from '../../src/contact';
import { box, polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { createShrunkenEdgeOptions, publishedShrunkenEdgeMethod, shrunkenEdge, shrunkenEdgeMethod } from '../../src/shrunken-edge';
import { exact, shrunken, toleranceOf, type Bodies } from './bodies';

const published = (bodies: Bodies): Contact => shrunken(bodies, { ...createDetectOptions(), variant: 'published' });
const at = (x: number, y: number, z: number): Pose => Object.assign(createPose(), { 9: x, 10: y, 11: z });
const cube = box(1, 1, 1);

/** The pose of A in B's frame, of bodies that are not turned. */
const back = (pose: Pose): Pose => at(-pose[9], -pose[10], -pose[11]);

describe('the printed form finds', () => {
  const dTol = toleranceOf({ a: cube, b: cube });

  it('flush faces, with points drawn in by 1 %', () => {
    const out = published({ a: cube, b: cube, pose: at(0, 0, 1 - 0.5 * dTol) });
    expect([out.status, out.kind, out.count]).toEqual([Status.Overlapping, ContactKind.FaceFace, 4]);
    expect(out.gap).toBeCloseTo(-0.5 * dTol, 12);
    expect([...out.normal]).toEqual([0, 0, 1]);
    for (let p = 0; p < 4; p++) for (let k = 0; k < 2; k++) expect(Math.abs(out.points[3 * p + k])).toBeCloseTo(0.495, 12);
    // 2 % less than the area that the faces share.
    expect(out.area).toBeCloseTo(0.99 ** 2, 12);
  });

  it('an edge on a face, and a corner on a face', () => {
    const c = Math.SQRT1_2;
    const onEdge = at(0, 0, -0.5 - c);
    [c, 0, c, 0, 1, 0, -c, 0, c].forEach((m, k) => (onEdge[k] = m));
    // The standing cube is the main block: the top of the other one in its frame.
    const inverse = createPose();
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) inverse[3 * i + j] = onEdge[3 * j + i];
      inverse[9 + i] = -(onEdge[i] * onEdge[9] + onEdge[3 + i] * onEdge[10] + onEdge[6 + i] * onEdge[11]);
    }
    // Its shrunken edges are on its faces, 0.005 sin 45 above: it must be that deep to be seen.
    for (const [depth, kind] of [
      [0, ContactKind.None],
      [0.005 * c, ContactKind.EdgeFace],
    ]) {
      // prettier-ignore
      const pose = inverse.slice();
      for (let k = 0; k < 3; k++) pose[9 + k] *= 1 - depth / (0.5 + c);
      expect([depth, published({ a: cube, b: cube, pose }).kind]).toEqual([depth, kind]);
    }
  });

  it('is a method of its own and an option of the other, which are the same', () => {
    const bodies = { a: cube, b: cube, pose: at(0.3, 0.2, 1) };
    const out = createContactFor(cube, cube);
    publishedShrunkenEdgeMethod.detect(out, cube, cube, bodies.pose, createState(publishedShrunkenEdgeMethod), createDetectOptions());
    expect(out).toEqual(published(bodies));
    const given = createContactFor(cube, cube);
    const options = createShrunkenEdgeOptions([cube], { variant: 'published' });
    shrunkenEdge(given, cube, cube, bodies.pose, createState(shrunkenEdgeMethod), options);
    expect(given).toEqual(out);
    expect(() => createShrunkenEdgeOptions([cube], { variant: 'printed' as 'published' })).toThrow(
      expect.objectContaining({ code: 'bad-option' }) as Error,
    );
  });
});

/**
 * One test for each numbered item of docs/shrunken-edge.md, "Where the paper errs": what the printed form makes of it,
 * and what is right.
 */
describe('where the printed form errs', () => {
  const expectMissed = (a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, kind: ContactKind): void => {
    expect(published({ a, b, pose }).kind).toBe(ContactKind.None);
    expect(shrunken({ a, b, pose }).kind).toBe(kind);
  };

  it('1: an edge cut by two sides at one end ends outside the face (eq. 6)', () => {
    // A bar across a corner of the cube: both of its long edges leave the face through the lines of two sides.
    const bar = box(4, 0.2, 0.2);
    const pose = at(0.3, 0.3, 0.6);
    const c = Math.SQRT1_2;
    [c, c, 0, -c, c, 0, 0, 0, 1].forEach((m, k) => (pose[k] = m));
    const inverse = createPose();
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) inverse[3 * i + j] = pose[3 * j + i];
      inverse[9 + i] = -(pose[i] * pose[9] + pose[3 + i] * pose[10] + pose[6 + i] * pose[11]);
    }
    const out = published({ a: bar, b: cube, pose: inverse });
    expect(out.kind).toBe(ContactKind.FaceFace);
    const beside = Array.from({ length: out.count }, (_, p) => {
      const [x, y, z] = out.points.subarray(3 * p, 3 * p + 3);
      return Math.max(...[0, 3].map((r) => Math.abs(pose[r] * x + pose[r + 1] * y + pose[r + 2] * z + pose[9 + r / 3]) - 0.5));
    });
    expect(Math.max(...beside)).toBeGreaterThan(0.1);
  });

  it('2: a slim tip on a face has no approaching face there (eq. 2)', () => {
    const needle = polyhedronFromVertices([0, 0, 0, 0.1, 0, 2, -0.05, 0.08, 2, -0.05, -0.08, 2]);
    const pose = at(-needle.origin[0], -needle.origin[1], -0.5 - needle.origin[2]);
    expectMissed(needle, cube, pose, ContactKind.VertexFace);
  });

  it('3: a blunt tip enters a face by the height of its shrunken points before it is seen', () => {
    const tip = polyhedronFromVertices([0, 0, 0, 1, 1, 0.5, -1, 1, 0.5, -1, -1, 0.5, 1, -1, 0.5]);
    const slab = box(4, 4, 1);
    // The middle of a side is 2/3 of the way up: its shrunken points are 0.01 2/3 0.5 above the tip.
    const pose = (depth: number): Pose => at(-tip.origin[0], -tip.origin[1], -0.5 - tip.origin[2] + depth);
    expectMissed(tip, slab, pose(0.0025), ContactKind.VertexFace);
    expect(exact({ a: tip, b: slab, pose: pose(0.0025) }).gap).toBeLessThan(-5 * toleranceOf({ a: tip, b: slab }));
    const out = published({ a: tip, b: slab, pose: pose(0.01 / 3 + 1e-6) });
    expect([out.kind, out.status]).toEqual([ContactKind.VertexFace, Status.Overlapping]);
    // And then at a gap of next to nothing.
    expect(out.gap).toBeCloseTo(-1e-6, 9);
  });

  it('5: edges that cross are none (case C)', () => {
    const pose = at(0.1, 0, Math.SQRT2 - 1e-5);
    const c = Math.SQRT1_2;
    // One cube stands on its edge along y, the other hangs on its edge along x.
    const a = polyhedronFromVertices(cornersTurned([c, 0, c, 0, 1, 0, -c, 0, c]));
    const b = polyhedronFromVertices(cornersTurned([1, 0, 0, 0, c, -c, 0, c, c]));
    expectMissed(a, b, pose, ContactKind.EdgeEdge);
  });

  it('8: a small face on a large one is seen from one side only', () => {
    const small = box(0.2, 0.2, 0.2);
    const pose = at(0, 0, 0.6);
    expect(published({ a: small, b: cube, pose: back(pose) }).kind).toBe(ContactKind.FaceFace);
    expectMissed(cube, small, pose, ContactKind.FaceFace);
  });

  it('10: the two cuts of a segment that misses the face leave a piece of positive length (eq. 7)', () => {
    // Across the corner (1, 1) of a square, both ends beyond one side and inside the other.
    const [p, q] = [
      [0.8, 1.4],
      [1.4, 0.8],
    ];
    const ratioP = (p[1] - 1) / (p[1] - q[1]);
    const ratioQ = (q[0] - 1) / (q[0] - p[0]);
    const ends = [p.map((x, k) => x + ratioP * (q[k] - x)), q.map((x, k) => x + ratioQ * (p[k] - x))];
    expect(Math.hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1])).toBeGreaterThan(0.2);
    // Each end is outside. The condition for a piece is that the ratios sum to less than 1.
    for (const end of ends) expect(Math.max(...end)).toBeGreaterThan(1.1);
    expect(ratioP + ratioQ).toBeCloseTo(4 / 3, 12);
    // The same as a bar that passes a corner of the cube: no contact in either form.
    const bar = box(0.6, 0.02, 0.02);
    const pose = at(0.62, 0.62, 0.51);
    const c = Math.SQRT1_2;
    [c, c, 0, -c, c, 0, 0, 0, 1].forEach((m, k) => (pose[k] = m));
    expect(published({ a: cube, b: bar, pose }).kind).toBe(ContactKind.None);
    expect(shrunken({ a: cube, b: bar, pose }).kind).toBe(ContactKind.None);
    pose[9] = pose[10] = 0.45;
    expect(shrunken({ a: cube, b: bar, pose }).kind).toBe(ContactKind.FaceFace);
  });

  it('11: |d| = dTol is in none of the cases A to D', () => {
    const dTol = 2 ** -12;
    const options = { ...createDetectOptions(), variant: 'published' as const, tolerance: dTol };
    const kindAt = (d: number): ContactKind => shrunken({ a: cube, b: cube, pose: at(0, 0, 1 + d) }, options).kind;
    expect(kindAt(dTol)).toBe(ContactKind.None);
    expect(kindAt(dTol * (1 - 2 ** -20))).toBe(ContactKind.FaceFace);
    // With both signs: an overlap of exactly dTol is none either.
    expect(kindAt(-dTol)).toBe(ContactKind.None);
    // The default form counts it.
    const own = { ...options, variant: 'corrected' as const };
    expect(shrunken({ a: cube, b: cube, pose: at(0, 0, 1 - dTol) }, own).kind).toBe(ContactKind.FaceFace);
  });

  it('9: what is deeper than dTol is gone', () => {
    expectMissed(cube, cube, at(0.2, 0.1, 0.999), ContactKind.FaceFace);
    expectMissed(cube, box(0.1, 0.1, 4), at(0.1, 0.1, 0), ContactKind.FaceFace);
  });
});

function cornersTurned(m: readonly number[]): number[] {
  const points: number[] = [];
  for (let v = 0; v < 8; v++) {
    const corner = cube.vertices.subarray(3 * v, 3 * v + 3);
    for (let r = 0; r < 3; r++) points.push(m[3 * r] * corner[0] + m[3 * r + 1] * corner[1] + m[3 * r + 2] * corner[2]);
  }
  return points;
}
