/**
 * A drum that turns about a level axis, with rocks that tumble in it: a mesh wall made in code, moved by moveWall,
 * whose torque gives the power of the drive. Writes ten frames for ParaView to out/drum: the rocks as VTK, the drum as
 * STL.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { meshWall, vtkBodies, vtkSeries, writeStl } from 'dem-contact';
import {
  countInDrum,
  DRUM,
  drumPlaces,
  energyOfRocks,
  placedMesh,
  stepTurningWalls,
  turningWalls,
  vesselMesh,
} from '../sim/scenes/turning-walls';

const [COUNT, SECONDS, FRAMES] = [9, 0.8, 10];

// What is inside is in front of the triangles. The axis z of the mesh is turned into y of the world.
const mesh = vesselMesh(DRUM.radius, DRUM.length, DRUM.sides, true);
const drum = meshWall(mesh.positions, mesh.triangles, {
  position: [0, -DRUM.length / 2, 0],
  orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  angularVelocity: [0, -DRUM.spin, 0],
});
console.log(`${drum.triangleCount} triangles, ${drum.report.borders} borders, ${((30 * DRUM.spin) / Math.PI).toFixed(0)} turns a minute`);

const scene = turningWalls([drum], drumPlaces(COUNT));
const { bodies } = scene.dynamics;
const start = energyOfRocks(scene);
const steps = Math.ceil(SECONDS / scene.timeStep);
const folder = new URL('../out/drum/', import.meta.url);
mkdirSync(folder, { recursive: true });
const frames: { file: string; time: number }[] = [];
let lean = 0;
let torque = 0;
for (let step = 1; step <= steps; step++) {
  stepTurningWalls(scene);
  // Means over the second half, when the rocks have come to their place: the lean of their centre, the drive's torque.
  if (2 * step > steps) {
    let [x, z] = [0, 0];
    for (let b = 0; b < COUNT; b++) [x, z] = [x + bodies.positions[3 * b], z + bodies.positions[3 * b + 2]];
    lean += (Math.atan2(x, -z) * 2) / steps;
    torque += (scene.wallTorques[1] * 2) / steps;
  }
  if (step % Math.ceil(steps / FRAMES) !== 0 && step !== steps) continue;
  const file = `rocks-${frames.length}.vtk`;
  writeFileSync(new URL(file, folder), vtkBodies(bodies));
  writeFileSync(new URL(`drum-${frames.length}.stl`, folder), writeStl([{ name: 'drum', ...placedMesh(drum) }]));
  frames.push({ file, time: step * scene.timeStep });
}
writeFileSync(new URL('rocks.vtk.series', folder), vtkSeries(frames));

console.log(`${countInDrum(scene)} of ${COUNT} rocks in the drum, carried up its side to ${((180 / Math.PI) * lean).toFixed(0)} degrees`);
console.log(`torque of the drive ${torque.toFixed(2)} N m, power ${(torque * DRUM.spin).toFixed(1)} W`);
const gained = energyOfRocks(scene) - start;
const stored = scene.dynamics.elasticEnergy;
const lost = scene.taken - stored;
console.log(`work of the drum ${scene.work.toFixed(2)} J: rocks gained ${gained.toFixed(2)} J, contacts took ${scene.taken.toFixed(2)} J`);
console.log(`springs hold ${(1000 * stored).toFixed(0)} mJ of it, friction and damping turned ${lost.toFixed(2)} J into heat`);
// 64 triangles, 0 borders, 25 turns a minute
// 9 of 9 rocks in the drum, carried up its side to 46 degrees
// torque of the drive 0.59 N m, power 1.5 W
// work of the drum 0.88 J: rocks gained -0.05 J, contacts took 0.93 J
// springs hold 2 mJ of it, friction and damping turned 0.93 J into heat
