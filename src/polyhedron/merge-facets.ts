/**
 * Polygonal faces of a triangulated convex hull: neighbouring facets that lie in one plane to within the tolerance are joined.
 *
 * A face is accepted when its plane (area-weighted normal, moved out until the whole hull lies behind it) is within the tolerance of all its corners.
 * It is this fit of the whole face that counts, never the angle between two facets, so a finely rounded surface does not
 * join step by step into something that is not flat. A join must also leave a polyhedron:
 * - every vertex keeps three faces, so none is left amid a face or on a straight edge;
 * - two faces meet in nothing, in a vertex or in one edge (with the above: the edge graph stays 3-connected, by Steinitz' theorem the
 *   edge graph of a convex polyhedron);
 * - the two facets face the same way, and the joint polygon turns left where they meet.
 * Facets that lie exactly in one plane always pass: any connected part of a triangulated convex polygon is a convex polygon. For the rest
 * the flattest pairs go first. The corners come from hull.ts, where each stands out from the others by more than the tolerance; a
 * pair is therefore refused for a reason other than its fit only where the surface is almost a blade of the tolerance's own thickness.
 *
 * Cost: sorting the edges, and the corners of a face for every facet that joins it.
 */
import { areaVector } from './area-vector';
import { neighboursOf, norm, type TriangulatedHull } from './hull';

export interface MergedHull {
  /** Loops of point indices, counter-clockwise from outside. */
  readonly faces: readonly (readonly number[])[];
  /** Largest distance of a corner from the plane of its face, in the scale of the hull's points. */
  readonly planeError: number;
}

/**
 * The centring of the vertices rounds them once more, by at most 1/16 of the tolerance; a quarter of it is left for that and for the
 * rounding of the planes.
 */
const FIT = 0.75;

/** Facets that turn from each other by more than 60 degrees are not one plane, however thin. */
const LEAST_COSINE = 0.5;

interface Face {
  loop: number[];
  normal: readonly [number, number, number];
  error: number;
}

export function mergeFacets({ points, tolerance, triangles }: TriangulatedHull): MergedHull {
  const n = points.length / 3;
  const neighbours = neighboursOf(triangles);
  const key = (from: number, to: number): number => from * n + to;
  const faces: (Face | undefined)[] = triangles.map((t) => ({ loop: [...t], normal: unitNormal(points, t), error: 0 }));
  /** Face to the left of a directed edge. */
  const left = new Map<number, number>();
  const facesAt = new Map<number, Set<number>>();
  triangles.forEach((t, f) => {
    for (let k = 0; k < 3; k++) {
      left.set(key(t[k], t[(k + 1) % 3]), f);
      const around = facesAt.get(t[k]);
      if (around) around.add(f);
      else facesAt.set(t[k], new Set([f]));
    }
  });

  let edges: { a: number; b: number; height: number }[] = [];
  triangles.forEach((t, f) => {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [t[k], t[(k + 1) % 3]];
      const g = left.get(key(b, a)) as number;
      if (f > g) continue;
      // Four points within a slab are at most twice its thickness from the plane of the larger triangle.
      const third = (h: number): number => triangles[h].find((v) => v !== a && v !== b) as number;
      const height = Math.min(
        Math.abs(heightAbove((faces[f] as Face).normal, a, third(g))),
        Math.abs(heightAbove((faces[g] as Face).normal, a, third(f))),
      );
      if (height <= 2 * tolerance) edges.push({ a, b, height });
    }
  });
  edges.sort((s, t) => s.height - t.height);

  // An edge that was refused may pass once its faces have grown.
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
    if ((facesAt.get(a) as Set<number>).size < 4 || (facesAt.get(b) as Set<number>).size < 4) return false;
    const cosine = faceF.normal[0] * faceG.normal[0] + faceF.normal[1] * faceG.normal[1] + faceF.normal[2] * faceG.normal[2];
    if (!(cosine > LEAST_COSINE)) return false;
    const fromB = rotated(faceF.loop, b);
    const fromA = rotated(faceG.loop, a);
    const loop = [...fromB, ...fromA.slice(1, -1)];
    const joint = fit(loop);
    if (!(joint.error <= FIT * tolerance)) return false;
    const turnsLeft = (previous: number, v: number, next: number): boolean => {
      const [x, y, z] = areaVector(points, previous, v, next);
      return x * joint.normal[0] + y * joint.normal[1] + z * joint.normal[2] > 0;
    };
    if (!turnsLeft(fromB[fromB.length - 2], a, fromA[1])) return false;
    if (!turnsLeft(fromA[fromA.length - 2], b, fromB[1])) return false;
    if (!meetsOthersOnce(loop, f, g)) return false;

    faces[f] = joint;
    faces[g] = undefined;
    left.delete(key(a, b));
    left.delete(key(b, a));
    for (let i = 0; i + 1 < fromA.length; i++) left.set(key(fromA[i], fromA[i + 1]), f);
    for (const v of fromA) {
      const around = facesAt.get(v) as Set<number>;
      around.delete(g);
      around.add(f);
    }
    return true;
  }

  /** The plane of a face, and how far behind it the farthest corner lies when the plane has the hull behind it. */
  function fit(loop: number[]): Face {
    const normal = unitNormal(points, loop);
    const height = (v: number): number => heightAbove(normal, loop[0], v);
    let low = 0;
    let top = loop[0];
    for (const v of loop) {
      low = Math.min(low, height(v));
      if (height(v) > height(top)) top = v;
    }
    // The hull is convex: where no neighbour is higher, nothing is.
    for (let v = -1; v !== top;) {
      v = top;
      for (const w of neighbours.get(v) as number[]) if (height(w) > height(top)) top = w;
    }
    return { loop, normal, error: height(top) - low };
  }

  function heightAbove(normal: readonly [number, number, number], a: number, v: number): number {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += normal[k] * (points[3 * v + k] - points[3 * a + k]);
    return sum;
  }

  /** Whether a joint face would meet every other face in a vertex or in one edge. */
  function meetsOthersOnce(loop: readonly number[], f: number, g: number): boolean {
    const shared = new Map<number, number>();
    for (const v of loop) for (const k of facesAt.get(v) as Set<number>) shared.set(k, (shared.get(k) ?? 0) + 1);
    // f and g have the ends of the edge between them in common and nothing else.
    if ((shared.get(f) as number) + (shared.get(g) as number) !== loop.length + 2) return false;
    shared.delete(f);
    shared.delete(g);
    for (let i = 0; i < loop.length; i++) {
      const k = left.get(key(loop[(i + 1) % loop.length], loop[i])) as number;
      // The first edge with k takes both of its ends away; what is then left is one too many.
      shared.set(k, (shared.get(k) as number) - 1);
    }
    for (const count of shared.values()) if (count !== 1) return false;
    return true;
  }
}

/** The loop from v to the vertex before it. */
function rotated(loop: readonly number[], v: number): number[] {
  const at = loop.indexOf(v);
  return [...loop.slice(at), ...loop.slice(0, at)];
}

/** Direction of the sum of the area vectors of a fan (Newell's normal). */
export function unitNormal(points: Float64Array, loop: readonly number[]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 1; i + 1 < loop.length; i++) {
    const n = areaVector(points, loop[0], loop[i], loop[i + 1]);
    for (let k = 0; k < 3; k++) sum[k] += n[k];
  }
  const size = norm(...sum);
  return [sum[0] / size, sum[1] / size, sum[2] / size];
}
