/** Scenes for the seam filter: floors in several bonds, brick walls, overcrowded piles. */
import { createRandom, type Random } from '../../src/polyhedron';
import { addBody, BodyFlag, box, createBodySet, polyhedronFromHalfSpaces, type BodySet, type ConvexPolyhedron } from '../../src/index';
import type { Floor } from './slide';

/** Bricks of 1 x 0.5 x 0.4 in straight rows, or with every other row moved by half a brick; tops at z = 0. */
export function brickFloor(bond: 'stack' | 'running', joint = 0, steps: (brick: number) => number = () => 0): Floor {
  const bricks: (readonly [number, number, number, number])[] = [];
  for (let row = -2; row <= 2; row++) {
    const shift = bond === 'running' && row % 2 !== 0 ? 0.5 : 0;
    for (let k = -1; k <= 2; k++) bricks.push([0, k + shift, 0.5 * row, -0.2 + steps(bricks.length)]);
  }
  return { shapes: [box(1 - joint, 0.5 - joint, 0.4)], bricks };
}

/**
 * A slab of 4 x 4 x 0.5, top at z = 0, cut by nearly upright planes into convex pieces, each made smaller by half a
 * joint.
 */
export function cutFloor(seed: number, planes: number, joint = 0): Floor {
  const random = createRandom(seed);
  const slab = [
    [1, 0, 0, 2],
    [-1, 0, 0, 2],
    [0, 1, 0, 2],
    [0, -1, 0, 2],
    [0, 0, 1, 0],
    [0, 0, -1, 0.5],
  ];
  let pieces = [slab];
  for (let p = 0; p < planes; p++) {
    const angle = Math.PI * random();
    const lean = 0.3 * (2 * random() - 1);
    const length = Math.sqrt(1 + lean * lean);
    const n = [Math.cos(angle) / length, Math.sin(angle) / length, lean / length];
    const d = 2.4 * (2 * random() - 1) * 0.6;
    pieces = pieces.flatMap((piece) => {
      const halves = [
        [...piece, [...n, d - 0.5 * joint]],
        [...piece, [-n[0], -n[1], -n[2], -d - 0.5 * joint]],
      ];
      return halves.filter((half) => solid(half) !== undefined);
    });
  }
  const shapes = pieces.map((piece) => solid(piece)!);
  return { shapes, bricks: shapes.map(({ origin }, s) => [s, origin[0], origin[1], origin[2]] as const) };
}

function solid(planes: readonly (readonly number[])[]): ConvexPolyhedron | undefined {
  try {
    const shape = polyhedronFromHalfSpaces(
      planes.flatMap((plane) => plane.slice(0, 3)),
      planes.map((plane) => plane[3]),
    );
    return shape.inradius > 1e-4 ? shape : undefined;
  } catch {
    return undefined;
  }
}

/** A brick wall that stands on a static slab: layers in running bond, all pressed together by `depth`. */
export function brickWall(layers: number, length: number, depth: number): BodySet {
  const bodies = createBodySet();
  addBody(bodies, { shape: box(2 * length, 2, 0.5), position: [0.5 * length, 0, -0.25], flags: BodyFlag.Static });
  const brick = box(1, 0.5, 0.4);
  for (let layer = 0; layer < layers; layer++) {
    for (let k = 0; k < length; k++) {
      const x = (k + (layer % 2 === 0 ? 0.5 : 1)) * (1 - depth);
      addBody(bodies, { shape: brick, position: [x, 0, (layer + 0.5) * 0.4 - (layer + 1) * depth] });
    }
  }
  return bodies;
}

/** Boxes of several sizes thrown into each other, in any orientation or along the axes. */
export function crowd(random: Random, count: number, size: number, isAligned: boolean): BodySet {
  const bodies = createBodySet();
  const shapes = [box(1, 1, 1), box(1.4, 0.8, 0.6), box(0.5, 0.5, 2)];
  for (let b = 0; b < count; b++) {
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1);
    const norm = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    addBody(bodies, {
      shape: shapes[Math.floor(shapes.length * random())],
      position: [size * random(), size * random(), size * random()],
      orientation: isAligned ? [0, 0, 0, 1] : [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm],
      flags: random() < 0.2 ? BodyFlag.Static : 0,
    });
  }
  return bodies;
}

/** The same bodies in another order. `order[k]` is the row in `bodies` of the body in row k. */
export function shuffled(bodies: BodySet, random: Random): { bodies: BodySet; order: number[] } {
  const order = Array.from({ length: bodies.count }, (_, b) => b);
  for (let k = order.length - 1; k > 0; k--) {
    const other = Math.floor((k + 1) * random());
    [order[k], order[other]] = [order[other], order[k]];
  }
  const copy = createBodySet();
  for (const b of order) {
    addBody(copy, {
      shape: bodies.shapes[bodies.shapeIndex[b]],
      position: [...bodies.positions.subarray(3 * b, 3 * b + 3)] as [number, number, number],
      orientation: [...bodies.orientations.subarray(4 * b, 4 * b + 4)] as [number, number, number, number],
      rounding: bodies.rounding[b],
      flags: bodies.flags[b],
      group: bodies.group[b],
    });
  }
  return { bodies: copy, order };
}
