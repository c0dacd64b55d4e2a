import { fastCommonPlaneMethod } from '../../../src/common-plane';
import type { FuzzMethod } from '../fuzz-method';
import { exactApart, judgeContacts } from '../judge-contacts';

/** The fast common plane: the status is proved; apart the gap is exact, in overlap it is that of some plane. */
export const fcp: FuzzMethod = {
  name: 'fcp',
  judge(pair, tally) {
    judgeContacts(
      fastCommonPlaneMethod,
      { exactStatus: true, resolves: true, lists: 'within margin', gap: exactApart, symmetric: false, forgets: true, overBoth: false },
      pair,
      tally,
    );
  },
};
