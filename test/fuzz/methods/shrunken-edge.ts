import {
  ContactKind,
  createContactFor,
  createDetectOptions,
  createOverlapFor,
  createState,
  NormalOwner,
  Status,
  type Contact,
  type ContactMethod,
} from '../../../src/contact';
import { overlap } from '../../../src/half-space';
import type { ConvexPolyhedron } from '../../../src/polyhedron';
import { shrunkenEdgeMethod, type ShrunkenEdgeOptions } from '../../../src/shrunken-edge';
import { exactOverlapVolume } from '../../oracles/exact-overlap';
import { leastArm } from '../../shrunken-edge/bodies';
import type { FuzzMethod, Tally } from '../fuzz-method';
import { swappedPair, type FuzzPair } from '../fuzz-pair';
import { judgeContacts } from '../judge-contacts';
import { outsideShadow, shadowOf } from '../shadow';
import { lengthOf, roundingOf } from './half-space';

/** Without and with rims, each as a method. */
const forms = [createDetectOptions(), { ...createDetectOptions(), rims: true }].map((own: ShrunkenEdgeOptions) => ({
  own,
  method: {
    ...shrunkenEdgeMethod,
    detect: (out, a, b, pose, state, given) => shrunkenEdgeMethod.detect(out, a, b, pose, state, { ...own, ...given }),
  } satisfies ContactMethod,
}));

/** The default form, without and with rims: what docs/shrunken-edge.md says under "Guarantee". */
export const shrunkenEdge: FuzzMethod = {
  name: shrunkenEdgeMethod.name,
  judge(pair, tally) {
    for (const { own, method } of forms) {
      const name = own.rims === true ? 'with rims' : 'default';
      const named: Tally = {
        ...tally,
        status: (status) => own.rims === true || tally.status(status),
        fault: (text) => tally.fault(`${name}: ${text}`),
      };
      judgeContacts(
        method,
        { exactStatus: false, resolves: true, lists: 'some', gap: gapFault, symmetric: false, forgets: true, overBoth: false },
        pair,
        named,
      );
      judgeAnswer(pair, own, named);
    }
  },
};

const RIMS: ContactKind[] = [ContactKind.VertexVertex, ContactKind.VertexEdge, ContactKind.ParallelEdges];

const arms = new WeakMap<ConvexPolyhedron, number>();

function armOf(shape: ConvexPolyhedron): number {
  const arm = arms.get(shape) ?? leastArm(shape);
  arms.set(shape, arm);
  return arm;
}

/** dTol where the caller gives none. */
const toleranceOf = ({ a, b, band }: FuzzPair): number => Math.max(0.001 * Math.min(armOf(a.shape), armOf(b.shape)), band);

/** What the normal of edges at a small angle is known to, rounding over the sine of it, may cost. */
const slackOf = (pair: FuzzPair): number => Math.max(1e-3 * toleranceOf(pair), 1e-9 * (pair.a.shape.radius + pair.b.shape.radius));

function gapFault(gap: number, pair: FuzzPair): string {
  const { exact, allowed } = pair;
  if (gap > Math.max(0, exact.gap) + allowed) return `gap ${gap} is above the exact ${exact.gap}`;
  if (gap < 2 * Math.min(0, exact.gap) - pair.band - 2 * allowed - slackOf(pair))
    return `gap ${gap} is more than twice the exact ${exact.gap}`;
  return '';
}

function ask({ a, b, pose }: FuzzPair, own: ShrunkenEdgeOptions): Contact {
  const out = createContactFor(a.shape, b.shape);
  shrunkenEdgeMethod.detect(out, a.shape, b.shape, pose, createState(shrunkenEdgeMethod), own);
  return out;
}

function judgeAnswer(pair: FuzzPair, own: ShrunkenEdgeOptions, tally: Tally): void {
  const { a, b, pose, allowed, band, exact } = pair;
  const dTol = toleranceOf(pair);
  const fault = (text: string): void => tally.fault(text);
  const out = ask(pair, own);
  if (exact.gap < -dTol - 2 * allowed && out.count === 0) fault(`no contact ${-exact.gap / dTol} dTol deep`);
  if (own.rims === true && exact.gap < -band - 2 * allowed && out.count === 0) fault(`no contact of rims at gap ${exact.gap}`);
  if (out.count === 0) return;
  if (exact.gap > band + allowed && out.status === Status.Overlapping) fault(`overlapping at gap ${exact.gap}`);
  if (exact.gap < -band - allowed && out.status !== Status.Overlapping) fault(`status ${out.status} at gap ${exact.gap}`);
  let sum = 0;
  for (let p = 0; p < out.count + out.rimCount; p++) sum += out.shares[p];
  if (out.dropped === 0 && !(Math.abs(sum - out.area) <= 1e-9 * out.area + band * band)) fault(`shares ${sum} of the area ${out.area}`);
  judgeSwapped(out, pair, own, fault);
  judgeVolume(out, pair, tally);
  if (out.owner === NormalOwner.None) return;
  const shadows = [shadowOf(a.shape, null, out.normal), shadowOf(b.shape, pose, out.normal)];
  // Where the shadows miss each other there is one point, between the witness points; rims meet beside each other.
  if (out.rimCount === 0 && (out.count === 1 || RIMS.includes(out.kind))) return;
  for (let p = 0; p < out.count + out.rimCount; p++) {
    shadows.forEach((shadow, body) => {
      const outside = outsideShadow(shadow, out.points, 3 * p);
      if (outside > 4 * (allowed + band)) fault(`point ${p} of ${out.count} is ${outside} beside ${body === 0 ? 'A' : 'B'}`);
    });
  }
}

/** B and A, where the normal is the same line: of several that let out as soon, either is right. */
function judgeSwapped(out: Contact, pair: FuzzPair, own: ShrunkenEdgeOptions, fault: (text: string) => void): void {
  const { a, b, pose, allowed, band } = pair;
  const dTol = toleranceOf(pair);
  // Where a side of a face is as short as rounding, rounding decides what is within dTol.
  if (dTol < 1e3 * allowed) return;
  const back = ask(swappedPair(pair), own);
  // Where a little more or less of dTol makes another contact, rounding decides.
  if ([1 - 1e-6, 1 + 1e-6].some((part) => ask(pair, { ...own, tolerance: part * dTol }).kind !== out.kind)) return;
  if (back.count > 0 !== out.count > 0) {
    fault('swapped: no contact');
    return;
  }
  if (!(Math.abs(back.gap - out.gap) <= 2 * allowed + slackOf(pair))) fault(`swapped: gap ${back.gap}, else ${out.gap}`);
  const off = [0, 1, 2].map(
    (r) => out.normal[r] + pose[3 * r] * back.normal[0] + pose[3 * r + 1] * back.normal[1] + pose[3 * r + 2] * back.normal[2],
  );
  if (Math.hypot(...off) > 1e-9) return;
  if (back.kind !== out.kind) fault(`swapped: kind ${back.kind}, else ${out.kind}`);
  if (RIMS.includes(out.kind) && out.rimCount === 0) return;
  // With its level d above the least gap the zone grows by no more than the square of d: what rounding adds to d. The
  // gap of the pair may be less than that of any place which both bodies share.
  const least = Math.min(...out.gaps.subarray(0, out.count));
  if (back.status !== out.status) {
    // Of blocks apart the level is twice the gap.
    if (Math.abs(Math.abs(out.gap) - band) > 4 * allowed + slackOf(pair)) fault(`swapped: status ${back.status}, else ${out.status}`);
    return;
  }
  const depth = (out.status === Status.Separated ? 2 * out.gap : band) - least;
  if (!(depth > 0)) return;
  const relative = 1e-6 + (8 * allowed + 4 * Math.hypot(...off) * (a.shape.radius + b.shape.radius)) / depth;
  if (!(Math.abs(back.area - out.area) <= relative * out.area)) fault(`swapped: area ${back.area}, else ${out.area}`);
  const largest = Math.min(a.shape.radius, b.shape.radius) ** 2;
  if (!(Math.abs(back.volume - out.volume) <= 2 * relative * out.volume + 8 * allowed * largest))
    fault(`swapped: volume ${back.volume}, else ${out.volume}`);
}

/**
 * The volume between the surfaces along the normal is that of the region both share, unless a face of it looks the
 * other way.
 */
function judgeVolume(out: Contact, { a, b, pose, allowed }: FuzzPair, tally: Tally): void {
  const fault = (text: string): void => tally.fault(text);
  if (out.status !== Status.Overlapping || -out.gap < 1e3 * allowed) return;
  const region = createOverlapFor(a.shape, b.shape);
  if (overlap(region, a.shape, b.shape, pose) !== Status.Overlapping) return;
  for (let f = 0; f < region.faceCount; f++) {
    const [body, face] = region.faceSource.subarray(2 * f, 2 * f + 2);
    const n = (body === 0 ? a : b).shape.normals.subarray(3 * face, 3 * face + 3);
    const along = [0, 1, 2].reduce(
      (s, r) => s + out.normal[r] * (body === 0 ? n[r] : -(pose[3 * r] * n[0] + pose[3 * r + 1] * n[1] + pose[3 * r + 2] * n[2])),
      0,
    );
    if (along < -1e-12) return;
  }
  tally.count('volumes by the region');
  const slack = 1e-6 * region.volume + 64 * allowed * Math.max(region.area, out.area);
  if (!(Math.abs(out.volume - region.volume) <= slack)) {
    // Of slivers the region is less exact than the zone: whole numbers decide.
    const exactly = exactOverlapVolume(a.shape, b.shape, pose);
    if (!(Math.abs(out.volume - exactly) <= slack)) fault(`volume ${out.volume}, exactly ${exactly}`);
    return;
  }
  if (!(region.volume > 1e3 * slack)) return;
  if (RIMS.includes(out.kind)) return;
  const away = [0, 1, 2].map((k) => out.centre[k] - region.centroid[k]);
  const up = away[0] * out.normal[0] + away[1] * out.normal[1] + away[2] * out.normal[2];
  const beside = Math.sqrt(Math.max(0, away[0] ** 2 + away[1] ** 2 + away[2] ** 2 - up * up));
  const length = lengthOf(region);
  const slackOfRegion = (length * roundingOf(length)) / region.volume;
  if (!(beside <= (1e-5 + (8 * allowed) / -out.gap) * Math.min(a.shape.radius, b.shape.radius) + slackOfRegion))
    fault(`pressure centre ${beside} beside that of the region`);
}
