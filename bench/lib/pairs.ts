/**
 * Pairs of one shape in random orientations at a given gap, for the benches of narrow-phase kernels: poses of B in A's
 * frame, seeded. Each is placed on a random line and then moved along the exact normal until its gap is the wanted one.
 */
import { addBody, createBodySet, createCommonPlane, createPose, createState, exactMethod, exactPlane } from 'dem-contact';
import { box, createRandom, randomHull, rhombicDodecahedron, tetrahedron, truncatedIcosahedron } from 'dem-contact';
import type { BodySet, ConvexPolyhedron, Pose } from 'dem-contact';

/** The shapes of the benches by name; numbers are vertices. Sizes are about 1. */
export function benchShapes(): Record<string, ConvexPolyhedron> {
  const random = createRandom(20);
  return {
    tetra4: tetrahedron(1.5),
    cube8: box(1, 1, 1),
    rhombic14: rhombicDodecahedron(1),
    rand14: randomHull(random, 14),
    trunc60: truncatedIcosahedron(0.4),
    rand60: randomHull(random, 60),
    plate8: box(1, 1, 0.03),
    needle8: box(1, 0.05, 0.05),
  };
}

/** `count` poses with the given gap (negative overlaps), as a fraction of the shape's radius. */
export function posesAtGap(shape: ConvexPolyhedron, count: number, gap: number, seed: number): Pose[] {
  const random = createRandom(seed);
  const plane = createCommonPlane();
  return Array.from({ length: count }, () => {
    const pose = randomPose(random, 1.5 * shape.radius);
    // Moving along the normal changes the gap by just as much where the features stay; three moves are enough to
    // settle.
    for (let k = 0; k < 3; k++) {
      exactPlane(plane, shape, shape, pose, createState(exactMethod));
      for (let c = 0; c < 3; c++) pose[9 + c] += (gap * shape.radius - plane.gap) * plane.normal[c];
    }
    return pose;
  });
}

/** A uniformly random rotation, and a translation of the given length in a random direction. */
export function randomPose(random: () => number, distance: number): Pose {
  const pose = createPose();
  const q = [0, 0, 0, 0];
  let norm: number;
  do {
    for (let k = 0; k < 4; k++) q[k] = 2 * random() - 1;
    norm = Math.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2);
  } while (norm > 1 || norm < 0.1);
  const [x, y, z, w] = q.map((c) => c / norm);
  pose.set([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], 0);
  pose.set([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], 3);
  pose.set([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 6);
  const d = [0, 0, 0];
  do {
    for (let k = 0; k < 3; k++) d[k] = 2 * random() - 1;
    norm = Math.sqrt(d[0] ** 2 + d[1] ** 2 + d[2] ** 2);
  } while (norm > 1 || norm < 0.1);
  for (let k = 0; k < 3; k++) pose[9 + k] = (distance * d[k]) / norm;
  return pose;
}

/**
 * Pairs (bodies 2p and 2p + 1) of one shape in the world, in random orientations at the given gap, as a fraction of the
 * radius.
 */
export function bodiesAtGap(shape: ConvexPolyhedron, pairs: number, gap: number, seed: number): BodySet {
  const poses = posesAtGap(shape, pairs, gap, seed);
  const bodies = createBodySet();
  for (const pose of poses) {
    addBody(bodies, { shape, position: [0, 0, 0] });
    addBody(bodies, { shape, position: [pose[9], pose[10], pose[11]], orientation: quaternionOf(pose) });
  }
  return bodies;
}

/**
 * Pairs standing face on face, at the given gap as a fraction of the radius: the upper turned about the common normal
 * by its own angle and shifted along an edge of the face.
 */
export function stacks(shape: ConvexPolyhedron, pairs: number, gap: number): BodySet {
  // The face whose normal is highest; shapes here have its opposite too.
  let top = 0;
  for (let f = 1; f < shape.faceCount; f++) if (shape.normals[3 * f + 2] > shape.normals[3 * top + 2]) top = f;
  const n = shape.normals.subarray(3 * top, 3 * top + 3);
  const from = 3 * shape.halfEdgeOrigin[shape.faceHalfEdge[top]];
  const to = 3 * shape.halfEdgeOrigin[shape.faceHalfEdge[top] ^ 1];
  const distance = 2 * shape.offsets[top] + gap * shape.radius;
  const bodies = createBodySet();
  for (let p = 0; p < pairs; p++) {
    const half = (0.5 * p) / pairs;
    const s = Math.sin(half);
    const at = (k: number) => distance * n[k] + 0.2 * half * (shape.vertices[to + k] - shape.vertices[from + k]);
    addBody(bodies, { shape, position: [0, 0, 0] });
    addBody(bodies, { shape, position: [at(0), at(1), at(2)], orientation: [s * n[0], s * n[1], s * n[2], Math.cos(half)] });
  }
  return bodies;
}

/** Positions and orientations to come back to. */
export interface Rest {
  positions: Float64Array;
  orientations: Float64Array;
}

/** Puts every second body `step` of its radius along x from its rest, turned by `step` radians about z. */
export function nudge(bodies: BodySet, rest: Rest, step: number): void {
  const { positions, orientations } = bodies;
  const half = 0.5 * step;
  const norm = 1 / Math.sqrt(1 + half * half);
  for (let i = 1; i < bodies.count; i += 2) {
    positions[3 * i] = rest.positions[3 * i] + step * bodies.shapes[0].radius;
    const x = rest.orientations[4 * i];
    const y = rest.orientations[4 * i + 1];
    const z = rest.orientations[4 * i + 2];
    const w = rest.orientations[4 * i + 3];
    orientations[4 * i] = norm * (x - half * y);
    orientations[4 * i + 1] = norm * (y + half * x);
    orientations[4 * i + 2] = norm * (z + half * w);
    orientations[4 * i + 3] = norm * (w - half * z);
  }
}

/** Quaternion x y z w of the rotation in a pose, from its largest component. */
export function quaternionOf(pose: Pose): [number, number, number, number] {
  const [r00, r01, r02, r10, r11, r12, r20, r21, r22] = pose;
  const squares = [1 + r00 - r11 - r22, 1 - r00 + r11 - r22, 1 - r00 - r11 + r22, 1 + r00 + r11 + r22];
  const k = squares.indexOf(Math.max(...squares));
  const s = 1 / (2 * Math.sqrt(squares[k]));
  const products = [
    [squares[0], r10 + r01, r02 + r20, r21 - r12],
    [r10 + r01, squares[1], r21 + r12, r02 - r20],
    [r02 + r20, r21 + r12, squares[2], r10 - r01],
    [r21 - r12, r02 - r20, r10 - r01, squares[3]],
  ][k];
  return [s * products[0], s * products[1], s * products[2], s * products[3]];
}
