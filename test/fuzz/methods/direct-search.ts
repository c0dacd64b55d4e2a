import { ContactKind, createDetectOptions, createState, Status, type Contact, type ContactMethod } from '../../../src/contact';
import { directSearchMethod, fastDirectSearchMethod } from '../../../src/direct-search';
import type { FuzzMethod, Tally } from '../fuzz-method';
import type { FuzzPair } from '../fuzz-pair';
import { ask, judgeContacts, type Promises } from '../judge-contacts';

/**
 * The direct searches: the status is exact; in overlap the depth is at most twice the exact one, apart the gap is at
 * most the exact one and positive.
 */
function boundedGap(gap: number, { exact, band, allowed }: FuzzPair): string {
  if (!(gap <= exact.gap + allowed)) return `gap ${gap} is above the exact ${exact.gap}`;
  const least = exact.gap > band + 2 * allowed ? 0 : 2 * Math.min(exact.gap, 0) - band - 4 * allowed;
  return gap >= least ? '' : `gap ${gap} is more than twice the exact ${exact.gap}`;
}

const PROMISES: Promises = {
  exactStatus: true,
  resolves: true,
  lists: 'some',
  gap: boundedGap,
  symmetric: true,
  forgets: true,
  overBoth: false,
  boundsOnly: true,
  asksMotion: true,
  // The normal across edges at 1 degree is known to 57 roundings.
  open: 64,
  // Links of edges that are almost parallel are equally short all along them, and lean by their angle.
  openPart: 1e-7,
};

export const directSearches: readonly FuzzMethod[] = [directSearchMethod, fastDirectSearchMethod].map((method) => ({
  name: method.name,
  judge(pair, tally) {
    judgeContacts(method, PROMISES, pair, tally);
    judgeMargins(method, pair, tally);
    if (method === fastDirectSearchMethod) compareSearches(pair, tally);
  },
}));

/** A margin adds contacts and changes none; beyond dTol the gap is exact. */
function judgeMargins(method: ContactMethod, pair: FuzzPair, tally: Tally): void {
  const { a, b, exact, allowed } = pair;
  const plain = ask(method, pair, createState(method), createDetectOptions());
  for (const margin of [0.01, 1]) {
    const wide = ask(method, pair, createState(method), {
      ...createDetectOptions(),
      margin: margin * Math.min(a.shape.radius, b.shape.radius),
    });
    if (plain.count > 0) {
      if (contactOf(wide) !== contactOf(plain)) tally.fault(`another contact with a margin of ${margin} radii`);
    } else if (wide.count > 0) {
      if (wide.status !== Status.Separated) tally.fault(`status ${wide.status} by a margin of ${margin} radii`);
      if (!(Math.abs(wide.gap - exact.gap) <= allowed)) tally.fault(`gap ${wide.gap} beyond dTol, exactly ${exact.gap}`);
    } else if (exact.gap > allowed && exact.gap < margin * Math.min(a.shape.radius, b.shape.radius) - allowed) {
      tally.fault(`no contact at gap ${exact.gap} with a margin of ${margin} radii`);
    }
  }
}

/** Both searches have the same contact, feature by feature. */
function compareSearches(pair: FuzzPair, tally: Tally): void {
  const options = createDetectOptions();
  const slow = ask(directSearchMethod, pair, createState(directSearchMethod), options);
  const fast = ask(fastDirectSearchMethod, pair, createState(fastDirectSearchMethod), options);
  if (fast.kind !== slow.kind || fast.status !== slow.status)
    tally.fault(`kind ${fast.kind}, status ${fast.status}; the direct search ${slow.kind}, ${slow.status}`);
  else if (setOf(fast) !== setOf(slow)) tally.fault(`contact set ${setOf(fast)}; the direct search ${setOf(slow)}`);
  else if (slow.kind !== ContactKind.None && !(Math.abs(fast.gap - slow.gap) <= pair.allowed))
    tally.fault(`gap ${fast.gap}; the direct search ${slow.gap}`);
}

function setOf({ count, features }: Contact): string {
  return Array.from({ length: count }, (_, k) => `${features[2 * k]}:${features[2 * k + 1]}`)
    .sort()
    .join(' ');
}

/** All that a force law reads, to the bit. */
function contactOf(out: Contact): string {
  const { status, kind, gap, owner, area, volume, featureA, featureB, count, rimCount } = out;
  const rows = count + rimCount;
  return [
    ...[status, kind, gap, owner, area, volume, featureA, featureB, count, rimCount],
    ...[...out.normal, ...out.centre, ...out.pointA, ...out.pointB],
    ...[...out.points.subarray(0, 3 * rows), ...out.gaps.subarray(0, rows), ...out.shares.subarray(0, rows)],
    ...out.features.subarray(0, 2 * rows),
  ].join();
}
