import type { FuzzMethod } from '../fuzz-method';
import { cundall } from './cundall';
import { directSearches } from './direct-search';
import { exact } from './exact';
import { fcp } from './fcp';
import { halfSpace } from './half-space';
import { publishedFcp, publishedFds, publishedSlms } from './published';
import { shrunkenEdge } from './shrunken-edge';
import { publishedShrunkenEdge } from './shrunken-edge-published';
import { slm } from './slm';
import { meshWallMethod } from './mesh-wall';
import { tracked } from './tracked';

export const fuzzMethods: readonly FuzzMethod[] = [
  exact,
  slm,
  tracked,
  fcp,
  cundall,
  halfSpace,
  shrunkenEdge,
  publishedShrunkenEdge,
  ...publishedSlms,
  publishedFcp,
  ...directSearches,
  publishedFds,
  meshWallMethod,
];
