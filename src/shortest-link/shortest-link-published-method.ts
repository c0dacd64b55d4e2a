import { createCommonPlane } from '../contact/common-plane';
import type { ContactMethod } from '../contact/method';
import { planeContact } from '../contact-points/plane-contact';
import { PUBLISHED_LINK_STATE_FLOATS, PUBLISHED_LINK_STATE_INTS, publishedShortestLink } from './shortest-link-published';

const plane = /* @__PURE__ */ createCommonPlane();

/**
 * The shortest link exactly as published, as a {@link ContactMethod}, for comparison with {@link shortestLinkMethod}.
 * It is often wrong, and its warm and cold results may differ.
 */
export const publishedShortestLinkMethod: ContactMethod = {
  name: 'slm-published',
  stateInts: PUBLISHED_LINK_STATE_INTS,
  stateFloats: PUBLISHED_LINK_STATE_FLOATS,
  detect(out, a, b, pose, state, options) {
    publishedShortestLink(plane, a, b, pose, state);
    return planeContact(out, a, b, pose, plane, options);
  },
};
