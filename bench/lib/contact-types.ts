/**
 * Two blocks in each contact type of Zheng et al. 2017 (figures 10, 12 and 14): hexahedra, tetrahedra, blocks cut from
 * a hexahedron. The figures are lost, so the geometry is ours: contacts open by 0.001 (blocks are about 1 in size),
 * placed in general position.
 */
import { box, createPose, polyhedronFromVertices, type ConvexPolyhedron, type Pose } from 'dem-contact';

export interface TypedPair {
  shape: string;
  type: string;
  a: ConvexPolyhedron;
  b: ConvexPolyhedron;
  pose: Pose;
}

type Vector = readonly [number, number, number];
/** Where a block is touched: a point, the outward direction there, and a direction along it. */
interface Spot {
  point: Vector;
  out: Vector;
  along: Vector;
}

const GAP = 0.001;

export function contactTypes(): TypedPair[] {
  const cube = box(1, 1, 1);
  const tetra = polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const center = 0.25;
  const t = (x: number, y: number, z: number): Vector => [x - center, y - center, z - center];
  const hexahedron: Record<'vertex' | 'edge' | 'face', Spot> = {
    vertex: { point: [0.5, 0.5, 0.5], out: [0.5, 0.6, 0.7], along: [1, -1, 0] },
    edge: { point: [0, 0.5, 0.5], out: [0, 0.6, 0.7], along: [1, 0, 0] },
    face: { point: [0.05, 0.1, 0.5], out: [0, 0, 1], along: [1, 0, 0] },
  };
  const tetrahedron: typeof hexahedron = {
    vertex: { point: t(0, 0, 1), out: [-0.2, -0.3, 1], along: [1, -1, 0] },
    edge: { point: t(0.5, 0, 0), out: [0, -0.6, -0.7], along: [1, 0, 0] },
    face: { point: t(0.3, 0.3, 0), out: [0, 0, -1], along: [1, 0, 0] },
  };
  const pairs: TypedPair[] = [];
  for (const [shape, solid, spots] of [
    ['hexahedra', cube, hexahedron],
    ['tetrahedra', tetra, tetrahedron],
  ] as const) {
    const { vertex, edge, face } = spots;
    const put = (type: string, p: Spot, q: Spot, twist: number) =>
      pairs.push({ shape, type, a: solid, b: solid, pose: meet(p, q, twist, GAP) });
    put('v-v', vertex, vertex, 0.5);
    put('v-e', vertex, edge, 0.5);
    put('v-f', vertex, face, 0.5);
    put('crossing e-e', edge, edge, 1.1);
    put('parallel e-e', edge, edge, 0);
    put('e-f', edge, face, 0.4);
    put('f-f', face, face, 0.3);
  }
  // A hexahedron cut in two by a plane through its middle: the cut faces meet where they were one.
  const cuts: [string, readonly [number, number, number, number]][] = [
    ['f-f, straight cut', [0, 0, 0, 0]],
    ['f-f, slanting cut', [-0.2, 0.1, 0.2, -0.1]],
    ['f-f, cut across', [-0.3, -0.3, 0.3, 0.3]],
  ];
  for (const [type, heights] of cuts) {
    const lower: number[] = [];
    const upper: number[] = [];
    heights.forEach((z, k) => {
      const x = k === 0 || k === 3 ? -0.5 : 0.5;
      const y = k < 2 ? -0.5 : 0.5;
      lower.push(x, y, -0.5, x, y, z);
      upper.push(x, y, 0.5, x, y, z);
    });
    const a = polyhedronFromVertices(lower);
    const b = polyhedronFromVertices(upper);
    const pose = createPose();
    for (let k = 0; k < 3; k++) pose[9 + k] = b.origin[k] - a.origin[k];
    pose[11] += GAP;
    pairs.push({ shape: 'cut hexahedron', type, a, b, pose });
  }
  return pairs;
}

/** The pose of B in which its spot faces A's, `gap` apart, `twist` radians between the directions along. */
function meet(p: Spot, q: Spot, twist: number, gap: number): Pose {
  const [n, u, v] = frame(p.out, p.along);
  const [m, s, w] = frame(q.out, q.along);
  const c = Math.cos(twist);
  const d = Math.sin(twist);
  // B's axes go to: along -> turned u, out -> -n.
  const to: Vector = [c * u[0] + d * v[0], c * u[1] + d * v[1], c * u[2] + d * v[2]];
  const facing: Vector = [-n[0], -n[1], -n[2]];
  const third = cross(facing, to);
  const pose = createPose();
  for (let r = 0; r < 3; r++) {
    for (let k = 0; k < 3; k++) pose[3 * r + k] = to[r] * s[k] + facing[r] * m[k] + third[r] * w[k];
  }
  for (let r = 0; r < 3; r++) {
    const turned = pose[3 * r] * q.point[0] + pose[3 * r + 1] * q.point[1] + pose[3 * r + 2] * q.point[2];
    pose[9 + r] = p.point[r] + gap * n[r] - turned;
  }
  return pose;
}

/** Unit vectors: out, along (made perpendicular to it), and out × along. */
function frame(out: Vector, along: Vector): [Vector, Vector, Vector] {
  const n = unit(out);
  const d = along[0] * n[0] + along[1] * n[1] + along[2] * n[2];
  const u = unit([along[0] - d * n[0], along[1] - d * n[1], along[2] - d * n[2]]);
  return [n, u, cross(n, u)];
}

function unit([x, y, z]: Vector): Vector {
  const r = 1 / Math.sqrt(x * x + y * y + z * z);
  return [r * x, r * y, r * z];
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}
