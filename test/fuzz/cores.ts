import { createCommonPlane, createContact, createDetectOptions, createState, exactMethod, shortestLinkMethod } from '../../src/index';
import { exactPlane, shortestLink, type CommonPlane } from '../../src/index';
import { createRandom, type Random } from '../../src/math/random';
import { FAMILIES, randomPair, type CorePair } from '../rounded-cores/core-pairs';
import { faultOfPlane } from '../rounded-cores/judge-cores';
import { faultOfPoints } from '../rounded-cores/judge-points';
import type { FuzzLimits, FuzzReport, FuzzRow } from './fuzz';

const SOLVERS = [
  [exactPlane, exactMethod],
  [shortestLink, shortestLinkMethod],
] as const;

/** The judge of points knows crossings of lines on the surface of bodies of one size only. */
const WITHOUT_POINTS = ['tiny', 'needle'];

/**
 * Draws pairs with at least one point, segment or plate, of all sorts, and judges planes by exact arithmetic: cold,
 * with a memory that is wrong, and with A and B exchanged. The points of the exact plane must join the features they
 * name.
 */
export function fuzzCores(seed: number, { pairs: most = Infinity, milliseconds = Infinity, kept = 3 }: Partial<FuzzLimits>): FuzzReport {
  const rows = FAMILIES.map((family): FuzzRow => ({ method: 'cores', family, pairs: 0, statuses: [0, 0, 0, 0, 0], faulty: 0, counts: {} }));
  const report: FuzzReport = { seed, rows, failures: [] };
  const end = performance.now() + milliseconds;
  for (let done = 0; done < most && performance.now() < end; done++) {
    FAMILIES.forEach((family, f) => {
      const random = createRandom((Math.imul(seed, 0x9e3779b1) + done) >>> 0);
      const pair = randomPair(random, family);
      const faults = faultsOf(pair, random, rows[f]);
      rows[f].pairs++;
      if (faults.length === 0) return;
      rows[f].faulty++;
      if (report.failures.length >= kept) return;
      const { a, b, pose } = pair;
      report.failures.push({ method: 'cores', faults, pair: { kind: family, a: [...a.vertices], b: [...b.vertices], pose: [...pose] } });
    });
  }
  return report;
}

function faultsOf(pair: CorePair, random: Random, row: FuzzRow): string[] {
  try {
    return [...planeFaults(pair, random, row), ...pointFaults(pair, random)].filter((fault) => fault !== '');
  } catch (error) {
    return [String(error)];
  }
}

function planeFaults(pair: CorePair, random: Random, row: FuzzRow): string[] {
  const planes: CommonPlane[] = [];
  const swapped = { a: pair.b, b: pair.a, pose: inverse(pair.pose) };
  const faults = SOLVERS.flatMap(([solve, method]) =>
    [pair, pair, swapped].map((asked, k) => {
      const plane = createCommonPlane();
      const state = createState(method);
      if (k === 1) for (let m = 0; m < state.floats.length; m++) state.floats[m] = random() - 0.5;
      solve(plane, asked.a, asked.b, asked.pose, state);
      planes.push(plane);
      const fault = faultOfPlane(asked, plane);
      return fault === '' ? '' : `${method.name}, ${['cold', 'wrong memory', 'exchanged'][k]}: ${fault}`;
    }),
  );
  row.statuses[planes[0].status]++;
  return faults;
}

function pointFaults(pair: CorePair, random: Random): string[] {
  if (WITHOUT_POINTS.includes(pair.family)) return [];
  const rounding = 0.05 + 0.5 * random();
  const pointMargin = random() < 0.5 ? 0 : rounding + 0.2 * random();
  const contact = createContact(60);
  const options = { ...createDetectOptions(), rounding, margin: rounding, pointMargin };
  exactMethod.detect(contact, pair.a, pair.b, pair.pose, createState(exactMethod), options);
  if (contact.count === 0 || contact.gap < 0)
    return [contact.gap <= rounding === contact.count > 0 ? '' : `${contact.count} points at a gap of ${contact.gap}`];
  return [faultOfPoints(pair, contact, Math.max(rounding, pointMargin))];
}

/** The pose of A in B's frame. */
function inverse(pose: CorePair['pose']): Float64Array {
  const back = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    for (let k = 0; k < 3; k++) back[3 * r + k] = pose[3 * k + r];
    back[9 + r] = -(pose[r] * pose[9] + pose[3 + r] * pose[10] + pose[6 + r] * pose[11]);
  }
  return back;
}
