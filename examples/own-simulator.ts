/**
 * A simulator of your own, with rotation and friction: a twenty-sided stone is thrown at a tower of boxes.
 * docs/time-step.md explains it step by step.
 */
import {
  addBody,
  beginSprings,
  box,
  contactForce,
  createBodySet,
  createDetector,
  createPairForce,
  createPressureLaw,
  createSprings,
  icosahedron,
  planeWall,
  principalFrame,
  shortestLinkMethod,
} from 'dem-contact';

// 1. The bodies: shapes, positions of the centroids in metres, and orientations (none here: not turned).
const bodies = createBodySet();
const brick = box(0.2, 0.2, 0.1);
for (let k = 0; k < 5; k++) addBody(bodies, { shape: brick, position: [0, 0, 0.05 + 0.1 * k] });
const stone = addBody(bodies, { shape: icosahedron(0.08), position: [-0.6, 0.03, 0.35] });

// 2. The detector: which method finds contacts, and the walls that do not move. Here the floor, z >= 0.
const detector = createDetector({ bodies, method: shortestLinkMethod, walls: [planeWall([0, 0, 1], 0)] });

// 3. The law: pressure for each depth (N/m³) along the normal and along the plane, friction, and damping (N s/m³).
const law = createPressureLaw(5e7, 4e7, 0.5, { normalDamping: 1.5e5, shearDamping: 1.5e5 });
const springs = createSprings(); // the memory of friction, one row for each contact point
const pair = createPairForce(); // takes force and torques of one contact

// 4. Mass and inertia, from the shapes. The moments of inertia are constant in the principal axes of a shape.
const density = 2500; // kg/m³
const { count, positions, orientations, shapes, shapeIndex } = bodies;
const masses = Float64Array.from({ length: count }, (_, i) => density * shapes[shapeIndex[i]].volume);
const frames = shapes.map((shape) => principalFrame(shape)); // moments for a density of 1, and axes as columns

// 5. The motion. The angular momentum, not the angular velocity, is what stays constant without a torque.
const velocities = new Float64Array(3 * count);
const spins = new Float64Array(3 * count); // angular velocities, rad/s, in the world
const momenta = new Float64Array(3 * count); // angular momenta, in the world
velocities.set([5, 0, 1], 3 * stone);
const dt = 1e-4; // s
// The law wants velocities at the time of the positions. Ours are half a step late: see step 8.
const motion = { positions, velocities, spins, lag: dt / 2 };

// 6. Forces and torques of all contacts.
const forces = new Float64Array(3 * count);
const torques = new Float64Array(3 * count);
function sumForces(): void {
  forces.fill(0);
  torques.fill(0);
  const contacts = detector.update();
  beginSprings(springs, contacts); // room for all points, and a fresh spring for each new point
  for (let c = 0; c < contacts.count; c++) {
    contactForce(pair, law, springs, contacts, c, motion, dt);
    add(contacts.bodyA[c], pair.force, -1, pair.torqueA); // the force on A is the opposite of that on B
    if (contacts.bodyB[c] >= 0) add(contacts.bodyB[c], pair.force, 1, pair.torqueB); // below 0: a wall
  }
}
function add(i: number, force: Float64Array, sign: number, torque: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    forces[3 * i + k] += sign * force[k];
    torques[3 * i + k] += torque[k];
  }
}

// 7. Rotation. A quaternion x y z w turns a vector from the axes of the body to those of the world; -x -y -z w back.
type Vector = [number, number, number];
function turn([x, y, z]: Vector, w: number, v: Vector): Vector {
  const c = [y * v[2] - z * v[1] + w * v[0], z * v[0] - x * v[2] + w * v[1], x * v[1] - y * v[0] + w * v[2]];
  return [v[0] + 2 * (y * c[2] - z * c[1]), v[1] + 2 * (z * c[0] - x * c[2]), v[2] + 2 * (x * c[1] - y * c[0])];
}
function spinOf(i: number): Vector {
  const { rotation, moments } = frames[shapeIndex[i]];
  const [x, y, z, w] = orientations.subarray(4 * i, 4 * i + 4);
  const [lx, ly, lz] = momenta.subarray(3 * i, 3 * i + 3);
  const l = turn([-x, -y, -z], w, [lx, ly, lz]); // in the axes of the body
  const spin: Vector = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const along = rotation[axis] * l[0] + rotation[3 + axis] * l[1] + rotation[6 + axis] * l[2];
    for (let k = 0; k < 3; k++) spin[k] += (rotation[3 * k + axis] * along) / (density * moments[axis]);
  }
  return turn([x, y, z], w, spin);
}

// 8. A step: velocities by the forces, then positions by the new velocities (semi-implicit Euler).
function step(): void {
  sumForces();
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      velocities[3 * i + k] += dt * (forces[3 * i + k] / masses[i] - (k === 2 ? 9.81 : 0));
      positions[3 * i + k] += dt * velocities[3 * i + k];
      momenta[3 * i + k] += dt * torques[3 * i + k];
    }
    const [u, v, t] = spinOf(i);
    spins.set([u, v, t], 3 * i);
    // q + dt / 2 (spin, 0) q, brought back to unit length.
    const [x, y, z, w] = orientations.subarray(4 * i, 4 * i + 4);
    const h = dt / 2;
    const q = [
      x + h * (u * w + v * z - t * y),
      y + h * (v * w + t * x - u * z),
      z + h * (t * w + u * y - v * x),
      w - h * (u * x + v * y + t * z),
    ];
    const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (let k = 0; k < 4; k++) orientations[4 * i + k] = q[k] / length;
  }
}

// 9. The run: what moves, and where the bodies are.
function energy(): number {
  let sum = 0;
  for (let k = 0; k < 3 * count; k++) {
    sum += 0.5 * masses[Math.floor(k / 3)] * velocities[k] * velocities[k]; // of the motion of the centroid
    sum += 0.5 * momenta[k] * spins[k]; // of the rotation
  }
  return sum;
}
for (let k = 0; k <= 20_000; k++) {
  if (k % 2500 === 0) {
    const heights = Array.from({ length: count }, (_, i) => positions[3 * i + 2].toFixed(2)).join(' ');
    const moving = `${energy().toFixed(3)} J of motion`;
    console.log(`${(k * dt).toFixed(2)} s: ${moving}, ${detector.contacts.count} contacts, heights ${heights}`);
  }
  step();
}
// 0.00 s: 36.303 J of motion, 0 contacts, heights 0.05 0.15 0.25 0.35 0.45 0.35
// 0.25 s: 5.856 J of motion, 5 contacts, heights 0.05 0.15 0.25 0.35 0.45 0.29
// 0.50 s: 2.233 J of motion, 5 contacts, heights 0.05 0.15 0.25 0.35 0.44 0.13
// 0.75 s: 30.500 J of motion, 4 contacts, heights 0.05 0.15 0.25 0.24 0.25 0.06
// 1.00 s: 14.141 J of motion, 6 contacts, heights 0.05 0.15 0.25 0.12 0.10 0.07
// 1.25 s: 1.906 J of motion, 7 contacts, heights 0.05 0.15 0.25 0.06 0.05 0.06
// 1.50 s: 0.002 J of motion, 6 contacts, heights 0.05 0.15 0.25 0.05 0.05 0.07
// 1.75 s: 0.007 J of motion, 6 contacts, heights 0.05 0.15 0.25 0.05 0.05 0.06
// 2.00 s: 0.003 J of motion, 6 contacts, heights 0.05 0.15 0.25 0.05 0.05 0.06
