/**
 * Random particles that look like crushed rock: a primary solid cut by random planes.
 *
 * Source: Nassauer, Liedke, Kuna (Granular Matter 2012), section 5, eq 47, after De Pellegrin and Stachowiak 2005. For
 * each cut: a direction n from the centre, its angles psi uniform and phi with density cos(phi) / 2 (all directions
 * equally likely); the distance d_out of the outermost corner along n; the plane at z * d_out with z drawn from a
 * log-normal distribution cut off at 1. Moving the maximum of that distribution outward from cut to cut rounds the
 * particle.
 *
 * Details that the paper does not give: the centre stays that of the primary solid, so the particle always contains it.
 * The most likely z moves in equal steps from `mode` to `lastMode`. The defaults of the parameters are ours. A plane
 * nearer to the centre than CORE times the inradius of the primary solid is drawn again: the particle contains a ball
 * of that radius, so no particle is degenerate.
 *
 * Reproducible: the same source of numbers gives the same bits on every engine. Directions come from rejection in the
 * unit disc (the same distribution without sine and cosine), normal deviates from Marsaglia's polar method, logarithm
 * and exponential from elementary.ts; all other operations are + - * / sqrt and exact integers.
 */
import { InputError } from '../math/input-error';
import { portableExp, portableLog } from '../math/elementary';
import { randomDirection, randomNormal, type Random } from '../math/random';
import type { ConvexPolyhedron } from './convex-polyhedron';
import { polyhedronFromHalfSpaces } from './from-half-spaces';
import { box } from './solids';

export interface RandomPolyhedronOptions {
  /** The solid to trim; it sets the size, and the particle lies inside it. Default: a cube with edges of length 1. */
  primary?: ConvexPolyhedron;
  /**
   * Number of cut planes, 0 to 1,000. Each cut adds at most one face to the primary solid. Default 14.
   */
  cuts?: number;
  /** Most likely z of the first cut, in (0, 1): smaller is more angular. Default 0.75. */
  mode?: number;
  /** Most likely z of the last cut, in (0, 1): larger than `mode` rounds the particle. Default 0.95. */
  lastMode?: number;
  /** Standard deviation of ln z, 0 to 1. Default 0.1. */
  spread?: number;
  /**
   * A distribution that replaces the log-normal one: returns the z of cut number `cut` (0 to cuts - 1). A value outside
   * (0, 1) is drawn again.
   */
  fraction?: (random: Random, cut: number, cuts: number) => number;
}

/** The default primary solid, made when it is first needed. */
const unitCube: ConvexPolyhedron[] = [];

/** Part of the primary solid's inradius that no cut reaches. */
const CORE = 0.1;

/** Most draws of one plane. With the built-in distribution at least one draw in seven is accepted. */
const MAX_DRAWS = 500;

const MAX_CUTS = 1000;

/**
 * A random convex particle. Throws InputError 'bad-option' for an option outside its range and for a `fraction`
 * that never returns a usable number.
 *
 * @param random numbers in [0, 1); {@link createRandom} makes a reproducible source
 *
 * @example
 * ```ts
 * const rock = randomPolyhedron(createRandom(7));
 * const pebble = randomPolyhedron(createRandom(7), { primary: box(2, 1.5, 1), cuts: 50, lastMode: 0.98 });
 * ```
 */
export function randomPolyhedron(random: Random, options: RandomPolyhedronOptions = {}): ConvexPolyhedron {
  const { primary = (unitCube[0] ??= box(1, 1, 1)), cuts = 14, mode = 0.75, lastMode = 0.95, spread = 0.1 } = options;
  if (!Number.isInteger(cuts) || cuts < 0 || cuts > MAX_CUTS) {
    throw new InputError('bad-option', `cuts is a whole number from 0 to ${MAX_CUTS}, not ${cuts}`, -1, cuts);
  }
  for (const [name, value] of [
    ['mode', mode],
    ['lastMode', lastMode],
  ] as const) {
    if (!(value > 0 && value < 1)) throw new InputError('bad-option', `${name} is between 0 and 1, not ${value}`, -1, value);
  }
  if (!(spread >= 0 && spread <= 1)) throw new InputError('bad-option', `spread is from 0 to 1, not ${spread}`, -1, spread);
  const fraction = options.fraction ?? logNormalFraction(mode, lastMode, spread);

  const normals = [...primary.normals];
  const offsets = [...primary.offsets];
  let corners = cornersOf(primary);
  const n = new Float64Array(3);
  for (let cut = 0; cut < cuts; cut++) {
    const offset = drawPlane(n, random, corners, CORE * primary.inradius, () => fraction(random, cut, cuts));
    corners = trimmed(corners, n, offset, offsets.length);
    normals.push(n[0], n[1], n[2]);
    offsets.push(offset);
  }
  return polyhedronFromHalfSpaces(normals, offsets);
}

/** z = exp(mu + spread * normal deviate); the density is largest at exp(mu - spread^2), which is the mode. */
function logNormalFraction(mode: number, lastMode: number, spread: number): (random: Random, cut: number, cuts: number) => number {
  return (random, cut, cuts) => {
    const likely = mode + (lastMode - mode) * (cut / Math.max(1, cuts - 1));
    return portableExp(portableLog(likely) + spread * spread + spread * randomNormal(random));
  };
}

/** Draws the direction n and returns the distance of a cut plane. */
function drawPlane(n: Float64Array, random: Random, corners: readonly Corner[], least: number, fraction: () => number): number {
  for (let i = 0; i < MAX_DRAWS; i++) {
    randomDirection(n, random);
    const z = fraction();
    let outermost = 0;
    for (const corner of corners) outermost = Math.max(outermost, heightOf(corner, n));
    const distance = z * outermost;
    if (z > 0 && z < 1 && distance >= least) return distance;
  }
  const text = `no usable cut in ${MAX_DRAWS} draws: fractions must lie between 0 and 1 and not all be near 0`;
  throw new InputError('bad-option', text, -1, MAX_DRAWS);
}

/** A corner and the planes through it. */
interface Corner {
  point: readonly number[];
  planes: readonly number[];
  /** Above the plane of the cut that is being made. */
  height: number;
}

function heightOf({ point }: Corner, n: Float64Array): number {
  return n[0] * point[0] + n[1] * point[1] + n[2] * point[2];
}

function cornersOf({ vertexCount, vertices, vertexHalfEdge, halfEdgeNext, halfEdgeFace }: ConvexPolyhedron): Corner[] {
  return Array.from({ length: vertexCount }, (_, v) => {
    const planes: number[] = [];
    let h = vertexHalfEdge[v];
    do {
      planes.push(halfEdgeFace[h]);
      h = halfEdgeNext[h ^ 1];
    } while (h !== vertexHalfEdge[v]);
    return { point: [...vertices.subarray(3 * v, 3 * v + 3)], planes, height: 0 };
  });
}

/**
 * The corners after a cut by plane number `plane`: the corners behind it, and a new corner on each edge that it
 * crosses. Two corners are the ends of an edge if and only if two planes pass through both.
 */
function trimmed(corners: readonly Corner[], n: Float64Array, offset: number, plane: number): Corner[] {
  const kept: Corner[] = [];
  const lost: Corner[] = [];
  for (const corner of corners) {
    corner.height = heightOf(corner, n) - offset;
    (corner.height > 0 ? lost : kept).push(corner);
  }
  const left = [...kept];
  for (const b of lost) {
    for (const a of kept) {
      if (!isEdge(a.planes, b.planes)) continue;
      const t = a.height / (a.height - b.height);
      const point = a.point.map((x, k) => x + t * (b.point[k] - x));
      left.push({ point, planes: [...a.planes.filter((i) => b.planes.includes(i)), plane], height: 0 });
    }
  }
  return left;
}

/** Whether two planes are in both lists. */
function isEdge(a: readonly number[], b: readonly number[]): boolean {
  let shared = 0;
  for (const i of a) for (const j of b) if (i === j) shared++;
  return shared >= 2;
}
