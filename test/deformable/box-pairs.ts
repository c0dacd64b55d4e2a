/** Pairs of boxes that overlap by a known depth, and the way out along any direction: exact answers for contacts. */
import {
  box,
  createDeformables,
  createElasticMaterial,
  meshPolyhedron,
  type ConvexPolyhedron,
  type DeformableSet,
  type Random,
} from '../../src/index';
import { bruteSat } from '../oracles/brute-sat';
import { faceNormal, gapAlong, solidOf, type Solid } from '../oracles/solid';
import { cross, negate, normalize, sub, type Vec } from '../oracles/vector';

/** Turns of the second box: any; by up to 6 degrees; about the upright axis; none. */
export const FAMILIES = ['free', 'tilted', 'flush', 'brick'] as const;
export type Family = (typeof FAMILIES)[number];

const material = createElasticMaterial(2e9, 0.2, 2600);

export interface BoxPair {
  set: DeformableSet;
  /** Length of the shortest way out. */
  depth: number;
  a: Solid;
  b: Solid;
}

function unitVector(random: Random, length: number): number[] {
  for (;;) {
    const v = Array.from({ length }, () => 2 * random() - 1);
    const size = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    if (size > 0.1 && size <= 1) return v.map((x) => x / size);
  }
}

function quaternionOf(random: Random, family: Family): number[] {
  if (family === 'free') return unitVector(random, 4);
  const axis = family === 'tilted' ? unitVector(random, 3) : [0, 0, 1];
  const angle = family === 'tilted' ? 10 ** (-3 + 2 * random()) : family === 'flush' ? 2 * Math.PI * random() : 0;
  return [...axis.map((x) => x * Math.sin(0.5 * angle)), Math.cos(0.5 * angle)];
}

/**
 * A pair whose shortest way out has the length `depthOf`, given the least height of the tetrahedra; null if none is
 * found.
 */
export function overlappingBoxes(random: Random, family: Family, meshes: number[], depthOf: (height: number) => number): BoxPair | null {
  const shapes = meshes.map(() => box(0.5 + random(), 0.5 + random(), 0.5 + random()));
  const [x, y, z, w] = quaternionOf(random, family);
  const turn = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ].flat();
  const far = 3 * random();
  const pose = new Float64Array([...turn, ...unitVector(random, 3).map((k) => far * k)]);
  const set = createDeformables(shapes.map((shape: ConvexPolyhedron, b) => ({ mesh: meshPolyhedron(shape, meshes[b]), material })));
  const depth = depthOf(leastHeight(set));
  const a = solidOf(shapes[0]);
  let b = solidOf(shapes[1], pose);
  for (let k = 0; k < 20; k++) {
    const { gap, normal } = bruteSat(a, b);
    if (Math.abs(gap + depth) < 1e-12) break;
    if (k === 19) return null;
    for (let i = 0; i < 3; i++) pose[9 + i] -= (gap + depth) * normal[i];
    b = solidOf(shapes[1], pose);
  }
  for (let n = 3 * set.nodeStart[1]; n < 3 * set.nodeCount; n += 3) {
    const at = set.positions.slice(n, n + 3);
    for (let i = 0; i < 3; i++)
      set.positions[n + i] = turn[3 * i] * at[0] + turn[3 * i + 1] * at[1] + turn[3 * i + 2] * at[2] + pose[9 + i];
  }
  return { set, depth, a, b };
}

/** Least height of all tetrahedra: three volumes over the area of a face. */
function leastHeight({ elements, positions }: DeformableSet): number {
  let least = Infinity;
  for (let e = 0; e < elements.length; e += 4) {
    const at = [0, 1, 2, 3].map((c): Vec => {
      const i = 3 * elements[e + c];
      return [positions[i], positions[i + 1], positions[i + 2]];
    });
    for (let c = 0; c < 4; c++) {
      const [p, q, r] = at.filter((_, k) => k !== c);
      const n = normalize(cross(sub(q, p), sub(r, p)));
      const h = sub(at[c], p);
      if (n) least = Math.min(least, Math.abs(n[0] * h[0] + n[1] * h[1] + n[2] * h[2]));
    }
  }
  return least;
}

/** How far B must move along the unit vector f until the two solids are apart. */
export function wayOut(a: Solid, b: Solid, f: Vec): number {
  let least = Infinity;
  const tryAxis = (n: Vec | null): void => {
    const along = n ? n[0] * f[0] + n[1] * f[1] + n[2] * f[2] : 0;
    if (n && along > 1e-9) least = Math.min(least, -gapAlong(a, b, n) / along);
  };
  for (const face of a.faces) tryAxis(faceNormal(a, face));
  for (const face of b.faces) {
    const n = faceNormal(b, face);
    tryAxis(n && negate(n));
  }
  for (const [p, q] of a.edges)
    for (const [r, s] of b.edges) {
      const n = normalize(cross(sub(a.vertices[q], a.vertices[p]), sub(b.vertices[s], b.vertices[r])));
      tryAxis(n);
      tryAxis(n && negate(n));
    }
  return least;
}
