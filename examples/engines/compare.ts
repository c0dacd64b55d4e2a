/**
 * How many perturbed stacks fall asleep under an engine with its own narrow phase and with dem-contact, after how many
 * steps, and the processor time of a step: `npm run engines`, or `npm run engines -- RUNS` for runs of each scene.
 */
import { cannonScenes, fallsAsleep } from './cannon-scenes';
import { planckScenes, sleepers } from './planck-scenes';

const runs = Number(process.argv[2] ?? 24);

interface Run {
  asleep: number;
  of: number;
  steps: number;
  milliseconds: number;
}

/** Sums over the seeds; an uncounted run of the first seed lets the compiler warm up. */
function sum(run: (seed: number) => Run): Run {
  run(0);
  const total = { asleep: 0, of: 0, steps: 0, milliseconds: 0 };
  for (let seed = 0; seed < runs; seed++) {
    const one = run(seed);
    for (const key of ['asleep', 'of', 'steps', 'milliseconds'] as const) total[key] += one[key];
  }
  return total;
}

function print(name: string, own: Run, ours: Run): void {
  const cells = [own, ours].map(({ asleep, of, steps, milliseconds }) => [
    `${asleep} of ${of}`,
    (steps / runs).toFixed(0),
    (milliseconds / steps).toFixed(2),
  ]);
  console.log(`| ${name} | ${[0, 1, 2].map((k) => `${cells[0][k]} / ${cells[1][k]}`).join(' | ')} |`);
}

console.log(`${runs} runs of each scene; the engine's own narrow phase / dem-contact\n`);
console.log('| scene | asleep | steps until then | ms a step |\n| --- | --- | --- | --- |');
for (const scene of cannonScenes) {
  const run = (options?: object) => (seed: number) => {
    const { asleep, steps, milliseconds } = fallsAsleep(scene, seed, 20, options);
    return { asleep: asleep ? 1 : 0, of: 1, steps, milliseconds };
  };
  print(`cannon-es, ${scene}: stacks`, sum(run()), sum(run({})));
}
for (const scene of planckScenes) {
  const run = (own: boolean) => (seed: number) => {
    const { asleep, boxes, steps, milliseconds } = sleepers(scene, seed, 20, own);
    return { asleep, of: boxes, steps, milliseconds };
  };
  print(`planck, ${scene}: boxes`, sum(run(true)), sum(run(false)));
}
