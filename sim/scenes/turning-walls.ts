/**
 * Rocks among walls that turn, with the books of work and energy: a drum about a level axis, and a mixer whose blades
 * turn in a vessel that stands still.
 *
 * Books: walls do work on the rocks; the rocks gain energy of motion and of height; contacts take up the rest. Each is
 * found by itself: the work from force and torque on each wall and the wall's motion, the gain from where the rocks are
 * and how they move, what contacts take from the force at each contact point and the velocity there of one side against
 * the other. Powers are those of the ends of the steps, and a step takes the mean of both of its ends (trapezoids).
 */
import {
  addBody,
  addWallForces,
  createBodySet,
  createDetector,
  createRandom,
  moveWall,
  randomHull,
  shortestLinkMethod,
  velocityOfBody,
  wallMotion,
  type ContactList,
  type Detector,
  type MeshWall,
  type WallMotion,
} from 'dem-contact';
import { createDynamics, stepDynamics, timeStepFor, type Dynamics } from '../dynamics/dynamics';
import { balanceOf } from '../dynamics/energy';
import { rotationOf } from '../dynamics/turn-orientation';

export interface TriangleMesh {
  positions: number[];
  triangles: number[];
}

/** A tube about z from z = 0 to `height`, whose free side is inside, with a floor and perhaps a lid. Lengths in m. */
export function vesselMesh(radius: number, height: number, sides: number, hasLid: boolean): TriangleMesh {
  const positions = [0, 0, 0, 0, 0, height];
  const triangles: number[] = [];
  for (let s = 0; s < sides; s++) {
    const angle = (2 * Math.PI * s) / sides;
    for (const z of [0, height]) positions.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    const [a, b] = [2 + 2 * s, 2 + 2 * ((s + 1) % sides)];
    triangles.push(a, b + 1, b, a, a + 1, b + 1, 0, a, b);
    if (hasLid) triangles.push(1, b + 1, a + 1);
  }
  return { positions, triangles };
}

/** Four upright blades that meet in the axis z: sheets without thickness. */
export function bladesMesh(radius: number, low: number, high: number): TriangleMesh {
  const positions = [0, 0, low, 0, 0, high];
  const triangles: number[] = [];
  for (let blade = 0; blade < 4; blade++) {
    const x = [radius, 0, -radius, 0][blade];
    const y = [0, radius, 0, -radius][blade];
    const a = positions.length / 3;
    positions.push(x, y, low, x, y, high);
    triangles.push(0, a, a + 1, 0, a + 1, 1);
  }
  return { positions, triangles };
}

/** A wall where it stands, for files. */
export function placedMesh({ vertices, triangles, position, orientation }: MeshWall): TriangleMesh {
  rotationOf(frame, orientation, 0);
  const positions = Array.from(vertices, (_, k) => {
    const [v, r] = [k - (k % 3), 3 * (k % 3)];
    return position[k % 3] + frame[r] * vertices[v] + frame[r + 1] * vertices[v + 1] + frame[r + 2] * vertices[v + 2];
  });
  return { positions, triangles: [...triangles] };
}

const frame = new Float64Array(9);

/** SI units. A rock weighs 1.3 N: it sinks into the wall by 0.1 mm, and by 2 mm when it falls from 0.15 m. */
const material = { density: 2500, normalStiffness: 1e4, shearStiffness: 8e3, friction: 0.5, restitution: 0.3 };
const ROCK_RADIUS = 0.03;
const ROCK_CORNERS = 12;
const GRAVITY = 9.81;

export interface TurningWalls {
  readonly dynamics: Dynamics;
  readonly detector: Detector;
  readonly walls: readonly MeshWall[];
  readonly motion: WallMotion;
  readonly timeStep: number;
  /** Force and torque (about its position) on each wall in the last step, N and N m, 3 a wall. */
  readonly wallForces: Float64Array;
  readonly wallTorques: Float64Array;
  /** Since the start, J: work of the walls on the rocks; what contacts have taken, kept in their springs or lost. */
  work: number;
  taken: number;
  /** Powers of the last step, W. */
  workPower: number;
  takenPower: number;
}

/** Equal rocks at rest at `places`, x y z of each, among walls. */
export function turningWalls(walls: readonly MeshWall[], places: readonly (readonly number[])[]): TurningWalls {
  const rock = randomHull(createRandom(1), ROCK_CORNERS, ROCK_RADIUS);
  const bodies = createBodySet();
  for (const position of places) addBody(bodies, { shape: rock, position });
  const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -GRAVITY], walls: walls.length });
  const motion = { positions: dynamics.wallCentres, velocities: dynamics.wallVelocities, spins: dynamics.wallSpins };
  return {
    dynamics,
    detector: createDetector({ bodies, method: shortestLinkMethod, walls }),
    walls,
    motion: wallMotion(walls, motion),
    timeStep: timeStepFor(dynamics),
    wallForces: new Float64Array(3 * walls.length),
    wallTorques: new Float64Array(3 * walls.length),
    work: 0,
    taken: 0,
    workPower: 0,
    takenPower: 0,
  };
}

/** Moves walls and rocks by one time step, and keeps the books. */
export function stepTurningWalls(scene: TurningWalls): void {
  const { dynamics, detector, walls, motion, timeStep, wallForces, wallTorques } = scene;
  for (const wall of walls) moveWall(wall, timeStep);
  wallMotion(walls, motion);
  stepDynamics(dynamics, timeStep, () => detector.update());
  const list = detector.contacts;
  wallForces.fill(0);
  wallTorques.fill(0);
  addWallForces(wallForces, wallTorques, list, dynamics.pointForces, motion.positions);
  let workPower = 0;
  // What the rocks do to the walls costs these; the walls do the opposite.
  for (let k = 0; k < wallForces.length; k++) workPower -= wallForces[k] * motion.velocities[k] + wallTorques[k] * motion.spins[k];
  const takenPower = powerIntoContacts(dynamics, motion, list);
  scene.work += 0.5 * timeStep * (scene.workPower + workPower);
  scene.taken += 0.5 * timeStep * (scene.takenPower + takenPower);
  scene.workPower = workPower;
  scene.takenPower = takenPower;
}

/** Forces at the points times the velocities there: both sides lose what their forces do to them. */
function powerIntoContacts({ bodies, velocities, angularVelocities, pointForces }: Dynamics, walls: WallMotion, list: ContactList): number {
  const rocks = { positions: bodies.positions, velocities, spins: angularVelocities };
  let power = 0;
  for (let c = 0; c < list.count; c++) {
    const b = list.bodyB[c];
    for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
      const point = list.points.subarray(3 * p, 3 * p + 3);
      velocityOfBody(velocityA, rocks, list.bodyA[c], point);
      if (b < 0) velocityOfBody(velocityB, walls, -1 - b, point);
      else velocityOfBody(velocityB, rocks, b, point);
      for (let k = 0; k < 3; k++) power -= pointForces[3 * p + k] * (velocityB[k] - velocityA[k]);
    }
  }
  return power;
}

const velocityA = new Float64Array(3);
const velocityB = new Float64Array(3);

/** Energy of motion and of height of all rocks, J. */
export function energyOfRocks({ dynamics }: TurningWalls): number {
  const { kinetic, potential } = balanceOf(dynamics);
  return kinetic + potential;
}

/** A drum of 16 flat sides about y, closed, from the text of an STL file: its mesh is about z, and is turned. */
export const DRUM = { radius: 0.15, length: 0.16, sides: 16, spin: 2.6 };

/** Where rocks start in the drum: rows one over the other, apart. */
export function drumPlaces(count: number): number[][] {
  return Array.from({ length: count }, (_, b) => [
    0.062 * (b % 3) - 0.062,
    0.07 * (Math.floor(b / 3) % 2) - 0.035,
    0.062 * Math.floor(b / 6) - 0.09,
  ]);
}

/** How many rocks have their centroid in the drum. */
export function countInDrum({ dynamics }: TurningWalls): number {
  return countWhere(dynamics, (x, y, z) => x * x + z * z < DRUM.radius * DRUM.radius && Math.abs(y) < DRUM.length / 2);
}

/** A vessel about z with its floor at z = 0, open above; four blades in it, that turn about z over the floor. */
export const MIXER = { radius: 0.15, height: 0.16, sides: 16, bladeRadius: 0.11, low: 0.01, high: 0.08, spin: 3 };

/** Where rocks start in the mixer: on four places between the blades, layer over layer. */
export function mixerPlaces(count: number): number[][] {
  return Array.from({ length: count }, (_, b) => [
    0.08 * (b % 2) - 0.04,
    0.08 * (Math.floor(b / 2) % 2) - 0.04,
    0.065 * Math.floor(b / 4) + 0.04,
  ]);
}

/** How many rocks have their centroid in the vessel. */
export function countInVessel({ dynamics }: TurningWalls): number {
  return countWhere(dynamics, (x, y, z) => x * x + y * y < MIXER.radius * MIXER.radius && z > 0 && z < 2 * MIXER.height);
}

function countWhere({ bodies: { count, positions } }: Dynamics, isIn: (x: number, y: number, z: number) => boolean): number {
  let n = 0;
  for (let b = 0; b < 3 * count; b += 3) if (isIn(positions[b], positions[b + 1], positions[b + 2])) n++;
  return n;
}
