import type { ContactMethod } from '../contact/method';
import { STATE_FLOATS, STATE_INTS } from './point-places';
import { publishedShrunkenEdge } from './published';

/**
 * The shrunken edge algorithm as printed, as a {@link ContactMethod}, for comparison with {@link shrunkenEdgeMethod}.
 * It is often wrong. A is the main block, B the target block.
 */
export const publishedShrunkenEdgeMethod: ContactMethod = {
  name: 'shrunken-edge-published',
  stateInts: STATE_INTS,
  stateFloats: STATE_FLOATS,
  sharpOnly: true,
  detect: publishedShrunkenEdge,
};
