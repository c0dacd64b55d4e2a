export { halfSpaceMethod } from './half-space-method';
export { publishedOverlap } from './published-overlap';
export { overlap } from './overlap';
