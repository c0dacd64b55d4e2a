/**
 * Flush stacks at random: an upright prism on another one, turned about the vertical and shifted, just touching, a
 * little apart or sunk in. Each is asked in both orders and held against the exact common part of the two faces.
 */
import { createPose, type Pose } from '../../src/body';
import { ContactKind, Status, type Contact } from '../../src/contact';
import { createRandom, type Random } from '../../src/math/random';
import { box, polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { flatClip, type Flat } from '../oracles/flat-clip';
import { shrunken, toleranceOf } from './bodies';

export const FLUSH_ROWS = ['small on large', 'any turn', 'nearly aligned'] as const;
export type FlushRow = (typeof FLUSH_ROWS)[number];

export interface FlushReport {
  poses: number;
  /** Of these, poses whose faces share less than the shrunken edges see. */
  hidden: number;
  faults: string[];
}

interface Stack {
  lower: ConvexPolyhedron;
  upper: ConvexPolyhedron;
  /** Of the upper body in the lower one's frame. */
  pose: Pose;
  gap: number;
}

/** The share of the way to the centre of a face that its corners go, by default. */
const SHRINK = 0.01;

export function sweepFlush(row: FlushRow, seed: number, poses: number, mostFaults = 5): FlushReport {
  const random = createRandom(seed);
  const report: FlushReport = { poses: 0, hidden: 0, faults: [] };
  while (report.poses < poses && report.faults.length < mostFaults) {
    const stack = drawStack(row, random);
    report.poses++;
    const faults = judge(stack, report);
    if (faults.length > 0)
      report.faults.push(`${row}, seed ${seed}, pose ${report.poses}: ${faults.join('; ')} ${JSON.stringify(plain(stack))}`);
  }
  return report;
}

const plain = ({ lower, upper, pose, gap }: Stack) => ({ lower: [...lower.vertices], upper: [...upper.vertices], pose: [...pose], gap });

/** 10^-e, e uniform. */
const tiny = (random: Random, from: number, to: number): number => 10 ** -(from + (to - from) * random());

function prism(random: Random, size: number): ConvexPolyhedron {
  const sides = 3 + Math.floor(6 * random());
  const phase = 7 * random();
  const height = size * (0.5 + random());
  const points: number[] = [];
  for (let k = 0; k < sides; k++) {
    const angle = phase + (2 * Math.PI * (k + 0.6 * random())) / sides;
    const [x, y] = [0.6 * size * Math.cos(angle), 0.6 * size * Math.sin(angle)];
    points.push(x, y, -0.5 * height, x, y, 0.5 * height);
  }
  return polyhedronFromVertices(points);
}

function drawStack(row: FlushRow, random: Random): Stack {
  const cube = box(1, 1, 1);
  let lower = cube;
  let upper = cube;
  let turn: number;
  let x: number;
  let y: number;
  if (row === 'small on large') {
    const kind = random();
    if (kind < 0.3) [lower, upper] = [box(10, 10, 1), cube];
    else if (kind < 0.5) lower = upper = box(2, 1, 1);
    else [lower, upper] = [random() < 0.5 ? box(4, 3, 1) : prism(random, 5), prism(random, 0.2 + random())];
    turn = random() < 0.3 ? 0 : 2 * Math.PI * random();
    const reach = 0.3 * lower.radius;
    [x, y] = kind >= 0.3 && kind < 0.5 ? [random() < 0.5 ? 1 : -1, 0] : [reach * (2 * random() - 1), reach * (2 * random() - 1)];
    if (kind >= 0.3 && kind < 0.5) turn = 0;
  } else if (row === 'any turn') {
    if (random() < 0.5) [lower, upper] = [box(0.5 + random(), 0.5 + random(), 1), box(0.5 + random(), 0.5 + random(), 0.5 + random())];
    turn = random() < 0.2 ? (Math.PI / 4) * Math.floor(2 * random()) : (Math.PI / 4) * random();
    const offset = (): number => (random() < 0.2 ? 0 : random() < 0.2 ? tiny(random, 1, 12) : 2 * random() - 1);
    [x, y] = [offset(), offset()];
  } else {
    const scale = random() < 0.5 ? 1 : tiny(random, 0, 12);
    turn = (Math.PI / 180) * scale * (2 * random() - 1);
    [x, y] = [0.01 * scale * (2 * random() - 1), 0.01 * scale * (2 * random() - 1)];
  }
  const pose = createPose();
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  pose.set([c, -s, 0, s, c, 0, 0, 0, 1, x, y, 0]);
  const dTol = toleranceOf({ a: lower, b: upper });
  const how = random();
  let gap = how < 0.4 ? 0 : how < 0.5 ? 0.9 * dTol * random() : how < 0.7 ? -0.9 * dTol * random() : -1.1 * dTol * 10 ** (2 * random());
  // What is deeper than half of the overlap sideways is no stack.
  if (-gap > 0.4 * overlapSideways(topOf(lower), bottomOf(upper, pose))) gap = 0;
  pose[11] = heightOf(lower, 1) + heightOf(upper, -1) + gap;
  return { lower, upper, pose, gap };
}

const heightOf = ({ vertices, vertexCount }: ConvexPolyhedron, sense: number): number =>
  Math.max(...Array.from({ length: vertexCount }, (_, v) => sense * vertices[3 * v + 2]));

function loopOf(shape: ConvexPolyhedron, sense: number): number[] {
  const f = Array.from({ length: shape.faceCount }, (_, k) => k).find((k) => sense * shape.normals[3 * k + 2] > 0.999)!;
  const loop: number[] = [];
  for (let h = shape.faceHalfEdge[f]; loop.length === 0 || h !== shape.faceHalfEdge[f]; h = shape.halfEdgeNext[h])
    loop.push(shape.halfEdgeOrigin[h]);
  return loop;
}

const topOf = (shape: ConvexPolyhedron): Flat[] => loopOf(shape, 1).map((v): Flat => [shape.vertices[3 * v], shape.vertices[3 * v + 1]]);

/** Counter-clockwise from above, where the pose puts it. */
const bottomOf = (shape: ConvexPolyhedron, pose: Pose): Flat[] =>
  loopOf(shape, -1)
    .reverse()
    .map((v): Flat => {
      const [px, py, pz] = shape.vertices.subarray(3 * v, 3 * v + 3);
      return [pose[0] * px + pose[1] * py + pose[2] * pz + pose[9], pose[3] * px + pose[4] * py + pose[5] * pz + pose[10]];
    });

/** The least way sideways that would part two polygons; < 0 if they are apart. */
function overlapSideways(p: readonly Flat[], q: readonly Flat[]): number {
  let least = Infinity;
  for (const [own, other] of [
    [p, q],
    [q, p],
  ]) {
    own.forEach(([x, y], k) => {
      const [x2, y2] = own[(k + 1) % own.length];
      const length = Math.hypot(x2 - x, y2 - y);
      least = Math.min(least, Math.max(...other.map(([u, v]) => ((x2 - x) * (v - y) - (y2 - y) * (u - x)) / length)));
    });
  }
  return least;
}

function shrunkenOf(face: readonly Flat[]): Flat[] {
  const x = face.reduce((sum, p) => sum + p[0], 0) / face.length;
  const y = face.reduce((sum, p) => sum + p[1], 0) / face.length;
  return face.map((p): Flat => [x + (1 - SHRINK) * (p[0] - x), y + (1 - SHRINK) * (p[1] - y)]);
}

function areaOf(p: readonly Flat[]): number {
  return 0.5 * p.reduce((sum, [x, y], k) => sum + x * p[(k + 1) % p.length][1] - y * p[(k + 1) % p.length][0], 0);
}

const inverse = (pose: Pose): Pose => {
  const out = createPose();
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[3 * i + j] = pose[3 * j + i];
    out[9 + i] = -(pose[i] * pose[9] + pose[3 + i] * pose[10] + pose[6 + i] * pose[11]);
  }
  return out;
};

function judge(stack: Stack, report: FlushReport): string[] {
  const { lower, upper, pose, gap } = stack;
  const top = topOf(lower);
  const bottom = bottomOf(upper, pose);
  const shared = flatClip(top, bottom);
  const seen = Math.max(flatClip(shrunkenOf(top), bottom).area, flatClip(top, shrunkenOf(bottom)).area);
  const forth = shrunken({ a: lower, b: upper, pose });
  const back = shrunken({ a: upper, b: lower, pose: inverse(pose) });
  const deep = gap < -toleranceOf({ a: lower, b: upper });
  if (seen <= 1e-12 * areaOf(top)) {
    report.hidden++;
    // Within 1 % of the way from the rims to the middles of both faces.
    const most = 2 * SHRINK * Math.min(areaOf(top), areaOf(bottom));
    return [
      ...(shared.area <= most ? [] : [`hidden area ${shared.area}, more than ${most}`]),
      ...(seen === 0 && !deep && (forth.count > 0 || back.count > 0) ? [`rims alone give kinds ${forth.kind} and ${back.kind}`] : []),
    ];
  }
  return [
    ...complaints(forth, stack, shared, top, bottom, (p) => p, 1).map((text) => `lower first: ${text}`),
    ...complaints(back, stack, shared, top, bottom, (p) => worldOf(pose, p), -1).map((text) => `upper first: ${text}`),
    // A turn that rounding can hardly tell from none leaves open whether sides cross.
    ...(slideOf(top, bottom) > 1e-3 * lower.radius ||
    sameSet(
      pointsOf(forth, (p) => p),
      pointsOf(back, (p) => worldOf(pose, p)),
      slideOf(top, bottom),
    )
      ? []
      : ['the points differ with the order']),
  ];
}

/** How far rounding may move a crossing along two sides that are nearly parallel. */
function slideOf(p: readonly Flat[], q: readonly Flat[]): number {
  const directions = (ring: readonly Flat[]): Flat[] =>
    ring.map(([x, y], k) => {
      const [x2, y2] = ring[(k + 1) % ring.length];
      const length = Math.hypot(x2 - x, y2 - y);
      return [(x2 - x) / length, (y2 - y) / length];
    });
  const size = Math.max(...[...p, ...q].map(([x, y]) => Math.hypot(x, y)));
  const sines = directions(p).flatMap(([x, y]) => directions(q).map(([u, v]) => Math.abs(x * v - y * u)));
  return size * (1e-13 + 1e-15 / Math.min(1, ...sines.filter((s) => s > 1e-15)));
}

const worldOf = (pose: Pose, p: readonly number[]): number[] =>
  [0, 1, 2].map((k) => pose[3 * k] * p[0] + pose[3 * k + 1] * p[1] + pose[3 * k + 2] * p[2] + pose[9 + k]);

const pointsOf = ({ points, count }: Contact, place: (p: readonly number[]) => readonly number[]): (readonly number[])[] =>
  Array.from({ length: count }, (_, p) => place([...points.subarray(3 * p, 3 * p + 3)]));

const sameSet = (p: readonly (readonly number[])[], q: readonly (readonly number[])[], tolerance: number): boolean =>
  p.length === q.length && p.every((x) => q.some((y) => Math.hypot(...x.map((value, k) => value - y[k])) <= tolerance));

/** Faults of one answer; `place` takes its points to the lower body's frame, `sense` is that of its normal there. */
function complaints(
  contact: Contact,
  { lower, upper, gap }: Stack,
  shared: { area: number; corners: readonly Flat[] },
  top: readonly Flat[],
  bottom: readonly Flat[],
  place: (p: readonly number[]) => readonly number[],
  sense: number,
): string[] {
  const faults: string[] = [];
  const check = (holds: boolean, text: string): unknown => holds || faults.push(text);
  const rounding = 1e-13 * (lower.radius + upper.radius);
  check(contact.kind === ContactKind.FaceFace, `kind ${contact.kind}`);
  const status = gap > rounding ? Status.Separated : gap < -rounding ? Status.Overlapping : Status.Touching;
  check(contact.status === status, `status ${contact.status}`);
  check(Math.abs(contact.area - shared.area) <= 1e-9 * shared.area, `area ${contact.area}, exactly ${shared.area}`);
  check(Math.abs(contact.gap - gap) <= rounding, `gap ${contact.gap}, exactly ${gap}`);
  const normal = place([...contact.normal]).map((x, k) => x - place([0, 0, 0])[k]);
  check(Math.abs(normal[2] - sense) <= 1e-12, `normal ${normal.join()}`);
  check(contact.count >= 3 && contact.count <= contact.gaps.length, `count ${contact.count}`);
  check(
    Math.abs(contact.volume - Math.max(0, -gap) * shared.area) <= shared.area * (1e-9 * Math.abs(gap) + rounding),
    `volume ${contact.volume}`,
  );
  const centroid = place([...contact.centre]);
  const exactCentroid = centroidOf(shared.corners);
  const lever = 1e-9 * Math.max(lower.radius, upper.radius);
  check(
    Math.hypot(centroid[0] - exactCentroid[0], centroid[1] - exactCentroid[1]) <= lever,
    `centre ${centroid.join()}, exactly ${exactCentroid.join()}`,
  );
  let shares = 0;
  for (let p = 0; p < contact.count + contact.rimCount; p++) shares += contact.shares[p];
  check(Math.abs(shares - contact.area) <= 1e-9 * contact.area, `shares of ${shares}`);
  const middle = heightOf(lower, 1) + 0.5 * gap;
  for (const [x, y, z] of pointsOf(contact, place)) {
    const out = Math.max(outsideOf(top, x, y), outsideOf(bottom, x, y));
    check(out <= 8 * rounding, `a point is ${out} outside`);
    check(Math.abs(z - middle) <= 8 * rounding, `a point is at ${z}`);
  }
  // The points span the common part, but for the two dTol within which they are one.
  const spanned = pointsOf(contact, place).map(([x, y]): Flat => [x, y]);
  if (sense < 0) spanned.reverse();
  const left = Math.max(...shared.corners.map(([x, y]) => outsideOf(spanned, x, y)));
  check(left <= 2 * toleranceOf({ a: lower, b: upper }), `the points leave out ${left}`);
  return faults;
}

function centroidOf(p: readonly Flat[]): Flat {
  const [x0, y0] = p[0];
  let sum = 0;
  let mx = 0;
  let my = 0;
  for (let k = 2; k < p.length; k++) {
    const [x1, y1] = [p[k - 1][0] - x0, p[k - 1][1] - y0];
    const [x2, y2] = [p[k][0] - x0, p[k][1] - y0];
    const twice = x1 * y2 - y1 * x2;
    sum += twice;
    mx += (twice * (x1 + x2)) / 3;
    my += (twice * (y1 + y2)) / 3;
  }
  return [x0 + mx / sum, y0 + my / sum];
}

/** How far a place is outside a polygon. */
function outsideOf(p: readonly Flat[], x: number, y: number): number {
  return Math.max(
    ...p.map(([x1, y1], k) => {
      const [x2, y2] = p[(k + 1) % p.length];
      return ((y2 - y1) * (x - x1) - (x2 - x1) * (y - y1)) / Math.hypot(x2 - x1, y2 - y1);
    }),
  );
}
