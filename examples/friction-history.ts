/**
 * Friction that remembers: one spring for each contact point, kept in the simulator's own array under the slot that the detector hands out.
 */
import { addBody, box, BodyFlag, createBodySet, createDetector, shortestLinkMethod } from 'dem-contact';

const stiffness = 1e5; // N / m, of the normal and the shear spring of a point
const friction = 0.5;

// A cube on a table, pressed in by 0.03 mm; the table stands still.
const bodies = createBodySet();
addBody(bodies, { shape: box(0.5, 0.5, 0.1), position: [0, 0, -0.05], flags: BodyFlag.Static });
const cube = addBody(bodies, { shape: box(0.1, 0.1, 0.1), position: [0, 0, 0.05 - 3e-5] });
const detector = createDetector({ bodies, method: shortestLinkMethod });

/** Stretch of the shear spring along x, by point slot. It grows with the slots and never has to be sorted or searched. */
let stretch = new Float64Array(16);

for (let step = 0; step <= 60; step++) {
  // The cube is dragged along x by a micrometre a step, then back; at last it is lifted off.
  const move = step === 0 ? 0 : step <= 30 ? 1e-6 : -1e-6;
  bodies.positions[3 * cube] += move;
  if (step === 60) bodies.positions[3 * cube + 2] += 1e-3;

  const contacts = detector.update();
  if (contacts.pointSlotCount > stretch.length) {
    const longer = new Float64Array(2 * contacts.pointSlotCount);
    longer.set(stretch);
    stretch = longer;
  }
  let force = 0; // on the cube
  for (let c = 0; c < contacts.count; c++) {
    // The motion of B, the cube, against A, the table.
    for (let p = contacts.pointStart[c]; p < contacts.pointStart[c + 1]; p++) {
      const slot = contacts.pointSlot[p];
      // A slot is used again by points that come later: what begins has no past.
      if (contacts.pointBegan[p] === 1) stretch[slot] = 0;
      // What Coulomb's law allows, as a stretch: both springs of a point are equally stiff.
      const limit = friction * Math.max(0, -contacts.pointGaps[p]);
      stretch[slot] = Math.min(limit, Math.max(-limit, stretch[slot] + move));
      force -= stiffness * stretch[slot];
    }
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
