/** A worker whose method fails when the bodies say so. */
import { exactMethod } from '../../src/common-plane';
import { contactLawForces } from '../../src/parallel';
import { registerForceModel, registerMethod } from '../../src/worker';

registerMethod({
  ...exactMethod,
  name: 'failing',
  certified: false,
  detect: (out, a, b, pose, state, options) => {
    if (pose[9] > 100) throw new Error('the method failed on purpose');
    return exactMethod.detect(out, a, b, pose, state, options);
  },
});

registerForceModel({
  ...contactLawForces,
  name: 'failing',
  create: () => () => {
    throw new Error('the forces failed on purpose');
  },
});
