/** A tetrahedron cut into smaller ones, and the faces that these share. */

export type Point = readonly number[];

/** A face that two bodies share: their rows, its corners, its area and its normal from the first to the second. */
export interface SharedFace {
  a: number;
  b: number;
  corners: Point[];
  area: number;
  normal: number[];
}

const middle = (p: Point, q: Point): Point => p.map((x, c) => 0.5 * (x + q[c]));
const minus = (p: Point, q: Point): number[] => p.map((x, c) => x - q[c]);
const cross = (p: Point, q: Point): number[] => [0, 1, 2].map((c) => p[(c + 1) % 3] * q[(c + 2) % 3] - p[(c + 2) % 3] * q[(c + 1) % 3]);
const dot = (p: Point, q: Point): number => p.reduce((sum, x, c) => sum + x * q[c], 0);

/** Cuts the edges in halves, so that there are eight times as many tetrahedra, `cuts` times. */
export function cutTetrahedron(corners: readonly Point[], cuts: number): Point[][] {
  if (cuts === 0) return [[...corners]];
  const [a, b, c, d] = corners;
  const [ab, ac, ad, bc, bd, cd] = [middle(a, b), middle(a, c), middle(a, d), middle(b, c), middle(b, d), middle(c, d)];
  // Four at the corners, four around the diagonal from ab to cd of the octahedron between.
  const parts = [
    [a, ab, ac, ad],
    [ab, b, bc, bd],
    [ac, bc, c, cd],
    [ad, bd, cd, d],
    [ab, cd, ac, ad],
    [ab, cd, ad, bd],
    [ab, cd, bd, bc],
    [ab, cd, bc, ac],
  ];
  return parts.flatMap((part) => cutTetrahedron(part, cuts - 1));
}

/** The faces that two of the tetrahedra share; their bodies follow each other from row `first` on. */
export function sharedFaces(parts: readonly (readonly Point[])[], first: number): SharedFace[] {
  const seen = new Map<string, { part: number; corners: Point[] }>();
  const shared: SharedFace[] = [];
  parts.forEach((part, k) => {
    for (let without = 0; without < 4; without++) {
      const corners = part.filter((_, v) => v !== without);
      // Corners are sums of the same halves: 1e-9 m tells them apart.
      const key = corners.map((p) => p.map((x) => Math.round(1e9 * x)).join()).sort().join(';'); // prettier-ignore
      const other = seen.get(key);
      if (other === undefined) {
        seen.set(key, { part: k, corners });
        continue;
      }
      const n = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
      const length = Math.sqrt(dot(n, n));
      // Out of the first tetrahedron, which has all of its corners on one side.
      const inside = parts[other.part].reduce((sum, p) => sum + dot(n, minus(p, corners[0])), 0);
      const normal = n.map((x) => (inside > 0 ? -x : x) / length);
      shared.push({ a: first + other.part, b: first + k, corners: other.corners, area: 0.5 * length, normal });
    }
  });
  return shared;
}
