export { createParallelDetector, createParallelDetector2d } from './parallel-detector';
export type { ParallelDetector, ParallelDetector2d, ThreadOptions, Threads } from './parallel-detector';
export { contactLawForces, contactLawForces2d, writeForce } from './force-model';
export type { ContactLawData, ForceModel, ForceModel2d, WriteRow } from './force-model';
export type { ParallelForces } from './forces';
export type { WorkerLike } from './crew';
export { MOST_THREADS } from './own-worker';
export { sharedBodyArrays, sharedBodyArrays2d } from './shared-bodies';
