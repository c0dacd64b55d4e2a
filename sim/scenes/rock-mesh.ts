/**
 * The mesh of a concave rock, made up: bent, with dents and bumps, as a scan of a rock would look. Seeded; only +
 * - * / and sqrt, so a seed gives the same mesh on every engine.
 */
import { createRandom, icosahedron } from 'dem-contact';

export interface RockMesh {
  /** Corners, x y z packed. */
  readonly positions: Float64Array;
  /** Three corners a triangle, counter-clockwise from outside. */
  readonly triangles: Uint32Array;
}

/**
 * A dent (below 0) or bump: direction of its middle, height as a part of the radius, width as a length on the sphere.
 */
interface Bump {
  readonly middle: readonly [number, number, number];
  readonly height: number;
  readonly width: number;
}

/** Times that each triangle is cut into four. */
const CUTS = 3;
const STRETCH = [1.3, 0.8, 0.55] as const;
/** z falls by this times x x / radius. */
const BEND = 0.5;

/** A rock of about this radius, with 642 corners and 1280 triangles. */
export function rockMesh(seed: number, radius: number): RockMesh {
  const random = createRandom(seed);
  const direction = (): [number, number, number] => {
    for (;;) {
      const [x, y, z] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
      const length = Math.sqrt(x * x + y * y + z * z);
      if (length > 0.1 && length < 1) return [x / length, y / length, z / length];
    }
  };
  const bumps: Bump[] = [];
  for (let k = 0; k < 4; k++) bumps.push({ middle: direction(), height: -0.35 - 0.15 * random(), width: 0.65 });
  for (let k = 0; k < 24; k++) bumps.push({ middle: direction(), height: 0.08 * (random() - 0.5), width: 0.5 });

  const { corners, triangles } = sphere();
  const positions = new Float64Array(3 * corners.length);
  corners.forEach((n, v) => {
    let r = radius;
    for (const { middle, height, width } of bumps) {
      const [x, y, z] = [n[0] - middle[0], n[1] - middle[1], n[2] - middle[2]];
      const near = Math.max(0, 1 - (x * x + y * y + z * z) / (width * width));
      r += radius * height * near * near;
    }
    for (let k = 0; k < 3; k++) positions[3 * v + k] = r * STRETCH[k] * n[k];
    const x = positions[3 * v];
    positions[3 * v + 2] -= (BEND * x * x) / radius;
  });
  return { positions, triangles: Uint32Array.from(triangles) };
}

/** A sphere of radius 1: an icosahedron whose triangles are cut into four several times. */
function sphere(): { corners: number[][]; triangles: number[] } {
  const { vertices, faceCount, faceHalfEdge, halfEdgeNext, halfEdgeOrigin, radius } = icosahedron(1);
  const corners: number[][] = [];
  for (let v = 0; v < vertices.length; v += 3) corners.push(Array.from(vertices.subarray(v, v + 3), (x) => x / radius));
  let triangles: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    let h = faceHalfEdge[f];
    for (let k = 0; k < 3; k++, h = halfEdgeNext[h]) triangles.push(halfEdgeOrigin[h]);
  }
  for (let cut = 0; cut < CUTS; cut++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const sum = [0, 1, 2].map((k) => corners[a][k] + corners[b][k]);
      const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
      middles.set(key, corners.length);
      return corners.push(sum.map((x) => x / length)) - 1;
    };
    const finer: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.slice(t, t + 3);
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      finer.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
    }
    triangles = finer;
  }
  return { corners, triangles };
}
