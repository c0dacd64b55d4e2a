/** The iterations of the shortest link, as published and certified, with the pieces of the library's own searches. */
import { createCommonPlane, touchingBand, type ConvexPolyhedron, type Pose } from 'dem-contact';
import { vertexFeature } from '../../../src/contact/feature';
import { LENGTH, P, Q } from '../../../src/contact/layouts';
import {
  aim,
  beginCertificate,
  BODIES_APART,
  certifyFromDirection,
  FOOT_WITHOUT_PROOF,
  LINK_PROVED,
  NO_CERTIFICATE,
  OVERLAP_PROVED,
  writeCertified,
} from '../../../src/exact-plane/overlap-certificate';
import { apartFeature } from '../../../src/exact-plane/minkowski-face';
import { link, linkFeature, NORMAL, shortestBetween } from '../../../src/plane-links/feature-link';
import { askedFeature, coldStart, risingSide } from '../../../src/shortest-link/link-walk';
import { ends, holder, linkToBody, target } from '../../../src/shortest-link/point-link';
import { specialCase } from '../../../src/shortest-link/special-link';
import { featureName } from '../answers';
import { short, type Search, type Step } from '../drawing';

/** Limits of the library's searches. */
const MOST_SWEEPS = 100;
const MOST_MOVES = 64;
/** A move of P or Q below this, times the extent of the pair, is rounding. */
const STILL = 16 * 2 ** -53;

const HEAD = ['step', 'P on', 'Q on', 'length', 'what'];

/** The search of the paper (sections 3.4 and 3.5), without memory, in one of the two readings of section 3.5.2. */
export function publishedLinks(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, reading: 'replaces' | 'if-shorter'): Search {
  const steps: Step[] = [];
  const still = STILL * (a.radius + b.radius + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]));
  startNearBisector(a, b, pose);
  let now = linkOfEnds(pose);
  steps.push(stepOf(0, now, holder, 'start: vertices nearest to the bisector'));
  let moves = true;
  for (let k = 1; k <= MOST_SWEEPS && moves && now.length > touchingBand(a, b); k++) {
    const before = ends.slice();
    const what = reading === 'replaces' ? sweepOrSpecialCase(a, b, pose) : sweepThenSpecialCase(a, b, pose);
    moves = ends.some((x, i) => Math.abs(x - before[i]) > still);
    now = linkOfEnds(pose);
    steps.push(stepOf(k, now, holder, moves ? what : `${what}: P and Q stand still`));
  }
  const words =
    reading === 'replaces' ? 'the special case takes the place of the sweep' : 'the special case is kept if its link is shorter';
  return {
    name: `SLM as published (${reading}): iterations`,
    about: `Nezami et al. 2006, sections 3.4 and 3.5; ${words}. P moves to the point of A nearest to Q, then Q to the point of B nearest to P. The search ends when both stand still. If they end in the rounding band or inside a body, the pair is in contact, and the exact plane decides.`,
    head: HEAD,
    steps,
  };
}

/** Section 3.5.1: of each body the vertex with the smallest distance to the bisector of the line of centroids. */
function startNearBisector(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  const t = [pose[9], pose[10], pose[11]];
  const half = 0.5 * dot(t, t);
  const back = [0, 1, 2].map((k) => -(pose[k] * t[0] + pose[3 + k] * t[1] + pose[6 + k] * t[2]));
  for (const [side, shape, d] of [[0, a, t] as const, [1, b, back] as const]) {
    let nearest = 0;
    let least = Infinity;
    for (let v = 0; v < shape.vertexCount; v++) {
      const distance = Math.abs(shape.vertices[3 * v] * d[0] + shape.vertices[3 * v + 1] * d[1] + shape.vertices[3 * v + 2] * d[2] - half);
      if (distance < least) [least, nearest] = [distance, v];
    }
    holder[side] = vertexFeature(nearest);
    for (let k = 0; k < 3; k++) ends[3 * side + k] = shape.vertices[3 * nearest + k];
  }
}

function sweep(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  target.set(linkOfEnds(pose).q);
  linkToBody(a, 0);
  const d = [0, 1, 2].map((k) => ends[P + k] - pose[9 + k]);
  for (let k = 0; k < 3; k++) target[k] = pose[k] * d[0] + pose[3 + k] * d[1] + pose[6 + k] * d[2];
  linkToBody(b, 1);
}

function sweepOrSpecialCase(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): string {
  if (specialCase(a, b, pose)) return 'special case of 3.5.2';
  sweep(a, b, pose);
  return 'sweep';
}

function sweepThenSpecialCase(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): string {
  sweep(a, b, pose);
  const swept = ends.slice();
  const sweptHolder = holder.slice();
  const length = linkOfEnds(pose).length;
  if (specialCase(a, b, pose)) {
    if (linkOfEnds(pose).length < length) return 'sweep, then special case of 3.5.2';
    ends.set(swept);
    holder.set(sweptHolder);
  }
  return 'sweep';
}

interface Link {
  p: number[];
  q: number[];
  length: number;
}

/** P and Q of the published search, in the frame of A. */
function linkOfEnds(pose: Pose): Link {
  const p = [...ends.subarray(P, P + 3)];
  const q = [0, 1, 2].map((k) => pose[3 * k] * ends[Q] + pose[3 * k + 1] * ends[Q + 1] + pose[3 * k + 2] * ends[Q + 2] + pose[9 + k]);
  const d = p.map((x, k) => q[k] - x);
  return { p, q, length: Math.sqrt(dot(d, d)) };
}

/** The certified search without memory: every link, and the body that rises above its plane. */
export function certifiedLinks(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): Search {
  const steps: Step[] = [];
  const search: Search = {
    name: 'SLM certified: iterations',
    about:
      'A walk on the faces of the Minkowski difference first finds a plane that separates the bodies, or proves the depth of their overlap. The links start at the features that the plane touches. A link ends the search only when no body rises above its plane.',
    head: HEAD,
    steps,
  };
  const end = beginCertificate(a, b, pose) && aim(pose, 9) ? certifyFromDirection(a, b) : NO_CERTIFICATE;
  if (end === OVERLAP_PROVED || end === LINK_PROVED) {
    const plane = createCommonPlane();
    writeCertified(plane);
    const now = { p: [...plane.pointA], q: [...plane.pointB], length: plane.gap };
    steps.push(stepOf(0, now, [plane.featureA, plane.featureB], 'proved by the walk on faces', [...plane.normal]));
    return search;
  }
  if (end === FOOT_WITHOUT_PROOF)
    return { ...search, about: `${search.about} For this pair neither has a proof, and the exhaustive search of the exact plane decides.` };
  if (end === BODIES_APART) askedFeature.set(apartFeature);
  else coldStart(a, b, pose);
  let shortest = Infinity;
  for (let move = 1; move <= MOST_MOVES; move++) {
    shortestBetween(a, b, pose, askedFeature[0], askedFeature[1]);
    if (!(link[LENGTH] > 0)) break;
    const now = { p: [...link.subarray(P, P + 3)], q: [...link.subarray(Q, Q + 3)], length: link[LENGTH] };
    const held = linkFeature.slice();
    const normal = [...link.subarray(NORMAL, NORMAL + 3)];
    const side = risingSide(a, b, pose);
    const isBehind = askedFeature[0] === held[0] && askedFeature[1] === held[1];
    const what =
      side < 0
        ? 'certificate: no body rises above the plane'
        : isBehind
          ? 'no proof: a point is behind a face'
          : `${'AB'[side]} rises at ${featureName(askedFeature[side])}`;
    steps.push(stepOf(move, now, held, what, normal));
    if (side < 0 || isBehind || !(now.length < shortest)) break;
    shortest = now.length;
  }
  return search;
}

function stepOf(step: number, { p, q, length }: Link, features: ArrayLike<number>, what: string, normal?: number[]): Step {
  const n = normal ?? (length > 0 ? p.map((x, k) => (q[k] - x) / length) : []);
  const middle = p.map((x, k) => 0.5 * (x + q[k]));
  return {
    cells: [String(step), featureName(features[0]), featureName(features[1]), short(length), what],
    drawing: { links: [...p, ...q], ...(n.length === 3 && { planes: [...n, ...middle] }) },
  };
}

function dot(u: readonly number[], v: readonly number[]): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
