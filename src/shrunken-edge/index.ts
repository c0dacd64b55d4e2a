export { createShrunkenEdgeOptions } from './options';
export type { ShrunkenEdgeOptions } from './settings';
export { shrunkenEdge, shrunkenEdgeMethod } from './shrunken-edge';
