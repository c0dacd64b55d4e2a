import { shortestLinkMethod } from '../../../src/common-plane';
import { SHORTEST_LINK } from '../../oracles/solve';
import type { FuzzMethod } from '../fuzz-method';
import { exactGap, judgeContacts } from '../judge-contacts';
import { judgePlanes } from '../judge-planes';

/** The certified shortest link: exact. */
export const slm: FuzzMethod = {
  name: 'slm',
  judge(pair, tally) {
    judgePlanes(SHORTEST_LINK, pair, tally);
    judgeContacts(
      shortestLinkMethod,
      { exactStatus: true, resolves: true, lists: 'within margin', gap: exactGap, symmetric: true, forgets: true, overBoth: true },
      pair,
      tally,
    );
  },
};
