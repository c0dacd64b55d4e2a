/**
 * Runs the benches against other libraries, which bench/peers/package.json installs.
 *
 *     npm run bench:peers                       all of bench/peers
 *     npm run bench:peers -- overlap            those named
 *     npm run bench:peers -- --quick            a short run of each, which only proves that they work
 */
import { runBenches } from '../lib/run-benches';

runBenches(new URL('./', import.meta.url));
