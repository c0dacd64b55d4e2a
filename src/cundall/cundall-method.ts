import { createCommonPlane } from '../contact/common-plane';
import type { ContactMethod } from '../contact/method';
import { CUNDALL_STATE_FLOATS, CUNDALL_STATE_INTS, cundallPlane } from './cundall';
import { planeContact } from '../contact-points/plane-contact';

const plane = /* @__PURE__ */ createCommonPlane();

/**
 * Cundall's plane as a {@link ContactMethod}: plane by {@link cundallPlane} with its default options, contact points on
 * it by {@link planeContact}. It is the baseline: not exact, and warm and cold results may differ.
 */
export const cundallMethod: ContactMethod = {
  name: 'cundall',
  stateInts: CUNDALL_STATE_INTS,
  stateFloats: CUNDALL_STATE_FLOATS,
  detect(out, a, b, pose, state, options) {
    cundallPlane(plane, a, b, pose, state);
    return planeContact(out, a, b, pose, plane, options);
  },
};
