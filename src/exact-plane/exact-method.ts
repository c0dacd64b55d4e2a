import type { ContactMethod } from '../contact/method';
import { createCommonPlane } from '../contact/common-plane';
import { EXACT_STATE_FLOATS, EXACT_STATE_INTS, exactPlane } from './exact-plane';
import { planeContact } from '../contact-points/plane-contact';

const plane = /* @__PURE__ */ createCommonPlane();

/**
 * The exact plane as a {@link ContactMethod}: plane by {@link exactPlane}, contact points on it by {@link
 * planeContact}.
 */
export const exactMethod: ContactMethod = {
  name: 'exact',
  stateInts: EXACT_STATE_INTS,
  stateFloats: EXACT_STATE_FLOATS,
  certified: true,
  takesCores: true,
  detect(out, a, b, pose, state, options) {
    exactPlane(plane, a, b, pose, state);
    return planeContact(out, a, b, pose, plane, options);
  },
};
