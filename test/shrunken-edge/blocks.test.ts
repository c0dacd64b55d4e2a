import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodySet, createPose, type BodySet, type Pose } from '../../src/body';
import { ContactKind, createContactFor, createState, detect, Status, type Contact } from '../../src/contact';
import { createRandom, randomDirection } from '../../src/math/random';
import { box, polyhedronFromHalfSpaces, polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { createShrunkenEdgeOptions, shrunkenEdgeMethod } from '../../src/shrunken-edge';
import { anyPair, buildPair } from '../arbitraries/pairs';
import { runs } from '../arbitraries/settings';
import { exact, leastArm, shrunken, toleranceOf } from './bodies';

interface Cells {
  bodies: BodySet;
  /** Which side of each cut a cell is on. */
  sides: number[][];
}

/** The unit cube cut by planes through and through. Two cells share a face when they lie on two sides of exactly one cut. */
function cutCube(cuts: { normal: number[]; offset: number }[]): Cells {
  const shapes: ConvexPolyhedron[] = [];
  const sides: number[][] = [];
  for (let code = 0; code < 2 ** cuts.length; code++) {
    const normals = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
    const offsets = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
    const side = cuts.map((_, k) => (code & (2 ** k) ? 1 : -1));
    cuts.forEach(({ normal, offset }, k) => {
      normals.push(...normal.map((x) => side[k] * x));
      offsets.push(side[k] * offset);
    });
    try {
      shapes.push(polyhedronFromHalfSpaces(normals, offsets));
      sides.push(side);
    } catch {
      // No such cell.
    }
  }
  const positions = Float64Array.from(shapes.flatMap((shape) => [...shape.origin]));
  return { bodies: createBodySet({ shapes, shapeIndex: Int32Array.from(shapes.keys()), positions }), sides };
}

function contactOf(bodies: BodySet, i: number, j: number): Contact {
  const out = createContactFor(bodies.shapes[bodies.shapeIndex[i]], bodies.shapes[bodies.shapeIndex[j]]);
  detect(out, shrunkenEdgeMethod, bodies, i, j, createState(shrunkenEdgeMethod));
  return out;
}

/** Every pair of cells against what the cuts say. */
function checkCells({ bodies, sides }: Cells): number {
  let faces = 0;
  for (let i = 0; i < bodies.count; i++) {
    for (let j = 0; j < i; j++) {
      const crossed = sides[i].filter((s, k) => s !== sides[j][k]).length;
      const contact = contactOf(bodies, i, j);
      expect(contact.kind).toBe(crossed === 1 ? ContactKind.FaceFace : ContactKind.None);
      if (crossed === 1) {
        faces++;
        expect(contact.area).toBeGreaterThan(0);
      } else expect(contact.status).toBe(Status.Separated);
    }
  }
  return faces;
}

function shake({ positions }: BodySet, amount: number): void {
  const random = createRandom(5);
  for (let k = 0; k < positions.length; k++) positions[k] += amount * (2 * random() - 1);
}

describe('blocks of a cut body: neighbours by faces, no ghosts at corners and edges (figure 1)', () => {
  it.each([
    [2, 0],
    [2, 1e-9],
    [3, 0],
    [3, 1e-9],
  ])('cube in %i^3, shaken by %f', (n, amount) => {
    const cuts = [0, 1, 2].flatMap((axis) =>
      Array.from({ length: n - 1 }, (_, k) => ({ normal: [0, 1, 2].map((x) => (x === axis ? 1 : 0)), offset: (k + 1) / n - 0.5 })),
    );
    const cells = cutCube(cuts);
    expect(cells.bodies.count).toBe(n ** 3);
    shake(cells.bodies, amount);
    expect(checkCells(cells)).toBe(3 * n * n * (n - 1));
  });

  it.each([1, 2, 3, 4])('cube cut by five oblique planes, seed %i', (seed) => {
    const random = createRandom(seed);
    // Planes that meet each other and the sides of the cube at 15 degrees or more: below 6 no distance tells rims from faces.
    const known = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const cuts: { normal: number[]; offset: number }[] = [];
    while (cuts.length < 5) {
      const normal = new Float64Array(3);
      randomDirection(normal, random);
      const offset = 0.3 * (2 * random() - 1);
      if (known.some((n) => Math.abs(n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2]) > 0.966)) continue;
      known.push([...normal]);
      cuts.push({ normal: [...normal], offset });
    }
    const cells = cutCube(cuts);
    expect(checkCells(cells)).toBeGreaterThan(15);
    shake(cells.bodies, 1e-9);
    checkCells(cells);
  });

  it('brick wall in running bond', () => {
    const positions: number[] = [];
    for (let row = 0; row < 3; row++) for (let k = 0; k < 3; k++) positions.push(2 * k + (row % 2), 0, row);
    const bodies = createBodySet({ shapes: [box(2, 1, 1)], positions: Float64Array.from(positions) });
    for (let i = 0; i < bodies.count; i++) {
      for (let j = 0; j < i; j++) {
        const dx = Math.abs(positions[3 * i] - positions[3 * j]);
        const dz = Math.abs(positions[3 * i + 2] - positions[3 * j + 2]);
        const contact = contactOf(bodies, i, j);
        const shares = (dz === 0 && dx === 2) || (dz === 1 && dx === 1);
        expect(contact.kind).toBe(shares ? ContactKind.FaceFace : ContactKind.None);
        if (shares) {
          expect(contact.area).toBeCloseTo(1, 12);
          expect(contact.count).toBe(4);
        }
      }
    }
  });
});

describe('properties', () => {
  it('gap is never above the exact one, apart is never overlapping, and found contacts within dTol have the exact state', () => {
    fc.assert(
      fc.property(anyPair(), (pair) => {
        const bodies = buildPair(pair);
        const contact = shrunken(bodies);
        const plane = exact(bodies);
        const slack = 16 * (bodies.a.tolerance + bodies.b.tolerance);
        if (contact.count > 0) expect(contact.gap).toBeLessThanOrEqual(plane.gap + slack);
        if (plane.gap > slack) expect(contact.status).toBe(Status.Separated);
        if (contact.count > 0 && plane.gap < -slack) expect(contact.status).toBe(Status.Overlapping);
        const { normal, pointA, pointB, gap } = contact;
        if (contact.count > 0) {
          expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
          for (let k = 0; k < 3; k++) expect(Math.abs(pointB[k] - pointA[k] - gap * normal[k])).toBeLessThanOrEqual(slack);
          expect(contact.count).toBeLessThanOrEqual(contact.gaps.length);
        }
      }),
      runs(300),
    );
  });

  it('swap turns the normal round', () => {
    fc.assert(
      fc.property(anyPair(), (pair) => {
        const { a, b, pose } = buildPair(pair);
        const forth = shrunken({ a, b, pose });
        const back = shrunken({ a: b, b: a, pose: inverse(pose) });
        const slack = 64 * (a.tolerance + b.tolerance);
        const margin = Math.min(...[toleranceOf({ a, b }) - forth.gap, toleranceOf({ a, b }) + forth.gap].map(Math.abs));
        if (margin < slack) return;
        if (forth.count > 0 && back.count > 0) expect(Math.abs(forth.gap - back.gap)).toBeLessThanOrEqual(slack + 1e-9 * a.radius);
      }),
      runs(300),
    );
  });

  it('a pose that is not finite is Invalid; so is a dTol above the shrink distance', () => {
    const cube = box(1, 1, 1);
    for (const bad of [NaN, Infinity]) {
      const pose = createPose();
      pose[9] = bad;
      expect(shrunken({ a: cube, b: cube, pose }).status).toBe(Status.Invalid);
    }
    const options = { ...createShrunkenEdgeOptions([cube]), tolerance: 0.011 * leastArm(cube) };
    expect(shrunken({ a: cube, b: cube, pose: createPose() }, options).status).toBe(Status.Invalid);
  });

  it('options are checked', () => {
    const cube = box(1, 1, 1);
    expect(createShrunkenEdgeOptions([cube], { shrink: 0.001, tolerance: 4e-4 }).tolerance).toBe(4e-4);
    for (const bad of [{ shrink: 0.02 }, { shrink: 0 }, { shrink: NaN }, { tolerance: 0.0051 }, { tolerance: 0 }, { tolerance: NaN }])
      expect(() => createShrunkenEdgeOptions([cube], bad)).toThrow(expect.objectContaining({ code: 'bad-option' }) as Error);
  });

  it.each([1e-9, 1, 1e9])('scale %f', (scale) => {
    const cube = box(scale, scale, scale);
    const pose = createPose();
    pose[9] = 0.25 * scale;
    pose[11] = 0.9999 * scale;
    const contact = shrunken({ a: cube, b: cube, pose });
    expect(contact.kind).toBe(ContactKind.FaceFace);
    expect(contact.area / scale / scale).toBeCloseTo(0.75, 12);
    expect(contact.gap / scale).toBeCloseTo(-1e-4, 12);
  });

  it('far from the origin', () => {
    const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([1e6, 1e6, 1e6, 1e6 + 0.5, 1e6, 1e6 + 1]) });
    const contact = contactOf(bodies, 0, 1);
    expect([contact.kind, contact.area]).toEqual([ContactKind.FaceFace, 0.5]);
  });
});

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
    const contact = contactOf(bodies, 0, 1);
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
});

function inverse(pose: Pose): Pose {
  const out = createPose();
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[3 * i + j] = pose[3 * j + i];
    out[9 + i] = -(pose[i] * pose[9] + pose[3 + i] * pose[10] + pose[6 + i] * pose[11]);
  }
  return out;
}
