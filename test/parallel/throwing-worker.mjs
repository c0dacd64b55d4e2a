/** A worker whose method fails when the bodies say so. */
import { tsImport } from 'tsx/esm/api';

const { exactMethod } = await tsImport('../../src/common-plane/index.ts', import.meta.url);
// Last, so that no message comes before the method is known.
const { registerMethod } = await tsImport('../../src/worker/index.ts', import.meta.url);
registerMethod({
  ...exactMethod,
  name: 'failing',
  certified: false,
  detect: (out, a, b, pose, state, options) => {
    if (pose[9] > 100) throw new Error('the method failed on purpose');
    return exactMethod.detect(out, a, b, pose, state, options);
  },
});
