import { createCommonPlane } from '../contact/common-plane';
import type { ContactMethod } from '../contact/method';
import { planeContact } from '../contact-points/plane-contact';
import { SHORTEST_LINK_STATE_INTS, TRACKED_LINK_STATE_FLOATS, trackedShortestLink } from './shortest-link';

const plane = /* @__PURE__ */ createCommonPlane();

/**
 * The shortest link that keeps to the last normal while bodies overlap ({@link shortestLink} with `track`), as a {@link
 * ContactMethod}: the motions are those of the options. Exempt from the rule that warm and cold agree.
 */
export const trackedShortestLinkMethod: ContactMethod = {
  name: 'slm-tracked',
  stateInts: SHORTEST_LINK_STATE_INTS,
  stateFloats: TRACKED_LINK_STATE_FLOATS,
  detect(out, a, b, pose, state, options) {
    trackedShortestLink(plane, a, b, pose, state, options);
    return planeContact(out, a, b, pose, plane, options);
  },
};
