import { createCommonPlane } from '../contact/common-plane';
import type { ContactMethod } from '../contact/method';
import { planeContact } from '../contact-points/plane-contact';
import { SHORTEST_LINK_STATE_INTS, TRACKED_LINK_STATE_FLOATS, trackedShortestLink } from './shortest-link';

const plane = /* @__PURE__ */ createCommonPlane();

/**
 * The shortest link that stays near the last normal while bodies overlap ({@link shortestLink} with `track`), as a
 * {@link ContactMethod}. It uses the motions of the options. Its warm and cold results may differ.
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
