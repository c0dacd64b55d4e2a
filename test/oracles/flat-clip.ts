/**
 * The common part of two convex polygons of the plane, in whole numbers: doubles are whole multiples of a power of two,
 * a line through two of them has whole coefficients, and so have the homogeneous coordinates of a crossing of two
 * lines. Trust: always; the only rounding is that of the corners and the area handed back.
 */
import { rational, toNumber } from './rational';

export type Flat = readonly [number, number];

/** a x + b y + c w >= 0 on the inside. */
type Line = readonly [bigint, bigint, bigint];
/** x / w, y / w with w > 0. */
type Point = readonly [bigint, bigint, bigint];
/** A corner and the line of the side that starts there. */
interface Corner {
  readonly at: Point;
  readonly side: Line;
}

/** Doubles are multiples of 2^-BITS; smaller ones throw. */
const BITS = 220n;

const whole = (x: number): bigint => {
  const { n, d } = rational(x);
  const scaled = (n << BITS) / d;
  if (scaled * d !== n << BITS) throw new RangeError(`${x} is too small`);
  return scaled;
};

const cross = (p: Line | Point, q: Line | Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const side = (line: Line, at: Point): bigint => line[0] * at[0] + line[1] * at[1] + line[2] * at[2];

function ringOf(corners: readonly Flat[]): Corner[] {
  const points = corners.map(([x, y]): Point => [whole(x), whole(y), 1n]);
  return points.map((at, k) => ({ at, side: cross(at, points[(k + 1) % points.length]) }));
}

function meet(p: Line, q: Line): Point {
  const [x, y, w] = cross(p, q);
  return w < 0n ? [-x, -y, -w] : [x, y, w];
}

function clip(ring: readonly Corner[], line: Line): Corner[] {
  const out: Corner[] = [];
  ring.forEach((corner, k) => {
    const here = side(line, corner.at);
    const there = side(line, ring[(k + 1) % ring.length].at);
    if (here > 0n || (here === 0n && there >= 0n)) out.push(corner);
    else if (here === 0n) out.push({ at: corner.at, side: line });
    if (here > 0n && there < 0n) out.push({ at: meet(corner.side, line), side: line });
    if (here < 0n && there > 0n) out.push({ at: meet(corner.side, line), side: corner.side });
  });
  return out;
}

/** Exact common part of two convex polygons, both counter-clockwise: its corners and area. */
export function flatClip(p: readonly Flat[], q: readonly Flat[]): { corners: Flat[]; area: number } {
  let ring = ringOf(p);
  for (const { side: line } of ringOf(q)) ring = clip(ring, line);
  if (ring.length < 3) return { corners: [], area: 0 };
  const origin = ring[0].at;
  const difference = (at: Point, k: 0 | 1): number => {
    const n = at[k] * origin[2] - origin[k] * at[2];
    return toNumber({ n, d: (at[2] * origin[2]) << BITS });
  };
  const own = ring.map(({ at }): Flat => [difference(at, 0), difference(at, 1)]);
  let area = 0;
  for (let k = 2; k < own.length; k++) area += 0.5 * (own[k - 1][0] * own[k][1] - own[k - 1][1] * own[k][0]);
  const start: Flat = [toNumber({ n: origin[0], d: origin[2] << BITS }), toNumber({ n: origin[1], d: origin[2] << BITS })];
  return { corners: own.map(([x, y]) => [x + start[0], y + start[1]]), area };
}
