/** Convex polygons for oracles: corners in a plane, counter-clockwise. No tolerance anywhere. */
export type Place = readonly [number, number];

/** The half-plane m · u <= c. */
export interface Line {
  m: Place;
  c: number;
}

const along = (m: Place, u: Place): number => m[0] * u[0] + m[1] * u[1];
/** Twice the area of a triangle, positive counter-clockwise. */
export const turnOf = (p: Place, q: Place, r: Place): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
export const between = (p: Place, q: Place): number => Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2);

/**
 * Half-planes that have a convex hull in common: through neighbouring corners, unit normals out, moved to where they
 * hold all points.
 */
export function hullLines(points: readonly Place[]): Line[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const chain = (list: readonly Place[]): Place[] => {
    const kept: Place[] = [];
    for (const p of list) {
      while (kept.length > 1 && turnOf(kept[kept.length - 2], kept[kept.length - 1], p) <= 0) kept.pop();
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  const corners = [...chain(sorted), ...chain(sorted.reverse())];
  return sidesOf(corners).map(({ m }) => ({ m, c: Math.max(...points.map((p) => along(m, p))) }));
}

/** The half-planes of the sides of a counter-clockwise polygon, unit normals out; sides without length have none. */
export function sidesOf(polygon: readonly Place[]): Line[] {
  const lines: Line[] = [];
  polygon.forEach((p, k) => {
    const q = polygon[(k + 1) % polygon.length];
    const size = between(p, q);
    if (!(size > 0)) return;
    const m: Place = [(q[1] - p[1]) / size, (p[0] - q[0]) / size];
    lines.push({ m, c: Math.max(along(m, p), along(m, q)) });
  });
  return lines;
}

/** The part of a convex polygon within half-planes. */
export function clipPolygon(polygon: readonly Place[], lines: readonly Line[]): readonly Place[] {
  let left = polygon;
  for (const { m, c } of lines) {
    const heights = left.map((p) => along(m, p) - c);
    if (heights.every((h) => h <= 0)) continue;
    const next: Place[] = [];
    left.forEach((p, k) => {
      const q = left[(k + 1) % left.length];
      const h = heights[k];
      const g = heights[(k + 1) % left.length];
      if (h <= 0) next.push(p);
      if (h * g < 0) next.push([p[0] + (h / (h - g)) * (q[0] - p[0]), p[1] + (h / (h - g)) * (q[1] - p[1])]);
    });
    left = next;
  }
  return left;
}

export function polygonArea(polygon: readonly Place[]): number {
  let twice = 0;
  for (let k = 2; k < polygon.length; k++) twice += turnOf(polygon[0], polygon[k - 1], polygon[k]);
  return twice / 2;
}

export function perimeter(polygon: readonly Place[]): number {
  return polygon.reduce((sum, p, k) => sum + between(p, polygon[(k + 1) % polygon.length]), 0);
}

/** The integral of f over a polygon, exact for quadratic f: the mean of the middles of the sides of each triangle. */
export function integrate(polygon: readonly Place[], f: (u: Place) => number): number {
  const middle = (p: Place, q: Place): Place => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  let sum = 0;
  for (let k = 2; k < polygon.length; k++) {
    const [p, q, r] = [polygon[0], polygon[k - 1], polygon[k]];
    sum += (turnOf(p, q, r) / 6) * (f(middle(p, q)) + f(middle(q, r)) + f(middle(r, p)));
  }
  return sum;
}

/** How far a place is outside the half-planes; within them negative, the distance to the nearest line. */
export function outside(lines: readonly Line[], u: Place): number {
  return Math.max(...lines.map(({ m, c }) => along(m, u) - c));
}

/** Distance of a place from the stretch between two places. */
export function toStretch(u: Place, p: Place, q: Place): number {
  const d: Place = [q[0] - p[0], q[1] - p[1]];
  const dd = along(d, d);
  const t = dd > 0 ? Math.min(1, Math.max(0, along(d, [u[0] - p[0], u[1] - p[1]]) / dd)) : 0;
  return between(u, [p[0] + t * d[0], p[1] + t * d[1]]);
}

/** Distance of a place from a convex polygon, 0 within it; from a point or a stretch where it has no area. */
export function toPolygon(u: Place, polygon: readonly Place[]): number {
  if (polygon.length > 2 && polygonArea(polygon) > 0 && outside(sidesOf(polygon), u) <= 0) return 0;
  return Math.min(...polygon.map((p, k) => toStretch(u, p, polygon[(k + 1) % polygon.length])));
}
