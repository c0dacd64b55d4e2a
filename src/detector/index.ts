export { createDetector } from './detector';
export type { Detector } from './detector';
export type { DetectorMemory } from './detector-memory';
export type { DetectorOptions } from './detector-options';
export type { Wall } from './wall-contacts';
export type { SavedSlots, SavedTracks } from '../tracking/saved-tracks';
export type { DetectorStatistics } from '../tracking/statistics';
