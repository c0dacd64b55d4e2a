import { createCommonLine } from '../contact/common-line';
import type { ContactMethod2d } from '../contact/method-2d';
import { exactLine } from './exact-line';
import { lineContact } from './line-contact';

const line = /* @__PURE__ */ createCommonLine();

/**
 * The exact line as a {@link ContactMethod2d}: line by {@link exactLine}, contact points on it by {@link lineContact}.
 */
export const exactLineMethod: ContactMethod2d = {
  name: 'exact',
  stateInts: 0,
  stateFloats: 0,
  takesCores: true,
  certified: true,
  detect(out, a, b, pose, _state, options) {
    exactLine(line, a, b, pose);
    return lineContact(out, a, b, pose, line, options);
  },
};
