export { directSearch, directSearchMethod } from './direct-search';
export { fastDirectSearch, fastDirectSearchMethod } from './fast-direct-search';
export type { DirectSearchOptions } from './settings';
