/**
 * All methods by name, for programs that let their user choose. A program that knows its method imports it alone and is
 * smaller.
 */
import {
  cundallMethod,
  exactMethod,
  fastCommonPlaneMethod,
  publishedFastCommonPlaneMethod,
  publishedShortestLinkIfShorterMethod,
  publishedShortestLinkMethod,
  shortestLinkMethod,
  trackedShortestLinkMethod,
} from '../common-plane';
import type { ContactMethod } from '../contact';
import { directSearchMethod, fastDirectSearchMethod, publishedFastDirectSearchMethod } from '../direct-search';
import { halfSpaceMethod } from '../half-space';
import { publishedShrunkenEdgeMethod, shrunkenEdgeMethod } from '../shrunken-edge';

/**
 * Every contact method of the library; the names differ.
 *
 * @example
 * ```ts
 * const wanted = contactMethods.find((method) => method.name === 'slm') ?? exactMethod;
 * ```
 */
export const contactMethods: readonly ContactMethod[] = [
  exactMethod,
  shortestLinkMethod,
  trackedShortestLinkMethod,
  publishedShortestLinkMethod,
  publishedShortestLinkIfShorterMethod,
  fastCommonPlaneMethod,
  publishedFastCommonPlaneMethod,
  cundallMethod,
  directSearchMethod,
  fastDirectSearchMethod,
  publishedFastDirectSearchMethod,
  halfSpaceMethod,
  shrunkenEdgeMethod,
  publishedShrunkenEdgeMethod,
];
