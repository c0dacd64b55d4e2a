/**
 * Walls from STL that turn: a drum about a level axis, and a mixer whose blades turn in a vessel that stands still. The
 * meshes are made here and go through the text of a file, as those of a drawing program would come.
 */
import {
  addBody,
  beginSprings,
  contactForce,
  createBodySet,
  createDetector,
  createPairForce,
  createPressureLaw,
  createRandom,
  createSprings,
  meshWall,
  moveWall,
  randomHull,
  readStl,
  shortestLinkMethod,
  wallMotion,
  writeStl,
  type MeshWall,
} from 'dem-contact';
import { createDynamics, stepDynamics, type ApplyForces } from '../bench/lib/dynamics/dynamics';

interface Mesh {
  positions: number[];
  triangles: number[];
}

/** A tube about z from z = 0 to `height`, whose free side is inside, with a floor and perhaps a lid. */
function vessel(radius: number, height: number, sides: number, hasLid: boolean): Mesh {
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

/** Four upright blades that meet in the axis: sheets without thickness. */
function blades(radius: number, low: number, high: number): Mesh {
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

const [COUNT, DENSITY, DT] = [10, 2500, 2e-4];
/** The loop's own springs are not used: forces are those of the law below. */
const SPRINGLESS = { normalStiffness: 0, shearStiffness: 0, friction: 0, restitution: 1 };
const rock = randomHull(createRandom(1), 12, 0.03);
const law = createPressureLaw(2e8, 1.5e8, 0.5, { normalDamping: 3e5, shearDamping: 2e5 });

/** Moves rocks and walls for a time. Returns the work that the walls have done, and where the rocks are. */
function run(walls: readonly MeshWall[], places: (b: number) => number[], seconds: number): { work: number; positions: Float64Array } {
  const bodies = createBodySet();
  for (let b = 0; b < COUNT; b++) addBody(bodies, { shape: rock, position: places(b) });
  const detector = createDetector({ bodies, method: shortestLinkMethod, walls });
  const dynamics = createDynamics(bodies, { ...SPRINGLESS, density: DENSITY }, { gravity: [0, 0, -9.81] });
  const { forces, torques, velocities, angularVelocities } = dynamics;
  const ofWalls = wallMotion(walls);
  const motion = { positions: bodies.positions, velocities, spins: angularVelocities, walls: ofWalls, lag: DT / 2 };
  const springs = createSprings();
  const pair = createPairForce();
  let work = 0;
  const apply: ApplyForces = (_, list) => {
    beginSprings(springs, list);
    forces.fill(0);
    torques.fill(0);
    for (let c = 0; c < list.count; c++) {
      const [a, b] = [list.bodyA[c], list.bodyB[c]];
      contactForce(pair, law, springs, list, c, motion, DT);
      for (let k = 0; k < 3; k++) {
        forces[3 * a + k] -= pair.force[k];
        torques[3 * a + k] += pair.torqueA[k];
        if (b < 0) {
          // Force and torque on wall -1 - b; the work is that of the wall on the rock.
          const w = 3 * (-1 - b) + k;
          work -= DT * (pair.force[k] * ofWalls.velocities[w] + pair.torqueB[k] * ofWalls.spins[w]);
        } else {
          forces[3 * b + k] += pair.force[k];
          torques[3 * b + k] += pair.torqueB[k];
        }
      }
    }
  };
  for (let step = 0; step < seconds / DT; step++) {
    for (const wall of walls) moveWall(wall, DT);
    wallMotion(walls, ofWalls);
    stepDynamics(dynamics, DT, () => detector.update(), apply);
  }
  return { work, positions: bodies.positions };
}

/** How many rocks are where the test says. */
function countWhere(positions: Float64Array, test: (x: number, y: number, z: number) => boolean): number {
  let count = 0;
  for (let b = 0; b < COUNT; b++) if (test(positions[3 * b], positions[3 * b + 1], positions[3 * b + 2])) count++;
  return count;
}

/** Sum of a coordinate over the rocks. */
function sumOf(positions: Float64Array, axis: number): number {
  let sum = 0;
  for (let b = 0; b < COUNT; b++) sum += positions[3 * b + axis];
  return sum;
}

const [RADIUS, LENGTH] = [0.15, 0.16];

// The drum: the axis z of its mesh is turned into y of the world, and it turns 25 times a minute. What is inside is in
// front of its triangles, so the mesh is the room of a drum whose steel is outside.
const [drumMesh] = readStl(writeStl([{ name: 'drum', ...vessel(RADIUS, LENGTH, 16, true) }]));
const drum = meshWall(drumMesh.positions, drumMesh.triangles, {
  position: [0, -LENGTH / 2, 0],
  orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  angularVelocity: [0, -2.6, 0],
});
console.log(`drum: ${drum.triangleCount} triangles, ${drum.report.borders} borders`);
const tumbled = run([drum], (b) => [0.06 * (b % 3) - 0.06, 0.06 * (b % 2) - 0.03, 0.055 * Math.floor(b / 3) - 0.08], 0.8);
const inDrum = countWhere(tumbled.positions, (x, y, z) => x * x + z * z < RADIUS * RADIUS && Math.abs(y) < LENGTH / 2);
const lean = (180 / Math.PI) * Math.atan2(sumOf(tumbled.positions, 0), -sumOf(tumbled.positions, 2));
console.log(`${inDrum} of ${COUNT} rocks in the drum, carried up its side to ${10 * Math.round(lean / 10)} degrees`);
console.log(`work of the drum: ${tumbled.work.toFixed(0)} J`);

// The mixer: one file with two solids. Blades are sheets, so both of their sides are free, and their common edge in the
// axis has four triangles.
const file = writeStl([
  { name: 'vessel', ...vessel(RADIUS, LENGTH, 16, false) },
  { name: 'blades', ...blades(0.11, 0.01, 0.08) },
]);
const [still, stirrer] = readStl(file).map(({ name, positions, triangles }) =>
  meshWall(positions, triangles, name === 'blades' ? { twoSided: true, angularVelocity: [0, 0, 3] } : {}),
);
console.log(`mixer: ${stirrer.report.junctions} edge of several blades, ${still.report.borders} borders of the vessel`);
const stirred = run(
  [still, stirrer],
  (b) => [0.08 * (b % 2) - 0.04, 0.08 * (Math.floor(b / 2) % 2) - 0.04, 0.055 * Math.floor(b / 4) + 0.04],
  0.8,
);
const inVessel = countWhere(stirred.positions, (x, y, z) => x * x + y * y < RADIUS * RADIUS && z > 0);
console.log(`${inVessel} of ${COUNT} rocks in the vessel, work of the blades: ${stirred.work.toFixed(0)} J`);
// drum: 64 triangles, 0 borders
// 10 of 10 rocks in the drum, carried up its side to 40 degrees
// work of the drum: 1 J
// mixer: 1 edge of several blades, 16 borders of the vessel
// 10 of 10 rocks in the vessel, work of the blades: 1 J
