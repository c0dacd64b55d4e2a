/**
 * The main job: particles poured into a box, or the contacts of a scene file. `npm start -- --help` tells the options.
 *
 * Simulates or reads, finds the contacts, prints a table and writes the report.
 * The package is imported by its own name, so what runs is what users get: the built package.
 */
import { main } from './main-job';

process.exitCode = main(process.argv.slice(2), {
  out: process.stdout,
  progress: process.stderr,
  // npm runs scripts in the project's folder; INIT_CWD is where the user stands.
  folder: process.env.INIT_CWD ?? process.cwd(),
});
