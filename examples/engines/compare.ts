/**
 * How many perturbed stacks fall asleep under an engine with its own narrow phase and with dem-contact, and the time of a step: `npm run engines`.
 */
import { cannonScenes, fallsAsleep } from './cannon-scenes';
import { planckScenes, sleepers } from './planck-scenes';

const runs = Number(process.argv[2] ?? 24);

for (const scene of cannonScenes) {
  const line = [`cannon-es ${scene}`];
  for (const [name, options] of [
    ['own', undefined],
    ['dem-contact', {}],
  ] as const) {
    let asleep = 0;
    let time = 0;
    for (let seed = 0; seed < runs; seed++) {
      const result = fallsAsleep(scene, seed, 20, options);
      if (result.asleep) asleep++;
      time += result.millisecondsAStep / runs;
    }
    line.push(`${name}: ${asleep} of ${runs} asleep, ${time.toFixed(2)} ms a step`);
  }
  console.log(line.join(' | '));
}

for (const scene of planckScenes) {
  const line = [`planck ${scene}`];
  for (const [name, own] of [
    ['own', true],
    ['dem-contact', false],
  ] as const) {
    let asleep = 0;
    let boxes = 0;
    let time = 0;
    for (let seed = 0; seed < runs / 4; seed++) {
      const result = sleepers(scene, seed, 20, own);
      asleep += result.asleep;
      boxes += result.boxes;
      time += result.millisecondsAStep / Math.ceil(runs / 4);
    }
    line.push(`${name}: ${asleep} of ${boxes} boxes asleep, ${time.toFixed(2)} ms a step`);
  }
  console.log(line.join(' | '));
}
