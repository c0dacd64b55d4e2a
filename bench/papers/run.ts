/**
 * Runs the experiments of the papers; then writes a row for every table and figure of the papers, from the committed
 * results, to docs/papers.md and out/papers.html.
 *
 *     npm run bench:papers                  all of bench/papers
 *     npm run bench:papers -- nbs           those named
 *     npm run bench:papers -- --quick       a short run of each, which only proves that they work
 *     npm run bench:papers -- page          the pages alone
 */
import { runBenches } from '../lib/run-benches';
import { writePage } from './page/write-page';

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (names.join() !== 'page') runBenches(new URL('./', import.meta.url));
writePage();
