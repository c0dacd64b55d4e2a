export { createDetector } from './detector';
export type { Detector, DetectorStatistics } from './detector';
export type { DetectorMemory, SavedSlots } from './detector-memory';
export type { DetectorOptions } from './detector-options';
export type { Wall } from './wall-contacts';
