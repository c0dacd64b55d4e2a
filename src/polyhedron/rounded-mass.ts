/**
 * Volume, surface area, centroid and inertia of a polyhedron swollen by a radius r: the Minkowski sum with a ball.
 *
 * The swollen body is cut into the core, a prism of height r on each face, a sector of a cylinder along each edge,
 * and a sector of a ball at each vertex (J. Steiner 1840). The sector of an edge spans the arc of unit vectors u
 * between the normals of its two faces; the sector of a vertex spans the spherical polygon of these arcs. All
 * integrals are in closed form:
 *
 *     of u over an arc           q = n sin t + m (1 - cos t), the arc starting at n along m, t its angle
 *     over a spherical polygon   of 1: 2 pi less the angles of the faces at the vertex
 *                                of u: half the sum of t d over its arcs, d the unit normal of the arc, inwards
 *                                of u u^T: a third of the first times 1, and a sixth of the sum of d q^T + q d^T
 *
 * The last follows from the divergence theorem on the sphere, since the traceless part of u u^T is an eigenfunction of
 * the Laplacian with the value -6.
 */
import { angleOf } from '../math/elementary';
import { InputError } from '../math/input-error';
import { isPolyhedron, type ConvexPolyhedron } from './convex-polyhedron';

export interface RoundedMass {
  readonly volume: number;
  /** Surface area. */
  readonly area: number;
  /** Centroid of the swollen body in the frame of the shape, length 3. The centroid of the core is the origin there. */
  readonly centroid: Float64Array;
  /** Inertia tensor about the centroid for unit density, row-major 3x3; off-diagonals are minus the products. */
  readonly inertia: Float64Array;
}

type Vector = readonly [number, number, number];

/** Sums over the parts: volume, first moments, second moments x x^T (row-major). */
interface Sums {
  volume: number;
  area: number;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/**
 * Mass properties of a body: its shape swollen by its rounding radius, for unit density. Exact to rounding for spheres
 * (points), rods (segments), plates and solids. The swollen body of a solid or a plate without symmetry has another
 * centroid than its core: see `centroid`.
 *
 * Throws InputError 'bad-option' (no shape) and 'bad-radius' for a radius that is negative, not finite, or so large
 * that the inertia is not finite.
 *
 * @param radius the rounding radius, a length >= 0.
 *
 * @example
 * ```ts
 * const sphere = roundedMass(pointCore(), 0.5);
 * console.log(sphere.volume, sphere.inertia[0]); // 0.5236, 0.05236
 * ```
 */
export function roundedMass(shape: ConvexPolyhedron, radius: number): RoundedMass {
  if (!isPolyhedron(shape)) throw new InputError('bad-option', 'the mass needs a shape, such as box(1, 1, 1) or pointCore()');
  if (!(Number.isFinite(radius) && radius >= 0)) {
    throw new InputError('bad-radius', `the rounding radius is ${radius}, expected a finite length >= 0`, -1, radius);
  }
  const sums: Sums = { volume: shape.volume, area: shape.area, first: new Float64Array(3), second: new Float64Array(9) };
  const { inertia } = shape;
  // The centroid of the core is the origin. With C the second moments, the inertia is trace(C) 1 - C.
  const half = 0.5 * (inertia[0] + inertia[4] + inertia[8]);
  for (let k = 0; k < 9; k++) sums.second[k] = (k % 4 === 0 ? half : 0) - inertia[k];
  for (let f = 0; f < shape.faceCount; f++) addPrism(sums, shape, f, radius);
  addSectors(sums, shape, radius);
  const mass = finish(sums);
  if (!mass.inertia.every(Number.isFinite)) {
    const text = `the rounding radius ${radius} is so large that its inertia is not finite: choose a larger unit of length`;
    throw new InputError('bad-radius', text, -1, radius);
  }
  return mass;
}

/** The inertia about the centroid from the sums about the origin. */
function finish({ volume, area, first, second }: Sums): RoundedMass {
  const centroid = volume > 0 ? first.map((x) => x / volume) : first;
  const about = second.map((x, k) => x - volume * centroid[Math.floor(k / 3)] * centroid[k % 3]);
  const inertia = about.map((x) => -x);
  // Sums of the other two moments, not differences from the trace: so the small inertia of a long rod about its axis
  // keeps its digits.
  for (let k = 0; k < 3; k++) inertia[4 * k] = about[4 * ((k + 1) % 3)] + about[4 * ((k + 2) % 3)];
  return { volume, area, centroid, inertia };
}

/** The prism of height r on a face. */
function addPrism(
  sums: Sums,
  { vertices, normals, faceHalfEdge, halfEdgeNext, halfEdgeOrigin }: ConvexPolyhedron,
  f: number,
  r: number,
): void {
  const n = vectorAt(normals, f);
  let h = faceHalfEdge[f];
  const apex = vectorAt(vertices, halfEdgeOrigin[h]);
  h = halfEdgeNext[h];
  let b = vectorAt(vertices, halfEdgeOrigin[h]);
  for (h = halfEdgeNext[h]; h !== faceHalfEdge[f]; h = halfEdgeNext[h]) {
    const c = vectorAt(vertices, halfEdgeOrigin[h]);
    const area = 0.5 * dot(n, cross(minus(b, apex), minus(c, apex)));
    const sum = plus(plus(apex, b), c);
    sums.volume += area * r;
    addFirst(sums, sum, (area * r) / 3);
    addFirst(sums, n, 0.5 * area * r * r);
    for (const v of [apex, b, c, sum]) addSecond(sums, v, v, (area * r) / 12);
    addSecond(sums, sum, n, (area * r * r) / 3);
    addSecond(sums, n, n, (area * r * r * r) / 3);
    b = c;
  }
}

/** The sectors along edges and at vertices. */
function addSectors(sums: Sums, shape: ConvexPolyhedron, r: number): void {
  const { vertices, vertexCount, edgeCount, halfEdgeOrigin } = shape;
  const solidAngles = solidAnglesOf(shape);
  for (let v = 0; v < vertexCount; v++) {
    const x = vectorAt(vertices, v);
    const volume = (solidAngles[v] * r * r * r) / 3;
    sums.volume += volume;
    sums.area += solidAngles[v] * r * r;
    addFirst(sums, x, volume);
    addSecond(sums, x, x, volume);
    for (let k = 0; k < 3; k++) sums.second[4 * k] += (solidAngles[v] * r ** 5) / 15;
  }
  for (let e = 0; e < edgeCount; e++) {
    const p = vectorAt(vertices, halfEdgeOrigin[2 * e]);
    const q = vectorAt(vertices, halfEdgeOrigin[2 * e + 1]);
    const arc = arcOf(shape, e);
    const length = norm(minus(q, p));
    const d = times(minus(q, p), 1 / length);
    const middle = times(plus(p, q), 0.5);
    // Along the edge.
    const across = 0.5 * arc.angle * r * r;
    sums.volume += length * across;
    sums.area += length * arc.angle * r;
    addFirst(sums, middle, length * across);
    addFirst(sums, arc.sum, (length * r * r * r) / 3);
    addSecond(sums, middle, middle, length * across);
    addSecond(sums, d, d, (across * length * length * length) / 12);
    addSecond(sums, middle, arc.sum, (2 * length * r * r * r) / 3);
    for (let k = 0; k < 9; k++) sums.second[k] += 0.25 * length * r ** 4 * arc.squares[k];
    // Its part of the spherical polygons of both ends, whose insides are on either side of it.
    for (const [x, inward] of [
      [p, times(d, -1)],
      [q, d],
    ] as const) {
      const mean = times(inward, 0.5 * arc.angle);
      addFirst(sums, mean, 0.25 * r ** 4);
      addSecond(sums, x, mean, 0.5 * r ** 4);
      addSecond(sums, inward, arc.sum, r ** 5 / 15);
    }
  }
}

/** The arc of outward unit vectors at an edge: its angle, and the integrals of u and of u u^T over it. */
function arcOf(
  { dimension, vertices, normals, halfEdgeOrigin, halfEdgeFace }: ConvexPolyhedron,
  e: number,
): {
  angle: number;
  sum: Vector;
  squares: Float64Array;
} {
  const d = minus(vectorAt(vertices, halfEdgeOrigin[2 * e + 1]), vectorAt(vertices, halfEdgeOrigin[2 * e]));
  const along = times(d, 1 / norm(d));
  // From n, along the unit vector m across it: for a solid to the normal of the other face.
  let n: Vector;
  let m: Vector;
  let angle: number;
  let sine = 0;
  let versine = 0;
  if (dimension === 1) {
    n = perpendicular(along);
    m = cross(along, n);
    angle = 2 * Math.PI;
  } else {
    n = vectorAt(normals, halfEdgeFace[2 * e]);
    const other = vectorAt(normals, halfEdgeFace[2 * e + 1]);
    // The face is to the left of the edge, seen from outside.
    m = cross(along, n);
    if (dimension === 2) {
      angle = Math.PI;
      versine = 2;
    } else {
      const [x, y] = [dot(other, n), dot(other, m)];
      const length = Math.sqrt(x * x + y * y);
      angle = angleOf(x, y);
      sine = y / length;
      // 1 - cosine, without cancellation.
      versine = x > 0 ? (sine * sine) / (1 + x / length) : 1 - x / length;
    }
  }
  const sum = plus(times(n, sine), times(m, versine));
  const squares = new Float64Array(9);
  const mixed = sine * (1 - versine);
  addOuter(squares, n, n, 0.5 * (angle + mixed));
  addOuter(squares, m, m, 0.5 * (angle - mixed));
  addOuter(squares, n, m, 0.5 * sine * sine);
  addOuter(squares, m, n, 0.5 * sine * sine);
  return { angle, sum, squares };
}

/** The solid angle of outward directions at each vertex. */
function solidAnglesOf({
  dimension,
  vertexCount,
  faceCount,
  vertices,
  faceHalfEdge,
  halfEdgeNext,
  halfEdgeOrigin,
}: ConvexPolyhedron): Float64Array {
  const angles = new Float64Array(vertexCount).fill(dimension === 0 ? 4 * Math.PI : 2 * Math.PI);
  for (let f = 0; f < faceCount; f++) {
    let h = faceHalfEdge[f];
    do {
      const next = halfEdgeNext[h];
      const v = vectorAt(vertices, halfEdgeOrigin[next]);
      const back = minus(vectorAt(vertices, halfEdgeOrigin[h]), v);
      const ahead = minus(vectorAt(vertices, halfEdgeOrigin[halfEdgeNext[next]]), v);
      angles[halfEdgeOrigin[next]] -= angleOf(dot(back, ahead), norm(cross(back, ahead)));
      h = next;
    } while (h !== faceHalfEdge[f]);
  }
  return angles;
}

/** Adds c x to the first moments. */
function addFirst({ first }: Sums, x: Vector, c: number): void {
  for (let k = 0; k < 3; k++) first[k] += c * x[k];
}

/** Adds c times the symmetric part of x y^T to the second moments. */
function addSecond({ second }: Sums, x: Vector, y: Vector, c: number): void {
  addOuter(second, x, y, 0.5 * c);
  addOuter(second, y, x, 0.5 * c);
}

function addOuter(out: Float64Array, x: Vector, y: Vector, c: number): void {
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) out[3 * i + k] += c * x[i] * y[k];
}

/** A unit vector across a unit vector. */
function perpendicular(d: Vector): Vector {
  const [x, y, z] = d.map(Math.abs);
  const across = cross(d, x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1]);
  return times(across, 1 / norm(across));
}

const vectorAt = (array: Float64Array, row: number): Vector => [array[3 * row], array[3 * row + 1], array[3 * row + 2]];
const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a: Vector, c: number): Vector => [c * a[0], c * a[1], c * a[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const norm = (a: Vector): number => Math.sqrt(dot(a, a));
