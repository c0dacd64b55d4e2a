export { checkSpheres } from './check-spheres';
export type { CellGrid } from './cell-grid';
export { createNbsWorkspace, nbsMemory, nbsPairs3d } from './nbs';
export type { NbsWorkspace } from './nbs';
export { createPairList } from './pair-list';
export type { PairList } from './pair-list';
