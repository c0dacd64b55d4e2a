/**
 * A program of its own: `tsx bench/lib/write-kernels.ts FOLDER KERNEL...` (write-cpp.ts). The TypeScript compiler that
 * it needs must not be loaded by a process that is timed: loading it detaches an ArrayBuffer, and from then on V8 asks
 * at each access to a typed array whether its buffer is detached. Kernels take 1.2 times as long.
 */
import { writeKernels } from './write-cpp';

const [folder, ...kernels] = process.argv.slice(2);
writeKernels(kernels, folder);
