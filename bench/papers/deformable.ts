/**
 * Verification problems of the shrunken edge paper (Wang, Li and Feng 2014, section 5) with deformable blocks, beside
 * the values of the paper: 5.1, a prism and a cube that fall on blocks; 5.2, the rebound of an edge from an edge; 5.3,
 * a block that slides down a slope; 5.4, a block that topples; 5.5, a wedge that slides down two planes, and breaks.
 *
 *     npm run bench:papers -- deformable
 *
 * No times are measured. Plots go to docs/figures, of a quick run to out/bench.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { openBench } from '../lib/measure';
import { linePlot } from '../lib/plot';
import { breakWedge } from './deformable/broken-wedge';
import { loadedCantilever } from './deformable/cantilever';
import { drawStress } from './deformable/draw-stress';
import { drawWedge } from './deformable/draw-wedge';
import { fallingPrisms } from './deformable/prisms';
import { rebound } from './deformable/rebound';
import { slide } from './deformable/sliding';
import { threeBlocks } from './deformable/three-blocks';
import { criticalAngle, findCriticalAngle } from './deformable/toppling';
import { slideWedge } from './deformable/wedge';

const bench = openBench('papers-deformable');
const { quick } = bench;
const values: { what: string; paper: string; here: string }[] = [];
const add = (what: string, paper: string, here: string): void => {
  values.push({ what, paper, here });
  console.log(`${what}: ${here}`);
};
const sci = (value: number): string => value.toExponential(1);

// 5.1
for (const [inward, refinements] of [
  [0, 0],
  [0, 1],
  [0.05, 0],
  [0.05, 1],
]) {
  if (quick && refinements > 0) continue;
  const run = fallingPrisms(refinements, 0.4, 0.01, inward);
  add(
    `5.1, a prism on a prism, ${run.tetrahedra} tetrahedra, ${inward === 0 ? 'corner on corner' : 'corner on edge'}: error of the time of the touch; of the energy; speed sideways after the first blow over that of the fall, 0 by symmetry`,
    'first contact v-v at 0.46 s',
    `${sci(run.fallError)}; ${sci(run.energyError)}; ${sci(run.sideways)}`,
  );
}
for (const refinements of quick ? [0] : [0, 1]) {
  const run = threeBlocks(refinements, quick ? 0.2 : 3);
  add(
    `5.1, three blocks, ${run.tetrahedra} tetrahedra: touch of the higher and of the lower block; rise of the energy; height at rest over that of an unpressed cube`,
    'v-f 0.18 s; f-f 1.40 s; no energies',
    `${run.higher.toFixed(2)} s, ${run.lower.toFixed(2)} s; ${sci(run.rise)}; ${sci(run.restHeight)} m`,
  );
}

// 5.2
let curves;
for (const [refinements, parts] of [
  [0, quick ? [0.8] : [0.8, 0.4, 0.2, 0.1, 0.05]],
  [1, quick ? [] : [0.8, 0.4, 0.2]],
] as const) {
  for (const part of parts) {
    const run = rebound({ refinements, part, time: quick ? 0.44 : 0.75 });
    if (refinements === 0) curves = run;
    add(
      `5.2, ${run.elements} tetrahedra, step of ${sci(run.dt)} s: error of the energy; largest energy of stress; rebound`,
      'energy is conserved (no number)',
      `${sci(run.energyError)}; ${(100 * run.stressShare).toFixed(0)} %; ${(100 * run.reboundHeight).toFixed(0)} % of the drop`,
    );
  }
}

// 5.3
for (const refinements of quick ? [0] : [0, 1])
  for (const phi of [6, 12, 18, 24])
    for (const damping of [0, 300]) {
      const run = slide({ phi, refinements, damping, time: quick ? 0.05 : 2.6, samples: 13, settle: quick ? 2000 : 20000 });
      const { measured, calculated, frequency } = run.growth;
      const growth = Number.isNaN(measured)
        ? 'none'
        : `${measured.toFixed(1)}, ${calculated.toFixed(1)} 1/s at ${frequency.toFixed(0)} rad/s`;
      add(
        `5.3, friction ${phi}°, ${refinements === 0 ? 6 : 48} tetrahedra, damping ${damping} 1/s: error; growth of vibrations, measured and calculated; fewest nodes that press`,
        'below 0.001 % (1e-5)',
        `${sci(run.error)}; ${growth}; ${run.fewest} of ${run.foot}`,
      );
    }

// 5.4
for (const [height, refinements] of quick
  ? []
  : [
      [0.2, 0],
      [0.4, 0],
      [0.8, 0],
      [0.4, 1],
    ]) {
  const exact = criticalAngle(height);
  const angle = findCriticalAngle(height, refinements, exact - 0.32, exact + 0.32, 0.01);
  add(
    `5.4, height ${height} m, ${refinements === 0 ? 6 : 48} tetrahedra: critical angle, to 0.005°`,
    `${exact.toFixed(3)}° (eq. 33)`,
    `${angle.toFixed(3)}°`,
  );
}

// 5.5
for (const dip of [20, 30, 40]) {
  const run = slideWedge(dip, 1, quick ? 0.1 : 1.6, 16);
  add(`5.5, wedge of 8 tetrahedra, ${dip}°: error of the displacement`, 'corresponds well with eq. 34 (no number)', sci(run.error));
}

let wedge;
for (const [strength, isArea] of [
  [1, false],
  [1, true],
  [Infinity, false],
] as const) {
  const times = strength === 1 ? [1.905, 2, 2.5, 3, 3.5] : [1.901, 1.905, 1.91];
  const run = breakWedge(quick ? [1.901] : times, 1, strength, undefined, isArea);
  if (isArea) wedge = run;
  const bonds = strength === 1 ? `bonds of table 1, stiffness of ${isArea ? 'a square metre' : 'a point'}` : 'bonds that cannot break';
  run.times.forEach((time, k) =>
    add(
      `5.5, failure, ${run.tetrahedra} tetrahedra, ${bonds}, ${time.toFixed(3)} s: open faces; pieces; horizontal displacement`,
      'pictures at 2.0, 2.5, 3.0 and 3.5 s',
      `${(100 * run.broken[k]).toFixed(0)} %; ${run.pieces[k]}; ${run.displacements[k].toFixed(2)} m`,
    ),
  );
  add(`5.5, failure, ${bonds}: rise of the energy over that of the collision`, 'not printed', `${(100 * run.rise).toPrecision(2)} %`);
}

bench.note('values', values);
bench.save();

const folder = new URL(quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
mkdirSync(folder, { recursive: true });
const title = 'Von Mises stress of a cantilever under a block, displacements 100 times';
writeFileSync(new URL('deformable-stress.svg', folder), drawStress(loadedCantilever(quick ? 0 : 2, quick ? 100 : 3000), title, 100));
if (wedge !== undefined) {
  const name = 'Section 5.5, figure 34, with deformable pieces: a wedge breaks on the ground';
  writeFileSync(new URL('deformable-5-5.svg', folder), drawWedge(wedge.times, wedge.places, 40, name));
}
if (curves !== undefined) {
  const { times, kinetic, elastic, work } = curves;
  const plot = linePlot({
    title: 'Section 5.2, figure 22, with deformable blocks: work of gravity, and kinetic and elastic energy',
    description: 'Work of gravity and the sum of kinetic and elastic energy are one curve.',
    x: { label: 'time, s', log: false },
    y: { label: 'energy, J', log: false },
    series: [
      { name: 'kinetic and elastic', points: times.map((t, k) => [t, kinetic[k] + elastic[k]]) },
      { name: 'work of gravity', points: times.map((t, k) => [t, work[k]]), dashed: true },
      { name: 'elastic', points: times.map((t, k) => [t, elastic[k]]) },
    ],
  });
  writeFileSync(new URL('deformable-5-2.svg', folder), plot);
}
