/**
 * Flat floors of flush bodies in periodic boxes and sheared cells, with and without a mesh wall in place of a part, and
 * sliders of several kinds: solids, rounded solids, rods, plates and clumps.
 */
import {
  addBody,
  addClump,
  BodyFlag,
  box,
  createBodySet,
  createClump,
  createClumpSet,
  createDetector,
  exactMethod,
  meshWall,
  plateCore,
  segmentCore,
  type BodySet,
  type ContactList,
  type DetectorOptions,
} from '../../src/index';
import type { Random } from '../../src/polyhedron';

/** Edge of the cell. The floor is of 4 x 4 squares of edge 1, tops at z = 0; below it there is room. */
export const EDGE = 4;

export const SLIDERS = ['solid', 'rounded', 'rod', 'plate', 'clump', 'clump of rods'] as const;
export const FLOORS = ['boxes', 'rounded plates', 'boxes and wall'] as const;
export const CELLS = ['none', 'box', 'cell'] as const;

export interface MixedKind {
  readonly slider: (typeof SLIDERS)[number];
  readonly floor: (typeof FLOORS)[number];
  readonly cell: (typeof CELLS)[number];
}

export interface Mixed {
  readonly kind: MixedKind;
  readonly bodies: BodySet;
  /** Rows that move together, from row 0 on. */
  readonly movers: number;
  readonly options: Omit<DetectorOptions, 'bodies'>;
}

/** Radius of rounded bodies. */
const RADIUS = 0.1;

/**
 * A slider with its centre at `place`, its lower side `depth` below z = 0, over its floor. `rise`: of squares with x >
 * 0.
 */
export function mixedScene(kind: MixedKind, random: Random, place: readonly [number, number], depth: number, rise = 0): Mixed {
  const bodies = createBodySet();
  const [x, y] = place;
  const turn = 0.5 * Math.PI * random();
  const orientation = [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)] as const;
  const at = (height: number) => ({ position: [x, y, height - depth] as const, orientation });
  switch (kind.slider) {
    case 'solid':
      addBody(bodies, { shape: box(0.6, 0.5, 0.3), ...at(0.15) });
      break;
    case 'rounded':
      addBody(bodies, { shape: box(0.4, 0.3, 0.1), rounding: RADIUS, ...at(0.15) });
      break;
    case 'rod':
      addBody(bodies, { shape: segmentCore([-0.3, 0, 0, 0.3, 0, 0]), rounding: RADIUS, ...at(RADIUS) });
      break;
    case 'plate':
      addBody(bodies, { shape: plateCore([-0.3, -0.2, 0, 0.3, -0.2, 0, 0.3, 0.2, 0, -0.3, 0.2, 0]), rounding: RADIUS, ...at(RADIUS) });
      break;
    case 'clump':
      addClump(createClumpSet(bodies), {
        clump: createClump([
          { shape: box(0.3, 0.5, 0.3), position: [-0.15, 0, 0] },
          { shape: box(0.3, 0.5, 0.3), position: [0.15, 0, 0] },
        ]),
        ...at(0.15),
      });
      break;
    case 'clump of rods': {
      const rod = segmentCore([-0.3, 0, 0, 0.3, 0, 0]);
      const parts = [-0.25, 0.25].map((side) => ({ shape: rod, rounding: RADIUS, position: [0, side, 0] as const }));
      addClump(createClumpSet(bodies), { clump: createClump(parts), ...at(RADIUS) });
    }
  }
  const movers = bodies.count;
  const isWalled = kind.floor === 'boxes and wall';
  const square = plateCore([-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0]);
  const slab = box(1, 1, 0.4);
  for (let row = 0; row < EDGE; row++) {
    for (let k = 0; k < EDGE; k++) {
      const [px, py] = [k - 1.5, row - 1.5];
      // The wall is the half of the floor with x < 0.
      if (isWalled && px < 0) continue;
      const up = px > 0 ? rise : 0;
      if (kind.floor === 'rounded plates')
        addBody(bodies, { shape: square, rounding: RADIUS, position: [px, py, up - RADIUS], flags: BodyFlag.Static });
      else addBody(bodies, { shape: slab, position: [px, py, up - 0.2], flags: BodyFlag.Static });
    }
  }
  const walls = isWalled ? [meshWall([-2, -2, 0, 0, -2, 0, 0, 2, 0, -2, 2, 0], [0, 1, 2, 0, 2, 3])] : [];
  const lean = 2 * random() - 1;
  const half = 0.5 * EDGE;
  const periodic =
    kind.cell === 'none'
      ? undefined
      : kind.cell === 'box'
        ? { min: [-half, -half, -half] as const, max: [half, half, half] as const }
        : { origin: [-half, -half, -half], vectors: [EDGE, 0, 0, lean, EDGE, 0, 0, 0, EDGE] };
  return { kind, bodies, movers, options: { method: exactMethod, walls, periodic } };
}

/** Sum of the forces of the slider along an axis, one spring a point, and 1 at `depth` for one point. */
export function push(list: ContactList, movers: number, depth: number, axis: number): number {
  let sum = 0;
  for (let c = 0; c < list.count; c++) {
    const side = list.bodyA[c] < movers ? -1 : 1;
    for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++)
      sum += (side * list.normals[3 * c + axis] * Math.max(0, -list.pointGaps[p])) / depth;
  }
  return sum;
}

/**
 * Slides without friction and without turning, weight and mass 1; speed along x at the end, as part of that at the
 * start.
 */
export function slideMixed({ bodies, movers, options }: Mixed, depth: number, speed: number, path: number): number {
  const detector = createDetector({ bodies, ...options });
  const v = [speed, 0, 0];
  const start = Array.from({ length: movers }, (_, m) => Array.from(bodies.positions.subarray(3 * m, 3 * m + 3)));
  const at = [0, 0, 0];
  // The stiffness that carries the weight at the depth at the start.
  const first = push(detector.update(), movers, depth, 2);
  const dt = Math.min(0.2 * Math.sqrt(depth), (0.2 * depth) / speed);
  for (let step = 0; step * dt * speed < path; step++) {
    const list = detector.update();
    for (let k = 0; k < 3; k++) {
      v[k] += dt * (push(list, movers, depth, k) / first - (k === 2 ? 1 : 0));
      at[k] += dt * v[k];
      for (let m = 0; m < movers; m++) bodies.positions[3 * m + k] = start[m][k] + at[k];
    }
  }
  return v[0] / speed;
}
