/**
 * Runs the micro benches.
 *
 *     npm run bench                         all of bench/micro
 *     npm run bench -- exact-plane nbs      those named
 *     npm run bench -- --quick              a short run of each, which only proves that they work
 */
import { runBenches } from './lib/run-benches';

runBenches(new URL('./micro/', import.meta.url));
