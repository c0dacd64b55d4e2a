/**
 * Polygonal faces of a triangulated convex hull: neighbouring facets that lie in one plane to within the tolerance are
 * joined.
 *
 * A face is accepted when its plane (area-weighted normal, moved out until the whole hull lies behind it) is within the
 * tolerance of all its corners. It is this fit of the whole face that counts, never the angle between two facets, so a
 * finely rounded surface does not join step by step into something that is not flat. A join must also leave a
 * polyhedron:
 * - every vertex keeps three faces, so none is left amid a face or on a straight edge;
 * - two faces meet in nothing, in a vertex or in one edge (with the above: the edge graph stays 3-connected, by
 *   Steinitz' theorem the edge graph of a convex polyhedron);
 * - the joint polygon turns left where the two facets meet.
 * Facets that lie exactly in one plane always pass: any connected part of a triangulated convex polygon is a convex
 * polygon. For the rest the flattest pairs go first. The corners come from hull.ts, where each stands out from the
 * others by more than the tolerance; a pair is therefore refused for a reason other than its fit only where the surface
 * is almost a blade of the tolerance's own thickness.
 *
 * Cost: every corner of the hull for every facet that joins another.
 */
import { addVectors, areaVector, directionOf, loopVector, type VectorSum } from './area-vector';
import type { TriangulatedHull } from './hull';

export interface MergedHull {
  /** Loops of point indices, counter-clockwise from outside. */
  readonly faces: readonly (readonly number[])[];
  /** Largest distance of a corner from the plane of its face, in the scale of the hull's points. */
  readonly planeError: number;
}

/**
 * The centring of the vertices rounds them once more, by at most 1/16 of the tolerance; a quarter of it is left for
 * that and for the rounding of the planes.
 */
const FIT = 0.75;

interface Face {
  readonly loop: readonly number[];
  readonly vector: VectorSum;
  readonly normal: readonly [number, number, number];
  readonly error: number;
}

export function mergeFacets({ points, tolerance, triangles }: TriangulatedHull): MergedHull {
  const n = points.length / 3;
  const corners = [...new Set(triangles.flat())];
  const key = (from: number, to: number): number => from * n + to;
  const faces: (Face | undefined)[] = triangles.map((loop) => {
    const vector = loopVector(points, loop);
    return { loop, vector, normal: directionOf(vector), error: 0 };
  });
  /** Face to the left of a directed edge. */
  const left = new Map<number, number>();
  const facesAt: Set<number>[] = [];
  for (const v of corners) facesAt[v] = new Set();
  triangles.forEach((t, f) => {
    for (let k = 0; k < 3; k++) {
      left.set(key(t[k], t[(k + 1) % 3]), f);
      facesAt[t[k]].add(f);
    }
  });

  let edges: { a: number; b: number; height: number }[] = [];
  triangles.forEach((t, f) => {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [t[k], t[(k + 1) % 3], t[(k + 2) % 3]];
      const g = left.get(key(b, a)) as number;
      if (f > g) continue;
      const d = triangles[g].find((v) => v !== a && v !== b) as number;
      // Four points within a slab are at most twice its thickness from the plane of the larger triangle.
      const height = Math.min(heightAbove(faces[f] as Face, d), heightAbove(faces[g] as Face, c));
      if (height <= 2 * tolerance) edges.push({ a, b, height });
    }
  });
  edges.sort((s, t) => s.height - t.height);

  // An edge that was refused may pass once its faces have grown.
  const shared = new Int32Array(faces.length);
  for (let before = -1; edges.length !== before;) {
    before = edges.length;
    edges = edges.filter(({ a, b }) => !join(a, b));
  }
  const kept = faces.filter((face) => face !== undefined);
  return { faces: kept.map((face) => face.loop), planeError: kept.reduce((most, face) => Math.max(most, face.error), 0) };

  /** Joins the faces on both sides of edge a-b if that is allowed. */
  function join(a: number, b: number): boolean {
    const f = left.get(key(a, b)) as number;
    const g = left.get(key(b, a)) as number;
    const [faceF, faceG] = [faces[f] as Face, faces[g] as Face];
    if (facesAt[a].size < 4 || facesAt[b].size < 4) return false;
    const fromB = rotated(faceF.loop, b);
    const fromA = rotated(faceG.loop, a);
    const loop = [...fromB, ...fromA.slice(1, -1)];
    const vector = addVectors(faceF.vector, faceG.vector);
    const normal = directionOf(vector);
    if (!(dot(normal, areaVector(points, fromB[fromB.length - 2], a, fromA[1])) > 0)) return false;
    if (!(dot(normal, areaVector(points, fromA[fromA.length - 2], b, fromB[1])) > 0)) return false;
    const error = planeError(loop, normal);
    if (!(error <= FIT * tolerance) || !meetsOthersOnce(loop, f, g)) return false;

    faces[f] = { loop, vector, normal, error };
    faces[g] = undefined;
    left.delete(key(a, b));
    left.delete(key(b, a));
    for (let i = 0; i + 1 < fromA.length; i++) left.set(key(fromA[i], fromA[i + 1]), f);
    for (const v of fromA) {
      facesAt[v].delete(g);
      facesAt[v].add(f);
    }
    return true;
  }

  /** How far behind the plane with this normal and the hull behind it the farthest corner of a face lies. */
  function planeError(loop: readonly number[], [nx, ny, nz]: Face['normal']): number {
    const o = 3 * loop[0];
    const [ox, oy, oz] = [points[o], points[o + 1], points[o + 2]];
    let low = 0;
    let top = 0;
    for (const v of loop) low = Math.min(low, nx * (points[3 * v] - ox) + ny * (points[3 * v + 1] - oy) + nz * (points[3 * v + 2] - oz));
    for (const v of corners) top = Math.max(top, nx * (points[3 * v] - ox) + ny * (points[3 * v + 1] - oy) + nz * (points[3 * v + 2] - oz));
    return top - low;
  }

  /** Distance of a point from the plane of a triangle. */
  function heightAbove({ loop, normal }: Face, v: number): number {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += normal[k] * (points[3 * v + k] - points[3 * loop[0] + k]);
    return Math.abs(sum);
  }

  /**
   * Whether a joint face would meet every other face in a vertex or in one edge: whether, for each, the vertices they
   * share are one more than the edges. (Two edges in a row pass too, but no vertex with only two faces is ever left
   * between them.)
   */
  function meetsOthersOnce(loop: readonly number[], f: number, g: number): boolean {
    for (const v of loop) for (const k of facesAt[v]) shared[k]++;
    for (let i = 0; i < loop.length; i++) shared[left.get(key(loop[(i + 1) % loop.length], loop[i])) as number]--;
    // f and g share the ends of the edge between them and nothing else.
    const once = shared[f] + shared[g] === loop.length + 2;
    shared[f] = 1;
    shared[g] = 1;
    let others = true;
    for (const v of loop) {
      for (const k of facesAt[v]) {
        if (shared[k] > 1) others = false;
      }
    }
    for (const v of loop) for (const k of facesAt[v]) shared[k] = 0;
    return once && others;
  }
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The loop from v to the vertex before it. */
function rotated(loop: readonly number[], v: number): number[] {
  const at = loop.indexOf(v);
  return [...loop.slice(at), ...loop.slice(0, at)];
}
