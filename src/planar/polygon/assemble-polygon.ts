/**
 * The polygon of given corners: edge lines and mass properties, everything relative to the centroid. Internal: trusts
 * its input to be strictly convex and counter-clockwise; the public constructors ensure this.
 *
 * The origin is the centroid rounded to doubles, so that input corner = vertex + origin; subtracting it is exact for a
 * small polygon far away and rounds once otherwise. Normals are computed from the corners before that rounding, which
 * would turn short edges. The offset is that of the supporting line, over all vertices, so the whole polygon lies
 * behind it. Integrals are sums over the triangles of the centroid and the edges, none of which is negative.
 */
import { TOLERANCE_ULPS, type ConvexPolygon } from './convex-polygon';

/**
 * `points` are x y packed. `tolerance` is a length: give it when the points are less exact than {@link TOLERANCE_ULPS}
 * rounding steps.
 */
export function assemblePolygon(points: Float64Array, tolerance = 0): ConvexPolygon {
  const n = points.length / 2;
  const origin = centroidOf(points);
  const vertices = points.map((x, i) => x - origin[i % 2]);
  const normals = new Float64Array(2 * n);
  const offsets = new Float64Array(n);
  let perimeter = 0;
  let radius = 0;
  let largest = 0;
  for (let k = 0; k < n; k++) {
    const next = k + 1 < n ? k + 1 : 0;
    const ex = points[2 * next] - points[2 * k];
    const ey = points[2 * next + 1] - points[2 * k + 1];
    const length = Math.sqrt(ex * ex + ey * ey);
    const nx = ey / length;
    const ny = -ex / length;
    perimeter += length;
    let offset = -Infinity;
    for (let v = 0; v < 2 * n; v += 2) offset = Math.max(offset, nx * vertices[v] + ny * vertices[v + 1]);
    // Adding zero turns -0 into 0.
    normals[2 * k] = nx + 0;
    normals[2 * k + 1] = ny + 0;
    offsets[k] = offset;
    const x = vertices[2 * k];
    const y = vertices[2 * k + 1];
    radius = Math.max(radius, Math.sqrt(x * x + y * y));
    largest = Math.max(largest, Math.abs(points[2 * k]), Math.abs(points[2 * k + 1]), Math.abs(x), Math.abs(y));
  }
  return {
    dimension: 2,
    vertexCount: n,
    vertices,
    normals,
    offsets,
    radius,
    inradius: offsets.reduce((least, offset) => Math.min(least, offset), Infinity),
    perimeter,
    ...integrals(vertices),
    origin,
    tolerance: Math.max(tolerance, TOLERANCE_ULPS * 2 ** -52 * largest),
  };
}

/** From the first corner, so that nothing is lost far from the origin. */
function centroidOf(p: Float64Array): Float64Array {
  let double = 0;
  let x = 0;
  let y = 0;
  for (let k = 2; k + 2 < p.length; k += 2) {
    const ax = p[k] - p[0];
    const ay = p[k + 1] - p[1];
    const bx = p[k + 2] - p[0];
    const by = p[k + 3] - p[1];
    const cross = ax * by - ay * bx;
    double += cross;
    x += cross * (ax + bx);
    y += cross * (ay + by);
  }
  return new Float64Array([p[0] + x / (3 * double), p[1] + y / (3 * double)]);
}

/** Integrals over the polygon about the point that its vertices are relative to. */
export function integrals(vertices: Float64Array): Pick<ConvexPolygon, 'area' | 'inertia' | 'secondMoments'> {
  const n = vertices.length;
  let double = 0;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let k = 0; k < n; k += 2) {
    const ax = vertices[k];
    const ay = vertices[k + 1];
    const bx = vertices[(k + 2) % n];
    const by = vertices[(k + 3) % n];
    const cross = ax * by - ay * bx;
    double += cross;
    xx += cross * (ax * ax + ax * bx + bx * bx);
    yy += cross * (ay * ay + ay * by + by * by);
    xy += cross * (2 * (ax * ay + bx * by) + ax * by + bx * ay);
  }
  return { area: double / 2, inertia: (xx + yy) / 12, secondMoments: new Float64Array([xx / 12, yy / 12, xy / 24]) };
}
