import fc from 'fast-check';
import type { Pose } from '../../src/body';
import { randomDirection, type Random } from '../../src/math/random';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { anyShape } from '../arbitraries/shapes';
import { drawnShape, type DrawnShape } from './fuzz-pair';

/** Shapes of the zoo, at one scale from 1e-9 to 1e9; one in four is up to 1000 times smaller than the others. */
export function drawShapes(seed: number, count: number, random: Random): DrawnShape[] {
  const scale = 10 ** (Math.floor(19 * random()) - 9);
  return fc.sample(anyShape(), { seed, numRuns: count }).map(({ kind, points: unit }) => {
    const size = scale * (random() < 0.25 ? 10 ** (-3 * random()) : 1);
    const points = unit.map((x) => x * size);
    return drawnShape(kind, points, polyhedronFromVertices(points));
  });
}

/** A direction and what g along it is: the gap of the pair is at least that. */
export interface Placement {
  pose: Pose;
  normal: Float64Array;
  gap: number;
}

export const createPlacement = (): Placement => ({ pose: new Float64Array(12), normal: new Float64Array(3), gap: 0 });

/** 10^-e, e uniform. */
const tiny = (random: Random, from: number, to: number): number => 10 ** -(from + (to - from) * random());

const frameA = new Float64Array(9);
const frameB = new Float64Array(9);
const pointA = new Float64Array(3);
const pointB = new Float64Array(3);
const spare = new Float64Array(9);

/**
 * Places B at A at random, at the speed of a few scans. Most often a feature of each, vertex, edge or face, is made to
 * face the other: normals opposite (inside the cones of the features, or those of a face there), tangents at any angle
 * or at one that makes edges parallel or nearly so, then tilted by nothing or 1e-1 to 1e-12 rad, and B moved along the
 * normal until g along it is the wanted gap, 1e-1 to 1e-12 of the size, none, or negative. Else any rotation at any
 * distance up to 1.5 of the radii, or an unturned body.
 */
export function place(out: Placement, a: ConvexPolyhedron, b: ConvexPolyhedron, random: Random): void {
  const { pose, normal } = out;
  const size = a.radius + b.radius;
  const smaller = Math.min(a.radius, b.radius);
  const kind = random();
  pointA.fill(0);
  pointB.fill(0);
  if (kind < 0.15) {
    randomFrame(frameA, random);
    randomFrame(frameB, random);
    compose(pose, 1, random);
  } else if (kind < 0.2) {
    pose.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    randomDirection(frameA.subarray(6), random);
    if (random() < 0.5)
      frameA.set(
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ][Math.floor(3 * random())],
        6,
      );
  } else {
    spot(a, frameA, pointA, random);
    spot(b, frameB, pointB, random);
    compose(pose, -1, random);
  }
  // Along the normal of A's frame, B's spot over A's.
  for (let k = 0; k < 3; k++) normal[k] = frameA[6 + k];
  for (let r = 0; r < 3; r++) {
    pose[9 + r] = pointA[r] - (pose[3 * r] * pointB[0] + pose[3 * r + 1] * pointB[1] + pose[3 * r + 2] * pointB[2]);
    if (random() < 0.3) pose[9 + r] += smaller * (random() - 0.5);
  }
  if (kind < 0.1) {
    const distance = 1.5 * size * random();
    for (let k = 0; k < 3; k++) pose[9 + k] = distance * normal[k];
  } else {
    const how = random();
    const wanted = how < 0.05 ? 0 : (how < 0.2 ? -1 : 1) * size * tiny(random, 0, 12);
    const step = wanted - gapAlong(a, b, pose, normal);
    for (let k = 0; k < 3; k++) pose[9 + k] += step * normal[k];
  }
  out.gap = gapAlong(a, b, pose, normal);
}

/**
 * Moves B by `step` of the size of the smaller body in a random direction and turns it by `step` radians about its
 * centroid.
 */
export function nudge(pose: Pose, from: Pose, step: number, size: number, random: Random): void {
  randomDirection(spare, random);
  turn(pose, from, spare, step);
  randomDirection(spare, random);
  for (let k = 0; k < 3; k++) pose[9 + k] = from[9 + k] + step * size * spare[k];
}

/** Rotation of `pose` = the turn about the unit vector u by `angle`, after the rotation of `from`. */
function turn(pose: Pose, from: Pose, u: Float64Array, angle: number): void {
  const s = Math.sin(angle);
  // 1 - cos, without cancellation.
  const c = 2 * Math.sin(angle / 2) ** 2;
  for (let col = 0; col < 3; col++) {
    const x = from[col];
    const y = from[3 + col];
    const z = from[6 + col];
    const d = u[0] * x + u[1] * y + u[2] * z;
    pose[col] = x + s * (u[1] * z - u[2] * y) + c * (u[0] * d - x);
    pose[3 + col] = y + s * (u[2] * x - u[0] * z) + c * (u[1] * d - y);
    pose[6 + col] = z + s * (u[0] * y - u[1] * x) + c * (u[2] * d - z);
  }
}

/** Rotation that carries B's frame to A's with z turned round if sign is -1, twisted about z, then tilted. */
function compose(pose: Pose, sign: 1 | -1, random: Random): void {
  const special = random();
  const twist = special < 0.3 ? (Math.PI / 2) * Math.floor(4 * random()) : special < 0.5 ? tiny(random, 1, 12) : 2 * Math.PI * random();
  const s = Math.sin(twist);
  const c = Math.cos(twist);
  // Images of B's x, y, z: x' = c x + s y, z' = sign z, y' = z' x x'.
  for (let k = 0; k < 3; k++) {
    spare[k] = c * frameA[k] + s * frameA[3 + k];
    spare[3 + k] = sign * (c * frameA[3 + k] - s * frameA[k]);
    spare[6 + k] = sign * frameA[6 + k];
  }
  for (let r = 0; r < 3; r++)
    for (let k = 0; k < 3; k++) pose[3 * r + k] = spare[r] * frameB[k] + spare[3 + r] * frameB[3 + k] + spare[6 + r] * frameB[6 + k];
  if (random() < 0.5) return;
  // About a tangent, so that the tilt keeps an edge in the plane, or about any axis.
  if (random() < 0.5) randomDirection(spare, random);
  else for (let k = 0; k < 3; k++) spare[k] = frameA[k];
  turn(pose, pose, spare, tiny(random, 1, 12));
}

/**
 * A point of a feature of the shape, and a frame x y z: z in the cone of its normals, x along an edge if there is one.
 */
function spot(shape: ConvexPolyhedron, frame: Float64Array, point: Float64Array, random: Random): void {
  const { halfEdgeOrigin, halfEdgeNext, halfEdgeFace, normals, vertices } = shape;
  const dimension = Math.floor(3 * random());
  let h = Math.floor(2 * shape.edgeCount * random());
  const first = h;
  // Half the spots have the normal of one face, which is then flush with the other body.
  const flush = dimension === 2 || random() < 0.3;
  frame.fill(0);
  point.fill(0);
  let total = 0;
  let corners = 0;
  do {
    const weight = flush ? (h === first ? 1 : 0) : random();
    for (let k = 0; k < 3; k++) frame[6 + k] += weight * normals[3 * halfEdgeFace[h] + k];
    // The ends of the edge or the corners of the face, weighted.
    const share = dimension === 0 ? (h === first ? 1 : 0) : 0.05 + random();
    for (let k = 0; k < 3; k++) point[k] += share * vertices[3 * halfEdgeOrigin[h] + k];
    total += share;
    h = dimension === 0 ? halfEdgeNext[h ^ 1] : dimension === 1 ? h ^ 1 : halfEdgeNext[h];
    corners++;
  } while (h !== first && corners < shape.edgeCount);
  for (let k = 0; k < 3; k++) {
    point[k] /= total;
    frame[k] = vertices[3 * halfEdgeOrigin[first ^ 1] + k] - vertices[3 * halfEdgeOrigin[first] + k];
  }
  completeFrame(frame, random);
}

function randomFrame(frame: Float64Array, random: Random): void {
  randomDirection(frame, random);
  randomDirection(frame.subarray(6), random);
  completeFrame(frame, random);
}

/** Makes z of unit length, x a unit vector across it, y = z x x. */
function completeFrame(frame: Float64Array, random: Random): void {
  const z = frame.subarray(6);
  if (!normalize(z)) randomDirection(z, random);
  // Twice: what is left along z after one subtraction is rounding times the length taken away.
  for (let pass = 0; pass < 2; pass++) {
    const d = frame[0] * frame[6] + frame[1] * frame[7] + frame[2] * frame[8];
    for (let k = 0; k < 3; k++) frame[k] -= d * frame[6 + k];
    if (!normalize(frame)) randomDirection(frame, random);
  }
  frame[3] = frame[7] * frame[2] - frame[8] * frame[1];
  frame[4] = frame[8] * frame[0] - frame[6] * frame[2];
  frame[5] = frame[6] * frame[1] - frame[7] * frame[0];
}

function normalize(v: Float64Array): boolean {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) v[k] /= length;
  return true;
}

function gapAlong(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, n: Float64Array): number {
  let farthest = -Infinity;
  for (let v = 0; v < 3 * a.vertexCount; v += 3)
    farthest = Math.max(farthest, n[0] * a.vertices[v] + n[1] * a.vertices[v + 1] + n[2] * a.vertices[v + 2]);
  // R^T n: B's corners need not be moved.
  const x = pose[0] * n[0] + pose[3] * n[1] + pose[6] * n[2];
  const y = pose[1] * n[0] + pose[4] * n[1] + pose[7] * n[2];
  const z = pose[2] * n[0] + pose[5] * n[1] + pose[8] * n[2];
  let nearest = Infinity;
  for (let w = 0; w < 3 * b.vertexCount; w += 3)
    nearest = Math.min(nearest, x * b.vertices[w] + y * b.vertices[w + 1] + z * b.vertices[w + 2]);
  return nearest + n[0] * pose[9] + n[1] * pose[10] + n[2] * pose[11] - farthest;
}
