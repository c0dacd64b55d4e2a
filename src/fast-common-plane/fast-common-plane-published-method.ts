import { createCommonPlane } from '../contact/common-plane';
import type { ContactMethod } from '../contact/method';
import { PUBLISHED_PLANE_STATE_FLOATS, publishedFastCommonPlane } from './fast-common-plane-published';
import { planeContact } from '../contact-points/plane-contact';

const plane = /* @__PURE__ */ createCommonPlane();

/**
 * The fast common plane as published, with its separation step, as a {@link ContactMethod}, for comparison with {@link
 * fastCommonPlaneMethod}. It uses the motions of the options. Its warm and cold results may differ.
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
