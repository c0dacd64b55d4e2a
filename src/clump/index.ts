export { createClump } from './clump';
export type { Clump, ClumpMass, ClumpPart } from './clump';
export { addClump, createClumpSet, removeClump } from './clump-set';
export type { ClumpSet, NewClump } from './clump-set';
export type { ClumpRows } from './clump-rows';
export { addClumpForces, moveParts, placeClumps } from './place-clumps';
export { MAX_COMMON_PARTS } from './union-mass';
export { disjointParts } from './disjoint-parts';
export { meshMass } from './mesh-mass';
