/** A block slides without friction and without turning over blocks that do not move, or that move but do not turn. */
import {
  addBody,
  BodyFlag,
  box,
  createBodySet,
  createDetector,
  type BodySet,
  type ContactList,
  type ContactMethod,
  type ConvexPolyhedron,
  type Detector,
  type DetectorOptions,
} from '../../src/index';

/** Force of the slider (body 0) by the contacts: the pressure law, stiffness times volume, or one spring a point. */
export type Law = 'pressure' | 'points';

/**
 * Writes the force on each body, with the stiffness that carries weight 1 at `depth` over `area` or over four points.
 */
export function forcesOf(out: Float64Array, contacts: ContactList, law: Law, depth: number, area: number): Float64Array {
  out.fill(0);
  for (let c = 0; c < contacts.count; c++) {
    let push = 0;
    if (law === 'pressure') push = contacts.volumes[c] / (area * depth);
    else {
      for (let p = contacts.pointStart[c]; p < contacts.pointStart[c + 1]; p++) push += Math.max(0, -contacts.pointGaps[p]) / (4 * depth);
    }
    for (let k = 0; k < 3; k++) {
      out[3 * contacts.bodyA[c] + k] -= push * contacts.normals[3 * c + k];
      if (contacts.bodyB[c] >= 0) out[3 * contacts.bodyB[c] + k] += push * contacts.normals[3 * c + k];
    }
  }
  return out;
}

export interface Floor {
  readonly shapes: readonly ConvexPolyhedron[];
  /** Index of the shape, then x y z. */
  readonly bricks: readonly (readonly [number, number, number, number])[];
}

/** Bricks of the given shapes as static bodies after the slider, which is body 0. */
export function layFloor(slider: ConvexPolyhedron, floor: Floor, rounding = 0): BodySet {
  const bodies = createBodySet();
  addBody(bodies, { shape: slider, rounding });
  for (const [shape, x, y, z] of floor.bricks)
    addBody(bodies, { shape: floor.shapes[shape], position: [x, y, z], flags: BodyFlag.Static, rounding });
  return bodies;
}

export const unitBlocks = (): Floor => ({
  shapes: [box(1, 1, 1)],
  bricks: [0, 1, 2].map((x) => [0, x, 0, -0.5] as const),
});

export interface Slide {
  readonly bodies: BodySet;
  readonly method: ContactMethod;
  readonly depth: number;
  /** Area of the slider's lower side. */
  readonly area: number;
  readonly velocity: readonly [number, number, number];
  /** How far it goes. */
  readonly path: number;
  readonly law?: Law;
  readonly options?: Partial<DetectorOptions>;
  readonly look?: (detector: Detector) => void;
}

/** Speed along the way at the end, as part of that at the start, and the largest change of height. */
export function slide({ bodies, method, depth, area, velocity, path, law = 'pressure', options = {}, look }: Slide): {
  speed: number;
  hop: number;
} {
  const detector = createDetector({ bodies, method, ...options });
  const v = Float64Array.from(velocity);
  const start = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  // Mass 1, weight 1: the springs give 1 / sqrt(depth) turns of phase a second.
  const dt = Math.min(0.2 * Math.sqrt(depth), (0.2 * depth) / start);
  const forces = new Float64Array(3 * bodies.count);
  const z0 = bodies.positions[2];
  let hop = 0;
  for (let step = 0; step * dt * start < path; step++) {
    forcesOf(forces, detector.update(), law, depth, area);
    look?.(detector);
    forces[2] -= 1;
    for (let k = 0; k < 3; k++) {
      v[k] += dt * forces[k];
      bodies.positions[k] += dt * v[k];
    }
    hop = Math.max(hop, Math.abs(bodies.positions[2] - z0));
  }
  const along = (v[0] * velocity[0] + v[1] * velocity[1]) / start;
  return { speed: along / start, hop };
}
