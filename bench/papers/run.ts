/**
 * Runs the experiments of the papers.
 *
 *     npm run bench:papers                  all of bench/papers
 *     npm run bench:papers -- nbs           those named
 *     npm run bench:papers -- --quick       a short run of each, which only proves that they work
 */
import { runBenches } from '../lib/run-benches';

runBenches(new URL('./', import.meta.url));
