import { createCommonPlane } from '../contact/common-plane';
import type { ContactMethod } from '../contact/method';
import { PUBLISHED_PLANE_STATE_FLOATS, publishedFastCommonPlane } from './fast-common-plane-published';
import { planeContact } from '../contact-points/plane-contact';

const plane = /* @__PURE__ */ createCommonPlane();

/**
 * The fast common plane as published, with its separation step, as a {@link ContactMethod}, to compare with {@link
 * fastCommonPlaneMethod}. The motions are those of the options. Exempt from the rule that warm and cold agree.
 */
export const publishedFastCommonPlaneMethod: ContactMethod = {
  name: 'fcp-published',
  stateInts: 0,
  stateFloats: PUBLISHED_PLANE_STATE_FLOATS,
  detect(out, a, b, pose, state, options) {
    publishedFastCommonPlane(plane, a, b, pose, state, options);
    return planeContact(out, a, b, pose, plane, options);
  },
};
