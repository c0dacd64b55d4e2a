export { halfSpaceMethod } from './half-space-method';
export { overlap } from './overlap';
