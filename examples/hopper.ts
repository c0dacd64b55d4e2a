/**
 * Particles that flow through a hopper into a silo whose walls are bodies: near pairs by a detector, the region that
 * two bodies share by half-spaces, its force by the volume law.
 *
 *     npm run hopper                                  200 particles, and a page that plays them back in out/hopper.html
 *     npx tsx examples/hopper.ts --particles 400 --seconds 2 --seed 1 --threads 2 --out out/hopper.html
 *
 * Without arguments: a few particles, no page.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MOST_THREADS } from 'dem-contact/parallel';
import { recordHopper, writeHopperPage } from '../app/hopper-report';
import { PARTICLES_A_THREAD, usefulThreads } from '../app/job-threads';
import { passed } from '../sim/scenes/hopper';

const { values } = parseArgs({
  options: {
    particles: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '0.5' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string' },
    out: { type: 'string' },
  },
});
const particles = Number(values.particles);
const seconds = Number(values.seconds);
const seed = Number(values.seed);
const threads = values.threads === undefined ? usefulThreads(particles, PARTICLES_A_THREAD) : Number(values.threads);
if (!(Number.isInteger(particles) && particles > 0)) throw new Error(`--particles needs a whole number above 0, not '${values.particles}'`);
if (!(seconds > 0 && seconds < Infinity)) throw new Error(`--seconds needs a time above 0, not '${values.seconds}'`);
if (!Number.isInteger(seed)) throw new Error(`--seed needs a whole number, not '${values.seed}'`);
if (!(Number.isInteger(threads) && threads > 0 && threads <= MOST_THREADS))
  throw new Error(`--threads needs a whole number from 1 to ${MOST_THREADS}, not '${values.threads}'`);

const run = recordHopper(
  particles,
  seed,
  seconds,
  (step, steps, hopper) => {
    // Every tenth of a second, and at the end.
    const { timeStep } = hopper;
    const tenths = (s: number): number => Math.floor(10 * s * timeStep);
    if (step < steps && tenths(step) === tenths(step - 1)) return;
    console.log(
      `${(step * timeStep).toFixed(2)} s: ${passed(hopper)} of ${particles} have passed the orifice, ${hopper.detector.contacts.count} contacts`,
    );
  },
  threads,
);
const { lost, energy } = run.figures;
console.log(`${lost} lost through walls; kinetic and potential energy at most ${energy.toFixed(3)} of the start`);
if (values.out !== undefined) {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), values.out);
  writeHopperPage(path, run, seed);
  console.log(`Report: ${path}`);
}
// 0.10 s: 0 of 12 have passed the orifice, 13 contacts
// 0.20 s: 0 of 12 have passed the orifice, 10 contacts
// 0.30 s: 0 of 12 have passed the orifice, 9 contacts
// 0.40 s: 5 of 12 have passed the orifice, 10 contacts
// 0.50 s: 6 of 12 have passed the orifice, 8 contacts
// 0 lost through walls; kinetic and potential energy at most 1.000 of the start
