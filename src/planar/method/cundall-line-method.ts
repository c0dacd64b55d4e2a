import { createCommonLine } from '../contact/common-line';
import type { ContactMethod2d } from '../contact/method-2d';
import { CUNDALL_LINE_FLOATS, cundallLine } from './cundall-line';
import { lineContact } from './line-contact';

const line = /* @__PURE__ */ createCommonLine();

/**
 * Cundall's line as a {@link ContactMethod2d}: line by {@link cundallLine}, contact points on it by {@link
 * lineContact}.
 */
export const cundallLineMethod: ContactMethod2d = {
  name: 'cundall',
  stateInts: 0,
  stateFloats: CUNDALL_LINE_FLOATS,
  detect(out, a, b, pose, state, options) {
    cundallLine(line, a, b, pose, state);
    return lineContact(out, a, b, pose, line, options);
  },
};
