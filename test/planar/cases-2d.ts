import { readFileSync } from 'node:fs';

/** The stored pairs of polygons (test/cases/README.md explains every field). */
export interface StoredPair2d {
  name: string;
  family: string;
  a: { vertices: [number, number][] };
  b: { vertices: [number, number][] };
  expected: {
    state: 'separated' | 'touching' | 'overlapping';
    gap: number;
    borderline: boolean;
    maxCoordinate: number;
    normal: [number, number] | null;
    closestPoints: { a: [number, number]; b: [number, number] } | null;
    closestUnique: boolean | null;
    contact: StoredContact2d | null;
    overlapArea: number;
    overlapCentroid: [number, number] | null;
    overlapPerimeter: number;
    overlapVertices?: number;
    penetrationNormal: [number, number] | null;
    penetrationNormalStable?: boolean;
    penetrationAlternatives?: { depth: number; normal: [number, number] }[];
    penetrationContact?: StoredContact2d;
  };
}

export interface StoredContact2d {
  type: 'vertex-vertex' | 'vertex-edge' | 'edge-edge';
  dim: number;
  measure?: number;
  pointA: [number, number];
  pointB: [number, number];
  featureA: { dim: number; vertices: number[] };
  featureB: { dim: number; vertices: number[] };
}

export const storedPairs2d = readFileSync(new URL('../cases/oracle/pairs2d.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as StoredPair2d);

/** The largest coordinate after moving the origin to a corner of A, and what a length may be off: 16 u (m + M / 8). */
export function fairError({ a, b, expected }: StoredPair2d): number {
  const [x, y] = a.vertices[0];
  const m = Math.max(...[...a.vertices, ...b.vertices].flatMap((p) => [Math.abs(p[0] - x), Math.abs(p[1] - y)]));
  return 16 * 2 ** -53 * (m + expected.maxCoordinate / 8);
}
