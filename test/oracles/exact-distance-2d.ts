/**
 * The signed distance of two convex polygons in exact integer arithmetic, rounded once at the end: what
 * exact-distance.ts is in space.
 *
 * All coordinates are multiplied by one power of two that makes them whole (BigInt). Candidate directions are the
 * normals of all pairs of corners of A and of B, so neither hulls nor tolerances are needed: edge normals are among
 * them, and g of the others is no larger. If no direction separates, the depth is the least |N| / |n|, compared as
 * fractions. Else (touching, points or segments on one line included) the distance is the least over all corner-corner
 * and corner-pair links with their feet strictly inside: all these segments lie in the bodies, and their borders are
 * among them.
 *
 * Trust: always, for exactly the numbers given. Cost O((n^2 + m^2)(n + m)) of BigInt arithmetic: up to some 12 corners
 * each.
 */
import { fractionBits, rootToNumber, toWhole, type ExactDistance, type Fraction } from './exact-distance';

type Point = readonly [number, number];
type Whole = readonly [bigint, bigint];

const sub = (a: Whole, b: Whole): Whole => [a[0] - b[0], a[1] - b[1]];
const dot = (a: Whole, b: Whole): bigint => a[0] * b[0] + a[1] * b[1];
const less = (x: Fraction, y: Fraction): boolean => x.n * y.d < y.n * x.d;

export function exactSignedDistance2d(a: readonly Point[], b: readonly Point[]): ExactDistance {
  const shift = Math.max(0, ...[...a, ...b].flat().map(fractionBits));
  const whole = ([x, y]: Point): Whole => [toWhole(x, shift), toWhole(y, shift)];
  return ofWhole(a.map(whole), b.map(whole), shift);
}

/** The same for B posed by cosine, sine and translation: its corners are what these numbers say, unrounded. */
export function exactPosedDistance2d(a: readonly Point[], b: readonly Point[], pose: ArrayLike<number>): ExactDistance {
  const [c, s, x, y] = Array.from(pose);
  const bits = Math.max(0, ...[...a.flat(), x, y].map(fractionBits));
  const bitsB = Math.max(0, ...b.flat().map(fractionBits));
  const bitsR = Math.max(0, ...[c, s].map(fractionBits));
  const shift = Math.max(bits, bitsB + bitsR);
  const [cw, sw] = [toWhole(c, bitsR), toWhole(s, bitsR)];
  const lift = BigInt(shift - bitsB - bitsR);
  const posed = b.map(([px, py]): Whole => {
    const [vx, vy] = [toWhole(px, bitsB), toWhole(py, bitsB)];
    return [((cw * vx - sw * vy) << lift) + toWhole(x, shift), ((sw * vx + cw * vy) << lift) + toWhole(y, shift)];
  });
  return ofWhole(
    a.map(([px, py]): Whole => [toWhole(px, shift), toWhole(py, shift)]),
    posed,
    shift,
  );
}

function ofWhole(p: readonly Whole[], q: readonly Whole[], shift: number): ExactDistance {
  const axis = widestGap(p, q);
  if (axis.n < 0n) return { sign: -1, gap: -rootToNumber({ n: axis.n * axis.n, d: axis.square }, shift) };
  const least = leastLink(p, q);
  return { sign: least.n > 0n ? 1 : 0, gap: rootToNumber(least, shift) };
}

/** The greatest N / |n|, N = min over B of n·w - max over A of n·v, as N and the square of |n|. */
function widestGap(a: readonly Whole[], b: readonly Whole[]): { n: bigint; square: bigint } {
  let best: { n: bigint; square: bigint } | null = null;
  const isBetter = (n: bigint, square: bigint): boolean => {
    if (best === null) return true;
    // Order of N / |n| by sign, then by square.
    if (n > 0n !== best.n > 0n) return n > 0n;
    const [own, other] = [n * n * best.square, best.n * best.n * square];
    return n > 0n ? own > other : own < other;
  };
  const offer = (normal: Whole): void => {
    const square = dot(normal, normal);
    if (square === 0n) return;
    const least = (x: readonly bigint[]): bigint => x.reduce((s, t) => (t < s ? t : s));
    const most = (x: readonly bigint[]): bigint => x.reduce((s, t) => (t > s ? t : s));
    const alongA = a.map((v) => dot(normal, v));
    const alongB = b.map((v) => dot(normal, v));
    for (const n of [least(alongB) - most(alongA), least(alongA) - most(alongB)]) if (isBetter(n, square)) best = { n, square };
  };
  for (const body of [a, b]) {
    body.forEach((v, i) => {
      for (let j = 0; j < i; j++) offer([v[1] - body[j][1], body[j][0] - v[0]]);
    });
  }
  // Two points have no direction.
  return best ?? { n: 0n, square: 1n };
}

/** The least squared length of all links between the bodies. */
function leastLink(a: readonly Whole[], b: readonly Whole[]): Fraction {
  let best: Fraction | null = null;
  const offer = (square: Fraction): void => {
    if (best === null || less(square, best)) best = square;
  };
  for (const [points, body] of [
    [a, b],
    [b, a],
  ]) {
    for (const p of points) {
      body.forEach((x, i) => {
        const r = sub(p, x);
        offer({ n: dot(r, r), d: 1n });
        for (let j = 0; j < i; j++) {
          const e = sub(body[j], x);
          const t = dot(r, e);
          const l = dot(e, e);
          const across = r[0] * e[1] - r[1] * e[0];
          if (t > 0n && t < l) offer({ n: across * across, d: l });
        }
      });
    }
  }
  return best!;
}
