/**
 * The example of the half-space paper (Nassauer, Liedke and Kuna 2012, section 6): 200, 400 and 800 particles flow
 * through a hopper into a silo.
 *
 *     npm run bench:papers -- hopper                          all three, some 20 minutes
 *     npm run bench:papers -- hopper --particles=200,400      other numbers; --seconds=1.6 of simulated time
 *
 * The paper's figures 7 and 8 could not be read; its text says that the computing time grows almost in proportion to
 * the particles. bench/papers/overlap.ts has that comparison, in one window of time. Here: processor time of a step in
 * the mean of the whole run, and whether the run is sound: nothing lost through walls, no energy gained. First, a run
 * without damping and friction, in which the sum of kinetic, potential and stored energy should stay: what it changes
 * by is the error of the time step, and what is stored in the end, when next to nothing overlaps, is what the volume
 * law itself has given or taken.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { balanceOf } from '../../sim/dynamics/energy';
import { openBench } from '../lib/measure';
import { createHopper, createLaw, outlineOfWalls, stepHopper } from '../../sim/scenes/hopper';
import { watchHopper } from '../../sim/scenes/hopper-watch';
import { snapshotsSvg, takeSnapshot } from './hopper/snapshot';

const bench = openBench('papers-hopper');
const flag = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const counts = flag('particles')?.split(',').map(Number) ?? (bench.quick ? [8, 16] : [200, 400, 800]);
const seconds = Number(flag('seconds') ?? (bench.quick ? 0.4 : 1.6));
const SEED = 1;
/** Parts of the time at which the largest run is drawn, besides the start. */
const MOMENTS = [0.2, 0.4, 1];

const values: { what: string; paper: string; here: string }[] = [];
const add = (what: string, here: string, paper = 'not printed'): void => {
  values.push({ what, paper, here });
  console.log(`${what}: ${here}`);
};
const time = (t: number): string => (t < Infinity ? `${t.toFixed(2)} s` : 'not yet');
const percent = (part: number): string => `${(100 * part).toPrecision(3)} %`;

const free = createHopper(bench.quick ? 8 : 50, SEED, { law: { ...createLaw(), normalDamping: 0, tangentialDamping: 0, friction: 0 } });
const watch = watchHopper(free);
const start = balanceOf(free.volume.dynamics).total;
let change = 0;
const freeSteps = Math.ceil((bench.quick ? 0.2 : 0.6) / free.timeStep);
for (let step = 1; step <= freeSteps; step++) {
  stepHopper(free);
  watch.look(step);
  change = Math.max(change, Math.abs(balanceOf(free.volume.dynamics).total / start - 1));
}
const name = `${free.particles} particles without damping and friction`;
add(`${name}, largest change of the energy with what is stored`, percent(change));
add(`${name}, most that the law has given beyond what it took`, `${percent(watch.figures.given)} of the start`);
add(`${name}, largest kinetic + potential energy over the start`, watch.figures.energy.toFixed(4));

counts.forEach((count) => {
  const hopper = createHopper(count, SEED);
  const { look, figures } = watchHopper(hopper);
  const { timeStep, volume } = hopper;
  const steps = Math.ceil(seconds / timeStep);
  const drawn = MOMENTS.map((part) => Math.floor(part * steps));
  const snapshots = [takeSnapshot(hopper)];
  let used = 0;
  let contacts = 0;
  for (let step = 1; step <= steps; step++) {
    const start = process.cpuUsage();
    stepHopper(hopper);
    const { user, system } = process.cpuUsage(start);
    used += user + system;
    contacts += hopper.detector.contacts.count / steps;
    look(step);
    if (drawn.includes(step)) snapshots.push(takeSnapshot(hopper));
  }
  const cost = used / (steps * count);
  const { kinetic } = balanceOf(volume.dynamics);
  bench.note(`${count} particles`, {
    steps,
    timeStep,
    cost,
    contacts,
    kinetic,
    ...figures,
    volume: volume.deepestVolume,
    extent: volume.deepestExtent,
  });
  console.log(`\n${count} particles, ${steps} steps of ${(1e6 * timeStep).toFixed(1)} us, ${(used / 1e6).toFixed(1)} s`);
  add(`${count} particles, lost through walls`, String(figures.lost));
  add(`${count} particles, largest kinetic + potential energy over the start`, figures.energy.toFixed(4));
  add(`${count} particles, largest rise of the energy with what is stored`, `${figures.gain.toExponential(0)} of the start`);
  add(
    `${count} particles, time a particle and step; a contact and step`,
    `${cost.toPrecision(3)} µs; ${((cost * count) / contacts).toPrecision(3)} µs`,
  );
  add(
    `${count} particles, deepest overlap`,
    `${percent(volume.deepestVolume)} of the smaller volume; ${volume.deepestExtent.toFixed(2)} of the smaller radius along the normal`,
  );
  add(
    `${count} particles, through the orifice`,
    `${figures.passed}; first ${time(figures.first)}, half ${time(figures.half)}, last ${time(figures.last)}`,
  );
  // After each run, so that a bench that is broken off leaves what it has; the largest comes last.
  const folder = new URL(bench.quick ? '../../out/bench/' : '../../docs/figures/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const title = `${count} particles flow through a hopper`;
  writeFileSync(new URL('hopper-paper-6.svg', folder), snapshotsSvg(title, snapshots, outlineOfWalls(hopper)));
  bench.note('values', values);
  bench.save();
});

bench.note('values', values);
bench.save();
