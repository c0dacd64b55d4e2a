/**
 * Section 5.4 with a deformable block 0.1 m wide: on a slope steeper than arctan(width / height) it topples. The slope
 * is a fixed plane; gravity is turned. The block first comes to rest on the slope with local damping.
 *
 * As in the rigid problem, a thousandth of the paper's stiffness is taken, for a longer step.
 */
import {
  box,
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createSpringLaw,
  meshPolyhedron,
  stableStep,
  stepDeformables,
  StepStatus,
} from 'dem-contact';
import { G, radians } from './scene';

const WIDTH = 0.1;
const STIFFNESS = 150e6;
const SHEAR = 123 / 150;

/** Eq. 33, degrees. */
export const criticalAngle = (height: number): number => (180 / Math.PI) * Math.atan(WIDTH / height);

/** Whether the block leans by more than 1 degree within `time`, s. */
export function topples(height: number, slope: number, refinements: number, time: number): boolean {
  const material = createElasticMaterial(30e9, 0.22, 2500);
  const mesh = meshPolyhedron(box(WIDTH, WIDTH, height), refinements);
  const gravity = [G * Math.sin(radians(slope)), 0, -G * Math.cos(radians(slope))];
  const set = createDeformables([{ mesh, material, position: [0, 0, 0.5 * height] }], { gravity, localDamping: 0.8 });
  const contacts = createDeformableContacts(set, createSpringLaw(STIFFNESS, SHEAR * STIFFNESS, 1), {
    planes: [{ normal: [0, 0, 1], offset: 0 }],
  });
  const dt = 0.8 * stableStep(set, contacts);
  // The node at the top that is first in x.
  let corner = 0;
  for (let n = 0; n < set.nodeCount; n++)
    if (mesh.nodes[3 * n + 2] - mesh.nodes[3 * n] > mesh.nodes[3 * corner + 2] - mesh.nodes[3 * corner]) corner = n;
  const rest = Math.round(0.02 / dt);
  const steps = Math.round(time / dt);
  for (let k = 0; k < rest + steps; k++) {
    if (k === rest) set.localDamping = 0;
    const status = stepDeformables(set, dt, contacts);
    if (status !== StepStatus.Done) throw new Error(`status ${status} at ${set.time} s`);
    if (set.positions[3 * corner] - set.startPositions[3 * corner] > height * Math.sin(radians(1))) return true;
  }
  return false;
}

/** The critical angle between two angles, by bisection to `resolution`; all in degrees. */
export function findCriticalAngle(height: number, refinements: number, low: number, high: number, resolution: number): number {
  let [stands, falls] = [low, high];
  // A body that turns about its edge leaves its place as exp(t sqrt(rate)).
  const rate = (3 * G) / (2 * Math.sqrt(WIDTH * WIDTH + height * height));
  const time = 6.5 / Math.sqrt(rate);
  while (falls - stands > resolution) {
    const middle = 0.5 * (stands + falls);
    if (topples(height, middle, refinements, time)) falls = middle;
    else stands = middle;
  }
  return 0.5 * (stands + falls);
}
