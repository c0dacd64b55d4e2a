/** The inside of every method for a pair: what the explorer's second list offers. */
import type { Search } from '../drawing';
import { placePair, type Pair } from '../pair';
import { commonRegion, entrances, shrunkenEdges } from './blocks';
import { certifiedLinks, publishedLinks } from './links';
import { cundallTilts, planeCandidates } from './planes';

export function searchesOf(pair: Pair): Search[] {
  const { a, b, pose } = placePair(pair);
  return [
    publishedLinks(a, b, pose, 'replaces'),
    publishedLinks(a, b, pose, 'if-shorter'),
    certifiedLinks(a, b, pose),
    cundallTilts(a, b, pose),
    planeCandidates(a, b, pose),
    entrances(a, b, pose, pair.margin),
    commonRegion(a, b, pose),
    shrunkenEdges(a, b, pose, pair.margin),
  ];
}
