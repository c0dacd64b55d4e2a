import { createCommonLine } from '../contact/common-line';
import type { ContactMethod2d } from '../contact/method-2d';
import { lineContact } from './line-contact';
import { SHORTEST_LINK_2D_INTS } from './shortest-link-2d';
import { PUBLISHED_LINK_2D_FLOATS, publishedShortestLink2d } from './shortest-link-2d-published';

const line = /* @__PURE__ */ createCommonLine();

/** The published shortest link as a {@link ContactMethod2d}, for comparison. Its results are not proved. */
export const publishedShortestLinkMethod2d: ContactMethod2d = {
  name: 'slm-published',
  stateInts: SHORTEST_LINK_2D_INTS,
  stateFloats: PUBLISHED_LINK_2D_FLOATS,
  detect(out, a, b, pose, state, options) {
    publishedShortestLink2d(line, a, b, pose, state, options);
    return lineContact(out, a, b, pose, line, options);
  },
};
