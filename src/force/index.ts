export { createPairForce } from './pair-force';
export type { BodyMotion, PairForce } from './pair-force';
export { SPRING_FLOATS, clearSpring, createSpringLaw, nodalShares, springForce } from './spring-law';
export type { SpringLaw } from './spring-law';
export { createVolumeLaw, volumeForce } from './volume-law';
export type { VolumeLaw } from './volume-law';
