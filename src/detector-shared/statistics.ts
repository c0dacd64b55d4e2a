import { Rebuild } from './row-watch';

/** What a detector has done. */
export interface DetectorStatistics {
  /** Calls of update. */
  steps: number;
  /**
   * Near lists built: at first or after restore, for bodies added, replaced or recovered, for settings changed, for a
   * skin used up.
   */
  builtFirst: number;
  builtForBodies: number;
  builtForSettings: number;
  builtForMotion: number;
  /**
   * Of the last step: pairs in the near list; pairs that are farther apart than the margin, as proved by their last
   * distance and their motion since; pairs for which the method was called, and those with Status.Unresolved.
   */
  nearPairs: number;
  apartPairs: number;
  askedPairs: number;
  unresolvedPairs: number;
  /** Of the last step: contacts that the seam filter turned and dropped; 0 without the option `seams`. */
  turnedContacts: number;
  droppedContacts: number;
}

export function createStatistics(): DetectorStatistics {
  return {
    steps: 0,
    builtFirst: 0,
    builtForBodies: 0,
    builtForSettings: 0,
    builtForMotion: 0,
    nearPairs: 0,
    apartPairs: 0,
    askedPairs: 0,
    unresolvedPairs: 0,
    turnedContacts: 0,
    droppedContacts: 0,
  };
}

/** Counts a near list that was built for this {@link Rebuild}. */
export function countBuilt(statistics: DetectorStatistics, reason: number): void {
  if (reason === Rebuild.First) statistics.builtFirst++;
  else if (reason === Rebuild.Bodies) statistics.builtForBodies++;
  else if (reason === Rebuild.Changed) statistics.builtForSettings++;
  else statistics.builtForMotion++;
}
