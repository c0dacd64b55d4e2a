/**
 * Open-ended search for wrong answers. Ends with code 1 when something was found; each find is one line of JSON: paste its `pair` into a test. Without a
 * seed a fresh one is drawn and printed.
 *   npm run fuzz -- --minutes 10 --seed 7 --method both     pairs of the whole zoo, judged by every oracle, shrunk (fuzz.ts)
 *   npm run fuzz -- --pairs 1000000 --method slm --seed 1   many pairs, proved by the duality gap alone (many.ts)
 *   npm run fuzz -- --minutes 10 --method planar            pairs of polygons, all methods in the plane (planar.ts)
 */
import { parseArgs } from 'node:util';
import { PLANE_METHODS, type PlaneMethod } from '../oracles/solve';
import { fuzz } from './fuzz';
import { MOTIONS, many, type ManyReport } from './many';
import { fuzzPlanar } from './planar';
import { CHECKS } from './proof';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    pairs: { type: 'string' },
    method: { type: 'string', default: 'both' },
    seed: { type: 'string' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const pairs = values.pairs === undefined ? 0 : Number(values.pairs);
const minutes = Number(values.minutes ?? 1);
const methods = PLANE_METHODS.filter(({ name }) => values.method === 'both' || values.method === name);
const valid = Number.isSafeInteger(pairs) && pairs >= 0 && minutes > 0 && Number.isSafeInteger(seed) && seed >= 0 && seed < 2 ** 32;
const planar = values.method === 'planar';
if (!valid || (methods.length === 0 && !planar) || (planar && pairs > 0) || (values.pairs !== undefined && values.minutes !== undefined)) {
  console.error(
    'usage: npm run fuzz -- [--minutes M | --pairs N] [--method exact|slm|both|planar] [--seed S], M > 0, N and S whole numbers',
  );
  process.exit(2);
}

const STATUSES = ['separated', 'touching', 'overlapping', 'unresolved', 'invalid'];
let found = 0;
for (const method of methods) found += pairs > 0 ? runMany(method) : runFuzz(method);
if (planar) found += runPlanar();
process.exit(found === 0 ? 0 : 1);

function runPlanar(): number {
  console.log(`planar: seed ${seed}, ${minutes} min`);
  const report = fuzzPlanar(seed, minutes * 60_000);
  const [apart, touching, overlapping] = report.states;
  console.log(`${report.pairs} pairs: ${apart} apart, ${touching} touching exactly, ${overlapping} overlapping`);
  return printFailures(report.failures);
}

function runFuzz(method: PlaneMethod): number {
  const share = minutes / methods.length;
  console.log(`${method.name}: seed ${seed}, ${share} min`);
  const report = fuzz(method, seed, share * 60_000);
  console.log(`${report.pairs} pairs: ${countsOf(report.statuses)}`);
  printWorst(Object.entries(report.worst).map(([name, { steps, pair }]) => ({ name, steps, kind: pair.kind })));
  return printFailures(report.failures);
}

function runMany(method: PlaneMethod): number {
  console.log(`${method.name}: seed ${seed}, ${pairs} pairs`);
  const report = many(method, seed, pairs);
  console.log(`${report.pairs} pairs: ${countsOf(report.statuses)}; ${report.answers} answers proved`);
  printWorst(report.worst.map(({ steps, pair }, k) => ({ name: CHECKS[k], steps, kind: pair?.kind ?? '' })));
  console.log('calls for bodies apart:');
  ['cold', 'again', ...MOTIONS.map((step) => `moved by ${step}`)].forEach((name, k) => printCalls(name, report, k));
  return printFailures(report.failures);
}

/** Of one kind of call: the share that the method handed to the exact plane, and how the iterations of the rest are distributed. */
function printCalls(name: string, report: ManyReport, kind: number): void {
  const counts = report.iterations[kind];
  const own = counts.reduce((sum, n) => sum + n, 0);
  const handed = report.handedOver[kind];
  if (own + handed === 0) return;
  const percent = (n: number): string => `${((100 * n) / (own + handed)).toPrecision(3)} %`;
  const atMost = (share: number): number => {
    let sum = 0;
    return counts.findIndex((n) => (sum += n) >= share * own);
  };
  console.log(
    `  ${name.padEnd(18)} ${String(own + handed).padStart(8)}, one iteration ${percent(counts[1])}, two ${percent(counts[2])}, ` +
      `median ${atMost(0.5)}, 99 % within ${atMost(0.99)}, most ${counts.findLastIndex((n) => n > 0)}, by the exact plane ${percent(handed)}`,
  );
}

function countsOf(statuses: readonly number[]): string {
  return statuses.map((n, k) => `${n} ${STATUSES[k]}`).join(', ');
}

function printWorst(worst: { name: string; steps: number; kind: string }[]): void {
  console.log('largest errors, in rounding steps of the pair (2^-53 of its extent):');
  for (const { name, steps, kind } of worst) console.log(`  ${name.padEnd(38)} ${steps.toPrecision(3).padStart(10)}  ${kind}`);
}

function printFailures(failures: readonly unknown[]): number {
  for (const failure of failures) console.log(`FAULT ${JSON.stringify(failure)}`);
  console.log(failures.length === 0 ? 'no faults' : `${failures.length} faults (seed ${seed})`);
  return failures.length;
}
