import type { FuzzMethod } from '../fuzz-method';
import { cundall } from './cundall';
import { exact } from './exact';
import { fcp } from './fcp';
import { halfSpace } from './half-space';
import { publishedFcp, publishedSlm } from './published';
import { slm } from './slm';
import { tracked } from './tracked';

export const fuzzMethods: readonly FuzzMethod[] = [exact, slm, tracked, fcp, cundall, halfSpace, publishedSlm, publishedFcp];
