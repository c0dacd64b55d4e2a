import { cundallMethod } from '../../../src/common-plane';
import type { FuzzMethod } from '../fuzz-method';
import { judgeContacts, planeGap } from '../judge-contacts';

/** Cundall's search: a plane, whose gap is never above the exact one. Its status is that of its own gap. */
export const cundall: FuzzMethod = {
  name: 'cundall',
  judge(pair, tally) {
    judgeContacts(
      cundallMethod,
      { exactStatus: false, resolves: false, lists: 'within margin', gap: planeGap, symmetric: false, forgets: false, overBoth: false },
      pair,
      tally,
    );
  },
};
