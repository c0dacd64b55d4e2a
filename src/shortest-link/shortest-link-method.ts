import { createCommonPlane } from '../contact/common-plane';
import type { ContactMethod } from '../contact/method';
import { planeContact } from '../contact-points/plane-contact';
import { SHORTEST_LINK_STATE_FLOATS, SHORTEST_LINK_STATE_INTS, shortestLink } from './shortest-link';

const plane = /* @__PURE__ */ createCommonPlane();

/**
 * The certified shortest link as a {@link ContactMethod}: plane by {@link shortestLink}, contact points on it by {@link
 * planeContact}.
 */
export const shortestLinkMethod: ContactMethod = {
  name: 'slm',
  stateInts: SHORTEST_LINK_STATE_INTS,
  stateFloats: SHORTEST_LINK_STATE_FLOATS,
  certified: true,
  takesCores: true,
  detect(out, a, b, pose, state, options) {
    shortestLink(plane, a, b, pose, state);
    return planeContact(out, a, b, pose, plane, options);
  },
};
