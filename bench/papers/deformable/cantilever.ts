/** A block that lies on a cantilever, at rest: a scene for the picture of the stresses. */
import {
  box,
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createSpringLaw,
  meshPolyhedron,
  stableStep,
  stepDeformables,
  type DeformableSet,
} from 'dem-contact';
import { G, hold, type Watch } from './scene';

export function loadedCantilever(refinements: number, steps: number, watch: Watch = () => undefined): DeformableSet {
  const material = createElasticMaterial(2e9, 0.2, 2600);
  const set = createDeformables(
    [
      { mesh: meshPolyhedron(box(4, 1, 1), refinements), material },
      { mesh: meshPolyhedron(box(1, 1, 1), refinements), material, position: [1.4, 0, 1] },
    ],
    { gravity: [0, 0, -G], localDamping: 0.7 },
  );
  hold(set, 0, (x) => x < -1.999);
  const contacts = createDeformableContacts(set, createSpringLaw(1e9, 8e8, 0.6));
  const dt = 0.8 * stableStep(set, contacts);
  for (let k = 0; k < steps; k++) {
    stepDeformables(set, dt, contacts);
    watch(set, contacts, dt);
  }
  return set;
}
