/** Ten lines with a detector: two cubes over a floor. */
import { addBody, box, createBodySet, createDetector, planeWall, shortestLinkMethod } from 'dem-contact';

const bodies = createBodySet();
addBody(bodies, { shape: box(0.04, 0.04, 0.04), position: [0, 0, 0.0199] }); // in metres; any unit will do
addBody(bodies, { shape: box(0.04, 0.04, 0.04), position: [0.03, 0, 0.0597] });
const detector = createDetector({ bodies, method: shortestLinkMethod, margin: 1e-3, walls: [planeWall([0, 0, 1], 0)] });

const contacts = detector.update(); // once a step, after the poses have changed
for (let c = 0; c < contacts.count; c++) {
  const [a, b] = [contacts.bodyA[c], contacts.bodyB[c]]; // b < 0: a wall
  const points = contacts.pointStart[c + 1] - contacts.pointStart[c];
  console.log(`${a} and ${b}: ${(-1000 * contacts.gaps[c]).toFixed(2)} mm deep, ${points} points`);
}
// 0 and 1: 0.20 mm deep, 4 points
// 0 and -1: 0.10 mm deep, 4 points
