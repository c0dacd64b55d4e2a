import type { ContactMethod2d } from '../contact/method-2d';
import { cundallLineMethod } from './cundall-line-method';
import { directSearchMethod2d } from './direct-search-2d';
import { exactLineMethod } from './exact-line-method';
import { fastCommonLineMethod } from './fast-common-line-method';
import { publishedFastCommonLineMethod } from './fast-common-line-published-method';
import { fastDirectSearchMethod2d } from './fast-direct-search-2d';
import { overlapPolygonMethod } from './overlap-polygon-method';
import { shortestLinkMethod2d } from './shortest-link-2d-method';
import { publishedShortestLinkMethod2d } from './shortest-link-2d-published-method';

/**
 * Every contact method of the plane; the names are those of the methods in space. A program that knows its method
 * imports it alone and is smaller.
 *
 * @example
 * ```ts
 * const wanted = contactMethods2d.find((method) => method.name === 'slm') ?? exactLineMethod;
 * ```
 */
export const contactMethods2d: readonly ContactMethod2d[] = [
  exactLineMethod,
  shortestLinkMethod2d,
  publishedShortestLinkMethod2d,
  fastCommonLineMethod,
  publishedFastCommonLineMethod,
  cundallLineMethod,
  directSearchMethod2d,
  fastDirectSearchMethod2d,
  overlapPolygonMethod,
];
