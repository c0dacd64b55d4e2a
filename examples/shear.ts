/**
 * Simple shear of a packing without walls: polyhedra in a periodic cell that shrinks until they press, and is then
 * sheared at a steady rate between Lees-Edwards boundaries. Prints the shear stress over the strain.
 */
import {
  addBody,
  createBodySet,
  createDetector,
  createMovableCell,
  createRandom,
  randomHull,
  shearCell,
  shortestLinkMethod,
} from 'dem-contact';
import { createDynamics, stepDynamics } from '../sim/dynamics/dynamics';

// 125 bodies of about two metres, on a lattice with room to turn.
const random = createRandom(7);
const [side, spacing] = [5, 2.3];
const bodies = createBodySet();
const shapes = [12, 16, 20].map((points) => randomHull(random, points));
let solid = 0;
for (let b = 0; b < side ** 3; b++) {
  const at = [b % side, Math.floor(b / side) % side, Math.floor(b / side / side)].map((x) => spacing * (x + 0.5));
  addBody(bodies, { shape: shapes[b % 3], position: [at[0], at[1], at[2]] });
  solid += shapes[b % 3].volume;
}
const material = { density: 1000, normalStiffness: 1e7, shearStiffness: 8e6, friction: 0.5, restitution: 0.2 };
const dynamics = createDynamics(bodies, material);
const { velocities } = dynamics;

const edge = side * spacing;
const cell = createMovableCell({ vectors: [edge, 0, 0, 0, edge, 0, 0, 0, edge] });
const detector = createDetector({ bodies, method: shortestLinkMethod, periodic: cell });
const dt = 3e-3;

/** Bodies first, then the cell, then the contacts of both. */
function step(): void {
  stepDynamics(dynamics, dt, () => {
    // The first call of all comes before bodies have moved.
    shearCell(cell, dynamics.started ? dt : 0, bodies.positions, velocities, bodies.count);
    return detector.update();
  });
}

/** The bodies take on the flow of the cell, or lose it. */
function addFlow(x: number, y: number, sign: number): void {
  for (let b = 0; b < bodies.count; b++) {
    for (let k = 0; k < 3; k++) velocities[3 * b + k] += sign * x * bodies.positions[3 * b + k];
    velocities[3 * b] += sign * y * bodies.positions[3 * b + 1];
  }
}

const volume = (): number => cell.vectors[0] * cell.vectors[4] * cell.vectors[8];

/** Stress, positive where it presses: the sum of force x branch over the contacts, for each unit of volume. */
function stress(i: number, j: number): number {
  const { contacts } = detector;
  let sum = 0;
  for (let c = 0; c < contacts.count; c++) {
    const [a, b] = [contacts.bodyA[c], contacts.bodyB[c]];
    const branch = bodies.positions[3 * b + j] + contacts.shifts[3 * c + j] - bodies.positions[3 * a + j];
    for (let p = contacts.pointStart[c]; p < contacts.pointStart[c + 1]; p++) sum += dynamics.pointForces[3 * p + i] * branch;
  }
  return sum / volume();
}

// The cell shrinks along all three vectors, and the bodies with it, until six tenths of it are solid.
const shrink = -0.5 * edge;
cell.velocities.set([shrink, 0, 0, 0, shrink, 0, 0, 0, shrink]);
addFlow(-0.5, 0, 1);
while (solid / volume() < 0.6) step();
cell.velocities.fill(0);
// It stands still until the bodies rest.
for (let k = 0; k < 150; k++) {
  for (let at = 0; at < velocities.length; at++) velocities[at] *= 0.98;
  step();
}
console.log(`${bodies.count} bodies, ${((100 * solid) / volume()).toFixed(0)} % solid, pressure ${(stress(1, 1) / 1000).toFixed(0)} kPa`);

// Then the second vector moves along x.
const rate = 0.2;
cell.velocities[3] = rate * cell.vectors[4];
addFlow(0, rate, 1);
const interval = Math.round(0.2 / (rate * dt));
for (let k = 1; k <= 3; k++) {
  let [shear, pressure] = [0, 0];
  for (let n = 0; n < interval; n++) {
    step();
    shear -= stress(0, 1) / interval;
    pressure += stress(1, 1) / interval;
  }
  const strain = k * interval * rate * dt;
  console.log(
    `strain ${strain.toFixed(1)}: shear stress ${(shear / 1000).toFixed(0)} kPa, ${(shear / pressure).toFixed(2)} of the pressure`,
  );
}
// 125 bodies, 60 % solid, pressure 73 kPa
// strain 0.2: shear stress 40 kPa, 0.48 of the pressure
// strain 0.4: shear stress 25 kPa, 0.52 of the pressure
// strain 0.6: shear stress 24 kPa, 0.45 of the pressure
