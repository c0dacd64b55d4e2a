export { BodyFlag, addBody, boundingRadii, createBodySet, removeBody, reserve } from './body-set';
export type { BodySet, BodySetArrays, NewBody } from './body-set';
export { bodySetFromPoints } from './body-set-from-points';
export { excludedPairs, excludePair, includePair, isExcluded } from './excluded-pairs';
export type { ExcludedPairs, ExcludingBodies } from './excluded-pairs';
export { mayPair } from './pairing';
export type { PairFilter } from './pairing';
export { createPose, isFinitePose, relativePose } from './pose';
export type { Pose } from './pose';
