/**
 * Discs replaced by polygons, falling into a box: the detector in the plane with a small loop and the pressure law with
 * friction (contactForce2d).
 *
 *     npx tsx examples/falling-polygons.ts --out out/falling-polygons.html       and a page that plays the run
 *
 * Writes the start, a moment of the fall and the end to out/falling-polygons.svg.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPressureLaw } from 'dem-contact';
import { shortestLinkMethod2d } from 'dem-contact/planar';
import { recordPlanar, writePlanarPage } from '../app/planar-report';
import { frameOf, polygonsSvg } from '../bench/lib/draw-polygons';
import { createDynamics2d, kineticEnergy2d, potentialEnergy2d, timeStepFor2d } from '../sim/dynamics/dynamics-2d';
import { fallingPolygons } from '../sim/scenes/falling-polygons';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const { bodies, width, height } = fallingPolygons(6, 7, 1);
// For a thickness of one metre: pressure a depth, N/m³, and its dashpots, N s/m³.
const law = createPressureLaw(4e6, 2e6, 0.4, { normalDamping: 2e4, shearDamping: 2e4 });
const dynamics = createDynamics2d(bodies, { density: 2000, law }, [0, -9.81]);
const dt = timeStepFor2d(dynamics);
const steps = Math.ceil(1.5 / dt); // one and a half seconds

const frames = [frameOf(bodies)];
const run = { dynamics, method: shortestLinkMethod2d, label: 'Shortest link', timeStep: dt };
const recorded = recordPlanar(run, steps, (step, { contacts }) => {
  if (step === Math.ceil(steps / 8)) frames.push(frameOf(bodies));
  if (step % Math.ceil(steps / 5) !== 0 && step !== steps) return;
  const [kinetic, potential] = [kineticEnergy2d(dynamics), potentialEnergy2d(dynamics)];
  console.log(
    `${(step * dt).toFixed(2)} s: ${contacts.count} contacts, kinetic energy ${kinetic.toFixed(2)} J, potential ${potential.toFixed(1)} J`,
  );
});
frames.push(frameOf(bodies));

const rebuilds = Object.fromEntries(recorded.record.rebuilds);
console.log(`${steps} steps; near list built ${rebuilds['skin used up by motion']} times for motion`);
const folder = new URL('../out/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('falling-polygons.svg', folder), polygonsSvg(frames, 0.75 * width, -0.15, 1.25 * height));
if (values.out !== undefined) {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), values.out);
  writePlanarPage(path, 'Polygons falling into a box', recorded, [
    ['Bodies', 'regular and random polygons, a metre thick'],
    ['Law', 'pressure by depth with friction 0.4 and damping'],
    ['Method', 'Detector in the plane with the shortest link'],
  ]);
  console.log(`Report: ${path}`);
}
// 0.30 s: 41 contacts, kinetic energy 560.79 J, potential 599.0 J
// 0.60 s: 73 contacts, kinetic energy 19.55 J, potential 463.4 J
// 0.90 s: 81 contacts, kinetic energy 2.57 J, potential 442.6 J
// 1.20 s: 84 contacts, kinetic energy 0.08 J, potential 432.4 J
// 1.50 s: 84 contacts, kinetic energy 0.02 J, potential 433.1 J
// 6034 steps; near list built 399 times for motion
