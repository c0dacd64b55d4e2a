import {
  publishedFastCommonPlaneMethod,
  publishedShortestLinkIfShorterMethod,
  publishedShortestLinkMethod,
} from '../../../src/common-plane';
import { publishedFastDirectSearchMethod } from '../../../src/direct-search';
import type { FuzzMethod } from '../fuzz-method';
import { judgeContacts, planeGap, type Promises } from '../judge-contacts';

/** The published searches err by nature: what they give can be used, no more. */
const NOTHING: Promises = {
  exactStatus: false,
  resolves: false,
  lists: 'within margin',
  gap: () => '',
  symmetric: false,
  forgets: false,
  overBoth: false,
};

/** Both readings of the special cases. */
export const publishedSlms: readonly FuzzMethod[] = [publishedShortestLinkMethod, publishedShortestLinkIfShorterMethod].map((method) => ({
  name: method.name,
  judge(pair, tally) {
    judgeContacts(method, NOTHING, pair, tally);
  },
}));

/** A plane: its gap is never above the exact one. */
export const publishedFcp: FuzzMethod = {
  name: publishedFastCommonPlaneMethod.name,
  judge(pair, tally) {
    judgeContacts(publishedFastCommonPlaneMethod, { ...NOTHING, gap: planeGap }, pair, tally);
  },
};

/** Contact types by the printed numbers: a contact can be lost, or be one of features that are far apart. */
export const publishedFds: FuzzMethod = {
  name: publishedFastDirectSearchMethod.name,
  judge(pair, tally) {
    judgeContacts(publishedFastDirectSearchMethod, { ...NOTHING, resolves: true, lists: 'some' }, pair, tally);
  },
};
