/** The searches of a plane: Cundall's tilts, and the candidates of the fast common plane. */
import {
  createCommonPlane,
  createCundallOptions,
  createState,
  cundallMethod,
  cundallPlane,
  edgeFeature,
  faceFeature,
  Status,
  vertexFeature,
  type ConvexPolyhedron,
  type Pose,
} from 'dem-contact';
import { featureName } from '../answers';
import { short, shortVector, type Search, type Step } from '../drawing';
import { cross, dot, minus, placeCorners, placeNormals, times, unit, type Vector } from './vectors';

/** Iterations that are shown. */
const MOST_TILTS = 150;

/** The plane after each iteration. */
export function cundallTilts(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): Search {
  const steps: Step[] = [];
  const plane = createCommonPlane();
  let last = -Infinity;
  let tilt = 5;
  for (let k = 0; k <= MOST_TILTS; k++) {
    const status = cundallPlane(plane, a, b, pose, createState(cundallMethod), { ...createCundallOptions(), maxIterations: k });
    const gains = plane.gap > last;
    if (!gains) tilt /= 2;
    const what = k === 0 ? 'start: line of centroids' : gains ? `tilted by ${short(tilt)}°` : `no gain: tilt halved to ${short(tilt)}°`;
    steps.push({
      cells: [String(k), short(plane.gap), shortVector(plane.normal), what],
      drawing: { planes: [...plane.normal, ...plane.point], links: [...plane.pointA, ...plane.pointB] },
    });
    last = plane.gap;
    if (status !== Status.Unresolved) break;
  }
  return {
    name: "Cundall's plane: tilts",
    about:
      'The normal is tilted in four directions. The best one becomes the normal if its g is larger. Otherwise the tilt is halved. A set of fixed tilts can stop on a ridge.',
    head: ['step', 'g', 'normal', 'what'],
    steps,
  };
}

/** A candidate normal, and the features that give it. */
interface Candidate {
  type: string;
  from: string;
  normal: Vector;
  g: number;
}

const MOST_PASSES = 10;
/** Candidates of a pass that are shown. */
const SHOWN = 12;

/** The candidates of the vertices that are nearest to the plane, pass by pass; the best one is the next plane. */
export function planeCandidates(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): Search {
  const corners = [placeCorners(a), placeCorners(b, pose)];
  const rounding = 1e-13 * (a.radius + b.radius);
  let normal = unit([pose[9], pose[10], pose[11]]) ?? [1, 0, 0];
  let best = gapAlong(corners, normal);
  const steps: Step[] = [];
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    const candidates = candidatesOf(a, b, pose, corners, best.a, best.b);
    candidates.sort((c, d) => d.g - c.g);
    candidates.slice(0, SHOWN).forEach((c) => steps.push(stepOf(pass, c, corners)));
    if (candidates.length === 0 || !(candidates[0].g > best.g + rounding)) break;
    normal = candidates[0].normal;
    best = gapAlong(corners, normal);
  }
  return {
    name: 'FCP: candidates',
    about: `The candidates of the two vertices that are nearest to the plane, the best ${SHOWN} of each pass. The best one is the next plane, and the pass after it has the vertices nearest to that. This list ends with a pass that gains nothing. The method itself takes the corners of the nearest features there, and goes on where these gain.`,
    head: ['pass', 'type', 'features', 'g'],
    steps,
  };
}

function candidatesOf(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, corners: Vector[][], va: number, vb: number): Candidate[] {
  const found: Candidate[] = [];
  const between = minus(corners[1][vb], corners[0][va]);
  const add = (type: string, from: string, n: Vector | undefined, isEitherWay: boolean): void => {
    if (n === undefined) return;
    const normals = isEitherWay ? [n, times(-1, n)] : [n];
    const [best] = normals.map((normal) => ({ type, from, normal, g: gapAlong(corners, normal).g })).sort((c, d) => d.g - c.g);
    found.push(best);
  };
  add('1 bisector', `${featureName(vertexFeature(va))}, ${featureName(vertexFeature(vb))}`, unit(between), false);
  const normals = [placeNormals(a), placeNormals(b, pose)];
  const edges = [edgesAt(a, va, corners[0]), edgesAt(b, vb, corners[1])];
  for (const { face } of edges[0]) add('2 face of A', featureName(faceFeature(face)), normals[0][face], false);
  for (const { face } of edges[1]) add('2 face of B', featureName(faceFeature(face)), times(-1, normals[1][face]), false);
  for (const e of edges[0]) for (const f of edges[1]) add('3 two edges', `${e.name}, ${f.name}`, unit(cross(e.along, f.along)), true);
  for (const [k, own] of edges.entries())
    for (const e of own) {
      const off = minus(between, times(dot(between, e.along) / dot(e.along, e.along), e.along));
      add(`4 edge of ${'AB'[k]}`, e.name, unit(off), false);
    }
  return found;
}

/** Edges that start at a vertex, and the face to the left of each. */
function edgesAt(shape: ConvexPolyhedron, v: number, corners: readonly Vector[]): { name: string; along: Vector; face: number }[] {
  const found = [];
  for (let h = 0; h < 2 * shape.edgeCount; h++) {
    if (shape.halfEdgeOrigin[h] !== v) continue;
    const along = minus(corners[shape.halfEdgeOrigin[h ^ 1]], corners[v]);
    found.push({ name: featureName(edgeFeature(h >> 1)), along, face: shape.halfEdgeFace[h] });
  }
  return found;
}

/** g(n), and the vertices that are nearest to the plane. */
function gapAlong(corners: readonly Vector[][], n: Vector): { g: number; a: number; b: number } {
  const most = (points: readonly Vector[], d: Vector): number =>
    points.reduce((best, p, k) => (dot(p, d) > dot(points[best], d) ? k : best), 0);
  const a = most(corners[0], n);
  const b = most(corners[1], times(-1, n));
  return { g: dot(n, corners[1][b]) - dot(n, corners[0][a]), a, b };
}

function stepOf(pass: number, { type, from, normal, g }: Candidate, corners: readonly Vector[][]): Step {
  const { a, b } = gapAlong(corners, normal);
  const middle = times(0.5, minus(corners[0][a], times(-1, corners[1][b])));
  return {
    cells: [String(pass), type, from, short(g)],
    drawing: { planes: [...normal, ...middle], links: [...corners[0][a], ...corners[1][b]] },
  };
}
