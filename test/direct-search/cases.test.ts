import { describe, expect, it } from 'vitest';
import { createPose, relativePose } from '../../src/body';
import { ContactKind, createDetectOptions, Status } from '../../src/contact';
import { bodiesOf, loadBugPairs, loadStoredPairs, type StoredPair } from '../oracles/cases';
import { UNIT_ROUNDOFF } from '../oracles/solid';
import type { Vec } from '../oracles/vector';
import { contactSet, direct, exact, fast, memory, toleranceOf, type Bodies } from './searches';

/** Every stored reference pair and every hard pair from bug reports, by both searches. */
const KIND: Record<string, ContactKind> = {
  'vertex-vertex': ContactKind.VertexVertex,
  'vertex-edge': ContactKind.VertexEdge,
  'vertex-face': ContactKind.VertexFace,
  'edge-edge-crossing': ContactKind.EdgeEdge,
  'edge-edge-parallel': ContactKind.ParallelEdges,
  'edge-face': ContactKind.EdgeFace,
  'face-face': ContactKind.FaceFace,
};

function build(pair: { a: { vertices: Vec[] }; b: { vertices: Vec[] } }): Bodies {
  const bodies = bodiesOf(pair);
  const [a, b] = bodies.shapes;
  return { a, b, pose: relativePose(createPose(), bodies, 0, 1) };
}

const stored = loadStoredPairs();

describe('stored pairs', () => {
  it.each(stored.map((pair): [string, StoredPair] => [pair.name, pair]))('%s', (_, pair) => {
    const bodies = build(pair);
    const ds = direct(bodies);
    const state = memory();
    const { expected } = pair;
    const rounding = 64 * UNIT_ROUNDOFF * expected.maxCoordinate;
    for (const contact of [fast(bodies, state), fast(bodies, state)]) {
      if (Math.abs(expected.gap) <= toleranceOf(bodies)) expect(contactSet(contact)).toBe(contactSet(ds));
      expect(contact.status).toBe(ds.status);
      expect(contact.gap).toBeLessThanOrEqual(expected.gap + rounding);
      if (!expected.borderline) {
        expect(contact.status).toBe(expected.state === 'separated' ? Status.Separated : Status.Overlapping);
      }
    }
  });

  /** A point nearer than dTol to a rim is on it, so a tolerance of next to nothing asks for the exact kind. */
  const flush = stored.filter(
    ({ family, expected }) =>
      (family === 'touching' || family === 'exactgap') && (expected.state !== 'overlapping' || expected.penetrationNormalUnique),
  );
  it.each(flush.map((pair): [string, StoredPair] => [pair.name, pair]))('%s has the kind of its features', (_, pair) => {
    const bodies = build(pair);
    const { expected } = pair;
    const contact = expected.contact ?? expected.penetrationContact!;
    if (Math.abs(expected.gap) > toleranceOf(bodies)) return;
    const options = { ...createDetectOptions(), smallestEdge: 20 * Math.max(1.01 * Math.abs(expected.gap), 1e-9 * expected.size[0]) };
    expect(direct(bodies, options).kind).toBe(KIND[contact.type]);
    expect(fast(bodies, memory(), options).kind).toBe(KIND[contact.type]);
  });
  it('has enough of these', () => expect(flush.length).toBeGreaterThan(100));
});

describe('hard pairs from bug reports', () => {
  it.each(loadBugPairs().map((pair) => [pair.id, pair] as const))('%s', (_, pair) => {
    if (pair.expected.dimA < 3 || pair.expected.dimB < 3) return;
    const bodies = build(pair);
    const g = exact(bodies).gap;
    const rounding = 64 * UNIT_ROUNDOFF * pair.expected.scale.maxAbsCoordinate;
    for (const contact of [direct(bodies), fast(bodies)]) {
      expect(contact.gap).toBeLessThanOrEqual(g + rounding);
      if (!pair.expected.ambiguous) expect(contact.status === Status.Separated).toBe(pair.expected.state === 'separated');
    }
  });
});
