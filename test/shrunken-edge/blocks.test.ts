import { describe, expect, it } from 'vitest';
import { bodySetFromPoints, createBodySet, type BodySet } from '../../src/body';
import { ContactKind, createContactFor, createState, detect, Status, type Contact } from '../../src/contact';
import { createRandom, randomDirection } from '../../src/math/random';
import { box, polyhedronFromHalfSpaces, type ConvexPolyhedron } from '../../src/polyhedron';
import { shrunkenEdgeMethod } from '../../src/shrunken-edge';

interface Cells {
  bodies: BodySet;
  /** Which side of each cut a cell is on. */
  sides: number[][];
}

/**
 * The unit cube cut by planes through and through. Two cells share a face when they lie on two sides of exactly one
 * cut.
 */
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
    // Planes that meet each other and the sides of the cube at 15 degrees or more: below 6 no distance tells rims from
    // faces.
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

  it('cube cut into six pyramids at its middle: four neighbours each, none across', () => {
    const middle = [0, 0, 0];
    const corners = Array.from({ length: 8 }, (_, k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]);
    const sides = [0, 1, 2].flatMap((axis) => [-1, 1].map((end) => corners.filter((c) => c[axis] === end)));
    const bodies = bodySetFromPoints(sides.map((side) => [...side.flat(), ...middle]));
    expectNeighbours(bodies, (i, j) => i >> 1 !== j >> 1);
  });

  it('cube cut into six tetrahedra about a diagonal: two or more neighbours each, by faces alone', () => {
    // One for each order of the axes: along the first, then the second, then the third, from one end of the diagonal to
    // the other.
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const cells = orders.map((order) => {
      const at = [0, 0, 0];
      return [[...at], ...order.map((axis) => [...Object.assign(at, { [axis]: 1 })])];
    });
    const shared = (i: number, j: number): number => cells[i].filter((p) => cells[j].some((q) => q.join() === p.join())).length;
    expectNeighbours(bodySetFromPoints(cells.map((cell) => cell.flat())), (i, j) => shared(i, j) === 3);
  });
});

/** Face-face where the bodies are neighbours, else nothing; also after a shake of 1e-9. */
function expectNeighbours(bodies: BodySet, areNeighbours: (i: number, j: number) => boolean): void {
  for (const amount of [0, 1e-9]) {
    shake(bodies, amount);
    for (let i = 0; i < bodies.count; i++) {
      for (let j = 0; j < i; j++)
        expect([i, j, contactOf(bodies, i, j).kind]).toEqual([i, j, areNeighbours(i, j) ? ContactKind.FaceFace : ContactKind.None]);
    }
  }
}
