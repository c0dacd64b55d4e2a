import { exactMethod } from '../../../src/common-plane';
import { EXACT } from '../../oracles/solve';
import type { FuzzMethod } from '../fuzz-method';
import { exactGap, judgeContacts } from '../judge-contacts';
import { judgePlanes } from '../judge-planes';

/** The reference of all others: proved here, plane by plane. */
export const exact: FuzzMethod = {
  name: 'exact',
  judge(pair, tally) {
    judgePlanes(EXACT, pair, tally);
    judgeContacts(
      exactMethod,
      { exactStatus: true, resolves: true, lists: 'within margin', gap: exactGap, symmetric: true, forgets: true, overBoth: true },
      pair,
      tally,
    );
  },
};
