/**
 * The exact corners of an intersection of half-spaces. The intersection must have an interior.
 *
 * Nassauer, Liedke, Kuna 2012, section 2 solves all triples of planes and keeps the points inside all others. This
 * takes m^4 operations, and rounding decides where more than three planes meet. Here the hull of the planes is built
 * instead. For an inner point c, each plane n·(x - c) = h is the point n / h of the dual space. The hull of these
 * points has a triangle for each corner and an edge for each edge of the intersection. Planes that cut nothing are
 * inside the hull. The sign of det [n_i d_i] of four planes tells whether one plane cuts off the corner of the other
 * three. Subtracting n·c from d does not change this sign, so c itself is never computed. Hull: incremental with sets
 * of points outside of each triangle (Barber, Dobkin, Huhdanpaa, ACM Transactions on Mathematical Software 22, 1996,
 * 469), with exact signs (doubles with an error bound; integers when the bound does not decide). A plane that only
 * touches cuts nothing, so degenerate triangles cannot occur. k planes through one corner give k - 2 triangles there.
 * Cost: about m log m; worst case m^2.
 */
import { determinant3, quotient, signOf } from '../math/exact';
import type { HalfSpaces } from './half-space-interior';

/** A corner where three planes meet: a triangle of the dual hull. */
export interface Corner {
  /** Three planes. */
  readonly planes: readonly [number, number, number];
  /** neighbours[k] shares the edge along the two planes other than planes[k]. */
  readonly neighbours: Corner[];
  /** Coordinates, correctly rounded. */
  readonly point: Float64Array;
}

interface Triangle {
  planes: [number, number, number];
  neighbours: Triangle[];
  /**
   * Cofactors c: the determinant of the three rows and a row r is c·r. Then the sums of absolute products that bound
   * their rounding.
   */
  cofactors: Float64Array;
  sizes: Float64Array;
  exact: bigint[] | undefined;
  /** Planes that cut this corner off, each listed at one triangle only. */
  outside: number[];
  removed: boolean;
}

/**
 * All corners, or undefined when the intersection is not bounded. Precondition: it has an interior.
 */
export function halfSpaceCorners(halfSpaces: HalfSpaces): Corner[] | undefined {
  const seed = independentPlanes(halfSpaces);
  if (!seed) return undefined;
  const triangles = dualHull(halfSpaces, seed);
  const corners = new Map<Triangle, Corner>();
  for (const t of triangles) {
    const c = (t.exact ??= exactCofactors(halfSpaces, t.planes));
    // -c[3] is the determinant of the three normals: positive when the planes meet in a corner of the body.
    if (c[3] >= 0n) return undefined;
    corners.set(t, { planes: t.planes, neighbours: [], point: pointOf(c) });
  }
  for (const [t, corner] of corners) for (const u of t.neighbours) corner.neighbours.push(corners.get(u) as Corner);
  return [...corners.values()];
}

/** The point where three planes meet, correctly rounded; NaN if their normals are dependent. */
export function meetingOfPlanes(halfSpaces: HalfSpaces, planes: readonly [number, number, number]): Float64Array {
  return pointOf(exactCofactors(halfSpaces, planes));
}

function pointOf(c: readonly bigint[]): Float64Array {
  if (c[3] === 0n) return new Float64Array(3).fill(Number.NaN);
  return Float64Array.of(quotient(c[0], -c[3]), quotient(c[1], -c[3]), quotient(c[2], -c[3]));
}

/**
 * Four planes whose rows (n d) are independent: they have no common point, also not at infinity. Undefined if there are
 * no such planes.
 */
function independentPlanes({ count, rows }: HalfSpaces): [number, number, number, number] | undefined {
  const columns = [0, 1, 2, 4];
  let j = 1;
  const parallel = (i: number) => columns.every((p) => columns.every((q) => rows[0][p] * rows[i][q] === rows[0][q] * rows[i][p]));
  while (j < count && parallel(j)) j++;
  for (let k = j + 1; k < count; k++) {
    const c = cofactorsOf(rows[0], rows[j], rows[k]);
    if (c.every((x) => x === 0n)) continue;
    for (let l = j + 1; l < count; l++) if (apply(c, rows[l]) !== 0n) return [0, j, k, l];
    return undefined;
  }
  return undefined;
}

function dualHull(halfSpaces: HalfSpaces, [a, b, c, d]: readonly [number, number, number, number]): Set<Triangle> {
  const { rows } = halfSpaces;
  // Oriented so that the fourth plane does not cut the corner of the triangle.
  const turned = apply(cofactorsOf(rows[a], rows[b], rows[c]), rows[d]) > 0n;
  const [p, q] = turned ? [b, a] : [a, b];
  const triangles = [
    makeTriangle(halfSpaces, p, q, c),
    makeTriangle(halfSpaces, q, p, d),
    makeTriangle(halfSpaces, p, c, d),
    makeTriangle(halfSpaces, c, q, d),
  ];
  const [base, one, two, three] = triangles;
  base.neighbours = [three, two, one];
  one.neighbours = [two, three, base];
  two.neighbours = [three, one, base];
  three.neighbours = [one, two, base];
  const hull = new Set(triangles);
  for (let i = 0; i < halfSpaces.count; i++) {
    if (i !== a && i !== b && i !== c && i !== d) assign(halfSpaces, i, triangles);
  }

  const pending = [...triangles];
  for (let top = pending.pop(); top; top = pending.pop()) {
    if (top.removed || top.outside.length === 0) continue;
    const plane = top.outside[top.outside.length - 1];
    // All corners that the plane cuts off. They are connected, since the body is convex.
    const visible = [top];
    top.removed = true;
    const horizon: [Triangle, Triangle][] = [];
    for (let i = 0; i < visible.length; i++) {
      for (const neighbour of visible[i].neighbours) {
        if (neighbour.removed) continue;
        if (cuts(halfSpaces, plane, neighbour)) {
          neighbour.removed = true;
          visible.push(neighbour);
        }
      }
    }
    for (const t of visible) {
      hull.delete(t);
      for (const neighbour of t.neighbours) if (!neighbour.removed) horizon.push([t, neighbour]);
    }
    // A new triangle for each edge of the hole. New neighbours are found by the plane that they share.
    const created: Triangle[] = [];
    const startingAt = new Map<number, Triangle>();
    for (const [old, kept] of horizon) {
      const k = old.neighbours.indexOf(kept);
      const from = old.planes[(k + 1) % 3];
      const to = old.planes[(k + 2) % 3];
      const t = makeTriangle(halfSpaces, from, to, plane);
      t.neighbours = [t, t, kept];
      kept.neighbours[kept.neighbours.indexOf(old)] = t;
      startingAt.set(from, t);
      created.push(t);
      hull.add(t);
    }
    for (const t of created) {
      const next = startingAt.get(t.planes[1]) as Triangle;
      t.neighbours[0] = next;
      next.neighbours[1] = t;
    }
    for (const t of visible) for (const i of t.outside) if (i !== plane) assign(halfSpaces, i, created);
    pending.push(...created);
  }
  return hull;
}

/** Puts a plane on the list of the first triangle whose corner it cuts off. A plane that cuts none is dropped. */
function assign(halfSpaces: HalfSpaces, plane: number, triangles: readonly Triangle[]): void {
  for (const t of triangles) {
    if (cuts(halfSpaces, plane, t)) {
      t.outside.push(plane);
      return;
    }
  }
}

/** Whether a plane cuts a corner off, decided exactly. A plane that touches the corner does not. */
function cuts(halfSpaces: HalfSpaces, plane: number, t: Triangle): boolean {
  const { planes, underflow } = halfSpaces;
  let value = 0;
  let size = 0;
  for (let k = 0; k < 4; k++) {
    const x = planes[4 * plane + k];
    value += t.cofactors[k] * x;
    size += t.sizes[k] * Math.abs(x);
  }
  // Overflow to infinity or NaN fails this test, so the exact test decides.
  const error = DETERMINANT_ERROR * size + underflow;
  if (value > error) return true;
  if (value < -error) return false;
  t.exact ??= exactCofactors(halfSpaces, t.planes);
  return signOf(apply(t.exact, halfSpaces.rows[plane])) > 0;
}

function makeTriangle({ planes }: HalfSpaces, a: number, b: number, c: number): Triangle {
  const cofactors = new Float64Array(4);
  const sizes = new Float64Array(4);
  for (let k = 0; k < 4; k++) {
    const [p, q, r] = COFACTOR_COLUMNS[k];
    const a0 = planes[4 * a + p];
    const a1 = planes[4 * a + q];
    const a2 = planes[4 * a + r];
    const b0 = planes[4 * b + p];
    const b1 = planes[4 * b + q];
    const b2 = planes[4 * b + r];
    const c0 = planes[4 * c + p];
    const c1 = planes[4 * c + q];
    const c2 = planes[4 * c + r];
    cofactors[k] = a0 * (b1 * c2 - b2 * c1) + a1 * (b2 * c0 - b0 * c2) + a2 * (b0 * c1 - b1 * c0);
    sizes[k] =
      Math.abs(a0) * (Math.abs(b1 * c2) + Math.abs(b2 * c1)) +
      Math.abs(a1) * (Math.abs(b2 * c0) + Math.abs(b0 * c2)) +
      Math.abs(a2) * (Math.abs(b0 * c1) + Math.abs(b1 * c0));
  }
  return { planes: [a, b, c], neighbours: [], cofactors, sizes, exact: undefined, outside: [], removed: false };
}

function exactCofactors({ rows }: HalfSpaces, [a, b, c]: readonly [number, number, number]): bigint[] {
  return cofactorsOf(rows[a], rows[b], rows[c]);
}

function cofactorsOf(a: readonly bigint[], b: readonly bigint[], c: readonly bigint[]): bigint[] {
  return COFACTOR_COLUMNS.map((columns) => {
    // Rows have the normal in columns 0 to 2 and the offset in column 4.
    const [p, q, r] = columns.map((k) => (k === 3 ? 4 : k));
    return determinant3(a, b, c, p, q, r);
  });
}

function apply(cofactors: readonly bigint[], row: readonly bigint[]): bigint {
  return cofactors[0] * row[0] + cofactors[1] * row[1] + cofactors[2] * row[2] + cofactors[3] * row[4];
}

/**
 * The columns whose minor multiplies column k of a fourth row, ordered (odd permutations) so that the sign is included.
 */
const COFACTOR_COLUMNS = [
  [1, 3, 2],
  [0, 2, 3],
  [0, 3, 1],
  [0, 1, 2],
] as const;

/**
 * A determinant of order four by cofactors makes at most 9 roundings of 2^-53 on any product. 16 also covers the
 * roundings of the bound itself.
 */
const DETERMINANT_ERROR = 2 ** -49;
