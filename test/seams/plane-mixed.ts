/**
 * Flat floors in the plane, of several kinds of flush bodies, and sliders of several kinds: discs, rods, polygons,
 * rounded polygons and clumps.
 */
import { BodyFlag, type SeamOptions } from '../../src/index';
import {
  addBody2d,
  addClump2d,
  createBodySet2d,
  createClump2d,
  createClumpSet2d,
  createDetector2d,
  lineWall,
  pointCore2d,
  polygonFromVertices,
  rectangle,
  segmentCore2d,
  type BodySet2d,
  type ContactList2d,
  type ContactMethod2d,
  type DetectorOptions2d,
} from '../../src/planar/index';
import type { Random } from '../../src/polyhedron';

export const SLIDERS = ['disc', 'rod', 'polygon', 'rounded polygon', 'clump', 'clump of rods and discs'] as const;
export const FLOORS = ['blocks', 'rods', 'rounded blocks', 'random cuts', 'blocks and wall', 'ring of blocks', 'one block'] as const;
export type Slider = (typeof SLIDERS)[number];
export type Floor = (typeof FLOORS)[number];

/** Radius of sliders with round ends, and of the bodies of the floor. */
const RADIUS = 0.1;
const FLOOR_RADIUS = 0.2;
/** Seams lie at x = ... -0.5, 0.5, 1.5 ..., those of random cuts within this. */
export const STRAY = 0.1;

export interface Mixed2d {
  readonly bodies: BodySet2d;
  /** Rows that move together, from row 0 on. */
  readonly movers: number;
  /** Height of the slider's centre over its lower side. */
  readonly height: number;
  readonly options: Omit<DetectorOptions2d, 'bodies' | 'method'>;
}

/** The slider has the rows before `movers`, with its centre at the origin. `rise`: of the bodies with x > 0.5. */
export function mixedScene2d(slider: Slider, floor: Floor, random: Random, rise = 0): Mixed2d {
  const bodies = createBodySet2d();
  const movers = addSlider(bodies, slider);
  const flags = BodyFlag.Static;
  if (floor === 'one block') addBody2d(bodies, { shape: rectangle(8, 0.4), position: [0, -0.2], flags });
  let left = -1.5;
  let leftFoot = left;
  for (let k = -1; k <= 2 && floor !== 'one block'; k++) {
    const up = k > 0 ? rise : 0;
    // The wall is the floor of x < -0.5, and under the blocks.
    if (floor === 'blocks and wall' && k < 0) continue;
    if (floor === 'rods') addBody2d(bodies, { shape: segmentCore2d(1), rounding: FLOOR_RADIUS, position: [k, up - FLOOR_RADIUS], flags });
    else if (floor === 'rounded blocks')
      addBody2d(bodies, { shape: rectangle(1, 0.2), rounding: FLOOR_RADIUS, position: [k, up - FLOOR_RADIUS - 0.1], flags });
    else if (floor === 'random cuts') {
      const right = k + 0.5 + STRAY * (2 * random() - 1);
      const foot = right + 0.3 * (2 * random() - 1);
      const shape = polygonFromVertices([leftFoot, -0.4, foot, -0.4, right, 0, left, 0]);
      addBody2d(bodies, { shape, position: [shape.origin[0], shape.origin[1] + up], flags });
      [left, leftFoot] = [right, foot];
    } else addBody2d(bodies, { shape: rectangle(1, 0.4), position: [k, up - 0.2], flags });
  }
  const periodic = { min: [-1.5, -2], max: [2.5, 2], axes: [true, false] } as const;
  const options = floor === 'ring of blocks' ? { periodic } : floor === 'blocks and wall' ? { walls: [lineWall([0, 1], 0)] } : {};
  return { bodies, movers, height: slider === 'polygon' || slider === 'rounded polygon' || slider === 'clump' ? 0.15 : RADIUS, options };
}

function addSlider(bodies: BodySet2d, slider: Slider): number {
  switch (slider) {
    case 'disc':
      addBody2d(bodies, { shape: pointCore2d(), rounding: RADIUS });
      break;
    case 'rod':
      addBody2d(bodies, { shape: segmentCore2d(0.4), rounding: RADIUS });
      break;
    case 'polygon':
      addBody2d(bodies, { shape: rectangle(0.6, 0.3) });
      break;
    case 'rounded polygon':
      addBody2d(bodies, { shape: rectangle(0.4, 0.1), rounding: RADIUS });
      break;
    case 'clump': {
      const shape = rectangle(0.3, 0.3);
      const parts = [-0.15, 0.15].map((x) => ({ shape, position: [x, 0] as const }));
      addClump2d(createClumpSet2d(bodies), { clump: createClump2d(parts) });
      break;
    }
    case 'clump of rods and discs': {
      const rod = { shape: segmentCore2d(0.2), rounding: RADIUS, position: [-0.25, 0] as const };
      const disc = { shape: pointCore2d(), rounding: RADIUS, position: [0.25, 0] as const };
      addClump2d(createClumpSet2d(bodies), { clump: createClump2d([rod, disc]) });
    }
  }
  return bodies.count;
}

/** Moves the slider, as it was made, to a place; its parts keep their places in it. */
export function placeSlider({ bodies, movers }: Mixed2d, start: Float64Array, x: number, y: number): void {
  for (let m = 0; m < movers; m++) {
    bodies.positions[2 * m] = start[2 * m] + x;
    bodies.positions[2 * m + 1] = start[2 * m + 1] + y;
  }
}

/** Sum of the forces on the slider along an axis by one spring a point, in units of the depth. */
function push(list: ContactList2d, movers: number, axis: number): number {
  let sum = 0;
  for (let c = 0; c < list.count; c++) {
    const side = list.bodyA[c] < movers ? -1 : 1;
    for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++)
      sum += side * list.normals[2 * c + axis] * Math.max(0, -list.pointGaps[p]);
  }
  return sum;
}

export interface Slide2d {
  readonly method: ContactMethod2d;
  readonly seams?: SeamOptions;
  readonly depth: number;
  readonly speed: number;
  readonly from: number;
  readonly path: number;
}

/**
 * Slides without friction and turning, weight and mass 1; the speed along x at the end, as part of that at the start.
 */
export function slideMixed2d(scene: Mixed2d, { method, seams, depth, speed, from, path }: Slide2d): number {
  const { bodies, movers, height, options } = scene;
  const detector = createDetector2d({ bodies, method, ...options, ...(seams === undefined ? {} : { seams }) });
  const start = bodies.positions.slice(0, 2 * movers);
  placeSlider(scene, start, from, height - depth);
  // The stiffness that carries the weight at the depth at the start.
  const first = push(detector.update(), movers, 1);
  const v = [speed, 0];
  const at = [from, height - depth];
  const dt = Math.min(0.2 * Math.sqrt(depth), (0.2 * depth) / speed);
  for (let t = 0; t * speed < path; t += dt) {
    const list = detector.update();
    for (let k = 0; k < 2; k++) {
      v[k] += dt * (push(list, movers, k) / first - k);
      at[k] += dt * v[k];
    }
    placeSlider(scene, start, at[0], at[1]);
  }
  return v[0] / speed;
}
