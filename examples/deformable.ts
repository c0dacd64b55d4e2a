/**
 * Deformable blocks: a block that is laid on a cantilever, with the stresses of both as a VTK file, a wedge that
 * falls on the ground and breaks, and a cube that falls on two blocks.
 *
 *     npx tsx examples/deformable.ts --out out/deformable.html                  and a page that plays the cantilever
 *     npx tsx examples/deformable.ts --out out/deformable.html --scene wedge    the wedge; or blocks: the cube
 *
 * --refine N: each halves the edges of the mesh; default 1.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { box, createDeformableContacts, createDeformables, createElasticMaterial, createSpringLaw, meshPolyhedron } from 'dem-contact';
import { stableStep, stepDeformables, StepStatus, vonMisesStress, vtkDeformables } from 'dem-contact';
import { createDeformableContacts2d, createDeformables2d, meshPolygon, rectangle } from 'dem-contact/planar';
import { stableStep2d, stepDeformables2d } from 'dem-contact/planar';
import { breakWedge } from '../bench/papers/deformable/broken-wedge';
import { threeBlocks } from '../bench/papers/deformable/three-blocks';
import { BLOCK_SCENES, recordBlocks } from '../app/block-scenes';
import { writeBlocksPage } from '../app/report/blocks-page';

const { values } = parseArgs({
  options: { out: { type: 'string' }, scene: { type: 'string', default: 'cantilever' }, refine: { type: 'string', default: '1' } },
});
if (!Object.hasOwn(BLOCK_SCENES, values.scene))
  throw new Error(`--scene needs one of ${Object.keys(BLOCK_SCENES).join(', ')}, not '${values.scene}'`);
if (!/^[0-3]$/.test(values.refine)) throw new Error(`--refine needs a whole number from 0 to 3, not '${values.refine}'`);

const material = createElasticMaterial(2e9, 0.2, 2600);
const beam = { mesh: meshPolyhedron(box(4, 1, 1), 1), material };
const load = { mesh: meshPolyhedron(box(1, 1, 1), 1), material, position: [1.4, 0.1, 1] };
const blocks = createDeformables([beam, load], { gravity: [0, 0, -9.81], localDamping: 0.7 });
for (let node = 0; node < blocks.nodeCount; node++) if (blocks.positions[3 * node] < -1.999) blocks.held.fill(1, 3 * node, 3 * node + 3);
const contacts = createDeformableContacts(blocks, createSpringLaw(1e9, 8e8, 0.6));
const dt = 0.8 * stableStep(blocks, contacts);
for (let step = 0; step < 3000; step++) if (stepDeformables(blocks, dt, contacts) !== StepStatus.Done) break;

let weight = 0;
for (let node = blocks.nodeStart[1]; node < blocks.nodeCount; node++) weight += blocks.forces[3 * node + 2];
const stresses = vonMisesStress(new Float64Array(blocks.elementCount), blocks.stresses);
console.log(`${contacts.pointCount} points carry ${(weight / 1000).toFixed(2)} kN`);
console.log(`von Mises stress: ${(Math.max(...stresses) / 1e3).toFixed(0)} kPa`);
// Write this text to a file for ParaView: displacements of the nodes, von Mises stress of the tetrahedra.
console.log(vtkDeformables(blocks).split('\n')[3]);

const { pieces, tetrahedra } = breakWedge([1.905], 1);
console.log(`a wedge of ${tetrahedra} tetrahedra is broken to ${pieces[0]} pieces 5 ms after it meets the ground`);

const { higher, rise } = threeBlocks(0, 0.25);
console.log(`a cube meets the higher of two blocks after ${higher.toFixed(2)} s; its energy ${rise < 1e-5 ? 'does not rise' : 'rises'}`);
if (values.out !== undefined) {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), values.out);
  const scene = BLOCK_SCENES[values.scene];
  writeBlocksPage(path, scene.title, recordBlocks(scene, Number(values.refine)), scene.provenance);
  console.log(`Report: ${path}`);
}
const stone = meshPolygon(rectangle(1, 1), 1);
const column = createDeformables2d(
  [0, 1, 2].map((b) => ({ mesh: stone, material, position: [0, b + 0.5] })),
  { gravity: [0, -9.81], localDamping: 0.7 },
);
const joints = createDeformableContacts2d(column, createSpringLaw(1e9, 0, 0), { lines: [{ normal: [0, 1], offset: 0 }] });
const dt2d = 0.8 * stableStep2d(column, joints);
for (let step = 0; step < 4000; step++) if (stepDeformables2d(column, dt2d, joints) !== StepStatus.Done) break;
console.log(
  `in the plane, ${joints.pointCount} points between three blocks; the floor carries ${(-joints.lineForces[1] / 1000).toFixed(2)} kN`,
);
// 8 points carry 25.51 kN
// von Mises stress: 494 kPa
// DATASET UNSTRUCTURED_GRID
// a wedge of 8 tetrahedra is broken to 7 pieces 5 ms after it meets the ground
// a cube meets the higher of two blocks after 0.18 s; its energy does not rise
// in the plane, 12 points between three blocks; the floor carries 76.52 kN
