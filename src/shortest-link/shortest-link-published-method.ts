import { createCommonPlane } from '../contact/common-plane';
import type { ContactMethod } from '../contact/method';
import { planeContact } from '../contact-points/plane-contact';
import {
  PUBLISHED_LINK_STATE_FLOATS,
  PUBLISHED_LINK_STATE_INTS,
  publishedShortestLink,
  type SpecialCaseReading,
} from './shortest-link-published';

const plane = /* @__PURE__ */ createCommonPlane();

/**
 * The shortest link exactly as published, with its separation step, as a {@link ContactMethod}, for comparison with
 * {@link shortestLinkMethod}. The special case of section 3.5.2 replaces the sweep. It uses the motions of the options.
 * It is often wrong, and its warm and cold results may differ.
 */
export const publishedShortestLinkMethod: ContactMethod = /* @__PURE__ */ methodOf('slm-published', 'replaces');

/**
 * The published shortest link with the other reading of section 3.5.2: the special case is kept only if its link is
 * shorter than that of the sweep. It is wrong much less often than {@link publishedShortestLinkMethod}. It has no proof
 * either, and its warm and cold results may differ.
 */
export const publishedShortestLinkIfShorterMethod: ContactMethod = /* @__PURE__ */ methodOf('slm-published-if-shorter', 'if-shorter');

function methodOf(name: string, reading: SpecialCaseReading): ContactMethod {
  return {
    name,
    stateInts: PUBLISHED_LINK_STATE_INTS,
    stateFloats: PUBLISHED_LINK_STATE_FLOATS,
    detect(out, a, b, pose, state, options) {
      publishedShortestLink(plane, a, b, pose, state, options, reading);
      return planeContact(out, a, b, pose, plane, options);
    },
  };
}
