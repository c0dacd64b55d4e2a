import { createCommonLine } from '../contact/common-line';
import type { ContactMethod2d } from '../contact/method-2d';
import { PUBLISHED_LINE_FLOATS, publishedFastCommonLine } from './fast-common-line-published';
import { lineContact } from './line-contact';

const line = /* @__PURE__ */ createCommonLine();

/**
 * The fast common line as published, with its separation step, as a {@link ContactMethod2d}, for comparison. Its
 * results are not proved.
 */
export const publishedFastCommonLineMethod: ContactMethod2d = {
  name: 'fcp-published',
  stateInts: 0,
  stateFloats: PUBLISHED_LINE_FLOATS,
  detect(out, a, b, pose, state, options) {
    publishedFastCommonLine(line, a, b, pose, state, options);
    return lineContact(out, a, b, pose, line, options);
  },
};
