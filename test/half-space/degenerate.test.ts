import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { createOverlapFor, Status, type Overlap } from '../../src/contact';
import { overlap } from '../../src/half-space';
import { box, octahedron, type ConvexPolyhedron } from '../../src/polyhedron';
import { fromAxisAngle, poseOf } from '../arbitraries/quaternion';
import { checkRegion } from './region-checks';

const cube = box(1, 1, 1);

function regionOf(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): Overlap {
  const out = createOverlapFor(a, b);
  overlap(out, a, b, pose);
  checkRegion(out, a, b, pose);
  return out;
}

const at = (x: number, y: number, z: number): Pose => {
  const pose = createPose();
  pose.set([x, y, z], 9);
  return pose;
};

describe('bodies that only touch: Touching, volume 0', () => {
  it.each([
    ['a face, shared whole', cube, at(1, 0, 0)],
    ['part of a face', cube, at(1, 0.25, 0.5)],
    ['an edge', cube, at(1, 1, 0)],
    ['a corner', cube, at(1, 1, 1)],
    ['a tip on a face', octahedron(1), at(0.125, 0.25, 0.5 + octahedron(1).radius)],
  ])('%s', (_, b, pose) => {
    const out = regionOf(cube, b, pose);
    expect([out.status, out.volume, out.vertexCount, out.faceCount]).toEqual([Status.Touching, 0, 0, 0]);
  });
});

describe('volumes of pairs that are hard to clip', () => {
  it.each([
    ['flush on four sides', box(1, 1, 1), at(0.5, 0, 0), 0.5],
    ['flush on two sides', box(1, 1, 1), at(0.5, 0.25, 0), 0.375],
    ['flush on one side, from inside', box(0.5, 0.5, 0.5), at(0.25, 0, 0), 0.125],
    ['contained', box(0.5, 0.25, 0.125), at(0.125, 0, 0.0625), 2 ** -6],
    ['identical', box(1, 1, 1), at(0, 0, 0), 1],
    ['flush on four sides, overlapping by 2^-30', box(1, 1, 1), at(1 - 2 ** -30, 0, 0), 2 ** -30],
    ['a plate of 2^-30 across', box(2, 2, 2 ** -30), at(0, 0, 0), 2 ** -30],
  ])('%s', (_, b, pose, volume) => {
    const out = regionOf(cube, b, pose);
    expect(out.status).toBe(Status.Overlapping);
    // Dyadic coordinates; a few rounding steps of the extent times the area.
    expect(Math.abs(out.volume - volume)).toBeLessThanOrEqual(8 * 2 ** -52 * out.area);
  });

  it.each([1e-9, 1e-12, 1e-13, 1e-15])('flush and tilted by %s: off by no more than the tilt takes away', (angle) => {
    for (const axis of [
      [1, 0, 0],
      [0, 0.6, 0.8],
      [0.48, 0.6, 0.64],
    ] as const) {
      for (const [x, volume] of [
        [0, 1],
        [0.5, 0.5],
      ]) {
        const out = regionOf(cube, cube, poseOf(fromAxisAngle(axis, angle), [x, 0, 0]));
        expect(out.status).toBe(Status.Overlapping);
        expect(Math.abs(out.volume - volume)).toBeLessThanOrEqual(3 * angle + 32 * 2 ** -52);
      }
    }
  });
});
