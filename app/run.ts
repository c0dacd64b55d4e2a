/**
 * The main job: particles poured into a box, or the contacts of a scene file. `npm start -- --help` tells the options.
 *
 * Simulates or reads, finds the contacts, prints a table and writes the report. The package is imported by its own
 * name, so what runs is what users get: the built package. Arguments are looked at before it is built: help and a
 * mistake are answered at once.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { HELP, parseArguments } from './arguments';
import { sayUsage } from './usage';

process.exitCode = await run(process.argv.slice(2));

async function run(argv: readonly string[]): Promise<number> {
  try {
    if (parseArguments(argv).help) {
      process.stdout.write(HELP);
      return 0;
    }
  } catch (error) {
    return sayUsage(error, process.stderr);
  }
  const code = build();
  if (code !== 0) return code;
  const { main } = await import('./main-job');
  return main(argv, {
    out: process.stdout,
    progress: process.stderr,
    // npm runs scripts in the project's folder; INIT_CWD is where the user stands.
    folder: process.env.INIT_CWD ?? process.cwd(),
  });
}

/** Builds the package; what the build prints is shown when it fails. */
function build(): number {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], { cwd: root, encoding: 'utf8', shell: true });
  if (status !== 0) process.stderr.write(stdout + stderr);
  return status ?? 1;
}
