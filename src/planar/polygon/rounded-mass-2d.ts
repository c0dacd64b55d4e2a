/**
 * Area, centroid and second moments of a core swollen by a radius: a disc, a rod, a rounded polygon.
 *
 * The swollen body is the core, a rectangle along each edge and a sector at each corner (Steiner 1840: area + perimeter
 * r + π r²). The sector at a corner lies between the normals n1 and n2 of its two edges, at an angle θ. With u the unit
 * vector of the angle φ, from that of n1 to that of n2:
 *
 *   area           r² / 2 θ
 *   first moment   r³ / 3 ∫ u dφ,     ∫ u dφ = (n2y - n1y, n1x - n2x)
 *   second moment  r⁴ / 4 ∫ u uᵀ dφ,  ∫ ux² = θ / 2 + (n2x n2y - n1x n1y) / 2,  ∫ ux uy = (n2y² - n1y²) / 2
 *
 * about the corner. All parts are moved to one point (parallel axis theorem) and added. Only θ needs more than + - * /
 * and sqrt. Nothing is approximated: the result is exact to rounding.
 *
 * The centroid of a rounded polygon is that of its core only where corners are alike on both sides: sharp corners get
 * longer sectors.
 */
import { InputError } from '../../math/input-error';
import { angleOf } from '../../math/elementary';
import { isPolygon, type ConvexPolygon } from './convex-polygon';

/** Mass data of a swollen body for unit density, in the frame of its core. */
export interface RoundedMass2d {
  readonly area: number;
  readonly perimeter: number;
  /** Length 2, relative to the centroid of the core. */
  readonly centroid: Float64Array;
  /** Polar moment of inertia about that centroid: integral of x² + y². */
  readonly inertia: number;
  /** Second moments about it, length 3: integrals of x², y² and xy. */
  readonly secondMoments: Float64Array;
}

/**
 * Mass data of a polygon, point or segment swollen by `rounding`, a length >= 0, for unit density.
 *
 * Throws InputError 'bad-option' (no shape) and 'bad-radius' for a radius that is negative, not finite, or so large
 * that the inertia is not finite, or 0 for a point or segment.
 *
 * @example
 * ```ts
 * const { area, inertia } = roundedMass2d(segmentCore2d(2), 0.5); // 2 + π / 4, of a rod 3 long and 1 wide
 * ```
 */
export function roundedMass2d(core: ConvexPolygon, rounding: number): RoundedMass2d {
  if (!isPolygon(core)) throw new InputError('bad-option', 'the mass needs a shape, such as rectangle(1, 1) or pointCore2d()');
  const { dimension, vertexCount: n, vertices, normals } = core;
  if (!(Number.isFinite(rounding) && rounding >= 0) || (rounding === 0 && dimension < 2)) {
    throw new InputError(
      'bad-radius',
      `the rounding radius is ${rounding}, expected ${dimension < 2 ? 'a length > 0' : 'a length >= 0'}`,
      -1,
      rounding,
    );
  }
  /** Area, first moments, second moments xx, yy, xy, about the centroid of the core. */
  const sum = [core.area, 0, 0, ...core.secondMoments];
  const r = rounding;
  for (let k = 0; k < n; k++) {
    const before = k > 0 ? k - 1 : n - 1;
    const next = k + 1 < n ? k + 1 : 0;
    const [x, y] = [vertices[2 * k], vertices[2 * k + 1]];
    if (n === 1) {
      addPart(sum, Math.PI * r * r, [x, y], [0, 0], (Math.PI / 4) * (r * r * r * r), (Math.PI / 4) * (r * r * r * r), 0);
      break;
    }
    const [mx, my] = [normals[2 * before], normals[2 * before + 1]];
    const [nx, ny] = [normals[2 * k], normals[2 * k + 1]];
    const angle = angleOf(mx * nx + my * ny, mx * ny - my * nx);
    const twist = (nx * ny - mx * my) / 2;
    const fourth = (r * r * r * r) / 4;
    addPart(
      sum,
      (r * r * angle) / 2,
      [x, y],
      [((r * r * r) / 3) * (ny - my), ((r * r * r) / 3) * (mx - nx)],
      fourth * (angle / 2 + twist),
      fourth * (angle / 2 - twist),
      (fourth * (ny * ny - my * my)) / 2,
    );
    const [ex, ey] = [vertices[2 * next] - x, vertices[2 * next + 1] - y];
    const length = Math.sqrt(ex * ex + ey * ey);
    const along = (length * length * length * r) / 12;
    const across = (length * (r * r * r)) / 12;
    addPart(
      sum,
      length * r,
      [x + ex / 2 + (r / 2) * nx, y + ey / 2 + (r / 2) * ny],
      [0, 0],
      along * ny * ny + across * nx * nx,
      along * nx * nx + across * ny * ny,
      (across - along) * nx * ny,
    );
  }
  const [area, fx, fy, xx, yy, xy] = sum;
  if (!sum.every(Number.isFinite)) {
    const text = `the rounding radius ${r} is so large that its inertia is not finite: choose a larger unit of length`;
    throw new InputError('bad-radius', text, -1, r);
  }
  const secondMoments = Float64Array.of(xx - (fx * fx) / area, yy - (fy * fy) / area, xy - (fx * fy) / area);
  return {
    area,
    perimeter: core.perimeter + 2 * Math.PI * r,
    centroid: Float64Array.of(fx / area, fy / area),
    inertia: secondMoments[0] + secondMoments[1],
    secondMoments,
  };
}

/** Adds a part that is known about a point: its area, first moments and second moments there. */
function addPart(
  sum: number[],
  area: number,
  [x, y]: readonly [number, number],
  [fx, fy]: readonly [number, number],
  xx: number,
  yy: number,
  xy: number,
): void {
  sum[0] += area;
  sum[1] += area * x + fx;
  sum[2] += area * y + fy;
  sum[3] += xx + 2 * fx * x + area * x * x;
  sum[4] += yy + 2 * fy * y + area * y * y;
  sum[5] += xy + fx * y + fy * x + area * x * y;
}
