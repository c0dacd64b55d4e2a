export { createPairForce } from './pair-force';
export type { BodyMotion, PairForce } from './pair-force';
export { createVolumeLaw, volumeForce } from './volume-law';
export type { VolumeLaw } from './volume-law';
