import { readFileSync, readdirSync } from 'node:fs';
import { bodySetFromPoints, type BodySet } from '../../src/body';
import type { Vec } from './vector';

/** The stored reference pairs (test/cases/README.md explains every field). */
export interface StoredPair {
  name: string;
  family: string;
  a: { vertices: Vec[]; faces: number[][] };
  b: { vertices: Vec[]; faces: number[][] };
  expected: {
    state: 'separated' | 'touching' | 'overlapping';
    distance: number;
    gap: number;
    borderline: boolean;
    size: [number, number];
    maxCoordinate: number;
    normal: Vec | null;
    closestPoints: { a: Vec; b: Vec } | null;
    closestUnique: boolean | null;
    contact: StoredContact | null;
    overlapVolume: number;
    overlapCentroid: Vec | null;
    overlapArea: number;
    overlapVectorArea?: Vec | null;
    penetrationDepth: number | null;
    penetrationNormal: Vec | null;
    penetrationNormalUnique: boolean | null;
    penetrationNormalStable?: boolean;
    penetrationAlternatives?: { depth: number; normal: Vec }[];
    penetrationAlternativesCount?: number;
    penetrationContact?: StoredContact;
  };
}

export interface StoredContact {
  type: string;
  dim: number;
  pointA: Vec;
  pointB: Vec;
  featureA: { dim: number; vertices: number[] };
  featureB: { dim: number; vertices: number[] };
  margin: number;
}

/** A hard input of kind `pair` from a public bug report. */
export interface BugPair {
  id: string;
  kind: 'pair';
  a: { vertices: Vec[] };
  b: { vertices: Vec[] };
  expected: {
    scale: { maxAbsCoordinate: number };
    dimA: number;
    dimB: number;
    state: 'separated' | 'touching' | 'overlapping';
    signedDistance: number;
    ambiguous: boolean;
    ambiguityBand: number;
    closestPoints?: { a: Vec; b: Vec };
    direction?: Vec;
    directions?: Vec[];
    separatingDirections?: Vec[];
  };
}

const folder = new URL('../cases/', import.meta.url);

let storedPairs: readonly StoredPair[] | undefined;

/** All of them; read once, and shared by the tests. */
export function loadStoredPairs(): readonly StoredPair[] {
  storedPairs ??= readFileSync(new URL('oracle/pairs.jsonl', folder), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as StoredPair);
  return storedPairs;
}

const built = new WeakMap<object, BodySet>();

/** The two bodies of a pair, built once and shared by the tests: they are not to be moved. */
export function bodiesOf(pair: { a: { vertices: Vec[] }; b: { vertices: Vec[] } }): BodySet {
  let bodies = built.get(pair);
  if (bodies === undefined) built.set(pair, (bodies = bodySetFromPoints([pair.a.vertices.flat(), pair.b.vertices.flat()])));
  return bodies;
}

export function loadBugPairs(): BugPair[] {
  return readdirSync(new URL('bugs/', folder))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(`bugs/${file}`, folder), 'utf8')) as { kind: string })
    .filter((bug): bug is BugPair => bug.kind === 'pair');
}
