import type { Vec } from './vector';

/**
 * The signed distance of two hulls of points in exact integer arithmetic, rounded once at the end.
 *
 * All coordinates are multiplied by one power of two that makes them whole (BigInt). Candidate directions are the
 * normals of all triples of corners of A and of B and the cross products of all pairs of corners of A with all pairs of
 * B: the facets of the Minkowski difference are among them whatever the hulls are, so neither hulls nor tolerances are
 * needed. If no direction separates, the depth is the least |N| / |n| over them, compared as fractions. Else the
 * distance is the least over all vertex-vertex, vertex-pair, pair-pair and vertex-triple links with their feet strictly
 * inside: all these segments and triangles lie in the bodies, and the surface is among them.
 *
 * The bodies may be points, segments and flat polygons. Where the differences of their corners span no space, the
 * bodies touch if the least link is 0: nothing of one passes through the inside of a triangle of the other.
 *
 * Trust: always, for exactly the numbers given. Cost O((n^3 + m^3 + n^2 m^2)(n + m)) of BigInt arithmetic: up to about
 * 10 corners each.
 */
export function exactSignedDistance(a: readonly Vec[], b: readonly Vec[]): ExactDistance {
  const shift = Math.max(0, ...[...a, ...b].flat().map(fractionBits));
  const p = a.map((v) => toIntegers(v, shift));
  const q = b.map((v) => toIntegers(v, shift));
  if (!spansSpace(p, q)) {
    const link = leastLink(p, q);
    return link.n === 0n ? { sign: 0, gap: 0 } : { sign: 1, gap: rootToNumber(link, shift) };
  }
  const axis = widestGap(p, q);
  if (axis.n < 0n || axis.n === 0n) {
    const squared: Fraction = { n: axis.n * axis.n, d: dot(axis.normal, axis.normal) };
    return { sign: axis.n < 0n ? -1 : 0, gap: -rootToNumber(squared, shift) };
  }
  return { sign: 1, gap: rootToNumber(leastLink(p, q), shift) };
}

export interface ExactDistance {
  /** 1 apart, 0 touching, -1 overlapping: exactly. */
  sign: -1 | 0 | 1;
  /** The distance, or minus the depth, rounded to double. */
  gap: number;
}

type IntegerVec = readonly [bigint, bigint, bigint];
/** n / d with d > 0. */
export interface Fraction {
  n: bigint;
  d: bigint;
}

const sub = (a: IntegerVec, b: IntegerVec): IntegerVec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: IntegerVec, b: IntegerVec): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: IntegerVec, b: IntegerVec): IntegerVec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const isZero = (a: IntegerVec): boolean => a[0] === 0n && a[1] === 0n && a[2] === 0n;
const less = (x: Fraction, y: Fraction): boolean => x.n * y.d < y.n * x.d;

/** Whether the differences of the corners of two bodies do not all lie in one plane. */
function spansSpace(a: readonly IntegerVec[], b: readonly IntegerVec[]): boolean {
  const edges = [...a.map((v) => sub(v, a[0])), ...b.map((w) => sub(w, b[0]))];
  const first = edges.find((e) => !isZero(e));
  const normal = first && edges.map((e) => cross(first, e)).find((n) => !isZero(n));
  return normal !== undefined && edges.some((e) => dot(normal, e) !== 0n);
}

/** The direction (not of unit length) with the greatest N / |n|, N = min over B of n·w - max over A of n·v. */
function widestGap(a: readonly IntegerVec[], b: readonly IntegerVec[]): { n: bigint; normal: IntegerVec } {
  let best: { n: bigint; normal: IntegerVec } | null = null;
  let bestSquare: Fraction = { n: 0n, d: 1n };
  const offer = (normal: IntegerVec): void => {
    if (isZero(normal)) return;
    const alongA = a.map((v) => dot(normal, v));
    const alongB = b.map((v) => dot(normal, v));
    const minimum = (x: readonly bigint[]): bigint => x.reduce((s, t) => (t < s ? t : s));
    const maximum = (x: readonly bigint[]): bigint => x.reduce((s, t) => (t > s ? t : s));
    // Both signs of the normal.
    for (const [n, signed] of [
      [minimum(alongB) - maximum(alongA), normal],
      [minimum(alongA) - maximum(alongB), [-normal[0], -normal[1], -normal[2]] as const],
    ] as const) {
      const square: Fraction = { n: n * n, d: dot(normal, normal) };
      // Order of N / |n| by sign, then by square.
      const better =
        !best || (n > 0n ? best.n <= 0n || less(bestSquare, square) : n === 0n ? best.n < 0n : best.n < 0n && less(square, bestSquare));
      if (better) {
        best = { n, normal: signed };
        bestSquare = square;
      }
    }
  };
  for (const body of [a, b]) forTriples(body, (x, y, z) => offer(cross(sub(y, x), sub(z, x))));
  forPairs(a, (x, y) => forPairs(b, (s, t) => offer(cross(sub(y, x), sub(t, s)))));
  if (!best) throw new Error('the points of each body must span a solid');
  return best;
}

/** The least squared length of all links between the bodies. */
function leastLink(a: readonly IntegerVec[], b: readonly IntegerVec[]): Fraction {
  let best: Fraction | null = null;
  const offer = (square: Fraction): void => {
    if (!best || less(square, best)) best = square;
  };
  for (const v of a) {
    for (const w of b) {
      const r = sub(v, w);
      offer({ n: dot(r, r), d: 1n });
    }
  }
  for (const [points, body] of [
    [a, b],
    [b, a],
  ]) {
    for (const p of points) {
      forPairs(body, (x, y) => {
        const e = sub(y, x);
        const r = sub(p, x);
        const l = dot(e, e);
        const t = dot(r, e);
        if (t > 0n && t < l) offer({ n: dot(r, r) * l - t * t, d: l });
      });
      forTriples(body, (x, y, z) => {
        const n = cross(sub(y, x), sub(z, x));
        if (isZero(n)) return;
        const left = (from: IntegerVec, to: IntegerVec): boolean => dot(cross(n, sub(to, from)), sub(p, from)) > 0n;
        if (!left(x, y) || !left(y, z) || !left(z, x)) return;
        const height = dot(n, sub(p, x));
        offer({ n: height * height, d: dot(n, n) });
      });
    }
  }
  forPairs(a, (x, y) =>
    forPairs(b, (s, t) => {
      const e = sub(y, x);
      const f = sub(t, s);
      const n = cross(e, f);
      if (isZero(n)) return;
      const nn = dot(n, n);
      const r = sub(s, x);
      const alongE = dot(cross(r, f), n);
      const alongF = dot(cross(r, e), n);
      if (alongE < 0n || alongE > nn || alongF < 0n || alongF > nn) return;
      const height = dot(n, r);
      offer({ n: height * height, d: nn });
    }),
  );
  return best!;
}

function forPairs(points: readonly IntegerVec[], visit: (a: IntegerVec, b: IntegerVec) => void): void {
  for (let i = 0; i < points.length; i++) for (let j = 0; j < i; j++) visit(points[i], points[j]);
}

function forTriples(points: readonly IntegerVec[], visit: (a: IntegerVec, b: IntegerVec, c: IntegerVec) => void): void {
  for (let i = 0; i < points.length; i++) for (let j = 0; j < i; j++) for (let k = 0; k < j; k++) visit(points[i], points[j], points[k]);
}

/** How often a double must be doubled to be whole. */
export function fractionBits(x: number): number {
  if (!Number.isFinite(x)) throw new Error(`${x} has no exact value`);
  let bits = 0;
  // Doubling is exact.
  for (let y = x; y !== Math.floor(y); y *= 2) bits++;
  return bits;
}

/** x times 2^shift, which must be whole. */
export function toWhole(x: number, shift: number): bigint {
  const bits = fractionBits(x);
  let whole = x;
  for (let k = 0; k < bits; k++) whole *= 2;
  return BigInt(whole) << BigInt(shift - bits);
}

function toIntegers(v: Vec, shift: number): IntegerVec {
  return [toWhole(v[0], shift), toWhole(v[1], shift), toWhole(v[2], shift)];
}

/** sqrt(n / d) / 2^shift: the integer root of n / d times a power of four that leaves at least 128 digits. */
export function rootToNumber(x: Fraction, shift: number): number {
  if (x.n === 0n) return 0;
  const digits = x.n.toString(2).length - x.d.toString(2).length;
  const extra = Math.max(0, Math.ceil((260 - digits) / 2));
  let root = integerRoot((x.n << BigInt(2 * extra)) / x.d);
  let exponent = -(extra + shift);
  // Number() of a very long BigInt would overflow; the digits beyond 128 cannot change the double but for exact ties.
  const surplus = root.toString(2).length - 128;
  if (surplus > 0) {
    root >>= BigInt(surplus);
    exponent += surplus;
  }
  let value = Number(root);
  for (; exponent < 0; exponent++) value /= 2;
  for (; exponent > 0; exponent--) value *= 2;
  return value;
}

function integerRoot(n: bigint): bigint {
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}
