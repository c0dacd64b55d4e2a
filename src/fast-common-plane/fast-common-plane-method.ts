import { createCommonPlane } from '../contact/common-plane';
import type { ContactMethod } from '../contact/method';
import { FAST_PLANE_STATE_FLOATS, FAST_PLANE_STATE_INTS, fastCommonPlane } from './fast-common-plane';
import { planeContact } from '../contact-points/plane-contact';

const plane = /* @__PURE__ */ createCommonPlane();

/**
 * The fast common plane as a {@link ContactMethod}: plane by {@link fastCommonPlane}, contact points on it by {@link
 * planeContact}.
 */
export const fastCommonPlaneMethod: ContactMethod = {
  name: 'fcp',
  stateInts: FAST_PLANE_STATE_INTS,
  stateFloats: FAST_PLANE_STATE_FLOATS,
  detect(out, a, b, pose, state, options) {
    fastCommonPlane(plane, a, b, pose, state);
    return planeContact(out, a, b, pose, plane, options);
  },
};
