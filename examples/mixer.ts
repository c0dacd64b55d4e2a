/**
 * A mixer from an STL file: four blades turn in a vessel that stands still, and stir rocks. The file is made here, as a
 * drawing program would write it, with two solids; it goes to out/mixer, with the rocks at the end as VTK.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { meshWall, readStl, vtkBodies, writeStl } from 'dem-contact';
import {
  bladesMesh,
  countInVessel,
  energyOfRocks,
  MIXER,
  mixerPlaces,
  placedMesh,
  stepTurningWalls,
  turningWalls,
  vesselMesh,
} from '../sim/scenes/turning-walls';

const [COUNT, SECONDS] = [8, 0.5];
const folder = new URL('../out/mixer/', import.meta.url);
mkdirSync(folder, { recursive: true });
const file = new URL('mixer.stl', folder);
writeFileSync(
  file,
  writeStl([
    { name: 'vessel', ...vesselMesh(MIXER.radius, MIXER.height, MIXER.sides, false) },
    { name: 'blades', ...bladesMesh(MIXER.bladeRadius, MIXER.low, MIXER.high) },
  ]),
);

// Blades are sheets: both of their sides are free, and in the axis four of them meet in one edge.
const walls = readStl(readFileSync(file)).map(({ name, positions, triangles }) =>
  meshWall(positions, triangles, name === 'blades' ? { twoSided: true, angularVelocity: [0, 0, MIXER.spin] } : {}),
);
const [vessel, blades] = walls;
console.log(`vessel: ${vessel.triangleCount} triangles, ${vessel.report.borders} borders`);
console.log(`blades: ${blades.triangleCount} triangles, ${blades.report.junctions} edge of several blades`);

const scene = turningWalls(walls, mixerPlaces(COUNT));
const start = energyOfRocks(scene);
const steps = Math.ceil(SECONDS / scene.timeStep);
const { bodies } = scene.dynamics;
let torque = 0;
for (let step = 0; step < steps; step++) {
  stepTurningWalls(scene);
  torque -= scene.wallTorques[5] / steps;
}
const gained = energyOfRocks(scene) - start;
console.log(`${countInVessel(scene)} of ${COUNT} rocks in the vessel; the blades turned by ${(SECONDS * MIXER.spin).toFixed(1)} rad`);
console.log(`mean torque of the drive ${torque.toFixed(2)} N m, work ${scene.work.toFixed(2)} J`);
console.log(`rocks gained ${gained.toFixed(2)} J, contacts took ${scene.taken.toFixed(2)} J`);
writeFileSync(new URL('rocks.vtk', folder), vtkBodies(bodies));
writeFileSync(new URL('blades.stl', folder), writeStl([{ name: 'blades', ...placedMesh(blades) }]));
// vessel: 48 triangles, 16 borders
// blades: 8 triangles, 1 edge of several blades
// 8 of 8 rocks in the vessel; the blades turned by 1.5 rad
// mean torque of the drive 0.21 N m, work 0.32 J
// rocks gained -0.40 J, contacts took 0.72 J
