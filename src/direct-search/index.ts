export { directSearch, directSearchMethod } from './direct-search';
export { fastDirectSearch, fastDirectSearchMethod } from './fast-direct-search';
export { publishedFastDirectSearchMethod } from './fast-direct-search-published';
export { directSearchWork } from './settings';
export type { DirectSearchOptions } from './settings';
