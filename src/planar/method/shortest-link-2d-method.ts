import { createCommonLine } from '../contact/common-line';
import type { ContactMethod2d } from '../contact/method-2d';
import { lineContact } from './line-contact';
import { SHORTEST_LINK_2D_INTS, shortestLink2d } from './shortest-link-2d';

const line = /* @__PURE__ */ createCommonLine();

/**
 * The certified shortest link as a {@link ContactMethod2d}: line by {@link shortestLink2d}, contact points on it by
 * {@link lineContact}.
 */
export const shortestLinkMethod2d: ContactMethod2d = {
  name: 'slm',
  stateInts: SHORTEST_LINK_2D_INTS,
  stateFloats: 0,
  takesCores: true,
  certified: true,
  detect(out, a, b, pose, state, options) {
    shortestLink2d(line, a, b, pose, state);
    return lineContact(out, a, b, pose, line, options);
  },
};
