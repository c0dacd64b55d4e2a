export { exactMethod } from './exact-method';
export { exactPlane } from './exact-plane';
export { planeContact } from './plane-contact';
export { shortestLink } from './shortest-link';
export type { ShortestLinkOptions } from './shortest-link';
export { shortestLinkMethod } from './shortest-link-method';
export { publishedShortestLinkMethod } from './shortest-link-published-method';
