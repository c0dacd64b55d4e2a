export { createParallelDetector, createParallelDetector2d } from './parallel-detector';
export type { ParallelDetector, ParallelDetector2d, ThreadOptions, Threads } from './parallel-detector';
export type { WorkerLike } from './crew';
export { sharedBodyArrays, sharedBodyArrays2d } from './shared-bodies';
