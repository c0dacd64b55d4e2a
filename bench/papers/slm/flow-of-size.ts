/**
 * One size of the particle flow: every form of the common plane on the same recorded pairs, checked and timed; and, if
 * asked, the part of the analysis time that detection takes.
 */
import {
  cundallMethod,
  publishedFastCommonPlaneMethod,
  publishedShortestLinkIfShorterMethod,
  shortestLinkMethod,
  type ContactMethod,
} from 'dem-contact';
import { measureTask, type Spread } from '../../lib/measure';
import { record, replayVariant } from '../../../sim/recorder';
import { openPile } from '../../../sim/scenes/particle-flow';
import { pileLoop } from '../../../sim/scenes/pile';
import { analysisShare, type AnalysisShare } from './analysis-share';
import { comparePlanes, CUNDALL, FCP_PUBLISHED, planeMethods, SLM_CERTIFIED, SLM_IF_SHORTER, type PlaneStatistics } from './planes';

export interface FormResult {
  name: string;
  /** Time over that of Cundall's plane, quartiles over rounds. */
  ratio: Spread;
  /** Iterations a call. */
  sweeps: number;
  withinTwo: number;
  wrongApart: number;
}

export interface FlowPart {
  count: number;
  /** Calls with memory. */
  calls: number;
  forms: FormResult[];
  shares: (AnalysisShare & { name: string })[];
  /** Processor time of this part, s. */
  seconds: number;
}

/** Methods of which the part of the analysis time is measured. */
const MOVERS: readonly (readonly [name: string, method: ContactMethod])[] = [
  [CUNDALL, cundallMethod],
  [FCP_PUBLISHED, publishedFastCommonPlaneMethod],
  [SLM_IF_SHORTER, publishedShortestLinkIfShorterMethod],
  [SLM_CERTIFIED, shortestLinkMethod],
];

/** The box of the paper's flows of 500 and 4000 particles, m. */
const BOX = 0.3;

export function flowOfSize(count: number, quick: boolean, hasShares: boolean): FlowPart {
  const begin = process.cpuUsage();
  const pile = openPile(count, quick ? 0.15 : BOX, 1);
  const shares = hasShares
    ? MOVERS.map(([name, method]) => ({ name, ...analysisShare(pile, method, quick ? 2 : 10, quick ? 4 : 40) }))
    : [];
  const scene = { bodies: pile.bodies, step: pileLoop(pile) };
  const windows = quick ? { span: 12, steps: 3, windows: 2, pairs: 100 } : { span: 100, steps: 5, windows: 4, pairs: 2000 };
  const recording = record(scene, windows);
  const statistics = comparePlanes(recording);
  const task = measureTask(
    {
      name: `${count} particles`,
      operations: recording.warmCalls,
      variants: planeMethods.map((method) => replayVariant(recording, method, 'warm')),
      rounds: 7,
    },
    quick,
  );
  const forms = task.variants.map(({ name, ratio }) => {
    const { calls, iterations, withinTwo, wrongApart } = statistics.get(name) as PlaneStatistics;
    return { name, ratio, sweeps: iterations / calls, withinTwo, wrongApart };
  });
  const { user, system } = process.cpuUsage(begin);
  return { count, calls: recording.warmCalls, forms, shares, seconds: 1e-6 * (user + system) };
}
