/** The answer of every method for one pair: the rows of the explorer's table. */
import {
  contactMethods,
  createCommonPlane,
  createContactFor,
  createDetectOptions,
  createState,
  cundallPlane,
  exactPlane,
  fastCommonPlane,
  fastDirectSearch,
  fastDirectSearchMethod,
  featureDimension,
  featureIndex,
  kindName,
  NormalOwner,
  shortestLink,
  Status,
  statusName,
  touchingBand,
  type CommonPlane,
  type Contact,
  type ContactMethod,
  type ContactState,
  type ConvexPolyhedron,
  type Pose,
} from 'dem-contact';
import type { Drawing } from './drawing';
import { placePair, type Pair } from './pair';

export interface Row {
  method: string;
  status: string;
  kind: string;
  gap: number;
  /** The gap less that of the exact plane. */
  error: number;
  /** The error is more than rounding, or the status is another one; not for a lower bound. */
  differs: boolean;
  /** The gap is only a lower bound of the distance: searches of blocks give it for bodies apart. */
  isBound: boolean;
  /** Unit normal from A to B, length 3. */
  normal: number[];
  /** Angle to the normal of the exact plane, in degrees. */
  angle: number;
  owner: string;
  area: number;
  volume: number;
  points: Point[];
  iterations: number;
  /** Evaluations of g(n) of the methods that count them. */
  evaluations: number | undefined;
  drawing: Drawing;
}

export interface Point {
  /** Length 3. */
  place: number[];
  gap: number;
  share: number;
  features: string;
}

/** All methods of the library, and the fast direct search with only the normals of its paper. */
const methods: readonly ContactMethod[] = contactMethods.flatMap((method) =>
  method === fastDirectSearchMethod
    ? [
        method,
        {
          ...method,
          name: 'fds, published normal',
          detect: (out, a, b, pose, state, options) => fastDirectSearch(out, a, b, pose, state, { ...options, variant: 'published' }),
        },
      ]
    : [method],
);

/** 64 rounding steps: gaps of two methods that differ by less, as a part of the extent of the pair, are equal. */
const ROUNDING = 64 * 2 ** -53;

/** Methods that search a contact, not a plane: apart, they give a gap that is at most the distance. */
const boundsOnly = [
  'direct-search',
  'fds',
  'fds, published normal',
  'fds-published',
  'half-space',
  'shrunken-edge',
  'shrunken-edge-published',
];

/** One cold call of each method. The results are in the frame of A; the first row is the exact plane's. */
export function answersOf(pair: Pair): Row[] {
  const { a, b, pose } = placePair(pair);
  const options = { ...createDetectOptions(), margin: pair.margin };
  const contacts = methods.map((method) => {
    const out = createContactFor(a, b);
    method.detect(out, a, b, pose, createState(method), options);
    return out;
  });
  const exact = contacts[0];
  // Rounding of a gap is that of the extent of the pair, which is large for bodies far apart.
  const extent = a.radius + b.radius + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
  const band = Math.max(touchingBand(a, b), ROUNDING * extent);
  return contacts.map((out, k) => {
    const isBound = boundsOnly.includes(methods[k].name) && out.status === Status.Separated && out.count === 0;
    return {
      method: methods[k].name,
      status: statusName(out.status),
      kind: kindName(out.kind),
      gap: out.gap,
      error: out.gap - exact.gap,
      differs: out.status !== exact.status || (!isBound && Math.abs(out.gap - exact.gap) > band),
      isBound,
      normal: [...out.normal],
      angle: angleBetween(out.normal, exact.normal),
      owner: ownerName(out.owner),
      area: out.area,
      volume: out.volume,
      points: pointsOf(out),
      iterations: out.iterations,
      evaluations: evaluationsOf(methods[k], a, b, pose),
      drawing: drawingOf(out),
    };
  });
}

function drawingOf(out: Contact): Drawing {
  const drawing: Drawing = { points: [...out.points.subarray(0, 3 * out.count)] };
  if (out.normal.every((x) => x === 0)) return drawing;
  const middle = [0, 1, 2].map((k) => 0.5 * (out.pointA[k] + out.pointB[k]));
  return { ...drawing, planes: [...out.normal, ...middle], links: [...out.pointA, ...out.pointB] };
}

function pointsOf(out: Contact): Point[] {
  return Array.from({ length: out.count }, (_, p) => ({
    place: [...out.points.subarray(3 * p, 3 * p + 3)],
    gap: out.gaps[p],
    share: out.shares[p],
    features: `${featureName(out.features[2 * p])}, ${featureName(out.features[2 * p + 1])}`,
  }));
}

/** Calls the search of a plane by itself: contacts do not carry its number of evaluations. */
function evaluationsOf(method: ContactMethod, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): number | undefined {
  const search = planeSearches[method.name];
  if (search === undefined) return undefined;
  const plane = createCommonPlane();
  search(plane, a, b, pose, createState(method));
  return plane.evaluations;
}

type PlaneSearch = (out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState) => unknown;

const planeSearches: Readonly<Record<string, PlaneSearch>> = {
  exact: exactPlane,
  slm: shortestLink,
  fcp: fastCommonPlane,
  'fcp-published': (out, a, b, pose, state) => fastCommonPlane(out, a, b, pose, state, { variant: 'published', motionA: 0, motionB: 0 }),
  cundall: cundallPlane,
};

export interface Time {
  method: string;
  /** Microseconds a call: without memory, and with the memory of the same pair. */
  cold: number;
  warm: number;
}

/** Times of all methods. Each is called for some milliseconds; the best of several rounds counts. */
export function timesOf(pair: Pair): Time[] {
  const { a, b, pose } = placePair(pair);
  const options = { ...createDetectOptions(), margin: pair.margin };
  const out = createContactFor(a, b);
  return methods.map((method) => {
    const state = createState(method);
    const cold = (): void => {
      state.ints.fill(0);
      state.floats.fill(0);
      method.detect(out, a, b, pose, state, options);
    };
    const warm = (): void => void method.detect(out, a, b, pose, state, options);
    return { method: method.name, cold: timeOf(cold), warm: timeOf(warm) };
  });
}

function timeOf(call: () => void): number {
  // Clocks of browsers have steps of up to 0.1 ms: a round has as many calls as fill a millisecond.
  let calls = 1;
  let least = Infinity;
  const end = performance.now() + 6;
  do {
    const start = performance.now();
    for (let k = 0; k < calls; k++) call();
    const spent = performance.now() - start;
    if (spent >= 0.9) least = Math.min(least, spent / calls);
    else calls *= 2;
  } while (performance.now() < end || least === Infinity);
  return 1000 * least;
}

export function featureName(feature: number): string {
  const kind = ['vertex', 'edge', 'face'][featureDimension(feature)];
  return feature < 0 || kind === undefined ? 'none' : `${kind} ${featureIndex(feature)}`;
}

function ownerName(owner: NormalOwner): string {
  return {
    [NormalOwner.None]: 'a link',
    [NormalOwner.FaceA]: 'face of A',
    [NormalOwner.FaceB]: 'face of B',
    [NormalOwner.Edges]: 'two edges',
  }[owner];
}

function angleBetween(m: ArrayLike<number>, n: ArrayLike<number>): number {
  const cross = Math.hypot(m[1] * n[2] - m[2] * n[1], m[2] * n[0] - m[0] * n[2], m[0] * n[1] - m[1] * n[0]);
  const dot = m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
  return cross === 0 && dot === 0 ? 0 : (Math.atan2(cross, dot) * 180) / Math.PI;
}
