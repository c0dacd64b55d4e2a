import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { createContact, createContactFor, createDetectOptions, createState, Status, touchingBand, type Contact } from '../../src/contact';
import { directSearchMethod, directSearchWork, fastDirectSearchMethod, type DirectSearchOptions } from '../../src/direct-search';
import { createRandom, type Random } from '../../src/math/random';
import { box, polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { poseOf } from '../arbitraries/quaternion';
import { dot, vec, type Vec } from '../oracles/vector';
import { contactSet, direct, exact, fast, memory, type Bodies } from './searches';

/** Two unit cubes, corner on edge, and the way on which B meets A; the true gap is about the way. */
const cube = box(1, 1, 1);
const tetrahedron = polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
const ROTATION = [-0.6734848081633444, 0.20743880910018964, 0.6464778277696132, 0.2923247711956012] as const;
const TOUCH: Vec = [0.15568981992244443, 1.1577759624935926, 1.0163447164736286];
const WAY: Vec = [0, 0.9951022551838222, 0.09885090656170667];

/** Ways from the touch; of the shortest the rounding of coordinates is a large part. */
const WAYS = [1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13, 1e-15, 1e-17];
/** Sine of 1 degree: normals that are parallel to that count as one. */
const PARALLEL = 0.0175;

const shifted = (pose: Pose, way: Vec, x: number): Pose => {
  const moved = pose.slice();
  for (let k = 0; k < 3; k++) moved[9 + k] += x * way[k];
  return moved;
};

const turnOf = (x: Contact, y: Contact): number =>
  Math.hypot(x.normal[0] - y.normal[0], x.normal[1] - y.normal[1], x.normal[2] - y.normal[2]);

const drawDirection = (random: Random): Vec => {
  for (;;) {
    const v: Vec = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return [v[0] / length, v[1] / length, v[2] / length];
  }
};

const drawTurn = (random: Random): Pose => {
  const q = [0, 0, 0, 0].map(() => random() - 0.5);
  const length = Math.hypot(...q);
  return poseOf([q[0] / length, q[1] / length, q[2] / length, q[3] / length], [0, 0, 0]);
};

/** A corner, or a place on an edge, half of these near its end. */
const drawPlace = ({ vertices, edgeCount, halfEdgeOrigin }: ConvexPolyhedron, random: Random): number[] => {
  const e = Math.floor(random() * edgeCount);
  const part = random() < 0.3 ? 0 : random() < 0.5 ? 0.01 * random() : random();
  return [0, 1, 2].map((k) => {
    const p = vertices[3 * halfEdgeOrigin[2 * e] + k];
    return p + part * (vertices[3 * halfEdgeOrigin[2 * e + 1] + k] - p);
  });
};

/** Blocks that touch at a corner or an edge of each, and a way straight through into the overlap. */
function drawTouches(count: number, seed: number): (Bodies & { way: Vec })[] {
  const random = createRandom(seed);
  const touches: (Bodies & { way: Vec })[] = [];
  while (touches.length < count) {
    const [a, b] = [random() < 0.5 ? cube : tetrahedron, random() < 0.5 ? cube : tetrahedron];
    const [p, q] = [drawPlace(a, random), drawPlace(b, random)];
    const pose = drawTurn(random);
    for (let r = 0; r < 3; r++) pose[9 + r] = p[r] - (pose[3 * r] * q[0] + pose[3 * r + 1] * q[1] + pose[3 * r + 2] * q[2]);
    const way = drawDirection(random);
    const gapAt = (x: number) => exact({ a, b, pose: shifted(pose, way, x) }).gap;
    if (Math.abs(gapAt(0)) < 1e-14 && gapAt(-1e-5) < -1e-8 && gapAt(1e-5) > 1e-8) touches.push({ a, b, pose, way });
  }
  return touches;
}

describe('first touch', () => {
  const touches = [{ a: cube, b: cube, pose: poseOf([...ROTATION], TOUCH), way: WAY }, ...drawTouches(400, 15)];

  it('gap and normal are continuous on every straight way through a corner or an edge', () => {
    for (const { a, b, pose, way } of touches) {
      for (const x of WAYS) {
        const apart = fast({ a, b, pose: shifted(pose, way, x) });
        const inside = fast({ a, b, pose: shifted(pose, way, -x) });
        // No point of B moves by more than the way, and the depth is at most twice the exact one.
        expect(Math.abs(apart.gap)).toBeLessThanOrEqual(x * (1 + 1e-9) + 1e-14);
        expect(Math.abs(inside.gap)).toBeLessThanOrEqual(2 * x + 2e-14);
        if (x < 1e-6 && x > 1e-12) expect(turnOf(apart, inside)).toBeLessThan(PARALLEL);
      }
    }
  });

  it('the depth is at most twice the exact one, and the order of the bodies does not matter', () => {
    for (const { a, b, pose, way } of touches) {
      for (const x of [1e-2, ...WAYS]) {
        const moved = shifted(pose, way, -x);
        const plane = exact({ a, b, pose: moved });
        // Within this of a corner or a side rounding tells on which side of it a foot is.
        const rounding = 8 * touchingBand(a, b);
        for (const contact of [direct({ a, b, pose: moved }), fast({ a, b, pose: moved })]) {
          expect(contact.gap).toBeLessThanOrEqual(plane.gap + rounding);
          if (plane.gap < 0) expect(contact.gap).toBeGreaterThanOrEqual(2 * plane.gap - rounding);
          if (Math.abs(plane.gap) > rounding) expect(contact.status).toBe(plane.status);
        }
        const back = createPose();
        for (let r = 0; r < 3; r++) {
          for (let c = 0; c < 3; c++) back[3 * r + c] = moved[3 * c + r];
          back[9 + r] = -(moved[r] * moved[9] + moved[3 + r] * moved[10] + moved[6 + r] * moved[11]);
        }
        const swapped = fast({ a: b, b: a, pose: back });
        expect(Math.abs(swapped.gap - fast({ a, b, pose: moved }).gap)).toBeLessThanOrEqual(1e-7 * x + 1e-13);
      }
    }
  });

  it('the depth of needles that lie almost parallel in each other is at most twice the exact one', () => {
    const random = createRandom(8);
    // The first entrance is often one of edges within 1 degree, which count as parallel.
    const ring = [0, 1, 2].flatMap((k) => [Math.cos((2 * Math.PI * k) / 3) * 5e-4, Math.sin((2 * Math.PI * k) / 3) * 5e-4]);
    const needle = polyhedronFromVertices([0, 1, 2].flatMap((k) => [-0.5, 0.5].flatMap((z) => [ring[2 * k], ring[2 * k + 1], z])));
    let deep = 0;
    for (let k = 0; k < 2000; k++) {
      const q = [0.02 * (random() - 0.5), 0.02 * (random() - 0.5), 2 * random() - 1];
      const turn = [...q, Math.sqrt(1 - q[2] * q[2])];
      const length = Math.hypot(...turn);
      const pose = poseOf(
        [turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length],
        [1e-3 * (random() - 0.5), 1e-3 * (random() - 0.5), random() - 0.5],
      );
      const plane = exact({ a: needle, b: needle, pose });
      if (!(plane.gap < -1e-9)) continue;
      deep++;
      const contact = fast({ a: needle, b: needle, pose }, memory(), { ...createDetectOptions(), motionB: 0.01 });
      expect(contact.status).toBe(Status.Overlapping);
      expect(contact.gap).toBeGreaterThanOrEqual(2 * plane.gap - 1e-13);
    }
    expect(deep).toBeGreaterThan(300);
  });

  it('the mean as printed jumps to a twentieth of the size', () => {
    const [{ a, b, pose, way }] = touches;
    const options: DirectSearchOptions = { ...createDetectOptions(), variant: 'published' };
    const inside = (variant: DirectSearchOptions) => fast({ a, b, pose: shifted(pose, way, -1e-9) }, memory(), variant);
    expect(inside(options).gap).toBeLessThan(-0.03);
    expect(inside(createDetectOptions()).gap).toBeGreaterThan(-2e-9);
  });
});

describe('margin and rounding', () => {
  const near = drawTouches(60, 4).flatMap(({ a, b, pose, way }) =>
    [-1e-2, -1e-4, 0, 1e-4, 1e-2, 0.1].map((x) => ({ a, b, pose: shifted(pose, way, x) })),
  );
  /** Everything but the capacity of the arrays. */
  const textOf = (contact: Contact): string => JSON.stringify({ ...contact, points: [...contact.points], gaps: [...contact.gaps] });

  it('a margin adds contacts and changes none; all points have room in a contact for the pair', () => {
    let added = 0;
    for (const bodies of near) {
      const plain = fast(bodies);
      for (const margin of [1e-3, 0.05, 0.2, bodies.a.radius, 10]) {
        const options = { ...createDetectOptions(), margin };
        const contact = fast(bodies, memory(), options);
        expect(contact.count + contact.rimCount).toBeLessThanOrEqual(createContactFor(bodies.a, bodies.b).gaps.length);
        if (plain.count > 0) expect(textOf(contact)).toBe(textOf(plain));
        else if (contact.count > 0) added++;
        expect(contactSet(direct(bodies, options))).toBe(contactSet(contact));
      }
    }
    expect(added).toBeGreaterThan(50);
  });

  it('points without room are dropped and counted', () => {
    const bodies = { a: cube, b: cube, pose: poseOf([1, 0, 0, 0], [0, 0, 0.999]) };
    const whole = fast(bodies);
    const contact = createContact(1);
    const { a, b, pose } = bodies;
    for (const method of [directSearchMethod, fastDirectSearchMethod]) {
      method.detect(contact, a, b, pose, createState(method), createDetectOptions());
      expect(contact.count).toBe(1);
      expect(contact.dropped).toBe(whole.count + whole.rimCount - 1);
      expect(contact.gap).toBe(whole.gap);
    }
  });

  it('swollen bodies that are apart are never called overlapping', () => {
    for (const bodies of near) {
      const plane = exact(bodies);
      if (plane.status !== Status.Separated) continue;
      for (const rounding of [0.9, 0.999999, 1.1].map((part) => part * plane.gap)) {
        const contact = fast(bodies, memory(), { ...createDetectOptions(), rounding });
        expect(Math.abs(contact.gap - plane.gap)).toBeLessThanOrEqual(1e-13);
        expect(dot(vec(contact.normal), vec(plane.normal))).toBeGreaterThan(1 - 1e-6);
        expect(contact.count).toBeGreaterThan(0);
      }
    }
  });
});

describe('deep overlap', () => {
  /** Distances and entrances that are asked for, a vertex of the pair. All pairs of edges are 700 and more. */
  const MOST_WORK = 100;

  it('asks a few distances a corner where all pairs of edges are many', () => {
    const random = createRandom(5);
    const hull = (n: number) => polyhedronFromVertices(Array.from({ length: n }, () => drawDirection(random)).flat());
    const [a, b] = [hull(300), hull(300)];
    for (const part of [0.02, 0.3, 0.9, 1.5, 1.8]) {
      const bodies = { a, b, pose: poseOf([1, 0, 0, 0], [0.6 * part, 0.64 * part, 0.48 * part]) };
      const contact = fast(bodies);
      const work = directSearchWork[0] + directSearchWork[1];
      expect(contact.status).toBe(Status.Overlapping);
      expect(contact.gap).toBeCloseTo(exact(bodies).gap, 12);
      expect(work).toBeLessThan(MOST_WORK * (a.vertexCount + b.vertexCount));
    }
  });
});
