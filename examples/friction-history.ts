/**
 * Friction that remembers: the springs of all contact points, kept under the slots that the detector hands out, and the
 * pressure law on top of them.
 */
import {
  addBody,
  beginSprings,
  BodyFlag,
  box,
  contactForce,
  createBodySet,
  createDetector,
  createPairForce,
  createPressureLaw,
  createSprings,
  shortestLinkMethod,
} from 'dem-contact';

// A cube on a table, pressed in by 0.03 mm; the table stands still.
const bodies = createBodySet();
addBody(bodies, { shape: box(0.5, 0.5, 0.1), position: [0, 0, -0.05], flags: BodyFlag.Static });
const cube = addBody(bodies, { shape: box(0.1, 0.1, 0.1), position: [0, 0, 0.05 - 3e-5] });
const detector = createDetector({ bodies, method: shortestLinkMethod });

// An elastic layer of 4e7 N / m3 along the normal and along the plane: 4e5 N / m on the foot of the cube, a square
// decimetre. Coefficient of friction 0.5.
const law = createPressureLaw(4e7, 4e7, 0.5);
const springs = createSprings();
const velocities = new Float64Array(3 * bodies.count);
const motion = { positions: bodies.positions, velocities, spins: new Float64Array(3 * bodies.count) };
const pair = createPairForce();
const dt = 1e-3;

for (let step = 0; step <= 60; step++) {
  // The cube is dragged along x by a micrometre a step, then back; at last it is lifted off.
  const move = step === 0 ? 0 : step <= 30 ? 1e-6 : -1e-6;
  bodies.positions[3 * cube] += move;
  velocities[3 * cube] = move / dt;
  if (step === 60) bodies.positions[3 * cube + 2] += 1e-3;

  const contacts = detector.update();
  // Room for the springs of all points, and a fresh one for each point that is new.
  beginSprings(springs, contacts);
  let force = 0; // on the cube
  for (let c = 0; c < contacts.count; c++) {
    // The force on B, which is the cube.
    force += contactForce(pair, law, springs, contacts, c, motion, dt).force[0];
  }
  if (step % 10 === 0) {
    const state = contacts.count > 0 ? `contact in slot ${contacts.userSlot[0]}` : `${contacts.endedCount} contact ended`;
    console.log(`step ${step}: friction ${force.toFixed(2)} N, ${state}`);
  }
}
// step 0: friction 0.00 N, contact in slot 0
// step 10: friction -4.00 N, contact in slot 0
// step 20: friction -6.00 N, contact in slot 0
// step 30: friction -6.00 N, contact in slot 0
// step 40: friction -2.00 N, contact in slot 0
// step 50: friction 2.00 N, contact in slot 0
// step 60: friction 0.00 N, 1 contact ended
