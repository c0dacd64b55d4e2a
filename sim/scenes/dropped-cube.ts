/**
 * A cube of 1 m and 100 kg that falls on a body which stands still, and bounces, rocks and slides on it: what a force
 * law makes of its energy.
 *
 * Energy is looked at in flight only, when nothing is pressed: there it is kinetic and potential and known to rounding,
 * whatever the law stores in contact.
 */
import {
  addBody,
  BodyFlag,
  box,
  createBodySet,
  createDetector,
  exactMethod,
  type ContactLaw,
  type ContactMethod,
  type ConvexPolyhedron,
} from 'dem-contact';
import { createDynamics, spinBody, stepDynamics } from '../dynamics/dynamics';
import { balanceOf } from '../dynamics/energy';
import { createLawForces } from '../dynamics/law-forces';

const DENSITY = 100;
const GRAVITY = 9.81;
/** Height of fall, m, and the energy of it, J. */
export const CLEARANCE = 0.1;
export const FALL = DENSITY * GRAVITY * CLEARANCE;

export interface Drop {
  /** Its top is z = 0 below the cube. */
  ground: ConvexPolyhedron;
  law: ContactLaw;
  /** Quaternion of the cube, of any length. */
  turn: readonly [number, number, number, number];
  /** Place of the cube over the ground. */
  x?: number;
  timeStep: number;
  seconds: number;
  method?: ContactMethod;
  /** Height of its lowest corner over the ground at the start, m; default {@link CLEARANCE}. */
  clearance?: number;
  /** Tangent of the slope of the ground along x: gravity is turned instead. Default 0. */
  slope?: number;
  /** Of the cube and of the ground, m; default 0. */
  rounding?: number;
}

export interface DropResult {
  /** Energy in flight less that of the start, least and most, over {@link FALL}. */
  lost: number;
  gained: number;
  /** Largest depth, m. */
  deepest: number;
  /** Steps in flight after the first contact. */
  flights: number;
  /** Energy of motion at the end over FALL. */
  kinetic: number;
}

export function dropCube({
  ground,
  law,
  turn,
  x = 0,
  timeStep,
  seconds,
  method = exactMethod,
  clearance = CLEARANCE,
  slope = 0,
  rounding = 0,
}: Drop): DropResult {
  const bodies = createBodySet();
  addBody(bodies, { shape: ground, position: [0, 0, 0], flags: BodyFlag.Static });
  let top = -Infinity;
  for (let v = 2; v < ground.vertices.length; v += 3) top = Math.max(top, ground.vertices[v]);
  bodies.positions[2] = -top;
  const cube = box(1, 1, 1);
  const size = Math.sqrt(turn.reduce((sum, q) => sum + q * q, 0));
  addBody(bodies, { shape: cube, position: [x, 0, 0], orientation: turn.map((q) => q / size) });
  bodies.rounding.fill(rounding);
  bodies.positions[2] -= rounding;
  bodies.positions[5] = clearance + rounding - lowest(cube, bodies.orientations.subarray(4, 8));
  const down = -GRAVITY / Math.sqrt(1 + slope * slope);
  const material = { density: DENSITY, normalStiffness: 0, shearStiffness: 0, friction: 0, restitution: 1 };
  const dynamics = createDynamics(bodies, material, { gravity: [slope * down, 0, down] });
  spinBody(dynamics, 1, [0, 0, 0]);
  const detector = createDetector({ bodies, method });
  const { apply } = createLawForces(law);
  const start = balanceOf(dynamics).total;
  const result: DropResult = { lost: 0, gained: 0, deepest: 0, flights: 0, kinetic: 0 };
  for (let step = 0; step * timeStep < seconds; step++) {
    stepDynamics(dynamics, timeStep, () => detector.update(), apply);
    const { count, gaps } = detector.contacts;
    let depth = 0;
    for (let c = 0; c < count; c++) depth = Math.max(depth, -gaps[c]);
    result.deepest = Math.max(result.deepest, depth);
    const isFlying = depth === 0;
    if (isFlying && result.deepest > 0) {
      result.flights++;
      const change = (balanceOf(dynamics).total - start) / FALL;
      result.lost = Math.min(result.lost, change);
      result.gained = Math.max(result.gained, change);
    }
  }
  result.kinetic = balanceOf(dynamics).kinetic / FALL;
  return result;
}

/** Height of the lowest corner over the centroid of a shape with this orientation. */
function lowest({ vertices }: ConvexPolyhedron, q: ArrayLike<number>): number {
  const [x, y, z, w] = [q[0], q[1], q[2], q[3]];
  let least = 0;
  for (let v = 0; v < vertices.length; v += 3) {
    const [a, b, c] = vertices.subarray(v, v + 3);
    least = Math.min(least, 2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c);
  }
  return least;
}
