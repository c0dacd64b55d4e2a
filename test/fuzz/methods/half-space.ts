import { halfSpaceMethod } from '../../../src/half-space';
import type { FuzzMethod } from '../fuzz-method';
import { judgeContacts } from '../judge-contacts';

/** The overlap polyhedron: status of the exact gap; a gap of its own, 0 apart. */
export const halfSpace: FuzzMethod = {
  name: 'half-space',
  judge(pair, tally) {
    judgeContacts(
      halfSpaceMethod,
      { exactStatus: true, resolves: true, listsAll: false, gap: () => '', symmetric: false, forgets: true, overBoth: false },
      pair,
      tally,
    );
  },
};
