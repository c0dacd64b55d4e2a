/**
 * Checks every invariant of a {@link ConvexPolyhedron}. Use it for polyhedra that were built by hand or read from a
 * file, and in tests.
 *
 * Counts and indices first, then the half-edges (twins, loops around faces, rings around vertices, Euler's formula),
 * then the geometry (planes, convexity, mass properties), each check relies on those before it. Lengths are compared
 * with the polyhedron's `tolerance` where the contract allows it (corners behind the plane of their face) and with the
 * rounding of the vertices everywhere else.
 *
 * Cost: every vertex for every plane, and every corner of a face for every other corner.
 */
import { InputError, type InputErrorCode } from '../math/input-error';
import { addToSum, areaVector, loopVector } from './area-vector';
import { MAX_VERTICES, type ConvexPolyhedron } from './convex-polyhedron';
import { plateCore, pointCore, segmentCore } from './cores';
import { massProperties } from './mass';

/** Heights of vertices above planes are computed with a few roundings at the radius: 2^-49. */
const ROUNDING = 8 * 2 ** -52;

/**
 * Throws an InputError for the first broken invariant. `index` is the half-edge, vertex or face in the message; `value`
 * is the value found. Codes: 'bad-length' (an array), 'not-finite' (a number), 'too-few-points', 'too-many-vertices',
 * 'bad-index' (an index out of range or half-edges that contradict each other), 'degenerate-face', 'non-manifold',
 * 'not-unit' (a normal), 'wrong-winding' (a normal that points inwards), 'non-planar', 'non-convex', 'bad-option' (a
 * derived quantity that is wrong for this shape).
 *
 * @example
 * ```ts
 * validatePolyhedron(polyhedronFromVertices(points)); // never throws
 * ```
 */
export function validatePolyhedron(polyhedron: ConvexPolyhedron): void {
  if (polyhedron.dimension < 3) {
    checkCore(polyhedron);
    return;
  }
  checkArrays(polyhedron);
  checkHalfEdges(polyhedron);
  const faces = faceLoops(polyhedron);
  checkRings(polyhedron);
  checkMeetings(polyhedron, faces);
  checkFaces(polyhedron, faces);
  checkMeasures(polyhedron, faces);
}

/** A point, a segment or a plate must be what its maker makes of its vertices. */
function checkCore(core: ConvexPolyhedron): void {
  const makers = [pointCore, segmentCore, plateCore] as const;
  const made = makers[core.dimension as 0 | 1 | 2](core.vertices);
  const allowed = core.tolerance + made.tolerance;
  const compare = (name: string, found: ArrayLike<number>, expected: ArrayLike<number>, slack: number): void => {
    if (found.length !== expected.length)
      fail('bad-length', `${name} has ${found.length} entries, expected ${expected.length}`, -1, found.length);
    for (let k = 0; k < found.length; k++) {
      if (Math.abs(found[k] - expected[k]) <= slack) continue;
      fail(slack === 0 ? 'bad-index' : 'bad-option', `${name}[${k}] is ${found[k]}, expected ${expected[k]}`, k, found[k]);
    }
  };
  for (const name of ['vertexCount', 'edgeCount', 'faceCount', 'inradius', 'volume'] as const) compare(name, [core[name]], [made[name]], 0);
  for (const name of ['halfEdgeNext', 'halfEdgeOrigin', 'halfEdgeFace', 'vertexHalfEdge', 'faceHalfEdge'] as const)
    compare(name, core[name], made[name], 0);
  for (const name of ['neighbourStart', 'neighbours'] as const) compare(name, core[name], made[name], 0);
  for (const name of ['vertices', 'offsets'] as const) compare(name, core[name], made[name], allowed);
  compare('normals', core.normals, made.normals, core.radius > 0 ? allowed / core.radius : 0);
  compare('radius', [core.radius], [made.radius], allowed);
  compare('area', [core.area], [made.area], 8 * allowed * core.radius);
}

function fail(code: InputErrorCode, message: string, index = -1, value = Number.NaN): never {
  throw new InputError(code, message, index, value);
}

function checkArrays(p: ConvexPolyhedron): void {
  const { vertexCount: n, edgeCount: e, faceCount: m } = p;
  if (!(n >= 4)) fail('too-few-points', `vertexCount is ${n}, a solid has four or more`, -1, n);
  if (n > MAX_VERTICES) fail('too-many-vertices', `vertexCount is ${n}, the most is ${MAX_VERTICES}`, -1, n);
  if (n - e + m !== 2) fail('non-manifold', `vertices - edges + faces is ${n - e + m}, expected 2 (Euler)`, -1, n - e + m);
  const lengths = {
    vertices: 3 * n,
    normals: 3 * m,
    offsets: m,
    inertia: 9,
    origin: 3,
    halfEdgeNext: 2 * e,
    halfEdgeOrigin: 2 * e,
    halfEdgeFace: 2 * e,
    vertexHalfEdge: n,
    faceHalfEdge: m,
    neighbourStart: n + 1,
    neighbours: 2 * e,
  };
  for (const [name, expected] of Object.entries(lengths)) {
    const array = p[name as keyof typeof lengths];
    if (array.length !== expected) fail('bad-length', `${name} has ${array.length} entries, expected ${expected}`, -1, array.length);
    const bad = array.findIndex((x: number) => !Number.isFinite(x));
    if (bad >= 0) fail('not-finite', `${name}[${bad}] is ${array[bad]}`, bad, array[bad]);
  }
  for (const name of ['radius', 'inradius', 'volume', 'area', 'tolerance'] as const) {
    if (!(p[name] > 0 && p[name] < Infinity)) fail('not-finite', `${name} is ${p[name]}, expected a positive number`, -1, p[name]);
  }
  const ranges = { halfEdgeNext: 2 * e, halfEdgeOrigin: n, halfEdgeFace: m, vertexHalfEdge: 2 * e, faceHalfEdge: 2 * e, neighbours: n };
  for (const [name, end] of Object.entries(ranges)) {
    const array = p[name as keyof typeof ranges];
    const bad = array.findIndex((i) => i < 0 || i >= end);
    if (bad >= 0) fail('bad-index', `${name}[${bad}] is ${array[bad]}, expected 0 to ${end - 1}`, bad, array[bad]);
  }
}

function checkHalfEdges(p: ConvexPolyhedron): void {
  const { halfEdgeNext: next, halfEdgeOrigin: from, halfEdgeFace: face, vertexHalfEdge, faceHalfEdge } = p;
  const seen = new Set<number>();
  const pairs = new Set<string>();
  for (let h = 0; h < next.length; h++) {
    if (seen.has(next[h])) fail('bad-index', `half-edge ${next[h]} follows two half-edges, the second is ${h}`, h, next[h]);
    seen.add(next[h]);
    if (from[next[h]] !== from[h ^ 1]) {
      fail('bad-index', `half-edge ${h} ends at vertex ${from[h ^ 1]}, the one after it starts at ${from[next[h]]}`, h, from[next[h]]);
    }
    if (face[next[h]] !== face[h]) {
      fail('bad-index', `half-edge ${h} belongs to face ${face[h]}, the one after it to ${face[next[h]]}`, h, face[next[h]]);
    }
    if (face[h] === face[h ^ 1]) fail('non-manifold', `face ${face[h]} lies on both sides of edge ${h >> 1}`, h, face[h]);
    const pair = `${from[h]} ${from[h ^ 1]}`;
    if (pairs.has(pair)) fail('non-manifold', `vertices ${from[h]} and ${from[h ^ 1]} are joined by two edges`, h, from[h]);
    pairs.add(pair);
  }
  vertexHalfEdge.forEach((h, v) => {
    if (from[h] !== v) fail('bad-index', `half-edge ${h} of vertex ${v} starts at vertex ${from[h]}`, v, from[h]);
  });
  faceHalfEdge.forEach((h, f) => {
    if (face[h] !== f) fail('bad-index', `half-edge ${h} of face ${f} belongs to face ${face[h]}`, f, face[h]);
  });
}

/** Vertices of each face; every half-edge must lie on the one loop of its face. */
function faceLoops(p: ConvexPolyhedron): number[][] {
  const faces: number[][] = [];
  let walked = 0;
  for (let f = 0; f < p.faceCount; f++) {
    const loop: number[] = [];
    let h = p.faceHalfEdge[f];
    do {
      loop.push(p.halfEdgeOrigin[h]);
      h = p.halfEdgeNext[h];
    } while (h !== p.faceHalfEdge[f]);
    if (loop.length < 3) fail('degenerate-face', `face ${f} has ${loop.length} corners`, f, loop.length);
    if (new Set(loop).size < loop.length) fail('degenerate-face', `face ${f} passes a vertex twice`, f, loop.length);
    walked += loop.length;
    faces.push(loop);
  }
  if (walked !== p.halfEdgeNext.length) {
    fail('non-manifold', `the loops of the faces have ${walked} of ${p.halfEdgeNext.length} half-edges: a face has two loops`, -1, walked);
  }
  return faces;
}

function checkRings(p: ConvexPolyhedron): void {
  const { vertexCount, halfEdgeNext, halfEdgeOrigin, vertexHalfEdge, neighbourStart, neighbours } = p;
  if (neighbourStart[0] !== 0) fail('bad-index', `neighbourStart[0] is ${neighbourStart[0]}, expected 0`, 0, neighbourStart[0]);
  for (let v = 0; v < vertexCount; v++) {
    let k = neighbourStart[v];
    let h = vertexHalfEdge[v];
    do {
      if (neighbours[k] !== halfEdgeOrigin[h ^ 1]) {
        fail(
          'bad-index',
          `neighbour ${k - neighbourStart[v]} of vertex ${v} is ${neighbours[k]}, expected ${halfEdgeOrigin[h ^ 1]}`,
          v,
          neighbours[k],
        );
      }
      k++;
      h = halfEdgeNext[h ^ 1];
    } while (h !== vertexHalfEdge[v]);
    if (k !== neighbourStart[v + 1]) {
      fail('bad-index', `the neighbours of vertex ${v} end at ${k}, neighbourStart has ${neighbourStart[v + 1]}`, v, neighbourStart[v + 1]);
    }
    if (k - neighbourStart[v] < 3)
      fail('non-manifold', `vertex ${v} has ${k - neighbourStart[v]} edges, expected three or more`, v, k - neighbourStart[v]);
  }
  // The rings have as many half-edges as there are origins. So no vertex has a second ring.
  const total = neighbourStart[vertexCount];
  if (total !== neighbours.length)
    fail('non-manifold', `the rings of the vertices have ${total} of ${neighbours.length} half-edges`, -1, total);
}

/** Two faces share nothing, a vertex, or an edge with its ends: then they share one vertex more than edges. */
function checkMeetings(p: ConvexPolyhedron, faces: readonly (readonly number[])[]): void {
  const { halfEdgeNext, halfEdgeFace, vertexHalfEdge, faceHalfEdge } = p;
  faces.forEach((loop, f) => {
    const shared = new Map<number, number>();
    for (const v of loop) {
      let h = vertexHalfEdge[v];
      do {
        shared.set(halfEdgeFace[h], (shared.get(halfEdgeFace[h]) ?? 0) + 1);
        h = halfEdgeNext[h ^ 1];
      } while (h !== vertexHalfEdge[v]);
    }
    shared.delete(f);
    let h = faceHalfEdge[f];
    do {
      const g = halfEdgeFace[h ^ 1];
      shared.set(g, (shared.get(g) as number) - 1);
      h = halfEdgeNext[h];
    } while (h !== faceHalfEdge[f]);
    for (const [g, excess] of shared) {
      if (excess !== 1) fail('non-manifold', `faces ${f} and ${g} meet in more than a vertex or an edge`, f, g);
    }
  });
}

function checkFaces(p: ConvexPolyhedron, faces: readonly (readonly number[])[]): void {
  const { vertexCount, vertices, normals, offsets, radius, tolerance } = p;
  const rounding = ROUNDING * radius;
  faces.forEach((loop, f) => {
    const [nx, ny, nz] = normals.subarray(3 * f, 3 * f + 3);
    const height = (v: number): number => nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2] - offsets[f];
    const along = ([x, y, z]: readonly number[]): number => nx * x + ny * y + nz * z;
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(Math.abs(size - 1) <= ROUNDING)) fail('not-unit', `the normal of face ${f} has length ${size}`, f, size);
    let area2 = 0;
    for (let i = 1; i + 1 < loop.length; i++) area2 += along(areaVector(vertices, loop[0], loop[i], loop[i + 1]));
    if (!(area2 > 0)) fail('wrong-winding', `face ${f} is clockwise about its normal`, f, area2 / 2);
    for (const v of loop) {
      if (!(-height(v) <= tolerance + rounding)) {
        fail(
          'non-planar',
          `vertex ${v} of face ${f} lies ${-height(v)} behind the plane of the face, allowed is ${tolerance}`,
          f,
          -height(v),
        );
      }
    }
    for (let v = 0; v < vertexCount; v++) {
      if (!(height(v) <= rounding)) fail('non-convex', `vertex ${v} lies ${height(v)} in front of face ${f}`, f, height(v));
    }
    loop.forEach((a, i) => {
      const b = loop[(i + 1) % loop.length];
      const c = loop[(i + 2) % loop.length];
      const length = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (vertices[3 * c + k] - vertices[3 * a + k]) ** 2, 0));
      const turn = along(areaVector(vertices, a, b, c)) / length;
      if (!(turn >= -tolerance)) fail('non-convex', `face ${f} is bent inwards at vertex ${b} by ${-turn}`, f, -turn);
    });
  });
}

function checkMeasures(p: ConvexPolyhedron, faces: readonly (readonly number[])[]): void {
  const { vertices, offsets, radius, inradius, tolerance } = p;
  const actual = massProperties(vertices, faces);
  const expect = (name: string, found: number, expected: number, slack: number): void => {
    if (!(Math.abs(found - expected) <= slack))
      fail('bad-option', `${name} is ${found}, expected ${expected} to within ${slack}`, -1, found);
  };
  let farthest = 0;
  for (let v = 0; v < vertices.length; v += 3) {
    farthest = Math.max(farthest, Math.sqrt(vertices[v] ** 2 + vertices[v + 1] ** 2 + vertices[v + 2] ** 2));
  }
  expect('radius', radius, farthest, ROUNDING * farthest);
  expect('inradius', inradius, Math.min(...offsets), 0);
  const centroid = Math.sqrt(actual.centroid.reduce((sum, x) => sum + x * x, 0));
  // Vertices that move by a tolerance change the volume by at most the tolerance times the area. This volume shifts by
  // at most a radius.
  expect('the distance of the centroid from the coordinate origin', centroid, 0, (tolerance * actual.area * radius) / actual.volume);
  expect('volume', p.volume, actual.volume, tolerance * actual.area);
  expect('area', p.area, actual.area, ROUNDING * actual.area + 8 * tolerance * radius * faces.length);
  for (let k = 0; k < 9; k++) expect(`inertia[${k}]`, p.inertia[k], actual.inertia[k], 2 * tolerance * actual.area * radius * radius);
  const closure = new Float64Array(6);
  for (const loop of faces) addToSum(closure, 0, loopVector(vertices, loop), 0);
  const open = Math.sqrt((closure[0] + closure[3]) ** 2 + (closure[1] + closure[4]) ** 2 + (closure[2] + closure[5]) ** 2) / 2;
  expect('the sum of the area vectors', open, 0, ROUNDING * actual.area);
}
