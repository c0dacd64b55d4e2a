/**
 * The axes of the separating axis theorem for pairs with a core: a point, a segment or a flat plate (polyhedra of a
 * dimension below 3). Their edges have no arc between two faces on the Gauss sphere, so an edge counts as outermost
 * along a normal by the corners beside it.
 *
 * The Minkowski difference of two cores may be flat. Then the way out of it has the length 0, and its direction is a
 * normal of it:
 * - the cross product of two edges, or the normal of a plate, where it spans a plane;
 * - a direction across the segment, where it spans a line: the one nearest the coordinate axis (of A) that is least
 *   along the segment;
 * - the z axis of A, where two points coincide.
 * Both signs are as good then. The one that points from centre to centre is offered first and stays.
 */
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, edge, loadEdge, probe, VERTEX_ROW } from './pair-frame';

/** Unit direction of the edge of A, and of the edge of B. */
const direction = [/* @__PURE__ */ new Float64Array(3), /* @__PURE__ */ new Float64Array(3)] as const;
/** Rows in `corner`: where the edge of each body starts, and the corners after it in the two faces beside it. */
const besideEdge = [/* @__PURE__ */ new Int32Array(3), /* @__PURE__ */ new Int32Array(3)] as const;

/** Loads edge e of body `side` for {@link acrossEdges}. */
export function loadCoreEdge(side: 0 | 1, shape: ConvexPolyhedron, e: number): void {
  const { halfEdgeNext, halfEdgeOrigin } = shape;
  loadEdge(side, shape, e);
  const length = Math.sqrt(edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2]);
  const out = direction[side];
  out[0] = edge[0] / length;
  out[1] = edge[1] / length;
  out[2] = edge[2] / length;
  const beside = besideEdge[side];
  const row = VERTEX_ROW[side];
  beside[0] = row + halfEdgeOrigin[2 * e];
  beside[1] = row + halfEdgeOrigin[halfEdgeNext[2 * e] ^ 1];
  beside[2] = row + halfEdgeOrigin[halfEdgeNext[2 * e + 1] ^ 1];
}

/** The gap between the two edges along the last {@link acrossEdges}. */
export const edgeGap = /* @__PURE__ */ new Float64Array(1);

/**
 * Writes the unit normal across the two loaded edges to the probe, with edgeGap; `sign` is that of its part along the
 * line of centres (x y z in `centre`). False where the edges are parallel.
 */
export function acrossEdges(centre: Float64Array, sign: number): boolean {
  const u = direction[0];
  const v = direction[1];
  const ux = u[0];
  const uy = u[1];
  const uz = u[2];
  // The part of v across u: so the normal is across both to rounding, however nearly parallel they are.
  const k = ux * v[0] + uy * v[1] + uz * v[2];
  const wx = v[0] - k * ux;
  const wy = v[1] - k * uy;
  const wz = v[2] - k * uz;
  const nx = uy * wz - uz * wy;
  const ny = uz * wx - ux * wz;
  const nz = ux * wy - uy * wx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return false;
  const scale = (nx * centre[0] + ny * centre[1] + nz * centre[2] < 0 ? -sign : sign) / length;
  probe[0] = nx * scale;
  probe[1] = ny * scale;
  probe[2] = nz * scale;
  const p = 3 * besideEdge[0][0];
  const q = 3 * besideEdge[1][0];
  edgeGap[0] = probe[0] * (corner[q] - corner[p]) + probe[1] * (corner[q + 1] - corner[p + 1]) + probe[2] * (corner[q + 2] - corner[p + 2]);
  return true;
}

/** A rounding of a height, input of {@link isOutermost}: engines would allocate it as an argument. */
export const heightSlack = /* @__PURE__ */ new Float64Array(1);

/** Whether the loaded edge of body `side` is outermost along the probe, as far as the corners beside it tell. */
export function isOutermost(side: 0 | 1): boolean {
  const beside = besideEdge[side];
  const sign = side === 0 ? 1 : -1;
  const p = 3 * beside[0];
  for (let k = 1; k < 3; k++) {
    const o = 3 * beside[k];
    const height =
      probe[0] * (corner[o] - corner[p]) + probe[1] * (corner[o + 1] - corner[p + 1]) + probe[2] * (corner[o + 2] - corner[p + 2]);
    if (sign * height > heightSlack[0]) return false;
  }
  return true;
}

/** Writes the direction of a pair of points or segments that span no plane to the probe. */
export function acrossLine(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  probe[0] = 0;
  probe[1] = 0;
  probe[2] = 1;
  if (a.edgeCount + b.edgeCount === 0) return;
  const side = a.edgeCount > 0 ? 0 : 1;
  loadCoreEdge(side, side === 0 ? a : b, 0);
  const u = direction[side];
  const x = Math.abs(u[0]);
  const y = Math.abs(u[1]);
  const z = Math.abs(u[2]);
  const least = z <= x && z <= y ? 2 : y <= x ? 1 : 0;
  const along = u[least];
  for (let k = 0; k < 3; k++) probe[k] = (k === least ? 1 : 0) - along * u[k];
  const length = Math.sqrt(probe[0] * probe[0] + probe[1] * probe[1] + probe[2] * probe[2]);
  for (let k = 0; k < 3; k++) probe[k] /= length;
}
