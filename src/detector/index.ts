export { createDetector } from './detector';
export type { Detector } from './detector';
export type { DetectorMemory } from './detector-memory';
export type { DetectorOptions } from './detector-options';
export type { Wall } from './wall-contacts';
export { createPairTable, forgetPair, pairState, setPairs } from '../tracking/pair-table';
export type { PairTable, StateSize } from '../tracking/pair-table';
export type { SavedSlots, SavedTracks } from '../tracking/saved-tracks';
export type { DetectorStatistics } from '../tracking/statistics';
