/**
 * Two bodies that touch exactly in a known pair of features: one of each is made to face the other along a direction
 * inside the cones of both, so that all else is apart by a clear way.
 */
import { createPose, type Pose } from '../../src/body';
import { ContactKind, createDetectOptions, Status } from '../../src/contact';
import { createRandom, randomDirection, type Random } from '../../src/math/random';
import { box, octahedron, polyhedronFromVertices, tetrahedron, type ConvexPolyhedron } from '../../src/polyhedron';
import { faceNormal, solidOf, transform, type Solid } from '../oracles/solid';
import { add, cross, distance, dot, mean, normalize, scale, sub, type Vec } from '../oracles/vector';
import { shrunken, toleranceOf } from './bodies';

/** Kind, and dimensions of the features of A and of B. */
export const TOUCHES: readonly [ContactKind, number, number][] = [
  [ContactKind.VertexVertex, 0, 0],
  [ContactKind.VertexEdge, 0, 1],
  [ContactKind.VertexEdge, 1, 0],
  [ContactKind.VertexFace, 0, 2],
  [ContactKind.VertexFace, 2, 0],
  [ContactKind.EdgeEdge, 1, 1],
  [ContactKind.ParallelEdges, 1, 1],
  [ContactKind.EdgeFace, 1, 2],
  [ContactKind.EdgeFace, 2, 1],
  [ContactKind.FaceFace, 2, 2],
];

/** What is not of the touching features is apart by so much of the smaller body at least. */
const CLEAR = 0.02;

interface Spot {
  point: Vec;
  /** Outward, inside the cone of the feature. */
  normal: Vec;
  /** Along an edge, or any direction in the plane. */
  along: Vec;
  corners: Vec[];
}

export interface TouchReport {
  touches: number;
  faults: string[];
}

/** Random touches of one sort; those that other features come near to are drawn again. */
export function sweepTouches([kind, dimA, dimB]: (typeof TOUCHES)[number], seed: number, touches: number, mostFaults = 5): TouchReport {
  const random = createRandom(seed);
  const report: TouchReport = { touches: 0, faults: [] };
  while (report.touches < touches && report.faults.length < mostFaults) {
    const a = drawShape(random);
    const b = drawShape(random);
    const p = spotOn(solidOf(a), dimA, random);
    const q = spotOn(solidOf(b), dimB, random);
    const pose = meet(p, q, kind === ContactKind.ParallelEdges ? (random() < 0.5 ? 0 : Math.PI) : 0.2 + 2.7 * random());
    if (!isClear(a, b, pose, p, q)) continue;
    report.touches++;
    const contact = shrunken({ a, b, pose }, { ...createDetectOptions(), rims: true });
    const rounding = 1e-14 * (a.radius + b.radius);
    const faults: string[] = [];
    if (contact.kind !== kind) faults.push(`kind ${contact.kind} for ${kind}`);
    if (contact.status !== Status.Touching) faults.push(`status ${contact.status}`);
    if (!(Math.abs(contact.gap) <= rounding)) faults.push(`gap ${contact.gap}`);
    if (faults.length > 0)
      report.faults.push(
        `touch ${report.touches} of seed ${seed}: ${faults.join('; ')} ${JSON.stringify({ a: [...a.vertices], b: [...b.vertices], pose: [...pose] })}`,
      );
  }
  return report;
}

function drawShape(random: Random): ConvexPolyhedron {
  const size = 10 ** (2 * random() - 1);
  const sort = Math.floor(6 * random());
  if (sort === 0) return box(size, size * (0.3 + random()), size * (0.3 + random()));
  if (sort === 1) return octahedron(size);
  if (sort === 2) return tetrahedron(size);
  const direction = new Float64Array(3);
  const points: number[] = [];
  const count = 4 + Math.floor(16 * random());
  for (let k = 0; k < count; k++) {
    randomDirection(direction, random);
    const r = size * (sort === 3 ? 1 : 0.5 + 0.5 * random());
    points.push(...direction.map((x) => r * x));
  }
  const shape = polyhedronFromVertices(points);
  // Slivers have no clear features.
  return shape.inradius > 0.15 * shape.radius ? shape : drawShape(random);
}

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(list.length * random())];

/** A positive mix: inside the cone of the vectors. */
function inside(vectors: readonly Vec[], random: Random): Vec {
  return normalize(vectors.reduce<Vec>((sum, v) => add(sum, scale(v, 0.2 + random())), [0, 0, 0]))!;
}

function spotOn(solid: Solid, dimension: number, random: Random): Spot {
  const around = (...corners: number[]): Vec[] =>
    solid.faces.filter((loop) => corners.every((v) => loop.includes(v))).map((loop) => faceNormal(solid, loop)!);
  if (dimension === 0) {
    const v = Math.floor(solid.vertices.length * random());
    const normal = inside(around(v), random);
    return { point: solid.vertices[v], normal, along: perpendicular(normal), corners: [solid.vertices[v]] };
  }
  if (dimension === 1) {
    const [i, j] = pick(solid.edges, random);
    const corners = [solid.vertices[i], solid.vertices[j]];
    const normal = inside(around(i, j), random);
    const edge = sub(corners[1], corners[0]);
    return { point: add(corners[0], scale(edge, 0.3 + 0.4 * random())), normal, along: inPlane(edge, normal), corners };
  }
  const corners = pick(solid.faces, random).map((v) => solid.vertices[v]);
  const normal = faceNormal(
    solid,
    solid.faces.find((loop) => corners.every((c) => loop.some((v) => solid.vertices[v] === c)))!,
  )!;
  const middle = mean(corners);
  const point = add(middle, scale(sub(pick(corners, random), middle), 0.6 * random()));
  return { point, normal, along: inPlane(sub(corners[1], corners[0]), normal), corners };
}

const inPlane = (v: Vec, n: Vec): Vec => normalize(sub(v, scale(n, dot(v, n))))!;
const perpendicular = (n: Vec): Vec => inPlane(Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0], n);

/** The pose in which the spots coincide, with opposite normals and `turn` between their directions along. */
function meet(p: Spot, q: Spot, turn: number): Pose {
  const across = cross(p.normal, p.along);
  const along = add(scale(p.along, Math.cos(turn)), scale(across, Math.sin(turn)));
  const facing = scale(p.normal, -1);
  const to = [along, facing, cross(facing, along)];
  const from = [q.along, q.normal, cross(q.normal, q.along)];
  const pose = createPose();
  for (let r = 0; r < 3; r++) {
    for (let k = 0; k < 3; k++) pose[3 * r + k] = to.reduce((sum, axis, i) => sum + axis[r] * from[i][k], 0);
    pose[9 + r] = p.point[r] - (pose[3 * r] * q.point[0] + pose[3 * r + 1] * q.point[1] + pose[3 * r + 2] * q.point[2]);
  }
  return pose;
}

/**
 * Whether all corners but those of the touching features are clear of the plane between, the spot is away from the ends
 * of these, and no corner of theirs is as near to the other body, or all but, as dTol can tell.
 */
function isClear(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, p: Spot, q: Spot): boolean {
  const least = CLEAR * Math.min(a.radius, b.radius);
  const isOf = (corners: readonly Vec[], x: Vec): boolean => corners.some((c) => c[0] === x[0] && c[1] === x[1] && c[2] === x[2]);
  const level = dot(p.normal, p.point);
  if (solidOf(a).vertices.some((v) => !isOf(p.corners, v) && level - dot(p.normal, v) < least)) return false;
  if (solidOf(b).vertices.some((v) => !isOf(q.corners, v) && dot(q.normal, q.point) - dot(q.normal, v) < least)) return false;
  const dTol = toleranceOf({ a, b });
  const cornersOfB = q.corners.map((c) => transform(pose, c));
  const away = (corners: readonly Vec[]): number => Math.min(...corners.map((c) => distance(c, p.point)));
  if ((p.corners.length > 1 && away(p.corners) < 40 * dTol) || (q.corners.length > 1 && away(cornersOfB) < 40 * dTol)) return false;
  const isNear = (gap: number): boolean => gap > 1e-3 * dTol && gap < 4 * dTol;
  const below = solidOf(a);
  const above = solidOf(b, pose);
  return (
    !p.corners.some((c) => isNear(gapTo(above, c, p.normal))) &&
    !cornersOfB.some((c) => isNear(gapTo(below, c, scale(p.normal, -1)))) &&
    !below.edges.some((e) => above.edges.some((f) => isNear(gapWhereTheyCross(below, e, above, f, p.normal))))
  );
}

/** How far two edges are from each other along n where they cross, seen along n; far where they do not. */
function gapWhereTheyCross(a: Solid, [i, j]: readonly [number, number], b: Solid, [k, l]: readonly [number, number], n: Vec): number {
  const e = sub(a.vertices[j], a.vertices[i]);
  const f = sub(b.vertices[l], b.vertices[k]);
  const r = sub(b.vertices[k], a.vertices[i]);
  const area = dot(cross(e, f), n);
  const t = dot(cross(r, f), n) / area;
  const u = dot(cross(r, e), n) / area;
  if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1)) return Infinity;
  return dot(n, add(r, sub(scale(f, u), scale(e, t))));
}

/** How far a point is from the surface of a body along n, towards it; beyond the shadow of the body it is far. */
function gapTo(body: Solid, point: Vec, n: Vec): number {
  let gap = -Infinity;
  for (const loop of body.faces) {
    const normal = faceNormal(body, loop)!;
    const cosine = -dot(normal, n);
    const above = dot(normal, sub(point, body.vertices[loop[0]]));
    if (cosine > 1e-9) gap = Math.max(gap, above / cosine);
    else if (above > 0) return Infinity;
  }
  return gap;
}
