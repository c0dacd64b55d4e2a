/**
 * Open-ended search for wrong answers: `npm run fuzz -- --minutes 10 --seed 7`. Without a seed a fresh one is drawn and printed.
 * Ends with code 1 when something was found; each find is one line of JSON.
 */
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('usage: npm run fuzz -- [--minutes M] [--seed S], M > 0, S a whole number');
  process.exit(2);
}

console.log(`seed ${seed}, ${minutes} min`);
const report = fuzz(seed, minutes * 60_000);
const [separated, touching, overlapping, unresolved, invalid] = report.statuses;
console.log(
  `${report.pairs} pairs: ${separated} separated, ${touching} touching, ${overlapping} overlapping, ${unresolved} unresolved, ${invalid} invalid`,
);
console.log('largest errors, in rounding steps of the pair (2^-53 of its extent):');
for (const [name, { steps, pair }] of Object.entries(report.worst))
  console.log(`  ${name.padEnd(36)} ${steps.toPrecision(3).padStart(10)}  ${pair.kind}`);
for (const failure of report.failures) console.log(`FAULT ${JSON.stringify(failure)}`);
console.log(report.failures.length === 0 ? 'no faults' : `${report.failures.length} faults (seed ${seed})`);
process.exit(report.failures.length === 0 ? 0 : 1);
