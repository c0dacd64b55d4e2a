import { ContactKind, createState, NormalOwner, Status, type ContactState } from '../../src/contact';
import {
  contactMethods2d,
  createCommonLine,
  createContact2d,
  createDetectOptions2d,
  createOverlap2dFor,
  exactLine,
  fastCommonLine,
  overlapPolygon,
  shortestLink2d,
  type Contact2d,
  type ContactMethod2d,
  type ConvexPolygon,
  type Pose2d,
} from '../../src/planar';
import { exactPosedDistance2d } from '../oracles/exact-distance-2d';
import { complaintsAboutPoints } from './judge-borders';
import { allowanceOf, bruteGap, cornersOf, extentOf, judgeLine, type Pair2d } from './judge-2d';

/** Corners of both bodies up to which the reference is exact arithmetic; beyond it is brute force in doubles. */
const EXACT_CORNERS = 16;

const line = createCommonLine();
const options = createDetectOptions2d();
const contact = createContact2d(64);
const again = createContact2d(64);
const turned = createContact2d(64);

/**
 * Methods whose status and depth are those of the exact line. Cundall's search and the published forms err by
 * nature; the overlap polygon has its own rule for thin regions.
 */
const isExact = ({ name }: ContactMethod2d): boolean => !['cundall', 'slm-published', 'fcp-published', 'half-space'].includes(name);
/** Those whose gap along the contact's normal is the distance, or the depth. */
const isSharp = ({ name }: ContactMethod2d): boolean => name === 'exact' || name === 'slm';

/** Methods that give the contact of a line. */
const isOfLine = ({ name }: ContactMethod2d): boolean => !['direct-search', 'fds', 'half-space'].includes(name);

/** What every contact set has to keep, whatever its points are. */
function complaintsAboutSet({ count, rimCount, dropped, length, area, shares, owner, kind }: Contact2d, name: string): string[] {
  const faults: string[] = [];
  const sum = shares.slice(0, count).reduce((total, share) => total + share, 0);
  if (rimCount !== 0 || dropped !== 0) faults.push(`${name}: ${rimCount} rim rows, ${dropped} dropped`);
  if (!(Math.abs(sum - length) <= 1e-12 * length)) faults.push(`${name}: shares sum to ${sum}, the length is ${length}`);
  if (!(shares.slice(0, count).every((share) => share >= 0) && length >= 0 && area >= 0)) faults.push(`${name}: a negative length or area`);
  if (count === 0 && !(length === 0 && area === 0 && owner === NormalOwner.None && kind === ContactKind.None))
    faults.push(`${name}: no point, but a zone`);
  return faults;
}

/** Signed distance of a pair, from exact arithmetic where it is small enough. */
export function trueGap(pair: Pair2d): number {
  if (pair.a.vertexCount + pair.b.vertexCount > EXACT_CORNERS) return bruteGap(pair);
  return exactPosedDistance2d(cornersOf(pair.a), cornersOf(pair.b), pair.pose).gap;
}

/**
 * What is wrong with the answers of the methods in the plane about one pair: against the reference, between methods, on
 * pairs that are swapped and scaled, from memory and from dirty results. Empty when nothing is.
 */
export function complaintsAbout(pair: Pair2d): string[] {
  const { a, b, pose } = pair;
  const gap = trueGap(pair);
  const allowed = allowanceOf(pair);
  const band = a.tolerance + b.tolerance;
  const isClear = Math.abs(Math.abs(gap) - band) > 2 * allowed;
  const status = gap > band ? Status.Separated : gap < -band ? Status.Overlapping : Status.Touching;
  const faults: string[] = [];
  const check = (holds: boolean, message: string): void => {
    if (!holds) faults.push(message);
  };

  for (const [name, find, inOverlap] of [
    ['exactLine', () => exactLine(line, a, b, pose), true],
    ['shortestLink2d', () => shortestLink2d(line, a, b, pose, cold('slm')), true],
    ['fastCommonLine', () => fastCommonLine(line, a, b, pose, cold('fcp')), false],
  ] as const) {
    find();
    const sharp = inOverlap || gap > allowed;
    check(line.gap <= gap + allowed, `${name}: gap ${line.gap} is above the true ${gap}`);
    if (sharp) check(Math.abs(line.gap - gap) <= allowed, `${name}: gap ${line.gap}, the true one is ${gap}`);
    if (sharp && isClear) check(line.status === status, `${name}: status ${line.status} of gap ${gap}`);
    for (const fault of judgeLine(line, pair, { exact: false, witness: sharp })) faults.push(`${name}: ${fault}`);
  }

  for (const method of contactMethods2d) {
    const { name } = method;
    const state = createState(method);
    method.detect(soil(contact, 7), a, b, pose, state, options);
    method.detect(soil(again, -3), a, b, pose, createState(method), options);
    check(sameBits(contact, again), `${name}: the answer depends on what was in the result`);
    check(isFinite2d(contact), `${name}: not finite`);
    if (isOfLine(method) && contact.count > 0) {
      for (const fault of complaintsAboutPoints(contact, pair, { limit: 0 })) faults.push(`${name}: ${fault}`);
    }
    if (!isOfLine(method)) faults.push(...complaintsAboutSet(contact, name));
    if (isExact(method) && isClear) check(contact.status === status, `${name}: status ${contact.status} of gap ${gap}`);
    if (name === 'cundall' && gap < -allowed)
      check(contact.status !== Status.Separated || contact.gap <= band, `${name}: separates what overlaps`);
    if (isSharp(method)) check(Math.abs(contact.gap - gap) <= allowed, `${name}: contact gap ${contact.gap}, the true one is ${gap}`);

    // Twice the scale, twice the lengths, to the bit.
    for (const power of [2 ** 20, 2 ** -20]) {
      const scaled = { a: scaledPolygon(a, power), b: scaledPolygon(b, power), pose: pose.slice() };
      scaled.pose[2] *= power;
      scaled.pose[3] *= power;
      method.detect(again, scaled.a, scaled.b, scaled.pose, createState(method), options);
      check(isScaled(again, contact, power), `${name}: another answer at ${power} times the size`);
    }

    // Warm: the same gap as cold, also with a memory of elsewhere.
    if (isExact(method)) {
      method.detect(again, a, b, pose, state, options);
      if (isClear) check(again.status === contact.status, `${name}: status ${again.status} warm, ${contact.status} cold`);
      const may = name === 'fcp' && gap < allowed ? Infinity : allowed;
      check(Math.abs(again.gap - contact.gap) <= may, `${name}: gap ${again.gap} warm, ${contact.gap} cold`);
    }

    // Swapped: the same gap, and the opposite normal where it is that of a link that is not short.
    if (isExact(method)) {
      const back = inverse(pose);
      method.detect(turned, b, a, back, createState(method), options);
      if (isClear) check(turned.status === contact.status, `${name}: status ${turned.status} swapped, ${contact.status} else`);
      if (isSharp(method)) {
        check(Math.abs(turned.gap - contact.gap) <= 2 * allowed, `${name}: gap ${turned.gap} swapped, ${contact.gap} else`);
        if (gap > 1e6 * allowed) {
          const x = pose[0] * turned.normal[0] - pose[1] * turned.normal[1] + contact.normal[0];
          const y = pose[1] * turned.normal[0] + pose[0] * turned.normal[1] + contact.normal[1];
          check(Math.hypot(x, y) <= 1e-5, `${name}: normals of the swapped pair differ by ${Math.hypot(x, y)}`);
        }
      }
    }
  }
  faults.push(...complaintsAboutOverlap(pair, gap));
  return faults;
}

/**
 * A region has area just where the bodies overlap; with a needle it can be thinner than it is deep, by the needle's own
 * proportion.
 */
function complaintsAboutOverlap(pair: Pair2d, gap: number): string[] {
  const { a, b, pose } = pair;
  const region = createOverlap2dFor(a, b);
  overlapPolygon(region, a, b, pose);
  const band = a.tolerance + b.tolerance;
  const rounding = 64 * 2 ** -53 * extentOf(pair);
  const faults: string[] = [];
  const proportion = Math.min(a.inradius / a.radius, b.inradius / b.radius, 0.1) / 0.1;
  if (gap < -(2 * band + rounding) / proportion && region.status !== Status.Overlapping) faults.push(`overlap: none at gap ${gap}`);
  if (gap > 0 && region.area > 0 && region.area > rounding * region.perimeter) faults.push(`overlap: area ${region.area} at gap ${gap}`);
  if (region.area > Math.min(a.area, b.area) * (1 + 1e-9) + rounding * region.perimeter) faults.push('overlap: larger than a body');
  return faults;
}

function cold(name: string): ContactState {
  return createState(contactMethods2d.find((method) => method.name === name)!);
}

/** The same contact with other numbers in every field. */
function soil(out: Contact2d, x: number): Contact2d {
  for (const array of [out.normal, out.pointA, out.pointB, out.centre, out.points, out.gaps, out.features, out.shares]) array.fill(x);
  out.gap = out.length = out.area = out.count = out.rimCount = out.dropped = out.iterations = out.featureA = out.featureB = x;
  out.owner = NormalOwner.Edges;
  return out;
}

/** Numbers of a contact, rows only as many as there are. */
function numbersOf(out: Contact2d): { lengths: number[]; normal: number[]; area: number } {
  const { gap, length, normal, area, centre, pointA, pointB, points, gaps, shares } = out;
  const rows = out.count + out.rimCount;
  const ofRows = [...points.slice(0, 2 * rows), ...gaps.slice(0, rows), ...shares.slice(0, rows)];
  return { normal: [...normal], lengths: [gap, length, ...centre, ...pointA, ...pointB, ...ofRows], area };
}

function labelsOf({ status, kind, owner, count, rimCount, dropped, featureA, featureB, features, iterations }: Contact2d): number[] {
  return [status, kind, owner, count, rimCount, dropped, featureA, featureB, iterations, ...features.slice(0, 2 * (count + rimCount))];
}

function sameBits(p: Contact2d, q: Contact2d): boolean {
  return isScaled(p, q, 1);
}

function isScaled(p: Contact2d, q: Contact2d, scale: number): boolean {
  const own = numbersOf(p);
  const other = numbersOf(q);
  return (
    labelsOf(p).join() === labelsOf(q).join() &&
    own.normal.join() === other.normal.join() &&
    own.lengths.join() === other.lengths.map((x) => scale * x).join() &&
    own.area === scale * scale * other.area
  );
}

function isFinite2d(out: Contact2d): boolean {
  const { normal, lengths, area } = numbersOf(out);
  return [...normal, ...lengths, area].every(Number.isFinite);
}

function inverse(pose: Pose2d): Pose2d {
  const [c, s, x, y] = pose;
  return new Float64Array([c, -s, -(c * x + s * y), -(c * y - s * x)]);
}

/** The polygon in another unit of length, a power of two, so that nothing is rounded. */
function scaledPolygon(p: ConvexPolygon, scale: number): ConvexPolygon {
  const times = (array: Float64Array, factor: number): Float64Array => array.map((x) => factor * x);
  return {
    ...p,
    vertices: times(p.vertices, scale),
    offsets: times(p.offsets, scale),
    radius: scale * p.radius,
    inradius: scale * p.inradius,
    area: scale ** 2 * p.area,
    perimeter: scale * p.perimeter,
    inertia: scale ** 4 * p.inertia,
    secondMoments: times(p.secondMoments, scale ** 4),
    origin: times(p.origin, scale),
    tolerance: scale * p.tolerance,
  };
}
