import type { Pose } from '../../src/body';
import { edgeFeature, faceFeature, vertexFeature } from '../../src/contact';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { hullLines, polygonArea, type Line, type Place } from './polygon';
import { faceLoops, solidOf, supportMax, supportMin } from './solid';
import { cross, dot, normalize, vec, type Vec } from './vector';

/**
 * The two surfaces that face each other over a plane: the upper one of A, a(u), and the lower one of B, b(u), where u
 * is a place in the plane and heights are along its normal. a is the least of the planes of A's faces that look along
 * the normal, b the greatest of the planes of B's that look against it, both over the shadow of the body: no
 * neighbours, no search, no cells.
 *
 * Trust: always, to the rounding of doubles and to what corners are off the planes of their faces ({@link misfit}).
 */
export interface Surfaces {
  normal: Vec;
  /** Two axes of the plane; u = (x · axis 0, x · axis 1). */
  axes: readonly [Vec, Vec];
  /** g(n): from the highest place of A to the lowest of B; no gap is less. */
  apart: number;
  /** The height midway between these places: all others are from there. */
  middle: number;
  a: Surface;
  b: Surface;
}

export interface Surface {
  corners: readonly SurfaceCorner[];
  edges: readonly SurfaceEdge[];
  faces: readonly SurfaceFace[];
  /** Lines that bound the shadow of the whole body, unit normals out. */
  shadow: readonly Line[];
  /**
   * The part of the shadow's area over faces so steep that their heights are known badly: to rounding over the cosine.
   */
  steep: number;
}

export interface SurfaceCorner {
  feature: number;
  u: Place;
  w: number;
}

export interface SurfaceEdge {
  feature: number;
  ends: readonly [SurfaceCorner, SurfaceCorner];
}

/**
 * A face of the surface: its corners in the plane, counter-clockwise, and its plane m · u + c w = offset with (m, c) a
 * unit normal out of the body.
 */
export interface SurfaceFace {
  feature: number;
  polygon: readonly Place[];
  m: Place;
  c: number;
  offset: number;
}

/** Faces whose normal has a smaller part along the plane's stand upright: they have no height over a place. */
export const UPRIGHT = 1e-9;
const STEEP = 1e-6;

export function surfacesOver(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, normal: Vec): Surfaces {
  const flattest = [0, 1, 2].reduce((k, j) => (Math.abs(normal[j]) < Math.abs(normal[k]) ? j : k), 0);
  const first = normalize(cross(normal, [0, 1, 2].map((k) => (k === flattest ? 1 : 0)) as unknown as Vec))!;
  const axes = [first, cross(normal, first)] as const;
  const top = supportMax(solidOf(a), normal);
  const bottom = supportMin(solidOf(b, pose), normal);
  const middle = (top + bottom) / 2;
  return {
    normal,
    axes,
    apart: bottom - top,
    middle,
    a: surfaceOf(a, undefined, normal, axes, middle),
    b: surfaceOf(b, pose, normal, axes, middle),
  };
}

export const placeOf = ({ axes }: Pick<Surfaces, 'axes'>, x: Vec): Place => [dot(axes[0], x), dot(axes[1], x)];

function surfaceOf(shape: ConvexPolyhedron, pose: Pose | undefined, normal: Vec, axes: readonly [Vec, Vec], middle: number): Surface {
  const { vertices } = solidOf(shape, pose);
  const isA = pose === undefined;
  const all = vertices.map((x, v): SurfaceCorner => ({ feature: vertexFeature(v), u: placeOf({ axes }, x), w: dot(normal, x) - middle }));
  const faces: SurfaceFace[] = [];
  const chosen = new Set<number>();
  const corners = new Set<SurfaceCorner>();
  let steep = 0;
  faceLoops(shape).forEach((loop, f) => {
    const own = vec(shape.normals, 3 * f);
    const n: Vec = pose ? ([0, 3, 6].map((r) => dot(vec(pose, r), own)) as unknown as Vec) : own;
    const c = dot(normal, n);
    if (Math.abs(c) <= STEEP) steep += Math.abs(polygonArea(loop.map((v) => all[v].u)));
    if (!(isA ? c > UPRIGHT : c < -UPRIGHT)) return;
    const polygon = loop.map((v) => all[v].u);
    const offset = shape.offsets[f] + (pose ? dot(n, vec(pose, 9)) : 0) - c * middle;
    faces.push({ feature: faceFeature(f), polygon: isA ? polygon : polygon.reverse(), m: placeOf({ axes }, n), c, offset });
    for (const v of loop) corners.add(all[v]);
    chosen.add(f);
  });
  const edges: SurfaceEdge[] = [];
  for (let e = 0; e < shape.edgeCount; e++) {
    if (!chosen.has(shape.halfEdgeFace[2 * e]) && !chosen.has(shape.halfEdgeFace[2 * e + 1])) continue;
    edges.push({ feature: edgeFeature(e), ends: [all[shape.halfEdgeOrigin[2 * e]], all[shape.halfEdgeOrigin[2 * e + 1]]] });
  }
  return { corners: [...corners], edges, faces, shadow: hullLines(all.map(({ u }) => u)), steep };
}

/** The height of a face over a place when its plane is moved out by `grow`. */
export function heightOf({ m, c, offset }: SurfaceFace, u: Place, grow = 0): number {
  return (offset + grow - m[0] * u[0] - m[1] * u[1]) / c;
}

/** a(u): the height of A's surface, with all its planes moved out by `grow`. */
export const upper = ({ a }: Surfaces, u: Place, grow = 0): number => Math.min(...a.faces.map((face) => heightOf(face, u, grow)));

/** b(u): the height of B's surface. */
export const lower = ({ b }: Surfaces, u: Place, grow = 0): number => Math.max(...b.faces.map((face) => heightOf(face, u, grow)));

/** The gap between the surfaces; the less the more the bodies grow. */
export const gapAt = (surfaces: Surfaces, u: Place, grow = 0): number => lower(surfaces, u, grow) - upper(surfaces, u, grow);

/**
 * How much is unknown of a body that is given by corners and by planes: the most that a corner is off the plane of one
 * of its faces, or beyond any plane. Faces that are one to within the polyhedron's tolerance are merged and a plane is
 * fitted to them, so this is more than rounding for bodies whose corners have lost digits.
 */
export function misfit(shape: ConvexPolyhedron): number {
  const { vertices } = solidOf(shape);
  let most = 0;
  faceLoops(shape).forEach((loop, f) => {
    const n = vec(shape.normals, 3 * f);
    vertices.forEach((x, v) => {
      const h = dot(n, x) - shape.offsets[f];
      most = Math.max(most, loop.includes(v) ? Math.abs(h) : h);
    });
  });
  return most;
}
