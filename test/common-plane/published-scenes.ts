import { createPose, type Pose } from '../../src/body';
import { publishedShortestLinkMethod, shortestLink, type SpecialCaseReading } from '../../src/common-plane';
import { createCommonPlane, createState, Status, type CommonPlane, type ContactState } from '../../src/contact';
import { randomDirection } from '../../src/math/random';
import type { ConvexPolyhedron, Random } from '../../src/polyhedron';
import { solveExact } from '../oracles/solve';
import { add, cross, normalize, scale, sub, vec, type Vec } from '../oracles/vector';

/**
 * How often the published shortest link is wrong: the figures of docs/shortest-link.md. Pairs of one shape, apart by
 * 1e-5 to 1 of its radius. Only + - * / and sqrt, so that every machine draws the same pairs.
 */
export interface Share {
  pairs: number;
  /** Part of the pairs whose gap is off by more than 1e-9 of itself (and more than rounding). */
  wrong: number;
  unresolved: number;
  /** Median and 99th percentile of the iterations. */
  iterations: [number, number];
  /** Largest gap found / true gap. */
  worst: number;
}

/** The two readings of section 3.5.2. */
export const READINGS = ['replaces', 'if-shorter'] as const;

export const published = (
  plane: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  specialCase: SpecialCaseReading = 'replaces',
): Status => shortestLink(plane, a, b, pose, state, { variant: 'published', specialCase });

export const publishedState = (): ContactState => createState(publishedShortestLinkMethod);

/** Where the published search keeps the last gap, and P in A's frame and Q in B's. */
export const LAST_GAP = 3;
export const LAST_P = 4;
export const LAST_Q = 7;

/** The memory of a pair whose last link was the exact one. */
export function exactMemory({ a, b, pose }: { a: ConvexPolyhedron; b: ConvexPolyhedron; pose: Pose }): ContactState {
  const state = publishedState();
  const exact = solveExact({ a, b, pose });
  state.ints.set([exact.featureA + 1, exact.featureB + 1]);
  state.floats.set([...exact.normal, Math.min(exact.gap, 0), ...exact.pointA]);
  const q = sub(vec(exact.pointB), vec(pose, 9));
  for (let k = 0; k < 3; k++) state.floats[LAST_Q + k] = pose[k] * q[0] + pose[3 + k] * q[1] + pose[6 + k] * q[2];
  return state;
}

const isWrong = (gap: number, exact: number, shape: ConvexPolyhedron): boolean =>
  !(Math.abs(gap - exact) <= 1e-9 * exact + 1e-14 * shape.radius);

export function coldShare(
  shape: ConvexPolyhedron,
  pairs: number,
  draw: (shape: ConvexPolyhedron) => Pose,
  reading?: SpecialCaseReading,
): Share {
  const plane = createCommonPlane();
  const iterations: number[] = [];
  const share: Share = { pairs, wrong: 0, unresolved: 0, iterations: [0, 0], worst: 1 };
  while (iterations.length < pairs) {
    const pose = draw(shape);
    const exact = solveExact({ a: shape, b: shape, pose });
    if (exact.status !== Status.Separated) continue;
    if (published(plane, shape, shape, pose, publishedState(), reading) === Status.Unresolved) share.unresolved += 1 / pairs;
    if (isWrong(plane.gap, exact.gap, shape)) share.wrong += 1 / pairs;
    share.worst = Math.max(share.worst, plane.gap / exact.gap);
    iterations.push(plane.iterations);
  }
  iterations.sort((x, y) => x - y);
  share.iterations = [iterations[pairs >> 1], iterations[Math.floor(0.99 * pairs)]];
  return share;
}

/**
 * Part of the calls that are wrong when a right link is followed over 50 steps of `turn` radians with the gap at a
 * tenth of the radius.
 */
export function warmShare(shape: ConvexPolyhedron, pairs: number, random: Random, turn: number, reading?: SpecialCaseReading): number {
  const plane = createCommonPlane();
  const steps = 50;
  let wrong = 0;
  for (let p = 0; p < pairs; p++) {
    const pose = randomPose(random, 2.4 * shape.radius);
    setGap(shape, pose, 0.1 * shape.radius);
    const state = exactMemory({ a: shape, b: shape, pose });
    const axis = randomUnit(random);
    for (let k = 0; k < steps; k++) {
      turnBy(pose, axis, turn);
      setGap(shape, pose, 0.1 * shape.radius);
      published(plane, shape, shape, pose, state, reading);
      if (isWrong(plane.gap, solveExact({ a: shape, b: shape, pose }).gap, shape)) wrong++;
    }
  }
  return wrong / (steps * pairs);
}

/**
 * Overlapping pairs that are reported apart: in the first overlapping step of `pairs` bodies that approach along the
 * line of centroids in steps of 0.5 % of the radius, and in the 20 steps after it.
 */
export function hiddenOverlaps(shape: ConvexPolyhedron, pairs: number, random: Random, reading: SpecialCaseReading): [number, number] {
  const plane = createCommonPlane();
  const draw = anywhere(random);
  const hidden: [number, number] = [0, 0];
  for (let p = 0; p < pairs; p++) {
    const pose = draw(shape);
    const state = publishedState();
    const step = scale(normalize(vec(pose, 9))!, -0.005 * shape.radius);
    // Bodies start at most a radius apart.
    for (let k = 0, overlapping = 0; k < 400 && overlapping <= 20; k++) {
      published(plane, shape, shape, pose, state, reading);
      if (solveExact({ a: shape, b: shape, pose }).status === Status.Overlapping) {
        if (plane.status === Status.Separated) hidden[overlapping === 0 ? 0 : 1]++;
        overlapping++;
      }
      for (let r = 0; r < 3; r++) pose[9 + r] += step[r];
    }
  }
  return hidden;
}

/** Any rotation, any direction. */
export function anywhere(random: Random): (shape: ConvexPolyhedron) => Pose {
  return (shape) => {
    const pose = randomPose(random, 2.4 * shape.radius);
    setGap(shape, pose, randomGap(shape, random));
    return pose;
  };
}

/** A random face over another, moved sideways by up to 0.3 of the radius either way, `tilt` radians from parallel. */
export function faceOverFace(random: Random, tilt: number): (shape: ConvexPolyhedron) => Pose {
  return (shape) => {
    const f = Math.floor(random() * shape.faceCount);
    const g = Math.floor(random() * shape.faceCount);
    const up = vec(shape.normals, 3 * f);
    const side = acrossOf(up, random);
    const over = normalize(sub(scale(acrossOf(up, random), tilt), up))!;
    const ownUp = vec(shape.normals, 3 * g);
    const own = acrossOf(ownUp, random);
    const turned = acrossOf(over, random);
    const pose = fromFrames([own, cross(ownUp, own), ownUp], [turned, cross(over, turned), over]);
    const gap = randomGap(shape, random);
    const centre = add(middle(shape, f), scale(up, gap));
    const slide = (): number => 0.3 * shape.radius * (2 * random() - 1);
    const at = add(centre, add(scale(side, slide()), scale(cross(up, side), slide())));
    const q = middle(shape, g);
    for (let r = 0; r < 3; r++) pose[9 + r] = at[r] - (pose[3 * r] * q[0] + pose[3 * r + 1] * q[1] + pose[3 * r + 2] * q[2]);
    setGap(shape, pose, gap);
    return pose;
  };
}

/** 1e-5 to 1 of the radius, all sizes about equally likely. */
function randomGap(shape: ConvexPolyhedron, random: Random): number {
  const size = Math.floor(random() * 5) - 5;
  return shape.radius * (1 + 9 * random()) * Number(`1e${size}`);
}

function randomUnit(random: Random): Vec {
  const d = new Float64Array(3);
  randomDirection(d, random);
  return vec(d);
}

/** A unit vector across n. */
function acrossOf(n: Vec, random: Random): Vec {
  return normalize(cross(n, randomUnit(random)))!;
}

function randomPose(random: Random, distance: number): Pose {
  const x = randomUnit(random);
  const y = acrossOf(x, random);
  const pose = fromFrames(
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    [x, y, cross(x, y)],
  );
  pose.set(scale(randomUnit(random), distance), 9);
  return pose;
}

/** The rotation that carries one right-handed orthonormal frame to another. */
function fromFrames(from: readonly Vec[], to: readonly Vec[]): Pose {
  const pose = createPose();
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) pose[3 * r + c] = to[0][r] * from[0][c] + to[1][r] * from[1][c] + to[2][r] * from[2][c];
  }
  return pose;
}

/**
 * Turns B about an axis through its centroid; sine and cosine from the half-angle tangent, which differs from turn / 2
 * by turn^3 / 24.
 */
function turnBy(pose: Pose, axis: Vec, turn: number): void {
  const t = turn / 2;
  const c = (1 - t * t) / (1 + t * t);
  const s = (2 * t) / (1 + t * t);
  for (let column = 0; column < 3; column++) {
    const v: Vec = [pose[column], pose[3 + column], pose[6 + column]];
    const along = axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2];
    const turned = add(add(scale(v, c), scale(cross(axis, v), s)), scale(axis, along * (1 - c)));
    for (let r = 0; r < 3; r++) pose[3 * r + column] = turned[r];
  }
}

function middle(shape: ConvexPolyhedron, face: number): Vec {
  let sum: Vec = [0, 0, 0];
  let corners = 0;
  let h = shape.faceHalfEdge[face];
  do {
    sum = add(sum, vec(shape.vertices, 3 * shape.halfEdgeOrigin[h]));
    corners++;
    h = shape.halfEdgeNext[h];
  } while (h !== shape.faceHalfEdge[face]);
  return scale(sum, 1 / corners);
}

/** Moves B along the exact normal, where the features stay by just the right amount; a few moves settle it. */
function setGap(shape: ConvexPolyhedron, pose: Pose, gap: number): void {
  for (let k = 0; k < 3; k++) {
    const exact = solveExact({ a: shape, b: shape, pose });
    for (let r = 0; r < 3; r++) pose[9 + r] += (gap - exact.gap) * exact.normal[r];
  }
}
