export { createShrunkenEdgeOptions } from './options';
export { publishedShrunkenEdgeMethod } from './published-method';
export type { ShrunkenEdgeOptions } from './settings';
export { shrunkenEdge, shrunkenEdgeMethod } from './shrunken-edge';
