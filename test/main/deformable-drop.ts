/** A small run of deformable blocks: a cube that falls on a slab, which lies on a plane. */
import { createBlockRecorder, type BlockRecord } from '../../app/block-record';
import {
  box,
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createSpringLaw,
  meshPolyhedron,
  stableStep,
  stepDeformables,
  type DeformableContacts,
  type DeformableSet,
} from '../../src';

export function recordDrop(steps: number, friction = 0.5): { set: DeformableSet; contacts: DeformableContacts; record: BlockRecord } {
  const material = createElasticMaterial(2e7, 0.2, 2000);
  const set = createDeformables(
    [
      { mesh: meshPolyhedron(box(2, 2, 0.5), 1), material, position: [0, 0, 0.25] },
      { mesh: meshPolyhedron(box(0.8, 0.8, 0.8), 1), material, position: [0.1, 0.05, 0.91], velocity: [0, 0, -1] },
    ],
    { gravity: [0, 0, -9.81], massDamping: 4 },
  );
  const contacts = createDeformableContacts(set, createSpringLaw(2e6, 1e6, friction), { planes: [{ normal: [0, 0, 1], offset: 0 }] });
  const dt = 0.7 * stableStep(set, contacts);
  const recorder = createBlockRecorder(set, contacts);
  for (let k = 0; k < steps; k++) {
    stepDeformables(set, dt, contacts);
    recorder.keep(dt, 20 * dt);
  }
  recorder.keep(dt);
  return { set, contacts, record: recorder.record() };
}
