// A step of deformable blocks allocates nothing, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const { createDeformableContacts2d, createDeformables2d, meshPolygon, rectangle, stableStep2d, stepDeformables2d } =
  await import('../../dist/planar/index.js');
const { box, createDeformableContacts, createDeformables, createElasticMaterial, createSpringLaw, meshPolyhedron } =
  await import('../../dist/index.js');
const { stableStep, stepDeformables, StepStatus } = await import('../../dist/index.js');

test('a step of deformable blocks', () => {
  const material = createElasticMaterial(30e9, 0.22, 2500);
  const mesh = meshPolyhedron(box(1, 1, 1), 2);
  const blocks = [0, 1, 2].map((b) => ({ mesh, material, position: [2 * b, 0, 0] }));
  const set = createDeformables(blocks, { gravity: [0, 0, -9.81], massDamping: 1, localDamping: 0.1 });
  const dt = 0.5 * stableStep(set);
  const step = (calls) => {
    for (let k = 0; k < calls; k++) stepDeformables(set, dt);
  };
  // A boxed double takes 12 bytes or more; what the count itself allocates is shared by 1000 steps.
  const bound = 1;
  const bytes = leastAllocation(step, 1000, bound);
  console.log(`deformable: ${bytes.toFixed(1)} bytes a step of ${set.nodeCount} nodes`);
  assert.equal(set.status, StepStatus.Done);
  assert.ok(bytes < bound, `${bytes} bytes a step`);
});

test('a step of deformable blocks in contact', () => {
  const material = createElasticMaterial(2e9, 0.2, 2600);
  const blocks = [0, 1].map((b) => ({ mesh: meshPolyhedron(box(1, 1, 1), 1), material, position: [0.2 * b, 0.1 * b, 0.5 + b] }));
  const set = createDeformables(blocks, { gravity: [0, 0, -9.81], localDamping: 0.7 });
  const law = createSpringLaw(1e9, 8e8, 0.5);
  const contacts = createDeformableContacts(set, law, { planes: [{ normal: [0, 0, 1], offset: 0 }] });
  const dt = 0.8 * stableStep(set, contacts);
  const step = (calls) => {
    for (let k = 0; k < calls; k++) stepDeformables(set, dt, contacts);
  };
  step(2000);
  const bound = 1;
  const bytes = leastAllocation(step, 1000, bound);
  console.log(`deformable: ${bytes.toFixed(1)} bytes a step of ${contacts.pointCount + contacts.planePointCount} contact points`);
  assert.equal(set.status, StepStatus.Done);
  assert.ok(contacts.pointCount > 0 && contacts.planePointCount > 0);
  assert.ok(bytes < bound, `${bytes} bytes a step`);
});

test('a step of deformable blocks in the plane', () => {
  const material = createElasticMaterial(30e9, 0.22, 2500);
  const mesh = meshPolygon(rectangle(1, 1), 4);
  const blocks = [0, 1, 2].map((b) => ({ mesh, material, position: [2 * b, 0] }));
  const set = createDeformables2d(blocks, { gravity: [0, -9.81], massDamping: 1, localDamping: 0.1 });
  const dt = 0.5 * stableStep2d(set);
  const step = (calls) => {
    for (let k = 0; k < calls; k++) stepDeformables2d(set, dt);
  };
  const bound = 1;
  const bytes = leastAllocation(step, 1000, bound);
  console.log(`deformable in the plane: ${bytes.toFixed(1)} bytes a step of ${set.nodeCount} nodes`);
  assert.equal(set.status, StepStatus.Done);
  assert.ok(bytes < bound, `${bytes} bytes a step`);
});

test('a step of deformable blocks in contact in the plane', () => {
  const material = createElasticMaterial(2e9, 0.2, 2600);
  // The third block is flush with the second one, and its corners are at those of it.
  const blocks = [0, 1, 2].map((b) => ({ mesh: meshPolygon(rectangle(1, 1), 1), material, position: [b === 0 ? 0.2 : 0, 0.5 + b] }));
  const set = createDeformables2d(blocks, { gravity: [0, -9.81], localDamping: 0.7 });
  const law = createSpringLaw(1e9, 8e8, 0.5);
  const contacts = createDeformableContacts2d(set, law, { lines: [{ normal: [0, 1], offset: 0 }] });
  const dt = 0.8 * stableStep2d(set, contacts);
  const step = (calls) => {
    for (let k = 0; k < calls; k++) stepDeformables2d(set, dt, contacts);
  };
  step(2000);
  const bound = 1;
  const bytes = leastAllocation(step, 1000, bound);
  console.log(
    `deformable in the plane: ${bytes.toFixed(1)} bytes a step of ${contacts.pointCount + contacts.linePointCount} contact points`,
  );
  assert.equal(set.status, StepStatus.Done);
  assert.ok(contacts.pointCount > 0 && contacts.linePointCount > 0);
  assert.ok(bytes < bound, `${bytes} bytes a step`);
});
