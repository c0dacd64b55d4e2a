// What code allocates once the engine has compiled it, in bytes of heap a call.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

const WINDOWS = 30;

/**
 * The least growth of the heap in a call over windows of calls, or the first that is below `enough`. `run(n)` makes n
 * calls. Engines compile beside the running program: on a busy machine late, so a fixed number of calls before the
 * count would not do. What the engine writes down while it compiles comes once; what the calls allocate comes in every
 * window. A collection within a window can only hide bytes of a window larger than the young generation (16 MB), so a
 * window should allocate less than that at the bound to be checked.
 */
export function leastAllocation(run, calls, enough) {
  let least = Infinity;
  for (let window = 0; window < WINDOWS && !(least < enough); window++) {
    run(calls);
    gc();
    const before = process.memoryUsage().heapUsed;
    run(calls);
    const bytes = (process.memoryUsage().heapUsed - before) / calls;
    // A collection within the window can make it negative: such a window counted nothing.
    if (bytes > -1) least = Math.min(least, bytes);
  }
  return least;
}
