/**
 * Runs the micro benches, each in a process of its own so that one bench cannot spoil the compiled code of the next.
 *
 *     npm run bench                         all of bench/micro
 *     npm run bench -- exact-plane nbs      those named
 *     npm run bench -- --quick              a short run of each, which only proves that they work
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./micro/', import.meta.url));
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .sort();
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no bench is called ${unknown.join(', ')}; there are ${known.join(', ')}`);
  process.exit(1);
}

const failed: string[] = [];
for (const name of names.length > 0 ? names : known) {
  // The loader (tsx) comes along in execArgv, its tsconfig in the environment.
  const run = spawnSync(process.execPath, [...process.execArgv, `${folder}${name}.ts`, ...options], { stdio: 'inherit' });
  if (run.status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`);
  process.exit(1);
}
