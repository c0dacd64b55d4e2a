/**
 * Runs the benches of one folder: all, or those named on the command line; what begins with -- is handed on to them.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Each bench has a process of its own, so that one cannot spoil the compiled code of the next. Ends the process with 1
 * when one fails.
 */
export function runBenches(folder: URL): void {
  const given = process.argv.slice(2);
  const names = given.filter((argument) => !argument.startsWith('--'));
  const options = given.filter((argument) => argument.startsWith('--'));
  const known = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
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
    const run = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(new URL(`${name}.ts`, folder)), ...options], {
      stdio: 'inherit',
    });
    if (run.status !== 0) failed.push(name);
  }
  if (failed.length > 0) {
    console.error(`\nfailed: ${failed.join(', ')}`);
    process.exit(1);
  }
}
