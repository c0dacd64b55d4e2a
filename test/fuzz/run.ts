/**
 * Open-ended search for wrong answers: every method on every family of pairs. Ends with code 1 when something was
 * found; each find is one line of JSON: paste its `pair` into a test. Without a seed a fresh one is drawn and printed.
 *   npm run fuzz -- --minutes 10 --seed 7            all methods, all families
 *   npm run fuzz -- --pairs 100000 --method fcp      N pairs of each family, one method (several: slm,fcp)
 *   npm run fuzz -- --family lens --method exact     one family (several: lens,stack)
 *   npm run fuzz -- --method planar                  pairs of polygons, all methods in the plane (planar.ts)
 *   npm run fuzz -- --method cores                   pairs with points, segments and plates, exact and slm (cores.ts)
 *   npm run fuzz -- --files                          mutated files, all readers (files.ts): 100,000, or N by --pairs N
 *   npm run fuzz -- --statuses                       a million pairs, statuses and gaps alone (statuses.ts)
 */
import { parseArgs } from 'node:util';
import { fuzzCores } from './cores';
import { families } from './families';
import { fuzzFiles } from './files';
import { fuzz, type FuzzReport } from './fuzz';
import { fuzzMethods } from './methods';
import { fuzzPlanar } from './planar';
import { fuzzStatuses } from './statuses';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    pairs: { type: 'string' },
    method: { type: 'string', default: 'all' },
    family: { type: 'string', default: 'all' },
    seed: { type: 'string' },
    files: { type: 'boolean', default: false },
    statuses: { type: 'boolean', default: false },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const pairs = values.pairs === undefined ? Infinity : Number(values.pairs);
const minutes = values.minutes === undefined ? (values.pairs === undefined ? 1 : Infinity) : Number(values.minutes);
const methods = chosen(fuzzMethods, values.method, ['planar', 'cores']);
const drawn = chosen(families, values.family, []);
const wants = (method: string): boolean => values.method === 'all' || values.method.split(',').includes(method);
const valid = (pairs === Infinity || Number.isSafeInteger(pairs)) && pairs > 0 && minutes > 0 && Number.isSafeInteger(seed) && seed >= 0;
if (!valid || methods === null || drawn === null) {
  console.error('usage: npm run fuzz -- [--minutes M | --pairs N] [--method NAME,..] [--family NAME,..] [--seed S]');
  console.error('       npm run fuzz -- --files [--minutes M | --pairs N] [--seed S]');
  console.error('       npm run fuzz -- --statuses [--pairs N] [--seed S]');
  console.error(`methods: all, ${fuzzMethods.map(({ name }) => name).join(', ')}, planar, cores`);
  console.error(`families: all, ${families.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

console.log(`seed ${seed}`);
if (values.files) process.exit(printFiles(seed));
if (values.statuses) process.exit(printStatuses(seed));
let found = 0;
const searches = [methods.length > 0, wants('planar'), wants('cores')].filter(Boolean).length;
const limits = { pairs, milliseconds: (minutes * 60_000) / searches };
if (methods.length > 0) found += print(fuzz(methods, drawn, seed, limits));
if (wants('planar')) found += print(fuzzPlanar(seed, limits));
if (wants('cores')) found += print(fuzzCores(seed, limits));
process.exit(found === 0 ? 0 : 1);

/** The entries that a list of names asks for; null when one is unknown. */
function chosen<T extends { name: string }>(all: readonly T[], names: string, others: readonly string[]): readonly T[] | null {
  if (names === 'all') return all;
  const list = names.split(',');
  if (list.some((name) => !others.includes(name) && !all.some((entry) => entry.name === name))) return null;
  return all.filter((entry) => list.includes(entry.name));
}

/** The table of counts, then the failures; returns how many pairs failed. */
function print({ rows, failures }: FuzzReport): number {
  const head = ['method', 'family', 'pairs', 'separated', 'touching', 'overlapping', 'unresolved', 'invalid', 'faulty'];
  const lines = rows.map((row) => [row.method, row.family, row.pairs, ...row.statuses, row.faulty].map(String));
  const widths = head.map((name, k) => Math.max(name.length, ...lines.map((line) => line[k].length)));
  [head, ...lines].forEach((line, n) => {
    const counts = n === 0 ? [] : Object.entries(rows[n - 1].counts).map(([what, count]) => `${what} ${count}`);
    console.log([...line.map((cell, k) => (k < 2 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))), counts.join(', ')].join('  '));
  });
  for (const failure of failures) console.log(`FAULT ${JSON.stringify(failure)}`);
  const sum = (numbers: number[]): number => numbers.reduce((s, n) => s + n, 0);
  const faulty = sum(rows.map((row) => row.faulty));
  console.log(`${sum(rows.map((row) => row.pairs))} pairs judged, ${faulty} faulty`);
  return faulty;
}

/** Searches the readers and prints the table of counts, then the failures; returns the exit code. */
function printFiles(start: number): number {
  const limited = values.minutes !== undefined || values.pairs !== undefined;
  const files = limited ? pairs : 100_000;
  const { rows, failures } = fuzzFiles(start, { files, milliseconds: values.minutes === undefined ? Infinity : minutes * 60_000 });
  console.table(rows.map((row) => ({ ...row, slowest: Number(row.slowest.toPrecision(2)) })));
  for (const failure of failures) console.log(`FAULT ${JSON.stringify(failure)}`);
  const faulty = rows.reduce((sum, row) => sum + row.faulty, 0);
  console.log(`${rows.reduce((sum, row) => sum + row.files, 0)} files read, ${faulty} faulty`);
  return faulty === 0 ? 0 : 1;
}

/** Judges statuses and gaps of many pairs and prints the table of counts, then the faults; returns the exit code. */
function printStatuses(start: number): number {
  const { rows, faults } = fuzzStatuses(start, values.pairs === undefined ? 1_000_000 : pairs);
  console.table(rows);
  for (const fault of faults) console.log(`FAULT ${JSON.stringify(fault)}`);
  const faulty = rows.reduce((sum, row) => sum + row.faulty, 0);
  console.log(`${rows.reduce((sum, row) => sum + row.pairs, 0)} answers judged, ${faulty} faulty`);
  return faulty === 0 ? 0 : 1;
}
