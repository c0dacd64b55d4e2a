/** Contacts of pairs against oracles: the shortest way out of convex pairs, and nodes in polygons by brute force. */
import { describe, expect, it } from 'vitest';
import { meshFromTriangles, meshPolygon, rectangle, regularPolygon, type ConvexPolygon } from '../../../src/planar';
import { createDeformableContacts2d, createDeformables2d } from '../../../src/planar';
import { createElasticMaterial, createSpringLaw, StepStatus, type Random } from '../../../src/index';
import { energyOf, heldPair, place, seeded, type Pair2d } from './contact-pairs';

type Vec = [number, number];
const FAMILIES = ['free', 'tilted', 'flush', 'brick'] as const;
type Family = (typeof FAMILIES)[number];

/** Corners of a block at its present place. */
function cornersOf({ set }: Pair2d, shape: ConvexPolygon, b: number): Vec[] {
  return Array.from({ length: shape.vertexCount }, (_, v) => {
    const n = set.nodeStart[b] + v;
    return [set.positions[2 * n], set.positions[2 * n + 1]];
  });
}

/** Least overlap of two convex polygons, and its direction from A to B; below 0 when they are apart. */
function leastWay(a: Vec[], b: Vec[]): { depth: number; normal: Vec } {
  let best = { depth: Infinity, normal: [0, 0] as Vec };
  for (const sign of [1, -1]) {
    const [p, q] = sign === 1 ? [a, b] : [b, a];
    for (let k = 0; k < p.length; k++) {
      const [from, to] = [p[k], p[(k + 1) % p.length]];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const n: Vec = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
      const depth = Math.max(...q.map(([x, y]) => -(n[0] * (x - from[0]) + n[1] * (y - from[1]))));
      if (depth < best.depth) best = { depth, normal: [sign * n[0], sign * n[1]] };
    }
  }
  return best;
}

/** How far B must move along f until both are apart. */
function wayAlong(a: Vec[], b: Vec[], f: Vec): number {
  let least = Infinity;
  for (const sign of [1, -1]) {
    const [p, q] = sign === 1 ? [a, b] : [b, a];
    for (let k = 0; k < p.length; k++) {
      const [from, to] = [p[k], p[(k + 1) % p.length]];
      const n: Vec = [to[1] - from[1], from[0] - to[0]];
      const along = sign * (n[0] * f[0] + n[1] * f[1]);
      const depth = Math.max(...q.map(([x, y]) => -(n[0] * (x - from[0]) + n[1] * (y - from[1]))));
      if (along > 1e-9) least = Math.min(least, depth / along);
    }
  }
  return least;
}

/** A pair whose shortest way out is `share` times the reach. */
function pairOf(random: Random, family: Family, share: number): { pair: Pair2d; a: Vec[]; b: Vec[]; depth: number } | null {
  const anyShape = () =>
    family === 'free' && random() < 0.5 ? regularPolygon(3 + Math.floor(6 * random()), 0.6) : rectangle(0.5 + random(), 0.5 + random());
  const shapes = [anyShape(), anyShape()];
  const pair = heldPair(
    shapes,
    [0, 1].map(() => Math.floor(3 * random())),
  );
  const quarter = (Math.floor(4 * random()) * Math.PI) / 2;
  const angle = { free: 7 * random(), tilted: quarter + 0.1 * (random() - 0.5), flush: quarter + 1e-3 * (random() - 0.5), brick: quarter }[
    family
  ];
  const heading = 7 * random();
  let [x, y] = [1.5 * random() * Math.cos(heading), 1.5 * random() * Math.sin(heading)];
  const wanted = share * pair.contacts.reach;
  for (let k = 0; k < 30; k++) {
    place(pair.set, 1, angle, x, y);
    const [a, b] = [cornersOf(pair, shapes[0], 0), cornersOf(pair, shapes[1], 1)];
    const { depth, normal } = leastWay(a, b);
    if (Math.abs(depth - wanted) < 1e-13) return { pair, a, b, depth };
    x += (depth - wanted) * normal[0];
    y += (depth - wanted) * normal[1];
  }
  return null;
}

function forceOn({ set }: Pair2d, b: number): Vec {
  const sum: Vec = [0, 0];
  for (let i = 2 * set.nodeStart[b]; i < 2 * set.nodeStart[b + 1]; i++) sum[i % 2] += set.forces[i];
  return sum;
}

describe.each(FAMILIES)('convex pairs (%s)', (family) => {
  it('that overlap are pushed apart, on a short way', () => {
    const random = seeded(21);
    let pairs = 0;
    let long = 0;
    for (let k = 0; k < 300; k++) {
      const found = pairOf(random, family, 10 ** (-4 + 3.6 * random()));
      if (found === null) continue;
      pairs++;
      const { pair, a, b, depth } = found;
      expect(energyOf(pair)).toBeGreaterThan(0);
      expect(pair.contacts.unseenPairs).toBe(0);
      const [x, y] = forceOn(pair, 1);
      const size = Math.hypot(x, y);
      const way = wayAlong(a, b, [x / size, y / size]) / depth;
      if (!(way < 1.5)) long++;
    }
    expect(pairs).toBeGreaterThan(200);
    expect(long).toBeLessThanOrEqual(0.01 * pairs);
  });
  it('that are apart have no contact, however small the gap is', () => {
    const random = seeded(22);
    let pairs = 0;
    for (let k = 0; k < 300; k++) {
      const found = pairOf(random, family, -(10 ** (-9 + 8 * random())));
      if (found === null) continue;
      pairs++;
      expect(energyOf(found.pair)).toBe(0);
      expect(found.pair.contacts.pointCount).toBe(0);
      expect(found.pair.contacts.deepest[0]).toBe(0);
    }
    expect(pairs).toBeGreaterThan(200);
  });
  it('deeper than half of the reach are told', () => {
    const random = seeded(23);
    for (let k = 0; k < 100; k++) {
      const found = pairOf(random, family, 0.6 + 2 * random());
      if (found === null) continue;
      energyOf(found.pair);
      expect(found.pair.set.status).toBe(StepStatus.TooDeep);
    }
  });
});

describe('outlines that are not convex', () => {
  const material = createElasticMaterial(1, 0, 1);
  /** A star of `n` points: triangles about the middle. */
  const star = (n: number, inner: number, random: Random) => {
    const nodes = [0, 0];
    for (let k = 0; k < 2 * n; k++) {
      const radius = (k % 2 === 0 ? 1 : inner) * (0.9 + 0.2 * random());
      nodes.push(radius * Math.cos((k * Math.PI) / n), radius * Math.sin((k * Math.PI) / n));
    }
    return meshFromTriangles(nodes, Array.from({ length: 2 * n }, (_, k) => [0, 1 + k, 1 + ((k + 1) % (2 * n))]).flat());
  };
  /** Signed depth of a point: the distance from the nearest edge, above 0 inside. */
  const depthIn = (x: number, y: number, ring: Vec[]): number => {
    let inside = false;
    let least = Infinity;
    for (let k = 0; k < ring.length; k++) {
      const [p, q] = [ring[k], ring[(k + 1) % ring.length]];
      if (p[1] > y !== q[1] > y && x < p[0] + ((y - p[1]) / (q[1] - p[1])) * (q[0] - p[0])) inside = !inside;
      const [ux, uy] = [q[0] - p[0], q[1] - p[1]];
      const part = Math.min(1, Math.max(0, ((x - p[0]) * ux + (y - p[1]) * uy) / (ux * ux + uy * uy)));
      least = Math.min(least, Math.hypot(x - p[0] - part * ux, y - p[1] - part * uy));
    }
    return inside ? least : -least;
  };
  it('have a contact at a node in the other block, and none without such a node', () => {
    const random = seeded(24);
    const law = createSpringLaw(1e6, 0, 0);
    let [inside, apart] = [0, 0];
    for (let trial = 0; trial < 1200; trial++) {
      const second = trial % 2 === 0 ? meshPolygon(rectangle(0.8, 0.6), 1) : star(4, 0.6, random);
      const set = createDeformables2d([
        { mesh: star(3 + Math.floor(3 * random()), 0.5 + 0.4 * random(), random), material },
        { mesh: second, material },
      ]);
      set.held.fill(1);
      const contacts = createDeformableContacts2d(set, law);
      const heading = 7 * random();
      const far = 0.9 + random();
      place(set, 1, 7 * random(), far * Math.cos(heading), far * Math.sin(heading));
      const rings = [0, 1].map((b) => {
        const ring: Vec[] = [];
        const first = contacts.outline.nodes.find((n) => contacts.outline.nodeBlock[n] === b) ?? 0;
        for (let n = first; ring.length === 0 || n !== first; n = contacts.outline.after[n])
          ring.push([set.positions[2 * n], set.positions[2 * n + 1]]);
        return ring;
      });
      const depths = rings.flatMap((ring, b) => ring.map(([x, y]) => depthIn(x, y, rings[1 - b])));
      const deepest = Math.max(...depths);
      energyOf({ set, contacts });
      if (deepest > 0 && set.status === StepStatus.Done) {
        inside++;
        expect(contacts.springEnergy[0]).toBeGreaterThan(0);
        expect(contacts.deepest[0]).toBeGreaterThan(0.3 * deepest);
        expect(contacts.deepest[0]).toBeLessThan(1.2 * deepest);
      } else if (deepest < 0 && set.status === StepStatus.Done) {
        apart++;
        expect(contacts.springEnergy[0]).toBe(0);
      }
    }
    expect(inside).toBeGreaterThan(30);
    expect(apart).toBeGreaterThan(100);
  });
});
