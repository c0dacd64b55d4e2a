import { createCommonLine } from '../contact/common-line';
import type { ContactMethod2d } from '../contact/method-2d';
import { FAST_LINE_INTS, fastCommonLine } from './fast-common-line';
import { lineContact } from './line-contact';

const line = /* @__PURE__ */ createCommonLine();

/**
 * The fast common line as a {@link ContactMethod2d}: line by {@link fastCommonLine}, contact points on it by {@link
 * lineContact}.
 */
export const fastCommonLineMethod: ContactMethod2d = {
  name: 'fcp',
  stateInts: FAST_LINE_INTS,
  stateFloats: 0,
  detect(out, a, b, pose, state, options) {
    fastCommonLine(line, a, b, pose, state);
    return lineContact(out, a, b, pose, line, options);
  },
};
