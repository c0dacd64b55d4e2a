import { publishedShrunkenEdgeMethod } from '../../../src/shrunken-edge';
import type { FuzzMethod } from '../fuzz-method';
import { judgeContacts } from '../judge-contacts';

/** The printed form errs by nature: what it gives can be used, no more. */
export const publishedShrunkenEdge: FuzzMethod = {
  name: publishedShrunkenEdgeMethod.name,
  judge(pair, tally) {
    judgeContacts(
      publishedShrunkenEdgeMethod,
      { exactStatus: false, resolves: true, lists: 'some', gap: () => '', symmetric: false, forgets: true, overBoth: false },
      pair,
      tally,
    );
  },
};
