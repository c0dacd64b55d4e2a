import { trackedShortestLinkMethod } from '../../../src/common-plane';
import type { FuzzMethod } from '../fuzz-method';
import { judgeContacts, planeGap } from '../judge-contacts';

/** The shortest link that keeps to the last normal in overlap: the gap of some plane then. */
export const tracked: FuzzMethod = {
  name: 'slm-tracked',
  judge(pair, tally) {
    judgeContacts(
      trackedShortestLinkMethod,
      { exactStatus: true, resolves: true, lists: 'within margin', gap: planeGap, symmetric: false, forgets: false, overBoth: false },
      pair,
      tally,
    );
  },
};
